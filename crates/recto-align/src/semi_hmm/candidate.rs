//! What each summary word can come from: candidates of one pair, and their probabilities.
//!
//! ```text
//! rewrite(s|d) = w_word [s = d] + w_form [forms of one word] / Z_d + w_net exp(-eta dist) / Z_net + w_table t(s|d)
//!              + RELATED [one often stands for the other, or both are spelt alike]
//!              + (N/n)^2 [content words in the same place] p(s)
//! ```
//!
//! The first line is the paper's mixture; EM learns its weights. The second line is beyond
//! the paper, with fixed weights: the likelihood prefers nowhere to a rare rewriting and
//! drives learned weights out. A word *in place* stands next to a word that its neighbour in
//! the summary may come from; that it was rewritten is as likely as that the document's word
//! was used at all, N of n, and that its neighbour was. Such a link says where a word stands
//! in for another, not that the source supports it ([`Evidence::Place`]).
//!
//! Phrases of several words are candidates if they agree word by word; other phrases are
//! left out. Candidates are found by looking words up, never by comparing all words.

use super::inference::{Candidate, Emissions};
use super::initials::Initials;
use super::kinship::{Class, Kinship};
use super::parameters::{COMPONENTS, Parameters};
use crate::places::{around, most_places, on_diagonal};
use crate::wordnet::Index;
use crate::{Evidence, Pair};
use recto_text::TermId;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;

/// Weight of words that are related by the list or by spelling.
const RELATED: f64 = 0.03;

/// Most places of the document that one summary word is looked for in, and all words of a
/// summary together. A place costs up to 600 bytes. A summary of 500 words and a document of
/// 100,000 have about 400,000 together.
const MOST_PLACES: usize = 4096;
const ALL_PLACES: usize = 1 << 19;

/// What the components say of a pair of phrases.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Part {
    /// Value of each component of the mixture, before its weight.
    pub(crate) values: [f64; COMPONENTS],
    /// What is added with a fixed weight.
    pub(crate) fixed: f64,
    /// The entry of the lexical table, if it has one.
    pub(crate) entry: Option<u32>,
    /// The word of the document and its distance in WordNet.
    pub(crate) net: Option<(TermId, usize)>,
    pub(crate) evidence: Evidence,
}

impl Default for Part {
    fn default() -> Self {
        Self {
            values: [0.0; COMPONENTS],
            fixed: 0.0,
            entry: None,
            net: None,
            evidence: Evidence::Related,
        }
    }
}

/// The candidates of one pair.
#[derive(Debug)]
pub(crate) struct Offers {
    pub(crate) emissions: Emissions,
    /// Distinct parts, and which each candidate has.
    pub(crate) parts: Vec<Part>,
    pub(crate) part_of: Vec<u32>,
}

/// Places of a document's words, from 1, by some key.
struct Places<K> {
    sorted: Vec<(K, u32)>,
    ranges: FxHashMap<K, (u32, u32)>,
}

impl<K: Ord + Copy + std::hash::Hash> Places<K> {
    fn new(words: &[TermId], key: impl Fn(TermId) -> Option<K>) -> Self {
        Self::of_keys(words.iter().map(|&word| key(word)))
    }

    /// Places by the keys of the words in order.
    fn of_keys(keys: impl Iterator<Item = Option<K>>) -> Self {
        let mut sorted: Vec<(K, u32)> = keys
            .zip(1..)
            .filter_map(|(key, place)| Some((key?, place)))
            .collect();
        sorted.sort_unstable();
        let mut ranges: FxHashMap<K, (u32, u32)> = FxHashMap::default();
        for (&(key, _), at) in sorted.iter().zip(0..) {
            ranges.entry(key).or_insert((at, at)).1 = at + 1;
        }
        Self { sorted, ranges }
    }

    fn of(&self, key: K) -> &[(K, u32)] {
        let (from, to) = self.ranges.get(&key).copied().unwrap_or((0, 0));
        &self.sorted[from as usize..to as usize]
    }

    fn has(&self, key: K) -> bool {
        self.ranges.contains_key(&key)
    }

    /// The places of a key around `target`, at most `most`.
    fn around(&self, key: K, target: u32, most: usize) -> impl Iterator<Item = u32> {
        let places = around(self.of(key), most, |(_, place)| place < target);
        places.iter().map(|&(_, place)| place)
    }
}

/// Lists the candidates of a pair with phrases of up to `longest` words. `t` gives the value
/// of an entry of the lexical table.
pub(crate) fn offers(
    kinship: &Kinship<'_>,
    longest: usize,
    pair: &Pair,
    parameters: &Parameters,
    t: impl Fn(usize) -> f64,
) -> Offers {
    let source = &pair.document.words;
    let by_key = Places::new(source, |word| Some(kinship.key(word)));
    let mut finder = Finder {
        kinship,
        longest,
        pair,
        parameters,
        names: Initials::new(kinship, pair, |key| by_key.has(key)),
        most: MOST_PLACES,
        by_key,
        by_pair: OnceCell::new(),
        by_opening: Places::new(source, |word| kinship.opening(word)),
        by_sense: kinship.net.as_ref().map(|net| net.index(source)),
    };
    finder.most = finder.most_places();
    let mut found = Found::new(pair.document.len());
    for j in 0..pair.summary.len() {
        finder.same(j, &mut found);
        finder.in_table(j, &t, &mut found);
        finder.in_net(j, &mut found);
        finder.related(j, &mut found);
        finder.by_initials(j, &mut found);
        finder.in_place(j, &mut found);
        found.close(parameters.p_null * parameters.null(pair.summary.words[j]));
    }
    found.offers
}

/// Candidates as they are found.
struct Found {
    offers: Offers,
    /// Of the current word.
    open: Vec<(Candidate, u32)>,
}

impl Found {
    fn new(document: usize) -> Self {
        Self {
            offers: Offers {
                emissions: Emissions {
                    document,
                    offsets: vec![0],
                    ..Emissions::default()
                },
                parts: Vec::new(),
                part_of: Vec::new(),
            },
            open: Vec::new(),
        }
    }

    /// Adds a part, whose number the candidates that share it are added with.
    fn part(&mut self, part: Part) -> u32 {
        self.offers.parts.push(part);
        self.offers.parts.len() as u32 - 1
    }

    fn candidate(&mut self, start: u32, length: usize, value: f64, part: u32) {
        let candidate = Candidate {
            start,
            length: length as u8,
            words: length as u8,
            value,
        };
        self.open.push((candidate, part));
    }

    /// Ends the list of a word.
    fn close(&mut self, null: f64) {
        let Offers {
            emissions, part_of, ..
        } = &mut self.offers;
        self.open.sort_by_key(|(one, _)| (one.start, one.words));
        emissions
            .candidates
            .extend(self.open.iter().map(|(one, _)| *one));
        part_of.extend(self.open.drain(..).map(|(_, part)| part));
        emissions.offsets.push(emissions.candidates.len());
        emissions.null.push(null);
    }
}

struct Finder<'a, 'p> {
    kinship: &'a Kinship<'p>,
    longest: usize,
    pair: &'a Pair,
    parameters: &'a Parameters,
    /// Most places of each summary word.
    most: usize,
    by_key: Places<TermId>,
    /// Places of two words in a row; only made where a word has more than `most` places.
    by_pair: OnceCell<Places<(TermId, TermId)>>,
    by_opening: Places<u64>,
    by_sense: Option<Index<'a>>,
    names: Initials,
}

impl Finder<'_, '_> {
    fn most_places(&self) -> usize {
        let count = |&word: &TermId| match self.by_key.of(self.kinship.key(word)) {
            [] => match self.kinship.opening(word) {
                Some(opening) => self.by_opening.of(opening).len(),
                None => 0,
            },
            places => places.len(),
        };
        let counts: Vec<usize> = self.pair.summary.words.iter().map(count).collect();
        most_places(&counts, MOST_PLACES, ALL_PLACES)
    }

    /// The places of a key that the summary word `j` may come from, ascending. Of a word that
    /// stands in very many places, those where a neighbour agrees too, as a link from
    /// anywhere else would say nothing; without any, those around the same part of the
    /// document.
    fn places(&self, j: usize, key: TermId) -> impl Iterator<Item = u32> {
        let all = self.by_key.of(key);
        let (all, some) = if all.len() <= self.most {
            (all, Vec::new())
        } else {
            (&[][..], self.some_places(j, key))
        };
        all.iter().map(|&(_, place)| place).chain(some)
    }

    fn some_places(&self, j: usize, key: TermId) -> Vec<u32> {
        let (source, summary) = (&self.pair.document.words, &self.pair.summary.words);
        let key_of = |word: &TermId| self.kinship.key(*word);
        let by_pair = self.by_pair.get_or_init(|| {
            let pairs = source.windows(2);
            Places::of_keys(pairs.map(|two| Some((key_of(&two[0]), key_of(&two[1])))))
        });
        let target = self.target(j);
        let mut places = Vec::new();
        if let Some(after) = summary.get(j + 1) {
            places.extend(by_pair.around((key, key_of(after)), target, self.most));
        }
        if let Some(before) = j.checked_sub(1).map(|before| &summary[before]) {
            let before = by_pair.around((key_of(before), key), target, self.most);
            places.extend(before.map(|place| place + 1));
        }
        if places.is_empty() {
            return self.by_key.around(key, target, self.most).collect();
        }
        places.sort_unstable();
        places.dedup();
        around(&places, self.most, |place| place < target).to_vec()
    }

    /// The place of the document that stands where the summary word does.
    fn target(&self, j: usize) -> u32 {
        on_diagonal(j, self.pair.summary.len(), self.pair.document.len()) as u32 + 1
    }

    /// Probability of a part: of the phrase's length, and of the words.
    fn value(&self, part: &Part) -> f64 {
        let weights = self.parameters.weights.iter().zip(part.values);
        let mixture: f64 = weights.map(|(weight, value)| weight * value).sum();
        (mixture + part.fixed) / self.longest as f64
    }

    /// Words and phrases that agree word by word.
    fn same(&self, j: usize, found: &mut Found) {
        let (source, summary) = (&self.pair.document.words, &self.pair.summary.words);
        for place in self.places(j, self.kinship.key(summary[j])) {
            let (mut is_equal, mut form) = (true, 1.0);
            let words = summary[j..].iter().zip(&source[place as usize - 1..]);
            for (length, (&s, &d)) in (1..=self.longest).zip(words) {
                let key = self.kinship.key(d);
                if self.kinship.key(s) != key {
                    break;
                }
                is_equal &= s == d;
                form /= self.kinship.size(key);
                let part = Part {
                    values: [f64::from(is_equal), form, 0.0, 0.0],
                    evidence: Evidence::of_forms(is_equal),
                    ..Part::default()
                };
                let number = found.part(part);
                found.candidate(place, length, self.value(&part), number);
            }
        }
    }

    /// Words that the lexical table relates.
    fn in_table(&self, j: usize, t: &impl Fn(usize) -> f64, found: &mut Found) {
        for (entry, other) in self.kinship.table.row(self.pair.summary.words[j]) {
            let places = self.places(j, self.kinship.key(other));
            let is_it = |place: &u32| self.pair.document.words[*place as usize - 1] == other;
            let mut places = places.filter(is_it).peekable();
            if places.peek().is_none() {
                continue;
            }
            let part = Part {
                values: [0.0, 0.0, 0.0, t(entry)],
                entry: Some(entry as u32),
                ..Part::default()
            };
            let number = found.part(part);
            let value = self.value(&part);
            places
                .filter(|_| value > 0.0)
                .for_each(|place| found.candidate(place, 1, value, number));
        }
    }

    /// Words that WordNet relates.
    fn in_net(&self, j: usize, found: &mut Found) {
        let (Some(index), Some(net)) = (&self.by_sense, &self.kinship.net) else {
            return;
        };
        let word = self.pair.summary.words[j];
        for (other, steps) in index.near(word) {
            let p = self.parameters.decay.p(steps, net.words_at(other));
            let part = Part {
                values: [0.0, 0.0, p, 0.0],
                net: Some((other, steps)),
                evidence: if self.kinship.key(word) == self.kinship.key(other) {
                    Evidence::of_forms(word == other)
                } else {
                    Evidence::Related
                },
                ..Part::default()
            };
            let number = found.part(part);
            let value = self.value(&part);
            let places = self.places(j, self.kinship.key(other));
            let is_it = |place: &u32| self.pair.document.words[*place as usize - 1] == other;
            places
                .filter(is_it)
                .filter(|_| value > 0.0)
                .for_each(|place| found.candidate(place, 1, value, number));
        }
    }

    /// Words that often stand for the summary word; words spelt like it, unless it stands
    /// in the document itself.
    fn related(&self, j: usize, found: &mut Found) {
        let word = self.pair.summary.words[j];
        let key = self.kinship.key(word);
        let others = self.kinship.stand_ins(key).iter();
        let mut places: Vec<u32> = others.flat_map(|&other| self.places(j, other)).collect();
        let opening = self.kinship.opening(word);
        if let Some(opening) = opening.filter(|_| !self.by_key.has(key)) {
            let is_alike = |place: &u32| {
                let other = self.pair.document.words[*place as usize - 1];
                self.kinship.is_alike(word, other)
            };
            let opening_alike = self.by_opening.around(opening, self.target(j), self.most);
            places.extend(opening_alike.filter(is_alike));
        }
        if places.is_empty() {
            return;
        }
        places.sort_unstable();
        places.dedup();
        self.fixed(RELATED, Evidence::Related, &places, found);
    }

    /// Names by their initials, and initials by their names, where the word itself does not
    /// stand in the document.
    fn by_initials(&self, j: usize, found: &mut Found) {
        let summary = &self.pair.summary;
        let key = self.kinship.key(summary.words[j]);
        if self.names.is_empty() || self.by_key.has(key) {
            return;
        }
        let all = self.names.of(self.kinship, summary, j).take(self.most);
        let all: Vec<Candidate> = all.collect();
        if all.is_empty() {
            return;
        }
        let part = Part {
            fixed: RELATED,
            ..Part::default()
        };
        let number = found.part(part);
        let value = self.value(&part);
        let valued = all
            .into_iter()
            .map(|one| (Candidate { value, ..one }, number));
        found.open.extend(valued);
    }

    /// Content words next to a word that a neighbour of the summary word may come from.
    fn in_place(&self, j: usize, found: &mut Found) {
        let (source, summary) = (&self.pair.document.words, &self.pair.summary.words);
        let word = summary[j];
        let mass = self.parameters.content_mass;
        if self.kinship.class(word) != Class::Content || mass <= 0.0 {
            return;
        }
        let mut places = Vec::new();
        if let Some(&before) = j.checked_sub(1).and_then(|j| summary.get(j)) {
            let before = self.places(j - 1, self.kinship.key(before));
            places.extend(before.map(|place| place + 1));
        }
        if let Some(&after) = summary.get(j + 1) {
            let after = self.places(j + 1, self.kinship.key(after));
            places.extend(after.map(|place| place - 1));
        }
        places.sort_unstable();
        places.dedup();
        places.retain(|&place| {
            let other = (place as usize)
                .checked_sub(1)
                .and_then(|at| source.get(at));
            other.is_some_and(|&other| {
                self.kinship.class(other) == Class::Content
                    && self.kinship.key(other) != self.kinship.key(word)
            })
        });
        let used = (summary.len() as f64 / source.len() as f64).min(1.0);
        let weight = used * used * self.parameters.null(word) / mass;
        if !places.is_empty() {
            self.fixed(weight, Evidence::Place, &places, found);
        }
    }

    fn fixed(&self, weight: f64, evidence: Evidence, places: &[u32], found: &mut Found) {
        let part = Part {
            fixed: weight,
            evidence,
            ..Part::default()
        };
        let number = found.part(part);
        let value = self.value(&part);
        places
            .iter()
            .for_each(|&place| found.candidate(place, 1, value, number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::semi_hmm::Params;
    use crate::{Aligner, Pairs};
    use recto_math::{Run, Silent};
    use recto_testing::text::english;

    #[test]
    fn texts_that_repeat_a_word_have_a_bounded_number_of_candidates() {
        let mut pairs = Pairs::new(english());
        let source = pairs.side(std::iter::repeat_n("tide", 100_000), vec![0]);
        let summary = pairs.side(std::iter::repeat_n("tide", 2000), vec![0]);
        pairs.push(source, summary);
        let model = crate::Model::builtin(crate::Jump::Sentence);
        let kinship = Kinship::new(&pairs, super::super::table::Table::default(), None);
        let parameters = model.parameters(&kinship, 1.0);
        let found = offers(&kinship, 3, &pairs.pairs[0], &parameters, |_| 0.0);
        assert!(found.emissions.candidates.len() <= 3 * ALL_PLACES);
        // Those of the middle of the summary are in the middle of the document.
        let middle = found.emissions.at(1000)[0].start;
        assert!((49_000..51_000).contains(&middle), "{middle}");
    }

    #[test]
    fn a_word_of_many_places_is_looked_for_beside_its_neighbours() {
        let mut pairs = Pairs::new(english());
        let many = 2 * MOST_PLACES;
        let words = std::iter::repeat_n("tide", many).chain(["turned", "early", "tide"]);
        let source = pairs.side(words, vec![0]);
        let summary = pairs.side(["tide", "turned", "early"], vec![0]);
        pairs.push(source, summary);
        let found = Params::default().align(&pairs, &Run::new(0, &Silent));
        let found = found.expect("links").alignments.remove(0);
        let links: Vec<usize> = found.links.iter().map(|link| link.document).collect();
        assert_eq!(links, [many - 1, many, many + 1]);
    }
}
