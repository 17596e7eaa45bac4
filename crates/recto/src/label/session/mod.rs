//! A session: one annotator at a project. Whatever drives it, a terminal or a page, only
//! draws what it says and passes on what was pressed.

use super::chooser::{Chooser, Content, Prepared, Update};
use super::state::Effect;
use super::{
    Action, Drawn, ItemKey, Judged, Origin, Project, ProjectError, Reply, Reservation, Said, Setup,
    State, Texts,
};
use crate::classify;
use crate::{Attachment, Error, Run};
use recto_classify::active::{Answer, Item, Reason, Settings};
use recto_math::rng;
use recto_text::{Pile, Warning};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// How long a question is held for a session that does not answer, in milliseconds.
const HELD: i64 = 10 * 60 * 1000;

/// Who labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Who {
    /// The annotator's name.
    pub annotator: String,
    /// The session, by a name that no other has.
    pub session: String,
}

/// One annotator at a project.
pub struct Session {
    project: Project,
    texts: Arc<Texts>,
    words: FxHashMap<String, u32>,
    who: Who,
    /// Documents that everybody is asked about.
    shared: BTreeSet<usize>,
}

/// A question as it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// What it shows.
    pub content: Content,
    /// How it was drawn.
    pub drawn: Drawn,
    /// What the model says.
    pub posterior: Option<Vec<f64>>,
    /// Why it is asked.
    pub why: Why,
}

/// Why a question is asked.
#[derive(Debug, Clone, PartialEq)]
pub enum Why {
    /// The engine chose it.
    Chosen(Reason),
    /// Everybody is asked about this document, to see how far annotators agree.
    Shared,
    /// Annotators disagree about it.
    Disputed,
    /// It was answered before and is looked at again.
    Again,
}

impl Session {
    /// Makes a project and opens it; if it cannot be used, no file is left.
    ///
    /// # Errors
    /// [`ProjectError`] if documents, classes or lexicon cannot be used, or the file cannot
    /// be written.
    pub fn create(
        path: &Path,
        pile: &Pile,
        setup: &Setup,
        who: Who,
        now: i64,
        run: &Run<'_>,
    ) -> Result<(Self, Chooser, Vec<Warning>), ProjectError> {
        let project = Project::create(path, pile, setup, &who.annotator, now)?;
        let opened = Self::open(project, who, run);
        if opened.is_err() {
            // Nobody has answered anything yet.
            let _ = std::fs::remove_file(path);
        }
        opened
    }

    /// Opens a project for an annotator.
    ///
    /// # Errors
    /// [`ProjectError`] if it cannot be read or its documents cannot be used.
    pub fn open(
        mut project: Project,
        who: Who,
        run: &Run<'_>,
    ) -> Result<(Self, Chooser, Vec<Warning>), ProjectError> {
        if who.annotator.trim().is_empty() {
            return Err(super::Refusal::NoAnnotator.into());
        }
        let texts = Arc::new(Texts::of(&project)?);
        let mut chooser_warnings = Vec::new();
        let (mut chooser, seed) = {
            let start = started(&project, &texts, run)?;
            chooser_warnings.extend(start.warnings.iter().cloned());
            let seed: u64 = project.parsed("seed")?;
            let settings = Settings {
                strategy: project.parsed("strategy")?,
                seed,
                ..Settings::default()
            };
            (Chooser::new(Arc::clone(&texts), start, settings)?, seed)
        };
        let share: f64 = project.parsed("overlap")?;
        let terms = chooser.words().iter().cloned();
        let mut session = Self {
            words: terms.zip(0..).collect(),
            shared: shared(&texts, share, seed),
            texts,
            who,
            project: {
                project.refresh()?;
                project
            },
        };
        let updates = session.updates();
        chooser.apply(&updates)?;
        Ok((session, chooser, chooser_warnings))
    }

    /// The project.
    pub fn project(&self) -> &Project {
        &self.project
    }

    /// The project, for settings and imports.
    pub fn project_mut(&mut self) -> &mut Project {
        &mut self.project
    }

    /// What was said so far.
    pub fn state(&self) -> &State {
        self.project.state()
    }

    /// The documents.
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// Who labels.
    pub fn who(&self) -> &Who {
        &self.who
    }

    /// What annotators should go by.
    ///
    /// # Errors
    /// [`ProjectError`] if it cannot be read.
    pub fn guidelines(&self) -> Result<Option<Attachment>, ProjectError> {
        self.project.attachment("guidelines")
    }

    /// The item of the engine; `None` for words and documents that it does not know.
    fn item(&self, key: &ItemKey) -> Option<Item> {
        match key {
            ItemKey::Document(id) => self.texts.place_of_wording(id).map(Item::Document),
            ItemKey::Word(word) => self.words.get(word).copied().map(Item::Word),
        }
    }

    /// What the engine has to know of since the last call, other processes' answers included.
    pub fn updates(&mut self) -> Vec<Update> {
        let effects = self.project.take_effects();
        let n_first = self.n_first_classes();
        let update = |effect: Effect| match effect {
            Effect::Nothing => None,
            // The engine begins with the first classes.
            Effect::Classes(classes) if classes.len() < n_first => None,
            Effect::Classes(classes) => Some(Update::Classes(classes)),
            Effect::Item(key, None) => self.item(&key).map(Update::Retract),
            Effect::Item(key, Some(told)) => Some(Update::Answer(Answer {
                item: self.item(&key)?,
                reply: told.reply,
                drawn: told.drawn,
                predicted: told.predicted,
            })),
        };
        effects.into_iter().filter_map(update).collect()
    }

    fn n_first_classes(&self) -> usize {
        self.project.parsed("first_classes").unwrap_or_default()
    }

    /// Items that must not be asked now: other sessions have them on their screens, or this
    /// one has.
    ///
    /// # Errors
    /// [`ProjectError`] if the file cannot be read.
    pub fn avoid(&self, here: &[ItemKey], now: i64) -> Result<BTreeSet<Item>, ProjectError> {
        let others = self.project.held_by_others(&self.who.session, now)?;
        let all = others.iter().chain(here);
        Ok(all.filter_map(|key| self.item(key)).collect())
    }

    /// Holds a question that the engine prepared; `None` if another session was faster, or if
    /// it was answered meanwhile.
    ///
    /// # Errors
    /// [`ProjectError`] if the file cannot be written.
    pub fn take(&mut self, prepared: &Prepared, now: i64) -> Result<Option<Asked>, ProjectError> {
        let Some((question, content)) = &prepared.question else {
            return Ok(None);
        };
        let key = content.key();
        let is_answered = self.state().item(&key).and_then(Judged::verdict);
        let is_answered = is_answered.is_some_and(|verdict| verdict.reply() != Reply::Skip);
        if is_answered || !self.hold(&key, now)? {
            return Ok(None);
        }
        Ok(Some(Asked {
            content: content.clone(),
            drawn: question.drawn,
            posterior: Some(question.posterior.clone()),
            why: Why::Chosen(question.reason.clone()),
        }))
    }

    fn hold(&mut self, key: &ItemKey, now: i64) -> Result<bool, ProjectError> {
        let hold = Reservation {
            session: &self.who.session,
            now,
            until: now + HELD,
        };
        self.project.reserve(key, &hold)
    }

    /// A document that everybody is asked about, that another annotator has answered and this
    /// one has not.
    pub fn shared_question(&self, here: &[ItemKey]) -> Option<Asked> {
        let me = &self.who.annotator;
        let is_due = |place: &&usize| {
            let key = ItemKey::Document(self.texts.id(**place).to_owned());
            let Some(judged) = self.state().item(&key) else {
                return false;
            };
            let is_mine = judged.answer_of(me).is_some() || here.contains(&key);
            let others = judged.answers().filter(|said| said.annotator != *me);
            !is_mine && others.filter(|said| said.reply != Reply::Skip).count() > 0
        };
        let place = *self.shared.iter().find(is_due)?;
        Some(Asked {
            content: Content::of_document(&self.texts, place),
            drawn: Drawn::Chosen,
            posterior: None,
            why: Why::Shared,
        })
    }

    /// The next question, with everything that it takes: for callers that wait.
    ///
    /// # Errors
    /// [`ProjectError`] if the file cannot be read or written, or the observer asks to stop.
    pub fn next(
        &mut self,
        chooser: &mut Chooser,
        now: i64,
        run: &Run<'_>,
    ) -> Result<(Option<Asked>, Prepared), ProjectError> {
        self.project.refresh()?;
        let mut lost = Vec::new();
        loop {
            chooser.apply(&self.updates())?;
            let prepared = chooser.prepare(&self.avoid(&lost, now)?, run)?;
            if let Some(asked) = self.shared_question(&[]) {
                return Ok((Some(asked), prepared));
            }
            let Some((_, content)) = &prepared.question else {
                return Ok((None, prepared));
            };
            if let Some(asked) = self.take(&prepared, now)? {
                return Ok((Some(asked), prepared));
            }
            lost.push(content.key());
            self.project.refresh()?;
        }
    }

    /// Writes an answer: when this returns, it is on the disk. Returns the number of its row.
    ///
    /// # Errors
    /// [`ProjectError::Unwritable`] if it cannot be written just now; nothing was, and the
    /// same call may be tried again.
    pub fn answer(
        &mut self,
        asked: &Asked,
        reply: Reply,
        seconds: Option<f64>,
        now: i64,
    ) -> Result<u64, ProjectError> {
        let item = asked.content.key();
        let action = match asked.why {
            Why::Disputed => Action::Settle { item, reply },
            Why::Chosen(_) | Why::Shared | Why::Again => Action::Answer {
                item,
                reply,
                drawn: asked.drawn,
                predicted: asked.posterior.clone(),
                seconds,
                origin: Origin::Session,
            },
        };
        self.add(&action, now)
    }

    /// Adds a row of this annotator.
    ///
    /// # Errors
    /// As [`Project::add`].
    pub fn add(&mut self, action: &Action, now: i64) -> Result<u64, ProjectError> {
        self.project.add(&self.who.annotator, action, now)
    }

    /// Takes this annotator's last answer back; returns what it was about, `None` if there is
    /// none.
    ///
    /// # Errors
    /// As [`Project::add`].
    pub fn undo(&mut self, now: i64) -> Result<Option<ItemKey>, ProjectError> {
        let last = self.state().last_of(&self.who.annotator);
        let Some((target, item)) = last.map(|(target, item)| (target, item.clone())) else {
            return Ok(None);
        };
        self.add(&Action::Undo { target }, now)?;
        Ok(Some(item))
    }

    /// What this annotator answered, newest first.
    pub fn history(&self) -> Vec<(&ItemKey, &Said)> {
        self.state().history(&self.who.annotator)
    }

    /// An item that was answered before, to be shown again. Words come without sentences.
    pub fn again(&self, key: &ItemKey, why: Why) -> Option<Asked> {
        let content = match key {
            ItemKey::Document(id) => {
                Content::of_document(&self.texts, self.texts.place_of_wording(id)?)
            }
            ItemKey::Word(word) => Content::Word {
                term: word.clone(),
                word: super::chooser::spelt(word),
                is_negated: false,
                documents: 0,
                quotes: Vec::new(),
            },
        };
        let content = match (content, key) {
            // The answer stays with the document that it was about.
            (Content::Document { title, text, .. }, ItemKey::Document(id)) => Content::Document {
                id: id.clone(),
                title,
                text,
            },
            (content, _) => content,
        };
        let said = self.state().item(key);
        let said = said.and_then(|judged| judged.answer_of(&self.who.annotator));
        Some(Asked {
            content,
            drawn: said.map_or(Drawn::Chosen, |said| said.drawn),
            posterior: said.and_then(|said| said.predicted.clone()),
            why,
        })
    }

    /// Lets go of all questions that this session holds but `kept`.
    ///
    /// # Errors
    /// [`ProjectError`] if the file cannot be written.
    pub fn release(&mut self, kept: &[ItemKey]) -> Result<(), ProjectError> {
        let kept = kept.iter().cloned().collect();
        self.project.release(&self.who.session, &kept)
    }
}

/// Counts documents and gathers what is known, by the classes that the project began with:
/// a lexicon speaks of those, whatever they are called now.
fn started(project: &Project, texts: &Texts, run: &Run<'_>) -> Result<classify::Start, Error> {
    let (request, attachments) = project.lexicon()?.request(project.first_classes()?);
    let reading = texts.reading();
    classify::start(&reading, &request, &attachments, run)
}

/// The documents that everybody is asked about: a share drawn by lot, the same for all.
fn shared(texts: &Texts, share: f64, seed: u64) -> BTreeSet<usize> {
    let is_drawn = |&place: &usize| {
        let mut draw = rng::stream(seed, "shared questions", place as u64);
        rng::uniform(&mut draw) < share
    };
    // Drawing costs a moment for each of a million documents.
    let n = if share > 0.0 {
        texts.pile.documents.len()
    } else {
        0
    };
    (0..n).filter(is_drawn).collect()
}

#[cfg(test)]
mod tests;
