//! A session as lines of a terminal.

use super::app::{App, Mode, Shown, Typed};
use super::keys::{COMMANDS, Panel, letters};
use super::list::List;
use super::text::{CLOSE, OPEN, cut, in_line, width, wrap};
use super::words;
use recto::label::agreement::agreement;
use recto::label::page::{accuracy, advice, points};
use recto::label::{Content, Why};
use recto::report::Number;

/// How a piece of a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Strong,
    Marked,
    Chosen,
    Soft,
    Alarm,
}

/// A line in pieces.
type Line = Vec<(Style, String)>;

/// What a terminal shows.
pub(super) struct Frame {
    pub(super) lines: Vec<Line>,
    /// Column and row of the cursor, while a line is typed.
    pub(super) cursor: Option<(usize, usize)>,
}

/// Rows below which the footer gives up lines.
const LOW: usize = 12;

/// Rows of the question that the list of keys leaves in view.
const FEWEST_ROWS: usize = 3;

fn one(style: Style, text: impl Into<String>) -> Line {
    vec![(style, text.into())]
}

impl App {
    /// The session on a terminal of this size.
    pub(super) fn frame(&self, columns: usize, rows: usize) -> Frame {
        let mut footer = self.footer(columns, rows);
        footer.truncate(rows.saturating_sub(2));
        let room = rows - footer.len().min(rows);
        let mut lines = vec![one(Style::Soft, cut(&self.header(), columns))];
        let body = room.saturating_sub(1);
        lines.extend(match &self.mode {
            Mode::Listing(list) => listed(list, columns, body),
            _ => self.body(columns, body),
        });
        lines.resize(room.max(1), Line::new());
        let first_of_footer = lines.len();
        lines.extend(footer);
        lines.truncate(rows);
        let cursor = match &self.mode {
            Mode::Typing(_) => {
                let column = lines
                    .get(first_of_footer + 1)
                    .map(|line| line.iter().map(|(_, text)| width(text)).sum::<usize>());
                let column = column.unwrap_or(0).min(columns.saturating_sub(1));
                Some((column, (first_of_footer + 1).min(rows.saturating_sub(1))))
            }
            _ => None,
        };
        Frame { lines, cursor }
    }

    fn header(&self) -> String {
        let name = self.session.project().path().file_name();
        let name = name.map(|name| name.to_string_lossy().into_owned());
        let saved = if self.unsaved.is_some() {
            "ONE ANSWER NOT SAVED"
        } else {
            "all saved"
        };
        let accuracy = match self
            .standing
            .as_ref()
            .and_then(|standing| standing.accuracy.as_ref())
        {
            Some(found) => format!(
                " | accuracy {} ({})",
                Number::Share.say(found.estimate),
                Number::Share.interval(found.low, found.high)
            ),
            None => String::new(),
        };
        let stop = self
            .standing
            .as_ref()
            .is_some_and(|standing| standing.advice.stop);
        let stop = if stop {
            " | you can stop: i says why"
        } else {
            ""
        };
        in_line(&format!(
            "{} | {} | answers: {}, {saved}{accuracy}{stop}",
            name.unwrap_or_default(),
            self.session.who().annotator,
            self.session.history().len(),
        ))
    }

    /// The question with the panel below it.
    fn body(&self, columns: usize, rows: usize) -> Vec<Line> {
        let panel = self
            .panel
            .map(|panel| (panel, self.panel_text(panel, columns)));
        let half = panel.as_ref().map_or(0, |(panel, (_, lines))| {
            // Keys are looked up, not read beside the question.
            let most = if *panel == Panel::Help {
                rows.saturating_sub(FEWEST_ROWS)
            } else {
                rows / 2
            };
            (lines.len() + 1).min(most)
        });
        let mut lines = match &self.shown {
            Some(shown) => question(shown, columns, rows - half),
            None if self.is_finished => vec![
                Line::new(),
                one(Style::Strong, cut("Everything was asked.", columns)),
                one(
                    Style::Plain,
                    cut("u takes an answer back, h changes one, q ends.", columns),
                ),
            ],
            None => vec![
                Line::new(),
                one(Style::Plain, "The next question is being prepared …"),
            ],
        };
        lines.truncate(rows - half);
        if let Some((_, (title, text))) = panel {
            lines.resize(rows - half, Line::new());
            lines.extend(self.panel_lines(title, &text, columns, half));
        }
        lines
    }

    /// The title of a panel and its text in lines.
    fn panel_text(&self, panel: Panel, columns: usize) -> (&'static str, Vec<String>) {
        let (title, text) = match panel {
            Panel::Guidelines => (
                "guidelines",
                self.guidelines.clone().unwrap_or_else(|| {
                    "There are none. --guidelines FILE brings them along.".into()
                }),
            ),
            Panel::Why => (
                "why this question",
                match &self.shown {
                    Some(shown) => words::why(&shown.asked, self.classes()),
                    None => "There is no question.".into(),
                },
            ),
            Panel::Changed => (
                "what the last answer changed",
                match &self.changed {
                    Some(prepared) => words::changed(prepared, self.classes()),
                    None => "Nothing was answered in this session yet.".into(),
                },
            ),
            Panel::Standing => ("how far it is", self.standing_text()),
            Panel::Help => ("keys", help()),
        };
        (title, wrap(&text, columns))
    }

    /// A panel in `rows` lines: its heading, which says where the text goes on, and the text.
    fn panel_lines(&self, title: &str, text: &[String], columns: usize, rows: usize) -> Vec<Line> {
        let height = rows.saturating_sub(1);
        let first = self.panel_scroll.min(text.len().saturating_sub(height));
        let last = (first + height).min(text.len());
        let heading = if text.len() > height {
            let n = text.len();
            format!(
                "── {title} (lines {} to {last} of {n}; [ ] scroll) ",
                first + 1
            )
        } else {
            format!("── {title} ")
        };
        let rule = "─".repeat(columns.saturating_sub(width(&heading)));
        let heading = one(Style::Soft, cut(&format!("{heading}{rule}"), columns));
        let shown = text[first..last].iter().cloned();
        let lines = std::iter::once(heading).chain(shown.map(|line| one(Style::Plain, line)));
        lines.take(rows).collect()
    }

    fn standing_text(&self) -> String {
        let Some(standing) = &self.standing else {
            return "Not known yet.".into();
        };
        let gain = match standing.gain_of_fifty {
            Some(gain) => points(gain),
            None => "too early to tell".into(),
        };
        let unknown = match standing.dont_know {
            Some(share) => format!(
                "\nWords answered with don't know: {}",
                Number::Share.say(share)
            ),
            None => String::new(),
        };
        format!(
            "Accuracy: {}\nAdvice: {}\nFifty more answers: {gain}\nSo far: {} documents and {} \
             words with a class, at a cost of {}{unknown}{}",
            accuracy(standing),
            advice(standing),
            standing.documents,
            standing.words,
            standing.cost,
            words::agreed(&agreement(self.session.state()).pairs)
        )
    }

    /// What can be pressed, and what was done.
    fn footer(&self, columns: usize, rows: usize) -> Vec<Line> {
        let rule = one(Style::Soft, "─".repeat(columns));
        let mut lines = vec![rule];
        match &self.mode {
            Mode::Typing(typing) => {
                let what = match &typing.what {
                    Typed::Comment(_) => "comment",
                    Typed::AddClass => "new class",
                    Typed::RenameClass(_) => "new name",
                };
                // The end of a long line stays in view.
                let room = columns.saturating_sub(what.len() + 3);
                let mut text = recto_report::text::visible(&typing.text);
                while width(&text) > room {
                    text.remove(0);
                }
                lines.push(vec![
                    (Style::Strong, cut(&format!("{what}: "), columns)),
                    (Style::Plain, text),
                ]);
                lines.push(one(Style::Soft, cut("Enter saves, Esc leaves it", columns)));
            }
            Mode::Listing(_) => {
                lines.push(one(
                    Style::Soft,
                    cut("↑ ↓ choose, Enter takes, Esc goes back", columns),
                ));
            }
            Mode::Quitting => {
                let text = "One answer is NOT SAVED. Quit and lose it? y quits, any other key goes \
                            back";
                lines.extend(
                    wrap(text, columns)
                        .into_iter()
                        .map(|line| one(Style::Alarm, line)),
                );
            }
            Mode::Asking => {
                if self.shown.is_some() {
                    lines.extend(self.choices(columns));
                }
            }
        }
        let style = if self.message.is_alarm {
            Style::Alarm
        } else {
            Style::Plain
        };
        let said = wrap(&self.message.text, columns);
        let most = if self.message.is_alarm { 4 } else { 1 };
        if !said.is_empty() && !matches!(self.mode, Mode::Typing(_)) {
            lines.extend(said.into_iter().take(most).map(|line| one(style, line)));
        } else if rows >= LOW {
            lines.push(Line::new());
        }
        if rows >= LOW {
            lines.push(one(Style::Soft, hints(columns)));
        }
        lines
    }

    /// The classes with their keys.
    fn choices(&self, columns: usize) -> Vec<Line> {
        let letters = letters(self.classes());
        let named = self.classes().iter().zip(letters).enumerate();
        let mut parts: Vec<String> = named
            .map(|(at, (name, letter))| {
                let name = in_line(name);
                match (at, letter) {
                    (0..9, Some(letter)) => format!("[{}] {name} ({letter})", at + 1),
                    (0..9, None) => format!("[{}] {name}", at + 1),
                    (_, Some(letter)) => format!("[{letter}] {name}"),
                    _ => format!("[Enter] {name}"),
                }
            })
            .collect();
        parts.push("[0] don't know".into());
        parts.push("[s] skip".into());
        flow(&parts, columns)
            .into_iter()
            .map(|line| one(Style::Strong, line))
            .collect()
    }
}

/// Parts side by side, in as many lines as they need.
fn flow(parts: &[String], columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        let part = cut(part, columns);
        match lines.last_mut() {
            Some(line) if width(line) + 3 + width(&part) <= columns => {
                line.push_str("   ");
                line.push_str(&part);
            }
            _ => lines.push(part),
        }
    }
    lines
}

/// As many keys as fit.
fn hints(columns: usize) -> String {
    let order = ["?", "u", "q", "h", "c", "g", "w", "i", "l", "a", "r", "x"];
    let mut text = String::new();
    for key in order {
        let row = COMMANDS.iter().find(|(own, ..)| own.to_string() == key);
        let Some((key, _, name, _)) = row else {
            continue;
        };
        let part = format!("{}{key} {name}", if text.is_empty() { "" } else { "  " });
        if width(&text) + width(&part) <= columns {
            text.push_str(&part);
        }
    }
    text
}

fn help() -> String {
    let mut text = String::from(
        "1 to 9, or the letter beside a class: answer with it\nEnter: choose a class from a list\n",
    );
    for (key, _, _, what) in COMMANDS.iter().filter(|(key, ..)| *key != 'd') {
        text += &format!("{key}: {what}\n");
    }
    text += "↑ ↓ j k, space, PgUp PgDn: scroll the text\n[ ]: scroll what is shown below it\n\
             Esc: close what is shown below\nEvery answer is on the disk before the next question.";
    text
}

/// The question in view.
fn question(shown: &Shown, columns: usize, rows: usize) -> Vec<Line> {
    let asked = &shown.asked;
    let again = match asked.why {
        Why::Again => " (asked again)",
        Why::Disputed => " (to settle)",
        Why::Shared => " (asked of everybody)",
        Why::Chosen(_) => "",
    };
    let title = match &asked.content {
        Content::Document { id, title, .. } => {
            let title = title.as_ref().map(|title| format!(": {title}"));
            format!("Document {id}{}{again}", title.unwrap_or_default())
        }
        Content::Word {
            word, documents, ..
        } => {
            let plural = if *documents == 1 { "" } else { "s" };
            format!("Word {OPEN}{word}{CLOSE} in {documents} document{plural}{again}")
        }
    };
    let mut lines = vec![one(Style::Strong, cut(&in_line(&title), columns))];
    let room = rows.saturating_sub(lines.len());
    let wrapped = shown.lines_at(columns);
    let overflow = wrapped.len() > room;
    let height = if overflow {
        room.saturating_sub(1)
    } else {
        room
    };
    let first = shown.scroll.min(wrapped.len().saturating_sub(height));
    lines.extend(
        wrapped
            .iter()
            .skip(first)
            .take(height)
            .map(|line| marked(line)),
    );
    if overflow && room > 0 {
        let text = format!(
            "lines {} to {} of {}; ↓ ↑ space scroll",
            first + 1,
            (first + height).min(wrapped.len()),
            wrapped.len()
        );
        lines.push(one(Style::Soft, cut(&text, columns)));
    }
    lines
}

impl Shown {
    /// The text in lines of this width, made once.
    fn lines_at(&self, columns: usize) -> std::cell::Ref<'_, Vec<String>> {
        let is_made = self
            .lines
            .borrow()
            .as_ref()
            .is_some_and(|(own, _)| *own == columns);
        if !is_made {
            *self.lines.borrow_mut() = Some((columns, content(&self.asked.content, columns)));
        }
        std::cell::Ref::map(self.lines.borrow(), |made| {
            made.as_ref()
                .map(|(_, lines)| lines)
                .expect("it was just made")
        })
    }
}

fn content(content: &Content, columns: usize) -> Vec<String> {
    match content {
        Content::Document { text, .. } => wrap(text, columns),
        Content::Word { quotes, word, .. } => {
            let mut lines = wrap(
                &format!("If a document has “{word}”, which class is likelier?"),
                columns,
            );
            if quotes.is_empty() {
                lines.push("(no sentences at hand)".into());
            }
            for quote in quotes {
                let (before, rest) = quote.text.split_at(quote.word.start);
                let (word, after) = rest.split_at(quote.word.end - quote.word.start);
                let sentence = in_line(&format!("{before}{OPEN}{word}{CLOSE}{after}"));
                lines.push(String::new());
                lines.extend(wrap(&sentence, columns));
            }
            lines
        }
    }
}

/// A line with what stands between marks drawn as marked.
fn marked(line: &str) -> Line {
    let (Some(open), Some(close)) = (line.find(OPEN), line.find(CLOSE)) else {
        return one(Style::Plain, line);
    };
    if close < open {
        return one(Style::Plain, line);
    }
    let end = close + CLOSE.len_utf8();
    vec![
        (Style::Plain, line[..open].to_owned()),
        (Style::Marked, line[open..end].to_owned()),
        (Style::Plain, line[end..].to_owned()),
    ]
}

fn listed(list: &List, columns: usize, rows: usize) -> Vec<Line> {
    let mut lines = vec![one(Style::Strong, cut(list.title, columns))];
    let height = rows.saturating_sub(1);
    let first = list.first(height);
    for (at, row) in list.rows.iter().enumerate().skip(first).take(height) {
        let is_chosen = at == list.chosen;
        let sign = if is_chosen { "> " } else { "  " };
        let style = if is_chosen {
            Style::Chosen
        } else {
            Style::Plain
        };
        lines.push(one(style, cut(&format!("{sign}{row}"), columns)));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::worker::Worker;
    use super::*;
    use crossterm::event::{KeyCode, KeyEvent};
    use recto::label::{Session, Setup, Who};
    use recto::{Attachment, Run, Silent};
    use recto_testing::Scratch;

    fn app(scratch: &Scratch) -> App {
        let text = |n: usize| {
            format!(
                "{n} 網は強い and e\u{301}tat \u{1b}[2J; {}",
                "long ".repeat(90)
            )
        };
        let pile = (0..30).map(|n| (format!("d{n}"), text(n))).collect();
        let setup = Setup {
            classes: [
                "a class with a long name",
                "網",
                "third",
                "d",
                "e",
                "f",
                "g",
                "h",
                "i",
                "j",
            ]
            .map(String::from)
            .to_vec(),
            guidelines: Some(Attachment {
                label: "guide.md".into(),
                bytes: "Judge the thing. ".repeat(40).into(),
            }),
            ..Setup::default()
        };
        let who = Who {
            annotator: "ada".into(),
            session: "one".into(),
        };
        let run = Run::new(0, &Silent);
        let made = Session::create(&scratch.path("p"), &pile, &setup, who, 0, &run);
        let (session, chooser, _) = made.expect("a project");
        let worker = Worker::start(chooser, 0, None).expect("a thread");
        App::new(session, worker).expect("a session")
    }

    #[test]
    fn every_frame_fits_its_terminal_whatever_was_pressed() {
        let scratch = Scratch::new();
        let mut app = app(&scratch);
        app.begin();
        while app.shown.is_none() {
            app.tick();
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        for key in "gwil?h"
            .chars()
            .chain("1c\tü網".chars())
            .chain("\nrx2?".chars())
        {
            let code = match key {
                '\n' => KeyCode::Enter,
                '\t' => KeyCode::Backspace,
                key => KeyCode::Char(key),
            };
            app.press(&KeyEvent::from(code));
            app.tick();
            for columns in (1..60).step_by(7) {
                for rows in 1..26 {
                    let frame = app.frame(columns, rows);
                    assert!(
                        frame.lines.len() <= rows,
                        "{columns} x {rows} after {key:?}"
                    );
                    for line in &frame.lines {
                        let used: usize = line.iter().map(|(_, text)| width(text)).sum();
                        // A wide character needs two columns.
                        assert!(
                            used <= columns.max(2),
                            "{columns} x {rows} after {key:?}: {line:?}"
                        );
                        let is_clean = line
                            .iter()
                            .all(|(_, text)| !text.chars().any(char::is_control));
                        assert!(is_clean, "{line:?}");
                    }
                }
            }
        }
    }
}
