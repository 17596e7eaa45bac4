//! Mutated files for `recto eval rouge`: scores between 0 and 1 or a message, no panic, no hang.

#[path = "../../../recto-text/tests/it/fuzz/mutate.rs"]
mod mutate;

use mutate::{Draws, fuzz};
use recto::Attachments;
use recto::evaluate::{Evaluation, Side, Sides};
use recto::summarize::eval::{ROUGE, Scoring};
use recto_math::{Run, Silent};
use recto_summarize::rouge::{Average, Measure};

const REFERENCES: &str = "{\"id\": \"a\", \"references\": [\"The tide was high.\\nBoats went.\", \
    \"High tide, no boats\"]}\n{\"id\": 7, \"reference\": \"caf\\u00e9 on the pier\"}\n";
const SUMMARIES: &str =
    "{\"id\": \"a\", \"summary\": \"The tide went high.\"}\n{\"id\": 7, \"text\": \"the pier\"}\n";
const OWN: &str = "{\"recto\": \"0\", \"summaries\": [{\"id\": \"a\", \"summary\": \"The tide.\"}, \
    {\"id\": \"7\", \"summary\": \"\"}]}";
const LIST: &str = "went\tgo\nboats\tboat\nbetter good\n";

/// The files of an evaluation.
struct Files {
    reference: Vec<u8>,
    output: Vec<u8>,
    exceptions: Vec<u8>,
}

impl Files {
    fn new() -> Self {
        Self {
            reference: REFERENCES.into(),
            output: SUMMARIES.into(),
            exceptions: LIST.into(),
        }
    }

    /// Scores them by rules that are drawn.
    fn score(&self, draws: &mut Draws) {
        let (Some(reference), Some(output)) = (side(&self.reference), side(&self.output)) else {
            return;
        };
        let sides = Sides {
            reference,
            outputs: vec![output],
        };
        let mut lists = Attachments::default();
        lists.add_file(
            "rouge_data/wordnet20-exceptions.tsv",
            "list",
            &*self.exceptions,
        );
        lists.add_file("rouge_data/smart-stopwords.txt", "list", "the\non\n");
        let scored = ROUGE.score(&sides, &scoring(draws), &lists, &Run::new(0, &Silent));
        let Ok(answer) = scored else {
            return;
        };
        for document in &answer.body.documents {
            for measure in &answer.body.sheet.measures {
                let score = document.scores.get(&measure.key).expect("always defined");
                assert!((0.0..=1.0).contains(&score), "{}: {score}", measure.key);
            }
        }
    }
}

/// A file as one side; `None` if it is not UTF-8.
fn side(bytes: &[u8]) -> Option<Side> {
    let text = std::str::from_utf8(bytes).ok()?;
    let label = String::from("file");
    let files = [("file", text)].into_iter().collect();
    Some(Side { label, files })
}

fn scoring(draws: &mut Draws) -> Scoring {
    let measures = [
        Measure::N(1),
        Measure::N(2),
        Measure::L,
        Measure::S(None),
        Measure::SU(Some(4)),
    ];
    let (words, bytes) = [(None, None), (Some(3), None), (None, Some(9))][draws.below(3)];
    Scoring {
        measures: measures.to_vec(),
        stem: draws.below(2) == 0,
        stop_words: draws.below(3) == 0,
        words,
        bytes,
        average: [Average::A, Average::B][draws.below(2)],
        jackknife: draws.below(4) == 0,
        resamples: 5,
        ..Scoring::default()
    }
}

#[test]
fn references_are_rows_or_named() {
    fuzz(&[REFERENCES.into()], |reference, draws| {
        let files = Files {
            reference,
            ..Files::new()
        };
        files.score(draws);
    });
}

#[test]
fn summaries_are_rows_or_named() {
    fuzz(&[SUMMARIES.into(), OWN.into()], |output, draws| {
        let files = Files {
            output,
            ..Files::new()
        };
        files.score(draws);
    });
}

#[test]
fn word_lists_are_lists_whatever_they_say() {
    fuzz(&[LIST.into()], |exceptions, draws| {
        let files = Files {
            exceptions,
            ..Files::new()
        };
        files.score(draws);
    });
}
