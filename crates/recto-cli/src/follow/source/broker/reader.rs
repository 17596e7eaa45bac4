//! What the readers of all brokers share.

use super::{Address, Kind};
use crate::follow::position::Position;
use crate::follow::source::{Passed, Passing};
use std::sync::mpsc::Receiver;
use std::time::Duration;

/// Time between two attempts to reach a broker.
const AGAIN: Duration = Duration::from_millis(500);
/// Messages that are asked for at once.
#[cfg(any(feature = "redis", feature = "nats"))]
pub(super) const BATCH: usize = 1000;
/// How long a broker is waited for before other things are looked after.
pub(super) const WAIT: Duration = Duration::from_millis(200);

impl Address {
    /// Follows the stream until nobody listens. A broker that cannot be reached is tried
    /// again.
    pub(in crate::follow::source) fn follow(
        &self,
        position: Position,
        safe: &Receiver<Position>,
        passing: &Passing,
    ) {
        let mut stand = Stand {
            position,
            safe,
            passing,
        };
        let mut was_heard = true;
        while !passing.is_over() {
            let read = match self.kind {
                #[cfg(feature = "redis")]
                Kind::Redis => super::redis::read(self, &mut stand),
                #[cfg(feature = "nats")]
                Kind::Nats => super::nats::read(self, &mut stand),
                #[cfg(feature = "kafka")]
                Kind::Kafka => super::kafka::read(self, &mut stand),
                #[allow(unreachable_patterns, reason = "all brokers may be built in")]
                other => Err(Trouble::Final(format!("{other:?} is not built in"))),
            };
            match read {
                Ok(()) => return,
                Err(Trouble::Final(why)) => {
                    passing.pass(Passed::Failed(why));
                    return;
                }
                Err(Trouble::Passing(why)) => {
                    if was_heard {
                        passing.pass(Passed::Note(format!("cannot be read: {why}; trying again")));
                    }
                    was_heard = false;
                    std::thread::sleep(AGAIN);
                }
            }
        }
    }
}

/// Why reading ended.
#[derive(Debug)]
pub(super) enum Trouble {
    /// It may go away: a server that is being started again.
    Passing(String),
    /// It will not.
    Final(String),
}

/// Where the reader of a broker stands.
pub(super) struct Stand<'p> {
    pub(super) position: Position,
    #[cfg_attr(
        not(any(feature = "redis", feature = "nats")),
        expect(dead_code, reason = "Kafka is not told what is safe")
    )]
    safe: &'p Receiver<Position>,
    passing: &'p Passing,
}

impl Stand<'_> {
    /// Passes messages on; `mark` is that of the last one. `false` if nobody listens.
    pub(super) fn pass(&mut self, bytes: Vec<u8>, mark: String) -> bool {
        self.position.offset += bytes.len() as u64;
        self.position.mark = mark;
        self.passing.pass(Passed::Lines {
            bytes,
            position: self.position.clone(),
        })
    }

    pub(super) fn is_over(&self) -> bool {
        self.passing.is_over()
    }

    /// The mark of the last message that a checkpoint holds, if it has moved.
    #[cfg(any(feature = "redis", feature = "nats"))]
    pub(super) fn safe_mark(&self) -> Option<String> {
        let last = self.safe.try_iter().last()?;
        (!last.mark.is_empty()).then_some(last.mark)
    }
}

/// Runs the work of a client that needs a runtime, on this thread.
#[cfg(any(feature = "nats", feature = "kafka"))]
pub(super) fn block_on(work: impl Future<Output = Result<(), Trouble>>) -> Result<(), Trouble> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Trouble::Final(error.to_string()))?;
    runtime.block_on(work)
}

/// A message as one line.
pub(super) fn add_line(lines: &mut Vec<u8>, message: &[u8]) {
    let is_break = |byte: u8| byte == b'\n' || byte == b'\r';
    let one = message
        .iter()
        .map(|&byte| if is_break(byte) { b' ' } else { byte });
    lines.extend(one);
    lines.push(b'\n');
}
