//! Rows of the log.

use super::ItemKey;
use recto_classify::active::{Drawn, Reply};
use serde::{Deserialize, Serialize};

/// A row of the log: who did what, when.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its place in the log, from 1.
    pub number: u64,
    /// When, in milliseconds since 1970 (UTC).
    pub time: i64,
    /// Who.
    pub annotator: String,
    /// What.
    #[serde(flatten)]
    pub action: Action,
}

/// What somebody did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "kebab-case")]
pub enum Action {
    /// Answered a question; a later answer of the same person about the same item replaces
    /// this one.
    Answer {
        /// About what.
        item: ItemKey,
        /// What was said.
        reply: Reply,
        /// How the question was drawn.
        drawn: Drawn,
        /// What the model said before the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        predicted: Option<Vec<f64>>,
        /// How long the question was in view.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seconds: Option<f64>,
        /// Where the answer comes from.
        #[serde(default)]
        origin: Origin,
    },
    /// Took back what an own earlier row says.
    Undo {
        /// The number of that row.
        target: u64,
    },
    /// Wrote a remark; a later remark of the same person about the same item replaces it, an
    /// empty one removes it.
    Comment {
        /// About what.
        item: ItemKey,
        /// The remark.
        text: String,
    },
    /// Added a class behind the others.
    AddClass {
        /// Its name.
        name: String,
    },
    /// Gave a class another name; answers keep it.
    RenameClass {
        /// Its index.
        class: usize,
        /// The new name.
        name: String,
    },
    /// Settled what annotators disagree about.
    Settle {
        /// About what.
        item: ItemKey,
        /// What holds.
        reply: Reply,
    },
}

/// Where an answer comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// A session: somebody saw the question.
    #[default]
    Session,
    /// A file of answers that were given elsewhere.
    Import,
}

impl Action {
    /// The same with numbers rounded to what is written: a state that was read again must be
    /// the state that was, and not every number with seventeen digits survives as text.
    pub(super) fn rounded(&self) -> Self {
        let mut action = self.clone();
        if let Self::Answer {
            predicted, seconds, ..
        } = &mut action
        {
            let round = |number: &mut f64| *number = (*number * 1e6).round() / 1e6;
            predicted.iter_mut().flatten().for_each(round);
            seconds.iter_mut().for_each(round);
        }
        action
    }

    /// What it is about; `None` for classes and for taking back.
    pub fn item(&self) -> Option<&ItemKey> {
        match self {
            Self::Answer { item, .. } | Self::Comment { item, .. } | Self::Settle { item, .. } => {
                Some(item)
            }
            Self::Undo { .. } | Self::AddClass { .. } | Self::RenameClass { .. } => None,
        }
    }

    /// What was replied; `None` for what is no reply.
    pub fn reply(&self) -> Option<Reply> {
        match self {
            Self::Answer { reply, .. } | Self::Settle { reply, .. } => Some(*reply),
            _ => None,
        }
    }
}
