//! The report of a timeline: who and when, in lanes, and the messages behind each event.

use super::body::{Body, Event, Participant, Quoted, Volume};
use super::stream::LANES;
use crate::report::number::counted;
use crate::report::{
    Cell, Column, Detail, Event as Shown, Lane, Number, Part, Reference, Report, Section,
    SourceText, State, Table, Timeline, time,
};
use crate::{Answer, Reading, made};
use recto_text::time::Zone;
use rustc_hash::FxHashMap;
use std::path::Path;

/// Other names of a participant that stand beside its lane.
const NAMES: usize = 3;

/// Rows of the table of participants.
const LISTED: usize = 40;

const CAPTION: &str = "Grey: messages over time, each lane to its own height. Bar: from start to \
                       end of an event; disc: its peak. Filled where most messages of the event \
                       name the participant, ring where it takes part. Times are UTC.";

/// The report of an answer about a reading.
pub fn report(answer: &Answer<Body>, reading: &Reading<'_>, detail: Detail) -> Report {
    let documents = reading.documents();
    let body = &answer.body;
    let mut report = Report {
        account: account(body),
        ..made::report(answer, &super::ABOUT, super::methods(), documents, detail)
    };
    let files = documents.iter().map(|document| base_name(&document.file));
    report.title = made::named(files);
    if report.title.is_empty() {
        report.title = "No messages".into();
    }
    let mut quotes = Quotes::default();
    let section = Section::new("events", "What happened, and when");
    let section = section.account(counted(body.events.len(), "event"));
    report.sections.push(match &body.volume {
        Some(volume) if !body.events.is_empty() => {
            section.with(timeline(body, volume, detail, &mut quotes))
        }
        _ => section.with(nothing(body)),
    });
    if !body.participants.is_empty() && detail == Detail::Whole {
        report.sections.push(participants(body));
    }
    report.sources = quotes.sources;
    report
}

/// The name of a file without its folders: a page is made to be sent.
fn base_name(file: &str) -> &str {
    let name = Path::new(file).file_name();
    name.and_then(|name| name.to_str()).unwrap_or(file)
}

/// How much was read, from when to when, and what came out.
fn account(body: &Body) -> String {
    let counts = &body.counts;
    let messages = counted(counts.read, "message");
    let Some(volume) = &body.volume else {
        return format!("{messages} read, none of use.");
    };
    let from = seconds(&volume.start);
    let to = from + i64::from(volume.step) * volume.counts.len() as i64;
    let when = if time::date(from) == time::date(to) {
        let (day, from, to) = (time::date(from), time::clock(from), time::clock(to));
        format!("on {day}, from {from} to {to} UTC")
    } else {
        format!("from {} to {}", time::date(from), time::date(to))
    };
    let left = counts.read - counts.used;
    let left = match left {
        0 => String::new(),
        n => format!(
            " {} left out: {}.",
            Number::Count.say(n as f64),
            reasons(body)
        ),
    };
    let events = counted(body.events.len(), "event");
    format!("{messages} {when}. {events}.{left}")
}

fn reasons(body: &Body) -> String {
    let counts = &body.counts;
    let reasons = [
        (counts.reposts, "reposts"),
        (counts.duplicates, "copies of a text"),
        (counts.other_language, "in another language"),
        (counts.with_links, "with a link"),
        (counts.empty, "without words"),
        (counts.late, "too late"),
    ];
    let reason = |(n, what): (usize, &str)| format!("{} {what}", Number::Count.say(n as f64));
    let reasons = reasons.into_iter().filter(|(n, _)| *n > 0).map(reason);
    reasons.collect::<Vec<_>>().join(", ")
}

/// What is said where nothing happened.
fn nothing(body: &Body) -> State {
    let reason = if body.counts.used == 0 {
        "There are no messages to look at."
    } else {
        "Nothing stands out from what chance explains."
    };
    State::Empty {
        reason: reason.into(),
        remedy: String::new(),
    }
}

/// Messages that the report quotes, each a source of its own.
#[derive(Default)]
struct Quotes {
    sources: Vec<SourceText>,
    places: FxHashMap<String, usize>,
}

impl Quotes {
    fn reference(&mut self, quoted: &Quoted) -> Reference {
        let next = self.sources.len();
        let source = *self.places.entry(quoted.id.clone()).or_insert(next);
        if source == next {
            let mut text = SourceText::new(&quoted.id, &quoted.text);
            text.what = quoted.time.clone();
            self.sources.push(text);
        }
        Reference::new(source, 0..quoted.text.len())
    }
}

fn timeline(body: &Body, volume: &Volume, detail: Detail, quotes: &mut Quotes) -> Timeline {
    let clock = Clock::of(volume);
    let shown: Vec<Shown> = body
        .events
        .iter()
        .map(|event| {
            let more = event.more.iter().filter(|_| detail == Detail::Whole);
            let all = event.message.iter().chain(more);
            Shown {
                title: event.title.clone(),
                start: clock.step(&event.start),
                peak: clock.step(&event.peak),
                end: Some(clock.step(&event.end) + 1),
                provisional: false,
                account: counted(event.messages, "message"),
                messages: all.map(|one| quotes.reference(one)).collect(),
            }
        })
        .collect();
    let all = (0..shown.len()).map(|event| Part { event, chief: true });
    let top = Lane {
        name: "All messages".into(),
        account: counted(body.counts.used, "message"),
        volume: volume.counts.iter().copied().map(f64::from).collect(),
        parts: all.collect(),
    };
    let with_lane = body.participants.iter().filter(|one| one.volume.is_some());
    let lanes = with_lane.take(LANES).map(|one| lane(one, &body.events));
    let lanes = lanes.filter(|lane| detail == Detail::Whole || !lane.parts.is_empty());
    Timeline {
        caption: CAPTION.into(),
        from: clock.from,
        step: volume.step,
        steps: volume.counts.len(),
        unit: "messages".into(),
        lanes: std::iter::once(top).chain(lanes).collect(),
        events: shown,
    }
}

fn lane(participant: &Participant, events: &[Event]) -> Lane {
    let part = |(event, found): (usize, &Event)| {
        let place = found
            .participants
            .iter()
            .position(|id| *id == participant.id)?;
        Some(Part {
            event,
            chief: place == 0,
        })
    };
    let others = participant
        .names
        .iter()
        .filter(|name| **name != participant.name);
    let others: Vec<&str> = others.take(NAMES).map(String::as_str).collect();
    let messages = counted(participant.messages, "message");
    Lane {
        name: participant.name.clone(),
        account: if others.is_empty() {
            messages
        } else {
            format!("{messages}: {}", others.join(", "))
        },
        volume: participant
            .volume
            .iter()
            .flatten()
            .copied()
            .map(f64::from)
            .collect(),
        parts: events.iter().enumerate().filter_map(part).collect(),
    }
}

fn participants(body: &Body) -> Section {
    let events = |participant: &Participant| {
        let about = body.events.iter();
        about
            .filter(|event| event.participants.contains(&participant.id))
            .count() as f64
    };
    let row = |participant: &Participant| {
        vec![
            participant.name.as_str().into(),
            participant.names.join(", ").into(),
            Cell::Number(participant.messages as f64),
            Cell::Number(events(participant)),
        ]
    };
    let n = body.participants.len();
    let section = Section::new("participants", "Who it is about").with(Table {
        caption: "Names that stand for the same, found by their letters and the words around them."
            .into(),
        columns: vec![
            Column::label("Participant"),
            Column::quote("Names"),
            Column::number("Messages", Number::Count),
            Column::number("Events", Number::Count),
        ],
        rows: body.participants.iter().take(LISTED).map(row).collect(),
    });
    section.account(if n > LISTED {
        format!("{LISTED} of {n}, those with most messages")
    } else {
        counted(n, "participant")
    })
}

/// From times to steps.
struct Clock {
    from: i64,
    step: i64,
    last: i64,
}

impl Clock {
    fn of(volume: &Volume) -> Self {
        Self {
            from: seconds(&volume.start),
            step: i64::from(volume.step.max(1)),
            last: (volume.counts.len() as i64 - 1).max(0),
        }
    }

    fn step(&self, time: &str) -> usize {
        let step = (seconds(time) - self.from).div_euclid(self.step);
        step.clamp(0, self.last) as usize
    }
}

/// Seconds since 1970 of a time that the body wrote; 0 for any other.
fn seconds(time: &str) -> i64 {
    let moment = Zone::default().read(time);
    moment.map_or(0, |moment| moment.micros.div_euclid(1_000_000))
}
