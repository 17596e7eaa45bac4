//! The report of a replication: each set's tables, leads of one system over another, what
//! survives of the paper's figures.

use super::{
    Experiment, Kind, Lead, LexiconRow, PublishedRange, Replicated, ReplicatedSet, SystemRow,
};
use crate::two_classes::page;
use recto_report::{Column, Number, Report, Section, State, Table};

/// Adds the findings to a report.
pub(super) fn show(body: &Replicated, report: &mut Report) {
    let sets = body.sets.iter().enumerate();
    let mut sections: Vec<Section> = sets.flat_map(|(i, set)| set_sections(i, set)).collect();
    sections.push(Section::new("lexicons", "Lexicons").with(lexicons(&body.lexicons)));
    sections.push(Section::new("published", "What the paper shows").with(ranges(&body.published)));
    sections.extend(body.missing.iter().map(|name| missing(name)));
    report.sections = sections;
}

fn missing(name: &str) -> Section {
    let id = format!("missing-{}", name.to_lowercase().replace(' ', "-"));
    Section::new(id, name).with(State::Empty {
        reason: format!("The paper's {name} is not public."),
        remedy: "Any documents of two classes and any lexicon stand in.".into(),
    })
}

fn set_sections(index: usize, set: &ReplicatedSet) -> Vec<Section> {
    let section = |id: &str, heading: &str| page::section(index, &set.name, id, heading);
    let mut sections: Vec<Section> = set
        .experiments
        .iter()
        .map(|experiment| {
            let (id, heading, caption) = said(experiment.kind);
            section(id, heading).with(accuracies(experiment, caption))
        })
        .collect();
    if let Some(first) = sections.first_mut() {
        *first = std::mem::take(first).account(account(set));
    }
    sections.push(section("leads", "who leads").with(leads(&set.leads)));
    sections
}

fn account(set: &ReplicatedSet) -> String {
    let about = page::About {
        documents: set.documents,
        classes: &set.classes,
        terms: set.terms,
        listed: set.lexicon_terms,
        majority: set.majority,
        files: &set.files,
    };
    about.account()
}

/// Part of the id, heading and caption of an experiment.
fn said(kind: Kind) -> (&'static str, &'static str, &'static str) {
    match kind {
        Kind::Lexicon => (
            "lexicon",
            "a lexicon alone",
            "Accuracy by lexicon, no document labelled. k-means, TNMF, ITCC and ECC see no \
             lexicon; their clusters get the classes that fit best.",
        ),
        Kind::LexiconSize => (
            "lexicon-size",
            "size of the lexicon",
            "Accuracy by the share of the lexicon that is known, words drawn at random; no \
             document labelled.",
        ),
        Kind::GainOfAll => (
            "gain-of-all",
            "vocabulary by information gain",
            "Accuracy by the size of the vocabulary, a tenth of the documents labelled. Terms \
             are chosen by information gain about the labels of all documents: this sees \
             answers, and MFLK and SVM gain by it alike.",
        ),
        Kind::GainOfLabelled => (
            "gain-of-labelled",
            "vocabulary by gain, labelled documents only",
            "The same, terms chosen by the labels that are known.",
        ),
        Kind::Frequency => (
            "frequency",
            "vocabulary by frequency",
            "The same, terms chosen by the number of documents that have them.",
        ),
        Kind::Labels => (
            "labels",
            "labelled documents",
            "Accuracy by the share of labelled documents, with the lexicon. consistency, \
             harmonic, Green and SVM do not use the lexicon. Green has one seed, and the first \
             share only.",
        ),
        Kind::Core => (
            "core",
            "with and without a target of the core",
            "Accuracy on 30 % of the documents by numbers of labelled documents and words. \
             Words are drawn from the 100 that tell most about the classes of the other \
             documents. paper: ADS as printed, from random factors.",
        ),
    }
}

/// Means over seeds, and half of the widest interval in the row.
fn accuracies(experiment: &Experiment, caption: &str) -> Table {
    let row = |row: &SystemRow| {
        let name = if row.is_built {
            row.system.into()
        } else {
            format!("{} (not built)", row.system)
        };
        (name, row.accuracy.clone())
    };
    let heads = experiment.steps.iter().cloned();
    let rows = experiment.rows.iter().map(row);
    page::accuracies(caption, "seeds", "system", heads, rows)
}

fn leads(rows: &[Lead]) -> Table {
    let row = |row: &Lead| {
        vec![
            row.system.into(),
            row.over.into(),
            row.step.as_str().into(),
            page::lead(&row.lead).into(),
        ]
    };
    Table {
        caption: "Accuracy of a system less that of another, seed by seed on the same labels, \
                  with half of the 95 % interval over seeds. Intervals tell of drawn labels and \
                  starts, not of other documents."
            .into(),
        columns: ["system", "over", "at", "lead"].map(Column::label).to_vec(),
        rows: rows.iter().map(row).collect(),
    }
}

fn lexicons(rows: &[LexiconRow]) -> Table {
    let row = |row: &LexiconRow| {
        vec![
            row.name.as_str().into(),
            (row.positive as f64).into(),
            (row.negative as f64).into(),
        ]
    };
    Table {
        caption: "The first is that of all experiments with labelled documents; recto is the \
                  list that recto brings. The paper's has 2,968 stems and is not public."
            .into(),
        columns: vec![
            Column::label("lexicon"),
            Column::number("positive", Number::Count),
            Column::number("negative", Number::Count),
        ],
        rows: rows.iter().map(row).collect(),
    }
}

fn ranges(rows: &[PublishedRange]) -> Table {
    let rows = rows.iter();
    let rows = rows.map(|row| (row.corpora, row.experiment, row.range, row.says));
    page::ranges("by", rows)
}
