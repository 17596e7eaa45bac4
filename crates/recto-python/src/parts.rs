//! A topic model that is fitted in parts, for an engine that holds the documents.
//!
//! Documents are rows of a DataFrame with two columns of bytes: counts, pairs of `u32` (term
//! and count), and topics, `f64`. All numbers are little-endian.

use crate::arrow::{Cells, Chunk, column, texts};
use crate::call::Call;
use crate::error::{Fault, worded};
use crate::options::How;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use recto::topics::parts::{count_documents, count_terms};
use recto::{Document, Notice, Pile};
use recto_topics::model::TermIds;
use recto_topics::parts::{Drawn, Parameters, Part, PartedFit, Statistics, TermCounts};
use recto_topics::{DenseMatrix, Filter, Options, TopicsError, saved};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;

/// Two blocks of bytes: offsets and contents of a column.
type Column<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>);

/// Counts of terms, made in parts and merged.
#[pyclass(module = "recto._recto")]
#[derive(Default)]
pub(crate) struct NativeTermCounts(TermCounts);

#[pymethods]
impl NativeTermCounts {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Adds the texts of a column.
    fn push(&mut self, py: Python<'_>, chunks: Vec<Chunk>, how: &str) -> PyResult<()> {
        let (pile, how) = (pile(py, &chunks)?, How::parse(how)?);
        one_thread().run(py, |run| {
            Ok(count_terms(&pile, &how.reading()?, &mut self.0, run)?)
        })
    }

    /// Adds what another part counted.
    fn merge(&mut self, py: Python<'_>, packed: &[u8]) -> PyResult<()> {
        one_thread().run(py, |_| {
            self.0.merge(unpacked(packed)?);
            Ok(())
        })
    }

    /// The counts as bytes.
    fn pack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        packed(py, &self.0)
    }
}

/// Counts of terms of several parts, in their order.
#[pyfunction]
pub(crate) fn merge_term_counts<'py>(
    py: Python<'py>,
    parts: Vec<Vec<u8>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut all = NativeTermCounts::default();
    for part in &parts {
        all.merge(py, part)?;
    }
    all.pack(py)
}

/// Counts documents in the terms of a fit.
#[pyclass(frozen, module = "recto._recto")]
pub(crate) struct NativeCounter(TermIds);

#[pymethods]
impl NativeCounter {
    #[new]
    fn new(terms: &[u8]) -> Result<Self, Fault> {
        Ok(Self(TermIds::new(&unpacked::<Vec<String>>(terms)?)))
    }

    /// The counts of the texts of a column, and the number of counts in the segments of each.
    fn count<'py>(
        &self,
        py: Python<'py>,
        chunks: Vec<Chunk>,
        how: &str,
    ) -> PyResult<(Column<'py>, Vec<usize>)> {
        let (pile, how) = (pile(py, &chunks)?, How::parse(how)?);
        let documents = one_thread().run(py, |run| {
            Ok(count_documents(&pile, &how.reading()?, &self.0, run)?)
        })?;
        let lengths = documents.iter().map(|one| 8 * one.terms.len());
        let entries = documents.iter().flat_map(|one| &one.terms);
        let bytes = entries.flat_map(|&(term, n)| {
            let [a, b, c, d] = term.to_le_bytes();
            let [e, f, g, h] = (n as u32).to_le_bytes();
            [a, b, c, d, e, f, g, h]
        });
        let counts = column(py, lengths, &bytes.collect::<Vec<u8>>())?;
        Ok((counts, documents.iter().map(|one| one.n_values).collect()))
    }
}

/// What can be asked of a fit in parts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    topics: Option<usize>,
    iterations: Option<usize>,
    tolerance: Option<f64>,
    min_documents: Option<usize>,
    max_share: Option<f64>,
}

/// The driver's side of a fit.
#[pyclass(module = "recto._recto")]
pub(crate) struct NativeFit {
    fit: PartedFit,
    drawn: Option<Drawn>,
    parameters: Option<Parameters>,
    statistics: Option<Statistics>,
    history: Vec<f64>,
}

#[pymethods]
impl NativeFit {
    #[new]
    fn new(py: Python<'_>, counts: &[u8], request: &str, seed: u64) -> PyResult<Self> {
        let request: Request =
            serde_json::from_str(request).map_err(|error| Fault::Request(error.to_string()))?;
        let options = Options {
            topics: request.topics,
            iterations: request.iterations,
            tolerance: request.tolerance,
            ..Options::default()
        };
        let filter = Filter {
            min_documents: request.min_documents,
            max_share: request.max_share.unwrap_or(1.0),
            ..Filter::default()
        };
        one_thread().run(py, |_| {
            let terms = unpacked::<TermCounts>(counts)?
                .finish(&filter)
                .map_err(refused)?;
            Ok(Self {
                fit: PartedFit::new(&options, terms, seed).map_err(refused)?,
                drawn: None,
                parameters: None,
                statistics: None,
                history: Vec::new(),
            })
        })
    }

    /// The terms for [`NativeCounter`].
    fn terms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        packed(py, &self.fit.terms())
    }

    /// Number of terms.
    fn n_terms(&self) -> usize {
        self.fit.terms().len()
    }

    /// Number of fits of which the best is kept.
    #[staticmethod]
    fn n_fits(n_counts: usize) -> u64 {
        PartedFit::n_fits(n_counts)
    }

    /// The documents whose counts a start needs.
    fn draw(&mut self, py: Python<'_>, fit: u64, n_documents: usize) -> PyResult<Vec<usize>> {
        let drawn = one_thread().run(py, |_| Ok(self.fit.draw_start(fit, n_documents)))?;
        let documents = drawn.documents().to_vec();
        self.drawn = Some(drawn);
        Ok(documents)
    }

    /// Starts with the counts of these documents.
    fn begin(&mut self, py: Python<'_>, counts: Vec<Vec<u8>>) -> PyResult<()> {
        let drawn = self.drawn.take();
        let drawn = drawn.ok_or_else(|| Fault::Internal("nothing was drawn".into()))?;
        let rows = counts.iter().map(|bytes| row(bytes));
        let rows: Vec<Vec<(u32, f64)>> = rows.collect::<Result<_, _>>()?;
        let begun = one_thread().run(py, |_| self.fit.begin(drawn, &rows).map_err(refused))?;
        (self.parameters, self.statistics) = (Some(begun), None);
        self.history.clear();
        Ok(())
    }

    /// The parameters for [`NativeStep`].
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        packed(py, begun(&self.parameters)?)
    }

    /// Adds the statistics of a part.
    fn add(&mut self, py: Python<'_>, packed: &[u8]) -> PyResult<()> {
        one_thread().run(py, |_| merge(&mut self.statistics, unpacked(packed)?))
    }

    /// Ends an iteration; returns the objective before it.
    fn update(&mut self, py: Python<'_>) -> PyResult<f64> {
        let statistics = self.statistics.take();
        let statistics = statistics.ok_or_else(|| Fault::Internal("no statistics".into()))?;
        let fit = &self.fit;
        let parameters = self.parameters.as_mut();
        let parameters = parameters.ok_or_else(not_begun)?;
        let objective =
            all_threads().run(py, |_| fit.update(statistics, parameters).map_err(refused))?;
        self.history.push(objective);
        Ok(objective)
    }

    /// Objectives of the iterations so far.
    fn history(&self) -> Vec<f64> {
        self.history.clone()
    }

    /// Whether there are to be no more iterations.
    fn is_done(&self) -> bool {
        self.fit.is_done(&self.history)
    }

    /// Whether the last iteration changed next to nothing.
    fn has_converged(&self) -> bool {
        self.fit.has_converged(&self.history)
    }

    /// The saved model of parameters; `tokens` are the expected tokens of topics.
    fn finish<'py>(
        &self,
        py: Python<'py>,
        parameters: &[u8],
        tokens: Vec<f64>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let model = all_threads().run(py, |_| {
            let parameters: Parameters = unpacked(parameters)?;
            if parameters.n_terms() != self.n_terms() || parameters.n_topics() != tokens.len() {
                return Err(Fault::Internal("parameters of another fit".into()));
            }
            Ok(saved::save(&self.fit.finish(parameters, &tokens)))
        })?;
        Ok(PyBytes::new(py, &model))
    }
}

/// The steps of one iteration over the documents of a part.
#[pyclass(module = "recto._recto")]
pub(crate) struct NativeStep {
    parameters: Parameters,
    statistics: Option<Statistics>,
    tokens: Vec<f64>,
}

#[pymethods]
impl NativeStep {
    #[new]
    fn new(py: Python<'_>, parameters: &[u8]) -> PyResult<Self> {
        let parameters: Parameters = one_thread().run(py, |_| unpacked(parameters))?;
        Ok(Self {
            tokens: vec![0.0; parameters.n_topics()],
            parameters,
            statistics: None,
        })
    }

    /// A step over documents; their topics are even at first. Returns their next topics.
    #[pyo3(signature = (counts, topics=None))]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        counts: Chunk,
        topics: Option<Chunk>,
    ) -> PyResult<Column<'py>> {
        let counts = Cells::read(py, &counts)?;
        let topics = topics.map(|topics| Cells::read(py, &topics)).transpose()?;
        let next = one_thread().run(py, |_| {
            let part = part(&counts, self.parameters.n_terms())?;
            let state = match &topics {
                Some(topics) => state(topics, self.parameters.n_topics())?,
                None => self.parameters.start_state(&part),
            };
            let (own, next) = self.parameters.step(&part, state).map_err(refused)?;
            merge(&mut self.statistics, own)?;
            Ok(next)
        })?;
        let numbers = next.values().iter();
        let bytes: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
        let width = 8 * self.parameters.n_topics();
        Ok(column(py, counts.ranges.iter().map(|_| width), &bytes)?)
    }

    /// The statistics of all steps; none without documents.
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let statistics = self.statistics.as_ref();
        statistics.map(|own| packed(py, own)).transpose()
    }

    /// Counts the expected tokens of topics in documents.
    fn weigh(&mut self, py: Python<'_>, counts: Chunk, topics: Chunk) -> PyResult<()> {
        let (counts, topics) = (Cells::read(py, &counts)?, Cells::read(py, &topics)?);
        one_thread().run(py, |_| {
            let part = part(&counts, self.parameters.n_terms())?;
            let state = state(&topics, self.parameters.n_topics())?;
            let own = part.topic_tokens(&state).map_err(refused)?;
            self.tokens
                .iter_mut()
                .zip(own)
                .for_each(|(sum, n)| *sum += n);
            Ok(())
        })
    }

    /// Expected tokens of topics in all documents that were weighed.
    fn tokens(&self) -> Vec<f64> {
        self.tokens.clone()
    }
}

/// The sum of statistics, in their order.
#[pyfunction]
pub(crate) fn merge_statistics<'py>(
    py: Python<'py>,
    parts: Vec<Vec<u8>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let sum = one_thread().run(py, |_| {
        let mut sum = None;
        for part in &parts {
            merge(&mut sum, unpacked(part)?)?;
        }
        Ok(sum)
    })?;
    packed(
        py,
        &sum.ok_or_else(|| Fault::Internal("no statistics".into()))?,
    )
}

fn merge(sum: &mut Option<Statistics>, next: Statistics) -> Result<(), Fault> {
    match sum {
        Some(sum) => sum.merge(next).map_err(refused),
        None => {
            *sum = Some(next);
            Ok(())
        }
    }
}

fn pile(py: Python<'_>, chunks: &[Chunk]) -> PyResult<Pile> {
    let texts = texts(py, chunks)?.into_iter().enumerate();
    let documents = texts.map(|(at, text)| Document::new(at.to_string(), text));
    Ok(Pile {
        documents: documents.collect(),
        ..Pile::default()
    })
}

fn part(counts: &Cells, n_terms: usize) -> Result<Part, Fault> {
    let rows: Vec<Vec<(u32, f64)>> = counts.iter().map(row).collect::<Result<_, _>>()?;
    Part::new(n_terms, rows.iter().map(Vec::as_slice)).map_err(refused)
}

fn row(bytes: &[u8]) -> Result<Vec<(u32, f64)>, Fault> {
    let (entries, rest) = bytes.as_chunks::<8>();
    if !rest.is_empty() {
        return Err(Fault::Internal("counts that were cut off".into()));
    }
    let number = |four: [u8; 4]| u32::from_le_bytes(four);
    let entry = |&[a, b, c, d, e, f, g, h]: &[u8; 8]| {
        (number([a, b, c, d]), f64::from(number([e, f, g, h])))
    };
    Ok(entries.iter().map(entry).collect())
}

fn state(topics: &Cells, n_topics: usize) -> Result<DenseMatrix, Fault> {
    let is_row = |range: &std::ops::Range<usize>| range.len() == 8 * n_topics;
    if !topics.ranges.iter().all(is_row) {
        return Err(Fault::Internal(
            "topics of documents that were cut off".into(),
        ));
    }
    let (numbers, _) = topics.bytes.as_chunks::<8>();
    let values = numbers.iter().map(|&bytes| f64::from_le_bytes(bytes));
    Ok(DenseMatrix::from_values(n_topics, values.collect()))
}

fn begun(parameters: &Option<Parameters>) -> Result<&Parameters, Fault> {
    parameters.as_ref().ok_or_else(not_begun)
}

fn not_begun() -> Fault {
    Fault::Internal("the fit has not begun".into())
}

fn refused(error: TopicsError) -> Fault {
    let message = worded(&Notice::from(&error));
    match error {
        TopicsError::Cancelled(_) => Fault::Stopped,
        TopicsError::Parameter(_) | TopicsError::TopicCount { .. } => Fault::Request(message),
        _ => Fault::Input(message),
    }
}

fn packed<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = postcard::to_allocvec(value);
    let bytes = bytes.map_err(|error| Fault::Internal(error.to_string()))?;
    Ok(PyBytes::new(py, &bytes))
}

fn unpacked<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Fault> {
    postcard::from_bytes(bytes)
        .map_err(|error| Fault::Internal(format!("a part of a fit cannot be read: {error}")))
}

/// A call of a worker, of which the engine runs one a core.
fn one_thread() -> Call<'static> {
    Call {
        seed: 0,
        threads: Some(NonZeroUsize::MIN),
        progress: None,
    }
}

/// A call of the driver.
fn all_threads() -> Call<'static> {
    Call {
        threads: None,
        ..one_thread()
    }
}
