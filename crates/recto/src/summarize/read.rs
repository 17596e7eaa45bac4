//! From documents to a pool of sentences.

use super::{Request, SentenceResolver, Size, SummarizeError, Summarized, Task};
use crate::reading::language_of;
use crate::{Reading, per_document};
use recto_math::{BadParameter, Cancelled, Notice, Remedy, Run};
use recto_summarize::{Budget, Limit, Policy, Pool, PoolBuilder, Summarizer};
use recto_text::{Analysis, Analyzer, Document, Language, Limits, UnitKind, Units, Warning};
use serde_json::{Map, Value};
use std::ops::Range;

/// A summary and what to know about it.
pub(super) struct Done {
    pub(super) summary: Summarized,
    pub(super) warnings: Vec<Warning>,
    /// Parameters that the documents or the question decided.
    pub(super) decided: Map<String, Value>,
}

/// Turns documents of one language into a pool of sentences.
pub struct Reader {
    analyzer: Analyzer,
    unit: UnitKind,
    /// The language that all documents are read in.
    pub language: &'static Language,
    /// How many sentences were read, whether they may be chosen or not.
    pub n_units: usize,
    /// What the user should know of the documents.
    pub warnings: Vec<Warning>,
}

impl Reader {
    /// A reader in `language`, or in that of the documents.
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
            warnings: Vec::new(),
        }
    }

    /// A reader in the language of these documents of a reading.
    pub(crate) fn of(reading: &Reading<'_>, documents: Range<usize>, unit: UnitKind) -> Self {
        let language = reading.language_of(reading.documents()[documents].iter());
        Self {
            analyzer: reading.analyzer(Analysis::Summary, language),
            ..Self::new([].into_iter(), Some(language), unit, reading.limits())
        }
    }

    /// Adds documents of a reading to the group under way.
    pub(crate) fn push_read(
        &mut self,
        builder: &mut PoolBuilder,
        reading: &Reading<'_>,
        documents: Range<usize>,
        run: &Run<'_>,
    ) -> Result<(), Cancelled> {
        for place in documents {
            let (language, unit) = (self.language, self.unit);
            let units = reading.units_in(language, place, Analysis::Summary, unit, run)?;
            self.add(builder, &reading.documents()[place], &units);
        }
        Ok(())
    }

    /// Adds documents to the group under way.
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
            self.add(builder, document, &units);
        }
        Ok(())
    }

    fn add(&mut self, builder: &mut PoolBuilder, document: &Document, units: &Units<'_>) {
        builder.push(units, &document.headings);
        self.n_units += units.len();
        let warnings = per_document::warnings(document, units, Vec::new());
        self.warnings.extend(warnings);
    }

    /// Asks the pool a question.
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

/// A pool, for methods as published or for recto's.
pub(crate) fn new_pool(paper: bool) -> PoolBuilder {
    let builder = PoolBuilder::new();
    if paper {
        builder.as_published()
    } else {
        builder
    }
}

fn terms<'u>(units: &'u Units<'_>) -> impl Iterator<Item = &'u str> {
    let terms = units.tokens.iter().filter_map(|token| token.term());
    terms.map(|term| units.vocabulary.term(term))
}

/// Refuses sizes that hold nothing.
pub(crate) fn check(size: Size) -> Result<(), SummarizeError> {
    let bad = |name, value: String, range| BadParameter::new(name, value, range).into();
    match size {
        Size::Limit(Limit::Words(0)) => Err(bad("words", "0".into(), "at least 1")),
        Size::Limit(Limit::Bytes(0)) => Err(bad("bytes", "0".into(), "at least 1")),
        Size::Limit(Limit::Sentences(0)) => Err(bad("sentences", "0".into(), "at least 1")),
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

/// A request and what it was resolved to.
pub(super) struct Asked<'a, 'p> {
    pub(super) reading: &'a Reading<'p>,
    pub(super) request: &'a Request,
    pub(super) size: Size,
    pub(super) method: &'a dyn Summarizer,
}

impl Asked<'_, '_> {
    /// Summarises the documents of a task.
    pub(super) fn summarize(&self, task: &Task<'_>, run: &Run<'_>) -> Result<Done, SummarizeError> {
        let (reading, request) = (self.reading, self.request);
        let mut reader = Reader::of(reading, task.documents.clone(), request.unit);
        let mut builder = new_pool(request.paper);
        reader.push_read(&mut builder, reading, task.documents.clone(), run)?;
        let n_units = reader.n_units;
        if !task.since.is_empty() {
            builder.next_group();
            reader.push(&mut builder, task.since.iter(), run)?;
        }
        if let Some(query) = task.query {
            reader.ask(&mut builder, query, run)?;
        }
        let pool = builder.finish();
        let budget = budget(self.size, request.policy(), n_units);
        let found = self.method.summarize(&pool, budget, run)?;
        let mut notices = found.warnings.clone();
        if notices.is_empty() && found.chosen.is_empty() && !pool.group(0).is_empty() {
            notices.push(too_small(&pool, budget));
        }
        let own = &reading.documents()[task.documents.clone()];
        let resolver = SentenceResolver {
            pool: &pool,
            documents: own.iter().chain(task.since).collect(),
            language: reader.language,
        };
        let warn = |notice: Notice| {
            Warning::new(if task.row {
                notice.at(&task.id)
            } else {
                notice
            })
        };
        let mut warnings = reader.warnings;
        warnings.extend(notices.into_iter().map(warn));
        Ok(Done {
            summary: resolver.summarized(&found.chosen, 0, request.order),
            warnings,
            decided: found.decided,
        })
    }
}

/// Says what the shortest sentence would need.
fn too_small(pool: &Pool, budget: Budget) -> Notice {
    let sentences = &pool.sentences()[pool.group(0)];
    let (least, unit) = match budget.limit {
        Limit::Words(_) => (sentences.iter().map(|s| s.words).min(), "words"),
        Limit::Bytes(_) => (sentences.iter().map(|s| s.bytes).min(), "bytes"),
        Limit::Sentences(_) => (Some(1), "sentences"),
    };
    let least = least.unwrap_or(1);
    let notice = Notice::from(format!(
        "no sentence fits the budget: the shortest has {least} {unit}"
    ));
    notice.with(allow_more(budget))
}

/// A larger budget of the same kind.
pub(crate) fn allow_more(budget: Budget) -> Remedy {
    Remedy::Raise(match budget.limit {
        Limit::Words(_) => "words",
        Limit::Bytes(_) => "bytes",
        Limit::Sentences(_) => "sentences",
    })
}
