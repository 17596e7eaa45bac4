//! Models over counts that Python made: buffers in, buffers out.

use crate::call::Call;
use crate::error::Fault;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use recto::counts::{self, CountLabels, Counts};
use recto::{AnyCapability, classify, topics};
use std::num::NonZeroUsize;

/// Counts, documents by words.
#[pyclass(frozen, module = "recto._recto")]
pub(crate) struct NativeCounts(Counts);

#[pymethods]
impl NativeCounts {
    /// A matrix in compressed rows.
    #[new]
    fn new(
        py: Python<'_>,
        n_columns: usize,
        starts: PyBuffer<i64>,
        columns: PyBuffer<i64>,
        values: PyBuffer<f64>,
    ) -> PyResult<Self> {
        let places = |buffer: PyBuffer<i64>| -> PyResult<Vec<usize>> {
            let places = buffer.to_vec(py)?.into_iter().map(usize::try_from);
            let places: Result<_, _> = places.collect();
            places.map_err(|_| Fault::Input("a place below 0 in the counts".into()).into())
        };
        let (starts, columns, values) = (places(starts)?, places(columns)?, values.to_vec(py)?);
        let counts = py.detach(|| Counts::new(n_columns, &starts, &columns, &values));
        Ok(Self(counts.map_err(Fault::from)?))
    }
}

/// A topic model.
#[pyclass(frozen, module = "recto._recto")]
pub(crate) struct NativeTopics(recto_topics::Model);

#[pymethods]
impl NativeTopics {
    /// Fits a model to counts.
    #[staticmethod]
    fn fit(
        py: Python<'_>,
        counts: &NativeCounts,
        request: &str,
        seed: u64,
        threads: Option<NonZeroUsize>,
    ) -> PyResult<Self> {
        let request = crate::ask::values(topics::TOPICS.fields(), request)?;
        let call = Call {
            seed,
            threads,
            progress: None,
        };
        call.run(py, |run| {
            let request = typed(request)?;
            Ok(Self(counts::fit_topics(&counts.0, &request, run)?))
        })
    }

    /// The model that was saved as these bytes.
    #[staticmethod]
    fn load(bytes: &[u8]) -> Result<Self, Fault> {
        let model = recto_topics::saved::load(bytes);
        Ok(Self(
            model.map_err(|error| Fault::Input(error.to_string()))?,
        ))
    }

    /// The model as bytes.
    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &recto_topics::saved::save(&self.0))
    }

    /// The number of topics.
    fn n_topics(&self) -> usize {
        self.0.n_topics()
    }

    /// The words.
    fn terms(&self) -> Vec<&str> {
        self.0.terms.iter().map(String::as_str).collect()
    }

    /// The labels of the topics.
    fn labels(&self) -> Vec<&str> {
        self.0.labels.iter().map(String::as_str).collect()
    }

    /// Probabilities of words, topics by words.
    fn words<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        packed(py, &counts::topic_words(&self.0))
    }

    /// Shares of topics, documents by topics.
    fn shares<'py>(&self, py: Python<'py>, counts: &NativeCounts) -> PyResult<Bound<'py, PyBytes>> {
        let shares = quiet().run(py, |_| Ok(counts::topic_shares(&self.0, &counts.0)?))?;
        Ok(packed(py, &shares))
    }

    /// Perplexity of counts.
    fn perplexity(&self, py: Python<'_>, counts: &NativeCounts) -> PyResult<f64> {
        quiet().run(py, |_| Ok(counts::perplexity(&self.0, &counts.0)?))
    }
}

/// A classifier.
#[pyclass(frozen, module = "recto._recto")]
pub(crate) struct NativeClasses(recto_classify::Model);

#[pymethods]
impl NativeClasses {
    /// Fits a classifier to counts. Documents without a class have none; words are columns
    /// with their class.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "one caller, by position")]
    fn fit(
        py: Python<'_>,
        counts: &NativeCounts,
        classes: Vec<String>,
        documents: Vec<Option<usize>>,
        words: Vec<(usize, usize)>,
        request: &str,
        seed: u64,
        threads: Option<NonZeroUsize>,
    ) -> PyResult<Self> {
        let request = crate::ask::values(classify::CLASSIFY.fields(), request)?;
        let labels = CountLabels {
            classes,
            documents,
            words,
        };
        let call = Call {
            seed,
            threads,
            progress: None,
        };
        call.run(py, |run| {
            let request = typed(request)?;
            Ok(Self(counts::fit_classes(
                &counts.0, &labels, &request, run,
            )?))
        })
    }

    /// The classifier that was saved as these bytes.
    #[staticmethod]
    fn load(bytes: &[u8]) -> Result<Self, Fault> {
        let model = recto_classify::saved::load(bytes);
        Ok(Self(
            model.map_err(|error| Fault::Input(error.to_string()))?,
        ))
    }

    /// The classifier as bytes.
    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &recto_classify::saved::save(&self.0))
    }

    /// Names of the classes, in the order of probabilities.
    fn classes(&self) -> Vec<&str> {
        self.0.classes.iter().map(String::as_str).collect()
    }

    /// Probabilities of classes, documents by classes.
    fn probabilities<'py>(
        &self,
        py: Python<'py>,
        counts: &NativeCounts,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let p = quiet().run(py, |_| Ok(counts::class_probabilities(&self.0, &counts.0)))?;
        Ok(packed(py, &p))
    }
}

/// Groups of documents; none for a document without words.
#[pyfunction]
pub(crate) fn group(
    py: Python<'_>,
    counts: &NativeCounts,
    n_groups: Option<usize>,
    seed: u64,
    threads: Option<NonZeroUsize>,
) -> PyResult<Vec<Option<usize>>> {
    let call = Call {
        seed,
        threads,
        progress: None,
    };
    call.run(py, |run| {
        Ok(counts::group_documents(&counts.0, n_groups, run)?)
    })
}

/// A call that draws nothing.
fn quiet() -> Call<'static> {
    Call {
        seed: 0,
        threads: None,
        progress: None,
    }
}

fn typed<R: serde::de::DeserializeOwned>(
    request: serde_json::Map<String, serde_json::Value>,
) -> Result<R, Fault> {
    let request = serde_json::from_value(request.into());
    request.map_err(|error| Fault::Request(error.to_string()))
}

/// The rows of a matrix one after the other, as numpy reads them.
fn packed<'py>(py: Python<'py>, rows: &[Vec<f64>]) -> Bound<'py, PyBytes> {
    let numbers = rows.iter().flatten();
    let bytes: Vec<u8> = numbers.flat_map(|number| number.to_ne_bytes()).collect();
    PyBytes::new(py, &bytes)
}
