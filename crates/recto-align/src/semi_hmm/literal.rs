//! The model as published: all phrases of both sides, MAP estimates with fake counts, a
//! learned row of words from nowhere with a learned probability, the best path, half of the
//! states in the beam.
//!
//! ```text
//! rewrite(s|d) = w_identity [s = d] + w_stem [equal up to stem] / Z_d + w_table t(s|d)
//!              + w_net exp(-eta dist(s, d)) / Z_net
//! ```
//!
//! Every pair of phrases is a candidate, so that memory grows with the product of the two
//! lengths; a corpus that would not fit is refused. With the local prior its objective, the
//! log-likelihood plus the log-prior, never falls.

use super::inference::{Beam, Candidate, Emissions, ZeroMass};
use super::kinship::stem_sizes;
use super::parameters::{JumpLaw, Jumps, SMALL};
use super::pass::{End, Pass};
use super::phrases::{Phrases, Prior, Senses, agreement, for_all};
use super::{BATCH, TOLERANCE};
use crate::wordnet::{Decay, Histogram, Net, WordNet};
use crate::{AlignError, Aligned, Alignment, Evidence, Link, Pair, Pairs, expand};
use rayon::prelude::*;
use recto_math::Run;
use recto_math::em::{Iterate, Start, Stop, fit};
use recto_text::TermId;
use serde::{Deserialize, Serialize};

/// Bytes that a pair of phrases needs throughout, and more while its pair is worked on, as
/// measured; and the most that may be needed.
const BYTES: usize = 70;
const PAIR_BYTES: usize = 100;
const MOST_BYTES: usize = 4 << 30;

/// Probability of null at the start.
const P_NULL: f64 = 0.1;

/// Least probability of null and of a word from there.
const LEAST_P_NULL: f64 = 1e-6;
const LEAST_NULL: f64 = 1e-12;

/// The share of states that the paper keeps.
pub(super) const BEAM: Beam = Beam::Fraction(0.5);

/// Components: identity, stem, table, WordNet.
const COMPONENTS: usize = 4;

/// The model over given pairs.
pub(super) struct Literal<'p> {
    pub(super) pairs: &'p Pairs,
    pub(super) phrases: Phrases,
    /// What WordNet says, if it is there.
    pub(super) senses: Option<Senses>,
    /// Number of distinct summary words of a stem.
    pub(super) stem_sizes: Vec<u32>,
    pub(super) beam: Beam,
    /// Added to the expected jumps of each distance.
    pub(super) small: f64,
}

/// A pair with the entry of each of its candidates.
pub(super) struct Entered<'p> {
    pair: &'p Pair,
    entries: Vec<u32>,
}

/// What EM learns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Learned {
    pub(super) weights: [f64; COMPONENTS],
    pub(super) decay: Decay,
    pub(super) p_null: f64,
    pub(super) null: Vec<f64>,
    pub(super) jump: JumpLaw,
    pub(super) t: Vec<f64>,
}

/// Expected counts.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct Counts {
    log_likelihood: f64,
    components: [f64; COMPONENTS],
    /// By word, and by entry; ascending.
    null: Vec<(u32, f64)>,
    entries: Vec<(u32, f64)>,
    jumps: Jumps,
    /// Of WordNet, by distance, and by document phrase.
    distances: Histogram,
    related: Vec<(u32, f64)>,
}

impl<'p> Literal<'p> {
    pub(super) fn new(pairs: &'p Pairs, longest: usize, prior: Prior) -> Result<Self, AlignError> {
        let size = |pair: &Pair| {
            let words = pair.document.len().saturating_mul(pair.summary.len());
            words.saturating_mul(longest * longest)
        };
        let sizes = pairs.pairs.iter().map(size);
        let total = sizes.clone().fold(0, usize::saturating_add);
        let largest = sizes.max().unwrap_or(0);
        let bytes = total
            .saturating_mul(BYTES)
            .saturating_add(largest.saturating_mul(PAIR_BYTES));
        if bytes > MOST_BYTES {
            return Err(AlignError::TooManyPhrases {
                total,
                mebibytes: bytes >> 20,
                limit: MOST_BYTES >> 20,
            });
        }
        Ok(Self {
            pairs,
            phrases: Phrases::new(pairs, longest, prior),
            senses: None,
            stem_sizes: stem_sizes(pairs),
            beam: BEAM,
            small: SMALL,
        })
    }

    /// Relates the words of the phrases by their senses.
    pub(super) fn add_senses(&mut self, wordnet: &WordNet) -> Result<(), AlignError> {
        let net = Net::new(wordnet, self.pairs)?;
        self.senses = Some(self.phrases.senses(&net, self.pairs)?);
        Ok(())
    }

    pub(super) fn batches(&self) -> Vec<Vec<Entered<'p>>> {
        let entered = |pair: &'p Pair| {
            let mut entries = Vec::new();
            for_all(pair, self.phrases.longest(), |t, k, i, l| {
                entries.push(self.phrases.entry(pair, [t, k, i, l]) as u32);
            });
            Entered { pair, entries }
        };
        let batches = self.pairs.pairs.chunks(BATCH);
        batches
            .map(|batch| batch.iter().map(entered).collect())
            .collect()
    }

    pub(super) fn start(&self, jump: JumpLaw) -> Learned {
        let mut null = vec![0.0; self.pairs.vocabulary().len()];
        for word in self.pairs.pairs.iter().flat_map(|pair| &pair.summary.words) {
            null[word.index()] = 1.0;
        }
        let distinct: f64 = null.iter().sum();
        null.iter_mut().for_each(|p| *p /= distinct.max(1.0));
        let weights = match self.senses {
            Some(_) => [0.25; COMPONENTS],
            None => [1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0],
        };
        Learned {
            weights,
            decay: Decay(1.0),
            p_null: P_NULL,
            null,
            jump,
            t: self.phrases.table(None),
        }
    }

    /// The components of phrases, before their weights: what is added up in SemiHMM eq. 2 and
    /// SemiHMM eq. 3, with stems as in SemiHMM eq. 4.
    fn values(
        &self,
        pair: &Pair,
        at: [usize; 4],
        entry: usize,
        learned: &Learned,
    ) -> [f64; COMPONENTS] {
        let [is_equal, is_stem] = agreement(self.pairs, pair, at);
        let [_, _, i, l] = at;
        let stem = if is_stem {
            let words = &pair.document.words[i..i + l];
            let size =
                |&word: &TermId| f64::from(self.stem_sizes[self.pairs.stem(word).index()].max(1));
            1.0 / words.iter().map(size).product::<f64>()
        } else {
            0.0
        };
        let net = self.senses.as_ref().and_then(|senses| {
            let steps = usize::from(senses.distances[entry]?);
            let histogram = &senses.histograms[self.phrases.row(entry)];
            Some(learned.decay.p(steps, histogram))
        });
        let table = learned.t[entry];
        [f64::from(is_equal), stem, table, net.unwrap_or(0.0)]
    }

    /// Emissions, and for each candidate the share of each component.
    fn emissions(
        &self,
        entered: &Entered<'_>,
        learned: &Learned,
    ) -> (Emissions, Vec<[f64; COMPONENTS]>) {
        let pair = entered.pair;
        let longest = self.phrases.longest();
        let mut emissions = Emissions {
            document: pair.document.len(),
            offsets: vec![0; pair.summary.len() + 1],
            null: Vec::with_capacity(pair.summary.len()),
            candidates: Vec::with_capacity(entered.entries.len()),
        };
        let mut parts = Vec::with_capacity(entered.entries.len());
        let mut entries = entered.entries.iter();
        for_all(pair, longest, |t, k, i, l| {
            let entry = entries.next().map_or(0, |&entry| entry as usize);
            let values = self.values(pair, [t, k, i, l], entry, learned);
            let shares: [f64; COMPONENTS] = std::array::from_fn(|c| learned.weights[c] * values[c]);
            emissions.candidates.push(Candidate {
                start: i as u32 + 1,
                length: l as u8,
                words: k as u8,
                value: shares.iter().sum::<f64>() / longest as f64,
            });
            parts.push(shares);
            emissions.offsets[t + 1] = emissions.candidates.len();
        });
        for word in &pair.summary.words {
            let null = learned.null[word.index()].max(LEAST_NULL);
            emissions.null.push(learned.p_null * null);
        }
        (emissions, parts)
    }

    fn pass<'a>(&'a self, emissions: &'a Emissions, learned: &Learned, count: bool) -> Pass<'a> {
        Pass {
            pairs: self.pairs,
            emissions,
            go: 1.0 - learned.p_null,
            beam: self.beam,
            end: End::Scored,
            count,
        }
    }

    fn expect(&self, entered: &Entered<'_>, learned: &Learned) -> Result<Counts, ZeroMass> {
        let pair = entered.pair;
        if pair.document.is_empty() || pair.summary.is_empty() {
            return Ok(Counts::default());
        }
        let (emissions, parts) = self.emissions(entered, learned);
        let (found, log_likelihood, jumps) = self
            .pass(&emissions, learned, true)
            .over(pair, &learned.jump)?;
        let mut counts = Counts {
            log_likelihood,
            jumps,
            ..Counts::default()
        };
        for ((shares, p), &entry) in parts.iter().zip(&found.candidates).zip(&entered.entries) {
            let total: f64 = shares.iter().sum();
            if *p <= 0.0 || total <= 0.0 {
                continue;
            }
            for (count, share) in counts.components.iter_mut().zip(shares) {
                *count += p * share / total;
            }
            counts.entries.push((entry, p * shares[2] / total));
            let senses = self.senses.as_ref();
            if let Some(steps) = senses.and_then(|senses| senses.distances[entry as usize]) {
                let share = p * shares[3] / total;
                counts.distances[usize::from(steps)] += share;
                counts
                    .related
                    .push((self.phrases.row(entry as usize) as u32, share));
            }
        }
        let words = pair.summary.words.iter().zip(&found.null);
        counts.null = words.map(|(word, p)| (word.0, *p)).collect();
        super::em::add_up(&mut counts.entries);
        super::em::add_up(&mut counts.null);
        super::em::add_up(&mut counts.related);
        Ok(counts)
    }

    fn best(&self, entered: &Entered<'_>, learned: &Learned) -> Alignment {
        let pair = entered.pair;
        if pair.document.is_empty() || pair.summary.is_empty() {
            return Alignment::default();
        }
        let (emissions, _) = self.emissions(entered, learned);
        let path = self
            .pass(&emissions, learned, false)
            .best(pair, &learned.jump);
        let mut links = Vec::new();
        for segment in path.unwrap_or_default() {
            let Some((start, length)) = segment.document else {
                continue;
            };
            let (from, count) = segment.summary;
            for (document, summary) in
                expand(self.pairs, pair, start..start + length, from..from + count)
            {
                links.push(Link {
                    document,
                    summary,
                    p: 1.0,
                    by: Evidence::of_any(self.pairs, pair, document, summary),
                });
            }
        }
        links.sort_by_key(|link| (link.summary, link.document));
        Alignment {
            links,
            ..Alignment::default()
        }
    }
}

impl<'p> Iterate for Literal<'p> {
    type Batch = Vec<Entered<'p>>;
    type State = ();
    type Parameters = Learned;
    type Statistics = Counts;

    fn step(&self, batch: &Self::Batch, (): (), learned: &Learned) -> (Counts, ()) {
        let mut all = Counts::default();
        for entered in batch {
            if let Ok(counts) = self.expect(entered, learned) {
                self.merge(&mut all, counts);
            }
        }
        (all, ())
    }

    fn merge(&self, before: &mut Counts, next: Counts) {
        before.log_likelihood += next.log_likelihood;
        before.jumps.add(&next.jumps);
        for (sum, more) in before.components.iter_mut().zip(next.components) {
            *sum += more;
        }
        before.entries = super::em::sum_of(&before.entries, &next.entries);
        before.null = super::em::sum_of(&before.null, &next.null);
        before.related = super::em::sum_of(&before.related, &next.related);
        for (sum, more) in before.distances.iter_mut().zip(next.distances) {
            *sum += more;
        }
    }

    /// The maximum a posteriori estimate with fake counts (SemiHMM sec. 4.3).
    fn update(&self, counts: Counts, learned: &mut Learned) -> f64 {
        let objective = counts.log_likelihood + self.phrases.log_prior(&learned.t);
        let total: f64 = counts.components.iter().sum();
        if total > 0.0 {
            learned.weights = counts.components.map(|count| count / total);
        }
        let mut dense = vec![0.0; self.phrases.len()];
        for (entry, count) in counts.entries {
            dense[entry as usize] = count;
        }
        learned.t = self.phrases.table(Some(&dense));
        let nulls: f64 = counts.null.iter().map(|(_, count)| count).sum();
        let jumps = counts.jumps.total();
        if nulls + jumps > 0.0 {
            learned.p_null = (nulls / (nulls + jumps)).clamp(LEAST_P_NULL, 1.0 - LEAST_P_NULL);
        }
        if nulls > 0.0 {
            learned.null.fill(0.0);
            for (word, count) in counts.null {
                learned.null[word as usize] = count / nulls;
            }
        }
        learned.jump.learn(&counts.jumps, self.small);
        if let Some(senses) = &self.senses {
            let related = counts.related.iter();
            let words = related.map(|&(row, count)| (count, senses.histograms[row as usize]));
            let words: Vec<(f64, Histogram)> = words.collect();
            learned.decay = learned.decay.learned(&counts.distances, &words);
        }
        objective
    }
}

/// Fits the literal model and follows the best path of each pair.
pub(super) fn align(
    model: &Literal<'_>,
    jump: JumpLaw,
    iterations: usize,
    run: &Run<'_>,
) -> Result<Aligned, AlignError> {
    let batches = model.batches();
    let start = Start {
        parameters: model.start(jump),
        states: vec![(); batches.len()],
    };
    let stop = Stop {
        iterations,
        tolerance: TOLERANCE,
    };
    let fitted = fit(model, &batches, start, stop, "learning", run)?;
    let best = |entered: &Entered<'_>| model.best(entered, &fitted.parameters);
    let alignments = batches
        .par_iter()
        .flat_map_iter(|batch| batch.iter().map(best));
    Ok(Aligned {
        alignments: alignments.collect(),
        model: None,
        history: fitted.history,
        ..Aligned::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::semi_hmm::{Params, build};
    use crate::{Aligner, Options};
    use recto_math::{Remedy, Silent};
    use recto_testing::text::english;

    #[test]
    fn more_memory_than_the_limit_is_refused_before_the_work() {
        let mut pairs = Pairs::new(english());
        let source = pairs.side(std::iter::repeat_n("tide", 20_000), vec![0]);
        let summary = pairs.side(std::iter::repeat_n("tide", 200), vec![0]);
        pairs.push(source, summary);
        let refused = Params::paper().align(&pairs, &Run::new(0, &Silent));
        let refused = refused.expect_err("36 million pairs of phrases");
        assert_eq!(
            refused.to_string(),
            "the model as published would need about 5836 MB for 36000000 pairs of phrases, \
             more than the limit of 4096 MB"
        );
        assert_eq!(refused.remedy(), Some(Remedy::Omit("paper")));
    }

    #[test]
    fn phrases_are_no_longer_than_asked() {
        let mut pairs = Pairs::new(english());
        let words = ["ferry", "leaves", "harbour", "early"];
        let source = pairs.side(words, vec![0]);
        let summary = pairs.side(words, vec![0]);
        pairs.push(source, summary);
        let options = |longest| Options {
            paper: true,
            longest_phrase: Some(longest),
            ..Options::default()
        };
        for longest in 1..=3 {
            let aligner = build(&options(longest)).expect("in the range");
            assert_eq!(aligner.parameters()["longest_phrase"], longest);
            let model = Literal::new(&pairs, longest, Prior::Full).expect("it fits");
            let entered: Vec<Entered<'_>> = model.batches().into_iter().flatten().collect();
            // Four words have 4, 3 and 2 phrases of one, two and three words.
            let phrases: usize = (1..=longest).map(|length| 5 - length).sum();
            assert_eq!(entered[0].entries.len(), phrases * phrases);
        }
        for longest in [0, 4] {
            let refused = build(&options(longest)).err().expect("out of the range");
            assert!(refused.to_string().contains("longest_phrase"), "{refused}");
        }
    }
}
