//! Case study of the paper: one sentence for each of several labels.

use super::contrast::{LEAST, Library, together};
use super::{CaseGroup, CaseSentence, CaseStudy};
use recto_math::{QuietObserver, Run, rng};
use recto_summarize::{Budget, Limit, SummarizeError};

/// Labels of the case study: as many as the paper's.
const CASES: usize = 6;

/// Systems of the case study.
const CASE: [&str; 3] = ["cds", "dss", "mds"];

impl Library {
    /// One sentence for each of the largest labels, as in the paper's case study.
    pub(super) fn case_study(&self, run: &Run<'_>) -> Result<CaseStudy, SummarizeError> {
        let mut labels: Vec<&(String, Vec<usize>)> = self.labels.iter().collect();
        labels.sort_by_key(|(_, members)| std::cmp::Reverse(members.len()));
        labels.truncate(CASES);
        let members = |(i, (_, members)): (usize, &&(String, Vec<usize>))| {
            let mut stream = rng::stream(run.seed, "MDS case study", i as u64);
            let mut members = members.clone();
            rng::shuffle(&mut stream, &mut members);
            members.truncate(LEAST);
            members
        };
        let groups: Vec<Vec<usize>> = labels.iter().enumerate().map(members).collect();
        let muted = QuietObserver(run.observer);
        let inner = run.observed_by(&muted);
        let pool = self.pool(&groups, &inner)?;
        let documents: Vec<usize> = groups.concat();
        let budget = Budget::overshoot(Limit::Sentences(1));
        let mut found: Vec<CaseGroup> = labels
            .iter()
            .zip(&groups)
            .map(|((label, _), members)| CaseGroup {
                label: label.clone(),
                documents: members.len(),
                sentences: Vec::new(),
            })
            .collect();
        for system in CASE {
            let rows = together(system, false, &pool, budget, &inner)?;
            for (group, rows) in found.iter_mut().zip(rows) {
                let sentence = rows.first().map(|&row| {
                    let place = pool.sentences()[row].place;
                    let document = &self.documents[documents[place.document]];
                    CaseSentence {
                        system,
                        document: document.id.clone(),
                        start: place.span.start,
                        end: place.span.end,
                        text: document.text[place.span.range()].to_string(),
                        whole: document.text.clone(),
                    }
                });
                group.sentences.extend(sentence);
            }
        }
        Ok(CaseStudy { groups: found })
    }
}
