//! What the two renderers draw, and that nothing in a text can harm it.

mod page;
mod safety;
mod terminal;
