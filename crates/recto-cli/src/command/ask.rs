//! A command that asks a capability: read, answer, tell, write.

use super::input::Input;
use super::{attach, tell};
use crate::args::{Asked, Format, OutputArgs, RunArgs};
use crate::exit::{Exit, Failure};
use crate::output::{write_folder, write_whole};
use crate::{Streams, interrupt, words};
use clap::{ArgMatches, FromArgMatches};
use recto::report::{Detail, Report};
use recto::{AnyAnswer, AnyCapability, Kind, Reading};

/// Runs the command of a capability.
pub(super) fn run(
    capability: &'static dyn AnyCapability,
    matches: &ArgMatches,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let input = Input::from_matches(capability.subject(), matches)?;
    let output = OutputArgs::from_arg_matches(matches)?;
    let flags = RunArgs::from_arg_matches(matches)?;
    let asked = Asked::of(capability.fields(), matches);
    capability.check(&asked.request, &asked.attached())?;
    let known = asked.documents.iter().flat_map(|(_, paths)| paths);
    output.check(input.paths().chain(known.map(String::as_str)))?;
    let bar = flags.observer();
    let run = flags.run(&bar);
    let attachments = attach::read(&asked, &input.how().options(), &run)?;
    let (mut pile, groups) = run.install(|| input.read(&run))?;
    interrupt::check()?;
    // Files inside folders are known only now.
    output.check(pile.documents.iter().map(|document| document.file.as_str()))?;
    if pile.documents.is_empty() {
        drop(bar);
        pile.word(words::remedy);
        tell(&pile.warnings, &pile.failed, flags.quiet, streams);
        return Err(Failure::told());
    }
    let reading = Reading::for_one_run(&pile)
        .in_language(input.how().lang)
        .with_limits(input.how().limits())
        .with_groups(groups);
    let detail = match output.format() {
        Format::Html => Detail::Whole,
        Format::Text | Format::Json => Detail::Outline,
    };
    let mut answer = capability.run(&reading, &asked.request, &attachments, detail, &run)?;
    drop(bar);
    answer.word(&words::remedy);
    tell(answer.warnings(), answer.failed(), flags.quiet, streams);
    if answer.is_empty() {
        return Err(Failure::told());
    }
    write_files(&asked, &*answer)?;
    let report = || Report {
        // The warnings of a terminal are on stderr already.
        warnings: Vec::new(),
        ..answer.report(detail)
    };
    output.write(streams, |format, options, writer| match format {
        Format::Json => answer.write_json(writer),
        Format::Html => crate::output::write_page(&answer.report(detail), writer),
        Format::Text => crate::output::write_text(&report(), options, writer),
    })?;
    Ok(if answer.failed().is_empty() {
        Exit::Done
    } else {
        Exit::Input
    })
}

/// Writes the files that were asked for beside the answer.
fn write_files(asked: &Asked, answer: &dyn AnyAnswer) -> Result<(), Failure> {
    for (field, place) in &asked.outputs {
        let ending = place.extension().and_then(|ending| ending.to_str());
        let files = answer.files(field.name, ending.unwrap_or_default())?;
        if let Kind::OutputFolder = field.kind {
            write_folder(place, &files)?;
            continue;
        }
        for file in files {
            write_whole(place, |writer| writer.write_all(&file.bytes))?;
        }
    }
    Ok(())
}
