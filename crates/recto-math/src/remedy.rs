//! What can be done about a problem, as data.
//!
//! A library does not know whether its caller has flags, keywords or a form. A message of
//! the library therefore says what is wrong, and its remedy names parameters; each front
//! end puts the remedy into words that its users can act on.

use std::fmt;

/// What can be done about a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// Give one of these parameters a value, or another one.
    Set(&'static [&'static str]),
    /// Raise the value of this parameter.
    Raise(&'static str),
    /// Leave this parameter out.
    Omit(&'static str),
    /// Use another method; with its name.
    Method(&'static str),
    /// Make the file with this capability, and with these parameters.
    Make {
        /// The capability.
        capability: &'static str,
        /// Parameters and their values; a switch has an empty one.
        with: &'static [(&'static str, &'static str)],
    },
}

impl Remedy {
    /// The remedy in words, for front ends in which parameters are typed: `spell` turns the
    /// name of a parameter and a value, which may be empty, into what a user types.
    pub fn words(&self, spell: impl Fn(&str, &str) -> String) -> String {
        match self {
            Self::Set(names) => {
                let names: Vec<String> = names.iter().map(|name| spell(name, "")).collect();
                format!("set {}", names.join(" or "))
            }
            Self::Raise(name) => format!("raise {}", spell(name, "")),
            Self::Omit(name) => format!("leave out {}", spell(name, "")),
            Self::Method(name) => format!("use {}", spell("method", name)),
            Self::Make { capability, with } => {
                let with: Vec<String> = with
                    .iter()
                    .map(|(name, value)| spell(name, value))
                    .collect();
                format!("make it with {capability} and {}", with.join(", "))
            }
        }
    }
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |name: &str, value: &str| match value {
            "" => format!("`{name}`"),
            value => format!("`{name}` = {value}"),
        };
        f.write_str(&self.words(plain))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_front_end_spells_parameters_in_its_own_way() {
        let flag = |name: &str, value: &str| {
            format!("--{} {value}", name.replace('_', "-"))
                .trim()
                .to_string()
        };
        let remedy = Remedy::Set(&["min_words", "max_words"]);
        assert_eq!(remedy.words(flag), "set --min-words or --max-words");
        assert_eq!(remedy.to_string(), "set `min_words` or `max_words`");
        let remedy = Remedy::Make {
            capability: "topics",
            with: &[("clusters", "auto")],
        };
        assert_eq!(
            remedy.words(flag),
            "make it with topics and --clusters auto"
        );
    }
}
