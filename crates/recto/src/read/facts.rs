//! What a pile is, before anything is made of it: counts, languages, dates, folders, copies.

use super::body::{CopyGroup, Dates, DocumentFacts, Facts, Folder, PileKind};
use super::threads::threads;
use crate::{Reading, calendar};
use rayon::prelude::*;
use recto_math::{Cancelled, Run};
use recto_text::time::Zone;
use recto_text::token::count_words;
use recto_text::{Document, copies, dateline, speaker};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Documents from which a pile is a collection.
const MANY: usize = 10;

/// Rows of a file from which short ones with times of day are a stream of messages.
const MESSAGES: usize = 50;

/// Words that a message has at most.
const MESSAGE_WORDS: usize = 100;

/// Words of other documents from which a pile is more than its messages.
const BESIDE_WORDS: usize = 500;

/// Microseconds in a day: a time at midnight exactly is a date.
const DAY: i64 = 86_400_000_000;

/// Looks at the documents of a reading.
pub(super) fn facts(reading: &Reading<'_>, run: &Run<'_>) -> Result<Facts, Cancelled> {
    let documents = reading.documents();
    let total = Some(documents.len() as u64);
    let mut facts: Vec<DocumentFacts> = documents
        .par_iter()
        .enumerate()
        .map(|(i, document)| {
            if i % 256 == 0 {
                run.report("looking at documents", i as u64, total)?;
            }
            Ok(document_facts(document, reading.language(i).code))
        })
        .collect::<Result<_, Cancelled>>()?;
    for pair in &reading.pile().pairs {
        facts[pair.summary].is_summary = true;
    }
    // Messages repeat each other by nature, and summaries their documents.
    let whole: Vec<usize> = (0..facts.len())
        .filter(|&at| facts[at].is_whole())
        .collect();
    let copies = copies::find(whole.iter().map(|&at| &documents[at]), run)?;
    let id = |at: usize| documents[whole[at]].id.clone();
    let copies = copies.into_iter().map(|group| CopyGroup {
        id: id(group.first),
        others: group
            .others
            .into_iter()
            .map(|(other, is_exact)| (id(other), is_exact))
            .collect(),
    });
    let copies = copies.collect();
    let threads = threads(documents, &mut facts);
    Ok(Facts {
        kind: kind(reading, &facts),
        words: facts.iter().map(|one| one.words).sum(),
        languages: tally(facts.iter().map(|one| &*one.language)),
        dates: dates(&facts),
        labels: tally(documents.iter().flat_map(|one| &one.labels).map(|l| &**l)),
        folders: folders(documents, &facts),
        copies,
        threads,
        documents: facts,
    })
}

fn document_facts(document: &Document, language: &str) -> DocumentFacts {
    let words = document.content().map(count_words).sum();
    let is_row = document.line.is_some() || document.post.is_some();
    DocumentFacts {
        id: document.id.clone(),
        title: document.shown_title(),
        is_summary: false,
        speakers: speakers(&document.text),
        is_message: is_row && words <= MESSAGE_WORDS && has_clock(document),
        words,
        language: language.into(),
        date: date(document),
        sender: document.sender.clone(),
        thread: None,
        digest: digest(&document.text),
    }
}

/// Who speaks in a text, and in how many turns.
fn speakers(text: &str) -> Vec<(String, usize)> {
    let labels = speaker::labels(text);
    tally(labels.iter().map(|label| &text[label.name.range()]))
}

/// The day of a document: of its time, of the name of its file, or of its dateline.
fn date(document: &Document) -> Option<String> {
    let of_time = || calendar::day(document.time.as_deref()?);
    let of_name = || named_day(document.id.rsplit('/').next()?);
    let of_head = || dateline(&document.text);
    let (year, month, day) = of_time().or_else(of_name).or_else(of_head)?;
    Some(format!("{year:04}-{month:02}-{day:02}"))
}

/// The day that a file's name holds: `minutes-2025-03-10.txt`.
fn named_day(name: &str) -> Option<calendar::Day> {
    let bytes = name.as_bytes();
    let is_form = |window: &[u8]| {
        let is_digit = |i: usize| window[i].is_ascii_digit();
        [0, 1, 2, 3, 5, 6, 8, 9].into_iter().all(is_digit) && window[4] == b'-' && window[7] == b'-'
    };
    let at = bytes.windows(10).position(is_form)?;
    let is_digit = |i: Option<usize>| i.and_then(|i| bytes.get(i)).is_some_and(u8::is_ascii_digit);
    if is_digit(at.checked_sub(1)) || is_digit(Some(at + 10)) {
        return None;
    }
    calendar::day(&name[at..at + 10])
}

/// The first 16 digits of the SHA-256 of a text: the same in any version of recto.
pub(super) fn digest(text: &str) -> String {
    let bytes = Sha256::digest(text.as_bytes());
    bytes
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn kind(reading: &Reading<'_>, facts: &[DocumentFacts]) -> PileKind {
    if !reading.pile().pairs.is_empty() {
        return PileKind::Pairs;
    }
    let messages = facts.iter().filter(|one| one.is_message).count();
    let beside = facts.iter().filter(|one| !one.is_message);
    let beside: usize = beside.map(|one| one.words).sum();
    match facts.len() {
        0 | 1 => PileKind::Document,
        _ if messages >= MESSAGES && beside >= BESIDE_WORDS => PileKind::Mixed,
        n if messages >= MESSAGES && 2 * messages > n => PileKind::Messages,
        n if n < MANY => PileKind::Few,
        _ => PileKind::Collection,
    }
}

/// Whether the time of a document is more than a date.
fn has_clock(document: &Document) -> bool {
    let of_time = || Some(Zone::default().read(document.time.as_deref()?)?.micros);
    let micros = document.post.map(|post| post.micros).or_else(of_time);
    micros.is_some_and(|micros| micros % DAY != 0)
}

/// How often each name occurs, most often first, then by name.
fn tally<'n>(names: impl Iterator<Item = &'n str>) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts
        .into_iter()
        .map(|(name, n)| (name.into(), n))
        .collect();
    counts.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    counts
}

fn dates(facts: &[DocumentFacts]) -> Option<Dates> {
    let days = || facts.iter().filter_map(|one| one.date.as_ref());
    Some(Dates {
        from: days().min()?.clone(),
        to: days().max()?.clone(),
        documents: days().count(),
    })
}

/// Folders at the top of a pile, in order; none where there are fewer than two. Files that
/// stand beside them belong to none.
pub(super) fn folders(documents: &[Document], facts: &[DocumentFacts]) -> Vec<Folder> {
    let mut folders: Vec<Folder> = Vec::new();
    for (i, (document, facts)) in documents.iter().zip(facts).enumerate() {
        // The id of a row may hold slashes that are no folders.
        let Some((name, _)) = document
            .id
            .split_once('/')
            .filter(|_| document.line.is_none())
        else {
            continue;
        };
        let is_next = |last: &Folder| last.name == name && last.first + last.documents == i;
        match folders.last_mut() {
            Some(last) if is_next(last) => {
                last.documents += 1;
                last.words += facts.words;
            }
            _ => folders.push(Folder {
                name: name.into(),
                documents: 1,
                words: facts.words,
                first: i,
            }),
        }
    }
    let names: std::collections::BTreeSet<&str> = folders.iter().map(|one| &*one.name).collect();
    // Folders that are met twice come from several arguments: they are no division of the pile.
    if names.len() < 2 || names.len() < folders.len() {
        return Vec::new();
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pile, Silent};

    fn look(documents: Vec<Document>) -> Facts {
        let pile = Pile {
            documents,
            ..Pile::default()
        };
        let reading = Reading::for_one_run(&pile);
        facts(&reading, &Run::new(0, &Silent)).expect("nobody cancels")
    }

    fn timed(time: &str, text: &str) -> Document {
        Document {
            time: Some(time.into()),
            line: Some(1),
            ..Document::new(format!("{time} {text}"), text)
        }
    }

    #[test]
    fn dates_come_from_times_and_from_names_of_files() {
        let mut documents = vec![timed("2025-03-10T21:19:00Z", "Late.")];
        documents.push(Document::new("minutes/2024-09-01-council.txt", "Early."));
        documents.push(Document::new("minutes/12024-09-01.txt", "A number."));
        documents.push(Document::new("minutes/2024-99-01.txt", "No month."));
        let facts = look(documents);
        let dates = facts.dates.expect("two of them");
        assert_eq!((&*dates.from, &*dates.to), ("2024-09-01", "2025-03-10"));
        assert_eq!(dates.documents, 2);
    }

    #[test]
    fn short_documents_with_times_of_day_are_messages_and_others_are_not() {
        let messages = |n: usize, time: &str| {
            let one = |i: usize| timed(time, &format!("Message {i}"));
            look((0..n).map(one).collect()).kind
        };
        assert_eq!(messages(60, "2025-03-10T21:19:00Z"), PileKind::Messages);
        assert_eq!(messages(60, "2025-03-10"), PileKind::Collection);
        assert_eq!(messages(20, "2025-03-10T21:19:00Z"), PileKind::Collection);
        assert_eq!(messages(5, "2025-03-10"), PileKind::Few);
        assert_eq!(messages(1, "2025-03-10"), PileKind::Document);
        let long = "word ".repeat(200);
        let articles = (0..60).map(|i| timed("2025-03-10T21:19:00Z", &format!("{i} {long}")));
        assert_eq!(look(articles.collect()).kind, PileKind::Collection);
        let posts = (0..60).map(|i| timed("2025-03-10T21:19:00Z", &format!("Message {i}")));
        let report = Document::new("report", "word ".repeat(600));
        assert_eq!(look(posts.chain([report]).collect()).kind, PileKind::Mixed);
    }

    #[test]
    fn folders_at_the_top_are_counted_where_there_are_several() {
        let ids = ["a/1.txt", "a/deep/2.txt", "b/3.txt", "top.txt"];
        let facts = look(ids.map(|id| Document::new(id, "Two words.")).into());
        let folders: Vec<(&str, usize, usize)> = facts
            .folders
            .iter()
            .map(|one| (&*one.name, one.documents, one.first))
            .collect();
        assert_eq!(folders, [("a", 2, 0), ("b", 1, 2)]);
        assert!(look(vec![Document::new("a/1.txt", "x")]).folders.is_empty());
        // Rows with slashes in their ids.
        let row = |id: &str| Document {
            line: Some(1),
            ..Document::new(id, "Two words.")
        };
        assert!(look(vec![row("a/1"), row("b/2")]).folders.is_empty());
    }

    #[test]
    fn languages_and_labels_are_tallied_most_frequent_first() {
        let german = "Die Netze trocknen am Kai, und die Boote kommen mit der Flut in den Hafen.";
        let english = "The nets dry on the quay, and the boats come back with the tide.";
        let labelled = |text: &str, label: &str| Document {
            labels: vec![label.into()],
            ..Document::new(format!("{label}{text}"), text)
        };
        let pile = vec![
            labelled(german, "x"),
            labelled(english, "y"),
            labelled(&format!("{english} Again."), "y"),
        ];
        let facts = look(pile);
        assert_eq!(facts.languages, [("en".into(), 2), ("de".into(), 1)]);
        assert_eq!(facts.labels, [("y".into(), 2), ("x".into(), 1)]);
    }
}
