//! What a text says about its language, before anything is known about the texts around it.

use super::LANGUAGES;
use super::model::Sums;
use super::script::{Script, ScriptCounts};

pub(super) const N_LANGUAGES: usize = LANGUAGES.len();

/// Row of the languages that recto does not know.
pub(super) const UNKNOWN: usize = N_LANGUAGES - 1;

/// Logarithms are stored as integers, so many to one nat: whoever compares them gets the same
/// answer on every machine.
pub(super) const PER_NAT: f64 = 1024.0;

/// Score of a language that the script rules out, in nats.
const RULED_OUT: f64 = -1000.0;

/// A text of this many bytes is read whole; of a longer one, [`PLACES`] pieces of
/// [`PIECE`] bytes are, from all over it.
const WHOLE: usize = PLACES * PIECE;
const PLACES: usize = 4;
const PIECE: usize = 768;

/// Share of one group of unknown languages among all of them, as a logarithm: ln(3 / 16). There
/// are sixteen groups in Latin letters, and a pile rarely has languages of more than three.
const UNKNOWN_GROUP: f64 = -1.674;

/// How much less likely each Chinese character makes it that a text without kana is Japanese,
/// in nats: titles and names often have none, sentences hardly ever.
const NATS_PER_HAN: f64 = 0.35;

/// Features of a text that count as one document for the pile; shorter texts count less.
const FULL_WEIGHT: u32 = 300;

/// How well each language explains a text.
///
/// Evidence grows with the square root of the length, because neighbouring letters say much
/// the same: that is what held-out text showed.
///
/// ```
/// use recto_text::language::{LanguageEvidence, LanguageShares};
/// let evidence = LanguageEvidence::of("Boats are late");
/// assert_eq!(LanguageShares::default().language(&evidence).code, "en");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LanguageEvidence {
    /// Log-likelihood for each row of [`LANGUAGES`], up to a constant.
    pub(super) scores: [i32; N_LANGUAGES],
    /// Weight of the text in its pile; 0 for one without words.
    pub(super) weight: u32,
}

impl LanguageEvidence {
    /// The evidence of a text.
    pub fn of(text: &str) -> Self {
        Self::of_pieces(std::iter::once(text))
    }

    /// The evidence of a text that is in pieces.
    pub fn of_pieces<'t>(pieces: impl Iterator<Item = &'t str> + Clone) -> Self {
        let mut counts = ScriptCounts::default();
        sample(pieces.clone(), |part| counts.add(part));
        let Some(script) = counts.main() else {
            return Self {
                scores: [0; N_LANGUAGES],
                weight: 0,
            };
        };
        let mut nats = [RULED_OUT; N_LANGUAGES];
        let mut features = counts.of(script) as u32;
        if let Some(mut sums) = Sums::new(script) {
            sample(pieces, |part| sums.add(part));
            let found = sums.scores();
            for (row, score) in found.classes {
                let bias = if row == UNKNOWN { UNKNOWN_GROUP } else { 0.0 };
                nats[row] = nats[row].max(score + bias);
            }
            features = found.features;
        } else {
            match script {
                Script::Greek => nats[row_of("el")] = 0.0,
                Script::Kana => nats[row_of("ja")] = 0.0,
                Script::Han => {
                    nats[row_of("zh")] = 0.0;
                    nats[row_of("ja")] = -NATS_PER_HAN * f64::from(features);
                }
                _ => nats[UNKNOWN] = 0.0,
            }
        }
        if features == 0 {
            // Nothing but links and names.
            nats = [0.0; N_LANGUAGES];
        }
        Self {
            scores: nats.map(|score| (score * PER_NAT).round() as i32),
            weight: features.min(FULL_WEIGHT),
        }
    }

    /// Whether the text has no words at all.
    pub fn is_empty(&self) -> bool {
        self.weight == 0
    }
}

fn row_of(code: &str) -> usize {
    let row = LANGUAGES.iter().position(|language| language.code == code);
    row.expect("the table has a row for every script that tells its language")
}

/// Hands the parts of a text to `take` by which its language is recognised.
fn sample<'t>(pieces: impl Iterator<Item = &'t str> + Clone, mut take: impl FnMut(&'t str)) {
    let length: usize = pieces.clone().map(str::len).sum();
    if length <= WHOLE {
        pieces.for_each(take);
        return;
    }
    let (mut before, mut place) = (0, 0);
    for piece in pieces {
        let end = before + piece.len();
        while place < PLACES {
            let start = place * (length - PIECE) / (PLACES - 1);
            if start >= end {
                break;
            }
            // A piece that begins in an earlier one is cut off at its end.
            let from = piece.floor_char_boundary(start - before);
            let to = piece.floor_char_boundary((start - before + PIECE).min(piece.len()));
            take(&piece[from..to]);
            place += 1;
        }
        before = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampled(pieces: &[&str]) -> Vec<String> {
        let mut parts = Vec::new();
        sample(pieces.iter().copied(), |part| parts.push(part.to_string()));
        parts
    }

    #[test]
    fn a_short_text_is_read_whole_and_a_long_one_in_four_places() {
        assert_eq!(sampled(&["one", "", "two"]), ["one", "", "two"]);
        let long = "é".repeat(WHOLE);
        let parts = sampled(&[&long]);
        assert_eq!(parts.len(), PLACES);
        assert!(parts.iter().all(|part| part.len().abs_diff(PIECE) <= 1));
        let halves = sampled(&[&long, &long]);
        assert_eq!(halves.len(), PLACES);
    }

    #[test]
    fn a_text_without_words_is_no_evidence() {
        for text in [
            "",
            " \n",
            "1871 — 42 %",
            "https://example.org/the @name #tag",
        ] {
            let evidence = LanguageEvidence::of(text);
            assert!(evidence.is_empty(), "{text}");
            assert!(evidence.scores.iter().all(|score| *score == 0), "{text}");
        }
    }

    #[test]
    fn pieces_are_evidence_as_one_text() {
        let text = "Die Boote kommen am Abend zurück. Niemand wartet.";
        let (head, tail) = text.split_at(34);
        assert_eq!(
            LanguageEvidence::of(text),
            LanguageEvidence::of_pieces([head, tail].into_iter())
        );
    }
}
