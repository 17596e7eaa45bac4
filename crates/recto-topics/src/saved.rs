//! File format of saved models: plain data with a version and a checksum, no code.
//!
//! ```text
//! "RECTOPIC"  u32 version  u32 CRC-32 of the rest  u64 length of the header
//! header      JSON: method, parameters, terms, spellings, labels, sizes
//! numbers     f64: eta, segment alpha, lambda, cache strength, unigram, alpha, words, clusters
//! ```
//!
//! All numbers are little-endian, so that a model is the same on every machine. Unknown
//! versions and header keys, truncated and altered files are errors.

use crate::{Cache, Model, TopicsError};
use recto_math::DenseMatrix;
use recto_math::envelope::{Envelope, numbers};
use serde::{Deserialize, Serialize};
use serde_json::Value;

const ENVELOPE: Envelope = Envelope {
    magic: b"RECTOPIC",
    version: 1,
    content: "a topic model",
};

/// Largest share: 1, and what rounding adds to it.
const MOST_SHARE: f64 = 1.0 + 1e-6;
/// Largest prior and strength of the cache. Sums with them must stay finite.
const MOST_WEIGHT: f64 = 1e15;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    method: String,
    parameters: Value,
    cache: Cache,
    topics: usize,
    clusters: usize,
    terms: Vec<String>,
    spellings: Vec<String>,
    labels: Vec<String>,
}

/// Serialises a model.
pub fn save(model: &Model) -> Vec<u8> {
    let header = Header {
        method: model.method.clone(),
        parameters: model.parameters.clone(),
        cache: model.cache,
        topics: model.n_topics(),
        clusters: model.clusters.as_ref().map_or(0, DenseMatrix::n_rows),
        terms: model.terms.clone(),
        spellings: model.spellings.clone(),
        labels: model.labels.clone(),
    };
    let header = serde_json::to_vec(&header).expect("strings and numbers");
    let scalars = [
        model.eta,
        model.segment_alpha,
        model.lambda,
        model.cache_strength,
    ];
    let clusters = model.clusters.as_ref().map_or(&[][..], DenseMatrix::values);
    let parts = [
        &scalars[..],
        &model.unigram,
        &model.alpha,
        model.words.values(),
        clusters,
    ];
    ENVELOPE.seal(&header, parts)
}

fn refused<T>(why: impl Into<String>) -> Result<T, TopicsError> {
    Err(TopicsError::Saved(why.into()))
}

/// Deserialises a model.
///
/// # Errors
/// [`TopicsError::Saved`] for bytes that are not a model, of another version, truncated or
/// altered.
pub fn load(bytes: &[u8]) -> Result<Model, TopicsError> {
    let (header, numbers) = ENVELOPE.open(bytes).map_err(TopicsError::Saved)?;
    match serde_json::from_slice(header) {
        Ok(header) => assembled(header, numbers),
        Err(error) => refused(format!("header: {error}")),
    }
}

fn assembled(header: Header, bytes: &[u8]) -> Result<Model, TopicsError> {
    let (terms, topics) = (header.terms.len(), header.topics);
    let mixed = if header.clusters > 0 {
        header.clusters
    } else {
        topics
    };
    let sizes = [
        Some(4),
        Some(terms),
        Some(mixed),
        terms.checked_mul(topics),
        header.clusters.checked_mul(topics),
    ];
    let total = sizes
        .iter()
        .try_fold(0usize, |sum, size| sum.checked_add((*size)?));
    let fits = total.and_then(|total| total.checked_mul(8)) == Some(bytes.len());
    if !fits
        || topics == 0
        || terms == 0
        || header.spellings.len() != terms
        || header.labels.len() != topics
    {
        return refused("the sizes in the header do not match the data");
    }
    let mut numbers = numbers(bytes);
    let mut take =
        |size: Option<usize>| -> Vec<f64> { numbers.by_ref().take(size.unwrap_or(0)).collect() };
    let [scalars, unigram, alpha, words, clusters] = sizes.map(&mut take);
    let model = Model {
        method: header.method,
        parameters: header.parameters,
        terms: header.terms,
        spellings: header.spellings,
        labels: header.labels,
        words: DenseMatrix::from_values(topics, words),
        alpha,
        clusters: (header.clusters > 0).then(|| DenseMatrix::from_values(topics, clusters)),
        eta: scalars[0],
        segment_alpha: scalars[1],
        lambda: scalars[2],
        cache_strength: scalars[3],
        cache: header.cache,
        unigram,
    };
    if is_in_range(&model) {
        Ok(model)
    } else {
        refused("a number is out of its range")
    }
}

fn is_in_range(model: &Model) -> bool {
    let clusters = model.clusters.iter().flat_map(DenseMatrix::values);
    let mut shares = clusters
        .chain(model.words.values())
        .chain([&model.eta, &model.lambda]);
    let mut weights = { model.alpha.iter() }.chain([&model.segment_alpha, &model.cache_strength]);
    // Word frequencies are divisors.
    let mut divisors = model.unigram.iter();
    shares.all(|x| (0.0..=MOST_SHARE).contains(x))
        && weights.all(|x| (0.0..=MOST_WEIGHT).contains(x))
        && divisors.all(|x| *x > 0.0 && *x <= MOST_SHARE)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;
    use recto_testing::saved::assert_whole_or_refused;

    pub(crate) fn model() -> Model {
        Model {
            method: "ext-plsa".into(),
            parameters: serde_json::json!({"alpha": 0.1}),
            terms: vec!["oil".into(), "wheat".into()],
            spellings: vec!["oil".into(), "wheats".into()],
            words: DenseMatrix::from_values(2, vec![0.1, 0.9, 1.0 / 3.0, 2.0 / 3.0]),
            alpha: vec![0.1],
            clusters: Some(DenseMatrix::from_values(2, vec![0.5, 0.5])),
            eta: 0.3,
            segment_alpha: 0.5,
            cache: Cache::Document,
            lambda: 0.2,
            cache_strength: 5.0,
            unigram: vec![0.4, 0.6],
            labels: vec!["oil".into(), "wheat".into()],
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
        assert!(refused(&|model| model.eta = 1.5));
        assert!(refused(&|model| model.lambda = f64::NAN));
        assert!(refused(&|model| model.unigram[0] = 0.0));
        assert!(refused(&|model| model.alpha[0] = f64::MAX));
        assert!(refused(&|model| model.words.row_mut(0)[1] = 2.0));
        assert!(refused(&|model| model.labels.truncate(1)));
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
