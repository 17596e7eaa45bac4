//! Whether a pile is opinionated: only then are opinions worth telling.
//!
//! Words of praise and blame stand in any text; in reviews there are more of them. Measured on
//! 29 piles, as the sum of their weights for each hundred words: nine piles of reviews have
//! 10.8 to 20.8, twenty of everything else (news, papers, minutes, letters, lectures, novels,
//! essays, newsgroups, scripture) 2.0 to 8.6. The bound lies between, at [`OPINIONATED`]; it
//! is the only knob, and any from 8.7 to 10.8 tells all of them apart. Made by the example
//! `opinionated`.

use super::body::Facts;
use crate::Reading;
use rayon::prelude::*;
use recto_classify::lexicon::Lexicon;
use recto_classify::polarity::{self, Rules};
use recto_math::{Cancelled, Run};
use recto_report::Number;
use recto_text::token::count_words;
use recto_text::{Analysis, UnitKind};

/// Documents that are looked at, evenly spread over the pile.
const SAMPLE: usize = 200;

/// Praise and blame for each hundred words from which a pile is opinionated: the geometric
/// mean of the least opinionated reviews and the most opinionated other texts.
const OPINIONATED: f64 = 9.6;

/// Documents from which opinions are told: how many praise and how many blame.
const DOCUMENTS: usize = 10;

/// Labelled documents from which classes are learned.
const LABELLED: usize = 20;

/// The sum of the weights of praise and blame for each hundred words, over a sample of the
/// documents; 0 without words.
///
/// # Errors
/// [`Cancelled`] when the observer asks to stop.
pub fn opinion_density(reading: &Reading<'_>, run: &Run<'_>) -> Result<f64, Cancelled> {
    let n = reading.documents().len();
    let step = n.div_ceil(SAMPLE).max(1);
    let places: Vec<usize> = (0..n).step_by(step).collect();
    let found: Vec<(f64, usize)> = places
        .par_iter()
        .map(|&at| {
            run.report("looking for opinions", at as u64, Some(n as u64))?;
            let units = reading.units(at, Analysis::Sentiment, UnitKind::Sentence, run)?;
            let score = polarity::score(&units, Lexicon::english(), Rules::All);
            Ok((score.positive + score.negative, count_words(units.text)))
        })
        .collect::<Result<_, Cancelled>>()?;
    let evidence: f64 = found.iter().map(|(evidence, _)| evidence).sum();
    let words: usize = found.iter().map(|(_, words)| words).sum();
    Ok(100.0 * evidence / words.max(1) as f64)
}

/// Why opinions or classes are not worth telling; `None` if they are.
pub(super) fn why_not(
    reading: &Reading<'_>,
    facts: &Facts,
    run: &Run<'_>,
) -> Result<Option<String>, Cancelled> {
    let n = facts.documents.len();
    let labelled = reading
        .documents()
        .iter()
        .filter(|one| !one.labels.is_empty());
    let labelled = labelled.count();
    if labelled >= LABELLED && labelled < n && facts.labels.len() > 1 {
        return Ok(None);
    }
    if n < DOCUMENTS {
        let least = format!("opinions are counted in {DOCUMENTS} documents or more");
        return Ok(Some(least));
    }
    let english = facts.languages.iter().find(|(code, _)| code == "en");
    if 2 * english.map_or(0, |(_, n)| *n) < n {
        return Ok(Some("the built-in opinion words are English".into()));
    }
    let density = opinion_density(reading, run)?;
    Ok((density < OPINIONATED).then(|| {
        format!(
            "few words of praise or blame: weight {} for each hundred words, where reviews have {} \
             or more",
            Number::Score.say(density),
            Number::Score.say(OPINIONATED)
        )
    }))
}
