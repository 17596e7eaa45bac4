//! Baseline: the whole text by one author.

use crate::{AuthorsError, Authorship, Decomposer, Options, check_units};
use recto_math::Run;
use recto_text::Units;
use serde_json::{Value, json};

pub(crate) fn build(options: &Options) -> Result<Box<dyn Decomposer>, AuthorsError> {
    options.check()?;
    Ok(Box::new(One))
}

struct One;

impl Decomposer for One {
    fn decompose(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Authorship, AuthorsError> {
        check_units(units, None)?;
        run.report("dividing", 0, Some(units.len() as u64))?;
        Ok(Authorship::from_labels(&vec![0; units.len()]))
    }

    fn parameters(&self) -> Value {
        json!({})
    }
}
