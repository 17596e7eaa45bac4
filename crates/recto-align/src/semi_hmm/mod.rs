//! The semi-HMM.

mod candidate;
mod decode;
mod em;
mod inference;
mod jump;
mod kinship;
mod parameters;
mod pass;
mod table;
#[cfg(test)]
mod tests;
mod viterbi;

use crate::{AlignError, Aligned, Aligner, Alignment, Jump, Options, Pair, Pairs};
use decode::decode;
use em::SemiHmm;
use inference::Beam;
use jump::{Buckets, SentenceLaw};
use kinship::{Class, Kinship, SameWord};
use parameters::{JumpLaw, Parameters};
use rayon::prelude::*;
use recto_math::em::{Start, Stop, fit};
use recto_math::{BadParameter, Run};
use recto_text::TermId;
use serde_json::{Value, json};
use table::Table;

/// Names of the options that it uses.
pub(crate) const USES: &[&str] = &["jump", "iterations", "threshold"];

/// Parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Params {
    /// Where the next phrase starts.
    pub jump: Jump,
    /// EM iterations.
    pub iterations: usize,
    /// Links of at least this probability are kept.
    pub threshold: f64,
    /// Longest phrase.
    pub longest_phrase: usize,
    /// Probability that a word comes from nowhere.
    pub p_null: f64,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            jump: Jump::Sentence,
            iterations: 10,
            threshold: 0.5,
            longest_phrase: 3,
            p_null: 0.2,
        }
    }
}

pub(crate) fn build(options: &Options) -> Result<Box<dyn Aligner>, AlignError> {
    let default = Params::default();
    let params = Params {
        jump: options.jump.unwrap_or(default.jump),
        iterations: options.iterations.unwrap_or(default.iterations),
        threshold: options.threshold.unwrap_or(default.threshold),
        ..default
    };
    if !(0.0..=1.0).contains(&params.threshold) {
        return Err(BadParameter::new("threshold", params.threshold, "from 0 to 1").into());
    }
    Ok(Box::new(params))
}

/// Number of pairs that one step of EM takes.
const BATCH: usize = 32;

/// Relative change of the objective at which EM stops.
const TOLERANCE: f64 = 1e-4;

impl Aligner for Params {
    fn align(&self, pairs: &Pairs, run: &Run<'_>) -> Result<Aligned, AlignError> {
        let table = Table::with_evidence(pairs);
        let model = SemiHmm {
            kinship: Kinship::new(pairs, table, SameWord::Form),
            longest: self.longest_phrase,
            beam: Beam::Share(1e-10),
        };
        let batches: Vec<&[Pair]> = pairs.pairs.chunks(BATCH).collect();
        if batches.is_empty() {
            return Ok(Aligned::default());
        }
        let start = Start {
            parameters: self.start(&model, pairs),
            states: batches
                .iter()
                .map(|batch| vec![Vec::new(); batch.len()])
                .collect(),
        };
        let stop = Stop {
            iterations: self.iterations,
            tolerance: TOLERANCE,
        };
        let fitted = fit(&model, &batches, start, stop, "learning", run)?;
        let own: Vec<&em::Own> = fitted.states.iter().flatten().collect();
        let alignments = pairs
            .pairs
            .par_iter()
            .zip(own)
            .map(|(pair, own)| {
                if pair.document.is_empty() || pair.summary.is_empty() {
                    return Alignment::default();
                }
                match model.infer(pair, own, &fitted.parameters, false) {
                    Ok(inferred) => decode(&model.kinship, &inferred, pair, self.threshold),
                    Err(_) => Alignment::default(),
                }
            })
            .collect();
        Ok(Aligned {
            alignments,
            history: fitted.history,
        })
    }

    fn parameters(&self) -> Value {
        json!({})
    }
}

impl Params {
    fn start(&self, model: &SemiHmm<'_>, pairs: &Pairs) -> Parameters {
        let reach = pairs
            .pairs
            .iter()
            .map(|pair| pair.document.len())
            .max()
            .unwrap_or(0)
            + 2;
        let table = &model.kinship.table;
        let mut totals = vec![0.0; pairs.vocabulary().len()];
        for entry in 0..table.len() {
            totals[table.document(entry).index()] += 1.0;
        }
        let null = background(pairs);
        Parameters {
            weights: [1.0 / 3.0, 1.0 / 3.0, 0.0, 1.0 / 3.0],
            content_mass: content_mass(&model.kinship, &null),
            p_null: self.p_null,
            null,
            jump: match self.jump {
                Jump::Sentence => JumpLaw::Sentence {
                    law: SentenceLaw {
                        within: Buckets::uniform(longest_sentence(pairs)),
                        close: 0.05,
                        leave: [0.3, 0.3],
                    },
                    alone: Buckets::uniform(reach),
                },
                Jump::Gaussian => JumpLaw::Gaussian {
                    mean: 1.0,
                    variance: (reach as f64 / 4.0).powi(2),
                    reach,
                },
                Jump::Laplace => JumpLaw::Laplace {
                    ahead: 0.5,
                    ahead_ratio: 0.9,
                    back_ratio: 0.9,
                },
                _ => JumpLaw::Relative(Buckets::uniform(reach)),
            },
            counts: vec![1.0; table.len()],
            totals,
        }
    }
}

fn longest_sentence(pairs: &Pairs) -> usize {
    let lengths = pairs.pairs.iter().flat_map(|pair| {
        let ends = pair
            .document
            .sentences
            .iter()
            .skip(1)
            .copied()
            .chain([pair.document.len()]);
        pair.document
            .sentences
            .iter()
            .zip(ends)
            .map(|(start, end)| end - start)
    });
    lengths.max().unwrap_or(0)
}

/// The share of each word in the summaries, smoothed: frequent words are cheap to produce
/// from nowhere.
fn background(pairs: &Pairs) -> Vec<f64> {
    let mut counts = vec![0.0; pairs.vocabulary().len()];
    let mut total = 0.0;
    for word in pairs.pairs.iter().flat_map(|pair| &pair.summary.words) {
        counts[word.index()] += 1.0;
        total += 1.0;
    }
    let distinct = counts.iter().filter(|&&count| count > 0.0).count() as f64;
    for count in &mut counts {
        *count = (*count + 0.5) / (total + 0.5 * distinct);
    }
    counts
}

/// The share of content words in a background.
fn content_mass(kinship: &Kinship<'_>, background: &[f64]) -> f64 {
    let words = (0..).map(TermId).zip(background);
    words
        .filter(|&(word, _)| kinship.class(word) == Class::Content)
        .map(|(_, p)| p)
        .sum()
}
