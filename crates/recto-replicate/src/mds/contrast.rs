//! Comparative summaries of labelled documents.
//!
//! Documents with one label are a group of that label. A draw takes four labels with at
//! least 30 such documents, ten documents of each to summarise and twenty others of each to
//! test, 100 words a group. A test document belongs to the group whose summary is nearest:
//! cosine of `ln(1 + tf) ln((1 + N) / (1 + n))`, over the documents of the draw.

use super::apart::alike;
use super::{Comparative, ContrastLead, ContrastRow, DrawnGroups};
use crate::files::{Files, digest};
use crate::summaries::Work;
use crate::{Task, warning};
use rayon::prelude::*;
use recto::summarize::Reader;
use recto_math::sample::{Better, difference, estimate};
use recto_math::weight::{Weighting, unit_rows};
use recto_math::{Cancelled, QuietObserver, Run, rng};
use recto_summarize::{
    Budget, Limit, Options, Pool, PoolBuilder, SummarizeError, comparers, methods,
};
use recto_text::source;
use recto_text::{
    Analysis, Analyzer, Document, Failure, Language, Limits, SourceOptions, UnitKind, Vocabulary,
    Warning,
};
use std::collections::BTreeMap;
use std::path::Path;

/// The file of labelled documents.
const NAME: &str = "reuters_multi";

/// Labels that have no commodity or economy about them.
const UNRELATED: [&str; 2] = ["acq", "earn"];

/// Documents that a label has at least, and how they are used.
pub(super) const LEAST: usize = 30;
const SUMMARISED: usize = 10;

/// Labels in a draw, draws, and words of a summary.
const LABELS: usize = 4;
const DRAWS: usize = 30;
const WORDS: usize = 100;

/// Documents by their only label.
pub(super) struct Library {
    pub(super) files: Files,
    pub(super) documents: Vec<Document>,
    /// The terms of each document.
    pub(super) bags: Vec<Vec<u32>>,
    pub(super) vocabulary: Vocabulary,
    pub(super) language: &'static Language,
    pub(super) labels: Vec<(String, Vec<usize>)>,
}

/// A way to summarise groups.
#[derive(Clone, Copy)]
enum How {
    /// In view of each other.
    Together(&'static str, bool),
    /// Each by itself.
    Apart(&'static str),
    /// Not at all.
    Whole,
}

const SYSTEMS: [(&str, How); 10] = [
    ("random", How::Apart("random")),
    ("lead", How::Apart("lead")),
    ("max-degree", How::Together("max-degree", false)),
    ("mds", How::Together("mds", false)),
    ("auto per group", How::Apart("auto")),
    ("cds", How::Together("cds", false)),
    ("cds (literal)", How::Together("cds", true)),
    ("dss", How::Together("dss", false)),
    ("auto", How::Together("auto", false)),
    ("all documents", How::Whole),
];

const PAIRS: [(&str, &str); 6] = [
    ("cds", "mds"),
    ("cds", "dss"),
    ("cds", "cds (literal)"),
    ("cds (literal)", "auto per group"),
    ("auto", "auto per group"),
    ("auto", "cds"),
];

/// Accuracy, overlap and coverage; the last two of summaries only.
type Told = (f64, Option<[f64; 2]>);

/// The documents of one draw.
pub(super) struct Draw {
    pub(super) summarised: Vec<Vec<usize>>,
    pub(super) tested: Vec<Vec<usize>>,
}

impl Library {
    /// The labelled documents, if they are there and enough; a warning says if not.
    pub(super) fn read(
        data: &Path,
        warnings: &mut Vec<Warning>,
        failed: &mut Vec<Failure>,
        run: &Run<'_>,
    ) -> Result<Option<Self>, Cancelled> {
        let file = format!("{NAME}.jsonl");
        let inner = data.join(Task::Topics.folder()).join(&file);
        let path = if inner.is_file() {
            inner
        } else {
            data.join(&file)
        };
        let mut without = |reason: String| {
            warnings.push(warning(format!("{reason}; groups are not compared")));
            Ok(None)
        };
        if !path.is_file() {
            return without(format!("the set {NAME} is missing"));
        }
        let named = [path.to_string_lossy().into_owned()];
        let pile = source::read(&named, &SourceOptions::default(), run)?;
        failed.extend(pile.failed);
        let files = digest(&pile.documents);
        let single = |document: &Document| document.labels.len() == 1;
        let documents: Vec<Document> = pile.documents.into_iter().filter(single).collect();
        let mut labels: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (i, document) in documents.iter().enumerate() {
            let of_label = labels.entry(document.labels[0].clone()).or_default();
            of_label.push(i);
        }
        labels.retain(|_, members| members.len() >= LEAST);
        if labels.len() < LABELS {
            return without(format!(
                "the set {NAME} has {} labels with {LEAST} documents, of {LABELS}",
                labels.len()
            ));
        }
        let language = Language::detect(&documents[0].text);
        let (bags, vocabulary) = bags(&documents, language, run)?;
        Ok(Some(Self {
            files,
            documents,
            bags,
            vocabulary,
            language,
            labels: labels.into_iter().collect(),
        }))
    }

    /// How many draws are made.
    pub(super) fn n_draws(&self) -> usize {
        self.kinds().len() * DRAWS
    }

    /// All labels, and those that are alike, where there are enough of them.
    fn kinds(&self) -> Vec<(&'static str, Vec<usize>)> {
        let all: Vec<usize> = (0..self.labels.len()).collect();
        let is_related = |&i: &usize| !UNRELATED.contains(&self.labels[i].0.as_str());
        let related: Vec<usize> = all.iter().copied().filter(is_related).collect();
        let kinds = [("all", all), ("related", related)].into_iter();
        kinds.filter(|(_, labels)| labels.len() >= LABELS).collect()
    }

    /// Everything that is measured of groups; `None` where a method fails, with a warning.
    pub(super) fn compared(
        &self,
        work: &Work<'_>,
        warnings: &mut Vec<Warning>,
    ) -> Result<Option<Comparative>, Cancelled> {
        match self.measured(work) {
            Ok(found) => Ok(Some(found)),
            Err(SummarizeError::Cancelled(cancelled)) => Err(cancelled),
            Err(error) => {
                warnings.push(warning(format!("{NAME}: {error}")));
                Ok(None)
            }
        }
    }

    fn measured(&self, work: &Work<'_>) -> Result<Comparative, SummarizeError> {
        let draws = self.kinds().into_iter();
        let draws = draws.map(|(name, labels)| self.drawn(name, &labels, work));
        Ok(Comparative {
            name: NAME,
            files: self.files.clone(),
            draws: draws.collect::<Result<_, _>>()?,
            case_study: self.case_study(work.run)?,
        })
    }

    fn drawn(
        &self,
        name: &'static str,
        labels: &[usize],
        work: &Work<'_>,
    ) -> Result<DrawnGroups, SummarizeError> {
        let muted = QuietObserver(work.run.observer);
        let inner = work.run.observed_by(&muted);
        let told = (0..DRAWS as u64).into_par_iter().map(|i| {
            work.step()?;
            let draw = self.draw(name, labels, work.run.seed, i);
            let run = Run {
                seed: work.run.seed.wrapping_add(i),
                ..inner
            };
            self.told(&draw, &run)
        });
        let told: Vec<Vec<Told>> = told.collect::<Result<_, SummarizeError>>()?;
        let column = |system: usize, of: &dyn Fn(&Told) -> Option<f64>| -> Vec<f64> {
            told.iter().filter_map(|draw| of(&draw[system])).collect()
        };
        let rows = SYSTEMS.iter().enumerate().filter_map(|(i, (system, _))| {
            Some(ContrastRow {
                system,
                accuracy: estimate(&column(i, &|told| Some(told.0)))?,
                overlap: estimate(&column(i, &|told| Some(told.1?[0]))),
                coverage: estimate(&column(i, &|told| Some(told.1?[1]))),
            })
        });
        let place = |name: &str| SYSTEMS.iter().position(|(system, _)| *system == name);
        let leads = PAIRS.iter().filter_map(|&(system, over)| {
            let (ours, theirs) = (place(system)?, place(over)?);
            let gains = told.iter().map(|draw| draw[ours].0 - draw[theirs].0);
            let gains: Vec<f64> = gains.collect();
            Some(ContrastLead {
                system,
                over,
                difference: difference(&gains, Better::Higher, work.run.seed, 0)?,
            })
        });
        Ok(DrawnGroups {
            labels: name,
            n_labels: labels.len(),
            draws: DRAWS,
            rows: rows.collect(),
            leads: leads.collect(),
        })
    }

    fn draw(&self, name: &str, labels: &[usize], seed: u64, i: u64) -> Draw {
        let mut stream = rng::stream(seed, &format!("MDS groups of {name} labels"), i);
        let mut labels = labels.to_vec();
        rng::shuffle(&mut stream, &mut labels);
        labels.truncate(LABELS);
        let members = labels.into_iter().map(|label| {
            let mut members = self.labels[label].1.clone();
            rng::shuffle(&mut stream, &mut members);
            members.truncate(LEAST);
            let tested = members.split_off(SUMMARISED);
            (members, tested)
        });
        let (summarised, tested) = members.unzip();
        Draw { summarised, tested }
    }

    /// What each system tells of a draw.
    fn told(&self, draw: &Draw, run: &Run<'_>) -> Result<Vec<Told>, SummarizeError> {
        let pool = self.pool(&draw.summarised, run)?;
        let vectors = unit_rows(&Weighting::TfIdf.apply(pool.counts()));
        let weights = self.weights(draw);
        let budget = Budget::overshoot(Limit::Words(WORDS));
        let mut told = Vec::with_capacity(SYSTEMS.len());
        for (_, how) in SYSTEMS {
            let chosen = self.chosen(how, draw, &pool, budget, run)?;
            let bags: Vec<Vec<u32>> = match &chosen {
                Some(groups) => groups.iter().map(|rows| self.bag(&pool, rows)).collect(),
                None => {
                    let whole = draw.summarised.iter();
                    let join = |members: &Vec<usize>| {
                        let bags = members.iter().map(|&i| &self.bags[i][..]);
                        bags.collect::<Vec<_>>().concat()
                    };
                    whole.map(join).collect()
                }
            };
            let accuracy = self.accuracy(&bags, draw, &weights);
            let alike = chosen.map(|groups| alike(&pool, &vectors, &groups));
            told.push((accuracy, alike));
        }
        Ok(told)
    }

    /// The sentences of groups of documents.
    pub(super) fn pool(&self, groups: &[Vec<usize>], run: &Run<'_>) -> Result<Pool, Cancelled> {
        let mut reader = Reader::new(
            std::iter::empty(),
            Some(self.language),
            UnitKind::Sentence,
            &Limits::default(),
        );
        let mut builder = PoolBuilder::new();
        for (i, members) in groups.iter().enumerate() {
            if i > 0 {
                builder.next_group();
            }
            let documents = members.iter().map(|&i| &self.documents[i]);
            reader.push(&mut builder, documents, run)?;
        }
        Ok(builder.finish())
    }

    /// The rows of the pool that stand for each group; `None`: all of it.
    fn chosen(
        &self,
        how: How,
        draw: &Draw,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Option<Vec<Vec<usize>>>, SummarizeError> {
        match how {
            How::Whole => Ok(None),
            How::Together(name, literal) => {
                let groups = together(name, literal, pool, budget, run)?;
                Ok(Some(groups))
            }
            How::Apart(name) => {
                let row = methods().iter().find(|row| row.name == name);
                let row = row.expect("the replication names methods of the table");
                let method = (row.build)(&Options::default())?;
                let mut groups = Vec::new();
                for (group, members) in draw.summarised.iter().enumerate() {
                    let own = self.pool(std::slice::from_ref(members), run)?;
                    let summary = method.summarize(&own, budget, run)?;
                    // A group has the same rows alone and among others.
                    let first = pool.group(group).start;
                    groups.push(summary.rows().iter().map(|row| first + row).collect());
                }
                Ok(Some(groups))
            }
        }
    }

    /// The terms of rows of the pool.
    fn bag(&self, pool: &Pool, rows: &[usize]) -> Vec<u32> {
        let mut bag = Vec::new();
        for &row in rows {
            for (term, count) in pool.row(row).iter() {
                let term = self.vocabulary.get(&pool.terms()[term as usize]);
                let term = term.map(|term| term.0);
                bag.extend(term.into_iter().flat_map(|term| vec![term; count as usize]));
            }
        }
        bag
    }
}

/// The terms of each document, by number.
fn bags(
    documents: &[Document],
    language: &'static Language,
    run: &Run<'_>,
) -> Result<(Vec<Vec<u32>>, Vocabulary), Cancelled> {
    let analyzer = Analyzer::new(Analysis::Summary, language);
    let terms = documents.par_iter().map(|document| {
        let units = analyzer.units(document, UnitKind::Sentence, run)?;
        let terms = units.tokens.iter().filter_map(|token| token.term());
        let terms = terms.map(|term| units.vocabulary.term(term).to_string());
        Ok(terms.collect())
    });
    let terms: Vec<Vec<String>> = terms.collect::<Result<_, Cancelled>>()?;
    let mut vocabulary = Vocabulary::default();
    let bags = terms
        .iter()
        .map(|terms| terms.iter().map(|term| vocabulary.intern(term).0).collect())
        .collect();
    Ok((bags, vocabulary))
}

/// The rows that a comparison chooses for each group.
pub(super) fn together(
    name: &str,
    literal: bool,
    pool: &Pool,
    budget: Budget,
    run: &Run<'_>,
) -> Result<Vec<Vec<usize>>, SummarizeError> {
    let row = comparers().iter().find(|row| row.name == name);
    let row = row.expect("the replication names comparisons of the table");
    let options = Options {
        literal,
        ..Options::default()
    };
    let summaries = (row.build)(&options)?.compare(pool, budget, run)?;
    Ok(summaries.iter().map(|summary| summary.rows()).collect())
}
