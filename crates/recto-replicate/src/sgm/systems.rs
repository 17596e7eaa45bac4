//! The compared models with their settings.

use recto_topics::clusters::Linkage;
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
    /// The same with the words of the document remembered.
    PlsaCache,
    /// Segments that deviate from their document.
    Sgm,
    /// The same with the words of the segment remembered.
    SgmCache,
    /// The paper's equations as printed.
    SgmLiteral,
    /// Clusters of documents between documents and topics.
    ExtPlsa,
    /// Latent Dirichlet allocation.
    Lda,
    /// Segments grouped by the angle between their words.
    Vsm,
}

impl System {
    /// Those that can foresee words of a new document.
    pub(super) const FORESEEING: [Self; 6] = [
        Self::Plsa,
        Self::PlsaCache,
        Self::Sgm,
        Self::SgmCache,
        Self::ExtPlsa,
        Self::Lda,
    ];

    /// Those that group documents; a cache would only make them worse at it.
    pub(super) const GROUPING: [Self; 7] = [
        Self::Auto,
        Self::Plsa,
        Self::Sgm,
        Self::SgmLiteral,
        Self::ExtPlsa,
        Self::Lda,
        Self::Vsm,
    ];

    /// What the tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::PlsaCache => "plsa, document cache",
            Self::SgmCache => "sgm, segment cache",
            other => other.method(),
        }
    }

    /// Its value of `--method`.
    fn method(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Plsa | Self::PlsaCache => "plsa",
            Self::Sgm | Self::SgmCache => "sgm",
            Self::SgmLiteral => "sgm-literal",
            Self::ExtPlsa => "ext-plsa",
            Self::Lda => "lda",
            Self::Vsm => "vsm",
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
            paper_perplexity: self == Self::SgmLiteral,
            ..Options::default()
        })
    }

    /// The model that groups documents into so many clusters. VSM makes a topic of each
    /// cluster, and Ext-PLSA has clusters of its own.
    pub(super) fn build_for_clusters(
        self,
        topics: usize,
        clusters: usize,
    ) -> Result<Box<dyn TopicModel>, TopicsError> {
        let topics = if self == Self::Vsm { clusters } else { topics };
        self.built(&Options {
            topics: Some(topics),
            clusters: (self == Self::ExtPlsa).then_some(clusters),
            ..Options::default()
        })
    }

    /// How documents are merged: the paper's way but for recto's default.
    pub(super) fn linkage(self) -> Linkage {
        match self {
            Self::Auto => Linkage::Average,
            _ => Linkage::Prototype,
        }
    }

    fn built(self, options: &Options) -> Result<Box<dyn TopicModel>, TopicsError> {
        let row = methods().iter().find(|row| row.name == self.method());
        let row = row.ok_or_else(|| TopicsError::UnknownMethod(self.method().into()))?;
        (row.build)(options)
    }
}
