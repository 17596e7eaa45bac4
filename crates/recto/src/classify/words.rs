//! The words that are known before a fit: an opinion lexicon, or words of classes.

use super::request::{LexiconName, Request};
use crate::{Attachments, Error};
use recto_classify::lexicon::{ClassWords, Lexicon, class_names, class_words, positive_share};
use recto_classify::polarity::negation::weight_of_term;
use recto_classify::{Corpus, Supervision};
use recto_math::Notice;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Words with what they say.
pub(super) enum Words {
    /// Praise and blame.
    Opinion(Cow<'static, Lexicon>),
    /// Words that stand for classes, by the names in the file.
    Classes(Vec<String>, ClassWords),
    /// No words.
    None,
}

/// How much of its class a lexicon gives to a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordTargets {
    /// A share that grows with the weight of the word: 5/6 for a word that is only called
    /// positive or negative.
    ByWeight,
    /// All of it, whatever the weight, as in the experiments of MFLK and ADS.
    Hard,
}

impl WordTargets {
    /// The share of the positive class in the target of a word with this weight.
    fn positive_share(self, weight: f64) -> f64 {
        match self {
            Self::ByWeight => positive_share(weight),
            Self::Hard => f64::from(u8::from(weight > 0.0)),
        }
    }
}

/// The classes that praise and blame stand for, among names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sides {
    pub(super) negative: usize,
    pub(super) positive: usize,
}

impl Sides {
    /// The two classes, if there are two and they are called for and against.
    pub(super) fn among(classes: &[String]) -> Option<Self> {
        let of = |names: [&str; 2]| {
            let is_it = |class: &String| names.contains(&class.to_lowercase().as_str());
            classes.iter().position(is_it)
        };
        let sides = Self {
            negative: of(["neg", "negative"])?,
            positive: of(["pos", "positive"])?,
        };
        (classes.len() == 2).then_some(sides)
    }
}

/// Reads the words of a request; notices say what was left out. `labels` are the classes of
/// the documents, if they have any.
pub(super) fn read(
    request: &Request,
    attachments: &Attachments,
    labels: &[String],
) -> Result<(Words, Vec<Notice>), Error> {
    let known: &[String] = if request.classes.is_empty() {
        labels
    } else {
        &request.classes
    };
    let is_opinion = known.is_empty() || Sides::among(known).is_some();
    let (words, mut notices) = match attachments.file("lexicon") {
        Some(file) => {
            let text = file.text()?;
            let named = class_names(text).map_err(|error| file.problem(error.to_string()))?;
            if named.is_empty() {
                let (lexicon, notices) =
                    Lexicon::parse(text).map_err(|error| file.problem(error.to_string()))?;
                (Words::Opinion(Cow::Owned(lexicon)), notices)
            } else {
                // Labels may not have come for every class that has words.
                let classes = if request.classes.is_empty() {
                    let all: BTreeSet<&String> = labels.iter().chain(&named).collect();
                    all.into_iter().cloned().collect()
                } else {
                    request.classes.clone()
                };
                let found =
                    class_words(text, &classes).map_err(|error| file.problem(error.to_string()))?;
                let notices = found.notices.clone();
                (Words::Classes(classes, found), notices)
            }
        }
        None => match request.lexicon {
            Some(LexiconName::None) => (Words::None, Vec::new()),
            Some(LexiconName::Builtin) if !is_opinion => {
                return Err(Error::request(format!(
                    "the built-in lexicon knows praise and blame (pos and neg), not the classes {}",
                    known.join(", ")
                )));
            }
            None if !is_opinion => (Words::None, Vec::new()),
            Some(LexiconName::Builtin) | None => (
                Words::Opinion(Cow::Borrowed(Lexicon::english())),
                Vec::new(),
            ),
        },
    };
    let words = match (words, attachments.file("override")) {
        (words, None) => words,
        (Words::Opinion(lexicon), Some(file)) => {
            let changed = lexicon.with_overrides(file.text()?);
            let (lexicon, more) = changed.map_err(|error| file.problem(error.to_string()))?;
            notices.extend(more);
            Words::Opinion(Cow::Owned(lexicon))
        }
        (_, Some(file)) => {
            return Err(file.problem("there is no opinion lexicon whose words it could change"));
        }
    };
    Ok((words, notices))
}

impl Words {
    /// The opinion lexicon, if it is one.
    pub(super) fn lexicon(&self) -> Option<&Lexicon> {
        match self {
            Self::Opinion(lexicon) => Some(lexicon),
            _ => None,
        }
    }

    /// Words that are counted even if they are rare.
    pub(super) fn kept(&self) -> Vec<String> {
        match self {
            Self::Classes(_, found) => found.words.iter().map(|(word, _)| word.clone()).collect(),
            // Rare opinion words teach nothing about others, and mislead the factorisation.
            Self::Opinion(_) | Self::None => Vec::new(),
        }
    }

    /// Labels the words of a corpus; returns how many there are.
    pub(super) fn label(
        &self,
        corpus: &Corpus,
        targets: WordTargets,
        known: &mut Supervision,
    ) -> usize {
        match self {
            Self::Opinion(lexicon) => {
                let Some(sides) = Sides::among(&known.classes) else {
                    return 0;
                };
                for (id, term) in (0..).zip(corpus.terms()) {
                    let weight = weight_of_term(lexicon, term).filter(|weight| *weight != 0.0);
                    if let Some(weight) = weight {
                        let positive = targets.positive_share(weight);
                        let mut row = vec![0.0; 2];
                        row[sides.positive] = positive;
                        row[sides.negative] = 1.0 - positive;
                        known.label_word_softly(id, row);
                    }
                }
            }
            Self::Classes(_, found) => {
                for (word, class) in &found.words {
                    if let Some(id) = corpus.id(word) {
                        known.label_word(id, *class);
                    }
                }
            }
            Self::None => {}
        }
        known.words.len()
    }
}
