//! What the log amounts to: a fold over its rows.
//!
//! For each item every annotator's last answer that was not taken back counts. What holds of
//! an item is, in this order: how it was settled; the class that most annotators chose; a
//! dispute where two classes are equally frequent; "don't know" if nobody knew; "skipped".

use super::{Action, Entry, ItemKey};
use recto_classify::active::{Drawn, Reply};
use std::collections::{BTreeMap, BTreeSet};

/// What the log amounts to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State {
    classes: Vec<String>,
    items: BTreeMap<ItemKey, Judged>,
    /// Rows that can still be taken back, with who wrote them and about what.
    standing: BTreeMap<u64, (String, ItemKey)>,
    last: u64,
}

/// What was said about an item.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Judged {
    /// Answers of each annotator that were not taken back, oldest first; the last counts.
    answers: BTreeMap<String, Vec<Said>>,
    /// How it was settled, oldest first; the last counts.
    settled: Vec<Said>,
    /// Remarks of each annotator.
    comments: BTreeMap<String, Vec<(u64, String)>>,
}

/// An answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Said {
    /// The number of its row.
    pub number: u64,
    /// When, in milliseconds since 1970 (UTC).
    pub time: i64,
    /// Who.
    pub annotator: String,
    /// What was said.
    pub reply: Reply,
    /// How the question was drawn.
    pub drawn: Drawn,
    /// What the model said before.
    pub predicted: Option<Vec<f64>>,
    /// How long the question was in view.
    pub seconds: Option<f64>,
}

/// What holds of an item.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict<'s> {
    /// Somebody settled it.
    Settled(&'s Said),
    /// All who know a class, or most of them, say so.
    Agreed(usize),
    /// Two classes were said equally often: it is learned from once it is settled.
    Disputed,
    /// Nobody could tell.
    DontKnow,
    /// Nobody answered yet, and somebody skipped it.
    Skipped,
}

impl Verdict<'_> {
    /// What the model is told. Of a dispute it learns nothing, and does not ask again.
    pub fn reply(&self) -> Reply {
        match self {
            Self::Settled(said) => said.reply,
            Self::Agreed(class) => Reply::Class(*class),
            Self::Disputed | Self::DontKnow => Reply::DontKnow,
            Self::Skipped => Reply::Skip,
        }
    }

    /// The class, if there is one.
    pub fn class(&self) -> Option<usize> {
        match self.reply() {
            Reply::Class(class) => Some(class),
            Reply::DontKnow | Reply::Skip => None,
        }
    }
}

/// What a row changed.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Effect {
    /// What is known of an item now; `None` if all was taken back.
    Item(ItemKey, Option<Told>),
    /// The classes now.
    Classes(Vec<String>),
    /// Nothing that the model sees.
    Nothing,
}

/// What the model is told of an item.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Told {
    pub(super) reply: Reply,
    pub(super) drawn: Drawn,
    pub(super) predicted: Option<Vec<f64>>,
}

/// Why a row cannot be added.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// No such class.
    #[error("there is no class number {0}")]
    NoSuchClass(usize),
    /// A class without a name.
    #[error("a class needs a name")]
    NoName,
    /// A name that another class has.
    #[error("there is a class {0} already; choose another name")]
    NameTaken(String),
    /// An annotator without a name.
    #[error("an annotator needs a name")]
    NoAnnotator,
    /// A row that is not there, is another's, or was taken back.
    #[error("there is no such answer of yours to take back")]
    NothingToUndo,
    /// Nobody said anything about it.
    #[error("nobody has answered this yet; there is nothing to settle")]
    NothingToSettle,
}

impl Judged {
    /// The last answer of each annotator, by their names.
    pub fn answers(&self) -> impl Iterator<Item = &Said> {
        self.answers.values().filter_map(|own| own.last())
    }

    /// The last answer of an annotator.
    pub fn answer_of(&self, annotator: &str) -> Option<&Said> {
        self.answers.get(annotator)?.last()
    }

    /// How it was settled.
    pub fn settled(&self) -> Option<&Said> {
        self.settled.last()
    }

    /// The last remark of each annotator.
    pub fn comments(&self) -> impl Iterator<Item = (&str, &str)> {
        self.comments.iter().filter_map(|(who, own)| {
            let (_, text) = own.last()?;
            (!text.is_empty()).then_some((who.as_str(), text.as_str()))
        })
    }

    /// Votes for each class.
    fn votes(&self) -> BTreeMap<usize, usize> {
        let mut votes = BTreeMap::new();
        for said in self.answers() {
            if let Reply::Class(class) = said.reply {
                *votes.entry(class).or_insert(0) += 1;
            }
        }
        votes
    }

    /// What holds; `None` if nothing was said or all was taken back.
    pub fn verdict(&self) -> Option<Verdict<'_>> {
        if let Some(settled) = self.settled() {
            return Some(Verdict::Settled(settled));
        }
        let votes = self.votes();
        if let Some(&most) = votes.values().max() {
            let mut first = votes.iter().filter(|&(_, &n)| n == most);
            return match (first.next(), first.next()) {
                (Some((&class, _)), None) => Some(Verdict::Agreed(class)),
                _ => Some(Verdict::Disputed),
            };
        }
        let mut replies = self.answers().map(|said| said.reply).peekable();
        replies.peek()?;
        Some(if replies.any(|reply| reply == Reply::DontKnow) {
            Verdict::DontKnow
        } else {
            Verdict::Skipped
        })
    }

    /// Whether annotators chose different classes and nobody settled it.
    pub fn is_open_dispute(&self) -> bool {
        self.settled.is_empty() && self.votes().len() > 1
    }

    /// What the model is told: what holds, with how the question was first drawn.
    fn told(&self) -> Option<Told> {
        let reply = self.verdict()?.reply();
        let first = self.answers().filter(|said| said.reply != Reply::Skip);
        let first = first.min_by_key(|said| said.number);
        Some(Told {
            reply,
            drawn: first.map_or(Drawn::Chosen, |said| said.drawn),
            predicted: first.and_then(|said| said.predicted.clone()),
        })
    }

    fn is_empty(&self) -> bool {
        self.answers.is_empty() && self.settled.is_empty() && self.comments.is_empty()
    }

    /// Removes what the row with this number says.
    fn take_back(&mut self, number: u64) {
        for own in self.answers.values_mut() {
            own.retain(|said| said.number != number);
        }
        self.answers.retain(|_, own| !own.is_empty());
        self.settled.retain(|said| said.number != number);
        for own in self.comments.values_mut() {
            own.retain(|(at, _)| *at != number);
        }
        self.comments.retain(|_, own| !own.is_empty());
    }
}

impl State {
    /// The fold over a whole log.
    pub fn of<'e>(log: impl IntoIterator<Item = &'e Entry>) -> Self {
        let mut state = Self::default();
        for entry in log {
            state.apply(entry);
        }
        state
    }

    /// Names of the classes, by their numbers.
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// Every item that something was said about.
    pub fn items(&self) -> impl Iterator<Item = (&ItemKey, &Judged)> {
        self.items.iter()
    }

    /// What was said about an item.
    pub fn item(&self, item: &ItemKey) -> Option<&Judged> {
        self.items.get(item)
    }

    /// The number of the last row.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Everybody who answered, by name.
    pub fn annotators(&self) -> BTreeSet<&str> {
        let all = self.items.values().flat_map(|judged| judged.answers.keys());
        all.map(String::as_str).collect()
    }

    /// The last answers of an annotator, newest first.
    pub fn history(&self, annotator: &str) -> Vec<(&ItemKey, &Said)> {
        let mut all: Vec<(&ItemKey, &Said)> = Vec::new();
        for (item, judged) in &self.items {
            all.extend(judged.answer_of(annotator).map(|said| (item, said)));
        }
        all.sort_by_key(|(_, said)| std::cmp::Reverse(said.number));
        all
    }

    /// The row that undo takes back: the annotator's last answer or settlement.
    pub fn last_of(&self, annotator: &str) -> Option<(u64, &ItemKey)> {
        let own = self.standing.iter().rev();
        let mut own = own.filter(|(_, (who, _))| who == annotator);
        own.find_map(|(&number, (_, item))| {
            let judged = self.items.get(item)?;
            let is_it = |said: &Said| said.number == number;
            let answers = judged.answers.values().flatten();
            let found = answers.chain(&judged.settled).any(is_it);
            found.then_some((number, item))
        })
    }

    /// Whether a row may be added.
    ///
    /// # Errors
    /// [`Refusal`] if it does not fit.
    pub fn check(&self, annotator: &str, action: &Action) -> Result<(), Refusal> {
        if annotator.trim().is_empty() {
            return Err(Refusal::NoAnnotator);
        }
        if let Some(Reply::Class(class)) = action.reply() {
            self.check_class(class)?;
        }
        match action {
            Action::Answer { .. } | Action::Comment { .. } => Ok(()),
            Action::Undo { target } => match self.standing.get(target) {
                Some((who, _)) if who == annotator => Ok(()),
                _ => Err(Refusal::NothingToUndo),
            },
            Action::AddClass { name } => self.check_name(name, None),
            Action::RenameClass { class, name } => {
                self.check_class(*class)?;
                self.check_name(name, Some(*class))
            }
            Action::Settle { item, .. } => {
                let judged = self.items.get(item);
                let is_answered = judged.is_some_and(|judged| judged.answers().next().is_some());
                is_answered.then_some(()).ok_or(Refusal::NothingToSettle)
            }
        }
    }

    fn check_class(&self, class: usize) -> Result<(), Refusal> {
        let is_there = class < self.classes.len();
        is_there.then_some(()).ok_or(Refusal::NoSuchClass(class))
    }

    fn check_name(&self, name: &str, own: Option<usize>) -> Result<(), Refusal> {
        let others = self.classes.iter().enumerate();
        let mut others = others.filter(|(at, _)| Some(*at) != own);
        if name.trim().is_empty() {
            Err(Refusal::NoName)
        } else if others.any(|(_, other)| other == name) {
            Err(Refusal::NameTaken(name.into()))
        } else {
            Ok(())
        }
    }

    /// Adds a row; one that does not fit (see [`State::check`]) changes nothing.
    pub(super) fn apply(&mut self, entry: &Entry) -> Effect {
        self.last = self.last.max(entry.number);
        if self.check(&entry.annotator, &entry.action).is_err() {
            return Effect::Nothing;
        }
        match &entry.action {
            Action::AddClass { name } => {
                self.classes.push(name.clone());
                Effect::Classes(self.classes.clone())
            }
            Action::RenameClass { class, name } => {
                self.classes[*class].clone_from(name);
                Effect::Classes(self.classes.clone())
            }
            Action::Undo { target } => self.take_back(*target),
            Action::Answer { item, .. } => {
                let judged = self.judged(entry, item);
                judged
                    .answers
                    .entry(entry.annotator.clone())
                    .or_default()
                    .push(said(entry));
                self.effect(item)
            }
            Action::Settle { item, .. } => {
                self.judged(entry, item).settled.push(said(entry));
                self.effect(item)
            }
            Action::Comment { item, text } => {
                let judged = self.judged(entry, item);
                let own = judged.comments.entry(entry.annotator.clone()).or_default();
                own.push((entry.number, text.clone()));
                Effect::Nothing
            }
        }
    }

    fn effect(&self, item: &ItemKey) -> Effect {
        let judged = self.items.get(item);
        Effect::Item(item.clone(), judged.and_then(Judged::told))
    }

    fn judged(&mut self, entry: &Entry, item: &ItemKey) -> &mut Judged {
        let who = (entry.annotator.clone(), item.clone());
        self.standing.insert(entry.number, who);
        self.items.entry(item.clone()).or_default()
    }

    fn take_back(&mut self, target: u64) -> Effect {
        let Some((_, item)) = self.standing.remove(&target) else {
            return Effect::Nothing;
        };
        if let Some(judged) = self.items.get_mut(&item) {
            judged.take_back(target);
            if judged.is_empty() {
                self.items.remove(&item);
            }
        }
        self.effect(&item)
    }
}

/// The answer that a row holds.
fn said(entry: &Entry) -> Said {
    let (drawn, predicted, seconds) = match &entry.action {
        Action::Answer {
            drawn,
            predicted,
            seconds,
            ..
        } => (*drawn, predicted.clone(), *seconds),
        _ => (Drawn::Chosen, None, None),
    };
    Said {
        number: entry.number,
        time: entry.time,
        annotator: entry.annotator.clone(),
        reply: entry.action.reply().unwrap_or(Reply::Skip),
        drawn,
        predicted,
        seconds,
    }
}

#[cfg(test)]
pub(super) mod tests;
