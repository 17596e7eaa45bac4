//! Sub-events from their first sight to their end.

use super::change::{Change, ChangeKind, LiveEvent};
use super::state::MOST_COUNTED;
use crate::engine::Merged;
use crate::engine::live::Detail;
use recto_math::rng::fnv1a;
use serde::{Deserialize, Serialize};

/// Seconds between two peaks within which they may be those of one sub-event.
const SAME: f64 = 90.0;
/// Seconds between two peaks that are those of one moment.
const MOMENT: f64 = 30.0;
/// Seconds from a large sub-event, and the share of its messages, within which a small one
/// about nobody else is part of it.
const PART_SECONDS: f64 = 60.0;
const PART: f64 = 0.2;
/// Seconds after its peak at which a sub-event is decided on.
const DECIDED: f64 = 120.0;
/// Seconds after its start at which it is decided on even if its peak moves: with the time
/// between two searches these are five minutes.
const DECIDED_AT_LAST: f64 = 270.0;
/// Seconds after its peak at which a sub-event that is decided on is forgotten.
const FORGOTTEN: f64 = 900.0;
/// Seconds after the decision in which late messages revise a sub-event.
const REVISED: f64 = 300.0;
/// Largest number of sub-events.
const MOST: usize = 4096;

/// Works out what is told of a sub-event.
pub(super) type Tell<'t> = dyn Fn(&Merged, Detail) -> LiveEvent + 't;

/// A sub-event that was told.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Told {
    id: String,
    event: LiveEvent,
    /// The first start that was told.
    start: f64,
    /// When it was decided on; `None` if it is open.
    decided: Option<f64>,
    /// Whether the last search found it.
    is_seen: bool,
}

/// The sub-events of the last minutes, in the order in which they were opened.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Tracker {
    told: Vec<Told>,
    n_changes: u64,
    watermark: f64,
}

impl Tracker {
    /// Whether nothing waits for a decision.
    pub(super) fn is_idle(&self) -> bool {
        self.n_open() == 0
    }

    pub(super) fn n_open(&self) -> usize {
        let open = self.told.iter().filter(|told| told.decided.is_none());
        open.count()
    }

    /// Compares what a search found with what was told, and tells the differences. `late`
    /// are the numbers of messages that came late since the last search, in order; `tell`
    /// works out what is told of a sub-event, in full only for those that are told. After the
    /// last search (`is_last`) all of them are.
    pub(super) fn follow(
        &mut self,
        found: Option<&[Merged]>,
        now: f64,
        late: &[u64],
        is_last: bool,
        tell: &Tell<'_>,
    ) -> Vec<Change> {
        self.watermark = now;
        let mut changes = Vec::new();
        if let Some(found) = found {
            self.told.iter_mut().for_each(|told| told.is_seen = false);
            for event in found {
                changes.extend(self.take(event, late, is_last, tell));
            }
        }
        changes.extend(self.decide(|tracker, told| tracker.is_due(told, told.event.peak)));
        self.told
            .retain(|told| told.decided.is_none() || now - told.event.peak < FORGOTTEN);
        changes
    }

    fn take(
        &mut self,
        event: &Merged,
        late: &[u64],
        is_last: bool,
        tell: &Tell<'_>,
    ) -> Option<Change> {
        let outline = tell(event, Detail::Outline);
        if let Some(place) = self.known(&outline) {
            self.told[place].is_seen = true;
            let is_touched = self.is_touched(place, &outline, late);
            let kind = self.kind_of_update(place, is_touched)?;
            let quoted = tell(event, Detail::Quoted);
            let is_new = is_touched || self.is_new(place, &quoted);
            let is_told = is_new || is_last || self.is_due(&self.told[place], quoted.peak);
            self.update(place, quoted, is_told.then(|| tell(event, Detail::Full)));
            is_new.then(|| self.change(kind, place, None))
        } else if self.is_past(&outline, late) || self.is_aftermath(&outline) || !self.has_room() {
            None
        } else {
            Some(self.open(tell(event, Detail::Full)))
        }
    }

    /// Whether a sub-event would have been decided on already, had it been there: what is
    /// seen so late is what is left of another. Late messages may bring a new one.
    fn is_past(&self, event: &LiveEvent, late: &[u64]) -> bool {
        let is_member = |number: &u64| event.members.binary_search(number).is_ok();
        self.watermark - event.peak >= DECIDED && !late.iter().any(is_member)
    }

    /// The end of the stream: everything is decided on.
    pub(super) fn finish(&mut self) -> Vec<Change> {
        self.decide(|_, _| true)
    }

    /// The sub-event that a found one is: near in time, with shared messages. If several
    /// have become one, it is the oldest of those that are mostly part of it.
    fn known(&self, event: &LiveEvent) -> Option<usize> {
        let near = (0..self.told.len()).filter(|&place| {
            let told = &self.told[place];
            !told.is_seen && (told.event.peak - event.peak).abs() <= SAME
        });
        let shared = |place: usize| shared(&self.told[place].event.members, &event.members);
        let alike: Vec<(usize, usize)> = near
            .map(|place| (shared(place), place))
            .filter(|(shared, _)| *shared > 0)
            .collect();
        let is_part =
            |&&(shared, place): &&(usize, usize)| 2 * shared > self.told[place].event.members.len();
        let most = || {
            alike
                .iter()
                .max_by_key(|(n, place)| (*n, std::cmp::Reverse(*place)))
        };
        let known = alike.iter().find(is_part).or_else(most);
        known.map(|&(_, place)| place)
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
                || is_small_part(event, &told.event)
        })
    }

    /// The sub-event nearby that a small one is part of.
    fn absorber(&self, place: usize) -> Option<String> {
        let own = &self.told[place];
        let absorbs = |told: &&Told| {
            (told.decided.is_some() || told.is_seen) && is_small_part(&own.event, &told.event)
        };
        self.told.iter().find(absorbs).map(|told| told.id.clone())
    }

    /// Whether one more can be held; the oldest that is decided on makes room.
    fn has_room(&mut self) -> bool {
        if self.told.len() >= MOST {
            let oldest = self.told.iter().position(|told| told.decided.is_some());
            oldest.map(|place| self.told.remove(place));
        }
        self.told.len() < MOST
    }

    fn open(&mut self, event: LiveEvent) -> Change {
        self.told.push(Told {
            id: self.new_id(&event),
            start: event.start,
            event,
            decided: None,
            is_seen: true,
        });
        self.change(ChangeKind::Provisional, self.told.len() - 1, None)
    }

    /// An id of the time, the first participant and the number of the change, which no
    /// other sub-event has.
    fn new_id(&self, event: &LiveEvent) -> String {
        let first = event.participants.first().map_or("", String::as_str);
        let key = format!("{} {first} {}", self.watermark, self.n_changes);
        format!("{:016x}", fnv1a(key.as_bytes()))
    }

    /// Whether messages that came late are new in a sub-event.
    fn is_touched(&self, place: usize, event: &LiveEvent, late: &[u64]) -> bool {
        let before = &self.told[place].event.members;
        late.iter().any(|number| {
            event.members.binary_search(number).is_ok() && before.binary_search(number).is_err()
        })
    }

    /// What a change of a sub-event would be; `None` if it changes no more.
    fn kind_of_update(&self, place: usize, is_touched: bool) -> Option<ChangeKind> {
        match self.told[place].decided {
            None => Some(ChangeKind::Update),
            Some(decided) if is_touched && self.watermark - decided <= REVISED => {
                Some(ChangeKind::Revised)
            }
            Some(_) => None,
        }
    }

    /// Whether what is new of a sub-event is worth telling.
    fn is_new(&self, place: usize, event: &LiveEvent) -> bool {
        let told = &self.told[place].event;
        told.peak != event.peak
            || told.participants != event.participants
            || told.messages.first() != event.messages.first()
    }

    /// Takes over what is new of a sub-event. Title and keywords take long to work out: until
    /// they are told, they stay as they were.
    fn update(&mut self, place: usize, quoted: LiveEvent, full: Option<LiveEvent>) {
        let told = &mut self.told[place].event;
        *told = full.unwrap_or_else(|| LiveEvent {
            title: std::mem::take(&mut told.title),
            keywords: std::mem::take(&mut told.keywords),
            ..quoted
        });
    }

    /// Whether a sub-event with such a peak is decided on now.
    fn is_due(&self, told: &Told, peak: f64) -> bool {
        self.watermark - peak >= DECIDED || self.watermark - told.start >= DECIDED_AT_LAST
    }

    /// Decides on what is due: final if the last search found it as more than a part of
    /// another, retracted if not.
    fn decide(&mut self, is_due: impl Fn(&Self, &Told) -> bool) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut place = 0;
        while place < self.told.len() {
            let told = &self.told[place];
            if told.decided.is_some() || !is_due(self, told) {
                place += 1;
                continue;
            }
            let absorber = self.absorber(place);
            if self.told[place].is_seen && absorber.is_none() {
                self.told[place].decided = Some(self.watermark);
                changes.push(self.change(ChangeKind::Final, place, None));
                place += 1;
            } else {
                let other = absorber.or_else(|| self.holder(place));
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

    /// Numbers of the messages of all sub-events.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u64> {
        let members = self.told.iter().map(|told| &told.event.members);
        members.flatten().copied()
    }

    /// Bytes held, about.
    pub(super) fn memory(&self) -> usize {
        let one = |told: &Told| {
            let texts: usize = told.event.messages.iter().map(|(_, text)| text.len()).sum();
            2 * size_of::<Told>() + told.event.members.len() * size_of::<u64>() + texts
        };
        self.told.iter().map(one).sum()
    }

    /// Why a tracker that was read from bytes cannot be; `None` if it can.
    pub(super) fn fault(&self) -> Option<&'static str> {
        let is_sound = |told: &Told| {
            let event = &told.event;
            let times = [event.start, event.peak, event.end, told.start];
            let times = times.into_iter().chain(told.decided);
            { times }.all(f64::is_finite) && event.members.is_sorted()
        };
        let is_sound = self.told.len() <= MOST
            && self.n_changes <= MOST_COUNTED
            && self.watermark.is_finite()
            && self.told.iter().all(is_sound);
        (!is_sound).then_some("a sub-event that cannot be")
    }
}

/// Whether a sub-event is a small part of another at nearly the same time: it is about nobody
/// else.
fn is_small_part(event: &LiveEvent, other: &LiveEvent) -> bool {
    let is_known = |name: &String| other.participants.contains(name);
    (other.peak - event.peak).abs() <= PART_SECONDS
        && (event.members.len() as f64) < PART * other.members.len() as f64
        && event.participants.iter().all(is_known)
}

/// Number of messages in both of two lists in order.
fn shared(a: &[u64], b: &[u64]) -> usize {
    let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    few.iter().filter(|m| many.binary_search(m).is_ok()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(peak: f64, members: std::ops::Range<u32>) -> Merged {
        Merged {
            peak,
            place: None,
            participants: Vec::new(),
            members: members.collect(),
            ln_p: None,
            word_score: None,
        }
    }

    fn tell(event: &Merged, _: Detail) -> LiveEvent {
        LiveEvent {
            start: event.peak - 10.0,
            peak: event.peak,
            end: event.peak + 10.0,
            mu: None,
            sigma: None,
            participants: vec![format!("p{}", event.members[0])],
            names: Vec::new(),
            members: event.members.iter().map(|&m| u64::from(m)).collect(),
            title: String::new(),
            keywords: Vec::new(),
            messages: Vec::new(),
            importance: 1.0,
            log10_p: None,
            word_score: None,
        }
    }

    #[test]
    fn no_id_comes_twice_over_months() {
        let mut tracker = Tracker::default();
        let mut ids = Vec::new();
        for i in 0..20_000 {
            let now = f64::from(i) * 300.0;
            // The same messages again and again: only the time differs.
            let changes = tracker.follow(Some(&[found(now, 0..5)]), now, &[], false, &tell);
            let opened = changes.iter().filter(|c| c.kind == ChangeKind::Provisional);
            ids.extend(opened.map(|change| change.id.clone()));
        }
        let n = ids.len();
        ids.sort();
        ids.dedup();
        assert!(n > 5000 && ids.len() == n, "{n} {}", ids.len());
        assert!(tracker.told.len() < 10);
    }

    #[test]
    fn the_number_of_sub_events_is_bounded() {
        let mut tracker = Tracker::default();
        let all: Vec<Merged> = (0..5000)
            .map(|i| found(1000.0 + 100.0 * f64::from(i), 5 * i..5 * i + 5))
            .collect();
        let changes = tracker.follow(Some(&all), 1000.0, &[], false, &tell);
        assert!(tracker.told.len() <= MOST && changes.len() >= MOST);
    }

    #[test]
    fn a_small_part_of_a_large_sub_event_is_retracted() {
        let mut tracker = Tracker::default();
        let small = [found(960.0, 0..10)];
        let opened = tracker.follow(Some(&small), 990.0, &[], false, &tell);
        let both = [found(960.0, 0..10), found(1000.0, 10..90)];
        tracker.follow(Some(&both), 1020.0, &[], false, &about_nobody);
        let changes = tracker.follow(Some(&both), 1081.0, &[], false, &about_nobody);
        let [Change { kind, id, .. }] = &changes[..] else {
            panic!("{changes:?}");
        };
        assert_eq!((*kind, id), (ChangeKind::Retracted, &opened[0].id));
        assert!(changes[0].merged_into.is_some());
    }

    fn about_nobody(event: &Merged, detail: Detail) -> LiveEvent {
        LiveEvent {
            participants: Vec::new(),
            ..tell(event, detail)
        }
    }

    #[test]
    fn the_younger_of_two_that_become_one_is_retracted_and_names_the_older() {
        let mut tracker = Tracker::default();
        let apart = [found(1000.0, 0..20), found(1060.0, 20..60)];
        let opened = tracker.follow(Some(&apart), 1070.0, &[], false, &tell);
        assert_eq!(opened.len(), 2);
        let changes = tracker.follow(Some(&[found(1050.0, 0..60)]), 1185.0, &[], false, &tell);
        let kinds: Vec<(ChangeKind, &str)> = changes.iter().map(|c| (c.kind, &*c.id)).collect();
        let (older, younger) = (&*opened[0].id, &*opened[1].id);
        let expected = [
            (ChangeKind::Update, older),
            (ChangeKind::Final, older),
            (ChangeKind::Retracted, younger),
        ];
        assert_eq!(kinds, expected);
        assert_eq!(changes[2].merged_into.as_deref(), Some(older));
    }
}
