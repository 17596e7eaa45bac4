//! Cut and Paste: the most plausible way that a summary was cut out of its document.
//!
//! Each word of the summary may come from any word of the same stem. The best sequence of
//! places maximises a product of six scores for the step from one place to the next: the
//! next word of the sentence 1, later in it .9, earlier in it .8, a following sentence
//! within two .7, a preceding one within two .6, anything else .5. A word without a match is
//! skipped. Then runs of neighbouring words on neighbouring places shorter than the cutoff
//! are dropped.
//!
//! The order of the scores is that of the paper, which set its values by hand and does not
//! print them. Its cutoff is 2; 1 keeps every word and scores better on all corpora here.
//! Best steps are found by groups: the last place alone, then the best of each sentence, so
//! that a word with c places costs O(c log c) instead of O(c²).

use crate::{AlignError, Aligned, Aligner, Alignment, Evidence, Link, Options, Pair, Pairs};
use rayon::prelude::*;
use recto_math::{BadParameter, Run};
use recto_text::TermId;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

/// Names of the options that it uses.
pub(crate) const USES: &[&str] = &["cutoff"];

/// Scores of a step: next word, later and earlier in the sentence, a following and a
/// preceding sentence nearby, anything else.
const SCORES: [f64; 6] = [1.0, 0.9, 0.8, 0.7, 0.6, 0.5];

/// How many sentences away is nearby.
const NEARBY: usize = 2;

#[derive(Debug)]
struct CutPaste {
    cutoff: usize,
}

pub(crate) fn build(options: &Options) -> Result<Box<dyn Aligner>, AlignError> {
    let cutoff = options.cutoff.unwrap_or(if options.paper { 2 } else { 1 });
    if cutoff == 0 {
        return Err(BadParameter::new("cutoff", 0, "at least 1").into());
    }
    Ok(Box::new(CutPaste { cutoff }))
}

impl Aligner for CutPaste {
    fn align(&self, pairs: &Pairs, run: &Run<'_>) -> Result<Aligned, AlignError> {
        run.report("aligning", 0, None)?;
        let align = |pair: &Pair| {
            let path = best_path(pairs, pair);
            Alignment {
                links: kept(pair, &path, self.cutoff),
                ..Alignment::default()
            }
        };
        let alignments = pairs.pairs.par_iter().map(|pair| {
            run.report("aligning", 0, None)?;
            Ok(align(pair))
        });
        Ok(Aligned {
            alignments: alignments.collect::<Result<_, AlignError>>()?,
            ..Aligned::default()
        })
    }

    fn parameters(&self) -> Value {
        json!({ "cutoff": self.cutoff })
    }
}

/// A place that a word may come from: the logarithm of the best path there, and the place
/// before in it.
#[derive(Clone, Copy)]
struct Step {
    place: usize,
    score: f64,
    before: usize,
}

/// The place of each summary word on the best path (CutPaste def. Decomposition); `None`
/// without a match.
fn best_path(pairs: &Pairs, pair: &Pair) -> Vec<Option<usize>> {
    let sentence = pair.document.sentence_of_words();
    let mut places: FxHashMap<TermId, Vec<usize>> = FxHashMap::default();
    for (place, &word) in pair.document.words.iter().enumerate() {
        places.entry(pairs.stem(word)).or_default().push(place);
    }
    let mut rows: Vec<(usize, Vec<Step>)> = Vec::new();
    for (j, &word) in pair.summary.words.iter().enumerate() {
        let Some(places) = places.get(&pairs.stem(word)) else {
            continue;
        };
        let row = match rows.last() {
            None => places
                .iter()
                .map(|&place| Step {
                    place,
                    score: 0.0,
                    before: 0,
                })
                .collect(),
            Some((_, from)) => {
                let from = From::new(from, &sentence);
                places
                    .iter()
                    .map(|&place| from.best(place, sentence[place]))
                    .collect()
            }
        };
        rows.push((j, row));
    }
    trace(pair.summary.len(), &rows)
}

fn trace(words: usize, rows: &[(usize, Vec<Step>)]) -> Vec<Option<usize>> {
    let mut path = vec![None; words];
    let best = |row: &[Step]| {
        let better = |best: usize, at: usize| {
            if row[at].score > row[best].score {
                at
            } else {
                best
            }
        };
        (0..row.len()).fold(0, better)
    };
    let mut at = rows.last().map_or(0, |(_, row)| best(row));
    for (j, row) in rows.iter().rev() {
        path[*j] = Some(row[at].place);
        at = row[at].before;
    }
    path
}

/// The row that a step comes from, with what finds its best entry for any target.
struct From<'r> {
    row: &'r [Step],
    /// Best entry of each sentence that has one, ascending by sentence.
    by_sentence: Vec<(usize, usize)>,
    best: usize,
    sentence: &'r [usize],
}

impl<'r> From<'r> {
    fn new(row: &'r [Step], sentence: &'r [usize]) -> Self {
        let mut by_sentence: Vec<(usize, usize)> = Vec::new();
        let mut best = 0;
        for (at, step) in row.iter().enumerate() {
            let of = sentence[step.place];
            match by_sentence.last_mut() {
                Some((last, top)) if *last == of => {
                    if step.score > row[*top].score {
                        *top = at;
                    }
                }
                _ => by_sentence.push((of, at)),
            }
            if step.score > row[best].score {
                best = at;
            }
        }
        Self {
            row,
            by_sentence,
            best,
            sentence,
        }
    }

    /// The best step to a place.
    fn best(&self, place: usize, of: usize) -> Step {
        let mut found = (self.row[self.best].score + SCORES[5].ln(), self.best);
        let low = of.saturating_sub(NEARBY);
        let near = self
            .by_sentence
            .partition_point(|&(sentence, _)| sentence < low);
        for &(sentence, top) in &self.by_sentence[near..] {
            if sentence > of + NEARBY {
                break;
            }
            if sentence != of {
                self.offer(&mut found, top, place);
            }
        }
        let from = self
            .row
            .partition_point(|step| self.sentence[step.place] < of);
        let inside = self.row[from..].partition_point(|step| self.sentence[step.place] == of);
        for at in from..from + inside {
            self.offer(&mut found, at, place);
        }
        Step {
            place,
            score: found.0,
            before: found.1,
        }
    }

    fn offer(&self, found: &mut (f64, usize), at: usize, place: usize) {
        let step = &self.row[at];
        let score = step.score + self.score(step.place, place).ln();
        if score > found.0 || (score == found.0 && at < found.1) {
            *found = (score, at);
        }
    }

    fn score(&self, from: usize, to: usize) -> f64 {
        let (a, b) = (self.sentence[from], self.sentence[to]);
        let kind = match (a == b, a < b) {
            (true, _) if to == from + 1 => 0,
            (true, _) if to > from => 1,
            (true, _) => 2,
            (false, true) if b - a <= NEARBY => 3,
            (false, false) if a - b <= NEARBY => 4,
            _ => 5,
        };
        SCORES[kind]
    }
}

/// Links of runs of at least `cutoff` words on neighbouring places.
fn kept(pair: &Pair, path: &[Option<usize>], cutoff: usize) -> Vec<Link> {
    let follows = |a: &Option<usize>, b: &Option<usize>| a.is_some() && *b == a.map(|a| a + 1);
    let mut links = Vec::new();
    let mut summary = 0;
    for run in path.chunk_by(follows) {
        let long = run.len() >= cutoff;
        for (place, summary) in run.iter().zip(summary..).filter(|_| long) {
            links.extend(place.map(|document| Link {
                document,
                summary,
                p: 1.0,
                by: Evidence::of_same(pair, document, summary),
            }));
        }
        summary += run.len();
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_testing::text::english;

    fn links(
        source: &str,
        starts: Vec<usize>,
        summary: &str,
        cutoff: usize,
    ) -> Vec<(usize, usize)> {
        let mut pairs = Pairs::new(english());
        let document = pairs.side(source.split(' '), starts);
        let summary = pairs.side(summary.split(' '), vec![0]);
        pairs.push(document, summary);
        let path = best_path(&pairs, &pairs.pairs[0]);
        let links = kept(&pairs.pairs[0], &path, cutoff);
        links
            .iter()
            .map(|link| (link.document, link.summary))
            .collect()
    }

    #[test]
    fn a_copied_run_is_preferred_to_words_from_elsewhere() {
        let source = "the gulls left the pier before the old pier fell";
        assert_eq!(
            links(source, vec![0], "the old pier fell", 1),
            [(6, 0), (7, 1), (8, 2), (9, 3)]
        );
    }

    #[test]
    fn runs_below_the_cutoff_are_dropped_and_unknown_words_skipped() {
        let source = "gulls left . the pier fell";
        let starts = vec![0, 3];
        let summary = "gulls yesterday pier fell";
        assert_eq!(
            links(source, starts.clone(), summary, 1),
            [(0, 0), (4, 2), (5, 3)]
        );
        assert_eq!(links(source, starts, summary, 2), [(4, 2), (5, 3)]);
    }
}
