//! Figures on real corpora, from the folder that `RECTO_DATA` names.
//!
//! Few splits, so that continuous integration can afford it; the whole protocol is the
//! example `reviews`.

#![expect(clippy::print_stdout, reason = "figures are printed")]

#[path = "../../examples/reviews/corpus.rs"]
mod corpus;
mod floors;
mod labelling;

recto_testing::data_tests! {
    on "dual": [
        floors::a_lexicon_alone_reaches_its_floors,
        floors::a_tenth_of_labels_and_a_lexicon_reach_their_floors,
        floors::ten_documents_and_ten_words_tell_news_apart,
        floors::probabilities_on_unseen_documents_are_calibrated,
        labelling::words_and_documents_are_ahead_of_documents_alone,
        labelling::intervals_hold_the_true_accuracy,
    ],
}
