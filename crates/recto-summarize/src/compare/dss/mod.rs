//! Sentences that together predict the group of a passage: discriminative sentence
//! selection.
//!
//! The source was not available; this is our reading of what is said about it elsewhere
//! (Wang09 def. ConditionalCovariance): choose sentences `S` such that little is uncertain
//! of the group once it is known how alike a passage is to each of them.
//!
//! Passages `o = 1..m` are runs of up to ten candidates of a document, as unit vectors
//! `K`. A sentence `s` with vector `x_s` is the feature `f_s(o) = K_o . x_s`; the group is
//! the response `y(o)`, an indicator for each group but the last. With features that are
//! measured with noise of variance `v0` and jointly Gaussian,
//!
//! `Cov(y | S) = C_yy - C_yS (C_SS + v0 I)^-1 C_Sy`,
//!
//! and the next sentence is the one that lowers `ln det Cov(y | S)` most. With `R` that
//! covariance, `c_s` the covariance of `y` and `f_s` given `S`, and `v_s` the variance of
//! `f_s` given `S`, the fall is `-ln(1 - c_s' R^-1 c_s / (v_s + v0))`. After a choice `t`
//! with `k_s = Cov(f_s, f_t | S) / sqrt(v_t + v0)` and `k_y` alike,
//!
//! `v_s -= k_s^2`, `c_s -= k_s k_y`, `R -= k_y k_y'`.
//!
//! Each `k` is a product of `f_s` with one vector over the passages (a step of an
//! incremental Cholesky factorisation), hence of `x_s` with one vector over the terms: a
//! choice costs as much as reading all sentences. `v0` is the mean of `v_s` at the start;
//! without it a sentence that resembles one passage only would count as much as one that
//! resembles a whole group. A sentence stands in the summary of its own group.

mod model;

use super::Comparer;
use crate::SummarizeError;
use crate::budget::{Budget, Purse};
use crate::pool::Pool;
use crate::select_within_budget::{attribute, choosable};
use crate::summary::{Chosen, Summary};
use model::{Model, PASSAGE};
use rayon::prelude::*;
use recto_math::Run;
use serde_json::{Value, json};

/// Discriminative sentence selection.
pub(super) struct Dss;

/// The candidates and purses of all groups.
struct Market {
    open: Vec<usize>,
    purses: Vec<Purse>,
}

impl Market {
    fn new(pool: &Pool, budget: Budget) -> Self {
        let groups = 0..pool.n_groups();
        let mut market = Self {
            open: groups
                .clone()
                .flat_map(|group| choosable(pool, group))
                .collect(),
            purses: groups.map(|_| Purse::new(budget)).collect(),
        };
        market.close(pool);
        market
    }

    /// Takes away what its group cannot pay for any more.
    fn close(&mut self, pool: &Pool) {
        let purses = &self.purses;
        self.open.retain(|&row| {
            let sentence = &pool.sentences()[row];
            let purse = &purses[sentence.group];
            !purse.is_empty() && purse.affords(sentence)
        });
    }

    fn buy(&mut self, pool: &Pool, row: usize) {
        let sentence = &pool.sentences()[row];
        self.purses[sentence.group].pay(sentence);
        self.open.retain(|&other| other != row);
        self.close(pool);
    }
}

impl Comparer for Dss {
    fn compare(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Vec<Summary>, SummarizeError> {
        run.report("comparing groups", 0, None)?;
        let mut summaries = vec![Summary::default(); pool.n_groups()];
        let mut market = Market::new(pool, budget);
        let mut model = Model::new(pool);
        let mut explained = 0.0;
        while !market.open.is_empty() {
            run.report("comparing groups", model.steps.len() as u64, None)?;
            let gains: Vec<f64> = market.open.par_iter().map(|&row| model.gain(row)).collect();
            let candidates = market.open.iter().copied().zip(gains);
            let best = candidates.reduce(|best, next| if next.1 > best.1 { next } else { best });
            let Some((row, gain)) = best else { break };
            model.choose(row);
            market.buy(pool, row);
            explained += gain;
            let summary = &mut summaries[pool.sentences()[row].group];
            summary.trace.push(explained);
            summary.chosen.push(Chosen {
                sentence: row,
                score: gain,
                ..Chosen::default()
            });
        }
        for (group, summary) in summaries.iter_mut().enumerate() {
            attribute(pool, &model.vectors, group, &mut summary.chosen);
        }
        Ok(summaries)
    }

    fn parameters(&self) -> Value {
        json!({ "passage": PASSAGE })
    }
}

#[cfg(test)]
mod tests;
