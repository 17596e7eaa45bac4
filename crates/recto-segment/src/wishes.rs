//! What methods with centres are asked for beside their parameters, and how it is checked
//! against a text.

use crate::similarity::{Preference, SimilarityTable};
use crate::{NO_CONTENT, Options, SegmentCount, SegmentError, Segmentation, is_without_content};
use recto_math::Notice;
use recto_text::Units;
use serde::Serialize;
use serde_json::Value;

/// What methods with centres are asked for beside their parameters.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Wishes {
    pub(crate) segments: Option<SegmentCount>,
    pub(crate) similarity: Option<SimilarityTable>,
    pub(crate) preference: Option<Preference>,
    /// Units at most between a unit and its centre.
    pub(crate) window: Option<usize>,
}

impl Wishes {
    pub(crate) fn new(options: &Options) -> Self {
        Self {
            segments: options.segments,
            similarity: options.similarity.clone(),
            preference: options.preference.clone(),
            window: options.window,
        }
    }

    /// The window: as asked for; else the default, widened to what a table of
    /// similarities reaches and a number of segments needs.
    pub(crate) fn window(&self, default: usize, n_units: usize) -> Result<usize, SegmentError> {
        let most = n_units - 1;
        let asked = self.segments.map(|count| count.max().min(n_units));
        let least = asked.map_or(0, |k| n_units.div_ceil(k) / 2);
        match (self.window, asked) {
            (Some(window), Some(segments)) if window < least => {
                Err(SegmentError::WindowTooNarrow {
                    segments,
                    units: n_units,
                    window,
                    least,
                })
            }
            (Some(window), _) => Ok(window.min(most)),
            (None, _) => {
                let reach = self.similarity.as_ref().map_or(0, SimilarityTable::reach);
                let needed = self
                    .segments
                    .map_or(0, |count| n_units.div_ceil(count.min()) / 2);
                Ok(default.max(reach).max(needed).min(most))
            }
        }
    }

    /// Whether there is nothing to go by, and no number of segments to keep.
    pub(crate) fn leaves_whole(&self, units: &Units<'_>) -> bool {
        let silent = self.similarity.is_none() && is_without_content(units);
        units.len() == 1 || (silent && self.segments.is_none())
    }

    /// Warnings that do not depend on the result.
    pub(crate) fn warnings(&self, units: &Units<'_>) -> Vec<Notice> {
        let mut warnings = Vec::new();
        if self.similarity.is_none() && is_without_content(units) {
            warnings.push(match self.segments {
                None => NO_CONTENT.into(),
                Some(_) => "no content words: the boundaries mean nothing".into(),
            });
        }
        let uniform = matches!(self.preference, Some(Preference::Uniform(_)));
        if uniform && self.segments.is_some() {
            warnings.push("the number of segments decides; the preference is not used".into());
        }
        warnings
    }

    /// The preferences in two parts: one for each unit, and what is added to all; the
    /// second is `None` if it is left to the method.
    pub(crate) fn preferences(
        &self,
        n_units: usize,
    ) -> Result<(Vec<f64>, Option<f64>), SegmentError> {
        let Some(preference) = &self.preference else {
            return Ok((vec![0.0; n_units], None));
        };
        let each = preference.of(n_units)?;
        match *preference {
            Preference::Uniform(value) => Ok((vec![0.0; n_units], Some(value))),
            Preference::Each(_) => Ok((each, Some(0.0))),
        }
    }
}

/// One segment with the first unit as its centre.
pub(crate) fn whole(units: &Units<'_>, warnings: Vec<Notice>) -> Segmentation {
    Segmentation {
        centers: Some(vec![0]),
        warnings,
        ..Segmentation::from_bounds(vec![units.len()])
    }
}

/// Parameters and wishes under one roof. The way units are compared and a table of the
/// user's own are two keys.
pub(crate) fn merged(params: &impl Serialize, wishes: &Wishes) -> Value {
    let mut value = serde_json::to_value(params).expect("plain numbers");
    let wishes = serde_json::to_value(wishes).expect("plain values");
    if let (Value::Object(all), Value::Object(wishes)) = (&mut value, wishes) {
        let compared = all.remove("similarity").unwrap_or_default();
        all.insert("comparison".into(), compared);
        all.extend(wishes);
    }
    value
}
