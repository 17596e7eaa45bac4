//! Counts of documents for a fit in parts ([`recto_topics::parts`]): each part of a
//! collection is read as `topics` reads a whole one.

use super::corpus::{Parts, for_each};
use super::refused;
use crate::{Error, Reading};
use recto_math::{CsrBuilder, Run};
use recto_text::Pile;
use recto_topics::model::TermIds;
use recto_topics::parts::TermCounts;

/// Reads a part of a collection, each document in its own language: which other documents are in
/// the same part must not matter.
fn each_alone<'p>(how: &Reading<'_>, pile: &'p Pile) -> Reading<'p> {
    let shares = how.language_shares().unwrap_or_default();
    how.over(pile).with_language_shares(shares)
}

/// A document in the terms of a fit.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CountedDocument {
    /// Term ids, increasing, with their counts.
    pub terms: Vec<(u32, f64)>,
    /// Counts above 0 of all its segments, by which the number of fits is chosen
    /// ([`PartedFit::n_fits`](recto_topics::parts::PartedFit::n_fits)).
    pub n_values: usize,
}

/// Adds the documents of a pile, read as `how` reads, to counts of terms.
///
/// # Errors
/// [`Error::Cancelled`] if the observer asks to stop.
pub fn count_terms(
    pile: &Pile,
    how: &Reading<'_>,
    counts: &mut TermCounts,
    run: &Run<'_>,
) -> Result<(), Error> {
    let reading = each_alone(how, pile);
    let counted = for_each(&reading, &Parts::Passages, run, |_, analysed| {
        // Passages are found in any document.
        if let Ok(analysed) = analysed {
            counts.push(&analysed.units, &analysed.bounds);
        }
    });
    counted.map_err(refused)
}

/// Counts the documents of a pile, read as `how` reads, in known terms.
///
/// # Errors
/// [`Error::Cancelled`] if the observer asks to stop.
pub fn count_documents(
    pile: &Pile,
    how: &Reading<'_>,
    term_ids: &TermIds,
    run: &Run<'_>,
) -> Result<Vec<CountedDocument>, Error> {
    let reading = each_alone(how, pile);
    let mut documents = Vec::with_capacity(pile.documents.len());
    let counted = for_each(&reading, &Parts::Passages, run, |_, analysed| {
        let Ok(analysed) = analysed else {
            return;
        };
        let units = &analysed.units;
        let terms = units.vocabulary.iter();
        let ids: Vec<Option<u32>> = terms.map(|term| term_ids.id(term)).collect();
        let mut segments = CsrBuilder::new(term_ids.len());
        let mut start = 0;
        for &end in &analysed.bounds {
            let terms = (start..end).flat_map(|unit| units.terms(unit));
            segments.push_counts(terms.filter_map(|term| ids[term.index()]));
            start = end;
        }
        let segments = segments.finish();
        let mut document = CsrBuilder::new(term_ids.len());
        document.push_weights(segments.rows().flat_map(|row| row.iter()));
        documents.push(CountedDocument {
            terms: document.finish().row(0).iter().collect(),
            n_values: segments.nnz(),
        });
    });
    counted.map_err(refused)?;
    Ok(documents)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topics::corpus;
    use recto_math::Silent;
    use recto_topics::Filter;

    #[test]
    fn parts_are_counted_as_the_whole_is() {
        let long = "The tide turns at nine. Boats wait for the tide.\n\n".repeat(80);
        let texts = vec![
            long.as_str(),
            "Le pain est cuit. Le four est chaud.",
            "",
            "Boats and tides.",
        ];
        let (run, how) = (Run::new(0, &Silent), Reading::of_nothing());
        let pile = Pile::from(texts.clone());
        let filter = Filter::default();
        let whole = corpus::read(&how.over(&pile), &Parts::Passages, &filter, &run);
        let whole = whole.expect("terms").corpus;
        let mut counts = TermCounts::default();
        let parts = [&texts[..2], &texts[2..]].map(|part| Pile::from(part.to_vec()));
        for part in &parts {
            count_terms(part, &how, &mut counts, &run).expect("counts");
        }
        let kept = counts.finish(&filter).expect("terms");
        assert_eq!(kept.terms(), whole.terms());
        let ids = TermIds::new(kept.terms());
        let counted = parts
            .iter()
            .flat_map(|part| count_documents(part, &how, &ids, &run).expect("counts"));
        let counted: Vec<CountedDocument> = counted.collect();
        let n_values: usize = counted.iter().map(|one| one.n_values).sum();
        assert_eq!(n_values, whole.segments().nnz());
        assert!(counted[0].n_values > counted[0].terms.len());
        let documents = whole.documents();
        let rows = documents.rows().map(|row| row.iter().collect::<Vec<_>>());
        let found = counted.into_iter().map(|one| one.terms);
        assert_eq!(found.collect::<Vec<_>>(), rows.collect::<Vec<_>>());
    }
}
