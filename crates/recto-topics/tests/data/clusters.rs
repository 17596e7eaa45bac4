//! Topic-sets of Reuters found again: floors below which no change may fall.

use super::{model, reuters};
use recto_math::partition::Overlap;
use recto_math::{Run, Silent};
use recto_topics::Options;
use recto_topics::clusters::{Linkage, cluster};
use recto_topics::groups::group;
use std::path::Path;

pub(crate) fn the_default_finds_topic_sets_again(corpora: &Path) {
    let (corpus, classes) = reuters(corpora, true);
    assert_eq!(corpus.n_documents(), 2130);
    let options = Options {
        topics: Some(24),
        ..Options::default()
    };
    let run = Run::new(0, &Silent);
    let score = |name: &str, labels: &[Option<usize>]| {
        let overlap = Overlap::new(labels, &classes);
        let (f, entropy, nmi) = (overlap.f_measure(), overlap.entropy(), overlap.nmi());
        println!("{name}: F {f:.3}, E {entropy:.3}, NMI {nmi:.3}");
        nmi
    };
    let measure = |name: &str, linkage: Linkage| {
        let fitted = model(name, &options).fit(&corpus, &run).expect("a fit");
        let found = cluster(&fitted, Some(28), linkage, &run).expect("clusters");
        score(&format!("{name} {linkage:?}"), &found.labels)
    };
    let told = group(&corpus, Some(28), &run).expect("groups");
    let auto = score("groups by words", &told.labels);
    let plsa = measure("plsa", Linkage::Prototype);
    assert!(auto >= 0.58, "{auto}");
    assert!(plsa >= 0.54 && auto >= plsa - 0.01, "{plsa}");
}
