//! A pile as it was read: its documents with their languages, units and groups.
//!
//! Whatever runs on a pile asks its [`Reading`] for the language and the units of a
//! document. They are made once, when they are first asked for, and shared by all that run
//! on the same reading; a reading for a single run ([`Reading::for_one_run`]) gives them away
//! instead, so that a large pile is never in memory as units all at once.

use crate::field::STOP_WORDS_NAME;
use crate::{Answer, Attachments, Error, VERSION};
use rayon::prelude::*;
use recto_math::{Cancelled, Run};
use recto_text::language::{LANGUAGES, LanguageEvidence, LanguageShares};
use recto_text::{
    Analysis, Analyzer, Document, Language, Limits, Pile, StopWords, UnitKind, Units, Warning,
};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Text that is enough to decide which language most of several documents are in, in bytes.
const SAMPLE: usize = 1 << 16;

static NOTHING: Pile = Pile {
    documents: Vec::new(),
    sets: Vec::new(),
    pairs: Vec::new(),
    warnings: Vec::new(),
    failed: Vec::new(),
};

/// Commands that read all documents in the language that most of them are in.
const IN_ONE_LANGUAGE: [&str; 4] = ["align", "compare", "events", "summarize"];

/// Ends the warning about documents whose language is `und`.
pub(crate) const UNKNOWN_LANGUAGE: &str =
    "in a language that recto has no stop words and stems for: words count as they are written";

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
    /// Shares that were given or come from a larger pile.
    given_shares: Option<Arc<LanguageShares>>,
    /// Languages of the documents and their shares, once they are needed.
    detected: OnceLock<(Vec<&'static Language>, Arc<LanguageShares>)>,
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
            given_shares: None,
            detected: OnceLock::new(),
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
        Reading::for_one_run(&NOTHING)
    }

    /// Another pile, read in the same way. A part of a pile keeps the shares of languages of
    /// the whole, so that its documents have the same languages.
    pub fn over<'q>(&self, pile: &'q Pile) -> Reading<'q> {
        Reading {
            groups: self.groups.clone(),
            language: self.language,
            limits: self.limits,
            stop_words: self.stop_words.clone(),
            given_shares: self.language_shares(),
            units: self.units.as_ref().map(|_| Mutex::default()),
            ..Reading::new(pile)
        }
    }

    /// The same with all documents in one language; `None` detects each one's.
    pub fn in_language(self, language: Option<&'static Language>) -> Self {
        Self { language, ..self }
    }

    /// The same with given shares of languages ([`Reading::language_shares`]), so that documents have the languages that they
    /// have in the pile that the shares are from.
    pub fn with_language_shares(self, shares: Arc<LanguageShares>) -> Self {
        Self {
            given_shares: Some(shares),
            detected: OnceLock::new(),
            ..self
        }
    }

    /// Reads no documents yet, but any part of `pile` with the shares of languages of the whole.
    pub(crate) fn with_shares_of(&self, pile: &Pile) -> Reading<'static> {
        let shares = self.over(pile).language_shares();
        Reading {
            given_shares: shares,
            ..self.over(&NOTHING)
        }
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

    /// The share of each language in the pile; `None` if the language was given or the pile is
    /// empty.
    pub fn language_shares(&self) -> Option<Arc<LanguageShares>> {
        if self.language.is_some() || self.given_shares.is_some() || self.documents().is_empty() {
            return self.given_shares.clone();
        }
        Some(Arc::clone(&self.detected().1))
    }

    /// The language of a document: by its own words if it has many, else by those of the pile.
    pub fn language(&self, document: usize) -> &'static Language {
        if let Some(language) = self.language {
            return language;
        }
        match (&self.given_shares, self.detected.get()) {
            // One document of many: the others need not be read for it.
            (Some(shares), None) => {
                let content = self.documents()[document].content();
                shares.language(&LanguageEvidence::of_pieces(content))
            }
            _ => self.detected().0[document],
        }
    }

    /// The language that most of the text of `documents` is in.
    pub fn language_of<'d>(
        &self,
        documents: impl Iterator<Item = &'d Document>,
    ) -> &'static Language {
        self.language
            .unwrap_or_else(|| main_language(documents, self.given_shares.as_deref()))
    }

    fn detected(&self) -> &(Vec<&'static Language>, Arc<LanguageShares>) {
        self.detected.get_or_init(|| {
            let evidence = evidence_of(self.documents());
            let shares = self
                .given_shares
                .clone()
                .unwrap_or_else(|| Arc::new(LanguageShares::estimate(&evidence)));
            let languages = evidence.iter().map(|text| shares.language(text));
            (languages.collect(), shares)
        })
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
        let mut warnings = self.pile.warnings.clone();
        if !IN_ONE_LANGUAGE.contains(&command) {
            warnings.extend(self.unknown_languages());
        }
        Answer {
            recto: VERSION.into(),
            command: command.into(),
            parameters,
            warnings,
            failed: self.pile.failed.clone(),
            body: (),
        }
    }

    /// A warning if documents are in languages without word lists. A part of a pile has none:
    /// the answer about the whole has it.
    pub(crate) fn unknown_languages(&self) -> Option<Warning> {
        if self.language.is_some() || self.given_shares.is_some() || self.documents().is_empty() {
            return None;
        }
        let languages = &self.detected().0;
        let n_unknown = languages
            .iter()
            .filter(|language| language.code == "und")
            .count();
        let documents = match (n_unknown, languages.len()) {
            (0, _) => return None,
            (1, 1) => "the text is".to_string(),
            (1, _) => "1 document is".to_string(),
            (n, _) => format!("{n} documents are"),
        };
        Some(Warning::new(format!("{documents} {UNKNOWN_LANGUAGE}")))
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
        let shares = self.language_shares().filter(|_| language.is_none());
        if let Some(shares) = shares {
            let shares = shares
                .iter()
                .map(|(code, share)| (code.into(), json!(share)));
            parameters.insert("languages".into(), Value::Object(shares.collect()));
        }
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
    main_language(documents, None)
}

/// The language that most of the text is in, in a pile with `shares`, or in one of these
/// documents alone.
fn main_language<'d>(
    documents: impl Iterator<Item = &'d Document>,
    shares: Option<&LanguageShares>,
) -> &'static Language {
    let (mut evidence, mut lengths, mut length) = (Vec::new(), Vec::new(), 0);
    for document in documents {
        evidence.push(LanguageEvidence::of_pieces(document.content()));
        lengths.push(document.text.len().min(SAMPLE));
        length += document.text.len();
        if length >= SAMPLE {
            break;
        }
    }
    let estimated;
    let shares = match shares {
        Some(shares) => shares,
        None => {
            estimated = LanguageShares::estimate(&evidence);
            &estimated
        }
    };
    let mut totals: BTreeMap<&'static str, usize> = BTreeMap::new();
    for (text, length) in evidence.iter().zip(&lengths) {
        *totals.entry(shares.language(text).code).or_default() += length;
    }
    // The first of the table wins a tie.
    let total = |language: &&Language| totals.get(language.code).copied().unwrap_or(0);
    LANGUAGES
        .iter()
        .rev()
        .max_by_key(total)
        .unwrap_or(&LANGUAGES[0])
}

fn evidence_of(documents: &[Document]) -> Vec<LanguageEvidence> {
    documents
        .par_iter()
        .with_min_len(64)
        .map(|document| LanguageEvidence::of_pieces(document.content()))
        .collect()
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

    const NORWEGIAN: [&str; 4] = [
        "Båten kommer ikke tilbake til havnen før kvelden, og ingen vet hvorfor.",
        "Hun har bodd på øya siden hun var liten, men nå vil hun flytte til byen.",
        "Fiskeren selger det han har fanget om morgenen.",
        "Etter middag",
    ];
    const SPANISH: [&str; 4] = [
        "Los barcos llegan al puerto por la mañana y los pescadores venden sus peces.",
        "Nadie ha visto la barca desde ayer, pero ella no quiere esperar más.",
        "El mercado abre a las siete.",
        "Nadie",
    ];

    fn codes(reading: &Reading<'_>) -> Vec<&'static str> {
        let documents = 0..reading.documents().len();
        documents.map(|i| reading.language(i).code).collect()
    }

    /// "Hun er i Paris" could be Danish too; among Norwegian texts it is not.
    #[test]
    fn a_row_alone_with_the_shares_of_its_pile_has_the_language_that_it_has_there() {
        let texts = [
            &NORWEGIAN[..],
            &SPANISH[..],
            &["Hun er i Paris", "Madrid", ""],
        ]
        .concat();
        let pile = Pile::from(texts.clone());
        let whole = Reading::new(&pile);
        let written = whole.parameters("auto", &[], Value::Null, 0)["languages"].clone();
        let Value::Object(written) = written else {
            panic!("{written} is an object");
        };
        let number =
            |(code, share): (&String, &Value)| (code.clone(), share.as_f64().expect("a number"));
        let numbers: Vec<(String, f64)> = written.iter().map(number).collect();
        let shares = numbers.iter().map(|(code, share)| (&**code, *share));
        let shares = Arc::new(LanguageShares::from_codes(shares).expect("shares"));
        assert_eq!(Some(&shares), whole.language_shares().as_ref());
        for (i, text) in texts.into_iter().enumerate() {
            let row = Pile::from(vec![text]);
            let alone = Reading::new(&row).with_language_shares(Arc::clone(&shares));
            assert_eq!(alone.language(0).code, whole.language(i).code, "{text}");
        }
    }

    #[test]
    fn a_pile_of_two_languages_stays_two() {
        let pile = Pile::from([&NORWEGIAN[..], &SPANISH[..]].concat());
        let expected = ["no", "no", "no", "no", "es", "es", "es", "es"];
        assert_eq!(codes(&Reading::new(&pile)), expected);
    }

    #[test]
    fn one_foreign_letter_stays_foreign_in_a_large_pile() {
        let english = "The boats come back to the harbour before the night, and nobody waits.";
        let mut texts = vec![english; 999];
        texts.push(NORWEGIAN[0]);
        let pile = Pile::from(texts);
        let reading = Reading::new(&pile);
        assert_eq!(
            (reading.language(0).code, reading.language(999).code),
            ("en", "no")
        );
    }

    #[test]
    fn a_part_of_a_pile_has_the_languages_of_the_whole() {
        let pile = Pile::from(NORWEGIAN.to_vec());
        let part = Pile::from(vec![NORWEGIAN[3]]);
        assert_eq!(codes(&Reading::new(&pile).over(&part)), ["no"]);
        let topics = Reading::of_nothing().with_shares_of(&pile);
        assert_eq!(codes(&topics.over(&part)), ["no"]);
    }

    #[test]
    fn a_language_that_was_given_overrides_the_pile() {
        let pile = Pile::from(NORWEGIAN.to_vec());
        let reading = Reading::new(&pile).in_language(Language::from_code("fr"));
        assert_eq!(codes(&reading), ["fr"; 4]);
        assert_eq!(reading.language_of(pile.documents.iter()).code, "fr");
        let parameters = reading.parameters("auto", &[], Value::Null, 0);
        assert!(!parameters.contains_key("languages"));
    }

    #[test]
    fn unknown_languages_are_named_once() {
        let czech = "Rybáři se vracejí do přístavu každé ráno a prodávají ryby na břehu řeky.";
        let croatian = "Brodovi se vraćaju u luku prije noći, ali nitko ne zna gdje su bili.";
        let pile = Pile::from(vec![czech, croatian, SPANISH[0]]);
        let reading = Reading::new(&pile);
        assert_eq!(codes(&reading), ["und", "und", "es"]);
        let warning = reading.unknown_languages().expect("two documents");
        assert!(warning.message.starts_with("2 documents are in a language"));
        assert_eq!(reading.answer("segment", Map::new()).warnings, [warning]);
        assert!(reading.answer("summarize", Map::new()).warnings.is_empty());
        assert!(reading.over(&pile).unknown_languages().is_none());
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
