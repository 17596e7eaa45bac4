//! Affinity propagation for segmentation (APS): segment centres by message passing.
//!
//! The published method, kept for comparison. It maximises what [`crate::exact`] maximises,
//! less well and at the cost of hundreds of passes: on lectures it settles at fixed points
//! with too many centres. Use `exact` unless you want the paper's numbers.
//!
//! ```text
//! net = sum over segments of ( p(c) + sum over its other units i of S(i, c) ),  |i - c| <= H
//! ```
//!
//! | symbol | meaning | name in code |
//! |---|---|---|
//! | SIM(i, j) | similarity of i to centre j | a band, [`crate::similarity`] |
//! | SIM(j, j) | preference | `preference` |
//! | lambda | damping | `damping` |
//! | M | window, 2 H + 1 here | `window` |
//!
//! Steps: similarities; damped messages ([`recto_math::max_sum`]) until the set of centres
//! has not changed for `convergence` iterations; the best boundary between each two
//! neighbouring centres ([`decode`]).
//!
//! Parameters: `damping` 0.9 (the paper says 0.5 to 1; below 0.9 messages swing on whole
//! documents), `convergence` 100 and `max_iterations` 1000. O(N H) time an iteration,
//! O(N H) memory. The same bytes for any number of threads. One unit is one segment; so is
//! a text of stop words. If the centres never settle, the result carries a warning.
//!
//! # Departures
//! - The paper makes `j` the centre of `i` where the sum of both messages is above 0; with
//!   loops in the graph that can give a unit no centre, or two. Here only the centres are
//!   taken from the messages, and boundaries are placed best between them: always a valid
//!   segmentation, and never a smaller net similarity. [`Decode::Messages`] is the paper's
//!   rule, and that of [`Params::paper`].
//! - The paper cannot be given a number of segments. Here the preference is searched; if
//!   no preference found leads to the number, the exact solver's result is taken, with a
//!   warning.
//! - The paper tunes the preference on development files; without one it is that of
//!   [`crate::exact`].
//!
//! # References
//! Anna Kazantseva and Stan Szpakowicz, 2011, Linear Text Segmentation Using Affinity
//! Propagation. EMNLP, sections 4 and 5.

#[cfg(test)]
mod tests;

use crate::centre_options::{CentreOptions, merged, whole};
use crate::chunk::bounded;
use crate::exact::{self, Exact, price};
use crate::similarity::{self, Source};
use crate::{Options, SegmentCount, SegmentError, Segmentation, Segmenter, check_units};
use recto_math::band::{Band, Columns};
use recto_math::max_sum::{self, Schedule, Selected};
use recto_math::{BadParameter, Notice, Remedy, Run};
use recto_text::Units;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) const USES: &[&str] = &[
    "segments",
    "max_words",
    "similarity",
    "preference",
    "window",
    "damping",
];

/// Similarities in a band for which messages are stored too (1.5 GB in all).
const MAX_SLOTS: usize = 1 << 26;

/// Preferences tried for a number of segments.
const TRIALS: usize = 12;

/// How segments are read off the messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decode {
    /// The centres alone; boundaries are placed best between them.
    Centres,
    /// APS alg. 1, line 8: a unit goes to the centre that its own messages name. One that
    /// names none goes with the unit before it.
    Messages,
}

/// The parameters of the method.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// How units are compared.
    pub similarity: similarity::Params,
    /// How segments are read off the messages.
    pub decode: Decode,
    /// How much of a message stays; from 0 to below 1.
    pub damping: f64,
    /// Iterations without a change after which the centres are final; from 1.
    pub convergence: usize,
    /// Iterations at most; from 1.
    pub max_iterations: usize,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            similarity: similarity::Params::default(),
            decode: Decode::Centres,
            damping: 0.9,
            convergence: 100,
            max_iterations: 1000,
        }
    }
}

impl Params {
    /// The paper's similarities and its way to read segments; it does not tell its damping.
    pub fn paper() -> Self {
        Self {
            similarity: similarity::Params::paper(),
            decode: Decode::Messages,
            ..Self::default()
        }
    }

    /// Names the first parameter that is out of its range.
    ///
    /// # Errors
    /// [`SegmentError::Parameter`].
    pub fn check(&self) -> Result<(), SegmentError> {
        self.similarity.check()?;
        let error = |name, value: &dyn ToString, range| {
            let value = value.to_string();
            Err(BadParameter::new(name, value, range).into())
        };
        if !(0.0..1.0).contains(&self.damping) {
            return error("damping", &self.damping, "from 0 to below 1");
        }
        if self.convergence == 0 {
            return error("convergence", &0, "at least 1");
        }
        if self.max_iterations == 0 {
            return error("max_iterations", &0, "at least 1");
        }
        Ok(())
    }
}

pub(crate) fn build(options: &Options) -> Result<Box<dyn Segmenter>, SegmentError> {
    let mut params = if options.paper {
        Params::paper()
    } else {
        Params::default()
    };
    params.damping = options.damping.unwrap_or(params.damping);
    bounded(options, Box::new(Aps::new(params, options)?))
}

/// The method with its parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Aps {
    params: Params,
    centre_options: CentreOptions,
    fallback: Exact,
}

impl Aps {
    /// The method with the given parameters; of the options it takes the number of
    /// segments, similarities, preference and window.
    ///
    /// # Errors
    /// [`SegmentError::Parameter`] for a parameter out of its range.
    pub fn new(params: Params, options: &Options) -> Result<Self, SegmentError> {
        params.check()?;
        let solver = exact::Params {
            similarity: params.similarity,
            ..exact::Params::default()
        };
        Ok(Self {
            params,
            centre_options: CentreOptions::new(options),
            fallback: Exact::new(solver, options)?,
        })
    }

    fn band(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Band, SegmentError> {
        let source = Source::new(
            units,
            &self.params.similarity,
            self.centre_options.similarity.as_ref(),
        )?;
        let window = self
            .centre_options
            .window(self.params.similarity.window, units.len())?;
        if units.len().saturating_mul(2 * window + 1) > MAX_SLOTS {
            return Err(SegmentError::TooLarge {
                units: units.len(),
                limit: MAX_SLOTS / (2 * window + 1),
                remedy: Remedy::OneOf(&[Remedy::Lower("window"), Remedy::Method("exact")]),
            });
        }
        Ok(source.band(window, run)?)
    }

    /// Messages at one preference for all, added to each unit's own.
    fn propagate(
        &self,
        band: &Band,
        base: &[f64],
        shift: f64,
        run: &Run<'_>,
    ) -> Result<Segmentation, SegmentError> {
        let preference: Vec<f64> = base.iter().map(|p| p + shift).collect();
        let schedule = Schedule {
            damping: self.params.damping,
            convergence: self.params.convergence,
            max_iterations: self.params.max_iterations,
        };
        let settled = max_sum::run(band, &preference, schedule, run)?;
        let mut found = decode(band, &preference, &settled, self.params.decode);
        if !settled.converged {
            let settings = Remedy::OneOf(&[Remedy::Raise("damping"), Remedy::Method("exact")]);
            let message = format!(
                "the messages did not settle in {} iterations",
                settled.iterations
            );
            found.warnings.push(Notice::from(message).with(settings));
        }
        Ok(found)
    }

    /// Halves an interval of preferences until the number of segments is in the range.
    fn search(
        &self,
        band: &Band,
        base: &[f64],
        count: SegmentCount,
        run: &Run<'_>,
    ) -> Result<Option<Segmentation>, SegmentError> {
        let price = price(band, run)?;
        let (mut low, mut high) = (-20.0 * price - 1.0, price + 1.0);
        for _ in 0..TRIALS {
            let middle = f64::midpoint(low, high);
            let found = self.propagate(band, base, middle, run)?;
            let segments = found.bounds.len();
            if count.clamp(segments) == segments {
                return Ok(Some(found));
            }
            if segments < count.min() {
                low = middle;
            } else {
                high = middle;
            }
        }
        Ok(None)
    }
}

/// The segmentation that messages selected.
pub fn decode(band: &Band, preference: &[f64], found: &Selected, how: Decode) -> Segmentation {
    let (bounds, centers) = match how {
        Decode::Centres => (between(band, &found.exemplars), found.exemplars.clone()),
        Decode::Messages => {
            let bounds = changes(&found.named);
            let centers = centers(band, &found.named, &bounds);
            (bounds, centers)
        }
    };
    let starts = [0].into_iter().chain(bounds.iter().copied());
    let segments = starts.zip(&bounds).zip(&centers);
    let (mut net, mut far) = (0.0, false);
    for ((start, &end), &c) in segments {
        let others = (start..end).filter(|&i| i != c);
        net += preference[c] + others.map(|i| band.get(i, c)).sum::<f64>();
        far |= (c - start).max(end - 1 - c) > band.half_width();
    }
    let warning = || {
        let notice = Notice::from("some units are farther from their centre than the window");
        notice.with(Remedy::Raise("window"))
    };
    Segmentation {
        centers: Some(centers),
        net: Some(net),
        warnings: far.then(warning).into_iter().collect(),
        ..Segmentation::from_bounds(bounds)
    }
}

/// The bounds of a set of centres: between neighbours `a < b`, the boundary with the greatest
/// sum of similarities to their own centres; the first of equals.
fn between(band: &Band, exemplars: &[usize]) -> Vec<usize> {
    let pairs = exemplars.windows(2);
    let bounds = pairs.map(|pair| boundary(band, pair[0], pair[1]));
    bounds.chain([band.n_units()]).collect()
}

/// The ends of runs of units with the same centre; those without one go with the unit before
/// them.
fn changes(named: &[Option<usize>]) -> Vec<usize> {
    let mut bounds = Vec::new();
    let mut last = None;
    for (unit, centre) in named.iter().enumerate() {
        if let Some(centre) = centre {
            if last.is_some_and(|last| last != centre) {
                bounds.push(unit);
            }
            last = Some(centre);
        }
    }
    bounds.push(named.len());
    bounds
}

/// The centre of each run: the one that it is named after if it lies inside, else the unit
/// to which the others are most similar, the first of equals.
fn centers(band: &Band, named: &[Option<usize>], bounds: &[usize]) -> Vec<usize> {
    let starts = [0].into_iter().chain(bounds.iter().copied());
    let center = |(start, &end): (usize, &usize)| {
        let own = named[start..end].iter().flatten().next();
        let inside = own.filter(|own| (start..end).contains(own));
        let likeness = |c: usize| -> f64 {
            let others = (start..end).filter(|&i| i != c);
            others.map(|i| band.get(i, c)).sum()
        };
        let best = || {
            let units = start..end;
            units.max_by(|&a, &b| likeness(a).total_cmp(&likeness(b)).then(b.cmp(&a)))
        };
        inside.copied().or_else(best).unwrap_or(start)
    };
    starts.zip(bounds).map(center).collect()
}

/// The best first unit of the segment of `b`, from `a + 1` to `b`.
fn boundary(band: &Band, a: usize, b: usize) -> usize {
    let mut value: f64 = (a + 1..b).map(|i| band.get(i, b)).sum();
    let mut best = (a + 1, value);
    for t in a + 2..=b {
        value += band.get(t - 1, a) - band.get(t - 1, b);
        if value > best.1 {
            best = (t, value);
        }
    }
    best.0
}

impl Segmenter for Aps {
    fn segment(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Segmentation, SegmentError> {
        check_units(units, self.centre_options.segments)?;
        run.report("segmenting", 0, Some(units.len() as u64))?;
        let (base, added) = self.centre_options.preferences(units.len())?;
        let warnings = self.centre_options.warnings(units);
        if self.centre_options.leaves_whole(units) {
            return Ok(whole(units, warnings));
        }
        let band = self.band(units, run)?;
        let mut found = match self.centre_options.segments {
            None => {
                let price = price(&band, run)?;
                let shift = added.unwrap_or(-exact::Params::default().scale * price);
                self.propagate(&band, &base, shift, run)?
            }
            Some(count) => match self.search(&band, &base, count, run)? {
                Some(found) => found,
                None => {
                    let mut found = self.fallback.segment(units, run)?;
                    found.warnings = vec![
                        "no preference tried leads the messages to that number of segments: \
                         the exact method's result is given"
                            .into(),
                    ];
                    found
                }
            },
        };
        found.warnings.extend(warnings);
        Ok(found)
    }

    fn parameters(&self) -> Value {
        merged(&self.params, &self.centre_options)
    }
}
