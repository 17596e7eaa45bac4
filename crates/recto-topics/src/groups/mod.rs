//! Groups of documents from their words, and how many there are.
//!
//! 1. Coordinates of documents by latent semantic analysis, each direction shrunk by what
//!    shuffled documents give (`latent`, `chance`).
//! 2. A graph of nearest neighbours, corrected for hubs (`neighbour_graph`).
//! 3. Communities by modularity, merged to a tree (`communities`, `merge_tree`).
//! 4. The number of groups (`choice`): modularity above that of shuffled documents, and how
//!    much the groups of two halves of the words share (`halves`).
//! 5. Spherical k-means from the cut of the tree (`refine`), and a last pass over all words
//!    (`word_centres`).
//!
//! Large collections are sampled: directions are those of 10,000 documents and groups are
//! found among 3,000; every other document joins the nearest group. Memory is that of the
//! sample.
//!
//! Groups come from words and not from topics, because topics are chosen to foresee words:
//! told the number, groups by topics lose to these on most collections (bench/README.md).

mod chance;
mod choice;
mod communities;
mod coordinates;
mod halves;
mod latent;
mod merge_tree;
mod neighbour_graph;
mod refine;
mod tree;
mod word_centres;

pub use choice::Candidate;

use crate::clusters::Clusters;
use crate::{Corpus, TopicsError};
use choice::Choice;
use communities::louvain;
use coordinates::{BOUNDS, Bounds, ByChance, coordinates, pool, weighted};
use latent::{Latent, Weights};
use merge_tree::MergeTree;
use neighbour_graph::graph;
use rayon::prelude::*;
use recto_math::cluster::ClusterError;
use recto_math::{CsrMatrix, DenseMatrix, Notice, Run};
use refine::Refined;

/// Groups that can be asked for at most.
const MOST: usize = 10_000;

/// Fewer documents are one group unless a number is given.
const LEAST: usize = 6;

/// Orders of visits of which the one with the highest modularity is kept.
const STARTS: u64 = 3;

/// A chosen group has at least this share of the documents, and two of them.
const LEAST_SHARE: f64 = 0.01;

/// Resolution of the communities that the tree begins with from which a number of groups is
/// chosen. At 1 the tree would begin at the best modularity, and groups of less than about √n
/// documents would never be candidates; at 2 a tree of 850 passages of twenty meetings began
/// with six.
const RESOLUTION: f64 = 4.0;

/// The same where the number is told: larger communities are merged better (bench/README.md).
const TOLD_RESOLUTION: f64 = 2.0;

/// Resolutions that are tried for more groups than there are communities, each half as
/// high again, end here.
const MOST_RESOLUTION: f64 = 60.0;

/// The coordinates and the graph of a corpus, from which any number of groups can be made.
pub struct Grouper<'c> {
    corpus: &'c Corpus,
    /// Documents with words, increasing.
    filled: Vec<usize>,
    weights: Weights,
    latent: Latent,
    /// Documents of the graph, increasing.
    sample: Vec<usize>,
    places: DenseMatrix,
    graph: CsrMatrix,
    by_chance: ByChance,
}

/// Groups the documents of a corpus; `None` chooses the number.
///
/// # Errors
/// [`TopicsError`] for no groups or more than documents with words, or if the observer asks
/// to stop.
pub fn group(
    corpus: &Corpus,
    n_groups: Option<usize>,
    run: &Run<'_>,
) -> Result<Clusters, TopicsError> {
    let n_filled = corpus.n_documents() - corpus.empty_documents().len();
    if let Some(asked) = n_groups {
        let points = n_filled.min(MOST);
        if asked == 0 || asked > points {
            return Err(ClusterError::Count { asked, points }.into());
        }
    }
    if n_filled == 0 {
        return Ok(tree::ungrouped(corpus.n_documents()));
    }
    let grouper = Grouper::new(corpus, n_groups.unwrap_or(1), run)?;
    match n_groups {
        Some(k) => grouper.told(k, run),
        None => grouper.chosen(run),
    }
}

impl<'c> Grouper<'c> {
    /// Coordinates and graph of a corpus that has words, with room for `most` groups.
    ///
    /// # Errors
    /// [`TopicsError::Cancelled`] if the observer asks to stop.
    pub fn new(corpus: &'c Corpus, most: usize, run: &Run<'_>) -> Result<Self, TopicsError> {
        let bounds = Bounds {
            pool: BOUNDS.pool.max(most),
            sample: BOUNDS.sample.max(most),
            groups: most,
        };
        Self::within(corpus, bounds, run)
    }

    fn within(corpus: &'c Corpus, bounds: Bounds, run: &Run<'_>) -> Result<Self, TopicsError> {
        run.report("grouping documents", 0, None)?;
        let empty = corpus.empty_documents();
        let is_filled = |document: &usize| empty.binary_search(document).is_err();
        let filled: Vec<usize> = (0..corpus.n_documents()).filter(is_filled).collect();
        let (weights, placed) = weighted(corpus, &filled, bounds.groups);
        let pool = pool(placed, bounds, run.seed);
        let rows = weights.matrix(pool.iter().map(|&d| latent::counts(corpus, d)));
        let m = pool.len().min(bounds.sample);
        let (latent, by_chance) = coordinates(&rows, m, run)?;
        let places = latent.places(&rows.part(0..m));
        let graph = graph(&places);
        Ok(Self {
            corpus,
            filled,
            weights,
            latent,
            sample: pool[..m].to_vec(),
            places,
            graph,
            by_chance,
        })
    }

    /// Exactly `k` groups, at most as many as documents were sampled.
    ///
    /// # Errors
    /// [`TopicsError::Cancelled`] if the observer asks to stop.
    pub fn told(&self, k: usize, run: &Run<'_>) -> Result<Clusters, TopicsError> {
        let groups = self.cut(&self.tree(TOLD_RESOLUTION, run), TOLD_RESOLUTION, k, run)?;
        let mut found = self.finished(groups, 1, run)?;
        found.warnings.extend(small(&found, self.filled.len()));
        Ok(found)
    }

    /// As many groups as stand out.
    ///
    /// # Errors
    /// [`TopicsError::Cancelled`] if the observer asks to stop.
    pub fn chosen(&self, run: &Run<'_>) -> Result<Clusters, TopicsError> {
        let tree = self.tree(RESOLUTION, run);
        let choice = if self.sample.len() < LEAST {
            Choice::too_few(self.sample.len())
        } else {
            let tried = choice::candidates(self, &tree, run)?;
            Choice::of(tried, self.sample.len(), self.latent.excess().stands_out())
        };
        let least = least_size(self.sample.len());
        let groups = self
            .cut(&tree, RESOLUTION, choice.n_groups, run)?
            .without_small(&self.places, least);
        let mut found = self.finished(groups, least, run)?;
        found.reason = Some(choice.reason(found.n_clusters));
        found.warnings.extend(choice.warning());
        found.candidates = choice.candidates;
        Ok(found)
    }

    /// The tree that begins with the communities of a resolution.
    fn tree(&self, resolution: f64, run: &Run<'_>) -> MergeTree {
        best_tree(&self.graph, resolution, STARTS, run.seed)
    }

    /// The groups of the sample when the tree is cut at `k` and documents have moved to
    /// their nearest centres. `resolution` is that of the tree.
    fn cut(
        &self,
        tree: &MergeTree,
        mut resolution: f64,
        k: usize,
        run: &Run<'_>,
    ) -> Result<Refined, TopicsError> {
        let mut labels = tree.cut(k);
        resolution *= 1.5;
        while labels.is_none() && resolution < MOST_RESOLUTION {
            run.report("grouping documents", 0, None)?;
            labels = self.tree(resolution, run).cut(k);
            resolution *= 1.5;
        }
        let labels = match labels {
            Some(labels) => labels,
            None => {
                let finest = tree.cut(tree.n_finest());
                refine::split_up(&self.places, finest.unwrap_or_default(), k)
            }
        };
        Ok(Refined::new(&self.places, labels).settled(&self.places))
    }

    /// Groups of all documents, numbered in their order. In the sample each keeps `least`
    /// documents if it has so many.
    fn finished(
        &self,
        mut groups: Refined,
        least: usize,
        run: &Run<'_>,
    ) -> Result<Clusters, TopicsError> {
        run.report("grouping documents", 0, None)?;
        let k = groups.centres.len();
        let counts = self.sample.iter().map(|&d| latent::counts(self.corpus, d));
        let rows = self.weights.matrix(counts);
        let by_words = word_centres::moved(&rows, &mut groups.labels, k, least);
        let groups = Refined::new(&self.places, groups.labels);
        let sizes = groups.sizes();
        let largest = (1..sizes.len()).fold(0, |a, b| if sizes[b] > sizes[a] { b } else { a });
        let nearest = |&document: &usize| match self.sample.binary_search(&document) {
            Ok(at) => groups.with_cosine(groups.labels[at], self.places.row(at)),
            Err(_) => {
                let row = self.weights.of(self.corpus, document);
                // A document of common words alone is near to no centre.
                if row.is_empty() {
                    return (largest, 0.0);
                }
                let place = self.latent.place(&row);
                match &by_words {
                    Some(words) => groups.with_cosine(words.nearest(row.into_iter()), &place),
                    None => groups.nearest(&place),
                }
            }
        };
        let nearest: Vec<(usize, f64)> = self.filled.par_iter().map(nearest).collect();
        Ok(tree::clusters(
            self.corpus.n_documents(),
            &self.filled,
            &nearest,
            &groups.centres,
        ))
    }
}

/// The tree over the communities with the highest modularity of several orders of visits.
fn best_tree(graph: &CsrMatrix, resolution: f64, starts: u64, seed: u64) -> MergeTree {
    let tree = |start: u64| {
        let communities = louvain(graph, resolution, seed.wrapping_add(start));
        MergeTree::new(graph, &communities)
    };
    let trees: Vec<MergeTree> = (0..starts).into_par_iter().map(tree).collect();
    let finest = |tree: &MergeTree| tree.modularity(tree.n_finest());
    let mut best = 0;
    for (place, tree) in trees.iter().enumerate() {
        if finest(tree) > finest(&trees[best]) {
            best = place;
        }
    }
    trees.into_iter().nth(best).expect("at least one start")
}

/// The size below which a group is small.
fn least_size(n: usize) -> usize {
    ((LEAST_SHARE * n as f64).ceil() as usize).max(2)
}

/// A warning about groups that were asked for and are small.
fn small(found: &Clusters, n: usize) -> Option<Notice> {
    let least = least_size(n);
    let mut sizes = vec![0usize; found.n_clusters];
    found
        .labels
        .iter()
        .flatten()
        .for_each(|&label| sizes[label] += 1);
    let small: Vec<String> = (0..found.n_clusters)
        .filter(|&label| sizes[label] < least)
        .map(|label| label.to_string())
        .collect();
    if small.is_empty() || found.n_clusters == n {
        return None;
    }
    let what = if small.len() == 1 { "group" } else { "groups" };
    let message = format!(
        "{what} {} of {} {} fewer than {least} documents; ask for fewer groups",
        small.join(", "),
        found.n_clusters,
        if small.len() == 1 { "has" } else { "have" }
    );
    Some(message.into())
}

#[cfg(test)]
mod tests;
