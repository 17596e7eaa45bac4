//! The engine in a thread of its own: the next question is prepared while a person reads.

use recto::label::active::Item;
use recto::label::{Chooser, Prepared, Update};
use recto::{Error, Observer, Progress, Run};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::JoinHandle;

/// What the engine is told and asked.
struct Order {
    updates: Vec<Update>,
    avoid: BTreeSet<Item>,
}

/// What came of an order.
pub(super) struct Done {
    pub(super) prepared: Result<Prepared, Error>,
    /// Whether there were answers that it had not known.
    pub(super) is_refitted: bool,
}

/// The engine in its thread.
pub(super) struct Worker {
    orders: Option<Sender<Order>>,
    done: Receiver<Done>,
    is_stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// Stops the engine when the session ends.
struct Stop(Arc<AtomicBool>);

impl Observer for Stop {
    fn on_progress(&self, _: &Progress<'_>) -> bool {
        !self.0.load(Ordering::Relaxed)
    }
}

impl Worker {
    /// Starts the thread.
    pub(super) fn start(
        mut chooser: Chooser,
        seed: u64,
        threads: Option<NonZeroUsize>,
    ) -> std::io::Result<Self> {
        let (orders, incoming) = channel::<Order>();
        let (outgoing, done) = channel();
        let is_stopped = Arc::new(AtomicBool::new(false));
        let stop = Stop(Arc::clone(&is_stopped));
        let work = move || {
            let run = Run::new(seed, &stop);
            let run = threads.map_or(run, |threads| run.with_threads(threads));
            run.install(move || {
                while let Ok(order) = incoming.recv() {
                    let applied = chooser.apply(&order.updates);
                    let prepared = applied.and_then(|()| chooser.prepare(&order.avoid, &run));
                    let is_refitted = !order.updates.is_empty();
                    if outgoing
                        .send(Done {
                            prepared,
                            is_refitted,
                        })
                        .is_err()
                    {
                        break;
                    }
                }
            });
        };
        let thread = std::thread::Builder::new()
            .name("engine".into())
            .spawn(work)?;
        Ok(Self {
            orders: Some(orders),
            done,
            is_stopped,
            thread: Some(thread),
        })
    }

    /// Asks for the next question.
    pub(super) fn order(&self, updates: Vec<Update>, avoid: BTreeSet<Item>) {
        if let Some(orders) = &self.orders {
            // The thread ends only with the session or by a panic, which `take` tells of.
            let _ = orders.send(Order { updates, avoid });
        }
    }

    /// What is done, if anything is.
    pub(super) fn take(&self) -> Option<Done> {
        match self.done.try_recv() {
            Ok(done) => Some(done),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Done {
                prepared: Err(Error::input("the engine stopped; start the session again")),
                is_refitted: false,
            }),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
