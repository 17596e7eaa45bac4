//! The state of a session, and what keys do to it.

use super::End;
use super::keys::Panel;
use super::list::List;
use super::worker::{Done, Worker};
use super::write::Deed;
use crate::label::now;
use recto::label::active::Standing;
use recto::label::{Asked, ItemKey, Prepared, ProjectError, Reply, Session, Why};
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

/// How often a write that failed is tried again, and the file is looked at for what others
/// wrote.
const PAUSE: Duration = Duration::from_secs(2);

/// Questions that wait while one is shown.
const AHEAD: usize = 1;

/// A session.
pub(super) struct App {
    pub(super) session: Session,
    pub(super) worker: Worker,
    pub(super) shown: Option<Shown>,
    pub(super) ready: VecDeque<Asked>,
    pub(super) is_ordered: bool,
    pub(super) order_again: bool,
    /// Whether nothing is left to ask.
    pub(super) is_finished: bool,
    pub(super) lost: Vec<ItemKey>,
    pub(super) standing: Option<Standing>,
    pub(super) changed: Option<Prepared>,
    pub(super) mode: Mode,
    pub(super) panel: Option<Panel>,
    /// What is shown below the question while nothing else is asked for.
    pub(super) resting: Option<Panel>,
    pub(super) panel_scroll: usize,
    pub(super) message: Message,
    /// What could not be written yet.
    pub(super) unsaved: Option<Deed>,
    pub(super) guidelines: Option<String>,
    pub(super) answers: usize,
    /// Questions of this session, for when they are shown again.
    pub(super) seen: BTreeMap<ItemKey, Asked>,
    pub(super) over: Option<bool>,
    pub(super) looked: Instant,
    pub(super) is_new: bool,
}

/// The question in view.
pub(super) struct Shown {
    pub(super) asked: Asked,
    pub(super) since: Instant,
    pub(super) scroll: usize,
    /// Its lines at a width.
    pub(super) lines: RefCell<Option<(usize, Vec<String>)>>,
}

/// What keys go to.
pub(super) enum Mode {
    Asking,
    Listing(List),
    Typing(Typing),
    /// Quitting would lose what could not be written.
    Quitting,
}

/// A line that is typed.
pub(super) struct Typing {
    pub(super) what: Typed,
    pub(super) text: String,
}

/// What a line is for.
pub(super) enum Typed {
    Comment(ItemKey),
    AddClass,
    RenameClass(usize),
}

/// What is said below the question.
#[derive(Default)]
pub(super) struct Message {
    pub(super) text: String,
    pub(super) is_alarm: bool,
}

impl App {
    pub(super) fn new(session: Session, worker: Worker) -> Result<Self, ProjectError> {
        let guidelines = session.guidelines()?;
        let guidelines = guidelines.map(|file| String::from_utf8_lossy(&file.bytes).into_owned());
        Ok(Self {
            worker,
            shown: None,
            ready: VecDeque::new(),
            is_ordered: false,
            order_again: false,
            is_finished: false,
            lost: Vec::new(),
            standing: None,
            changed: None,
            mode: Mode::Asking,
            panel: guidelines.as_ref().map(|_| Panel::Guidelines),
            resting: guidelines.as_ref().map(|_| Panel::Guidelines),
            panel_scroll: 0,
            message: Message::default(),
            unsaved: None,
            guidelines,
            answers: 0,
            seen: BTreeMap::new(),
            over: None,
            looked: Instant::now(),
            is_new: true,
            session,
        })
    }

    /// Asks for the first question.
    pub(super) fn begin(&mut self) {
        self.order();
    }

    /// Names of the classes.
    pub(super) fn classes(&self) -> &[String] {
        self.session.state().classes()
    }

    /// Whether the screen must be drawn before another key is taken: what was seen and what
    /// is answered must be the same.
    pub(super) fn needs_drawing(&self) -> bool {
        self.is_new
    }

    /// Whether it is over, and if so whether by Ctrl-C.
    pub(super) fn is_over(&self) -> Option<bool> {
        self.over
    }

    /// How it ended.
    pub(super) fn end(&self, is_interrupted: bool) -> End {
        let lost = self.unsaved.as_ref().map(|_| self.message.text.clone());
        End {
            is_interrupted,
            lost,
        }
    }

    /// Lets go of questions; returns how many answers were given.
    pub(super) fn finish(mut self) -> usize {
        // Reservations end by themselves where this fails.
        let _ = self.session.release(&[]);
        self.answers
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        if self.unsaved.is_some() {
            return;
        }
        self.message = Message {
            text: text.into(),
            is_alarm: false,
        };
    }

    /// Says what went wrong; that something is not saved yet is more than anything else.
    pub(super) fn alarm(&mut self, text: impl Into<String>) {
        if self.unsaved.is_some() {
            return;
        }
        self.message = Message {
            text: text.into(),
            is_alarm: true,
        };
    }

    /// Takes what the engine has done, and tries again what failed; whether anything changed.
    pub(super) fn tick(&mut self) -> bool {
        let mut is_changed = std::mem::take(&mut self.is_new);
        while let Some(done) = self.worker.take() {
            self.take(done);
            is_changed = true;
            if !self.is_ordered {
                break;
            }
        }
        if self.looked.elapsed() > PAUSE {
            self.looked = Instant::now();
            if let Some(deed) = self.unsaved.take() {
                self.write(deed);
                is_changed = true;
            } else {
                let read = self.session.project_mut().refresh();
                if read.is_ok_and(|new| new > 0) || self.is_idle() {
                    self.order();
                    is_changed = true;
                }
            }
        }
        is_changed
    }

    /// Whether a question is missing and nobody is at it, as after a write that failed.
    pub(super) fn is_idle(&self) -> bool {
        self.ready.len() < AHEAD && !self.is_ordered && !self.is_finished
    }

    /// Questions that are here, shown or waiting.
    pub(super) fn here(&self) -> Vec<ItemKey> {
        let shown = self.shown.iter().map(|shown| shown.asked.content.key());
        let ready = self.ready.iter().map(|asked| asked.content.key());
        shown
            .chain(ready)
            .chain(self.lost.iter().cloned())
            .collect()
    }

    /// Tells the engine what is new and asks for the next question.
    pub(super) fn order(&mut self) {
        if self.is_ordered {
            self.order_again = true;
            return;
        }
        match self.session.avoid(&self.here(), now()) {
            Ok(avoid) => {
                let updates = self.session.updates();
                self.worker.order(updates, avoid);
                self.is_ordered = true;
                self.order_again = false;
            }
            Err(error) => self.alarm(error.to_string()),
        }
    }

    pub(super) fn take(&mut self, done: Done) {
        self.is_ordered = false;
        match done.prepared {
            Ok(prepared) => self.prepared(prepared, done.is_refitted),
            Err(recto::Error::Cancelled(_)) => {}
            Err(error) => self.alarm(error.to_string()),
        }
        if self.order_again {
            self.order();
        }
    }

    pub(super) fn prepared(&mut self, prepared: Prepared, is_refitted: bool) {
        self.standing = Some(prepared.standing.clone());
        if self.ready.len() < AHEAD || self.shown.is_none() {
            match self.next(&prepared) {
                Ok(next) => self.ready.extend(next),
                Err(error) => self.alarm(error.to_string()),
            }
        }
        if is_refitted {
            self.changed = Some(prepared);
        }
        if self.shown.is_none() {
            self.advance();
        }
    }

    /// A question to come: one for everybody, or the one that the engine chose.
    pub(super) fn next(&mut self, prepared: &Prepared) -> Result<Option<Asked>, ProjectError> {
        if let Some(shared) = self.session.shared_question(&self.here()) {
            return Ok(Some(shared));
        }
        self.is_finished = prepared.question.is_none();
        let taken = self.session.take(prepared, now())?;
        if let (None, Some((_, content))) = (&taken, &prepared.question) {
            // Somebody else was faster.
            self.lost.push(content.key());
            self.order_again = true;
        } else {
            self.lost.clear();
        }
        Ok(taken)
    }

    /// Shows the next question that is still open, and has another prepared.
    pub(super) fn advance(&mut self) {
        self.shown = None;
        while let Some(asked) = self.ready.pop_front() {
            if self.is_open(&asked) {
                self.show(asked);
                break;
            }
        }
        if self.ready.len() < AHEAD && !self.is_finished {
            self.order();
        }
    }

    /// Whether nobody answered it while it waited.
    pub(super) fn is_open(&self, asked: &Asked) -> bool {
        let Why::Chosen(_) = asked.why else {
            return true;
        };
        let judged = self.session.state().item(&asked.content.key());
        let verdict = judged.and_then(|judged| judged.verdict());
        verdict.is_none_or(|verdict| verdict.reply() == Reply::Skip)
    }

    pub(super) fn show(&mut self, asked: Asked) {
        let first = self.seen.entry(asked.content.key());
        first.or_insert_with(|| asked.clone());
        self.shown = Some(Shown {
            asked,
            since: Instant::now(),
            scroll: 0,
            lines: RefCell::new(None),
        });
        self.panel_scroll = 0;
        self.is_new = true;
    }

    /// Shows something that was answered before; what was in view comes after it.
    pub(super) fn show_again(&mut self, key: &ItemKey, why: Why) {
        let asked = match self.seen.get(key) {
            // With its sentences, and how it was drawn.
            Some(seen) => Some(Asked {
                why,
                ..seen.clone()
            }),
            None => self.session.again(key, why),
        };
        let Some(asked) = asked else {
            self.alarm(format!("{key}: no longer there"));
            return;
        };
        if let Some(shown) = self.shown.take() {
            self.ready.push_front(shown.asked);
        }
        self.show(asked);
    }
}
