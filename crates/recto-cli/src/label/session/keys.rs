//! What keys mean.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key asks for while a question is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Command {
    Class(usize),
    DontKnow,
    Skip,
    Undo,
    History,
    Disputes,
    Comment,
    AddClass,
    RenameClass,
    Panel(Panel),
    ScrollText(Scroll),
    ScrollPanel(Scroll),
    Quit,
    Interrupt,
    Redraw,
}

/// What stands below the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Panel {
    Guidelines,
    Why,
    Standing,
    Changed,
    Help,
}

/// How far to scroll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scroll {
    Line(isize),
    Page(isize),
    Start,
    End,
}

/// Keys that are commands, what they are called, and what they do.
pub(super) const COMMANDS: [(char, Command, &str, &str); 15] = [
    ('s', Command::Skip, "skip", "leave the question for later"),
    (
        'd',
        Command::DontKnow,
        "don't know",
        "as 0: nobody can tell; it is not asked again",
    ),
    ('u', Command::Undo, "undo", "take your last answer back"),
    (
        'h',
        Command::History,
        "history",
        "your answers, to change one",
    ),
    (
        'x',
        Command::Disputes,
        "settle",
        "what annotators disagree about",
    ),
    (
        'c',
        Command::Comment,
        "comment",
        "write a remark on this question",
    ),
    ('a', Command::AddClass, "add class", "add a class"),
    (
        'r',
        Command::RenameClass,
        "rename",
        "give a class another name",
    ),
    (
        'g',
        Command::Panel(Panel::Guidelines),
        "guide",
        "show or hide the guidelines",
    ),
    (
        'w',
        Command::Panel(Panel::Why),
        "why",
        "why this question is asked",
    ),
    (
        'l',
        Command::Panel(Panel::Changed),
        "last",
        "what the last answer changed",
    ),
    (
        'i',
        Command::Panel(Panel::Standing),
        "info",
        "accuracy, when to stop, what more brings",
    ),
    (
        '?',
        Command::Panel(Panel::Help),
        "help",
        "show or hide the keys",
    ),
    (
        'q',
        Command::Quit,
        "quit",
        "end; every answer is saved already",
    ),
    (
        '0',
        Command::DontKnow,
        "don't know",
        "nobody can tell; it is not asked again",
    ),
];

/// Letters that scroll.
const SCROLLS: [char; 2] = ['j', 'k'];

/// The letter that stands for each class beside its number: the first of its name, where no
/// other class and no command has it.
pub(super) fn letters(classes: &[String]) -> Vec<Option<char>> {
    let first = |name: &String| {
        let letter = name.chars().next()?.to_lowercase().next()?;
        letter.is_alphabetic().then_some(letter)
    };
    let all: Vec<Option<char>> = classes.iter().map(first).collect();
    let is_free = |letter: &char| {
        let is_command = COMMANDS.iter().any(|(key, ..)| key == letter);
        let named = all.iter().filter(|other| **other == Some(*letter)).count();
        !is_command && !SCROLLS.contains(letter) && named == 1
    };
    all.iter().map(|letter| letter.filter(is_free)).collect()
}

/// What a key means; `None` if nothing.
pub(super) fn command(key: &KeyEvent, classes: &[String]) -> Option<Command> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c' | 'd') => Some(Command::Interrupt),
            KeyCode::Char('z') => Some(Command::Undo),
            KeyCode::Char('l') => Some(Command::Redraw),
            _ => None,
        };
    }
    let page = |n| Some(Command::ScrollText(Scroll::Page(n)));
    let line = |n| Some(Command::ScrollText(Scroll::Line(n)));
    match key.code {
        KeyCode::Down => line(1),
        KeyCode::Up => line(-1),
        KeyCode::PageDown => page(1),
        KeyCode::PageUp => page(-1),
        KeyCode::Home => Some(Command::ScrollText(Scroll::Start)),
        KeyCode::End => Some(Command::ScrollText(Scroll::End)),
        KeyCode::Backspace => Some(Command::Undo),
        KeyCode::Char(typed) => letter(typed, classes),
        _ => None,
    }
}

fn letter(typed: char, classes: &[String]) -> Option<Command> {
    if let Some(digit @ 1..) = typed.to_digit(10) {
        let class = digit as usize - 1;
        return (class < classes.len()).then_some(Command::Class(class));
    }
    let named = COMMANDS.iter().find(|(key, ..)| *key == typed);
    let scroll = match typed {
        ' ' => Some(Command::ScrollText(Scroll::Page(1))),
        'j' => Some(Command::ScrollText(Scroll::Line(1))),
        'k' => Some(Command::ScrollText(Scroll::Line(-1))),
        // A panel may be two lines high: a page of text would skip some.
        ']' => Some(Command::ScrollPanel(Scroll::Line(2))),
        '[' => Some(Command::ScrollPanel(Scroll::Line(-2))),
        _ => None,
    };
    let class = || letters(classes).iter().position(|own| *own == Some(typed));
    let named = named.map(|(_, command, ..)| *command);
    named.or(scroll).or_else(|| class().map(Command::Class))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(typed: char, classes: &[&str]) -> Option<Command> {
        let classes: Vec<String> = classes.iter().map(|name| (*name).into()).collect();
        command(&KeyEvent::from(KeyCode::Char(typed)), &classes)
    }

    #[test]
    fn a_class_has_its_number_and_its_letter_where_that_is_free() {
        let classes = ["neg", "pos", "spam", "Other", "old"];
        assert_eq!(press('2', &classes), Some(Command::Class(1)));
        assert_eq!(press('p', &classes), Some(Command::Class(1)));
        assert_eq!(
            press('s', &classes),
            Some(Command::Skip),
            "a command comes first"
        );
        assert_eq!(press('o', &classes), None, "two classes begin so");
        assert_eq!(press('6', &classes), None);
        assert_eq!(press('0', &classes), Some(Command::DontKnow));
    }

    #[test]
    fn no_two_commands_share_a_key() {
        for (at, (key, ..)) in COMMANDS.iter().enumerate() {
            assert!(!SCROLLS.contains(key));
            assert!(
                COMMANDS[..at].iter().all(|(other, ..)| other != key),
                "{key}"
            );
        }
    }
}
