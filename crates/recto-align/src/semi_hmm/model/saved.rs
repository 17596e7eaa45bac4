//! File format of saved models: an envelope with a version and a checksum.

use super::Model;
use crate::AlignError;
use recto_math::envelope::Envelope;

const ENVELOPE: Envelope = Envelope {
    magic: b"RECTOALN",
    version: 1,
    content: "an alignment model",
};

/// How files began before there was an envelope.
const EARLIER: &[u8] = b"{\"format\":\"recto alignment model";

/// Largest count of the lexical table. Sums of counts must stay finite.
const MOST_COUNTED: f64 = 1e15;

/// How far the weights may be from a sum of 1: those of the built-in model are rounded.
const ROUNDING: f64 = 0.01;

fn refused<T>(why: impl Into<String>) -> Result<T, AlignError> {
    Err(AlignError::Saved(why.into()))
}

impl Model {
    /// The model as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        ENVELOPE.pack(self)
    }

    /// Reads a saved model.
    ///
    /// # Errors
    /// [`AlignError::Saved`] for bytes that are not a model, of another version, truncated,
    /// altered, or with numbers out of their range.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, AlignError> {
        if bytes.starts_with(EARLIER) {
            return refused("an alignment model saved by an earlier version of recto");
        }
        let model: Self = ENVELOPE.unpack(bytes).map_err(AlignError::Saved)?;
        if model.is_valid() {
            Ok(model)
        } else {
            refused("a number is out of its range")
        }
    }

    fn is_valid(&self) -> bool {
        let is_share = |p: &f64| (0.0..=1.0).contains(p);
        let Self {
            weights,
            background,
            ..
        } = self;
        let shares = weights.iter().chain([&self.p_null, &background.content]);
        let shares = shares
            .chain(&background.others)
            .chain(background.words.values());
        let counts = self.table.iter().map(|(_, _, count)| count);
        shares.copied().all(|p| is_share(&p))
            && (weights.iter().sum::<f64>() - 1.0).abs() < ROUNDING
            && self.jump.is_valid()
            && (0.0..=20.0).contains(&self.decay.0)
            && { counts }.all(|count| (0.0..=MOST_COUNTED).contains(count))
    }
}

#[cfg(test)]
mod tests {
    use super::super::JumpLaw;
    use super::*;
    use crate::Jump;
    use crate::semi_hmm::jump::Buckets;
    use proptest::prelude::*;
    use recto_testing::saved::assert_whole_or_refused;

    /// A model with a short table of words.
    fn model() -> Model {
        let mut model = Model::builtin(Jump::Gaussian);
        let words = &mut model.background.words;
        while words.len() > 3 {
            words.pop_last();
        }
        words.insert("harbour".into(), 0.1 + 0.2);
        model.table = vec![("boats".into(), "ships".into(), 2.0 / 3.0)];
        model
    }

    #[test]
    fn a_model_comes_back_bit_for_bit_and_a_damaged_file_is_refused() {
        assert_whole_or_refused(&model(), Model::to_bytes, Model::from_bytes);
    }

    #[test]
    fn every_built_in_jump_law_can_be_saved() {
        for jump in [
            Jump::Sentence,
            Jump::Relative,
            Jump::Gaussian,
            Jump::Laplace,
            Jump::Syntax,
            Jump::SyntaxLiteral,
        ] {
            let model = Model::builtin(jump);
            assert_eq!(model.jump(), jump);
            assert_eq!(Model::from_bytes(&model.to_bytes()), Ok(model));
        }
    }

    #[test]
    fn numbers_out_of_their_range_are_refused_under_a_correct_checksum() {
        let refused = |alter: &dyn Fn(&mut Model)| {
            let mut model = model();
            alter(&mut model);
            Model::from_bytes(&model.to_bytes()).is_err()
        };
        assert!(!refused(&|_| ()));
        assert!(refused(&|model| model.p_null = 2.0));
        assert!(refused(&|model| model.weights = [0.0; 4]));
        assert!(refused(&|model| model.background.content = f64::NAN));
        assert!(refused(&|model| model.background.others[3] = -0.1));
        assert!(refused(&|model| model.table[0].2 = f64::MAX));
        let short = Buckets { p: vec![1.0] };
        assert!(refused(
            &|model| model.jump = JumpLaw::Relative(short.clone())
        ));
        let endless = JumpLaw::Gaussian {
            mean: 1.0,
            variance: 1.0,
            reach: usize::MAX,
        };
        assert!(refused(&|model| model.jump = endless.clone()));
    }

    #[test]
    fn a_file_of_an_earlier_version_is_named_as_such() {
        let error = Model::from_bytes(b"{\"format\":\"recto alignment model 1\",\"pairs\":2}");
        let message = error.expect_err("no envelope").to_string();
        assert!(message.contains("earlier version"), "{message}");
    }

    proptest! {
        #[test]
        fn any_content_under_a_correct_checksum_does_no_harm(
            content in prop::collection::vec(any::<u8>(), 0..200)
        ) {
            prop_assert!(Model::from_bytes(&ENVELOPE.seal(&content, [])).is_err());
        }
    }
}
