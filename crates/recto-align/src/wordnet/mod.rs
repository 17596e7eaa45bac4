//! WordNet as a user has it: the folder of its database files, looked up as they are.
//!
//! Index files are sorted, so that a word is found by bisection; a synset stands at the byte
//! that its number names. Nothing is parsed before it is asked for.
//!
//! The paper relates two words by their first senses: the number of steps up from both to
//! the nearest synset that both reach (`distance`). Adjectives and adverbs have no such
//! steps and are related only if they share the first sense. In WordNet since 2.1 all nouns
//! meet in *entity*, so that a farthest distance is needed, `FARTHEST`.

mod lemma;
mod lines;
mod net;

pub(crate) use net::{Decay, Histogram, Index, Net};

use lines::{field, find, line_at};
use std::collections::BTreeMap;

/// The files that are read of a folder.
pub const FILES: [&str; 10] = [
    "index.noun",
    "index.verb",
    "index.adj",
    "index.adv",
    "data.noun",
    "data.verb",
    "noun.exc",
    "verb.exc",
    "adj.exc",
    "adv.exc",
];

/// Words farther apart than this many steps are not related.
pub(crate) const FARTHEST: usize = 6;

/// A part of speech.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Noun,
    Verb,
    Adjective,
    Adverb,
}

const PARTS: [Part; 4] = [Part::Noun, Part::Verb, Part::Adjective, Part::Adverb];

impl Part {
    fn name(self) -> &'static str {
        match self {
            Self::Noun => "noun",
            Self::Verb => "verb",
            Self::Adjective => "adj",
            Self::Adverb => "adv",
        }
    }
}

/// A synset: its part of speech, and the byte at which it stands.
pub(crate) type Synset = (u8, u32);

/// What a word reaches by steps up from its first senses, with the number of steps;
/// ascending by synset.
pub(crate) type Chain = Vec<(Synset, u8)>;

/// Files that are no WordNet database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {problem}")]
pub struct BadWordNet {
    /// The file.
    pub file: String,
    /// What is wrong, and what to do.
    pub problem: String,
}

/// A WordNet database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordNet {
    files: BTreeMap<String, Vec<u8>>,
    /// Its version, as its files name it.
    pub version: String,
}

impl WordNet {
    /// Takes the contents of the [`FILES`].
    ///
    /// # Errors
    /// [`BadWordNet`] for a file that is missing or names no version.
    pub fn new(files: BTreeMap<String, Vec<u8>>) -> Result<Self, BadWordNet> {
        let missing = FILES.into_iter().find(|name| !files.contains_key(*name));
        if let Some(name) = missing {
            return Err(bad(
                name,
                "the file is missing; give the folder with the database",
            ));
        }
        let Some(version) = version(&files["data.noun"]) else {
            let problem = "no line says `WordNet` and a version; give the folder with the database";
            return Err(bad("data.noun", problem));
        };
        Ok(Self { files, version })
    }

    /// What a word reaches from its first senses; empty for a word that it does not know.
    /// Words of a phrase are joined by `_`.
    ///
    /// # Errors
    /// [`BadWordNet`] if a synset does not stand where the index says.
    pub(crate) fn chain(&self, word: &str) -> Result<Chain, BadWordNet> {
        let mut chain = Chain::new();
        for part in PARTS {
            let Some(first) = self.first_sense(word, part) else {
                continue;
            };
            match part {
                Part::Noun | Part::Verb => self.climb(part, first, &mut chain)?,
                Part::Adjective | Part::Adverb => chain.push(((part as u8, first), 0)),
            }
        }
        chain.sort_unstable();
        chain.dedup_by_key(|(synset, _)| *synset);
        Ok(chain)
    }

    fn file(&self, kind: &str, part: Part) -> &[u8] {
        let name = part.name();
        let name = match kind {
            "exc" => format!("{name}.exc"),
            kind => format!("{kind}.{name}"),
        };
        self.files.get(&name).map_or(&[], Vec::as_slice)
    }

    /// The synset of the first sense of a word in any of its forms.
    fn first_sense(&self, word: &str, part: Part) -> Option<u32> {
        let index = self.file("index", part);
        let known = |lemma: &str| find(index, lemma).and_then(first_offset);
        let exception = find(self.file("exc", part), word).and_then(|line| field(line, 1));
        exception
            .and_then(known)
            .or_else(|| known(word))
            .or_else(|| lemma::candidates(word, part).find_map(|lemma| known(&lemma)))
    }

    /// Adds a synset and what lies above it, level by level.
    fn climb(&self, part: Part, first: u32, chain: &mut Chain) -> Result<(), BadWordNet> {
        let mut level = vec![first];
        for steps in 0..=FARTHEST as u8 {
            let mut next = Vec::new();
            for offset in level {
                let synset = (part as u8, offset);
                if chain.iter().any(|(known, _)| *known == synset) {
                    continue;
                }
                chain.push((synset, steps));
                next.extend(self.above(part, offset)?);
            }
            level = next;
        }
        Ok(())
    }

    /// The synsets one step up.
    fn above(&self, part: Part, offset: u32) -> Result<Vec<u32>, BadWordNet> {
        let data = self.file("data", part);
        line_at(data, offset).and_then(hypernyms).ok_or_else(|| {
            let problem = format!(
                "byte {offset} holds no synset: the file was changed, or is of another version \
                     than its index"
            );
            bad(&format!("data.{}", part.name()), &problem)
        })
    }
}

fn bad(file: &str, problem: &str) -> BadWordNet {
    BadWordNet {
        file: file.into(),
        problem: problem.into(),
    }
}

/// The version in the licence at the head of a file.
fn version(data: &[u8]) -> Option<String> {
    let head = &data[..data.len().min(4096)];
    let head = String::from_utf8_lossy(head);
    let mut words = head.split_whitespace();
    words.find(|word| *word == "WordNet")?;
    let version = words.next()?;
    let is_version = version.starts_with(|c: char| c.is_ascii_digit());
    is_version.then(|| version.to_owned())
}

/// The first synset of an index line: word, part, senses, pointers, the pointers, senses,
/// tagged senses, synsets.
fn first_offset(line: &str) -> Option<u32> {
    let pointers: usize = field(line, 3)?.parse().ok()?;
    field(line, 6 + pointers)?.parse().ok()
}

/// The synsets above that of a data line: offset, file, type, number of words in hexadecimal,
/// words with their ids, number of pointers, pointers of four fields.
fn hypernyms(line: &str) -> Option<Vec<u32>> {
    let fields: Vec<&str> = line.split(' ').collect();
    let words = usize::from_str_radix(fields.get(3)?, 16).ok()?;
    let at = 4 + 2 * words;
    let pointers: usize = fields.get(at)?.parse().ok()?;
    let pointers = fields.get(at + 1..at + 1 + 4 * pointers)?.chunks(4);
    let up = pointers.filter(|pointer| matches!(pointer[0], "@" | "@i"));
    up.map(|pointer| pointer[1].parse().ok()).collect()
}

/// The fewest steps by which two words meet; `None` beyond [`FARTHEST`].
pub(crate) fn distance(a: &Chain, b: &Chain) -> Option<usize> {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    let mut least = None;
    while let (Some((x, up)), Some((y, other))) = (a.peek(), b.peek()) {
        match x.cmp(y) {
            std::cmp::Ordering::Less => drop(a.next()),
            std::cmp::Ordering::Greater => drop(b.next()),
            std::cmp::Ordering::Equal => {
                let steps = usize::from(up + other);
                least = Some(least.map_or(steps, |least: usize| least.min(steps)));
                a.next();
            }
        }
    }
    least.filter(|steps| *steps <= FARTHEST)
}

#[cfg(test)]
pub(crate) mod tests;
