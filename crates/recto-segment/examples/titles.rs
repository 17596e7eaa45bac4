//! How often the title of a segment has a word of the heading that its author gave it.
//!
//! Headings are taken out of the text first, so that no method sees them; segments are the
//! author's sections. Needs the folder named by `RECTO_DATA`:
//! `RECTO_DATA=… cargo run -p recto-segment --example titles`.

#![expect(
    clippy::print_stdout,
    reason = "a program for measuring prints what it measured"
)]
#![expect(clippy::disallowed_methods, reason = "it reads texts from files")]

use recto_math::{Run, Silent};
use recto_segment::describe::describe;
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind, Units};
use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;

/// A section and the heading that stood above it.
struct Section {
    heading: String,
    text: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(data) = std::env::var_os("RECTO_DATA") else {
        return Err("RECTO_DATA does not name a folder".into());
    };
    let verbose = std::env::args().any(|argument| argument == "--list");
    let wiki = std::fs::read_to_string(Path::new(&data).join("chunks/wikitexts.md"))?;
    measure("encyclopaedia", &articles(&wiki), verbose)?;
    let mut books = Vec::new();
    let mut paths: Vec<_> = std::fs::read_dir(Path::new(&data).join("segmentation/fiction"))?
        .collect::<Result<Vec<_>, _>>()?;
    paths.sort_by_key(std::fs::DirEntry::path);
    for entry in paths {
        books.push(chapters(&std::fs::read_to_string(entry.path())?));
    }
    measure("fiction", &books, verbose)?;
    Ok(())
}

/// Articles whose sections stand under ` = = Heading = = `; the part above the first is
/// headed by the article's name.
fn articles(text: &str) -> Vec<Vec<Section>> {
    let mut articles: Vec<Vec<Section>> = Vec::new();
    for line in text.lines() {
        let inner = line.trim();
        let level = inner.split(' ').take_while(|part| *part == "=").count();
        if level > 0 && inner.ends_with('=') {
            let heading = inner.trim_matches(['=', ' ']).to_string();
            if level == 1 {
                articles.push(Vec::new());
            }
            if level <= 2
                && let Some(article) = articles.last_mut()
            {
                article.push(Section {
                    heading,
                    text: String::new(),
                });
            }
        } else if let Some(section) = articles.last_mut().and_then(|article| article.last_mut()) {
            section.text += line;
            section.text += "\n\n";
        }
    }
    articles
}

/// Chapters between lines of equal signs, headed by their short first lines.
fn chapters(text: &str) -> Vec<Section> {
    let parts = text
        .split("==========\n")
        .filter(|part| !part.trim().is_empty());
    let section = |part: &str| {
        let is_heading = |line: &&str| {
            let words = line.split_whitespace().count();
            let shouts = !line.contains(char::is_lowercase);
            words <= 12 && (shouts || line.ends_with(char::is_alphanumeric))
        };
        let heading: Vec<&str> = part.lines().take(3).take_while(is_heading).collect();
        let rest: Vec<&str> = part.lines().skip(heading.len()).collect();
        Section {
            heading: heading.join(" "),
            text: rest.join("\n\n") + "\n\n",
        }
    };
    parts.map(section).collect()
}

fn units<'d>(document: &'d Document) -> Result<Units<'d>, Box<dyn Error>> {
    let english = Language::from_code("en").ok_or("English is known")?;
    let analyzer = Analyzer::new(Analysis::Segment, english);
    Ok(analyzer.units(document, UnitKind::Sentence, &Run::new(0, &Silent))?)
}

fn terms(text: &str) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let document = Document::new("heading", text.to_lowercase());
    let units = units(&document)?;
    let terms = units.vocabulary.iter().map(str::to_string);
    let numbering = [
        "chapter", "part", "book", "section", "ii", "iii", "iv", "vi", "vii", "viii", "ix", "xi",
        "xii", "xiii", "xiv", "xv", "xvi", "xvii", "xviii", "xix", "xx",
    ];
    let is_word =
        |term: &String| term.contains(char::is_alphabetic) && !numbering.contains(&term.as_str());
    Ok(terms.filter(is_word).collect())
}

fn measure(name: &str, documents: &[Vec<Section>], verbose: bool) -> Result<(), Box<dyn Error>> {
    let (mut hits, mut possible, mut all) = (0, 0, 0);
    for sections in documents {
        let text: String = sections
            .iter()
            .map(|section| section.text.as_str())
            .collect();
        let document = Document::new("document", text);
        let units = units(&document)?;
        let (mut end, mut bounds, mut kept) = (0, Vec::new(), Vec::new());
        for section in sections {
            end += section.text.len();
            let bound = units.units.partition_point(|unit| unit.span.end <= end);
            if bound > bounds.last().copied().unwrap_or(0) {
                bounds.push(bound);
                kept.push(section);
            }
        }
        for (section, described) in kept.iter().zip(describe(&units, &bounds)) {
            let heading = terms(&section.heading)?;
            if heading.is_empty() {
                continue;
            }
            let title = terms(&described.title)?;
            let hit = !title.is_disjoint(&heading);
            all += 1;
            hits += usize::from(hit);
            possible += usize::from(!terms(&section.text)?.is_disjoint(&heading));
            if verbose {
                println!(
                    "{} {:40} | {}",
                    if hit { '+' } else { '-' },
                    section.heading,
                    described.title
                );
            }
        }
    }
    println!("{name}: {hits} of {all} titles ({possible} have such a word in the text)");
    Ok(())
}
