//! Files that recto does not read, told by how they open and not only by their names: read
//! as prose they would give nonsense without a warning.

mod text;

pub(super) use text::of_text;

use recto_math::Notice;

/// A kind of file that is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Foreign {
    /// What it is, as in "this is a PDF".
    pub(super) what: &'static str,
    /// Several of them, as in "3 PDF files".
    pub(super) plural: &'static str,
    /// What to do; empty for pictures and fonts, which have no text to lose.
    pub(super) advice: &'static str,
    /// Whether it could be read as plain text, if someone wants that.
    pub(super) is_text: bool,
}

impl Foreign {
    const fn packed(what: &'static str, plural: &'static str, advice: &'static str) -> Self {
        Self {
            what,
            plural,
            advice,
            is_text: false,
        }
    }

    const fn picture(what: &'static str) -> Self {
        Self::packed(what, "", "")
    }

    const fn text(what: &'static str, plural: &'static str, advice: &'static str) -> Self {
        Self {
            is_text: true,
            ..Self::packed(what, plural, advice)
        }
    }

    /// Whether it is one of the files that folders of pages have beside their text.
    pub(super) fn is_picture(&self) -> bool {
        self.advice.is_empty()
    }

    /// What is said of a file that was named.
    pub(super) fn notice(&self) -> Notice {
        let Self { what, advice, .. } = self;
        let message = if self.is_picture() {
            format!("this is {what}, not text")
        } else {
            format!("this is {what}; {advice}")
        };
        self.with_remedy(message.into())
    }

    /// What is said of `n` files that were left out, the first of them being `first`.
    pub(super) fn left_out(&self, n: usize, first: &str) -> Notice {
        let Self { plural, advice, .. } = self;
        let message = format!("{n} {plural} left out (the first: {first}); {advice}");
        self.with_remedy(message.into())
    }

    fn with_remedy(&self, notice: Notice) -> Notice {
        if self.is_text {
            notice.with(text::AS_IT_STANDS)
        } else {
            notice
        }
    }
}

const PDF: Foreign = Foreign::packed("a PDF", "PDF files", "convert it with `pdftotext FILE`");
const DOCX: Foreign = Foreign::packed(
    "a Word document",
    "Word documents",
    "convert it with `pandoc -t plain FILE`, or save it as text",
);
const ODT: Foreign = Foreign::packed(
    "an OpenDocument text",
    "OpenDocument texts",
    "convert it with `pandoc -t plain FILE`, or save it as text",
);
const EPUB: Foreign = Foreign::packed(
    "an EPUB book",
    "EPUB books",
    "convert it with `pandoc -t plain FILE`",
);
const SHEET: Foreign = Foreign::packed("a spreadsheet", "spreadsheets", "save the sheet as CSV");
const SLIDES: Foreign = Foreign::packed(
    "a presentation",
    "presentations",
    "save its outline as text",
);
const ZIP: Foreign = Foreign::packed(
    "a ZIP archive",
    "ZIP archives",
    "unpack it with `unzip FILE` and name the folder",
);
const OLE: Foreign = Foreign::packed(
    "an Office document of before 2007",
    "Office documents of before 2007",
    "save it as text",
);

/// How files open that are told by their bytes.
const OPENINGS: [(&[u8], Foreign); 13] = [
    (b"%PDF-", PDF),
    (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", OLE),
    (b"\x89PNG\r\n", Foreign::picture("a PNG picture")),
    (b"\xFF\xD8\xFF", Foreign::picture("a JPEG picture")),
    (b"GIF8", Foreign::picture("a GIF picture")),
    (b"II*\0", Foreign::picture("a TIFF picture")),
    (b"MM\0*", Foreign::picture("a TIFF picture")),
    (b"\0\0\x01\0", Foreign::picture("an icon")),
    (b"wOFF", Foreign::picture("a font")),
    (b"wOF2", Foreign::picture("a font")),
    (b"OTTO\0", Foreign::picture("a font")),
    (b"ttcf\0", Foreign::picture("a font")),
    (b"\0\x01\0\0\0", Foreign::picture("a font")),
];

/// What a file is by its bytes; `None` if it may be text.
pub(super) fn of_bytes(bytes: &[u8]) -> Option<Foreign> {
    if bytes.starts_with(b"PK\x03\x04") {
        return Some(archive(bytes));
    }
    let head = &bytes[..bytes.len().min(64)];
    let is_webp = head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP");
    if is_webp {
        return Some(Foreign::picture("a WebP picture"));
    }
    let openings = OPENINGS.iter();
    let (_, found) = openings
        .copied()
        .find(|(opening, _)| head.starts_with(opening))?;
    // Prose may open with GIF8, but has no such bytes after it.
    let is_binary = head.contains(&0) || std::str::from_utf8(head).is_err();
    (found == PDF || is_binary).then_some(found)
}

/// What a ZIP archive holds, by the names of its files, which stand in it as they are.
fn archive(bytes: &[u8]) -> Foreign {
    let has = |name: &str| memchr::memmem::find(bytes, name.as_bytes()).is_some();
    let kinds = [
        ("mimetypeapplication/epub+zip", EPUB),
        ("mimetypeapplication/vnd.oasis.opendocument.text", ODT),
        (
            "mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
            SHEET,
        ),
        (
            "mimetypeapplication/vnd.oasis.opendocument.presentation",
            SLIDES,
        ),
        ("word/document.xml", DOCX),
        ("xl/workbook.xml", SHEET),
        ("ppt/presentation.xml", SLIDES),
    ];
    let found = kinds.into_iter().find(|(name, _)| has(name));
    found.map_or(ZIP, |(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_tell_what_a_file_is() {
        let rows: [(&[u8], &str); 9] = [
            (b"%PDF-1.7 all ASCII", "a PDF"),
            (b"PK\x03\x04..word/document.xml", "a Word document"),
            (b"PK\x03\x04..mimetypeapplication/epub+zip", "an EPUB book"),
            (
                b"PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.text",
                "an OpenDocument text",
            ),
            (b"PK\x03\x04notes.txt", "a ZIP archive"),
            (
                b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1",
                "an Office document of before 2007",
            ),
            (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
            (b"RIFF\0\0\0\0WEBPVP8 ", "a WebP picture"),
            (b"wOF2\0\x01\0\0", "a font"),
        ];
        for (bytes, what) in rows {
            assert_eq!(of_bytes(bytes).map(|kind| kind.what), Some(what));
        }
        for text in [
            "GIF8 is how it opens.",
            "PKs met.",
            "OTTO came.",
            "See %PDF-1.7",
            "",
        ] {
            assert_eq!(of_bytes(text.as_bytes()), None, "{text}");
        }
    }
}
