//! The simplest aligners: every summary word to the nearest equal word, or the nearest of
//! its stem.
//!
//! Nearest by relative position, `|i/n - j/N|` for word i of n in the document and j of N in
//! the summary; of two equally near ones the earlier.

use crate::{AlignError, Aligned, Aligner, Alignment, Evidence, Link, Options, Pair, Pairs};
use recto_math::Run;
use recto_text::TermId;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

/// What must be equal for two words to be linked.
enum Nearest {
    Word,
    Stem,
}

pub(crate) fn build_identity(_: &Options) -> Result<Box<dyn Aligner>, AlignError> {
    Ok(Box::new(Nearest::Word))
}

pub(crate) fn build_stem(_: &Options) -> Result<Box<dyn Aligner>, AlignError> {
    Ok(Box::new(Nearest::Stem))
}

impl Aligner for Nearest {
    fn align(&self, pairs: &Pairs, run: &Run<'_>) -> Result<Aligned, AlignError> {
        let key = |word| match self {
            Self::Word => word,
            Self::Stem => pairs.stem(word),
        };
        let mut alignments = Vec::with_capacity(pairs.pairs.len());
        for (pair, done) in pairs.pairs.iter().zip(0..) {
            run.report("aligning", done, Some(pairs.pairs.len() as u64))?;
            alignments.push(nearest(pair, key));
        }
        Ok(Aligned {
            alignments,
            ..Aligned::default()
        })
    }

    fn parameters(&self) -> Value {
        json!({})
    }
}

fn nearest(pair: &Pair, key: impl Fn(TermId) -> TermId) -> Alignment {
    let mut places: FxHashMap<TermId, Vec<usize>> = FxHashMap::default();
    for (i, &word) in pair.document.words.iter().enumerate() {
        places.entry(key(word)).or_default().push(i);
    }
    let (n, m) = (pair.document.len(), pair.summary.len());
    let mut links = Vec::new();
    for (j, &word) in pair.summary.words.iter().enumerate() {
        let Some(places) = places.get(&key(word)) else {
            continue;
        };
        // |i/n - j/m| in whole numbers, so that ties are ties.
        let best = places
            .iter()
            .copied()
            .min_by_key(|i| (i * m).abs_diff(j * n));
        links.extend(best.map(|document| Link {
            document,
            summary: j,
            p: 1.0,
            by: Evidence::of_same(pair, document, j),
        }));
    }
    Alignment {
        links,
        ..Alignment::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_text::Language;

    #[test]
    fn the_nearest_of_several_equal_words_is_linked() {
        let mut pairs = Pairs::new(Language::from_code("en").expect("a language"));
        let document = pairs.side("the tide the rocks the foam".split(' '), vec![0]);
        let summary = pairs.side("rock the".split(' '), vec![0]);
        pairs.push(document, summary);
        let pair = &pairs.pairs[0];
        // `the` is word 1 of 2, at .5: word 2 of 6 at .33 and word 4 at .67 are equally far.
        let found = nearest(pair, |word| pairs.stem(word));
        let links: Vec<_> = found
            .links
            .iter()
            .map(|l| (l.document, l.summary))
            .collect();
        assert_eq!(links, [(3, 0), (2, 1)]);
        assert_eq!(nearest(pair, |word| word).links.len(), 1);
        assert_eq!(found.unsupported(3), [2]);
    }
}
