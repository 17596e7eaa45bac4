//! How good links are, against links that people made.
//!
//! With A the links found, S the sure ones and P the sure and possible ones: precision
//! |A ∩ P| / |A|, recall |A ∩ S| / |S|, F their harmonic mean, undefined where a denominator
//! is 0. Added up over pairs (micro) or averaged over them (macro). *Content* scores drop
//! every link with a word of [`IGNORED`] on either side.

use rustc_hash::FxHashSet;

/// A link as (document word, summary word), from 0.
pub type WordLink = (usize, usize);

/// Words and marks that content scores leave out: 58, as many as the paper's list, which is
/// not printed.
pub const IGNORED: [&str; 58] = [
    ".", ",", ";", ":", "?", "!", "'", "\"", "``", "''", "--", "-", "(", ")", "'s", "%", "$", "a",
    "an", "the", "of", "to", "in", "for", "on", "at", "by", "with", "from", "as", "and", "or",
    "but", "that", "which", "who", "this", "these", "those", "it", "its", "is", "are", "was",
    "were", "be", "been", "has", "have", "had", "will", "would", "not", "no", "he", "they", "his",
    "their",
];

/// Links of one pair that people made.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reference {
    /// Links that must be found.
    pub sure: FxHashSet<WordLink>,
    /// Links that may be found, without the sure ones.
    pub possible: FxHashSet<WordLink>,
}

/// Numbers of links, which scores are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Links found.
    pub found: usize,
    /// Of these, sure or possible.
    pub allowed: usize,
    /// Of these, sure.
    pub sure_found: usize,
    /// Sure links.
    pub sure: usize,
}

/// Precision, recall and F; `None` where a denominator is 0.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Score {
    /// Share of the links found that are right.
    pub precision: Option<f64>,
    /// Share of the sure links that were found.
    pub recall: Option<f64>,
    /// Harmonic mean of the two.
    pub f: Option<f64>,
}

impl Tally {
    /// Counts the links of one pair among those that `keeps` lets through.
    pub fn of(
        found: &FxHashSet<WordLink>,
        reference: &Reference,
        keeps: impl Fn(WordLink) -> bool,
    ) -> Self {
        let count = |links: &FxHashSet<WordLink>, of: &dyn Fn(WordLink) -> bool| {
            links
                .iter()
                .filter(|&&link| keeps(link) && of(link))
                .count()
        };
        let sure_found = count(found, &|link| reference.sure.contains(&link));
        let possible = |link| !reference.sure.contains(&link) && reference.possible.contains(&link);
        Self {
            found: count(found, &|_| true),
            allowed: sure_found + count(found, &possible),
            sure_found,
            sure: count(&reference.sure, &|_| true),
        }
    }

    /// Adds the links of another pair.
    pub fn add(&mut self, other: Self) {
        self.found += other.found;
        self.allowed += other.allowed;
        self.sure_found += other.sure_found;
        self.sure += other.sure;
    }

    /// Precision, recall and F.
    pub fn score(self) -> Score {
        let precision = share(self.allowed, self.found);
        let recall = share(self.sure_found, self.sure);
        Score {
            precision,
            recall,
            f: harmonic(precision, recall),
        }
    }
}

/// Cohen's kappa of two sets of links, over all pairs of a document word and a summary word:
/// the sizes of both, of what they share, and the number of such pairs. `None` where chance
/// alone would agree always.
pub fn kappa(one: usize, other: usize, both: usize, cells: usize) -> Option<f64> {
    let [one, other, both, cells] = [one, other, both, cells].map(|n| n as f64);
    let observed = (cells - one - other + 2.0 * both) / cells;
    let (p, q) = (one / cells, other / cells);
    let expected = p * q + (1.0 - p) * (1.0 - q);
    (cells > 0.0 && expected < 1.0).then(|| (observed - expected) / (1.0 - expected))
}

fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn harmonic(precision: Option<f64>, recall: Option<f64>) -> Option<f64> {
    let (precision, recall) = (precision?, recall?);
    if precision + recall == 0.0 {
        return Some(0.0);
    }
    Some(2.0 * precision * recall / (precision + recall))
}

/// Whether content scores leave a word out; words are compared in lower case.
pub fn is_ignored(word: &str) -> bool {
    IGNORED.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pairs, expand};
    use recto_testing::golden::{Entry, File, Tolerance};
    use recto_testing::text::english;

    fn links(entry: &Entry<'_>) -> FxHashSet<WordLink> {
        entry.read::<Vec<WordLink>>().into_iter().collect()
    }

    #[test]
    fn golden_phrases_have_the_golden_links_and_scores() {
        let golden = File::parse("metric", include_str!("../tests/golden/metric.json"));
        for case in golden.root().at("cases").entries() {
            let mut pairs = Pairs::new(english());
            let words = |key: &str| case.at(key).read::<Vec<String>>();
            let (source, summary) = (words("document"), words("summary"));
            let source = pairs.side(source.iter().map(String::as_str), vec![0]);
            let summary = pairs.side(summary.iter().map(String::as_str), vec![0]);
            pairs.push(source, summary);
            let mut found = FxHashSet::default();
            for segment in case.at("segments").entries() {
                let range = |key: &str| {
                    let ends = segment.at(key).counts();
                    ends[0]..ends[1]
                };
                let (document, summary) = (range("document"), range("summary"));
                found.extend(expand(&pairs, &pairs.pairs[0], document, summary));
            }
            assert_eq!(found, links(&case.at("links")));
            let reference = Reference {
                sure: links(&case.at("sure")),
                possible: links(&case.at("possible")),
            };
            let score = Tally::of(&found, &reference, |_| true).score();
            let wanted = [
                ("precision", score.precision),
                ("recall", score.recall),
                ("f", score.f),
            ];
            for (key, found) in wanted {
                assert_eq!(
                    case.at(key).read::<Option<f64>>().is_some(),
                    found.is_some()
                );
                if let Some(found) = found {
                    case.at(key).assert_near(found, Tolerance::Absolute(1e-12));
                }
            }
        }
    }
}
