//! What needs no terminal: import, export, status, simulation.

use super::now;
use super::open::{Opened, contents};
use crate::Streams;
use crate::args::{Format, LabelArgs};
use crate::exit::{Exit, Failure};
use crate::output::{write_out, write_whole};
use recto::label::active::Settings;
use recto::label::active::simulate::{Plan, Start};
use recto::label::export::{self, Form};
use recto::label::import::import;
use recto::label::page::{self, Simulated};
use recto::label::status::status;
use recto::report::Report;
use recto::{Answer, Run, Warning};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::path::Path;

/// Points of a curve.
const POINTS: f64 = 20.0;

/// Whether something is asked that needs no terminal.
pub(super) fn is_asked(args: &LabelArgs) -> bool {
    args.status || args.simulate || args.import.is_some() || args.export.is_some()
}

/// Refuses flags that would be silently ignored.
pub(super) fn check(args: &LabelArgs) -> Result<(), Failure> {
    let prints = args.status || args.simulate;
    if args.output.output.is_some() && !prints {
        return Err(Failure::usage(
            "-o is for --status and --simulate; --export takes the name of its file itself",
        ));
    }
    match args.output.format {
        Some(Format::Own(name)) if args.export.is_none() => {
            Err(Failure::usage(format!("--format {name} is for --export")))
        }
        Some(_) if !prints && args.export.is_none() => Err(Failure::usage(
            "--format is for --export, --status and --simulate",
        )),
        _ => {
            if let Some(place) = &args.export {
                form(args, place)?;
            }
            args.output.check_ending()
        }
    }
}

/// The form of an export, by flag or by the ending of the file.
fn form(args: &LabelArgs, place: &Path) -> Result<Form, Failure> {
    let named = match args.output.format {
        Some(Format::Own(name)) => Form::named(name),
        Some(_) if !args.status => None,
        _ => {
            let ending = place.extension().and_then(|ending| ending.to_str());
            match ending.map(str::to_ascii_lowercase).as_deref() {
                Some("jsonl" | "ndjson") => Some(Form::Jsonl),
                Some("csv") => Some(Form::Csv),
                Some("tsv") => Some(Form::Lexicon),
                None if place == Path::new("-") => Some(Form::Jsonl),
                _ => None,
            }
        }
    };
    named.ok_or_else(|| {
        Failure::usage(format!(
            "--export {}: end the name in .jsonl, .csv or .tsv (a lexicon), or give --format \
             jsonl, csv, doccano, lexicon or log",
            place.display()
        ))
    })
}

/// Does what was asked: import first, then export, then what is printed.
pub(super) fn run(
    args: &LabelArgs,
    opened: Opened,
    warnings: Vec<Warning>,
    run: &Run<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let Opened {
        mut session,
        mut chooser,
        exit,
        ..
    } = opened;
    if let Some(path) = &args.import {
        let file = contents("--import", path, args.how.bytes.max_file_bytes)?;
        let annotator = session.who().annotator.clone();
        let found = import(session.project_mut(), &file, &annotator, now())?;
        if !args.run.quiet {
            streams.tell(format_args!(
                "note: {} answers added from {}; {} were there already, {} rows have no label, \
                 {} are about documents that the project does not have",
                found.added, file.label, found.known, found.without_label, found.unmatched
            ));
        }
        if found.added + found.known == 0 {
            return Err(Failure::input(format!(
                "{}: no answer fits a document of the project; rows need `text` or `id` as the \
                 project has them, or `word`, and `label`",
                file.label
            )));
        }
        chooser.apply(&session.updates())?;
    }
    chooser.refit(run)?;
    if let Some(place) = &args.export {
        let rows = export::documents(session.project(), session.texts(), &chooser)?;
        let form = form(args, place)?;
        let write =
            |writer: &mut dyn std::io::Write| export::write(form, session.project(), &rows, writer);
        if place == Path::new("-") {
            write_out(streams, write)?;
        } else {
            write_whole(place, write)?;
        }
    }
    if args.status {
        let parameters = parameters(&[("strategy", json!(chooser.settings().strategy))]);
        let answer = page::answer(parameters, warnings, status(&session, &chooser)?);
        print(args, &answer, page::status_report(&answer), streams)?;
    } else if args.simulate {
        let plan = Plan {
            settings: Settings {
                seed: args.run.seed,
                ..*chooser.settings()
            },
            start: Start::Nothing,
            budget: f64::from(args.budget),
            every: (f64::from(args.budget) / POINTS).max(1.0),
            ..Plan::default()
        };
        let (found, majority) = chooser.simulate(&plan, run)?;
        let body = Simulated {
            curve: found.curve,
            majority,
        };
        let own = [
            ("strategy", json!(plan.settings.strategy)),
            ("budget", json!(args.budget)),
            ("seed", json!(args.run.seed)),
        ];
        let answer = page::answer(parameters(&own), warnings, body);
        print(args, &answer, page::simulation_report(&answer), streams)?;
    }
    Ok(exit)
}

fn parameters(own: &[(&str, Value)]) -> Map<String, Value> {
    let own = own.iter().cloned();
    own.map(|(name, value)| (name.to_owned(), value)).collect()
}

fn print<B: Serialize>(
    args: &LabelArgs,
    answer: &Answer<B>,
    report: Report,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let shown = |format| Report {
        warnings: match format {
            Format::Html => report.warnings.clone(),
            // Those of a terminal are on stderr already.
            _ => Vec::new(),
        },
        ..report.clone()
    };
    args.output.write_answer(answer, shown, streams)?;
    Ok(())
}
