//! Sections, and the four states that anything in them can be in.

use serde::Serialize;

use super::Block;

/// One finding or group of findings under a heading.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Section {
    /// Names the section in links: lower-case letters, digits and hyphens.
    pub id: String,
    /// Its heading, a word or two.
    pub heading: String,
    /// One line: how many of how many, by what, how stable.
    pub account: String,
    /// What is in it, drawn one below the other.
    pub parts: Vec<State>,
    /// The same findings at several grains, of which a reader picks one.
    pub levels: Option<Levels>,
}

impl Section {
    /// An empty section.
    pub fn new(id: impl Into<String>, heading: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            heading: heading.into(),
            ..Self::default()
        }
    }

    /// Sets the account line.
    #[must_use]
    pub fn account(mut self, account: impl Into<String>) -> Self {
        self.account = account.into();
        self
    }

    /// Adds a block, or a block in another state.
    #[must_use]
    pub fn with(mut self, part: impl Into<State>) -> Self {
        self.parts.push(part.into());
        self
    }

    /// Sets the levels.
    #[must_use]
    pub fn levels(mut self, levels: Levels) -> Self {
        self.levels = Some(levels);
        self
    }
}

/// How a block came out. Renderers draw the difference, commands only say it.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum State {
    /// A result to stand by.
    Full {
        /// The result.
        block: Block,
    },
    /// Nothing was found.
    Empty {
        /// What was looked for and why there is none, as a sentence.
        reason: String,
        /// What would change that; may be empty.
        remedy: String,
    },
    /// A result to mistrust.
    Unsure {
        /// The result as it is.
        block: Block,
        /// What to mistrust, and what would help.
        note: String,
    },
    /// Something went wrong in this part only.
    Failed {
        /// What failed, as a clause without a full stop.
        what: String,
        /// Where: file, line or byte.
        place: String,
        /// What was done instead.
        instead: String,
        /// What to do about it.
        remedy: String,
    },
}

impl<B: Into<Block>> From<B> for State {
    fn from(block: B) -> Self {
        Self::Full {
            block: block.into(),
        }
    }
}

/// Filled, hollow, dashed: the three marks of how sure a statement is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// Sure enough to say.
    #[default]
    Filled,
    /// Not sure enough.
    Hollow,
    /// Weak, or may still change.
    Dashed,
}

impl Certainty {
    /// Filled from `sure_from` upwards, hollow down to half of it, else dashed.
    #[must_use]
    pub fn of(p: f64, sure_from: f64) -> Self {
        if p >= sure_from {
            Self::Filled
        } else if p >= sure_from / 2.0 {
            Self::Hollow
        } else {
            Self::Dashed
        }
    }

    /// The mark in words, for those who cannot see it.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Filled => "sure",
            Self::Hollow => "not sure enough",
            Self::Dashed => "weak",
        }
    }
}

/// The same findings at several grains, coarse to fine.
///
/// A page shows one at a time, chosen with a slider, and all of them, one
/// below the other, where there is no script; a terminal shows the first
/// choice and names the others.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Levels {
    /// What the slider changes: "Grain".
    pub label: String,
    /// Index of the level that is shown first.
    pub chosen: usize,
    /// The levels, coarse to fine.
    pub steps: Vec<Level>,
}

/// One position of the slider.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Level {
    /// Its name: "9 segments".
    pub name: String,
    /// The account of the section at this level; empty where it is the same at all.
    pub account: String,
    /// The account of the report at this level; empty where it is the same at all.
    pub head: String,
    /// What is shown at it.
    pub parts: Vec<State>,
}
