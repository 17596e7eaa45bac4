"""Estimators by scikit-learn's conventions, on counts and on texts."""

from __future__ import annotations

import pickle
from typing import Any

import joblib
import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator

from conftest import BREAD, SEA
from recto.sklearn import DualClassifier, TextClusterer, TopicModel

#: Documents of two kinds, with a word of their own each.
TEXTS = [f"{(SEA, BREAD)[at % 2]} number{at}" for at in range(12)]
KINDS = ["sea", "bread"] * 6

#: What scikit-learn asks of an estimator that counts cannot give.
FAILS = {"check_clustering": "it clusters coordinates below 0, and counts start at 0"}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "estimator", [TopicModel(n_topics=2), TextClusterer(n_clusters=2), DualClassifier()], ids=repr
)
def test_scikit_learns_checks_on_counts(estimator: Any) -> None:
    expected = FAILS if isinstance(estimator, TextClusterer) else {}
    results = check_estimator(estimator, expected_failed_checks=expected, on_fail=None)
    failed = [(one["check_name"], one["exception"]) for one in results if one["status"] == "failed"]
    assert failed == []
    assert sum(one["status"] == "passed" for one in results) > 40


# scikit-learn's checks, by their names there, on texts instead of numbers.


def fitted(estimator: Any) -> Any:
    return clone(estimator).fit(TEXTS, KINDS)


def outputs(estimator: Any, texts: list[str]) -> Any:
    if hasattr(estimator, "transform"):
        return estimator.transform(texts)
    if hasattr(estimator, "predict_proba"):
        return estimator.predict_proba(texts)
    return estimator.labels_


def check_parameters_default_constructible(estimator: Any) -> None:
    default = type(estimator)()
    assert clone(default).get_params() == default.get_params()
    assert set(default.get_params()) == set(default.__init__.__code__.co_varnames[1:])


def check_no_attributes_set_in_init(estimator: Any) -> None:
    assert set(vars(type(estimator)())) == set(estimator.get_params())


def check_get_params_invariance(estimator: Any) -> None:
    assert estimator.get_params(deep=False) == estimator.get_params(deep=True)


def check_set_params(estimator: Any) -> None:
    changed = clone(estimator).set_params(random_state=7)
    assert changed.get_params()["random_state"] == 7


def check_estimators_fit_returns_self(estimator: Any) -> None:
    own = clone(estimator)
    assert own.fit(TEXTS, KINDS) is own


def check_dont_overwrite_attributes(estimator: Any) -> None:
    before = clone(estimator)
    parameters = dict(before.get_params())
    before.fit(TEXTS, KINDS)
    assert before.get_params() == parameters
    learned = set(vars(before)) - set(parameters)
    assert all(name.endswith("_") or name.startswith("_") for name in learned)


def check_estimators_unfitted(estimator: Any) -> None:
    for name in ("transform", "predict", "predict_proba", "perplexity"):
        if hasattr(estimator, name):
            with pytest.raises(NotFittedError):
                getattr(clone(estimator), name)(TEXTS)


def check_fit_idempotent(estimator: Any) -> None:
    own = clone(estimator).fit(TEXTS, KINDS)
    first = outputs(own, TEXTS)
    np.testing.assert_array_equal(outputs(own.fit(TEXTS, KINDS), TEXTS), first)


def check_estimators_pickle(estimator: Any) -> None:
    own = fitted(estimator)
    for again in (pickle.loads(pickle.dumps(own)), clone(own).fit(TEXTS, KINDS)):
        np.testing.assert_array_equal(outputs(again, TEXTS), outputs(own, TEXTS))


def check_methods_subset_invariance(estimator: Any) -> None:
    own = fitted(estimator)
    if not hasattr(own, "labels_"):
        alone = np.vstack([outputs(own, [text]) for text in TEXTS])
        np.testing.assert_array_equal(alone, outputs(own, TEXTS))


def check_methods_sample_order_invariance(estimator: Any) -> None:
    own = fitted(estimator)
    if not hasattr(own, "labels_"):
        order = np.random.RandomState(0).permutation(len(TEXTS))
        shuffled = outputs(own, [TEXTS[at] for at in order])
        np.testing.assert_array_equal(shuffled, outputs(own, TEXTS)[order])


def check_transformer_general(estimator: Any) -> None:
    if hasattr(estimator, "transform"):
        own = clone(estimator)
        np.testing.assert_array_equal(own.fit_transform(TEXTS), fitted(estimator).transform(TEXTS))


def check_classifiers_classes(estimator: Any) -> None:
    if hasattr(estimator, "predict_proba"):
        own = fitted(estimator)
        assert own.classes_.tolist() == ["bread", "sea"]
        p = own.predict_proba(TEXTS)
        np.testing.assert_allclose(p.sum(axis=1), 1)
        assert (own.predict(TEXTS) == own.classes_[p.argmax(axis=1)]).all()


def check_empty_data_messages(estimator: Any) -> None:
    for wrong in ([], "a single text", [SEA, None], [SEA, 3.0], None, 3):
        with pytest.raises((ValueError, TypeError)):
            clone(estimator).fit(wrong, KINDS[:2])


def check_containers(estimator: Any) -> None:
    expected = outputs(fitted(estimator), TEXTS)
    for given in (tuple(TEXTS), pd.Series(TEXTS), np.array(TEXTS), np.array(TEXTS, dtype=object)):
        np.testing.assert_array_equal(outputs(clone(estimator).fit(given, KINDS), TEXTS), expected)


CHECKS = [
    check_parameters_default_constructible,
    check_no_attributes_set_in_init,
    check_get_params_invariance,
    check_set_params,
    check_estimators_fit_returns_self,
    check_dont_overwrite_attributes,
    check_estimators_unfitted,
    check_fit_idempotent,
    check_estimators_pickle,
    check_methods_subset_invariance,
    check_methods_sample_order_invariance,
    check_transformer_general,
    check_classifiers_classes,
    check_empty_data_messages,
    check_containers,
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(
    "estimator", [TopicModel(n_topics=2), TextClusterer(n_clusters=2), DualClassifier()], ids=repr
)
def test_checks_on_texts(estimator: Any, check: Any) -> None:
    check(estimator)


# What each is for.


def test_topics_of_texts_and_of_counts_tell_the_kinds_apart() -> None:
    counts = CountVectorizer().fit_transform(TEXTS)
    for X in (TEXTS, counts, counts.toarray(), csr_matrix(counts)):
        model = TopicModel(n_topics=2).fit(X)
        shares = model.transform(X)
        assert shares.shape == (12, 2)
        np.testing.assert_allclose(shares.sum(axis=1), 1, atol=1e-5)
        kinds = shares.argmax(axis=1)
        assert len(set(kinds[::2])) == len(set(kinds[1::2])) == 1 and kinds[0] != kinds[1]
        assert model.components_.shape == (2, len(model.vocabulary_))
        np.testing.assert_allclose(model.components_.sum(axis=1), 1)
        assert model.get_feature_names_out().tolist() == ["topicmodel0", "topicmodel1"]
    assert not hasattr(model, "partial_fit")


def test_perplexity_is_lower_with_the_topics_that_there_are() -> None:
    counts = CountVectorizer().fit_transform(TEXTS)
    one, two = (TopicModel(n_topics=n).fit(counts) for n in (1, 2))
    assert two.perplexity(counts) < one.perplexity(counts)
    assert two.score(counts) == pytest.approx(-np.log(two.perplexity(counts)))
    with pytest.raises(ValueError, match="perplexity takes counts"):
        TopicModel(n_topics=2).fit(TEXTS).perplexity(TEXTS)
    with pytest.raises(ValueError, match="fitted on texts"):
        TopicModel(n_topics=2).fit(TEXTS).transform(counts)


def test_the_number_of_topics_can_be_chosen() -> None:
    assert TopicModel(n_topics=None).fit(TEXTS).n_topics_ >= 1


def test_clusters() -> None:
    counts = CountVectorizer().fit_transform(TEXTS)
    for X in (TEXTS, counts):
        labels = TextClusterer(n_clusters=2).fit_predict(X)
        assert len(set(labels[::2])) == len(set(labels[1::2])) == 1 and labels[0] != labels[1]
    empty = np.zeros((8, 3))
    empty[:7] = np.eye(3)[[0, 1, 2, 0, 1, 2, 0]]
    found = TextClusterer(n_clusters=2).fit(empty)
    assert found.labels_[7] == -1 and found.n_clusters_ == 2


def test_classes_from_documents_words_and_both() -> None:
    some = [kind if at < 2 else None for at, kind in enumerate(KINDS)]
    by_documents = DualClassifier().fit(TEXTS, some)
    assert by_documents.predict(TEXTS).tolist() == KINDS
    by_words = DualClassifier({"harbour": "sea", "oven": "bread"}).fit(TEXTS)
    assert by_words.predict(TEXTS).tolist() == KINDS
    vectorizer = CountVectorizer()
    counts = vectorizer.fit_transform(TEXTS)
    frame = pd.DataFrame(counts.toarray(), columns=vectorizer.get_feature_names_out())
    named = DualClassifier({"harbour": "sea", "oven": "bread"}).fit(frame)
    assert named.predict(frame).tolist() == KINDS
    numbered = DualClassifier().fit(counts, [0, 1] + [-1] * 10)
    assert numbered.classes_.tolist() == [0, 1]
    assert numbered.predict(counts).tolist() == [0, 1] * 6
    opinions = DualClassifier("builtin").fit(["A superb boat.", "It leaks. A waste of money."] * 3)
    assert opinions.predict(["A superb oven.", "A waste."]).tolist() == ["pos", "neg"]
    with pytest.raises(ValueError, match="requires y"):
        DualClassifier().fit(TEXTS)
    with pytest.raises(ValueError, match="two classes or more"):
        DualClassifier().fit(TEXTS, ["sea"] * 12)
    with pytest.raises(ValueError, match="is for texts"):
        DualClassifier("builtin").fit(counts, KINDS)


def test_pipelines_searches_and_joblib(tmp_path: Any) -> None:
    pipeline = make_pipeline(TopicModel(n_topics=2), LogisticRegression())
    assert pipeline.fit(TEXTS, KINDS).predict(TEXTS).tolist() == KINDS
    counted = make_pipeline(CountVectorizer(), DualClassifier())
    assert counted.fit(TEXTS, KINDS).score(TEXTS, KINDS) == 1
    search = GridSearchCV(pipeline, {"topicmodel__n_topics": [1, 2]}, cv=2)
    assert search.fit(TEXTS, KINDS).best_params_ == {"topicmodel__n_topics": 2}
    joblib.dump(pipeline, tmp_path / "pipeline")
    assert joblib.load(tmp_path / "pipeline").predict(TEXTS).tolist() == KINDS
    both = joblib.Parallel(n_jobs=2)(
        joblib.delayed(TopicModel(n_topics=2).fit_transform)(TEXTS) for _ in range(2)
    )
    np.testing.assert_array_equal(*both)
