//! Named analyses: the one place that decides how text becomes terms.
//!
//! Every capability picks an [`Analysis`] by name and none writes a tokeniser of its
//! own. (ROUGE, whose stems and stop words the caller brings, takes its words from
//! [`crate::token::alphanumeric`].) [`Analyzer::units`] finds the units of a document, cuts them into tokens and
//! numbers the terms, in parallel over parts of the text, with the same result for
//! any number of threads: each thread numbers the terms it meets by itself, and they
//! are renumbered in text order when the parts are joined.

mod memo;
mod part;
mod whole;

use crate::document::{Document, Span};
use crate::heading;
use crate::language::Language;
use crate::normal::{Forms, Normalizer, Stops};
use crate::sentence::Splitter;
use crate::source::Limits;
use crate::speaker::{self, Label};
use crate::stop_words::StopWords;
use crate::token::{self, Rule, Token, Tokenizer};
use crate::unit::{self, Unit, UnitKind};
use crate::vocabulary::{TermId, Vocabulary};
use memo::Memo;
use part::Part;
use rayon::prelude::*;
use recto_math::{Cancelled, Run};
use std::ops::Range;
use std::sync::{Arc, Mutex};
use whole::Whole;

/// A named way to turn text into terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Analysis {
    /// Words, stop words out, stems: where topics change.
    Segment,
    /// Words and punctuation marks, case kept, nothing dropped: who wrote it.
    Style,
    /// As `Segment`; rare terms are left out when documents are counted.
    Topic,
    /// Words, stop words out, stems: what is worth reading.
    Summary,
    /// Words without stems, stop words out, negation kept: what opinion it holds.
    Sentiment,
    /// Words, tags and names of short noisy posts, no addresses, stop words out.
    Message,
    /// Words in lower case, nothing dropped: which words support which.
    Align,
    /// Runs of non-blanks as they stand, as the papers count them.
    Paper,
}

impl Analysis {
    /// Every analysis with its name.
    pub const ALL: [(&'static str, Analysis); 8] = [
        ("segment", Analysis::Segment),
        ("style", Analysis::Style),
        ("topic", Analysis::Topic),
        ("summary", Analysis::Summary),
        ("sentiment", Analysis::Sentiment),
        ("message", Analysis::Message),
        ("align", Analysis::Align),
        ("paper", Analysis::Paper),
    ];

    fn recipe(self) -> (Rule, Forms) {
        let kept = Forms {
            fold: false,
            stops: Stops::Keep,
            stem: false,
            shorten_runs: false,
        };
        let folded = Forms { fold: true, ..kept };
        let dropped = Forms {
            stops: Stops::Drop,
            ..folded
        };
        match self {
            Analysis::Segment | Analysis::Topic | Analysis::Summary => (
                Rule::Words,
                Forms {
                    stem: true,
                    ..dropped
                },
            ),
            Analysis::Style => (Rule::WordsAndMarks, kept),
            Analysis::Sentiment => {
                let stops = Stops::DropButNegation;
                (Rule::Words, Forms { stops, ..folded })
            }
            Analysis::Message => {
                let shorten_runs = true;
                (
                    Rule::Message,
                    Forms {
                        shorten_runs,
                        ..dropped
                    },
                )
            }
            Analysis::Align => (Rule::Words, folded),
            Analysis::Paper => (Rule::NonBlank, kept),
        }
    }
}

/// The units of one document with their tokens and terms.
#[derive(Debug, Clone)]
pub struct Units<'d> {
    /// The document's text, which all spans refer to.
    pub text: &'d str,
    /// The language that the text was analysed in.
    pub language: &'static Language,
    /// The units in order.
    pub units: Vec<Unit>,
    /// The tokens of all units in order.
    pub tokens: Vec<Token>,
    /// The terms of this document.
    pub vocabulary: Vocabulary,
    /// Tokens that were longer than the limit and left out.
    pub overlong: usize,
    /// Whether a tenth of the tokens and more are pairs of characters, because the
    /// script puts no blanks between words: terms are then no words, and readers
    /// should be told.
    pub unspaced: bool,
    /// The labels of speakers, in order; none where the text is no transcript. They are
    /// part of no unit.
    pub labels: Vec<Label>,
    /// Where the source marks headings, and their depths.
    marked_headings: &'d [Span],
    heading_depths: &'d [u8],
    /// The terms of each label's name: a question may name who speaks.
    name_terms: Vec<Vec<TermId>>,
}

impl<'d> Units<'d> {
    /// How many units.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// The text of a unit.
    pub fn text_of(&self, unit: usize) -> &'d str {
        &self.text[self.units[unit].span.range()]
    }

    /// The name of who says a unit, as bytes of the text; `None` before the first speaker
    /// and where nobody speaks.
    pub fn speaker(&self, unit: usize) -> Option<Span> {
        Some(self.label_before(unit)?.name)
    }

    /// The terms of the name of who says a unit; none where nobody is named.
    pub fn speaker_terms(&self, unit: usize) -> &[TermId] {
        let label = self.index_of_label(unit);
        label.map_or(&[], |label| &self.name_terms[label])
    }

    /// The first byte of a unit, the label that it follows included: a text cut there keeps
    /// who speaks beside what is said.
    pub fn opening(&self, unit: usize) -> usize {
        let start = self.units[unit].span.start;
        let label = self.label_before(unit);
        let is_next = |label: &&Label| self.text[label.span.end..start].trim().is_empty();
        label
            .filter(is_next)
            .map_or(start, |label| label.span.start)
    }

    fn label_before(&self, unit: usize) -> Option<&Label> {
        self.labels.get(self.index_of_label(unit)?)
    }

    fn index_of_label(&self, unit: usize) -> Option<usize> {
        let start = self.units[unit].span.start;
        let after = self.labels.partition_point(|label| label.span.end <= start);
        after.checked_sub(1)
    }

    /// The tokens of units `start..end`, as a range of [`Units::tokens`].
    pub fn token_range(&self, start: usize, end: usize) -> Range<usize> {
        if start < end {
            self.units[start].first_token..self.units[end - 1].end_token
        } else {
            0..0
        }
    }

    /// The tokens of a unit.
    pub fn tokens_of(&self, unit: usize) -> &[Token] {
        &self.tokens[self.token_range(unit, unit + 1)]
    }

    /// The terms of a unit in order, stop words left out.
    pub fn terms(&self, unit: usize) -> impl Iterator<Item = TermId> {
        self.tokens_of(unit).iter().filter_map(|token| token.term())
    }

    /// Which units are headings.
    pub fn headings(&self) -> Vec<bool> {
        heading::find(self, self.marked_headings)
    }

    /// The headings that the source marks, with their depths.
    pub(crate) fn marked_headings(&self) -> Vec<(Span, u8)> {
        let depth = |i: usize| self.heading_depths.get(i).copied().unwrap_or(1);
        let marked = self.marked_headings.iter().enumerate();
        marked.map(|(i, &span)| (span, depth(i))).collect()
    }

    /// The same with units cut at these bytes, rising, each of which opens a word. A token
    /// belongs to the piece that it begins in.
    pub fn cut(mut self, at: &[usize]) -> Self {
        let mut pieces = Vec::with_capacity(self.units.len() + at.len());
        let mut rest = at;
        for unit in &self.units {
            let mut piece = *unit;
            let passed = rest.partition_point(|&at| at <= unit.span.start);
            let inside = rest.partition_point(|&at| at < unit.span.end);
            for &at in &rest[passed..inside] {
                let before = &self.tokens[piece.first_token..unit.end_token];
                let token =
                    piece.first_token + before.partition_point(|token| token.span().start < at);
                let end = piece.span.start + self.text[piece.span.start..at].trim_end().len();
                pieces.push(Unit {
                    span: Span::new(piece.span.start, end),
                    end_token: token,
                    ..piece
                });
                piece = Unit {
                    span: Span::new(at, unit.span.end),
                    first_token: token,
                    end_token: unit.end_token,
                    opens_paragraph: false,
                };
            }
            rest = &rest[inside..];
            pieces.push(piece);
        }
        self.units = pieces;
        self
    }

    /// The same with only some of the labels of speakers.
    pub fn with_labels(mut self, is_kept: impl Fn(Span) -> bool) -> Self {
        let kept: Vec<bool> = self
            .labels
            .iter()
            .map(|label| is_kept(label.span))
            .collect();
        let mut each = kept.iter();
        self.labels
            .retain(|_| *each.next().expect("one for each label"));
        let mut each = kept.iter();
        self.name_terms
            .retain(|_| *each.next().expect("one for each label"));
        self
    }

    /// The letters that most often stand for `term` among `tokens`, in lower case and
    /// without a possessive `'s`: a stem as a reader would write it. Ties go to the form
    /// seen first.
    pub fn spelling(&self, term: TermId, tokens: Range<usize>) -> String {
        self.commonest(term, tokens, str::to_lowercase)
    }

    /// The same with its capitals: only names keep one, if the term is mostly written so.
    pub fn cased_spelling(&self, term: TermId, tokens: Range<usize>) -> String {
        self.commonest(term, tokens, str::to_string)
    }

    fn commonest(
        &self,
        term: TermId,
        tokens: Range<usize>,
        form: impl Fn(&str) -> String,
    ) -> String {
        let mut forms: Vec<(String, usize)> = Vec::new();
        for token in &self.tokens[tokens] {
            if token.term() != Some(term) {
                continue;
            }
            let word = &self.text[token.span().range()];
            let form = form(token::without_possessive(word));
            match forms.iter_mut().find(|(known, _)| *known == form) {
                Some((_, count)) => *count += 1,
                None => forms.push((form, 1)),
            }
        }
        let best = forms
            .into_iter()
            .reduce(|best, form| if form.1 > best.1 { form } else { best });
        best.map_or_else(|| self.vocabulary.term(term).to_string(), |(form, _)| form)
    }
}

/// Analyses documents of one language by one recipe.
#[derive(Debug, Clone)]
pub struct Analyzer {
    analysis: Analysis,
    language: &'static Language,
    max_token: usize,
    stop_words: Option<Arc<StopWords>>,
}

/// Parts of a text that are cut into tokens by one thread, in bytes of text.
const PART: usize = 1 << 18;

/// Blocks for each thread that are worked on before their parts are joined. The
/// buffers of the parts are used again, which spares the system the work of handing
/// out as much memory as all tokens take.
const AHEAD: usize = 8;

impl Analyzer {
    /// An analyzer with the default limit on the length of a token.
    pub fn new(analysis: Analysis, language: &'static Language) -> Self {
        Self::with_limits(analysis, language, &Limits::default())
    }

    /// An analyzer that leaves out tokens above `limits.token` bytes.
    pub fn with_limits(analysis: Analysis, language: &'static Language, limits: &Limits) -> Self {
        let max_token = limits.token.min(usize::from(u16::MAX));
        Self {
            analysis,
            language,
            max_token,
            stop_words: None,
        }
    }

    /// The same with the user's own stop words; analyses that keep stop words ignore them.
    pub fn with_stop_words(self, stop_words: Option<Arc<StopWords>>) -> Self {
        Self { stop_words, ..self }
    }

    /// The units of a document, its tokens and terms.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer asks to stop.
    pub fn units<'d>(
        &self,
        document: &'d Document,
        kind: UnitKind,
        run: &Run<'_>,
    ) -> Result<Units<'d>, Cancelled> {
        let text = document.text.as_str();
        let labels = speaker::labels(text);
        let kind = match kind {
            UnitKind::Turn if labels.is_empty() => UnitKind::Paragraph,
            kind if document.lines => kind.within_lines(),
            kind => kind,
        };
        let (_, forms) = self.analysis.recipe();
        let gaps = gaps(&labels, &document.aside);
        let mut whole = self.whole(text, kind, &gaps, run)?;
        let name_terms = self.name_terms(text, &labels, &mut whole.vocabulary);
        let mut analyzed = Units {
            text,
            language: self.language,
            unspaced: whole.pairs > 0 && whole.pairs * 10 >= whole.tokens.len(),
            units: whole.units,
            tokens: whole.tokens,
            vocabulary: whole.vocabulary,
            overlong: whole.overlong,
            labels,
            marked_headings: &document.headings,
            heading_depths: &document.heading_depths,
            name_terms,
        };
        if forms.stops != Stops::Keep && self.language.stop_words().is_empty() {
            drop_common(&mut analyzed, self.stop_words.as_deref());
        }
        Ok(analyzed)
    }

    /// The terms of the names in labels, numbered behind those of the text.
    fn name_terms(
        &self,
        text: &str,
        labels: &[Label],
        vocabulary: &mut Vocabulary,
    ) -> Vec<Vec<TermId>> {
        let (rule, forms) = self.analysis.recipe();
        let tokenizer = Tokenizer::new(rule, self.language);
        let mut normalizer = Normalizer::new(forms, self.language, self.stop_words.clone());
        let terms = labels.iter().map(|label| {
            let mut terms = Vec::new();
            tokenizer.tokenize(text, label.name, &mut |start, end| {
                let term = normalizer.term(&text[start..end]);
                terms.extend(term.map(|term| vocabulary.intern(&term)));
            });
            terms
        });
        terms.collect()
    }

    /// Finds units and tokens block by block. While some blocks are worked on, the
    /// parts of those before are joined.
    fn whole(
        &self,
        text: &str,
        kind: UnitKind,
        gaps: &[Span],
        run: &Run<'_>,
    ) -> Result<Whole, Cancelled> {
        let id = memo::unique();
        let buffers = Mutex::new(Vec::new());
        let splitter = Splitter::new(text, self.language, gaps);
        let work = |block: &Span| {
            run.report("finding words", block.start as u64, Some(text.len() as u64))?;
            let units = unit::find(text, *block, kind, &splitter, gaps);
            Ok(self.parts(text, units, id, &buffers))
        };
        let blocks = unit::blocks(text, kind);
        if let [only] = &blocks[..] {
            return Ok(Whole::of(work(only)?));
        }
        let mut whole = Whole::with_room(text);
        let mut done: Vec<Part> = Vec::new();
        for blocks in blocks.chunks(AHEAD * rayon::current_num_threads()) {
            let ready = std::mem::take(&mut done);
            let (_, parts) = rayon::join(
                || whole.append(ready, |buffer| put_back(buffer, &buffers)),
                || blocks.par_iter().map(work).collect::<Result<Vec<_>, _>>(),
            );
            done = parts?.into_iter().flatten().collect();
        }
        whole.append(done, drop);
        Ok(whole)
    }

    /// The parts of a block: one, unless the block is a very long paragraph.
    fn parts(&self, text: &str, units: Vec<Unit>, id: u64, buffers: &Buffers) -> Vec<Part> {
        let (rule, forms) = self.analysis.recipe();
        let tokenizer = Tokenizer::new(rule, self.language);
        part::split(units, PART)
            .into_par_iter()
            .map(|units| {
                let mut words = Memo::take(forms, self.language, self.stop_words.as_ref(), id);
                let tokens = buffers.lock().map_or(None, |mut free| free.pop());
                let tokens = tokens.unwrap_or_default();
                let part = Part::of(text, units, tokenizer, self.max_token, &mut words, tokens);
                words.put_back();
                part
            })
            .collect()
    }
}

/// What is part of no unit, in order: the labels of speakers and what is set aside.
fn gaps(labels: &[Label], aside: &[Span]) -> Vec<Span> {
    let mut gaps: Vec<Span> = labels.iter().map(|label| label.span).collect();
    gaps.extend(aside);
    gaps.sort_unstable();
    gaps
}

/// Buffers of joined parts, to be used again.
type Buffers = Mutex<Vec<Vec<Token>>>;

fn put_back(mut buffer: Vec<Token>, buffers: &Buffers) {
    buffer.clear();
    if let Ok(mut free) = buffers.lock() {
        free.push(buffer);
    }
}

/// Parts of a text in whose majority a term must stand to count as a stop word,
/// where the language has no list.
const COMMON_PARTS: usize = 30;

/// Takes the terms out that stand in more than half of the text's parts, unless the user's
/// own list says that they are no stop words.
fn drop_common(analyzed: &mut Units<'_>, own: Option<&StopWords>) {
    let n = analyzed.len();
    let n_parts = n.min(COMMON_PARTS);
    // In very few parts "more than half" says nothing about a word.
    if n_parts < 6 {
        return;
    }
    let bounds: Vec<usize> = (1..=n_parts).map(|i| n * i / n_parts).collect();
    let counts = crate::corpus::Corpus::of_segments(analyzed, &bounds)
        .counts
        .column_counts();
    let vocabulary = &analyzed.vocabulary;
    let is_kept = |term: TermId| own.and_then(|own| own.get(vocabulary.term(term))) == Some(false);
    let is_common = |term: TermId| counts[term.index()] as usize * 2 > n_parts && !is_kept(term);
    for token in &mut analyzed.tokens {
        if token.term().is_some_and(is_common) {
            *token = token.with_term(TermId::NONE);
        }
    }
}

#[cfg(test)]
mod tests;
