//! Golden similarities, and tables that are refused.

use super::*;
use recto_math::Silent;
use recto_testing::golden;
use recto_testing::golden::Tolerance::Absolute;

fn counts(units: &[Vec<u32>], n_terms: usize) -> CsrMatrix {
    let mut builder = CsrBuilder::new(n_terms);
    units
        .iter()
        .for_each(|unit| builder.push_counts(unit.iter().copied()));
    builder.finish()
}

#[test]
fn similarities_equal_the_golden_vectors() {
    let golden = golden!("similarity");
    let mut terms: Vec<&str> = Vec::new();
    let mut id = |word| match terms.iter().position(|&term| term == word) {
        Some(id) => id as u32,
        None => {
            terms.push(word);
            terms.len() as u32 - 1
        }
    };
    let units: Vec<Vec<u32>> = golden
        .at("units")
        .read::<Vec<Vec<&str>>>()
        .into_iter()
        .map(|words| words.into_iter().map(&mut id).collect())
        .collect();
    let counts = counts(&units, terms.len());
    for case in golden.at("cases").entries() {
        let params = Params {
            neighbours: case.at("window").count(),
            decay: case.at("alpha").number(),
            direction: if case.at("symmetric").read() {
                Direction::Symmetric
            } else {
                Direction::Forward
            },
            idf: match case.at("idf").text() {
                "chunk" => Idf::Chunks(case.at("chunks").count()),
                "unit" => Idf::Units,
                _ => Idf::None,
            },
            window: 10,
            co_occurrence: None,
        };
        let vectors = params.vectors_of(&counts);
        let band = Source::Vectors(vectors)
            .band(10, &Run::new(0, &Silent))
            .unwrap();
        let n = units.len();
        let found: Vec<f64> = (0..n * n).map(|at| band.get(at / n, at % n)).collect();
        case.at("S").assert_all_near(&found, Absolute(1e-9));
    }
}

/// Units `ab ab ac cd`: a and b share two units, every other pair one or none. So a keeps
/// b, b keeps a, and with weight 0.5 the unit `ac` becomes a + c + 0.5 b.
#[test]
fn terms_are_spread_over_their_company() {
    let counts = counts(&[vec![0, 1], vec![0, 1], vec![0, 2], vec![2, 3]], 4);
    let company = cooccurrence::matrix(&counts, 10);
    assert_eq!(company.row(0).columns, [1]);
    assert_eq!(company.row(1).columns, [0]);
    assert!(company.row(2).columns.is_empty());
    let spread = cooccurrence::spread(&counts, &counts, CoOccurrence::default());
    assert_eq!(spread.row(2).columns, [0, 1, 2]);
    assert_eq!(spread.row(2).values, [1.0, 0.5, 1.0]);
}

fn problem(text: &str) -> String {
    text.parse::<SimilarityTable>()
        .expect_err("wrong")
        .to_string()
}

#[test]
fn a_wrong_table_is_refused_with_its_line_and_a_remedy() {
    assert!(problem("0\t1\n").contains("line 1 has 2 fields; write unit, unit and value"));
    assert!(problem("0\t1\t.5\n\n0\tx\t1\n").contains("line 3: \"x\" is no unit; count from 0"));
    for value in ["high", "NaN", "inf", "1e999"] {
        let expected = format!("line 2: {value:?} is not a finite number; write one such as 0.25");
        let text = format!("0\t0\t1\n0\t1\t{value}\n");
        assert!(problem(&text).contains(&expected), "{}", problem(&text));
    }
    assert!(problem("0\t1\t1\n0\t1\t2\n").contains("lines 1 and 2 both give row 0, column 1"));
}

#[test]
fn a_table_beyond_the_text_is_refused_naming_the_number_of_units() {
    let table: SimilarityTable = "# own\n0\t1\t.5\n7\t0\t1\n".parse().unwrap();
    let error = table.by_column(3).expect_err("no unit 7").to_string();
    assert!(error.contains("line 3: there is no unit 7; the text has 3 units, numbered 0 to 2"));
    assert_eq!(table.reach(), 7);
    let columns = table.by_column(8).unwrap();
    assert_eq!(columns.row(0).columns, [7]);
    assert_eq!(columns.row(1).values, [0.5]);
}

#[test]
fn a_matrix_must_be_square_and_finite() {
    let ragged = SimilarityTable::from_rows(&[vec![1.0, 0.5], vec![1.0]]).expect_err("ragged");
    assert!(
        ragged
            .to_string()
            .contains("row 1 has 1 values, but there are 2 rows")
    );
    let wrong =
        SimilarityTable::from_rows(&[vec![1.0, f64::NAN], vec![0.0, 1.0]]).expect_err("NaN");
    assert!(
        wrong
            .to_string()
            .contains("the value of row 0, column 1 is NaN")
    );
}

#[test]
fn preferences_are_one_number_or_one_for_each_unit() {
    assert_eq!(
        Preference::from_lines("-3\n").unwrap(),
        Preference::Uniform(-3.0)
    );
    let each = Preference::from_lines("-3\n-2\n").unwrap();
    assert_eq!(each.of(2).unwrap(), [-3.0, -2.0]);
    assert!(
        each.of(3)
            .expect_err("too few")
            .to_string()
            .contains("2 numbers for 3 units")
    );
    assert!(Preference::from_lines("").is_err());
    for value in ["two", "-inf", "1e999"] {
        let wrong = Preference::from_lines(&format!("1\n{value}\n")).expect_err("not finite");
        let expected = format!("line 2: {value:?} is not a finite number");
        assert!(wrong.to_string().contains(&expected), "{wrong}");
    }
    let wrong = Preference::Uniform(f64::NAN)
        .of(2)
        .expect_err("NaN")
        .to_string();
    assert!(wrong.contains("that of unit 0 is NaN"));
}
