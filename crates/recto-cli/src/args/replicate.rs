//! Flags of `replicate`. Which papers there are, and which flag is for which of them, comes
//! from the list of papers.

use super::{OutputArgs, RunArgs};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use recto_replicate::{Field, Paper, SetFormat, Task, Trials, Uses, paper as find, papers};
use std::collections::BTreeSet;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "Examples:
  recto replicate APS --data corpora              the tables on the terminal
  recto replicate APS --data corpora -o aps.html  the same as a page
  recto replicate APS --data corpora --hide-headings fiction --hide-headings wiki
  recto replicate BayesAD --data corpora --documents paper
  recto replicate SGM --data corpora --seeds 3
  recto replicate BSTM --data corpora
  recto replicate MDS --data corpora -o mds.html";

/// Flags of `replicate`.
#[derive(Debug, Args)]
pub struct ReplicateArgs {
    /// The key of the paper
    #[arg(value_name = "PAPER", ignore_case = true, value_parser = paper())]
    pub paper: &'static Paper,
    /// The folder of the corpora
    #[arg(long, value_name = "DIR", help = data_help())]
    pub data: PathBuf,
    /// Sets that are measured a second time with their headings hidden
    #[arg(
        long,
        value_name = "SET",
        help = help(
            Field::HideHeadings,
            "measure a set a second time with its headings hidden; may be repeated"
        )
    )]
    pub hide_headings: Vec<String>,
    /// Documents of each kind, and seeds of each text
    #[arg(
        long,
        value_name = "N",
        value_parser = trials,
        help = help(
            Field::Documents,
            "documents of each kind, and seeds of each text; `paper` for the paper's numbers"
        )
    )]
    pub documents: Option<Trials>,
    /// Seeds of each figure
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(2..=1000),
        help = help(Field::Seeds, "seeds of each figure")
    )]
    pub seeds: Option<u32>,
    /// Where to write and how
    #[command(flatten)]
    pub output: OutputArgs,
    /// The run
    #[command(flatten)]
    pub run: RunArgs,
}

/// A number of trials, or `paper`.
fn trials(text: &str) -> Result<Trials, String> {
    if text == "paper" {
        return Ok(Trials::Published);
    }
    let number = text.parse().ok().filter(|&n: &usize| n >= 2);
    let trials = number.map(Trials::Number);
    trials.ok_or_else(|| "must be a number from 2 on, or `paper`".to_string())
}

/// The keys of all papers, with their help.
fn paper() -> impl TypedValueParser<Value = &'static Paper> {
    let value = |paper: &Paper| PossibleValue::new(paper.key).help(paper.about);
    let keys: Vec<PossibleValue> = papers().iter().map(value).collect();
    PossibleValuesParser::new(keys).map(|key| find(&key).expect("a key of the list"))
}

/// `The folder of the corpora: a folder a set (SGM: a .jsonl file), perhaps inside a folder
/// segmentation or topics`.
fn data_help() -> String {
    let is_rows = |paper: &&Paper| paper.format == SetFormat::JsonLines;
    let rows = papers().iter().filter(is_rows);
    let rows: Vec<&str> = rows.map(|paper| paper.key).collect();
    let tasks: BTreeSet<Task> = papers().iter().map(|paper| paper.task).collect();
    let folders: Vec<&str> = tasks.into_iter().map(Task::folder).collect();
    let folders = match folders.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => folders.concat(),
    };
    format!(
        "The folder of the corpora: a folder a set ({}: a .jsonl file), perhaps inside a folder \
         {folders}",
        rows.join(", ")
    )
}

/// `SGM, MDS: seeds of each figure [default: 10, 3]`.
fn help(field: Field, what: &str) -> String {
    let users = papers()
        .iter()
        .filter_map(|paper| Some((paper.key, paper.uses(field)?)));
    let (keys, uses): (Vec<&str>, Vec<&Uses>) = users.unzip();
    let defaults: Vec<&str> = uses.iter().map(|uses| uses.default).collect();
    format!(
        "{}: {what} [default: {}]",
        keys.join(", "),
        defaults.join(", ")
    )
}
