//! What the user may say about how to read: format, fields, encoding, limits.

use crate::time::Zone;

/// How the text is laid out in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The file is one document.
    Text,
    /// A JSON object a line.
    Jsonl,
    /// A table with a header line; the separator is a comma, a semicolon or a tab.
    Csv,
    /// Markdown: the rendered text, without code blocks and addresses.
    Markdown,
    /// A web page: the text of its article.
    Html,
    /// A JSON list of documents or strings, or an object that holds one.
    Json,
    /// Subtitles, SRT or WebVTT.
    Subtitles,
    /// E-mail: one message, or a mailbox of them.
    Mail,
    /// A PDF with text in it.
    Pdf,
    /// A Word document of 2007 or later.
    Docx,
    /// An OpenDocument text.
    Odt,
    /// A Rich Text document.
    Rtf,
    /// An EPUB book.
    Epub,
    /// Documents and their summaries, a pair a line; never told by a file's name.
    Pairs,
    /// Messages with times: JSON lines of several services, or a table; never told by a
    /// file's name.
    Messages,
}

impl Format {
    /// Formats that a user can name, by these names.
    pub const NAMED: [(&str, Self); 13] = [
        ("text", Self::Text),
        ("markdown", Self::Markdown),
        ("html", Self::Html),
        ("jsonl", Self::Jsonl),
        ("csv", Self::Csv),
        ("json", Self::Json),
        ("subtitles", Self::Subtitles),
        ("mail", Self::Mail),
        ("pdf", Self::Pdf),
        ("docx", Self::Docx),
        ("odt", Self::Odt),
        ("rtf", Self::Rtf),
        ("epub", Self::Epub),
    ];

    /// The feature of this crate without which it is not read; `None` if it always is.
    pub(super) fn missing_feature(self) -> Option<&'static str> {
        let (feature, is_built) = match self {
            Self::Pdf => ("pdf", cfg!(feature = "pdf")),
            Self::Docx | Self::Odt | Self::Rtf => ("office", cfg!(feature = "office")),
            Self::Epub => ("epub", cfg!(feature = "epub")),
            Self::Mail => ("mail", cfg!(feature = "mail")),
            _ => return None,
        };
        (!is_built).then_some(feature)
    }

    /// Whether a file of this ending may well be of this format; any ending fits one that is
    /// told by how it opens.
    pub(super) fn fits(self, ending: &str) -> bool {
        match self {
            Self::Pdf => ending == "pdf",
            Self::Docx => matches!(ending, "docx" | "docm" | "dotx"),
            Self::Odt => matches!(ending, "odt" | "ott"),
            Self::Rtf => matches!(ending, "rtf" | "doc"),
            Self::Epub => ending == "epub",
            _ => true,
        }
    }

    /// Whether its bytes are no text in one encoding, but have a structure of their own.
    pub(super) fn is_of_bytes(self) -> bool {
        matches!(
            self,
            Self::Pdf | Self::Docx | Self::Odt | Self::Rtf | Self::Epub | Self::Mail
        )
    }
}

/// Sizes above which a file is refused or a token dropped. Remedies name them
/// `max_file_bytes`, `max_line_bytes` and `max_token_bytes`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes in a file.
    pub file: u64,
    /// Bytes in a line.
    pub line: usize,
    /// Bytes in a token.
    pub token: usize,
    /// What an archive may hold.
    pub archive: ArchiveLimits,
}

/// What an archive may hold. All that comes out of it has at most [`Limits::file`] bytes.
/// Remedies name them `max_archive_files`, `max_archive_depth` and `max_archive_ratio`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArchiveLimits {
    /// Files, those of archives inside counted.
    pub files: usize,
    /// Archives inside archives: 1 for an archive that holds none.
    pub depth: usize,
    /// How many times its packed size a file of more than a megabyte may have.
    pub ratio: u64,
}

impl Default for ArchiveLimits {
    fn default() -> Self {
        Self {
            files: 100_000,
            depth: 4,
            ratio: 200,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file: 1 << 30,
            line: 64 << 20,
            token: 1 << 10,
            archive: ArchiveLimits::default(),
        }
    }
}

/// Names of the fields of JSONL rows and CSV columns. Remedies name the first
/// `text_field`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fields {
    /// The text; required.
    pub text: String,
    /// The id.
    pub id: String,
    /// The time.
    pub time: String,
    /// The label or labels; `None` looks for `label`, then `labels`.
    pub label: Option<String>,
}

impl Default for Fields {
    fn default() -> Self {
        Self {
            text: "text".into(),
            id: "id".into(),
            time: "time".into(),
            label: None,
        }
    }
}

impl Fields {
    pub(super) fn label_names(&self) -> Vec<&str> {
        match &self.label {
            Some(name) => vec![name],
            None => vec!["label", "labels"],
        }
    }
}

/// How to read.
#[derive(Debug, Clone, Default)]
pub struct SourceOptions {
    /// Field names for JSONL and CSV.
    pub fields: Fields,
    /// The encoding that the user named.
    pub encoding: Option<&'static encoding_rs::Encoding>,
    /// Size limits.
    pub limits: Limits,
    /// The format that the user named; by default the file's ending tells.
    pub format: Option<Format>,
    /// Where in a JSON object the documents are: keys and numbers of entries with dots
    /// between them. `None` finds a list by itself if there is only one.
    pub json_path: Option<String>,
    /// Whether licences, page numbers, shared notices and the like are read as text;
    /// otherwise they are set aside ([`crate::Document::aside`]).
    pub keep_all: bool,
    /// The zone of times that name none; for messages.
    pub zone: Zone,
    /// Whether a line that is no message is a failure; otherwise it is counted and a warning
    /// tells of it.
    pub is_strict: bool,
}
