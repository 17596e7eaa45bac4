//! The report of a replication: each of the paper's tasks, the threshold, the case study,
//! and what the paper prints.

use super::{
    CaseGroup, Comparative, ContrastLead, ContrastRow, DrawnGroups, Form, Part, Replicated, Task,
    ThresholdSet, published,
};
use crate::summaries::{claims, curve, doubted, mean_table, missing, published_table, set_table};
use recto_math::sample::Estimate;
use recto_report::number::{count, score};
use recto_report::{
    Cell, Column, Item, Number, Point, Ranked, Reference, Report, Section, SourceText, State, Table,
};

/// Adds the findings to a report.
pub(super) fn show(body: &Replicated, report: &mut Report) {
    let mut sources = Vec::new();
    let mut sections = part(
        "generic",
        "Summaries of everything",
        &body.generic,
        body,
        &["DUC04"],
    );
    sections.extend(thresholds(&body.thresholds));
    sections.extend(part(
        "query",
        "Questions",
        &body.query,
        body,
        &published::QUESTIONS,
    ));
    sections.extend(part(
        "update",
        "What is new",
        &body.update,
        body,
        &["TAC08 B"],
    ));
    match &body.comparative {
        Some(found) => sections.extend(comparative(found, &mut sources)),
        None => sections.push(Section::new("groups", "Groups apart").with(State::Empty {
            reason: "There are no labelled documents, or too few with one label.".into(),
            remedy: "Put reuters_multi.jsonl into a folder topics of the corpora.".into(),
        })),
    }
    sections.push(
        Section::new("published", "What the paper prints").with(published_table(&body.published)),
    );
    sections.extend(body.missing.iter().map(|name| missing(name)));
    sections.extend(
        published::NOT_BUILT
            .iter()
            .map(|(name, what)| not_built(name, what)),
    );
    report.sections = sections;
    report.sources = sources;
}

fn not_built(name: &str, what: &str) -> Section {
    let id = format!("missing-{}", name.to_lowercase());
    Section::new(id, name).with(State::Empty {
        reason: format!("{name} is not built: {what}."),
        remedy: "Its published figures stand among those of the paper.".into(),
    })
}

/// A task: means, sets, leads.
fn part(
    id: &str,
    heading: &str,
    part: &Part,
    body: &Replicated,
    collections: &[&'static str],
) -> Vec<Section> {
    if part.sets.is_empty() {
        let empty = State::Empty {
            reason: "No set of this task is there.".into(),
            remedy: "docs/replicate.md names the files.".into(),
        };
        return vec![Section::new(id, heading).with(empty)];
    }
    let mean = mean_table(&part.mean, &body.published, collections, published::called);
    let mut sections = vec![
        Section::new(id, heading)
            .account(match part.sets.len() {
                1 => "1 set".into(),
                n => format!("{n} sets"),
            })
            .with(mean),
    ];
    sections.extend(part.sets.iter().map(|set| {
        Section::new(
            format!("{id}-{}", set.name),
            format!("{heading}: {}", set.name),
        )
        .with(set_table(set))
    }));
    sections.push(
        Section::new(format!("{id}-claims"), format!("{heading}: who leads"))
            .with(claims(&part.leads)),
    );
    sections
}

fn called(set: &ThresholdSet) -> String {
    let form = match set.form {
        Form::Paper => " (paper)",
        Form::Recto => "",
    };
    match set.task {
        Task::Generic => format!("{}{form}", set.set),
        Task::Query => format!("{}, questions{form}", set.set),
    }
}

fn thresholds(sets: &[ThresholdSet]) -> Vec<Section> {
    let Some(first) = sets.first() else {
        return Vec::new();
    };
    let heads = first
        .points
        .iter()
        .map(|point| format!("{:.2}", point.threshold));
    let mut columns = vec![Column::label("set")];
    columns.extend(heads.map(|head| Column::number(head, Number::Score)));
    columns.push(Column::number("lead", Number::Score));
    let row = |set: &ThresholdSet| {
        let points = set.points.iter().map(|point| Cell::from(point.rouge_2));
        let name = [Cell::from(called(set))].into_iter();
        name.chain(points).chain([Cell::from(set.lead)]).collect()
    };
    let table = Table {
        caption: "Recall of ROUGE-2 of mds over the threshold of its graph, as published (paper) \
                  and in recto's form. The paper finds 0.10 to 0.17 stable and high, for \
                  questions."
            .into(),
        columns,
        rows: sets.iter().map(row).collect(),
    };
    let mut section = Section::new("thresholds", "The threshold").with(table);
    for set in sets {
        let points = set.points.iter().map(|point| Point {
            x: point.threshold,
            y: point.rouge_2,
            low: point.interval[0],
            high: point.interval[1],
        });
        section = section.with(curve(&called(set), points.collect(), ("lead", set.lead)));
    }
    let chosen = Section::new("chosen", "The threshold by cross-validation");
    vec![section, chosen.with(cross_validated(sets))]
}

fn cross_validated(sets: &[ThresholdSet]) -> Table {
    let row = |set: &ThresholdSet| {
        let chosen = set.chosen.as_ref()?;
        let thresholds = chosen.thresholds.iter();
        let thresholds = thresholds.map(|x| format!("{x:.2}").replacen("0.", ".", 1));
        Some(vec![
            called(set).into(),
            thresholds.collect::<Vec<_>>().join(" ").into(),
            chosen.held_out.rouge_2.into(),
            doubted(&chosen.difference).into(),
            chosen.fixed.rouge_2.into(),
            chosen.held_out.rouge_1.into(),
            chosen.held_out.rouge_su4.into(),
        ])
    };
    let wide = ["R-2 at 0.12", "R-1", "R-SU4"].map(|head| Column {
        wide: true,
        ..Column::number(head, Number::Score)
    });
    let mut columns = ["set", "chosen"].map(Column::label).to_vec();
    columns.push(Column::number("R-2", Number::Score));
    columns.push(Column::label("less that at 0.12"));
    columns.extend(wide);
    Table {
        caption: "Five parts, records of one event in the same: each part under the threshold \
                  with the best ROUGE-2 on the others."
            .into(),
        columns,
        rows: sets.iter().filter_map(row).collect(),
    }
}

fn comparative(found: &Comparative, sources: &mut Vec<SourceText>) -> Vec<Section> {
    let mut sections: Vec<Section> = found.draws.iter().map(groups).collect();
    let account = format!(
        "{} documents, SHA-256 {}",
        count(found.files.files as f64),
        &found.files.digest[..12]
    );
    let mut cases = Section::new("case-study", "A case study").account(account);
    for group in &found.case_study.groups {
        cases = cases.with(case(group, sources));
    }
    sections.push(cases);
    sections
}

fn groups(drawn: &DrawnGroups) -> Section {
    let account = format!("{} draws of 4 of {} labels", drawn.draws, drawn.n_labels);
    let said = |estimate: Option<&Estimate>| -> Cell {
        estimate.map_or(Cell::Blank, |estimate| match estimate.interval {
            Some([from, to]) => {
                let half = score((to - from) / 2.0);
                format!("{:.3} ± {half}", estimate.mean).into()
            }
            None => score(estimate.mean).into(),
        })
    };
    let row = |row: &ContrastRow| {
        vec![
            row.system.into(),
            said(Some(&row.accuracy)),
            said(row.overlap.as_ref()),
            said(row.coverage.as_ref()),
        ]
    };
    let heads = ["system", "accuracy", "overlap", "coverage"];
    let lead = |lead: &ContrastLead| {
        vec![
            lead.system.into(),
            lead.over.into(),
            doubted(&lead.difference).into(),
        ]
    };
    Section::new(
        format!("groups-{}", drawn.labels),
        format!("Groups apart: {} labels", drawn.labels),
    )
    .account(account)
    .with(Table {
        caption: "100 words for each of four groups of ten documents. Accuracy: test documents \
                  nearest to the summary of their group. Overlap, less is better: how like a \
                  sentence is to the nearest of another group's summary. Coverage: how like a \
                  group's sentences are to its summary. Half of Student's interval over draws."
            .into(),
        columns: heads.map(Column::label).to_vec(),
        rows: drawn.rows.iter().map(row).collect(),
    })
    .with(Table {
        caption: "Accuracy of one less that of the other, draw by draw, and 95 % of resamples."
            .into(),
        columns: ["system", "over", "accuracy"].map(Column::label).to_vec(),
        rows: drawn.leads.iter().map(lead).collect(),
    })
}

/// A group with a sentence by each method.
fn case(group: &CaseGroup, sources: &mut Vec<SourceText>) -> Ranked {
    let items = group.sentences.iter().map(|sentence| {
        let known = sources
            .iter()
            .position(|source| source.id == sentence.document);
        let source = known.unwrap_or_else(|| {
            sources.push(sentence.source());
            sources.len() - 1
        });
        Item {
            text: sentence.text.clone(),
            note: sentence.system.into(),
            at: Some(Reference::new(source, sentence.start..sentence.end)),
            ..Item::default()
        }
    });
    Ranked {
        caption: format!(
            "{}, {} documents: one sentence by each method.",
            group.label, group.documents
        ),
        items: items.collect(),
        ..Ranked::default()
    }
}
