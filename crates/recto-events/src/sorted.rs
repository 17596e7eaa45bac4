//! Hash maps as sorted lists, so that the same state has the same bytes.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::hash::Hash;

pub(crate) fn serialize<K, V, S>(map: &FxHashMap<K, V>, serializer: S) -> Result<S::Ok, S::Error>
where
    K: Serialize + Ord,
    V: Serialize,
    S: Serializer,
{
    let mut rows: Vec<(&K, &V)> = map.iter().collect();
    rows.sort_by(|a, b| a.0.cmp(b.0));
    rows.serialize(serializer)
}

pub(crate) fn deserialize<'d, K, V, D>(deserializer: D) -> Result<FxHashMap<K, V>, D::Error>
where
    K: Deserialize<'d> + Eq + Hash,
    V: Deserialize<'d>,
    D: Deserializer<'d>,
{
    let rows = Vec::<(K, V)>::deserialize(deserializer)?;
    Ok(rows.into_iter().collect())
}
