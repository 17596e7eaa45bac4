//! Spectral clustering of parts of a text, shared by BayesAD, AK and the starts of the HMM.

use recto_math::cluster::affinity::{jensen_shannon, normalize};
use recto_math::cluster::kmeans;
use recto_math::cluster::rotation::Search;
use recto_math::cluster::spectral::{Embedding, cap, choose, costs};
use recto_math::{Cancelled, CsrMatrix, DenseMatrix, Notice, Run};

/// Parameters of the spectral clustering.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Grouping {
    /// Maximum number of clusters; `None` for all below the number of parts.
    pub(crate) k_max: Option<usize>,
    /// Whether the costs of different numbers are measured by their largest.
    pub(crate) normalized: bool,
    /// How the number of groups is searched.
    pub(crate) search: Search,
    /// Number of restarts of k-means.
    pub(crate) restarts: usize,
}

/// Clusters that are looked at where no number caps them: the time of the search grows with
/// the fourth power of their number, 60 of 60 parts take a minute.
const SEARCHED: usize = 60;

impl Default for Grouping {
    fn default() -> Self {
        Self {
            k_max: Some(recto_math::cluster::spectral::K_MAX),
            normalized: false,
            search: Search::default(),
            restarts: 10,
        }
    }
}

/// Groups parts by their words.
pub(crate) fn by_words(
    counts: &CsrMatrix,
    grouping: &Grouping,
    asked: Option<usize>,
    run: &Run<'_>,
) -> Result<Vec<usize>, Cancelled> {
    grouping.of_affinity(&jensen_shannon(counts), asked, run)
}

impl Grouping {
    /// What to say of a text whose parts would allow more clusters than are looked at.
    pub(crate) fn warning(&self, n_parts: usize, asked: Option<usize>) -> Option<Notice> {
        let is_short = asked.is_none() && cap(n_parts, self.k_max) > SEARCHED;
        is_short.then(|| {
            let message = format!("numbers of authors above {SEARCHED} were not looked at");
            message.into()
        })
    }

    /// The group of each part. Without a number asked for, one group if there are fewer
    /// than three parts or all are equally alike. With one, each part is a group if there
    /// are not more parts.
    ///
    /// A part like no other is a group of its own, or goes with the part before it where
    /// the number of groups was given.
    pub(crate) fn of_affinity(
        &self,
        affinity: &DenseMatrix,
        asked: Option<usize>,
        run: &Run<'_>,
    ) -> Result<Vec<usize>, Cancelled> {
        let q = affinity.n_rows();
        if asked.is_some_and(|k| q <= k) {
            return Ok((0..q).collect());
        }
        let Some((points, k)) = self.points(affinity, asked, run)? else {
            return Ok(vec![0; q]);
        };
        let mut labels = kmeans::solve(&points, k, self.restarts, run.seed).labels;
        place_strangers(affinity, &mut labels, asked.is_none());
        Ok(labels)
    }

    /// The parts as points, and how many groups they form; `None` if they are one.
    pub(crate) fn points(
        &self,
        affinity: &DenseMatrix,
        asked: Option<usize>,
        run: &Run<'_>,
    ) -> Result<Option<(DenseMatrix, usize)>, Cancelled> {
        let q = affinity.n_rows();
        if asked == Some(1) || (asked.is_none() && q < 3) {
            return Ok(None);
        }
        let k_max = asked.unwrap_or_else(|| cap(q, self.k_max).min(SEARCHED));
        let embedding = Embedding::new(&normalize(affinity), k_max + 1, run.seed);
        let k = match asked {
            Some(k) => Some(k),
            None => {
                let costs = costs(&embedding, k_max, &self.search, run)?;
                choose(&costs, embedding.values(), q, self.normalized)
            }
        };
        Ok(k.map(|k| (embedding.rows(k), k)))
    }
}

/// Labels the parts that are like no other.
fn place_strangers(affinity: &DenseMatrix, labels: &mut [usize], alone: bool) {
    let is_stranger = |i: usize| affinity.row(i).iter().all(|&x| x == 0.0);
    let mut next = labels.iter().max().map_or(0, |&most| most + 1);
    for i in 0..labels.len() {
        if !is_stranger(i) {
            continue;
        }
        if alone {
            labels[i] = next;
            next += 1;
        } else if i > 0 {
            labels[i] = labels[i - 1];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_math::partition::number;
    use recto_math::{CsrBuilder, Silent};

    fn grouped(parts: &[&[u32]], asked: Option<usize>) -> Vec<usize> {
        let mut counts = CsrBuilder::new(9);
        parts
            .iter()
            .for_each(|part| counts.push_counts(part.iter().copied()));
        let run = Run::new(0, &Silent);
        let found = by_words(&counts.finish(), &Grouping::default(), asked, &run);
        number(&found.expect("nobody cancels")).0
    }

    #[test]
    fn parts_with_the_same_words_go_together() {
        let parts: [&[u32]; 6] = [
            &[0, 1, 1],
            &[3, 4],
            &[0, 0, 1],
            &[3, 3, 4],
            &[1, 0],
            &[4, 3],
        ];
        assert_eq!(grouped(&parts, Some(2)), [0, 1, 0, 1, 0, 1]);
        assert_eq!(grouped(&parts, Some(9)), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn few_or_equal_parts_are_one_group() {
        assert_eq!(grouped(&[&[0], &[1]], None), [0, 0]);
        assert_eq!(grouped(&[[0, 1].as_slice(); 7], None), [0; 7]);
        assert_eq!(grouped(&[[0, 1].as_slice(); 7], Some(1)), [0; 7]);
    }

    #[test]
    fn a_search_that_ends_early_is_told() {
        let free = Grouping {
            k_max: None,
            ..Grouping::default()
        };
        assert!(free.warning(61, None).is_none() && free.warning(62, None).is_some());
        assert!(free.warning(100, Some(2)).is_none());
        assert!(Grouping::default().warning(1000, None).is_none());
    }

    #[test]
    fn a_part_like_no_other_is_alone_or_follows() {
        let parts: [&[u32]; 7] = [&[0, 1], &[0, 1, 1], &[7], &[3, 4], &[3, 4, 4], &[0], &[3]];
        let free = grouped(&parts, None);
        assert!((0..7).all(|i| i == 2 || free[i] != free[2]), "{free:?}");
        assert_eq!(grouped(&parts, Some(2)), [0, 0, 0, 1, 1, 0, 1]);
    }
}
