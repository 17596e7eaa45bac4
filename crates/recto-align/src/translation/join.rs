//! One set of links from two directions.
//!
//! The intersection is sure and sparse. Grow-diag-final starts from it, adds links of either
//! direction that touch one already there, also diagonally, as long as one of their words is
//! free, and at last any link of either direction with a free word.

use crate::{Direction, Pair};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Links as (document word, summary word).
pub(super) type Links = BTreeSet<(usize, usize)>;

/// The links of a direction that generates the summary.
pub(super) fn forward(links: &[Option<usize>]) -> Links {
    let links = links.iter().enumerate();
    links
        .filter_map(|(summary, document)| Some(((*document)?, summary)))
        .collect()
}

/// The links of a direction that generates the document.
pub(super) fn reverse(links: &[Option<usize>]) -> Links {
    let links = links.iter().enumerate();
    links
        .filter_map(|(document, summary)| Some((document, (*summary)?)))
        .collect()
}

/// Joins the directions that there are; ascending by summary word.
pub(super) fn join(
    direction: Direction,
    forward: Option<Links>,
    reverse: Option<Links>,
    pair: &Pair,
) -> Vec<(usize, usize)> {
    let (forward, reverse) = (forward.unwrap_or_default(), reverse.unwrap_or_default());
    let links = match direction {
        Direction::Forward => forward,
        Direction::Reverse => reverse,
        Direction::Intersection => &forward & &reverse,
        Direction::GrowDiagFinal => {
            let mut grown = Grown::new(&forward & &reverse, pair);
            let union = &forward | &reverse;
            while grown.grow(&union) {}
            grown.add_free(&forward);
            grown.add_free(&reverse);
            grown.links
        }
    };
    let mut links: Vec<(usize, usize)> = links.into_iter().collect();
    links.sort_by_key(|&(document, summary)| (summary, document));
    links
}

struct Grown {
    links: Links,
    documents: Vec<bool>,
    summaries: Vec<bool>,
}

impl Grown {
    fn new(links: Links, pair: &Pair) -> Self {
        let mut grown = Self {
            links: Links::new(),
            documents: vec![false; pair.document.len()],
            summaries: vec![false; pair.summary.len()],
        };
        links.into_iter().for_each(|link| grown.add(link));
        grown
    }

    fn add(&mut self, (document, summary): (usize, usize)) {
        self.links.insert((document, summary));
        self.documents[document] = true;
        self.summaries[summary] = true;
    }

    fn has_free(&self, (document, summary): (usize, usize)) -> bool {
        !self.documents[document] || !self.summaries[summary]
    }

    /// Adds links of `union` that touch one already there; whether there were any.
    fn grow(&mut self, union: &Links) -> bool {
        let touching: FxHashSet<(usize, usize)> = self.links.iter().copied().collect();
        let mut has_grown = false;
        for &(i, j) in union {
            let near = |a: usize| [a.wrapping_sub(1), a, a + 1];
            let mut around = near(i).into_iter().flat_map(|i| near(j).map(|j| (i, j)));
            let is_new = !self.links.contains(&(i, j)) && self.has_free((i, j));
            if is_new && around.any(|link| touching.contains(&link)) {
                self.add((i, j));
                has_grown = true;
            }
        }
        has_grown
    }

    fn add_free(&mut self, links: &Links) {
        for &link in links {
            if self.has_free(link) {
                self.add(link);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pairs;
    use recto_testing::text::english;

    #[test]
    fn growing_takes_neighbours_first_and_free_words_last() {
        let mut pairs = Pairs::new(english());
        let document = pairs.side("a b c d".split(' '), vec![0]);
        let summary = pairs.side("w x y z".split(' '), vec![0]);
        pairs.push(document, summary);
        let pair = &pairs.pairs[0];
        let one = || Some(forward(&[Some(0), Some(1), Some(3), None]));
        let two = || Some(reverse(&[Some(0), None, Some(1), Some(3)]));
        let joined = |direction| join(direction, one(), two(), pair);
        assert_eq!(joined(Direction::Intersection), [(0, 0)]);
        // (1, 1) touches (0, 0); (2, 1) then touches (1, 1) and its document word is free;
        // (3, 2) touches (2, 1), and (3, 3) touches (3, 2).
        assert_eq!(
            joined(Direction::GrowDiagFinal),
            [(0, 0), (1, 1), (2, 1), (3, 2), (3, 3)]
        );
        assert_eq!(joined(Direction::Reverse), [(0, 0), (2, 1), (3, 3)]);
    }
}
