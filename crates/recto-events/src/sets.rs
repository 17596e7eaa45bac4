//! Sets that are joined two by two (union-find).

/// A partition of `0..n` that grows coarser.
#[derive(Debug, Clone)]
pub(crate) struct DisjointSets {
    parent: Vec<usize>,
}

impl DisjointSets {
    /// Every item by itself.
    pub(crate) fn new(n: usize) -> Self {
        Self {
            parent: (0..n).collect(),
        }
    }

    /// The smallest item of the set of `item`.
    pub(crate) fn find(&mut self, mut item: usize) -> usize {
        while self.parent[item] != item {
            self.parent[item] = self.parent[self.parent[item]];
            item = self.parent[item];
        }
        item
    }

    /// Joins the sets of two items.
    pub(crate) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b)] = a.min(b);
    }

    /// The sets by their smallest item, items in order.
    pub(crate) fn groups(mut self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = vec![Vec::new(); self.parent.len()];
        for item in 0..self.parent.len() {
            groups[self.find(item)].push(item);
        }
        groups.retain(|group| !group.is_empty());
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_items_are_one_group_whatever_the_order() {
        let mut sets = DisjointSets::new(6);
        for (a, b) in [(4, 5), (5, 1), (3, 2)] {
            sets.join(a, b);
        }
        assert_eq!(sets.groups(), [vec![0], vec![1, 4, 5], vec![2, 3]]);
    }
}
