//! `recto topics`.

use super::method;
use super::pile::Flags;
use crate::args::TopicsArgs;
use crate::exit::{Exit, Failure};
use crate::output::write_whole;
use crate::{Registry, Streams};
use recto::topics::{self, Found, Grouping, Parts, Request, TopicsError, saved, tables};
use recto::{Answer, Pile, Run};
use std::path::Path;

/// The command's paper system: what `--paper` alone runs.
const PAPER_METHOD: &str = "sgm-literal";

/// Words in MALLET's table of topics.
const KEYS: usize = 20;

pub(super) fn run(
    args: &TopicsArgs,
    registry: &Registry<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let request = request(args, registry)?;
    let flags = Flags {
        output: &args.output,
        run: &args.run,
    };
    flags.over_pile(
        &args.input,
        streams,
        |pile, run| find(args, &request, pile, run).map_err(failure),
        |found| found.documents.is_empty(),
        |answer| write_files(args, answer),
        topics::report,
    )
}

fn find(
    args: &TopicsArgs,
    request: &Request<'_>,
    pile: &Pile,
    run: &Run<'_>,
) -> Result<Answer<Found>, TopicsError> {
    let Some(place) = &args.load_model else {
        return topics::run(pile, request, run);
    };
    let unreadable = |error: std::io::Error| TopicsError::Input {
        what: "saved model",
        problem: format!(
            "{}: cannot be read: {error}; check the name",
            place.display()
        ),
    };
    let bytes = std::fs::read(place).map_err(unreadable)?;
    let model = saved::load(&bytes)?;
    topics::fold(pile, &model, request, run)
}

/// A wrong parameter is the user's, everything else the input's.
fn failure(error: TopicsError) -> Failure {
    match error {
        TopicsError::Cancelled(cancelled) => cancelled.into(),
        TopicsError::Parameter { .. } => Failure::usage(error),
        other => Failure::input(other),
    }
}

fn request<'m>(args: &TopicsArgs, registry: &Registry<'m>) -> Result<Request<'m>, Failure> {
    let rows = registry.topics;
    let wishes = &args.wishes;
    let method = method::choose(rows, &args.method, wishes.paper, PAPER_METHOD)?;
    method::check_flags(rows, method, &wishes.given())?;
    let mut options = wishes.options().map_err(Failure::input)?;
    if let Grouping::Count(n) = args.clusters {
        // The model with clusters of its own has as many.
        options.clusters = Some(n);
    }
    Ok(Request {
        options,
        parts: parts(&args.parts, registry)?,
        filter: args.filter(),
        clusters: args.clusters,
        held_out: args.held_out,
        with_stability: args.stability,
        with_segments: !args.no_segments,
        language: args.input.how.lang,
        limits: args.input.how.limits(),
        ..Request::new(method)
    })
}

fn parts<'m>(name: &str, registry: &Registry<'m>) -> Result<Parts<'m>, Failure> {
    match name {
        "passages" => Ok(Parts::Passages),
        "document" => Ok(Parts::Document),
        name => match registry.segment.iter().find(|row| row.name == name) {
            Some(row) => Ok(Parts::Segments(row)),
            None => Err(Failure::usage(format!(
                "--parts {name}: choose passages, document, or a method of recto segment"
            ))),
        },
    }
}

fn write_files(args: &TopicsArgs, answer: &Answer<Found>) -> Result<(), Failure> {
    let found = &answer.body;
    let Some(fitted) = &found.fitted else {
        return Ok(());
    };
    if let Some(place) = &args.save_model {
        let bytes = saved::save(&fitted.model);
        write_whole(place, |writer| writer.write_all(&bytes))?;
    }
    if let Some(place) = &args.tree {
        write_tree(place, found)?;
    }
    if let Some(folder) = &args.mallet {
        std::fs::create_dir_all(folder).map_err(|error| {
            let folder = folder.display();
            Failure::input(format!(
                "{folder}: cannot be made: {error}; name another folder"
            ))
        })?;
        let (mut keys, mut documents) = (Vec::new(), Vec::new());
        let name = |document: usize| found.documents[document].id.clone();
        let written = tables::write_topic_keys(&fitted.model, KEYS, &mut keys)
            .and_then(|()| tables::write_doc_topics(fitted, name, &mut documents));
        written.map_err(Failure::input)?;
        write_whole(&folder.join("topic-keys.txt"), |w| w.write_all(&keys))?;
        write_whole(&folder.join("doc-topics.txt"), |w| w.write_all(&documents))?;
    }
    Ok(())
}

/// The tree of groups, the leaves named by their documents.
fn write_tree(place: &Path, found: &Found) -> Result<(), Failure> {
    let Some(grouped) = &found.grouped else {
        return Err(Failure::usage(
            "--tree needs groups; leave out --clusters none",
        ));
    };
    let name = |point: usize| found.documents[grouped.points[point]].id.clone();
    let is_json = place.extension().is_some_and(|ending| ending == "json");
    let tree = match is_json {
        true => grouped.tree.json(name),
        false => grouped.tree.newick(name),
    };
    write_whole(place, |writer| writeln!(writer, "{tree}"))
}
