//! laws.
