//! `recto eval`.

use super::{attach, tell};
use crate::Streams;
use crate::args::{Asked, EvalArgs, Format};
use crate::exit::{Exit, Failure};
use crate::words;
use clap::{ArgMatches, FromArgMatches};
use recto::evaluate::{self, AnyEvaluation, Side, Sides};
use recto::report::Report;
use recto::{Cancelled, Run, source};

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
    let inputs = [&args.reference].into_iter().chain(&args.outputs);
    args.output.check(inputs.map(String::as_str))?;
    let bar = args.run.observer();
    let run = args.run.run(&bar);
    // One pool of threads for all that the command does.
    let answer = run.install(|| {
        let attachments = attach::read(&asked, &args.bytes.options(), &run)?;
        let sides = read(&args, &run)?;
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

/// The files of both sides, each as one text.
fn read(args: &EvalArgs, run: &Run<'_>) -> Result<Sides, Cancelled> {
    let side = |path: &String| {
        let files = source::read(std::slice::from_ref(path), &args.bytes.options(), run)?;
        let label = path.clone();
        Ok(Side { label, files })
    };
    Ok(Sides {
        reference: side(&args.reference)?,
        outputs: args.outputs.iter().map(side).collect::<Result<_, _>>()?,
    })
}
