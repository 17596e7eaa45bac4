//! `recto compare`.

use super::method;
use super::pile::{Flags, Piles};
use super::summarize::failure;
use crate::args::CompareArgs;
use crate::exit::{Exit, Failure};
use crate::{Registry, Streams};
use recto::compare::{self, Compared, Group, Request};
use recto::{Cancelled, Pile, Run, UnitKind, source};

/// The command's paper system: what `--paper` alone runs.
const PAPER_METHOD: &str = "cds";

impl Piles for Vec<Group> {
    fn piles(&self) -> Vec<&Pile> {
        self.iter().map(|group| &group.pile).collect()
    }
}

pub(super) fn run(
    args: &CompareArgs,
    registry: &Registry<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let request = request(args, registry)?;
    let named = names(args);
    if named.len() < 2 {
        return Err(Failure::usage(
            "compare needs two groups at least, such as before=2019/ after=2021/",
        ));
    }
    let flags = Flags {
        output: &args.output,
        run: &args.run,
    };
    let files: Vec<String> = args.groups.iter().map(|group| group.path.clone()).collect();
    flags.over(
        &files,
        |run| read(args, &named, run),
        streams,
        |groups, run| compare::run(groups, &request, run).map_err(failure),
        |compared: &Compared| compared.groups.iter().all(|group| group.candidates == 0),
        |_| Ok(()),
        compare::report,
    )
}

/// The names of the groups, in the order of their first mention.
fn names(args: &CompareArgs) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for group in &args.groups {
        if !names.contains(&group.name.as_str()) {
            names.push(&group.name);
        }
    }
    names
}

/// Reads each group; documents are called by their group and their id, because two groups
/// may well have files of the same name.
fn read(args: &CompareArgs, names: &[&str], run: &Run<'_>) -> Result<Vec<Group>, Cancelled> {
    let read = |&name: &&str| {
        let own = args.groups.iter().filter(|group| group.name == name);
        let paths: Vec<String> = own.map(|group| group.path.clone()).collect();
        let mut pile = source::read(&paths, &args.input.options(), run)?;
        for document in &mut pile.documents {
            document.id = format!("{name}/{}", document.id);
        }
        Ok(Group {
            name: name.to_string(),
            pile,
        })
    };
    names.iter().map(read).collect()
}

fn request<'m>(args: &CompareArgs, registry: &Registry<'m>) -> Result<Request<'m>, Failure> {
    let rows = registry.compare;
    let wishes = &args.wishes;
    let method = method::choose(rows, &args.method, wishes.graph.paper, PAPER_METHOD)?;
    method::check_flags(rows, method, &wishes.given())?;
    let usual = Request::new(method);
    Ok(Request {
        options: wishes.options(),
        size: args.size.size().unwrap_or(usual.size),
        unit: UnitKind::from(args.unit),
        language: args.input.lang,
        limits: args.input.limits(),
        ..usual
    })
}
