//! The semi-HMM of Daumé and Marcu: each phrase of a summary comes from a phrase of the
//! document, or from nowhere.
//!
//! A path through the document produces the summary from left to right. After t words, with
//! the last phrase used ending at e, it either takes the next word from nowhere, with
//! probability `p_null`, and stays at e; or it jumps to a start i, chooses a length, and
//! produces one to three words by rewriting the phrase there. The posterior of a link is the
//! probability, over all paths, that a word of the summary comes from a word of the document.
//!
//! | part | file |
//! |---|---|
//! | what words can come from, with which probability | `candidate`, over `kinship` and `table` |
//! | where the next phrase starts | `jump` |
//! | forward, backward, the best path | `inference`, `viterbi`, `pass` |
//! | EM, and what it learns | `em`, `parameters`; `model` saves it |
//! | links from posteriors | `decode` |
//!
//! # Departures from the paper
//! What words come from nowhere is a fixed background instead of a learned row, with a fixed
//! probability; the lexical table holds only words with evidence, learned without the pair
//! at hand; phrases must agree word by word; links are those of posterior at least .5. Jumps
//! know sentences on both sides. All of these are what was measured best; the literal model
//! is there as `paper`.
//!
//! Cost: for N summary words with c candidates each and a active ends, O(N (n + c a)) at
//! worst, in practice linear in the number of candidates.

mod candidate;
mod decode;
mod em;
#[cfg(test)]
mod golden;
mod inference;
mod initials;
mod jump;
mod kinship;
mod literal;
mod model;
mod parameters;
mod pass;
mod phrases;
mod table;
#[cfg(test)]
mod tests;
mod viterbi;

pub use model::Model;
// The translation HMM is a semi-HMM with phrases of one word.
pub(crate) use inference::{Beam, Candidate, Emissions, backward, forward};
pub(crate) use jump::{Buckets, Distances};
pub(crate) use parameters::SMALL;
pub(crate) use viterbi::viterbi;

use crate::wordnet::{Net, WordNet};
use crate::{AlignError, Aligned, Aligner, Alignment, Jump, Options, Pair, Pairs};
use decode::decode;
use em::SemiHmm;
use kinship::Kinship;
use literal::Literal;
use parameters::JumpLaw;
use phrases::{LONGEST, Prior};
use rayon::prelude::*;
use recto_math::em::{Start, Stop, fit};
use recto_math::{BadParameter, Run};
use serde_json::{Value, json};
use std::sync::Arc;
use table::Table;

/// Names of the options that it uses.
pub(crate) const USES: &[&str] = &[
    "jump",
    "parses",
    "wordnet",
    "iterations",
    "threshold",
    "longest_phrase",
    "load_model",
];

/// Parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Params {
    /// Where the next phrase starts.
    pub jump: Jump,
    /// EM iterations; `None` takes ten where there is enough to learn from.
    pub iterations: Option<usize>,
    /// Links of at least this probability are kept.
    pub threshold: f64,
    /// Longest phrase of either side in words, from 1 to 3. The paper prints no limit.
    pub longest_phrase: usize,
    /// What was learned before; `None` takes the built-in model.
    pub model: Option<Arc<Model>>,
    /// Relates words by their senses.
    pub wordnet: Option<Arc<WordNet>>,
    /// The model as published.
    pub literal: bool,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            jump: Jump::Sentence,
            iterations: None,
            threshold: 0.5,
            longest_phrase: 3,
            model: None,
            wordnet: None,
            literal: false,
        }
    }
}

impl Params {
    /// The parameters of the paper: relative jumps, which need no parses.
    pub fn paper() -> Self {
        Self {
            jump: Jump::Relative,
            literal: true,
            ..Self::default()
        }
    }
}

pub(crate) fn build(options: &Options) -> Result<Box<dyn Aligner>, AlignError> {
    let default = if options.paper {
        Params::paper()
    } else {
        Params::default()
    };
    let learned = options.model.as_deref().map(Model::jump);
    if let (Some(asked), Some(learned)) = (options.jump, learned)
        && asked != learned
    {
        let asked = format!("{asked:?}").to_lowercase();
        return Err(BadParameter::new("jump", asked, "that of the loaded model").into());
    }
    let params = Params {
        jump: options.jump.or(learned).unwrap_or(default.jump),
        iterations: options.iterations,
        threshold: options.threshold.unwrap_or(default.threshold),
        longest_phrase: options.longest_phrase.unwrap_or(default.longest_phrase),
        model: options.model.clone(),
        wordnet: options.wordnet.clone(),
        ..default
    };
    if !(0.0..=1.0).contains(&params.threshold) {
        return Err(BadParameter::new("threshold", params.threshold, "from 0 to 1").into());
    }
    if !(1..=LONGEST).contains(&params.longest_phrase) {
        let longest = params.longest_phrase;
        return Err(BadParameter::new("longest_phrase", longest, "from 1 to 3").into());
    }
    Ok(Box::new(params))
}

/// Iterations where there is enough to learn from.
const ITERATIONS: usize = 10;

/// Number of pairs from which on they are learned from.
const ENOUGH_PAIRS: usize = 20;

/// Number of pairs that one step of EM takes.
const BATCH: usize = 32;

/// Relative change of the objective at which EM stops.
const TOLERANCE: f64 = 1e-4;

/// What is left of a row far below its maximum is dropped.
const BEAM: Beam = Beam::Share(1e-10);

impl Aligner for Params {
    fn align(&self, pairs: &Pairs, run: &Run<'_>) -> Result<Aligned, AlignError> {
        let batches: Vec<&[Pair]> = pairs.pairs.chunks(BATCH).collect();
        if batches.is_empty() {
            return Ok(Aligned::default());
        }
        if self.literal {
            let iterations = self.iterations.unwrap_or(ITERATIONS);
            let wordnet = self.wordnet_for(pairs);
            let mut model = Literal::new(pairs, self.longest_phrase, Prior::Full)?;
            if let Some(wordnet) = wordnet {
                model.add_senses(wordnet)?;
            }
            return literal::align(&model, self.start(pairs), iterations, run);
        }
        let wordnet = self.wordnet_for(pairs);
        let net = wordnet
            .map(|wordnet| Net::new(wordnet, pairs))
            .transpose()?;
        let iterations = self.iterations(pairs);
        let known = match &self.model {
            Some(model) => Arc::clone(model),
            None => Arc::new(Model::builtin(self.jump)),
        };
        let mut rows = known.rows(pairs);
        if iterations > 0 {
            Table::add_evidence(pairs, &mut rows);
        }
        let model = SemiHmm {
            kinship: Kinship::new(pairs, Table::new(rows), net),
            longest: self.longest_phrase,
            beam: BEAM,
        };
        let start = Start {
            parameters: known.parameters(&model.kinship, 1.0),
            states: batches
                .iter()
                .map(|batch| vec![Vec::new(); batch.len()])
                .collect(),
        };
        let stop = Stop {
            iterations,
            tolerance: TOLERANCE,
        };
        let fitted = fit(&model, &batches, start, stop, "learning", run)?;
        let own: Vec<&em::Own> = fitted.states.iter().flatten().collect();
        run.report("aligning", 0, None)?;
        let align = |(pair, own): (&Pair, &em::Own)| {
            if pair.document.is_empty() || pair.summary.is_empty() {
                return Alignment::default();
            }
            let inferred = model.infer(pair, own, &fitted.parameters, false);
            inferred.map_or_else(
                |_| Alignment::default(),
                |inferred| decode(&model.kinship, &inferred, pair, self.threshold),
            )
        };
        Ok(Aligned {
            alignments: pairs.pairs.par_iter().zip(own).map(align).collect(),
            model: Some(Model::learned(&model.kinship, &fitted.parameters)),
            history: fitted.history,
            ..Aligned::default()
        })
    }

    fn parameters(&self) -> Value {
        json!({
            "jump": self.jump,
            "iterations": self.iterations,
            "threshold": (!self.literal).then_some(self.threshold),
            "longest_phrase": self.longest_phrase,
            "model": match (self.literal, &self.model) {
                (true, _) => "as published",
                (false, None) => "built in",
                (false, Some(_)) => "loaded",
            },
            "wordnet": self.wordnet.as_ref().map(|wordnet| &wordnet.version),
        })
    }
}

impl Params {
    /// WordNet, whose words are English.
    fn wordnet_for(&self, pairs: &Pairs) -> Option<&WordNet> {
        let wordnet = self.wordnet.as_deref();
        wordnet.filter(|_| pairs.language().code == "en")
    }

    /// A law of jumps that prefers none.
    fn start(&self, pairs: &Pairs) -> JumpLaw {
        let longest = pairs.pairs.iter().map(|pair| pair.document.len()).max();
        JumpLaw::even(self.jump, longest.unwrap_or(0) + 2).for_labels(pairs.labels())
    }

    fn iterations(&self, pairs: &Pairs) -> usize {
        let enough = self.model.is_none() && pairs.pairs.len() >= ENOUGH_PAIRS;
        self.iterations
            .unwrap_or(if enough { ITERATIONS } else { 0 })
    }
}
