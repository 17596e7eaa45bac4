//! The session in a terminal: keys in, drawings out.
//!
//! A key that answers is written to the disk before anything else happens. The engine works
//! in a thread of its own: while a question is read, the next one is prepared.

mod app;
mod draw;
mod keys;
mod list;
mod press;
mod text;
mod tty;
mod words;
mod worker;
mod write;

use super::open::Opened;
use crate::Streams;
use crate::args::LabelArgs;
use crate::exit::{Exit, Failure};
use crate::interrupt;
use app::App;
use crossterm::event::{self, Event, KeyEventKind};
use std::io;
use std::time::Duration;
use tty::Tty;
use worker::Worker;

/// How long to wait for a key before looking at what the engine has done.
const TICK: Duration = Duration::from_millis(60);

/// Runs a session until somebody ends it.
pub(super) fn run(
    args: &LabelArgs,
    opened: Opened,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let terminal = |error: io::Error| Failure::input(format!("the terminal failed: {error}"));
    let project = opened.session.project().path().display().to_string();
    let worker = Worker::start(opened.chooser, args.run.seed, args.run.threads);
    let mut app = App::new(opened.session, worker.map_err(terminal)?)?;
    let ended = {
        let tty = Tty::take().map_err(terminal)?;
        keep_going(&mut app, &tty)
    };
    let answers = app.finish();
    let end = ended.map_err(terminal)?;
    streams.tell(format_args!(
        "answers in this session: {answers}, saved in {project}; `recto label {project}` goes on"
    ));
    if let Some(lost) = end.lost {
        return Err(Failure::input(format!(
            "the last answer could not be saved and is lost: {lost}"
        )));
    }
    Ok(if end.is_interrupted {
        Exit::Stopped
    } else {
        opened.exit
    })
}

/// How a session ended.
pub(super) struct End {
    is_interrupted: bool,
    /// What could not be written, if somebody gave it up.
    lost: Option<String>,
}

fn keep_going(app: &mut App, tty: &Tty) -> io::Result<End> {
    app.begin();
    let mut is_changed = true;
    loop {
        is_changed |= app.tick();
        if is_changed {
            let (columns, rows) = Tty::size();
            tty.draw(&app.frame(columns, rows))?;
            is_changed = false;
        }
        // Whatever waits is taken before the next drawing: held keys do not pile up.
        let mut wait = TICK;
        while event::poll(wait)? {
            is_changed = true;
            wait = Duration::ZERO;
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => app.press(&key),
                Event::Paste(text) => app.paste(&text),
                // A new size is drawn like any other change.
                _ => {}
            }
            if app.needs_drawing() {
                break;
            }
        }
        if interrupt::is_stopped() {
            return Ok(app.end(true));
        }
        if let Some(is_interrupted) = app.is_over() {
            return Ok(app.end(is_interrupted));
        }
    }
}
