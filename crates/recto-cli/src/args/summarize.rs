//! Flags of `summarize`, and those that `compare` shares with it.

use super::{InputArgs, OutputArgs, RunArgs, Unit};
use clap::{Args, ValueEnum};
use recto::summarize::{Explain, Limit, Options, Order, QueryStyle, Select, Size, Ties, Updates};

pub(super) const EXAMPLES: &str = "Examples:
  recto summarize articles/                         the gist in five sentences
  recto summarize report.txt --sentences 5%         one sentence in twenty
  recto summarize leak/ --query 'payments to the ministry' -o leak.html
                                                    what answers a question, as a page
  recto summarize today/ --since yesterday/ --words 60
                                                    only what is new
  recto summarize clusters.jsonl --words 200 --format json
                                                    rows with a list `documents`: a summary each
  recto summarize notes.txt --method lexrank        another way to choose";

/// Flags of `summarize`.
#[derive(Debug, Args)]
pub struct SummarizeArgs {
    /// What to read and how
    #[command(flatten)]
    pub input: InputArgs,
    /// Where to write and how
    #[command(flatten)]
    pub output: OutputArgs,
    /// In which order sentences are told
    #[arg(
        long,
        value_name = "ORDER",
        default_value = "text",
        help_heading = "Output"
    )]
    pub order: OrderArg,
    /// The run
    #[command(flatten)]
    pub run: RunArgs,
    /// How long the summary is
    #[command(flatten)]
    pub size: SizeArgs,
    /// Let the last sentence exceed the budget, for evaluations that cut the text themselves
    #[arg(long, help_heading = "Summary")]
    pub overshoot: bool,
    /// What the summary should answer: a question, or a text about a subject
    #[arg(long, value_name = "TEXT", help_heading = "Summary")]
    pub query: Option<String>,
    /// What you know already: files, folders or globs; may be repeated
    #[arg(long, value_name = "PATH", help_heading = "Summary")]
    pub since: Vec<String>,
    /// Ask what each row of a set asks: its `query`, or each of its `queries`
    #[arg(long, help_heading = "Summary", conflicts_with = "query")]
    pub row_query: bool,
    /// Take what each row of a set says is known: its `since`
    #[arg(long, help_heading = "Summary", conflicts_with = "since")]
    pub row_since: bool,
    /// How to choose sentences
    #[arg(
        long,
        value_name = "NAME",
        default_value = "auto",
        help_heading = "Method"
    )]
    pub method: String,
    /// What is asked of the method
    #[command(flatten)]
    pub wishes: SummaryWishes,
    /// What is chosen as a whole
    #[arg(
        long,
        value_name = "KIND",
        default_value = "sentence",
        help_heading = "Method"
    )]
    pub unit: Unit,
}

/// How long a summary is.
#[derive(Debug, Args)]
#[command(next_help_heading = "Summary")]
#[group(multiple = false)]
pub struct SizeArgs {
    /// At most so many words
    #[arg(long, value_name = "N")]
    pub words: Option<usize>,
    /// At most so many bytes
    #[arg(long, value_name = "N")]
    pub bytes: Option<usize>,
    /// At most so many sentences, or a part of them such as 5%
    #[arg(long, value_name = "N|P%", value_parser = sentences)]
    pub sentences: Option<Sentences>,
}

/// A number of sentences, or a part of all.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sentences {
    /// So many.
    Count(usize),
    /// Per cent.
    Percent(f64),
}

fn sentences(text: &str) -> Result<Sentences, &'static str> {
    const BAD: &str = "a whole number from 1, or a part such as 5%";
    let parsed = match text.strip_suffix('%') {
        Some(percent) => percent.trim().parse().map(Sentences::Percent).ok(),
        None => text.parse().map(Sentences::Count).ok(),
    };
    parsed.ok_or(BAD)
}

impl SizeArgs {
    /// The size that was asked for.
    pub fn size(&self) -> Option<Size> {
        let words = self.words.map(|n| Size::Limit(Limit::Words(n)));
        let bytes = self.bytes.map(|n| Size::Limit(Limit::Bytes(n)));
        let sentences = self.sentences.map(|sentences| match sentences {
            Sentences::Count(n) => Size::Limit(Limit::Sentences(n)),
            Sentences::Percent(percent) => Size::Share(percent / 100.0),
        });
        words.or(bytes).or(sentences)
    }
}

/// Flags that methods of `summarize` and of `compare` listen to.
#[derive(Debug, Args)]
#[command(next_help_heading = "Method")]
pub struct GraphWishes {
    /// Use the literal parameters of the method's paper
    #[arg(long)]
    pub paper: bool,
    /// Cosine above which two sentences are neighbours [default: 0.12; lexrank 0.1]
    #[arg(long, value_name = "X")]
    pub threshold: Option<f64>,
    /// Refuse more pairs of neighbours than this [default: 50 million, about 4 GiB]
    #[arg(long, value_name = "N")]
    pub max_pairs: Option<usize>,
    /// How much the start of a document counts: 0 not at all, 1 much
    #[arg(long, value_name = "E")]
    pub position_weight: Option<f64>,
    /// A sentence does not cover itself, as published
    #[arg(long)]
    pub open: bool,
    /// Which of two sentences that cover as many is taken
    #[arg(long, value_name = "RULE")]
    pub ties: Option<TiesArg>,
}

impl GraphWishes {
    /// Every flag of this list but `--paper`, and whether it was given.
    pub fn given(&self) -> [(&'static str, bool); 5] {
        [
            ("threshold", self.threshold.is_some()),
            ("max-pairs", self.max_pairs.is_some()),
            ("position-weight", self.position_weight.is_some()),
            ("open", self.open),
            ("ties", self.ties.is_some()),
        ]
    }

    /// The same as the methods take it.
    pub fn options(&self) -> Options {
        Options {
            paper: self.paper,
            threshold: self.threshold,
            max_pairs: self.max_pairs,
            position_weight: self.position_weight,
            open: self.open,
            ties: self.ties.map(Ties::from),
            ..Options::default()
        }
    }
}

/// Flags that only some methods listen to.
#[derive(Debug, Args)]
#[command(next_help_heading = "Method")]
pub struct SummaryWishes {
    /// What comparisons listen to as well
    #[command(flatten)]
    pub graph: GraphWishes,
    /// What the query is [default: a question if it is short]
    #[arg(long, value_name = "STYLE")]
    pub query_style: Option<QueryStyleArg>,
    /// Summarize everything if no sentence shares a word with the query
    #[arg(long)]
    pub fallback: bool,
    /// Walk by cosines, without a threshold
    #[arg(long)]
    pub continuous: bool,
    /// How many topics or clusters of sentences
    #[arg(long, value_name = "K")]
    pub topics: Option<usize>,
    /// Prior counts of each topic in a document
    #[arg(long, value_name = "X")]
    pub alpha: Option<f64>,
    /// Which sentences may explain a document
    #[arg(long, value_name = "WHICH")]
    pub explain: Option<ExplainArg>,
    /// From what the topics of documents are updated
    #[arg(long, value_name = "ORDER")]
    pub updates: Option<UpdatesArg>,
    /// By what sentences are chosen from topics
    #[arg(long, value_name = "BY")]
    pub select: Option<SelectArg>,
    /// Iterations at most
    #[arg(long, value_name = "N")]
    pub iterations: Option<usize>,
    /// Relative gain below which a fit ends
    #[arg(long, value_name = "X")]
    pub tolerance: Option<f64>,
}

impl SummaryWishes {
    /// Every flag of this list and whether it was given.
    pub fn given(&self) -> Vec<(&'static str, bool)> {
        let own = [
            ("query-style", self.query_style.is_some()),
            ("fallback", self.fallback),
            ("continuous", self.continuous),
            ("topics", self.topics.is_some()),
            ("alpha", self.alpha.is_some()),
            ("explain", self.explain.is_some()),
            ("updates", self.updates.is_some()),
            ("select", self.select.is_some()),
            ("iterations", self.iterations.is_some()),
            ("tolerance", self.tolerance.is_some()),
        ];
        self.graph.given().into_iter().chain(own).collect()
    }

    /// The same as the methods take it.
    pub fn options(&self) -> Options {
        Options {
            query_style: self.query_style.map(QueryStyle::from),
            fallback: self.fallback,
            continuous: self.continuous,
            topics: self.topics,
            alpha: self.alpha,
            explain: self.explain.map(Explain::from),
            updates: self.updates.map(Updates::from),
            select: self.select.map(Select::from),
            iterations: self.iterations,
            tolerance: self.tolerance,
            ..self.graph.options()
        }
    }
}

/// A choice on the command line that stands for one of the library.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident for $of:ty { $($(#[$help:meta])* $value:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
        pub enum $name {
            $($(#[$help])* $value,)*
        }

        impl From<$name> for $of {
            fn from(chosen: $name) -> Self {
                match chosen {
                    $($name::$value => Self::$value,)*
                }
            }
        }
    };
}
choice! {
    /// In which order sentences are told.
    OrderArg for Order {
        /// By date, document and position
        Text,
        /// As they were chosen
        Choice,
    }
}
choice! {
    /// What a query is.
    QueryStyleArg for QueryStyle {
        /// Something specific: the sentences nearest to it
        Question,
        /// A subject: what covers the sentences about it
        Topic,
    }
}
choice! {
    /// Which of two sentences that cover as many is taken.
    TiesArg for Ties {
        /// The one that is more like all others
        Similarity,
        /// The first one
        Index,
    }
}
choice! {
    /// Which sentences may explain a document.
    ExplainArg for Explain {
        /// Those of other documents
        LeaveOwnOut,
        /// All, as published
        Literal,
    }
}
choice! {
    /// From what the topics of documents are updated.
    UpdatesArg for Updates {
        /// Both sides from the same fit
        Jacobi,
        /// One side from the other's new values, as published
        GaussSeidel,
    }
}
choice! {
    /// By what sentences are chosen from topics.
    SelectArg for Select {
        /// The likeliest of each topic
        Topic,
        /// The one whose words are most like the topic's
        TopicCosine,
        /// The likeliest over all topics
        Mix,
    }
}
