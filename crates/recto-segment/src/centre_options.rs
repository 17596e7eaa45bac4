//! Options of the methods with segment centres (aps, exact), checked against a text.

use crate::similarity::{Preference, SimilarityTable};
use crate::{NO_CONTENT, Options, SegmentCount, SegmentError, Segmentation, is_without_content};
use recto_math::Notice;
use recto_text::Units;
use serde::Serialize;
use serde_json::Value;

/// Options that the methods with segment centres share.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct CentreOptions {
    pub(crate) segments: Option<SegmentCount>,
    pub(crate) similarity: Option<SimilarityTable>,
    pub(crate) preference: Option<Preference>,
    /// Maximum distance of a unit from its centre, in units.
    pub(crate) window: Option<usize>,
}

impl CentreOptions {
    pub(crate) fn new(options: &Options) -> Self {
        Self {
            segments: options.segments,
            similarity: options.similarity.clone(),
            preference: options.preference.clone(),
            window: options.window,
        }
    }

    /// The window as given; else the default, widened to the reach of a given similarity
    /// table and to what the number of segments needs.
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

    /// Whether the text stays whole: a single unit, or no content words and no number of
    /// segments given.
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
                Some(_) => "no content words: the boundaries are arbitrary".into(),
            });
        }
        let uniform = matches!(self.preference, Some(Preference::Uniform(_)));
        if uniform && self.segments.is_some() {
            warnings.push("the preference is ignored because a number of segments is given".into());
        }
        warnings
    }

    /// Preferences in two parts: one for each unit, and a constant added to all; the
    /// constant is `None` if the method chooses it.
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

/// Parameters and options as one JSON object. The parameters of the similarity and a given
/// similarity table have different keys.
pub(crate) fn merged(params: &impl Serialize, centre_options: &CentreOptions) -> Value {
    let mut value = serde_json::to_value(params).expect("plain numbers");
    let centre_options = serde_json::to_value(centre_options).expect("plain values");
    if let (Value::Object(all), Value::Object(centre_options)) = (&mut value, centre_options) {
        let compared = all.remove("similarity").unwrap_or_default();
        all.insert("comparison".into(), compared);
        all.extend(centre_options);
    }
    value
}
