//! How a pool is made of documents.

use super::clean::{self, Look};
use super::openings::is_dangling;
use super::words::{STOP, Words, is_stop};
use super::{Place, Pool, Sentence, Standing};
use recto_math::CsrBuilder;
use recto_text::language::StopKind;
use recto_text::{Language, Span, Units, Vocabulary, dated_title, token, wording};
use rustc_hash::FxHashMap;

/// Makes a [`Pool`] of documents, group by group.
#[derive(Debug, Default)]
pub struct PoolBuilder {
    vocabulary: Vocabulary,
    /// How each term is spelled, in lower case, and how often so.
    spellings: Vec<Vec<(String, u32)>>,
    /// Numbers of the stop words that were met, by their lower case.
    stop_words: FxHashMap<String, u32>,
    /// Whether each of them is a negation.
    negations: Vec<bool>,
    /// The word that is looked up: no string is made for each.
    folded: String,
    sentences: Vec<Sentence>,
    /// The words of each row in the order of the text.
    words: Words,
    /// The terms of who says each row.
    speakers: Vec<Vec<u32>>,
    groups: Vec<Group>,
    document: usize,
    /// The sentences of the group under way: which of them are candidates is known when
    /// all have been seen.
    waiting: Vec<Incoming>,
    /// Rows of the group under way by their wording.
    known: FxHashMap<String, usize>,
    query: Option<Vec<u32>>,
    /// Whether every sentence with a term is a row of its own and may be chosen.
    keeps_all: bool,
}

/// What is known of a group.
#[derive(Debug, Clone, Default)]
struct Group {
    end: usize,
    documents: usize,
    words: usize,
    capitals: usize,
    /// How often each term occurs, in sentences of any length.
    counts: Vec<u32>,
}

impl Group {
    fn count(&mut self, term: u32) {
        let at = term as usize;
        if self.counts.len() <= at {
            self.counts.resize(at + 1, 0);
        }
        self.counts[at] += 1;
    }
}

/// A sentence as the builder takes it in.
#[derive(Debug)]
struct Incoming {
    place: Place,
    /// What it has in common with its copies.
    wording: String,
    /// Terms and stop words in the order of the text.
    sequence: Vec<u32>,
    /// The terms of who says it.
    speaker: Vec<u32>,
    words: usize,
    bytes: usize,
    standing: Standing,
    /// Whether it has the words that a candidate of ordinary text has.
    suffices: bool,
    dangling: bool,
    negated: bool,
}

impl PoolBuilder {
    /// A pool without a sentence, its first group open.
    pub fn new() -> Self {
        Self {
            groups: vec![Group::default()],
            ..Self::default()
        }
    }

    /// The same for methods as published: no paper passes over headings, bylines or short
    /// sentences, or cuts off datelines, and none merges sentences with the same wording. A
    /// sentence without any term is still left out, as it has no vector.
    #[must_use]
    pub fn as_published(mut self) -> Self {
        self.keeps_all = true;
        self
    }

    /// Ends the group under way and opens the next.
    pub fn next_group(&mut self) {
        self.end_group();
        self.groups.push(Group {
            end: self.sentences.len(),
            ..Group::default()
        });
    }

    /// Makes rows of the sentences of the group under way.
    fn end_group(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let terse = clean::are_terse(waiting.iter().map(|s| (s.words, s.standing)));
        for mut incoming in waiting {
            if terse && incoming.standing == Standing::Short {
                incoming.standing = Standing::Choosable;
            }
            if terse || incoming.suffices {
                self.add(incoming);
            }
        }
        self.known.clear();
        let end = self.sentences.len();
        self.group().end = end;
    }

    /// Adds a document to the group under way; `headings` are never chosen.
    pub fn push(&mut self, units: &Units<'_>, headings: &[Span]) {
        let terms = units.vocabulary.iter();
        let numbers: Vec<u32> = terms.map(|term| self.vocabulary.intern(term).0).collect();
        self.spell(units, &numbers);
        let look = Look::of(units);
        let title = dated_title(units.text);
        for unit in 0..units.len() {
            self.count_capitals(units.text_of(unit));
            let whole = units.units[unit].span;
            let is_heading =
                whole.end <= title || headings.iter().any(|heading| overlap(*heading, whole));
            let is_passed_over = is_heading || clean::is_filler(units, unit);
            let span = match unit {
                0 if !self.keeps_all => clean::behind_dateline(units.text_of(unit), whole),
                _ => whole,
            };
            let text = &units.text[span.range()];
            let words = token::count_words(text);
            let kept = units.tokens_of(unit).iter();
            let kept = kept.filter(|token| token.span().start >= span.start);
            let sequence = kept.map(|token| match token.term() {
                Some(term) => numbers[term.index()],
                None => self.stop_word(&units.text[token.span().range()], units.language),
            });
            let sequence: Vec<u32> = sequence.collect();
            let negated = self.is_negated(&sequence);
            self.wait(Incoming {
                place: Place {
                    document: self.document,
                    position: unit,
                    span,
                    speaker: units.speaker(unit),
                },
                wording: wording(text, units.language),
                sequence,
                speaker: {
                    let terms = units.speaker_terms(unit).iter();
                    terms.map(|term| numbers[term.index()]).collect()
                },
                words,
                bytes: bytes_of(text),
                standing: look.standing(text, words, is_passed_over),
                suffices: n_words(units, unit) >= clean::LEAST_WORDS,
                dangling: is_dangling(text, units.language),
                negated,
            });
        }
        self.end_document();
    }

    /// Counts the terms of a document and their spellings.
    fn spell(&mut self, units: &Units<'_>, numbers: &[u32]) {
        self.spellings.resize(self.vocabulary.len(), Vec::new());
        for token in &units.tokens {
            let Some(term) = token.term() else { continue };
            let number = numbers[term.index()];
            self.group().count(number);
            let word = token::without_possessive(&units.text[token.span().range()]);
            let spellings = &mut self.spellings[number as usize];
            match spellings.iter_mut().find(|(known, _)| is_same(known, word)) {
                Some((_, count)) => *count += 1,
                None => spellings.push((word.to_lowercase(), 1)),
            }
        }
    }

    /// Adds a document whose sentences are given by their terms and numbers of words.
    pub fn push_terms<'t, T: AsRef<str> + 't>(
        &mut self,
        sentences: impl IntoIterator<Item = (&'t [T], usize)>,
    ) {
        let mut start = 0;
        for (position, (terms, words)) in sentences.into_iter().enumerate() {
            let spelled: Vec<&str> = terms.iter().map(AsRef::as_ref).collect();
            let terms = spelled.iter().map(|term| self.vocabulary.intern(term).0);
            let terms: Vec<u32> = terms.collect();
            terms.iter().for_each(|&term| self.group().count(term));
            let bytes = 6 * words;
            self.wait(Incoming {
                place: Place {
                    document: self.document,
                    position,
                    span: Span::new(start, start + bytes),
                    speaker: None,
                },
                wording: spelled.join(" "),
                sequence: terms,
                speaker: Vec::new(),
                words,
                bytes,
                standing: clean::by_length(words),
                suffices: true,
                dangling: false,
                negated: false,
            });
            start += bytes + 1;
        }
        self.end_document();
    }

    /// Adds a document whose sentences are given by their words; those that `is_stop` says
    /// have no term.
    #[cfg(test)]
    pub(crate) fn push_words(&mut self, sentences: &[&str], is_stop: impl Fn(&str) -> bool) {
        let english = Language::from_code("en").expect("English");
        for (position, text) in sentences.iter().enumerate() {
            let number = |word: &str| match is_stop(word) {
                true => self.stop_word(word, english),
                false => self.vocabulary.intern(word).0,
            };
            let sequence: Vec<u32> = text.split(' ').map(number).collect();
            let words = sequence.len();
            self.wait(Incoming {
                place: Place {
                    document: self.document,
                    position,
                    span: Span::new(0, text.len()),
                    speaker: None,
                },
                wording: (*text).into(),
                sequence,
                speaker: Vec::new(),
                words,
                bytes: text.len(),
                standing: clean::by_length(words),
                suffices: true,
                dangling: false,
                negated: false,
            });
        }
        self.end_document();
    }

    /// What is asked of the pool, by its terms.
    pub fn ask<'t>(&mut self, terms: impl IntoIterator<Item = &'t str>) {
        let terms = terms.into_iter();
        self.query = Some(terms.map(|term| self.vocabulary.intern(term).0).collect());
    }

    /// The number of a stop word of a language.
    fn stop_word(&mut self, word: &str, language: &Language) -> u32 {
        self.folded.clear();
        let letters = word.chars().flat_map(char::to_lowercase);
        self.folded
            .extend(letters.map(|c| if c == '’' { '\'' } else { c }));
        if let Some(&number) = self.stop_words.get(&self.folded) {
            return number;
        }
        let number = STOP + self.stop_words.len() as u32;
        let kind = language.stop_words().get(self.folded.as_str());
        self.negations.push(kind == Some(&StopKind::Negation));
        self.stop_words.insert(self.folded.clone(), number);
        number
    }

    /// Whether an odd number of words are negations, all of which are stop words.
    fn is_negated(&self, sequence: &[u32]) -> bool {
        let stops = sequence.iter().filter(|&&word| is_stop(word));
        let negations = stops.filter(|&&word| self.negations[(word - STOP) as usize]);
        negations.count() % 2 == 1
    }

    fn wait(&mut self, mut incoming: Incoming) {
        if self.keeps_all {
            incoming.standing = Standing::Choosable;
            incoming.suffices = true;
        }
        if !incoming.sequence.iter().all(|&word| is_stop(word)) {
            self.waiting.push(incoming);
        }
    }

    fn add(&mut self, incoming: Incoming) {
        let known = self.known.get(&incoming.wording);
        if let Some(&row) = known.filter(|_| !self.keeps_all) {
            self.sentences[row].copies.push(incoming.place);
            return;
        }
        self.known.insert(incoming.wording, self.sentences.len());
        self.sentences.push(Sentence {
            group: self.groups.len() - 1,
            place: incoming.place,
            copies: Vec::new(),
            words: incoming.words,
            bytes: incoming.bytes,
            standing: incoming.standing,
            dangling: incoming.dangling,
            negated: incoming.negated,
        });
        self.words.push(&incoming.sequence);
        self.speakers.push(incoming.speaker);
    }

    fn end_document(&mut self) {
        self.document += 1;
        self.group().documents += 1;
    }

    fn group(&mut self) -> &mut Group {
        let last = self.groups.len() - 1;
        &mut self.groups[last]
    }

    fn count_capitals(&mut self, sentence: &str) {
        let group = self.group();
        for word in sentence.split_whitespace().skip(1) {
            let Some(first) = word.chars().next().filter(|first| first.is_alphabetic()) else {
                continue;
            };
            group.words += 1;
            group.capitals += usize::from(first.is_uppercase());
        }
    }

    /// The pool. Terms of the query that no sentence has are left out.
    pub fn finish(mut self) -> Pool {
        self.end_group();
        let mut counts = CsrBuilder::new(self.vocabulary.len());
        for (row, speaker) in self.speakers.iter().enumerate() {
            // A question may name who speaks; otherwise a name is no content.
            let speaker = speaker.iter().filter(|_| self.query.is_some());
            let terms = self.words.row(row).iter().filter(|&&word| !is_stop(word));
            counts.push_counts(terms.chain(speaker).copied());
        }
        let counts = counts.finish();
        let df = counts.column_counts();
        let query = self.query.map(|terms| {
            let mut builder = CsrBuilder::new(self.vocabulary.len());
            builder.push_counts(terms.into_iter().filter(|&term| df[term as usize] > 0));
            builder.finish().row(0).iter().collect()
        });
        let terms: Vec<String> = self.vocabulary.iter().map(str::to_string).collect();
        let mut spellings = self.spellings;
        spellings.resize(terms.len(), Vec::new());
        let spelled = spellings.into_iter().zip(&terms);
        let spelled = spelled.map(|(known, term)| commonest(known).unwrap_or(term.clone()));
        let spellings: Vec<String> = spelled.collect();
        let n_terms = terms.len();
        let mut stop_words: Vec<(String, u32)> = self.stop_words.into_iter().collect();
        stop_words.sort_unstable_by_key(|(_, number)| *number);
        let share = |group: &Group| group.capitals as f64 / group.words.max(1) as f64;
        Pool {
            sentences: self.sentences,
            counts,
            terms,
            spellings,
            words: self.words,
            stop_words: stop_words.into_iter().map(|(word, _)| word).collect(),
            group_ends: self.groups.iter().map(|group| group.end).collect(),
            n_documents: self.groups.iter().map(|group| group.documents).collect(),
            group_counts: counts_of(&self.groups, n_terms),
            capitals: self.groups.iter().map(share).collect(),
            query,
        }
    }
}

/// The words of a unit; pairs of characters, which overlap, are none.
fn n_words(units: &Units<'_>, unit: usize) -> usize {
    if units.unspaced {
        token::count_words(units.text_of(unit))
    } else {
        units.tokens_of(unit).len()
    }
}

/// Whether a word is spelled so, in whatever case.
fn is_same(lower: &str, word: &str) -> bool {
    if word.is_ascii() {
        lower.eq_ignore_ascii_case(word)
    } else {
        lower.chars().eq(word.chars().flat_map(char::to_lowercase))
    }
}

/// The spelling that occurs most often, the first one among equals.
fn commonest(spellings: Vec<(String, u32)>) -> Option<String> {
    let better =
        |best: (String, u32), next: (String, u32)| if next.1 > best.1 { next } else { best };
    spellings.into_iter().reduce(better).map(|(word, _)| word)
}

fn counts_of(groups: &[Group], n_terms: usize) -> Vec<Vec<u32>> {
    let counts = groups.iter().map(|group| {
        let mut counts = group.counts.clone();
        counts.resize(n_terms, 0);
        counts
    });
    counts.collect()
}

fn overlap(a: Span, b: Span) -> bool {
    a.start < b.end && b.start < a.end
}

/// Bytes of a sentence on one line, runs of blanks as one blank.
fn bytes_of(text: &str) -> usize {
    let words = text.split_whitespace().map(|word| word.len() + 1);
    words.sum::<usize>().saturating_sub(1)
}
