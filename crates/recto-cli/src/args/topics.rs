//! Flags of `topics`.

use super::{InputArgs, OutputArgs, RunArgs};
use clap::Args;
use recto::topics::{Cache, Filter, Grouping, Guide, Options};
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "Examples:
  recto topics articles/                          topics and groups, on the terminal
  recto topics articles/ -o articles.html         the same as a page
  recto topics notices.jsonl --topics 8 --clusters 5 --format json
  recto topics news.jsonl --held-out 0.1          how well are unseen words foreseen?
  recto topics news.jsonl --seed-words wishes.txt
                                                  words that topics should have
  recto topics news.jsonl --save-model news.topics
  recto topics more.jsonl --load-model news.topics
                                                  new documents, the same topics";

/// Flags of `topics`.
#[derive(Debug, Args)]
pub struct TopicsArgs {
    /// What to read and how
    #[command(flatten)]
    pub input: InputArgs,
    /// Where to write and how
    #[command(flatten)]
    pub output: OutputArgs,
    /// Leave the topics of segments out of the JSON
    #[arg(long, help_heading = "Output")]
    pub no_segments: bool,
    /// Write the topics to a file, for documents to come
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub save_model: Option<PathBuf>,
    /// Write the tree of groups: Newick, or JSON if the name ends in .json
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub tree: Option<PathBuf>,
    /// Write MALLET's two tables, topic-keys.txt and doc-topics.txt, into this folder
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub mallet: Option<PathBuf>,
    /// The run
    #[command(flatten)]
    pub run: RunArgs,
    /// How to find topics
    #[arg(
        long,
        visible_alias = "model",
        value_name = "NAME",
        default_value = "auto",
        help_heading = "Method"
    )]
    pub method: String,
    /// What is asked of the method
    #[command(flatten)]
    pub wishes: TopicWishes,
    /// How many groups of documents: a number, auto or none
    #[arg(long, value_name = "C|auto|none", default_value = "auto", value_parser = grouping, help_heading = "Method")]
    pub clusters: Grouping,
    /// Hold out this part of the documents and measure how well their words are foreseen
    #[arg(long, value_name = "FRACTION", help_heading = "Method")]
    pub held_out: Option<f64>,
    /// Measure how stable the topics are over three other seeds
    #[arg(long, help_heading = "Method")]
    pub stability: bool,
    /// What a segment is: passages (paragraphs, short ones joined), document, or a method of segment
    #[arg(
        long,
        value_name = "KIND",
        default_value = "passages",
        help_heading = "Method"
    )]
    pub parts: String,
    /// Leave out words in fewer documents [default: 5; 2 below 200 documents, 1 below 20]
    #[arg(long, value_name = "N", help_heading = "Method")]
    pub min_documents: Option<usize>,
    /// Leave out words in more than this part of the documents
    #[arg(
        long,
        value_name = "SHARE",
        default_value_t = 1.0,
        help_heading = "Method"
    )]
    pub max_share: f64,
    /// Use topics that were saved, and find no new ones
    #[arg(long, value_name = "FILE", help_heading = "Method", conflicts_with_all = ["save_model", "tree", "mallet", "held_out", "stability"])]
    pub load_model: Option<PathBuf>,
}

/// Flags that only some methods listen to.
#[derive(Debug, Args)]
#[command(next_help_heading = "Method")]
pub struct TopicWishes {
    /// Use the literal parameters of the method's paper
    #[arg(long)]
    pub paper: bool,
    /// How many topics: a number, or auto to choose by held-out words
    #[arg(long, value_name = "K|auto", default_value = "auto", value_parser = topics)]
    pub topics: Number,
    /// Words that topics should have: a topic a line, -word must not be in it, !word in no other
    #[arg(long, value_name = "FILE")]
    pub seed_words: Option<PathBuf>,
    /// Prior counts of each topic in a document
    #[arg(long, value_name = "X")]
    pub alpha: Option<f64>,
    /// Prior counts of each word in a topic
    #[arg(long, value_name = "X")]
    pub beta: Option<f64>,
    /// How much a segment may deviate from its document, 0 to 1
    #[arg(long, value_name = "X")]
    pub eta: Option<f64>,
    /// What is remembered of a text's own words: off, segment or document
    #[arg(long, value_name = "WHAT", value_parser = cache)]
    pub cache: Option<Cache>,
    /// Iterations at most
    #[arg(long, value_name = "N")]
    pub iterations: Option<usize>,
    /// Relative gain below which a fit ends
    #[arg(long, value_name = "X")]
    pub tolerance: Option<f64>,
    /// Fits from different starts, of which the best is kept
    #[arg(long, value_name = "N")]
    pub restarts: Option<usize>,
    /// Also print the perplexity of the SGM paper, comparable with nothing
    #[arg(long)]
    pub paper_perplexity: bool,
    /// Bytes of memory that a fit may take [default: what is free]
    #[arg(long, value_name = "N")]
    pub max_memory: Option<usize>,
}

/// A number, or one to be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// To be chosen.
    Auto,
    /// Given.
    Given(usize),
}

fn topics(text: &str) -> Result<Number, &'static str> {
    match text {
        "auto" => Ok(Number::Auto),
        number => number
            .parse()
            .map(Number::Given)
            .map_err(|_| "a whole number, or auto"),
    }
}

fn grouping(text: &str) -> Result<Grouping, &'static str> {
    match text {
        "auto" => Ok(Grouping::Chosen),
        "none" => Ok(Grouping::Off),
        number => match number.parse() {
            Ok(n) if n > 0 => Ok(Grouping::Count(n)),
            _ => Err("a whole number from 1, auto or none"),
        },
    }
}

fn cache(text: &str) -> Result<Cache, String> {
    text.parse()
        .map_err(|_| "off, segment or document".to_string())
}

impl TopicWishes {
    /// Every flag of this list and whether it was given.
    pub fn given(&self) -> [(&'static str, bool); 10] {
        [
            ("topics", self.topics != Number::Auto),
            ("seed-words", self.seed_words.is_some()),
            ("alpha", self.alpha.is_some()),
            ("beta", self.beta.is_some()),
            ("eta", self.eta.is_some()),
            ("cache", self.cache.is_some()),
            ("iterations", self.iterations.is_some()),
            ("tolerance", self.tolerance.is_some()),
            ("restarts", self.restarts.is_some()),
            ("paper-perplexity", self.paper_perplexity),
        ]
    }

    /// The same as the methods take it; files are read.
    ///
    /// # Errors
    /// A message that names the file, what is wrong with it and what to do.
    pub fn options(&self) -> Result<Options, String> {
        Ok(Options {
            topics: match self.topics {
                Number::Auto => None,
                Number::Given(n) => Some(n),
            },
            clusters: None,
            alpha: self.alpha,
            beta: self.beta,
            eta: self.eta,
            cache: self.cache,
            iterations: self.iterations,
            tolerance: self.tolerance,
            restarts: self.restarts,
            guide: self.guide()?,
            memory_limit: self.max_memory.or_else(free_memory),
            paper: self.paper,
            paper_perplexity: self.paper_perplexity,
        })
    }

    fn guide(&self) -> Result<Guide, String> {
        let Some(path) = &self.seed_words else {
            return Ok(Guide::default());
        };
        let name = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("{name}: cannot be read: {error}; check the name"))?;
        text.parse().map_err(|error| format!("{name}: {error}"))
    }
}

impl TopicsArgs {
    /// Which words are kept.
    pub fn filter(&self) -> Filter {
        Filter {
            min_documents: self.min_documents,
            max_share: self.max_share,
            ..Filter::default()
        }
    }
}

/// Bytes that are free, where the system says so.
fn free_memory() -> Option<usize> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = told
        .lines()
        .find(|line| line.starts_with("MemAvailable:"))?;
    let kibibytes: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    kibibytes.checked_mul(1024)
}
