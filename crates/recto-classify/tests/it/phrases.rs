//! Short negated, hedged, contrasted and compared phrases: the rules get most of them right.

use recto_classify::lexicon::Lexicon;
use recto_classify::polarity::{Rules, Score, Verdict, score};
use recto_math::{Run, Silent};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};

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

/// The share of phrases whose verdict is right, and the others with what was found in them.
fn share_right(file: &str) -> (f64, String) {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    let mut wrong = Vec::new();
    let mut all = 0;
    for line in lines {
        let [class, kind, text] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("not three columns: {line}");
        };
        let score = score_of(text);
        let verdict = score.verdict();
        all += 1;
        if !is_right(class, verdict) {
            let parts = score.contributions.iter();
            let parts: Vec<String> = parts
                .map(|part| format!("{} {:.2}", part.entry, part.value))
                .collect();
            let parts = parts.join(", ");
            wrong.push(format!("{kind}: {text} {class}, not {verdict:?}: {parts}"));
        }
    }
    let share = 1.0 - wrong.len() as f64 / all as f64;
    (
        share,
        format!("{} of {all}\n{}", wrong.len(), wrong.join("\n")),
    )
}

#[test]
fn most_phrases_are_read_rightly() {
    let (share, wrong) = share_right(include_str!("phrases.tsv"));
    assert!(share >= 0.95, "{wrong}");
}

/// These were looked at once, after rules and lexicon were done.
#[test]
fn most_phrases_that_were_kept_aside_are_read_rightly() {
    let (share, wrong) = share_right(include_str!("phrases_check.tsv"));
    assert!(share >= 0.9, "{wrong}");
}
