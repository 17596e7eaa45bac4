//! Whether a text is for or against: the words of a lexicon, weighed by rules.
//!
//! The score of a text is the sum of the weights of its opinion words, each changed by what
//! stands around it. The rules are for English; in other languages only negation is heeded.
//! Nothing is learned: the score needs no other texts, and every part of it has a place in
//! the text and the rules that led to it. Where labelled or many unlabelled texts of one kind
//! are at hand, a classifier that learns from them does better.
//!
//! | rule | example | effect |
//! |---|---|---|
//! | negation | *not good*, *lacks charm* | reversed; praise more fully than blame |
//! | degree | *very good*, *a bit dull* | stronger, weaker |
//! | contrast | *good but slow*, *although dull, useful* | the main point counts more |
//! | unreal | *would have been great*, *I wish it were quiet* | praise becomes blame |
//! | doubt | *might be good*, *if it is good* | weakened |
//! | excess | *too sweet* | praise becomes blame |
//! | relief | *prevents rust* | blame becomes praise |
//! | comparison | *could not be better*, *could be better* | kept, reversed |
//! | question | *is it any good?* | weakened |
//! | emphasis | *GREAT!* | a little stronger |
//!
//! The factors were set by hand on the phrases of `tests/it/phrases.tsv`, and are few. Cost is
//! one pass over the tokens.
//!
//! ```
//! use recto_classify::lexicon::Lexicon;
//! use recto_classify::polarity::{Rules, Verdict, score};
//! use recto_math::{Run, Silent};
//! use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
//!
//! let document = Document::new("a", "The lobby is gorgeous, but the beds are horrible.");
//! let english = Language::from_code("en").expect("a language");
//! let analyzer = Analyzer::new(Analysis::Sentiment, english);
//! let units = analyzer.units(&document, UnitKind::Sentence, &Run::new(0, &Silent))?;
//! let score = score(&units, Lexicon::english(), Rules::All);
//! assert_eq!(score.verdict(), Verdict::Negative);
//! let words: Vec<&str> = score.contributions.iter().map(|part| part.entry.as_str()).collect();
//! assert_eq!(words, ["gorgeous", "horrible"]);
//! # Ok::<(), recto_math::Cancelled>(())
//! ```

mod clause;
mod context;
pub mod negation;
mod occurrences;
mod reversals;
mod rules;
mod words;

use crate::lexicon::Lexicon;
use clause::Words;
use context::Context;
use recto_text::{Span, Units};
use serde::Serialize;

/// How much of the context of a word counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rules {
    /// None: the sum of the weights.
    Plain,
    /// Negation alone.
    Negation,
    /// All rules.
    #[default]
    All,
}

/// A rule that changed the weight of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// Under negation, or what is lacking.
    Negation,
    /// Intensified or toned down.
    Degree,
    /// On either side of `but`, or conceded.
    Contrast,
    /// Wished for, expected, or only possible.
    Unreal,
    /// Said with doubt, or under a condition.
    Doubt,
    /// Too much of something good.
    Excess,
    /// Something bad that is kept away.
    Relief,
    /// Better or worse than something.
    Comparison,
    /// In a question.
    Question,
    /// With an exclamation mark or in capitals.
    Emphasis,
}

/// A rule and the word that called for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The rule.
    pub rule: Rule,
    /// The word that called for it, such as `not`; `None` if a mark did.
    pub cue: Option<Span>,
}

/// What one word or phrase adds to the score.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contribution {
    /// Where it stands in the text.
    pub span: Span,
    /// The unit it stands in.
    pub unit: usize,
    /// The entry of the lexicon.
    pub entry: String,
    /// The weight of the entry, -3 to 3.
    pub weight: f64,
    /// What it adds after all rules.
    pub value: f64,
    /// The rules that changed the weight, in the order in which they were applied.
    pub reasons: Vec<Reason>,
}

/// The opinion of a text and what it rests on.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Score {
    /// The sum of all contributions: above 0 for praise.
    pub value: f64,
    /// The sum of those above 0.
    pub positive: f64,
    /// The sum of those below 0, as a positive number.
    pub negative: f64,
    /// How many are above 0.
    pub n_positive: usize,
    /// How many are below 0.
    pub n_negative: usize,
    /// Words and phrases that count, in the order of the text.
    pub contributions: Vec<Contribution>,
}

/// What a score says of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// More praise than blame.
    Positive,
    /// More blame than praise.
    Negative,
    /// Too little of either.
    Neutral,
    /// Much of both.
    Mixed,
}

/// The least sum of praise or blame that says something: less than half a plain `good`.
const LEAST_EVIDENCE: f64 = 0.7;

/// The least share of the smaller side in the larger for a mixed text: `good` and `bad` in
/// one sentence are mixed.
const MIXED_SHARE: f64 = 0.6;

/// Scores a text by the words of a lexicon. The units should be sentences: contrast and marks
/// hold within one.
pub fn score(units: &Units<'_>, lexicon: &Lexicon, rules: Rules) -> Score {
    let mut score = Score::default();
    for unit in 0..units.len() {
        let words = Words::of(units, unit);
        let context = Context::of(units, unit, &words, lexicon, rules);
        for occurrence in occurrences::find(&context) {
            let (value, reasons) = rules::apply(&context, &occurrence);
            let last = words.words[occurrence.at + occurrence.length - 1].span;
            score.add(Contribution {
                span: Span::new(words.words[occurrence.at].span.start, last.end),
                unit,
                entry: occurrence.entry,
                weight: occurrence.weight,
                value,
                reasons,
            });
        }
    }
    score
}

impl Score {
    fn add(&mut self, part: Contribution) {
        self.value += part.value;
        if part.value > 0.0 {
            self.positive += part.value;
            self.n_positive += 1;
        } else if part.value < 0.0 {
            self.negative -= part.value;
            self.n_negative += 1;
        }
        self.contributions.push(part);
    }

    /// The score as a share of all evidence, -1 to 1: the same for a text and for twice that
    /// text. 0 without evidence.
    pub fn balance(&self) -> f64 {
        let evidence = self.positive + self.negative;
        if evidence > 0.0 {
            self.value / evidence
        } else {
            0.0
        }
    }

    /// Probability that the text is for rather than against, .5 without evidence: the
    /// logistic function of the sum over the root of the number of contributions, as if each
    /// were a noisy vote. Not calibrated.
    pub fn probability(&self) -> f64 {
        let n = (1 + self.n_positive + self.n_negative) as f64;
        1.0 / (1.0 + (-self.value / n.sqrt()).exp())
    }

    /// For, against, neither or both.
    pub fn verdict(&self) -> Verdict {
        let (less, more) = if self.positive < self.negative {
            (self.positive, self.negative)
        } else {
            (self.negative, self.positive)
        };
        if more < LEAST_EVIDENCE {
            Verdict::Neutral
        } else if less >= MIXED_SHARE * more {
            Verdict::Mixed
        } else if self.value > 0.0 {
            Verdict::Positive
        } else {
            Verdict::Negative
        }
    }
}

#[cfg(test)]
mod tests;
