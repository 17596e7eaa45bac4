//! Builds a corpus from analysed documents: one vocabulary, filtered by document frequency.

use super::Corpus;
use super::phrases::Pairs;
use crate::TopicsError;
use recto_math::{CsrBuilder, Remedy};
use recto_text::token::without_possessive;
use recto_text::{Token, Units, Vocabulary};
use serde::{Deserialize, Serialize};

/// Which terms a corpus keeps.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Filter {
    /// Minimum document frequency of a term; `None` is 5, or 2 below 200 documents, or 1
    /// below 20.
    pub min_documents: Option<usize>,
    /// Maximum document frequency as a share of the documents, above 0 and at most 1.
    pub max_share: f64,
    /// Minimum number of letters of a term, against numbers and single letters.
    pub min_letters: usize,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            min_documents: None,
            max_share: 1.0,
            min_letters: 2,
        }
    }
}

impl Filter {
    /// Minimum document frequency for a corpus of `n_documents`.
    pub fn least(&self, n_documents: usize) -> usize {
        let by_size = match n_documents {
            0..20 => 1,
            20..200 => 2,
            _ => 5,
        };
        self.min_documents.unwrap_or(by_size)
    }

    fn told(&self, n_documents: usize) -> String {
        format!(
            "no term of {} letters or more occurs in at least {} and at most {} of {n_documents} documents",
            self.min_letters,
            self.least(n_documents),
            self.most(n_documents)
        )
    }

    /// The parameter to relax so that more terms are kept; `None` if none would help.
    fn remedy(&self, n_documents: usize) -> Option<Remedy> {
        if self.least(n_documents) > 1 {
            let lower = &Remedy::Lower("min_documents");
            Some(Remedy::When("to keep rarer terms", lower))
        } else if self.most(n_documents) < n_documents {
            let raise = &Remedy::Raise("max_share");
            Some(Remedy::When("to keep more frequent terms", raise))
        } else {
            None
        }
    }

    fn most(&self, n_documents: usize) -> usize {
        (self.max_share * n_documents as f64).floor() as usize
    }

    /// Checks that the share is in its range.
    ///
    /// # Errors
    /// [`TopicsError::Parameter`] if not.
    pub fn check(&self) -> Result<(), TopicsError> {
        if self.max_share > 0.0 && self.max_share <= 1.0 {
            Ok(())
        } else {
            Err(TopicsError::parameter(
                "max_share",
                self.max_share,
                "above 0 and at most 1",
            ))
        }
    }
}

/// Collects documents for a [`Corpus`].
#[derive(Debug, Default)]
pub struct CorpusBuilder {
    vocabulary: Vocabulary,
    /// Term ids of all tokens; `segment_ends` are exclusive ends in them.
    tokens: Vec<u32>,
    segment_ends: Vec<usize>,
    document_ends: Vec<usize>,
    /// Spellings of each term with their counts.
    spellings: Vec<Vec<(String, u32)>>,
    pairs: Pairs,
}

impl CorpusBuilder {
    /// An empty builder.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a document; `bounds` are the exclusive ends of its segments, in units.
    ///
    /// # Panics
    /// If a bound is beyond the last unit.
    pub fn push(&mut self, units: &Units<'_>, bounds: &[usize]) {
        let ids: Vec<u32> = units
            .vocabulary
            .iter()
            .map(|term| self.vocabulary.intern(term).0)
            .collect();
        self.spellings.resize(self.vocabulary.len(), Vec::new());
        let mut start = 0;
        for &end in bounds {
            let tokens = &units.tokens[units.token_range(start, end)];
            self.push_segment(units.text, tokens, &ids);
            start = end;
        }
        self.document_ends.push(self.segment_ends.len());
    }

    fn push_segment(&mut self, text: &str, tokens: &[Token], ids: &[u32]) {
        let mut before: Option<(u32, Token)> = None;
        for &token in tokens {
            let Some(term) = token.term() else {
                before = None;
                continue;
            };
            let id = ids[term.index()];
            self.tokens.push(id);
            self.spell(id, without_possessive(&text[token.span().range()]));
            if let Some((first, earlier)) = before {
                self.pair((first, id), text, earlier, token);
            }
            before = Some((id, token));
        }
        self.segment_ends.push(self.tokens.len());
    }

    fn spell(&mut self, id: u32, form: &str) {
        let known = &mut self.spellings[id as usize];
        if let Some((_, count)) = known.iter_mut().find(|(other, _)| other == form) {
            *count += 1;
        } else if known.len() < 16 {
            known.push((form.to_string(), 1));
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

    /// Adds a document as segments of terms, for callers that tokenise themselves.
    pub fn push_terms<'t, S: IntoIterator<Item = &'t str>>(
        &mut self,
        segments: impl IntoIterator<Item = S>,
    ) {
        for segment in segments {
            for term in segment {
                let id = self.vocabulary.intern(term).0;
                self.tokens.push(id);
            }
            self.segment_ends.push(self.tokens.len());
        }
        self.spellings.resize(self.vocabulary.len(), Vec::new());
        self.document_ends.push(self.segment_ends.len());
    }

    /// Number of documents added so far.
    pub fn n_documents(&self) -> usize {
        self.document_ends.len()
    }

    /// Makes the corpus of all documents with the terms that the filter keeps.
    ///
    /// # Errors
    /// [`TopicsError`] without documents, or if the filter keeps no term.
    pub fn finish(mut self, filter: &Filter) -> Result<Corpus, TopicsError> {
        filter.check()?;
        let n_documents = self.n_documents();
        if n_documents == 0 {
            return Err(TopicsError::NoDocuments);
        }
        let kept = self.kept(filter);
        let terms: Vec<String> = self
            .vocabulary
            .iter()
            .zip(&kept)
            .filter(|(_, id)| id.is_some())
            .map(|(term, _)| term.to_string())
            .collect();
        if terms.is_empty() {
            return Err(TopicsError::NoTerms {
                filter: filter.told(n_documents),
                remedy: filter.remedy(n_documents),
            });
        }
        let spellings = self.best_spellings(&kept);
        let phrases = self.pairs.phrases(&kept);
        // Pairs and spellings may take more memory than the counts, and are not needed
        // beside them.
        (self.pairs, self.spellings) = (Pairs::default(), Vec::new());
        let counts = self.counts(&kept, terms.len());
        Ok(Corpus::new(counts, self.document_ends, terms)?.with_forms(spellings, phrases))
    }

    /// New id of each term; `None` if the filter drops it.
    fn kept(&self, filter: &Filter) -> Vec<Option<u32>> {
        let n_documents = self.n_documents();
        let (least, most) = (filter.least(n_documents), filter.most(n_documents));
        let mut next = 0;
        let keep = |(term, count): (&str, u32)| {
            let letters = term.chars().filter(|c| c.is_alphabetic()).count();
            let is_kept =
                letters >= filter.min_letters && (least..=most).contains(&(count as usize));
            is_kept.then(|| {
                next += 1;
                next - 1
            })
        };
        let frequencies = self.document_frequencies();
        self.vocabulary.iter().zip(frequencies).map(keep).collect()
    }

    fn document_frequencies(&self) -> Vec<u32> {
        let mut counts = vec![0; self.vocabulary.len()];
        let mut seen_in = vec![usize::MAX; self.vocabulary.len()];
        let mut start = 0;
        for (document, &end) in self.document_ends.iter().enumerate() {
            let end = end.checked_sub(1).map_or(0, |last| self.segment_ends[last]);
            for &term in &self.tokens[start.min(end)..end] {
                let seen = &mut seen_in[term as usize];
                if *seen != document {
                    *seen = document;
                    counts[term as usize] += 1;
                }
            }
            start = end;
        }
        counts
    }

    fn counts(&self, kept: &[Option<u32>], n_terms: usize) -> recto_math::CsrMatrix {
        let mut builder = CsrBuilder::new(n_terms);
        let mut start = 0;
        for &end in &self.segment_ends {
            let tokens = &self.tokens[start..end];
            builder.push_counts(tokens.iter().filter_map(|&term| kept[term as usize]));
            start = end;
        }
        builder.finish()
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

/// Minimum number of content words of a passage: paragraphs are joined up to it.
pub const PASSAGE_WORDS: usize = 40;

/// Bounds of segments of consecutive units, each closed once it has at least `words`
/// content words; the rest at the end joins the last segment.
pub fn passages(units: &Units<'_>, words: usize) -> Vec<usize> {
    let mut bounds = Vec::new();
    let mut count = 0;
    for unit in 0..units.len() {
        count += units.terms(unit).count();
        if count >= words {
            bounds.push(unit + 1);
            count = 0;
        }
    }
    match bounds.last_mut() {
        Some(last) => *last = units.len(),
        None if !units.is_empty() => bounds.push(units.len()),
        None => {}
    }
    bounds
}
