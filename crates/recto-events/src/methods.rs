//! The table of methods.

use crate::engine::Engine;
use crate::engine::params::{Assign, Params, Streams};
use crate::stream::StreamEngine;
use crate::{Detector, EventsError, Options, Profile, merge};

/// A row of the table of methods.
pub type Method = recto_math::Method<Options, dyn Detector, EventsError>;

/// All detectors, the recommended one first.
pub const fn methods() -> &'static [Method] {
    &METHODS
}

type Built = Result<Box<dyn Detector>, EventsError>;

fn engine(method: &'static str, params: Params, options: &Options) -> Engine {
    Engine {
        method,
        params,
        given: options.participants.clone(),
    }
}

/// An engine over files, or over a file as if it were a running stream.
fn boxed(engine: Engine, options: &Options) -> Built {
    Ok(match options.profile {
        Profile::Stream => Box::new(StreamEngine {
            engine,
            options: options.clone(),
        }),
        Profile::Auto | Profile::Paper => Box::new(engine),
    })
}

fn build_auto(options: &Options) -> Built {
    boxed(engine("auto", Params::of(options)?, options), options)
}

/// As the paper has it, or without streams of words.
fn build_mixture(options: &Options) -> Built {
    let params = Params::of(options)?;
    let streams = match params.streams {
        Streams::Words => Streams::Rest,
        streams => streams,
    };
    boxed(
        engine("mixture", Params { streams, ..params }, options),
        options,
    )
}

fn build_spike(options: &Options) -> Built {
    let params = Params {
        streams: Streams::Whole,
        ..windows_alone(options)?
    };
    // Spikes of a file and of a running stream are the same.
    Ok(Box::new(engine("spike", params, options)))
}

fn build_participant_spike(options: &Options) -> Built {
    let params = Params {
        streams: Streams::Participants,
        ..windows_alone(options)?
    };
    Ok(Box::new(engine("participant-spike", params, options)))
}

/// Every spike is a sub-event, with all messages of its window.
fn windows_alone(options: &Options) -> Result<Params, EventsError> {
    Ok(Params {
        assign: Assign::Window,
        false_alarms: None,
        merge: merge::Rule::Messages,
        ..Params::of(options)?
    })
}

static METHODS: [Method; 4] = [
    Method {
        name: "auto",
        summary: "recommended: the mixture on every stream, candidates tested, merged by words",
        paper: None,
        uses: &["participants", "context", "false_alarms", "lateness"],
        build: build_auto,
    },
    Method {
        name: "mixture",
        summary: "mixture of time and words on the messages of each participant",
        paper: Some("PES"),
        uses: &["participants", "context", "false_alarms"],
        build: build_mixture,
    },
    Method {
        name: "spike",
        summary: "spikes in the volume of all messages (baseline)",
        paper: Some("Marcus11"),
        uses: &[],
        build: build_spike,
    },
    Method {
        name: "participant-spike",
        summary: "spikes in the volume of each participant's messages (baseline)",
        paper: Some("PES"),
        uses: &["participants", "context"],
        build: build_participant_spike,
    },
];
