//! `recto completions`.

use crate::args::{self, CompletionsArgs};
use crate::exit::{Exit, Failure};
use crate::output::write_out;
use crate::{Registry, Streams};

pub(super) fn run(
    args: &CompletionsArgs,
    registry: Registry<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(
        args.shell,
        &mut args::command(registry),
        "recto",
        &mut script,
    );
    write_out(streams, |writer| writer.write_all(&script))?;
    Ok(Exit::Done)
}
