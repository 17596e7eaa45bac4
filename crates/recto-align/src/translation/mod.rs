//! Translation models as aligners: IBM Model 1 and the HMM of Vogel, in both directions.
//!
//! They treat a document and its summary as two languages. Words that are alike mean nothing
//! to them, so that a corpus is needed. Every word is also given once as a pair with itself
//! (seeds), as in the experiments of the semi-HMM paper; nothing else helps as much.
//!
//! A direction generates one side from the other and links each generated word to at most
//! one; [`join`] makes one set of links of two.

mod hmm;
mod ibm1;
mod join;

use crate::{
    AlignError, Aligned, Aligner, Alignment, Direction, Evidence, Link, Options, Pair, Pairs,
};
use recto_math::{BadParameter, Run};
use serde_json::{Value, json};

/// Names of the options that both use.
pub(crate) const USES: &[&str] = &["direction", "iterations"];

/// Iterations of each model unless asked otherwise.
const ITERATIONS: usize = 5;

/// Which model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ibm1,
    Hmm,
}

#[derive(Debug)]
struct Translation {
    kind: Kind,
    direction: Direction,
    iterations: usize,
}

pub(crate) fn build_ibm1(options: &Options) -> Result<Box<dyn Aligner>, AlignError> {
    build(Kind::Ibm1, options)
}

pub(crate) fn build_hmm(options: &Options) -> Result<Box<dyn Aligner>, AlignError> {
    build(Kind::Hmm, options)
}

fn build(kind: Kind, options: &Options) -> Result<Box<dyn Aligner>, AlignError> {
    let default = if options.paper {
        Direction::Forward
    } else {
        Direction::Intersection
    };
    let iterations = options.iterations.unwrap_or(ITERATIONS);
    if iterations == 0 {
        return Err(BadParameter::new("iterations", 0, "at least 1").into());
    }
    Ok(Box::new(Translation {
        kind,
        direction: options.direction.unwrap_or(default),
        iterations,
    }))
}

/// Word numbers of a pair: what is generated from what.
struct Sentences<'p> {
    source: &'p [recto_text::TermId],
    target: &'p [recto_text::TermId],
}

impl Translation {
    /// For each pair the source word of each target word.
    fn links(
        &self,
        pairs: &Pairs,
        is_reverse: bool,
        run: &Run<'_>,
    ) -> Result<Vec<Vec<Option<usize>>>, AlignError> {
        let sentences: Vec<Sentences<'_>> = pairs
            .pairs
            .iter()
            .map(|Pair { document, summary }| {
                let (source, target) = if is_reverse {
                    (summary, document)
                } else {
                    (document, summary)
                };
                Sentences {
                    source: &source.words,
                    target: &target.words,
                }
            })
            .collect();
        let seeds = pairs.vocabulary().len() as u32;
        let table = ibm1::learn(&sentences, seeds, self.iterations, run)?;
        match self.kind {
            Kind::Ibm1 => Ok(sentences
                .iter()
                .map(|pair| ibm1::best(&table, pair))
                .collect()),
            Kind::Hmm => hmm::align(&sentences, table, seeds, self.iterations, run),
        }
    }
}

impl Aligner for Translation {
    fn align(&self, pairs: &Pairs, run: &Run<'_>) -> Result<Aligned, AlignError> {
        let needs = |one| self.direction != one;
        let forward = match needs(Direction::Reverse) {
            true => Some(self.links(pairs, false, run)?),
            false => None,
        };
        let reverse = match needs(Direction::Forward) {
            true => Some(self.links(pairs, true, run)?),
            false => None,
        };
        let joined = |at: usize| {
            let pair = &pairs.pairs[at];
            let forward = forward.as_ref().map(|links| join::forward(&links[at]));
            let reverse = reverse.as_ref().map(|links| join::reverse(&links[at]));
            let links = join::join(self.direction, forward, reverse, pair);
            let link = |(document, summary): (usize, usize)| Link {
                document,
                summary,
                p: 1.0,
                by: Evidence::of_any(pairs, pair, document, summary),
            };
            Alignment {
                links: links.into_iter().map(link).collect(),
                ..Alignment::default()
            }
        };
        Ok(Aligned {
            alignments: (0..pairs.pairs.len()).map(joined).collect(),
            ..Aligned::default()
        })
    }

    fn parameters(&self) -> Value {
        json!({
            "direction": self.direction,
            "iterations": self.iterations,
            "seeds": true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_math::Silent;

    /// Without seeds nothing in a single pair says which words belong together.
    #[test]
    fn the_published_form_links_only_equal_words_of_a_single_pair() {
        let english = recto_text::Language::from_code("en").expect("English is known");
        let mut pairs = Pairs::new(english);
        let document = ["gulls", "left", "harbour"];
        let summary = ["harbour", "gulls", "left"];
        let sides = [document, summary].map(|words| pairs.side(words, vec![0]));
        let [document_side, summary_side] = sides;
        pairs.push(document_side, summary_side);
        let options = Options {
            paper: true,
            ..Options::default()
        };
        for build in [build_ibm1, build_hmm] {
            let aligner = build(&options).expect("valid options");
            let aligned = aligner.align(&pairs, &Run::new(0, &Silent)).expect("links");
            let links = &aligned.alignments[0].links;
            // The HMM leaves out the first word: linking it takes two jumps against the order.
            assert!(links.len() >= 2, "{links:?}");
            let is_equal = |link: &Link| document[link.document] == summary[link.summary];
            assert!(links.iter().all(is_equal), "{links:?}");
        }
    }
}
