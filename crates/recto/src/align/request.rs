//! What `align` can be asked.

use super::forms;
use crate::field::{self, Choice, Field};
use recto_align::{Direction, Jump, Options};
use serde::{Deserialize, Serialize};

/// What is asked of `align`; `None` leaves it to the method.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// The name of a method.
    pub method: String,
    /// The literal parameters of the method's paper.
    pub paper: bool,
    /// How the next phrase of the source is chosen.
    pub jump: Option<Jump>,
    /// Iterations of EM; 0 uses the parameters as they are.
    pub iterations: Option<usize>,
    /// Links of at least this probability are kept, from 0 to 1.
    pub threshold: Option<f64>,
    /// The longest phrase of either side in words, from 1 to 3.
    pub longest_phrase: Option<usize>,
    /// Which side is generated from which, or how both directions are joined.
    pub direction: Option<Direction>,
    /// The shortest run of words that is kept.
    pub cutoff: Option<usize>,
    /// Source sentences that are looked at for each summary sentence; all if `None`.
    pub extract: Option<usize>,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            method: "auto".into(),
            paper: false,
            jump: None,
            iterations: None,
            threshold: None,
            longest_phrase: None,
            direction: None,
            cutoff: None,
            extract: None,
        }
    }
}

impl Request {
    /// The request as the methods take it.
    pub(super) fn options(&self) -> Options {
        Options {
            jump: self.jump,
            iterations: self.iterations,
            threshold: self.threshold,
            longest_phrase: self.longest_phrase,
            direction: self.direction,
            cutoff: self.cutoff,
            paper: self.paper,
            ..Options::default()
        }
    }
}

pub(super) static FIELDS: &[Field] = &[
    Field::form(
        "derive",
        forms::DERIVED,
        "Write what follows from the links instead, as JSON lines",
    )
    .without(&["format"]),
    Field::output_file("save_model", "Save what was learned to this file"),
    Field::file(
        "load_model",
        "Saved model to use instead of the built-in one",
    )
    .by_method(),
    Field::method("Alignment method"),
    field::PAPER,
    Field::choice(
        "jump",
        &[
            Choice {
                name: "relative",
                help: "A probability for each distance",
            },
            Choice {
                name: "sentence",
                help: "As relative within a sentence; leaving it costs the same however far",
            },
            Choice {
                name: "gaussian",
                help: "A Gaussian over distances",
            },
            Choice {
                name: "laplace",
                help: "A two-sided exponential over distances",
            },
            Choice {
                name: "syntax",
                help: "A probability for each kind of constituent that is skipped",
            },
            Choice {
                name: "syntax-literal",
                help: "As syntax, without a probability of stopping",
            },
        ],
        "How the next phrase of the source is chosen",
    )
    .called("MODEL")
    .otherwise("sentence; relative for a source of one sentence")
    .by_method(),
    Field::file(
        "parses",
        "Parse trees of the source for syntax jumps, in Penn Treebank brackets, a tree for \
         each sentence",
    )
    .by_method(),
    Field::folder(
        "wordnet",
        &recto_align::wordnet::FILES,
        "Folder of a WordNet database, to relate words by their senses",
    )
    .by_method(),
    Field::count(
        "iterations",
        "Maximum number of EM iterations; 0 uses the parameters as they are",
    )
    .by_method(),
    Field::number(
        "threshold",
        "Probability from which a link is kept: higher for fewer and surer links",
    )
    .within(0.0, 1.0)
    .by_method(),
    Field::count("longest_phrase", "Longest phrase of either side, in words")
        .otherwise("3")
        .from_to(1, 3)
        .by_method(),
    Field::choice(
        "direction",
        &[
            Choice {
                name: "forward",
                help: "The summary is generated from the source",
            },
            Choice {
                name: "reverse",
                help: "The source is generated from the summary",
            },
            Choice {
                name: "intersection",
                help: "Links of both directions",
            },
            Choice {
                name: "grow-diag-final",
                help: "The intersection, grown by neighbouring links of either direction",
            },
        ],
        "Direction of alignment, or how both are joined",
    )
    .called("WHICH")
    .by_method(),
    Field::count("cutoff", "Shortest run of words that is kept").by_method(),
    Field::count(
        "extract",
        "Source sentences to look at for each summary sentence, chosen by the words they share",
    )
    .otherwise("all")
    .from_to(1, 1_000_000),
];
