//! Measures methods on made documents whose authors are known and prints the table.
//!
//! ```text
//! RECTO_DATA=FOLDER cargo run --release -p recto-authors --example replicate -- [SET…] [--documents N] [--methods a,b] [--known] [--published|--sample]
//! ```

#![expect(clippy::print_stdout, reason = "it prints a table")]

#[path = "../tests/data/documents.rs"]
#[expect(dead_code, reason = "texts of a length are for the example `number`")]
mod documents;

use documents::{Documents, Set, Summary, measure};

fn main() {
    let mut sets = Vec::new();
    let (mut n, mut methods) = (None, vec!["auto".to_string()]);
    let (mut known, mut kind) = (false, String::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--documents" => n = arguments.next().and_then(|n| n.parse().ok()),
            "--methods" => {
                let names = arguments.next().unwrap_or_default();
                methods = names.split(',').map(String::from).collect();
            }
            "--known" => known = true,
            "--published" | "--sample" => kind = argument[2..].to_string(),
            name => sets.push(name.to_string()),
        }
    }
    if sets.is_empty() {
        sets = ["essays", "kjv", "federalist"].map(String::from).to_vec();
    }
    let Some(folder) = std::env::var_os("RECTO_DATA") else {
        println!("set RECTO_DATA to the folder of corpora");
        return;
    };
    for name in sets {
        let set = Set::read(folder.as_ref(), &name);
        let documents = match (kind.as_str(), n) {
            ("published", n) => Documents::Published(n.unwrap_or(100)),
            ("sample", n) => Documents::Sample(n.unwrap_or(24)),
            (_, n) => Documents::Mix(n.unwrap_or(set.usual_documents())),
        };
        for method in &methods {
            let results = measure(&set, method, documents, known);
            println!("{name:10} {method:9} {}", Summary::of(&results));
        }
    }
}
