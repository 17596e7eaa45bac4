//! EM for the semi-HMM, as the parts of one iteration.
//!
//! The lexical table is learned with the counts of all pairs but the one that is processed
//! (leave one out): a word pair that only this document supports then has no probability,
//! and EM cannot memorise rare words. The objective, the log-likelihood, is not guaranteed
//! to rise then.

use super::candidate::{Offers, offers};
use super::inference::{Beam, Posteriors, ZeroMass};
use super::kinship::Kinship;
use super::parameters::{COMPONENTS, Jumps, Parameters, SMALL};
use super::pass::{End, Pass};
use crate::Pair;
use crate::wordnet::Histogram;
use recto_math::em::Iterate;
use recto_text::TermId;
use serde::{Deserialize, Serialize};

/// Pseudo-count of each row of the lexical table, which goes to no word.
const KAPPA: f64 = 20.0;

/// The semi-HMM over given pairs.
#[derive(Debug)]
pub(crate) struct SemiHmm<'p> {
    pub(crate) kinship: Kinship<'p>,
    /// Longest phrase.
    pub(crate) longest: usize,
    pub(crate) beam: Beam,
}

/// Expected counts of a pair's own entries, ascending by entry.
pub(crate) type Own = Vec<(u32, f64)>;

/// Expected counts of a batch.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct Statistics {
    log_likelihood: f64,
    components: [f64; COMPONENTS],
    null: f64,
    jumps: Jumps,
    /// Of the lexical table, ascending by entry.
    entries: Own,
    /// Of WordNet, by distance and by word of the document, ascending.
    distances: Histogram,
    related: Own,
}

impl<'p> Iterate for SemiHmm<'p> {
    type Batch = &'p [Pair];
    type State = Vec<Own>;
    type Parameters = Parameters;
    type Statistics = Statistics;

    fn step(
        &self,
        batch: &Self::Batch,
        state: Self::State,
        parameters: &Parameters,
    ) -> (Statistics, Self::State) {
        let mut statistics = Statistics::default();
        let mut next = Vec::with_capacity(batch.len());
        for (pair, own) in batch.iter().zip(state) {
            let found = self.expect(pair, &own, parameters);
            let Ok(found) = found else {
                next.push(own);
                continue;
            };
            next.push(found.entries.clone());
            self.merge(&mut statistics, found);
        }
        (statistics, next)
    }

    fn merge(&self, before: &mut Statistics, next: Statistics) {
        before.log_likelihood += next.log_likelihood;
        before.null += next.null;
        before.jumps.add(&next.jumps);
        for (sum, more) in before.components.iter_mut().zip(next.components) {
            *sum += more;
        }
        before.entries = sum_of(&before.entries, &next.entries);
        before.related = sum_of(&before.related, &next.related);
        for (sum, more) in before.distances.iter_mut().zip(next.distances) {
            *sum += more;
        }
    }

    fn update(&self, statistics: Statistics, parameters: &mut Parameters) -> f64 {
        let total: f64 = statistics.components.iter().sum();
        if total > 0.0 {
            parameters.weights = statistics.components.map(|count| count / total);
        }
        parameters.jump.learn(&statistics.jumps, SMALL);
        if let Some(net) = &self.kinship.net {
            let related = statistics.related.iter();
            let words = related.map(|&(word, count)| (count, *net.words_at(TermId(word))));
            let words: Vec<(f64, Histogram)> = words.collect();
            parameters.decay = parameters.decay.learned(&statistics.distances, &words);
        }
        parameters.counts = vec![0.0; self.kinship.table.len()];
        for (entry, count) in statistics.entries {
            parameters.counts[entry as usize] = count;
        }
        parameters.add_totals(&self.kinship.table);
        statistics.log_likelihood
    }
}

/// Adds two lists of counts that ascend by entry.
pub(super) fn sum_of(a: &[(u32, f64)], b: &[(u32, f64)]) -> Own {
    let mut sum = Vec::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    while let (Some(&&(x, p)), Some(&&(y, q))) = (a.peek(), b.peek()) {
        match x.cmp(&y) {
            std::cmp::Ordering::Less => sum.extend(a.next()),
            std::cmp::Ordering::Greater => sum.extend(b.next()),
            std::cmp::Ordering::Equal => {
                sum.push((x, p + q));
                a.next();
                b.next();
            }
        }
    }
    sum.extend(a);
    sum.extend(b);
    sum
}

/// What inference says of one pair.
pub(crate) struct Inferred {
    pub(crate) offers: Offers,
    pub(crate) posteriors: Posteriors,
    pub(crate) log_likelihood: f64,
    jumps: Jumps,
}

impl SemiHmm<'_> {
    /// The value of an entry of the lexical table without a pair's own counts.
    fn t<'a>(&'a self, own: &'a Own, parameters: &'a Parameters) -> impl Fn(usize) -> f64 {
        let mut own_totals: Vec<(u32, f64)> = own
            .iter()
            .map(|&(entry, count)| (self.kinship.table.document(entry as usize).0, count))
            .collect();
        own_totals.sort_unstable_by_key(|&(word, _)| word);
        own_totals.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            if is_same {
                kept.1 += next.1;
            }
            is_same
        });
        let of = |list: &[(u32, f64)], key: u32| {
            let at = list.binary_search_by_key(&key, |&(key, _)| key);
            at.map_or(0.0, |at| list[at].1)
        };
        move |entry| {
            let word = self.kinship.table.document(entry);
            let count = parameters.counts[entry] - of(own, entry as u32);
            let total = parameters.totals[word.index()] - of(&own_totals, word.0);
            count.max(0.0) / (total.max(0.0) + KAPPA)
        }
    }

    /// Posteriors of one pair.
    pub(crate) fn infer(
        &self,
        pair: &Pair,
        own: &Own,
        parameters: &Parameters,
        count: bool,
    ) -> Result<Inferred, ZeroMass> {
        let t = self.t(own, parameters);
        let offers = offers(&self.kinship, self.longest, pair, parameters, t);
        let pass = Pass {
            pairs: self.kinship.pairs,
            emissions: &offers.emissions,
            go: 1.0 - parameters.p_null,
            beam: self.beam,
            end: End::ScoredIfOneSentence,
            count,
        };
        let (posteriors, log_likelihood, jumps) = pass.over(pair, &parameters.jump)?;
        Ok(Inferred {
            offers,
            posteriors,
            log_likelihood,
            jumps,
        })
    }

    /// Expected counts of one pair.
    fn expect(
        &self,
        pair: &Pair,
        own: &Own,
        parameters: &Parameters,
    ) -> Result<Statistics, ZeroMass> {
        if pair.document.is_empty() || pair.summary.is_empty() {
            return Ok(Statistics::default());
        }
        let inferred = self.infer(pair, own, parameters, true)?;
        let mut statistics = Statistics {
            log_likelihood: inferred.log_likelihood,
            null: inferred.posteriors.null.iter().sum(),
            jumps: inferred.jumps,
            ..Statistics::default()
        };
        let mut mass = vec![0.0; inferred.offers.parts.len()];
        for (part, p) in inferred
            .offers
            .part_of
            .iter()
            .zip(&inferred.posteriors.candidates)
        {
            mass[*part as usize] += p;
        }
        let (mut entries, mut related) = (Vec::new(), Vec::new());
        for (part, mass) in inferred.offers.parts.iter().zip(mass) {
            let shares: [f64; COMPONENTS] =
                std::array::from_fn(|c| parameters.weights[c] * part.values[c]);
            let rewrite: f64 = shares.iter().sum::<f64>() + part.fixed;
            if rewrite <= 0.0 || mass <= 0.0 {
                continue;
            }
            for (count, share) in statistics.components.iter_mut().zip(shares) {
                *count += mass * share / rewrite;
            }
            entries.extend(part.entry.map(|entry| (entry, mass)));
            if let Some((word, steps)) = part.net {
                statistics.distances[steps] += mass;
                related.push((word.0, mass));
            }
        }
        add_up(&mut entries);
        statistics.entries = entries;
        add_up(&mut related);
        statistics.related = related;
        Ok(statistics)
    }
}

/// Smallest count that a pair remembers of itself.
const LEAST_COUNT: f64 = 1e-9;

/// Brings counts into ascending order, adds those of one key up and drops tiny ones.
pub(super) fn add_up(entries: &mut Own) {
    entries.sort_by_key(|&(entry, _)| entry);
    entries.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            kept.1 += next.1;
        }
        is_same
    });
    entries.retain(|&(_, count)| count > LEAST_COUNT);
}
