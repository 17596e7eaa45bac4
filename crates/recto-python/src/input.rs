//! What a call reads.

use crate::arrow::{self, Chunk};
use crate::error::Fault;
use pyo3::prelude::*;
use recto::source::{self, Format};
use recto::{Document, Group, Pile, Run, SourceOptions, gather};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Something to read, for one call.
#[pyclass(frozen, module = "recto._recto")]
pub(crate) struct NativeInput(Mutex<Option<Source>>);

enum Source {
    Texts(Vec<Document>),
    Paths(Vec<PathBuf>),
    /// A file in memory: its name, and its contents.
    Bytes(String, Vec<u8>),
    Groups(Vec<(String, Source)>),
    Pair(Box<Source>, Box<Source>),
    TextPairs(Pile),
}

#[pymethods]
impl NativeInput {
    /// Texts with their ids; `times` and `labels` are as many, or not there.
    #[staticmethod]
    #[pyo3(signature = (ids, texts, times=None, labels=None))]
    fn texts(
        ids: Vec<String>,
        texts: Vec<String>,
        times: Option<Vec<Option<String>>>,
        labels: Option<Vec<Vec<String>>>,
    ) -> Self {
        let mut times = times.unwrap_or_default().into_iter();
        let mut labels = labels.unwrap_or_default().into_iter();
        let document = |(id, text)| Document {
            time: times.next().flatten(),
            labels: labels.next().unwrap_or_default(),
            ..Document::new(id, text)
        };
        Self::new(Source::Texts(
            ids.into_iter().zip(texts).map(document).collect(),
        ))
    }

    /// As [`NativeInput::texts`], with texts from the buffers of a column of Arrow.
    #[staticmethod]
    #[pyo3(signature = (ids, chunks, times=None, labels=None))]
    fn column(
        py: Python<'_>,
        ids: Vec<String>,
        chunks: Vec<Chunk>,
        times: Option<Vec<Option<String>>>,
        labels: Option<Vec<Vec<String>>>,
    ) -> PyResult<Self> {
        Ok(Self::texts(ids, arrow::texts(py, &chunks)?, times, labels))
    }

    /// Files, folders and globs.
    #[staticmethod]
    fn paths(paths: Vec<PathBuf>) -> Self {
        Self::new(Source::Paths(paths))
    }

    /// The contents of a file.
    #[staticmethod]
    fn contents(name: String, contents: Vec<u8>) -> Self {
        Self::new(Source::Bytes(name, contents))
    }

    /// Named groups of any of these.
    #[staticmethod]
    fn groups(groups: Vec<(String, Py<NativeInput>)>) -> Result<Self, Fault> {
        let groups = groups
            .into_iter()
            .map(|(name, input)| Ok((name, input.get().take()?)));
        Ok(Self::new(Source::Groups(
            groups.collect::<Result<_, Fault>>()?,
        )))
    }

    /// A source and its summary.
    #[staticmethod]
    fn pair(source: &NativeInput, summary: &NativeInput) -> Result<Self, Fault> {
        let (source, summary) = (source.take()?, summary.take()?);
        Ok(Self::new(Source::Pair(source.into(), summary.into())))
    }

    /// Texts and their summaries, each pair with an id.
    #[staticmethod]
    fn text_pairs(pairs: Vec<(String, String, String)>) -> Self {
        Self::new(Source::TextPairs(gather::text_pairs(pairs)))
    }
}

impl NativeInput {
    fn new(source: Source) -> Self {
        Self(Mutex::new(Some(source)))
    }

    fn take(&self) -> Result<Source, Fault> {
        let source = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        source.ok_or_else(|| Fault::Internal("an input was read before".into()))
    }

    /// Reads all of it. A pile of one path with pairs or messages is read as such.
    pub(crate) fn read(
        &self,
        options: &SourceOptions,
        run: &Run<'_>,
    ) -> Result<(Pile, Vec<Group>), Fault> {
        let source = self.take()?;
        if let Source::Groups(groups) = source {
            let read = |(name, source): (String, Source)| Ok((name, source.read(options, run)?));
            let piles = groups.into_iter().map(read);
            return Ok(gather::groups(piles.collect::<Result<Vec<_>, Fault>>()?));
        }
        Ok((source.read(options, run)?, Vec::new()))
    }

    /// The format of files, where what they are asked about decides it.
    pub(crate) fn format_of(&self, subject: recto::Subject) -> Option<Format> {
        let source = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match (subject, source.as_ref()?) {
            (recto::Subject::Messages, _) => Some(Format::Messages),
            (recto::Subject::Pairs, Source::Paths(_) | Source::Bytes(..)) => Some(Format::Pairs),
            _ => None,
        }
    }
}

impl Source {
    fn read(self, options: &SourceOptions, run: &Run<'_>) -> Result<Pile, Fault> {
        Ok(match self {
            Self::Texts(documents) => Pile {
                documents,
                ..Pile::default()
            },
            Self::TextPairs(pile) => pile,
            Self::Paths(paths) => source::read(&paths, options, run)?,
            Self::Bytes(name, bytes) => source::read_bytes(&name, bytes, options),
            Self::Pair(source, summary) => {
                gather::pair(source.read(options, run)?, summary.read(options, run)?)
            }
            Self::Groups(groups) => {
                let read = |(name, source): (String, Self)| Ok((name, source.read(options, run)?));
                let piles = groups.into_iter().map(read);
                gather::groups(piles.collect::<Result<Vec<_>, Fault>>()?).0
            }
        })
    }
}
