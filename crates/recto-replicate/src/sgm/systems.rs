//! The compared models with their settings.

use recto_topics::{Cache, Options, TopicModel, TopicsError, methods};
use serde::Serialize;

/// A model of the experiments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// recto's default: groups by words, without topics.
    Auto,
    /// Documents as mixtures of topics.
    Plsa,
    /// The same without priors, as published.
    PlsaPlain,
    /// The same with the words of the document remembered.
    PlsaCache,
    /// Segments that deviate from their document.
    Sgm,
    /// The same without priors.
    SgmPlain,
    /// The same with the words of the segment remembered.
    SgmCache,
    /// The paper's equations as printed.
    SgmLiteral,
    /// Clusters of documents between documents and topics.
    ExtPlsa,
    /// The same without priors, as published.
    ExtPlsaPlain,
    /// The clusters that the same model has itself, instead of the merged topics.
    ExtPlsaOwn,
    /// Latent Dirichlet allocation.
    Lda,
    /// Segments grouped by the angle between their words.
    Vsm,
}

impl System {
    /// Those that can foresee words of a new document.
    pub(super) const FORESEEING: [Self; 9] = [
        Self::Plsa,
        Self::PlsaPlain,
        Self::PlsaCache,
        Self::Sgm,
        Self::SgmPlain,
        Self::SgmCache,
        Self::ExtPlsa,
        Self::ExtPlsaPlain,
        Self::Lda,
    ];

    /// Those that group documents; a cache would only make them worse at it.
    pub(super) const GROUPING: [Self; 11] = [
        Self::Auto,
        Self::Plsa,
        Self::PlsaPlain,
        Self::Sgm,
        Self::SgmPlain,
        Self::SgmLiteral,
        Self::ExtPlsa,
        Self::ExtPlsaPlain,
        Self::ExtPlsaOwn,
        Self::Lda,
        Self::Vsm,
    ];

    /// What the tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::PlsaPlain => "plsa, no priors",
            Self::PlsaCache => "plsa, document cache",
            Self::SgmPlain => "sgm, no priors",
            Self::ExtPlsaPlain => "ext-plsa, no priors",
            Self::ExtPlsaOwn => "ext-plsa, own clusters",
            Self::SgmCache => "sgm, segment cache",
            other => other.method(),
        }
    }

    /// Its value of `--method`.
    fn method(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Plsa | Self::PlsaPlain | Self::PlsaCache => "plsa",
            Self::Sgm | Self::SgmPlain | Self::SgmCache => "sgm",
            Self::SgmLiteral => "sgm-literal",
            Self::ExtPlsa | Self::ExtPlsaPlain | Self::ExtPlsaOwn => "ext-plsa",
            Self::Lda => "lda",
            Self::Vsm => "vsm",
        }
    }

    /// Whether the model goes without Dirichlet priors.
    pub(super) fn is_plain(self) -> bool {
        matches!(self, Self::PlsaPlain | Self::SgmPlain | Self::ExtPlsaPlain)
    }

    /// The same model without priors, where it is compared so; LDA and VSM stay.
    pub(super) fn plain(self) -> Self {
        match self {
            Self::Plsa => Self::PlsaPlain,
            Self::Sgm => Self::SgmPlain,
            Self::ExtPlsa => Self::ExtPlsaPlain,
            other => other,
        }
    }

    /// The model with so many topics.
    pub(super) fn build(self, topics: usize) -> Result<Box<dyn TopicModel>, TopicsError> {
        let cache = match self {
            Self::PlsaCache => Cache::Document,
            Self::SgmCache => Cache::Segment,
            _ => Cache::Off,
        };
        self.built(&Options {
            topics: Some(topics),
            cache: Some(cache),
            paper: self.is_plain(),
            paper_perplexity: self == Self::SgmLiteral,
            ..Options::default()
        })
    }

    /// The model that groups documents into so many clusters. VSM makes a topic of each
    /// cluster, and Ext-PLSA has as many clusters of its own.
    pub(super) fn build_for_clusters(
        self,
        topics: usize,
        clusters: usize,
    ) -> Result<Box<dyn TopicModel>, TopicsError> {
        let topics = if self == Self::Vsm { clusters } else { topics };
        self.built(&Options {
            topics: Some(topics),
            clusters: (self.method() == "ext-plsa").then_some(clusters),
            paper: self.is_plain(),
            ..Options::default()
        })
    }

    /// Whether its own clusters are the answer, not its topics merged by Algorithm 1.
    pub(super) fn keeps_own_clusters(self) -> bool {
        matches!(self, Self::Vsm | Self::ExtPlsaOwn)
    }

    fn built(self, options: &Options) -> Result<Box<dyn TopicModel>, TopicsError> {
        let row = methods().iter().find(|row| row.name == self.method());
        let row = row.ok_or_else(|| TopicsError::UnknownMethod(self.method().into()))?;
        (row.build)(options)
    }
}
