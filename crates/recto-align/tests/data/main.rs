//! Figures on real corpora, from the folder that `RECTO_DATA` names.

#![expect(clippy::print_stdout, reason = "figures are printed")]

#[path = "../../examples/links/corpus.rs"]
mod corpus;
mod links;
mod support;

recto_testing::data_tests! {
    on "alignment": [
        links::links_reach_their_floors,
        support::judged_sentences_are_ranked_as_measured,
        support::foreign_sentences_score_below_own_ones,
        support::changed_numbers_and_negations_of_copied_sentences_are_named,
    ],
}
