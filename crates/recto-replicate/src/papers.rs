//! The list of papers, from which help, checks of flags and runs of the command are made.

use crate::replication::{Replication, SetFormat, Uses};
use crate::{
    Field, ReplicateError, Request, Task, ads, aps, bayes_ad, bstm, mds, mflk, pes, semi_hmm, sgm,
};
use recto::Answer;
use recto_math::Run;
use recto_report::Report;
use serde_json::Value;

/// A paper and the way to repeat its experiments: the constants of a [`Replication`], whatever
/// its body.
#[derive(Debug, Clone, Copy)]
pub struct Paper {
    /// Key of the paper in docs/PAPERS.md.
    pub key: &'static str,
    /// What it is about: one line without a full stop.
    pub about: &'static str,
    /// Authors, year and title of the paper.
    pub citation: &'static str,
    /// The paper's corpora that cannot be had.
    pub missing: &'static [&'static str],
    /// Whose folder the sets may stand in.
    pub task: Task,
    /// What a set is in that folder.
    pub format: SetFormat,
    /// The optional fields of the request that have an effect.
    pub uses: &'static [Uses],
    /// Runs the experiments.
    pub run: fn(&Request, &Run<'_>) -> Result<Repeated, ReplicateError>,
}

/// A replication that was run, ready to be written.
#[derive(Debug, Clone)]
pub struct Repeated {
    /// Measured figures as JSON.
    pub answer: Answer<Value>,
    /// The figures as a report.
    pub report: Report,
}

static PAPERS: [Paper; 9] = [
    Paper::of::<aps::Aps>(),
    Paper::of::<sgm::Sgm>(),
    Paper::of::<bayes_ad::BayesAd>(),
    Paper::of::<semi_hmm::SemiHmm>(),
    Paper::of::<mflk::Mflk>(),
    Paper::of::<bstm::Bstm>(),
    Paper::of::<mds::Mds>(),
    Paper::of::<ads::Ads>(),
    Paper::of::<pes::Pes>(),
];

/// All papers, in the order of docs/PAPERS.md.
#[must_use]
pub fn papers() -> &'static [Paper] {
    &PAPERS
}

/// The paper with a key, in capitals or not; `None` for an unknown key.
///
/// ```
/// let paper = recto_replicate::paper("aps").expect("a key");
/// assert_eq!(paper.about, "Text segmentation by affinity propagation");
/// ```
#[must_use]
pub fn paper(key: &str) -> Option<&'static Paper> {
    PAPERS
        .iter()
        .find(|paper| paper.key.eq_ignore_ascii_case(key))
}

impl Paper {
    const fn of<R: Replication>() -> Self {
        Self {
            key: R::KEY,
            about: R::ABOUT,
            citation: R::CITATION,
            missing: R::MISSING,
            task: R::TASK,
            format: R::FORMAT,
            uses: R::USES,
            run: repeat::<R>,
        }
    }

    /// The use that its experiments make of a field; `None` where the field has no effect.
    #[must_use]
    pub fn uses(&self, field: Field) -> Option<&'static Uses> {
        self.uses.iter().find(|uses| uses.field == field)
    }
}

fn repeat<R: Replication>(request: &Request, run: &Run<'_>) -> Result<Repeated, ReplicateError> {
    let answer = R::run(request, run)?;
    let report = R::report(&answer);
    let body = serde_json::to_value(answer.body).expect("all keys of a body are strings");
    let answer = Answer {
        recto: answer.recto,
        command: answer.command,
        parameters: answer.parameters,
        warnings: answer.warnings,
        failed: answer.failed,
        body,
    };
    Ok(Repeated { answer, report })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made::Folder;
    use recto_math::Silent;

    #[test]
    fn keys_differ_and_are_found_in_capitals_or_not() {
        for (i, row) in papers().iter().enumerate() {
            let found = paper(&row.key.to_lowercase()).unwrap();
            assert_eq!(found.key, row.key);
            let same = |other: &Paper| other.key.eq_ignore_ascii_case(row.key);
            assert!(!papers()[..i].iter().any(same), "{}", row.key);
        }
        assert!(paper("XYZ").is_none());
    }

    #[test]
    fn every_replication_refuses_a_folder_without_sets() {
        let folder = Folder::new();
        let request = Request {
            data: folder.path().into(),
            ..Request::default()
        };
        for paper in papers() {
            let error = (paper.run)(&request, &Run::new(0, &Silent)).unwrap_err();
            let is_said = matches!(error, ReplicateError::NoSets { .. });
            assert!(is_said, "{}: {error}", paper.key);
        }
    }

    #[test]
    fn facts_of_a_paper_fit_into_a_sentence() {
        for paper in papers() {
            for fact in [paper.about, paper.citation] {
                assert!(!fact.is_empty() && !fact.ends_with('.'), "{fact}");
            }
        }
    }

    #[test]
    fn defaults_are_said_as_they_are() {
        let said = |key: &str, field| paper(key).unwrap().uses(field).unwrap().default;
        assert_eq!(said("SGM", Field::Seeds), sgm::SEEDS.to_string());
        for key in ["BSTM", "MDS"] {
            assert_eq!(said(key, Field::Seeds), crate::summaries::SEEDS.to_string());
        }
        assert_eq!(said("MFLK", Field::Seeds), mflk::SEEDS.to_string());
        assert_eq!(said("PES", Field::Seeds), pes::SEEDS.to_string());
        let (documents, seeds) = (bayes_ad::DOCUMENTS, bayes_ad::SEEDS);
        let both = format!("{documents} and {seeds}");
        assert_eq!(said("BayesAD", Field::Documents), both);
        assert_eq!(said("APS", Field::HideHeadings), aps::HIDDEN);
        assert!(paper("APS").unwrap().uses(Field::Seeds).is_none());
    }
}
