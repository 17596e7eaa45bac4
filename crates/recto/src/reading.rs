//! A pile as it was read: its documents with their languages, units and groups.
//!
//! Whatever runs on a pile asks its [`Reading`] for the language and the units of a
//! document. They are made once, when they are first asked for, and shared by all that run
//! on the same reading; a reading for a single run ([`Reading::for_one_run`]) gives them away
//! instead, so that a large pile is never in memory as units all at once.

use crate::field::STOP_WORDS_NAME;
use crate::{Answer, Attachments, Error, VERSION};
use recto_math::{Cancelled, Run};
use recto_text::{
    Analysis, Analyzer, Document, Language, Limits, Pile, StopWords, UnitKind, Units,
};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Text that is enough to tell the language of several documents by, in bytes.
const SAMPLE: usize = 1 << 16;

/// A pile of documents, and what is made of them on the way to an answer.
///
/// ```
/// use recto::{Pile, Reading, Run, Silent, UnitKind};
/// use recto_text::Analysis;
///
/// let pile = Pile::from(vec!["Nets dry on the quay. Boats come in."]);
/// let reading = Reading::new(&pile);
/// assert_eq!(reading.language(0).code, "en");
/// let run = Run::new(0, &Silent);
/// let units = reading.units(0, Analysis::Segment, UnitKind::Sentence, &run)?;
/// assert_eq!(units.len(), 2);
/// # Ok::<(), recto::Cancelled>(())
/// ```
pub struct Reading<'p> {
    pile: &'p Pile,
    groups: Vec<Group>,
    language: Option<&'static Language>,
    limits: Limits,
    stop_words: Option<Arc<StopWords>>,
    languages: Vec<OnceLock<&'static Language>>,
    units: Option<Mutex<BTreeMap<Key, Arc<Units<'p>>>>>,
}

/// Document, analysis, kind of unit, code of the language.
type Key = (usize, Analysis, UnitKind, &'static str);

/// Documents of a reading that have a name together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// What the group is called.
    pub name: String,
    /// Its documents, by their places in the pile.
    pub documents: Range<usize>,
}

impl<'p> Reading<'p> {
    /// A reading that keeps what it makes, for several runs on one pile.
    pub fn new(pile: &'p Pile) -> Self {
        Self {
            pile,
            groups: Vec::new(),
            language: None,
            limits: Limits::default(),
            stop_words: None,
            languages: vec![OnceLock::new(); pile.documents.len()],
            units: Some(Mutex::default()),
        }
    }

    /// A reading that keeps nothing but languages, for a single run.
    pub fn for_one_run(pile: &'p Pile) -> Self {
        Self {
            units: None,
            ..Self::new(pile)
        }
    }

    /// A reading of no documents, for a single run: it says how others are to be read
    /// ([`Reading::over`]).
    pub fn of_nothing() -> Reading<'static> {
        static NOTHING: Pile = Pile {
            documents: Vec::new(),
            sets: Vec::new(),
            pairs: Vec::new(),
            warnings: Vec::new(),
            failed: Vec::new(),
        };
        Reading::for_one_run(&NOTHING)
    }

    /// Another pile, read in the same way.
    pub fn over<'q>(&self, pile: &'q Pile) -> Reading<'q> {
        Reading {
            groups: self.groups.clone(),
            language: self.language,
            limits: self.limits,
            stop_words: self.stop_words.clone(),
            units: self.units.as_ref().map(|_| Mutex::default()),
            ..Reading::new(pile)
        }
    }

    /// The same with all documents in one language; `None` detects each one's.
    pub fn in_language(self, language: Option<&'static Language>) -> Self {
        Self { language, ..self }
    }

    /// The same with other limits on the text.
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same with stop words beside those of the language. Units that were made before
    /// are made again.
    pub fn with_stop_words(self, stop_words: StopWords) -> Self {
        Self {
            stop_words: Some(Arc::new(stop_words)),
            units: self.units.map(|_| Mutex::default()),
            ..self
        }
    }

    /// The same with what attachments say of how to read: the file `stop_words`.
    ///
    /// # Errors
    /// [`Error::Input`] if it is no list of words.
    pub fn with_attachments(self, attachments: &Attachments) -> Result<Self, Error> {
        let Some(file) = attachments.file(STOP_WORDS_NAME) else {
            return Ok(self);
        };
        let words = StopWords::parse(file.text()?);
        let words = words.map_err(|error| file.problem(error.to_string()))?;
        Ok(self.with_stop_words(words))
    }

    /// The same with named groups of documents.
    pub fn with_groups(self, groups: Vec<Group>) -> Self {
        Self { groups, ..self }
    }

    /// The pile.
    pub fn pile(&self) -> &'p Pile {
        self.pile
    }

    /// The documents of the pile.
    pub fn documents(&self) -> &'p [Document] {
        &self.pile.documents
    }

    /// The named groups; empty where documents belong to none.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Limits on the text.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Stop words beside those of the language.
    pub fn stop_words(&self) -> Option<&Arc<StopWords>> {
        self.stop_words.as_ref()
    }

    /// The language that was given for all documents; `None` if it is detected.
    pub fn given_language(&self) -> Option<&'static Language> {
        self.language
    }

    /// The language of a document.
    pub fn language(&self, document: usize) -> &'static Language {
        self.language.unwrap_or_else(|| {
            self.languages[document]
                .get_or_init(|| language_of([&self.documents()[document]].into_iter()))
        })
    }

    /// The language that most of the text of `documents` is in.
    pub fn language_of<'d>(
        &self,
        documents: impl Iterator<Item = &'d Document>,
    ) -> &'static Language {
        self.language.unwrap_or_else(|| language_of(documents))
    }

    /// The units of a document, in its own language.
    ///
    /// # Errors
    /// [`Cancelled`] when the observer asks to stop.
    pub fn units(
        &self,
        document: usize,
        analysis: Analysis,
        unit: UnitKind,
        run: &Run<'_>,
    ) -> Result<Arc<Units<'p>>, Cancelled> {
        self.units_in(self.language(document), document, analysis, unit, run)
    }

    /// The units of a document in a language that the caller knows better: that of all
    /// documents that are read together.
    ///
    /// # Errors
    /// [`Cancelled`] when the observer asks to stop.
    pub fn units_in(
        &self,
        language: &'static Language,
        document: usize,
        analysis: Analysis,
        unit: UnitKind,
        run: &Run<'_>,
    ) -> Result<Arc<Units<'p>>, Cancelled> {
        let key = (document, analysis, unit, language.code);
        if let Some(units) = self.kept().and_then(|kept| kept.get(&key).cloned()) {
            return Ok(units);
        }
        let analyzer = self.analyzer(analysis, language);
        // No lock is held here: the analysis runs in parallel, and a thread that waits for
        // its parts may take up other work that asks for the same units.
        let units = Arc::new(analyzer.units(&self.documents()[document], unit, run)?);
        if let Some(mut kept) = self.kept() {
            kept.insert(key, Arc::clone(&units));
        }
        Ok(units)
    }

    /// What analyses text as this reading does.
    pub(crate) fn analyzer(&self, analysis: Analysis, language: &'static Language) -> Analyzer {
        Analyzer::with_limits(analysis, language, &self.limits)
            .with_stop_words(self.stop_words.clone())
    }

    /// An answer about this reading that holds nothing yet but what reading it brought up.
    pub fn answer(&self, command: &'static str, parameters: Map<String, Value>) -> Answer<()> {
        Answer {
            recto: VERSION.into(),
            command: command.into(),
            parameters,
            warnings: self.pile.warnings.clone(),
            failed: self.pile.failed.clone(),
            body: (),
        }
    }

    /// Parameters as every answer lists them: the method's name, named values, the language,
    /// those of the method, the seed.
    pub fn parameters(
        &self,
        method: &str,
        named: &[(&str, Value)],
        own: Value,
        seed: u64,
    ) -> Map<String, Value> {
        let mut parameters = Map::new();
        parameters.insert("method".into(), json!(method));
        for (name, value) in named {
            parameters.insert((*name).into(), value.clone());
        }
        let language = self.language.map(|language| language.code);
        parameters.insert("lang".into(), json!(language));
        if let Some(words) = &self.stop_words {
            parameters.insert(STOP_WORDS_NAME.into(), json!(words.len()));
        }
        if let Value::Object(own) = own {
            parameters.extend(own);
        }
        parameters.insert("seed".into(), json!(seed));
        parameters
    }

    fn kept(&self) -> Option<MutexGuard<'_, BTreeMap<Key, Arc<Units<'p>>>>> {
        let kept = self.units.as_ref()?;
        Some(kept.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The language that most of the text is in.
pub(crate) fn language_of<'d>(documents: impl Iterator<Item = &'d Document>) -> &'static Language {
    let mut documents = documents.peekable();
    let mut sample = String::new();
    while let Some(document) = documents.next() {
        // Most documents are read alone and whole: nothing need be copied.
        if sample.is_empty() && document.aside.is_empty() && documents.peek().is_none() {
            return Language::detect(&document.text);
        }
        for piece in document.content() {
            let room = SAMPLE.saturating_sub(sample.len());
            sample.push_str(&piece[..piece.floor_char_boundary(room)]);
            sample.push('\n');
        }
        if sample.len() >= SAMPLE {
            break;
        }
    }
    Language::detect(&sample)
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_math::Silent;

    fn pile() -> Pile {
        Pile::from(vec![
            "Nets dry on the quay. Boats come in with the tide.",
            "Die Netze trocknen am Kai. Die Boote kommen mit der Flut zurück in den Hafen.",
        ])
    }

    #[test]
    fn units_are_made_once_and_shared() {
        let pile = pile();
        let run = Run::new(0, &Silent);
        let reading = Reading::new(&pile);
        let units = |unit| reading.units(0, Analysis::Segment, unit, &run);
        let first = units(UnitKind::Sentence).expect("nobody cancels");
        let again = units(UnitKind::Sentence).expect("nobody cancels");
        assert!(Arc::ptr_eq(&first, &again));
        let lines = units(UnitKind::Line).expect("nobody cancels");
        assert_eq!((first.len(), lines.len()), (2, 1));
    }

    #[test]
    fn a_reading_for_one_run_keeps_no_units() {
        let pile = pile();
        let run = Run::new(0, &Silent);
        let reading = Reading::for_one_run(&pile);
        let units = || reading.units(0, Analysis::Segment, UnitKind::Sentence, &run);
        let (first, again) = (units().expect("whole"), units().expect("whole"));
        assert!(!Arc::ptr_eq(&first, &again));
        assert_eq!(first.units, again.units);
    }

    #[test]
    fn stop_words_change_the_units_and_are_counted_in_the_parameters() {
        let pile = pile();
        let run = Run::new(0, &Silent);
        let terms = |reading: &Reading<'_>| {
            let units = reading.units(0, Analysis::Segment, UnitKind::Sentence, &run);
            let units = units.expect("nobody cancels");
            let terms = units.terms(1).map(|term| units.vocabulary.term(term));
            terms.map(String::from).collect::<Vec<_>>()
        };
        let reading = Reading::new(&pile);
        assert_eq!(terms(&reading), ["boat", "come", "tide"]);
        let words = StopWords::parse("Boats\n-with").expect("a list");
        let reading = reading.with_stop_words(words);
        assert_eq!(terms(&reading), ["come", "with", "tide"]);
        let parameters = reading.parameters("auto", &[], Value::Null, 0);
        assert_eq!(parameters["stop_words"], 2);
    }

    #[test]
    fn a_file_that_is_no_list_of_words_is_named() {
        let pile = pile();
        for (bytes, message) in [
            (&b""[..], "stop.txt: holds no words; write one word a line"),
            (
                b"tide\n\xff\xfe",
                "stop.txt: not UTF-8 at byte 5; save the file as UTF-8",
            ),
        ] {
            let mut files = Attachments::default();
            files.add_file("stop_words", "stop.txt", bytes);
            let refused = Reading::new(&pile).with_attachments(&files);
            assert_eq!(
                refused.err().map(|error| error.to_string()).as_deref(),
                Some(message)
            );
        }
    }

    #[test]
    fn each_document_has_its_language_unless_one_is_given() {
        let pile = pile();
        let reading = Reading::new(&pile);
        assert_eq!([0, 1].map(|i| reading.language(i).code), ["en", "de"]);
        let reading = reading.in_language(Language::from_code("fr"));
        assert_eq!([0, 1].map(|i| reading.language(i).code), ["fr", "fr"]);
    }

    #[test]
    fn another_pile_is_read_in_the_same_way() {
        let nothing = Pile::default();
        let words = StopWords::parse("Boats").expect("a list");
        let how = Reading::for_one_run(&nothing)
            .in_language(Language::from_code("fr"))
            .with_stop_words(words);
        let pile = pile();
        let reading = how.over(&pile);
        assert_eq!(reading.documents().len(), 2);
        assert_eq!(reading.language(1).code, "fr");
        assert_eq!(reading.stop_words(), how.stop_words());
        assert!(reading.kept().is_none());
        assert!(Reading::new(&nothing).over(&pile).kept().is_some());
    }

    #[test]
    fn units_depend_on_the_language_that_they_are_asked_in() {
        let pile = pile();
        let run = Run::new(0, &Silent);
        let reading = Reading::new(&pile);
        let [english, german] = ["en", "de"].map(|code| Language::from_code(code).expect(code));
        let units = |language| {
            let sentence = UnitKind::Sentence;
            reading.units_in(language, 1, Analysis::Segment, sentence, &run)
        };
        let (one, other) = (
            units(english).expect("whole"),
            units(german).expect("whole"),
        );
        assert_ne!(one.vocabulary.len(), other.vocabulary.len());
    }
}
