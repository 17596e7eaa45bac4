//! The baselines score what a separate program, in another language, measured for them.

use recto_segment::metrics::{Baselines, Scores, baselines, formats::choi, mean};
use std::path::Path;

/// Half a unit of the last place of the figures below, and some rounding.
const TOLERANCE: f64 = 0.00051;

/// Corpus, files, mean reference segments, silence's WindowDiff, and of even spacing
/// WindowDiff, Pk, F1 and B.
const MEASURED: [(&str, usize, f64, f64, [f64; 4]); 6] = [
    ("ai", 15, 11.3, 0.417, [0.524, 0.509, 0.020, 0.016]),
    ("clinical", 178, 4.0, 0.324, [0.483, 0.478, 0.021, 0.029]),
    ("fiction", 28, 15.8, 0.432, [0.510, 0.497, 0.081, 0.094]),
    ("physics", 24, 6.0, 0.419, [0.501, 0.493, 0.006, 0.008]),
    ("wiki", 107, 7.6, 0.370, [0.522, 0.513, 0.038, 0.035]),
    ("choi", 108, 10.0, 0.476, [0.312, 0.312, 0.286, 0.451]),
];

fn mean_baselines(texts: &[String]) -> Baselines {
    let score = |text: &String| {
        let read = choi::parse(text).expect("a reference");
        baselines(&read.bounds, read.units.len(), None).expect("sound bounds")
    };
    let all: Vec<Baselines> = texts.iter().map(score).collect();
    let over = |side: fn(&Baselines) -> Scores| {
        mean(&all.iter().map(side).collect::<Vec<_>>()).expect("some documents")
    };
    Baselines {
        none: over(|both| both.none),
        even: over(|both| both.even),
    }
}

pub(crate) fn baselines_score_as_measured_elsewhere(corpora: &Path) {
    for (corpus, n_files, segments, silence, [windowdiff, pk, f1, b]) in MEASURED {
        let texts = super::test_texts(corpora, corpus);
        assert_eq!(texts.len(), n_files, "{corpus}");
        let Baselines { none, even } = mean_baselines(&texts);
        assert!(
            (none.reference_segments - segments).abs() < 0.051,
            "{corpus}: {none:?}"
        );
        for (name, found, expected) in [
            ("windowdiff of silence", none.windowdiff, silence),
            ("pk of silence", none.pk, silence),
            ("windowdiff", even.windowdiff, windowdiff),
            ("pk", even.pk, pk),
            ("f1", even.f1, f1),
            ("b", even.b, b),
        ] {
            println!("{corpus} {name}: {found:.4}, measured {expected}");
            assert!(
                (found - expected).abs() <= TOLERANCE,
                "{corpus} {name}: {found} {expected}"
            );
        }
    }
}
