//! Who takes part in the made stream and what happens in it.

use serde::Serialize;

/// Words that messages about a sub-event draw from.
pub(super) type Vocabulary = &'static [&'static str];

/// A participant of the made stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TrueParticipant {
    /// Its names as they are written, the first one most often.
    pub names: &'static [&'static str],
    /// Messages of chatter about it.
    pub chatter: usize,
}

/// A sub-event of the made stream.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TrueEvent {
    /// When it happens, in seconds from the beginning.
    pub time: f64,
    /// What it is.
    pub what: &'static str,
    /// Words that its messages draw from.
    pub words: &'static [&'static str],
    /// Indices of [`participants`].
    pub participants: &'static [usize],
    /// Number of its messages.
    pub messages: usize,
    /// Spread of the messages before its time, in seconds.
    pub rise: f64,
    /// Spread of the messages after it.
    pub decay: f64,
}

impl TrueEvent {
    /// The peak that a detection is compared with: people need some seconds to write.
    pub fn peak(&self) -> f64 {
        self.time + 15.0
    }
}

/// The participants of the made stream.
pub const fn participants() -> &'static [TrueParticipant] {
    &PARTICIPANTS
}

/// The sub-events of the made stream, by time.
pub const fn sub_events() -> &'static [TrueEvent] {
    &EVENTS
}

const fn participant(names: &'static [&'static str], chatter: usize) -> TrueParticipant {
    TrueParticipant { names, chatter }
}

static PARTICIPANTS: [TrueParticipant; 8] = [
    participant(
        &["Lena Kestrel", "Kestrel", "Lena", "#kestrel", "@lkestrel"],
        2200,
    ),
    participant(&["Omar Dunmore", "Dunmore", "OD", "#dunmore"], 1300),
    participant(&["Yuki Tanabe", "Tanabe", "Tanabee"], 800),
    participant(&["Piotr Wolski", "Wolski", "Piotr"], 500),
    participant(&["Harbor City Hawks", "Hawks", "HCH", "#hawks"], 1500),
    participant(&["Redfield Rovers", "Rovers", "#rovers"], 1300),
    participant(&["Ivo Sandell", "Sandell"], 120),
    participant(&["Coach Bramble", "Bramble", "#bramble"], 300),
];

#[rustfmt::skip]
pub(super) static CHAT: [&str; 47] = [
    "watching", "game", "tonight", "love", "this", "team", "so", "good", "come", "on", "lets",
    "go", "wow", "really", "think", "play", "well", "season", "best", "ever", "cant", "believe",
    "happy", "great", "night", "fans", "stadium", "tv", "beer", "friends", "home", "city", "big",
    "match", "nice", "work", "hard", "win", "hope", "always", "never", "time", "people", "today",
    "everyone", "feel", "right",
];

#[rustfmt::skip]
mod words {
    use super::Vocabulary;
    pub(super) const GOAL1: Vocabulary = &["goal", "scores", "header", "corner", "net", "opener", "celebrates", "keeper"];
    pub(super) const GOAL2: Vocabulary = &["goal", "strike", "volley", "equaliser", "top", "corner", "screamer", "level"];
    pub(super) const FOUL: Vocabulary = &["foul", "yellow", "card", "tackle", "late", "referee", "booked", "harsh"];
    pub(super) const RED: Vocabulary = &["red", "card", "sent", "off", "studs", "dismissed", "violent", "walks"];
    pub(super) const SAVE: Vocabulary = &["save", "keeper", "fingertips", "denied", "brilliant", "reflex", "stop", "glove"];
    pub(super) const PENALTY: Vocabulary = &["penalty", "spot", "handball", "var", "review", "pointed", "awarded", "kick"];
    pub(super) const MISS: Vocabulary = &["missed", "penalty", "crossbar", "over", "skied", "wasted", "sitter", "blown"];
    pub(super) const INJURY: Vocabulary = &["injured", "stretcher", "hamstring", "limping", "down", "physio", "worry", "knee"];
    pub(super) const SUB: Vocabulary = &["substitution", "replaced", "coming", "debut", "fresh", "legs", "bench"];
    pub(super) const KICKOFF: Vocabulary = &["kickoff", "started", "underway", "whistle", "begins", "here", "minutes", "live"];
    pub(super) const HALF: Vocabulary = &["halftime", "break", "interval", "scoreless", "teams", "tunnel", "analysis"];
    pub(super) const FINAL: Vocabulary = &["fulltime", "over", "final", "whistle", "finished", "result", "points", "victory"];
    pub(super) const RUMOUR: Vocabulary = &["transfer", "rumour", "summer", "contract", "agent", "million", "bid"];
}

const fn event(
    time: f64,
    (what, words): (&'static str, Vocabulary),
    participants: &'static [usize],
    messages: usize,
    (rise, decay): (f64, f64),
) -> TrueEvent {
    TrueEvent {
        time,
        what,
        words,
        participants,
        messages,
        rise,
        decay,
    }
}

#[rustfmt::skip]
static EVENTS: [TrueEvent; 15] = [
    event(600.0, ("kickoff", words::KICKOFF), &[], 260, (12.0, 45.0)),
    event(1080.0, ("foul", words::FOUL), &[3], 70, (10.0, 40.0)),
    event(1500.0, ("goal", words::GOAL1), &[0], 620, (10.0, 55.0)),
    event(1560.0, ("save", words::SAVE), &[6], 45, (10.0, 40.0)),
    event(2100.0, ("injury", words::INJURY), &[2], 150, (15.0, 60.0)),
    event(2250.0, ("substitution", words::SUB), &[2, 7], 110, (12.0, 45.0)),
    event(2940.0, ("penalty", words::PENALTY), &[1, 4], 320, (10.0, 45.0)),
    event(3060.0, ("missed penalty", words::MISS), &[1], 300, (10.0, 45.0)),
    event(3600.0, ("half-time", words::HALF), &[], 240, (15.0, 60.0)),
    event(4620.0, ("equaliser", words::GOAL2), &[1, 5], 560, (10.0, 55.0)),
    event(4710.0, ("red card", words::RED), &[3, 4], 240, (10.0, 45.0)),
    event(5400.0, ("save", words::SAVE), &[6], 40, (10.0, 40.0)),
    event(6000.0, ("foul", words::FOUL), &[0, 5], 160, (10.0, 40.0)),
    event(6660.0, ("goal", words::GOAL1), &[2], 380, (10.0, 55.0)),
    event(7020.0, ("full time", words::FINAL), &[], 420, (12.0, 60.0)),
];

/// A topic too slow to be a sub-event.
pub(super) static DRIFT: TrueEvent =
    event(4500.0, ("rumour", words::RUMOUR), &[7], 260, (900.0, 900.0));

/// Copies of one text.
pub(super) struct Flood {
    pub(super) time: f64,
    pub(super) text: &'static str,
    pub(super) messages: usize,
    pub(super) spread: f64,
}

pub(super) static FLOOD: Flood = Flood {
    time: 5000.0,
    text: "Win a free Hawks jersey follow us and RT now",
    messages: 300,
    spread: 20.0,
};
