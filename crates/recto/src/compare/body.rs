//! What `compare` answers: the keys of the contract.

use crate::offsets::{Offsets, VisitOffset};
use crate::summarize::SummarySentence;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Groups and what sets them apart.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Body {
    /// The groups, in the order given.
    pub groups: Vec<ComparedGroup>,
}

/// What sets a group apart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ComparedGroup {
    /// Its name.
    pub name: String,
    /// Its documents.
    pub documents: usize,
    /// Its sentences that could have been chosen, each copy counted.
    pub candidates: usize,
    /// The part of them that the chosen ones stand for, 0 to 1.
    pub coverage: f64,
    /// The sentences that tell it from the others.
    pub sentences: Vec<SummarySentence>,
    /// The words that it has more often than the others, each in its commonest spelling,
    /// with how sure that is (z) and how often each group has it in any of its forms.
    pub terms: Vec<(String, f64, Vec<u32>)>,
}

impl Offsets for Body {
    fn each_offset(&mut self, visit: &mut VisitOffset<'_>) {
        for sentence in self
            .groups
            .iter_mut()
            .flat_map(|group| &mut group.sentences)
        {
            sentence.each_offset(visit);
        }
    }
}
