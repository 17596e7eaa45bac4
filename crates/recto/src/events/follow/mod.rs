//! Following a stream: lines in, changes of sub-events out, the state as bytes.
//!
//! A [`Follower`] is what a front end drives that reads a live stream. It reads no file, no
//! clock and no network: lines come in whole and in order, time that passes without a
//! message comes in by [`Follower::tick`], and what it tells depends on those calls alone,
//! not on how the lines are cut into batches. Its whole state can be saved and resumed, and
//! a follower that was resumed says what one that was never stopped would have said.

mod ids;
mod record;
#[cfg(test)]
mod tests;

pub use record::{Followed, Header, Record};

use super::{Request, methods, options, refused};
use crate::{Attachments, Error, Reading, capability};
use ids::{Held, Seen};
use rayon::prelude::*;
use recto_events::stream::{Change, StreamDetector};
use recto_events::{Message, Options, Profile};
use recto_math::envelope::Envelope;
use recto_math::{Notice, Remedy, Run};
use recto_text::SourceOptions;
use recto_text::source::{LeftOut, LineProblem, TimedMessage, read_message};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// What a saved state begins with.
const ENVELOPE: Envelope = Envelope {
    magic: b"rctofllw",
    version: 1,
    content: "the state of a stream",
};

/// Seconds after its last message by which a stream has been searched for the last time.
const SEARCHED: f64 = 60.0;

/// Largest count of a state that was read.
const MOST_COUNTED: u64 = 1 << 62;

/// Lines below which one thread reads them all.
const FEW: usize = 64;

/// A detector of sub-events that reads a stream line by line.
///
/// ```
/// use recto::events::{Request, follow::Follower};
/// use recto::{Attachments, Pile, Reading, Run, Silent, SourceOptions};
///
/// let run = Run::new(0, &Silent);
/// let pile = Pile::default();
/// let how = Reading::for_one_run(&pile);
/// let files = Attachments::default();
/// let mut follower =
///     Follower::new(&Request::default(), &files, &how, SourceOptions::default(), &run)?;
/// let line = b"{\"time\": \"2025-03-10T20:19:00Z\", \"text\": \"Lights out\"}\n";
/// assert!(follower.take(line, &run)?.is_empty());
///
/// let saved = follower.save();
/// let mut other =
///     Follower::new(&Request::default(), &files, &how, SourceOptions::default(), &run)?;
/// other.resume(&saved)?;
/// assert_eq!(other.counts(), follower.counts());
/// # Ok::<(), recto::Error>(())
/// ```
pub struct Follower {
    options: Options,
    source: SourceOptions,
    parameters: Map<String, Value>,
    detector: StreamDetector,
    lines: Lines,
}

/// What is known of the lines so far, beside the detector.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Lines {
    /// Lines that were not blank.
    read: u64,
    left_out: LeftOut,
    /// Records that are no posts: likes, follows, deletions.
    not_posts: u64,
    /// Messages whose id was there before.
    repeats: u64,
    held: Held,
    seen: Seen,
}

/// How many lines and messages there were, and what became of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct FollowCounts {
    /// Lines that were not blank.
    pub lines: u64,
    /// Lines that are no messages.
    pub left_out: u64,
    /// Records that are no posts: likes, follows, deletions.
    pub not_posts: u64,
    /// Messages whose id was there before.
    pub repeats: u64,
    /// Messages that the detector counted.
    #[serde(flatten)]
    pub messages: recto_events::Counts,
}

/// The state of a follower as it is saved.
#[derive(Serialize, Deserialize)]
struct Saved<'f> {
    parameters: String,
    detector: Cow<'f, [u8]>,
    lines: Cow<'f, Lines>,
}

impl Follower {
    /// A follower that has read nothing. `how` says in which language to read.
    ///
    /// # Errors
    /// [`Error::Request`] if the request names a method or a profile that reads all
    /// messages at once, or a parameter is out of its range.
    pub fn new(
        request: &Request,
        attachments: &Attachments,
        how: &Reading<'_>,
        source: SourceOptions,
        run: &Run<'_>,
    ) -> Result<Self, Error> {
        let options = Options {
            profile: Profile::Stream,
            ..options(how, &online(request)?, attachments)?
        };
        let detector = StreamDetector::new(&options).map_err(refused)?;
        let method = capability::choose(methods(), "auto")?;
        let own = (method.build)(&options).map_err(refused)?.parameters();
        let parameters = super::parameters(how, request, (method.name, own), run);
        Ok(Self {
            options,
            source,
            parameters,
            detector,
            lines: Lines::default(),
        })
    }

    /// Takes in whole lines and returns what changed. The last one may lack its newline.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the observer asks to stop; the state is then of no use.
    pub fn take(&mut self, bytes: &[u8], run: &Run<'_>) -> Result<Vec<Record>, Error> {
        let messages = self.read(bytes);
        let detected = messages.iter().map(message).collect::<Vec<Message<'_>>>();
        let changes = self.detector.push_batch(&detected, run).map_err(refused)?;
        Ok(self.told(changes))
    }

    /// Time that passed without a message, up to `watermark` in seconds since 1970.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the observer asks to stop; the state is then of no use.
    pub fn tick(&mut self, watermark: f64, run: &Run<'_>) -> Result<Vec<Record>, Error> {
        let changes = self.detector.tick(watermark, run).map_err(refused)?;
        Ok(self.told(changes))
    }

    /// The end of the stream: decides on everything that is open.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the observer asks to stop; the state is then of no use.
    pub fn finish(&mut self, run: &Run<'_>) -> Result<Vec<Record>, Error> {
        let changes = self.detector.finish(run).map_err(refused)?;
        Ok(self.told(changes))
    }

    /// The first line of the output; `after` is the last change that an earlier run told.
    pub fn header(&self, after: Option<u64>) -> Header {
        Header::new(self.parameters.clone(), after)
    }

    /// What was read so far.
    pub fn counts(&self) -> FollowCounts {
        let lines = &self.lines;
        FollowCounts {
            lines: lines.read,
            left_out: lines.left_out.count() as u64,
            not_posts: lines.not_posts,
            repeats: lines.repeats,
            messages: self.detector.counts(),
        }
    }

    /// What to say of lines that are no messages.
    pub fn notices(&self) -> Vec<Notice> {
        self.lines.left_out.notices()
    }

    /// Seconds that the detector waits for messages out of order.
    pub fn lateness(&self) -> f64 {
        self.options.lateness
    }

    /// Whether nothing more can be told before another message comes, however much time
    /// passes.
    pub fn is_settled(&self) -> bool {
        let (newest, watermark) = (self.detector.newest(), self.detector.watermark());
        let is_over = newest
            .zip(watermark)
            .is_none_or(|(newest, now)| now >= newest + SEARCHED);
        is_over && self.detector.n_open() == 0
    }

    /// The detector, for what it tells of itself.
    pub fn detector(&self) -> &StreamDetector {
        &self.detector
    }

    /// The whole state.
    pub fn save(&self) -> Vec<u8> {
        let saved = Saved {
            parameters: self.fingerprint(),
            detector: Cow::Owned(self.detector.save()),
            lines: Cow::Borrowed(&self.lines),
        };
        ENVELOPE.pack(&saved)
    }

    /// Takes over a saved state.
    ///
    /// # Errors
    /// [`Error::Input`] if the bytes are no state, or one of another version or other
    /// parameters; the follower is then as before.
    pub fn resume(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let saved: Saved<'_> = ENVELOPE.unpack(bytes).map_err(Error::input)?;
        if saved.parameters != self.fingerprint() {
            let message = "it was made with other parameters; give the same ones, or begin anew \
                           in another folder";
            return Err(Error::input(message));
        }
        if !saved.lines.is_valid() {
            return Err(Error::input("a count of messages is out of its range"));
        }
        self.detector = StreamDetector::load(&saved.detector, &self.options).map_err(refused)?;
        self.lines = saved.lines.into_owned();
        Ok(())
    }

    /// What must be the same for a state to be of use: the parameters, and how messages are
    /// read.
    fn fingerprint(&self) -> String {
        let fields = &self.source.fields;
        let read = json!([fields.text, fields.id, fields.time, self.source.zone.name()]);
        json!([self.parameters, read]).to_string()
    }

    /// The messages of some lines, without those that were there before.
    fn read(&mut self, bytes: &[u8]) -> Vec<TimedMessage> {
        let lines: Vec<&[u8]> = bytes
            .split(|&byte| byte == b'\n')
            .filter(|line| !line.trim_ascii().is_empty())
            .collect();
        let source = &self.source;
        let read = |line: &&[u8]| read_message(&String::from_utf8_lossy(line), source);
        let found: Vec<Result<Option<TimedMessage>, LineProblem>> = if lines.len() < FEW {
            lines.iter().map(read).collect()
        } else {
            lines.par_iter().with_min_len(FEW).map(read).collect()
        };
        let new = |found| self.lines.add(found);
        found.into_iter().filter_map(new).collect()
    }

    fn told(&mut self, changes: Vec<Change>) -> Vec<Record> {
        let held = &self.lines.held;
        let records = changes.into_iter().map(|change| Record::new(change, held));
        let records = records.collect();
        if self.lines.held.is_due() {
            self.lines.held.forget_before(self.detector.oldest_number());
        }
        records
    }
}

impl Lines {
    /// Whether counting on from a state that was read cannot overflow.
    fn is_valid(&self) -> bool {
        let counts = [self.read, self.not_posts, self.repeats];
        counts.iter().all(|&count| count <= MOST_COUNTED) && self.held.is_valid()
    }

    /// Counts a line, and returns its message if it is a new one.
    fn add(&mut self, found: Result<Option<TimedMessage>, LineProblem>) -> Option<TimedMessage> {
        self.read += 1;
        match found {
            Ok(Some(message)) if self.seen.is_repeated(&message) => self.repeats += 1,
            Ok(Some(message)) => {
                self.held.push(message.id.as_deref(), message.post.micros);
                return Some(message);
            }
            Ok(None) => self.not_posts += 1,
            Err(problem) => {
                let line = usize::try_from(self.read).unwrap_or(usize::MAX);
                self.left_out.add(line, problem);
            }
        }
        None
    }
}

/// The request, if it can be answered while messages still come.
fn online(request: &Request) -> Result<Request, Error> {
    let at_once = |what: &str, field| {
        let notice = Notice::from(format!("{what} reads all messages at once"));
        Err(Error::request(notice.with(Remedy::Omit(field))))
    };
    if request.is_paper() {
        return at_once("the published method", "paper");
    }
    if request.method != "auto" {
        return at_once(&format!("the method {}", request.method), "method");
    }
    if request
        .profile
        .is_some_and(|profile| profile != Profile::Stream)
    {
        return at_once("this profile", "profile");
    }
    Ok(request.clone())
}

fn message(message: &TimedMessage) -> Message<'_> {
    let post = &message.post;
    Message {
        time: post.micros as f64 / 1e6,
        text: &message.text,
        user: post.user,
        language: post.language,
        is_repost: post.is_repost,
        is_reply: post.is_reply,
    }
}
