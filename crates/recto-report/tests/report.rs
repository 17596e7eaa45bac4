//! What the two renderers draw, and that nothing in a text can harm it.

mod fixtures;

#[path = "report/page.rs"]
mod page;
#[path = "report/safety.rs"]
mod safety;
#[path = "report/terminal.rs"]
mod terminal;
