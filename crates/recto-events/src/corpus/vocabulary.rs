//! Vocabularies and languages as bytes.

/// Bytes of a word beside its letters: where it ends, and its place in the table.
pub(super) const ROW: usize = 16;

/// A vocabulary as the list of its words.
pub(super) mod words {
    use recto_text::Vocabulary;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(words: &Vocabulary, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(words.iter())
    }

    pub(crate) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vocabulary, D::Error> {
        let words = Vec::<String>::deserialize(from)?;
        let mut vocabulary = Vocabulary::default();
        for word in &words {
            vocabulary.intern(word);
        }
        if vocabulary.len() == words.len() {
            Ok(vocabulary)
        } else {
            Err(D::Error::custom("a word twice"))
        }
    }
}

/// A language as its code.
pub(super) mod language {
    use recto_text::Language;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(
        language: &Option<&'static Language>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        language.map(|language| language.code).serialize(to)
    }

    pub(crate) fn deserialize<'d, D: Deserializer<'d>>(
        from: D,
    ) -> Result<Option<&'static Language>, D::Error> {
        let code = Option::<String>::deserialize(from)?;
        let language = code.map(|code| {
            Language::from_code(&code).ok_or_else(|| D::Error::custom("an unknown language"))
        });
        language.transpose()
    }
}
