//! A made corpus of two sets, small enough for all methods and a small grid.

use super::netsim::{Setting, choose, settings};
use super::*;
use crate::made::Folder;
use recto::Answer;
use recto_math::Silent;
use recto_report::text;
use recto_segment::similarity::Params;
use std::num::NonZeroUsize;

/// A text of three segments with words of their own, each under a heading.
fn made(salt: usize) -> String {
    let themes = [
        ["harbour", "boats", "nets", "quay", "tide"],
        ["oven", "bread", "flour", "dough", "crust"],
        ["violin", "bow", "string", "music", "tune"],
    ];
    let mut text = String::from("==========\n");
    for (t, theme) in themes.iter().enumerate() {
        text += &format!("CHAPTER {}\n", t + 1);
        for i in 0..8 {
            let word = |d: usize| theme[(i * (d + 2) + salt + d) % 5];
            text += &format!(
                "The {} was near the {} and a {}.\n",
                word(0),
                word(1),
                word(2)
            );
        }
        text += "==========\n";
    }
    text
}

fn corpus() -> Folder {
    let folder = Folder::new();
    for set in ["ai", "fiction"] {
        folder.write(&format!("segmentation/{set}/d.dev.txt"), &made(7));
        for i in 0..3 {
            folder.write(&format!("segmentation/{set}/{i}.txt"), &made(i));
        }
    }
    folder.write("segmentation/README.md", "not a set");
    folder
}

fn replicated(folder: &Folder, threads: usize) -> Answer<Replicated> {
    let request = Request {
        data: folder.path().into(),
        hide_headings: Some(vec!["fiction".into()]),
        ..Request::default()
    };
    let grid = Grid {
        similarity: vec![Params::paper(), Params::default()],
        preference: vec![-0.5, -2.0],
        damping: vec![0.9],
        window: vec![20],
    };
    let run = Run::new(0, &Silent).with_threads(NonZeroUsize::new(threads).unwrap());
    let outcome = run.install(|| replicate(&request, grid, &run)).unwrap();
    outcome.answer(Aps::KEY, run.seed)
}

#[test]
fn every_set_has_a_row_for_every_method_and_its_files() {
    let answer = replicated(&corpus(), 1);
    let sets = &answer.body.sets;
    let names: Vec<(&str, Headings)> = sets
        .iter()
        .map(|set| (set.name.as_str(), set.headings))
        .collect();
    let expected = [
        ("ai", Headings::Visible),
        ("fiction", Headings::Visible),
        ("fiction", Headings::Hidden),
    ];
    assert_eq!(names, expected);
    for set in sets {
        assert_eq!(
            (set.test.files, set.development.files, set.test.digest.len()),
            (3, 1, 64)
        );
        assert_eq!(set.rows.len(), 13);
        assert_eq!(set.aps_comparisons.len(), 2);
        for row in &set.rows {
            assert_eq!(row.documents, 3, "{} {:?}", row.method, answer.warnings);
        }
    }
    assert_eq!(sets[0].test.digest, sets[1].test.digest, "the same files");
}

#[test]
fn the_even_baseline_is_perfect_on_equal_segments_and_auto_finds_them() {
    let answer = replicated(&corpus(), 2);
    for set in &answer.body.sets {
        let score = |name: &str| {
            let row = set.rows.iter().find(|row| row.method == name).unwrap();
            row.scores.unwrap()
        };
        assert_eq!(score("even (reference K)").windowdiff, 0.0);
        assert_eq!(score("none").segments, 1.0);
        assert!(score("auto (reference K)").f1_tol2 > 0.9);
    }
}

#[test]
fn published_figures_stand_beside_the_papers_own_variant_only() {
    let answer = replicated(&corpus(), 1);
    let published = |set: &ReplicatedSet| -> Vec<f64> {
        set.rows.iter().filter_map(|row| row.published).collect()
    };
    let sets = &answer.body.sets;
    assert_eq!(published(&sets[0]), [0.437, 0.443, 0.404]);
    assert_eq!(published(&sets[1]), [0.381, 0.377, 0.350]);
    assert!(published(&sets[2]).is_empty());
}

#[test]
fn a_missing_set_is_named() {
    let answer = replicated(&corpus(), 1);
    assert_eq!(answer.body.missing, ["clinical"]);
    let page = text::render(&Aps::report(&answer), text::TextOptions::default());
    assert!(
        page.contains("The set clinical of the paper is missing"),
        "{page}"
    );
    assert!(answer.warnings[0].message.contains("clinical"));
}

#[test]
fn messages_never_pass_the_optimum() {
    let answer = replicated(&corpus(), 1);
    for set in &answer.body.sets {
        let net = set.net.unwrap();
        assert!(
            net.gap >= -1e-9 && (0.0..=1.0).contains(&net.equal),
            "{net:?}"
        );
        assert_eq!(set.centers.len(), 2);
        assert!(set.centers.iter().all(|centers| centers.segments > 0));
    }
}

#[test]
fn the_same_bytes_at_one_and_two_threads() {
    let folder = corpus();
    let json = |threads| {
        let mut written = Vec::new();
        recto::to_json(&replicated(&folder, threads), &mut written).unwrap();
        String::from_utf8(written).unwrap()
    };
    assert_eq!(json(1), json(2));
}

#[test]
fn a_file_without_units_fails_alone() {
    let folder = corpus();
    folder.write("segmentation/ai/z.txt", "==========\n");
    let answer = replicated(&folder, 1);
    assert_eq!(answer.failed.len(), 1);
    assert_eq!(answer.body.sets[0].rows[0].documents, 3);
}

#[test]
fn a_folder_without_sets_is_an_error_that_says_what_a_set_is() {
    let folder = Folder::new();
    let request = Request {
        data: folder.path().into(),
        ..Request::default()
    };
    let error = Aps::run(&request, &Run::new(0, &Silent)).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("a set is a folder of .txt files")
    );
}

#[test]
fn the_least_mean_is_chosen_and_the_first_of_equals() {
    let grid = Grid {
        preference: vec![-1.0, -2.0],
        similarity: vec![Params::paper()],
        damping: vec![0.9, 0.95],
        window: vec![10],
    };
    let all: Vec<Setting> = settings(Solver::Aps, &grid).collect();
    assert_eq!(all.len(), 4);
    assert_eq!(settings(Solver::MinCut, &grid).count(), 1);
    let tried = [vec![0.5, 0.25, 0.5, 0.375], vec![0.5, 0.5, 0.25, 0.375]];
    let chosen = choose(Solver::Aps, &grid, &tried);
    assert_eq!(
        (chosen.preference, chosen.damping),
        (all[1].preference, all[1].damping)
    );
    assert_eq!(choose(Solver::Exact, &grid, &[]).preference, None);
}
