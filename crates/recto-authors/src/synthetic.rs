//! Synthetic documents with known authors: shuffled runs of sentences from several sources.
//!
//! A document is a list of references to sentences of the sources, so that no text is
//! copied.
//!
//! | kind | what it tests |
//! |---|---|
//! | [`Kind::Continued`] | BayesAD's own procedure: an author's text goes on from run to run |
//! | [`Kind::Fresh`] | every run of an author comes from another place, so no topic recurs |
//! | [`Kind::Excerpt`] | one author, one place |
//! | [`Kind::Scattered`] | one author, every run from another place: the pair of `Fresh` |
//! | [`Kind::Interleaved`] | one author, as many places as the partner has authors, each going on: the pair of `Continued` |
//!
//! ```
//! use recto_authors::synthetic::{Cell, Kind, make};
//! use recto_math::rng;
//! let cell = Cell { authors: 2, run_length: 5, runs: 2 };
//! let made = make(&[400, 300, 500], cell, Kind::Continued, &mut rng::stream(0, "doc", 0));
//! assert!(made.iter().all(|sentence| sentence.source < 3));
//! ```

use rand_chacha::ChaCha8Rng;
use recto_math::rng;
use std::ops::Range;

/// Size of a synthetic document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// Number of authors.
    pub authors: usize,
    /// Mean number of sentences in a run.
    pub run_length: usize,
    /// Number of runs of each author.
    pub runs: usize,
}

/// The cells of the usual mix, the number of authors changing last.
pub fn cells(authors: &[usize]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for &authors in authors {
        for run_length in [5, 15, 25, 35] {
            for runs in [2, 4] {
                cells.push(Cell {
                    authors,
                    run_length,
                    runs,
                });
            }
        }
    }
    cells
}

/// Where the sentences of a document come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Several authors, each text going on from run to run.
    Continued,
    /// Several authors, every run from another place.
    Fresh,
    /// One author, one place.
    Excerpt,
    /// One author, every run from another place.
    Scattered,
    /// One author, several places, each going on from run to run.
    Interleaved,
}

/// A sentence of a synthetic document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sentence {
    /// Index of the source.
    pub source: usize,
    /// Index of the sentence in the source.
    pub index: usize,
    /// Author, from 0; always 0 in documents of one author.
    pub author: usize,
}

/// Makes a document from sources with so many sentences each; the sources are drawn. No
/// more authors than there are sources.
///
/// BayesAD def. SyntheticDocuments: leading sentences are dropped at random, the runs are
/// in random order, and a run has an exponential number of sentences, rounded.
pub fn make(lengths: &[usize], cell: Cell, kind: Kind, stream: &mut ChaCha8Rng) -> Vec<Sentence> {
    let mut sources: Vec<usize> = (0..lengths.len()).collect();
    rng::shuffle(stream, &mut sources);
    sources.truncate(cell.authors);
    if sources.is_empty() || cell.runs == 0 {
        return Vec::new();
    }
    if !matches!(kind, Kind::Continued | Kind::Fresh) {
        sources.truncate(1);
    }
    let parts = if sources.len() == 1 {
        cell.authors
    } else {
        sources.len()
    };
    let order = run_order(parts, cell.runs, stream);
    let lengths: Vec<usize> = sources.iter().map(|&source| lengths[source]).collect();
    let mut places = Places::new(&lengths, parts, cell, kind, stream);
    let mut document = Vec::new();
    for part in order {
        let asked = exponential(cell.run_length, stream);
        let author = if lengths.len() == 1 { 0 } else { part };
        let source = sources[author];
        let sentences = places.take(part, asked, stream);
        document.extend(sentences.map(|index| Sentence {
            source,
            index,
            author,
        }));
    }
    document
}

/// Whose each run is: a random order of all runs.
fn run_order(parts: usize, runs: usize, stream: &mut ChaCha8Rng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..parts * runs).collect();
    rng::shuffle(stream, &mut order);
    order.into_iter().map(|run| run % parts).collect()
}

/// An exponential number with that mean, rounded; may be 0.
fn exponential(mean: usize, stream: &mut ChaCha8Rng) -> usize {
    let drawn = -(1.0 - rng::uniform(stream)).ln() * mean as f64;
    (drawn + 0.5).floor() as usize
}

/// Where the next run of each part is taken from.
enum Places {
    /// The next sentence of each part, and the end of its text.
    Continued(Vec<Range<usize>>),
    /// The bins of each part that are left, and the longest run.
    Fresh(Vec<(Vec<Range<usize>>, usize)>),
}

impl Places {
    fn new(
        lengths: &[usize],
        parts: usize,
        cell: Cell,
        kind: Kind,
        stream: &mut ChaCha8Rng,
    ) -> Self {
        let needed = parts * cell.runs * cell.run_length;
        let mut late = |length: usize| {
            let spare = length.saturating_sub(needed);
            rng::below(stream, spare + 1)
        };
        match kind {
            Kind::Continued => {
                let range = |&length: &usize| late(length)..length;
                Self::Continued(lengths.iter().map(range).collect())
            }
            // One place: every run goes on where the one before ended.
            Kind::Excerpt => {
                let whole = late(lengths[0])..lengths[0];
                Self::Continued([whole].into())
            }
            Kind::Interleaved => {
                let bins = bins(lengths[0], parts);
                let part = cell.runs * cell.run_length;
                let mut start = |bin: Range<usize>| {
                    let spare = bin.len().saturating_sub(part);
                    bin.start + rng::below(stream, spare + 1)..bin.end
                };
                let bins: Vec<Range<usize>> = bins.into_iter().map(&mut start).collect();
                Self::Continued(bins)
            }
            Kind::Fresh => {
                let part = |&length: &usize| {
                    let mut own = bins(length, cell.runs);
                    rng::shuffle(stream, &mut own);
                    (own, length / (parts * cell.runs))
                };
                Self::Fresh(lengths.iter().map(part).collect())
            }
            Kind::Scattered => {
                let mut own = bins(lengths[0], parts * cell.runs);
                rng::shuffle(stream, &mut own);
                let longest = lengths[0] / (parts * cell.runs);
                Self::Fresh(vec![(own, longest)])
            }
        }
    }

    /// The next run of a part.
    fn take(&mut self, part: usize, asked: usize, stream: &mut ChaCha8Rng) -> Range<usize> {
        match self {
            Self::Continued(places) => {
                let at = part.min(places.len() - 1);
                let place = &mut places[at];
                let run = place.start..place.start + asked.min(place.len());
                place.start = run.end;
                run
            }
            Self::Fresh(parts) => {
                let at = part.min(parts.len() - 1);
                let (bins, longest) = &mut parts[at];
                let Some(bin) = bins.pop() else {
                    return 0..0;
                };
                let length = asked.min(*longest).min(bin.len());
                let start = bin.start + rng::below(stream, bin.len() - length + 1);
                start..start + length
            }
        }
    }
}

/// Equal parts of a text.
fn bins(length: usize, n: usize) -> Vec<Range<usize>> {
    (0..n)
        .map(|i| length * i / n..length * (i + 1) / n)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELL: Cell = Cell {
        authors: 4,
        run_length: 15,
        runs: 4,
    };

    fn made(kind: Kind, seed: u64) -> Vec<Sentence> {
        let lengths = [3000, 2000, 2500, 4000];
        make(&lengths, CELL, kind, &mut rng::stream(seed, "synthetic", 0))
    }

    #[test]
    fn transitions_are_as_many_as_published() {
        // The paper's mean for runs of 15 and 4 runs each is 11.19, a simulation's 11.57.
        let changes = |seed: u64| {
            let document = made(Kind::Continued, seed);
            let pairs = document.array_windows::<2>();
            pairs.filter(|[a, b]| a.author != b.author).count()
        };
        let mean = (0..400).map(changes).sum::<usize>() as f64 / 400.0;
        assert!((mean - 11.5).abs() < 0.3, "{mean}");
    }

    #[test]
    fn no_sentence_comes_twice_and_runs_have_the_mean_length() {
        for kind in [
            Kind::Continued,
            Kind::Fresh,
            Kind::Excerpt,
            Kind::Scattered,
            Kind::Interleaved,
        ] {
            let mut total = 0;
            for seed in 0..60 {
                let document = made(kind, seed);
                total += document.len();
                let mut seen: Vec<(usize, usize)> = document
                    .iter()
                    .map(|sentence| (sentence.source, sentence.index))
                    .collect();
                seen.sort_unstable();
                let all = seen.len();
                seen.dedup();
                assert_eq!(seen.len(), all, "{kind:?}");
            }
            let mean = total as f64 / 60.0;
            assert!((210.0..270.0).contains(&mean), "{kind:?}: {mean}");
        }
    }

    #[test]
    fn controls_have_one_author() {
        for kind in [Kind::Excerpt, Kind::Scattered, Kind::Interleaved] {
            let document = made(kind, 3);
            assert!(document.iter().all(|sentence| sentence.author == 0));
            assert!(document.iter().all(|s| s.source == document[0].source));
        }
        let excerpt = made(Kind::Excerpt, 3);
        assert!(
            excerpt
                .array_windows::<2>()
                .all(|[a, b]| a.index + 1 == b.index)
        );
    }

    #[test]
    fn short_sources_and_empty_cells_are_no_trouble() {
        let mut stream = rng::stream(0, "synthetic", 1);
        for kind in [Kind::Continued, Kind::Fresh, Kind::Interleaved] {
            assert!(make(&[3, 0, 1, 2], CELL, kind, &mut stream).len() <= 6);
            assert!(make(&[], CELL, kind, &mut stream).is_empty());
        }
    }
}
