//! What keys do.

use super::app::{App, Mode, Typed, Typing};
use super::keys::{self, Command, Panel, Scroll};
use super::list::{Kind, List};
use super::text::in_line;
use super::write::Deed;
use crate::label::now;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use recto::label::agreement::{Dispute, agreement};
use recto::label::{Action, ItemKey, Reply, Said, Why};

impl App {
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

    /// Takes pasted text: a line that is typed takes it; a question does not, as it would be
    /// answered by chance.
    pub(super) fn paste(&mut self, text: &str) {
        match &mut self.mode {
            Mode::Typing(typing) => typing.text.push_str(&in_line(text)),
            _ => self.say("pasted text is left out; c takes it as a comment"),
        }
    }

    pub(super) fn press_asking(&mut self, key: &KeyEvent) {
        if self.unsaved.is_some() {
            return self.press_unsaved(key);
        }
        if key.code == KeyCode::Enter && self.shown.is_some() {
            let rows = self.classes().iter().map(|name| in_line(name)).collect();
            self.mode = Mode::Listing(List::new(Kind::Answer, "which class?", rows));
            return;
        }
        if key.code == KeyCode::Esc {
            if let Some(panel) = self.panel {
                self.toggle(panel);
            }
            return;
        }
        let Some(command) = keys::command(key, self.classes()) else {
            self.say("that key means nothing here; ? shows the keys");
            return;
        };
        self.obey(command);
    }

    /// While something is not saved, nothing else is done.
    pub(super) fn press_unsaved(&mut self, key: &KeyEvent) {
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => self.mode = Mode::Quitting,
            _ => {
                if let Some(deed) = self.unsaved.take() {
                    self.write(deed);
                }
            }
        }
    }

    pub(super) fn obey(&mut self, command: Command) {
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
            Command::Panel(panel) => self.toggle(panel),
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

    /// Opens a panel, or closes it; guidelines stay below the question until they are closed
    /// themselves.
    fn toggle(&mut self, panel: Panel) {
        let is_shown = self.panel == Some(panel);
        if panel == Panel::Guidelines {
            self.resting = (!is_shown).then_some(panel);
        }
        self.panel = if is_shown { self.resting } else { Some(panel) };
        self.panel_scroll = 0;
    }

    pub(super) fn list_history(&mut self) {
        let history = self.session.history();
        let row = |(key, said): &(&ItemKey, &Said)| {
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

    pub(super) fn list_disputes(&mut self) {
        let open = agreement(self.session.state()).open;
        let row = |dispute: &Dispute| {
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

    pub(super) fn press_listing(&mut self, key: &KeyEvent) {
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
    pub(super) fn choose(&mut self) {
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

    pub(super) fn type_line(&mut self, what: Typed) {
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

    pub(super) fn press_typing(&mut self, key: &KeyEvent) {
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

    pub(super) fn typed(&mut self) {
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
