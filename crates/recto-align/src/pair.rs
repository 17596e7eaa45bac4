//! Pairs of a document and its summary, as numbered words.
//!
//! Words are compared in lower case. Each distinct word has a number and the number of its
//! stem, so that all methods compare integers and none of them stems a word twice.

use crate::forms::Forms;
use crate::syntax::{self, Constituent, LABELS, Mismatch, Tree};
use recto_text::language::Stems;
use recto_text::{Language, TermId, Vocabulary};
use std::ops::Range;
use std::sync::OnceLock;

/// One side of a pair: its words in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Side {
    /// The words, numbered by [`Pairs`].
    pub words: Vec<TermId>,
    /// Whether each word was written with a capital.
    pub capitals: Vec<bool>,
    /// The first word of each sentence, ascending; the first is 0 unless there are no words.
    pub sentences: Vec<usize>,
    /// Its constituents, given or found when they are first asked for.
    constituents: OnceLock<Vec<Constituent>>,
}

impl Side {
    /// Number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The words of a sentence.
    pub fn sentence(&self, sentence: usize) -> Range<usize> {
        let end = self.sentences.get(sentence + 1).copied();
        self.sentences[sentence]..end.unwrap_or(self.len())
    }

    /// Only some of its sentences, and the place that each of their words had.
    pub(crate) fn only(&self, sentences: &[usize]) -> (Self, Vec<usize>) {
        let mut side = Self::default();
        let mut places = Vec::new();
        let mut constituents = Vec::new();
        for &sentence in sentences {
            let (words, start) = (self.sentence(sentence), places.len());
            side.sentences.push(start);
            side.words.extend(&self.words[words.clone()]);
            side.capitals.extend(&self.capitals[words.clone()]);
            let given = self.constituents.get().into_iter().flatten();
            let own = given.filter(|one| words.contains(&one.first) && words.contains(&one.last));
            constituents.extend(own.map(|one| Constituent {
                label: one.label,
                first: one.first - words.start + start,
                last: one.last - words.start + start,
            }));
            places.extend(words);
        }
        if self.constituents.get().is_some() {
            side.constituents = OnceLock::from(constituents);
        }
        (side, places)
    }

    /// The sentence that holds each word.
    pub fn sentence_of_words(&self) -> Vec<usize> {
        let mut sentences = Vec::with_capacity(self.len());
        for sentence in 0..self.sentences.len() {
            sentences.extend(self.sentence(sentence).map(|_| sentence));
        }
        sentences
    }
}

/// A document and its summary.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pair {
    /// The source.
    pub document: Side,
    /// What was written of it.
    pub summary: Side,
}

/// Pairs and the words that they share.
#[derive(Debug)]
pub struct Pairs {
    /// The pairs in order.
    pub pairs: Vec<Pair>,
    vocabulary: Vocabulary,
    stem_vocabulary: Vocabulary,
    /// The stem of each word.
    stems: Vec<TermId>,
    form_vocabulary: Vocabulary,
    /// What each word is a form of.
    forms: Vec<TermId>,
    keys: Forms,
    /// Labels of constituents; those of the chunker come first.
    labels: Vocabulary,
    language: &'static Language,
    stemmer: Stems,
    folded: String,
}

impl Pairs {
    /// No pairs yet; words are stemmed in `language`.
    pub fn new(language: &'static Language) -> Self {
        let mut labels = Vocabulary::default();
        for label in LABELS {
            labels.intern(label);
        }
        Self {
            labels,
            pairs: Vec::new(),
            vocabulary: Vocabulary::default(),
            stem_vocabulary: Vocabulary::default(),
            stems: Vec::new(),
            form_vocabulary: Vocabulary::default(),
            forms: Vec::new(),
            keys: Forms::new(language),
            language,
            stemmer: Stems::new(language),
            folded: String::new(),
        }
    }

    /// Numbers the words of a side. `sentences` are the first words of its sentences; where
    /// they do not ascend from 0, the side is taken as one sentence.
    pub fn side<'w>(
        &mut self,
        words: impl IntoIterator<Item = &'w str>,
        sentences: Vec<usize>,
    ) -> Side {
        let mut side = Side::default();
        for word in words {
            side.words.push(self.intern(word));
            let capital = word.chars().next().is_some_and(char::is_uppercase);
            side.capitals.push(capital);
        }
        let ascend = sentences.first() == Some(&0)
            && sentences.windows(2).all(|two| two[0] < two[1])
            && sentences.last().is_some_and(|&last| last < side.len());
        side.sentences = match ascend {
            _ if side.is_empty() => Vec::new(),
            true => sentences,
            false => vec![0],
        };
        side
    }

    /// The same summaries with other documents, whose words are numbered here.
    pub(crate) fn with_documents(&self, documents: Vec<Side>) -> Self {
        let pairs = self.pairs.iter().zip(documents);
        Self {
            pairs: pairs
                .map(|(pair, document)| Pair {
                    document,
                    summary: pair.summary.clone(),
                })
                .collect(),
            vocabulary: self.vocabulary.clone(),
            stem_vocabulary: self.stem_vocabulary.clone(),
            stems: self.stems.clone(),
            form_vocabulary: self.form_vocabulary.clone(),
            forms: self.forms.clone(),
            labels: self.labels.clone(),
            ..Self::new(self.language)
        }
    }

    /// Takes the sentences and constituents of a side from the first of these trees, as many
    /// as its words need; returns their number.
    ///
    /// # Errors
    /// [`Mismatch`] if the trees are not those of these words.
    pub fn parse(
        &mut self,
        side: &mut Side,
        words: &[&str],
        trees: &[Tree],
    ) -> Result<usize, Mismatch> {
        let covered = syntax::cover(words, trees)?;
        let spans = covered.spans.iter().map(|(label, span)| Constituent {
            label: self.labels.intern(label),
            first: span.start,
            last: span.end - 1,
        });
        side.constituents = OnceLock::from(spans.collect::<Vec<_>>());
        side.sentences = covered.sentences;
        Ok(covered.trees)
    }

    /// The constituents of a side, the outer ones first: those given, else those that the
    /// chunker finds.
    pub fn constituents<'s>(&self, side: &'s Side) -> &'s [Constituent] {
        side.constituents.get_or_init(|| syntax::chunks(self, side))
    }

    /// The labels of constituents.
    pub fn labels(&self) -> &Vocabulary {
        &self.labels
    }

    /// Adds a pair.
    pub fn push(&mut self, document: Side, summary: Side) {
        self.pairs.push(Pair { document, summary });
    }

    fn intern(&mut self, word: &str) -> TermId {
        self.folded.clear();
        let letters = word.chars().map(|c| if c == '’' { '\'' } else { c });
        self.folded.extend(letters.flat_map(char::to_lowercase));
        let id = self.vocabulary.intern(&self.folded);
        if id.index() == self.stems.len() {
            let stem = self.stemmer.stem(&self.folded);
            self.stems.push(self.stem_vocabulary.intern(&stem));
            let key = self.keys.key(&self.folded, &self.stemmer);
            self.forms.push(self.form_vocabulary.intern(&key));
        }
        id
    }

    /// The language that words are stemmed in.
    pub fn language(&self) -> &'static Language {
        self.language
    }

    /// The distinct words of all pairs, in lower case.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The number of a word's stem; words of one stem have the same number.
    pub fn stem(&self, word: TermId) -> TermId {
        self.stems[word.index()]
    }

    /// The number of what a word is a form of: its stem, and beyond it irregular forms,
    /// numbers in letters and digits, abbreviations with and without points.
    pub fn form(&self, word: TermId) -> TermId {
        self.forms[word.index()]
    }

    /// What a word is a form of, as text.
    pub(crate) fn form_text(&self, word: TermId) -> &str {
        self.form_vocabulary.term(self.form(word))
    }

    /// For each form, those that often stand for it in summaries.
    pub(crate) fn stand_ins(&self) -> Vec<Vec<TermId>> {
        let mut stand_ins = vec![Vec::new(); self.form_vocabulary.len()];
        for group in self.keys.stand_ins(self.language, &self.stemmer) {
            let known = group.iter().filter_map(|key| self.form_vocabulary.get(key));
            let known: Vec<TermId> = known.collect();
            for &one in &known {
                let others = known.iter().copied().filter(|&other| other != one);
                stand_ins[one.index()].extend(others);
            }
        }
        stand_ins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english() -> Pairs {
        Pairs::new(Language::from_code("en").expect("a language"))
    }

    #[test]
    fn words_are_one_in_lower_case_and_share_a_stem() {
        let mut pairs = english();
        let side = pairs.side(["Ferry", "ferry", "ferries", "ebb"], vec![0]);
        assert_eq!(side.words[0], side.words[1]);
        assert_eq!(side.capitals, [true, false, false, false]);
        assert_eq!(pairs.stem(side.words[0]), pairs.stem(side.words[2]));
        assert_ne!(pairs.stem(side.words[0]), pairs.stem(side.words[3]));
        assert_eq!(pairs.vocabulary().len(), 3);
    }

    #[test]
    fn sentences_that_do_not_ascend_are_one() {
        let mut pairs = english();
        let words = || "one two three".split(' ');
        assert_eq!(
            pairs.side(words(), vec![0, 2]).sentence_of_words(),
            [0, 0, 1]
        );
        for wrong in [vec![], vec![1], vec![0, 0], vec![0, 3]] {
            assert_eq!(pairs.side(words(), wrong).sentence_of_words(), [0, 0, 0]);
        }
        assert!(pairs.side([], vec![0]).sentences.is_empty());
    }
}
