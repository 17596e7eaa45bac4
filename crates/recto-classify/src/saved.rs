//! File format of saved models: plain data with a version and a checksum, no code.
//!
//! ```text
//! "RECTOCLS"  u32 version  u32 CRC-32 of the rest  u64 length of the header
//! header      JSON: method, parameters, classes, terms, prior, calibration, parts
//! numbers     f64: for each part the idf of terms, weights (terms by classes), biases
//! ```
//!
//! All numbers are little-endian, so that a model is the same on every machine. Unknown
//! versions and header keys, truncated and altered files are errors.

use crate::calibration::Calibration;
use crate::corpus::{Norm, Scheme, Weighting};
use crate::{ClassifyError, Model, Part};
use recto_math::DenseMatrix;
use serde::{Deserialize, Serialize};
use serde_json::Value;

const MAGIC: &[u8; 8] = b"RECTOCLS";

/// Format version that is written; the only one that is read.
const VERSION: u32 = 1;

/// Length in bytes of magic, version and checksum, which the checksum does not cover.
const OPENING: usize = 16;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    method: String,
    parameters: Value,
    classes: Vec<String>,
    terms: Vec<String>,
    prior: Vec<f64>,
    calibration: Option<Calibration>,
    neutral_evidence: f64,
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
        prior: model.prior.clone(),
        calibration: model.calibration.clone(),
        neutral_evidence: model.neutral_evidence,
        parts: model.parts.iter().map(part).collect(),
    };
    let header = serde_json::to_vec(&header).expect("strings and finite numbers");
    let mut body = Vec::new();
    body.extend((header.len() as u64).to_le_bytes());
    body.extend(header);
    for part in &model.parts {
        let numbers = [&part.weighting.idf[..], part.weights.values(), &part.biases];
        for number in numbers.into_iter().flatten() {
            body.extend(number.to_le_bytes());
        }
    }
    let mut bytes = Vec::with_capacity(OPENING + body.len());
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(crc32fast::hash(&body).to_le_bytes());
    bytes.extend(body);
    bytes
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
    if bytes.len() < OPENING || &bytes[..8] != MAGIC {
        return refused("not a classifier saved by recto");
    }
    let version = number(&bytes[8..12]);
    if version != u64::from(VERSION) {
        return refused(format!(
            "format version {version} is not supported; this program reads version {VERSION}"
        ));
    }
    let body = &bytes[OPENING..];
    if number(&bytes[12..16]) != u64::from(crc32fast::hash(body)) {
        return refused("wrong checksum: the file is truncated or was altered");
    }
    let Some((length, rest)) = body.split_at_checked(8) else {
        return refused("the header is missing");
    };
    let length = usize::try_from(number(length)).unwrap_or(usize::MAX);
    let Some((header, numbers)) = rest.split_at_checked(length) else {
        return refused("the header is truncated");
    };
    match serde_json::from_slice(header) {
        Ok(header) => assembled(header, numbers),
        Err(error) => refused(format!("header: {error}")),
    }
}

fn number(bytes: &[u8]) -> u64 {
    let shifted = |all: u64, &byte: &u8| all << 8 | u64::from(byte);
    bytes.iter().rev().fold(0, shifted)
}

fn assembled(header: Header, bytes: &[u8]) -> Result<Model, ClassifyError> {
    let (m, k) = (header.terms.len(), header.classes.len());
    let of_part = m
        .checked_mul(k)
        .and_then(|size| size.checked_add(m)?.checked_add(k));
    let size = of_part.and_then(|size| size.checked_mul(header.parts.len())?.checked_mul(8));
    let calibrated = header.calibration.as_ref();
    let is_sound = k >= 2
        && m > 0
        && !header.parts.is_empty()
        && header.prior.len() == k
        && calibrated.is_none_or(|c| c.intercepts.len() == k);
    if size != Some(bytes.len()) || !is_sound {
        return refused("the sizes in the header do not match the data");
    }
    let mut numbers = bytes
        .chunks_exact(8)
        .map(|eight| f64::from_bits(number(eight)));
    let mut take = |n: usize| -> Vec<f64> { numbers.by_ref().take(n).collect() };
    let mut parts = Vec::new();
    for part in header.parts {
        let (idf, weights, biases) = (take(m), take(m * k), take(k));
        let all = [&idf, &weights, &biases];
        if all.into_iter().flatten().any(|x| !x.is_finite()) {
            return refused("a number is not finite");
        }
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
        prior: header.prior,
        parts,
        calibration: header.calibration,
        neutral_evidence: header.neutral_evidence,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
            calibration: Some(Calibration {
                slope: 0.1 + 0.2,
                intercepts: vec![0.0, 1e-17],
            }),
            neutral_evidence: 0.3,
        }
    }

    #[test]
    fn a_model_comes_back_bit_for_bit() {
        assert_eq!(load(&save(&model())), Ok(model()));
    }

    #[test]
    fn another_version_is_named() {
        let mut bytes = save(&model());
        bytes[8] = 9;
        let error = load(&bytes).expect_err("unknown").to_string();
        assert!(error.contains("version 9"), "{error}");
    }

    proptest! {
        #[test]
        fn a_changed_byte_or_a_cut_is_refused(at in 0usize..900, value in 1u8..) {
            let mut bytes = save(&model());
            let at = at % bytes.len();
            prop_assert!(load(&bytes[..at]).is_err());
            bytes[at] ^= value;
            prop_assert!(load(&bytes).is_err());
        }

        #[test]
        fn any_bytes_with_a_good_checksum_do_no_harm(
            body in prop::collection::vec(any::<u8>(), 0..200), length in 0u64..150
        ) {
            let mut bytes = MAGIC.to_vec();
            let body: Vec<u8> = length.to_le_bytes().into_iter().chain(body).collect();
            bytes.extend(VERSION.to_le_bytes());
            bytes.extend(crc32fast::hash(&body).to_le_bytes());
            bytes.extend(body);
            prop_assert!(load(&bytes).is_err());
        }
    }
}
