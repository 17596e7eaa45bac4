//! Remedies of errors and warnings, as data.
//!
//! A library does not know whether its caller has flags, keywords or a form. Its messages
//! therefore state the problem, and the remedy names parameters; each front end words the
//! remedy in terms that its users can act on.

use std::fmt;

/// What a user can change to resolve a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// Set one of these parameters, or change its value.
    Set(&'static [&'static str]),
    /// Set this parameter to this value.
    To(&'static str, &'static str),
    /// Raise the value of this parameter.
    Raise(&'static str),
    /// Lower the value of this parameter.
    Lower(&'static str),
    /// Leave this parameter out.
    Omit(&'static str),
    /// Use the method of this name.
    Method(&'static str),
    /// Create the input file with this capability and these parameters.
    Make {
        /// Name of the capability.
        capability: &'static str,
        /// Parameters and their values; the value of a switch is empty.
        with: &'static [(&'static str, &'static str)],
    },
    /// Do one of these, best first.
    OneOf(&'static [Remedy]),
    /// Do this under a condition or for a purpose: a clause such as "if letters look wrong"
    /// or "to use it".
    When(&'static str, &'static Remedy),
}

impl Remedy {
    /// The remedy as text; `spell` turns the name of a parameter and a value, which may be
    /// empty, into what a user types.
    pub fn words(&self, spell: impl Fn(&str, &str) -> String) -> String {
        self.spelt(&spell)
    }

    fn spelt(&self, spell: &dyn Fn(&str, &str) -> String) -> String {
        match self {
            Self::Set(names) => {
                let names: Vec<String> = names.iter().map(|name| spell(name, "")).collect();
                format!("set {}", either(&names))
            }
            Self::To(name, value) => format!("set {}", spell(name, value)),
            Self::Raise(name) => format!("raise {}", spell(name, "")),
            Self::Lower(name) => format!("lower {}", spell(name, "")),
            Self::Omit(name) => format!("leave out {}", spell(name, "")),
            Self::Method(name) => format!("use {}", spell("method", name)),
            Self::Make { capability, with } => {
                let with: Vec<String> = with
                    .iter()
                    .map(|(name, value)| spell(name, value))
                    .collect();
                format!("make it with {capability} and {}", with.join(", "))
            }
            Self::OneOf(remedies) => {
                let remedies: Vec<String> =
                    remedies.iter().map(|remedy| remedy.spelt(spell)).collect();
                either(&remedies)
            }
            Self::When(clause, remedy) => format!("{clause}, {}", remedy.spelt(spell)),
        }
    }
}

/// `a`, `a or b`, `a, b or c`.
fn either(parts: &[String]) -> String {
    match parts {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => parts.concat(),
    }
}

/// With the names of parameters in backticks.
impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |name: &str, value: &str| {
            if value.is_empty() {
                format!("`{name}`")
            } else {
                format!("`{name}` = {value}")
            }
        };
        f.write_str(&self.words(plain))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_remedy_reads_with_names_in_backticks_and_in_the_spelling_of_a_front_end() {
        let typed = |name: &str, value: &str| format!("{name}:{value}");
        let rows = [
            (Remedy::Set(&["query"]), "set `query`", "set query:"),
            (
                Remedy::Set(&["min_words", "max_words"]),
                "set `min_words` or `max_words`",
                "set min_words: or max_words:",
            ),
            (
                Remedy::To("unit", "paragraph"),
                "set `unit` = paragraph",
                "set unit:paragraph",
            ),
            (Remedy::Raise("window"), "raise `window`", "raise window:"),
            (Remedy::Lower("topics"), "lower `topics`", "lower topics:"),
            (
                Remedy::Omit("paper"),
                "leave out `paper`",
                "leave out paper:",
            ),
            (
                Remedy::Method("auto"),
                "use `method` = auto",
                "use method:auto",
            ),
            (
                Remedy::Make {
                    capability: "topics",
                    with: &[("clusters", "auto"), ("stability", "")],
                },
                "make it with topics and `clusters` = auto, `stability`",
                "make it with topics and clusters:auto, stability:",
            ),
            (
                Remedy::OneOf(&[
                    Remedy::Raise("threshold"),
                    Remedy::Method("auto"),
                    Remedy::Raise("max_pairs"),
                ]),
                "raise `threshold`, use `method` = auto or raise `max_pairs`",
                "raise threshold:, use method:auto or raise max_pairs:",
            ),
            (
                Remedy::When("if letters look wrong", &Remedy::Set(&["encoding"])),
                "if letters look wrong, set `encoding`",
                "if letters look wrong, set encoding:",
            ),
        ];
        for (remedy, plain, spelt) in rows {
            assert_eq!(remedy.to_string(), plain);
            assert_eq!(remedy.words(typed), spelt);
        }
    }
}
