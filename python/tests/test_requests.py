"""Keywords, and what is said of wrong ones."""

from __future__ import annotations

import numpy as np
import pytest
import recto

from conftest import BREAD, SEA


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"method": "bogus"}, "there is no method bogus; choose one of: auto"),
        ({"segments": "x"}, 'segments="x"'),
        ({"segments": 0}, "segments=0"),
        ({"segments": 2.5}, "segments=2.5"),
        ({"granularity": float("nan")}, "granularity=nan must be a finite number"),
        ({"granularity": "much"}, "must be a number"),
        ({"unit": "word"}, "must be one of: sentence, paragraph"),
        ({"method": "uniform", "damping": 0.5}, "`damping` has no effect with the method uniform"),
        ({"seed": -1}, "seed=-1 must be a whole number"),
        ({"seed": 1.5}, "seed=1.5 must be a whole number"),
        ({"threads": 0}, "threads=0 must be a whole number from 1"),
        ({"lang": "xx"}, "lang='xx' must be one of: "),
        ({"encoding": "utf-99"}, "encoding='utf-99' must be one of: "),
        ({"input_format": "doc"}, "input_format='doc' must be one of: "),
        ({"max_file_bytes": 0}, "max_file_bytes=0 must be from 1"),
        ({"segments": object()}, "segments is of type object"),
    ],
)
def test_wrong_values_are_refused_in_the_words_of_python(
    keywords: dict[str, object], message: str
) -> None:
    with pytest.raises(recto.RequestError, match=message):
        recto.segment(SEA, **keywords)


def test_unknown_keywords_are_type_errors() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'n_segments'"):
        recto.segment(SEA, n_segments=3)


def test_the_tree_of_errors() -> None:
    assert issubclass(recto.RequestError, (recto.Error, ValueError))
    assert issubclass(recto.InputError, recto.Error) and issubclass(recto.InputError, ValueError)
    assert issubclass(recto.InternalError, recto.Error)


def test_ranges_lists_and_mappings() -> None:
    text = SEA * 4 + BREAD * 4
    pair = recto.segment(text, segments=(2, 3))
    assert pair == recto.segment(text, segments="2..3")
    assert len(recto.segment(text, segments=np.int64(3)).documents[0].segments) == 3
    reviews = ["A superb boat.", "It leaks."]
    as_text = recto.classify(reviews, prior="neg=0.8,pos=0.2")
    assert as_text == recto.classify(reviews, prior={"neg": 0.8, "pos": 0.2})
    assert as_text == recto.classify(reviews, prior=["neg=0.8", "pos=0.2"])


def test_remedies_name_keywords() -> None:
    with pytest.raises(recto.Error, match="leave out paper"):
        recto.segment(SEA, method="uniform", paper=True)


def test_same_seed_same_result_whatever_the_threads() -> None:
    texts = [SEA, BREAD] * 6
    one = recto.topics(texts, topics=2, seed=5, threads=1)
    assert one == recto.topics(texts, topics=2, seed=5, threads=3) == recto.topics(
        texts, topics=2, seed=5
    )
    assert one.parameters["seed"] == 5


def test_the_result_is_that_of_the_command(tmp_path: object) -> None:
    found = recto.segment(SEA, method="uniform", segments=2)
    assert found.parameters["method"] == "uniform"
    assert "threads" not in found.parameters and found.recto == recto.__version__
