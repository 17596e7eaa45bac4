//! An answer that Python holds on to.

use crate::call::Call;
use crate::error::{Fault, remedy};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use recto::report::{Detail, Report, html};
use recto::{Answer, KeptAnswer, Snapshot, capabilities, to_json};
use recto_math::envelope::Envelope;
use serde::{Deserialize, Serialize};

const ENVELOPE: Envelope = Envelope {
    magic: b"RECTOANS",
    version: 1,
    content: "a result",
};

/// An answer, and what was read for it.
#[pyclass(frozen, module = "recto._recto")]
pub(crate) struct NativeAnswer(Held);

enum Held {
    /// Of a capability.
    Kept(Box<dyn KeptAnswer>, u64),
    /// Of an evaluation or a replication: its JSON and its page.
    Written(Written),
}

#[derive(Serialize, Deserialize)]
struct Written {
    json: String,
    page: String,
}

/// What an answer is written as to be read by another process.
#[derive(Serialize, Deserialize)]
enum Pickled {
    Kept(Snapshot, u64),
    Written(Written),
}

#[pymethods]
impl NativeAnswer {
    /// The answer as JSON, offsets in code points.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| match &self.0 {
            Held::Kept(answer, _) => text(|json| answer.write_json_in_code_points(json)),
            Held::Written(written) => Ok(written.json.clone()),
        })
    }

    /// The answer as JSON, offsets in bytes, as the command writes it.
    fn json_in_bytes(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| match &self.0 {
            Held::Kept(answer, _) => text(|json| answer.write_json(json)),
            Held::Written(written) => Ok(written.json.clone()),
        })
    }

    /// Whether something could not be done.
    fn has_failed(&self) -> bool {
        matches!(&self.0, Held::Kept(answer, _) if !answer.failed().is_empty())
    }

    /// Ids and texts of the documents, as offsets refer to them.
    fn documents(&self) -> Vec<(&str, &str)> {
        match &self.0 {
            Held::Kept(answer, _) => {
                let documents = answer.documents().iter();
                documents.map(|one| (&*one.id, &*one.text)).collect()
            }
            Held::Written(_) => Vec::new(),
        }
    }

    /// The report as a page; `again` is the call that makes it.
    fn html(&self, py: Python<'_>, again: String) -> PyResult<String> {
        let (answer, seed) = match &self.0 {
            Held::Kept(answer, seed) => (answer, *seed),
            Held::Written(written) => return Ok(written.page.clone()),
        };
        let call = Call {
            seed,
            threads: None,
            progress: None,
        };
        call.run(py, |run| {
            let report = answer.report(Detail::Whole, run)?;
            Ok(html::page(&Report { again, ..report }))
        })
    }

    /// The answer in a form of the capability's own.
    fn write_as(&self, form: &str) -> PyResult<String> {
        match &self.0 {
            Held::Kept(answer, _) => text(|writer| answer.write_as(form, writer)),
            Held::Written(_) => Err(Fault::Request(format!("no form {form}")).into()),
        }
    }

    /// Names and contents of the files of an output field.
    fn files<'py>(
        &self,
        py: Python<'py>,
        field: &str,
        ending: &str,
    ) -> PyResult<Vec<(&'static str, Bound<'py, PyBytes>)>> {
        let Held::Kept(answer, _) = &self.0 else {
            return Ok(Vec::new());
        };
        let files = answer.files(field, ending).map_err(Fault::from)?;
        let files = files.into_iter();
        Ok(files
            .map(|file| (file.name, PyBytes::new(py, &file.bytes)))
            .collect())
    }

    /// All of it as bytes, for another process.
    fn pickled<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let pickled = match &self.0 {
            Held::Kept(answer, seed) => Pickled::Kept(answer.snapshot(), *seed),
            Held::Written(Written { json, page }) => Pickled::Written(Written {
                json: json.clone(),
                page: page.clone(),
            }),
        };
        let bytes = serde_json::to_vec(&pickled);
        let bytes = bytes.map_err(|error| Fault::Internal(error.to_string()))?;
        Ok(PyBytes::new(py, &ENVELOPE.seal(&bytes, [])))
    }

    /// The answer that was written as these bytes.
    #[staticmethod]
    fn unpickled(bytes: &[u8]) -> Result<Self, Fault> {
        let refused = |why: String| {
            let message = format!("not a result that recto pickled: {why}; pickle it again");
            Fault::Input(message)
        };
        let (json, _) = ENVELOPE.open(bytes).map_err(refused)?;
        let pickled = serde_json::from_slice(json).map_err(|error| refused(error.to_string()))?;
        let (snapshot, seed) = match pickled {
            Pickled::Written(written) => return Ok(Self(Held::Written(written))),
            Pickled::Kept(snapshot, seed) => (snapshot, seed),
        };
        let mut rows = capabilities().iter();
        let row = rows.find(|row| row.name() == snapshot.capability);
        let unknown = || Fault::Input(format!("this recto has no {}", snapshot.capability));
        let row = row.ok_or_else(unknown)?;
        Ok(Self(Held::Kept(row.restore(snapshot)?, seed)))
    }
}

impl NativeAnswer {
    /// An answer of a capability, made with this seed.
    pub(crate) fn kept(mut answer: Box<dyn KeptAnswer>, seed: u64) -> Self {
        answer.word(&remedy);
        Self(Held::Kept(answer, seed))
    }

    /// Any other answer with its report.
    pub(crate) fn written<B: Serialize>(
        mut answer: Answer<B>,
        report: impl FnOnce(&Answer<B>) -> Report,
    ) -> Result<Self, Fault> {
        answer.word(remedy);
        let mut json = Vec::new();
        let internal = |error: std::io::Error| Fault::Internal(error.to_string());
        to_json(&answer, &mut json).map_err(internal)?;
        let json = String::from_utf8(json).map_err(|error| Fault::Internal(error.to_string()))?;
        let page = html::page(&report(&answer));
        Ok(Self(Held::Written(Written { json, page })))
    }
}

/// The columns of a table of an answer, as a JSON list of pairs; without a name the first.
#[pyfunction]
pub(crate) fn table(json: &str, name: Option<&str>) -> Result<String, Fault> {
    let columns = recto::table_columns(json.as_bytes(), name);
    let columns = columns.map_err(|error| Fault::Request(error.to_string()))?;
    serde_json::to_string(&columns).map_err(|error| Fault::Internal(error.to_string()))
}

/// The names of the tables of an answer.
#[pyfunction]
pub(crate) fn tables(json: &str) -> Result<Vec<String>, Fault> {
    recto::table_names(json.as_bytes()).map_err(|error| Fault::Request(error.to_string()))
}

/// What is written, as text.
fn text(write: impl FnOnce(&mut dyn std::io::Write) -> std::io::Result<()>) -> PyResult<String> {
    let mut written = Vec::new();
    write(&mut written)?;
    String::from_utf8(written).map_err(|error| Fault::Internal(error.to_string()).into())
}
