//! NATS JetStream, by a durable consumer that acknowledges all messages up to one.
//!
//! The consumer is made anew at each start, behind the last message that the journal holds:
//! a consumer that was left by a killed process would hold its messages back for a while and
//! then deliver them out of order.

use super::Address;
use super::reader::{BATCH, Stand, Trouble, WAIT, add_line, block_on};
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, PullConsumer, pull};
use async_nats::jetstream::message::Acker;
use async_nats::jetstream::{self, stream::Stream};
use futures_util::StreamExt;
use std::collections::VecDeque;
use std::fmt::Display;
use std::time::Duration;

/// Time after which a message that was not acknowledged would come again: longer than any
/// two checkpoints are apart.
const ACK_WAIT: Duration = Duration::from_secs(3600);

/// Reads until nobody listens or the server is gone.
pub(super) fn read(address: &Address, stand: &mut Stand<'_>) -> Result<(), Trouble> {
    block_on(follow(address, stand))
}

async fn follow(address: &Address, stand: &mut Stand<'_>) -> Result<(), Trouble> {
    let client = async_nats::connect(format!("nats://{}", address.server));
    let context = jetstream::new(client.await.map_err(trouble)?);
    let stream = context.get_stream(&address.stream).await;
    let stream = stream.map_err(trouble)?;
    let consumer = consumer(&stream, address, stand).await?;
    let mut unacknowledged: VecDeque<(u64, Acker)> = VecDeque::new();
    while !stand.is_over() {
        acknowledge(&mut unacknowledged, stand).await?;
        if let Some(delivered) = batch(&consumer, stand).await? {
            unacknowledged.push_back(delivered);
        }
    }
    acknowledge(&mut unacknowledged, stand).await
}

/// A consumer behind the last message that is known.
async fn consumer(
    stream: &Stream,
    address: &Address,
    stand: &Stand<'_>,
) -> Result<PullConsumer, Trouble> {
    // It is not there at the first start.
    let _ = stream.delete_consumer(&address.group).await;
    let deliver_policy = match stand.position.mark.parse::<u64>() {
        Ok(last) => DeliverPolicy::ByStartSequence {
            start_sequence: last + 1,
        },
        Err(_) => DeliverPolicy::All,
    };
    let config = pull::Config {
        durable_name: Some(address.group.clone()),
        deliver_policy,
        ack_policy: AckPolicy::All,
        ack_wait: ACK_WAIT,
        max_ack_pending: -1,
        ..pull::Config::default()
    };
    stream.create_consumer(config).await.map_err(trouble)
}

/// Passes some messages on; returns how to acknowledge the last of them.
async fn batch(
    consumer: &PullConsumer,
    stand: &mut Stand<'_>,
) -> Result<Option<(u64, Acker)>, Trouble> {
    let asked = consumer.batch().max_messages(BATCH).expires(WAIT);
    let mut messages = asked.messages().await.map_err(trouble)?;
    let mut lines = Vec::new();
    let mut last = None;
    while let Some(message) = messages.next().await {
        let message = message.map_err(trouble)?;
        let sequence = message.info().map_err(trouble)?.stream_sequence;
        let (message, acker) = message.split();
        add_line(&mut lines, &message.payload);
        last = Some((sequence, acker));
    }
    if let Some((sequence, _)) = &last {
        stand.pass(lines, sequence.to_string());
    }
    Ok(last)
}

/// Acknowledges what a checkpoint holds.
async fn acknowledge(
    unacknowledged: &mut VecDeque<(u64, Acker)>,
    stand: &Stand<'_>,
) -> Result<(), Trouble> {
    let Some(safe) = stand.safe_mark().and_then(|mark| mark.parse::<u64>().ok()) else {
        return Ok(());
    };
    let n = unacknowledged.partition_point(|(sequence, _)| *sequence <= safe);
    if let Some((_, acker)) = unacknowledged.drain(..n).next_back() {
        acker.ack().await.map_err(trouble)?;
    }
    Ok(())
}

fn trouble(error: impl Display) -> Trouble {
    Trouble::Passing(error.to_string())
}
