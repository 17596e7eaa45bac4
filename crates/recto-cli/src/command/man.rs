//! `recto man`.

use crate::args::{self, ManArgs};
use crate::exit::{Exit, Failure};
use crate::output::{write_out, write_whole};
use crate::{Registry, Streams};
use clap::Command;
use clap_mangen::Man;

pub(super) fn run(
    args: &ManArgs,
    registry: Registry<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    // Built, so that each command knows its full name; without the command `help`,
    // which would ask for a page about each page.
    let mut top = args::command(registry).disable_help_subcommand(true);
    top.build();
    let Some(folder) = &args.out else {
        let page = page(&top)?;
        write_out(streams, |writer| writer.write_all(&page))?;
        return Ok(Exit::Done);
    };
    std::fs::create_dir_all(folder).map_err(|error| {
        let folder = folder.display();
        Failure::input(format!(
            "cannot create folder {folder}: {error}; name another folder with --out"
        ))
    })?;
    for command in with_all_below(&top) {
        let name = Man::new(command.clone()).get_filename();
        let page = page(command)?;
        write_whole(&folder.join(name), |writer| writer.write_all(&page))?;
    }
    Ok(Exit::Done)
}

fn page(command: &Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    let rendered = Man::new(command.clone()).render(&mut page);
    rendered.map_err(|error| Failure::input(format!("no manual page: {error}")))?;
    // What stands behind the flags of every command are its examples.
    let page = String::from_utf8_lossy(&page).replace(".SH EXTRA\nExamples:", ".SH EXAMPLES");
    Ok(page.into_bytes())
}

/// A command and all below it.
fn with_all_below(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands().flat_map(with_all_below);
    [command].into_iter().chain(below).collect()
}
