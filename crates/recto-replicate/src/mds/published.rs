//! Figures that the paper reports.

use crate::summaries::PublishedRow;

/// The paper's collections, none of which is to be had.
pub(super) const COLLECTIONS: [&str; 5] = ["DUC04", "DUC05", "DUC06", "TAC08", "TDT2"];

/// The paper's systems that are not built, and why.
pub(super) const NOT_BUILT: [(&str, &str); 1] = [(
    "Wiki",
    "the paper's system for questions that reads Wikipedia (Nastase 2008)",
)];

/// The collections of the questions.
pub(super) const QUESTIONS: [&str; 2] = ["DUC05", "DUC06"];

/// Collection, system, ROUGE-2 and ROUGE-SU.
const ROWS: [(&str, &str, f64, f64); 21] = [
    ("DUC04", "DUC Best", 0.09216, 0.13233),
    ("DUC04", "Centroid", 0.07379, 0.12511),
    ("DUC04", "LexPageRank", 0.08572, 0.13097),
    ("DUC04", "BSTM", 0.09010, 0.13218),
    ("DUC04", "MDS", 0.08934, 0.13137),
    ("DUC05", "DUC Best", 0.0725, 0.1316),
    ("DUC05", "SNMF", 0.06043, 0.12298),
    ("DUC05", "TMR", 0.07147, 0.13038),
    ("DUC05", "Wiki", 0.07074, 0.13002),
    ("DUC05", "MWDS", 0.07311, 0.13061),
    ("DUC06", "DUC Best", 0.09510, 0.15470),
    ("DUC06", "SNMF", 0.08549, 0.13981),
    ("DUC06", "TMR", 0.09132, 0.15037),
    ("DUC06", "Wiki", 0.08091, 0.14022),
    ("DUC06", "MWDS", 0.09296, 0.14797),
    ("TAC08 A", "TAC Best", 0.1114, 0.14298),
    ("TAC08 A", "TAC Median", 0.08123, 0.11975),
    ("TAC08 A", "MWDS", 0.09012, 0.12094),
    ("TAC08 B", "TAC Best", 0.10108, 0.13669),
    ("TAC08 B", "TAC Median", 0.06927, 0.11046),
    ("TAC08 B", "MWDS", 0.08117, 0.11728),
];

/// The paper's tables. Its system is MDS where nothing is asked, and MWDS, with weights,
/// where something is.
pub(super) fn tables() -> Vec<PublishedRow> {
    let row = |(collection, system, rouge_2, rouge_su)| PublishedRow {
        collection,
        system,
        rouge_1: None,
        rouge_2,
        rouge_l: None,
        rouge_su,
    };
    ROWS.map(row).to_vec()
}

/// What the paper calls a system.
pub(super) fn called(system: &str) -> Option<&'static str> {
    Some(match system {
        "centroid" => "Centroid",
        "lexrank" => "LexPageRank",
        "bstm (paper)" => "BSTM",
        "snmf" => "SNMF",
        "tmr" => "TMR",
        "mds (paper)" => "MDS",
        "mwds (paper)" => "MWDS",
        _ => return None,
    })
}

/// By how much the paper's system leads another in ROUGE-2, mean over collections.
pub(super) fn lead(system: &str, over: &str, collections: &[&str]) -> Option<f64> {
    let of = |collection: &str, name: &str| {
        let row = ROWS
            .iter()
            .find(|row| row.0 == collection && row.1 == name)?;
        Some(row.2)
    };
    let (own, name) = (called(system)?, called(over)?);
    let leads = collections
        .iter()
        .map(|collection| Some(of(collection, own)? - of(collection, name)?));
    let leads: Option<Vec<f64>> = leads.collect();
    leads.map(|leads| leads.iter().sum::<f64>() / leads.len() as f64)
}
