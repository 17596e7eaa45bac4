//! A sum of decision trees with numbers fitted on real pages.
//!
//! The file is made by `bench/sources/fit_pages.py`. It begins with the number of trees; a tree
//! is its number of nodes and then its nodes from the root: a feature, a threshold and the index
//! of the node for larger values (the next node is that for values up to the threshold), or
//! [`LEAF`] and the value of the leaf.

/// The feature that marks a leaf.
const LEAF: u8 = 255;

#[derive(Debug, Clone, Copy)]
struct Node {
    feature: u8,
    /// Index of the node for values above the threshold.
    above: u16,
    /// The threshold, or the value of a leaf.
    number: f32,
}

/// Decision trees whose values are added.
#[derive(Debug)]
pub(super) struct Trees {
    trees: Vec<Vec<Node>>,
}

impl Trees {
    /// Reads the trees that the build embeds.
    pub(super) fn read(mut bytes: &[u8]) -> Self {
        let mut number = || {
            let (first, rest) = bytes.split_at(2);
            bytes = rest;
            u16::from_le_bytes([first[0], first[1]])
        };
        let n_trees = number();
        let mut trees = Vec::with_capacity(n_trees.into());
        for _ in 0..n_trees {
            let n_nodes = number();
            let node = |_| {
                let (feature, above) = (number(), number());
                let (low, high) = (number(), number());
                Node {
                    feature: feature as u8,
                    above,
                    number: f32::from_bits(u32::from(high) << 16 | u32::from(low)),
                }
            };
            trees.push((0..n_nodes).map(node).collect());
        }
        Self { trees }
    }

    /// The sum of the trees' values: above zero for what is more likely than not.
    pub(super) fn sum(&self, features: &[f32]) -> f32 {
        self.trees.iter().map(|tree| value(tree, features)).sum()
    }
}

fn value(tree: &[Node], features: &[f32]) -> f32 {
    let mut at = 0;
    loop {
        let node = tree[at];
        if node.feature == LEAF {
            return node.number;
        }
        at = if features[usize::from(node.feature)] <= node.number {
            at + 1
        } else {
            node.above.into()
        };
    }
}
