//! What each format means, what each error says, and that no text at all makes a reader panic.

use proptest::prelude::*;

use super::*;

fn only_bounds(references: Vec<Reference>) -> Vec<Vec<usize>> {
    references
        .into_iter()
        .map(|reference| reference.bounds)
        .collect()
}

#[test]
fn choi_counts_lines_and_ignores_blank_lines_and_spare_separators() {
    let text = "\u{feff}==========\n==========\na\r\n\n b \n==========\nc\n=========\n==========\n";
    let read = choi::parse(text).unwrap();
    assert_eq!(read.units, ["a", "b", "c", "========="]);
    assert_eq!(read.bounds, [2, 4]);
    assert_eq!(choi::parse("a\nb").unwrap().bounds, [2]);
    let error = choi::parse("==========\n").unwrap_err().to_string();
    assert_eq!(
        error,
        "line 1: no text units; write one unit a line, with lines of ten equal signs between segments"
    );
}

#[test]
fn choi_refuses_to_write_what_it_would_read_otherwise() {
    assert_eq!(
        choi::write(&["a", "b"], &[1, 2]).unwrap(),
        "==========\na\n==========\nb\n==========\n"
    );
    for unit in ["", " a", "a\nb", choi::SEPARATOR, "\u{feff}a"] {
        assert_eq!(
            choi::write(&["x", unit], &[2]).unwrap_err().line,
            3,
            "{unit:?}"
        );
    }
    for bounds in [&[][..], &[1], &[2, 1], &[0, 2], &[3]] {
        assert!(choi::write(&["a", "b"], bounds).is_err(), "{bounds:?}");
    }
}

#[test]
fn nltk_flags_are_gaps_unless_the_number_of_units_says_otherwise() {
    let read = |text, n: Option<&[usize]>| nltk::parse(text, n).map(only_bounds);
    assert_eq!(
        read("00100\n\n1 1\n", None).unwrap(),
        [vec![3, 6], vec![1, 2, 3]]
    );
    assert_eq!(read("0011", Some(&[5])).unwrap(), [vec![3, 4, 5]]);
    assert_eq!(read("0011", Some(&[4])).unwrap(), [vec![3, 4]]);
    let message = |text, n: Option<&[usize]>| nltk::parse(text, n).unwrap_err().to_string();
    assert!(message("00\n0x\n", None).starts_with("line 2: 'x' is not a boundary flag"));
    assert!(message("0010", Some(&[4])).contains("end it with 1"));
    assert!(message("0010", Some(&[9])).contains("4 flags for 9 units"));
    assert!(message("01\n01", Some(&[3])).starts_with("line 2: a boundary string beyond"));
    assert!(message("01", Some(&[3, 3])).contains("1 of 2 boundary strings"));
    assert!(message("", None).contains("0 of 1"));
}

#[test]
fn segeval_masses_become_bounds_in_the_order_of_the_file() {
    let text = r#"{"id": "x", "items": {"z": {"ann": [2, 3, 3]}, "a": {"ben": [1]}}, "segmentation_type": "linear"}"#;
    let read = segeval::parse(text).unwrap();
    assert_eq!(read[0].id.as_deref(), Some("z"));
    assert_eq!(read[0].coder.as_deref(), Some("ann"));
    assert_eq!(only_bounds(read), [vec![2, 5, 8], vec![1]]);
}

#[test]
fn segeval_errors_name_the_line() {
    let error = |masses: &str| {
        let text = format!("{{\"items\": {{\n\"a\": {{\n\"c\": {masses}\n}}}}}}");
        segeval::parse(&text).unwrap_err()
    };
    for masses in [
        "[]",
        "[1, 0]",
        "[-1]",
        "[1.5]",
        "7",
        "[18446744073709551615, 2]",
    ] {
        let error = error(masses);
        assert!((3..=4).contains(&error.line), "{masses}: {error}");
    }
    let twice = "{\"items\": {\"a\": {\"c\": [1],\n\"c\": [2]}}}";
    let error = segeval::parse(twice).unwrap_err();
    assert!(
        error.line == 2 && error.problem.contains("\"c\" comes twice"),
        "{error}"
    );
    let other = r#"{"items": {}, "segmentation_type": "multi"}"#;
    assert!(
        segeval::parse(other)
            .unwrap_err()
            .problem
            .contains("linear")
    );
    assert!(
        segeval::parse(r#"{"items": {}}"#)
            .unwrap_err()
            .problem
            .contains("no document")
    );
}

#[test]
fn segeval_refuses_to_write_one_coding_twice() {
    let one = Reference {
        id: Some("a".into()),
        coder: None,
        bounds: vec![2, 3],
    };
    assert!(segeval::write(&[one.clone(), one.clone()]).is_err());
    assert!(
        segeval::write(&[Reference {
            bounds: vec![0, 3],
            ..one.clone()
        }])
        .is_err()
    );
    assert!(
        segeval::write(&[Reference {
            bounds: vec![],
            ..one
        }])
        .is_err()
    );
}

#[test]
fn formats_are_told_apart_by_their_characters() {
    assert_eq!(detect(" {\"items\""), Format::Segeval);
    assert_eq!(detect("\u{feff}0110\n"), Format::Nltk);
    assert_eq!(detect("==========\n0\n"), Format::Choi);
    assert_eq!(detect(""), Format::Choi);
    assert_eq!(detect("1 boat came in\n==========\n"), Format::Choi);
    assert_eq!(
        only_bounds(parse("a\n==========\nb", None).unwrap()),
        [[1, 2]]
    );
}

/// Characters that the formats care about, among others.
fn near_miss() -> impl Strategy<Value = String> {
    prop::string::string_regex(r#"(==========|[01 \n\r{}\[\]:,"a-]|"items"|\PC){0,40}"#).unwrap()
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(text in prop_oneof![any::<String>(), near_miss()], n in 0usize..9) {
        for references in [
            parse(&text, None), nltk::parse(&text, Some(&[n])), segeval::parse(&text),
        ].into_iter().flatten() {
            for reference in references {
                let n_units = *reference.bounds.last().unwrap();
                prop_assert!(reference.bounds.is_sorted_by(|a, b| a < b) && n_units > 0);
            }
        }
        let _ = choi::parse(&text);
    }

    #[test]
    fn what_is_written_is_read_back(lengths in prop::collection::vec(1usize..6, 1..9)) {
        let ends = lengths.iter().scan(0, |end, length| { *end += length; Some(*end) });
        let bounds: Vec<usize> = ends.collect();
        let n_units = *bounds.last().unwrap();
        let units = vec!["word"; n_units];
        prop_assert_eq!(&choi::parse(&choi::write(&units, &bounds).unwrap()).unwrap().bounds, &bounds);
        let reference = Reference { id: Some("d".into()), coder: Some("c".into()), bounds: bounds.clone() };
        let json = segeval::write(std::slice::from_ref(&reference)).unwrap();
        prop_assert_eq!(segeval::parse(&json).unwrap(), vec![reference]);
        match nltk::write(&[&bounds]) {
            Ok(text) => prop_assert_eq!(only_bounds(nltk::parse(&text, None).unwrap()), vec![bounds]),
            Err(_) => prop_assert_eq!(n_units, 1),
        }
    }

    #[test]
    fn writers_never_panic(bounds in prop::collection::vec(0usize..9, 0..6), unit in any::<String>()) {
        let _ = choi::write(&[&unit, &unit], &bounds);
        let _ = nltk::write(&[&bounds]);
        let _ = segeval::write(&[Reference { id: None, coder: None, bounds }]);
    }
}
