//! coherence.
