//! The report of a comparison: the words and the sentences that set each group apart.

use super::{Body, ComparedGroup};
use crate::report::number::counted;
use crate::report::{Cell, Column, Detail, Number, Report, Section, Table};
use crate::summarize::{Sources, gist};
use crate::{Answer, Document, made};

/// Characters for the words of a group on a terminal of eighty columns.
const WORDS_ROOM: usize = 52;

/// Groups that have room beside each other.
const BESIDE: usize = 4;

/// The report of an answer about `documents`, those of all groups.
pub fn report(answer: &Answer<Body>, documents: &[Document], detail: Detail) -> Report {
    let groups = &answer.body.groups;
    let mut page = Sources::new(documents);
    let mut sections = vec![words_section(groups, detail)];
    for (i, group) in groups.iter().enumerate() {
        let account = format!(
            "{} of {}, standing for {} of them.",
            Number::Count.say(group.sentences.len() as f64),
            counted(group.candidates, "sentence"),
            Number::Share.say(group.coverage),
        );
        let list = gist(&mut page, &group.sentences, detail);
        let section = Section::new(format!("g{i}"), group.name.clone());
        sections.push(section.account(account).with(list));
    }
    if detail == Detail::Whole && groups.len() <= BESIDE {
        sections.insert(1, beside_section(groups, &mut page));
    }
    let names: Vec<&str> = groups.iter().map(|group| group.name.as_str()).collect();
    Report {
        title: names.join(" / "),
        account: format!(
            "{} compared, {} in all.",
            counted(groups.len(), "group"),
            counted(groups.iter().map(|group| group.documents).sum(), "document"),
        ),
        sections,
        sources: page.sources,
        ..made::report(answer, &super::ABOUT, super::methods(), documents, detail)
    }
}

/// The groups side by side, each with the words that it has more often.
fn words_section(groups: &[ComparedGroup], detail: Detail) -> Section {
    let row = |(i, group): (usize, &ComparedGroup)| {
        vec![
            group.name.as_str().into(),
            words(i, group, detail).into(),
            (group.documents as f64).into(),
            (group.candidates as f64).into(),
        ]
    };
    let mut sentences = Column::number("Sentences", Number::Count);
    sentences.wide = true;
    let table = Table {
        caption: String::from(
            "Words that occur more often in a group than in the others, most significant \
             first, and how often this group and all others have them, all forms of a word \
             counted.",
        ),
        columns: vec![
            Column::label("Group"),
            Column::label("Its words"),
            Column::number("Documents", Number::Count),
            sentences,
        ],
        rows: groups.iter().enumerate().map(row).collect(),
    };
    Section::new("words", "Words").with(table)
}

fn words(group: usize, compared: &ComparedGroup, detail: Detail) -> String {
    let mut said = String::new();
    for (word, _, counts) in &compared.terms {
        let next = format!("{word} {}", beside_others(group, counts, detail));
        let is_full = said.chars().count() + next.chars().count() + 2 > WORDS_ROOM;
        if detail == Detail::Outline && is_full && !said.is_empty() {
            break;
        }
        if !said.is_empty() {
            said.push_str(", ");
        }
        said.push_str(&next);
    }
    said
}

/// How often a group has a word, and how often all others together; a terminal has little room.
fn beside_others(group: usize, counts: &[u32], detail: Detail) -> String {
    let own = counts[group];
    let others = counts.iter().sum::<u32>() - own;
    match detail {
        Detail::Outline => format!("{own}:{others}"),
        Detail::Whole => format!("({own}, others {others})"),
    }
}

/// The sentences of the groups in columns.
fn beside_section(groups: &[ComparedGroup], page: &mut Sources<'_>) -> Section {
    let head = |group: &ComparedGroup| Column::quote(group.name.clone());
    let columns = [Column::label("Choice")]
        .into_iter()
        .chain(groups.iter().map(head));
    let most = groups.iter().map(|group| group.sentences.len()).max();
    let row = |rank: usize| {
        let mut row = vec![Cell::from((rank + 1).to_string())];
        row.extend(groups.iter().map(|group| match group.sentences.get(rank) {
            Some(sentence) => page.linked(sentence),
            None => Cell::Blank,
        }));
        row
    };
    let table = Table {
        caption: "Distinctive sentences of each group, in order of selection.".into(),
        columns: columns.collect(),
        rows: (0..most.unwrap_or(0)).map(row).collect(),
    };
    Section::new("beside", "Side by side").with(table)
}
