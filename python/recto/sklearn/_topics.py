"""Topics of documents, as a transformer."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from .._functions import topics
from .._recto import NativeTopics
from ._data import are_texts, asked, counts_of, matrix, seed_of, texts_of


class TopicModel(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """A topic model over texts or counts.

    A document's topics do not depend on the others of a batch, and ``fit_transform(X)`` is
    ``fit(X).transform(X)``. Every iteration passes over all documents, so there
    is no ``partial_fit``; see :class:`recto.spark.TopicModel` for documents on a cluster.

    Parameters
    ----------
    n_topics : int | None, default 10
        Number of topics; None chooses it.
    method : str, default "auto"
        A method of :func:`recto.topics`.
    alpha, beta : float | None, default None
        Prior counts of topics in a document and of words in a topic; None takes those of the
        method, which must use them if they are given.
    iterations : int | None, default None
        Iterations at most.
    random_state : int | RandomState | None, default None
        The seed; None is 0.
    n_jobs : int | None, default None
        Number of threads, which changes no result; None or -1 for one a core.

    Attributes
    ----------
    components_ : ndarray of shape (n_topics, n_words)
        Probabilities of words in topics.
    n_topics_ : int
        Number of topics.
    vocabulary_ : list of str
        The words of the columns of ``components_``; of counts, the numbers of columns.
    """

    def __init__(
        self,
        n_topics: int | None = 10,
        *,
        method: str = "auto",
        alpha: float | None = None,
        beta: float | None = None,
        iterations: int | None = None,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_topics = n_topics
        self.method = method
        self.alpha = alpha
        self.beta = beta
        self.iterations = iterations
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None) -> Self:
        """Finds the topics of documents."""
        seed, threads = seed_of(self.random_state), _threads(self.n_jobs)
        self._of_texts = are_texts(X)
        if self._of_texts:
            found = topics(
                texts_of(X),
                method=self.method,
                topics=self.n_topics,
                alpha=self.alpha,
                beta=self.beta,
                iterations=self.iterations,
                clusters="none",
                no_segments=True,
                seed=seed,
                threads=threads,
            )
            self._saved = found._native.files("save_model", "")[0][1]
        else:
            request = asked(
                method=self.method,
                topics=self.n_topics,
                alpha=self.alpha,
                beta=self.beta,
                iterations=self.iterations,
            )
            counts = counts_of(self, X, reset=True)
            self._saved = NativeTopics.fit(counts, request, seed, threads).save()
        model = self._model()
        self.vocabulary_ = model.terms()
        self.components_ = matrix(model.words(), len(self.vocabulary_))
        self.n_topics_ = len(self.components_)
        self._n_features_out = self.n_topics_
        return self

    def transform(self, X: Any) -> Any:
        """The share of each topic in each document."""
        check_is_fitted(self)
        if self._of_texts:
            found = topics(
                texts_of(_same_kind(X)), load_model=self._saved, clusters="none", no_segments=True
            )
            return np.array([one.topics for one in found.documents])
        counts = counts_of(self, X, reset=False)
        return matrix(self._model().shares(counts), self.n_topics_)

    def fit_transform(self, X: Any, y: Any = None, **_: Any) -> Any:
        """The same as ``fit(X).transform(X)``."""
        return self.fit(X, y).transform(X)

    def perplexity(self, X: Any) -> float:
        """How well documents are foreseen from their own topics; lower is better.

        Counts only: a document of words that the model does not know says nothing of it.
        """
        check_is_fitted(self)
        if self._of_texts:
            raise ValueError("perplexity takes counts; fit the model on counts")
        return self._model().perplexity(counts_of(self, X, reset=False))

    def score(self, X: Any, y: Any = None) -> float:
        """Minus the logarithm of the perplexity: higher is better."""
        return float(-np.log(self.perplexity(X)))

    def get_feature_names_out(self, input_features: Any = None) -> Any:
        """``topicmodel0``, ``topicmodel1`` and so on."""
        check_is_fitted(self)
        return np.array([f"topicmodel{at}" for at in range(self.n_topics_)], dtype=object)

    def _model(self) -> NativeTopics:
        return NativeTopics.load(self._saved)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.transformer_tags.preserves_dtype = ["float64"]
        return tags


def _threads(n_jobs: int | None) -> int | None:
    return None if n_jobs is None or n_jobs < 0 else n_jobs


def _same_kind(X: Any) -> Any:
    if not are_texts(X):
        raise ValueError("the model was fitted on texts; give a list of texts")
    return X
