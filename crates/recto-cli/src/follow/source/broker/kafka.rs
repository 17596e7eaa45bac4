//! Kafka, without a consumer group: the checkpoint holds the offset of each partition.
//!
//! **Untested**: it compiles, and nobody has run it against a broker.

use super::Address;
use super::reader::{Stand, Trouble, WAIT, add_line, block_on};
use rskafka::client::ClientBuilder;
use rskafka::client::partition::{OffsetAt, PartitionClient, UnknownTopicHandling};
use std::collections::BTreeMap;
use std::fmt::Display;

/// Bytes of a partition that are asked for at once, at most.
const BYTES: i32 = 1 << 20;

/// Reads until nobody listens or the server is gone.
pub(super) fn read(address: &Address, stand: &mut Stand<'_>) -> Result<(), Trouble> {
    block_on(follow(address, stand))
}

async fn follow(address: &Address, stand: &mut Stand<'_>) -> Result<(), Trouble> {
    let client = ClientBuilder::new(vec![address.server.clone()])
        .build()
        .await;
    let client = client.map_err(trouble)?;
    let topics = client.list_topics().await.map_err(trouble)?;
    let topic = topics
        .into_iter()
        .find(|topic| topic.name == address.stream);
    let topic = topic.ok_or_else(|| Trouble::Passing("there is no such topic yet".into()))?;
    let mut offsets = offsets(&stand.position.mark);
    let mut partitions = Vec::new();
    for partition in topic.partitions {
        let opened = client
            .partition_client(&topic.name, partition, UnknownTopicHandling::Error)
            .await;
        partitions.push((partition, opened.map_err(trouble)?));
    }
    while !stand.is_over() {
        for (partition, client) in &partitions {
            take(*partition, client, &mut offsets, stand).await?;
        }
    }
    Ok(())
}

/// Passes on what is new of a partition.
async fn take(
    partition: i32,
    client: &PartitionClient,
    offsets: &mut BTreeMap<i32, i64>,
    stand: &mut Stand<'_>,
) -> Result<(), Trouble> {
    let next = match offsets.get(&partition) {
        Some(next) => *next,
        None => client
            .get_offset(OffsetAt::Earliest)
            .await
            .map_err(trouble)?,
    };
    let wait = i32::try_from(WAIT.as_millis()).unwrap_or(i32::MAX);
    let fetched = client.fetch_records(next, 1..BYTES, wait).await;
    let (records, _) = fetched.map_err(trouble)?;
    let Some(last) = records.last().map(|record| record.offset) else {
        return Ok(());
    };
    let mut lines = Vec::new();
    for value in records.into_iter().filter_map(|record| record.record.value) {
        add_line(&mut lines, &value);
    }
    offsets.insert(partition, last + 1);
    stand.pass(lines, mark(offsets));
    Ok(())
}

/// The next offset of each partition, as `0:17 1:4`.
fn mark(offsets: &BTreeMap<i32, i64>) -> String {
    let parts = offsets
        .iter()
        .map(|(partition, next)| format!("{partition}:{next}"));
    parts.collect::<Vec<String>>().join(" ")
}

fn offsets(mark: &str) -> BTreeMap<i32, i64> {
    let parts = mark.split(' ').filter_map(|part| part.split_once(':'));
    let numbers =
        parts.filter_map(|(partition, next)| Some((partition.parse().ok()?, next.parse().ok()?)));
    numbers.collect()
}

fn trouble(error: impl Display) -> Trouble {
    Trouble::Passing(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_of_partitions_are_read_back() {
        let all = BTreeMap::from([(0, 17), (3, 4)]);
        assert_eq!(offsets(&mark(&all)), all);
        assert!(offsets("").is_empty());
    }
}
