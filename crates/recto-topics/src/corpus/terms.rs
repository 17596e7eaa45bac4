//! Terms as they are counted: their spellings, the pairs of them, and which are kept.

use super::Filter;
use super::phrases::{Pairs, Phrases};
use crate::TopicsError;
use recto_text::token::without_possessive;
use recto_text::{Token, Units, Vocabulary};

/// Spellings of a term that are counted at most.
const MAX_SPELLINGS: usize = 16;

/// The terms of a corpus, as they are and as they are written.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Forms {
    /// Terms in the order of their ids.
    pub(crate) terms: Vec<String>,
    /// Most frequent spelling of each term, in lower case; as long as `terms`.
    pub(crate) spellings: Vec<String>,
    /// Frequent bigrams, most frequent first.
    pub(super) phrases: Phrases,
}

impl Forms {
    /// Terms that are spelled as they are, without phrases.
    pub(super) fn plain(terms: Vec<String>) -> Self {
        Self {
            spellings: terms.clone(),
            terms,
            phrases: Phrases::default(),
        }
    }

    /// Frequent bigrams, most frequent first.
    pub(crate) fn phrases(&self) -> impl ExactSizeIterator<Item = super::Phrase<'_>> {
        self.phrases.iter()
    }
}

/// All terms of the documents so far, before any is left out.
#[derive(Debug, Clone, Default)]
pub(super) struct SeenTerms {
    pub(super) vocabulary: Vocabulary,
    /// Spellings of each term with their counts, in the order in which they were seen.
    pub(super) spellings: Vec<Vec<(String, u32)>>,
    pub(super) pairs: Pairs,
}

impl SeenTerms {
    /// Number of terms.
    pub(super) fn len(&self) -> usize {
        self.vocabulary.len()
    }

    /// The id of a term, new or known.
    pub(super) fn intern(&mut self, term: &str) -> u32 {
        let id = self.vocabulary.intern(term).0;
        if self.spellings.len() < self.vocabulary.len() {
            self.spellings.push(Vec::new());
        }
        id
    }

    /// Adds a document and gives the term ids of each of its segments to `take`; `bounds` are
    /// the exclusive ends of the segments, in units.
    pub(super) fn add(
        &mut self,
        units: &Units<'_>,
        bounds: &[usize],
        mut take: impl FnMut(&[u32]),
    ) {
        let terms = units.vocabulary.iter();
        let ids: Vec<u32> = terms.map(|term| self.intern(term)).collect();
        let mut segment = Vec::new();
        let mut start = 0;
        for &end in bounds {
            segment.clear();
            let tokens = &units.tokens[units.token_range(start, end)];
            self.add_segment(units.text, tokens, &ids, &mut segment);
            take(&segment);
            start = end;
        }
    }

    fn add_segment(&mut self, text: &str, tokens: &[Token], ids: &[u32], found: &mut Vec<u32>) {
        let mut before: Option<(u32, Token)> = None;
        for &token in tokens {
            let Some(term) = token.term() else {
                before = None;
                continue;
            };
            let id = ids[term.index()];
            found.push(id);
            self.spell(id, without_possessive(&text[token.span().range()]), 1);
            if let Some((first, earlier)) = before {
                self.pair((first, id), text, earlier, token);
            }
            before = Some((id, token));
        }
    }

    /// Counts a spelling of a term `n` times.
    pub(super) fn spell(&mut self, id: u32, form: &str, n: u32) {
        let known = &mut self.spellings[id as usize];
        if let Some((_, count)) = known.iter_mut().find(|(other, _)| other == form) {
            *count += n;
        } else if known.len() < MAX_SPELLINGS {
            known.push((form.to_string(), n));
        }
    }

    /// Counts a bigram if only a space, a line break or a hyphen separates its words.
    fn pair(&mut self, pair: (u32, u32), text: &str, first: Token, second: Token) {
        let (start, end) = (first.span().start, second.span().end);
        let between = text.get(first.span().end..second.span().start);
        if between.is_some_and(|between| between == " " || between == "-" || between == "\n") {
            self.pairs.count(pair, &text[start..end]);
        }
    }

    /// The new id of each term, `None` for those that the filter drops, and the forms of
    /// those that are kept. `frequencies` are numbers of documents.
    pub(super) fn keep(
        &self,
        frequencies: &[u32],
        n_documents: usize,
        filter: &Filter,
    ) -> Result<(Vec<Option<u32>>, Forms), TopicsError> {
        filter.check()?;
        if n_documents == 0 {
            return Err(TopicsError::NoDocuments);
        }
        let kept = self.new_ids(frequencies, n_documents, filter);
        let all = self.vocabulary.iter().zip(&kept);
        let terms = all.filter(|(_, id)| id.is_some());
        let terms: Vec<String> = terms.map(|(term, _)| term.to_string()).collect();
        if terms.is_empty() {
            return Err(TopicsError::NoTerms {
                filter: filter.told(n_documents),
                remedy: filter.remedy(n_documents),
            });
        }
        let forms = Forms {
            terms,
            spellings: self.best_spellings(&kept),
            phrases: self.pairs.phrases(&kept),
        };
        Ok((kept, forms))
    }

    fn new_ids(
        &self,
        frequencies: &[u32],
        n_documents: usize,
        filter: &Filter,
    ) -> Vec<Option<u32>> {
        let (least, most) = (filter.least(n_documents), filter.most(n_documents));
        let mut next = 0;
        let keep = |(term, &count): (&str, &u32)| {
            let letters = term.chars().filter(|c| c.is_alphabetic()).count();
            let is_kept =
                letters >= filter.min_letters && (least..=most).contains(&(count as usize));
            is_kept.then(|| {
                next += 1;
                next - 1
            })
        };
        self.vocabulary.iter().zip(frequencies).map(keep).collect()
    }

    /// Most frequent spelling of each kept term, in lower case; ties go to the first seen.
    fn best_spellings(&self, kept: &[Option<u32>]) -> Vec<String> {
        let terms = self.vocabulary.iter().zip(&self.spellings).zip(kept);
        terms
            .filter(|(_, kept)| kept.is_some())
            .map(|((term, forms), _)| {
                let best = forms
                    .iter()
                    .reduce(|best, form| if form.1 > best.1 { form } else { best });
                best.map_or_else(|| term.to_string(), |(form, _)| form.to_lowercase())
            })
            .collect()
    }
}
