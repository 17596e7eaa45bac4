//! What follows from the links of a pair, and links in the formats of other tools.

use super::body::{AlignedLink, AlignedPair, Body, SourceSentence};
use super::texts::{self, Texts, Use};
use crate::Reading;
use crate::csv::quoted;
use crate::field::Choice;
use crate::report::number::six_digits;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Formats that an answer can be written in.
pub(super) const FORMATS: &[Choice] = &[
    Choice {
        name: "csv",
        help: "A row for each link and for each token without one",
    },
    Choice {
        name: "pharaoh",
        help: "A line for each pair: document token-summary token, from 0",
    },
];

/// What can be derived from an answer.
pub(super) const DERIVED: &[Choice] = &[
    Choice {
        name: "extract",
        help: "The source sentences, and which of them the summary used",
    },
    Choice {
        name: "deletions",
        help: "The tokens of each used source sentence, and which of them were left out",
    },
];

/// Writes an answer in one of these forms.
pub(super) fn write(
    body: &Body,
    reading: &Reading<'_>,
    form: &str,
    writer: &mut dyn Write,
) -> io::Result<()> {
    let mut writer = io::BufWriter::new(writer);
    if form == "csv" {
        writeln!(writer, "{CSV_HEAD}")?;
    }
    for texts in texts::of(&body.pairs, reading) {
        match form {
            "pharaoh" => writeln!(writer, "{}", pharaoh(texts.pair))?,
            "csv" => csv(&texts, &mut writer)?,
            "extract" => writeln!(writer, "{}", extract(&texts))?,
            _ => writeln!(writer, "{}", deletions(&texts))?,
        }
    }
    writer.flush()
}

/// Links of single words, ascending.
fn pharaoh(pair: &AlignedPair) -> String {
    let mut words: Vec<(usize, usize)> = pair.links.iter().flat_map(AlignedLink::words).collect();
    words.sort_unstable();
    words.dedup();
    let written = words
        .iter()
        .map(|(source, summary)| format!("{source}-{summary}"));
    written.collect::<Vec<_>>().join(" ")
}

const CSV_HEAD: &str =
    "id,summary_from,summary_to,document_from,document_to,p,summary,document_id,document";

fn csv(texts: &Texts<'_>, writer: &mut dyn Write) -> io::Result<()> {
    let id = quoted(&texts.pair.id);
    for link in &texts.pair.links {
        let ([from, to], [start, end]) = (link.summary, link.document);
        let p = six_digits(link.p);
        let name = texts.document_of(start).map(|(_, document)| &*document.id);
        writeln!(
            writer,
            "{id},{from},{to},{start},{end},{p},{},{},{}",
            quoted(texts.summary_words(link.summary)),
            quoted(name.unwrap_or_default()),
            quoted(texts.source_words(link.document)),
        )?;
    }
    for &token in &texts.pair.unsupported {
        let end = token + 1;
        let words = quoted(texts.summary_words([token, end]));
        writeln!(writer, "{id},{token},{end},,,,{words},,")?;
    }
    Ok(())
}

/// The sentences of the source, and which of them have a link of a content word.
fn extract(texts: &Texts<'_>) -> Value {
    let used = texts.used();
    let sentence = |sentence: &SourceSentence| {
        let row = json!({
            "document": texts.pair.documents[sentence.document].id,
            "start": sentence.start,
            "end": sentence.end,
            "text": texts.sentence(sentence),
            "used": Texts::is_used(sentence, &used),
        });
        placed(row, sentence)
    };
    let sentences = texts.pair.document_sentences.iter().map(sentence);
    json!({ "id": texts.pair.id, "sentences": sentences.collect::<Vec<_>>() })
}

/// The tokens of the sentences that were used, and which of them have no link.
fn deletions(texts: &Texts<'_>) -> Value {
    let used = texts.used();
    let sentence = |sentence: &SourceSentence| {
        let [from, to] = sentence.tokens;
        let tokens = (from..to).map(|token| texts.source_words([token, token + 1]));
        let deleted = used[from..to].iter().map(|word| *word == Use::Not);
        let row = json!({
            "document": texts.pair.documents[sentence.document].id,
            "start": sentence.start,
            "end": sentence.end,
            "tokens": tokens.collect::<Vec<_>>(),
            "deleted": deleted.collect::<Vec<_>>(),
        });
        placed(row, sentence)
    };
    let sentences = texts.pair.document_sentences.iter();
    let sentences = sentences.filter(|sentence| Texts::is_used(sentence, &used));
    json!({ "id": texts.pair.id, "sentences": sentences.map(sentence).collect::<Vec<_>>() })
}

/// The row of a sentence with its named place, if it has one.
fn placed(mut row: Value, sentence: &SourceSentence) -> Value {
    if let Some(place) = &sentence.place {
        row["place"] = json!(place);
    }
    row
}
