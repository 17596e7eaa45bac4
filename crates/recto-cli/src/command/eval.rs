//! `recto eval`.

use super::{attach, tell};
use crate::Streams;
use crate::args::{Asked, EvalArgs, Format};
use crate::exit::{Exit, Failure};
use crate::places::{self, Place};
use crate::words;
use clap::{ArgMatches, FromArgMatches};
use recto::evaluate::{self, AnyEvaluation, Side, Sides};
use recto::report::Report;
use recto::source::{self, FileIdentity, Found};
use recto::{Cancelled, Run, SourceOptions};
use std::path::Path;

/// Runs the command of a task.
pub(super) fn run(matches: &ArgMatches, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let Some((name, matches)) = matches.subcommand() else {
        return Err(Failure::usage("eval needs a task"));
    };
    let evaluations = evaluate::evaluations().iter();
    match evaluations.copied().find(|row| row.about().name == name) {
        Some(evaluation) => score(evaluation, matches, streams),
        None => Err(Failure::usage(format!("there is no task {name}"))),
    }
}

fn score(
    evaluation: &'static dyn AnyEvaluation,
    matches: &ArgMatches,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let args = EvalArgs::from_arg_matches(matches)?;
    let asked = Asked::of(evaluation.about().fields, matches);
    evaluation.check(&asked.request, &asked.attached())?;
    args.output.check_ending()?;
    let attached = attach::find(&asked);
    let sides = FoundSides::of(&args);
    let places: Vec<Place> = args
        .output
        .place()
        .into_iter()
        .chain(asked.places())
        .collect();
    places::check(&places, sides.files().chain(attached.files()))?;
    let bar = args.run.observer();
    let run = args.run.run(&bar);
    // One pool of threads for all that the command does.
    let answer = run.install(|| {
        let attachments = attached.read(&args.bytes.options(), &run)?;
        let sides = sides.read(&args.bytes.options(), &run)?;
        let answer = evaluation.score(&sides, &asked.request, &attachments, &run);
        answer.map_err(Failure::from)
    });
    let mut answer = answer?;
    drop(bar);
    answer.word(words::remedy);
    tell(&answer.warnings, &answer.failed, args.run.quiet, streams);
    let report = |format| match format {
        Format::Html => evaluate::report(&answer),
        _ => Report {
            warnings: Vec::new(),
            ..evaluate::report(&answer)
        },
    };
    args.output.write_answer(&answer, report, streams)
}

/// The files of both sides, found and not yet read: the reference first.
struct FoundSides(Vec<(String, Found)>);

impl FoundSides {
    fn of(args: &EvalArgs) -> Self {
        let paths = [&args.reference].into_iter().chain(&args.outputs);
        let side = |path: &Path| (path.display().to_string(), source::find(&[path]));
        Self(paths.map(|path| side(path)).collect())
    }

    fn files(&self) -> impl Iterator<Item = (&str, &FileIdentity)> {
        self.0.iter().flat_map(|(_, found)| found.files())
    }

    /// The files of both sides, each as one text.
    fn read(self, options: &SourceOptions, run: &Run<'_>) -> Result<Sides, Cancelled> {
        let mut sides = self.0.into_iter().map(|(label, found)| {
            let files = found.read(options, run)?;
            Ok(Side { label, files })
        });
        Ok(Sides {
            reference: sides.next().expect("the reference is one of them")?,
            outputs: sides.collect::<Result<_, _>>()?,
        })
    }
}
