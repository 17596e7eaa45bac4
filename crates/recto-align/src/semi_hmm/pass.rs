//! One pass over a pair: its posteriors under a law of jumps, and the jumps that it expects.

use super::inference::{Beam, Emissions, Posteriors, ZeroMass, backward, forward};
use super::jump::{Distances, Moves, Sentences, Shaped, Skips};
use super::parameters::{JumpLaw, Jumps, gaussian, laplace};
use super::viterbi::{Segment, viterbi};
use crate::{Pair, Pairs};

/// Whether the jump from the last phrase to the end of the document has a probability.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// Always, as in the paper.
    Scored,
    /// In documents of one sentence; a longer document may be left anywhere.
    ScoredIfOneSentence,
}

/// What a pass is made over.
pub(crate) struct Pass<'a> {
    pub(crate) pairs: &'a Pairs,
    pub(crate) emissions: &'a Emissions,
    /// Probability that the next word does not come from nowhere.
    pub(crate) go: f64,
    pub(crate) beam: Beam,
    pub(crate) end: End,
    /// Whether to count jumps.
    pub(crate) count: bool,
}

impl Pass<'_> {
    /// Posteriors, log-likelihood and expected jumps of a pair.
    pub(crate) fn over(
        &self,
        pair: &Pair,
        law: &JumpLaw,
    ) -> Result<(Posteriors, f64, Jumps), ZeroMass> {
        let mut jumps = Jumps::default();
        let (found, log_likelihood) = self.with(pair, law, Posterior(&mut jumps))?;
        Ok((found, log_likelihood, jumps))
    }

    /// The most probable path.
    pub(crate) fn best(&self, pair: &Pair, law: &JumpLaw) -> Result<Vec<Segment>, ZeroMass> {
        self.with(pair, law, BestPath)
    }

    fn with<W: Work>(&self, pair: &Pair, law: &JumpLaw, work: W) -> Result<W::Found, ZeroMass> {
        let n = pair.document.len();
        let is_one = pair.document.sentences.len() < 2;
        let end_scored = self.end == End::Scored || is_one;
        match law {
            JumpLaw::Sentence { law, .. } if !end_scored => {
                let (starts, opening) = (&pair.document.sentences, &pair.summary.sentences);
                work.run(self, Sentences::new(law, self.go, n, starts, opening))
            }
            JumpLaw::Relative(table) | JumpLaw::Sentence { alone: table, .. } => {
                work.run(self, Distances::new(table, self.go, n, end_scored))
            }
            JumpLaw::Gaussian {
                mean,
                variance,
                reach,
            } => {
                let law = gaussian(*mean, *variance, (*reach).max(n + 2));
                work.run(self, Shaped::new(n, end_scored, |d| self.go * law(d)))
            }
            JumpLaw::Laplace {
                ahead,
                ahead_ratio,
                back_ratio,
            } => {
                let law = laplace(*ahead, *ahead_ratio, *back_ratio);
                work.run(self, Shaped::new(n, end_scored, |d| self.go * law(d)))
            }
            JumpLaw::Syntax(law) => {
                let constituents = self.pairs.constituents(&pair.document);
                work.run(self, Skips::new(law, self.go, n, constituents, end_scored))
            }
        }
    }
}

/// What is done with the jumps of a pair, whatever their law.
trait Work {
    type Found;
    fn run<M: Moves>(self, pass: &Pass<'_>, moves: M) -> Result<Self::Found, ZeroMass>;
}

struct Posterior<'j>(&'j mut Jumps);

impl Work for Posterior<'_> {
    type Found = (Posteriors, f64);

    fn run<M: Moves>(self, pass: &Pass<'_>, mut moves: M) -> Result<Self::Found, ZeroMass> {
        let ahead = forward(pass.emissions, &mut moves, pass.beam)?;
        let found = backward(pass.emissions, &mut moves, &ahead, pass.count);
        moves.report(self.0);
        Ok((found, ahead.log_likelihood))
    }
}

struct BestPath;

impl Work for BestPath {
    type Found = Vec<Segment>;

    fn run<M: Moves>(self, pass: &Pass<'_>, mut moves: M) -> Result<Self::Found, ZeroMass> {
        viterbi(pass.emissions, &mut moves).map(|(path, _)| path)
    }
}
