//! Inference against the golden models and against an enumeration of all paths.

use super::inference::{Beam, Candidate, Emissions, Row, backward, forward};
use super::jump::{Buckets, Distances, Moves, SentenceLaw, Sentences, Shaped, Skips, SyntaxLaw};
use super::parameters::Jumps;
use super::viterbi::viterbi;
use crate::Pairs;
use recto_testing::golden::{File, Tolerance};
use recto_testing::text::english;

/// Jumps from a table given in full.
struct Given {
    /// `[end][start]`, with the end of the document last.
    table: Vec<Vec<f64>>,
    counts: Vec<Vec<f64>>,
}

impl Given {
    fn new(table: Vec<Vec<f64>>) -> Self {
        let counts = table.iter().map(|row| vec![0.0; row.len()]).collect();
        Self { table, counts }
    }
}

impl Moves for Given {
    fn jump(&self, start: u32, end: u32) -> f64 {
        self.table[end as usize][start as usize]
    }

    fn end(&self, end: u32) -> f64 {
        self.table[end as usize][self.table.len()]
    }

    fn count(&mut self, from: &Row, starts: &[u32], values: &[f64]) {
        for (&start, onward) in starts.iter().zip(values) {
            for (&end, value) in from.ends.iter().zip(&from.values) {
                let count = value * self.jump(start, end) * onward;
                self.counts[end as usize][start as usize] += count;
            }
        }
    }

    fn report(self, _: &mut Jumps) {}

    fn count_end(&mut self, end: u32, value: f64) {
        let last = self.table.len();
        self.counts[end as usize][last] += value;
    }
}

const NEAR: Tolerance = Tolerance::Absolute(1e-9);

fn golden_emissions(case: &recto_testing::golden::Entry<'_>) -> Emissions {
    let (words, n) = (case.at("N").count(), case.at("n").count());
    let p_null = case.at("p_null").number();
    let lengths = case.at("len_doc").numbers();
    let mut lists = vec![Vec::new(); words];
    for table in case.at("emission").entries() {
        let (k, l) = (table.at("ls").count(), table.at("ld").count());
        for (t, row) in table.at("table").matrix().into_iter().enumerate() {
            for (i, value) in row.into_iter().enumerate() {
                lists[t].push(Candidate {
                    start: i as u32 + 1,
                    length: l as u8,
                    words: k as u8,
                    value: value * lengths[l - 1],
                });
            }
        }
    }
    let mut emissions = Emissions {
        document: n,
        null: case
            .at("null_emission")
            .numbers()
            .iter()
            .map(|null| p_null * null)
            .collect(),
        offsets: vec![0],
        candidates: Vec::new(),
    };
    for mut list in lists {
        list.sort_by_key(|one| (one.start, one.words, one.length));
        emissions.candidates.extend(list);
        emissions.offsets.push(emissions.candidates.len());
    }
    emissions
}

#[test]
fn golden_models_give_the_posteriors_of_all_paths() {
    let golden = File::parse(
        "inference",
        include_str!("../../tests/golden/inference.json"),
    );
    for case in golden.root().at("cases").entries() {
        let emissions = golden_emissions(&case);
        let mut moves = Given::new(case.at("jump").matrix());
        let forward = forward(&emissions, &mut moves, Beam::All).expect("mass");
        let expect = case.at("expect");
        expect
            .at("log_likelihood")
            .assert_near(forward.log_likelihood, NEAR);
        let found = backward(&emissions, &mut moves, &forward, true);
        let (path, log) = viterbi(&emissions, &mut moves).expect("mass");
        expect.at("viterbi_log").assert_near(log, NEAR);
        let wanted = expect.at("viterbi").entries();
        assert_eq!(wanted.len(), path.len());
        for (want, found) in wanted.iter().zip(&path) {
            let summary = want.at("summary").counts();
            assert_eq!(
                (found.summary.0, found.summary.0 + found.summary.1),
                (summary[0], summary[1])
            );
            let document: Option<Vec<usize>> = want.at("document").read();
            let found = found.document.map(|(from, count)| vec![from, from + count]);
            assert_eq!(found, document);
        }
        for want in expect.at("segment_posteriors").entries() {
            let t = want.at("t").count();
            let is_it = |one: &Candidate| {
                one.start as usize == want.at("i").count() + 1
                    && usize::from(one.length) == want.at("ld").count()
                    && usize::from(one.words) == want.at("ls").count()
            };
            let at = emissions.at(t).iter().position(is_it).expect("a candidate");
            want.at("p")
                .assert_near(found.candidates[emissions.offsets[t] + at], NEAR);
        }
    }
}

/// All paths of a small model: calls `each(probability, segments)`.
fn enumerate(emissions: &Emissions, moves: &mut impl Moves) -> (f64, Vec<f64>, f64) {
    fn walk(
        emissions: &Emissions,
        moves: &mut impl Moves,
        t: usize,
        end: u32,
        p: f64,
        used: &mut Vec<usize>,
        found: &mut (f64, Vec<f64>, f64),
    ) {
        if t == emissions.words() {
            let p = p * moves.end(end);
            found.0 += p;
            used.iter().for_each(|&index| found.1[index] += p);
            found.2 = found.2.max(p);
            return;
        }
        walk(
            emissions,
            moves,
            t + 1,
            end,
            p * emissions.null[t],
            used,
            found,
        );
        for index in emissions.range(t) {
            moves.turn_to(t);
            let one = emissions.candidates[index];
            let p = p * moves.jump(one.start, end) * one.value;
            used.push(index);
            walk(
                emissions,
                moves,
                t + usize::from(one.words),
                one.end(),
                p,
                used,
                found,
            );
            used.pop();
        }
    }
    let mut found = (0.0, vec![0.0; emissions.candidates.len()], 0.0);
    walk(emissions, moves, 0, 0, 1.0, &mut Vec::new(), &mut found);
    found
}

/// A small model with values from a simple generator.
fn made(seed: u64, words: usize, n: usize) -> Emissions {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut emissions = Emissions {
        document: n,
        null: (0..words).map(|_| 0.05 + 0.2 * next()).collect(),
        offsets: vec![0],
        candidates: Vec::new(),
    };
    for t in 0..words {
        for start in 1..=n {
            for (length, count) in [(1, 1), (2, 1), (1, 2), (2, 2)] {
                let fits = start + length - 1 <= n && t + count <= words;
                if fits && next() < 0.4 {
                    emissions.candidates.push(Candidate {
                        start: start as u32,
                        length: length as u8,
                        words: count as u8,
                        value: next(),
                    });
                }
            }
        }
        emissions.offsets.push(emissions.candidates.len());
    }
    emissions
}

fn check_against_all_paths(emissions: &Emissions, moves: &mut impl Moves) {
    let (total, posteriors, best) = enumerate(emissions, moves);
    let forward = forward(emissions, moves, Beam::All).expect("mass");
    assert!((forward.log_likelihood - total.ln()).abs() < 1e-10);
    let found = backward(emissions, moves, &forward, true);
    let mut produced = found.null.iter().sum::<f64>();
    for (index, one) in emissions.candidates.iter().enumerate() {
        let want = posteriors[index] / total;
        assert!((found.candidates[index] - want).abs() < 1e-10);
        produced += found.candidates[index] * f64::from(one.words);
    }
    assert!(
        (produced - emissions.words() as f64).abs() < 1e-9,
        "{produced}"
    );
    let (_, log) = viterbi(emissions, moves).expect("mass");
    assert!((log - best.ln()).abs() < 1e-10);
}

#[test]
fn every_jump_gives_the_posteriors_of_all_paths() {
    let table = Buckets::uniform(40);
    for seed in 1..40 {
        let (words, n) = (1 + seed as usize % 4, 1 + seed as usize % 5);
        let emissions = made(seed, words, n);
        check_against_all_paths(
            &emissions,
            &mut Distances::new(&table, 0.8, n, seed % 2 == 0),
        );
        let starts = if n > 2 { vec![0, 2] } else { vec![0] };
        let law = SentenceLaw {
            within: table.clone(),
            close: 0.2,
            leave: [0.3, 0.6],
        };
        let mut moves = Sentences::new(&law, 0.8, n, &starts, &[0, 2]);
        check_against_all_paths(&emissions, &mut moves);
        let falling = |distance: i64| 0.4 * 0.5f64.powi(distance.unsigned_abs() as i32);
        check_against_all_paths(&emissions, &mut Shaped::new(n, true, falling));
        let mut pairs = Pairs::new(english());
        let words = ["old", "mills", ",", "they", "stood"];
        let side = pairs.side(words.into_iter().take(n), starts);
        let law = SyntaxLaw::even(seed % 3 > 0).for_labels(pairs.labels());
        let spans = pairs.constituents(&side);
        let mut moves = Skips::new(&law, 0.8, n, spans, seed % 2 == 0);
        check_against_all_paths(&emissions, &mut moves);
    }
}

/// A long document in which every word is a candidate, so that prefix sums are used.
#[test]
fn prefix_sums_equal_the_sum_over_all_pairs() {
    let n = 900;
    let mut table = Buckets::uniform(n);
    for (bucket, p) in table.p.iter_mut().enumerate() {
        *p *= 1.0 + (bucket % 7) as f64;
    }
    let row = Row {
        ends: (0..=n as u32).collect(),
        values: (0..=n).map(|end| 1.0 + (end % 11) as f64).collect(),
    };
    let starts: Vec<u32> = (1..=n as u32).collect();
    let values: Vec<f64> = starts
        .iter()
        .map(|start| 0.5 + f64::from(start % 5))
        .collect();
    let mut fast = Distances::new(&table, 0.8, n, true);
    let mut slow = Shaped::new(n, true, |distance| 0.8 * table.at(distance));
    let (mut a, mut b) = (vec![0.0; n], vec![0.0; n]);
    fast.arrive(&row, &starts, &mut a);
    slow.arrive(&row, &starts, &mut b);
    let near = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9 * b.abs());
    assert!(near(&a, &b));
    let (mut a, mut b) = (vec![0.0; n + 1], vec![0.0; n + 1]);
    fast.leave(&starts, &values, &row.ends, &mut a);
    slow.leave(&starts, &values, &row.ends, &mut b);
    assert!(near(&a, &b));
    fast.count(&row, &starts, &values);
    slow.count(&row, &starts, &values);
    let mut counts = vec![0.0; table.p.len()];
    for (distance, count) in slow.counted() {
        counts[table.bucket(distance)] += count;
    }
    assert!(near(&fast.counts, &counts));
}
