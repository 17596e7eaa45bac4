//! The report of a replication: each set's tables and figures, then what the paper says
//! beside what came out.

use super::{CellRow, Debate, DebateDocument, MethodRow, Replicated, ReplicatedSet, System};
use recto_math::sample::Estimate;
use recto_report::number::score;
use recto_report::{Baseline, Cell, Column, Curve, Number, Point, Report, Section, State, Table};
use serde_json::json;

/// Adds the findings to a report.
pub(super) fn show(body: &Replicated, report: &mut Report) {
    let mut sections: Vec<Section> = body.sets.iter().flat_map(set_sections).collect();
    sections.extend(body.missing.iter().map(|name| missing(name)));
    report.sections = sections;
}

fn missing(name: &str) -> Section {
    let id = format!("missing-{}", name.to_lowercase());
    Section::new(id, name).with(State::Empty {
        reason: format!("The paper's corpus {name} is not at hand."),
        remedy: "Put a folder of texts by known authors into the folder of the corpora.".into(),
    })
}

fn set_sections(set: &ReplicatedSet) -> Vec<Section> {
    let section = |id: &str, heading: String| Section::new(format!("{}-{id}", set.name), heading);
    let account = format!(
        "{} authors, {} files, SHA-256 {}",
        set.authors.len(),
        set.files.files,
        &set.files.digest[..12]
    );
    let name = &set.name;
    let mut sections = vec![
        section("unknown", format!("{name}: number of authors unknown"))
            .account(account)
            .with(cells(set, false))
            .with(over_runs(set, System::BayesAdCapped))
            .with(over_runs(set, System::Auto)),
        section("known", format!("{name}: number of authors known")).with(cells(set, true)),
        section("theta", format!("{name}: the prior"))
            .with(sweep_curve(set))
            .with(sweep(set)),
        section("transitions", format!("{name}: changes of author")).with(transitions(set)),
    ];
    if let Some(debate) = &set.debate {
        let heading = format!("{name}: one debate, two authors in turn");
        let account = format!(
            "{} documents, {} seeds",
            debate.documents.len(),
            debate.seeds
        );
        sections.push(
            section("debate", heading)
                .account(account)
                .with(debated(debate, false))
                .with(debated(debate, true)),
        );
    }
    sections.push(section("claims", format!("{name}: what the paper says")).with(claims(set)));
    sections
}

/// A mean and half of its interval.
fn with_doubt(estimate: &Estimate) -> String {
    match estimate.interval {
        Some([from, to]) => format!("{} ± {}", score(estimate.mean), score((to - from) / 2.0)),
        None => score(estimate.mean),
    }
}

fn find(methods: &[MethodRow], method: System, known: bool) -> Option<&MethodRow> {
    methods
        .iter()
        .find(|row| row.method == method && row.known == known)
}

fn cells(set: &ReplicatedSet, known: bool) -> Table {
    let row = |cell: &CellRow| {
        let head = format!("{} by {}", cell.run_length, cell.runs);
        figures(head, &cell.methods, known)
    };
    let capped = if known { "" } else { CAPPED };
    Table {
        caption: format!(
            "Matching accuracy and half of its 95 % interval. Runs: mean sentences in a run, by \
             runs of each author.{capped}"
        ),
        columns: heads("runs", known),
        rows: set.cells.iter().map(row).collect(),
    }
}

const CAPPED: &str = " Capped: at most ten authors and half as many as segments; the published \
                      rule looks at every number below that of the segments, which with many \
                      runs is measured only where the paper's numbers of trials are asked for.";

fn heads(first: &str, known: bool) -> Vec<Column> {
    let names = System::all(known).iter().map(|system| system.name());
    std::iter::once(first)
        .chain(names)
        .map(Column::label)
        .collect()
}

/// A row of a table: the accuracy of each method.
fn figures(head: String, methods: &[MethodRow], known: bool) -> Vec<Cell> {
    let figures = System::all(known).iter().map(|&system| {
        let row = find(methods, system, known);
        row.map_or(Cell::Blank, |row| with_doubt(&row.accuracy).into())
    });
    std::iter::once(Cell::from(head)).chain(figures).collect()
}

/// Accuracy over the number of runs of each author, runs of 15 sentences.
fn over_runs(set: &ReplicatedSet, method: System) -> Curve {
    let cells = || set.cells.iter().filter(|cell| cell.run_length == 15);
    let one = cells().filter_map(|cell| find(&cell.methods, System::One, false));
    let one: Vec<f64> = one.map(|row| row.accuracy.mean).collect();
    let point = |cell: &CellRow| {
        let accuracy = find(&cell.methods, method, false)?.accuracy;
        Some(point(cell.runs as f64, &accuracy))
    };
    Curve {
        caption: format!(
            "{}: accuracy over the number of runs of each author, runs of 15 sentences, the number \
             of authors unknown; the band is the 95 % interval.",
            method.name()
        ),
        x: "runs of each author".into(),
        number: Number::Score,
        range: (0.0, 1.0),
        points: cells().filter_map(point).collect(),
        baseline: Baseline {
            name: "one author for all".into(),
            value: one.iter().sum::<f64>() / one.len().max(1) as f64,
        },
    }
}

fn point(x: f64, estimate: &Estimate) -> Point {
    let [low, high] = estimate.interval.unwrap_or([estimate.mean; 2]);
    Point {
        x,
        y: estimate.mean,
        low,
        high,
    }
}

fn sweep_curve(set: &ReplicatedSet) -> Curve {
    let fixed = set.theta.iter().filter_map(|row| {
        let theta = row.theta.as_f64()?;
        Some(point(theta, &row.accuracy))
    });
    let cell = set
        .cells
        .iter()
        .find(|cell| (cell.run_length, cell.runs) == (25, 2));
    let one = cell.and_then(|cell| find(&cell.methods, System::One, false));
    Curve {
        caption: "bayes-ad: accuracy over the concentration of the prior, runs of 25, two of each \
                  author, the number of authors unknown."
            .into(),
        x: "theta".into(),
        number: Number::Score,
        range: (0.0, 1.0),
        points: fixed.collect(),
        baseline: Baseline {
            name: "one author for all".into(),
            value: one.map_or(0.0, |row| row.accuracy.mean),
        },
    }
}

fn sweep(set: &ReplicatedSet) -> Table {
    let row = |row: &super::ThetaRow| {
        let theta = match row.theta.as_str() {
            Some(name) => name.to_string(),
            None => row.theta.to_string(),
        };
        vec![theta.into(), with_doubt(&row.accuracy).into()]
    };
    Table {
        caption: "likeliest: the value under which the segments are likeliest (the paper's \
                  EM-style choice); auto: recto's prior in proportion to the words of the text."
            .into(),
        columns: vec![Column::label("theta"), Column::label("accuracy")],
        rows: set.theta.iter().map(row).collect(),
    }
}

fn transitions(set: &ReplicatedSet) -> Table {
    let rows = set.cells.iter().filter(|cell| cell.run_length == 15);
    let row = |cell: &CellRow| {
        vec![
            (cell.runs as f64).into(),
            cell.transitions.into(),
            cell.published_transitions.into(),
        ]
    };
    Table {
        caption: "Mean changes of author in documents with runs of 15 sentences: whether the \
                  documents are made as the paper's."
            .into(),
        columns: vec![
            Column::number("runs", Number::Count),
            Column::number("here", Number::Score),
            Column::number("paper", Number::Score),
        ],
        rows: rows.map(row).collect(),
    }
}

/// The paper's figure 1, or 4 where the number of authors is known.
fn debated(debate: &Debate, known: bool) -> Table {
    let name = |document: &DebateDocument| {
        let ids = document.texts.iter().map(ToString::to_string);
        ids.collect::<Vec<_>>().join(", ")
    };
    let documents = debate.documents.iter();
    let documents = documents.map(|document| figures(name(document), &document.methods, known));
    let all = figures("all".to_string(), &debate.methods, known);
    let number = if known { "known" } else { "unknown" };
    Table {
        caption: format!(
            "Number of authors {number}. The first 35 sentences of texts of one debate, by two \
             authors in turn; stands in for the paper's blogs on one topic, though each text has \
             a sub-topic of its own. The interval of a document is over its seeds, that of all \
             over documents."
        ),
        columns: heads("texts", known),
        rows: documents.chain([all]).collect(),
    }
}

/// What the paper says, and what came out here.
fn claims(set: &ReplicatedSet) -> Table {
    let mut rows = vec![
        [
            "bayes-ad, theta 0.025 to 1".into(),
            "0.416 to 0.6, best 0.1".into(),
            swept(set),
        ],
        [
            "theta by likelihood".into(),
            "much below theta 0.1".into(),
            by_likelihood(set),
        ],
        [
            "bayes-ad over ak, 35 by 4".into(),
            "+126 %".into(),
            lead(set, 35, 4, false, [System::BayesAd, System::Ak]),
        ],
        [
            "the same, both capped".into(),
            String::new(),
            lead(set, 35, 4, false, [System::BayesAdCapped, System::AkCapped]),
        ],
        [
            "the same, number known".into(),
            "no lead any more".into(),
            lead(set, 35, 4, true, [System::BayesAd, System::Ak]),
        ],
    ];
    if let Some(debate) = &set.debate {
        rows.push([
            "one topic".into(),
            "one wins 5 of 6".into(),
            one_topic(debate),
        ]);
    }
    Table {
        caption:
            "Mean accuracy here. 35 by 4: runs of 35 sentences, four of each author; one topic: \
                  the number of authors unknown."
                .into(),
        columns: ["claim", "paper", "here"].map(Column::label).to_vec(),
        rows: rows
            .into_iter()
            .map(|row: [String; 3]| row.map(Cell::from).to_vec())
            .collect(),
    }
}

fn swept(set: &ReplicatedSet) -> String {
    let fixed = set.theta.iter().filter(|row| row.theta.is_number());
    let mut rows: Vec<_> = fixed.collect();
    rows.sort_by(|a, b| a.accuracy.mean.total_cmp(&b.accuracy.mean));
    match (rows.first(), rows.last()) {
        (Some(least), Some(most)) => format!(
            "{} to {}, best {}",
            score(least.accuracy.mean),
            score(most.accuracy.mean),
            most.theta
        ),
        _ => "none".into(),
    }
}

fn by_likelihood(set: &ReplicatedSet) -> String {
    let of = |theta: serde_json::Value| {
        let row = set.theta.iter().find(|row| row.theta == theta)?;
        Some(row.accuracy.mean)
    };
    match (of(json!("likeliest")), of(json!(0.1))) {
        (Some(likeliest), Some(fixed)) => {
            format!("{} against {}", score(likeliest), score(fixed))
        }
        _ => "none".into(),
    }
}

/// How far the first of two methods is ahead.
fn lead(
    set: &ReplicatedSet,
    run_length: usize,
    runs: usize,
    known: bool,
    [first, second]: [System; 2],
) -> String {
    let is_it = |cell: &&CellRow| (cell.run_length, cell.runs) == (run_length, runs);
    let cell = set.cells.iter().find(is_it);
    let of = |system| Some(find(&cell?.methods, system, known)?.accuracy.mean);
    match (of(first), of(second)) {
        (Some(ours), Some(theirs)) if theirs > 0.0 => {
            format!("{:+.0} %", 100.0 * (ours / theirs - 1.0))
        }
        _ => "none".into(),
    }
}

fn one_topic(debate: &Debate) -> String {
    let of = |system| find(&debate.methods, system, false).map(|row| score(row.accuracy.mean));
    let all = [System::One, System::Ak, System::BayesAd];
    let said = all.map(|system| format!("{} {}", system.name(), of(system).unwrap_or_default()));
    said.join(", ")
}
