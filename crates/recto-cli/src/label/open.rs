//! From flags to an open project.

use super::now;
use crate::Streams;
use crate::args::{GivenArg, LabelArgs};
use crate::command::tell;
use crate::exit::{Exit, Failure};
use crate::places::{self, Place};
use crate::words;
use recto::label::{
    Action, Chooser, Given, LexiconChoice, Project, ProjectError, Session, Setup, Who,
};
use recto::source::{self, FileIdentity};
use recto::{Attachment, Pile, Run, Warning};
use std::path::{Path, PathBuf};

/// A project that is open.
pub(super) struct Opened {
    pub(super) session: Session,
    pub(super) chooser: Chooser,
    pub(super) warnings: Vec<Warning>,
    /// Whether some files of a new project could not be read.
    pub(super) exit: Exit,
}

/// Makes or opens the project and changes it as flags say.
pub(super) fn open(
    args: &LabelArgs,
    run: &Run<'_>,
    streams: &mut Streams<'_>,
) -> Result<Opened, Failure> {
    let files = NamedFiles::of(args);
    files.check_places(args)?;
    let who = who(args, streams);
    let setup_files = files.read(args)?;
    let is_there = std::fs::metadata(&args.project).is_ok_and(|data| data.len() > 0);
    let mut opened = if args.from.is_empty() || is_there {
        go_on(args, who, setup_files, run, streams)?
    } else {
        make(args, who, setup_files, run, streams)?
    };
    opened.session.release(&[])?;
    Ok(opened)
}

/// Who answers: as named, or the user of the system, which is then said.
fn who(args: &LabelArgs, streams: &mut Streams<'_>) -> Who {
    let annotator = args.annotator.clone().unwrap_or_else(|| {
        let names = ["USER", "LOGNAME", "USERNAME"];
        let named = names.iter().find_map(|name| std::env::var(name).ok());
        let name = named.filter(|name| !name.trim().is_empty());
        let name = name.unwrap_or_else(|| "annotator".into());
        if !args.run.quiet && (!super::without_terminal::is_asked(args) || args.import.is_some()) {
            streams.tell(format_args!(
                "note: answers are stored as those of {name}; --annotator names somebody else"
            ));
        }
        name
    });
    Who {
        annotator,
        session: format!("{}-{}", std::process::id(), now()),
    }
}

/// Files that flags name beside the documents.
struct NamedFiles {
    files: Vec<(&'static str, PathBuf)>,
}

/// Their contents.
struct SetupFiles {
    guidelines: Option<Attachment>,
    lexicon: Option<LexiconChoice>,
}

impl NamedFiles {
    fn of(args: &LabelArgs) -> Self {
        let is_file = |path: &&PathBuf| !is_name(path);
        let files = [
            ("--guidelines", args.guidelines.as_ref()),
            ("--lexicon", args.lexicon.as_ref().filter(is_file)),
            ("--import", args.import.as_ref()),
        ];
        let named = |(flag, path): (&'static str, Option<&PathBuf>)| Some((flag, path?.clone()));
        Self {
            files: files.into_iter().filter_map(named).collect(),
        }
    }

    /// Refuses to write over what is read.
    fn check_places(&self, args: &LabelArgs) -> Result<(), Failure> {
        let export = args.export.as_ref().filter(|path| *path != Path::new("-"));
        let mut outputs: Vec<Place> = args.output.place().into_iter().collect();
        outputs.extend(export.map(|path| Place {
            flag: "--export".into(),
            path: path.clone(),
        }));
        let named = self.files.iter().map(|(_, path)| path);
        let read: Vec<(String, FileIdentity)> = named
            .chain([&args.project])
            .filter_map(|path| Some((path.display().to_string(), FileIdentity::of(path)?)))
            .collect();
        let found = source::find(&args.from);
        let own = read.iter().map(|(name, file)| (name.as_str(), file));
        places::check(&outputs, own.chain(found.files()))?;
        let project = Place {
            flag: "PROJECT".into(),
            path: args.project.clone(),
        };
        let inputs = self
            .files
            .iter()
            .filter_map(|(_, path)| Some((path.display().to_string(), FileIdentity::of(path)?)));
        let inputs: Vec<(String, FileIdentity)> = inputs.collect();
        let inputs = inputs.iter().map(|(name, file)| (name.as_str(), file));
        if args.project.is_dir() {
            return Ok(());
        }
        places::check(&[project], inputs.chain(found.files()))
    }

    fn read(&self, args: &LabelArgs) -> Result<SetupFiles, Failure> {
        let limit = args.how.bytes.max_file_bytes;
        let named = |flag: &str| self.files.iter().find(|(own, _)| *own == flag);
        let read = |flag: &str| match named(flag) {
            Some((flag, path)) => contents(flag, path, limit).map(Some),
            None => Ok(None),
        };
        let guidelines = read("--guidelines")?;
        if let Some(file) = &guidelines {
            file.text()?;
        }
        let lexicon = match (read("--lexicon")?, &args.lexicon) {
            (Some(file), _) => Some(LexiconChoice::File(file)),
            (None, Some(name)) if name.as_os_str() == "none" => Some(LexiconChoice::None),
            (None, Some(_)) => Some(LexiconChoice::Builtin),
            (None, None) => None,
        };
        Ok(SetupFiles {
            guidelines,
            lexicon,
        })
    }
}

/// Whether it stands for a lexicon by name.
fn is_name(path: &Path) -> bool {
    path.as_os_str() == "builtin" || path.as_os_str() == "none"
}

/// The contents of a file that a flag names.
pub(super) fn contents(flag: &str, path: &Path, limit: u64) -> Result<Attachment, Failure> {
    let label = path.display().to_string();
    let bytes = source::contents(path, limit).map_err(|notice| {
        Failure::input(if path.exists() {
            format!("{flag} {label}: {}", words::notice(&notice))
        } else {
            format!("{label}: no such file; check the name given to {flag}")
        })
    })?;
    Ok(Attachment { label, bytes })
}

fn make(
    args: &LabelArgs,
    who: Who,
    files: SetupFiles,
    run: &Run<'_>,
    streams: &mut Streams<'_>,
) -> Result<Opened, Failure> {
    let (pile, exit) = documents(args, run, streams)?;
    let setup = setup(args, files, &pile)?;
    let (session, chooser, warnings) =
        Session::create(&args.project, &pile, &setup, who, now(), run)?;
    Ok(Opened {
        session,
        chooser,
        warnings,
        exit,
    })
}

/// The documents that `--from` names, and how the command ends if nothing else goes wrong.
fn documents(
    args: &LabelArgs,
    run: &Run<'_>,
    streams: &mut Streams<'_>,
) -> Result<(Pile, Exit), Failure> {
    let mut pile = source::find(&args.from).read(&args.how.options(), run)?;
    pile.word(words::remedy);
    tell(&pile.warnings, &pile.failed, args.run.quiet, streams);
    if pile.documents.is_empty() {
        return Err(Failure::told());
    }
    let exit = if pile.failed.is_empty() {
        Exit::Done
    } else {
        Exit::Input
    };
    Ok((pile, exit))
}

fn setup(args: &LabelArgs, files: SetupFiles, pile: &Pile) -> Result<Setup, Failure> {
    let setup = Setup {
        classes: classes(args),
        lexicon: files.lexicon.unwrap_or_default(),
        given: match args.given {
            None => Given::Auto,
            Some(GivenArg::Known) => Given::Known,
            Some(GivenArg::Aside) => Given::Aside,
        },
        strategy: args.strategy.unwrap_or_default(),
        overlap: args.overlap.unwrap_or_default(),
        seed: args.run.seed,
        language: args.how.lang,
        guidelines: files.guidelines,
    };
    Ok(setup.with_classes_of(pile)?)
}

/// The classes that were named, without blanks around them.
fn classes(args: &LabelArgs) -> Vec<String> {
    let named = args.classes.iter().map(|name| name.trim().to_owned());
    named.collect()
}

/// Opens a project that is there, adds documents and changes what flags name.
fn go_on(
    args: &LabelArgs,
    who: Who,
    files: SetupFiles,
    run: &Run<'_>,
    streams: &mut Streams<'_>,
) -> Result<Opened, Failure> {
    let (mut project, damage) = open_or_salvage(args)?;
    if args.given.is_some() {
        return Err(Failure::usage(
            "--given is for a new project, and this one is there already",
        ));
    }
    let exit = if !damage.is_empty() {
        Exit::Input
    } else if args.from.is_empty() {
        Exit::Done
    } else {
        add_documents(&mut project, args, run, streams)?
    };
    let time = now();
    if let Some(strategy) = args.strategy {
        project.set("strategy", &strategy.to_string(), time)?;
    }
    if let Some(language) = args.how.lang {
        project.set("language", language.code, time)?;
    }
    if let Some(share) = args.overlap {
        project.set("overlap", &share.to_string(), time)?;
    }
    if let Some(file) = &files.guidelines {
        project.attach("guidelines", file, time)?;
    }
    let missing = |name: &&String| !project.state().classes().contains(name);
    let named = classes(args);
    let missing: Vec<String> = named.iter().filter(missing).cloned().collect();
    for name in missing {
        project.add(&who.annotator, &Action::AddClass { name }, time)?;
    }
    if let Some(lexicon) = files.lexicon {
        set_lexicon(&mut project, &lexicon, time)?;
    }
    let (session, chooser, warnings) = Session::open(project, who, run)?;
    Ok(Opened {
        session,
        chooser,
        warnings: [damage, warnings].concat(),
        exit,
    })
}

/// The project; for an export also what can be read of a damaged one, and what is missing.
fn open_or_salvage(args: &LabelArgs) -> Result<(Project, Vec<Warning>), Failure> {
    let is_export = args.export.is_some() && args.from.is_empty() && args.import.is_none();
    match Project::open(&args.project) {
        Err(ProjectError::Damaged { .. }) if is_export => Ok(Project::salvage(&args.project)?),
        opened => Ok((opened?, Vec::new())),
    }
}

/// Adds the documents that the project lacks, and says how many.
fn add_documents(
    project: &mut Project,
    args: &LabelArgs,
    run: &Run<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let (pile, exit) = documents(args, run, streams)?;
    let found = project.add_documents(&pile, now())?;
    if !args.run.quiet {
        streams.tell(format_args!(
            "note: {} documents added to {}; {} were there already",
            found.added,
            args.project.display(),
            found.there
        ));
    }
    Ok(exit)
}

/// Changes the words that are known at the start, unless they do not fit the classes.
fn set_lexicon(project: &mut Project, lexicon: &LexiconChoice, time: i64) -> Result<(), Failure> {
    project.check_lexicon(lexicon)?;
    let name = match lexicon {
        LexiconChoice::Auto => "auto",
        LexiconChoice::Builtin => "builtin",
        LexiconChoice::None => "none",
        LexiconChoice::File(file) => {
            project.attach("lexicon", file, time)?;
            "file"
        }
    };
    project.set("lexicon", name, time)?;
    Ok(())
}
