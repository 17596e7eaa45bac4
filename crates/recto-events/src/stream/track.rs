//! Sub-events from their first sight to their end.

use super::change::{Change, ChangeKind, LiveEvent};
use recto_math::rng::fnv1a;

/// Seconds between two peaks within which they may be those of one sub-event.
const SAME: f64 = 90.0;
/// Seconds between two peaks that are those of one moment.
const MOMENT: f64 = 30.0;
/// Seconds after its peak at which a sub-event is decided on.
const DECIDED: f64 = 120.0;
/// Seconds after its peak at which a sub-event that is decided on is forgotten.
const FORGOTTEN: f64 = 900.0;

/// A sub-event that was told.
#[derive(Debug, Clone, PartialEq)]
struct Told {
    id: String,
    event: LiveEvent,
    is_final: bool,
    /// Whether the last search found it.
    is_seen: bool,
}

/// The sub-events of the last minutes.
#[derive(Debug, Clone, Default)]
pub(super) struct Tracker {
    told: Vec<Told>,
    n_changes: u64,
    watermark: f64,
}

impl Tracker {
    /// Whether nothing waits for a decision.
    pub(super) fn is_idle(&self) -> bool {
        self.told.iter().all(|told| told.is_final)
    }

    /// Compares what a search found with what was told, and tells the differences.
    pub(super) fn follow(&mut self, found: Option<Vec<LiveEvent>>, now: f64) -> Vec<Change> {
        self.watermark = now;
        let Some(found) = found else {
            return Vec::new();
        };
        let mut changes = Vec::new();
        self.told.iter_mut().for_each(|told| told.is_seen = false);
        for event in found {
            match self.known(&event) {
                Some(place) => {
                    self.told[place].is_seen = true;
                    changes.extend(self.update(place, event));
                }
                None if self.is_aftermath(&event) => {}
                None => changes.push(self.open(event)),
            }
        }
        changes.extend(self.decide(|told| now - told.event.peak >= DECIDED));
        self.told
            .retain(|told| !told.is_final || now - told.event.peak < FORGOTTEN);
        changes
    }

    /// The end of the stream: everything is decided on.
    pub(super) fn finish(&mut self) -> Vec<Change> {
        self.decide(|_| true)
    }

    /// The sub-event that a found one is: near in time, with shared messages.
    fn known(&self, event: &LiveEvent) -> Option<usize> {
        let shared = |told: &Told| shared(&told.event.members, &event.members);
        let near = (0..self.told.len()).filter(|&place| {
            !self.told[place].is_seen && (self.told[place].event.peak - event.peak).abs() <= SAME
        });
        let likeness = |&place: &usize| (shared(&self.told[place]), std::cmp::Reverse(place));
        near.filter(|&place| shared(&self.told[place]) > 0)
            .max_by_key(likeness)
    }

    /// Whether most of its messages belong to a sub-event that was told, or whether it is
    /// at the same moment and about nobody else.
    fn is_aftermath(&self, event: &LiveEvent) -> bool {
        self.told.iter().any(|told| {
            let n_shared = shared(&told.event.members, &event.members);
            let is_known = |name: &String| told.event.participants.contains(name);
            2 * n_shared > event.members.len()
                || (told.event.peak - event.peak).abs() <= MOMENT
                    && event.participants.iter().all(is_known)
        })
    }

    fn open(&mut self, event: LiveEvent) -> Change {
        let first = event.participants.first().map_or("", String::as_str);
        let key = format!("{:.0} {first}", event.start);
        let mut id = format!("{:012x}", fnv1a(key.as_bytes()) & 0xFFFF_FFFF_FFFF);
        while self.told.iter().any(|told| told.id == id) {
            id.push('+');
        }
        self.told.push(Told {
            id,
            event,
            is_final: false,
            is_seen: true,
        });
        self.change(ChangeKind::Provisional, self.told.len() - 1, None)
    }

    /// Takes over what is new of a sub-event that is not final.
    fn update(&mut self, place: usize, event: LiveEvent) -> Option<Change> {
        let told = &mut self.told[place];
        if told.is_final {
            return None;
        }
        let is_new = told.event.peak != event.peak
            || told.event.participants != event.participants
            || told.event.messages.first() != event.messages.first();
        told.event = event;
        is_new.then(|| self.change(ChangeKind::Update, place, None))
    }

    /// Decides on what is due: final if it was just found, retracted if not.
    fn decide(&mut self, is_due: impl Fn(&Told) -> bool) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut place = 0;
        while place < self.told.len() {
            let told = &self.told[place];
            if told.is_final || !is_due(told) {
                place += 1;
            } else if told.is_seen {
                self.told[place].is_final = true;
                changes.push(self.change(ChangeKind::Final, place, None));
                place += 1;
            } else {
                let other = self.holder(place);
                changes.push(self.change(ChangeKind::Retracted, place, other));
                self.told.remove(place);
            }
        }
        changes
    }

    /// The sub-event that holds most messages of another.
    fn holder(&self, place: usize) -> Option<String> {
        let event = &self.told[place].event;
        let holds = |told: &&Told| {
            told.id != self.told[place].id
                && 2 * shared(&told.event.members, &event.members) > event.members.len()
        };
        self.told.iter().find(holds).map(|told| told.id.clone())
    }

    fn change(&mut self, kind: ChangeKind, place: usize, merged_into: Option<String>) -> Change {
        let seq = self.n_changes;
        self.n_changes += 1;
        let told = &self.told[place];
        Change {
            kind,
            id: told.id.clone(),
            seq,
            watermark: self.watermark,
            merged_into,
            event: told.event.clone(),
        }
    }
}

/// Number of messages in both of two lists in order.
fn shared(a: &[u64], b: &[u64]) -> usize {
    let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    few.iter().filter(|m| many.binary_search(m).is_ok()).count()
}
