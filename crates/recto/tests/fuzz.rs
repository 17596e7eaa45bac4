//! Mutated files for `recto eval rouge`: scores between 0 and 1 or a message, no panic, no hang.

#[path = "../../recto-text/tests/fuzz/mutate.rs"]
mod mutate;

use mutate::{Draws, fuzz};
use recto::evaluate::{self, Request, Rouge};
use recto_math::{Run, Silent};
use recto_summarize::rouge::{Average, Cut, Measure, Options, Variant};
use std::path::PathBuf;

const REFERENCES: &str = "{\"id\": \"a\", \"references\": [\"The tide was high.\\nBoats went.\", \
    \"High tide, no boats\"]}\n{\"id\": 7, \"reference\": \"caf\\u00e9 on the pier\"}\n";
const SUMMARIES: &str =
    "{\"id\": \"a\", \"summary\": \"The tide went high.\"}\n{\"id\": 7, \"text\": \"the pier\"}\n";
const OWN: &str = "{\"recto\": \"0\", \"summaries\": [{\"id\": \"a\", \"summary\": \"The tide.\"}, \
    {\"id\": \"7\", \"summary\": \"\"}]}";
const LIST: &str = "went\tgo\nboats\tboat\nbetter good\n";

/// A folder of its own for each test.
struct Files(PathBuf);

impl Files {
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&folder).expect("a folder");
        let files = Self(folder);
        files.write("smart-stopwords.txt", b"the\non\n");
        files.write("wordnet20-exceptions.tsv", LIST.as_bytes());
        files
    }

    fn write(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).expect("a file");
        path.display().to_string()
    }

    fn score(&self, reference: &str, output: String, task: &Rouge) {
        let outputs = [output];
        let request = Request::new(reference, &outputs);
        let Ok(answer) = evaluate::rouge(task, &request, &Run::new(0, &Silent)) else {
            return;
        };
        for document in &answer.body.documents {
            for measure in &answer.body.sheet.measures {
                let score = document.scores.get(&measure.key).expect("always defined");
                assert!((0.0..=1.0).contains(&score), "{}: {score}", measure.key);
            }
        }
    }

    fn task(&self, draws: &mut Draws) -> Rouge {
        let measures = [
            Measure::N(1),
            Measure::N(2),
            Measure::L,
            Measure::S(None),
            Measure::SU(Some(4)),
        ];
        let cut = [None, Some(Cut::Words(3)), Some(Cut::Bytes(9))];
        Rouge {
            measures: measures.to_vec(),
            options: Options {
                stem: draws.below(2) == 0,
                stop: draws.below(3) == 0,
                cut: cut[draws.below(cut.len())],
                average: [Average::A, Average::B][draws.below(2)],
                variant: Variant::Script,
                ..Options::default()
            },
            jackknife: draws.below(4) == 0,
            resamples: 5,
            data: Some(self.0.display().to_string()),
            ..Rouge::default()
        }
    }
}

#[test]
fn references_are_rows_or_named() {
    let files = Files::new("fuzz-references");
    let output = files.write("output.jsonl", SUMMARIES.as_bytes());
    fuzz(&[REFERENCES.into()], |bytes, draws| {
        let reference = files.write("reference.jsonl", &bytes);
        files.score(&reference, output.clone(), &files.task(draws));
    });
}

#[test]
fn summaries_are_rows_or_named() {
    let files = Files::new("fuzz-summaries");
    let reference = files.write("reference.jsonl", REFERENCES.as_bytes());
    fuzz(&[SUMMARIES.into(), OWN.into()], |bytes, draws| {
        let output = files.write("output.jsonl", &bytes);
        files.score(&reference, output, &files.task(draws));
    });
}

#[test]
fn word_lists_are_lists_whatever_they_say() {
    let files = Files::new("fuzz-lists");
    let reference = files.write("reference.jsonl", REFERENCES.as_bytes());
    let output = files.write("output.jsonl", SUMMARIES.as_bytes());
    fuzz(&[LIST.into()], |bytes, draws| {
        files.write("wordnet20-exceptions.tsv", &bytes);
        files.score(&reference, output.clone(), &files.task(draws));
    });
}
