//! From a merged sub-event to what is shown of it: span, participants, title, keywords,
//! messages, importance.

use super::params::Params;
use super::{Merged, title};
use crate::choose::{self, Frequencies};
use crate::corpus::{Corpus, MessagesByWord, shortened};
use crate::mentions::{Evidence, capitalized};
use crate::merge::n_shared;
use crate::participants::Participants;
use crate::significance::messages_with_words;
use crate::{SubEvent, time};
use recto_math::association::signed_g2;
use recto_math::rng::fnv1a;
use recto_text::message::has_link;

/// Seconds around a peak that its words are compared with.
const AROUND: f64 = 900.0;
/// Share of the messages at the peak above which a bin is part of the span.
const SPAN: f64 = 0.1;
/// Largest number of keywords.
const KEYWORDS: usize = 10;
/// Largest value of −log10 p that counts for importance.
const MOST_SURPRISE: f64 = 300.0;
/// Share of the messages from which on a participant takes part.
const TAKES_PART: f64 = 0.15;

/// Share of the messages that a participant must have whose own messages led to the
/// sub-event; below it the same moment only made its few messages a spike, too.
const LED: f64 = 0.05;

/// Participants of a title, and the share of the messages that each must have.
const NAMES: usize = 2;
const IN_TITLE: f64 = 0.1;

pub(super) struct Teller<'t> {
    corpus: &'t Corpus,
    evidence: &'t Evidence,
    participants: &'t Participants,
    by_word: &'t MessagesByWord,
    /// The text of a message by its index.
    text: &'t (dyn Fn(u32) -> &'t str + Sync),
    params: &'t Params,
}

impl<'t> Teller<'t> {
    pub(super) fn new(
        corpus: &'t Corpus,
        evidence: &'t Evidence,
        participants: &'t Participants,
        by_word: &'t MessagesByWord,
        text: &'t (dyn Fn(u32) -> &'t str + Sync),
        params: &'t Params,
    ) -> Self {
        Self {
            corpus,
            evidence,
            participants,
            by_word,
            text,
            params,
        }
    }

    /// The sub-event with everything that is shown of it.
    pub(super) fn tell(&self, event: &Merged) -> SubEvent {
        let outline = self.outline(event);
        let others = self.others(event);
        let (title, (keywords, messages)) = rayon::join(
            || self.title(event, &outline.participants, &others),
            || {
                let keywords = self.keywords(event, &others);
                (keywords, self.choice(event, outline.start))
            },
        );
        SubEvent {
            title,
            keywords,
            messages,
            ..outline
        }
    }

    /// The sub-event without title and keywords.
    pub(super) fn quoted(&self, event: &Merged) -> SubEvent {
        let outline = self.outline(event);
        SubEvent {
            messages: self.choice(event, outline.start),
            ..outline
        }
    }

    /// The sub-event without title, keywords and chosen messages, which take longest.
    pub(super) fn outline(&self, event: &Merged) -> SubEvent {
        let (start, end) = self.span(event);
        let index = |&member: &u32| self.corpus.indices[member as usize];
        SubEvent {
            id: self.id(event),
            start,
            peak: event.peak,
            end,
            mu: event.place.map(|(mu, _)| mu),
            sigma: event.place.map(|(_, sigma)| sigma),
            title: String::new(),
            participants: self.by_share(event),
            members: event.members.iter().map(index).collect(),
            keywords: Vec::new(),
            messages: Vec::new(),
            importance: self.importance(event),
            share: event.members.len() as f64 / self.corpus.len() as f64,
            log10_p: event.ln_p.map(|ln_p| ln_p / std::f64::consts::LN_10),
            word_score: event.word_score,
        }
    }

    fn id(&self, event: &Merged) -> String {
        let first = event.participants.first();
        let name = first.map_or("", |&p| self.participants.found[p].name.as_str());
        let key = format!("{:.0} {name}", event.peak);
        format!("{:012x}", fnv1a(key.as_bytes()) & 0xFFFF_FFFF_FFFF)
    }

    /// First and last moment: the bins around the peak that have a tenth of its messages.
    fn span(&self, event: &Merged) -> (f64, f64) {
        let bin = self.params.bin;
        let start = self.corpus.origin;
        let times = event
            .members
            .iter()
            .map(|&m| self.corpus.times[m as usize] - start);
        let n_bins = time::bin_of(self.corpus.times[self.corpus.len() - 1] - start, bin) + 1;
        let counts = time::counts(times, bin, n_bins);
        let peak = time::bin_of(event.peak - start, bin).min(n_bins - 1);
        let is_part = |place: &usize| f64::from(counts[*place]) >= SPAN * f64::from(counts[peak]);
        let first = (0..=peak).rev().take_while(is_part).last().unwrap_or(peak);
        let last = (peak..n_bins).take_while(is_part).last().unwrap_or(peak);
        (start + first as f64 * bin, start + (last + 1) as f64 * bin)
    }

    /// The participants by their share in the messages: those of its parts, and others that
    /// many messages name.
    fn by_share(&self, event: &Merged) -> Vec<usize> {
        let n = event.members.len().max(1) as f64;
        // The published form keeps all.
        let least = self.params.false_alarms.map_or(0.0, |_| LED);
        let mut shares: Vec<(usize, f64)> = Vec::new();
        for (index, found) in self.participants.found.iter().enumerate() {
            let shared = n_shared(&event.members, &found.messages) as f64 / n;
            let usual = found.messages.len() as f64 / self.corpus.len() as f64;
            let has_led = event.participants.contains(&index) && shared >= least;
            if has_led || (shared >= TAKES_PART && shared >= 2.0 * usual) {
                shares.push((index, shared));
            }
        }
        shares.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        shares.into_iter().map(|(index, _)| index).collect()
    }

    /// Messages around the peak that are not its own.
    fn others(&self, event: &Merged) -> Vec<usize> {
        let around = self
            .corpus
            .between(event.peak - AROUND, event.peak + AROUND);
        let is_other = |m: &usize| event.members.binary_search(&(*m as u32)).is_err();
        around.filter(is_other).collect()
    }

    fn keywords(&self, event: &Merged, others: &[usize]) -> Vec<(String, f64)> {
        let corpus = self.corpus;
        let members = event.members.iter().map(|&m| m as usize);
        let own = messages_with_words(corpus, members);
        let n_others = others.len() as f64;
        let others = messages_with_words(corpus, others.iter().copied());
        let of = |word: u32| {
            let found = others.binary_search_by_key(&word, |row| row.0);
            found.map_or(0, |index| others[index].1)
        };
        let n = event.members.len() as f64;
        let mut scored: Vec<(u32, f64)> = own
            .iter()
            .map(|&(word, count)| (word, signed_g2(count.into(), n, of(word).into(), n_others)))
            .filter(|(_, score)| *score > 0.0)
            .collect();
        scored.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        scored.truncate(KEYWORDS);
        let spelt = |(word, score): (u32, f64)| (corpus.spelling(word).to_string(), score);
        scored.into_iter().map(spelt).collect()
    }

    /// Up to two participants, those that set the sub-event apart first, and key phrases.
    fn title(&self, event: &Merged, participants: &[usize], others: &[usize]) -> String {
        let members: Vec<usize> = event.members.iter().map(|&m| m as usize).collect();
        let leading = self.leading(event, participants, others);
        let found = |&p: &usize| &self.participants.found[p];
        let names: Vec<&str> = leading.iter().map(|p| found(p).name.as_str()).collect();
        let named: Vec<u32> = participants
            .iter()
            .flat_map(|p| found(p).words.clone())
            .collect();
        let phrases = title::phrases(self.corpus, self.by_word, &members, others, &named);
        let word = |&word: &u32| self.evidence.cased(word, self.corpus.spelling(word));
        let phrase = |words: &Vec<u32>| words.iter().map(word).collect::<Vec<_>>().join(" ");
        let mut phrases: Vec<String> = phrases.iter().map(phrase).collect();
        // "goal, 2-0" reads better than "2-0, goal".
        phrases.sort_by_key(|phrase| phrase.starts_with(|c: char| c.is_ascii_digit()));
        match (names.is_empty(), phrases.is_empty()) {
            (true, _) => capitalized(&phrases.join(", ")),
            (false, true) => names.join(", "),
            (false, false) => format!("{}: {}", names.join(", "), phrases.join(", ")),
        }
    }

    /// The participants that set a sub-event apart from the messages around it, best first.
    fn leading(&self, event: &Merged, participants: &[usize], others: &[usize]) -> Vec<usize> {
        let n = event.members.len() as f64;
        let others: Vec<u32> = others.iter().map(|&m| m as u32).collect();
        let scored = participants.iter().map(|&p| {
            let messages = &self.participants.found[p].messages;
            let own = n_shared(&event.members, messages) as f64;
            let other = n_shared(&others, messages) as f64;
            (p, own / n, signed_g2(own, n, other, others.len() as f64))
        });
        let mut scored: Vec<(usize, f64, f64)> = scored
            .filter(|&(_, share, score)| share >= IN_TITLE && score > 0.0)
            .collect();
        scored.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
        scored.iter().take(NAMES).map(|row| row.0).collect()
    }

    /// The messages that tell it. Each word counts once a message, as who repeats a word
    /// tells no more; messages that are badly written are taken later.
    fn choice(&self, event: &Merged, start: f64) -> Vec<u32> {
        let corpus = self.corpus;
        let distinct = |&m: &u32| {
            let mut words: Vec<u32> = corpus.content(m as usize).collect();
            words.sort_unstable();
            words.dedup();
            words
        };
        let words: Vec<Vec<u32>> = event.members.iter().map(distinct).collect();
        let with_word = |word: u32| self.evidence.messages(word) as usize;
        let mut scores = match self.params.frequencies {
            Frequencies::Event => choose::scores(&words, with_word, corpus.len()),
            Frequencies::SubEvent => choose::scores_within(&words),
        };
        for (score, &member) in scores.iter_mut().zip(&event.members) {
            *score *= self.params.badly_written.powi(self.n_faults(member, start));
        }
        let chosen = choose::choose(&words, &scores, self.params.n_messages);
        let chosen = chosen.into_iter().map(|i| event.members[i]);
        chosen.map(|m| corpus.indices[m as usize]).collect()
    }

    /// Number of things that make a message worse to quote: shouting, an answer to somebody,
    /// several tags, a link, or that it was written before there was something to tell.
    fn n_faults(&self, member: u32, start: f64) -> i32 {
        let place = member as usize;
        let text = shortened((self.text)(self.corpus.indices[place]));
        let letters = || text.chars().filter(|c| c.is_alphabetic());
        let n_upper = letters().filter(|c| c.is_uppercase()).count();
        let faults = [
            2 * n_upper > letters().count(),
            self.corpus.replies[place] || text.starts_with('@'),
            text.matches('#').count() > 1,
            has_link(text),
            self.corpus.times[place] < start + self.params.bin,
        ];
        faults.iter().map(|&fault| i32::from(fault)).sum()
    }

    /// Surprise at the volume, more for many users than for few.
    fn importance(&self, event: &Merged) -> f64 {
        let n = event.members.len().max(2) as f64;
        let mut users: Vec<Option<u64>> = event
            .members
            .iter()
            .map(|&m| self.corpus.users[m as usize])
            .collect();
        let unknown = users.iter().filter(|user| user.is_none()).count();
        users.retain(Option::is_some);
        users.sort_unstable();
        users.dedup();
        let n_users = (users.len() + unknown).max(1) as f64;
        let surprise = event.ln_p.map_or(n, |ln_p| -ln_p / std::f64::consts::LN_10);
        surprise.min(MOST_SURPRISE) * (1.0 + n_users.ln() / n.ln())
    }
}
