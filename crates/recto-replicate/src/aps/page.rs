//! The report of a replication: the paper's table for each set, then what the paper claims
//! of its algorithm.

use super::{Headings, Replicated, ReplicatedSet, Row};
use recto_report::{Cell, Column, Number, Report, Section, State, Table};
use recto_segment::metrics::Scores;

type Figure = (&'static str, fn(&Scores) -> f64);

/// The scores of the table; the numbers of segments are means and so no counts.
const COLUMNS: [Figure; 7] = [
    ("WinDiff", |s| s.windowdiff),
    ("Pk", |s| s.pk),
    ("F1", |s| s.f1),
    ("F1 ±2", |s| s.f1_tol2),
    ("B", |s| s.b),
    ("Found", |s| s.segments),
    ("True", |s| s.reference_segments),
];

/// Adds the findings to a report.
pub(super) fn show(body: &Replicated, report: &mut Report) {
    let sets = body.sets.iter().map(set_section);
    let missing = body.missing.iter().map(|name| missing_section(name));
    let sections = [compared, nets, centers, grid].map(|section| section(body));
    report.sections = sets.chain(missing).chain(sections).collect();
}

/// A set's name as a reader says it.
fn called(set: &ReplicatedSet) -> String {
    match set.headings {
        Headings::Visible => set.name.clone(),
        Headings::Hidden => format!("{}, headings hidden", set.name),
    }
}

/// A name for links, of letters, digits and hyphens.
fn link(set: &ReplicatedSet) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    format!("set-{}", called(set).chars().map(plain).collect::<String>())
}

fn set_section(set: &ReplicatedSet) -> Section {
    let section = Section::new(link(set), called(set)).account(format!(
        "{} files ({}), parameters chosen on {} ({})",
        set.test.files,
        short(&set.test.digest),
        set.development.files,
        short(&set.development.digest)
    ));
    match set.test.files {
        0 => section.with(State::Empty {
            reason: "No file to measure: all are development files.".into(),
            remedy: "Put files whose names do not end in .dev.txt beside them.".into(),
        }),
        _ => section.with(table(set)).with(parameters(set)),
    }
}

fn short(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}

fn missing_section(name: &str) -> Section {
    Section::new(format!("set-{name}"), name).with(State::Empty {
        reason: format!("The set {name} of the paper is missing."),
        remedy: format!("Put its files into a folder {name} beside the others."),
    })
}

fn table(set: &ReplicatedSet) -> Table {
    let numbers = COLUMNS.map(|(head, _)| Column::number(head, Number::Score));
    let published = Column::number("Paper", Number::Score);
    let files = Column {
        wide: true,
        ..Column::number("Files", Number::Count)
    };
    let row = |row: &Row| {
        let scores = COLUMNS.map(|(_, of)| row.scores.as_ref().map(of).into());
        let ends = [row.published.into(), (row.documents as f64).into()];
        [row.method.into()]
            .into_iter()
            .chain(scores)
            .chain(ends)
            .collect()
    };
    Table {
        caption: "Means over files. F1 ±2: boundaries within two units count. Found and True: \
                  segments. Paper: its WindowDiff."
            .into(),
        columns: [Column::label("method")]
            .into_iter()
            .chain(numbers)
            .chain([published, files])
            .collect(),
        rows: set.rows.iter().map(row).collect(),
    }
}

/// What the development files chose for the solvers.
fn parameters(set: &ReplicatedSet) -> Table {
    let is_chosen = |row: &&Row| row.parameters.get("idf").is_some();
    let names = [
        "idf",
        "neighbours",
        "decay",
        "direction",
        "window",
        "preference",
        "damping",
        "development_windowdiff",
    ];
    let row = |row: &Row| {
        let cells = names.map(|name| said(&row.parameters[name]).into());
        [row.method.into()].into_iter().chain(cells).collect()
    };
    let heads = names.map(|name| Column::label(name.replace('_', " ")));
    Table {
        caption: "Chosen on the development files; by recto's rule where there are none.".into(),
        columns: [Column::label("method")].into_iter().chain(heads).collect(),
        rows: set.rows.iter().filter(is_chosen).map(row).collect(),
    }
}

fn said(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Null => String::new(),
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Number(number) => {
            let x = number.as_f64().unwrap_or_default();
            format!("{}", recto_report::number::six_digits(x))
        }
        serde_json::Value::Object(fields) => {
            let field = |(name, value): (&String, &serde_json::Value)| format!("{name} {value}");
            fields.iter().map(field).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// A table with a row for each set that has something to say.
fn by_set(
    caption: &str,
    columns: Vec<Column>,
    body: &Replicated,
    rows: fn(&ReplicatedSet) -> Vec<Vec<Cell>>,
) -> Table {
    let named = |set: &ReplicatedSet| {
        let name = called(set);
        let named = move |row: Vec<Cell>| [name.as_str().into()].into_iter().chain(row).collect();
        rows(set).into_iter().map(named).collect::<Vec<_>>()
    };
    Table {
        caption: caption.into(),
        columns: [Column::label("set")].into_iter().chain(columns).collect(),
        rows: body.sets.iter().flat_map(named).collect(),
    }
}

fn scores<const N: usize>(heads: [&str; N]) -> Vec<Column> {
    heads
        .into_iter()
        .map(|head| Column::number(head, Number::Score))
        .collect()
}

fn compared(body: &Replicated) -> Section {
    let mut columns = vec![Column::label("against")];
    columns.extend(scores(["mean", "from", "to", "t", "p"]));
    let caption = "WindowDiff of auto less that of the best of the paper's three systems as \
                   built here. From and to hold 95 % of 10,000 paired resamples; p: paired t, \
                   one-tailed, that auto is no better.";
    let table = by_set(caption, columns.clone(), body, |set| {
        set.comparison.iter().map(difference).collect()
    });
    let caption = "WindowDiff of aps less that of the paper's two other systems, all as \
                   published; p: that aps is no better. The paper finds it better on fiction \
                   only (p below 0.05).";
    let published = by_set(caption, columns, body, |set| {
        set.aps_comparisons.iter().map(difference).collect()
    });
    Section::new("comparison", "Is it better?")
        .with(table)
        .with(published)
}

fn difference(compared: &super::Compared) -> Vec<Cell> {
    let difference = &compared.windowdiff;
    let [from, to] = difference.interval;
    vec![
        compared.with.into(),
        difference.mean.into(),
        from.into(),
        to.into(),
        difference.t.into(),
        difference.p_one_tailed.into(),
    ]
}

fn nets(body: &Replicated) -> Section {
    let mut columns = scores(["messages", "optimum", "gap"]);
    columns.push(Column::number("equal", Number::Share));
    let caption = "Mean net similarity that the messages of the paper reach, the greatest there \
                   is for the same similarities and preference, what is missed, and the share \
                   of files on which nothing is.";
    let table = by_set(caption, columns, body, |set| {
        let row = |net: &super::Net| {
            vec![
                net.aps.into(),
                net.optimum.into(),
                net.gap.into(),
                net.equal.into(),
            ]
        };
        set.net.iter().map(row).collect()
    });
    Section::new("optimum", "How far from the optimum").with(table)
}

fn centers(body: &Replicated) -> Section {
    let share = |head| Column::number(head, Number::Share);
    let columns = vec![
        Column::label("method"),
        Column::number("segments", Number::Count),
        share("centre"),
        share("random unit"),
    ];
    let caption = "Share of a segment's different terms that its centre holds, beside that of \
                   units drawn from the same segment.";
    let table = by_set(caption, columns, body, |set| {
        let row = |centers: &super::Centers| {
            vec![
                centers.method.into(),
                (centers.segments as f64).into(),
                centers.center.into(),
                centers.random.into(),
            ]
        };
        set.centers.iter().map(row).collect()
    });
    Section::new("centres", "How much centres say").with(table)
}

fn grid(body: &Replicated) -> Section {
    let grid = &body.grid;
    let list = |values: &[f64]| {
        let values: Vec<String> = values.iter().map(f64::to_string).collect();
        values.join(" ")
    };
    let similarity = |params: &recto_segment::similarity::Params| {
        let value = serde_json::to_value(params).unwrap_or_default();
        let part = |name: &str| format!("{name} {}", said(&value[name]));
        ["idf", "neighbours", "decay", "direction", "window"]
            .map(part)
            .join(", ")
    };
    let mut rows: Vec<Vec<Cell>> = grid
        .similarity
        .iter()
        .map(|params| vec!["similarity".into(), similarity(params).into()])
        .collect();
    rows.push(vec!["preference".into(), list(&grid.preference).into()]);
    rows.push(vec!["damping (aps)".into(), list(&grid.damping).into()]);
    let windows: Vec<String> = grid.window.iter().map(usize::to_string).collect();
    rows.push(vec![
        "window (aps, mincut)".into(),
        windows.join(" ").into(),
    ]);
    let table = Table {
        caption: "Every combination is tried on the development files of a set; the least mean \
                  WindowDiff is taken."
            .into(),
        columns: vec![Column::label("parameter"), Column::label("values")],
        rows,
    };
    Section::new("grid", "What was chosen from").with(table)
}
