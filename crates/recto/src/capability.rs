//! What recto can be asked for, as one trait and one list.
//!
//! A capability has a name, a request that is plain data with a table of its fields, a table
//! of methods, an answer whose body is plain data, and a report. Front ends (the command
//! line, a server, other languages) know no capability by name: they loop over
//! [`capabilities`] and use the erased form, [`AnyCapability`], which takes the request as
//! JSON and gives the answer as JSON or as a report.
//!
//! A new capability is one folder and one row in [`capabilities`].

use crate::kept::{self, KeptAnswer, Snapshot};
use crate::offsets::Offsets;
use crate::report::{Detail, Report};
use crate::{Answer, Attachments, Choice, Error, Field, Reading, to_json};
use recto_math::{MethodInfo, Notice, Remedy, Run};
use recto_text::{Failure, Pile, Warning};
use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::fmt::Debug;
use std::io;

/// What recto can be asked for.
pub trait Capability: Sync {
    /// What is asked: plain data, every field with a default, unknown fields refused.
    type Request: Serialize + DeserializeOwned + Default + Clone + Debug + Send + Sync;

    /// The keys of the answer that are its own.
    type Body: Serialize + DeserializeOwned + JsonSchema + Offsets + Clone + Debug + Send + Sync;

    /// What it is called, what it does and what it can be asked.
    const ABOUT: &'static About;

    /// What it is asked about.
    const SUBJECT: Subject = Subject::Documents;

    /// The method that the published system is, for requests that ask for the paper alone.
    const PAPER_METHOD: &'static str;

    /// What the rows of its table of methods say.
    fn methods(&self) -> Vec<MethodInfo>;

    /// The name of the method that a request asks for, and whether in its published form.
    fn method_of(request: &Self::Request) -> (&str, bool);

    /// The name of the method that answers a request: a request for the paper without a
    /// method means the method that was published.
    fn chosen(request: &Self::Request) -> &str {
        match Self::method_of(request) {
            ("auto", true) => Self::PAPER_METHOD,
            (name, _) => name,
        }
    }

    /// Adds to a request what a report of this detail shows and JSON need not hold; says
    /// whether there was anything to add.
    fn prepare(&self, _request: &mut Self::Request, _detail: Detail) -> bool {
        false
    }

    /// The answer to a request that was checked.
    ///
    /// # Errors
    /// [`Error`] if there is no answer at all.
    fn answer(
        &self,
        reading: &Reading<'_>,
        request: &Self::Request,
        attachments: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Self::Body>, Error>;

    /// The answer about a pile that nobody needs afterwards, read as `how` reads: texts may
    /// be dropped on the way. The bytes of its JSON are those of [`Capability::answer`].
    ///
    /// # Errors
    /// As [`Capability::answer`].
    fn answer_dropping_texts(
        &self,
        pile: Pile,
        how: &Reading<'_>,
        request: &Self::Request,
        attachments: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Self::Body>, Error> {
        self.answer(&how.over(&pile), request, attachments, run)
    }

    /// Whether an answer holds nothing, because no document could be used.
    fn is_empty(&self, body: &Self::Body) -> bool;

    /// The report of an answer about a reading.
    fn report(&self, answer: &Answer<Self::Body>, reading: &Reading<'_>, detail: Detail) -> Report;

    /// Formats of its own that an answer can be written in, beside JSON and a report.
    fn formats(&self) -> &'static [Choice] {
        &[]
    }

    /// Writes an answer in a format of [`Capability::formats`], or in a form that a field
    /// of kind [`Kind::Form`](crate::Kind::Form) names.
    ///
    /// # Errors
    /// Those of the writer.
    fn write_as(
        &self,
        _answer: &Answer<Self::Body>,
        _reading: &Reading<'_>,
        _form: &str,
        _writer: &mut dyn io::Write,
    ) -> io::Result<()> {
        Ok(())
    }

    /// The files of an output field; `ending` is that of the name that the user gave.
    ///
    /// # Errors
    /// [`Error::Request`] if this answer has no such file.
    fn files(
        &self,
        _answer: &Answer<Self::Body>,
        _field: &str,
        _ending: &str,
    ) -> Result<Vec<OutputFile>, Error> {
        Ok(Vec::new())
    }

    /// Checks a request and answers it.
    ///
    /// # Errors
    /// [`Error::Request`] for an unknown method, a method without a published form, or a
    /// field that the method does not use; else as [`Capability::answer`].
    fn run(
        &self,
        reading: &Reading<'_>,
        request: &Self::Request,
        attachments: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Self::Body>, Error>
    where
        Self: Sized,
    {
        let attached: Vec<&str> = attachments.names().collect();
        check(self, request, &attached)?;
        self.answer(reading, request, attachments, run)
    }
}

/// What users are told of a capability or an evaluation, and what they can ask of it.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// Its name, which is also the command's.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Command lines with remarks, for help.
    pub examples: &'static str,
    /// The table of the request's fields, and of the files beside it.
    pub fields: &'static [Field],
}

/// What a capability is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A pile of documents.
    Documents,
    /// Named groups of documents, at least two.
    Groups,
    /// Documents and their summaries: [`Pile::pairs`](crate::Pile::pairs).
    Pairs,
    /// Messages with times: documents with a [`Post`](crate::Post). None at all is an answer
    /// too: nothing happened.
    Messages,
    /// Whatever files hold: documents, documents with their summaries, messages.
    Anything,
}

/// A file that belongs to an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputFile {
    /// Its name inside a folder; empty for the only file of its field.
    pub name: &'static str,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// The row of a method.
pub(crate) fn choose<'m, O, T: ?Sized, E>(
    methods: &'m [recto_math::Method<O, T, E>],
    name: &str,
) -> Result<&'m recto_math::Method<O, T, E>, Error> {
    let row = methods.iter().find(|row| row.name == name);
    row.ok_or_else(|| unknown_method(name, methods.iter().map(|row| row.name)))
}

fn unknown_method<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Error {
    let names: Vec<&str> = names.collect();
    Error::request(format!(
        "there is no method {name}; choose one of: {}",
        names.join(", ")
    ))
}

/// Refuses a method that does not exist or has no published form, and fields that would be
/// silently ignored.
fn check<C: Capability>(
    capability: &C,
    request: &C::Request,
    attached: &[&str],
) -> Result<(), Error> {
    let methods = capability.methods();
    let names = |keep: &dyn Fn(&MethodInfo) -> bool| {
        let names = methods.iter().filter(|row| keep(row)).map(|row| row.name);
        names.collect::<Vec<_>>().join(", ")
    };
    let (_, paper) = C::method_of(request);
    let name = C::chosen(request);
    let Some(method) = methods.iter().find(|row| row.name == name) else {
        return Err(unknown_method(name, methods.iter().map(|row| row.name)));
    };
    if paper && method.paper.is_none() {
        let message = format!(
            "recto has no published form of the method {name}; these have one: {}",
            names(&|row| row.paper.is_some())
        );
        let notice = Notice::from(message);
        return Err(Error::request(notice.with(Remedy::Omit("paper"))));
    }
    let given = given(request)?;
    for field in C::ABOUT.fields {
        let is_given = given.contains_key(field.name) || attached.contains(&field.name);
        let Some(parameter) = field.by_method.filter(|_| is_given) else {
            continue;
        };
        if !method.uses.contains(&parameter) {
            return Err(Error::Unused {
                field: field.name,
                method: method.name,
                used_by: names(&|row| row.uses.contains(&parameter)),
            });
        }
    }
    Ok(())
}

/// The fields of a request that differ from their defaults.
fn given<R: Serialize + Default>(request: &R) -> Result<Map<String, Value>, Error> {
    let object = |request: &R| match serde_json::to_value(request) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Ok(Map::new()),
        Err(error) => Err(Error::request(error.to_string())),
    };
    let defaults = object(&R::default())?;
    let mut given = object(request)?;
    given.retain(|name, value| defaults.get(name) != Some(value));
    Ok(given)
}

/// A capability whose types are not known: requests come as JSON.
pub trait AnyCapability: Sync {
    /// See [`Capability::ABOUT`].
    fn about(&self) -> &'static About;

    /// Its name, which is also the command's.
    fn name(&self) -> &'static str {
        self.about().name
    }

    /// The table of the request's fields, and of the files beside it.
    fn fields(&self) -> &'static [Field] {
        self.about().fields
    }

    /// See [`Capability::SUBJECT`].
    fn subject(&self) -> Subject;

    /// See [`Capability::methods`].
    fn methods(&self) -> Vec<MethodInfo>;

    /// See [`Capability::formats`].
    fn formats(&self) -> &'static [Choice];

    /// The request that leaves everything to the method: every key with its default.
    fn defaults(&self) -> Map<String, Value>;

    /// Checks a request given as JSON before anything is read; `attached` are the fields
    /// that will come as attachments.
    ///
    /// # Errors
    /// [`Error::Request`] and [`Error::Unused`].
    fn check(&self, request: &Map<String, Value>, attached: &[&str]) -> Result<(), Error>;

    /// Answers a request given as JSON; `detail` is that of the report that will be made.
    ///
    /// # Errors
    /// As [`Capability::run`]; unknown fields and values of a wrong type are
    /// [`Error::Request`].
    fn run<'r>(
        &'r self,
        reading: &'r Reading<'_>,
        request: &Map<String, Value>,
        attachments: &Attachments,
        detail: Detail,
        run: &Run<'_>,
    ) -> Result<Box<dyn AnyAnswer + 'r>, Error>;

    /// As [`AnyCapability::run`], for a pile that nobody needs afterwards, read as `how`
    /// reads: texts may be dropped as soon as they are counted. For an answer that is only
    /// written as JSON; its report shows no texts.
    ///
    /// # Errors
    /// As [`AnyCapability::run`].
    fn run_dropping_texts<'r>(
        &'r self,
        pile: Pile,
        how: &'r Reading<'_>,
        request: &Map<String, Value>,
        attachments: &Attachments,
        run: &Run<'_>,
    ) -> Result<Box<dyn AnyAnswer + 'r>, Error>;

    /// As [`AnyCapability::run`], for an answer that outlives its reading: it keeps the
    /// pile, which is read as `how` reads.
    ///
    /// # Errors
    /// As [`AnyCapability::run`].
    fn run_keeping(
        &'static self,
        pile: Pile,
        how: Reading<'static>,
        request: &Map<String, Value>,
        attachments: Attachments,
        run: &Run<'_>,
    ) -> Result<Box<dyn KeptAnswer>, Error>;

    /// An answer that was kept and taken apart by [`KeptAnswer::snapshot`].
    ///
    /// # Errors
    /// [`Error::Input`] if it is not an answer of this capability.
    fn restore(&'static self, snapshot: Snapshot) -> Result<Box<dyn KeptAnswer>, Error>;

    /// An answer about `reading` that was written as JSON before, to make its report again.
    /// What was never in the JSON (a fitted model, a picture) is not there.
    ///
    /// # Errors
    /// [`Error::Input`] if it is not an answer of this capability.
    fn read_answer<'r>(
        &'r self,
        reading: &'r Reading<'_>,
        json: &str,
    ) -> Result<Box<dyn AnyAnswer + 'r>, Error>;

    /// JSON Schemas of the request and of the answer.
    fn schema(&self) -> Value;
}

/// An answer whose type is not known, with the reading that it is about.
pub trait AnyAnswer: Send {
    /// What the user should know.
    fn warnings(&self) -> &[Warning];

    /// What could not be done.
    fn failed(&self) -> &[Failure];

    /// See [`Answer::word`].
    fn word(&mut self, words: &dyn Fn(&Remedy) -> String);

    /// See [`Capability::is_empty`].
    fn is_empty(&self) -> bool;

    /// Writes the answer as one line of JSON.
    ///
    /// # Errors
    /// Those of the writer.
    fn write_json(&self, writer: &mut dyn io::Write) -> io::Result<()>;

    /// See [`Capability::write_as`].
    ///
    /// # Errors
    /// Those of the writer.
    fn write_as(&self, form: &str, writer: &mut dyn io::Write) -> io::Result<()>;

    /// See [`Capability::report`].
    fn report(&self, detail: Detail) -> Report;

    /// See [`Capability::files`].
    ///
    /// # Errors
    /// [`Error::Request`] if this answer has no such file.
    fn files(&self, field: &str, ending: &str) -> Result<Vec<OutputFile>, Error>;
}

impl<C: Capability> AnyCapability for C {
    fn about(&self) -> &'static About {
        C::ABOUT
    }

    fn subject(&self) -> Subject {
        C::SUBJECT
    }

    fn methods(&self) -> Vec<MethodInfo> {
        Capability::methods(self)
    }

    fn formats(&self) -> &'static [Choice] {
        Capability::formats(self)
    }

    fn defaults(&self) -> Map<String, Value> {
        match serde_json::to_value(C::Request::default()) {
            Ok(Value::Object(defaults)) => defaults,
            // A request is a struct.
            _ => Map::new(),
        }
    }

    fn check(&self, request: &Map<String, Value>, attached: &[&str]) -> Result<(), Error> {
        check(self, &typed::<C::Request>(request)?, attached)
    }

    fn run<'r>(
        &'r self,
        reading: &'r Reading<'_>,
        request: &Map<String, Value>,
        attachments: &Attachments,
        detail: Detail,
        run: &Run<'_>,
    ) -> Result<Box<dyn AnyAnswer + 'r>, Error> {
        let mut request: C::Request = typed(request)?;
        self.prepare(&mut request, detail);
        let answer = Capability::run(self, reading, &request, attachments, run)?;
        Ok(Box::new(Answered {
            capability: self,
            reading,
            answer,
        }))
    }

    fn run_dropping_texts<'r>(
        &'r self,
        pile: Pile,
        how: &'r Reading<'_>,
        request: &Map<String, Value>,
        attachments: &Attachments,
        run: &Run<'_>,
    ) -> Result<Box<dyn AnyAnswer + 'r>, Error> {
        let mut request: C::Request = typed(request)?;
        self.prepare(&mut request, Detail::Outline);
        let attached: Vec<&str> = attachments.names().collect();
        check(self, &request, &attached)?;
        let answer = self.answer_dropping_texts(pile, how, &request, attachments, run)?;
        Ok(Box::new(Answered {
            capability: self,
            reading: how,
            answer,
        }))
    }

    fn run_keeping(
        &'static self,
        pile: Pile,
        how: Reading<'static>,
        request: &Map<String, Value>,
        attachments: Attachments,
        run: &Run<'_>,
    ) -> Result<Box<dyn KeptAnswer>, Error> {
        let request: C::Request = typed(request)?;
        kept::answer(self, pile, how, request, attachments, run)
    }

    fn restore(&'static self, snapshot: Snapshot) -> Result<Box<dyn KeptAnswer>, Error> {
        kept::restore(self, snapshot)
    }

    fn read_answer<'r>(
        &'r self,
        reading: &'r Reading<'_>,
        json: &str,
    ) -> Result<Box<dyn AnyAnswer + 'r>, Error> {
        let answer = answer_of::<C>(json)?;
        Ok(Box::new(Answered {
            capability: self,
            reading,
            answer,
        }))
    }

    fn schema(&self) -> Value {
        json!({
            "request": request_schema(C::ABOUT.fields, &Capability::methods(self)),
            "output": schema_of::<Answer<C::Body>>(),
        })
    }
}

/// An answer of a capability from its JSON.
pub(crate) fn answer_of<C: Capability>(json: &str) -> Result<Answer<C::Body>, Error> {
    serde_json::from_str(json).map_err(|error| {
        let name = C::ABOUT.name;
        Error::input(format!("not an answer of {name}: {error}"))
    })
}

pub(crate) fn typed<R: DeserializeOwned>(request: &Map<String, Value>) -> Result<R, Error> {
    let request = serde_json::from_value(Value::Object(request.clone()));
    request.map_err(|error| Error::request(error.to_string()))
}

/// The JSON Schema of a request with these fields.
pub(crate) fn request_schema(fields: &[Field], methods: &[MethodInfo]) -> Value {
    let names: Vec<&str> = methods.iter().map(|row| row.name).collect();
    let properties: Map<String, Value> = fields
        .iter()
        .filter(|field| field.is_in_request())
        .map(|field| (field.name.to_string(), field.schema(&names)))
        .collect();
    json!({
        "$schema": DIALECT,
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    })
}

/// The dialect of all schemas.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The JSON Schema of a type as it is written, not as it is read.
pub(crate) fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    SchemaGenerator::new(settings)
        .into_root_schema_for::<T>()
        .to_value()
}

struct Answered<'r, 'p, C: Capability> {
    capability: &'r C,
    reading: &'r Reading<'p>,
    answer: Answer<C::Body>,
}

impl<C: Capability> AnyAnswer for Answered<'_, '_, C> {
    fn warnings(&self) -> &[Warning] {
        &self.answer.warnings
    }

    fn failed(&self) -> &[Failure] {
        &self.answer.failed
    }

    fn word(&mut self, words: &dyn Fn(&Remedy) -> String) {
        self.answer.word(words);
    }

    fn is_empty(&self) -> bool {
        self.capability.is_empty(&self.answer.body)
    }

    fn write_json(&self, writer: &mut dyn io::Write) -> io::Result<()> {
        to_json(&self.answer, writer)
    }

    fn write_as(&self, form: &str, writer: &mut dyn io::Write) -> io::Result<()> {
        self.capability
            .write_as(&self.answer, self.reading, form, writer)
    }

    fn report(&self, detail: Detail) -> Report {
        self.capability.report(&self.answer, self.reading, detail)
    }

    fn files(&self, field: &str, ending: &str) -> Result<Vec<OutputFile>, Error> {
        self.capability.files(&self.answer, field, ending)
    }
}

/// Everything that recto can be asked for, in the order of help.
pub fn capabilities() -> &'static [&'static dyn AnyCapability] {
    CAPABILITIES
}

static CAPABILITIES: &[&'static dyn AnyCapability] = &[
    &crate::read::READ,
    &crate::segment::SEGMENT,
    &crate::authors::AUTHORS,
    &crate::topics::TOPICS,
    &crate::summarize::SUMMARIZE,
    &crate::compare::COMPARE,
    &crate::align::ALIGN,
    &crate::classify::CLASSIFY,
    &crate::events::EVENTS,
];
