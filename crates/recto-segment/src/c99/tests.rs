use super::*;
use crate::testing;
use proptest::prelude::*;
use recto_math::Notice;

fn square(rows: &[Vec<f32>]) -> Square {
    let mut square = Square::new(rows.len());
    for (i, row) in rows.iter().enumerate() {
        for (j, &value) in row.iter().enumerate() {
            *square.cell(i, j) = value;
        }
    }
    square
}

fn blocks() -> Square {
    let same = |i: usize, j: usize| if i / 2 == j / 2 { 1.0 } else { 0.0 };
    square(&[0, 1, 2, 3].map(|i| (0..4).map(|j| same(i, j)).collect()))
}

/// Units `a a b b`, mask 3. Cosines and ranks:
///
/// ```text
/// 1 1 0 0      0   2/5  0   0        (0,1): of 5 neighbours (0,2) and (1,2) are smaller
/// 1 1 0 0     2/5  1/2  0   0        (1,1): of 8 neighbours the four zeros are smaller
/// 0 0 1 1      0    0  1/2 2/5
/// 0 0 1 1      0    0  2/5  0
/// ```
///
/// Whole: 2.6 / 16 = .1625. Split at 2: 2.6 / 8 = .325; at 1 or 3: 1.8 / 10. Then at 1:
/// (0 + .5 + 1.3) / 6 = .3, and at 3: 1 / 4 = .25. Gains .1625 -.025 -.05, smoothed
/// 1.1/14 = .0786, .25/16 = .0156, -.175/14 = -.0125; their mean .0272, sd .0381,
/// threshold .0272 + 1.2 * .0381 = .0729: the first gain is above it, the second is not.
#[test]
fn two_blocks_are_divided_as_worked_out_by_hand() {
    let ranks = ranks(&blocks(), 3);
    let expected = [
        [0.0, 0.4, 0.0, 0.0],
        [0.4, 0.5, 0.0, 0.0],
        [0.0, 0.0, 0.5, 0.4],
        [0.0, 0.0, 0.4, 0.0],
    ];
    for (i, row) in expected.iter().enumerate() {
        for (found, expected) in ranks.row(i).iter().zip(row) {
            assert!(
                (found - expected).abs() < 1e-6,
                "row {i}: {:?}",
                ranks.row(i)
            );
        }
    }
    let (splits, densities) = divide(&ranks.sums(), 4);
    assert_eq!(splits, [2, 1, 3]);
    for (found, expected) in densities.iter().zip([0.1625, 0.325, 0.3, 0.25]) {
        assert!((found - expected).abs() < 1e-6, "{densities:?}");
    }
    assert_eq!(count(&densities, 1.2), 2);
    assert_eq!(count(&[0.5], 1.2), 1);
    assert_eq!(count(&[0.5; 6], 1.2), 1);
}

proptest! {
    #[test]
    fn ranks_and_densities_equal_their_definitions(
        rows in (1usize..9).prop_flat_map(|n| prop::collection::vec(prop::collection::vec(0u8..4, n), n)),
        mask in prop::sample::select(vec![3usize, 5, 11]),
    ) {
        let n = rows.len();
        let value = |i: usize, j: usize| f32::from(rows[i.max(j)][i.min(j)]);
        let all: Vec<Vec<f32>> = (0..n).map(|i| (0..n).map(|j| value(i, j)).collect()).collect();
        let ranked = ranks(&square(&all), mask);
        for i in 0..n {
            for j in 0..n {
                let near = |a: usize, b: usize| a.abs_diff(b) <= mask / 2;
                let others: Vec<f32> = (0..n)
                    .flat_map(|k| (0..n).map(move |l| (k, l)))
                    .filter(|&(k, l)| near(k, i) && near(l, j) && (k, l) != (i, j))
                    .map(|(k, l)| all[k][l])
                    .collect();
                let smaller = others.iter().filter(|&&x| x < all[i][j]).count();
                let expected = smaller as f32 / others.len().max(1) as f32;
                prop_assert!((ranked.row(i)[j] - expected).abs() < 1e-6);
            }
        }
        let (splits, densities) = divide(&ranked.sums(), n);
        for k in 1..=n {
            let mut bounds = splits[..k - 1].to_vec();
            bounds.push(n);
            bounds.sort_unstable();
            let starts = [0].into_iter().chain(bounds.iter().copied());
            let (mut sum, mut area) = (0.0, 0.0);
            for (a, &b) in starts.zip(&bounds) {
                sum += (a..b).flat_map(|i| &ranked.row(i)[a..b]).map(|&x| f64::from(x)).sum::<f64>();
                area += ((b - a) * (b - a)) as f64;
            }
            prop_assert!((densities[k - 1] - sum / area).abs() < 1e-9);
        }
    }
}

fn segment(text: &str, options: &Options) -> Result<Segmentation, SegmentError> {
    testing::segment(build, text, options)
}

#[test]
fn more_units_than_the_limit_are_refused_with_a_remedy() {
    let error = segment(&"net\n".repeat(5001), &Options::default()).expect_err("too large");
    assert_eq!(
        Notice::from(&error).to_string(),
        "5001 units are too many: the limit is 5000; \
         set `unit` = paragraph or use `method` = auto"
    );
}

#[test]
fn a_range_of_segments_is_kept() {
    let text = "net boat\nboat net\nnet boat\noven loaf\nloaf oven\noven loaf\n";
    let asking = |segments: &str| Options {
        segments: Some(segments.parse().unwrap()),
        ..Options::default()
    };
    assert_eq!(segment(text, &asking("2")).unwrap().bounds, [3, 6]);
    let found = segment(text, &asking("4..5")).unwrap().bounds.len();
    assert!((4..=5).contains(&found));
}

#[test]
fn parameters_out_of_range_are_named() {
    let wrong = Params {
        mask: 4,
        ..Params::default()
    };
    let error = C99::new(wrong, &Options::default()).expect_err("an even mask");
    assert_eq!(
        error.to_string(),
        "mask must be an odd number from 3, not `4`"
    );
}
