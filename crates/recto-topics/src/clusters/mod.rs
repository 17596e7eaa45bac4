//! Agglomerative clustering of documents by their topics, as published.
//!
//! [`crate::groups`] is better and the default; this is what the paper on segment topics
//! did, and what compares topic models by their clusters.
//!
//! Topic distributions are merged by Hellinger distance
//! ([`recto_math::cluster::agglomerative`]), and the dendrogram is cut at the given number
//! of clusters, or at the number with the best silhouette. Documents without words belong
//! to no cluster.
//!
//! The published linkage is that of prototypes; average linkage clusters better.

use crate::groups::Candidate;
use crate::{FittedTopics, TopicsError};
use indexmap::IndexMap;
use rand_chacha::rand_core::Rng;
pub use recto_math::cluster::agglomerative::Linkage;
use recto_math::cluster::agglomerative::agglomerate;
use recto_math::cluster::dendrogram::Dendrogram;
use recto_math::{Notice, Run, rng, similarity};
use serde::Serialize;

/// Maximum number of documents that are merged, because time is quadratic. Of more
/// documents a random sample is merged, and the others join the nearest cluster.
const MOST_MERGED: usize = 10_000;

/// Clusters of documents.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Clusters {
    /// Cluster of each document, from 0; `None` for a document without words.
    pub labels: Vec<Option<usize>>,
    /// Number of clusters.
    pub n_clusters: usize,
    /// Why this number of clusters was chosen; `None` if it was given.
    pub reason: Option<String>,
    /// Numbers of clusters that could have been chosen; empty if the number was given or was
    /// chosen by silhouette.
    pub candidates: Vec<Candidate>,
    /// The merges, over `points`.
    pub tree: Dendrogram,
    /// Index of the document behind each point of the tree.
    pub points: Vec<usize>,
    /// Warnings for the user.
    pub warnings: Vec<Notice>,
}

/// Clusters the documents of a fit; `None` chooses the number of clusters by silhouette.
///
/// SGM sec. 4: topic distributions of documents, clustered agglomeratively.
///
/// # Errors
/// [`TopicsError`] for no clusters or more than documents with words, or if the observer
/// asks to stop.
pub fn cluster(
    fitted: &FittedTopics,
    n_clusters: Option<usize>,
    linkage: Linkage,
    run: &Run<'_>,
) -> Result<Clusters, TopicsError> {
    let n = fitted.documents.n_rows();
    let n_filled = n - fitted.empty.len();
    let points = sample(fitted, run.seed);
    let mut warnings = Vec::new();
    if points.len() < n_filled {
        warnings.push(format!(
            "clustered a random sample of {} of {n_filled} documents; each other document joined the nearest cluster",
            points.len(),
        ).into());
    }
    let width = fitted.n_topics();
    let mut pmfs = Vec::with_capacity(points.len() * width);
    for &document in &points {
        pmfs.extend(fitted.distribution(document));
    }
    let tree = agglomerate(&pmfs, width, linkage, run)?;
    let (n_clusters, reason) = match n_clusters {
        Some(n_clusters) => (n_clusters, None),
        None => chosen(&tree, &pmfs, width, run.seed)?,
    };
    let cut = tree.cut(n_clusters)?;
    let mut labels = vec![None; n];
    for (&document, &label) in points.iter().zip(&cut) {
        labels[document] = Some(label);
    }
    if points.len() < n_filled {
        join_others(fitted, &means(&cut, &pmfs, width), &mut labels);
    }
    Ok(Clusters {
        labels,
        n_clusters,
        reason,
        candidates: Vec::new(),
        tree,
        points,
        warnings,
    })
}

/// Documents that are merged, increasing: all that have words, or a random sample of them.
fn sample(fitted: &FittedTopics, seed: u64) -> Vec<usize> {
    let is_filled = |document: &usize| fitted.empty.binary_search(document).is_err();
    let n = fitted.documents.n_rows();
    let mut sample: Vec<usize> = (0..n).filter(is_filled).collect();
    if sample.len() <= MOST_MERGED {
        return sample;
    }
    let mut draw = rng::stream(seed, "documents to merge", 0);
    for i in 0..MOST_MERGED {
        let other = i + (draw.next_u64() % (sample.len() - i) as u64) as usize;
        sample.swap(i, other);
    }
    sample.truncate(MOST_MERGED);
    sample.sort_unstable();
    sample
}

/// Assigns every document outside the sample to the cluster with the nearest mean.
fn join_others(fitted: &FittedTopics, prototypes: &[Vec<f64>], labels: &mut [Option<usize>]) {
    for (document, label) in labels.iter_mut().enumerate() {
        if label.is_none() && fitted.empty.binary_search(&document).is_err() {
            *label = nearest(fitted.distribution(document), prototypes);
        }
    }
}

/// The mean of each cluster's rows.
fn means(labels: &[usize], pmfs: &[f64], width: usize) -> Vec<Vec<f64>> {
    let k = labels.iter().max().map_or(0, |most| most + 1);
    let mut means: Vec<Vec<f64>> = vec![vec![0.0; width]; k];
    for (row, &label) in pmfs.chunks(width.max(1)).zip(labels) {
        crate::arithmetic::add_to(&mut means[label], row);
    }
    means
        .iter_mut()
        .for_each(|mean| recto_math::dense::normalize(mean));
    means
}

fn nearest(row: &[f64], prototypes: &[Vec<f64>]) -> Option<usize> {
    let mut best: Option<(f64, usize)> = None;
    for (label, prototype) in prototypes.iter().enumerate() {
        let distance = similarity::hellinger(row, prototype);
        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, label));
        }
    }
    best.map(|(_, label)| label)
}

/// Maximum number of points whose silhouette is computed.
const SILHOUETTE_POINTS: usize = 300;

/// The number of clusters with the best simplified silhouette: how much nearer points are
/// to the mean of their own cluster than to the next, on average; a singleton counts 0.
/// Candidates run from 2 to the square root of the number of points, at most 50, because
/// nobody reads more clusters than that.
fn chosen(
    tree: &Dendrogram,
    pmfs: &[f64],
    width: usize,
    seed: u64,
) -> Result<(usize, Option<String>), TopicsError> {
    let n = tree.n_points;
    if n < 3 {
        return Ok((
            n,
            Some("too few documents to cluster: each is a cluster of its own".into()),
        ));
    }
    let most = 50.min(n.isqrt()).max(2);
    let mut draw = rng::stream(seed, "silhouette", 0);
    let sample: Vec<usize> = if n <= SILHOUETTE_POINTS {
        (0..n).collect()
    } else {
        (0..SILHOUETTE_POINTS)
            .map(|_| (draw.next_u64() % n as u64) as usize)
            .collect()
    };
    let row = |point: usize| &pmfs[point * width..][..width];
    let mut best = (f64::NEG_INFINITY, 2);
    for k in 2..=most {
        let labels = tree.cut(k)?;
        let prototypes = means(&labels, pmfs, width);
        let mut sizes = vec![0usize; k];
        labels.iter().for_each(|&label| sizes[label] += 1);
        let alone = |point: usize| sizes[labels[point]] == 1;
        let value = sample
            .iter()
            .map(|&point| {
                if alone(point) {
                    0.0
                } else {
                    silhouette(row(point), labels[point], &prototypes)
                }
            })
            .sum::<f64>()
            / sample.len() as f64;
        if value > best.0 + 1e-12 {
            best = (value, k);
        }
    }
    let reason = format!(
        "{} clusters have the best silhouette of 2 to {most} clusters: {:.2}",
        best.1, best.0
    );
    Ok((best.1, Some(reason)))
}

fn silhouette(row: &[f64], own: usize, prototypes: &[Vec<f64>]) -> f64 {
    let inside = similarity::hellinger(row, &prototypes[own]);
    let mut outside = f64::INFINITY;
    for (label, prototype) in prototypes.iter().enumerate() {
        if label != own {
            outside = outside.min(similarity::hellinger(row, prototype));
        }
    }
    let most = inside.max(outside);
    if most > 0.0 {
        (outside - inside) / most
    } else {
        0.0
    }
}

/// Class of each document: its set of labels, sorted and joined by ` + `. `None` if the
/// set is empty or fewer than `least` documents have it.
///
/// SGM sec. 4: topic-sets.
pub fn topic_sets(labels: &[Vec<String>], least: usize) -> Vec<Option<String>> {
    let name = |labels: &Vec<String>| {
        let mut sorted = labels.clone();
        sorted.sort_unstable();
        sorted.dedup();
        sorted.join(" + ")
    };
    let names: Vec<String> = labels.iter().map(name).collect();
    let mut counts: IndexMap<&str, usize> = IndexMap::new();
    for name in &names {
        *counts.entry(name).or_insert(0) += 1;
    }
    let is_kept = |name: &String| !name.is_empty() && counts[name.as_str()] >= least;
    names
        .iter()
        .map(|name| is_kept(name).then(|| name.clone()))
        .collect()
}

#[cfg(test)]
mod tests;
