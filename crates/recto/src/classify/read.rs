//! From a pile to terms and to what rules read in each text.

use crate::per_document;
use crate::{Document, Error, Reading};
use recto_classify::lexicon::Lexicon;
use recto_classify::polarity::{self, Contribution, Rules, Verdict, negation};
use recto_math::{Cancelled, Run};
use recto_text::{Analysis, Language, UnitKind, Units, Warning};

/// Documents that are analysed at a time.
const AT_ONCE: usize = 512;

/// Words and phrases that are kept of what rules found in a text.
const KEPT: usize = 12;

/// How texts are read.
pub(super) struct How<'l> {
    /// The opinion lexicon, if classes are for and against.
    pub(super) lexicon: Option<&'l Lexicon>,
    /// Whether words under negation are words of their own.
    pub(super) marks_negation: bool,
}

/// A document that was read.
pub(super) struct ReadDocument<'d> {
    pub(super) document: &'d Document,
    pub(super) language: &'static Language,
    /// What rules read; `None` without an opinion lexicon.
    pub(super) opinion: Option<Opinion>,
}

/// Praise and blame of a text.
#[derive(Debug, Clone)]
pub(super) struct Opinion {
    /// Probability that it is for rather than against.
    pub(super) probability: f64,
    pub(super) verdict: Verdict,
    /// The strongest words and phrases as the text has them, with what they add to the log
    /// odds of being for.
    pub(super) parts: Vec<(String, f64)>,
}

impl Opinion {
    fn of(units: &Units<'_>, lexicon: &Lexicon) -> Self {
        let score = polarity::score(units, lexicon, Rules::All);
        let n = (1 + score.n_positive + score.n_negative) as f64;
        let mut parts: Vec<(String, f64)> = Vec::new();
        for part in &score.contributions {
            let (words, value) = (quoted(units.text, part), part.value / n.sqrt());
            match parts.iter_mut().find(|(other, _)| *other == words) {
                Some((_, sum)) => *sum += value,
                None => parts.push((words, value)),
            }
        }
        parts.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then_with(|| a.0.cmp(&b.0)));
        parts.truncate(KEPT);
        Self {
            probability: score.probability(),
            verdict: score.verdict(),
            parts,
        }
    }
}

/// A contribution in the words of the text, from the word that changed its weight on if that
/// stands close before it: `not good`, `lacks charm`.
fn quoted(text: &str, part: &Contribution) -> String {
    let cues = part.reasons.iter().filter_map(|reason| reason.cue);
    let near = cues.filter(|cue| cue.end <= part.span.start && part.span.start - cue.end <= 24);
    let start = near.map(|cue| cue.start).min().unwrap_or(part.span.start);
    let words = text[start..part.span.end].split_whitespace();
    words.collect::<Vec<&str>>().join(" ").to_lowercase()
}

/// Reads all documents, in parallel, and gives the terms of each to `take` in their order.
pub(super) fn read<'d>(
    reading: &Reading<'d>,
    how: &How<'_>,
    run: &Run<'_>,
    mut take: impl FnMut(Vec<String>),
) -> Result<(Vec<ReadDocument<'d>>, Vec<Warning>), Error> {
    let places: Vec<usize> = (0..reading.documents().len()).collect();
    let (mut documents, mut warnings) = (Vec::new(), Vec::new());
    let work = |&place: &usize, run: &Run<'_>| {
        let units = reading.units(place, Analysis::Sentiment, UnitKind::Sentence, run)?;
        let document = &reading.documents()[place];
        let own = per_document::warnings(document, &units, Vec::new());
        let opinion = how.lexicon.map(|lexicon| Opinion::of(&units, lexicon));
        Ok::<_, Cancelled>((terms(&units, how), opinion, own))
    };
    per_document::run_in_order(&places, AT_ONCE, ("reading", run), work, |found| {
        let (terms, opinion, own) = found?;
        take(terms);
        let place = documents.len();
        warnings.extend(own);
        documents.push(ReadDocument {
            document: &reading.documents()[place],
            language: reading.language(place),
            opinion,
        });
        Ok::<(), Cancelled>(())
    })?;
    Ok((documents, warnings))
}

fn terms(units: &Units<'_>, how: &How<'_>) -> Vec<String> {
    let mut all = Vec::new();
    for unit in 0..units.len() {
        if how.marks_negation {
            let terms = negation::terms(units, unit).into_iter().flatten();
            all.extend(terms.map(|term| term.into_owned()));
        } else {
            all.extend(
                units
                    .terms(unit)
                    .map(|id| units.vocabulary.term(id).to_owned()),
            );
        }
    }
    all
}
