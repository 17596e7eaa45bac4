//! Options of a ROUGE scorer.

use super::exceptions::Exceptions;
use crate::SummarizeError;
use recto_text::Vocabulary;
pub use recto_text::token::Alphabet;
use serde::{Deserialize, Serialize};

/// The implementation whose scores are reproduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Variant {
    /// The Perl program ROUGE-1.5.5, which the literature reports.
    #[default]
    #[serde(rename = "1.5.5")]
    Script,
    /// The Python package rouge-score 0.1.2: NLTK's stemmer, no rounding, the reference
    /// with the best F, no stop words, no length limit; N, L and Lsum only.
    #[serde(rename = "rouge-score")]
    RougeScore,
}

/// How several references become one score (`-f`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Average {
    /// Hits and counts are added up over the references, then divided.
    #[default]
    A,
    /// The reference with the best recall counts alone.
    B,
}

/// How much of each text is read, references too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cut {
    /// So many runs of non-blanks (`-l`).
    Words(usize),
    /// So many bytes, line ends not counted (`-b`).
    Bytes(usize),
}

/// How texts are read and scores made.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Whose rules are followed.
    pub variant: Variant,
    /// Words longer than three letters are stemmed (`-m`).
    pub stem: bool,
    /// Stop words are left out, before stemming (`-s`).
    pub stop: bool,
    /// How much of each text is read.
    pub cut: Option<Cut>,
    /// How several references become one score.
    pub average: Average,
    /// F = PR / ((1 - alpha) P + alpha R): recall at 0, precision at 1 (`-p`).
    pub alpha: f64,
    /// What makes a word.
    pub alphabet: Alphabet,
    /// With a limit in bytes, the longest common subsequences are taken of uncut texts, as
    /// 1.5.5 does: it never adds up the lengths of the sentences there, so that only the
    /// first sentence that is over-long by itself is cut and ends the text.
    pub compat: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            variant: Variant::Script,
            stem: false,
            stop: false,
            cut: None,
            average: Average::A,
            alpha: 0.5,
            alphabet: Alphabet::Ascii,
            compat: false,
        }
    }
}

impl Options {
    /// Checks every field.
    ///
    /// # Errors
    /// [`SummarizeError::Parameter`] names the first one that is out of range.
    pub fn check(&self) -> Result<(), SummarizeError> {
        let bad = |name, value: &dyn ToString, range| {
            Err(SummarizeError::parameter(name, value.to_string(), range))
        };
        if !(0.0..=1.0).contains(&self.alpha) {
            return bad("alpha", &self.alpha, "from 0 to 1");
        }
        match self.cut {
            Some(Cut::Words(0)) => return bad("words", &0, "at least 1"),
            Some(Cut::Bytes(0)) => return bad("bytes", &0, "at least 1"),
            _ => {}
        }
        if self.variant == Variant::Script {
            return Ok(());
        }
        if self.stop {
            return bad("stop", &true, "false with the variant rouge-score");
        }
        let unset = "left out with the variant rouge-score";
        match self.cut {
            Some(Cut::Words(words)) => return bad("words", &words, unset),
            Some(Cut::Bytes(bytes)) => return bad("bytes", &bytes, unset),
            None => {}
        }
        match self.alphabet {
            Alphabet::Ascii => Ok(()),
            Alphabet::Unicode => bad("alphabet", &"unicode", "ascii with the variant rouge-score"),
        }
    }
}

/// The word lists of ROUGE-1.5.5, which the caller reads; empty by default: the plain
/// stemmer, no stop word.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rules {
    pub(super) exceptions: Exceptions,
    stops: Vocabulary,
}

impl Rules {
    /// Reads `exceptions`, lines of an inflected form and its base with a blank between,
    /// the last line of a form standing; and `stops`, a word a line.
    pub fn parse(exceptions: &str, stops: &str) -> Self {
        let mut words = Vocabulary::default();
        for word in stops.lines().map(str::trim).filter(|word| !word.is_empty()) {
            words.intern(word);
        }
        Self {
            exceptions: Exceptions::parse(exceptions),
            stops: words,
        }
    }

    pub(super) fn is_stop(&self, word: &str) -> bool {
        self.stops.get(word).is_some()
    }
}
