//! The beginning: anew, or where an earlier process stopped or was killed.

use super::store::{self, Kept, Opened};
use super::{Clock, Entry, Following, Output, Plan, Position, Status, Teller};
use crate::exit::Failure;
use recto::Run;
use recto::events::follow::Follower;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// Opens output and store, and goes through what the journal holds.
pub(super) fn begin<'f, 's>(
    plan: &Plan,
    mut follower: Follower,
    out: &'s mut (dyn Write + Send),
    mut teller: Teller<'s>,
    run: &'f Run<'f>,
) -> Result<Following<'f, 's>, Failure> {
    let (opened, kept) = match &plan.args.checkpoint {
        Some(folder) => {
            let (opened, kept) = store::open(folder).map_err(Failure::input)?;
            take_over(folder, &kept, &mut follower, &mut teller, plan)?;
            (Some(opened), kept)
        }
        None => (None, Kept::default()),
    };
    let is_new = kept.checkpoint.is_none();
    let positions = match &kept.checkpoint {
        Some(checkpoint) => checkpoint.positions.clone(),
        None => vec![Position::default(); plan.named.len()],
    };
    let mut following = Following {
        output: output(plan, out, told(&kept), is_new)?,
        status: plan.args.status.clone().map(Status::new),
        follower,
        store: None,
        positions,
        teller,
        run,
        clock: Clock::default(),
        checkpoint_every: Duration::from_secs_f64(plan.args.checkpoint_every),
        last_checkpoint: None,
        n_notices: 0,
    };
    let told = following.output.told();
    let header = following.follower.header(told.filter(|_| !is_new));
    let put = following.output.put_header(&header);
    put.expect("memory takes any number of bytes");
    if let Some(opened) = opened {
        following.replay(opened, kept)?;
    }
    Ok(following)
}

/// The state of the last checkpoint that can be read.
fn take_over(
    folder: &Path,
    kept: &Kept,
    follower: &mut Follower,
    teller: &mut Teller<'_>,
    plan: &Plan,
) -> Result<(), Failure> {
    let shown = folder.display();
    for warning in &kept.warnings {
        teller.say("warning", &format!("{shown}: {warning}; not used"));
    }
    let Some(checkpoint) = &kept.checkpoint else {
        if !kept.warnings.is_empty() {
            let message = format!("{shown}: no checkpoint can be read: beginning anew");
            teller.say("warning", &message);
        }
        return Ok(());
    };
    let (before, now) = (checkpoint.positions.len(), plan.named.len());
    if before != now {
        return Err(Failure::usage(format!(
            "{shown}: it was made for {before} inputs, not {now}; name the same ones, or another \
             folder"
        )));
    }
    let resumed = follower.resume(&checkpoint.follower);
    resumed.map_err(|error| Failure::input(format!("{shown}: {error}")))
}

/// The last change that an earlier run wrote, as far as the store knows.
fn told(kept: &Kept) -> Option<u64> {
    let next = kept.checkpoint.as_ref().map_or(0, |last| last.next_seq);
    let noted = kept.entries.iter().filter_map(|entry| match entry {
        Entry::Told(told) => Some(*told),
        _ => None,
    });
    noted.chain(next.checked_sub(1)).max()
}

fn output<'s>(
    plan: &Plan,
    out: &'s mut (dyn Write + Send),
    told: Option<u64>,
    is_new: bool,
) -> Result<Output<'s>, Failure> {
    let Some(place) = plan.output.place() else {
        return Ok(Output::stdout(out, told));
    };
    let shown = place.path.display();
    let has_text = std::fs::metadata(&place.path).is_ok_and(|data| data.len() > 0);
    if is_new && has_text {
        return Err(Failure::usage(format!(
            "-o {shown}: there already; name another file, or go on with the --checkpoint folder \
             that it was made with"
        )));
    }
    Output::file(&place.path, told).map_err(|error| {
        Failure::input(format!(
            "{shown}: cannot be written: {error}; name another place with -o"
        ))
    })
}

impl Following<'_, '_> {
    /// Goes through the journal, writes changes that were not told, and begins a
    /// generation of its own.
    fn replay(&mut self, opened: Opened, mut kept: Kept) -> Result<(), Failure> {
        for entry in std::mem::take(&mut kept.entries) {
            let records = self.apply(entry)?;
            self.tell(&records)?;
        }
        self.n_notices = self.follower.notices().len();
        // Changes of an earlier run come before the checkpoint that takes its journal's place. A
        // first run has none, and its checkpoint comes first: output without one would be refused
        // as somebody else's at the next start.
        let is_first = kept.checkpoint.is_none();
        if !is_first {
            self.write()?;
        }
        let store = opened.begin(&kept, &self.state());
        let store = store.map_err(|error| {
            Failure::input(format!("no checkpoint can be written: {error}; make room"))
        })?;
        self.store = Some(store);
        if is_first { self.write() } else { Ok(()) }
    }
}
