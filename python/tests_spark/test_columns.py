"""Columns that executors add are what the functions of one process find."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import recto
import recto.spark

from conftest import made


@pytest.fixture
def texts() -> list[str]:
    return made(23) + ["Short.", "Æble og brød 😀 på kajen. Tidevandet vender."]


def test_segments_are_those_of_one_process(frame: Any, texts: list[str]) -> None:
    df = recto.spark.segment(frame([*texts, None, "  "]), segments=2)
    assert df.columns == ["id", "text", "segments", "failed"]
    rows = sorted(df.collect(), key=lambda row: row.id)
    with pytest.warns(recto.RectoWarning, match="left out"):
        local = recto.segment(texts, segments=2)
    by_id = {int(one.id) - 1: one.segments for one in local.documents}
    why = {int(one.file) - 1: one.message for one in local.failed}
    assert len(by_id) > 15 and len(why) > 2
    for row in rows[: len(texts)]:
        if row.id in why:
            # Only the document itself is said to be too short, whatever it came with.
            assert (row.segments, row.failed) == (None, why[row.id])
            continue
        expected = by_id[row.id]
        assert [(one.start, one.end, one.title) for one in row.segments] == [
            (one.start, one.end, one.title) for one in expected
        ]
        assert [one.confidence for one in row.segments] == [one.confidence for one in expected]
        assert row.text == texts[row.id] and row.failed is None
    null, blank = rows[-2:]
    assert (null.text, null.segments, null.failed) == (None, None, None)
    assert blank.segments is None and blank.failed


def test_classes_are_those_of_one_process(frame: Any, texts: list[str], tmp_path: Path) -> None:
    learned = made(30, seed=5)
    names = ["sea" if "tide" in text else "other" for text in learned]
    path = tmp_path / "classes"
    recto.classify(learned, labels=names, lexicon="none", save_model=path)
    local = recto.classify(texts, load_model=path, lexicon="none")
    df = recto.spark.classify(frame([*texts, None]), path, lexicon="none")
    rows = sorted(df.collect(), key=lambda row: row.id)
    assert [row.label for row in rows[:-1]] == [one.label for one in local.documents]
    assert len(texts) == len(rows) - 1
    for row, one in zip(rows, local.documents, strict=False):
        assert row.p == one.p
    assert (rows[-1].label, rows[-1].p, rows[-1].failed) == (None, None, None)


def test_topics_of_new_documents_are_those_of_one_process(
    frame: Any, texts: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "topics"
    recto.topics(made(40, seed=2), topics=3, save_model=path)
    local = recto.topics(texts, load_model=path, clusters="none")
    rows = recto.spark.transform(frame([*texts, None]), path).collect()
    rows.sort(key=lambda row: row.id)
    assert [row.topics for row in rows[:-1]] == [one.topics for one in local.documents]
    assert rows[-1].topics is None


def test_summaries_of_groups_are_those_of_one_process(spark: Any, texts: list[str]) -> None:
    rows = [(at, "ab"[at % 2], text) for at, text in enumerate(texts)]
    rows += [(100, "none", None), (101, "a", None)]
    df = spark.createDataFrame(rows, "id long, kind string, text string").repartition(5)
    found = recto.spark.summarize(df, "kind", id="id", sentences=2).collect()
    found = {row.kind: row for row in found}
    assert sorted(found) == ["a", "b", "none"]
    for kind in "ab":
        own = {str(at): text for at, other, text in rows if other == kind and text is not None}
        local = recto.summarize(own, sentences=2)
        assert found[kind].summary == local.summary
        sentences = [(one.document, one.start, one.end) for one in local.sentences or []]
        assert [(one.document, one.start, one.end) for one in found[kind].sentences] == sentences
        assert found[kind].failed is None
    assert found["none"].summary is None and "empty" in found["none"].failed


def test_what_is_wrong_is_told_before_any_work(frame: Any) -> None:
    df = frame(["A text."])
    wrong = [
        (lambda: recto.spark.segment(df, "body"), recto.InputError, "its columns are: id, text"),
        (lambda: recto.spark.segment(df, "id"), recto.InputError, "cast it to string"),
        (lambda: recto.spark.segment(df, to="id"), recto.RequestError, "column 'id' already"),
        (lambda: recto.spark.segment(df, method="bogus"), recto.RequestError, "bogus"),
        (lambda: recto.spark.segment(df, threads=2), recto.RequestError, "threads"),
        (lambda: recto.spark.segment(df, colour=2), recto.RequestError, "colour"),
        (lambda: recto.spark.summarize(df, []), recto.RequestError, "at least one column"),
        (lambda: recto.spark.summarize(df, "kind"), recto.InputError, "no column 'kind'"),
        (lambda: recto.spark.classify(df, Path("nowhere")), FileNotFoundError, "nowhere"),
        (lambda: recto.spark.transform(df, b"no model"), recto.Error, "model"),
    ]
    for call, kind, said in wrong:
        with pytest.raises(kind, match=said):
            call()


def test_an_empty_frame_stays_empty(frame: Any) -> None:
    assert recto.spark.segment(frame([], 2)).collect() == []
