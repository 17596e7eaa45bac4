"""What functions take, and what they say of what they cannot take."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from pathlib import Path

import numpy as np
import pandas as pd
import polars
import pyarrow as pa
import pytest
import recto

from conftest import BREAD, SEA

TEXTS = [SEA * 2, BREAD * 2]


def ids(result: recto.Result) -> list[str]:
    return [one.id for one in result.documents]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (TEXTS, ["1", "2"]),
        (tuple(TEXTS), ["1", "2"]),
        ((text for text in TEXTS), ["1", "2"]),
        (dict(zip("ab", TEXTS)), ["a", "b"]),
        ({7: SEA, "x": BREAD}, ["7", "x"]),
        (pd.Series(TEXTS, index=["a", "b"]), ["a", "b"]),
        (pd.Series(TEXTS, dtype="string"), ["0", "1"]),
        (pa.array(TEXTS), ["1", "2"]),
        (pa.chunked_array([TEXTS[:1], TEXTS[1:]]), ["1", "2"]),
        (pa.array(TEXTS, pa.large_string()), ["1", "2"]),
        (np.array(TEXTS), ["1", "2"]),
        (np.array(TEXTS, dtype=object), ["1", "2"]),
        (pd.DataFrame({"text": TEXTS, "id": ["p", "q"]}), ["p", "q"]),
        (pd.DataFrame({"text": TEXTS}, index=[3, 4]), ["3", "4"]),
        (pa.table({"text": TEXTS, "id": ["p", "q"]}), ["p", "q"]),
        ([{"text": SEA, "id": "p"}, {"text": BREAD}], ["p", "2"]),
        (SEA, ["1"]),
    ],
)
def test_texts_of_every_kind(given: object, expected: list[str]) -> None:
    assert ids(recto.segment(given)) == expected


def test_polars() -> None:
    frame = polars.DataFrame({"body": TEXTS, "id": ["p", "q"]})
    assert ids(recto.segment(frame["body"])) == ["1", "2"]
    assert ids(recto.segment(frame, text_field="body")) == ["p", "q"]
    labels = polars.DataFrame({"text": [*TEXTS, SEA], "label": ["sea", "bread", None]})
    documents = recto.classify(labels, lexicon="none").documents
    assert [one.given for one in documents] == ["sea", "bread", None]
    times = frame.rename({"body": "text"}).with_columns(
        time=polars.Series([datetime(2025, 3, 10, 20, 19, tzinfo=timezone.utc)] * 2)
    )
    assert recto.events(times).counts.read == 2
    with pytest.raises(recto.InputError, match="the text of '2' is None"):
        recto.segment(polars.Series([TEXTS[0], None]))
    with pytest.raises(recto.InputError, match="its columns are: body, id"):
        recto.segment(frame)
    with pytest.raises(recto.InputError, match="of type int"):
        recto.segment(polars.Series([1, 2]))


def test_the_same_texts_give_the_same_result_whatever_holds_them() -> None:
    expected = recto.segment(TEXTS).documents
    for given in (tuple(TEXTS), pa.array(TEXTS), np.array(TEXTS)):
        assert recto.segment(given).documents == expected


def test_files_folders_and_lists_of_paths(tmp_path: Path) -> None:
    for name, text in zip(("a.txt", "b.txt"), TEXTS):
        (tmp_path / name).write_bytes(text.encode())
    assert ids(recto.segment(tmp_path)) == ["a.txt", "b.txt"]
    paths = [tmp_path / "b.txt", tmp_path / "a.txt"]
    assert ids(recto.segment(paths)) == ["b.txt", "a.txt"]
    assert ids(recto.segment(tmp_path / "*.txt")) == ["a.txt", "b.txt"]
    (tmp_path / "rows.csv").write_text("body,key\nNets dry. Boats come in.,x\n")
    found = recto.segment(tmp_path / "rows.csv", text_field="body", id_field="key")
    assert ids(found) == ["x"]


def test_a_file_that_fails_is_named_and_the_others_are_done(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(SEA)
    with pytest.warns(recto.RectoWarning, match="gone.txt"):
        found = recto.segment([tmp_path / "a.txt", tmp_path / "gone.txt"])
    assert ids(found) == ["a.txt"]
    assert len(found.failed) == 1


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (None, "texts is None; give a str"),
        (3, "texts is of type int; give a str"),
        (b"bytes", "decode it first"),
        ([b"bytes"], "decode it first"),
        ([], "texts is empty"),
        ({}, "texts is empty"),
        (pd.Series([], dtype=str), "texts is empty"),
        ([SEA, None], "the text of '2' is None, not a str; leave out what is missing"),
        (pd.Series([SEA, np.nan]), "the text of '1' is of type float, not a str; leave out"),
        (pd.Series([SEA, pd.NA]), "leave out what is missing"),
        (pa.array([SEA, None]), "the text of '2' is None"),
        ([SEA, 3], "the text of '2' is of type int, not a str"),
        ([SEA, Path("a.txt")], "give paths alone, or texts alone"),
        ({"a": 3}, "the text of 'a' is of type int"),
        ({SEA, BREAD}, "a set, which has no order"),
        (["ok", "half \ud83d here"], "the text of '2' has a lone surrogate at 5; remove it"),
        ({"half \ud83d": SEA}, "ids: the text of .* has a lone surrogate at 5"),
        (pd.DataFrame({"body": TEXTS}), "no column 'text'; its columns are: body; set text_field"),
        (pa.table({"body": TEXTS}), "no column 'text'; its columns are: body; set text_field"),
        ([{"body": SEA}], "has no key 'text', only body; set text_field"),
        (pd.Series(TEXTS, index=["a", "a"]), "two texts are called 'a'"),
        (np.array([[SEA]]), "has 2 dimensions"),
        (Path("not there.txt"), "not there.txt"),
        ("  \n ", "no text|no unit|nothing|empty|blank"),
    ],
)
def test_what_cannot_be_read_is_named(given: object, message: str) -> None:
    with pytest.raises(recto.InputError, match=message):
        recto.segment(given)


def test_an_error_of_a_generator_is_its_own() -> None:
    def texts():  # type: ignore[no-untyped-def]
        yield SEA
        raise LookupError("line 2")

    with pytest.raises(LookupError, match="line 2"):
        recto.segment(texts())


def test_a_text_where_a_list_was_meant_is_one_document() -> None:
    assert len(recto.topics(SEA * 3).documents) == 1
    assert len(recto.classify("A superb boat.").documents) == 1


def test_groups() -> None:
    found = recto.compare({"sea": [SEA, SEA], "bread": BREAD})
    assert [(one.name, one.documents) for one in found.groups] == [("sea", 2), ("bread", 1)]
    for wrong, message in (
        ([SEA, BREAD], "give a mapping of names to texts"),
        ("sea", "give a mapping of names to texts"),
        ({"sea": SEA}, "give at least two"),
        ({"sea": SEA, "bread": None}, r"groups\['bread'\] is None"),
    ):
        with pytest.raises(recto.InputError, match=message):
            recto.compare(wrong)


def test_pairs(tmp_path: Path) -> None:
    source, summary = "The ferry left at nine. It carried forty people.", "The ferry left."
    assert recto.align(source, summary).pairs[0].id == "1"
    several = recto.align([source, source], [summary, summary])
    assert [one.id for one in several.pairs] == ["1", "2"]
    assert recto.align([(source, summary)]).pairs == recto.align(source, summary).pairs
    by_name = recto.align({"a": source}, {"a": summary})
    assert by_name.pairs[0].id == "a"
    rows = [{"id": "r", "document": source, "summary": summary}]
    assert recto.align(rows).pairs[0].id == "r"
    file = tmp_path / "pairs.jsonl"
    file.write_text(json.dumps(rows[0]))
    assert recto.align(file).pairs[0].id == "r"
    (tmp_path / "d.txt").write_text(source)
    (tmp_path / "s.txt").write_text(summary)
    assert recto.align(tmp_path / "d.txt", tmp_path / "s.txt").pairs[0].id == "s.txt"
    for wrong, message in (
        ((source,), "summary is missing"),
        (([source], [summary, summary]), "1 documents and 2 summaries"),
        ((file, summary), "both be paths, or both be texts"),
        (([source, None],), "not \\(document, summary\\)"),
        ((None, summary), "document is None"),
        (([],), "document is empty"),
        (({"a": source}, {"b": summary}), "keys of document and summary differ"),
    ):
        with pytest.raises(recto.InputError, match=message):
            recto.align(*wrong)


def test_messages(examples: Path) -> None:
    from_file = recto.events(examples / "vote-night.jsonl")
    rows = [json.loads(line) for line in (examples / "vote-night.jsonl").open()]
    assert recto.events(rows).events == from_file.events
    frame = pd.DataFrame(rows)
    assert recto.events(frame).counts.read == len(rows)
    texts = [row["text"] for row in rows]
    times = pd.to_datetime([row["time"] for row in rows], utc=True)
    assert recto.events(texts, times=times).counts.read == len(rows)
    assert recto.events([]).events == []
    with pytest.raises(recto.InputError, match="2 texts and 1 times"):
        recto.events(["a", "b"], times=["2025-01-01T00:00:00Z"])


def test_labels_beside_texts_in_columns_and_in_rows() -> None:
    texts = ["ebb flood", "loaf crust", "flood tide ebb", "crust crumb loaf"] * 3
    labels = ["sea", "bread", None, None] * 3
    beside = recto.classify(texts, labels=labels, lexicon="none")
    assert [one.label for one in beside.documents] == ["sea", "bread"] * 6
    frame = pd.DataFrame({"text": texts, "kind": labels})
    in_column = recto.classify(frame, labels="kind", lexicon="none")
    assert [one.label for one in in_column.documents] == ["sea", "bread"] * 6
    with pytest.raises(recto.InputError, match="12 texts and 1 labels"):
        recto.classify(texts, labels=["sea"], lexicon="none")
    with pytest.raises(recto.InputError, match="no column or key 'kinds'"):
        recto.classify(frame, labels="kinds", lexicon="none")


def test_files_that_keywords_name(tmp_path: Path) -> None:
    texts = ["The frobs are wumpy.", "The frobs are glonk."]
    lexicon = {"wumpy": "pos", "glonk": "neg"}
    file = tmp_path / "words.tsv"
    file.write_text("".join(f"{word}\t{one}\n" for word, one in lexicon.items()))
    for given in (lexicon, file, str(file), file.read_bytes(), ["wumpy\tpos", "glonk\tneg"]):
        found = recto.classify(texts, lexicon=given)
        assert [one.label for one in found.documents] == ["pos", "neg"]
    with pytest.raises(recto.InputError, match="lexicon='gone.tsv': No such file"):
        recto.classify(texts, lexicon="gone.tsv")
    with pytest.raises(recto.RequestError, match="stop_words is of type int"):
        recto.segment(SEA, stop_words=3)


def test_files_that_results_have(tmp_path: Path) -> None:
    model = tmp_path / "topics.model"
    fitted = recto.topics([SEA, BREAD] * 3, topics=2, save_model=model)
    again = recto.topics([SEA], load_model=model)
    assert len(again.documents[0].topics) == 2
    fitted.save("save_model", tmp_path / "copy.model")
    assert (tmp_path / "copy.model").read_bytes() == model.read_bytes()
    recto.topics([SEA, BREAD] * 3, topics=2, mallet=tmp_path / "mallet")
    assert (tmp_path / "mallet" / "topic-keys.txt").exists()
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_what_is_new_since_an_earlier_pile() -> None:
    earlier = recto.read([SEA])
    assert recto.read([SEA, BREAD], since=earlier).new.added == ["2"]
    assert recto.read([SEA, BREAD], since=[SEA]).new.added == ["2"]


def test_columns_of_arrow_are_read_without_a_python_string_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from recto import _inputs

    expected = recto.segment(TEXTS).documents
    def listed(self: object) -> None:
        raise AssertionError("texts were listed")

    monkeypatch.setattr(_inputs.Rows, "listed", listed)
    part = pa.array(["not read", *TEXTS, "not read"])[1:3]
    view = pa.array(TEXTS, pa.string_view())
    chunked = pa.chunked_array([[], TEXTS[:1], TEXTS[1:]], pa.string())
    for given in (part, view, chunked, pa.array(TEXTS, pa.large_string()), pa.table({"text": part})):
        assert recto.segment(given).documents == expected
    labelled = pa.table({"text": [*TEXTS, SEA], "label": ["sea", "bread", None], "id": list("pqr")})
    documents = recto.classify(labelled, lexicon="none").documents
    assert [(one.id, one.given) for one in documents] == [("p", "sea"), ("q", "bread"), ("r", None)]


def test_columns_of_arrow_that_are_no_texts_are_refused_by_their_places() -> None:
    with pytest.raises(recto.InputError, match="the text of '2' is None"):
        recto.segment(pa.array([SEA, None]))
    with pytest.raises(recto.InputError, match="the text of 'q' is None"):
        recto.segment(pa.table({"text": [SEA, None], "id": ["p", "q"]}))
    with pytest.raises(recto.InputError, match="of type int"):
        recto.segment(pa.array([1, 2]))
    with pytest.raises(recto.InputError, match="is empty"):
        recto.segment(pa.array([], pa.string()))
    assert ids(recto.segment(pa.array(TEXTS).dictionary_encode())) == ["1", "2"]
