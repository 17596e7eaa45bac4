//! The terminal while a session runs: raw, on its other screen, and put back on every way
//! out (return, panic, Ctrl-C, a request to terminate).

use super::draw::{Frame, Style};
use crate::interrupt;
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::style::{Attribute, Color, Print, ResetColor, SetAttribute, SetForegroundColor};
use crossterm::terminal::{self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{execute, queue};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::thread::{self, ThreadId};

/// Whether the terminal is ours to put back.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);
static HOOK: Once = Once::new();
/// The thread that draws.
static OWNER: Mutex<Option<ThreadId>> = Mutex::new(None);

fn is_owner() -> bool {
    *OWNER.lock().unwrap_or_else(PoisonError::into_inner) == Some(thread::current().id())
}

/// The terminal, taken until it is dropped.
pub(super) struct Tty {
    has_color: bool,
}

impl Tty {
    /// Takes the terminal.
    pub(super) fn take() -> io::Result<Self> {
        HOOK.call_once(|| {
            let told = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                // One in the engine's threads does not end the session, which says so itself.
                let is_elsewhere = !is_owner() && IS_TAKEN.load(Ordering::SeqCst);
                if !is_elsewhere {
                    put_back();
                    told(panic);
                }
            }));
        });
        *OWNER.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread::current().id());
        interrupt::at_last(Some(put_back));
        IS_TAKEN.store(true, Ordering::SeqCst);
        terminal::enable_raw_mode()?;
        execute!(
            io::stdout(),
            EnterAlternateScreen,
            EnableBracketedPaste,
            Hide
        )?;
        Ok(Self {
            has_color: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        })
    }

    /// Columns and rows.
    pub(super) fn size() -> (usize, usize) {
        let (columns, rows) = terminal::size().unwrap_or((80, 24));
        // A terminal that does not know its size says 0.
        let or = |n: u16, usual: usize| if n == 0 { usual } else { usize::from(n) };
        (or(columns, 80), or(rows, 24))
    }

    /// Draws a frame over the one before.
    pub(super) fn draw(&self, frame: &Frame) -> io::Result<()> {
        let mut out = io::BufWriter::new(io::stdout().lock());
        queue!(out, Hide)?;
        for (row, line) in (0_u16..).zip(&frame.lines) {
            queue!(out, MoveTo(0, row))?;
            for (style, text) in line {
                self.begin(&mut out, *style)?;
                queue!(out, Print(text), SetAttribute(Attribute::Reset), ResetColor)?;
            }
            queue!(out, Clear(ClearType::UntilNewLine))?;
        }
        queue!(out, Clear(ClearType::FromCursorDown))?;
        if let Some((column, row)) = frame.cursor {
            queue!(out, MoveTo(column as u16, row as u16), Show)?;
        }
        out.flush()
    }

    fn begin(&self, out: &mut impl Write, style: Style) -> io::Result<()> {
        let (attribute, color) = match style {
            Style::Plain => return Ok(()),
            Style::Strong => (Attribute::Bold, None),
            Style::Marked => (Attribute::Bold, Some(Color::Cyan)),
            Style::Chosen => (Attribute::Reverse, None),
            Style::Soft => (Attribute::Dim, None),
            Style::Alarm => (Attribute::Bold, Some(Color::Red)),
        };
        queue!(out, SetAttribute(attribute))?;
        match color.filter(|_| self.has_color) {
            Some(color) => queue!(out, SetForegroundColor(color)),
            None => Ok(()),
        }
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        put_back();
        interrupt::at_last(None);
    }
}

/// Puts the terminal back as it was, once.
fn put_back() {
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
        // There is nobody to tell where it fails.
        let _ = execute!(
            io::stdout(),
            Show,
            DisableBracketedPaste,
            LeaveAlternateScreen
        );
        let _ = terminal::disable_raw_mode();
    }
}
