//! Evaluation of a method on a document with known authors.

use crate::synthetic::{self, Cell, Kind};
use crate::{Alternative, AuthorsError, Certainty, Decomposer};
use rand_chacha::ChaCha8Rng;
use recto_math::Run;
use recto_math::partition::{Overlap, number};
use recto_text::{Analysis, Analyzer, Document, Language, Unit, UnitKind, Units};

/// A document with known authors, one unit per line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Made {
    /// The text.
    pub text: String,
    /// The author of each line.
    pub authors: Vec<usize>,
}

impl Made {
    /// A document of sentences by their authors. Line breaks inside a sentence become
    /// blanks.
    pub fn of<'s>(sentences: impl IntoIterator<Item = (&'s str, usize)>) -> Self {
        let mut made = Self::default();
        for (sentence, author) in sentences {
            made.text += &sentence.replace(['\n', '\r'], " ");
            made.text.push('\n');
            made.authors.push(author);
        }
        made
    }

    /// A document made by [`synthetic::make`] from the sentences of each author.
    pub fn draw<S: AsRef<[String]>>(
        sources: &[S],
        cell: Cell,
        kind: Kind,
        stream: &mut ChaCha8Rng,
    ) -> Self {
        let lengths: Vec<usize> = sources.iter().map(|source| source.as_ref().len()).collect();
        let drawn = synthetic::make(&lengths, cell, kind, stream);
        Self::of(drawn.iter().map(|sentence| {
            let source = sources[sentence.source].as_ref();
            (source[sentence.index].as_str(), sentence.author)
        }))
    }

    /// Number of authors.
    pub fn n_authors(&self) -> usize {
        number(&self.authors).1
    }

    /// The author of each unit: a line of blanks or a separator is none.
    fn authors_of(&self, units: &Units<'_>) -> Vec<usize> {
        let breaks: Vec<usize> = self.text.match_indices('\n').map(|(at, _)| at).collect();
        let line = |start: usize| breaks.partition_point(|&at| at < start);
        let author = |unit: &Unit| self.authors[line(unit.span.start)];
        units.units.iter().map(author).collect()
    }

    /// Number of changes of author.
    pub fn transitions(&self) -> usize {
        let pairs = self.authors.windows(2);
        pairs.filter(|pair| pair[0] != pair[1]).count()
    }
}

/// Scores of a method on a document.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// Number of units.
    pub units: usize,
    /// Accuracy under the best matching of found and true authors, from 0 to 1.
    pub accuracy: f64,
    /// Accuracy of the baseline that assigns one author to all units.
    pub one: f64,
    /// Number of authors found.
    pub found: usize,
    /// True number of authors.
    pub truth: usize,
    /// Numbers of units and of correct ones with firm, weak and open certainty; zeros for
    /// methods without certainties.
    pub bands: [(usize, usize); 3],
    /// Accuracy with each number of authors that the method tried beside the one it found.
    pub by_number: Vec<(usize, f64)>,
    /// Gain of two styles over one, see [`crate::Authorship::style_gain`].
    pub style_gain: Option<f64>,
}

/// Runs a method on a document.
///
/// # Errors
/// Errors of the method.
pub fn trial(
    made: &Made,
    decomposer: &dyn Decomposer,
    language: &'static Language,
    run: &Run<'_>,
) -> Result<Trial, AuthorsError> {
    let document = Document::new("made", made.text.as_str());
    let analyzer = Analyzer::new(Analysis::Style, language);
    let units = analyzer.units(&document, UnitKind::Line, run)?;
    let found = decomposer.decompose(&units, run)?;
    let authors = made.authors_of(&units);
    let overlap = Overlap::new(&found.labels, &authors);
    let partners = overlap.partners();
    let (truth, n_truth) = number(&authors);
    let mut bands = [(0, 0); 3];
    for (unit, band) in found.certainty.iter().flatten().enumerate() {
        let at = match band {
            Certainty::Firm => 0,
            Certainty::Weak => 1,
            Certainty::Open => 2,
        };
        let is_right = partners[found.labels[unit]] == Some(truth[unit]);
        bands[at].0 += 1;
        bands[at].1 += usize::from(is_right);
    }
    let of_number = |other: &Alternative| {
        let accuracy = Overlap::new(&other.labels, &authors).accuracy();
        (other.authors, accuracy)
    };
    Ok(Trial {
        units: units.len(),
        accuracy: overlap.accuracy(),
        one: Overlap::new(&vec![0; truth.len()], &truth).accuracy(),
        found: found.count,
        truth: n_truth,
        bands,
        by_number: found.alternatives.iter().map(of_number).collect(),
        style_gain: found.style_gain,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, methods};
    use recto_math::Silent;

    #[test]
    fn one_author_for_all_scores_the_share_of_the_most_frequent() {
        let made = Made::of([("Nets dry.", 0), ("Boats\nrest.", 1), ("Bells ring.", 0)]);
        assert_eq!(made.text.lines().count(), 3);
        assert_eq!((made.n_authors(), made.transitions()), (2, 2));
        let one = methods().iter().find(|row| row.name == "one").unwrap();
        let one = (one.build)(&Options::default()).unwrap();
        let english = Language::from_code("en").unwrap();
        let found = trial(&made, one.as_ref(), english, &Run::new(0, &Silent)).unwrap();
        assert_eq!(found.accuracy, 2.0 / 3.0);
        assert_eq!(found.accuracy, found.one);
        assert_eq!((found.found, found.truth), (1, 2));
    }

    #[test]
    fn lines_that_are_no_units_have_no_author() {
        let lines = [
            ("Nets dry.", 0),
            ("==========", 1),
            (" ", 0),
            ("Bells ring.", 1),
        ];
        let one = methods().iter().find(|row| row.name == "one").unwrap();
        let one = (one.build)(&Options::default()).unwrap();
        let english = Language::from_code("en").unwrap();
        let run = Run::new(0, &Silent);
        let found = trial(&Made::of(lines), one.as_ref(), english, &run).unwrap();
        assert_eq!(found.accuracy, 0.5);
    }
}
