//! What clusters of documents are told by: their topics, the words that set them apart, and a
//! document that is like most.

use super::{Cluster, SHOWN};
use recto_math::similarity::hellinger;
use recto_topics::clusters::Clusters;
use recto_topics::describe::words_apart;
use recto_topics::{Corpus, FittedTopics};

/// Topics that a cluster has in the answer.
const TOPICS: usize = 3;

/// The clusters, largest first.
pub(super) fn told(fitted: &FittedTopics, grouped: &Clusters, corpus: &Corpus) -> Vec<Cluster> {
    let mut members = vec![Vec::new(); grouped.n_clusters];
    for (document, label) in grouped.labels.iter().enumerate() {
        if let Some(label) = *label {
            members[label].push(document);
        }
    }
    let words = words_apart(corpus, &grouped.labels, grouped.n_clusters, SHOWN);
    let cluster = |(id, (members, terms))| {
        let members: Vec<usize> = members;
        let mean = mean_topics(fitted, &members);
        Cluster {
            id,
            documents: members.len(),
            terms,
            typical: nearest(fitted, &members, &mean),
            topics: heaviest(&mean),
        }
    };
    let both = members.into_iter().zip(words).enumerate();
    let mut clusters: Vec<Cluster> = both.map(cluster).collect();
    clusters.sort_by_key(|cluster| (std::cmp::Reverse(cluster.documents), cluster.id));
    clusters
}

/// The mean share of each topic in documents.
fn mean_topics(fitted: &FittedTopics, members: &[usize]) -> Vec<f64> {
    let mut mean = vec![0.0; fitted.n_topics()];
    for &document in members {
        let topics = fitted.documents.row(document);
        mean.iter_mut().zip(topics).for_each(|(sum, p)| *sum += p);
    }
    let n = members.len().max(1) as f64;
    mean.iter_mut().for_each(|sum| *sum /= n);
    mean
}

/// The first of the documents whose topics are nearest to the mean.
fn nearest(fitted: &FittedTopics, members: &[usize], mean: &[f64]) -> Option<usize> {
    let distance = |document: usize| hellinger(fitted.documents.row(document), mean);
    let all = members
        .iter()
        .map(|&document| (distance(document), document));
    let nearest = all.min_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map(|(_, document)| document)
}

fn heaviest(mean: &[f64]) -> Vec<(usize, f64)> {
    let mut topics: Vec<(usize, f64)> = mean.iter().copied().enumerate().collect();
    topics.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    topics.truncate(TOPICS);
    topics
}
