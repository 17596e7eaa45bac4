//! Which blocks of a page are its main text.
//!
//! A model of decision trees reads each block together with its surroundings
//! ([`super::features`]) and decides whether it is main text. It was fitted to real pages by
//! `bench/sources/fit_pages.py`, which says to which, and how good it is on pages that it was
//! not fitted to.

use super::blocks::{Page, PageBlock};
use super::features::{FEATURES, Facts};
use super::model::Trees;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::LazyLock;

/// Pages with more blocks are tables of data: all of it is their text.
const MAX_BLOCKS: usize = 50_000;

/// A page whose main text is shorter than this many bytes, while there is more on it, is one
/// that the model does not know.
const LITTLE: usize = 140;

/// Bytes of a heading, byline or label; what is longer is a paragraph.
const LINE: usize = 80;

/// Blocks with a higher sum are main text. A little above zero, where a block is as likely as not:
/// what does not belong into a text does more harm than a line that is missing.
const THRESHOLD: f32 = 0.2;

/// Blocks of the same form that are looked at together.
const SEVERAL: usize = 4;

/// How much of a block's estimate is that of its group.
const SHARE_OF_GROUP: f32 = 0.7;

/// Sums beyond this are as sure as they get, so that one block does not decide for its group.
const LARGEST: f32 = 3.0;

static MODEL: LazyLock<Trees> = LazyLock::new(|| Trees::read(include_bytes!("main_text.trees")));

/// Which blocks are the main text, and where it begins.
#[derive(Debug)]
pub(super) struct Article {
    is_chosen: Vec<bool>,
    /// Index of the block that repeats the title of the page, or else of the first chosen block.
    pub(super) title: usize,
    /// Index of the first chosen block that is a paragraph rather than a line.
    pub(super) first: usize,
}

impl Article {
    pub(super) fn of(page: &Page) -> Self {
        let n_blocks = page.blocks.len();
        if n_blocks > MAX_BLOCKS {
            return Self {
                is_chosen: vec![true; n_blocks],
                title: 0,
                first: 0,
            };
        }
        let facts = Facts::of(page);
        let estimates = estimates(page, &facts);
        let mut is_chosen: Vec<bool> = estimates.iter().map(|&sum| sum > THRESHOLD).collect();
        let sizes = page.blocks.iter().map(|block| block.text().len());
        let (mut all, mut chosen) = (0, 0);
        for (size, &is_chosen) in sizes.zip(&is_chosen) {
            all += size;
            chosen += if is_chosen { size } else { 0 };
        }
        if chosen < LITTLE && all > 4 * chosen {
            is_chosen.fill(true);
        }
        let is_paragraph = |at: &usize| is_chosen[*at] && page.blocks[*at].text().len() > LINE;
        let start = is_chosen.iter().position(|&is_chosen| is_chosen);
        let first = (0..n_blocks).find(is_paragraph).or(start).unwrap_or(0);
        let title = facts.title_before(first).or(start).unwrap_or(0);
        Self {
            is_chosen,
            title,
            first,
        }
    }

    /// The blocks of the main text, in order.
    pub(super) fn blocks<'p>(&self, page: &'p Page) -> impl Iterator<Item = &'p PageBlock> {
        let blocks = page.blocks.iter().zip(&self.is_chosen);
        blocks
            .filter(|(_, is_chosen)| **is_chosen)
            .map(|(block, _)| block)
    }

    /// The blocks from `before` the title or the first paragraph to `after` both.
    pub(super) fn head(&self, before: usize, after: usize) -> Range<usize> {
        let (start, end) = (self.title.min(self.first), self.title.max(self.first));
        start.saturating_sub(before)..end + after + 1
    }
}

/// For each block the sum of the trees, drawn towards that of all blocks of the same form: of a
/// list of results, either all are main text or none is.
fn estimates(page: &Page, facts: &Facts<'_>) -> Vec<f32> {
    let mut features = Vec::with_capacity(FEATURES);
    let sums = (0..page.blocks.len()).map(|at| {
        facts.of_block(at, &mut features);
        MODEL.sum(&features).clamp(-LARGEST, LARGEST)
    });
    let sums: Vec<f32> = sums.collect();
    let form = |block: &PageBlock| page.tree.node(block.node).template;
    let mut groups: FxHashMap<u32, Group> = FxHashMap::default();
    for (block, sum) in page.blocks.iter().zip(&sums) {
        let weight = (block.text().len() as f32).sqrt();
        let group = groups.entry(form(block)).or_default();
        group.blocks += 1;
        group.weight += weight;
        group.sum += weight * sum;
    }
    let blocks = page.blocks.iter().zip(&sums);
    let drawn = blocks.map(|(block, sum)| match groups[&form(block)] {
        group if group.blocks >= SEVERAL => {
            (1.0 - SHARE_OF_GROUP) * sum + SHARE_OF_GROUP * group.sum / group.weight
        }
        _ => *sum,
    });
    drawn.collect()
}

/// Blocks of the same form.
#[derive(Debug, Clone, Copy, Default)]
struct Group {
    blocks: usize,
    weight: f32,
    sum: f32,
}

/// A block as the model sees it, for fitting.
#[derive(Debug)]
pub struct BlockFeatures {
    /// Its text.
    pub text: String,
    /// The same for all blocks of the same form.
    pub form: u32,
    /// The numbers that the trees look at.
    pub features: Vec<f32>,
}

/// The blocks of a page with the numbers that the model looks at.
pub(super) fn block_features(page: &Page) -> Vec<BlockFeatures> {
    let facts = Facts::of(page);
    let blocks = page.blocks.iter().enumerate();
    let with_features = blocks.map(|(at, block)| {
        let mut features = Vec::with_capacity(FEATURES);
        facts.of_block(at, &mut features);
        BlockFeatures {
            text: block.text().trim().to_string(),
            form: page.tree.node(block.node).template,
            features,
        }
    });
    with_features.collect()
}
