//! The report of a classification: what classes there are, which words decide, and the
//! documents, undecided ones first.

use super::{Body, ClassifiedDocument, Leaning};
use crate::report::number::counted;
use crate::report::{
    Cell, Certainty, Column, Detail, Item, Kind, Mark, MarkedText, Meaning, Number, Ranked,
    Reference, Report, Section, SourceText, Table,
};
use crate::{Answer, Document, Reading, made};
use recto_math::{Run, Silent};
use recto_text::{Analysis, UnitKind};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// Documents that are listed of each class, and of the undecided ones.
const LISTED: usize = 50;

/// Documents whose text is shown with its deciding words marked.
const MARKED: usize = 12;

/// Words that are listed for each class.
const WORDS: usize = 12;

/// Characters of a text that stand for it in a list.
const EXCERPT: usize = 160;

/// The report of an answer about a reading.
pub fn report(answer: &Answer<Body>, reading: &Reading<'_>, detail: Detail) -> Report {
    let (body, documents) = (&answer.body, reading.documents());
    let page = Page::new(body, reading);
    let report = Report {
        title: counted(documents.len(), "document"),
        account: page.account(),
        sections: page.sections(detail),
        sources: page.sources(),
        ..made::report(answer, &super::ABOUT, super::methods(), documents, detail)
    };
    match documents {
        [only] => report.of_document(&only.id, only.shown_title().as_deref()),
        _ => report,
    }
}

/// Documents that get no class, or whose evidence is mixed, least sure first; blank ones have
/// nothing to read.
fn undecided(body: &Body, documents: &[Document]) -> Vec<usize> {
    let is_open = |one: &ClassifiedDocument| one.abstain || matches!(one.leaning, Leaning::Mixed);
    let mut open: Vec<usize> = (0..body.documents.len())
        .filter(|&at| is_open(&body.documents[at]) && !documents[at].text.trim().is_empty())
        .collect();
    open.sort_by(|&a, &b| surety(&body.documents[a]).total_cmp(&surety(&body.documents[b])));
    open
}

/// The documents of a class that are not undecided, surest first.
fn decided(body: &Body, class: &str, undecided: &[usize]) -> Vec<usize> {
    let documents = &body.documents;
    let open: FxHashSet<usize> = undecided.iter().copied().collect();
    let mut own: Vec<usize> = (0..documents.len())
        .filter(|at| documents[*at].label.as_deref() == Some(class) && !open.contains(at))
        .collect();
    let key = |at: usize| surety(&documents[at]);
    own.sort_by(|&a, &b| key(b).total_cmp(&key(a)).then(a.cmp(&b)));
    own
}

/// Probability of the likeliest class.
fn surety(document: &ClassifiedDocument) -> f64 {
    document.p.values().copied().fold(0.0, f64::max)
}

struct Page<'a, 'p> {
    body: &'a Body,
    reading: &'a Reading<'p>,
    documents: &'a [Document],
    undecided: Vec<usize>,
    /// The others of each class, surest first.
    decided: Vec<Vec<usize>>,
    /// Documents that are shown, ascending: the sources of the report.
    shown: Vec<usize>,
}

impl<'a, 'p> Page<'a, 'p> {
    fn new(body: &'a Body, reading: &'a Reading<'p>) -> Self {
        let documents = reading.documents();
        let undecided = undecided(body, documents);
        let classes = body.classes.iter();
        let decided: Vec<Vec<usize>> = classes
            .map(|class| decided(body, &class.name, &undecided))
            .collect();
        let lists = std::iter::once(&undecided).chain(&decided);
        let mut shown: Vec<usize> = lists
            .flat_map(|list| list.iter().take(LISTED))
            .copied()
            .collect();
        shown.sort_unstable();
        Self {
            body,
            reading,
            documents,
            undecided,
            decided,
            shown,
        }
    }

    /// The texts that the report can open. Of a large pile all texts would be too much for a
    /// page.
    fn sources(&self) -> Vec<SourceText> {
        let documents = self.shown.iter().map(|&at| &self.documents[at]);
        documents.map(|one| SourceText::of(one, "")).collect()
    }

    /// The source of a document that is shown.
    fn source(&self, document: usize) -> usize {
        self.shown.partition_point(|&at| at < document)
    }

    fn account(&self) -> String {
        let classes = self.body.classes.iter();
        let parts: Vec<String> = classes
            .map(|class| {
                format!(
                    "{} {}",
                    Number::Count.say(class.documents as f64),
                    class.name
                )
            })
            .collect();
        let open = self.body.documents.iter().filter(|one| one.abstain).count();
        let rest = match open {
            0 => String::new(),
            n => format!(", {} without a class", Number::Count.say(n as f64)),
        };
        let held = match self.shown.len() {
            n if self.documents.len() > LISTED && n < self.documents.len() => {
                format!(" {n} of the texts are shown and searched; the JSON has all answers.")
            }
            _ => String::new(),
        };
        format!("{}{rest}.{held}", parts.join(", "))
    }

    fn sections(&self, detail: Detail) -> Vec<Section> {
        let mut sections = vec![self.classes()];
        if !self.undecided.is_empty() {
            sections.push(self.open());
        }
        for (class, summary) in self.body.classes.iter().enumerate() {
            if summary.documents > 0 {
                sections.push(self.of_class(class, &summary.name));
            }
        }
        if !self.body.terms.is_empty() {
            sections.push(self.words());
        }
        sections.extend(self.switched());
        if let Some(section) = self.trust() {
            sections.push(section);
        }
        if let Detail::Whole = detail {
            sections.extend(self.texts());
        }
        sections
    }

    fn classes(&self) -> Section {
        let n = self.body.documents.len().max(1) as f64;
        let row = |name: &str, documents: usize, labelled: Cell, words: Cell| {
            let documents = documents as f64;
            vec![
                name.into(),
                documents.into(),
                (documents / n).into(),
                labelled,
                words,
            ]
        };
        let mut rows: Vec<Vec<Cell>> = self
            .body
            .classes
            .iter()
            .map(|class| {
                let (labelled, words) = (class.labelled as f64, class.words as f64);
                row(&class.name, class.documents, labelled.into(), words.into())
            })
            .collect();
        let open = self.body.documents.iter().filter(|one| one.abstain).count();
        if open > 0 {
            rows.push(row("no class", open, Cell::Blank, Cell::Blank));
        }
        let share = Column {
            bar: Some(1.0),
            ..Column::number("Share", Number::Share)
        };
        let table = Table {
            caption: "Labelled: documents whose label was learned from. Words: labelled words \
                      that occur."
                .into(),
            columns: vec![
                Column::label("Class"),
                Column::number("Documents", Number::Count),
                share,
                Column::number("Labelled", Number::Count),
                Column::number("Words", Number::Count),
            ],
            rows,
        };
        let sure = if self.body.calibrated {
            "Probabilities are calibrated on the labelled documents."
        } else {
            "Probabilities are uncalibrated: read them as an order, not as percentages."
        };
        Section::new("classes", "Classes")
            .account(sure.to_owned())
            .with(table)
    }

    fn open(&self) -> Section {
        let note = |one: &ClassifiedDocument| match (&one.reason, one.leaning) {
            (Some(reason), _) => reason.clone(),
            (None, Leaning::Mixed) => "evidence on both sides".into(),
            (None, _) => String::new(),
        };
        let items = self.undecided.iter().take(LISTED);
        let ranked = Ranked {
            caption: "Least sure first. Read these yourself.".into(),
            measure: "probability of the likeliest class".into(),
            number: Number::Probability,
            max: 1.0,
            items: items
                .map(|&at| self.item(at, note(&self.body.documents[at]), Certainty::Hollow))
                .collect(),
            ..Ranked::default()
        };
        let account = counted(self.undecided.len(), "document") + &self.more(self.undecided.len());
        Section::new("undecided", "Undecided")
            .account(account)
            .with(ranked)
    }

    fn of_class(&self, class: usize, name: &str) -> Section {
        let (documents, own) = (&self.body.documents, &self.decided[class]);
        let note = |one: &ClassifiedDocument| {
            let words: Vec<&str> = one
                .because
                .iter()
                .filter(|(_, weight)| *weight > 0.0)
                .take(5)
                .map(|(word, _)| word.as_str())
                .collect();
            words.join(", ")
        };
        let ranked = Ranked {
            caption: "Surest first, each with the words that speak for the class.".into(),
            measure: "probability".into(),
            number: Number::Probability,
            max: 1.0,
            items: own
                .iter()
                .take(LISTED)
                .map(|&at| self.item(at, note(&documents[at]), Certainty::Filled))
                .collect(),
            ..Ranked::default()
        };
        let account = counted(own.len(), "document") + &self.more(own.len());
        Section::new(format!("class-{class}"), name)
            .account(account)
            .with(ranked)
    }

    fn more(&self, n: usize) -> String {
        if n > LISTED {
            format!("; {LISTED} are listed, the JSON has all")
        } else {
            String::new()
        }
    }

    fn item(&self, at: usize, note: String, certainty: Certainty) -> Item {
        let document = &self.documents[at];
        let end = excerpt(&document.text);
        Item {
            text: document.text[..end]
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
            note,
            at: Some(Reference::new(self.source(at), 0..end)),
            value: Some(surety(&self.body.documents[at])),
            certainty,
            ..Item::default()
        }
    }

    fn words(&self) -> Section {
        let mut section = Section::new("words", "Words that decide");
        for class in &self.body.classes {
            let own = self
                .body
                .terms
                .iter()
                .filter(|term| term.class == class.name);
            let own = own.filter(|term| term.documents > 1 || self.documents.len() < 20);
            let row = |term: &super::DecidingTerm| {
                vec![
                    Cell::Text(term.term.replacen("not_", "not ", 1)),
                    term.weight.into(),
                    (term.documents as f64).into(),
                    if term.labelled {
                        "lexicon or label"
                    } else {
                        "learned"
                    }
                    .into(),
                ]
            };
            section = section.with(Table {
                caption: format!("For {}.", class.name),
                columns: vec![
                    Column::of("Word", Kind::Quote),
                    Column::number("Weight", Number::Score),
                    Column::number("Documents", Number::Count),
                    Column::label("From"),
                ],
                rows: own.take(WORDS).map(row).collect(),
            });
        }
        section
    }

    /// Words that changed sides, but for those that only the factorisation speaks of.
    fn switched(&self) -> Option<Section> {
        let is_sure = |one: &&super::SwitchedTerm| one.evidence != "weak";
        let sure: Vec<&super::SwitchedTerm> = self.body.switched.iter().filter(is_sure).collect();
        if sure.is_empty() {
            return None;
        }
        let row = |switch: &super::SwitchedTerm| {
            vec![
                Cell::Text(switch.term.replacen("not_", "not ", 1)),
                switch.from.as_str().into(),
                switch.to.as_str().into(),
                switch.evidence.as_str().into(),
                (switch.documents as f64).into(),
            ]
        };
        let table = Table {
            caption: "Labelled words that these documents use otherwise. Firm: labelled \
                      documents say so beyond chance; probable: the classifier does."
                .into(),
            columns: vec![
                Column::of("Word", Kind::Quote),
                Column::label("Label"),
                Column::label("Here"),
                Column::label("Evidence"),
                Column::number("Documents", Number::Count),
            ],
            rows: sure.into_iter().take(LISTED).map(row).collect(),
        };
        Some(Section::new("switched", "Words that changed sides").with(table))
    }

    /// How far the answer can be trusted: agreement with labels, and what calibration found.
    fn trust(&self) -> Option<Section> {
        let mut section = Section::new("trust", "Agreement with labels");
        let mut is_any = false;
        if let Some(found) = &self.body.agreement {
            let rows = [
                ("share that gets its label", Some(found.accuracy)),
                ("mean of the classes", found.balanced_accuracy),
                ("kappa", found.kappa),
            ];
            section = section.with(Table {
                caption: format!(
                    "{} with labels that were not learned from.",
                    counted(found.documents, "document")
                ),
                columns: vec![Column::label("Score"), Column::number("", Number::Score)],
                rows: rows
                    .into_iter()
                    .map(|(name, value)| vec![Cell::from(name), value.into()])
                    .collect(),
            });
            is_any = true;
        }
        if let Some(found) = &self.body.out_of_fold {
            let row = |point: &super::Coverage| {
                vec![
                    Cell::Number(point.coverage),
                    point.accuracy.into(),
                    point.threshold.into(),
                ]
            };
            section = section.with(Table {
                caption: format!(
                    "{}, each scored without its own label: how many are right if only the \
                     surest get a class.",
                    counted(found.documents, "labelled document")
                ),
                columns: vec![
                    Column::number("Share with a class", Number::Share),
                    Column::number("Right", Number::Share),
                    Column::number("Threshold", Number::Probability),
                ],
                rows: found.risk_coverage.iter().map(row).collect(),
            });
            is_any = true;
        }
        is_any.then_some(section)
    }

    /// The texts of a few documents with their deciding words marked, undecided ones first.
    fn texts(&self) -> Option<Section> {
        let mut shown: Vec<usize> = self.undecided.iter().take(MARKED).copied().collect();
        let rest = self.shown.iter().filter(|at| !self.undecided.contains(at));
        shown.extend(rest.take(MARKED - shown.len()));
        let mut section = Section::new("texts", "Deciding words in the text");
        let mut is_any = false;
        for at in shown {
            let marks = self.marks(at);
            if marks.is_empty() {
                continue;
            }
            is_any = true;
            section = section.with(MarkedText {
                caption: self.caption(at),
                source: self.source(at),
                span: Some(0..longest(&self.documents[at].text)),
                classes: self
                    .body
                    .classes
                    .iter()
                    .map(|class| class.name.clone())
                    .collect(),
                marks,
                ..MarkedText::default()
            });
        }
        if !is_any {
            return None;
        }
        if self.documents.len() > MARKED {
            section = section.account(format!("The first {MARKED}, undecided ones first."));
        }
        Some(section)
    }

    /// The words of what is shown of a text.
    fn tokens(&self, at: usize) -> Vec<Word> {
        let (run, text) = (Run::new(0, &Silent), &self.documents[at].text);
        let part = Document::new("", &text[..longest(text)]);
        let analyzer = self
            .reading
            .analyzer(Analysis::Align, self.reading.language(at));
        let units = analyzer.units(&part, UnitKind::Sentence, &run);
        let units = units.expect("nobody cancels");
        let tokens = units.tokens.iter();
        let word = |token: &recto_text::Token| {
            let term = units.vocabulary.term(token.term()?).to_owned();
            Some((term, token.span().range()))
        };
        tokens.filter_map(word).collect()
    }

    fn caption(&self, at: usize) -> String {
        let found = &self.body.documents[at];
        let class = found.label.as_deref().unwrap_or("no class");
        format!(
            "{}: {class}, {}",
            found.id,
            Number::Probability.say(surety(found))
        )
    }

    /// Where the words of `because` stand in a text.
    fn marks(&self, at: usize) -> Vec<Mark> {
        let found = &self.body.documents[at];
        let likeliest = self.body.classes.iter().enumerate().max_by(|a, b| {
            let p = |name: &str| found.p.get(name).copied().unwrap_or(0.0);
            p(&a.1.name).total_cmp(&p(&b.1.name)).then(b.0.cmp(&a.0))
        });
        let Some((class, _)) = likeliest else {
            return Vec::new();
        };
        let other = if self.body.classes.len() == 2 {
            1 - class
        } else {
            class
        };
        let tokens = self.tokens(at);
        let mut marks: Vec<Mark> = Vec::new();
        for (words, weight) in &found.because {
            let of = if *weight > 0.0 { class } else { other };
            if *weight < 0.0 && other == class {
                continue;
            }
            let is_free = |span: &Range<usize>| {
                marks
                    .iter()
                    .all(|mark| mark.span.end <= span.start || span.end <= mark.span.start)
            };
            let free: Vec<Range<usize>> = places(&tokens, words).filter(is_free).collect();
            marks.extend(free.into_iter().map(|span| Mark {
                span,
                meaning: Meaning::Class {
                    class: of,
                    or: None,
                    certainty: Certainty::Filled,
                },
            }));
        }
        marks.sort_by_key(|mark| mark.span.start);
        marks
    }
}

/// A word in lower case and where it stands.
type Word = (String, Range<usize>);

/// Where words stand one after the other.
fn places(tokens: &[Word], words: &str) -> impl Iterator<Item = Range<usize>> {
    let wanted: Vec<&str> = words.split(' ').collect();
    tokens.windows(wanted.len()).filter_map(move |run| {
        let is_it = run.iter().zip(&wanted).all(|((own, _), word)| own == word);
        is_it.then(|| run[0].1.start..run[run.len() - 1].1.end)
    })
}

/// Length in bytes of the beginning of a text that stands for it.
fn excerpt(text: &str) -> usize {
    cut(text, EXCERPT)
}

/// Length in bytes of what is shown of a text with marks.
fn longest(text: &str) -> usize {
    cut(text, 4000)
}

/// At most so many characters, ending with a word.
fn cut(text: &str, most: usize) -> usize {
    let Some((end, _)) = text.char_indices().nth(most) else {
        return text.len();
    };
    text[..end]
        .rfind(char::is_whitespace)
        .filter(|at| *at > 0)
        .unwrap_or(end)
}
