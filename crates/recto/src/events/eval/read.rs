//! Events and participants from files: recto's JSON, or JSON lines of a reference.

use crate::Notice;
use crate::evaluate::Named;
use crate::events::body;
use recto_math::Remedy;
use recto_text::Document;
use recto_text::source::filled_lines;
use recto_text::time::Zone;
use serde::Deserialize;
use std::path::Path;

/// What a file says of a stream.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Timeline {
    /// What happened.
    pub events: Vec<TimedEvent>,
    /// The names of each participant, in small letters.
    pub participants: Vec<Vec<String>>,
    /// Messages of each participant; 0 where the file does not say.
    pub messages: Vec<usize>,
    /// First and last moment of the stream in seconds, where the file tells.
    pub span: Option<(f64, f64)>,
}

/// An event of a file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TimedEvent {
    /// Seconds since 1970.
    pub time: f64,
    /// Whether it must be found; others may be, and count neither way.
    pub is_core: bool,
    /// Names of those it is about, in small letters.
    pub names: Vec<String>,
    /// Words that tell it, in small letters.
    pub words: Vec<String>,
}

/// A row of a reference: an event, or a participant with its names.
#[derive(Deserialize)]
struct Row {
    time: Option<serde_json::Value>,
    #[serde(default)]
    tier: Option<String>,
    #[serde(default)]
    what: String,
    #[serde(default)]
    participants: Vec<String>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    names: Vec<String>,
}

/// Enough of recto's own JSON.
#[derive(Deserialize)]
struct Own {
    participants: Vec<body::Participant>,
    events: Vec<body::Event>,
    volume: Option<body::Volume>,
}

/// The timeline of JSON lines: rows with a `time` are events, rows with `names` participants.
///
/// ```
/// let rows = "{\"time\": \"2025-03-10T20:19:00Z\", \"tier\": \"core\", \"what\": \"six, five\"}";
/// let timeline = recto::events::eval::reference(rows).expect("rows");
/// assert!(timeline.events[0].is_core);
/// ```
///
/// # Errors
/// A row that is neither, with its line.
pub fn reference(text: &str) -> Result<Timeline, Notice> {
    let found = rows(text)?;
    if found.events.is_empty() && found.participants.is_empty() {
        return Err("no event in it".into());
    }
    Ok(found)
}

/// What a file says; the stream is called by the file's name without its endings.
pub(super) fn parse(document: &Document) -> Result<Vec<Named<Timeline>>, Notice> {
    let told = match serde_json::from_str::<Own>(&document.text) {
        Ok(own) => own.told()?,
        Err(error) if is_own(&document.text) => {
            let capability = "events";
            let with = &[("format", "json")];
            let notice = Notice::from(format!("not the JSON of recto events: {error}"));
            return Err(notice.with(Remedy::Make { capability, with }));
        }
        Err(_) => reference(&document.text)?,
    };
    Ok(vec![Named::new(stem(&document.id), told)])
}

/// Whether a text is one object with events, however wrong.
fn is_own(text: &str) -> bool {
    let value: Option<serde_json::Value> = serde_json::from_str(text).ok();
    value.is_some_and(|value| value.get("events").is_some())
}

/// The name of a file up to its first dot: `match.subevents.jsonl` and `match.json` are about
/// the same stream.
fn stem(id: &str) -> String {
    let name = Path::new(id).file_name().and_then(|name| name.to_str());
    let name = name.unwrap_or(id);
    let stem = name.split('.').next().unwrap_or(name);
    if stem.is_empty() { name } else { stem }.into()
}

fn rows(text: &str) -> Result<Timeline, Notice> {
    let mut told = Timeline::default();
    for (at, line) in filled_lines(text) {
        let row: Row = serde_json::from_str(line)
            .map_err(|error| Notice::from(format!("line {at}: {ROW}: {error}")))?;
        match row.time {
            Some(time) => {
                let time = match time {
                    serde_json::Value::String(text) => text,
                    other => other.to_string(),
                };
                let time = seconds(&time).map_err(|notice| notice.at(format!("line {at}")))?;
                told.events.push(TimedEvent {
                    time,
                    is_core: row.tier.as_deref().is_none_or(|tier| tier == "core"),
                    names: row
                        .participants
                        .iter()
                        .map(|name| name.to_lowercase())
                        .collect(),
                    words: words(&row.what),
                });
            }
            None if !row.names.is_empty() => {
                let all = row.name.iter().chain(&row.names);
                let mut names: Vec<String> = all.map(|name| name.to_lowercase()).collect();
                names.sort();
                names.dedup();
                told.participants.push(names);
                told.messages.push(0);
            }
            None => return Err(format!("line {at}: {ROW}").into()),
        }
    }
    Ok(told)
}

/// What a row must be like.
const ROW: &str = "each line must be like {\"time\": \"2025-03-10T20:19:00Z\", \"what\": \"…\"}";

impl Own {
    fn told(self) -> Result<Timeline, Notice> {
        let names = |id: &String| {
            let participant = self.participants.iter().find(|one| one.id == *id);
            participant.map_or_else(|| vec![id.to_lowercase()], all_names)
        };
        let event = |event: &body::Event| {
            let message = event.message.as_ref().map_or("", |message| &message.text);
            let keywords = event.keywords.iter().map(|(word, _)| word.to_lowercase());
            Ok(TimedEvent {
                time: seconds(&event.peak)?,
                is_core: true,
                names: event.participants.iter().flat_map(names).collect(),
                words: words(&event.title)
                    .into_iter()
                    .chain(words(message))
                    .chain(keywords)
                    .collect(),
            })
        };
        let span = match &self.volume {
            Some(volume) => {
                let start = seconds(&volume.start)?;
                let length = f64::from(volume.step) * volume.counts.len() as f64;
                Some((start, start + length))
            }
            None => None,
        };
        Ok(Timeline {
            events: self
                .events
                .iter()
                .map(event)
                .collect::<Result<_, Notice>>()?,
            participants: self.participants.iter().map(all_names).collect(),
            messages: self.participants.iter().map(|one| one.messages).collect(),
            span,
        })
    }
}

fn all_names(participant: &body::Participant) -> Vec<String> {
    let all = participant.names.iter().chain([&participant.name]);
    let mut names: Vec<String> = all.map(|name| name.to_lowercase()).collect();
    names.sort();
    names.dedup();
    names
}

/// The seconds of a time.
pub(super) fn seconds(time: &str) -> Result<f64, Notice> {
    let moment = Zone::default().read(time);
    let moment = moment.ok_or_else(|| {
        Notice::from(format!(
            "`{time}` is no time; write it as 2025-03-10T20:19:00Z"
        ))
    })?;
    Ok(moment.micros as f64 / 1e6)
}

/// Words of more than two letters, in small letters.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let long = words.filter(|word| word.chars().count() > 2);
    long.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Result<Timeline, Notice> {
        let document = Document::new("match.subevents.jsonl", text);
        parse(&document).map(|mut all| all.remove(0).item)
    }

    #[test]
    fn a_reference_has_events_of_two_tiers_and_participants() {
        let found = told(
            "{\"time\": \"2025-03-10T20:19:00Z\", \"tier\": \"core\", \"what\": \"goal by Fer\", \"participants\": [\"Fer\"]}\n\
             {\"time\": 1741637940, \"tier\": \"ext\"}\n\
             {\"name\": \"Leroy Fer\", \"names\": [\"Fer\"]}\n",
        );
        let found = found.expect("a reference");
        let core: Vec<bool> = found.events.iter().map(|event| event.is_core).collect();
        assert_eq!(core, [true, false]);
        assert_eq!(found.events[0].time, found.events[1].time);
        assert_eq!(found.events[0].names, ["fer"]);
        assert_eq!(found.events[0].words, ["goal", "fer"]);
        assert_eq!(found.participants, [["fer", "leroy fer"]]);
    }

    #[test]
    fn rows_that_are_neither_are_named() {
        for (text, part) in [
            ("{\"time\": \"noon\"}", "line 1: `noon` is no time"),
            ("\n{\"what\": \"goal\"}", "line 2: each line must be like"),
            (
                "{\"events\": 3, \"participants\": []}",
                "not the JSON of recto events",
            ),
        ] {
            let error = told(text).expect_err("no reference");
            assert!(error.message.contains(part), "{}", error.message);
        }
    }

    #[test]
    fn files_about_one_stream_have_one_name() {
        assert_eq!(stem("gold/match.subevents.jsonl"), "match");
        assert_eq!(stem("match.json"), "match");
        assert_eq!(stem(".hidden"), ".hidden");
    }
}
