//! Files that are no plain text, told by how they open and not only by their names: read as
//! prose they would give nonsense without a warning.
//!
//! Each kind names the format that reads it, where there is one and the build has it; what
//! a name says against it is told in a warning. The others are refused with what to do.

mod text;

pub(super) use text::of_text;

use super::input::Input;
use super::zip::Zip;
use super::{Format, SourceOptions};
use recto_math::{Notice, Remedy};

/// A kind of file that is no plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Foreign {
    /// What it is, as in "this is a PDF".
    pub(super) what: &'static str,
    /// Several of them, as in "3 PDF files".
    pub(super) plural: &'static str,
    /// What to do; empty for pictures and fonts, which have no text to lose.
    pub(super) advice: &'static str,
    /// Whether it could be read as plain text, if someone wants that.
    pub(super) is_text: bool,
    /// What reads it; `None` if nothing does.
    format: Option<Format>,
}

impl Foreign {
    const fn packed(what: &'static str, plural: &'static str, advice: &'static str) -> Self {
        Self {
            what,
            plural,
            advice,
            is_text: false,
            format: None,
        }
    }

    /// The same, read by a format where the build has it.
    const fn read_by(self, format: Format) -> Self {
        Self {
            format: Some(format),
            ..self
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

    /// The format to read it by; `None` if the build has none, or another was named.
    pub(super) fn read_as(&self, options: &SourceOptions) -> Option<Format> {
        let format = self
            .format
            .filter(|format| format.missing_feature().is_none())?;
        let is_asked_for = match options.format {
            None => true,
            // Mail has times, as messages need them.
            Some(Format::Messages) => format == Format::Mail,
            Some(named) => named == format,
        };
        is_asked_for.then_some(format)
    }

    /// What is said of a file that is read although its name says something else.
    pub(super) fn misnamed(&self, input: &Input) -> Option<Notice> {
        let ending = input.ending();
        let fits = self.format.is_none_or(|format| format.fits(&ending));
        (!fits && !ending.is_empty())
            .then(|| format!("named .{ending}, but it is {}; read as such", self.what).into())
    }

    /// Whether it is one of the files that folders of pages have beside their text.
    pub(super) fn is_picture(&self) -> bool {
        self.advice.is_empty()
    }

    /// What is said of a file that was named.
    pub(super) fn notice(&self) -> Notice {
        let Self { what, advice, .. } = self;
        let message = if self.is_picture() {
            format!("this is {what}, not text; name a file that holds text")
        } else {
            format!("this is {what}{}; {advice}", self.unread())
        };
        self.with_remedy(message.into())
    }

    /// What is said of `n` files that were left out, the first of them being `first`.
    pub(super) fn left_out(&self, n: usize, first: &str) -> Notice {
        let Self { plural, advice, .. } = self;
        let message = format!("{n} {plural} left out (the first: {first}); {advice}");
        self.with_remedy(message.into())
    }

    /// Says that another build would read it.
    fn unread(&self) -> String {
        let feature = self.format.and_then(Format::missing_feature);
        let said = |feature| format!(", which recto does not read without its feature `{feature}`");
        feature.map(said).unwrap_or_default()
    }

    fn with_remedy(&self, notice: Notice) -> Notice {
        if self.is_text {
            notice.with(text::AS_IT_STANDS)
        } else {
            notice
        }
    }
}

const PDF: Foreign =
    Foreign::packed("a PDF", "PDF files", "convert it with `pdftotext FILE`").read_by(Format::Pdf);
const DOCX: Foreign = Foreign::packed(
    "a Word document",
    "Word documents",
    "convert it with `pandoc -t plain FILE`, or save it as text",
)
.read_by(Format::Docx);
const ODT: Foreign = Foreign::packed(
    "an OpenDocument text",
    "OpenDocument texts",
    "convert it with `pandoc -t plain FILE`, or save it as text",
)
.read_by(Format::Odt);
const EPUB: Foreign = Foreign::packed(
    "an EPUB book",
    "EPUB books",
    "convert it with `pandoc -t plain FILE`",
)
.read_by(Format::Epub);
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
const TAR: Foreign = Foreign::packed(
    "a tar archive",
    "tar archives",
    "unpack it with `tar -xf FILE` and name the folder",
);
const OLE: Foreign = Foreign::packed(
    "an Office document of before 2007",
    "Office documents of before 2007",
    "save it as text",
);
const LOCKED: Foreign = Foreign::packed(
    "an encrypted Office document",
    "encrypted Office documents",
    "save it without a password",
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

/// What a file is by its bytes; `None` if it may be text. Kinds that are text in themselves
/// are looked for only where no format was named that reads them as they stand.
pub(super) fn of_bytes(bytes: &[u8], input: &Input, named: Option<Format>) -> Option<Foreign> {
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return Some(packed(bytes));
    }
    if is_tar(bytes) {
        return Some(TAR);
    }
    let head = &bytes[..bytes.len().min(64)];
    let is_webp = head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP");
    if is_webp {
        return Some(Foreign::picture("a WebP picture"));
    }
    let mut openings = OPENINGS.iter();
    let known = openings.find(|(opening, _)| head.starts_with(opening));
    if let Some((_, found)) = known {
        // Prose may open with GIF8, but has no such bytes after it.
        let is_binary = head.contains(&0) || std::str::from_utf8(head).is_err();
        let is_locked = *found == OLE && has(bytes, &utf16("EncryptedPackage"));
        let found = if is_locked { LOCKED } else { *found };
        return (found == PDF || is_binary).then_some(found);
    }
    text::of_head(bytes, input, named)
}

/// What a name of this ending promises, for formats that open with marks of their own.
fn promised(ending: &str) -> Option<&'static str> {
    let kinds = [
        ("pdf", "a PDF"),
        ("docx", "a Word document"),
        ("odt", "an OpenDocument text"),
        ("epub", "an EPUB book"),
        ("rtf", "an RTF document"),
        ("zip", "a ZIP archive"),
        ("tar", "a tar archive"),
        ("tgz", "a packed tar archive"),
    ];
    let found = kinds.into_iter().find(|(known, _)| *known == ending);
    found.map(|(_, what)| what)
}

/// What is said of an archive whose name promises a document.
#[cfg(feature = "archive")]
pub(super) fn misnamed_archive(input: &Input) -> Option<Notice> {
    let ending = input.ending();
    let what = promised(&ending).filter(|_| !matches!(&*ending, "zip" | "tar" | "tgz"))?;
    let message = format!(
        "named .{ending}, but it is an archive and not {what}; its files are read instead; if it should be a document, save it again"
    );
    Some(message.into())
}

/// What is said of a file whose name promises more than it holds.
pub(super) fn mismatch(input: &Input, bytes: &[u8], named: Option<Format>) -> Option<Notice> {
    let ending = input.ending();
    let what = promised(&ending)?;
    if named.is_some() {
        return None;
    }
    if bytes.is_empty() {
        return Some("the file is empty; fetch or save it again".into());
    }
    let message = format!(
        "named .{ending}, but it does not open as {what} does; fetch it again, or give it the ending of what it is"
    );
    let as_text = Remedy::When("if it is text", &Remedy::To("input_format", "text"));
    Some(Notice::from(message).with(as_text))
}

fn has(bytes: &[u8], part: &[u8]) -> bool {
    memchr::memmem::find(bytes, part).is_some()
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// A tar archive has its mark in the header of its first file.
pub(super) fn is_tar(bytes: &[u8]) -> bool {
    bytes.get(257..262) == Some(b"ustar")
}

/// Whether it is a ZIP archive of files, and no document that is packed as one.
#[cfg(feature = "archive")]
pub(super) fn is_zip(bytes: &[u8]) -> bool {
    let is_packed = bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06");
    is_packed && packed(bytes) == ZIP
}

/// What a ZIP archive holds: by the names of its files if it has a table of them, else by
/// the names that stand in it as they are.
fn packed(bytes: &[u8]) -> Foreign {
    let types = [
        ("application/epub+zip", EPUB),
        ("application/vnd.oasis.opendocument.text", ODT),
        ("application/vnd.oasis.opendocument.spreadsheet", SHEET),
        ("application/vnd.oasis.opendocument.presentation", SLIDES),
    ];
    let head = &bytes[..bytes.len().min(256)];
    let typed = types
        .iter()
        .find(|(name, _)| has(head, format!("mimetype{name}").as_bytes()));
    if let Some((_, kind)) = typed {
        return *kind;
    }
    let parts = [
        ("word/document.xml", DOCX),
        ("xl/workbook.xml", SHEET),
        ("ppt/presentation.xml", SLIDES),
        ("META-INF/container.xml", EPUB),
    ];
    let zip = Zip::open(bytes);
    let holds = |name: &str| match &zip {
        Ok(zip) => zip.entry(name).is_some(),
        Err(_) => has(bytes, name.as_bytes()),
    };
    let found = parts.into_iter().find(|(name, _)| holds(name));
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
            let input = Input::in_memory("a");
            let found = of_bytes(bytes, &input, None);
            assert_eq!(found.map(|kind| kind.what), Some(what));
        }
        for text in [
            "GIF8 is how it opens.",
            "PKs met.",
            "OTTO came.",
            "See %PDF-1.7",
            "",
        ] {
            let found = of_bytes(text.as_bytes(), &Input::in_memory("a"), None);
            assert_eq!(found, None, "{text}");
        }
    }
}
