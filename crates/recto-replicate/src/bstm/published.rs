//! Figures that the paper reports.

use crate::summaries::PublishedRow;

/// The paper's collections, neither of which is to be had.
pub(super) const COLLECTIONS: [&str; 2] = ["DUC2002", "DUC2004"];

const SYSTEMS: [&str; 9] = [
    "DUC Best",
    "Random",
    "Centroid",
    "LexPageRank",
    "LSA",
    "NMF",
    "KM",
    "FGB",
    "BSTM",
];

/// ROUGE-1, 2, L and SU of each system in each collection.
const TABLES: [[[f64; 4]; 9]; 2] = [
    [
        [0.49869, 0.25229, 0.46803, 0.28406],
        [0.38475, 0.11692, 0.37218, 0.18057],
        [0.45379, 0.19181, 0.43237, 0.23629],
        [0.47963, 0.22949, 0.44332, 0.26198],
        [0.43078, 0.15022, 0.40507, 0.20226],
        [0.44587, 0.16280, 0.41513, 0.21687],
        [0.43156, 0.15135, 0.40376, 0.20144],
        [0.48507, 0.24103, 0.45080, 0.26860],
        [0.48812, 0.24571, 0.45516, 0.27018],
    ],
    [
        [0.38224, 0.09216, 0.38687, 0.13233],
        [0.31865, 0.06377, 0.34521, 0.11779],
        [0.36728, 0.07379, 0.36182, 0.12511],
        [0.37842, 0.08572, 0.37531, 0.13097],
        [0.34145, 0.06538, 0.34973, 0.11946],
        [0.36747, 0.07261, 0.36749, 0.12918],
        [0.34872, 0.06937, 0.35882, 0.12115],
        [0.38724, 0.08115, 0.38423, 0.12957],
        [0.39065, 0.09010, 0.38799, 0.13218],
    ],
];

/// The paper's two tables.
pub(super) fn tables() -> Vec<PublishedRow> {
    let collections = COLLECTIONS.iter().zip(TABLES);
    let rows = collections.flat_map(|(collection, rows)| {
        let rows = SYSTEMS.iter().zip(rows);
        rows.map(|(system, [one, two, l, su])| PublishedRow {
            collection,
            system,
            rouge_1: Some(one),
            rouge_2: two,
            rouge_l: Some(l),
            rouge_su: su,
        })
    });
    rows.collect()
}

/// What the paper calls a system.
pub(super) fn called(system: &str) -> Option<&'static str> {
    Some(match system {
        "random" => "Random",
        "centroid" => "Centroid",
        "lexrank" => "LexPageRank",
        "lsa" => "LSA",
        "nmf" => "NMF",
        "kmeans" => "KM",
        "fgb (paper)" => "FGB",
        "bstm (paper)" => "BSTM",
        _ => return None,
    })
}

/// ROUGE-2 of a system in a collection.
pub(super) fn rouge_2(collection: &str, system: &str) -> Option<f64> {
    let name = called(system)?;
    let is_it = |row: &PublishedRow| row.collection == collection && row.system == name;
    tables().into_iter().find(is_it).map(|row| row.rouge_2)
}

/// By how much BSTM leads a system in ROUGE-2, mean over both collections.
pub(super) fn lead(over: &str) -> Option<f64> {
    let of = |collection| Some(rouge_2(collection, "bstm (paper)")? - rouge_2(collection, over)?);
    let leads: Option<Vec<f64>> = COLLECTIONS.iter().map(|name| of(name)).collect();
    leads.map(|leads| leads.iter().sum::<f64>() / leads.len() as f64)
}
