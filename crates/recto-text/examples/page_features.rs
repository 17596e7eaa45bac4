//! Writes the blocks of web pages and the numbers from which their main text is chosen, for
//! `bench/sources/fit_pages.py`. The first argument is a folder for the results.
//!
//!     cargo run --release -p recto-text --all-features --example page_features -- FOLDER PAGE...

use recto_text::source;
use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let folder = arguments.next().expect("a folder for the results");
    for page in arguments {
        write(&folder, &page)?;
    }
    Ok(())
}

fn write(folder: &Path, page: &Path) -> std::io::Result<()> {
    let name = page.file_name().unwrap_or_default().to_string_lossy();
    let blocks = source::page_features(&name, std::fs::read(page)?).unwrap_or_default();
    let (mut texts, mut forms, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
    for block in blocks {
        texts.push(block.text);
        forms.push(block.form);
        numbers.extend(
            block
                .features
                .iter()
                .flat_map(|number| number.to_le_bytes()),
        );
    }
    std::fs::write(folder.join(format!("{name}.features")), numbers)?;
    let blocks = serde_json::json!({ "texts": texts, "forms": forms });
    std::fs::write(folder.join(format!("{name}.blocks")), blocks.to_string())
}
