//! `recto events --follow`: a stream that does not end.
//!
//! ```text
//! sources    threads that read lines
//! store      journal and checkpoints: what was taken in is there before it is worked on
//! follower   the detector (crate recto); a function of what is taken in alone
//! output     one JSON object for each change
//! ```
//!
//! The order of writing is what makes a restart safe: lines into the journal, then through
//! the detector, then changes to the output, at times the whole state. Whatever is killed in
//! between is done again from the journal with the same result, and changes that the output
//! has already are not written twice. A full disk stops all of it, and with it the
//! producer, until there is room.

mod lines;
mod output;
mod plan;
mod position;
mod recover;
mod room;
mod source;
mod status;
mod stop;
mod store;

use crate::exit::{Exit, Failure};
use crate::{Streams, words};
use clap::ArgMatches;
use output::Output;
use plan::Plan;
use position::Position;
use recto::events::follow::{Follower, Record};
use recto::{AnyCapability, Run, Silent};
use source::{Named, Passed, Sources};
use status::{LastCheckpoint, Status};
use std::io::{self, Write};
use std::time::{Duration, Instant, SystemTime};
use store::{Checkpoint, Entry, Store};

/// How long to wait for a source before other things are looked after.
const PATIENCE: Duration = Duration::from_millis(100);
/// Share of the time that checkpoints may take: one in so many parts.
const CHECKPOINT_SHARE: u32 = 10;
/// Time that sources have at the end to tell a broker what is safe.
const ACKNOWLEDGED: Duration = Duration::from_millis(400);
/// Time after which the journal is made safe against a power cut.
const SYNC: Duration = Duration::from_secs(1);
/// Time between two ticks of a silent stream.
const TICK: Duration = Duration::from_secs(10);

/// Runs the command with `--follow`.
pub(crate) fn run(
    capability: &dyn AnyCapability,
    matches: &ArgMatches,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let plan = Plan::of(capability, matches)?;
    stop::listen();
    let run = Run::new(plan.flags.seed, &Silent);
    let run = match plan.flags.threads {
        Some(threads) => run.with_threads(threads),
        None => run,
    };
    run.install(|| plan.follow(&run, streams))
}

/// Says things on stderr.
struct Teller<'s> {
    err: &'s mut (dyn Write + Send),
    quiet: bool,
}

impl Teller<'_> {
    fn say(&mut self, kind: &str, message: &str) {
        if kind == "error" || !self.quiet {
            let mut streams = Streams {
                out: &mut io::sink(),
                err: &mut *self.err,
            };
            streams.tell(format_args!("{kind}: {message}"));
        }
    }
}

/// A stream that is being followed.
struct Following<'f, 's> {
    follower: Follower,
    store: Option<Store>,
    output: Output<'s>,
    positions: Vec<Position>,
    status: Option<Status>,
    teller: Teller<'s>,
    run: &'f Run<'f>,
    clock: Clock,
    checkpoint_every: Duration,
    last_checkpoint: Option<LastCheckpoint>,
    /// Kinds of bad lines that were told of.
    n_notices: usize,
}

/// When things were done last.
struct Clock {
    message: Instant,
    tick: Instant,
    sync: Instant,
    checkpoint: Instant,
    /// How long the last checkpoint took.
    took: Duration,
}

impl Default for Clock {
    fn default() -> Self {
        let now = Instant::now();
        Self {
            message: now,
            tick: now,
            sync: now,
            checkpoint: now,
            took: Duration::ZERO,
        }
    }
}

impl Following<'_, '_> {
    fn run(mut self, plan: &Plan) -> Result<Exit, Failure> {
        let limit = plan.source_options().limits.line;
        let sources = Sources::start(&plan.named, &self.positions, limit);
        let mut n_open = plan.named.len();
        let mut has_failed = false;
        self.write()?;
        while n_open > 0 && !stop::is_asked() {
            match sources.next(PATIENCE) {
                Some((source, Passed::Lines { bytes, position })) => {
                    self.take(source, position, bytes)?;
                }
                Some((source, Passed::Note(note))) => {
                    let name = plan.named[source as usize].shown();
                    self.teller.say("note", &format!("{name} {note}"));
                }
                Some((_, Passed::End)) => n_open -= 1,
                Some((source, Passed::Failed(why))) => {
                    let name = plan.named[source as usize].shown();
                    self.teller.say("error", &format!("{name}: {why}"));
                    has_failed = true;
                    n_open -= 1;
                }
                None => self.idle(plan.args.idle_timeout)?,
            }
            if self.look_after()? {
                sources.are_safe(&self.positions);
            }
        }
        if n_open == 0 {
            self.enter(&Entry::Finish)?;
            let records = self.follower.finish(self.run)?;
            self.tell(&records)?;
        }
        if self.checkpoint() {
            sources.are_safe(&self.positions);
            if plan.named.iter().any(Named::is_broker) {
                std::thread::sleep(ACKNOWLEDGED);
            }
        }
        self.end(plan, n_open == 0, has_failed)
    }

    /// Takes in lines of a source.
    fn take(&mut self, source: u32, position: Position, bytes: Vec<u8>) -> Result<(), Failure> {
        self.clock.message = Instant::now();
        let entry = Entry::Lines {
            source,
            position,
            bytes,
        };
        self.enter(&entry)?;
        let records = self.apply(entry)?;
        self.warn();
        self.tell(&records)
    }

    /// Writes an entry into the journal.
    fn enter(&mut self, entry: &Entry) -> Result<(), Failure> {
        if self.store.is_none() {
            return Ok(());
        }
        self.with_room("the journal", |following| match &mut following.store {
            Some(store) => store.add(entry),
            None => Ok(()),
        })
    }

    /// What an entry of the journal changes.
    fn apply(&mut self, entry: Entry) -> Result<Vec<Record>, Failure> {
        let records = match entry {
            Entry::Lines {
                source,
                position,
                bytes,
            } => {
                if let Some(place) = self.positions.get_mut(source as usize) {
                    *place = position;
                }
                self.follower.take(&bytes, self.run)?
            }
            Entry::Tick(watermark) => self.follower.tick(watermark, self.run)?,
            Entry::Finish => self.follower.finish(self.run)?,
            Entry::Told(_) => Vec::new(),
        };
        Ok(records)
    }

    /// Writes changes, after the journal is safe that they can be made from again.
    fn tell(&mut self, records: &[Record]) -> Result<(), Failure> {
        if records.is_empty() {
            return Ok(());
        }
        let put = self.output.put(records);
        put.expect("memory takes any number of bytes");
        if !self.output.is_pending() {
            return Ok(());
        }
        self.sync()?;
        self.write()
    }

    fn write(&mut self) -> Result<(), Failure> {
        self.with_room("the output", |following| following.output.write())?;
        match self.output.told() {
            Some(told) if self.output.is_stdout() => self.enter(&Entry::Told(told)),
            _ => Ok(()),
        }
    }

    fn sync(&mut self) -> Result<(), Failure> {
        self.clock.sync = Instant::now();
        self.with_room("the journal", |following| match &mut following.store {
            Some(store) => store.sync(),
            None => Ok(()),
        })
    }

    /// Lets time pass in a stream that is silent, so that what is open comes to its end.
    fn idle(&mut self, timeout: f64) -> Result<(), Failure> {
        let silent = self.clock.message.elapsed();
        if silent.as_secs_f64() < timeout || self.clock.tick.elapsed() < TICK {
            return Ok(());
        }
        let Some(newest) = self.follower.detector().newest() else {
            return Ok(());
        };
        if self.follower.is_settled() {
            return Ok(());
        }
        self.clock.tick = Instant::now();
        let watermark = newest + silent.as_secs_f64() - self.follower.lateness();
        let entry = Entry::Tick(watermark);
        self.enter(&entry)?;
        let records = self.apply(entry)?;
        self.tell(&records)
    }

    /// What is due from time to time; returns whether a checkpoint was written.
    fn look_after(&mut self) -> Result<bool, Failure> {
        if self.clock.sync.elapsed() >= SYNC {
            self.sync()?;
        }
        let pause = self
            .checkpoint_every
            .max(self.clock.took * CHECKPOINT_SHARE);
        let is_due = self.clock.checkpoint.elapsed() >= pause;
        let is_written = is_due && self.checkpoint();
        self.report("following", false);
        Ok(is_written)
    }

    /// Writes the state, and returns whether it could. Where there is no room for it the
    /// journal goes on, which holds as much.
    fn checkpoint(&mut self) -> bool {
        let Some(mut store) = self.store.take() else {
            return false;
        };
        let started = Instant::now();
        let checkpoint = self.state();
        let bytes = checkpoint.follower.len();
        let written = store.checkpoint(&checkpoint);
        self.store = Some(store);
        match &written {
            Ok(()) => {
                let at = SystemTime::now();
                self.last_checkpoint = Some(LastCheckpoint { at, bytes });
            }
            Err(error) => {
                let message = format!("no checkpoint was written: {error}; the journal goes on");
                self.teller.say("warning", &message);
            }
        }
        self.clock.checkpoint = Instant::now();
        self.clock.took = started.elapsed();
        written.is_ok()
    }

    fn state(&self) -> Checkpoint {
        Checkpoint {
            positions: self.positions.clone(),
            next_seq: self.output.told().map_or(0, |told| told + 1),
            follower: self.follower.save(),
        }
    }

    /// Writes the status file.
    fn report(&mut self, state: &str, is_new: bool) {
        let Some(status) = &mut self.status else {
            return;
        };
        let told = self.output.told();
        let written = status.write(state, is_new, &self.follower, told, self.last_checkpoint);
        // On a full disk the last status stands; what matters is said on stderr.
        if written.is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            let message = "the folder of the status file is gone; it is not written any more";
            self.teller.say("warning", message);
            self.status = None;
        }
    }

    /// Tells of kinds of bad lines that were not seen before.
    fn warn(&mut self) {
        let notices = self.follower.notices();
        if notices.len() > self.n_notices {
            for notice in &notices {
                self.teller.say("warning", &words::notice(notice));
            }
            self.n_notices = notices.len();
        }
    }

    fn end(mut self, plan: &Plan, is_end: bool, has_failed: bool) -> Result<Exit, Failure> {
        self.report(if is_end { "ended" } else { "stopped" }, true);
        let counts = self.follower.counts();
        if counts.left_out > 0 {
            for notice in self.follower.notices() {
                self.teller.say("warning", &words::notice(&notice));
            }
        }
        let is_unusable = counts.lines > 0 && counts.left_out == counts.lines;
        let is_refused = plan.args.strict && counts.left_out > 0;
        if is_end && (is_unusable || is_refused || has_failed) {
            return Ok(Exit::Input);
        }
        Ok(stop::exit())
    }
}
