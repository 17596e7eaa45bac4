//! `recto label`: sessions in a real terminal, and what needs none.

#[cfg(unix)]
mod kills;
mod project;
#[cfg(unix)]
mod session;
#[cfg(unix)]
mod terminal;
mod texts;
