//! How far annotators agree: Cohen's kappa of each pair, Krippendorff's alpha of all, and
//! what they disagree about.
//!
//! Only answers with a class count: who does not know does not disagree.

use super::{ItemKey, Judged, Reply, State};
use recto_classify::metrics::Confusion;
use serde::Serialize;
use std::collections::BTreeMap;

/// How far annotators agree about documents.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Agreement {
    /// Documents with classes from two annotators or more.
    pub documents: usize,
    /// Every two annotators who have such documents in common.
    pub pairs: Vec<Pair>,
    /// Krippendorff's alpha for classes without an order; null if all chose one class.
    pub alpha: Option<f64>,
    /// Documents and words that annotators gave different classes and nobody settled.
    pub open: Vec<Dispute>,
    /// How many disagreements were settled.
    pub settled: usize,
}

/// Agreement of two annotators.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pair {
    /// One of them.
    pub one: String,
    /// The other.
    pub other: String,
    /// Documents that both gave a class.
    pub documents: usize,
    /// Share of them with the same class.
    pub same: f64,
    /// Cohen's kappa; null if both chose one and the same class only.
    pub kappa: Option<f64>,
}

/// An item that annotators gave different classes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Dispute {
    /// The item.
    pub item: ItemKey,
    /// The class that each annotator gave it.
    pub classes: BTreeMap<String, String>,
}

/// The agreement of all annotators of a project.
pub fn agreement(state: &State) -> Agreement {
    let documents = state
        .items()
        .filter(|(item, _)| matches!(item, ItemKey::Document(_)));
    let rated: Vec<BTreeMap<&str, usize>> = documents
        .map(|(_, judged)| classes(judged))
        .filter(|classes| classes.len() > 1)
        .collect();
    let disputed = state.items().filter(|(_, judged)| judged.is_open_dispute());
    let is_settled = |judged: &Judged| judged.settled().is_some() && differ(&classes(judged));
    Agreement {
        documents: rated.len(),
        pairs: pairs(&rated, state),
        alpha: alpha(&rated, state.classes().len()),
        open: disputed
            .map(|(item, judged)| dispute(item, judged, state))
            .collect(),
        settled: state
            .items()
            .filter(|(_, judged)| is_settled(judged))
            .count(),
    }
}

/// The class that each annotator gave an item.
fn classes(judged: &Judged) -> BTreeMap<&str, usize> {
    let class = |said: &'_ super::Said| match said.reply {
        Reply::Class(class) => Some(class),
        Reply::DontKnow | Reply::Skip => None,
    };
    let all = judged.answers();
    all.filter_map(|said| Some((said.annotator.as_str(), class(said)?)))
        .collect()
}

fn differ(classes: &BTreeMap<&str, usize>) -> bool {
    let mut all = classes.values();
    let first = all.next();
    all.any(|class| Some(class) != first)
}

fn dispute(item: &ItemKey, judged: &Judged, state: &State) -> Dispute {
    let named = |(who, class): (&str, usize)| (who.to_owned(), state.classes()[class].clone());
    Dispute {
        item: item.clone(),
        classes: classes(judged).into_iter().map(named).collect(),
    }
}

fn pairs(rated: &[BTreeMap<&str, usize>], state: &State) -> Vec<Pair> {
    let annotators: Vec<&str> = state.annotators().into_iter().collect();
    let mut pairs = Vec::new();
    for (at, &one) in annotators.iter().enumerate() {
        for &other in &annotators[at + 1..] {
            pairs.extend(pair(rated, one, other, state.classes().len()));
        }
    }
    pairs
}

fn pair(rated: &[BTreeMap<&str, usize>], one: &str, other: &str, n_classes: usize) -> Option<Pair> {
    let both = rated
        .iter()
        .filter_map(|classes| Some((*classes.get(one)?, *classes.get(other)?)));
    let (first, second): (Vec<usize>, Vec<usize>) = both.unzip();
    let confusion = Confusion::new(&first, &second, n_classes);
    Some(Pair {
        one: one.to_owned(),
        other: other.to_owned(),
        documents: first.len(),
        same: confusion.accuracy()?,
        kappa: confusion.kappa(),
    })
}

/// Krippendorff's alpha for nominal classes: one minus the observed over the expected share
/// of differing pairs, where an item with m ratings has pairs of weight 1 / (m - 1).
fn alpha(rated: &[BTreeMap<&str, usize>], n_classes: usize) -> Option<f64> {
    let mut totals = vec![0.0; n_classes];
    let mut same = 0.0;
    for classes in rated {
        let mut counts = vec![0.0; n_classes];
        for &class in classes.values() {
            counts[class] += 1.0;
            totals[class] += 1.0;
        }
        let others = classes.len() as f64 - 1.0;
        same += counts.iter().map(|n| n * (n - 1.0)).sum::<f64>() / others;
    }
    let n: f64 = totals.iter().sum();
    let expected = n * n - totals.iter().map(|n| n * n).sum::<f64>();
    (expected > 0.0).then(|| 1.0 - (n - 1.0) * (n - same) / expected)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::{Action, Drawn, Entry, Origin};

    /// The state after each annotator rated each unit; 0 stands for no rating.
    fn rated(rows: &[(&str, &[usize])], n_classes: usize) -> State {
        let mut actions: Vec<(String, Action)> = Vec::new();
        for class in 1..=n_classes {
            let name = format!("class {class}");
            actions.push(("ada".into(), Action::AddClass { name }));
        }
        for (who, row) in rows {
            for (unit, &class) in row.iter().enumerate().filter(|(_, class)| **class > 0) {
                let action = Action::Answer {
                    item: ItemKey::Document(format!("unit {unit}")),
                    reply: Reply::Class(class - 1),
                    drawn: Drawn::Chosen,
                    predicted: None,
                    seconds: None,
                    origin: Origin::Session,
                };
                actions.push(((*who).into(), action));
            }
        }
        let entries: Vec<Entry> = (1..)
            .zip(actions)
            .map(|(number, (annotator, action))| Entry {
                number,
                time: 0,
                annotator,
                action,
            })
            .collect();
        State::of(&entries)
    }

    #[test]
    fn alpha_of_four_observers_with_gaps_is_that_of_the_literature() {
        // Krippendorff, Computing Krippendorff's alpha-reliability (2011), section C: 0.743.
        let state = rated(
            &[
                ("a", &[1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0]),
                ("b", &[1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3]),
                ("c", &[0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0]),
                ("d", &[1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0]),
            ],
            5,
        );
        let found = agreement(&state);
        assert_eq!(found.documents, 11);
        assert!((found.alpha.expect("several classes") - 0.743).abs() < 5e-4);
        assert_eq!(found.pairs.len(), 6);
        assert_eq!(found.open.len(), 3, "units 2, 6 and 8");
    }

    #[test]
    fn kappa_of_a_pair_is_agreement_beyond_chance() {
        // 3 of 4 agree; chance is 1/2 * 3/4 + 1/2 * 1/4 = 1/2: kappa 1/2.
        let state = rated(&[("a", &[1, 1, 2, 2]), ("b", &[1, 1, 1, 2])], 2);
        let found = agreement(&state);
        let [pair] = &found.pairs[..] else {
            panic!("one pair");
        };
        assert_eq!(
            (pair.documents, pair.same, pair.kappa),
            (4, 0.75, Some(0.5))
        );
        let open = &found.open[0];
        assert_eq!(open.item, ItemKey::Document("unit 2".into()));
        assert_eq!(open.classes["b"], "class 1");
    }

    #[test]
    fn one_annotator_agrees_with_nobody() {
        let found = agreement(&rated(&[("a", &[1, 2])], 2));
        assert_eq!(found, Agreement::default());
    }
}
