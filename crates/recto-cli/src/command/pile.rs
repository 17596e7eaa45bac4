//! What every command does that reads a pile: read, answer, tell, write.

use super::tell;
use crate::args::{Format, InputArgs, OutputArgs, RunArgs};
use crate::exit::{Exit, Failure};
use crate::{Streams, interrupt};
use recto::report::{Detail, Report};
use recto::{Answer, Document, Pile, Run, source};
use serde::Serialize;

/// The flags that all such commands have.
pub(super) struct Flags<'a> {
    pub(super) input: &'a InputArgs,
    pub(super) output: &'a OutputArgs,
    pub(super) run: &'a RunArgs,
}

/// What makes a report of an answer.
type Draw<B> = fn(&Answer<B>, &[Document], Detail) -> Report;

impl Flags<'_> {
    /// Runs `answer` on the pile, calls `finish` with what it found, and writes the report.
    /// A pile without a readable document, or an answer that `is_empty`, ends with the code
    /// of bad input, all that failed having been named.
    pub(super) fn over_pile<B: Serialize>(
        &self,
        streams: &mut Streams<'_>,
        answer: impl FnOnce(&Pile, &Run<'_>) -> Result<Answer<B>, Failure>,
        is_empty: impl FnOnce(&B) -> bool,
        finish: impl FnOnce(&Answer<B>) -> Result<(), Failure>,
        draw: Draw<B>,
    ) -> Result<Exit, Failure> {
        let quiet = self.run.quiet;
        self.output
            .check(self.input.files.iter().map(String::as_str))?;
        let bar = self.run.observer();
        let run = self.run.run(&bar);
        let pile = run.install(|| source::read(&self.input.files, &self.input.options(), &run))?;
        interrupt::check()?;
        // Files inside folders are known only now.
        self.output
            .check(pile.documents.iter().map(|document| document.file.as_str()))?;
        if pile.documents.is_empty() {
            drop(bar);
            tell(&pile.warnings, &pile.failed, quiet, streams);
            return Err(Failure::told());
        }
        let answer = answer(&pile, &run)?;
        drop(bar);
        tell(&answer.warnings, &answer.failed, quiet, streams);
        if is_empty(&answer.body) {
            return Err(Failure::told());
        }
        finish(&answer)?;
        let report = |format| match format {
            Format::Html => draw(&answer, &pile.documents, Detail::Whole),
            // The warnings of a terminal are on stderr already.
            _ => Report {
                warnings: Vec::new(),
                ..draw(&answer, &pile.documents, Detail::Outline)
            },
        };
        self.output.write(&answer, report, streams)
    }
}
