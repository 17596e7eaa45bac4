//! Short negated, hedged, contrasted and compared phrases: the rules get most of them right.

use recto_classify::lexicon::Lexicon;
use recto_classify::polarity::{Rules, Score, Verdict, score};
use recto_math::{Run, Silent};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
use std::collections::BTreeMap;

fn score_of(text: &str) -> Score {
    let english = Language::from_code("en").expect("a language");
    let analyzer = Analyzer::new(Analysis::Sentiment, english);
    let document = Document::new("phrase", text);
    let units = analyzer.units(&document, UnitKind::Sentence, &Run::new(0, &Silent));
    score(
        &units.expect("nothing stops it"),
        Lexicon::english(),
        Rules::All,
    )
}

/// A neutral phrase may also be called mixed.
fn is_right(class: &str, verdict: Verdict) -> bool {
    match class {
        "pos" => verdict == Verdict::Positive,
        "neg" => verdict == Verdict::Negative,
        _ => matches!(verdict, Verdict::Neutral | Verdict::Mixed),
    }
}

/// The share of phrases whose verdict is right; prints the others and the share by kind.
fn share_right(file: &str) -> f64 {
    let (mut right, mut all) = (0, 0);
    let mut kinds: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let [class, kind, text] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("not three columns: {line}");
        };
        let score = score_of(text);
        let is_right = is_right(class, score.verdict());
        let counts = kinds.entry(kind).or_default();
        *counts = (counts.0 + usize::from(is_right), counts.1 + 1);
        (right, all) = (right + usize::from(is_right), all + 1);
        if !is_right {
            let parts = score.contributions.iter();
            let parts: Vec<String> = parts
                .map(|part| format!("{} {:.2}", part.entry, part.value))
                .collect();
            println!(
                "{class} {:?}: {text}  [{}]",
                score.verdict(),
                parts.join(", ")
            );
        }
    }
    for (kind, (right, all)) in kinds {
        println!("{kind}: {right} of {all}");
    }
    println!("{right} of {all}");
    right as f64 / all as f64
}

#[test]
fn most_phrases_are_read_rightly() {
    assert!(share_right(include_str!("phrases.tsv")) >= 0.85);
}
