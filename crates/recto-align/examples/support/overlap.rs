//! Plain overlaps of a sentence with the source, as baselines: shares of stems.

use recto_align::{Pairs, Side};
use recto_text::TermId;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The source as stems.
pub(crate) struct Overlap<'p> {
    pairs: &'p Pairs,
    stems: Vec<TermId>,
    places: HashMap<TermId, Vec<usize>>,
    sentences: Vec<HashSet<TermId>>,
    trigrams: HashSet<&'p [TermId]>,
}

impl<'p> Overlap<'p> {
    /// `stems` are those of the source.
    pub(crate) fn new(pairs: &'p Pairs, source: &Side, stems: &'p [TermId]) -> Self {
        let mut places: HashMap<TermId, Vec<usize>> = HashMap::new();
        for (at, &stem) in stems.iter().enumerate() {
            places.entry(stem).or_default().push(at);
        }
        let sentences = (0..source.sentences.len())
            .map(|sentence| stems[source.sentence(sentence)].iter().copied().collect());
        Self {
            pairs,
            stems: stems.to_vec(),
            places,
            sentences: sentences.collect(),
            trigrams: stems.windows(3).collect(),
        }
    }

    /// Content stems in the source, those in its best sentence, contiguous pieces a word,
    /// trigrams of stems.
    pub(crate) fn of(&self, summary: &Side, words: Range<usize>) -> Value {
        let words = &summary.words[words];
        let stems: Vec<TermId> = words.iter().map(|&word| self.pairs.stem(word)).collect();
        let content: Vec<TermId> = words
            .iter()
            .filter(|&&word| self.is_content(word))
            .map(|&word| self.pairs.stem(word))
            .collect();
        let share = |found: usize, of: usize| found as f64 / of.max(1) as f64;
        let found = content
            .iter()
            .filter(|&stem| self.places.contains_key(stem));
        let best = self.sentences.iter().map(|sentence| {
            let in_it = content.iter().filter(|&stem| sentence.contains(stem));
            in_it.count()
        });
        let trigrams = stems
            .windows(3)
            .filter(|three| self.trigrams.contains(three));
        json!({
            "content": share(found.count(), content.len()),
            "best": share(best.max().unwrap_or(0), content.len()),
            "pieces": share(self.pieces(&stems), stems.len()),
            "trigrams": share(trigrams.count(), stems.len().saturating_sub(2)),
        })
    }

    fn is_content(&self, word: TermId) -> bool {
        let written = self.pairs.vocabulary().term(word);
        let is_word = written.chars().count() > 1 || written.contains(char::is_numeric);
        is_word && !self.pairs.language().stop_words().contains_key(written)
    }

    /// The fewest contiguous pieces that copy the stems; a stem not found is one.
    fn pieces(&self, stems: &[TermId]) -> usize {
        let mut pieces = 0;
        let mut ends: Vec<usize> = Vec::new();
        for stem in stems {
            ends = ends.iter().map(|end| end + 1).collect();
            ends.retain(|&end| self.stems.get(end) == Some(stem));
            if ends.is_empty() {
                pieces += 1;
                ends = self.places.get(stem).cloned().unwrap_or_default();
            }
        }
        pieces
    }
}
