//! Certainty of labels: agreement with solutions from other features and other starts.
//!
//! The posterior of the model must not be shown as a probability: 95 of 100 sentences
//! have one above 0.9 and 7 in 10 of these are right. Agreement is coarser and truer: of the
//! unit, and of the whole text, which tells most. Distances to the ends of a run, the length of
//! the text, the stay probability and the gain of two styles add nothing to these two.

use super::fit::{Features, Fit};
use super::{Fits, MAX_ROUNDS, grams};
use crate::steps::Steps;
use crate::text::Text;
use rayon::prelude::*;
use recto_math::partition::{Overlap, number};
use recto_math::{Cancelled, Run};

/// Half of the tokens say less, so each counts more.
const HALF_TEMPER: f64 = 0.9;

/// 3-grams overlap, so each counts less.
const GRAM_TEMPER: f64 = 0.15;
const GRAM_STRENGTH: f64 = 600.0;
const GRAMS: usize = 300;

/// Next best fits that are asked too.
const NEXT_BEST: usize = 4;

/// The share of other solutions that give each unit the label it has in `labels`.
pub(crate) fn shares(labels: &[usize], others: &[Vec<usize>]) -> Vec<f64> {
    let mut agreeing = vec![0u32; labels.len()];
    for other in others {
        let (names, _) = number(labels);
        let (other, _) = number(other);
        let partners = Overlap::new(&other, labels).partners();
        for ((agreeing, name), other) in agreeing.iter_mut().zip(&names).zip(other) {
            *agreeing += u32::from(partners[other] == Some(*name));
        }
    }
    let n = others.len().max(1) as f64;
    agreeing.iter().map(|&count| f64::from(count) / n).collect()
}

/// The solutions that are asked: each half of the vocabulary, 3-grams, and the next best
/// of the fits.
pub(super) fn others(
    text: &Text,
    features: &Features,
    of_k: &Fits,
    run: &Run<'_>,
) -> Result<Vec<Vec<usize>>, Cancelled> {
    let Fits {
        k,
        starts,
        fits,
        best,
    } = of_k;
    let views = [
        half(features, 0),
        half(features, 1),
        Features::new(grams::counts(text, GRAMS), GRAM_TEMPER, GRAM_STRENGTH),
    ];
    let jobs: Vec<(usize, usize)> = (0..views.len())
        .flat_map(|view| (0..starts.len()).map(move |start| (view, start)))
        .collect();
    let steps = Steps::new(run, "asking other features", jobs.len());
    let work = |&(view, start): &(usize, usize)| {
        let found = views[view].fit(&starts[start], *k, MAX_ROUNDS, || steps.ask())?;
        steps.finish_one();
        Ok(found.0)
    };
    let found: Vec<Fit> = jobs
        .par_iter()
        .map(work)
        .collect::<Result<_, Cancelled>>()?;
    let by_view = found.chunks(starts.len().max(1));
    let mut others: Vec<Vec<usize>> = by_view
        .filter_map(|fits| Some(fits[best_of(fits)?].labels.clone()))
        .collect();
    let mut order: Vec<usize> = (0..fits.len()).filter(|i| i != best).collect();
    let by_likelihood = |&a: &usize, &b: &usize| {
        let (a_value, b_value) = (fits[a].log_likelihood, fits[b].log_likelihood);
        b_value.total_cmp(&a_value).then(a.cmp(&b))
    };
    order.sort_by(by_likelihood);
    others.extend(
        order
            .iter()
            .take(NEXT_BEST)
            .map(|&i| fits[i].labels.clone()),
    );
    Ok(others)
}

/// The columns of even or odd rank.
fn half(features: &Features, parity: u32) -> Features {
    let rows = &features.rows;
    let mut kept = recto_math::CsrBuilder::new(rows.n_columns().div_ceil(2));
    for row in rows.rows() {
        let own = row.iter().filter(|(column, _)| column % 2 == parity);
        kept.push_weights(own.map(|(column, count)| (column / 2, count)));
    }
    let mut kept = kept.finish();
    // An odd number of columns leaves the second half one short.
    if rows.n_columns() % 2 == 1 && parity == 1 {
        let mut short = recto_math::CsrBuilder::new(rows.n_columns() / 2);
        kept.rows().for_each(|row| short.push_weights(row.iter()));
        kept = short.finish();
    }
    Features::new(kept, HALF_TEMPER, features.strength)
}

/// The fit with the largest likelihood, the first of equals.
pub(super) fn best_of(fits: &[Fit]) -> Option<usize> {
    let better = |best: usize, i: usize| {
        if fits[i].log_likelihood > fits[best].log_likelihood {
            i
        } else {
            best
        }
    };
    (!fits.is_empty()).then(|| (1..fits.len()).fold(0, better))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Certainty;
    use recto_testing::golden;
    use recto_testing::golden::Tolerance::Absolute;

    #[test]
    fn shares_equal_the_golden_vectors() {
        let agreement = golden!("auto").at("agreement");
        let others: Vec<Vec<usize>> = agreement.at("others").read();
        let found = shares(&agreement.at("labels").counts(), &others);
        agreement
            .at("share")
            .assert_all_near(&found, Absolute(1e-9));
    }
    #[test]
    fn a_unit_is_firm_where_the_whole_text_is_agreed_on() {
        assert_eq!(Certainty::of(1.0, 0.97), Certainty::Firm);
        assert_eq!(Certainty::of(1.0, 0.96), Certainty::Weak);
        assert_eq!(Certainty::of(0.85, 0.98), Certainty::Weak);
        assert_eq!(Certainty::of(0.5, 0.5), Certainty::Weak);
        assert_eq!(Certainty::of(0.49, 0.99), Certainty::Open);
    }
}
