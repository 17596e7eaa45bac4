//! The exact solver's own preference on the development files it was chosen on.

use recto_math::{Run, Silent};
use recto_segment::metrics::{Scores, formats::choi, mean, score};
use recto_segment::{Options, methods};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
use std::path::Path;

/// Corpus and mean WindowDiff.
const MEASURED: [(&str, f64); 4] = [
    ("ai", 0.352),
    ("clinical", 0.312),
    ("fiction", 0.443),
    ("physics", 0.300),
];

fn score_text(text: &str) -> Scores {
    let reference = choi::parse(text).expect("a reference");
    let document = Document::new("text", reference.units.join("\n"));
    let english = Language::from_code("en").expect("known");
    let run = Run::new(0, &Silent);
    let units = Analyzer::new(Analysis::Segment, english)
        .units(&document, UnitKind::Line, &run)
        .expect("nobody cancels");
    let method = methods().iter().find(|method| method.name == "exact");
    let method = (method.expect("a row").build)(&Options::default()).expect("in range");
    let found = method.segment(&units, &run).expect("there are units");
    score(&reference.bounds, &found.bounds, units.len(), None).expect("sound bounds")
}

pub(crate) fn the_chosen_preference_scores_as_measured(corpora: &Path) {
    for (corpus, expected) in MEASURED {
        let texts = super::development_texts(corpora, corpus);
        let scores: Vec<Scores> = texts.iter().map(|text| score_text(text)).collect();
        let found = mean(&scores).expect("some documents").windowdiff;
        println!("{corpus}: {found:.4}, measured {expected}");
        assert!(
            (found - expected).abs() < 0.0006,
            "{corpus}: {found} {expected}"
        );
    }
}
