//! The envelope of every answer, and how it is written as JSON.

use crate::report::Report;
use crate::report::number::six_digits;
use recto_math::Remedy;
use recto_text::{Failure, Warning};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::ser::{CompactFormatter, Formatter};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;

/// What a command found, with all that is needed to find it again. Serialises to the
/// one object of the command line's contract; `body` gives the command's own keys.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Answer<B> {
    /// The version of recto.
    pub recto: Cow<'static, str>,
    /// The command's name.
    pub command: Cow<'static, str>,
    /// The method, its parameters and the seed.
    pub parameters: Map<String, Value>,
    /// What the user should know.
    pub warnings: Vec<Warning>,
    /// What could not be done.
    pub failed: Vec<Failure>,
    /// The command's own keys.
    #[serde(flatten)]
    pub body: B,
}

impl Answer<()> {
    /// The same with a body.
    pub fn with<B>(self, body: B) -> Answer<B> {
        Answer {
            recto: self.recto,
            command: self.command,
            parameters: self.parameters,
            warnings: self.warnings,
            failed: self.failed,
            body,
        }
    }
}

impl<B> Answer<B> {
    /// Adds the remedies of warnings and failures to their messages as `words` puts them;
    /// a front end does it before it shows or writes the answer.
    ///
    /// ```
    /// use recto::segment::{Request, SEGMENT};
    /// use recto::{Attachments, Capability, Limits, Pile, Reading, Remedy, Run, Silent};
    ///
    /// let pile = Pile::from(vec!["Uninterruptedly the tide comes in. Nets dry on the quay."]);
    /// let limits = Limits { token: 10, ..Limits::default() };
    /// let reading = Reading::for_one_run(&pile).with_limits(limits);
    /// let (files, run) = (Attachments::default(), Run::new(0, &Silent));
    /// let mut answer = SEGMENT.run(&reading, &Request::default(), &files, &run)?;
    ///
    /// let warning = answer.warnings.last().expect("a word is too long");
    /// assert_eq!(warning.message, "words above the limit of length were left out: 1");
    /// assert!(warning.to_string().ends_with("left out: 1; raise `max_token_bytes`"));
    ///
    /// answer.word(|remedy| remedy.words(|name, _| format!("the field {name}")));
    /// let warning = answer.warnings.last().expect("as before");
    /// assert!(warning.message.ends_with("left out: 1; raise the field max_token_bytes"));
    /// # Ok::<(), recto::Error>(())
    /// ```
    pub fn word(&mut self, words: impl Fn(&Remedy) -> String) {
        self.warnings
            .iter_mut()
            .for_each(|warning| warning.word(&words));
        self.failed
            .iter_mut()
            .for_each(|failure| failure.word(&words));
    }

    /// Puts what each part of the answer decided for itself in place of the parameters as
    /// they were asked for: the one value, or the list of values where parts differ.
    pub(crate) fn decide<'d>(&mut self, parts: impl Iterator<Item = &'d Map<String, Value>>) {
        let mut decided: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
        for (name, value) in parts.flatten() {
            let values = decided.entry(name).or_default();
            if !values.contains(&value) {
                values.push(value);
            }
        }
        for (name, values) in decided {
            let value = match values[..] {
                [only] => only.clone(),
                _ => Value::from_iter(values.into_iter().cloned()),
            };
            self.parameters.insert(name.into(), value);
        }
    }

    /// A report that says how the answer was made and what to know before trusting it;
    /// the command adds its findings.
    #[must_use]
    pub fn report(&self) -> Report {
        Report {
            command: self.command.clone().into_owned(),
            version: self.recto.clone().into_owned(),
            made: self
                .parameters
                .iter()
                .map(|(name, value)| (name.clone(), say(value)))
                .collect(),
            warnings: self.notes(),
            ..Report::default()
        }
    }

    fn notes(&self) -> Vec<Warning> {
        let failed = self.failed.iter().cloned().map(|mut failure| {
            failure.word(Remedy::to_string);
            Warning::in_file(failure.file, format!("left out: {}", failure.message))
        });
        let warned = self.warnings.iter().cloned().map(|mut warning| {
            warning.word(Remedy::to_string);
            warning
        });
        failed.chain(warned).collect()
    }
}

fn say(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "not set".into(),
        other => other.to_string(),
    }
}

/// Writes an answer as one line of JSON, numbers rounded to six significant digits.
///
/// # Errors
/// Those of the writer.
pub fn to_json<B: Serialize>(answer: &Answer<B>, writer: impl io::Write) -> io::Result<()> {
    write_line(answer, writer)
}

/// Writes a value as one line of JSON, numbers rounded to six significant digits.
pub(crate) fn write_line(value: &impl Serialize, writer: impl io::Write) -> io::Result<()> {
    let mut writer = io::BufWriter::new(writer);
    let mut serializer =
        serde_json::Serializer::with_formatter(&mut writer, Rounded(CompactFormatter));
    value.serialize(&mut serializer).map_err(io::Error::from)?;
    io::Write::write_all(&mut writer, b"\n")?;
    io::Write::flush(&mut writer)
}

/// Compact JSON whose numbers are rounded: the last digits differ between processors
/// and would make equal answers look different.
struct Rounded(CompactFormatter);

impl Formatter for Rounded {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        self.0.write_f64(writer, six_digits(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_answer_is_one_object_with_rounded_numbers() {
        let answer = Answer {
            recto: "0".into(),
            command: "test".into(),
            parameters: Map::new(),
            warnings: vec![Warning::in_file("a", "m")],
            failed: Vec::new(),
            body: json!({ "score": 1.0 / 3.0, "count": 1_234_567_890 }),
        };
        let mut written = Vec::new();
        to_json(&answer, &mut written).expect("memory takes it");
        let expected = "{\"recto\":\"0\",\"command\":\"test\",\"parameters\":{},\
            \"warnings\":[{\"message\":\"m\",\"file\":\"a\"}],\"failed\":[],\
            \"score\":0.333333,\"count\":1234567890}\n";
        assert_eq!(String::from_utf8_lossy(&written), expected);
    }
}
