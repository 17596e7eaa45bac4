//! Parameters of the tri-factorisation.

use crate::ClassifyError;
use recto_math::BadParameter;
use serde::{Deserialize, Serialize};

/// Multiplicative update rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Lee-Seung rule of the objective as it stands: it never rises.
    #[default]
    Plain,
    /// Rule derived with orthonormal factors, without the square root; it oscillates.
    Sym,
    /// The same with the square root that damps it.
    Orth,
    /// As the MFLK paper prints it (MFLK eq. 11 for documents).
    PaperA,
    /// The same under a square root.
    PaperASqrt,
    /// ADS eq. 7 as printed.
    PaperD,
    /// The same under a square root.
    PaperDSqrt,
}

impl Rule {
    /// Every rule with its name.
    pub const ALL: [(&'static str, Rule); 7] = [
        ("plain", Rule::Plain),
        ("orth", Rule::Orth),
        ("sym", Rule::Sym),
        ("paper-a", Rule::PaperA),
        ("paper-a-sqrt", Rule::PaperASqrt),
        ("paper-d", Rule::PaperD),
        ("paper-d-sqrt", Rule::PaperDSqrt),
    ];

    pub(super) fn has_root(self) -> bool {
        matches!(self, Self::Orth | Self::PaperASqrt | Self::PaperDSqrt)
    }
}

/// Scale of targets and penalties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Targets on the scale of orthonormal factors, penalties relative to `||X||^2 / K`.
    #[default]
    Orthonormal,
    /// Targets of 1, penalties as they stand (the papers).
    Literal,
}

/// Where a fit starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// From the labels: votes of labelled words, then class profiles of words.
    #[default]
    Labels,
    /// From k-means classes of the documents, matched to the word classes (MFLK alg. 1).
    KMeans,
    /// From random factors.
    Random,
}

impl Start {
    /// Every start with its name.
    pub const ALL: [(&'static str, Start); 3] = [
        ("labels", Start::Labels),
        ("kmeans", Start::KMeans),
        ("random", Start::Random),
    ];
}

/// The target `S0` of the core (ADS eq. 6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Constraint {
    /// `S0_kk = sqrt(||X||^2 / K)`; `sqrt(π_k ||X||^2)` where class shares are known.
    #[default]
    Closed,
    /// `S0_kk = sqrt(||X||^2 / K)` whatever the shares.
    Balanced,
    /// No target: γ is 0, as in MFLK.
    Off,
}

impl Constraint {
    /// Every target with its name.
    pub const ALL: [(&'static str, Constraint); 3] = [
        ("closed", Constraint::Closed),
        ("balanced", Constraint::Balanced),
        ("off", Constraint::Off),
    ];
}

/// Number of iterations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Budget {
    /// This many.
    Fixed(usize),
    /// Until the objective falls by less than 1e-5 of itself, at most 500. Accuracy is
    /// usually worse than after ten.
    Converge,
}

/// Parameters of a tri-factorisation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Params {
    /// Penalty of words that leave their label, from 0 to 1000.
    pub alpha: f64,
    /// Penalty of documents that leave their label, from 0 to 1000.
    pub beta: f64,
    /// Penalty of the core that leaves `S0`, from 0 to 1e6.
    pub gamma: f64,
    /// Number of iterations.
    pub iterations: Budget,
    /// Update rule.
    pub rule: Rule,
    /// Scale of targets and penalties.
    pub scale: Scale,
    /// Where the fit starts.
    pub start: Start,
    /// The target of the core.
    pub constraint: Constraint,
}

impl Default for Params {
    /// The best measured on reviews and news; insensitive over two decades of α and β.
    fn default() -> Self {
        Self {
            alpha: 0.2,
            beta: 0.5,
            gamma: 1.0,
            iterations: Budget::Fixed(10),
            rule: Rule::Plain,
            scale: Scale::Orthonormal,
            start: Start::Labels,
            constraint: Constraint::Closed,
        }
    }
}

impl Params {
    /// MFLK as published, without a target of the core.
    pub fn mflk_paper() -> Self {
        Self {
            alpha: 0.5,
            beta: 1.0,
            gamma: 0.0,
            iterations: Budget::Fixed(100),
            rule: Rule::PaperA,
            scale: Scale::Literal,
            start: Start::KMeans,
            constraint: Constraint::Off,
        }
    }

    /// ADS as published, from random factors.
    pub fn ads_paper() -> Self {
        Self {
            alpha: 5.0,
            beta: 5.0,
            gamma: 1.0,
            iterations: Budget::Fixed(60),
            rule: Rule::PaperD,
            scale: Scale::Literal,
            start: Start::Random,
            constraint: Constraint::Balanced,
        }
    }

    /// Checks that every parameter is in its range.
    ///
    /// # Errors
    /// [`ClassifyError::Parameter`] for the first that is not.
    pub fn check(&self) -> Result<(), ClassifyError> {
        let ranges = [
            ("alpha", self.alpha, 1e3, "from 0 to 1000"),
            ("beta", self.beta, 1e3, "from 0 to 1000"),
            ("gamma", self.gamma, 1e6, "from 0 to a million"),
        ];
        for (name, value, most, range) in ranges {
            if !(0.0..=most).contains(&value) {
                return Err(BadParameter::new(name, value, range).into());
            }
        }
        match self.iterations {
            Budget::Fixed(n) if n > 100_000 => {
                Err(BadParameter::new("iterations", n, "at most 100000").into())
            }
            _ => Ok(()),
        }
    }
}
