//! A made stream of messages about a match, whose sub-events are known.
//!
//! Eight participants and fifteen sub-events in two hours, with what makes detection hard:
//! participants that share a sub-event, sub-events that follow each other within 60 to 150
//! seconds, one of a rarely named participant beside a large one, sub-events without any
//! participant, chatter, a slow rumour that is no sub-event, a flood of copies, and names
//! in lower case, abbreviated or misspelt.
//!
//! It uses additions, multiplications and divisions of IEEE numbers alone, with a
//! generator of its own (SplitMix64), so that any language on any machine makes the same
//! bytes; that is why it does not draw from [`recto_math::rng`].

mod script;
#[cfg(test)]
mod tests;

pub use script::{TrueEvent, TrueParticipant, participants, sub_events};

use crate::{OwnedMessage, choose};
use recto_text::Language;
use recto_text::message::MessageReader;
use script::{CHAT, DRIFT, FLOOD, Vocabulary};
use serde::{Deserialize, Serialize};

/// What the made stream is like.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Parameters {
    /// Seed of the generator.
    pub seed: u64,
    /// Seconds from the first to the last message.
    pub duration: f64,
    /// Factor of all numbers of messages.
    pub scale: f64,
    /// Whether the flood of copies is there.
    pub flood: bool,
    /// Whether all texts are in lower case.
    pub lower: bool,
    /// Share of names that are written as they should be; the others are in lower case.
    pub case_share: f64,
    /// Time of the beginning, in seconds since 1970.
    pub start: f64,
}

impl Parameters {
    /// The stream of a seed with 15,000 messages.
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            duration: 7200.0,
            scale: 1.0,
            flood: true,
            lower: false,
            case_share: 0.6,
            start: 0.0,
        }
    }
}

/// What a made message was made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Chatter, or the slow rumour.
    Chatter,
    /// The flood of copies.
    Flood,
    /// The sub-event of this index of [`sub_events`].
    Event(usize),
}

/// A made stream with the source of each message.
#[derive(Debug, Clone, PartialEq)]
pub struct Synthetic {
    /// Messages by time.
    pub messages: Vec<OwnedMessage>,
    /// What each message was made for.
    pub sources: Vec<Source>,
}

/// The messages of a made stream, by time.
pub fn generate(parameters: &Parameters) -> Vec<OwnedMessage> {
    generate_with_sources(parameters).messages
}

/// The messages of a made stream with what each was made for.
pub fn generate_with_sources(parameters: &Parameters) -> Synthetic {
    let mut writer = Writer {
        random: SplitMix64(parameters.seed),
        parameters,
        made: Vec::new(),
    };
    writer.chatter();
    writer.events();
    writer.drift();
    if parameters.flood {
        writer.flood();
    }
    let mut made = writer.made;
    made.sort_by(|a, b| a.0.time.total_cmp(&b.0.time));
    for (message, _) in &mut made {
        message.time += parameters.start;
    }
    let (messages, sources) = made.into_iter().unzip();
    Synthetic { messages, sources }
}

/// The messages that tell a part of a made stream best: for each sub-event whose time is
/// from `from` up to before `to`, that of its own messages which scores highest by hybrid
/// TF-IDF. They are the reference of a summary; indices of `made`, by sub-event.
pub fn reference_messages(made: &Synthetic, from: f64, to: f64) -> Vec<usize> {
    let texts = || made.messages.iter().map(|message| message.text.as_str());
    let (words, with_word) = numbered(texts());
    let is_inside = |event: &&TrueEvent| (from..to).contains(&event.time);
    let events = sub_events().iter().enumerate();
    let inside = events.filter(|(_, event)| is_inside(event));
    let best = inside.filter_map(|(index, _)| {
        let own = (0..made.sources.len()).filter(|&m| made.sources[m] == Source::Event(index));
        let own: Vec<usize> = own.collect();
        let posts: Vec<Vec<u32>> = own.iter().map(|&m| words[m].clone()).collect();
        let count = |word: u32| with_word[word as usize];
        let scores = choose::scores(&posts, count, made.messages.len());
        let best = choose::choose(&posts, &scores, 1);
        best.first().map(|&place| own[place])
    });
    best.collect()
}

/// Words of texts that carry meaning, as numbers, and the number of texts with each.
fn numbered<'t>(texts: impl Iterator<Item = &'t str>) -> (Vec<Vec<u32>>, Vec<usize>) {
    let english = Language::from_code("en").expect("English is known");
    let mut reader = MessageReader::new(english);
    let mut vocabulary = recto_text::Vocabulary::default();
    let mut with_word: Vec<usize> = Vec::new();
    let words = texts.map(|text| {
        let mut words = Vec::new();
        reader.read(text, |word| {
            if word.is_content {
                words.push(vocabulary.intern(word.form).0);
            }
        });
        with_word.resize(vocabulary.len(), 0);
        for (place, &word) in words.iter().enumerate() {
            with_word[word as usize] += usize::from(!words[..place].contains(&word));
        }
        words
    });
    let words = words.collect();
    (words, with_word)
}

/// The generator SplitMix64.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = self.0;
        let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Uniform in [0, 1).
    fn uniform(&mut self) -> f64 {
        (self.next() >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.uniform() * n as f64) as usize
    }

    /// Nearly normal: a sum of twelve uniform numbers, as no other function is exact
    /// everywhere.
    fn gauss(&mut self) -> f64 {
        (0..12).fold(0.0, |sum, _| sum + self.uniform()) - 6.0
    }

    /// An index that is small more often than large.
    fn skewed(&mut self, n: usize) -> usize {
        let u = self.uniform();
        (n as f64 * u * u) as usize
    }
}

struct Writer<'p> {
    random: SplitMix64,
    parameters: &'p Parameters,
    made: Vec<(OwnedMessage, Source)>,
}

impl Writer<'_> {
    fn scaled(&self, count: usize) -> usize {
        (count as f64 * self.parameters.scale) as usize
    }

    fn chatter(&mut self) {
        let mut rows: Vec<(&[usize], usize)> = Vec::new();
        const OWN: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
        for (participant, own) in participants().iter().zip(OWN.chunks(1)) {
            rows.push((own, participant.chatter));
        }
        rows.push((&[], 3000));
        for (own, count) in rows {
            for _ in 0..self.scaled(count) {
                let time = self.random.uniform() * self.parameters.duration;
                let n_chat = 4 + self.random.below(5);
                self.write(time, own, &[], (0, n_chat), Source::Chatter);
            }
        }
    }

    fn events(&mut self) {
        for (index, event) in sub_events().iter().enumerate() {
            for _ in 0..self.scaled(event.messages) {
                let x = self.random.gauss();
                let spread = if x < 0.0 { event.rise } else { event.decay };
                let time = event.time + x * spread;
                let who = self.some_of(event.participants);
                let words = (2 + self.random.below(3), 2 + self.random.below(3));
                self.write(time, who, event.words, words, Source::Event(index));
            }
        }
    }

    /// One of the participants, or all of them.
    fn some_of(&mut self, all: &'static [usize]) -> &'static [usize] {
        if all.is_empty() || self.random.uniform() >= 0.6 {
            return all;
        }
        let one = self.random.below(all.len());
        &all[one..=one]
    }

    fn drift(&mut self) {
        for _ in 0..self.scaled(DRIFT.messages) {
            let time = DRIFT.time + self.random.gauss() * DRIFT.decay;
            let words = (2 + self.random.below(3), 2 + self.random.below(3));
            self.write(
                time,
                DRIFT.participants,
                DRIFT.words,
                words,
                Source::Chatter,
            );
        }
    }

    fn flood(&mut self) {
        for _ in 0..self.scaled(FLOOD.messages) {
            let time = FLOOD.time + self.random.gauss() * FLOOD.spread;
            self.record(time, FLOOD.text.to_string(), Source::Flood);
        }
    }

    /// A message of some words of `vocabulary` and some of chatter, in any order, with the
    /// names put in between.
    fn write(
        &mut self,
        time: f64,
        who: &[usize],
        vocabulary: Vocabulary,
        (n_words, n_chat): (usize, usize),
        source: Source,
    ) {
        let random = &mut self.random;
        let mut words: Vec<String> = Vec::with_capacity(n_words + n_chat + who.len());
        words.extend((0..n_chat).map(|_| CHAT[random.skewed(CHAT.len())].to_string()));
        words.extend((0..n_words).map(|_| vocabulary[random.below(vocabulary.len())].to_string()));
        for last in (1..words.len()).rev() {
            words.swap(last, random.below(last + 1));
        }
        for &participant in who {
            let place = self.random.below(words.len() + 1);
            words.insert(place, self.name(participant));
        }
        if (0.0..self.parameters.duration).contains(&time) {
            self.record(time, words.join(" "), source);
        }
    }

    fn name(&mut self, participant: usize) -> String {
        let names = participants()[participant].names;
        let name = names[self.random.skewed(names.len())];
        if self.random.uniform() > self.parameters.case_share {
            name.to_lowercase()
        } else {
            name.to_string()
        }
    }

    fn record(&mut self, time: f64, text: String, source: Source) {
        let text = if self.parameters.lower {
            text.to_lowercase()
        } else {
            text
        };
        let message = OwnedMessage {
            time: (time * 1000.0 + 0.5).floor() / 1000.0,
            text,
            user: Some(self.random.below(100_000) as u64),
            language: None,
            is_repost: false,
            is_reply: false,
        };
        self.made.push((message, source));
    }
}
