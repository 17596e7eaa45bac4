//! BayesAD: Bayesian segmentation, then spectral clustering of the segments.
//!
//! Use it to repeat the published figures, or where segments by one author are long and
//! differ in their words; [`crate::hmm`] measures better on all that was tried. Its number
//! of authors is right for a third of texts by 2 to 4, and its answer hangs on theta: the
//! result's `stability` says how much.
//!
//! Steps: the segmentation with the largest posterior under one Dirichlet prior
//! ([`recto_math::seq::dirichlet`], each segment at the price of ln n); one minus the
//! Jensen-Shannon divergence of all pairs of segments; spectral clustering with the number
//! of groups of least rotation cost ([`recto_math::cluster`]).
//!
//! | symbol | meaning | name in code |
//! |---|---|---|
//! | theta0 | concentration of each word's prior | `theta` |
//! | q | number of segments | length of `bounds` |
//! | K* | number of authors | chosen in [`recto_math::cluster::spectral::choose`] |
//!
//! Time O(n · tokens) and O(q^2 · words of a segment), memory O(n + q^2). Above 20,000
//! units no segment is longer than 500. Ties go to the longer last segment.
//!
//! # Departures
//! The paper's shortest path is a plain dynamic program. The number of authors is capped
//! (see [`recto_math::cluster::spectral`]), k-means is restarted ten times where the paper
//! runs it once; [`Params::paper`] runs it once.
//!
//! # References
//! Chris Giannella, 2015, An Improved Algorithm for Unsupervised Decomposition of a
//! Multi-Author Document.

#[cfg(test)]
mod tests;

use crate::groups::{self, Grouping};
use crate::result::{Authorship, MoreThanOne, Stability};
use crate::text::{Text, chunk_bounds, spread};
use crate::{
    AuthorsError, Decomposer, Options, TOO_SHORT, check_units, evidence, is_too_short, memory,
};
use recto_math::partition::Overlap;
use recto_math::seq::dirichlet::{self, Proportional, Symmetric};
use recto_math::seq::{Lane, Lengths, SegmentScores, solve};
use recto_math::{BadParameter, Cancelled, NumberOrText, Run};
use recto_text::Units;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::str::FromStr;

pub(crate) const USES: &[&str] = &["authors", "theta"];

/// Units above which segments are kept short, and how long they may be then.
const LONG: usize = 20_000;
const MAX_UNITS: usize = 500;

/// The priors under which the answer is compared with itself.
const GRID: [f64; 3] = [0.05, 0.1, 0.2];

/// The values of theta that the paper compares.
pub const SWEEP: [f64; 6] = [0.025, 0.05, 0.1, 0.2, 0.5, 1.0];

/// Concentrations that [`Theta::Auto`] chooses from, in tokens.
const CONCENTRATIONS: [f64; 8] = [30.0, 60.0, 125.0, 250.0, 500.0, 1000.0, 2000.0, 4000.0];

/// The concentration of the prior.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "NumberOrText", into = "NumberOrText")]
pub enum Theta {
    /// The same number above 0 for each word.
    Fixed(f64),
    /// In proportion to each word's share of the text; how much in all is the value under
    /// which the best segmentation is likeliest.
    Auto,
    /// The same number for each word, of [`SWEEP`] the one under which the best
    /// segmentation is likeliest: the paper's "EM-style" choice over a grid, which it
    /// reports to fail. It merges nearly everything; for repeating that only.
    Likeliest,
}

impl From<Theta> for NumberOrText {
    fn from(theta: Theta) -> Self {
        match theta {
            Theta::Fixed(theta) => Self::Number(theta),
            Theta::Auto => Self::Text("auto".into()),
            Theta::Likeliest => Self::Text("likeliest".into()),
        }
    }
}

impl TryFrom<NumberOrText> for Theta {
    type Error = AuthorsError;

    fn try_from(written: NumberOrText) -> Result<Self, AuthorsError> {
        written.to_string().parse()
    }
}

impl FromStr for Theta {
    type Err = AuthorsError;

    fn from_str(text: &str) -> Result<Self, AuthorsError> {
        if text == "auto" {
            return Ok(Self::Auto);
        }
        let theta = Self::Fixed(text.parse().unwrap_or(f64::NAN));
        theta.check(text)?;
        Ok(theta)
    }
}

impl Theta {
    fn check(self, shown: &str) -> Result<(), AuthorsError> {
        match self {
            Self::Fixed(theta) if !dirichlet::is_concentration(theta) => {
                Err(BadParameter::new("theta", shown, dirichlet::CONCENTRATION).into())
            }
            _ => Ok(()),
        }
    }
}

/// The parameters of the method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Params {
    /// Concentration of each word's prior.
    pub theta: Theta,
    /// Whether capitals count as small letters.
    pub lowercase: bool,
    /// The largest number of authors that is looked at, at most half of the segments; `None`
    /// for all numbers below that of the segments, as published.
    pub k_max: Option<usize>,
    /// Whether rotation costs are measured by the largest that the number allows.
    pub normalized: bool,
    /// Restarts of k-means.
    pub kmeans_restarts: usize,
    /// Whether the answer is compared with those under other priors.
    pub stability: bool,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            theta: Theta::Fixed(0.1),
            lowercase: false,
            k_max: Some(recto_math::cluster::spectral::K_MAX),
            normalized: false,
            kmeans_restarts: 10,
            stability: true,
        }
    }
}

impl Params {
    /// The published values. The rule for the number of authors tends to take too many: any
    /// text fits well with nearly as many authors as segments.
    pub fn paper() -> Self {
        Self {
            k_max: None,
            kmeans_restarts: 1,
            stability: false,
            ..Self::default()
        }
    }

    /// Names the first parameter that is out of its range.
    ///
    /// # Errors
    /// [`AuthorsError::Parameter`].
    pub fn check(&self) -> Result<(), AuthorsError> {
        if let Theta::Fixed(theta) = self.theta {
            self.theta.check(&theta.to_string())?;
        }
        for (name, value, least, range) in [
            ("k_max", self.k_max.unwrap_or(2), 2, "at least 2"),
            ("kmeans_restarts", self.kmeans_restarts, 1, "at least 1"),
        ] {
            if value < least {
                return Err(BadParameter::new(name, value, range).into());
            }
        }
        Ok(())
    }

    fn grouping(&self) -> Grouping {
        Grouping {
            k_max: self.k_max,
            normalized: self.normalized,
            restarts: self.kmeans_restarts,
            ..Grouping::default()
        }
    }
}

pub(crate) fn build(options: &Options) -> Result<Box<dyn Decomposer>, AuthorsError> {
    options.check()?;
    let default = if options.paper {
        Params::paper()
    } else {
        Params::default()
    };
    let params = Params {
        theta: options.theta.unwrap_or(default.theta),
        ..default
    };
    Ok(Box::new(BayesAd::new(params, options.authors)?))
}

/// The method with its parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BayesAd {
    params: Params,
    authors: Option<usize>,
}

impl BayesAd {
    /// With a number of authors, or `None` to have it chosen.
    ///
    /// # Errors
    /// [`AuthorsError::Parameter`].
    pub fn new(params: Params, authors: Option<usize>) -> Result<Self, AuthorsError> {
        params.check()?;
        Ok(Self { params, authors })
    }

    /// The label of each unit under one prior, and the number of segments.
    fn labels(
        &self,
        text: &Text,
        theta: Theta,
        run: &Run<'_>,
    ) -> Result<(Vec<usize>, usize), AuthorsError> {
        let mut bounds = segment(text, theta, run)?;
        if let Some(asked) = self.authors.filter(|&asked| asked > bounds.len()) {
            bounds = chunk_bounds(text.len(), (text.len() / (3 * asked)).max(1));
            if bounds.len() < asked {
                return Err(AuthorsError::TooManyAuthors {
                    asked,
                    units: bounds.len(),
                });
            }
        }
        memory::check_parts(bounds.len())?;
        let terms: Vec<u32> = (0..).take(text.terms.len()).collect();
        let counts = text.counts(&terms, bounds.iter().copied());
        let labels = groups::by_words(&counts, &self.params.grouping(), self.authors, run)?;
        Ok((spread(&labels, &bounds), bounds.len()))
    }

    /// How alike the answers under the priors of the grid are, two by two.
    fn stability(
        &self,
        text: &Text,
        labels: &[usize],
        run: &Run<'_>,
    ) -> Result<Vec<Stability>, AuthorsError> {
        let answer = |&theta: &f64| {
            if self.params.theta == Theta::Fixed(theta) {
                Ok(labels.to_vec())
            } else {
                let found = self.labels(text, Theta::Fixed(theta), run);
                found.map(|(labels, _)| labels)
            }
        };
        let answers: Vec<Vec<usize>> = GRID.iter().map(answer).collect::<Result<_, _>>()?;
        let pairs = [(0, 1), (0, 2), (1, 2)];
        let compare = |(a, b): (usize, usize)| Stability {
            theta: [GRID[a], GRID[b]],
            agreement: Overlap::new(&answers[a], &answers[b]).accuracy(),
        };
        Ok(pairs.into_iter().map(compare).collect())
    }
}

impl Decomposer for BayesAd {
    fn decompose(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Authorship, AuthorsError> {
        check_units(units, self.authors)?;
        run.report("segmenting", 0, Some(units.len() as u64))?;
        if self.authors.is_none() && is_too_short(units) {
            let mut found = Authorship::from_labels(&vec![0; units.len()]);
            found.warnings.push(TOO_SHORT.into());
            return Ok(found);
        }
        let text = Text::of(units, self.params.lowercase);
        let (labels, n_segments) = self.labels(&text, self.params.theta, run)?;
        let mut found = Authorship::from_labels(&labels);
        let warning = self.params.grouping().warning(n_segments, self.authors);
        found.warnings.extend(warning);
        if self.params.stability {
            found.stability = self.stability(&text, &labels, run)?;
        }
        found.evidence = evidence::evidence(&text, &found.labels, found.count, units.language);
        self.warn(&mut found, is_too_short(units));
        Ok(found)
    }

    fn parameters(&self) -> Value {
        json!({
            "authors": self.authors,
            "theta": self.params.theta,
            "lowercase": self.params.lowercase,
            "k_max": self.params.k_max,
            "normalized": self.params.normalized,
            "kmeans_restarts": self.params.kmeans_restarts,
        })
    }
}

impl BayesAd {
    fn warn(&self, found: &mut Authorship, too_short: bool) {
        let warnings = &mut found.warnings;
        if too_short {
            warnings.push(TOO_SHORT.into());
        }
        if found.labels.len() > LONG {
            warnings.push(
                format!("more than {LONG} sentences: no segment is longer than {MAX_UNITS}").into(),
            );
        }
        match self.authors {
            Some(asked) => {
                found.more_than_one_author = MoreThanOne::Assumed;
                if asked > found.count {
                    let count = found.count;
                    warnings.push(
                        format!("found only {count} of the {asked} authors asked for").into(),
                    );
                }
            }
            None if found.count > 1 => warnings.push(
                "two authors or more were assumed; texts by one author are divided too".into(),
            ),
            None => {}
        }
    }
}

/// The ends of the likeliest segments; each costs ln n.
///
/// BayesAD def. Segmentation: the score of a segment is Term(u, v) without its ln n.
fn segment(text: &Text, theta: Theta, run: &Run<'_>) -> Result<Vec<usize>, Cancelled> {
    match theta {
        Theta::Fixed(theta) => Ok(best(text, &Symmetric::new(&text.lists, theta), run)?.0),
        Theta::Auto => {
            likeliest(CONCENTRATIONS.into_iter().map(|concentration| {
                best(text, &Proportional::new(&text.lists, concentration), run)
            }))
        }
        Theta::Likeliest => likeliest(
            SWEEP
                .into_iter()
                .map(|theta| best(text, &Symmetric::new(&text.lists, theta), run)),
        ),
    }
}

/// The bounds with the largest value; the first of equals.
fn likeliest(
    found: impl Iterator<Item = Result<(Vec<usize>, f64), Cancelled>>,
) -> Result<Vec<usize>, Cancelled> {
    let mut likeliest = (Vec::new(), f64::NEG_INFINITY);
    for found in found {
        let found = found?;
        if found.1 > likeliest.1 {
            likeliest = found;
        }
    }
    Ok(likeliest.0)
}

/// The best segmentation and its value.
fn best<S: SegmentScores>(
    text: &Text,
    scores: &S,
    run: &Run<'_>,
) -> Result<(Vec<usize>, f64), Cancelled> {
    let n = text.len();
    let lengths = Lengths {
        max_units: if n > LONG { MAX_UNITS } else { usize::MAX },
        weight: None,
    };
    let solution = solve(scores, &Lane::priced(&[(n as f64).ln()]), lengths, run)?;
    let bounds = solution
        .bounds(0)
        .expect("a free number of segments always fits");
    Ok((bounds, solution.objective(0)))
}
