//! The phrase table of the literal model: t(s|d) over all phrases that stand together.
//!
//! MAP estimates with fake counts f: 2 for a pair of single words, 4 more if they are
//! identical, 3 more if they are equal up to stem. Over which s the denominator runs, the
//! paper does not say, and it matters ([`Prior`]). At the start t is proportional to f plus a
//! little, because with f = 0 a pair would have no probability for ever.

use crate::wordnet::{BadWordNet, Chain, Histogram, Net, distance};
use crate::{Pair, Pairs};
use recto_text::TermId;
use rustc_hash::FxHashMap;

/// Fake counts: single words, identical, equal up to stem.
const FAKE: [f64; 3] = [2.0, 4.0, 3.0];

/// What the denominator of the table runs over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Prior {
    /// Every word of the summaries has its two fake counts in every row: the reading that is
    /// closest to the paper's words.
    Full,
    /// The pairs of phrases that stand together.
    #[cfg(test)]
    Local,
}

impl Prior {
    /// Added to f at the start.
    fn start(self) -> f64 {
        match self {
            Self::Full => 1e-3,
            #[cfg(test)]
            Self::Local => 0.1,
        }
    }
}

/// A phrase of up to [`LONGEST`] words; shorter ones end with [`NO_WORD`].
type Phrase = [TermId; LONGEST];

/// Longest phrase of either side.
pub(crate) const LONGEST: usize = 3;

const NO_WORD: TermId = TermId(u32::MAX);

/// What WordNet says of phrases.
#[derive(Debug)]
pub(crate) struct Senses {
    /// Of each entry.
    pub(crate) distances: Vec<Option<u8>>,
    /// Of each document phrase.
    pub(crate) histograms: Vec<Histogram>,
}

/// Which pairs of phrases there are.
#[derive(Debug)]
pub(crate) struct Phrases {
    prior: Prior,
    longest: usize,
    /// Numbers of phrases of documents and of summaries.
    documents: FxHashMap<Phrase, u32>,
    summaries: FxHashMap<Phrase, u32>,
    /// The entry of a document phrase and a summary phrase.
    entries: FxHashMap<(u32, u32), u32>,
    /// Row, and fake counts, of each entry.
    rows: Vec<u32>,
    fake: Vec<f64>,
    /// Whether each entry joins two single words.
    single: Vec<bool>,
    /// Number of distinct words of the summaries.
    vocabulary: usize,
}

/// The phrase of `length` words from `start`.
fn phrase(words: &[TermId], start: usize, length: usize) -> Phrase {
    let mut phrase = [NO_WORD; LONGEST];
    phrase[..length].copy_from_slice(&words[start..start + length]);
    phrase
}

/// Calls `each(t, k, i, l)` for all phrases of k summary words from t and l document words
/// from i, ascending by t, then i, l, k.
pub(crate) fn for_all(
    pair: &Pair,
    longest: usize,
    mut each: impl FnMut(usize, usize, usize, usize),
) {
    let (n, words) = (pair.document.len(), pair.summary.len());
    for t in 0..words {
        for i in 0..n {
            for l in 1..=longest.min(n - i) {
                for k in 1..=longest.min(words - t) {
                    each(t, k, i, l);
                }
            }
        }
    }
}

impl Phrases {
    pub(crate) fn new(pairs: &Pairs, longest: usize, prior: Prior) -> Self {
        let mut phrases = Self {
            prior,
            longest,
            documents: FxHashMap::default(),
            summaries: FxHashMap::default(),
            entries: FxHashMap::default(),
            rows: Vec::new(),
            fake: Vec::new(),
            single: Vec::new(),
            vocabulary: 0,
        };
        let mut in_summary = vec![false; pairs.vocabulary().len()];
        for pair in &pairs.pairs {
            for_all(pair, longest, |t, k, i, l| {
                phrases.add(pairs, pair, [t, k, i, l])
            });
            pair.summary
                .words
                .iter()
                .for_each(|word| in_summary[word.index()] = true);
        }
        phrases.vocabulary = in_summary.iter().filter(|&&is_in| is_in).count();
        phrases
    }

    fn add(&mut self, pairs: &Pairs, pair: &Pair, [t, k, i, l]: [usize; 4]) {
        let next = self.documents.len() as u32;
        let d = *self
            .documents
            .entry(phrase(&pair.document.words, i, l))
            .or_insert(next);
        let next = self.summaries.len() as u32;
        let s = *self
            .summaries
            .entry(phrase(&pair.summary.words, t, k))
            .or_insert(next);
        let next = self.rows.len() as u32;
        if *self.entries.entry((d, s)).or_insert(next) == next {
            self.rows.push(d);
            let [is_equal, is_stem] = agreement(pairs, pair, [t, k, i, l]);
            self.single.push(k == 1 && l == 1);
            let fakes = [k == 1 && l == 1, is_equal, is_stem];
            let fakes = FAKE.iter().zip(fakes).filter(|(_, applies)| *applies);
            self.fake.push(fakes.map(|(fake, _)| fake).sum());
        }
    }

    /// The entry of phrases that stand together.
    pub(crate) fn entry(&self, pair: &Pair, [t, k, i, l]: [usize; 4]) -> usize {
        let d = self.documents[&phrase(&pair.document.words, i, l)];
        let s = self.summaries[&phrase(&pair.summary.words, t, k)];
        self.entries[&(d, s)] as usize
    }

    /// The document phrase of an entry.
    pub(crate) fn row(&self, entry: usize) -> usize {
        self.rows[entry] as usize
    }

    /// What WordNet says of the phrases: the distance of each entry, and for each document
    /// phrase the words of the summaries at each distance.
    pub(crate) fn senses(&self, net: &Net<'_>, pairs: &Pairs) -> Result<Senses, BadWordNet> {
        let chains = |phrases: &FxHashMap<Phrase, u32>| {
            let mut chains = vec![Chain::new(); phrases.len()];
            let mut ordered: Vec<(&Phrase, &u32)> = phrases.iter().collect();
            ordered.sort_unstable_by_key(|(_, number)| **number);
            for (phrase, number) in ordered {
                let words = phrase.iter().copied().filter(|word| *word != NO_WORD);
                let words: Vec<TermId> = words.collect();
                chains[*number as usize] = net.phrase(pairs, &words)?;
            }
            Ok::<_, BadWordNet>(chains)
        };
        let (documents, summaries) = (chains(&self.documents)?, chains(&self.summaries)?);
        let mut distances = vec![None; self.len()];
        #[expect(clippy::iter_over_hash_type, reason = "each entry is set once")]
        for (&(d, s), &entry) in &self.entries {
            let steps = distance(&documents[d as usize], &summaries[s as usize]);
            distances[entry as usize] = steps.map(|steps| steps as u8);
        }
        Ok(Senses {
            distances,
            histograms: documents.iter().map(|chain| net.histogram(chain)).collect(),
        })
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn longest(&self) -> usize {
        self.longest
    }

    /// The table for expected counts; at the start without any.
    pub(crate) fn table(&self, counts: Option<&[f64]>) -> Vec<f64> {
        let start = if counts.is_some() {
            0.0
        } else {
            self.prior.start()
        };
        let count = |entry: usize| counts.map_or(0.0, |counts| counts[entry]);
        let numerators: Vec<f64> = (0..self.len())
            .map(|entry| count(entry) + self.fake[entry] + start)
            .collect();
        let denominators = self.denominators(counts, &numerators);
        let rows = self.rows.iter().zip(numerators);
        rows.map(|(&row, numerator)| {
            let denominator = denominators[row as usize];
            if denominator > 0.0 {
                numerator / denominator
            } else {
                0.0
            }
        })
        .collect()
    }

    fn denominators(&self, counts: Option<&[f64]>, numerators: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.documents.len()];
        match self.prior {
            #[cfg(test)]
            Prior::Local => {
                for (&row, numerator) in self.rows.iter().zip(numerators) {
                    sums[row as usize] += numerator;
                }
            }
            Prior::Full => {
                let _ = numerators;
                sums.fill(FAKE[0] * self.vocabulary as f64);
                for (entry, &row) in self.rows.iter().enumerate() {
                    let single = if self.single[entry] { FAKE[0] } else { 0.0 };
                    let count = counts.map_or(0.0, |counts| counts[entry]);
                    sums[row as usize] += count + self.fake[entry] - single;
                }
            }
        }
        sums
    }

    /// The logarithm of the prior of a table, but for a constant.
    pub(crate) fn log_prior(&self, t: &[f64]) -> f64 {
        let entries = self.fake.iter().zip(t).filter(|(fake, _)| **fake > 0.0);
        entries.map(|(fake, t)| fake * t.max(1e-300).ln()).sum()
    }
}

/// Whether two phrases are equal word by word, and whether they are up to stem.
pub(crate) fn agreement(pairs: &Pairs, pair: &Pair, [t, k, i, l]: [usize; 4]) -> [bool; 2] {
    let (source, summary) = (
        &pair.document.words[i..i + l],
        &pair.summary.words[t..t + k],
    );
    let all = |same: &dyn Fn(TermId, TermId) -> bool| {
        k == l && source.iter().zip(summary).all(|(&d, &s)| same(d, s))
    };
    [
        all(&|d, s| d == s),
        all(&|d, s| pairs.stem(d) == pairs.stem(s)),
    ]
}
