//! `recto schema`.

use crate::args::SchemaArgs;
use crate::exit::{Exit, Failure};
use crate::output::write_out;
use crate::{Registry, Streams};

pub(super) fn run(
    args: &SchemaArgs,
    registry: Registry<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let named = |name: &str| registry.iter().find(|row| row.name() == name);
    let Some(capability) = named(&args.command) else {
        return Err(Failure::usage(format!(
            "there is no schema of {}",
            args.command
        )));
    };
    write_out(streams, |writer| {
        writeln!(writer, "{:#}", capability.schema())
    })?;
    Ok(Exit::Done)
}
