//! The state of a session, and what keys do to it.

use super::End;
use super::keys::{self, Command, Panel, Scroll};
use super::list::{Kind, List};
use super::text::in_line;
use super::worker::{Done, Worker};
use crate::label::now;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use recto::label::active::Standing;
use recto::label::agreement::agreement;
use recto::label::{Action, Asked, ItemKey, Prepared, ProjectError, Reply, Session, Why};
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
    worker: Worker,
    pub(super) shown: Option<Shown>,
    ready: VecDeque<Asked>,
    is_ordered: bool,
    order_again: bool,
    /// Whether nothing is left to ask.
    pub(super) is_finished: bool,
    lost: Vec<ItemKey>,
    pub(super) standing: Option<Standing>,
    pub(super) changed: Option<Prepared>,
    pub(super) mode: Mode,
    pub(super) panel: Option<Panel>,
    pub(super) panel_scroll: usize,
    pub(super) message: Message,
    /// What could not be written yet.
    pub(super) unsaved: Option<Deed>,
    pub(super) guidelines: Option<String>,
    pub(super) answers: usize,
    /// Questions of this session, for when they are shown again.
    seen: BTreeMap<ItemKey, Asked>,
    over: Option<bool>,
    looked: Instant,
    is_new: bool,
}

/// The question in view.
pub(super) struct Shown {
    pub(super) asked: Asked,
    since: Instant,
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

/// What is to be written.
#[derive(Clone)]
pub(super) enum Deed {
    Answer {
        asked: Box<Asked>,
        reply: Reply,
        seconds: f64,
        time: i64,
    },
    Undo {
        time: i64,
    },
    Row {
        action: Action,
        said: String,
        time: i64,
    },
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
            panel: None,
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

    fn say(&mut self, text: impl Into<String>) {
        if self.unsaved.is_some() {
            return;
        }
        self.message = Message {
            text: text.into(),
            is_alarm: false,
        };
    }

    /// Says what went wrong; that something is not saved yet is more than anything else.
    fn alarm(&mut self, text: impl Into<String>) {
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
    fn is_idle(&self) -> bool {
        self.ready.len() < AHEAD && !self.is_ordered && !self.is_finished
    }

    /// Questions that are here, shown or waiting.
    fn here(&self) -> Vec<ItemKey> {
        let shown = self.shown.iter().map(|shown| shown.asked.content.key());
        let ready = self.ready.iter().map(|asked| asked.content.key());
        shown
            .chain(ready)
            .chain(self.lost.iter().cloned())
            .collect()
    }

    /// Tells the engine what is new and asks for the next question.
    fn order(&mut self) {
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

    fn take(&mut self, done: Done) {
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

    fn prepared(&mut self, prepared: Prepared, is_refitted: bool) {
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
    fn next(&mut self, prepared: &Prepared) -> Result<Option<Asked>, ProjectError> {
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
    fn advance(&mut self) {
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
    fn is_open(&self, asked: &Asked) -> bool {
        let Why::Chosen(_) = asked.why else {
            return true;
        };
        let judged = self.session.state().item(&asked.content.key());
        let verdict = judged.and_then(|judged| judged.verdict());
        verdict.is_none_or(|verdict| verdict.reply() == Reply::Skip)
    }

    fn show(&mut self, asked: Asked) {
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
    fn show_again(&mut self, key: &ItemKey, why: Why) {
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

    /// Takes a key.
    pub(super) fn press(&mut self, key: &KeyEvent) {
        let is_interrupt =
            key.modifiers.contains(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('c'));
        if is_interrupt {
            self.over = Some(true);
            return;
        }
        match &mut self.mode {
            Mode::Asking => self.press_asking(key),
            Mode::Listing(_) => self.press_listing(key),
            Mode::Typing(_) => self.press_typing(key),
            Mode::Quitting => match key.code {
                KeyCode::Char('y') => self.over = Some(false),
                _ => self.mode = Mode::Asking,
            },
        }
    }

    fn press_asking(&mut self, key: &KeyEvent) {
        if self.unsaved.is_some() {
            return self.press_unsaved(key);
        }
        if key.code == KeyCode::Enter && self.shown.is_some() {
            let rows = self.classes().iter().map(|name| in_line(name)).collect();
            self.mode = Mode::Listing(List::new(Kind::Answer, "which class?", rows));
            return;
        }
        if key.code == KeyCode::Esc {
            self.panel = None;
            return;
        }
        let Some(command) = keys::command(key, self.classes()) else {
            self.say("that key means nothing here; ? shows the keys");
            return;
        };
        self.obey(command);
    }

    /// While something is not saved, nothing else is done.
    fn press_unsaved(&mut self, key: &KeyEvent) {
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => self.mode = Mode::Quitting,
            _ => {
                if let Some(deed) = self.unsaved.take() {
                    self.write(deed);
                }
            }
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Class(class) => self.answer(Reply::Class(class)),
            Command::DontKnow => self.answer(Reply::DontKnow),
            Command::Skip => self.answer(Reply::Skip),
            Command::Undo => self.write(Deed::Undo { time: now() }),
            Command::History => self.list_history(),
            Command::Disputes => self.list_disputes(),
            Command::Comment => match &self.shown {
                Some(shown) => self.type_line(Typed::Comment(shown.asked.content.key())),
                None => self.say("there is no question to comment on"),
            },
            Command::AddClass => self.type_line(Typed::AddClass),
            Command::RenameClass => {
                let rows = self.classes().iter().map(|name| in_line(name)).collect();
                self.mode = Mode::Listing(List::new(Kind::Rename, "rename which class?", rows));
            }
            Command::Panel(panel) => {
                self.panel = (self.panel != Some(panel)).then_some(panel);
                self.panel_scroll = 0;
            }
            Command::ScrollText(scroll) => {
                if let Some(shown) = &mut self.shown {
                    shown.scroll = scrolled(shown.scroll, scroll);
                }
            }
            Command::ScrollPanel(scroll) => {
                self.panel_scroll = scrolled(self.panel_scroll, scroll);
            }
            Command::Quit => self.over = Some(false),
            Command::Interrupt => self.over = Some(true),
            Command::Redraw => {}
        }
    }

    fn answer(&mut self, reply: Reply) {
        let Some(shown) = &self.shown else {
            self.say("the next question is not there yet");
            return;
        };
        let deed = Deed::Answer {
            asked: Box::new(shown.asked.clone()),
            reply,
            seconds: shown.since.elapsed().as_secs_f64(),
            time: now(),
        };
        self.write(deed);
    }

    /// Writes; what cannot be written just now is kept and said.
    fn write(&mut self, deed: Deed) {
        let written = match &deed {
            Deed::Answer {
                asked,
                reply,
                seconds,
                time,
            } => {
                let seconds = (seconds * 10.0).round() / 10.0;
                self.session
                    .answer(asked, *reply, Some(seconds), *time)
                    .map(drop)
            }
            Deed::Undo { time } => return self.undo(*time, deed.clone()),
            Deed::Row { action, time, .. } => self.session.add(action, *time).map(drop),
        };
        match written {
            Ok(()) => self.written(deed),
            Err(error) => self.failed(deed, &error),
        }
    }

    fn failed(&mut self, deed: Deed, error: &ProjectError) {
        if error.is_passing() {
            self.alarm(format!(
                "NOT SAVED: {error}. It is kept here and tried again; any key tries now, q quits"
            ));
            self.unsaved = Some(deed);
        } else {
            self.alarm(error.to_string());
        }
    }

    fn undo(&mut self, time: i64, deed: Deed) {
        match self.session.undo(time) {
            Ok(Some(key)) => {
                self.say(format!("taken back: {}", in_line(&key.to_string())));
                self.is_finished = false;
                self.show_again(&key, Why::Again);
                self.order();
            }
            Ok(None) => self.say("there is nothing to take back"),
            Err(error) => self.failed(deed, &error),
        }
    }

    fn written(&mut self, deed: Deed) {
        match deed {
            Deed::Answer { asked, reply, .. } => {
                self.answers += 1;
                let key = in_line(&asked.content.key().to_string());
                let said = match reply {
                    Reply::Class(class) => in_line(&self.classes()[class]),
                    Reply::DontKnow => "don't know".into(),
                    Reply::Skip => "skipped".into(),
                };
                let guess = self.guess(&asked, reply);
                self.say(format!("saved: {key}: {said}{guess}"));
                self.is_finished = false;
                self.advance();
                self.order();
            }
            Deed::Row { said, .. } => {
                self.say(said);
                self.order();
            }
            Deed::Undo { .. } => {}
        }
    }

    /// What the model had guessed, once there is an answer.
    fn guess(&self, asked: &Asked, reply: Reply) -> String {
        let (Some(posterior), Reply::Class(class)) = (&asked.posterior, reply) else {
            return String::new();
        };
        let best = (0..posterior.len()).max_by(|&a, &b| posterior[a].total_cmp(&posterior[b]));
        let is_even = posterior.windows(2).all(|pair| pair[0] == pair[1]);
        match best {
            Some(best) if !is_even && best != class => {
                let name = self.classes().get(best).map_or("", String::as_str);
                format!(" (the model guessed {})", in_line(name))
            }
            Some(_) if !is_even => " (as the model guessed)".into(),
            _ => String::new(),
        }
    }

    fn list_history(&mut self) {
        let history = self.session.history();
        let row = |(key, said): &(&ItemKey, &recto::label::Said)| {
            let reply = match said.reply {
                Reply::Class(class) => self.classes()[class].as_str(),
                Reply::DontKnow => "don't know",
                Reply::Skip => "skipped",
            };
            in_line(&format!("{reply}: {key}"))
        };
        let rows: Vec<String> = history.iter().map(row).collect();
        let keys = history.iter().map(|(key, _)| (*key).clone()).collect();
        if rows.is_empty() {
            self.say("you have not answered anything yet");
        } else {
            let list = List::new(Kind::History(keys), "your answers; Enter changes one", rows);
            self.mode = Mode::Listing(list);
        }
    }

    fn list_disputes(&mut self) {
        let open = agreement(self.session.state()).open;
        let row = |dispute: &recto::label::agreement::Dispute| {
            let said = dispute
                .classes
                .iter()
                .map(|(who, class)| format!("{who} {class}"));
            in_line(&format!(
                "{}: {}",
                dispute.item,
                said.collect::<Vec<_>>().join(", ")
            ))
        };
        let rows: Vec<String> = open.iter().map(row).collect();
        let keys = open.into_iter().map(|dispute| dispute.item).collect();
        if rows.is_empty() {
            self.say("there are no disagreements to settle");
        } else {
            let list = List::new(
                Kind::Disputes(keys),
                "disagreements; Enter settles one",
                rows,
            );
            self.mode = Mode::Listing(list);
        }
    }

    fn press_listing(&mut self, key: &KeyEvent) {
        let Mode::Listing(list) = &mut self.mode else {
            return;
        };
        match key.code {
            KeyCode::Down | KeyCode::Char('j') => list.go(1),
            KeyCode::Up | KeyCode::Char('k') => list.go(-1),
            KeyCode::PageDown | KeyCode::Char(' ') => list.go(10),
            KeyCode::PageUp => list.go(-10),
            KeyCode::Home => list.go(isize::MIN),
            KeyCode::End => list.go(isize::MAX),
            KeyCode::Enter => self.choose(),
            KeyCode::Char(digit @ '1'..='9') => {
                let at = digit as usize - '1' as usize;
                let is_class = matches!(list.kind, Kind::Answer | Kind::Rename);
                if is_class && at < list.rows.len() {
                    list.chosen = at;
                    self.choose();
                }
            }
            KeyCode::Esc | KeyCode::Char('q' | 'h' | 'x') => self.mode = Mode::Asking,
            _ => {}
        }
    }

    /// Does what the chosen row of a list stands for.
    fn choose(&mut self) {
        let Mode::Listing(list) = std::mem::replace(&mut self.mode, Mode::Asking) else {
            return;
        };
        match list.kind {
            Kind::History(keys) => self.show_again(&keys[list.chosen], Why::Again),
            Kind::Disputes(keys) => self.show_again(&keys[list.chosen], Why::Disputed),
            Kind::Answer => self.answer(Reply::Class(list.chosen)),
            Kind::Rename => self.type_line(Typed::RenameClass(list.chosen)),
        }
    }

    fn type_line(&mut self, what: Typed) {
        let text = match &what {
            Typed::Comment(key) => {
                let judged = self.session.state().item(key);
                let me = &self.session.who().annotator;
                let own = judged.and_then(|judged| {
                    let mut all = judged.comments();
                    all.find(|(who, _)| who == me)
                        .map(|(_, text)| text.to_owned())
                });
                own.unwrap_or_default()
            }
            Typed::AddClass => String::new(),
            Typed::RenameClass(class) => self.classes()[*class].clone(),
        };
        self.mode = Mode::Typing(Typing { what, text });
    }

    fn press_typing(&mut self, key: &KeyEvent) {
        let Mode::Typing(typing) = &mut self.mode else {
            return;
        };
        match key.code {
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                typing.text.clear();
            }
            KeyCode::Char(typed) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
                typing.text.push(typed);
            }
            KeyCode::Backspace => drop(typing.text.pop()),
            KeyCode::Esc => {
                self.mode = Mode::Asking;
                self.say("nothing was changed");
            }
            KeyCode::Enter => self.typed(),
            _ => {}
        }
    }

    fn typed(&mut self) {
        let Mode::Typing(typing) = std::mem::replace(&mut self.mode, Mode::Asking) else {
            return;
        };
        let text = typing.text.trim().to_owned();
        let (action, said) = match typing.what {
            Typed::Comment(item) => (Action::Comment { item, text }, "comment saved".to_owned()),
            Typed::AddClass => {
                let said = format!("class added: {}", in_line(&text));
                (Action::AddClass { name: text }, said)
            }
            Typed::RenameClass(class) => {
                let before = in_line(&self.classes()[class]);
                let said = format!("{before} is now called {}", in_line(&text));
                (Action::RenameClass { class, name: text }, said)
            }
        };
        self.write(Deed::Row {
            action,
            said,
            time: now(),
        });
    }
}

/// A place to scroll to; the drawing keeps it within the text.
fn scrolled(from: usize, by: Scroll) -> usize {
    match by {
        Scroll::Line(n) => from.saturating_add_signed(n),
        Scroll::Page(n) => from.saturating_add_signed(10 * n),
        Scroll::Start => 0,
        Scroll::End => usize::MAX / 2,
    }
}
