//! What a person sees of an evaluation.

use super::task::{baselines, score_all};
use super::*;
use crate::report::text::{TextOptions, render};
use crate::segment::eval::Scoring;

/// Two documents scored by hand-made bounds, and a second output where asked for.
fn two_documents(second: bool) -> Answer<Evaluated> {
    let task = Scoring::default();
    let names = [
        "corpus/part-one/chapter-01.txt",
        "corpus/part-one/chapter-02.txt",
    ];
    let named = |items: [&[usize]; 2]| -> Vec<Named<Vec<usize>>> {
        let named = names.iter().zip(items);
        named
            .map(|(id, item)| Named::new((*id).into(), item.to_vec()))
            .collect()
    };
    let gold = named([&[10, 20, 30, 40], &[5, 25, 40]]);
    let score = |found: Vec<Named<Vec<usize>>>| {
        let pairs: Vec<_> = gold.iter().zip(found).collect();
        score_all(&task, &pairs, "out").expect("bounds of 40 units")
    };
    let first = score(named([&[10, 21, 40], &[5, 20, 30, 40]]));
    let other = score(named([&[10, 20, 30, 40], &[40]]));
    let document = |(id, scores): (&&str, &Scores)| ScoredDocument {
        id: (*id).into(),
        scores: scores.clone(),
    };
    let body = Evaluated {
        sheet: task.sheet(),
        scores: Scores::mean(&first).expect("two documents"),
        intervals: None,
        baselines: baselines(&task, &gold).expect("sound bounds"),
        documents: names.iter().zip(&first).map(document).collect(),
        comparison: second.then(|| sheet::compare(&first, &other, 0)),
        second: Scores::mean(&other).filter(|_| second),
        tables: Vec::new(),
    };
    answer(body, task.parameters(), Vec::new(), 0)
}

fn drawn(answer: &Answer<Evaluated>, width: usize) -> String {
    let options = TextOptions {
        width,
        color: false,
    };
    let report = report(answer);
    assert_eq!(report.faults(), [""; 0]);
    let text = render(&report, options);
    let widest = text.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(width), "{widest:?} columns");
    text
}

#[test]
fn a_terminal_shows_a_row_a_score() {
    insta::assert_snapshot!(drawn(&two_documents(false), 80), @r"
    Evaluation of a segmentation
    WindowDiff and Pk are errors (0 is best) and reward silence: read them beside
    the baselines. The others are 1 at best.

    ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
    Scores                                                    means over 2 documents

    none: no boundary at all; even: as many segments as the reference, evenly
    spaced.
    score                  direction         output   none   even
    ─────────────────────────────────────────────────────────────
    WindowDiff             lower is better    0.297  0.396  0.242
    WindowDiff by size     lower is better    0.297  0.396  0.242
    WindowDiff in units    lower is better    0.298  0.310  0.200
    Pk                     lower is better    0.297  0.396  0.242
    Precision              higher is better   0.417      0  0.500
    Recall                 higher is better   0.417      0  0.500
    F1                     higher is better   0.400      0  0.500
    F1 within 2 units      higher is better   0.600      0  0.750
    Boundary similarity B  higher is better   0.375      0  0.500
    Segments                                   3.50      1   3.50
    Reference segments                         3.50   3.50   3.50
    Window k                                      6      6      6

    ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
    Documents

    F1 ±2: boundaries within two units count. Found and True: segments of the output
    and of the reference.
    document                     WindowDiff     Pk     F1  F1 ±2      B  Found  True
    ────────────────────────────────────────────────────────────────────────────────
    …us/part-one/chapter-01.txt       0.200  0.200  0.400  0.800  0.500      3     4
    …us/part-one/chapter-02.txt       0.394  0.394  0.400  0.400  0.250      4     3

    ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
    How it was made

    task: segmentation
    k: not set
    seed: 0
    ");
}

#[test]
fn a_second_output_has_its_column_and_its_comparison() {
    insta::assert_snapshot!(drawn(&two_documents(true), 80), @r"
    Evaluation of a segmentation
    WindowDiff and Pk are errors (0 is best) and reward silence: read them beside
    the baselines. The others are 1 at best.

    ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
    Scores                                                    means over 2 documents

    none: no boundary at all; even: as many segments as the reference, evenly
    spaced.
    score                  direction         output  second   none   even
    ─────────────────────────────────────────────────────────────────────
    WindowDiff             lower is better    0.297   0.182  0.396  0.242
    WindowDiff by size     lower is better    0.297   0.182  0.396  0.242
    WindowDiff in units    lower is better    0.298   0.143  0.310  0.200
    Pk                     lower is better    0.297   0.182  0.396  0.242
    Precision              higher is better   0.417   0.500      0  0.500
    Recall                 higher is better   0.417   0.500      0  0.500
    F1                     higher is better   0.400   0.500      0  0.500
    F1 within 2 units      higher is better   0.600   0.500      0  0.750
    Boundary similarity B  higher is better   0.375   0.500      0  0.500
    Segments                                   3.50    2.50      1   3.50
    Reference segments                         3.50    3.50   3.50   3.50
    Window k                                      6       6      6      6

    ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
    Comparison                                              second output less first

    From and to: 95 % interval of 10,000 paired bootstrap resamples. p one, p two:
    one-tailed and two-tailed paired t-test.
    score                    mean    from       to       t   p one   p two
    ──────────────────────────────────────────────────────────────────────
    WindowDiff             -0.115  -0.200  -0.0303   -1.36   0.202   0.404
    WindowDiff by size     -0.115  -0.200  -0.0303   -1.36   0.202   0.404
    WindowDiff in units    -0.155  -0.167   -0.143   -13.0  0.0244  0.0489
    Pk                     -0.115  -0.200  -0.0303   -1.36   0.202   0.404
    Precision              0.0833  -0.333    0.500   0.200   0.437   0.874
    Recall                 0.0833  -0.500    0.667   0.143   0.455   0.910
    F1                      0.100  -0.400    0.600   0.200   0.437   0.874
    F1 within 2 units      -0.100  -0.400    0.200  -0.333   0.602   0.795
    Boundary similarity B   0.125  -0.250    0.500   0.333   0.398   0.795
    Segments                -1.00   -3.00     1.00  -0.500           0.705

    ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
    Documents

    F1 ±2: boundaries within two units count. Found and True: segments of the output
    and of the reference.
    document                     WindowDiff     Pk     F1  F1 ±2      B  Found  True
    ────────────────────────────────────────────────────────────────────────────────
    …us/part-one/chapter-01.txt       0.200  0.200  0.400  0.800  0.500      3     4
    …us/part-one/chapter-02.txt       0.394  0.394  0.400  0.400  0.250      4     3

    ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
    How it was made

    task: segmentation
    k: not set
    seed: 0
    ");
}

#[test]
fn a_narrow_terminal_tells_the_scores_apart() {
    let text = drawn(&two_documents(false), 40);
    let line = text
        .lines()
        .find(|line| line.starts_with("WindowDiff by size"));
    assert!(line.is_some_and(|line| line.ends_with("0.242")), "{text}");
}

fn bounds(id: &str, coder: Option<&str>, bounds: &[usize]) -> Named<Vec<usize>> {
    Named {
        coder: coder.map(String::from),
        ..Named::new(id.into(), bounds.to_vec())
    }
}

#[test]
fn every_coder_of_a_document_is_paired_with_its_output() {
    let references = [
        bounds("story", Some("ann"), &[2, 5]),
        bounds("story", Some("ben"), &[3, 5]),
        bounds("tale", Some("ann"), &[1, 4]),
    ];
    let outputs = vec![bounds("tale", None, &[4]), bounds("story", None, &[2, 5])];
    let pairs = files::pair(&references, outputs, "out", &mut Vec::new()).expect("all fit");
    let names: Vec<String> = pairs
        .iter()
        .map(|(reference, _)| reference.name())
        .collect();
    assert_eq!(names, ["story (ann)", "story (ben)", "tale (ann)"]);
    let found: Vec<&str> = pairs.iter().map(|(_, output)| output.id.as_str()).collect();
    assert_eq!(found, ["story", "story", "tale"]);
}

#[test]
fn surplus_and_double_documents_are_told() {
    let references = [bounds("a", None, &[2])];
    let mut warnings = Vec::new();
    let outputs = vec![bounds("a", None, &[2]), bounds("b", None, &[3])];
    assert!(files::pair(&references, outputs, "out", &mut warnings).is_ok());
    assert!(warnings[0].message.starts_with("1 document of it"));
    let twice = vec![bounds("a", None, &[2]), bounds("a", None, &[1, 2])];
    let refused = files::pair(&references, twice, "out", &mut warnings);
    assert!(refused.is_err_and(|error| error.to_string().contains("two documents")));
}
