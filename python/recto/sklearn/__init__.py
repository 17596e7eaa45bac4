"""Estimators by the conventions of scikit-learn, which must be installed.

All of them take texts, or counts of documents by words (an array, a sparse matrix or a
DataFrame of numbers). With counts they pass scikit-learn's ``check_estimator``.
"""

from ._classifier import DualClassifier
from ._clusterer import TextClusterer
from ._topics import TopicModel

__all__ = ["DualClassifier", "TextClusterer", "TopicModel"]
