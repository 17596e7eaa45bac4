//! Links of words, against links that people made.
//!
//! The half whose SHA-256 of the id ends in an odd byte; settings were chosen on the other.
//! `bench/alignment` has the whole table beside peers.

use crate::corpus::Row;
use recto_align::metrics::Tally;
use recto_align::{Options, Pairs, methods};
use recto_math::{Run, Silent};
use recto_testing::text::english;
use std::path::Path;

/// Least F over all and over content words.
const FLOORS: [(&str, f64, f64); 3] = [
    ("msr-rte2", 0.90, 0.905),
    ("edinburgh", 0.84, 0.85),
    ("stitched-rte2", 0.815, 0.885),
];

pub(crate) fn links_reach_their_floors(corpora: &Path) {
    let data = corpora.parent().expect("a folder of the corpora");
    let data = data.to_str().expect("a readable path");
    for (set, all, content) in FLOORS {
        let rows = Row::read(data, set).expect("a corpus");
        let mut pairs = Pairs::new(english());
        rows.iter().for_each(|row| row.push(&mut pairs));
        let auto = (methods()[0].build)(&Options::default()).expect("defaults are valid");
        let found = auto
            .align(&pairs, &Run::new(0, &Silent))
            .expect("nobody cancels");
        let mut tallies = [Tally::default(); 2];
        let aligned = found.alignments.iter().zip(&rows).enumerate();
        for (at, (alignment, row)) in aligned.filter(|(_, (_, row))| row.is_reported()) {
            let own = row.tallies(&pairs, at, alignment);
            tallies
                .iter_mut()
                .zip(own)
                .for_each(|(sum, own)| sum.add(own));
        }
        let [f_all, f_content] = tallies.map(|tally| tally.score().f.expect("links"));
        println!("{set}: F {f_all:.3} all, {f_content:.3} content");
        assert!(
            f_all >= all && f_content >= content,
            "{set}: {f_all} {f_content}"
        );
    }
}
