//! A small database in the format of WordNet, and what is found in it.

use super::net::{Decay, Net};
use super::*;
use crate::Pairs;
use recto_testing::golden::{File, Tolerance};
use recto_testing::text::english;

/// A synset: words, and the synsets above it by number.
type Row = (&'static [&'static str], &'static [usize]);

const NOUNS: &[Row] = &[
    (&["thing"], &[]),
    (&["vessel", "craft"], &[0]),
    (&["ferry"], &[1]),
    (&["barge"], &[1]),
    (&["building"], &[0]),
    (&["mill"], &[4]),
    (&["water_mill"], &[5]),
];
const VERBS: &[Row] = &[(&["move"], &[]), (&["sail"], &[0]), (&["go"], &[0])];

/// The lines of a data file.
fn data(rows: &[Row], offsets: &[u32]) -> Vec<String> {
    let line = |((words, above), offset): (&Row, &u32)| {
        let names: String = words.iter().map(|word| format!("{word} 0 ")).collect();
        let up = above
            .iter()
            .map(|&up| format!("@ {:08} n 0000 ", offsets[up]));
        let (count, pointers, up) = (words.len(), above.len(), up.collect::<String>());
        format!("{offset:08} 03 n {count:02x} {names}{pointers:03} {up}| a gloss\n")
    };
    rows.iter().zip(offsets).map(line).collect()
}

/// The data file and the index of synsets. Numbers have eight digits, so that lines are as
/// long before they are known.
fn files(rows: &[Row]) -> (String, String) {
    let head = "  1 Made for a test, in the format of WordNet 3.0\n";
    let mut at = head.len() as u32;
    let mut offsets = Vec::new();
    for line in data(rows, &vec![0; rows.len()]) {
        offsets.push(at);
        at += line.len() as u32;
    }
    let mut index: Vec<String> = Vec::new();
    for ((words, _), offset) in rows.iter().zip(&offsets) {
        index.extend(
            words
                .iter()
                .map(|word| format!("{word} n 1 1 @ 1 0 {offset:08}  \n")),
        );
    }
    index.sort();
    (
        head.to_owned() + &data(rows, &offsets).concat(),
        index.concat(),
    )
}

fn small() -> BTreeMap<String, Vec<u8>> {
    let mut contents: BTreeMap<String, Vec<u8>> = FILES
        .iter()
        .map(|name| ((*name).into(), Vec::new()))
        .collect();
    for (part, rows) in [("noun", NOUNS), ("verb", VERBS)] {
        let (data, index) = files(rows);
        contents.insert(format!("data.{part}"), data.into());
        contents.insert(format!("index.{part}"), index.into());
    }
    let adjectives =
        "big a 1 0 1 0 00000100  \nlarge a 1 0 1 0 00000100  \nold a 1 0 1 0 00000200  \n";
    contents.insert("index.adj".into(), adjectives.into());
    contents.insert("verb.exc".into(), "gone go\nwent go\n".into());
    contents
}

/// The database of these tests.
pub(crate) fn wordnet() -> WordNet {
    WordNet::new(small()).expect("all files")
}

fn steps(a: &str, b: &str) -> Option<usize> {
    let net = wordnet();
    let chain = |word| net.chain(word).expect("whole files");
    distance(&chain(a), &chain(b))
}

#[test]
fn words_are_as_far_apart_as_their_first_senses() {
    for (a, b, wanted) in [
        ("ferry", "ferry", Some(0)),
        ("vessel", "craft", Some(0)),
        ("ferry", "barge", Some(2)),
        ("ferries", "vessels", Some(1)),
        ("ferry", "mill", Some(4)),
        ("ferry", "water_mill", Some(5)),
        ("went", "sailed", Some(2)),
        ("big", "larger", Some(0)),
        ("big", "old", None),
        ("ferry", "sail", None),
        ("ferry", "unheard", None),
    ] {
        assert_eq!(steps(a, b), wanted, "{a} {b}");
        assert_eq!(steps(b, a), wanted, "{b} {a}");
    }
    assert_eq!(wordnet().version, "3.0");
}

#[test]
fn files_that_are_missing_or_changed_are_refused() {
    let mut files = small();
    files.remove("noun.exc");
    assert_eq!(
        WordNet::new(files).map_err(|bad| bad.file),
        Err("noun.exc".into())
    );
    let mut files = small();
    files.insert("data.noun".into(), b"00000000 x\n".to_vec());
    assert!(WordNet::new(files).is_err());
    let mut files = small();
    let moved = [b"  1 WordNet 3.0\n".as_slice(), &files["data.noun"]].concat();
    files.insert("data.noun".into(), moved);
    let net = WordNet::new(files).expect("it names a version");
    assert_eq!(
        net.chain("ferry").map_err(|bad| bad.file),
        Err("data.noun".into())
    );
}

#[test]
fn the_histogram_counts_the_words_of_summaries_once() {
    let net = wordnet();
    let mut pairs = Pairs::new(english());
    let source = pairs.side(["ferry", "mill"], vec![0]);
    let summary = pairs.side(["barge", "vessels", "mill", "barge", "tide"], vec![0]);
    let ferry = source.words[0];
    pairs.push(source, summary);
    let net = Net::new(&net, &pairs).expect("whole files");
    let histogram = net.histogram(net.chain(ferry));
    let unseen = net.histogram(&Chain::new());
    let seen: [f64; FARTHEST + 1] = std::array::from_fn(|k| histogram[k] - unseen[k]);
    for (seen, wanted) in seen.iter().zip([0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0]) {
        assert!((seen - wanted).abs() < 1e-12);
    }
    let all = (0..=FARTHEST).map(|k| histogram[k] * Decay(0.7).p(k, &histogram));
    assert!((all.sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn the_decay_is_the_golden_one() {
    let golden = File::parse("eta", include_str!("../../tests/golden/wordnet_eta.json"));
    let root = golden.root();
    let histogram = |row: &[f64]| std::array::from_fn(|k| row.get(k).copied().unwrap_or(0.0));
    let words: Vec<(f64, [f64; FARTHEST + 1])> = root
        .at("gamma")
        .numbers()
        .into_iter()
        .zip(root.at("H").matrix())
        .map(|(count, row)| (count, histogram(&row)))
        .collect();
    let counts = histogram(&root.at("W").numbers());
    let found = Decay(1.0).learned(&counts, &words);
    root.at("eta")
        .assert_near(found.0, Tolerance::Absolute(1e-6));
    assert_eq!(Decay(1.5).learned(&[0.0; FARTHEST + 1], &words), Decay(1.5));
}
