//! Text for recto.

mod offset;

pub use offset::OffsetMap;
