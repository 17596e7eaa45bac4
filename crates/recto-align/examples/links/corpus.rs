//! Word-aligned pairs, as the corpora hold them: a JSON object a line.

use recto_align::metrics::{Reference, Tally, is_ignored};
use recto_align::{Alignment, Pairs, Side};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The corpora that have links.
#[allow(dead_code, reason = "tests name their own")]
pub(crate) const SETS: [&str; 4] = ["msr-rte2", "edinburgh", "stitched-rte2", "mtref"];

/// A pair with its links.
pub(crate) struct Row {
    row: Value,
}

impl Row {
    /// The rows of a corpus.
    pub(crate) fn read(data: &str, set: &str) -> Result<Vec<Row>, Box<dyn std::error::Error>> {
        let text = std::fs::read_to_string(format!("{data}/alignment/{set}.jsonl"))?;
        let rows = text.lines().map(|line| {
            Ok(Row {
                row: serde_json::from_str(line)?,
            })
        });
        rows.collect()
    }

    /// Whether it belongs to the half that is for reports: its SHA-256 ends in an odd byte.
    pub(crate) fn is_reported(&self) -> bool {
        let id = self.row["id"].as_str().unwrap_or_default();
        Sha256::digest(id).last().is_some_and(|byte| byte % 2 == 1)
    }

    /// Adds its words to pairs.
    pub(crate) fn push(&self, pairs: &mut Pairs) {
        let document = self.side(pairs, "document");
        let summary = self.side(pairs, "summary");
        pairs.push(document, summary);
    }

    fn side(&self, pairs: &mut Pairs, key: &str) -> Side {
        let words = self.row[key].as_array().into_iter().flatten();
        let starts = self.row[format!("{key}_sentences")].as_array();
        let starts = starts.map_or(vec![0], |starts| {
            let starts = starts.iter().filter_map(Value::as_u64);
            starts.map(|start| start as usize).collect()
        });
        pairs.side(words.filter_map(Value::as_str), starts)
    }

    /// The links found, over all and over content words. `pair` is its index in `pairs`.
    pub(crate) fn tallies(&self, pairs: &Pairs, pair: usize, found: &Alignment) -> [Tally; 2] {
        let words = &pairs.pairs[pair];
        let links = found.links.iter();
        let links = links.map(|link| (link.document, link.summary)).collect();
        let word = |id| pairs.vocabulary().term(id);
        let is_content = |(i, j): (usize, usize)| {
            let (source, summary) = (words.document.words[i], words.summary.words[j]);
            !is_ignored(word(source)) && !is_ignored(word(summary))
        };
        let reference = self.reference();
        let all = Tally::of(&links, &reference, |_| true);
        [all, Tally::of(&links, &reference, is_content)]
    }

    /// The links that people made.
    fn reference(&self) -> Reference {
        let links = |key: &str| {
            let links = self.row[key].as_array().into_iter().flatten();
            let link =
                |link: &Value| Some((link[0].as_u64()? as usize, link[1].as_u64()? as usize));
            links.filter_map(link).collect()
        };
        Reference {
            sure: links("sure"),
            possible: links("possible"),
        }
    }
}
