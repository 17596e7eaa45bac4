//! File format of saved models: plain data with a version and a checksum, no code.
//!
//! ```text
//! "RECTOCLS"  u32 version  u32 CRC-32 of the rest  u64 length of the header
//! header      JSON: method, parameters, classes, terms, kinds of parts
//! numbers     f64: prior, slope, bound of neutral documents, weight of guesses; for each
//!             part the idf of terms, weights (terms by classes), biases
//! ```
//!
//! All numbers are little-endian, so that a model is the same on every machine. Unknown
//! versions and header keys, truncated and altered files are errors.

use crate::calibration::Calibration;
use crate::corpus::{Norm, Scheme, Weighting};
use crate::{ClassifyError, Model, Part};
use recto_math::DenseMatrix;
use recto_math::envelope::{Envelope, numbers};
use serde::{Deserialize, Serialize};
use serde_json::Value;

const ENVELOPE: Envelope = Envelope {
    magic: b"RECTOCLS",
    version: 1,
    content: "a classifier",
};

/// Largest absolute value of a weight. Scores, which are sums of products, must stay finite.
const MOST: f64 = 1e100;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    method: String,
    parameters: Value,
    classes: Vec<String>,
    terms: Vec<String>,
    is_calibrated: bool,
    parts: Vec<PartHeader>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PartHeader {
    scheme: Scheme,
    norm: Norm,
    is_factors: bool,
}

/// Serialises a model.
pub fn save(model: &Model) -> Vec<u8> {
    let part = |part: &Part| PartHeader {
        scheme: part.weighting.scheme,
        norm: part.weighting.norm,
        is_factors: part.is_factors,
    };
    let header = Header {
        method: model.method.clone(),
        parameters: model.parameters.clone(),
        classes: model.classes.clone(),
        terms: model.terms.clone(),
        is_calibrated: model.calibration.is_some(),
        parts: model.parts.iter().map(part).collect(),
    };
    let slope = model.calibration.as_ref().map_or(1.0, |c| c.slope);
    let scalars = [slope, model.neutral_evidence, model.guess_weight];
    let header = serde_json::to_vec(&header).expect("strings and finite numbers");
    let mut numbers = vec![&model.prior[..], &scalars];
    for part in &model.parts {
        numbers.extend([&part.weighting.idf[..], part.weights.values(), &part.biases]);
    }
    ENVELOPE.seal(&header, numbers)
}

fn refused<T>(why: impl Into<String>) -> Result<T, ClassifyError> {
    Err(ClassifyError::Saved(why.into()))
}

/// Deserialises a model.
///
/// # Errors
/// [`ClassifyError::Saved`] for bytes that are not a model, of another version, truncated or
/// altered.
pub fn load(bytes: &[u8]) -> Result<Model, ClassifyError> {
    let (header, numbers) = ENVELOPE.open(bytes).map_err(ClassifyError::Saved)?;
    match serde_json::from_slice(header) {
        Ok(header) => assembled(header, numbers),
        Err(error) => refused(format!("header: {error}")),
    }
}

fn assembled(header: Header, bytes: &[u8]) -> Result<Model, ClassifyError> {
    let (m, k) = (header.terms.len(), header.classes.len());
    let of_part = m
        .checked_mul(k)
        .and_then(|size| size.checked_add(m)?.checked_add(k));
    let parts = of_part.and_then(|size| size.checked_mul(header.parts.len()));
    let size = parts.and_then(|size| size.checked_add(k + 3)?.checked_mul(8));
    if size != Some(bytes.len()) || k < 2 || m == 0 || header.parts.is_empty() {
        return refused("the sizes in the header do not match the data");
    }
    let numbers: Vec<f64> = numbers(bytes).collect();
    if numbers.iter().any(|x| x.abs() > MOST || x.is_nan()) {
        return refused("a number is out of its range");
    }
    let mut numbers = numbers.into_iter();
    let mut take = |n: usize| -> Vec<f64> { numbers.by_ref().take(n).collect() };
    let (prior, scalars) = (take(k), take(3));
    let is_prior =
        prior.iter().all(|p| *p >= 0.0) && (prior.iter().sum::<f64>() - 1.0).abs() < 1e-6;
    if !is_prior || scalars.iter().any(|x| *x < 0.0) {
        return refused("a number is out of its range");
    }
    let slope = scalars[0];
    let mut parts = Vec::new();
    for part in header.parts {
        let (idf, weights, biases) = (take(m), take(m * k), take(k));
        parts.push(Part {
            weighting: Weighting {
                scheme: part.scheme,
                norm: part.norm,
                idf,
            },
            weights: DenseMatrix::from_values(k, weights),
            biases,
            is_factors: part.is_factors,
        });
    }
    Ok(Model {
        method: header.method,
        parameters: header.parameters,
        classes: header.classes,
        terms: header.terms,
        prior,
        parts,
        calibration: header.is_calibrated.then_some(Calibration { slope }),
        neutral_evidence: scalars[1],
        guess_weight: scalars[2],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use recto_testing::saved::assert_whole_or_refused;

    fn model() -> Model {
        let part = |is_factors| Part {
            weighting: Weighting {
                scheme: Scheme::BinIdf,
                norm: Norm::L2,
                idf: vec![1.0, 1.5],
            },
            weights: DenseMatrix::from_values(2, vec![0.1, 0.9, 1.0 / 3.0, -2.0 / 3.0]),
            biases: vec![0.25, -0.25],
            is_factors,
        };
        Model {
            method: "auto".into(),
            parameters: serde_json::json!({"c": 2.0}),
            classes: vec!["no".into(), "yes".into()],
            terms: vec!["good".into(), "bad".into()],
            prior: vec![0.5, 0.5],
            parts: vec![part(false), part(true)],
            calibration: Some(Calibration { slope: 0.1 + 0.2 }),
            neutral_evidence: 0.3,
            guess_weight: 0.2,
        }
    }

    #[test]
    fn a_model_comes_back_bit_for_bit_and_a_damaged_file_is_refused() {
        assert_whole_or_refused(&model(), save, load);
    }

    #[test]
    fn numbers_out_of_their_range_are_refused_under_a_correct_checksum() {
        let refused = |alter: &dyn Fn(&mut Model)| {
            let mut model = model();
            alter(&mut model);
            load(&save(&model)).is_err()
        };
        assert!(!refused(&|_| ()));
        assert!(refused(&|model| model.prior = vec![1.5, -0.5]));
        assert!(refused(&|model| model.prior = vec![0.5, 0.4]));
        assert!(refused(&|model| model.guess_weight = -1.0));
        assert!(refused(&|model| model.parts[0].biases[0] = f64::INFINITY));
        assert!(refused(&|model| model.parts[1].weighting.idf[0] = f64::MAX));
    }

    proptest! {
        #[test]
        fn any_header_and_numbers_do_no_harm(
            header in prop::collection::vec(any::<u8>(), 0..200),
            numbers in prop::collection::vec(any::<f64>(), 0..20),
        ) {
            prop_assert!(load(&ENVELOPE.seal(&header, [&numbers[..]])).is_err());
        }
    }
}
