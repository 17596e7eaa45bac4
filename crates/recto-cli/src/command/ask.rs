//! A command that asks a capability: read, answer, tell, write.

use super::attach::{self, Attached};
use super::input::{FoundInput, Input};
use super::tell;
use crate::args::{Asked, Format, OutputArgs, RunArgs, again};
use crate::exit::{Exit, Failure};
use crate::output::{write_folder, write_page, write_text, write_whole};
use crate::places::{self, Place};
use crate::progress::Bar;
use crate::{Streams, forecast, interrupt, words};
use clap::{ArgMatches, FromArgMatches};
use recto::report::{Detail, Report};
use recto::{AnyAnswer, AnyCapability, Kind, Pile, Reading, Run};

/// Runs the command of a capability.
pub(super) fn run(
    capability: &'static dyn AnyCapability,
    matches: &ArgMatches,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let asked = Asked::of(capability.fields(), matches);
    let command = Command {
        capability,
        input: Input::from_matches(capability, matches)?,
        output: output(capability, &asked, matches)?,
        flags: RunArgs::from_arg_matches(matches)?,
        asked,
        again: again(capability, matches),
    };
    let found = command.check()?;
    let bar = command.flags.observer();
    // One pool of threads for all that the command does.
    let run = command.flags.run(&bar);
    run.install(|| command.run(found, &run, &bar, streams))
}

/// Where to write and how, by the formats that the capability has.
fn output(
    capability: &dyn AnyCapability,
    asked: &Asked,
    matches: &ArgMatches,
) -> Result<OutputArgs, Failure> {
    let output = OutputArgs::from_arg_matches(matches)?;
    Ok(OutputArgs {
        format: asked.form.or(output.format),
        own: capability.formats(),
        ..output
    })
}

/// A command line that asks a capability.
struct Command {
    capability: &'static dyn AnyCapability,
    input: Input,
    output: OutputArgs,
    flags: RunArgs,
    asked: Asked,
    /// The command that gives the same answer.
    again: String,
}

/// What a command reads, found and not yet read.
struct Files {
    input: FoundInput,
    attached: Attached,
}

impl Command {
    /// Refuses what is wrong whatever the files say, and finds the files.
    fn check(&self) -> Result<Files, Failure> {
        let asked = &self.asked;
        self.capability.check(&asked.request, &asked.attached())?;
        self.output.check_ending()?;
        self.output.check_table()?;
        let files = Files {
            input: self.input.find(),
            attached: attach::find(asked),
        };
        let places: Vec<Place> = self
            .output
            .place()
            .into_iter()
            .chain(asked.places())
            .collect();
        places::check(&places, files.input.files().chain(files.attached.files()))?;
        Ok(files)
    }

    fn run(
        &self,
        files: Files,
        run: &Run<'_>,
        bar: &Bar,
        streams: &mut Streams<'_>,
    ) -> Result<Exit, Failure> {
        let (how, quiet) = (self.input.how(), self.flags.quiet);
        let mut options = self.input.options();
        if let Some(field) = &self.asked.label_field {
            options.fields.label = Some(field.clone());
        }
        let attachments = files.attached.read(&options, run)?;
        let (mut pile, groups) = files.input.read(&options, run)?;
        interrupt::check()?;
        let is_answerable = self.input.may_be_empty() && pile.failed.is_empty();
        if pile.documents.is_empty() && !is_answerable {
            bar.clear();
            pile.word(words::remedy);
            tell(&pile.warnings, &pile.failed, quiet, streams);
            return Err(Failure::told());
        }
        let request = &self.asked.request;
        if let Some(line) = forecast::line(self.capability.name(), request, &pile)
            && !quiet
        {
            bar.clear();
            streams.tell(format_args!("note: {line}"));
        }
        let nothing = Pile::default();
        let how = Reading::for_one_run(&nothing)
            .in_language(how.lang)
            .with_limits(how.limits())
            .with_groups(groups)
            .with_attachments(&attachments)?;
        let detail = match self.output.format() {
            Format::Html => Detail::Whole,
            Format::Text | Format::Json | Format::Csv | Format::Own(_) => Detail::Outline,
        };
        let reading;
        let answer = match self.output.format() {
            // Nothing that is written needs the texts themselves.
            Format::Json | Format::Csv => {
                self.capability
                    .run_dropping_texts(pile, &how, request, &attachments, run)
            }
            Format::Html | Format::Text | Format::Own(_) => {
                reading = how.over(&pile);
                self.capability
                    .run(&reading, request, &attachments, detail, run)
            }
        };
        let mut answer = answer?;
        bar.clear();
        answer.word(&words::remedy);
        tell(answer.warnings(), answer.failed(), quiet, streams);
        if answer.is_empty() {
            return Err(Failure::told());
        }
        write_files(&self.asked, &*answer)?;
        self.write(&*answer, detail, streams)
    }

    fn write(
        &self,
        answer: &dyn AnyAnswer,
        detail: Detail,
        streams: &mut Streams<'_>,
    ) -> Result<Exit, Failure> {
        let for_page = || Report {
            again: self.again.clone(),
            ..answer.report(detail)
        };
        let for_terminal = || Report {
            // The warnings of a terminal are on stderr already.
            warnings: Vec::new(),
            ..for_page()
        };
        let table = self.output.table(|json| answer.write_json(json))?;
        self.output
            .write(streams, |format, screen, writer| match format {
                Format::Json => answer.write_json(writer),
                Format::Csv => writer.write_all(&table),
                Format::Own(form) => answer.write_as(form, writer),
                Format::Html => write_page(&for_page(), writer),
                Format::Text => write_text(&for_terminal(), screen, writer),
            })?;
        Ok(if answer.failed().is_empty() {
            Exit::Done
        } else {
            Exit::Input
        })
    }
}

/// Writes the files that were asked for beside the answer.
fn write_files(asked: &Asked, answer: &dyn AnyAnswer) -> Result<(), Failure> {
    for (field, place) in &asked.outputs {
        let ending = place.extension().and_then(|ending| ending.to_str());
        let files = answer.files(field.name, ending.unwrap_or_default())?;
        if let Kind::OutputFolder(_) = field.kind {
            write_folder(place, &files)?;
            continue;
        }
        for file in files {
            write_whole(place, |writer| writer.write_all(&file.bytes))?;
        }
    }
    Ok(())
}
