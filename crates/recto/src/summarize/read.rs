//! From documents to a pool of sentences.

use super::found::{Book, Summarized};
use super::{Request, Size, SummarizeError, Task};
use crate::each;
use recto_math::{Cancelled, Run};
use recto_summarize::{Budget, Limit, Policy, Pool, PoolBuilder, Summarizer};
use recto_text::{Analysis, Analyzer, Document, Language, Limits, UnitKind, Units, Warning};

/// What is said of a budget in words where words cannot be counted.
const UNSPACED: &str = "words are runs of non-blanks, of which a text without blanks has few; \
                        set the length with --sentences or --bytes";

/// A summary and what to know about it.
pub(super) struct Done {
    pub(super) summary: Summarized,
    pub(super) warnings: Vec<Warning>,
}

/// Text that is enough to tell a language by, in bytes.
const TELLING: usize = 1 << 16;

/// Reads documents into a pool of sentences, all in one language.
#[derive(Debug)]
pub struct Reader {
    analyzer: Analyzer,
    unit: UnitKind,
    /// The language that all documents are read in.
    pub language: &'static Language,
    /// Units read so far, whether a summary may take them or not.
    pub n_units: usize,
    /// Whether a text puts no blanks between words.
    unspaced: bool,
    /// What the user should know about the documents read so far.
    pub warnings: Vec<Warning>,
}

impl Reader {
    /// A reader in `language`; `None` takes the language that most of the documents' text
    /// is in.
    pub fn new<'d>(
        documents: impl Iterator<Item = &'d Document>,
        language: Option<&'static Language>,
        unit: UnitKind,
        limits: &Limits,
    ) -> Self {
        let language = language.unwrap_or_else(|| language_of(documents));
        Self {
            analyzer: Analyzer::with_limits(Analysis::Summary, language, limits),
            unit,
            language,
            n_units: 0,
            unspaced: false,
            warnings: Vec::new(),
        }
    }

    /// Adds the units of documents to the builder's group under way.
    ///
    /// # Errors
    /// [`Cancelled`] when the observer asks to stop.
    pub fn push<'d>(
        &mut self,
        builder: &mut PoolBuilder,
        documents: impl Iterator<Item = &'d Document>,
        run: &Run<'_>,
    ) -> Result<(), Cancelled> {
        for document in documents {
            let units = self.analyzer.units(document, self.unit, run)?;
            builder.push(&units, &document.headings);
            self.n_units += units.len();
            self.unspaced |= units.unspaced;
            self.warnings
                .extend(each::warnings(document, &units, Vec::new()));
        }
        Ok(())
    }

    /// Sets the query of the pool: its terms, analysed as the documents are.
    ///
    /// # Errors
    /// [`Cancelled`] when the observer asks to stop.
    pub fn ask(
        &self,
        builder: &mut PoolBuilder,
        query: &str,
        run: &Run<'_>,
    ) -> Result<(), Cancelled> {
        let query = Document::new("query", query);
        let units = self.analyzer.units(&query, UnitKind::Paragraph, run)?;
        builder.ask(terms(&units));
        Ok(())
    }
}

fn terms<'u>(units: &'u Units<'_>) -> impl Iterator<Item = &'u str> {
    let terms = units.tokens.iter().filter_map(|token| token.term());
    terms.map(|term| units.vocabulary.term(term))
}

/// The language that most of the text is in.
fn language_of<'d>(documents: impl Iterator<Item = &'d Document>) -> &'static Language {
    let mut sample = String::new();
    for document in documents {
        let room = TELLING.saturating_sub(sample.len());
        let end = document.text.floor_char_boundary(room);
        sample.push_str(&document.text[..end]);
        sample.push('\n');
        if sample.len() >= TELLING {
            break;
        }
    }
    Language::detect(&sample)
}

/// Refuses sizes that hold nothing.
pub(crate) fn check(size: Size) -> Result<(), SummarizeError> {
    let bad = |name, value: String, range| SummarizeError::Parameter { name, value, range };
    match size {
        Size::Limit(Limit::Words(0)) => Err(bad("words", "0".into(), "1 and more")),
        Size::Limit(Limit::Bytes(0)) => Err(bad("bytes", "0".into(), "1 and more")),
        Size::Limit(Limit::Sentences(0)) => Err(bad("sentences", "0".into(), "1 and more")),
        Size::Share(share) if !(share > 0.0 && share <= 1.0) => Err(bad(
            "sentences",
            format!("{} %", 100.0 * share),
            "above 0 % and at most 100 %",
        )),
        _ => Ok(()),
    }
}

/// The budget of a pile with so many sentences.
pub(crate) fn budget(size: Size, policy: Policy, n_units: usize) -> Budget {
    let limit = match size {
        Size::Limit(limit) => limit,
        Size::Share(share) => {
            let n = (share * n_units as f64).round() as usize;
            Limit::Sentences(n.max(1))
        }
    };
    Budget { limit, policy }
}

/// Summarises the documents of a task.
pub(super) fn summarize(
    task: &Task<'_>,
    method: &dyn Summarizer,
    request: &Request<'_>,
    run: &Run<'_>,
) -> Result<Done, SummarizeError> {
    let mut reader = Reader::new(
        task.documents.iter(),
        request.language,
        request.unit,
        &request.limits,
    );
    let mut builder = PoolBuilder::new();
    reader.push(&mut builder, task.documents.iter(), run)?;
    let n_units = reader.n_units;
    if !task.since.is_empty() {
        builder.next_group();
        reader.push(&mut builder, task.since.iter(), run)?;
    }
    if let Some(query) = task.query {
        reader.ask(&mut builder, query, run)?;
    }
    let pool = builder.finish();
    let budget = budget(request.size, request.policy, n_units);
    let found = method.summarize(&pool, budget, run)?;
    let mut messages = found.warnings.clone();
    if messages.is_empty() && found.chosen.is_empty() && !pool.group(0).is_empty() {
        messages.push(too_small(&pool, budget));
    }
    if reader.unspaced && matches!(budget.limit, Limit::Words(_)) {
        messages.push(UNSPACED.into());
    }
    let book = Book {
        pool: &pool,
        documents: task.documents.iter().chain(task.since).collect(),
        language: reader.language,
    };
    let warn = |message: String| Warning {
        message: match task.row {
            true => format!("{}: {message}", task.id),
            false => message,
        },
        file: None,
        line: None,
    };
    let mut warnings = reader.warnings;
    warnings.extend(messages.into_iter().map(warn));
    Ok(Done {
        summary: book.summarized(&found.chosen, 0, request.order),
        warnings,
    })
}

/// Says what the shortest sentence would need.
fn too_small(pool: &Pool, budget: Budget) -> String {
    let sentences = &pool.sentences()[pool.group(0)];
    let (least, unit) = match budget.limit {
        Limit::Words(_) => (sentences.iter().map(|s| s.words).min(), "words"),
        Limit::Bytes(_) => (sentences.iter().map(|s| s.bytes).min(), "bytes"),
        Limit::Sentences(_) => (Some(1), "sentences"),
    };
    format!(
        "no sentence fits the budget: the shortest has {} {unit}; allow more with --{unit}",
        least.unwrap_or(1)
    )
}
