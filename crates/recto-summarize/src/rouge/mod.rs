//! ROUGE scores: overlap of a summary with reference summaries.
//!
//! After Lin 2004, *ROUGE: a package for automatic evaluation of summaries* (Text
//! Summarization Branches Out), to the last decimal of the Perl program ROUGE-1.5.5, whose
//! rules the literature means by the name; [`Variant::RougeScore`] gives the numbers of the
//! Python package rouge-score instead. A newline ends a sentence.
//!
//! | measure | what is shared | flag of 1.5.5 |
//! |---|---|---|
//! | [`Measure::N`] | n-grams, across sentence ends | `-n N` |
//! | [`Measure::L`] | longest common subsequences of sentences, joined | always |
//! | [`Measure::W`] | the same, longer runs counting more | `-w 1.2` |
//! | [`Measure::S`] | pairs of words with a gap | `-2 4` |
//! | [`Measure::SU`] | such pairs and single words | `-2 4 -u` |
//!
//! Recall is hits / what the references have, precision hits / what the summary has, times
//! the number of references; [`Average`] says how several references are put together. An
//! empty summary or reference scores 0.
//!
//! A summary of n words against references of m words costs O(n + m) for N, O(n m) for L
//! and W, O((n + m) gap) for S and SU. Nothing is drawn; the order of the references matters
//! only where [`Average::B`] finds two of the same recall: the first one counts.
//!
//! # Departures
//! Where 1.5.5 stops with an error (a division by zero in W for an empty reference), the
//! score is 0. [`Options::compat`] brings back its slip with limits in bytes. Its `-t 1`, `-x`
//! and basic elements are not offered.
//!
//! ```
//! use recto_summarize::rouge::{Measure, Options, Rules, Scorer};
//! let scorer = Scorer::new(vec![Measure::N(1), Measure::L], Options::default(), Rules::default())?;
//! let references = scorer.prepare(&["the cat was under the bed"]);
//! let scores = references.score("the cat was found under the bed");
//! // All six words of the reference are found, in their order, among seven.
//! assert_eq!(scores[0].recall, 1.0);
//! assert_eq!(scores[1].precision, 0.85714);
//! # Ok::<(), recto_summarize::SummarizeError>(())
//! ```

mod exceptions;
mod grams;
mod lcs;
mod measure;
mod options;
mod porter;
mod skip;
mod tally;
#[cfg(test)]
mod tests;
mod text;

pub use measure::Measure;
pub use options::{Alphabet, Average, Cut, Options, Rules, Variant};
pub use tally::Score;

use crate::SummarizeError;
use grams::Ladder;
use lcs::Workspace;
use skip::{Row, Skip};
use std::sync::Arc;
use tally::Tally;
use text::{Text, Words};

/// ROUGE measures with their options.
#[derive(Debug, Clone)]
pub struct Scorer {
    measures: Arc<[Measure]>,
    options: Options,
    rules: Arc<Rules>,
}

impl Scorer {
    /// A scorer of `measures`.
    ///
    /// # Errors
    /// [`SummarizeError::Parameter`] when an option is out of range, or when the variant
    /// does not have a measure.
    pub fn new(
        measures: Vec<Measure>,
        options: Options,
        rules: Rules,
    ) -> Result<Self, SummarizeError> {
        options.check()?;
        for measure in &measures {
            measure.check(options.variant)?;
        }
        Ok(Self {
            measures: measures.into(),
            options,
            rules: rules.into(),
        })
    }

    /// Measures, in the order of the scores.
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }

    /// Options of the scorer.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Prepares references once, to score any number of summaries.
    pub fn prepare<R: AsRef<str>>(&self, references: &[R]) -> Prepared {
        let mut words = Words::default();
        let mut ladder = Ladder::new(self.longest_gram());
        let read = |reference: &R| {
            let text = reference.as_ref();
            text::read(text, &self.options, &self.rules, |word| words.learn(word))
        };
        let mut texts: Vec<Text> = references.iter().map(read).collect();
        for text in &mut texts {
            ladder.learn(&text.words);
            skip::index(text, words.len());
        }
        let counted = |text: &Text| self.counted(&ladder, text);
        Prepared {
            scorer: self.clone(),
            grams: texts.iter().map(counted).collect(),
            texts,
            words,
            ladder,
        }
    }

    /// Scores of one summary against its references, one for each measure.
    pub fn score<R: AsRef<str>>(&self, summary: &str, references: &[R]) -> Vec<Score> {
        self.prepare(references).score(summary)
    }

    fn longest_gram(&self) -> usize {
        let lengths = self.measures.iter().map(|measure| match measure {
            Measure::N(n) => *n,
            _ => 0,
        });
        lengths.max().unwrap_or(0)
    }

    /// How often each n-gram stands in a text, for each measure that asks.
    fn counted(&self, ladder: &Ladder, text: &Text) -> Vec<Vec<(u32, u32)>> {
        let counts = self.measures.iter().map(|measure| match measure {
            Measure::N(n) => grams::counts(ladder.grams(&text.words, *n)),
            _ => Vec::new(),
        });
        counts.collect()
    }
}

/// Prepared references.
#[derive(Debug)]
pub struct Prepared {
    scorer: Scorer,
    words: Words,
    ladder: Ladder,
    texts: Vec<Text>,
    grams: Vec<Vec<Vec<(u32, u32)>>>,
}

impl Prepared {
    /// Scores of a summary, one for each measure.
    pub fn score(&self, summary: &str) -> Vec<Score> {
        let tallies = self.tallies(&self.read(summary));
        let score = |(tallies, &measure): (&Vec<Tally>, &Measure)| {
            tally::score(tallies.iter(), measure, &self.scorer.options)
        };
        tallies
            .iter()
            .zip(self.scorer.measures())
            .map(score)
            .collect()
    }

    /// Mean of the scores against all references but one, each left out once (`jackknife`);
    /// the plain score where there is a single reference. 1.5.5 itself does not do this.
    pub fn jackknife(&self, summary: &str) -> Vec<Score> {
        if self.texts.len() < 2 {
            return self.score(summary);
        }
        let tallies = self.tallies(&self.read(summary));
        let score = |(tallies, &measure): (&Vec<Tally>, &Measure)| {
            let without = |left_out: usize| {
                let others = tallies.iter().enumerate().filter(|(i, _)| *i != left_out);
                tally::score(others.map(|(_, t)| t), measure, &self.scorer.options)
            };
            mean((0..tallies.len()).map(without))
        };
        tallies
            .iter()
            .zip(self.scorer.measures())
            .map(score)
            .collect()
    }

    fn read(&self, summary: &str) -> Text {
        let scorer = &self.scorer;
        let mut text = text::read(summary, &scorer.options, &scorer.rules, |word| {
            self.words.look_up(word)
        });
        skip::index(&mut text, self.words.len());
        text
    }

    /// How far the references agree: the mean score of each against the others; `None` where
    /// there are fewer than two.
    pub fn agreement(&self) -> Option<Vec<Score>> {
        let n = self.texts.len();
        let mut space = Space::new(self.words.len());
        let mut score = |(at, &measure): (usize, &Measure)| {
            let table = self.table(at, measure, &mut space);
            let against_others = |i: usize| {
                let others = (0..n).filter(|&j| j != i).map(|j| &table[i * n + j]);
                tally::score(others, measure, &self.scorer.options)
            };
            mean((0..n).map(against_others))
        };
        let measures = self.scorer.measures.iter().enumerate();
        (n > 1).then(|| measures.map(&mut score).collect())
    }

    /// What each two references have in common: row i has the i-th in the place of the
    /// summary. The diagonal is of no meaning.
    fn table(&self, at: usize, measure: Measure, space: &mut Space) -> Vec<Tally> {
        let n = self.texts.len();
        let mut table: Vec<Tally> = Vec::with_capacity(n * n);
        for i in 0..n {
            for j in 0..n {
                let tally = match measure {
                    _ if i == j => Tally::counted(0, 0, 0),
                    Measure::N(_) | Measure::S(_) | Measure::SU(_) if j < i => {
                        table[j * n + i].turned()
                    }
                    _ => self.tally(at, self.side(j), self.side(i), space),
                };
                table.push(tally);
            }
        }
        table
    }

    fn side(&self, i: usize) -> Side<'_> {
        Side {
            text: &self.texts[i],
            grams: &self.grams[i],
        }
    }

    /// For each measure, what each reference and the summary have in common.
    fn tallies(&self, summary: &Text) -> Vec<Vec<Tally>> {
        let grams = self.scorer.counted(&self.ladder, summary);
        let summary = Side {
            text: summary,
            grams: &grams,
        };
        let mut space = Space::new(self.words.len());
        let mut of = |at| {
            let references = (0..self.texts.len()).map(|i| self.side(i));
            references
                .map(|reference| self.tally(at, reference, summary, &mut space))
                .collect()
        };
        (0..self.scorer.measures.len()).map(&mut of).collect()
    }

    /// What a reference and a summary have in common by one measure.
    fn tally(&self, at: usize, reference: Side<'_>, summary: Side<'_>, space: &mut Space) -> Tally {
        let measure = self.scorer.measures[at];
        let (left, right) = (reference.text, summary.text);
        match measure {
            Measure::N(n) => Tally::counted(
                grams::shared(&reference.grams[at], &summary.grams[at]),
                grams::n_grams(left.words.len(), n) as u64,
                grams::n_grams(right.words.len(), n) as u64,
            ),
            Measure::S(gap) | Measure::SU(gap) => {
                let singles = matches!(measure, Measure::SU(_));
                let skip = Skip { gap, singles };
                Tally::counted(
                    skip.shared(left, right, &mut space.row),
                    skip.total(left.words.len()),
                    skip.total(right.words.len()),
                )
            }
            Measure::W(weight) => {
                lcs::weighted(left, right, weight, self.words.len(), &mut space.lcs)
            }
            Measure::L | Measure::Lsum => {
                let as_one =
                    measure == Measure::L && self.scorer.options.variant == Variant::RougeScore;
                lcs::plain(left, right, as_one, self.words.len(), &mut space.lcs)
            }
        }
    }
}

/// One of two texts that are compared.
#[derive(Debug, Clone, Copy)]
struct Side<'t> {
    text: &'t Text,
    /// How often each n-gram stands in it, for each measure.
    grams: &'t [Vec<(u32, u32)>],
}

/// What is used again from pair to pair.
#[derive(Debug)]
struct Space {
    lcs: Workspace,
    row: Row,
}

impl Space {
    fn new(n_words: usize) -> Self {
        Self {
            lcs: Workspace::default(),
            row: Row::new(n_words),
        }
    }
}

fn mean(scores: impl ExactSizeIterator<Item = Score>) -> Score {
    let n = scores.len() as f64;
    let sum = scores.fold(Score::default(), |sum, score| Score {
        recall: sum.recall + score.recall,
        precision: sum.precision + score.precision,
        f: sum.f + score.f,
    });
    Score {
        recall: sum.recall / n,
        precision: sum.precision / n,
        f: sum.f / n,
    }
}
