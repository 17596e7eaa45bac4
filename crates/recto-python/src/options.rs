//! How documents are read, from the keywords that all functions share.

use crate::error::Fault;
use recto::source::{ArchiveLimits, Fields, Format};
use recto::time::Zone;
use recto::{Encoding, Language, Limits, Reading, SourceOptions, decode};
use serde::Deserialize;

/// Keywords that are not the request's; `None` takes the default.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct How {
    lang: Option<String>,
    input_format: Option<String>,
    text_field: Option<String>,
    id_field: Option<String>,
    time_field: Option<String>,
    pub(crate) label_field: Option<String>,
    json_path: Option<String>,
    keep_all: bool,
    by_thread: bool,
    encoding: Option<String>,
    strict: bool,
    time_zone: Option<String>,
    max_file_bytes: Option<u64>,
    max_line_bytes: Option<usize>,
    max_token_bytes: Option<usize>,
    max_archive_files: Option<usize>,
    max_archive_depth: Option<usize>,
    max_archive_ratio: Option<u64>,
}

impl How {
    /// Reads the keywords.
    pub(crate) fn parse(json: &str) -> Result<Self, Fault> {
        serde_json::from_str(json).map_err(|error| Fault::Request(error.to_string()))
    }

    /// How to read files.
    pub(crate) fn options(&self) -> Result<SourceOptions, Fault> {
        let usual = Fields::default();
        let or = |name: &Option<String>, usual: String| name.clone().unwrap_or(usual);
        Ok(SourceOptions {
            fields: Fields {
                text: or(&self.text_field, usual.text),
                id: or(&self.id_field, usual.id),
                time: or(&self.time_field, usual.time),
                label: self.label_field.clone(),
            },
            encoding: self.encoding()?,
            limits: self.limits()?,
            format: self.format()?,
            json_path: self.json_path.clone(),
            keep_all: self.keep_all,
            by_thread: self.by_thread,
            zone: self.zone()?,
            is_strict: self.strict,
            ..SourceOptions::default()
        })
    }

    /// How to read files that are one document each, of lines of any length.
    pub(crate) fn whole_files(&self) -> Result<SourceOptions, Fault> {
        let limits = Limits {
            line: usize::MAX,
            ..self.limits()?
        };
        Ok(SourceOptions {
            encoding: self.encoding()?,
            limits,
            format: Some(Format::Text),
            keep_all: true,
            ..SourceOptions::default()
        })
    }

    /// How to read texts.
    pub(crate) fn reading(&self) -> Result<Reading<'static>, Fault> {
        Ok(Reading::of_nothing()
            .in_language(self.language()?)
            .with_limits(self.limits()?))
    }

    fn language(&self) -> Result<Option<&'static Language>, Fault> {
        let codes = || Language::codes().collect::<Vec<_>>().join(", ");
        named(&self.lang, Language::from_code, "lang", codes)
    }

    fn format(&self) -> Result<Option<Format>, Fault> {
        let names = || Format::NAMED.map(|(name, ..)| name).join(", ");
        named(&self.input_format, Format::named, "input_format", names)
    }

    fn encoding(&self) -> Result<Option<&'static Encoding>, Fault> {
        let some = || "utf-8, windows-1252, utf-16le, shift_jis and others".to_string();
        named(&self.encoding, decode::encoding, "encoding", some)
    }

    fn zone(&self) -> Result<Zone, Fault> {
        let some = || "UTC, Europe/Lisbon and others of the time zone database".to_string();
        let zone = named(&self.time_zone, Zone::named, "time_zone", some)?;
        Ok(zone.unwrap_or_default())
    }

    fn limits(&self) -> Result<Limits, Fault> {
        let (usual, archive) = (Limits::default(), ArchiveLimits::default());
        let file = self.max_file_bytes.unwrap_or(usual.file);
        if !(1..=u64::from(u32::MAX / 3)).contains(&file) {
            return Err(Fault::Request(format!(
                "max_file_bytes={file} must be from 1 to {}",
                u32::MAX / 3
            )));
        }
        let depth = self.max_archive_depth.unwrap_or(archive.depth);
        if !(1..=32).contains(&depth) {
            return Err(Fault::Request(format!(
                "max_archive_depth={depth} must be from 1 to 32"
            )));
        }
        Ok(Limits {
            file,
            line: self.max_line_bytes.unwrap_or(usual.line),
            token: self.max_token_bytes.unwrap_or(usual.token),
            archive: ArchiveLimits {
                files: self.max_archive_files.unwrap_or(archive.files),
                depth,
                ratio: self.max_archive_ratio.unwrap_or(archive.ratio),
            },
        })
    }
}

/// What a keyword names; `known` says what it may be.
fn named<T>(
    name: &Option<String>,
    find: impl Fn(&str) -> Option<T>,
    keyword: &str,
    known: impl Fn() -> String,
) -> Result<Option<T>, Fault> {
    let Some(name) = name else {
        return Ok(None);
    };
    let unknown = || Fault::Request(format!("{keyword}='{name}' must be one of: {}", known()));
    find(name).map(Some).ok_or_else(unknown)
}
