//! The experiments: every model on every set, seed by seed.

use super::corpora::{Labelled, Set};
use super::summary::{self, Foreseen, Grouped, Tiled, TiledGroups};
use super::{ReplicatedSet, Segmented, System, published, warning};
use rayon::prelude::*;
use recto_math::partition::Overlap;
use recto_math::{Cancelled, QuietObserver, Run};
use recto_text::Warning;
use recto_topics::clusters::{Linkage, cluster};
use recto_topics::groups::group;
use recto_topics::{Corpus, TopicsError, heldout};
use std::sync::atomic::{AtomicU64, Ordering};

/// Numbers of topics: the paper's and one between.
const TOPICS: [usize; 4] = [5, 10, 20, 30];

/// The part of the documents that is held out.
const HELD_OUT: f64 = 0.1;

/// The work on all sets, with one count of what is done.
pub(super) struct Work<'w> {
    seeds: usize,
    run: &'w Run<'w>,
    done: AtomicU64,
    total: u64,
}

/// Numbers of topics that a corpus allows: no more than it has documents.
fn topics(corpus: &Corpus) -> impl Iterator<Item = usize> {
    let most = corpus.n_documents();
    TOPICS.into_iter().filter(move |&number| number <= most)
}

/// Those of them for which the paper compares perplexities.
fn published_topics(corpus: &Corpus) -> impl Iterator<Item = usize> {
    topics(corpus).filter(|number| published::TOPICS.contains(number))
}

impl<'w> Work<'w> {
    pub(super) fn new(sets: &[Set], seeds: usize, run: &'w Run<'w>) -> Self {
        let of_set = |set: &Set| {
            let numbers = topics(&set.corpus).count();
            let tilings = 2 * published_topics(&set.corpus).count();
            let groupings = set.labelled.as_ref();
            let groupings = groupings.map_or(0, |_| System::GROUPING.len() + 2);
            1 + numbers * (System::FORESEEING.len() + 1) + tilings + groupings
        };
        Self {
            seeds,
            run,
            done: AtomicU64::new(0),
            total: (seeds * sets.iter().map(of_set).sum::<usize>()) as u64,
        }
    }

    pub(super) fn set(
        &self,
        set: &Set,
        warnings: &mut Vec<Warning>,
    ) -> Result<ReplicatedSet, Cancelled> {
        let baselines = self.measured(&said(set, "baselines"), warnings, |run| {
            let split = heldout::split(&set.corpus, HELD_OUT, run.seed)?;
            Ok((heldout::unigram(&split), heldout::cache_only(&split, run)?))
        })?;
        let foreseen = self.foreseen(set, warnings)?;
        Ok(ReplicatedSet {
            name: set.name.clone(),
            files: set.files.clone(),
            documents: set.corpus.n_documents(),
            segments: set.corpus.n_segments(),
            terms: set.corpus.n_terms(),
            tokens: set.corpus.n_tokens(),
            baselines: summary::baselines(&baselines),
            perplexity: summary::perplexities(&foreseen),
            gains: summary::gains(&foreseen),
            printed: summary::perplexities(&self.printed(set, warnings)?),
            segmentation: summary::segmentation(&self.tiled(set, &foreseen, warnings)?),
            clustering: match &set.labelled {
                Some(labelled) => {
                    let grouped = self.grouped(set, labelled, warnings)?;
                    let tiled = self.tiled_groups(set, labelled, &grouped, warnings)?;
                    Some(summary::clustering(labelled, &grouped, &tiled))
                }
                None => None,
            },
        })
    }

    /// Held-out perplexities of each model, the documents of a seed the same for all.
    fn foreseen(&self, set: &Set, warnings: &mut Vec<Warning>) -> Result<Vec<Foreseen>, Cancelled> {
        let mut all = Vec::new();
        for topics in topics(&set.corpus) {
            for model in System::FORESEEING {
                let what = said(set, &format!("{} with {topics} topics", model.name()));
                let values = self.measured(&what, warnings, |run| {
                    held_out_perplexity(model, topics, &set.corpus, run)
                })?;
                all.push(Foreseen {
                    model,
                    topics,
                    values,
                });
            }
        }
        Ok(all)
    }

    /// The perplexity that the paper prints, of its equations as printed.
    fn printed(&self, set: &Set, warnings: &mut Vec<Warning>) -> Result<Vec<Foreseen>, Cancelled> {
        let model = System::SgmLiteral;
        let mut all = Vec::new();
        for topics in topics(&set.corpus) {
            let what = said(set, &format!("{} with {topics} topics", model.name()));
            let values = self.measured(&what, warnings, |run| {
                let fitted = model.build(topics)?.fit(&set.corpus, run)?;
                Ok(fitted.paper_perplexity)
            })?;
            all.push(Foreseen {
                model,
                topics,
                values: values.into_iter().flatten().collect(),
            });
        }
        Ok(all)
    }

    /// `sgm` on fewer and more segments; with the average number it was measured before.
    fn tiled(
        &self,
        set: &Set,
        foreseen: &[Foreseen],
        warnings: &mut Vec<Warning>,
    ) -> Result<Vec<Tiled>, Cancelled> {
        let is_published =
            |row: &&Foreseen| row.model == System::Sgm && published::TOPICS.contains(&row.topics);
        let average = foreseen.iter().filter(is_published).map(|row| Tiled {
            setting: Segmented::Average,
            tiling: set.tilings.average,
            topics: row.topics,
            values: row.values.clone(),
        });
        let mut all: Vec<Tiled> = average.collect();
        for (setting, tiling) in set.tilings.others() {
            let corpus = match tiling.corpus(&set.texts, self.run)? {
                Ok(corpus) => corpus,
                Err(error) => {
                    warnings.push(warning(format!("{}: {error}", said(set, "TextTiling"))));
                    continue;
                }
            };
            for topics in published_topics(&set.corpus) {
                let what = said(set, &format!("sgm on TextTiling with {topics} topics"));
                let values = self.measured(&what, warnings, |run| {
                    held_out_perplexity(System::Sgm, topics, &corpus, run)
                })?;
                all.push(Tiled {
                    setting,
                    tiling,
                    topics,
                    values,
                });
            }
        }
        Ok(all)
    }

    /// Clusters of `sgm` on fewer and more segments.
    fn tiled_groups(
        &self,
        set: &Set,
        labelled: &Labelled,
        grouped: &[Grouped],
        warnings: &mut Vec<Warning>,
    ) -> Result<Vec<TiledGroups>, Cancelled> {
        let average = grouped.iter().filter(|row| row.model == System::Sgm);
        let average = average.map(|row| TiledGroups {
            setting: Segmented::Average,
            segments: labelled.corpus.n_segments(),
            values: row.values.clone(),
        });
        let mut all: Vec<TiledGroups> = average.collect();
        for (setting, tiling) in set.tilings.others() {
            let corpus = match tiling.corpus(&labelled.texts, self.run)? {
                Ok(corpus) => corpus,
                Err(error) => {
                    warnings.push(warning(format!("{}: {error}", said(set, "TextTiling"))));
                    continue;
                }
            };
            let what = said(set, "clusters of sgm on TextTiling");
            let values = self.measured(&what, warnings, |run| {
                scores(System::Sgm, &corpus, labelled, run)
            })?;
            all.push(TiledGroups {
                setting,
                segments: corpus.n_segments(),
                values,
            });
        }
        Ok(all)
    }

    fn grouped(
        &self,
        set: &Set,
        labelled: &Labelled,
        warnings: &mut Vec<Warning>,
    ) -> Result<Vec<Grouped>, Cancelled> {
        let mut all = Vec::new();
        for model in System::GROUPING {
            let what = said(set, &format!("clusters of {}", model.name()));
            let values = self.measured(&what, warnings, |run| {
                scores(model, &labelled.corpus, labelled, run)
            })?;
            all.push(Grouped { model, values });
        }
        Ok(all)
    }

    /// A figure under each seed, in their order. A model that refuses the set has none, and
    /// a warning says why.
    fn measured<T: Send>(
        &self,
        what: &str,
        warnings: &mut Vec<Warning>,
        figure: impl Fn(&Run<'_>) -> Result<T, TopicsError> + Sync,
    ) -> Result<Vec<T>, Cancelled> {
        let muted = QuietObserver(self.run.observer);
        let inner = self.run.observed_by(&muted);
        let figures = (0..self.seeds as u64).into_par_iter().map(|i| {
            let done = self.done.fetch_add(1, Ordering::Relaxed);
            self.run.report("replicating", done, Some(self.total))?;
            let run = Run {
                seed: self.run.seed.wrapping_add(i),
                ..inner
            };
            match figure(&run) {
                Err(TopicsError::Cancelled(cancelled)) => Err(cancelled),
                other => Ok(other),
            }
        });
        let figures: Vec<Result<T, TopicsError>> = figures.collect::<Result<_, Cancelled>>()?;
        match figures.into_iter().collect() {
            Ok(values) => Ok(values),
            Err(error) => {
                warnings.push(warning(format!("{what}: {error}")));
                Ok(Vec::new())
            }
        }
    }
}

fn said(set: &Set, what: &str) -> String {
    format!("{}, {what}", set.name)
}

fn held_out_perplexity(
    model: System,
    topics: usize,
    corpus: &Corpus,
    run: &Run<'_>,
) -> Result<f64, TopicsError> {
    let split = heldout::split(corpus, HELD_OUT, run.seed)?;
    let fitted = model.build(topics)?.fit(&split.train, run)?;
    Ok(heldout::perplexity(&fitted.model, &split))
}

/// F, entropy and NMI of clusters against the sets of labels, documents without words left
/// out.
fn scores(
    model: System,
    corpus: &Corpus,
    labelled: &Labelled,
    run: &Run<'_>,
) -> Result<[f64; 3], TopicsError> {
    let groups = groups(model, corpus, labelled, run)?;
    let filled = (0..groups.len()).filter(|&document| groups[document].is_some());
    let pairs = filled.map(|document| (groups[document], labelled.classes[document].as_str()));
    let (groups, classes): (Vec<Option<usize>>, Vec<&str>) = pairs.unzip();
    let overlap = Overlap::new(&groups, &classes);
    Ok([overlap.f_measure(), overlap.entropy(), overlap.nmi()])
}

/// As many groups as sets of labels; none for a document without words. Topics are merged
/// by Algorithm 1 of the paper, unless the clusters of a model itself are asked for.
fn groups(
    model: System,
    corpus: &Corpus,
    labelled: &Labelled,
    run: &Run<'_>,
) -> Result<Vec<Option<usize>>, TopicsError> {
    let n_sets = Some(labelled.n_sets);
    if model == System::Auto {
        return Ok(group(corpus, n_sets, run)?.labels);
    }
    let method = model.build_for_clusters(labelled.n_labels, labelled.n_sets)?;
    let fitted = method.fit(corpus, run)?;
    let own = fitted
        .groups
        .as_ref()
        .filter(|_| model.keeps_own_clusters());
    let Some(groups) = own else {
        return Ok(cluster(&fitted, n_sets, Linkage::Prototype, run)?.labels);
    };
    let mut groups: Vec<Option<usize>> = groups.iter().map(|&group| Some(group)).collect();
    fitted
        .empty
        .iter()
        .for_each(|&document| groups[document] = None);
    Ok(groups)
}
