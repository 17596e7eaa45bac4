//! The systems of the paper's tables, and what the topics rank sentences by.

use super::published::{self, COLLECTIONS};
use super::{LengthRow, OrderRow, SystemRow};
use crate::summaries::{Pair, Record, Set, System, View, Work, spearman};
use rayon::prelude::*;
use recto_math::{Cancelled, QuietObserver, Run};
use recto_summarize::{Budget, Limit, Options, Pool, Select, SummarizeError};

/// The paper's systems, then those that stand beside.
pub(super) fn systems() -> Vec<System> {
    let plain = |method| System::new(method, View::Documents);
    let paper = |name, method| System::paper(name, method, View::Documents);
    vec![
        plain("random"),
        plain("centroid"),
        plain("lexrank"),
        plain("lsa"),
        plain("nmf"),
        plain("kmeans"),
        paper("fgb (paper)", "fgb"),
        paper("bstm (paper)", "bstm"),
        plain("bstm"),
        plain("lead"),
        plain("auto"),
    ]
}

/// What the paper compares its system with, and the repaired form with.
pub(super) fn pairs() -> Vec<Pair> {
    let others = [
        "random",
        "centroid",
        "lexrank",
        "lsa",
        "nmf",
        "kmeans",
        "fgb (paper)",
    ];
    let printed = others.map(|over| Pair {
        published: published::lead(over),
        ..Pair::new("bstm (paper)", over)
    });
    let repaired =
        ["bstm (paper)", "random", "lexrank", "auto"].map(|over| Pair::new("bstm", over));
    printed.into_iter().chain(repaired).collect()
}

/// How alike the paper's systems are ordered here and in each of its collections.
pub(super) fn order(mean: &[SystemRow]) -> Vec<OrderRow> {
    let row = |collection: &'static str| {
        let pairs = mean.iter().filter_map(|row| {
            let theirs = published::rouge_2(collection, row.system)?;
            Some((row.scores.rouge_2, theirs))
        });
        let (ours, theirs): (Vec<f64>, Vec<f64>) = pairs.unzip();
        OrderRow {
            collection,
            systems: ours.len(),
            correlation: spearman(&ours, &theirs),
        }
    };
    COLLECTIONS.map(row).to_vec()
}

/// Sentences that a pile has at least for a rank correlation.
const LEAST: usize = 5;

/// How much either form ranks the sentences of a set by their length, under the first seed.
pub(super) fn length(work: &Work<'_>, set: &Set) -> Result<LengthRow, Cancelled> {
    let muted = QuietObserver(work.run.observer);
    let inner = work.run.observed_by(&muted);
    let found = set.records.par_iter().map(|record| {
        work.step()?;
        correlations(record, set.words, &inner)
    });
    let found: Vec<Option<[f64; 2]>> = found.collect::<Result<_, Cancelled>>()?;
    let found: Vec<[f64; 2]> = found.into_iter().flatten().collect();
    let n = found.len() as f64;
    let mean = |i: usize| (n > 0.0).then(|| found.iter().map(|pair| pair[i]).sum::<f64>() / n);
    Ok(LengthRow {
        set: set.name,
        records: found.len(),
        paper: mean(0),
        repaired: mean(1),
    })
}

/// Of both forms on one pile; `None` where it has few sentences or all are alike.
fn correlations(
    record: &Record,
    words: usize,
    run: &Run<'_>,
) -> Result<Option<[f64; 2]>, Cancelled> {
    let of = |paper: bool| {
        let pool = record.pool(View::Documents, paper, run)?;
        correlation(&pool, words, paper, run)
    };
    let (paper, repaired) = (of(true)?, of(false)?);
    Ok(paper
        .zip(repaired)
        .map(|(paper, repaired)| [paper, repaired]))
}

/// Sentences are ranked by `sum_k pi_k U_sk`, the position not counted, with as many topics
/// as the summaries of the set have; in the repaired form a sentence too like a better one
/// is not ranked.
fn correlation(
    pool: &Pool,
    words: usize,
    paper: bool,
    run: &Run<'_>,
) -> Result<Option<f64>, Cancelled> {
    let n = pool.sentences().len();
    let total: usize = pool.sentences().iter().map(|sentence| sentence.words).sum();
    let length = total as f64 / n.max(1) as f64;
    let topics = (words as f64 / length.max(1.0)).round() as usize;
    let mut system = System::new("bstm", View::Documents);
    system.options = Options {
        paper,
        topics: Some(topics.max(2).min(n.max(1))),
        select: Some(Select::Mix),
        position_weight: Some(0.0),
        ..Options::default()
    };
    let budget = Budget::overshoot(Limit::Sentences(n.max(1)));
    let ranked = system
        .build()
        .and_then(|method| method.summarize(pool, budget, run));
    let ranked = match ranked {
        Err(SummarizeError::Cancelled(cancelled)) => return Err(cancelled),
        Err(_) => return Ok(None),
        Ok(ranked) => ranked.chosen,
    };
    let scores: Vec<f64> = ranked.iter().map(|chosen| chosen.score).collect();
    let lengths = ranked.iter().map(|chosen| pool.row(chosen.sentence).sum());
    let lengths: Vec<f64> = lengths.collect();
    Ok(if ranked.len() >= LEAST {
        spearman(&scores, &lengths)
    } else {
        None
    })
}
