//! What the pile is: how much, in which languages, from when, what repeats itself, what could
//! not be read.

use super::{Page, overview};
use crate::calendar::written_day;
use crate::read::body::{CopyGroup, DocumentFacts, Facts, MailThread, PileKind};
use crate::report::number::counted;
use crate::report::{Cell, Column, Kind, Number, Reference, Section, Table};
use recto_text::Language;

/// Groups of copies that are listed.
const COPIES: usize = 12;

/// Labels that are listed.
const LABELS: usize = 12;

/// Threads that are listed.
const THREADS: usize = 20;

/// A line about the whole pile.
pub(super) fn account(facts: &Facts) -> String {
    let n = facts.documents.len();
    let count = |is: fn(&DocumentFacts) -> bool| facts.documents.iter().filter(|d| is(d)).count();
    let messages = count(|one| one.is_message);
    let much = match facts.kind {
        PileKind::Pairs => {
            let summaries = count(|one| one.is_summary);
            format!(
                "{} and {}",
                counted(n - summaries, "document"),
                if summaries == 1 {
                    "a summary".into()
                } else {
                    format!("{} summaries", Number::Count.say(summaries as f64))
                }
            )
        }
        PileKind::Messages => counted(n, "message"),
        PileKind::Mixed => format!(
            "{} and {}",
            counted(n - messages, "document"),
            counted(messages, "message")
        ),
        _ => counted(n, "document"),
    };
    let words = counted(facts.words, "word");
    let mut said = if n == 1 {
        words
    } else {
        format!("{much}, {words}")
    };
    if let Some(dates) = &facts.dates {
        if dates.from == dates.to {
            said += &format!(", {}", written_day(&dates.from));
        } else {
            let (from, to) = (written_day(&dates.from), written_day(&dates.to));
            said += &format!(", {from} to {to}");
        }
    }
    format!("{said}. {}", languages(facts))
}

/// Words that a document has at least whose language can be told for sure.
const LANGUAGE_WORDS: usize = 20;

/// The name of a language.
fn language_name(code: &str) -> &'static str {
    Language::from_code(code).map_or("a language that is not known", |language| language.name)
}

/// The name of the language of a document; `None` where it is too short to tell.
pub(super) fn sure_language(document: &DocumentFacts) -> Option<&'static str> {
    let is_sure = document.words >= LANGUAGE_WORDS;
    is_sure.then(|| language_name(&document.language))
}

/// "English." or "English, but for 3 documents in Danish and German."; "Mostly English." where
/// only texts that are too short to tell seem to be in another language.
fn languages(facts: &Facts) -> String {
    let Some((main, _)) = facts.languages.first() else {
        return String::new();
    };
    let main = language_name(main);
    let sure = facts.documents.iter().filter_map(sure_language);
    let others: Vec<&str> = sure.filter(|name| *name != main).collect();
    if others.is_empty() {
        let mostly = if facts.languages.len() > 1 {
            "Mostly "
        } else {
            ""
        };
        return format!("{mostly}{main}.");
    }
    // Most frequent first, as in all of the pile.
    let frequent = facts.languages.iter().map(|(code, _)| language_name(code));
    let names: Vec<&str> = frequent.filter(|name| others.contains(name)).collect();
    let said = match &names[..] {
        [only] => (*only).to_owned(),
        [one, two] => format!("{one} and {two}"),
        [one, two, more @ ..] => {
            format!("{one}, {two} and {}", counted(more.len(), "more language"))
        }
        [] => String::new(),
    };
    let n_others = counted(others.len(), "document");
    format!("{main}, but for {n_others} in {said}.")
}

impl Page<'_, '_> {
    /// What lies in which folder and from when; nothing where the head says it all.
    pub(super) fn pile_section(&self) -> Option<Section> {
        let facts = &self.body.pile;
        let mut section = Section::new("pile", "The pile");
        if let Some(table) = overview::table(facts) {
            section = section.with(table);
        }
        if !facts.labels.is_empty() {
            section = section.with(labels(facts));
        }
        if !facts.copies.is_empty() {
            section = section.with(self.copies());
        }
        if !facts.threads.is_empty() {
            section = section.with(self.threads());
        }
        let is_empty = section.parts.is_empty();
        (!is_empty).then_some(section)
    }

    /// Documents that nearly repeat another.
    fn copies(&self) -> Table {
        let facts = &self.body.pile;
        let row = |group: &CopyGroup| {
            let exact = group
                .others
                .iter()
                .filter(|(_, is_exact)| *is_exact)
                .count();
            let ids: Vec<&str> = group.others.iter().map(|(id, _)| &**id).collect();
            vec![
                self.opening(self.place_of(&group.id), &group.id),
                crate::made::named(ids.into_iter()).into(),
                (exact as f64).into(),
                ((group.others.len() - exact) as f64).into(),
            ]
        };
        let n: usize = facts.copies.iter().map(|group| group.others.len()).sum();
        let mut groups: Vec<&CopyGroup> = facts.copies.iter().collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.others.len()));
        let more = groups.len().saturating_sub(COPIES);
        let beyond = match more {
            0 => String::new(),
            more => format!(
                " Not listed: {}; the JSON has all.",
                counted(more, "other group")
            ),
        };
        Table {
            caption: format!(
                "{} with the words of another document, or nearly: at least four in five of its \
                 runs of four words.{beyond}",
                counted(n, "document")
            ),
            columns: vec![
                Column::of("First", Kind::File),
                Column::of("Copies", Kind::File),
                Column::number("Same words", Number::Count),
                Column::number("Nearly", Number::Count),
            ],
            rows: groups.into_iter().take(COPIES).map(row).collect(),
        }
    }

    /// Conversations of mailboxes, each a click from its first message.
    fn threads(&self) -> Table {
        let threads = &self.body.pile.threads;
        let row = |thread: &MailThread| {
            let day = |day: &Option<String>| day.as_deref().map_or(Cell::Blank, |day| day.into());
            let name = thread.title.as_deref().unwrap_or(&thread.id);
            vec![
                self.opening(self.place_of(&thread.id), name),
                (thread.documents as f64).into(),
                day(&thread.from),
                day(&thread.to),
            ]
        };
        let messages: usize = threads.iter().map(|thread| thread.documents).sum();
        let beyond = match threads.len().saturating_sub(THREADS) {
            0 => String::new(),
            more => format!(" Not listed: {}; the JSON has all.", counted(more, "other")),
        };
        Table {
            caption: format!(
                "{} in {} of two and more.{beyond}",
                counted(messages, "message"),
                counted(threads.len(), "thread")
            ),
            columns: vec![
                Column::label("Thread"),
                Column::number("Messages", Number::Count),
                Column::label("From"),
                Column::label("To"),
            ],
            rows: threads.iter().take(THREADS).map(row).collect(),
        }
    }

    /// The name of a document, as a link to its first line.
    pub(super) fn opening(&self, place: Option<usize>, name: &str) -> Cell {
        let Some(source) = place else {
            return name.into();
        };
        let text = &self.reading.documents()[source].text;
        let start = text.len() - text.trim_start().len();
        match text[start..].lines().next().map_or(0, str::len) {
            0 => name.into(),
            line => Cell::Linked {
                text: name.into(),
                at: Reference::new(source, start..start + line),
            },
        }
    }
}

fn labels(facts: &Facts) -> Table {
    let all = facts.documents.len() as f64;
    let row = |(label, n): &(String, usize)| {
        vec![
            label.as_str().into(),
            (*n as f64).into(),
            (*n as f64 / all).into(),
        ]
    };
    let beyond = match facts.labels.len().saturating_sub(LABELS) {
        0 => String::new(),
        more => format!(" The JSON also has {}.", counted(more, "rarer label")),
    };
    Table {
        caption: format!("Labels that came with the documents.{beyond}"),
        columns: vec![
            Column::label("Label"),
            Column::number("Documents", Number::Count),
            Column::number("Share", Number::Share),
        ],
        rows: facts.labels.iter().take(LABELS).map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::dates::tests::facts;
    use super::*;

    /// What is said of documents with these languages and numbers of words, English first.
    fn said(documents: &[(&str, usize)]) -> String {
        let mut facts = facts(&vec![None; documents.len()]);
        for (facts, (language, words)) in facts.documents.iter_mut().zip(documents) {
            facts.language = (*language).into();
            facts.words = *words;
        }
        let codes = ["en", "da", "fr", "it"].map(|code| {
            let own = documents.iter().filter(|(language, _)| *language == code);
            (code.to_owned(), own.count())
        });
        facts.languages = codes.into_iter().filter(|(_, n)| *n > 0).collect();
        languages(&facts)
    }

    #[test]
    fn other_languages_are_named_where_texts_are_long_enough_to_tell() {
        assert_eq!(said(&[("en", 5), ("en", 50)]), "English.");
        assert_eq!(
            said(&[("en", 50), ("da", 50), ("it", 5)]),
            "English, but for 1 document in Danish."
        );
        assert_eq!(
            said(&[("en", 50), ("da", 50), ("fr", 60), ("da", 20), ("it", 99)]),
            "English, but for 4 documents in Danish, French and 1 more language."
        );
    }

    #[test]
    fn of_short_messages_only_the_main_language_is_said() {
        assert_eq!(said(&[("en", 5), ("en", 7), ("da", 6)]), "Mostly English.");
    }
}
