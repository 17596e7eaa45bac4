//! The fields of a request, as a table that every front end reads.
//!
//! A request is plain data; its table says of each field what it is called, what it may
//! hold, what holds if it is not given, and what it is for. Command-line flags, their help,
//! the rows of the guide and JSON Schemas are made from the table, so that a parameter is
//! written down once.

use recto_math::seq::dirichlet;
use serde_json::{Value, json};

/// One field of a request, or one file that belongs to it.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its key in JSON, by which remedies name it; a front end may spell it in its own way.
    pub name: &'static str,
    /// What it may hold.
    pub kind: Kind,
    /// What a value is called in help: `N`, `X|auto`.
    pub value: &'static str,
    /// One line for people.
    pub help: &'static str,
    /// What holds if it is not given.
    pub default: Usual,
    /// Where it stands in help.
    pub group: Group,
    /// Its name in the rows of the methods that use it; `None` if all methods do.
    pub by_method: Option<&'static str>,
    /// Fields that cannot be given together with it.
    pub excludes: &'static [&'static str],
    /// A second name.
    pub alias: Option<&'static str>,
    /// What it is called where it is typed, if not by its name; the name is understood too.
    pub typed: Option<&'static str>,
}

/// What holds for a field that is not given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Usual {
    /// Nothing that needs saying.
    Unsaid,
    /// This value.
    Value(&'static str),
    /// What these words say: a number that the method chooses, a rule.
    Words(&'static str),
}

/// Which part of the help a field belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// How the answer is found.
    Method,
    /// What the summary is to be.
    Summary,
    /// How scores are counted.
    Scoring,
    /// What the output holds.
    Output,
}

impl Group {
    /// Its heading in help.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Method => "Method",
            Self::Summary => "Summary",
            Self::Scoring => "Scoring",
            Self::Output => "Output",
        }
    }
}

/// What a field may hold.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// True or false; false if it is not given.
    Switch,
    /// A whole number from `min` to `max`.
    Count {
        /// The least.
        min: u64,
        /// The greatest.
        max: u64,
    },
    /// A number from `min` to `max`. Whether the ends are allowed is up to whoever uses it.
    Number {
        /// The lower bound; infinite if there is none.
        min: f64,
        /// The upper bound; infinite if there is none.
        max: f64,
    },
    /// Any text.
    Text,
    /// The name of a method of the capability.
    Method,
    /// One of some names.
    Choice(&'static [Choice]),
    /// A value with a notation of its own, such as `8..15`.
    Notation(&'static Notation),
    /// A list of such values, separated by commas.
    List(&'static Notation),
    /// The contents of a file, passed beside the request.
    File,
    /// A number in the request, or the contents of a file beside it.
    NumberOrFile,
    /// One of some names in the request, or the contents of a file beside it.
    NameOrFile(&'static [Choice]),
    /// The name of the field of a source that labels are read from: in the request, and for
    /// whoever reads the documents.
    LabelField,
    /// Documents, passed beside the request.
    Documents,
    /// Documents, or the contents of a file with this ending; both passed beside the request.
    DocumentsOrFile(&'static str),
    /// The contents of these files of a folder, passed beside the request as `field/file`.
    Folder(&'static [&'static str]),
    /// A form that the answer is written in, instead of a report.
    Form(&'static [Choice]),
    /// A file that the answer can be asked for.
    OutputFile,
    /// Files of these names that the answer can be asked for, in one folder.
    OutputFolder(&'static [&'static str]),
}

/// One of the names that a field may hold.
#[derive(Debug, Clone, Copy)]
pub struct Choice {
    /// The name.
    pub name: &'static str,
    /// What it stands for, in one line.
    pub help: &'static str,
}

/// A value with a notation of its own.
#[derive(Debug)]
pub struct Notation {
    /// The value of a text as it stands in JSON, or what it must be.
    pub parse: fn(&str) -> Result<Value, String>,
    /// Its JSON Schema.
    pub schema: fn() -> Value,
}

impl Field {
    const fn new(name: &'static str, kind: Kind, help: &'static str) -> Self {
        Self {
            name,
            kind,
            value: "",
            help,
            default: Usual::Unsaid,
            group: Group::Method,
            by_method: None,
            excludes: &[],
            alias: None,
            typed: None,
        }
    }

    /// A field that is true or false.
    pub const fn switch(name: &'static str, help: &'static str) -> Self {
        Self::new(name, Kind::Switch, help)
    }

    /// A whole number from 0.
    pub const fn count(name: &'static str, help: &'static str) -> Self {
        let max = u64::MAX;
        Self::new(name, Kind::Count { min: 0, max }, help).called("N")
    }

    /// A number.
    pub const fn number(name: &'static str, help: &'static str) -> Self {
        let (min, max) = (f64::NEG_INFINITY, f64::INFINITY);
        Self::new(name, Kind::Number { min, max }, help).called("X")
    }

    /// Any text.
    pub const fn text(name: &'static str, help: &'static str) -> Self {
        Self::new(name, Kind::Text, help).called("TEXT")
    }

    /// The name of a method; `auto` if it is not given.
    pub const fn method(help: &'static str) -> Self {
        Self::new("method", Kind::Method, help)
            .called("NAME")
            .usually("auto")
    }

    /// One of some names.
    pub const fn choice(
        name: &'static str,
        choices: &'static [Choice],
        help: &'static str,
    ) -> Self {
        Self::new(name, Kind::Choice(choices), help).called("NAME")
    }

    /// A value with a notation of its own.
    pub const fn notation(
        name: &'static str,
        notation: &'static Notation,
        help: &'static str,
    ) -> Self {
        Self::new(name, Kind::Notation(notation), help)
    }

    /// A list of values with a notation of their own.
    pub const fn list(name: &'static str, notation: &'static Notation, help: &'static str) -> Self {
        Self::new(name, Kind::List(notation), help).called("LIST")
    }

    /// The contents of a file.
    pub const fn file(name: &'static str, help: &'static str) -> Self {
        Self::new(name, Kind::File, help).called("FILE")
    }

    /// A number, or the contents of a file.
    pub const fn number_or_file(name: &'static str, help: &'static str) -> Self {
        Self::new(name, Kind::NumberOrFile, help).called("X|FILE")
    }

    /// One of some names, or the contents of a file.
    pub const fn name_or_file(
        name: &'static str,
        choices: &'static [Choice],
        help: &'static str,
    ) -> Self {
        Self::new(name, Kind::NameOrFile(choices), help).called("NAME|FILE")
    }

    /// The name of the field that labels are read from.
    pub const fn label_field(name: &'static str, help: &'static str) -> Self {
        Self::new(name, Kind::LabelField, help).called("FIELD")
    }

    /// Documents.
    pub const fn documents(name: &'static str, help: &'static str) -> Self {
        Self::new(name, Kind::Documents, help).called("PATH")
    }

    /// Documents, or the contents of a file with this ending.
    pub const fn documents_or_file(
        name: &'static str,
        ending: &'static str,
        help: &'static str,
    ) -> Self {
        Self::new(name, Kind::DocumentsOrFile(ending), help).called("PATH")
    }

    /// The contents of some files of a folder.
    pub const fn folder(
        name: &'static str,
        files: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self::new(name, Kind::Folder(files), help).called("DIR")
    }

    /// A form that the answer is written in, instead of a report.
    pub const fn form(name: &'static str, forms: &'static [Choice], help: &'static str) -> Self {
        Self::new(name, Kind::Form(forms), help)
            .called("NAME")
            .under(Group::Output)
    }

    /// A file that the answer can be asked for.
    pub const fn output_file(name: &'static str, help: &'static str) -> Self {
        Self::new(name, Kind::OutputFile, help)
            .called("FILE")
            .under(Group::Output)
    }

    /// Files of these names that the answer can be asked for, in one folder.
    pub const fn output_folder(
        name: &'static str,
        files: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self::new(name, Kind::OutputFolder(files), help)
            .called("DIR")
            .under(Group::Output)
    }

    /// The same with another name for a value in help.
    pub const fn called(self, value: &'static str) -> Self {
        Self { value, ..self }
    }

    /// The same with the value that holds if it is not given.
    pub const fn usually(self, value: &'static str) -> Self {
        let default = Usual::Value(value);
        Self { default, ..self }
    }

    /// The same with words for what holds if it is not given.
    pub const fn otherwise(self, words: &'static str) -> Self {
        let default = Usual::Words(words);
        Self { default, ..self }
    }

    /// The same in another part of the help.
    pub const fn under(self, group: Group) -> Self {
        Self { group, ..self }
    }

    /// The same, used only by the methods that name it in their row.
    pub const fn by_method(self) -> Self {
        self.by_method_as(self.name)
    }

    /// The same, used only by the methods that name `parameter` in their row.
    pub const fn by_method_as(self, parameter: &'static str) -> Self {
        Self {
            by_method: Some(parameter),
            ..self
        }
    }

    /// The same, not to be given together with others.
    pub const fn without(self, excludes: &'static [&'static str]) -> Self {
        Self { excludes, ..self }
    }

    /// The same with a second name.
    pub const fn or_named(self, alias: &'static str) -> Self {
        Self {
            alias: Some(alias),
            ..self
        }
    }

    /// The same with another name where it is typed, because its own means something else
    /// for most commands.
    pub const fn typed_as(self, typed: &'static str) -> Self {
        Self {
            typed: Some(typed),
            ..self
        }
    }

    /// The same with bounds; for numbers.
    pub const fn within(self, min: f64, max: f64) -> Self {
        Self {
            kind: Kind::Number { min, max },
            ..self
        }
    }

    /// The same with a range; for whole numbers.
    pub const fn from_to(self, min: u64, max: u64) -> Self {
        Self {
            kind: Kind::Count { min, max },
            ..self
        }
    }

    /// Whether it is a key of the request; files that stand beside it are not.
    pub const fn is_in_request(&self) -> bool {
        !matches!(
            self.kind,
            Kind::File
                | Kind::Documents
                | Kind::DocumentsOrFile(_)
                | Kind::Folder(_)
                | Kind::Form(_)
                | Kind::OutputFile
                | Kind::OutputFolder(_)
        )
    }

    /// Whether it names files that the answer is asked for.
    pub const fn is_output(&self) -> bool {
        matches!(self.kind, Kind::OutputFile | Kind::OutputFolder(_))
    }

    /// The JSON value of a text that a person typed.
    ///
    /// # Errors
    /// What the value must be.
    pub fn parse(&self, text: &str) -> Result<Value, String> {
        match self.kind {
            Kind::Switch => text
                .parse::<bool>()
                .map(Value::from)
                .map_err(|_| "must be true or false".into()),
            Kind::Count { min, max } => match text.parse::<u64>() {
                Ok(n) if (min..=max).contains(&n) => Ok(n.into()),
                _ => Err(whole(min, max)),
            },
            Kind::Number { min, max } => match number(text) {
                Some(x) if (min..=max).contains(&x) => Ok(x.into()),
                Some(_) => Err(range(min, max)),
                None => Err("must be a number".into()),
            },
            Kind::NumberOrFile => number(text)
                .map(Value::from)
                .ok_or_else(|| "must be a number".into()),
            Kind::Choice(choices) | Kind::NameOrFile(choices)
                if choices.iter().all(|choice| choice.name != text) =>
            {
                let names: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
                Err(format!("must be one of: {}", names.join(", ")))
            }
            Kind::Notation(notation) => (notation.parse)(text),
            Kind::List(notation) => {
                let items: Result<Vec<Value>, String> =
                    text.split(',').map(notation.parse).collect();
                items.map(Value::from)
            }
            _ => Ok(text.into()),
        }
    }

    /// The JSON value of what a program gave: the value itself, or a text that a person
    /// could have typed. Lists may be lists; an object in the place of a list is one of
    /// `name=value`.
    ///
    /// ```
    /// use recto::{AnyCapability, segment};
    /// use serde_json::json;
    /// let segments = segment::SEGMENT.fields().iter().find(|field| field.name == "segments");
    /// let segments = segments.expect("a field");
    /// assert_eq!(segments.value_of(&json!(4)), segments.parse("4"));
    /// assert!(segments.value_of(&json!({})).is_err());
    /// ```
    ///
    /// # Errors
    /// What the value must be.
    pub fn value_of(&self, value: &Value) -> Result<Value, String> {
        match (self.kind, value) {
            (_, Value::Null) | (Kind::Switch, Value::Bool(_)) => Ok(value.clone()),
            (Kind::Switch, _) => Err("must be true or false".into()),
            (Kind::List(notation), Value::Array(items)) => {
                let item = |item: &Value| (notation.parse)(&plain(item)?);
                items.iter().map(item).collect()
            }
            (Kind::List(notation), Value::Object(items)) => {
                let item = |(name, item): (&String, &Value)| {
                    (notation.parse)(&format!("{name}={}", plain(item)?))
                };
                items.iter().map(item).collect()
            }
            (Kind::Text | Kind::Method | Kind::LabelField, Value::Number(_)) => {
                Err("must be a text".into())
            }
            _ => self.parse(&plain(value)?),
        }
    }

    /// The JSON Schema of its value; `methods` are the names that a method may have.
    pub(crate) fn schema(&self, methods: &[&str]) -> Value {
        let mut schema = match self.kind {
            Kind::Switch => json!({ "type": "boolean" }),
            Kind::Count { min, max: u64::MAX } => {
                json!({ "type": ["integer", "null"], "minimum": min })
            }
            Kind::Count { min, max } => {
                json!({ "type": ["integer", "null"], "minimum": min, "maximum": max })
            }
            Kind::Number { min, max } => {
                let mut schema = json!({ "type": ["number", "null"] });
                let bounds = [("minimum", min), ("maximum", max)].into_iter();
                for (name, bound) in bounds.filter(|(_, bound)| bound.is_finite()) {
                    schema[name] = json!(bound);
                }
                schema
            }
            Kind::NumberOrFile => json!({ "type": ["number", "null"] }),
            Kind::Method => json!({ "type": "string", "enum": methods }),
            Kind::Choice(choices) | Kind::NameOrFile(choices) => {
                let names = choices.iter().map(|choice| Value::from(choice.name));
                let names: Vec<Value> = names.chain([Value::Null]).collect();
                json!({ "enum": names })
            }
            Kind::Notation(notation) => {
                json!({ "anyOf": [(notation.schema)(), { "type": "null" }] })
            }
            Kind::List(notation) => json!({ "type": "array", "items": (notation.schema)() }),
            _ => json!({ "type": ["string", "null"] }),
        };
        if let Some(schema) = schema.as_object_mut() {
            schema.insert("description".into(), self.help.into());
            if let Usual::Value(value) = self.default {
                let value = self.parse(value).unwrap_or_else(|_| value.into());
                schema.insert("default".into(), value);
            }
        }
        schema
    }
}

/// A text or a number as a person would type it.
fn plain(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err("must be a text or a number".into()),
    }
}

fn number(text: &str) -> Option<f64> {
    recto_math::finite_number(text)
}

fn range(min: f64, max: f64) -> String {
    match (min.is_finite(), max.is_finite()) {
        (true, true) => format!("must be from {min} to {max}"),
        (true, false) => format!("must be at least {min}"),
        _ => format!("must be at most {max}"),
    }
}

fn whole(min: u64, max: u64) -> String {
    match max {
        u64::MAX => format!("must be a whole number from {min}"),
        _ => format!("must be a whole number from {min} to {max}"),
    }
}

/// The field `paper` of every capability.
pub(crate) const PAPER: Field = Field::switch(
    "paper",
    "Use the closest form to the method's paper; the guide page lists the departures",
);

/// The name of the field [`STOP_WORDS`].
pub(crate) const STOP_WORDS_NAME: &str = "stop_words";

/// The field `stop_words` of capabilities that leave stop words out; the reading uses it.
pub(crate) const STOP_WORDS: Field = Field::file(
    STOP_WORDS_NAME,
    "File of words to leave out besides the language's stop words, one a line; -word keeps it",
);

/// The values of a field `unit`.
pub(crate) const UNITS: &[Choice] = &[
    Choice {
        name: "sentence",
        help: "Sentences",
    },
    Choice {
        name: "paragraph",
        help: "Paragraphs: up to a blank line",
    },
    Choice {
        name: "line",
        help: "Lines",
    },
    Choice {
        name: "turn",
        help: "Turns of speakers: up to the next name and colon",
    },
];

/// The JSON of a concentration of a prior or of `auto`; `is_good` says whether it is one.
pub(crate) fn number_or_auto(text: &str, is_good: impl Fn(&str) -> bool) -> Result<Value, String> {
    match text.parse::<f64>() {
        _ if !is_good(text) => Err(dirichlet::CONCENTRATION.into()),
        Ok(number) => Ok(number.into()),
        Err(_) => Ok(text.into()),
    }
}

/// The JSON Schema of a concentration of a prior or of `auto`.
pub(crate) fn number_or_auto_schema() -> Value {
    let most = dirichlet::MOST_CONCENTRATED;
    let number = json!({ "type": "number", "exclusiveMinimum": 0, "maximum": most });
    json!({ "anyOf": [number, { "const": "auto" }] })
}
