//! ROUGE against numbers of the Perl program ROUGE-1.5.5 and of rouge-score 0.1.2.

#![expect(
    clippy::unwrap_used,
    reason = "a golden file of another shape is a fault of the test"
)]

use recto_summarize::rouge::{Average, Cut, Measure, Options, Rules, Scorer, Variant};
use recto_testing::golden;
use recto_testing::golden::Entry;
use recto_testing::golden::Tolerance::Absolute;

/// Those lines of the WordNet exceptions and of the SMART list that the texts need.
const EXCEPTIONS: &str = "\
    better well\nchildren child\ncontrolling control\nfeet foot\nfound find\n\
    hopping hop\nknown know\nrunning run\nshot shoot\ntaken take\nwent go\n\
    were be\n";
const STOPS: &str = "\
    a\nand\nb\nbetter\nby\nc\nd\ne\nf\nfor\ng\nh\nin\nis\nit\nknown\nmore\n\
    news\nof\non\none\nones\nor\ns\ntaken\nthan\nthe\nto\ntrying\ntwo\nu\nunder\n\
    us\nvery\nwas\nwent\nwere\nx\ny\nz\n";

fn options(given: &Entry<'_>) -> Options {
    let number = |key: &str| given.at(key).count();
    let words = Some(number("l")).filter(|&n| n > 0).map(Cut::Words);
    let bytes = Some(number("b")).filter(|&n| n > 0).map(Cut::Bytes);
    Options {
        stem: given.at("stem").read(),
        stop: given.at("stop").read(),
        cut: words.or(bytes),
        average: match given.at("f").text() {
            "B" => Average::B,
            _ => Average::A,
        },
        alpha: given.at("p").number(),
        compat: true,
        ..Options::default()
    }
}

/// Runs of a golden file in the shape of rouge155.json.
fn check(golden: &Entry<'_>) {
    for run in golden.at("runs").entries() {
        let cases = golden.at("cases").entries().into_iter();
        for (case, expected) in cases.zip(run.at("expected").entries()) {
            let expected = expected.fields();
            let measures: Vec<Measure> = expected
                .iter()
                .map(|(name, _)| name.parse().unwrap())
                .collect();
            let rules = Rules::parse(EXCEPTIONS, STOPS);
            let scorer = Scorer::new(measures, options(&run.at("options")), rules).unwrap();
            let references: Vec<&str> = case.at("refs").read();
            let scores = scorer.score(case.at("peer").text(), &references);
            for (score, (_, expected)) in scores.iter().zip(expected) {
                expected.assert_equal(&[score.recall, score.precision, score.f]);
            }
        }
    }
}

#[test]
fn scores_are_those_of_the_perl_program_to_its_last_decimal() {
    check(&golden!("rouge155"));
    check(&golden!("rouge_w_s"));
}

#[test]
fn rouge_score_is_met_under_its_own_name() {
    let options = Options {
        variant: Variant::RougeScore,
        stem: true,
        ..Options::default()
    };
    let measures = vec![Measure::N(1), Measure::N(2), Measure::L, Measure::Lsum];
    let scorer = Scorer::new(measures, options, Rules::default()).unwrap();
    for case in golden!("rouge_score_py").at("cases").entries() {
        let scores = scorer.score(case.at("peer").text(), &[case.at("ref").text()]);
        let expected = case.at("expected");
        for (score, name) in scores
            .iter()
            .zip(["rouge1", "rouge2", "rougeL", "rougeLsum"])
        {
            let found = [score.precision, score.recall, score.f];
            expected.at(name).assert_all_near(&found, Absolute(1e-6));
        }
    }
}
