//! Paths and running sums against the golden tree and against the sum over all pairs.

use super::*;
use recto_testing::golden::File;
use recto_text::TermId;

/// The golden tree, with its labels in order, `S` first.
fn golden() -> (File, Vocabulary, Vec<Constituent>) {
    let file = File::parse(
        "syntax",
        include_str!("../../../../tests/golden/syntax.json"),
    );
    let mut labels = Vocabulary::default();
    labels.intern("S");
    let rows: Vec<(String, usize, usize)> = file.root().at("constituents").read();
    let mut constituents: Vec<Constituent> = rows
        .iter()
        .map(|(label, first, last)| Constituent {
            label: labels.intern(label),
            first: first - 1,
            last: last - 1,
        })
        .collect();
    constituents.sort_by_key(|one| (one.first, usize::MAX - one.last));
    (file, labels, constituents)
}

fn law(labels: &Vocabulary) -> SyntaxLaw {
    let mut law = SyntaxLaw::even(true).for_labels(labels);
    for (at, skip) in law.skip.iter_mut().enumerate() {
        *skip = [0.05 + 0.01 * at as f64, 0.04 + 0.005 * at as f64];
    }
    law.normalise();
    law
}

#[test]
fn every_jump_has_its_golden_path() {
    let (file, labels, constituents) = golden();
    let law = law(&labels);
    let n = file.root().at("n").count();
    let stop = law.stop.expect("a stop");
    for row in file.root().at("paths").entries() {
        let (e, i) = (row.at("e").count() as u32, row.at("i").count() as u32);
        let path: Vec<String> = row.at("path").read();
        let mut wanted = vec![[0.0; 2]; labels.len()];
        let mut p = 0.8 * stop;
        for step in &path {
            let (label, way) = step.rsplit_once('-').expect("a label and a way");
            let id = labels.get(label).expect("a label").index();
            let way = usize::from(way == "b");
            wanted[id][way] += 1.0;
            p *= law.skip[id][way];
        }
        let mut moves = Skips::new(&law, 0.8, n, &constituents, true);
        let mut jumps = Jumps::default();
        if i as usize == n + 1 {
            assert!((moves.end(e) - p).abs() < 1e-15, "{e} to the end");
            moves.count_end(e, 1.0);
        } else {
            assert!((moves.jump(i, e) - p).abs() < 1e-15, "{e} to {i}");
            let row = Row {
                ends: vec![e],
                values: vec![1.0 / p],
            };
            moves.count(&row, &[i], &[1.0]);
        }
        moves.report(&mut jumps);
        assert!((jumps.syntax.jumps - 1.0).abs() < 1e-12);
        for (found, wanted) in jumps
            .syntax
            .skipped
            .iter()
            .flatten()
            .zip(wanted.iter().flatten())
        {
            assert!((found - wanted).abs() < 1e-12, "{e} to {i}: {path:?}");
        }
    }
}

#[test]
fn running_sums_equal_the_sum_over_all_pairs() {
    let (file, labels, constituents) = golden();
    let law = law(&labels);
    let n = file.root().at("n").count() as u32;
    let mut moves = Skips::new(&law, 0.8, n as usize, &constituents, true);
    let row = Row {
        ends: (0..=n).collect(),
        values: (0..=n).map(|end| 1.0 + f64::from(end % 3)).collect(),
    };
    let starts: Vec<u32> = (1..=n).collect();
    let values: Vec<f64> = starts
        .iter()
        .map(|start| f64::from(2 + start % 4))
        .collect();
    let mut out = vec![0.0; starts.len()];
    moves.arrive(&row, &starts, &mut out);
    for (&start, out) in starts.iter().zip(&out) {
        let slow: f64 = row
            .ends
            .iter()
            .zip(&row.values)
            .map(|(&end, value)| value * moves.jump(start, end))
            .sum();
        assert!((out - slow).abs() < 1e-14, "{start}: {out} {slow}");
    }
    let mut out = vec![0.0; row.ends.len()];
    moves.leave(&starts, &values, &row.ends, &mut out);
    for (&end, out) in row.ends.iter().zip(&out) {
        let slow: f64 = starts
            .iter()
            .zip(&values)
            .map(|(&start, value)| value * moves.jump(start, end))
            .sum();
        assert!((out - slow).abs() < 1e-14, "{end}: {out} {slow}");
    }
}

#[test]
fn labels_of_another_model_keep_their_names() {
    let (_, labels, _) = golden();
    let law = law(&labels);
    let mut others = Vocabulary::default();
    for label in ["S", "VP", "XX"] {
        others.intern(label);
    }
    let known = law.for_labels(&others);
    let at = |law: &SyntaxLaw, label: &str| {
        let at = law.labels.iter().position(|own| own == label);
        law.skip[at.expect("a label")]
    };
    let ratio = |law: &SyntaxLaw| at(law, "VP")[0] / at(law, "S")[0];
    assert!((ratio(&known) - ratio(&law)).abs() < 1e-12);
    let total: f64 = known.skip.iter().flatten().chain(&known.stop).sum();
    assert!((total - 1.0).abs() < 1e-12 && known.is_valid());
    assert_eq!(others.get("XX"), Some(TermId(2)));
}

#[test]
fn without_stop_the_next_word_is_certain() {
    let (file, labels, constituents) = golden();
    let law = SyntaxLaw::even(false).for_labels(&labels);
    let n = file.root().at("n").count();
    let moves = Skips::new(&law, 1.0, n, &constituents, false);
    assert_eq!(moves.jump(1, 0), 1.0);
    assert!(moves.jump(3, 1) < 1.0);
}
