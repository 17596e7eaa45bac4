"""Groups of documents by their words."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin

from .._functions import topics
from .._recto import group
from ._data import are_texts, counts_of, seed_of, texts_of
from ._topics import _threads


class TextClusterer(ClusterMixin, BaseEstimator):  # type: ignore[misc]
    """Groups documents by their words.

    Parameters
    ----------
    n_clusters : int | None, default None
        Number of groups; None chooses it.
    random_state : int | RandomState | None, default None
        The seed; None is 0.
    n_jobs : int | None, default None
        Number of threads, which changes no result; None or -1 for one a core.

    Attributes
    ----------
    labels_ : ndarray of shape (n_documents,)
        The group of each document; -1 for one without words.
    n_clusters_ : int
        Number of groups.
    """

    def __init__(
        self,
        n_clusters: int | None = None,
        *,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None) -> Self:
        """Finds the groups."""
        seed, threads = seed_of(self.random_state), _threads(self.n_jobs)
        if are_texts(X):
            # Groups come from words; the topics that come with them are not looked at.
            found = topics(
                texts_of(X),
                topics=1,
                iterations=1,
                clusters="auto" if self.n_clusters is None else self.n_clusters,
                no_segments=True,
                seed=seed,
                threads=threads,
            )
            groups = [one.cluster for one in found.documents]
        else:
            counts = counts_of(self, X, reset=True)
            groups = group(counts, self.n_clusters, seed, threads)
        self.labels_ = np.array([-1 if one is None else one for one in groups])
        self.n_clusters_ = len(set(self.labels_.tolist()) - {-1})
        return self

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        return tags
