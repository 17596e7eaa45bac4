//! Which names are joined.

use super::context::Contexts;
use super::lexical;
use crate::Context;
use crate::corpus::Corpus;
use crate::lists::Lists;
use crate::mentions::{Matcher, Mention};
use crate::sets::DisjointSets;
use rayon::prelude::*;
use serde::Serialize;
use std::ops::Range;

/// Similarity from which on two names name the same.
const THRESHOLD: f64 = 0.15;
/// Share of a name's messages that hold it inside a longer name, from which on it is a part
/// of that name and nothing else.
const BOUND: f64 = 0.5;
/// Share of the rarer name's messages from which on two parts of a longer name, each by
/// itself, are two things and no alternatives.
const TOGETHER: f64 = 0.03;

/// Which of the links between similar names join them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Joining {
    /// All of them (PES sec. 3.1): single link.
    SingleLink,
    /// Those by which a name joins no two others that do not belong together.
    Unambiguous,
}

/// Two names that may be joined.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Link {
    a: usize,
    b: usize,
    similarity: f64,
}

/// Groups of names that name the same, names in order. Words that stand in longer names
/// alone are no names of their own.
pub(super) fn groups(
    corpus: &Corpus,
    names: &[Mention],
    context: Context,
    joining: Joining,
) -> Vec<Vec<usize>> {
    let linker = Linker::new(corpus, names, context);
    let links = match joining {
        Joining::SingleLink => linker.links(),
        Joining::Unambiguous => linker.unambiguous(linker.links()),
    };
    let mut sets = DisjointSets::new(names.len());
    for link in links {
        sets.join(link.a, link.b);
    }
    let mut groups = sets.groups();
    groups.retain(|group| !linker.alone[group[0]].is_empty());
    groups
}

struct Linker<'n> {
    names: &'n [Mention],
    /// Pairs of names that are alike by their letters.
    pairs: Vec<(usize, usize)>,
    contexts: Contexts,
    /// By name: the messages with it, and those where it is not inside a longer name.
    all: Vec<Vec<u32>>,
    alone: Vec<Vec<u32>>,
}

/// Pairs of names that are alike by their letters, without those that only stand in longer
/// names.
fn alike(names: &[Mention], alone: &[Vec<u32>]) -> Vec<(usize, usize)> {
    let kept: Vec<usize> = (0..names.len())
        .filter(|&name| !alone[name].is_empty())
        .collect();
    let pairs_of = |place: usize| {
        let a = kept[place];
        let others = kept[place + 1..].iter().copied();
        let alike = others.filter(move |&b| lexical::are_alike(&names[a].text, &names[b].text));
        alike.map(move |b| (a, b))
    };
    (0..kept.len())
        .into_par_iter()
        .with_min_len(16)
        .flat_map_iter(pairs_of)
        .collect()
}

impl<'n> Linker<'n> {
    fn new(corpus: &Corpus, names: &'n [Mention], context: Context) -> Self {
        let matcher = Matcher::new(names.iter().map(|name| name.words.as_slice()).zip(0..));
        let mut all = Lists::new(names.len());
        let mut alone = all.clone();
        let scan = |messages: Range<usize>| {
            let (mut all, mut alone) = (Lists::new(names.len()), Lists::new(names.len()));
            for message in messages {
                matcher.all(corpus.words(message), |name, is_longest| {
                    all.add(name, message);
                    if is_longest {
                        alone.add(name, message);
                    }
                });
            }
            (all, alone)
        };
        for (some, some_alone) in corpus.in_parts(scan) {
            all.append(some);
            alone.append(some_alone);
        }
        let (Lists(all), Lists(alone)) = (all, alone);
        let pairs = alike(names, &alone);
        let mut is_paired = vec![false; names.len()];
        for &(a, b) in &pairs {
            (is_paired[a], is_paired[b]) = (true, true);
        }
        Self {
            names,
            pairs,
            contexts: Contexts::new(corpus, &all, &is_paired, context),
            all,
            alone,
        }
    }

    fn links(&self) -> Vec<Link> {
        let links = self.pairs.par_iter().with_min_len(16).map(|&(a, b)| {
            let own: Vec<u32> = [a, b]
                .iter()
                .flat_map(|&i| &self.names[i].words)
                .copied()
                .collect();
            let similarity = self.contexts.similarity(a, b, &own);
            Link { a, b, similarity }
        });
        links.filter(|link| link.similarity >= THRESHOLD).collect()
    }

    /// Without the links by which a name joins others that do not belong together.
    fn unambiguous(&self, mut links: Vec<Link>) -> Vec<Link> {
        for name in 0..self.names.len() {
            let longer = self.ends(&links, name, |other| self.is_part(name, other));
            self.keep_best(&mut links, name, &longer);
            let shorter = self.ends(&links, name, |other| self.is_part(other, name));
            self.keep_best(&mut links, name, &shorter);
        }
        links
    }

    fn is_part(&self, short: usize, long: usize) -> bool {
        let (short, long) = (&self.names[short], &self.names[long]);
        short.words.len() < long.words.len() && lexical::is_part(&short.text, &long.text)
    }

    /// The names that `name` is linked to and that are as asked, with the similarities.
    fn ends(&self, links: &[Link], name: usize, is: impl Fn(usize) -> bool) -> Vec<(usize, f64)> {
        let ends = links.iter().filter_map(|link| {
            let other = if link.a == name {
                link.b
            } else if link.b == name {
                link.a
            } else {
                return None;
            };
            is(other).then_some((other, link.similarity))
        });
        ends.collect()
    }

    /// Of the links of `name` to `others`, keeps those to names that belong to the one in
    /// most similar company.
    fn keep_best(&self, links: &mut Vec<Link>, name: usize, others: &[(usize, f64)]) {
        let best = others.iter().copied().reduce(
            |best, other| {
                if other.1 > best.1 { other } else { best }
            },
        );
        let Some((best, _)) = best else { return };
        for &(other, _) in others {
            if other != best && !self.belong(links, best, other, name) {
                links.retain(|link| {
                    (link.a, link.b) != (name, other) && (link.a, link.b) != (other, name)
                });
            }
        }
    }

    /// Whether two names belong together: by a link of their own, by a name other than
    /// `via` that both are linked to, because one is nothing but a part of `via`, or because
    /// they are alternatives.
    fn belong(&self, links: &[Link], a: usize, b: usize, via: usize) -> bool {
        let is_linked =
            |x: usize, y: usize| links.iter().any(|l| (l.a, l.b) == (x.min(y), x.max(y)));
        let others = (0..self.names.len()).filter(|&other| other != via);
        is_linked(a, b)
            || { others }.any(|other| is_linked(a, other) && is_linked(b, other))
            || (self.is_part(a, via)
                && (self.is_bound(a, via) || self.is_bound(b, via) || self.are_alternatives(a, b)))
    }

    /// Whether a name mostly stands inside a longer one.
    fn is_bound(&self, short: usize, long: usize) -> bool {
        let inside = self.all[long].len() as f64;
        inside >= BOUND * (inside + self.alone[short].len() as f64)
    }

    /// Whether messages hold one of two names but rarely both.
    fn are_alternatives(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.alone[a], &self.alone[b]);
        let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
        let both = few.iter().filter(|m| many.binary_search(m).is_ok());
        both.count() as f64 <= TOGETHER * few.len() as f64
    }
}
