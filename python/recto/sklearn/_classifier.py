"""Classes of documents, from labelled documents and labelled words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _num_samples, check_is_fitted, column_or_1d

from .._functions import classify
from .._recto import NativeClasses
from ._data import are_texts, asked, counts_of, matrix, seed_of, texts_of
from ._topics import _same_kind, _threads


class DualClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier that learns from documents and from words.

    Documents whose label is None or NaN, or -1 as in semi-supervised learning, are learned
    from as well: by their words.

    Parameters
    ----------
    lexicon : str | Mapping | None, default None
        Words and their classes. For texts also ``"builtin"``, the English opinion words, whose
        classes are ``"pos"`` and ``"neg"``. For counts, columns (or names of the columns of a
        DataFrame) and their classes. None for no labelled words.
    method : str, default "auto"
        A method of :func:`recto.classify`.
    iterations : int | None, default None
        Iterations, for methods that use them.
    random_state : int | RandomState | None, default None
        The seed; None is 0.
    n_jobs : int | None, default None
        Number of threads, which changes no result; None or -1 for one a core.

    Attributes
    ----------
    classes_ : ndarray
        The classes, sorted.
    """

    def __init__(
        self,
        lexicon: str | Mapping[Any, Any] | None = None,
        *,
        method: str = "auto",
        iterations: int | None = None,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.lexicon = lexicon
        self.method = method
        self.iterations = iterations
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None) -> Self:
        """Learns from documents, those of them that have a label, and the lexicon."""
        seed, threads = seed_of(self.random_state), _threads(self.n_jobs)
        self._of_texts = are_texts(X)
        if self._of_texts:
            texts = texts_of(X)
            labels = self._labels(y, len(texts))
            self._saved = self._fit_texts(texts, labels, seed, threads)
        else:
            counts = counts_of(self, X, reset=True)
            labels = self._labels(y, _num_samples(X))
            self._saved = self._fit_counts(counts, labels, seed, threads)
        names = NativeClasses.load(self._saved).classes()
        by_name = {str(one): at for at, one in enumerate(self.classes_)}
        # The columns of the model in the order of classes_.
        self._order = np.argsort([by_name[name] for name in names])
        return self

    def _labels(self, y: Any, n: int) -> list[Any]:
        """The label of each document, None for those without; sets ``classes_``."""
        words = set(self.lexicon.values()) if isinstance(self.lexicon, Mapping) else set()
        if self.lexicon == "builtin":
            words = {"neg", "pos"}
        if y is None:
            if not words:
                raise ValueError("requires y to be passed, but the target y is None")
            labels: list[Any] = [None] * n
        else:
            y = column_or_1d(y, warn=True)
            if len(y) != n:
                raise ValueError(f"X has {n} samples, y has {len(y)}")
            if y.dtype.kind == "f":
                check_classification_targets(y[~np.isnan(y)])
            elif y.dtype.kind != "O":
                check_classification_targets(y)
            semi = y.dtype.kind in "if" and (y == -1).any() and (y >= -1).all()
            semi = semi and len(np.unique(y)) > 2
            labels = [None if _is_missing(one) or (semi and one == -1) else one for one in y]
        known = [one for one in labels if one is not None]
        self.classes_ = np.unique(np.array([*known, *words]))
        if len(self.classes_) < 2:
            raise ValueError(f"there must be two classes or more, not {len(self.classes_)} class")
        return labels

    def _fit_texts(
        self, texts: list[str], labels: list[Any], seed: int, threads: int | None
    ) -> bytes:
        lexicon = self.lexicon
        if isinstance(lexicon, Mapping):
            lexicon = {str(word): str(one) for word, one in lexicon.items()}
        found = classify(
            texts,
            method=self.method,
            lexicon="none" if lexicon is None else lexicon,
            classes=[str(one) for one in self.classes_],
            labels=[None if one is None else str(one) for one in labels],
            iterations=self.iterations,
            seed=seed,
            threads=threads,
        )
        saved: bytes = found._native.files("save_model", "")[0][1]
        return saved

    def _fit_counts(
        self, counts: Any, labels: list[Any], seed: int, threads: int | None
    ) -> bytes:
        place = {one: at for at, one in enumerate(self.classes_.tolist())}
        words = []
        if isinstance(self.lexicon, Mapping):
            columns = {
                name: at for at, name in enumerate(getattr(self, "feature_names_in_", []))
            }
            for word, one in self.lexicon.items():
                column = columns.get(word, word)
                if isinstance(column, (int, np.integer)) and 0 <= column < self.n_features_in_:
                    words.append((int(column), place[one]))
        elif self.lexicon is not None:
            raise ValueError(f"lexicon={self.lexicon!r} is for texts; give a mapping for counts")
        model = NativeClasses.fit(
            counts,
            [str(one) for one in self.classes_],
            [None if one is None else place[_plain(one)] for one in labels],
            words,
            asked(method=self.method, iterations=self.iterations),
            seed,
            threads,
        )
        return model.save()

    def predict_proba(self, X: Any) -> Any:
        """The probability of each class, in the order of ``classes_``."""
        check_is_fitted(self)
        if not self._of_texts:
            counts = counts_of(self, X, reset=False)
            model = NativeClasses.load(self._saved)
            return matrix(model.probabilities(counts), len(self.classes_))[:, self._order]
        # Labels that texts may bring are none of the model's business here.
        lexicon = self.lexicon if self.lexicon == "builtin" else "none"
        found = classify(texts_of(_same_kind(X)), load_model=self._saved, lexicon=lexicon)
        names = [str(one) for one in self.classes_]
        p = np.array([[one.p[name] for name in names] for one in found.documents])
        # Results are rounded; probabilities add up.
        return p / p.sum(axis=1, keepdims=True)

    def predict(self, X: Any) -> Any:
        """The likeliest class of each document."""
        p = self.predict_proba(X)
        return self.classes_[np.argmax(p, axis=1)]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        # Counts of words are no coordinates, which scikit-learn's scores are measured on.
        tags.classifier_tags.poor_score = True
        return tags


def _is_missing(one: Any) -> bool:
    return one is None or one != one


def _plain(one: Any) -> Any:
    return one.item() if hasattr(one, "item") else one
