//! Assignment problem: the one-to-one matching of rows and columns with the largest total
//! weight (Hungarian algorithm).
//!
//! Rows are added one at a time, each along a shortest augmenting path under potentials.
//! Time is `O(r^2 c)` for `r <= c`, so the smaller side always takes the role of rows. The
//! tables here are small (topics, authors, clusters), and metrics need the exact optimum
//! with the same ties on every machine; weights scaled to integers would not give it.

/// The column matched to each row; `None` for the unmatched rows if there are fewer
/// columns than rows.
///
/// `weight(row, column)` must be finite. The smaller side is matched completely, which is
/// optimal if no weight is negative.
///
/// ```
/// let overlap = [[1.0, 5.0], [2.0, 4.0], [9.0, 0.0]];
/// let partners = recto_math::assign::maximum(3, 2, |row, column| overlap[row][column]);
/// assert_eq!(partners, [Some(1), None, Some(0)]);
/// ```
pub fn maximum(
    rows: usize,
    columns: usize,
    weight: impl Fn(usize, usize) -> f64,
) -> Vec<Option<usize>> {
    if rows <= columns {
        let rows_of = minimum(rows, columns, |row, column| -weight(row, column));
        let mut partners = vec![None; rows];
        for (column, row) in pairs(&rows_of) {
            partners[row] = Some(column);
        }
        return partners;
    }
    let columns_of = minimum(columns, rows, |column, row| -weight(row, column));
    let mut partners = vec![None; rows];
    for (row, column) in pairs(&columns_of) {
        partners[row] = Some(column);
    }
    partners
}

fn pairs(partners: &[Option<usize>]) -> impl Iterator<Item = (usize, usize)> {
    let known = partners.iter().enumerate();
    known.filter_map(|(this, other)| other.map(|other| (this, other)))
}

/// The row of each column in the minimum-cost matching of all rows; `rows <= columns`.
fn minimum(rows: usize, columns: usize, cost: impl Fn(usize, usize) -> f64) -> Vec<Option<usize>> {
    let mut search = Search::new(rows, columns);
    for row in 0..rows {
        search.admit(row, &cost);
    }
    search.row_of
}

/// Potentials of rows and columns, and the matching so far.
struct Search {
    row_price: Vec<f64>,
    column_price: Vec<f64>,
    row_of: Vec<Option<usize>>,
    /// Lowest slack with which each column was reached, and the column before on the path.
    reach: Vec<(f64, Option<usize>)>,
    settled: Vec<bool>,
}

impl Search {
    fn new(rows: usize, columns: usize) -> Self {
        Self {
            row_price: vec![0.0; rows],
            column_price: vec![0.0; columns],
            row_of: vec![None; columns],
            reach: vec![(f64::INFINITY, None); columns],
            settled: vec![false; columns],
        }
    }

    /// Adds one row: visits columns by increasing slack (Dijkstra) until a free one is
    /// reached, then augments the matching along the path.
    fn admit(&mut self, row: usize, cost: impl Fn(usize, usize) -> f64) {
        self.reach.fill((f64::INFINITY, None));
        self.settled.fill(false);
        let (mut from, mut here) = (None, row);
        let free = loop {
            let (nearest, slack) = self.nearest(here, from, &cost);
            self.lower(row, slack);
            self.settled[nearest] = true;
            match self.row_of[nearest] {
                Some(next) => (from, here) = (Some(nearest), next),
                None => break nearest,
            }
        };
        self.hand_on(row, free);
    }

    /// Relaxes all unvisited columns from `here`; returns the nearest, ties by index.
    fn nearest(
        &mut self,
        here: usize,
        from: Option<usize>,
        cost: impl Fn(usize, usize) -> f64,
    ) -> (usize, f64) {
        let mut best = (usize::MAX, f64::INFINITY);
        for column in 0..self.row_of.len() {
            if self.settled[column] {
                continue;
            }
            let slack = cost(here, column) - self.row_price[here] - self.column_price[column];
            if slack < self.reach[column].0 {
                self.reach[column] = (slack, from);
            }
            if best.0 == usize::MAX || self.reach[column].0 < best.1 {
                best = (column, self.reach[column].0);
            }
        }
        best
    }

    /// Shifts the potentials of all visited rows and columns by `slack`, which keeps reduced
    /// costs non-negative.
    fn lower(&mut self, row: usize, slack: f64) {
        self.row_price[row] += slack;
        for column in 0..self.row_of.len() {
            if !self.settled[column] {
                self.reach[column].0 -= slack;
                continue;
            }
            self.column_price[column] -= slack;
            if let Some(owner) = self.row_of[column] {
                self.row_price[owner] += slack;
            }
        }
    }

    fn hand_on(&mut self, row: usize, free: usize) {
        let mut column = free;
        while let Some(before) = self.reach[column].1 {
            self.row_of[column] = self.row_of[before];
            column = before;
        }
        self.row_of[column] = Some(row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn total(table: &[Vec<f64>], partners: &[Option<usize>]) -> f64 {
        let matched = pairs(partners);
        matched.map(|(row, column)| table[row][column]).sum()
    }

    /// The best total over all ways to match rows from `row` on, by trying each.
    fn exhaustive(table: &[Vec<f64>], row: usize, taken: &mut [bool]) -> f64 {
        if row == table.len() {
            return 0.0;
        }
        let mut best = exhaustive(table, row + 1, taken);
        for column in 0..taken.len() {
            if !taken[column] {
                taken[column] = true;
                best = best.max(table[row][column] + exhaustive(table, row + 1, taken));
                taken[column] = false;
            }
        }
        best
    }

    proptest! {
        #[test]
        fn no_matching_weighs_more(
            rows in 0usize..6,
            columns in 0usize..6,
            weights in prop::collection::vec(0u8..9, 36),
        ) {
            let table: Vec<Vec<f64>> = (0..rows)
                .map(|row| (0..columns).map(|column| f64::from(weights[row * 6 + column])).collect())
                .collect();
            let partners = maximum(rows, columns, |row, column| table[row][column]);
            let mut seen = vec![false; columns];
            for (_, column) in pairs(&partners) {
                prop_assert!(!std::mem::replace(&mut seen[column], true));
            }
            prop_assert_eq!(pairs(&partners).count(), rows.min(columns));
            prop_assert_eq!(total(&table, &partners), exhaustive(&table, 0, &mut vec![false; columns]));
        }
    }
}
