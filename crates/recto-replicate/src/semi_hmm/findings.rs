//! What links are like: words without one, equal words, phrase lengths, jumps; and how far
//! two people agree.

use super::LinkRow;
use super::corpora::{Links, Set, all};
use super::systems::is_content;
use recto_align::metrics::{WordLink, is_ignored, kappa};
use rustc_hash::FxHashSet;
use serde::Serialize;
use std::collections::BTreeMap;

/// Shares of words without a link and of links of equal words.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Shares {
    /// Summary words without a link.
    pub unlinked: Option<f64>,
    /// Of the summary words, marks without a link.
    pub unlinked_marks: Option<f64>,
    /// Words of the ignored list without a link.
    pub unlinked_function: Option<f64>,
    /// All others without a link.
    pub unlinked_content: Option<f64>,
    /// Links whose words are the same.
    pub equal: Option<f64>,
    /// Links whose words have one stem.
    pub stem: Option<f64>,
}

/// Shares of phrases by length. A phrase is what links join: a word and all that it is
/// linked to, directly or by others.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Lengths {
    /// One word on both sides.
    pub one_to_one: Option<f64>,
    /// One, two, three and more summary words.
    pub summary: [Option<f64>; 4],
    /// One, two, three and more document words.
    pub document: [Option<f64>; 4],
}

/// Shares of jumps from the last document word of a summary word to the first of the next.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Jumps {
    /// Number of neighbouring summary words that both have links.
    pub jumps: usize,
    /// Share of each distance, by name.
    pub shares: Vec<(&'static str, f64)>,
}

/// Agreement of two people beyond chance, over all pairs of words.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Agreement {
    /// Kappa of sure links.
    pub sure: Option<f64>,
    /// Kappa of possible links.
    pub possible: Option<f64>,
    /// Kappa of sure links of content words.
    pub content: Option<f64>,
}

/// What the links of a set are like.
pub(super) fn of(name: &'static str, set: &Set, links: &Links) -> LinkRow {
    LinkRow {
        links: name,
        shares: shares(set, links),
        lengths: lengths(links),
        jumps: jumps(links),
    }
}

fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn shares(set: &Set, links: &Links) -> Shares {
    let (mut words, mut unlinked) = (0, [0; 3]);
    let (mut all, mut equal, mut stem) = (0, 0, 0);
    for (pair, links) in set.pairs.pairs.iter().zip(links) {
        let linked: FxHashSet<usize> = links.iter().map(|link| link.1).collect();
        words += pair.summary.len();
        for at in (0..pair.summary.len()).filter(|at| !linked.contains(at)) {
            let word = set.pairs.vocabulary().term(pair.summary.words[at]);
            let kind = match (word.contains(char::is_alphanumeric), is_ignored(word)) {
                (false, _) => 0,
                (true, true) => 1,
                (true, false) => 2,
            };
            unlinked[kind] += 1;
        }
        for (i, j) in sorted(links) {
            let (d, s) = (pair.document.words[i], pair.summary.words[j]);
            all += 1;
            equal += usize::from(d == s);
            stem += usize::from(set.pairs.stem(d) == set.pairs.stem(s));
        }
    }
    Shares {
        unlinked: share(unlinked.iter().sum(), words),
        unlinked_marks: share(unlinked[0], words),
        unlinked_function: share(unlinked[1], words),
        unlinked_content: share(unlinked[2], words),
        equal: share(equal, all),
        stem: share(stem, all),
    }
}

fn sorted(links: &FxHashSet<WordLink>) -> Vec<WordLink> {
    let mut links: Vec<WordLink> = links.iter().copied().collect();
    links.sort_unstable();
    links
}

fn lengths(links: &Links) -> Lengths {
    let mut sizes: Vec<(usize, usize)> = Vec::new();
    for links in links {
        sizes.extend(phrases(&sorted(links)));
    }
    let count = |is: &dyn Fn(&(usize, usize)) -> bool| {
        share(sizes.iter().filter(|size| is(size)).count(), sizes.len())
    };
    let by = |side: fn(&(usize, usize)) -> usize| {
        [1, 2, 3, 4].map(|n| count(&|size| side(size) == n || (n == 4 && side(size) > 4)))
    };
    Lengths {
        one_to_one: count(&|size| *size == (1, 1)),
        summary: by(|size| size.1),
        document: by(|size| size.0),
    }
}

/// The numbers of document and summary words of each phrase.
fn phrases(links: &[WordLink]) -> Vec<(usize, usize)> {
    let mut phrases: Vec<(FxHashSet<usize>, FxHashSet<usize>)> = Vec::new();
    for &(i, j) in links {
        let (mut document, mut summary) = (FxHashSet::default(), FxHashSet::default());
        document.insert(i);
        summary.insert(j);
        phrases.retain(|(other_document, other_summary)| {
            let is_joined = other_document.contains(&i) || other_summary.contains(&j);
            if is_joined {
                document.extend(other_document);
                summary.extend(other_summary);
            }
            !is_joined
        });
        phrases.push((document, summary));
    }
    let sizes = phrases
        .iter()
        .map(|(document, summary)| (document.len(), summary.len()));
    sizes.collect()
}

/// Names of distances, and the last distance of each.
const DISTANCES: [(&str, i64); 8] = [
    ("back by more than 10", -11),
    ("back by 1 to 10", -1),
    ("the same word", 0),
    ("the next word", 1),
    ("ahead by 2", 2),
    ("ahead by 3 to 5", 5),
    ("ahead by 6 to 10", 10),
    ("ahead by more than 10", i64::MAX),
];

fn jumps(links: &Links) -> Jumps {
    let mut counts = [0; DISTANCES.len()];
    for links in links {
        let mut places: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        for (i, j) in sorted(links) {
            let place = places.entry(j).or_insert((i, i));
            *place = (place.0.min(i), place.1.max(i));
        }
        for (&j, &(_, last)) in &places {
            if let Some(&(first, _)) = places.get(&(j + 1)) {
                let distance = first as i64 - last as i64;
                let kind = DISTANCES.iter().position(|(_, most)| distance <= *most);
                counts[kind.unwrap_or(DISTANCES.len() - 1)] += 1;
            }
        }
    }
    let total: usize = counts.iter().sum();
    let names = DISTANCES.iter().zip(counts);
    Jumps {
        jumps: total,
        shares: names
            .map(|((name, _), count)| (*name, share(count, total).unwrap_or(0.0)))
            .collect(),
    }
}

/// The agreement of two people; `None` if a pair has not two.
pub(super) fn agreement(set: &Set) -> Option<Agreement> {
    let mut kappas = [Kappa::default(); 3];
    for (at, gold) in set.gold.iter().enumerate() {
        let [one, other] = gold.annotators.as_ref()?;
        let pair = &set.pairs.pairs[at];
        let cells = pair.document.len() * pair.summary.len();
        kappas[0].add(&one.sure, &other.sure, cells);
        kappas[1].add(&all(one), &all(other), cells);
        let content = |links: &FxHashSet<WordLink>| -> FxHashSet<WordLink> {
            let links = links.iter().copied();
            links.filter(|&link| is_content(set, at, link)).collect()
        };
        kappas[2].add(&content(&one.sure), &content(&other.sure), cells);
    }
    let [sure, possible, content] = kappas.map(Kappa::value);
    Some(Agreement {
        sure,
        possible,
        content,
    })
}

/// Numbers that Cohen's kappa of two sets of links is made of.
#[derive(Debug, Clone, Copy, Default)]
struct Kappa {
    one: usize,
    other: usize,
    both: usize,
    cells: usize,
}

impl Kappa {
    fn add(&mut self, one: &FxHashSet<WordLink>, other: &FxHashSet<WordLink>, cells: usize) {
        self.one += one.len();
        self.other += other.len();
        self.both += one.intersection(other).count();
        self.cells += cells;
    }

    fn value(self) -> Option<f64> {
        kappa(self.one, self.other, self.both, self.cells)
    }
}
