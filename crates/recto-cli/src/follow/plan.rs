//! What `--follow` was asked: flags, files, and the follower that they make.

use super::source::Named;
use super::{Teller, recover};
use crate::Streams;
use crate::args::{Asked, Format, MessageArgs, OutputArgs, RunArgs};
use crate::command::attach;
use crate::exit::{Exit, Failure};
use crate::places::{self, Place};
use clap::{ArgMatches, FromArgMatches};
use recto::events::Request;
use recto::events::follow::Follower;
use recto::source::{self, FileIdentity};
use recto::{AnyCapability, Pile, Reading, Run, SourceOptions};
use serde_json::Value;

/// A command line that was found right.
pub(super) struct Plan {
    pub(super) args: MessageArgs,
    pub(super) output: OutputArgs,
    pub(super) flags: RunArgs,
    asked: Asked,
    pub(super) named: Vec<Named>,
}

impl Plan {
    pub(super) fn of(
        capability: &dyn AnyCapability,
        matches: &ArgMatches,
    ) -> Result<Self, Failure> {
        let plan = Self {
            args: MessageArgs::from_arg_matches(matches)?,
            output: OutputArgs::from_arg_matches(matches)?,
            flags: RunArgs::from_arg_matches(matches)?,
            asked: Asked::of(capability.fields(), matches),
            named: Vec::new(),
        };
        capability.check(&plan.asked.request, &plan.asked.attached())?;
        let is_json = |format| format == Format::Json;
        if plan.asked.form.is_some() || !plan.output.format.is_none_or(is_json) {
            let message = "--follow writes JSON lines; leave --format out";
            return Err(Failure::usage(message));
        }
        let named = plan.args.files.iter().map(|path| Named::of(path));
        let named: Vec<Named> = named.collect::<Result<_, _>>().map_err(Failure::input)?;
        if named.iter().filter(|&named| *named == Named::Stdin).count() > 1 {
            let message = "- stands for standard input, which can be read only once";
            return Err(Failure::usage(message));
        }
        plan.check_places(&named)?;
        Ok(Self { named, ..plan })
    }

    /// Refuses to write over what is read.
    fn check_places(&self, named: &[Named]) -> Result<(), Failure> {
        let status = self.args.status.iter().map(|path| Place {
            flag: "--status".into(),
            path: path.clone(),
        });
        let places: Vec<Place> = self.output.place().into_iter().chain(status).collect();
        let identity = |named: &Named| match named {
            Named::Stdin | Named::Broker(_) => None,
            Named::File(path) => Some((named.shown(), FileIdentity::of(path)?)),
        };
        let files: Vec<(String, FileIdentity)> = named.iter().filter_map(identity).collect();
        let files = files.iter().map(|(name, file)| (name.as_str(), file));
        places::check(&places, files)
    }

    pub(super) fn source_options(&self) -> SourceOptions {
        SourceOptions {
            format: Some(source::Format::Messages),
            zone: self.args.time_zone.clone().unwrap_or_default(),
            ..self.args.how.options()
        }
    }

    fn follower(&self, run: &Run<'_>) -> Result<Follower, Failure> {
        let source = self.source_options();
        let attachments = attach::find(&self.asked).read(&source, run)?;
        let request = Value::Object(self.asked.request.clone());
        let request: Request = serde_json::from_value(request)
            .map_err(|error| Failure::usage(format!("the request cannot be read: {error}")))?;
        let nothing = Pile::default();
        let how = Reading::for_one_run(&nothing).in_language(self.args.how.lang);
        let how = how.with_attachments(&attachments)?;
        Ok(Follower::new(&request, &attachments, &how, source, run)?)
    }

    pub(super) fn follow(&self, run: &Run<'_>, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
        let follower = self.follower(run)?;
        let Streams { out, err } = streams;
        let teller = Teller {
            err: &mut **err,
            quiet: self.flags.quiet,
        };
        let following = recover::begin(self, follower, &mut **out, teller, run)?;
        following.run(self)
    }
}
