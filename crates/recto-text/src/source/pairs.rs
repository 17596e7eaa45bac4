//! Documents and their summaries: a pair a line, as JSON or as `source ||| target`.
//!
//! A JSON row has `document` and `summary`, each a text or a list of tokens, and may have
//! an `id`, the first token of each sentence (`document_sentences`, `summary_sentences`) and
//! links that people made (`sure`, `possible`). In the other form the tokens of both sides
//! are separated by blanks; its lines are told apart by their numbers alone, so a file with
//! a wrong line is not read at all.

use super::jsonl::{self, Object, kind, scalar};
use super::{Fields, FileRows, Problems, Row, Warning, filled_lines};
use crate::document::Span;
use recto_math::Notice;
use serde_json::{Map, Value};
use std::ops::Range;

/// A document and its summary, among the documents of a pile.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextPair {
    /// The row's id, or that of the summary.
    pub id: String,
    /// The source, in [`Pile::documents`](super::Pile::documents): these, one after the
    /// other.
    pub source: Range<usize>,
    /// The summary, in [`Pile::documents`](super::Pile::documents).
    pub summary: usize,
    /// The tokens of the source; `None` where it is a text that has yet to be cut.
    pub source_tokens: Option<GivenTokens>,
    /// The tokens of the summary; `None` where it is a text that has yet to be cut.
    pub summary_tokens: Option<GivenTokens>,
    /// Links that people made; `None` where the row has none.
    pub gold: Option<GoldLinks>,
}

/// A side that came as tokens. Its text is the tokens with one blank between them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GivenTokens {
    /// Where each token stands in the text.
    pub spans: Vec<Span>,
    /// The first token of each sentence, ascending from 0.
    pub sentences: Vec<usize>,
}

/// Links that people made, as token of the source and token of the summary, from 0. Whether
/// there are such tokens is not known here.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GoldLinks {
    /// Links that are certain, ascending, each once.
    pub sure: Vec<(usize, usize)>,
    /// Links that are not, ascending, none that is also certain.
    pub possible: Vec<(usize, usize)>,
}

/// A pair as it was found: the next two rows of its file.
#[derive(Debug, Default, PartialEq)]
pub(super) struct PairRow {
    pub(super) id: Option<String>,
    pub(super) line: usize,
    pub(super) first_row: usize,
    pub(super) source_tokens: Option<GivenTokens>,
    pub(super) summary_tokens: Option<GivenTokens>,
    pub(super) gold: Option<GoldLinks>,
}

/// Names of the sides, which are also keys of a row.
pub(super) const SIDES: [&str; 2] = ["document", "summary"];

/// Reads the pairs of a file, in whichever form it is.
pub(super) fn read(text: &str, fields: &Fields) -> FileRows {
    let first = filled_lines(text).next();
    if first.is_some_and(|(_, line)| line.trim_start().starts_with('{')) {
        read_rows(text, fields)
    } else {
        read_bars(text)
    }
}

/// What a row looks like.
const ROW: &str = r#"{"document": "…", "summary": "…"}"#;

fn read_rows(text: &str, fields: &Fields) -> FileRows {
    let mut file = FileRows::default();
    let mut problems = Problems::default();
    for (at, line) in filled_lines(text) {
        let Object { object, repeated } = match jsonl::parse(line, ROW) {
            Ok(object) => object,
            Err(notice) => {
                problems.push(|| notice.at(format!("line {at}")));
                continue;
            }
        };
        if let Some(key) = repeated {
            let message = format!("several keys `{key}`; the last is read");
            file.warnings.push(Warning::new(message).at_line(Some(at)));
        }
        if let Err(message) = push(&object, at, fields, &mut file) {
            problems.push(|| Notice::from(message).at(format!("line {at}")));
        }
    }
    file.failures = problems.into_notices();
    file
}

fn push(
    object: &Map<String, Value>,
    at: usize,
    fields: &Fields,
    file: &mut FileRows,
) -> Result<(), String> {
    let id = scalar(object, &fields.id)?;
    let [source, summary] = SIDES.map(|name| side(object, name));
    let ((source, source_tokens), (summary, summary_tokens)) = (source?, summary?);
    let gold = gold(object)?;
    push_pair(
        file,
        PairRow {
            id,
            line: at,
            first_row: file.rows.len(),
            source_tokens,
            summary_tokens,
            gold,
        },
        [source, summary],
    );
    Ok(())
}

fn push_pair(file: &mut FileRows, pair: PairRow, texts: [String; 2]) {
    let rows = SIDES.into_iter().zip(texts).map(|(side, text)| Row {
        id: pair.id.clone(),
        text,
        line: Some(pair.line),
        side,
        ..Row::default()
    });
    file.rows.extend(rows);
    file.pairs.push(pair);
}

/// The text of a side, and its tokens where they are given.
fn side(object: &Map<String, Value>, name: &str) -> Result<(String, Option<GivenTokens>), String> {
    match object.get(name) {
        Some(Value::String(text)) => Ok((text.clone(), None)),
        Some(Value::Array(values)) => {
            let token = |value: &Value| match value {
                Value::String(token) => Ok(token.clone()),
                other => Err(format!(
                    "field `{name}` must be a text or a list of tokens, but has {} in it",
                    kind(other)
                )),
            };
            let tokens: Vec<String> = values.iter().map(token).collect::<Result<_, _>>()?;
            let sentences = starts(object, &format!("{name}_sentences"), tokens.len())?;
            let (text, tokens) = joined(&tokens, sentences);
            Ok((text, Some(tokens)))
        }
        Some(other) => Err(format!(
            "field `{name}` is {}, not a text or a list of tokens",
            kind(other)
        )),
        None => {
            let present: Vec<&str> = object.keys().map(String::as_str).take(8).collect();
            let present = present.join(", ");
            Err(format!("no field `{name}` (there are: {present})"))
        }
    }
}

/// The first tokens of sentences, where a row has them.
fn starts(
    object: &Map<String, Value>,
    name: &str,
    n_tokens: usize,
) -> Result<Option<Vec<usize>>, String> {
    let values = match object.get(name) {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Array(values)) => values,
        Some(other) => return Err(format!("field `{name}` is {}, not a list", kind(other))),
    };
    let starts: Option<Vec<usize>> = values
        .iter()
        .map(|value| usize::try_from(value.as_u64()?).ok())
        .collect();
    let ascend = |starts: &Vec<usize>| {
        let is_within = starts.last().is_none_or(|&last| last < n_tokens);
        let is_first = starts.first().is_none_or(|&first| first == 0);
        is_within && is_first && starts.windows(2).all(|two| two[0] < two[1])
    };
    starts.filter(ascend).map(Some).ok_or_else(|| {
        format!("field `{name}` must hold first tokens, ascending from 0, below {n_tokens}")
    })
}

/// Tokens as a text; where nothing is said of sentences, a full stop, a question mark and an
/// exclamation mark end one.
fn joined<T: AsRef<str>>(tokens: &[T], sentences: Option<Vec<usize>>) -> (String, GivenTokens) {
    let mut text = String::new();
    let mut given = GivenTokens::default();
    let mut is_start = true;
    for (i, token) in tokens.iter().map(AsRef::as_ref).enumerate() {
        if i > 0 {
            text.push(' ');
        }
        let start = text.len();
        text.push_str(token);
        given.spans.push(Span::new(start, text.len()));
        if is_start {
            given.sentences.push(i);
        }
        is_start = matches!(token, "." | "?" | "!");
    }
    if let Some(sentences) = sentences.filter(|sentences| !sentences.is_empty()) {
        given.sentences = sentences;
    }
    (text, given)
}

fn gold(object: &Map<String, Value>) -> Result<Option<GoldLinks>, String> {
    let [sure, possible] = ["sure", "possible"].map(|name| links(object, name));
    let (sure, possible) = (sure?, possible?);
    if sure.is_none() && possible.is_none() {
        return Ok(None);
    }
    let sure = sure.unwrap_or_default();
    let mut possible = possible.unwrap_or_default();
    // A link in both lists is certain.
    possible.retain(|link| sure.binary_search(link).is_err());
    Ok(Some(GoldLinks { sure, possible }))
}

fn links(object: &Map<String, Value>, name: &str) -> Result<Option<Vec<(usize, usize)>>, String> {
    let bad = || format!("field `{name}` must be a list of pairs of whole numbers, as [3, 0]");
    let values = match object.get(name) {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Array(values)) => values,
        Some(_) => return Err(bad()),
    };
    let index = |value: &Value| usize::try_from(value.as_u64()?).ok();
    let link = |value: &Value| match value.as_array()?.as_slice() {
        [source, summary] => Some((index(source)?, index(summary)?)),
        _ => None,
    };
    let links: Option<Vec<(usize, usize)>> = values.iter().map(link).collect();
    let mut links = links.ok_or_else(bad)?;
    links.sort_unstable();
    links.dedup();
    Ok(Some(links))
}

/// What separates the sides of a line.
const BARS: &str = "|||";

fn read_bars(text: &str) -> FileRows {
    let mut file = FileRows::default();
    let mut problems = Problems::default();
    for (at, line) in (1..).zip(text.lines()) {
        let sides: Vec<&str> = line.split(BARS).collect();
        let [source, summary] = sides[..] else {
            problems.push(|| bars_problem(line, sides.len() - 1).at(format!("line {at}")));
            continue;
        };
        let [source, summary] = [source, summary].map(|side| {
            let tokens: Vec<&str> = side.split_whitespace().collect();
            joined(&tokens, None)
        });
        let pair = PairRow {
            line: at,
            first_row: file.rows.len(),
            source_tokens: Some(source.1),
            summary_tokens: Some(summary.1),
            ..PairRow::default()
        };
        push_pair(&mut file, pair, [source.0, summary.0]);
    }
    let failures = problems.into_notices();
    if failures.is_empty() {
        return file;
    }
    FileRows {
        failures,
        ..FileRows::default()
    }
}

fn bars_problem(line: &str, n_bars: usize) -> Notice {
    let message = match n_bars {
        _ if line.trim().is_empty() => "a blank line".into(),
        0 => format!("no {BARS} between source and target"),
        n => format!("{n} times {BARS}"),
    };
    format!("{message}; each line must be like: source {BARS} target").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> FileRows {
        read(text, &Fields::default())
    }

    fn failures(text: &str) -> Vec<String> {
        let failures = rows(text).failures.into_iter();
        failures.map(|notice| notice.message).collect()
    }

    #[test]
    fn tokens_are_joined_by_blanks_and_full_stops_end_sentences() {
        let file = rows("Nets dry . Boats rest . ||| nets dry\n ||| tide\n");
        let texts: Vec<&str> = file.rows.iter().map(|row| row.text.as_str()).collect();
        assert_eq!(texts, ["Nets dry . Boats rest .", "nets dry", "", "tide"]);
        let source = file.pairs[0].source_tokens.as_ref().expect("tokens");
        assert_eq!(source.sentences, [0, 3]);
        assert_eq!(source.spans[2], Span::new(9, 10));
        let empty = file.pairs[1].source_tokens.as_ref().expect("tokens");
        assert!(empty.spans.is_empty() && empty.sentences.is_empty());
    }

    #[test]
    fn a_row_may_hold_texts_or_tokens_with_sentences() {
        let file = rows(
            r#"{"id": 7, "document": "Nets dry.", "summary": ["a", "b", "c"], "summary_sentences": [0, 2]}"#,
        );
        let pair = &file.pairs[0];
        assert_eq!(pair.id.as_deref(), Some("7"));
        assert!(pair.source_tokens.is_none() && pair.gold.is_none());
        let summary = pair.summary_tokens.as_ref().expect("tokens");
        assert_eq!(summary.sentences, [0, 2]);
    }

    #[test]
    fn a_link_in_both_lists_is_certain_and_counted_once() {
        let file = rows(
            r#"{"document": ["a", "b"], "summary": ["b"], "sure": [[1,0],[1,0]], "possible": [[1,0],[0,0]]}"#,
        );
        let gold = file.pairs[0].gold.as_ref().expect("links");
        assert_eq!(gold.sure, [(1, 0)]);
        assert_eq!(gold.possible, [(0, 0)]);
    }

    #[test]
    fn a_wrong_row_is_named_and_the_others_are_read() {
        let text = "{\"document\": \"a\"}\n{\"document\": \"a\", \"summary\": 3}\n\
                    {\"document\": [1], \"summary\": \"a\"}\n{\"document\": \"a\", \"summary\": \"a\"}\n\
                    {\"document\": \"a\", \"summary\": \"a\", \"sure\": [[0]]}\n[]\n\
                    {\"document\": [\"a\"], \"summary\": \"a\", \"document_sentences\": [1]}\n";
        assert_eq!(
            failures(text),
            [
                "line 1: no field `summary` (there are: document)",
                "line 2: field `summary` is a number, not a text or a list of tokens",
                "line 3: field `document` must be a text or a list of tokens, but has a number in it",
                "line 5: field `sure` must be a list of pairs of whole numbers, as [3, 0]",
                "line 6: not an object: each line must be like {\"document\": \"…\", \"summary\": \"…\"}",
                "line 7: field `document_sentences` must hold first tokens, ascending from 0, below 1",
            ]
        );
        assert_eq!(rows(text).pairs.len(), 1);
    }

    #[test]
    fn a_wrong_line_of_tokens_is_named_and_no_line_is_read() {
        let text = "a ||| b\n\nc d\ne ||| f ||| g\n";
        assert_eq!(
            failures(text),
            [
                "line 2: a blank line; each line must be like: source ||| target",
                "line 3: no ||| between source and target; each line must be like: source ||| target",
                "line 4: 2 times |||; each line must be like: source ||| target",
            ]
        );
        assert!(rows(text).rows.is_empty());
    }
}
