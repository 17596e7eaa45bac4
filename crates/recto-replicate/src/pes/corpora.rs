//! Streams with references: `NAME.jsonl` or `NAME.jsonl.gz` beside `NAME.subevents.jsonl`.

use super::Pes;
use crate::files::{Files, digest, entries, of_task};
use crate::{ReplicateError, Replication};
use recto::events::eval::{self, TimedEvent};
use recto_events::Message;
use recto_math::Run;
use recto_text::source::{self, Format};
use recto_text::{Document, Failure, SourceOptions};
use std::path::{Path, PathBuf};

const WANTED: &str = "a set is a file NAME.jsonl or NAME.jsonl.gz of messages with time and text, \
                      and a file NAME.subevents.jsonl of events with time and tier";

/// Seconds after the last reference in which detections still count as wrong; later than
/// that nobody looked.
const AFTER: f64 = 3600.0;

/// A stream with its references.
pub(super) struct Stream {
    pub(super) name: String,
    pub(super) files: Files,
    documents: Vec<Document>,
    pub(super) core: Vec<f64>,
    pub(super) others: Vec<f64>,
}

impl Stream {
    pub(super) fn messages(&self) -> Vec<Message<'_>> {
        let message = |document: &'_ Document| {
            let post = document.post.unwrap_or_default();
            (post, post.micros as f64 / 1e6)
        };
        let all = self.documents.iter().map(|document| {
            let (post, time) = message(document);
            Message {
                user: post.user,
                language: post.language,
                is_repost: post.is_repost,
                is_reply: post.is_reply,
                ..Message::new(time, &document.text)
            }
        });
        all.collect()
    }

    /// First and last moment that are scored.
    pub(super) fn span(&self) -> (f64, f64) {
        let times = || self.documents.iter().filter_map(|one| one.post);
        let times = || times().map(|post| post.micros as f64 / 1e6);
        let (first, last) = (
            times().fold(f64::INFINITY, f64::min),
            times().fold(0.0, f64::max),
        );
        let wanted = self.core.iter().chain(&self.others).copied();
        (first, last.min(wanted.fold(0.0, f64::max) + AFTER))
    }
}

/// All streams in the order of their names; they may stand in a folder `events` among those
/// of other tasks.
pub(super) fn read(
    data: &Path,
    failed: &mut Vec<Failure>,
    run: &Run<'_>,
) -> Result<Vec<Stream>, ReplicateError> {
    let folder = of_task(data, Pes::TASK);
    let mut streams = Vec::new();
    for path in entries(&folder)? {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let Some(name) = name
            .strip_suffix(".gz")
            .unwrap_or(&name)
            .strip_suffix(".jsonl")
        else {
            continue;
        };
        let reference = folder.join(format!("{name}.subevents.jsonl"));
        if reference.is_file() {
            streams.extend(stream(name, &path, &reference, failed, run)?);
        }
    }
    if streams.is_empty() {
        return Err(ReplicateError::NoSets {
            folder: folder.display().to_string(),
            wanted: WANTED,
        });
    }
    Ok(streams)
}

fn stream(
    name: &str,
    messages: &Path,
    reference: &Path,
    failed: &mut Vec<Failure>,
    run: &Run<'_>,
) -> Result<Option<Stream>, ReplicateError> {
    let read = |path: &Path, format: Format| {
        let options = SourceOptions {
            format: Some(format),
            keep_all: true,
            ..SourceOptions::default()
        };
        source::read(&[PathBuf::from(path)], &options, run)
    };
    let (messages, reference) = (
        read(messages, Format::Messages)?,
        read(reference, Format::Text)?,
    );
    failed.extend(messages.failed);
    failed.extend(reference.failed);
    let Some(file) = reference.documents.first() else {
        return Ok(None);
    };
    let events = match eval::reference(&file.text) {
        Ok(timeline) => timeline.events,
        Err(notice) => {
            failed.push(Failure::new(&file.file, notice));
            return Ok(None);
        }
    };
    let times = |is_core: bool| {
        let own = events
            .iter()
            .filter(|event: &&TimedEvent| event.is_core == is_core);
        own.map(|event| event.time).collect()
    };
    let all: Vec<Document> = messages
        .documents
        .into_iter()
        .chain([file.clone()])
        .collect();
    Ok(Some(Stream {
        name: name.into(),
        files: Files {
            files: 2,
            ..digest(&all)
        },
        documents: all[..all.len() - 1].to_vec(),
        core: times(true),
        others: times(false),
    }))
}
