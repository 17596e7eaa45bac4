//! Redis Streams, as one consumer of a group.
//!
//! Entries that were delivered and not acknowledged are delivered again after a restart;
//! those that the journal holds already are known by their ids, which only grow. An entry is
//! a JSON object in a field (`json`, `data`, `message` or `payload`), or its fields are.

use super::Address;
use super::reader::{BATCH, Stand, Trouble, WAIT, add_line};
use redis::streams::{StreamId, StreamReadReply};
use redis::{Connection, RedisError, Value};
use serde_json::Map;

/// Fields that may hold a whole message.
const WHOLE: [&str; 4] = ["json", "data", "message", "payload"];
/// The one consumer of the group: a second process is kept out by the checkpoint folder.
const CONSUMER: &str = "recto";

/// Reads until nobody listens or the server is gone.
pub(super) fn read(address: &Address, stand: &mut Stand<'_>) -> Result<(), Trouble> {
    let client = redis::Client::open(format!("redis://{}/", address.server));
    let client = client.map_err(|error| Trouble::Final(error.to_string()))?;
    let connection = client.get_connection_with_timeout(WAIT * 10);
    let mut reader = Reader {
        address,
        connection: connection.map_err(trouble)?,
        unacknowledged: Vec::new(),
    };
    reader.join()?;
    // What was delivered before, from the beginning, then what is new.
    let mut after = Some("0".to_string());
    while !stand.is_over() {
        reader.acknowledge(stand)?;
        let from = after.as_deref().unwrap_or(">");
        let entries = reader.entries(from)?;
        if let Some(last) = entries.last() {
            if after.is_some() {
                after = Some(last.id.clone());
            }
            reader.take(entries, stand);
        } else {
            after = None;
        }
    }
    reader.acknowledge(stand)
}

struct Reader<'a> {
    address: &'a Address,
    connection: Connection,
    /// Ids that were delivered on this connection, in order.
    unacknowledged: Vec<String>,
}

impl Reader<'_> {
    /// Makes the group, if it is not there.
    fn join(&mut self) -> Result<(), Trouble> {
        let made: Result<(), RedisError> = redis::cmd("XGROUP")
            .arg("CREATE")
            .arg(&self.address.stream)
            .arg(&self.address.group)
            .arg("0")
            .arg("MKSTREAM")
            .query(&mut self.connection);
        match made {
            Err(error) if error.code() != Some("BUSYGROUP") => Err(trouble(error)),
            _ => Ok(()),
        }
    }

    fn entries(&mut self, after: &str) -> Result<Vec<StreamId>, Trouble> {
        let reply: Option<StreamReadReply> = redis::cmd("XREADGROUP")
            .arg("GROUP")
            .arg(&self.address.group)
            .arg(CONSUMER)
            .arg("COUNT")
            .arg(BATCH)
            .arg("BLOCK")
            .arg(WAIT.as_millis() as u64)
            .arg("STREAMS")
            .arg(&self.address.stream)
            .arg(after)
            .query(&mut self.connection)
            .map_err(trouble)?;
        let keys = reply.into_iter().flat_map(|reply| reply.keys);
        Ok(keys.flat_map(|key| key.ids).collect())
    }

    /// Passes on what is new.
    fn take(&mut self, entries: Vec<StreamId>, stand: &mut Stand<'_>) {
        let known = numbers(&stand.position.mark);
        let mut lines = Vec::new();
        let mut last = None;
        for entry in entries {
            if known.is_none_or(|known| numbers(&entry.id) > Some(known)) {
                add_line(&mut lines, &message(&entry));
                last = Some(entry.id.clone());
            }
            self.unacknowledged.push(entry.id);
        }
        if let Some(last) = last {
            stand.pass(lines, last);
        }
    }

    /// Acknowledges what a checkpoint holds.
    fn acknowledge(&mut self, stand: &Stand<'_>) -> Result<(), Trouble> {
        let Some(safe) = stand.safe_mark() else {
            return Ok(());
        };
        let safe = numbers(&safe);
        let n = self
            .unacknowledged
            .partition_point(|id| numbers(id) <= safe);
        for ids in self.unacknowledged[..n].chunks(BATCH) {
            redis::cmd("XACK")
                .arg(&self.address.stream)
                .arg(&self.address.group)
                .arg(ids)
                .query::<()>(&mut self.connection)
                .map_err(trouble)?;
        }
        self.unacknowledged.drain(..n);
        Ok(())
    }
}

/// The two numbers of an id such as `1741637940000-3`, which order ids.
fn numbers(id: &str) -> Option<(u64, u64)> {
    let (time, number) = id.split_once('-')?;
    Some((time.parse().ok()?, number.parse().ok()?))
}

/// The message of an entry.
fn message(entry: &StreamId) -> Vec<u8> {
    let text = |value: &Value| match value {
        Value::BulkString(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
        Value::SimpleString(text) => Some(text.clone()),
        Value::Int(number) => Some(number.to_string()),
        _ => None,
    };
    let whole = WHOLE.iter().find_map(|field| entry.map.get(*field));
    if let Some(whole) = whole
        .and_then(text)
        .filter(|text| text.trim_start().starts_with('{'))
    {
        return whole.into_bytes();
    }
    let mut fields: Vec<(&String, String)> = entry
        .map
        .iter()
        .filter_map(|(name, value)| Some((name, text(value)?)))
        .collect();
    fields.sort();
    let mut object: Map<String, serde_json::Value> = Map::new();
    object.insert("id".into(), entry.id.clone().into());
    for (name, value) in fields {
        object.insert(name.clone(), value.into());
    }
    serde_json::Value::Object(object).to_string().into_bytes()
}

fn trouble(error: RedisError) -> Trouble {
    Trouble::Passing(error.to_string())
}
