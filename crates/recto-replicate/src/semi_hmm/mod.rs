//! Alignment of documents and summaries (SemiHMM): Hal Daumé III and Daniel Marcu, 2005,
//! Induction of Word and Phrase Alignments for Automatic Document Summarization.
//!
//! The paper's corpus and its 45 annotated pairs are not to be had; its table, its analysis
//! of nulls and its findings about human alignments are repeated on other word-aligned pairs.

mod corpora;
mod findings;
mod page;
mod published;
mod systems;
#[cfg(test)]
mod tests;

pub use findings::{Agreement, Jumps, Lengths, Shares};
pub use published::PublishedRow;

use crate::{Files, Outcome, ReplicateError, Replication, Request, SetFormat, Task, Uses, warning};
use corpora::Set;
use recto_math::Run;
use recto_report::Report;
use serde::Serialize;

/// Result of the replication.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Replicated {
    /// What was found on each set.
    pub sets: Vec<ReplicatedSet>,
    /// Figures that the paper reports.
    pub published: Vec<PublishedRow>,
    /// The paper's corpora, none of which is at hand.
    pub missing: Vec<&'static str>,
}

/// What was found on one set.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReplicatedSet {
    /// Name of the set.
    pub name: String,
    /// What it was measured on.
    pub files: Files,
    /// Number of pairs, of words of documents and of summaries.
    pub pairs: usize,
    /// Words of all documents.
    pub document_words: usize,
    /// Words of all summaries.
    pub summary_words: usize,
    /// The table of the paper, and systems beside it.
    pub systems: Vec<SystemRow>,
    /// The links of people, then those of models.
    pub links: Vec<LinkRow>,
    /// Agreement of two people, where the set has both.
    pub agreement: Option<Agreement>,
}

/// The scores of a system.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SystemRow {
    /// Its name.
    pub system: &'static str,
    /// What the paper calls it, if it is in its table.
    pub called: Option<&'static str>,
    /// All words; `None` for what recto does not build.
    pub all: Option<Scores>,
    /// Without the words of the ignored list.
    pub content: Option<Scores>,
    /// F over all words of the pairs that no setting was chosen on.
    pub reported_f: Option<f64>,
    /// The same scores when words that people left without a link have none.
    pub oracle: Option<[Scores; 2]>,
}

/// Soft precision, recall and F, added up over pairs.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Scores {
    /// Share of the links found that are right.
    pub precision: Option<f64>,
    /// Share of the sure links that were found.
    pub recall: Option<f64>,
    /// Their harmonic mean.
    pub f: Option<f64>,
}

/// What links are like.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LinkRow {
    /// Whose links.
    pub links: &'static str,
    /// Words without a link, and links of equal words.
    pub shares: Shares,
    /// How long phrases are.
    pub lengths: Lengths,
    /// Where the next phrase starts.
    pub jumps: Jumps,
}

/// The replication of this paper.
#[derive(Debug, Clone, Copy)]
pub struct SemiHmm;

impl Replication for SemiHmm {
    type Body = Replicated;

    const KEY: &'static str = "SemiHMM";
    const ABOUT: &'static str = "Alignment of documents and summaries";
    const CITATION: &'static str = "Daumé and Marcu, 2005, Induction of Word and Phrase \
        Alignments for Automatic Document Summarization";
    const READING: &'static str = "Soft precision, recall and F of links, added up over pairs. \
        The paper's figures are on other texts: read orders, not digits.";
    const MISSING: &'static [&'static str] = &["Ziff-Davis"];
    const TASK: Task = Task::Alignment;
    const FORMAT: SetFormat = SetFormat::JsonLines;
    const USES: &'static [Uses] = &[];

    fn measure(request: &Request, run: &Run<'_>) -> Result<Outcome<Replicated>, ReplicateError> {
        replicate(request, run)
    }

    fn show(body: &Replicated, report: &mut Report) {
        page::show(body, report);
    }
}

fn replicate(request: &Request, run: &Run<'_>) -> Result<Outcome<Replicated>, ReplicateError> {
    let mut failed = Vec::new();
    let sets = corpora::read(&request.data, &mut failed, run)?;
    let mut warnings: Vec<_> = SemiHmm::MISSING
        .iter()
        .map(|name| {
            warning(format!(
                "the paper's corpus is not at hand: {name}; others stand in"
            ))
        })
        .collect();
    let mut measured = Vec::with_capacity(sets.len());
    for set in &sets {
        measured.push(measure(set, &mut warnings, run)?);
    }
    Ok(Outcome {
        parameters: Vec::new(),
        warnings,
        failed,
        body: Replicated {
            sets: measured,
            published: published::table(),
            missing: SemiHmm::MISSING.to_vec(),
        },
    })
}

fn measure(
    set: &Set,
    warnings: &mut Vec<recto_text::Warning>,
    run: &Run<'_>,
) -> Result<ReplicatedSet, ReplicateError> {
    let mut systems = systems::people(set);
    let mut links = vec![findings::of("people", set, &set.people())];
    for system in systems::SYSTEMS {
        let Some(found) = system.links(set, warnings, run)? else {
            systems.push(system.not_measured());
            continue;
        };
        systems.push(system.row(set, &found));
        if system.is_described {
            links.push(findings::of(system.name, set, &found));
        }
    }
    let words = |side: fn(&recto_align::Pair) -> &recto_align::Side| {
        set.pairs.pairs.iter().map(|pair| side(pair).len()).sum()
    };
    Ok(ReplicatedSet {
        name: set.name.clone(),
        files: set.files.clone(),
        pairs: set.pairs.pairs.len(),
        document_words: words(|pair| &pair.document),
        summary_words: words(|pair| &pair.summary),
        systems,
        links,
        agreement: findings::agreement(set),
    })
}
