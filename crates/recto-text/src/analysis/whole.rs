//! How the parts of a text become a whole.

use super::memo::Found;
use super::part::Part;
use crate::token::Token;
use crate::unit::Unit;
use crate::vocabulary::{TermId, Vocabulary};

/// The parts of a text that were joined so far.
#[derive(Default)]
pub(super) struct Whole {
    pub(super) units: Vec<Unit>,
    pub(super) tokens: Vec<Token>,
    pub(super) vocabulary: Vocabulary,
    pub(super) overlong: usize,
    pub(super) pairs: usize,
    sources: Vec<Source>,
}

/// What the numbers of one memo mean in the whole.
struct Source {
    id: u64,
    numbers: Vec<TermId>,
}

/// A number whose term has not come up in the order of the text.
const UNSEEN: TermId = TermId(u32::MAX - 1);

impl Whole {
    /// A text of few parts. The numbers of a single one are those of the whole.
    pub(super) fn of(mut parts: Vec<Part>) -> Self {
        let mut whole = Self::default();
        match (parts.len(), parts.pop()) {
            (1, Some(part)) => {
                whole.units = part.units;
                whole.tokens = part.tokens;
                whole.vocabulary = Vocabulary::from_distinct(part.found.terms);
                whole.overlong = part.overlong;
                whole.pairs = part.pairs;
            }
            (_, last) => {
                parts.extend(last);
                whole.append(parts, drop);
            }
        }
        whole
    }

    /// Nothing yet, with room for the units and tokens of prose: memory that is not
    /// written to costs nothing, moving costs.
    pub(super) fn with_room(text: &str) -> Self {
        Self {
            units: Vec::with_capacity(text.len() / 80),
            tokens: Vec::with_capacity(text.len() / 5),
            ..Self::default()
        }
    }

    /// Joins parts that follow each other and those before, and calls `reuse` with
    /// the buffers that become free. The memos may have met the parts in any order,
    /// but a part joined earlier was also met earlier.
    pub(super) fn append(&mut self, parts: Vec<Part>, mut reuse: impl FnMut(Vec<Token>)) {
        for part in &parts {
            self.expect(&part.found);
        }
        for part in &parts {
            self.append_units(part);
            self.append_tokens(part, &parts);
            self.overlong += part.overlong;
            self.pairs += part.pairs;
        }
        parts.into_iter().for_each(|part| reuse(part.tokens));
    }

    /// Makes room for the numbers of new terms.
    fn expect(&mut self, found: &Found) {
        let end = found.first as usize + found.terms.len();
        let at = self.source(found.source).unwrap_or_else(|| {
            self.sources.push(Source {
                id: found.source,
                numbers: Vec::new(),
            });
            self.sources.len() - 1
        });
        let numbers = &mut self.sources[at].numbers;
        numbers.resize(numbers.len().max(end), UNSEEN);
    }

    fn source(&self, id: u64) -> Option<usize> {
        self.sources.iter().rposition(|source| source.id == id)
    }

    fn append_units(&mut self, part: &Part) {
        let base = self.tokens.len();
        self.units.extend(part.units.iter().map(|unit| Unit {
            first_token: base + unit.first_token,
            end_token: base + unit.end_token,
            ..*unit
        }));
    }

    fn append_tokens(&mut self, part: &Part, parts: &[Part]) {
        let at = self.source(part.found.source).expect("it was expected");
        let numbers = &mut self.sources[at].numbers;
        let vocabulary = &mut self.vocabulary;
        self.tokens.extend(part.tokens.iter().map(|token| {
            let number = token.raw_term().index();
            // What has no number is a stop word.
            let Some(term) = numbers.get_mut(number) else {
                return *token;
            };
            if *term == UNSEEN {
                *term = vocabulary.intern(letters(parts, part.found.source, number));
            }
            token.with_term(*term)
        }));
    }
}

/// The letters of a term, from the part that met it first.
#[cold]
fn letters(parts: &[Part], source: u64, number: usize) -> &str {
    let found = parts.iter().map(|part| &part.found);
    found
        .filter(|found| found.source == source)
        .find_map(|found| {
            let index = number.checked_sub(found.first as usize)?;
            (index < found.terms.len()).then(|| found.terms.get(index))
        })
        .expect("a term that was not seen before was met in one of these parts")
}
