//! Numbers of links and of words without one, which scores are made of.

use super::read::Linked;
use recto_align::metrics::{Reference, Tally, WordLink, is_ignored, kappa};
use rustc_hash::FxHashSet;

/// What was found of one pair, or of several together.
#[derive(Debug, Clone, Default)]
pub(super) struct Counts {
    all: Tally,
    content: Tally,
    /// The same with phrases as all pairs of their words.
    strict: Tally,
    strict_content: Tally,
    /// Summary words without a link: found, true, and both.
    null_found: usize,
    null_true: usize,
    null_both: usize,
    /// Pairs of a document word and a summary word.
    cells: usize,
}

impl Counts {
    /// Counts the links found of one pair against its reference; `strict` has phrases as all
    /// pairs of their words.
    pub(super) fn of(
        reference: &Linked,
        found: &FxHashSet<WordLink>,
        strict: &FxHashSet<WordLink>,
    ) -> Self {
        let gold = Reference {
            sure: reference.sure.clone(),
            possible: reference.possible.clone(),
        };
        let keeps = |(i, j): WordLink| {
            let is_ignored =
                |words: &[String], at: usize| words.get(at).is_some_and(|word| is_ignored(word));
            !is_ignored(&reference.document, i) && !is_ignored(&reference.summary, j)
        };
        let m = reference.summary.len();
        let nulls = |links: &FxHashSet<WordLink>| -> Vec<bool> {
            let linked: FxHashSet<usize> = links.iter().map(|link| link.1).collect();
            (0..m).map(|word| !linked.contains(&word)).collect()
        };
        let (of_gold, of_found) = (nulls(&reference.all()), nulls(found));
        let count = |nulls: &[bool]| nulls.iter().filter(|null| **null).count();
        Self {
            all: Tally::of(found, &gold, |_| true),
            content: Tally::of(found, &gold, keeps),
            strict: Tally::of(strict, &gold, |_| true),
            strict_content: Tally::of(strict, &gold, keeps),
            null_found: count(&of_found),
            null_true: count(&of_gold),
            null_both: of_gold
                .iter()
                .zip(&of_found)
                .filter(|(a, b)| **a && **b)
                .count(),
            cells: reference.document.len() * m,
        }
    }

    /// Adds those of another pair.
    pub(super) fn add(&mut self, other: &Self) {
        self.all.add(other.all);
        self.content.add(other.content);
        self.strict.add(other.strict);
        self.strict_content.add(other.strict_content);
        self.null_found += other.null_found;
        self.null_true += other.null_true;
        self.null_both += other.null_both;
        self.cells += other.cells;
    }

    /// The scores in the order of the sheet; means over pairs are left open.
    pub(super) fn values(&self) -> Vec<Option<f64>> {
        let scores = |tally: Tally| {
            let score = tally.score();
            [score.precision, score.recall, score.f]
        };
        // The same measure of words without a link, all of which are sure.
        let null = Tally {
            found: self.null_found,
            allowed: self.null_both,
            sure_found: self.null_both,
            sure: self.null_true,
        };
        let mut values = [scores(self.all), scores(self.content)].concat();
        values.extend([None; 4]);
        values.extend(scores(null));
        let all = &self.all;
        values.push(kappa(all.found, all.sure, all.sure_found, self.cells));
        values.extend([self.strict, self.strict_content].map(scores).concat());
        values.extend([Some(self.all.found as f64), Some(self.all.sure as f64)]);
        values
    }
}
