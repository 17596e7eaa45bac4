//! The closed list of blocks; ranked list and table.

use serde::Serialize;

use super::figure::{Band, Curve, Matrix, Plane, Strip, Timeline};
use super::{AlignedText, Certainty, MarkedText, Number, Reference, Score};

/// What a command may hand over. Eight kinds; the one for numbers by two has four shapes.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Block {
    /// Statements in order of weight.
    Ranked(Ranked),
    /// Rows and columns.
    Table(Table),
    /// A source's text with marks in it.
    Marked(MarkedText),
    /// Events in lanes.
    Timeline(Timeline),
    /// An estimate against something that grows.
    Curve(Curve),
    /// Numbers by row and column, as areas.
    Matrix(Matrix),
    /// Stretches of a text, in order, by length.
    Strip(Strip),
    /// Likeness of neighbours along a text.
    Band(Band),
    /// Likeness of a few things, as places on a plane.
    Plane(Plane),
    /// A number that sums the findings up.
    Score(Score),
    /// A source and its summary side by side.
    Aligned(AlignedText),
}

macro_rules! into_block {
    ($($variant:ident($from:ty)),* $(,)?) => {$(
        impl From<$from> for Block {
            fn from(block: $from) -> Self {
                Self::$variant(block)
            }
        }
    )*};
}
into_block!(
    Ranked(Ranked),
    Table(Table),
    Marked(MarkedText),
    Timeline(Timeline),
    Curve(Curve),
    Matrix(Matrix),
    Strip(Strip),
    Band(Band),
    Plane(Plane),
    Score(Score),
    Aligned(AlignedText),
);

/// Statements in order of weight, each with its reference and its measure.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Ranked {
    /// How to read the list, if that needs saying.
    pub caption: String,
    /// Words before the value: "stands for".
    pub measure: String,
    /// Words after the value: "sentences".
    pub unit: String,
    /// How values are printed.
    pub number: Number,
    /// The value of a full bar; 0 means the largest value in the list.
    pub max: f64,
    /// What the rows are that items lead to, in the singular: "document".
    pub row: String,
    /// Heading of each item's further evidence: "Nearest of them".
    pub more: String,
    /// The statements, heaviest first.
    pub items: Vec<Item>,
}

impl Ranked {
    /// The words after a value, without their plural s for a count of one: "1 sentence",
    /// "2 sentences".
    #[must_use]
    pub fn unit_of(&self, value: f64) -> &str {
        let is_one = self.number == Number::Count && value == 1.0;
        let one = self.unit.strip_suffix('s').filter(|_| is_one);
        one.unwrap_or(&self.unit)
    }
}

/// Who is speaking: set in serif or in sans.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Voice {
    /// The documents' own words.
    #[default]
    Source,
    /// Recto's words, also when made of the text's.
    Recto,
}

/// One statement of a ranked list.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Item {
    /// The statement.
    pub text: String,
    /// Whose words it is in.
    pub voice: Voice,
    /// The source's words at [`at`](Self::at), below a statement in recto's; empty for none.
    pub quote: String,
    /// A few words beside the reference: a date, terms.
    pub note: String,
    /// Where it stands or begins.
    pub at: Option<Reference>,
    /// The measure.
    pub value: Option<f64>,
    /// The interval around the measure.
    pub interval: Option<(f64, f64)>,
    /// Whether the bar is filled, hollow or dashed.
    pub certainty: Certainty,
    /// Rows of another table that the statement is about.
    pub rows: Option<RowsLink>,
    /// How many of them lie in each of equal stretches of a range that the caption names; the
    /// histograms of a list have one scale. Empty for none.
    pub histogram: Vec<u32>,
    /// Evidence of the second order.
    pub more: Vec<Quote>,
}

/// A passage and its place.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Quote {
    /// The words, as in the source.
    pub text: String,
    /// Where they stand.
    pub at: Reference,
}

/// Rows and columns. The first column is the head of its row.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Table {
    /// What the rows are, and how to read them.
    pub caption: String,
    /// The columns; each row has as many cells.
    pub columns: Vec<Column>,
    /// The rows, in the order that matters most.
    pub rows: Vec<Vec<Cell>>,
}

/// A column's head and how its cells are set.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Column {
    /// The head.
    pub name: String,
    /// What is in the cells.
    pub kind: Kind,
    /// Numbers under this are marked weak.
    pub weak_below: Option<f64>,
    /// Draws each number as a bar too; this is a full one. The highest bar of histograms.
    pub bar: Option<f64>,
    /// May be left out on a narrow screen.
    pub wide: bool,
}

impl Column {
    /// A column of recto's words.
    pub fn label(name: impl Into<String>) -> Self {
        Self::of(name, Kind::Label)
    }

    /// A column of the documents' words.
    pub fn quote(name: impl Into<String>) -> Self {
        Self::of(name, Kind::Quote)
    }

    /// A column of numbers.
    pub fn number(name: impl Into<String>, number: Number) -> Self {
        Self::of(name, Kind::Number(number))
    }

    /// A column of some kind.
    pub fn of(name: impl Into<String>, kind: Kind) -> Self {
        Self {
            name: name.into(),
            kind,
            ..Self::default()
        }
    }
}

/// What a column holds; decides type and alignment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Recto's words.
    #[default]
    Label,
    /// The documents' words.
    Quote,
    /// A file or a place in one.
    File,
    /// A date or time, already in words.
    Date,
    /// A number.
    Number(Number),
    /// A histogram over a range that the head of the column names.
    Histogram,
}

/// A cell of a table.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cell {
    /// Nothing to say.
    #[default]
    Blank,
    /// Words.
    Text(String),
    /// A number, printed as its column says.
    Number(#[serde(serialize_with = "super::number::round6")] f64),
    /// How many things lie in each of equal stretches of a range, from left to right.
    Histogram(Vec<u32>),
    /// A place, shown as file and line.
    Place(Reference),
    /// Words that link to a place.
    Linked {
        /// The words.
        text: String,
        /// The place.
        at: Reference,
    },
    /// Words that open the findings about one source, see [`SourceText::sections`].
    ///
    /// [`SourceText::sections`]: super::SourceText::sections
    Opens {
        /// The words.
        text: String,
        /// Index in the report's sources.
        source: usize,
    },
    /// A number of rows of another table, printed as the column says, that leads to them.
    Rows(RowsLink),
}

/// A number of rows of a table elsewhere in the report, as a link that shows these rows alone.
#[derive(Debug, Clone, Default, Serialize)]
pub struct RowsLink {
    /// How many rows there are.
    pub count: usize,
    /// The section of the table, which is the first in it.
    pub section: String,
    /// The column of the table that tells which rows are meant.
    pub column: usize,
    /// The text of their cells in that column.
    pub value: String,
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<Option<f64>> for Cell {
    fn from(number: Option<f64>) -> Self {
        number.map_or(Self::Blank, Self::Number)
    }
}

impl From<Reference> for Cell {
    fn from(at: Reference) -> Self {
        Self::Place(at)
    }
}
