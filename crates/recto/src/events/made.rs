//! A made stream as a pile, and what is true of it.

use recto_events::synthetic::{self, Parameters, Source};
use recto_text::time::rfc3339;
use recto_text::{Document, Pile, Post};
use serde_json::{Value, json};

/// Where documents of a made stream say they come from.
const FILE: &str = "synthetic";

/// When the made match begins: 2025-03-10T18:00:00Z, in seconds since 1970.
const START: f64 = 1_741_629_600.0;

/// A made stream of messages about a match. Each message of an event has the event's number
/// as its label; chatter has none.
///
/// ```
/// let pile = recto::events::made::pile(1);
/// assert_eq!(pile.documents.len(), 15_495);
/// ```
pub fn pile(seed: u64) -> Pile {
    let parameters = Parameters {
        start: START,
        ..Parameters::new(seed)
    };
    let made = synthetic::generate_with_sources(&parameters);
    let all = made.messages.into_iter().zip(made.sources).enumerate();
    let document = |(i, (message, source)): (usize, (recto_events::OwnedMessage, Source))| {
        let micros = (message.time * 1e6).round() as i64;
        Document {
            file: FILE.into(),
            time: Some(rfc3339(micros)),
            labels: match source {
                Source::Event(event) => vec![(event + 1).to_string()],
                Source::Chatter | Source::Flood => Vec::new(),
            },
            line: Some(i + 1),
            post: Some(Post {
                micros,
                user: message.user,
                ..Post::default()
            }),
            ..Document::new((i + 1).to_string(), message.text)
        }
    };
    Pile {
        documents: all.map(document).collect(),
        ..Pile::default()
    }
}

/// The true participants and events of a made stream as rows of a reference; none where the
/// documents are not one.
pub(super) fn reference(documents: &[Document]) -> Vec<Value> {
    let is_made = documents.first().is_some_and(|first| first.file == FILE);
    let events = synthetic::sub_events().iter().filter(|_| is_made);
    let row = |event: &synthetic::TrueEvent| {
        let micros = ((START + event.peak()) * 1e6).round() as i64;
        let all = synthetic::participants();
        let names = event.participants.iter().map(|&at| all[at].names[0]);
        json!({
            "time": rfc3339(micros),
            "tier": "core",
            "what": event.what,
            "participants": names.collect::<Vec<_>>(),
        })
    };
    let participants = synthetic::participants().iter().filter(|_| is_made);
    let names =
        |one: &synthetic::TrueParticipant| json!({ "name": one.names[0], "names": one.names });
    participants.map(names).chain(events.map(row)).collect()
}
