//! Dendrograms: the merges of an agglomerative clustering with their heights.
//!
//! Heights need not increase from merge to merge (prototype linkage of
//! [`super::agglomerative`] has inversions), so a cut counts merges and never compares
//! heights.

use super::ClusterError;
use serde::Serialize;

/// A merge of two clusters.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Merge {
    /// Smallest point of the first cluster; it identifies the union from then on.
    pub left: usize,
    /// Smallest point of the second cluster, above `left`.
    pub right: usize,
    /// Linkage score of the merge.
    pub height: f64,
}

/// All merges of `n_points` points, from singletons to one cluster.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Dendrogram {
    /// Number of points.
    pub n_points: usize,
    /// Merges in the order in which they were made; one less than points.
    pub merges: Vec<Merge>,
}

/// An item of the stack when a tree is written.
enum Part {
    Node(usize, f64),
    Text(&'static str),
    Close(f64, f64),
}

impl Dendrogram {
    /// Cluster of each point when `n_clusters` are left, numbered in the order of their
    /// first points.
    ///
    /// # Errors
    /// [`ClusterError::Count`] for no clusters, or more than points.
    pub fn cut(&self, n_clusters: usize) -> Result<Vec<usize>, ClusterError> {
        if n_clusters == 0 || n_clusters > self.n_points {
            return Err(ClusterError::Count {
                asked: n_clusters,
                points: self.n_points,
            });
        }
        let mut slot: Vec<usize> = (0..self.n_points).collect();
        for merge in &self.merges[..self.n_points - n_clusters] {
            slot[merge.right] = merge.left;
        }
        // A point is merged only into a smaller one, so a single pass in increasing order
        // resolves all chains.
        let mut label = vec![0; self.n_points];
        let mut next = 0;
        for point in 0..self.n_points {
            let into = slot[point];
            if into == point {
                label[point] = next;
                next += 1;
            } else {
                label[point] = label[into];
            }
        }
        Ok(label)
    }

    /// The two children of each inner node, in the order of merges; nodes below
    /// `n_points` are points.
    fn children(&self) -> Vec<(usize, usize)> {
        let mut node: Vec<usize> = (0..self.n_points).collect();
        let mut children = Vec::with_capacity(self.merges.len());
        for (i, merge) in self.merges.iter().enumerate() {
            children.push((node[merge.left], node[merge.right]));
            node[merge.left] = self.n_points + i;
        }
        children
    }

    fn height(&self, node: usize) -> f64 {
        node.checked_sub(self.n_points)
            .map_or(0.0, |merge| self.merges[merge].height)
    }

    /// The tree in Newick format. Branch lengths are differences of heights, 0 for an
    /// inversion. Not recursive: a degenerate tree is as deep as it has points and would
    /// overflow the stack.
    pub fn newick(&self, name: impl Fn(usize) -> String) -> String {
        let mut text = String::new();
        if self.n_points == 0 {
            return ";".into();
        }
        let children = self.children();
        let root = self.n_points + self.merges.len() - 1;
        let mut stack = vec![Part::Node(root, self.height(root))];
        while let Some(part) = stack.pop() {
            match part {
                Part::Text(piece) => text.push_str(piece),
                Part::Close(height, above) => {
                    text.push_str(&format!("):{:.6}", (above - height).max(0.0)));
                }
                Part::Node(node, above) => match node.checked_sub(self.n_points) {
                    None => text.push_str(&format!("{}:{above:.6}", quoted(&name(node)))),
                    Some(merge) => {
                        let height = self.merges[merge].height;
                        let (left, right) = children[merge];
                        text.push('(');
                        stack.push(Part::Close(height, above));
                        stack.push(Part::Node(right, height));
                        stack.push(Part::Text(","));
                        stack.push(Part::Node(left, height));
                    }
                },
            }
        }
        text.push(';');
        text
    }

    /// The tree as nested JSON: `{"name": …}` for a point, `{"height": …, "children":
    /// [left, right]}` for a merge. Written as text and not built as a value, because a
    /// recursive serialiser would overflow the stack on a deep tree.
    pub fn json(&self, name: impl Fn(usize) -> String) -> String {
        let mut text = String::new();
        if self.n_points == 0 {
            return "null".into();
        }
        let children = self.children();
        let mut stack = vec![Part::Node(self.n_points + self.merges.len() - 1, 0.0)];
        while let Some(part) = stack.pop() {
            match part {
                Part::Text(piece) => text.push_str(piece),
                Part::Close(..) => text.push_str("]}"),
                Part::Node(node, _) => match node.checked_sub(self.n_points) {
                    None => text.push_str(&format!("{{\"name\":{}}}", json_string(&name(node)))),
                    Some(merge) => {
                        let height = self.merges[merge].height;
                        let (left, right) = children[merge];
                        text.push_str(&format!("{{\"height\":{height:.6},\"children\":["));
                        stack.push(Part::Text("]}"));
                        stack.push(Part::Node(right, 0.0));
                        stack.push(Part::Text(","));
                        stack.push(Part::Node(left, 0.0));
                    }
                },
            }
        }
        text
    }
}

/// A name in Newick quotes, always quoted; quotes inside are doubled.
fn quoted(name: &str) -> String {
    format!("'{}'", name.replace('\'', "''").replace(['\n', '\r'], " "))
}

fn json_string(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            c if c < ' ' => quoted.push_str(&format!("\\u{:04x}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three() -> Dendrogram {
        let merge = |left, right, height| Merge {
            left,
            right,
            height,
        };
        Dendrogram {
            n_points: 3,
            merges: vec![merge(1, 2, 0.25), merge(0, 1, 0.75)],
        }
    }

    #[test]
    fn a_tree_of_three_is_cut_and_written() {
        let tree = three();
        assert_eq!(tree.cut(3), Ok(vec![0, 1, 2]));
        assert_eq!(tree.cut(2), Ok(vec![0, 1, 1]));
        assert_eq!(tree.cut(1), Ok(vec![0, 0, 0]));
        assert!(tree.cut(0).is_err() && tree.cut(4).is_err());
        let name = |i: usize| format!("d'{i}\"");
        assert_eq!(
            tree.newick(name),
            "('d''0\"':0.750000,('d''1\"':0.250000,'d''2\"':0.250000):0.500000):0.000000;"
        );
        let json = tree.json(name);
        let parsed: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(parsed["children"][1]["children"][0]["name"], "d'1\"");
        assert_eq!(parsed["children"][1]["height"], 0.25);
    }

    #[test]
    fn a_tree_as_deep_as_it_has_points_is_written() {
        let n_points = 100_000;
        let merges = (1..n_points).map(|right| Merge {
            left: 0,
            right,
            height: 0.0,
        });
        let tree = Dendrogram {
            n_points,
            merges: merges.collect(),
        };
        assert!(tree.newick(|i| i.to_string()).len() > n_points);
        assert!(tree.json(|i| i.to_string()).len() > n_points);
    }

    #[test]
    fn one_point_and_none_are_trees() {
        let tree = |n_points| Dendrogram {
            n_points,
            merges: Vec::new(),
        };
        assert_eq!(tree(1).newick(|_| "a".into()), "'a':0.000000;");
        assert_eq!(tree(0).newick(|_| "a".into()), ";");
        assert_eq!(tree(1).cut(1), Ok(vec![0]));
    }
}
