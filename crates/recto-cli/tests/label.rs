//! `recto label`: sessions in a real terminal, and what needs none.

mod common;

#[cfg(unix)]
#[path = "label/kills.rs"]
mod kills;
#[path = "label/project.rs"]
mod project;
#[cfg(unix)]
#[path = "label/session.rs"]
mod session;
#[cfg(unix)]
#[path = "label/terminal.rs"]
mod terminal;
#[path = "label/texts.rs"]
mod texts;
