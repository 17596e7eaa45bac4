"""What estimators are given: texts, or counts."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from scipy.sparse import csr_array, issparse
from sklearn.utils import check_random_state
from sklearn.utils.validation import validate_data

from .._errors import InputError
from .._recto import NativeCounts


def are_texts(X: Any) -> bool:
    """Whether X holds texts; refuses a single one, as scikit-learn's vectorisers do."""
    if isinstance(X, (str, bytes)):
        raise ValueError("X is a single text; give a list of texts")
    if issparse(X) or (hasattr(X, "ndim") and X.ndim != 1) or hasattr(X, "columns"):
        return False
    if isinstance(X, dict):
        return True
    # What comes but once must be kept by the caller.
    first = next(iter(X), None) if hasattr(X, "__iter__") and not hasattr(X, "__next__") else None
    return isinstance(first, str)


def texts_of(X: Any) -> list[str]:
    """Texts as a list; names of documents play no part in estimators."""
    texts = list(X.values() if isinstance(X, dict) else X)
    for at, text in enumerate(texts):
        if not isinstance(text, str):
            raise InputError(f"X[{at}] is of type {type(text).__name__}, not a str")
    return texts


def counts_of(estimator: Any, X: Any, *, reset: bool) -> NativeCounts:
    """Counts, checked by scikit-learn's rules."""
    X = validate_data(
        estimator, X, reset=reset, accept_sparse="csr", dtype=np.float64, ensure_non_negative=False
    )
    return native(X)


def native(X: Any) -> NativeCounts:
    """A matrix of counts for the native module."""
    matrix = csr_array(X)
    return NativeCounts(
        matrix.shape[1],
        np.ascontiguousarray(matrix.indptr, dtype=np.int64),
        np.ascontiguousarray(matrix.indices, dtype=np.int64),
        np.ascontiguousarray(matrix.data, dtype=np.float64),
    )


def matrix(packed: bytes, n_columns: int) -> Any:
    """A matrix that the native module made."""
    return np.frombuffer(packed, dtype=np.float64).reshape(-1, n_columns).copy()


def seed_of(random_state: Any) -> int:
    """The seed of an estimator: 0 for None, so that fits repeat."""
    if random_state is None:
        return 0
    if isinstance(random_state, (int, np.integer)):
        return int(random_state)
    return int(check_random_state(random_state).randint(2**31))


def asked(**keywords: Any) -> str:
    """The request of keywords that are not None."""
    return json.dumps({key: value for key, value in keywords.items() if value is not None})
