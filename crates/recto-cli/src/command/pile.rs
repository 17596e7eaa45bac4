//! What every command does that reads a pile: read, answer, tell, write.

use super::tell;
use crate::args::{Format, InputArgs, OutputArgs, RunArgs};
use crate::exit::{Exit, Failure};
use crate::{Streams, interrupt};
use recto::report::{Detail, Report};
use recto::{Answer, Cancelled, Document, Pile, Run, source};
use serde::Serialize;

/// The flags that all such commands have.
pub(super) struct Flags<'a> {
    pub(super) output: &'a OutputArgs,
    pub(super) run: &'a RunArgs,
}

/// What was read, in one pile or in several.
pub(super) trait Piles: Send {
    fn piles(&self) -> Vec<&Pile>;
}

impl Piles for Pile {
    fn piles(&self) -> Vec<&Pile> {
        vec![self]
    }
}

/// What makes a report of an answer.
type Draw<B> = fn(&Answer<B>, &[Document], Detail) -> Report;

impl Flags<'_> {
    /// Runs `answer` on the pile of `input`; see [`Flags::over`].
    pub(super) fn over_pile<B: Serialize>(
        &self,
        input: &InputArgs,
        streams: &mut Streams<'_>,
        answer: impl FnOnce(&Pile, &Run<'_>) -> Result<Answer<B>, Failure>,
        is_empty: impl FnOnce(&B) -> bool,
        finish: impl FnOnce(&Answer<B>) -> Result<(), Failure>,
        draw: Draw<B>,
    ) -> Result<Exit, Failure> {
        let read = |run: &Run<'_>| source::read(&input.files, &input.how.options(), run);
        self.over(&input.files, read, streams, answer, is_empty, finish, draw)
    }

    /// Runs `answer` on what `read` reads of `files`, calls `finish` with what it found, and
    /// writes the report. Input without a readable document, or an answer that `is_empty`,
    /// ends with the code of bad input, all that failed having been named.
    #[expect(
        clippy::too_many_arguments,
        reason = "the steps of a command, in order"
    )]
    pub(super) fn over<P: Piles, B: Serialize>(
        &self,
        files: &[String],
        read: impl FnOnce(&Run<'_>) -> Result<P, Cancelled> + Send,
        streams: &mut Streams<'_>,
        answer: impl FnOnce(&P, &Run<'_>) -> Result<Answer<B>, Failure>,
        is_empty: impl FnOnce(&B) -> bool,
        finish: impl FnOnce(&Answer<B>) -> Result<(), Failure>,
        draw: Draw<B>,
    ) -> Result<Exit, Failure> {
        let quiet = self.run.quiet;
        self.output.check(files.iter().map(String::as_str))?;
        let bar = self.run.observer();
        let run = self.run.run(&bar);
        let input = run.install(|| read(&run))?;
        interrupt::check()?;
        let piles = input.piles();
        let documents = || piles.iter().flat_map(|pile| &pile.documents);
        // Files inside folders are known only now.
        self.output
            .check(documents().map(|document| document.file.as_str()))?;
        if documents().next().is_none() {
            drop(bar);
            for pile in piles {
                tell(&pile.warnings, &pile.failed, quiet, streams);
            }
            return Err(Failure::told());
        }
        let answer = answer(&input, &run)?;
        drop(bar);
        tell(&answer.warnings, &answer.failed, quiet, streams);
        if is_empty(&answer.body) {
            return Err(Failure::told());
        }
        finish(&answer)?;
        let report = |format| {
            let all: Vec<Document>;
            let documents: &[Document] = match &piles[..] {
                [only] => &only.documents,
                _ => {
                    all = documents().cloned().collect();
                    &all
                }
            };
            match format {
                Format::Html => draw(&answer, documents, Detail::Whole),
                // The warnings of a terminal are on stderr already.
                _ => Report {
                    warnings: Vec::new(),
                    ..draw(&answer, documents, Detail::Outline)
                },
            }
        };
        self.output.write(&answer, report, streams)
    }
}
