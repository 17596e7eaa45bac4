//! Where results go: stdout, or a file that is written whole or not at all.

use crate::args::{Format, OutputArgs};
use crate::exit::{Exit, Failure};
use crate::places::{self, Place};
use crate::screen::{self, Screen};
use crate::{Streams, interrupt, temporary};
use recto::{Answer, OutputFile, to_json, write_table};
use recto_report::{Report, html, text};
use serde::Serialize;
use std::fs::Metadata;
use std::io::{self, Write};
use std::path::Path;

/// Endings of formats that text would not be.
const FOREIGN: [&str; 8] = ["pdf", "doc", "docx", "odt", "xlsx", "png", "svg", "jsonl"];

impl OutputArgs {
    /// The format that was asked for, by flag or by the file's ending.
    pub(crate) fn format(&self) -> Format {
        match self.format_alone() {
            // A table that is named stands over one that the command makes by itself.
            Format::Own("csv") if self.table.is_some() => Format::Csv,
            format => format,
        }
    }

    fn format_alone(&self) -> Format {
        let by_ending = || {
            let ending = self.file()?.extension()?.to_str()?.to_ascii_lowercase();
            match ending.as_str() {
                "json" => Some(Format::Json),
                "html" | "htm" => Some(Format::Html),
                other => self
                    .own_format(other)
                    .or((other == "csv").then_some(Format::Csv)),
            }
        };
        self.format.or_else(by_ending).unwrap_or(Format::Text)
    }

    /// The format of the command's own that has this name.
    fn own_format(&self, name: &str) -> Option<Format> {
        let own = self.own.iter().find(|choice| choice.name == name)?;
        Some(Format::Own(own.name))
    }

    /// The file to write, if it is one, as a place to check.
    pub(crate) fn place(&self) -> Option<Place> {
        let flag = "-o".into();
        let path = self.file()?.to_path_buf();
        Some(Place { flag, path })
    }

    /// Refuses a file with the ending of a format that recto does not write.
    pub(crate) fn check_ending(&self) -> Result<(), Failure> {
        let Some(place) = self.file() else {
            return Ok(());
        };
        let shown = place.display();
        let ending = place.extension().and_then(|ending| ending.to_str());
        let is_foreign = |ending: &str| {
            let ending = ending.to_ascii_lowercase();
            FOREIGN.contains(&ending.as_str()) && self.own_format(&ending).is_none()
        };
        if self.format.is_none() && ending.is_some_and(is_foreign) {
            return Err(Failure::usage(format!(
                "{shown}: recto writes text, .csv, .json and .html; end the name so, or give --format"
            )));
        }
        Ok(())
    }

    fn file(&self) -> Option<&Path> {
        self.output
            .as_deref()
            .filter(|path| *path != Path::new("-"))
    }

    /// Writes to where it was asked for, in the format that was asked for.
    pub(crate) fn write(
        &self,
        streams: &mut Streams<'_>,
        write: impl FnOnce(Format, Screen, &mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        interrupt::check()?;
        let (format, screen) = (self.format(), Screen::look(self.file().is_none(), self.all));
        self.deliver(streams, |writer| write(format, screen, writer))
    }

    /// Writes an answer in the format that was asked for.
    pub(crate) fn write_answer<B: Serialize>(
        &self,
        answer: &Answer<B>,
        report: impl FnOnce(Format) -> Report,
        streams: &mut Streams<'_>,
    ) -> Result<Exit, Failure> {
        self.check_table()?;
        let table = self.table(|json| to_json(answer, json))?;
        self.write(streams, |format, screen, writer| match format {
            Format::Json => to_json(answer, writer),
            Format::Csv => writer.write_all(&table),
            Format::Html => write_page(&report(format), writer),
            // What is no capability has no format of its own.
            Format::Text | Format::Own(_) => write_text(&report(format), screen, writer),
        })?;
        Ok(if answer.failed.is_empty() {
            Exit::Done
        } else {
            Exit::Input
        })
    }

    /// Refuses a table where none is written.
    pub(crate) fn check_table(&self) -> Result<(), Failure> {
        match &self.table {
            Some(_) if self.format() != Format::Csv => Err(Failure::usage(
                "--table needs --format csv, or -o with a name that ends in .csv",
            )),
            _ => Ok(()),
        }
    }

    /// The table that was asked for, of the answer that `write_json` writes; empty for other
    /// formats.
    pub(crate) fn table(
        &self,
        write_json: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> Result<Vec<u8>, Failure> {
        let (mut json, mut table) = (Vec::new(), Vec::new());
        if self.format() == Format::Csv {
            write_json(&mut json).map_err(Failure::input)?;
            let written = write_table(&json, self.table.as_deref(), &mut table);
            written.map_err(Failure::usage)?;
        }
        Ok(table)
    }

    fn deliver(
        &self,
        streams: &mut Streams<'_>,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        match self.file() {
            Some(place) => write_whole(place, write),
            None => write_out(streams, write),
        }
    }
}

/// Bytes that a page has at most: browsers hang on larger ones.
const LARGEST_PAGE: usize = 200_000_000;

/// Writes a report as one page.
pub(crate) fn write_page(report: &Report, writer: &mut dyn Write) -> io::Result<()> {
    let page = html::page(report);
    check_page(page.len())?;
    writer.write_all(page.as_bytes())
}

/// Refuses a page that no browser opens.
fn check_page(bytes: usize) -> io::Result<()> {
    if bytes <= LARGEST_PAGE {
        return Ok(());
    }
    let message = format!(
        "the page would have {} MB, more than a browser opens; write --format json, or read fewer \
         documents at a time",
        bytes / 1_000_000
    );
    Err(io::Error::new(io::ErrorKind::FileTooLarge, message))
}

/// Writes a report as lines for a terminal, as many as it has room for.
pub(crate) fn write_text(
    report: &Report,
    screen: Screen,
    writer: &mut dyn Write,
) -> io::Result<()> {
    let parts = text::parts(report, screen.options);
    writer.write_all(screen::shown(parts, screen.rows).as_bytes())
}

/// Writes files into a folder, which is made where it is missing.
pub(crate) fn write_folder(folder: &Path, files: &[OutputFile]) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| {
        let folder = folder.display();
        Failure::input(format!(
            "cannot create folder {folder}: {error}; name another"
        ))
    })?;
    for file in files {
        write_whole(&folder.join(file.name), |writer| {
            writer.write_all(&file.bytes)
        })?;
    }
    Ok(())
}

/// Writes to stdout. A reader that closes the pipe early (`| head`) ends the output without an
/// error.
pub(crate) fn write_out(
    streams: &mut Streams<'_>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut pipe = Pipe {
        writer: &mut *streams.out,
        is_closed: false,
    };
    match write(&mut pipe).and_then(|()| pipe.flush()) {
        Err(_) if pipe.is_closed => Ok(()),
        written => written
            .map_err(|error| Failure::input(format!("the result cannot be written: {error}"))),
    }
}

/// Remembers that the reader of a pipe is gone.
///
/// The error that arrives at the end does not always say so: serialisers wrap the error of the
/// writer in one of their own.
struct Pipe<W> {
    writer: W,
    is_closed: bool,
}

impl<W: Write> Pipe<W> {
    fn noting<T>(&mut self, written: io::Result<T>) -> io::Result<T> {
        let is_closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
        self.is_closed |= written.as_ref().is_err_and(is_closed);
        written
    }
}

impl<W: Write> Write for Pipe<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.writer.write(bytes);
        self.noting(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.writer.flush();
        self.noting(flushed)
    }
}

/// Writes beside `place` and renames: a reader never sees half a file, and what stood
/// there before stays until the new one is whole. A device or a pipe is written to, for
/// a rename would put a file in its place; a link keeps leading to its file.
pub(crate) fn write_whole(
    place: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    // Again, as hours may have passed since the work began.
    places::check_replaceable(place)
        .map_err(|problem| Failure::input(format!("{}: {problem}", place.display())))?;
    let real = place.canonicalize();
    let real = real.as_deref().unwrap_or(place);
    let before = std::fs::metadata(real).ok();
    let is_device = |data: &Metadata| !data.is_file() && !data.is_dir();
    let written = if before.as_ref().is_some_and(is_device) {
        write_through(real, write)
    } else {
        write_beside(real, before, write)
    };
    written.map_err(|error| match error.kind() {
        io::ErrorKind::Interrupted => Failure::stopped(),
        _ => Failure::input(format!(
            "{}: cannot be written: {error}; name another place with -o",
            place.display()
        )),
    })
}

fn write_through(
    place: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let device = std::fs::OpenOptions::new().write(true).open(place)?;
    let mut pipe = Pipe {
        writer: device,
        is_closed: false,
    };
    match write(&mut pipe) {
        Err(_) if pipe.is_closed => Ok(()),
        written => written,
    }
}

fn write_beside(
    place: &Path,
    before: Option<Metadata>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    temporary::remove_leftovers(place);
    let mut file = temporary::create_beside(place)?;
    let finished = (|| {
        if let Some(before) = before.filter(Metadata::is_file) {
            // What only its owner could read stays so.
            file.set_permissions(before.permissions())?;
        }
        write(&mut file)?;
        file.sync_all()?;
        if interrupt::is_stopped() {
            Err(io::ErrorKind::Interrupted.into())
        } else {
            interrupt::finish(place)
        }
    })();
    if finished.is_err() {
        interrupt::abandon();
    }
    finished
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_no_browser_opens_is_refused_with_a_remedy() {
        assert!(check_page(LARGEST_PAGE).is_ok());
        let refused = check_page(LARGEST_PAGE + 1_000_000).expect_err("too large");
        let said = refused.to_string();
        assert!(
            said.contains("201 MB") && said.contains("--format json"),
            "{said}"
        );
    }
}
