//! What the pile is: how much, in which languages, from when, what repeats itself, what could
//! not be read.

use super::{Page, counted};
use crate::calendar::Spans;
use crate::read::body::{CopyGroup, DocumentFacts, Facts, MailThread, PileKind};
use crate::report::{Cell, Column, Kind, Matrix, Number, Reference, Section, Table};
use recto_text::Language;
use rustc_hash::FxHashMap;

/// Groups of copies that are listed.
const COPIES: usize = 12;

/// Threads that are listed.
const THREADS: usize = 20;

/// Periods that a picture of documents over time has at most.
const PERIODS: usize = 36;

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
            said += &format!(", {}", said_date(&dates.from));
        } else {
            let (from, to) = (said_date(&dates.from), said_date(&dates.to));
            said += &format!(", {from} to {to}");
        }
    }
    format!("{said}. {}", languages(facts))
}

/// "English." or "English, but for 3 documents in Danish and German."
fn languages(facts: &Facts) -> String {
    let name =
        |code: &str| Language::from_code(code).map_or("a language that is not known", |l| l.name);
    let Some(((main, _), others)) = facts.languages.split_first() else {
        return String::new();
    };
    if others.is_empty() {
        return format!("{}.", name(main));
    }
    let n: usize = others.iter().map(|(_, n)| n).sum();
    let names: Vec<&str> = others.iter().map(|(code, _)| name(code)).collect();
    let said = match &names[..] {
        [only] => (*only).to_owned(),
        [one, two] => format!("{one} and {two}"),
        [one, two, more @ ..] => format!("{one}, {two} and {} more languages", more.len()),
        [] => String::new(),
    };
    format!(
        "{}, but for {} in {said}.",
        name(main),
        counted(n, "document")
    )
}

/// A day as a reader says it: "10 Mar 2025".
pub(super) fn said_date(day: &str) -> String {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let parts: Vec<&str> = day.split('-').collect();
    let [year, month, day] = parts[..] else {
        return day.to_owned();
    };
    let month = month
        .parse::<usize>()
        .ok()
        .and_then(|n| MONTHS.get(n.checked_sub(1)?));
    let day = day.trim_start_matches('0');
    month.map_or_else(|| year.to_owned(), |month| format!("{day} {month} {year}"))
}

impl Page<'_, '_> {
    /// What lies in which folder and from when; nothing where the head says it all.
    pub(super) fn pile_section(&self) -> Option<Section> {
        let facts = &self.body.pile;
        let mut section = Section::new("pile", "The pile");
        if !facts.folders.is_empty() {
            section = section.with(folders(facts));
        }
        if let Some(periods) = self.periods() {
            section = section.with(periods);
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

    /// Documents of each folder in each period, where most have a date.
    fn periods(&self) -> Option<Matrix> {
        let facts = &self.body.pile;
        // Messages have a timeline of their own.
        let date = |one: &'_ DocumentFacts| one.date.clone().filter(|_| one.is_whole());
        let dates: Vec<Option<String>> = facts.documents.iter().map(date).collect();
        let whole = facts.documents.iter().filter(|one| one.is_whole());
        if 2 * dates.iter().flatten().count() < whole.count() {
            return None;
        }
        let dates = dates.iter().map(|date| date.as_deref());
        let spans = Spans::of(dates).filter(|spans| spans.names.len() <= PERIODS)?;
        let all = [("documents".to_owned(), 0..facts.documents.len())];
        let folders = facts.folders.iter().map(|folder| {
            (
                folder.name.clone(),
                folder.first..folder.first + folder.documents,
            )
        });
        let rows: Vec<_> = if facts.folders.is_empty() {
            all.into()
        } else {
            folders.collect()
        };
        let is_dated = |at: &Option<usize>| at.is_some();
        let (rows, undated): (Vec<_>, Vec<_>) = rows
            .into_iter()
            .partition(|(_, places)| spans.of_document[places.clone()].iter().any(is_dated));
        let count = |places: &std::ops::Range<usize>, span: usize| {
            let own = spans.of_document[places.clone()].iter();
            own.filter(|at| **at == Some(span)).count() as f64
        };
        let values = (0..spans.names.len())
            .map(|span| rows.iter().map(|(_, places)| count(places, span)).collect());
        Some(Matrix {
            caption: if undated.is_empty() {
                "How many documents are from when.".into()
            } else {
                let names: Vec<&str> = undated.iter().map(|(name, _)| &**name).collect();
                format!(
                    "How many documents are from when; no date is known in {}.",
                    names.join(", ")
                )
            },
            number: Number::Count,
            values: values.collect(),
            columns: rows.iter().map(|(name, _)| name.clone()).collect(),
            rows: spans.names.clone(),
        })
    }

    /// Documents that nearly repeat another.
    fn copies(&self) -> Table {
        let facts = &self.body.pile;
        let place_of = self.places();
        let row = |group: &CopyGroup| {
            let exact = group
                .others
                .iter()
                .filter(|(_, is_exact)| *is_exact)
                .count();
            let ids: Vec<&str> = group.others.iter().map(|(id, _)| &**id).collect();
            vec![
                self.opening(place_of.get(&*group.id).copied(), &group.id),
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
                " {} are not listed; the JSON has all.",
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

    /// Documents by their ids.
    fn places(&self) -> FxHashMap<&str, usize> {
        let documents = self.reading.documents().iter().enumerate();
        documents.map(|(i, one)| (&*one.id, i)).collect()
    }

    /// Conversations of mailboxes, each a click from its first message.
    fn threads(&self) -> Table {
        let threads = &self.body.pile.threads;
        let place_of = self.places();
        let row = |thread: &MailThread| {
            let day = |day: &Option<String>| day.as_deref().map_or(Cell::Blank, |day| day.into());
            let name = thread.title.as_deref().unwrap_or(&thread.id);
            vec![
                self.opening(place_of.get(&*thread.id).copied(), name),
                (thread.documents as f64).into(),
                day(&thread.from),
                day(&thread.to),
            ]
        };
        let messages: usize = threads.iter().map(|thread| thread.documents).sum();
        let beyond = match threads.len().saturating_sub(THREADS) {
            0 => String::new(),
            more => format!(
                " {} are not listed; the JSON has all.",
                counted(more, "other")
            ),
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

fn folders(facts: &Facts) -> Table {
    let row = |folder: &crate::read::Folder| {
        vec![
            folder.name.as_str().into(),
            (folder.documents as f64).into(),
            (folder.words as f64).into(),
        ]
    };
    Table {
        caption: String::new(),
        columns: vec![
            Column::of("Folder", Kind::File),
            Column::number("Documents", Number::Count),
            Column::number("Words", Number::Count),
        ],
        rows: facts.folders.iter().map(row).collect(),
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
    Table {
        caption: "Labels that came with the documents.".into(),
        columns: vec![
            Column::label("Label"),
            Column::number("Documents", Number::Count),
            Column::number("Share", Number::Share),
        ],
        rows: facts.labels.iter().take(20).map(row).collect(),
    }
}
