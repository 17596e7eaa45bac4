//! What a person sees of an evaluation.

use super::*;
use crate::report::text::{TextOptions, render};

/// Two documents scored by hand-made bounds, and a second output where asked for.
fn two_documents(second: bool) -> Answer<Evaluated> {
    let task = Segmentation::default();
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

    From and to hold 95 % of 10,000 paired resamples. p one: so good a difference,
    or a better one, if the second were no better; p two: so large a one, either
    way.
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

/// The scores of a task on texts in the place of files.
fn scored<T: Task>(task: &T, reference: &str, output: &str) -> Result<Scores, String> {
    let parse = |text: &str| {
        let parsed = task.parse(&Document::new("d", text))?;
        Ok::<_, String>(parsed.into_iter().next().expect("a document").item)
    };
    let values = task.score(&parse(reference)?, &parse(output)?)?;
    Ok(Scores::new(task.sheet(), values))
}

#[test]
fn names_of_authors_do_not_matter() {
    let scores = scored(&Authors::default(), "ann\nann\nben\n", "2\n2\n7\n").expect("labels");
    assert_eq!(scores.get("accuracy"), Some(1.0));
    assert_eq!(scores.get("pk"), Some(0.0));
    assert_eq!(scores.get("reference_authors"), Some(2.0));
}

#[test]
fn one_group_has_the_share_of_the_most_frequent_author() {
    let own = r#"{"documents": [{"id": "d", "labels": [0, 0, 0, 0]}]}"#;
    let scores = scored(&Authors::default(), "a\nb\na\na\n", own).expect("labels");
    assert_eq!(scores.get("accuracy"), Some(0.75));
    assert_eq!(scores.get("authors"), Some(1.0));
}

#[test]
fn pan_counts_characters_and_both_ends_of_a_range() {
    // Six characters, eight bytes: units of two, two and two characters.
    let pan =
        r#"{"authors": [[{"from": 0, "to": 1}, {"from": 4, "to": 5}], [{"from": 2, "to": 3}]]}"#;
    let own = |text: &str| {
        format!(
            r#"{{"documents": [{{"id": "d", "labels": [0, 1, 0],
                "spans": [[0, 4], [4, 6], [6, 8]]{text}}}]}}"#
        )
    };
    let task = Authors::default();
    let scores = scored(&task, pan, &own(r#", "text": "ééabcd""#)).expect("it has its text");
    assert_eq!(scores.get("accuracy"), Some(1.0));
    let refused = scored(&task, pan, &own("")).expect_err("nobody knows where units stand");
    assert!(refused.contains("--with-text"), "{refused}");
}

#[test]
fn pan_lists_authors_of_paragraphs() {
    let pan = r#"{"authors": 2, "paragraph-authors": [1, 2, 2]}"#;
    let scores = scored(&Authors::default(), pan, "x\ny\ny\n").expect("labels");
    assert_eq!(scores.get("adjusted_rand"), Some(1.0));
    let count_alone = scored(&Authors::default(), r#"{"authors": 2}"#, "x\n");
    assert!(count_alone.is_err_and(|message| message.contains("list of lists")));
}

#[test]
fn a_set_of_labels_is_a_class_of_its_own() {
    let groups = |text: &str| -> clustering::Groups {
        let rows = clustering::parse(&Document::new("d", text));
        rows.expect("rows").into_iter().collect()
    };
    let gold = groups(
        "{\"id\": 1, \"labels\": [\"tea\", \"tin\"]}\n{\"id\": 2, \"labels\": [\"tin\", \"tea\"]}\n\
         {\"id\": 3, \"labels\": [\"tea\"]}\n{\"id\": 4, \"labels\": []}\n",
    );
    let output = groups(
        r#"{"documents": [{"id": "1", "cluster": 0}, {"id": "2", "cluster": 0},
            {"id": "3", "cluster": 1}, {"id": "4", "cluster": 1}]}"#,
    );
    let names = ["out".to_string()];
    let request = Request::new("gold", &names);
    let with = |least| {
        let outputs = std::slice::from_ref(&output);
        clustering::scored(&Clustering { least }, &request, &gold, outputs, 0)
    };
    let found = with(1).expect("sound groups");
    assert_eq!(found.body.scores.get("nmi"), Some(1.0));
    assert_eq!(found.body.scores.get("classes"), Some(2.0));
    assert_eq!(found.body.documents.len(), 3);
    assert!(found.warnings[0].message.starts_with("1 left out"));
    assert_eq!(report(&found).faults(), [""; 0]);
    let large_only = with(2).expect("one class");
    assert_eq!(large_only.body.documents.len(), 2);
}
