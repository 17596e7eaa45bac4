//! EPUB: the chapters of a book in the order of its spine, as one text.
//!
//! `META-INF/container.xml` names the package, the package lists the files and their order.
//! Each file is a web page and is read as one, all of it. Its place is its number among
//! those that have text, with its first heading.

use super::composed::Composed;
use super::parts::{PartError, Parts};
use super::xml::{self, Piece};
use super::zip::ZipError;
use super::{FileRows, SourceOptions, decode, failure, html, one};
use rustc_hash::FxHashMap;

/// Characters of a heading in the name of a chapter.
const NAME: usize = 60;

/// Reads a book.
pub(super) fn read(bytes: &[u8], options: &SourceOptions) -> FileRows {
    match Parts::open(bytes, &options.limits).and_then(|parts| book(&parts)) {
        Ok(book) if book.text.is_empty() => {
            failure("no text in it; if it shows pictures of text, read them with an OCR program")
        }
        Ok(book) => one(book.into_row()),
        Err(error) => failure(error),
    }
}

fn book(parts: &Parts<'_>) -> Result<Composed, PartError> {
    if is_locked(parts) {
        return Err(ZipError::Encrypted.into());
    }
    let package = Package::read(parts)?;
    let mut book = Composed::default();
    book.title = package.title;
    let mut number = 0;
    for path in package.chapters {
        let missing = ZipError::Damaged("a chapter that its package names is missing");
        let bytes = parts.read_or(&path, missing)?;
        let page = decode::decode(bytes, None);
        let page = page.map_err(|_| ZipError::Damaged("a chapter is no text"))?;
        let blocks = html::blocks_of(&page.text);
        if blocks.is_empty() {
            continue;
        }
        number += 1;
        let mut name = format!("chapter {number}");
        if let Some((heading, _)) = blocks.iter().find(|(_, depth)| depth.is_some()) {
            let words: Vec<&str> = heading.split_whitespace().collect();
            name.push_str(", ");
            name.extend(words.join(" ").chars().take(NAME));
        }
        for (i, (text, heading)) in blocks.into_iter().enumerate() {
            let start = book.push(&text, heading);
            if let (0, Some(start)) = (i, start) {
                book.landmarks.mark(start, name.as_str());
            }
        }
    }
    Ok(book)
}

/// Fonts may be scrambled; any other encryption needs a key that a shop has.
fn is_locked(parts: &Parts<'_>) -> bool {
    let Ok(bytes) = parts.read("META-INF/encryption.xml") else {
        return false;
    };
    let mut is_locked = false;
    let read = xml::read(bytes, |piece| {
        if let Piece::Open(tag) = piece
            && tag.name == "EncryptionMethod"
        {
            let method = tag.value("Algorithm");
            is_locked |= !method.contains("embedding") && !method.contains("pdf/enc#RC");
        }
    });
    is_locked && read.is_ok()
}

/// What the package says of a book.
struct Package {
    title: Option<String>,
    /// Paths of the chapters in the archive, in order.
    chapters: Vec<String>,
}

impl Package {
    fn read(parts: &Parts<'_>) -> Result<Self, PartError> {
        let mut path = String::new();
        let container = parts.read("META-INF/container.xml")?;
        let read = xml::read(container, |piece| {
            if let Piece::Open(tag) = piece
                && tag.name == "rootfile"
                && path.is_empty()
            {
                path = tag.value("full-path").to_string();
            }
        });
        read.map_err(ZipError::Damaged)?;
        let package = parts.read_or(&path, ZipError::Missing("package"))?;
        Ok(Self::parse(package, &path)?)
    }

    fn parse(bytes: Vec<u8>, path: &str) -> Result<Self, ZipError> {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut title = String::new();
        let mut in_title = false;
        let mut files: FxHashMap<String, String> = FxHashMap::default();
        let mut spine = Vec::new();
        let read = xml::read(bytes, |piece| match piece {
            Piece::Open(tag) => {
                in_title = tag.name == "title" && title.is_empty();
                let is_page = tag.value("media-type").contains("html");
                let is_contents = tag.value("properties").split(' ').any(|word| word == "nav");
                if tag.name == "item" && is_page && !is_contents {
                    files.insert(tag.value("id").into(), tag.value("href").into());
                } else if tag.name == "itemref" && tag.value("linear") != "no" {
                    spine.push(tag.value("idref").to_string());
                }
            }
            Piece::Close(_) => in_title = false,
            Piece::Text(words) if in_title => title.push_str(words),
            Piece::Text(_) => {}
        });
        read.map_err(ZipError::Damaged)?;
        // A file that the spine names twice is read once.
        let chapters = spine.iter().filter_map(|id| files.remove(id));
        let chapters = chapters.map(|href| joined(folder, &href)).collect();
        let title = title.trim();
        Ok(Self {
            title: (!title.is_empty()).then(|| title.to_string()),
            chapters,
        })
    }
}

/// A path inside the archive, from the folder of the package.
fn joined(folder: &str, href: &str) -> String {
    let href = href.split('#').next().unwrap_or_default();
    let mut parts: Vec<String> = folder
        .split('/')
        .filter(|part| !part.is_empty())
        .map(String::from)
        .collect();
    for part in href.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(unescaped(part)),
        }
    }
    parts.join("/")
}

/// `%20` as the byte that it stands for.
fn unescaped(part: &str) -> String {
    let bytes = part.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes
            .get(at + 1..at + 3)
            .and_then(|d| std::str::from_utf8(d).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) if bytes[at] == b'%' => {
                plain.push(byte);
                at += 3;
            }
            _ => {
                plain.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_start_at_the_package_and_stay_inside() {
        assert_eq!(
            joined("OEBPS", "text/a%20b.xhtml#x"),
            "OEBPS/text/a b.xhtml"
        );
        assert_eq!(joined("OEBPS/x", "../c.xhtml"), "OEBPS/c.xhtml");
        assert_eq!(joined("", "../../etc/passwd"), "etc/passwd");
    }

    #[test]
    fn a_package_gives_the_chapters_in_the_order_of_the_spine() {
        let package = r#"<package><metadata><dc:title>Tides &amp; nets</dc:title></metadata><manifest>
            <item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
            <item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>
            <item id="b" href="b.xhtml" media-type="application/xhtml+xml"/>
            <item id="p" href="p.png" media-type="image/png"/></manifest>
            <spine><itemref idref="n"/><itemref idref="b"/><itemref idref="a"/><itemref idref="b"/></spine></package>"#;
        let package = Package::parse(package.into(), "OEBPS/book.opf").expect("XML");
        assert_eq!(package.title.as_deref(), Some("Tides & nets"));
        assert_eq!(package.chapters, ["OEBPS/b.xhtml", "OEBPS/a.xhtml"]);
    }

    const CONTAINER: &str = r#"<?xml version="1.0"?>
        <container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
        <rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/>
        </rootfiles></container>"#;

    const PACKAGE: &str = r#"<package version="3.0"><metadata><dc:title>Tides</dc:title></metadata>
        <manifest>
        <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
        <item id="one" href="text/one.xhtml" media-type="application/xhtml+xml"/>
        <item id="two" href="text/two%20b.xhtml" media-type="application/xhtml+xml"/>
        <item id="css" href="book.css" media-type="text/css"/></manifest>
        <spine><itemref idref="nav"/><itemref idref="one"/><itemref idref="two"/></spine>
        </package>"#;

    const NAV: &str = "<html><body><nav><h1>Contents</h1><ol><li><a href='text/one.xhtml'>Nets \
                       in the list</a></li></ol></nav></body></html>";

    const ONE: &str = "<html><head><title>x</title></head><body><h1>Nets &amp; oars</h1>\
                       <p>Nets <i>dry</i> on the quay.</p><p>Boats rest.</p></body></html>";

    const TWO: &str = "<html><body><h2>Tides</h2><p>The ebb runs.</p></body></html>";

    /// A whole book with changes to its files; an empty one is left out.
    fn whole(changed: &[(&str, &str)]) -> Vec<u8> {
        let mut files = vec![
            ("mimetype", "application/epub+zip"),
            ("META-INF/container.xml", CONTAINER),
            ("OEBPS/book.opf", PACKAGE),
            ("OEBPS/nav.xhtml", NAV),
            ("OEBPS/text/one.xhtml", ONE),
            ("OEBPS/text/two b.xhtml", TWO),
            ("OEBPS/book.css", "p { margin: 0 }"),
        ];
        files.retain(|(name, _)| !changed.iter().any(|(other, _)| other == name));
        files.extend(changed.iter().filter(|(_, text)| !text.is_empty()));
        let files: Vec<(&str, &[u8])> = files
            .iter()
            .map(|(name, text)| (*name, text.as_bytes()))
            .collect();
        recto_testing::zip::deflated(&files)
    }

    fn failed(changed: &[(&str, &str)]) -> String {
        let file = read(&whole(changed), &SourceOptions::default());
        assert!(file.rows.is_empty(), "{changed:?}");
        file.failures[0].message.clone()
    }

    #[test]
    fn a_whole_book_is_one_text_whose_chapters_are_places() {
        let file = read(&whole(&[]), &SourceOptions::default());
        assert_eq!(file.failures, []);
        let [row] = &file.rows[..] else {
            panic!("one document")
        };
        assert_eq!(row.title.as_deref(), Some("Tides"));
        assert_eq!(
            row.text,
            "Nets & oars\n\nNets dry on the quay.\n\nBoats rest.\n\nTides\n\nThe ebb runs."
        );
        let headings: Vec<&str> = row.headings.iter().map(|h| &row.text[h.range()]).collect();
        assert_eq!(headings, ["Nets & oars", "Tides"]);
        assert_eq!(row.heading_depths, [1, 2]);
        let place = |words: &str| row.landmarks.at(row.text.find(words).expect(words));
        assert_eq!(place("Nets &"), Some("chapter 1, Nets & oars"));
        assert_eq!(place("Boats"), Some("chapter 1, Nets & oars"));
        assert_eq!(place("Tides"), Some("chapter 2, Tides"));
        assert_eq!(place("The ebb"), Some("chapter 2, Tides"));
    }

    #[test]
    fn a_chapter_of_many_megabytes_is_read_and_one_packed_too_tightly_is_refused() {
        let paragraphs: String = (0..60_000)
            .map(|i| {
                format!(
                    "<p>Net {i} dries on the quay while boat {} rests.</p>",
                    7 * i
                )
            })
            .collect();
        let chapter = (
            "OEBPS/text/one.xhtml",
            &*format!("<html>{paragraphs}</html>"),
        );
        let file = read(&whole(&[chapter]), &SourceOptions::default());
        assert_eq!(file.failures, []);
        assert!(file.rows[0].text.contains("Net 59999 dries"));
        let bomb = format!("<html>{}</html>", "<p>Net</p>".repeat(400_000));
        let message = failed(&[("OEBPS/text/one.xhtml", &bomb)]);
        assert!(message.starts_with("OEBPS/text/one.xhtml: unpacks to more than 200 times"));
    }

    #[test]
    fn books_that_lack_something_are_named() {
        assert!(failed(&[("META-INF/container.xml", "")]).contains("container.xml"));
        assert!(failed(&[("OEBPS/book.opf", "")]).contains("package"));
        assert!(failed(&[("OEBPS/text/two b.xhtml", "")]).contains("chapter"));
        let blank = "<html><body><img src='a.png'/></body></html>";
        let pictures = [
            ("OEBPS/text/one.xhtml", blank),
            ("OEBPS/text/two b.xhtml", blank),
        ];
        assert!(failed(&pictures).contains("no text in it"));
        let lock = r#"<encryption><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></encryption>"#;
        assert!(failed(&[("META-INF/encryption.xml", lock)]).contains("encrypted"));
        let fonts = r#"<encryption><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/></encryption>"#;
        let file = read(
            &whole(&[("META-INF/encryption.xml", fonts)]),
            &SourceOptions::default(),
        );
        assert_eq!(file.rows.len(), 1);
    }
}
