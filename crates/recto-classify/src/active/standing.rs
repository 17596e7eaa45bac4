//! How far labelling has come: accuracy with its interval, cost, advice to stop.

use super::{Answer, Drawn, Item, Reply, Settings};
use crate::arithmetic::argmax;
use recto_math::sample::share;
use serde::Serialize;

/// Documents by which the first half of the answers grows.
const STEP: usize = 5;

/// Documents below which nothing is said about what further answers would change.
const FEWEST: usize = 20;

/// Answers with a class before which predictions do not count for the estimate. With all of
/// them three intervals of ten held the accuracy on baseball and hockey from nothing.
const FEWEST_KNOWN: usize = 10;

/// Share of the answers whose predictions are too old for the estimate: the model has learnt
/// since, and the hardest documents have been asked. Of the 95 % intervals 43 to 64 in a
/// hundred held the accuracy on what was left of two thousand reviews, in four sets, where all
/// answers counted; 87 to 94 with the last half of them, 91 to 99 with the last third, 94 to
/// 100 with the last quarter.
const TOO_OLD: f64 = 0.75;

/// Documents drawn by lot that the estimate rests on, if there are so many, however old.
const FEWEST_DRAWN: usize = 20;

/// Documents below which nobody is advised to stop.
const FEWEST_TO_STOP: usize = 60;

/// Share of predictions that may differ between half of the answers and all of them. At .025
/// stopping cost .016 against twice the answers on one of four sets of reviews.
const STEADY: f64 = 0.02;

/// What a doubling of the answers adds to the accuracy, as a share of the predictions that
/// the last doubling changed: .07 to .18 on seven sets, documents kept back.
const GAIN: f64 = 0.13;

/// How far labelling has come.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Standing {
    /// Estimated accuracy; `None` without a document that was drawn by lot.
    pub accuracy: Option<Accuracy>,
    /// Price of all answers so far.
    pub cost: f64,
    /// Documents that were answered with a class.
    pub documents: usize,
    /// Words that were answered with a class.
    pub words: usize,
    /// Share of the words asked that nobody could tell; `None` if none was asked.
    pub dont_know: Option<f64>,
    /// Whether to stop, and why.
    pub advice: Advice,
    /// What fifty more answers about documents would add to the accuracy, by the course so
    /// far; `None` while there is too little to tell.
    pub gain_of_fifty: Option<f64>,
}

/// An estimated accuracy on the documents without a label.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Accuracy {
    /// The estimate.
    pub estimate: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
    /// Documents drawn by lot that it rests on.
    pub n: usize,
}

/// Advice to go on or to stop.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Advice {
    /// Whether further answers are expected to change little.
    pub stop: bool,
    /// What speaks for it and against it.
    pub signs: Vec<Sign>,
}

/// A sign that labelling may stop, or that it should go on.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Sign {
    /// How far the second half of the answers changed the predictions.
    Changes {
        /// Share of the documents without a label on which a model of the first half of the
        /// answers and the model of all of them differ.
        share: f64,
        /// At most this much speaks for stopping.
        bound: f64,
    },
    /// Documents that were answered.
    Documents {
        /// How many.
        n: usize,
        /// At least this many speak for stopping.
        bound: usize,
    },
    /// Expected gain of going on to twice the labels.
    Gain {
        /// Accuracy gained.
        gain: f64,
        /// At most this much speaks for stopping.
        bound: f64,
    },
}

impl Standing {
    /// The standing after answers in their order; `moved` is the share of predictions that
    /// differ between the models of the first half of the answers and of all.
    pub(super) fn new(answers: &[&Answer], settings: &Settings, moved: Option<f64>) -> Self {
        let of = |is_word: bool, reply: fn(&Reply) -> bool| {
            let wanted = |answer: &&&Answer| {
                matches!(answer.item, Item::Word(_)) == is_word && reply(&answer.reply)
            };
            answers.iter().filter(wanted).count()
        };
        let is_class = |reply: &Reply| matches!(reply, Reply::Class(_));
        let is_paid = |reply: &Reply| *reply != Reply::Skip;
        let (documents, words) = (of(false, is_class), of(true, is_class));
        let (paid_documents, paid_words) = (of(false, is_paid), of(true, is_paid));
        let unknown = (paid_words - words) as f64 / paid_words as f64;
        let advice = Advice::new(documents, moved);
        Self {
            accuracy: Accuracy::new(answers),
            cost: settings.document_cost * paid_documents as f64
                + settings.word_cost * paid_words as f64,
            documents,
            words,
            dont_know: (paid_words > 0).then_some(unknown),
            gain_of_fifty: moved.map(|moved| expected_gain(moved, documents, 50)),
            advice,
        }
    }
}

impl Accuracy {
    /// The accuracy on documents that were drawn by lot: what was predicted before each of the
    /// latest answers, with the exact interval of a share.
    fn new(answers: &[&Answer]) -> Option<Self> {
        let is_class = |answer: &&&Answer| matches!(answer.reply, Reply::Class(_));
        let labelled: Vec<&Answer> = answers.iter().filter(is_class).copied().collect();
        let old = (TOO_OLD * labelled.len() as f64) as usize;
        let drawn: Vec<(usize, bool)> = (FEWEST_KNOWN..labelled.len())
            .filter_map(|i| Some((i, is_right(labelled[i])?)))
            .collect();
        let recent = drawn.partition_point(|(i, _)| *i < old);
        let latest = recent.min(drawn.len().saturating_sub(FEWEST_DRAWN));
        let n = drawn.len() - latest;
        let hits = drawn[latest..].iter().filter(|(_, right)| *right).count();
        let [low, high] = share(hits, n)?;
        Some(Self {
            estimate: hits as f64 / n as f64,
            low,
            high,
            n,
        })
    }
}

/// Whether a document that was drawn by lot was predicted right; `None` for other answers.
fn is_right(answer: &Answer) -> Option<bool> {
    match (answer.item, answer.reply, &answer.predicted) {
        (Item::Document(_), Reply::Class(class), Some(predicted))
            if answer.drawn == Drawn::AtRandom =>
        {
            Some(argmax(predicted) == class)
        }
        _ => None,
    }
}

/// The first half of the answers in steps of [`STEP`] documents; empty below
/// [`FEWEST`] documents.
pub(super) fn first_half<'a, 'b>(answers: &'a [&'b Answer]) -> &'a [&'b Answer] {
    let is_labelled = |answer: &&Answer| {
        matches!(
            (answer.item, answer.reply),
            (Item::Document(_), Reply::Class(_))
        )
    };
    let documents = answers.iter().filter(|answer| is_labelled(answer)).count();
    let half = documents / 2 / STEP * STEP;
    if documents < FEWEST {
        return &[];
    }
    let mut seen = 0;
    let end = answers.iter().position(|answer| {
        seen += usize::from(is_labelled(answer));
        seen == half
    });
    end.map_or(&[], |end| &answers[..=end])
}

impl Advice {
    fn new(documents: usize, moved: Option<f64>) -> Self {
        let enough = Sign::Documents {
            n: documents,
            bound: FEWEST_TO_STOP,
        };
        let steady = moved.map(|share| Sign::Changes {
            share,
            bound: STEADY,
        });
        Self {
            stop: documents >= FEWEST_TO_STOP && moved.is_some_and(|moved| moved <= STEADY),
            signs: std::iter::once(enough).chain(steady).collect(),
        }
    }
}

/// What `more` answers are expected to add to the accuracy.
fn expected_gain(moved: f64, documents: usize, more: usize) -> f64 {
    let doublings = ((documents + more) as f64 / documents.max(1) as f64).log2();
    GAIN * moved * doublings.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(item: Item, class: usize, drawn: Drawn, p: f64) -> Answer {
        Answer {
            item,
            reply: Reply::Class(class),
            drawn,
            predicted: Some(vec![1.0 - p, p]),
        }
    }

    fn of(answers: &[Answer], moved: Option<f64>) -> Standing {
        let answers: Vec<&Answer> = answers.iter().collect();
        Standing::new(&answers, &Settings::default(), moved)
    }

    #[test]
    fn documents_drawn_by_lot_after_the_start_make_the_estimate() {
        let early = (10..20).map(|j| answer(Item::Document(j), 0, Drawn::AtRandom, 0.9));
        let late = [
            answer(Item::Document(0), 1, Drawn::AtRandom, 0.9),
            answer(Item::Document(1), 0, Drawn::AtRandom, 0.8),
            answer(Item::Document(2), 0, Drawn::Chosen, 0.9),
            answer(Item::Word(0), 0, Drawn::AtRandom, 0.9),
        ];
        let answers: Vec<Answer> = early.chain(late).collect();
        let found = of(&answers, None);
        let accuracy = found.accuracy.expect("two documents");
        assert_eq!((accuracy.n, accuracy.estimate), (2, 0.5));
        assert_eq!((found.cost, found.documents, found.words), (66.0, 13, 1));
    }

    #[test]
    fn old_predictions_do_not_count_once_there_are_enough_new_ones() {
        // Wrong in the first two thirds of 90 answers, right in the last third.
        let all: Vec<Answer> = (0..90)
            .map(|j| {
                answer(
                    Item::Document(j),
                    usize::from(j >= 60),
                    Drawn::AtRandom,
                    0.9,
                )
            })
            .collect();
        let accuracy = of(&all, None).accuracy.expect("draws");
        assert_eq!((accuracy.n, accuracy.estimate), (23, 1.0));
        // Of 36 answers the last quarter are 9: older ones make up twenty.
        let accuracy = of(&all[54..], None).accuracy.expect("draws");
        assert_eq!((accuracy.n, accuracy.estimate), (20, 1.0));
        let accuracy = of(&all[45..75], None).accuracy.expect("draws");
        assert_eq!((accuracy.n, accuracy.estimate), (20, 0.75));
    }

    #[test]
    fn stopping_is_advised_after_enough_documents_that_change_little() {
        let documents = |n: usize| -> Vec<Answer> {
            (0..n)
                .map(|j| answer(Item::Document(j), 1, Drawn::Chosen, 0.9))
                .collect()
        };
        assert!(of(&documents(FEWEST_TO_STOP), Some(0.01)).advice.stop);
        assert!(!of(&documents(FEWEST_TO_STOP), Some(0.1)).advice.stop);
        assert!(!of(&documents(FEWEST_TO_STOP), None).advice.stop);
        assert!(!of(&documents(FEWEST_TO_STOP - 1), Some(0.01)).advice.stop);
    }

    #[test]
    fn the_first_half_ends_at_a_step_of_documents() {
        let answers: Vec<Answer> = (0..24)
            .map(|j| answer(Item::Document(j), 1, Drawn::Chosen, 0.9))
            .collect();
        let answers: Vec<&Answer> = answers.iter().collect();
        assert_eq!(first_half(&answers).len(), 10);
        assert_eq!(first_half(&answers[..19]).len(), 0);
    }
}
