//! The report of an alignment: how well a summary is supported, and by what.

mod phrases;

use super::texts::{self, Texts};
use super::{AlignedPair, Body};
use crate::report::number::counted;
use crate::report::{
    Cell, Column, Detail, Number, Reference, Report, Score, Section, SourceText, State, SupportGap,
    Table,
};
use crate::{Answer, Reading, made};

/// Pairs that are shown side by side.
const SHOWN: usize = 20;

/// What the score does not say.
const CAUTION: &str = "Supported means that the source has words which say this. It does not mean \
                       true, and unsupported does not mean false.";

/// The report of an answer about a reading.
pub fn report(answer: &Answer<Body>, reading: &Reading<'_>, detail: Detail) -> Report {
    let documents = reading.documents();
    let all = texts::of(&answer.body.pairs, reading);
    let made = made::report(answer, &super::ABOUT, super::methods(), documents, detail);
    match &all[..] {
        [only] => of_one(only, detail, made),
        all => of_many(all, detail, made),
    }
}

fn of_one(texts: &Texts<'_>, detail: Detail, made: Report) -> Report {
    let (n, m) = (
        texts.pair.tokens.document.len(),
        texts.pair.tokens.summary.len(),
    );
    let source: Vec<&str> = texts.source.iter().map(|document| &*document.id).collect();
    let report = Report {
        account: format!(
            "A summary of {}, held against {}, {}.",
            counted(m, "word"),
            made::named(source.into_iter()),
            counted(n, "word"),
        ),
        ..made
    };
    let mut report = report.of_document(&texts.summary.id, texts.summary.shown_title().as_deref());
    push_pair(&mut report, texts, "", detail);
    report
}

fn of_many(all: &[Texts<'_>], detail: Detail, made: Report) -> Report {
    let words = all.iter().map(|texts| texts.content().count()).sum();
    let missing: usize = all.iter().map(Texts::n_missing).sum();
    let mut report = Report {
        title: counted(all.len(), "pair"),
        account: format!(
            "{} of {} without support.",
            Number::Count.say(missing as f64),
            counted(words, "content word"),
        ),
        sections: vec![pairs_section(all)],
        ..made
    };
    for (i, texts) in all.iter().enumerate().take(SHOWN) {
        push_pair(&mut report, texts, &format!("-{}", i + 1), detail);
    }
    report
}

/// A row for each pair.
fn pairs_section(all: &[Texts<'_>]) -> Section {
    let row = |texts: &Texts<'_>| {
        vec![
            texts.pair.id.as_str().into(),
            texts.pair.support.into(),
            Cell::Number(texts.content().count() as f64),
            Cell::Number(texts.n_missing() as f64),
        ]
    };
    let table = Table {
        caption: "Support is the mean over the sentences of a summary; function words are not \
                  counted."
            .into(),
        columns: vec![
            Column::label("Pair"),
            Column::number("Support", Number::Share),
            Column::number("Content words", Number::Count),
            Column::number("Without support", Number::Count),
        ],
        rows: all.iter().map(row).collect(),
    };
    let section = Section::new("pairs", "Pairs").with(table);
    if all.len() > SHOWN {
        section.account(format!("The first {SHOWN} are shown below."))
    } else {
        section
    }
}

/// The sections of a pair; `suffix` tells their ids from those of others.
fn push_pair(report: &mut Report, texts: &Texts<'_>, suffix: &str, detail: Detail) {
    let source = report.sources.len();
    let documents = texts.source.iter().chain([texts.summary]);
    let documents = documents.map(|document| SourceText::of(document, ""));
    report.sources.extend(documents);
    let named = |name: &str| {
        if suffix.is_empty() {
            name.to_string()
        } else {
            format!("{}: {}", texts.pair.id, name.to_lowercase())
        }
    };
    let support = Section::new(format!("support{suffix}"), named("Support"));
    let support = support.account(account(texts.pair));
    let phrases = Section::new(format!("phrases{suffix}"), named("Phrase by phrase"));
    if texts.pair.tokens.summary.is_empty() {
        let nothing = State::Empty {
            reason: "The summary has no words.".into(),
            remedy: String::new(),
        };
        report.sections.push(support.with(nothing));
        return;
    }
    let aligned = phrases::aligned(texts, source);
    let mut support = support.with(score(texts));
    if detail == Detail::Whole {
        support = support.with(missing(&report.sources, &aligned.gaps));
    }
    report.sections.push(support);
    report.sections.push(phrases.with(aligned));
}

fn account(pair: &AlignedPair) -> String {
    let sentences = counted(pair.sentences.len(), "sentence");
    let source = counted(pair.document_sentences.len(), "sentence");
    match &pair.extract {
        None => format!("{sentences}, held against {source}"),
        Some(extract) => {
            let looked_at = Number::Count.say(extract.len() as f64);
            format!("{sentences}; links were looked for in {looked_at} of {source}")
        }
    }
}

fn score(texts: &Texts<'_>) -> Score {
    let n = texts.content().count();
    let linked = n - texts.n_missing();
    let words = format!(
        "{} of {} are linked to words of the source.",
        Number::Count.say(linked as f64),
        counted(n, "content word")
    );
    let share = (n > 0).then(|| linked as f64 / n as f64);
    let known = texts
        .pair
        .sentences
        .iter()
        .filter(|row| row.support.is_some());
    let (value, meaning) = match texts.pair.support {
        Some(support) => {
            let sentences = counted(known.count(), "sentence");
            (
                Some(support),
                format!("The mean support of {sentences}. {words}"),
            )
        }
        None => (share, words),
    };
    Score {
        value,
        meaning,
        caution: CAUTION.into(),
    }
}

/// The words without support, with what came nearest.
fn missing(sources: &[SourceText], gaps: &[SupportGap]) -> State {
    if gaps.is_empty() {
        return State::Empty {
            reason: "Every content word of the summary is linked to the source.".into(),
            remedy: String::new(),
        };
    }
    let row = |gap: &SupportGap| {
        let linked = |at: &Reference| Cell::Linked {
            text: words(sources, at).into(),
            at: at.clone(),
        };
        let (near, p) = match &gap.nearest {
            Some((at, p)) => (linked(at), Cell::Number(*p)),
            None => ("nothing near".into(), Cell::Blank),
        };
        vec![linked(&gap.at), near, p]
    };
    let table = Table {
        caption: "Words of the summary without a link, and the candidate that came nearest.".into(),
        columns: vec![
            Column::quote("Words without support"),
            Column::label("Nearest in the source"),
            Column::number("p", Number::Probability),
        ],
        rows: gaps.iter().map(row).collect(),
    };
    table.into()
}

fn words<'s>(sources: &'s [SourceText], at: &Reference) -> &'s str {
    let source = sources.get(at.source);
    let words = source.and_then(|source| source.text.get(at.span.clone()));
    words.unwrap_or_default()
}
