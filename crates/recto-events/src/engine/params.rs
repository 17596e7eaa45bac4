//! What distinguishes methods and profiles; all run on one path.

use crate::corpus::Filter;
use crate::participants::Joining;
use crate::{Context, EventsError, Options, Profile, choose, mentions, merge, mixture, spike};
use recto_math::BadParameter;
use serde::Serialize;

/// Which messages are searched together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Streams {
    /// All messages.
    Whole,
    /// Those of each participant.
    Participants,
    /// Those of each participant, and those without any.
    Rest,
    /// The same, and those with each word that bursts.
    Words,
}

/// How messages are assigned to a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Assign {
    /// All of the stream in the window of the spike.
    Window,
    /// By the mixture.
    Mixture,
}

/// Parameters of a detector.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Params {
    /// Width of a bin in seconds.
    pub(crate) bin: f64,
    pub(crate) filter: Filter,
    pub(crate) names: mentions::Rules,
    pub(crate) context: Context,
    pub(crate) joining: Joining,
    pub(crate) streams: Streams,
    pub(crate) spike: spike::Params,
    pub(crate) assign: Assign,
    pub(crate) mixture: mixture::Params,
    /// Expected number of false alarms; `None` tests nothing.
    pub(crate) false_alarms: Option<f64>,
    pub(crate) merge: merge::Rule,
    /// Messages chosen for each sub-event.
    pub(crate) n_messages: usize,
    /// Messages that document frequencies are counted in when messages are chosen.
    pub(crate) frequencies: choose::Frequencies,
    /// Factor of a message's score for each fault of its writing; 1 ignores faults.
    pub(crate) badly_written: f64,
}

impl Params {
    /// The best measured.
    pub(crate) fn auto() -> Self {
        Self {
            bin: 10.0,
            filter: Filter {
                language: None,
                drop_links: false,
                keep_reposts: false,
                keep_duplicates: false,
            },
            names: mentions::Rules {
                min_messages: None,
                max_share: 0.3,
            },
            context: Context::Local,
            joining: Joining::Unambiguous,
            streams: Streams::Words,
            spike: spike::Params::default(),
            assign: Assign::Mixture,
            mixture: mixture::Params {
                init: mixture::Init::Window,
                ..mixture::Params::paper()
            },
            false_alarms: Some(0.01),
            merge: merge::Rule::Words,
            n_messages: 3,
            frequencies: choose::Frequencies::Event,
            badly_written: 0.95,
        }
    }

    /// As published, with the errata resolved.
    pub(crate) fn paper() -> Self {
        Self {
            filter: Filter {
                language: Some(*b"en"),
                drop_links: true,
                keep_reposts: false,
                keep_duplicates: true,
            },
            names: mentions::Rules {
                min_messages: None,
                max_share: 1.0,
            },
            joining: Joining::SingleLink,
            streams: Streams::Participants,
            spike: spike::Params::paper(),
            mixture: mixture::Params::paper(),
            false_alarms: None,
            merge: merge::Rule::Messages,
            n_messages: 1,
            frequencies: choose::Frequencies::SubEvent,
            badly_written: 1.0,
            ..Self::auto()
        }
    }

    /// The parameters of a profile with what the user asks for.
    ///
    /// # Errors
    /// If an option is out of its range.
    pub(crate) fn of(options: &Options) -> Result<Self, EventsError> {
        let base = match options.profile {
            Profile::Paper => Self::paper(),
            Profile::Auto | Profile::Stream => Self::auto(),
        };
        check(options)?;
        Ok(Self {
            bin: options.bin.unwrap_or(base.bin),
            filter: Filter {
                language: options.language.or(base.filter.language),
                drop_links: options.drop_links.unwrap_or(base.filter.drop_links),
                keep_reposts: options.keep_reposts.unwrap_or(base.filter.keep_reposts),
                keep_duplicates: options
                    .keep_duplicates
                    .unwrap_or(base.filter.keep_duplicates),
            },
            names: mentions::Rules {
                min_messages: options.min_mentions,
                max_share: options.max_share.unwrap_or(base.names.max_share),
            },
            context: options.context,
            spike: spike::Params {
                tau: options.tau.unwrap_or(base.spike.tau),
                ..base.spike
            },
            mixture: mixture::Params {
                background: options.background.unwrap_or(base.mixture.background),
                least_sigma: options.bin.unwrap_or(base.mixture.least_sigma),
                ..base.mixture
            },
            false_alarms: base.false_alarms.map(|_| options.false_alarms),
            n_messages: options.n_messages.unwrap_or(base.n_messages),
            ..base
        })
    }
}

fn check(options: &Options) -> Result<(), BadParameter> {
    let within = |name, value: Option<f64>, ok: fn(f64) -> bool, range| match value {
        Some(value) if !ok(value) => Err(BadParameter::new(name, value, range)),
        _ => Ok(()),
    };
    let is_bin = |bin| (1.0..=3600.0).contains(&bin);
    within("bin", options.bin, is_bin, "from 1 to 3600 seconds")?;
    let is_positive = |x: f64| x > 0.0 && x.is_finite();
    within("tau", options.tau, is_positive, "above 0")?;
    let alarms = Some(options.false_alarms);
    within("false_alarms", alarms, is_positive, "above 0")?;
    let is_lateness = |x: f64| (0.0..=3600.0).contains(&x);
    let lateness = Some(options.lateness);
    within("lateness", lateness, is_lateness, "from 0 to 3600 seconds")?;
    let is_share = |x: f64| x > 0.0 && x <= 1.0;
    within(
        "max_share",
        options.max_share,
        is_share,
        "above 0 and at most 1",
    )?;
    let background = options.background.map(|n| n as f64);
    let is_background = |n: f64| (1.0..=64.0).contains(&n);
    within("background", background, is_background, "from 1 to 64")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paper_has_no_largest_share_of_a_name_and_no_rule_of_ambiguity() {
        let paper = Params::paper();
        assert_eq!(paper.names.max_share, 1.0);
        assert_eq!(paper.joining, Joining::SingleLink);
        assert_eq!(paper.frequencies, choose::Frequencies::SubEvent);
        assert_eq!(paper.badly_written, 1.0);
        let auto = Params::auto();
        assert_eq!(auto.names.max_share, 0.3);
        assert_eq!(auto.joining, Joining::Unambiguous);
        assert_eq!(auto.frequencies, choose::Frequencies::Event);
    }
}
