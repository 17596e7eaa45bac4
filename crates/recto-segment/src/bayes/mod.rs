//! Bayesian segmentation: the likeliest segments, each with a distribution of words of
//! its own that is integrated out.
//!
//! Use it when the number of segments is known, or when one penalty can be chosen for a
//! whole collection; [`crate::adaptive`] chooses it for each text.
//!
//! The score of a segment is the Dirichlet-multinomial
//! ([`recto_math::seq::dirichlet`]). With K given the sum of
//! scores is maximised; without, each segment costs `penalty * ln N`: 1 is the prior of
//! Utiyama and Isahara that Giannella uses, but words come in bursts, the multinomial is
//! over-confident and 1 cuts far too finely, so the default is 12.
//!
//! | symbol | meaning | name in code |
//! |---|---|---|
//! | theta | concentration of each term's prior | `theta` |
//! | gamma | multiple of ln N that a segment costs | `penalty` |
//!
//! Confidence is the posterior probability of the boundary at temperature gamma (the
//! penalty's own reading: a likelihood tempered by 1/gamma).
//!
//! Time O(T L) for T tokens and segments of at most L units, memory O(N + T); with K
//! given O(N K) more. Nothing is random; ties go to the longer last segment.
//!
//! # References
//! Jacob Eisenstein and Regina Barzilay, 2008, Bayesian Unsupervised Topic Segmentation;
//! Chris Giannella, 2015, An Improved Algorithm for Unsupervised Decomposition of a
//! Multi-Author Document, "The Bayesian Segmentation Algorithm" (its sections have no
//! numbers).

mod prior;
#[cfg(test)]
mod tests;

use crate::chunk::bounded;
use crate::limits::{Words, count_to_solve, solve_count};
use crate::{
    NO_CONTENT, Options, SegmentCount, SegmentError, Segmentation, Segmenter, check_units,
    is_without_content, metrics,
};
use recto_math::seq::dirichlet::{self, Symmetric, TermLists};
use recto_math::seq::{Lane, Lengths, posterior, solve};
use recto_math::{BadParameter, Notice, NumberOrText, Run};
use recto_text::Units;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::str::FromStr;

pub(crate) const USES: &[&str] = &["segments", "min_words", "max_words", "theta", "penalty"];

/// The longest segment that is considered, in units.
const MAX_UNITS: usize = 2000;

/// The concentration of the prior.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "NumberOrText", into = "NumberOrText")]
pub enum Theta {
    /// A number above 0.
    Fixed(f64),
    /// Estimated from the text, in turn with the segmentation.
    Auto,
}

impl From<Theta> for NumberOrText {
    fn from(theta: Theta) -> Self {
        match theta {
            Theta::Fixed(theta) => Self::Number(theta),
            Theta::Auto => Self::Text("auto".into()),
        }
    }
}

impl TryFrom<NumberOrText> for Theta {
    type Error = SegmentError;

    fn try_from(written: NumberOrText) -> Result<Self, SegmentError> {
        written.to_string().parse()
    }
}

impl FromStr for Theta {
    type Err = SegmentError;

    fn from_str(text: &str) -> Result<Self, SegmentError> {
        if text == "auto" {
            return Ok(Self::Auto);
        }
        let theta: f64 = text.parse().unwrap_or(f64::NAN);
        if dirichlet::is_concentration(theta) {
            Ok(Self::Fixed(theta))
        } else {
            Err(BadParameter::new("theta", text, dirichlet::CONCENTRATION).into())
        }
    }
}

/// The parameters of the method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Params {
    /// Concentration of each term's prior.
    pub theta: Theta,
    /// What a segment costs, in ln N; not used when a number of segments is given.
    pub penalty: f64,
}

impl Params {
    /// The best measured: theta 0.1 with a number of segments given, 0.2 without.
    pub fn best(is_counted: bool) -> Self {
        Self {
            theta: Theta::Fixed(if is_counted { 0.1 } else { 0.2 }),
            penalty: 12.0,
        }
    }

    /// Giannella's literal penalty.
    pub fn paper() -> Self {
        Self {
            theta: Theta::Fixed(0.1),
            penalty: 1.0,
        }
    }

    /// Names the first parameter that is out of its range.
    ///
    /// # Errors
    /// [`SegmentError::Parameter`].
    pub fn check(&self) -> Result<(), SegmentError> {
        if (0.0..=1e6).contains(&self.penalty) {
            Ok(())
        } else {
            Err(BadParameter::new("penalty", self.penalty, "from 0 to 1000000").into())
        }
    }
}

pub(crate) fn build(options: &Options) -> Result<Box<dyn Segmenter>, SegmentError> {
    let is_counted = options
        .segments
        .is_some_and(|count| count.exact().is_some());
    let default = if options.paper {
        Params::paper()
    } else {
        Params::best(is_counted)
    };
    let params = Params {
        theta: options.theta.unwrap_or(default.theta),
        penalty: options.penalty.unwrap_or(default.penalty),
    };
    params.check()?;
    let bayes = Box::new(Bayes {
        params,
        segments: options.segments,
        words: Words::of(options)?,
    });
    bounded(options, bayes)
}

struct Bayes {
    params: Params,
    segments: Option<SegmentCount>,
    words: Words,
}

impl Segmenter for Bayes {
    fn segment(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Segmentation, SegmentError> {
        check_units(units, self.segments)?;
        run.report("segmenting", 0, Some(units.len() as u64))?;
        let count = self.segments.and_then(SegmentCount::exact);
        if is_without_content(units) {
            return Ok(without_content(units, self.segments));
        }
        let terms = (0..units.len()).map(|unit| units.terms(unit).map(|term| term.0));
        let lists = TermLists::new(terms, units.vocabulary.len());
        let sums = self.words.sums(units);
        let lengths = Lengths {
            max_units: MAX_UNITS.max(units.len().div_ceil(count.unwrap_or(usize::MAX)) * 4),
            weight: self.words.bounds(sums.as_deref()),
        };
        let solver = Solver {
            lists: &lists,
            lengths,
            price: self.params.penalty * (units.len() as f64).ln(),
            temperature: self.params.penalty.max(1.0),
            count: self.segments,
            run,
        };
        let mut found = solver.solve(self.params.theta)?;
        found
            .warnings
            .extend(self.words.warning(units, &found.bounds));
        Ok(found)
    }

    fn parameters(&self) -> Value {
        json!({
            "theta": self.params.theta,
            "penalty": self.params.penalty,
            "segments": self.segments,
            "min_words": self.words.min(),
            "max_words": self.words.max(),
        })
    }
}

/// The answer for a text of function words: one segment, or even ones if so many were
/// asked for.
pub(crate) fn without_content(units: &Units<'_>, asked: Option<SegmentCount>) -> Segmentation {
    let count = asked.map_or(1, SegmentCount::min);
    let bounds = metrics::even_bounds(units.len(), count)
        .expect("the count was checked against the number of units");
    Segmentation {
        warnings: vec![NO_CONTENT.into()],
        ..Segmentation::from_bounds(bounds)
    }
}

struct Solver<'a> {
    lists: &'a TermLists,
    lengths: Lengths<'a>,
    price: f64,
    temperature: f64,
    count: Option<SegmentCount>,
    run: &'a Run<'a>,
}

impl Solver<'_> {
    fn solve(&self, theta: Theta) -> Result<Segmentation, SegmentError> {
        match theta {
            Theta::Fixed(theta) => {
                let (bounds, net) = self.bounds(theta)?;
                self.finish(theta, bounds, net, Vec::new())
            }
            Theta::Auto => {
                let (theta, bounds, net) = prior::estimate(self.lists, |theta| self.bounds(theta))?;
                let warning = format!("theta was estimated from the text: {theta:.4}");
                self.finish(theta, bounds, net, vec![warning.into()])
            }
        }
    }

    fn bounds(&self, theta: f64) -> Result<(Vec<usize>, f64), SegmentError> {
        let scores = Symmetric::new(self.lists, theta);
        if let Some(count) = self.count.and_then(SegmentCount::exact) {
            return solve_count(&scores, count, self.lengths, self.run);
        }
        let solution = solve(
            &scores,
            &Lane::priced(&[self.price]),
            self.lengths,
            self.run,
        )?;
        let bounds = solution
            .bounds(0)
            .expect("a free number of segments always fits");
        match count_to_solve(self.count, bounds.len(), self.lists.n_units()) {
            Some(count) => solve_count(&scores, count, self.lengths, self.run),
            None => Ok((bounds, solution.objective(0))),
        }
    }

    fn finish(
        &self,
        theta: f64,
        bounds: Vec<usize>,
        net: f64,
        warnings: Vec<Notice>,
    ) -> Result<Segmentation, SegmentError> {
        let scores = Symmetric::new(self.lists, theta);
        let probabilities = posterior::boundaries(
            &scores,
            self.price,
            self.temperature,
            self.lengths,
            self.run,
        )?;
        let inner = &bounds[..bounds.len() - 1];
        let sure = inner.iter().map(|&bound| Some(probabilities[bound]));
        Ok(Segmentation {
            confidence: [None].into_iter().chain(sure).collect(),
            bounds,
            warnings,
            net: Some(net),
            ..Segmentation::default()
        })
    }
}
