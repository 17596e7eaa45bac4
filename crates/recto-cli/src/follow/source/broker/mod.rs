//! Messages of a broker, by an address such as `redis://localhost:6379/posts?group=recto`.
//!
//! A broker is told that a message is done with when a checkpoint holds it, not before: one
//! that comes a second time after a restart is known by the mark of the last message that
//! the journal holds.

#[cfg(feature = "kafka")]
mod kafka;
#[cfg(feature = "nats")]
mod nats;
#[cfg(feature = "any-broker")]
mod reader;
#[cfg(feature = "redis")]
mod redis;

/// Which program a broker is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Redis,
    Nats,
    Kafka,
}

const KINDS: [(&str, Kind, bool); 3] = [
    ("redis", Kind::Redis, cfg!(feature = "redis")),
    ("nats", Kind::Nats, cfg!(feature = "nats")),
    ("kafka", Kind::Kafka, cfg!(feature = "kafka")),
];

/// A stream of a broker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::follow) struct Address {
    kind: Kind,
    /// Host and port, with what stands before them.
    server: String,
    /// The stream, or topic.
    stream: String,
    /// Who reads: the consumer group of Redis, the durable consumer of NATS.
    group: String,
}

impl Address {
    /// The address that an argument is; `None` if it is a path.
    pub(super) fn parse(argument: &str) -> Option<Result<Self, String>> {
        let (scheme, rest) = argument.split_once("://")?;
        let (name, kind, is_built) = *KINDS.iter().find(|(name, ..)| *name == scheme)?;
        let (path, group) = rest.split_once("?group=").unwrap_or((rest, "recto"));
        let parts = path.split_once('/');
        let parts = parts.filter(|(server, stream)| !server.is_empty() && !stream.is_empty());
        Some(match parts {
            _ if !is_built => Err(format!(
                "{argument}: this recto was built without {name}; build it with \
                 `cargo install --path crates/recto-cli --features {name}`"
            )),
            Some((server, stream)) if !group.is_empty() => Ok(Self {
                kind,
                server: server.into(),
                stream: stream.into(),
                group: group.into(),
            }),
            _ => Err(format!(
                "{argument}: write it as {name}://HOST:PORT/STREAM, with ?group=NAME behind it \
                 for another name than recto"
            )),
        })
    }

    /// As messages name it, without what may be a password.
    pub(super) fn shown(&self) -> String {
        let kind = KINDS.iter().find(|(_, kind, _)| *kind == self.kind);
        let name = kind.map_or("", |(name, ..)| name);
        let host = self.server.rsplit('@').next().unwrap_or_default();
        format!("{name}://{host}/{}", self.stream)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_paths() {
        assert!(Address::parse("posts.jsonl").is_none());
        assert!(Address::parse("https://example.org/posts").is_none());
        for (name, _, is_built) in KINDS {
            let told = Address::parse(&format!("{name}://ada:secret@host:1/posts?group=b"));
            let told = told.expect("an address");
            if is_built {
                let address = told.expect("built in");
                assert_eq!((&*address.stream, &*address.group), ("posts", "b"));
                assert_eq!(address.shown(), format!("{name}://host:1/posts"));
                let short = Address::parse(&format!("{name}://host:1"));
                let refused = short.expect("an address").expect_err("no stream");
                assert!(refused.contains("HOST:PORT/STREAM"), "{refused}");
            } else {
                let refused = told.expect_err("not built in");
                assert!(refused.contains(&format!("--features {name}")), "{refused}");
            }
        }
    }
}
