"""Results: keys, offsets, tables, pages, copies."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest
import recto

from conftest import BREAD, SEA


def test_segments_slice_the_string(two: dict[str, str]) -> None:
    found = recto.segment(two, segments=2)
    for document in found.documents:
        text = two[document.id]
        pieces = [text[one.start : one.end] for one in document.segments]
        assert all(piece and piece == piece.strip() for piece in pieces)
        # All but blanks of the text is in a piece, each of it once.
        assert "".join("".join(pieces).split()) == "".join(text.split())


def test_quotes_slice_the_string(two: dict[str, str]) -> None:
    found = recto.summarize(two, sentences=4)
    assert len(found.sentences) == 4
    for sentence in found.sentences:
        assert two[sentence.document][sentence.start : sentence.end] == sentence.text
        for document, start, end in sentence.covers + sentence.copies:
            assert two[document][start:end].strip() == two[document][start:end] != ""


def test_tokens_slice_the_string() -> None:
    source, summary = "😀 The café at the quay sells e\u0301clairs.", "🥖 The café sells éclairs."
    pair = recto.align(source, summary).pairs[0]
    words = [source[start:end] for start, end in pair.tokens.document]
    assert words[:2] == ["The", "café"] and "e\u0301clairs" in words
    assert "éclairs" in [summary[start:end] for start, end in pair.tokens.summary]
    for sentence in pair.sentences:
        assert summary[sentence.start : sentence.end].endswith(".")


def test_authors_and_topics_slice_the_string(two: dict[str, str]) -> None:
    for document in recto.authors(two).documents:
        for start, end in document.spans:
            assert two[document.id][start:end].strip() == two[document.id][start:end] != ""
    found = recto.topics(two)
    for topic in found.topics:
        for passage in topic.segments:
            text = two[found.documents[passage.document].id]
            assert 0 <= passage.start < passage.end <= len(text)


def test_offsets_refer_to_the_texts_of_the_result(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Tides\n\nNets *dry* on the quay 😀. Boats come in.\n")
    found = recto.segment(tmp_path / "a.md")
    text = found.texts["a.md"]
    assert "*" not in text
    assert text[found.documents[0].segments[0].start :].startswith("Tides")


def test_keys_are_attributes_and_dicts_are_copies(two: dict[str, str]) -> None:
    found = recto.segment(two)
    plain = found.to_dict()
    assert plain["documents"][0]["segments"][0]["start"] == found.documents[0].segments[0].start
    plain["documents"].clear()
    assert len(found.documents) == 2
    assert found.documents[0].levels is None
    assert found.command == "segment"
    with pytest.raises(AttributeError, match="SegmentResult has no 'segmnts'; it has: "):
        found.segmnts
    with pytest.raises(AttributeError, match="cannot be changed"):
        found.documents = []
    assert isinstance(found.documents[0].segments[0].terms[0], tuple)
    assert "documents" in dir(found)


def test_a_key_that_is_a_word_of_python_ends_in_an_underscore() -> None:
    found = recto.read([{"text": SEA, "time": "2025-03-10"}, {"text": BREAD, "time": "2025-03-12"}])
    assert found.pile.dates.from_ == "2025-03-10"


def test_every_record_has_the_keys_of_its_json(two: dict[str, str], examples: Path) -> None:
    def check(record: recto.Record) -> int:
        keys = {name.removesuffix("_") for name in type(record)._shapes}
        assert set(record._data) <= keys, type(record)
        inner = [getattr(record, name) for name in type(record)._shapes]
        return 1 + sum(walk(value) for value in inner)

    def walk(value: object) -> int:
        if isinstance(value, recto.Record):
            return check(value)
        if isinstance(value, dict):
            return sum(walk(one) for one in value.values())
        if isinstance(value, (list, tuple)):
            return sum(walk(one) for one in value)
        return 0

    results = [
        recto.read(two),
        recto.segment(two, levels=2),
        recto.authors(two),
        recto.topics(two, held_out=0.5),
        recto.summarize(two),
        recto.compare(two),
        recto.align(SEA, BREAD),
        recto.classify(two),
        recto.events(examples / "vote-night.jsonl"),
    ]
    for result in results:
        assert check(result) > 2, type(result)


def test_a_short_repr(two: dict[str, str]) -> None:
    found = recto.segment(two)
    assert repr(found).startswith("SegmentResult(method='auto', 2 documents")
    assert len(repr(found)) < 200
    assert repr(found.documents[0]).startswith("SegmentSegmentedDocument(id='sea'")


def test_tables(two: dict[str, str]) -> None:
    found = recto.segment(two)
    assert {"documents", "documents.segments"} <= set(found.tables)
    frame = found.to_pandas()
    assert isinstance(frame, pd.DataFrame)
    assert list(frame["id"]) == ["sea", "bread"]
    segments = found.to_arrow("documents.segments")
    assert isinstance(segments, pa.Table)
    assert segments["start"].type == pa.int64()
    assert segments["start"].to_pylist() == [
        one.start for document in found.documents for one in document.segments
    ]
    assert segments["terms"].type.value_type == pa.struct({"0": pa.string(), "1": pa.float64()})
    with pytest.raises(recto.RequestError, match="no table segments; the tables are: "):
        found.to_pandas("segments")


def test_every_table_of_every_result_is_an_arrow_table(two: dict[str, str], examples: Path) -> None:
    results = [
        recto.read(examples),
        recto.topics(two),
        recto.summarize(two),
        recto.compare(two),
        recto.align(SEA, BREAD),
        recto.classify(examples / "reviews.csv"),
        recto.events(examples / "vote-night.jsonl"),
    ]
    for result in results:
        for table in result.tables:
            assert result.to_arrow(table).num_rows == len(result.to_pandas(table))


def test_the_page(two: dict[str, str], tmp_path: Path) -> None:
    found = recto.segment(two, method="texttiling", seed=3)
    found.to_html(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>") and "harbour" in page
    assert "recto.segment(texts, method=&#39;texttiling&#39;, seed=3)" in page or (
        "recto.segment(texts, method='texttiling', seed=3)" in page
    )
    shown = found._repr_html_()
    assert shown.startswith('<iframe sandbox="allow-scripts"') and "allow-same-origin" not in shown
    # No mark of the page ends the attribute that it stands in.
    assert shown.count('"') == 6


def test_text_from_documents_is_escaped_in_the_page() -> None:
    found = recto.segment({"</script><b>": "<script>alert(1)</script> Nets dry. Boats come in."})
    assert "<script>alert(1)" not in found._page()


@pytest.mark.parametrize("name", ["segment", "authors", "topics", "summarize", "read"])
def test_pickled_results_are_the_same(name: str, two: dict[str, str]) -> None:
    found = getattr(recto, name)(two)
    again = pickle.loads(pickle.dumps(found))
    assert again == found and hash(again) == hash(found) and repr(again) == repr(found)
    assert again.texts == two
    assert again.tables == found.tables
    assert again._page().startswith("<!DOCTYPE html>")
    assert copy.deepcopy(found) == found
    record = found.parameters if name == "read" else found._shapes
    assert pickle.loads(pickle.dumps(record)) == record


def test_pickled_pairs_groups_and_scores_are_the_same(two: dict[str, str]) -> None:
    scores = recto.evaluate.segmentation(recto.segment(two), recto.segment(two))
    for found in (recto.align(SEA, BREAD), recto.compare(two), scores):
        again = pickle.loads(pickle.dumps(found))
        assert again == found
        assert again._page().startswith("<!DOCTYPE html>")
    whole = recto.align(SEA, BREAD).__reduce__()[1][1]
    for at in range(0, len(whole), 7):
        changed = bytearray(whole)
        changed[at] ^= 1 << at % 8
        for damaged in (whole[:at], bytes(changed)):
            with pytest.raises(recto.InputError, match="not a result that recto pickled"):
                recto._result._restore(recto.Result, damaged, "")


def test_forms_of_their_own() -> None:
    found = recto.align("The ferry left at nine.", "The ferry left.")
    assert found.to_text("pharaoh").split()[:1] == ["0-0"]


def test_scores(two: dict[str, str], tmp_path: Path) -> None:
    gold = recto.segment(two, method="uniform", segments=3)
    other = recto.segment(two, method="uniform", segments=2)
    same = recto.evaluate.segmentation(gold, gold)
    assert same.scores["pk"] == 0
    both = recto.evaluate.segmentation(gold, other, gold)
    assert both.scores["pk"] > 0 and both.second["pk"] == 0 and both.comparison is not None
    file = tmp_path / "gold.json"
    file.write_text(gold._json_in_bytes())
    from_file = recto.evaluate.segmentation(file, other)
    assert from_file.scores == both.scores
    as_values = recto.evaluate.segmentation(json.loads(gold._json_in_bytes()), other)
    assert as_values.scores == both.scores
    with pytest.raises(recto.InputError, match="reference is of type int"):
        recto.evaluate.segmentation(3, other)


def test_rouge_takes_texts() -> None:
    found = recto.evaluate.rouge("The wall holds the tide.", "The wall holds.")
    assert 0 < next(iter(found.scores.values())) <= 1


def test_columns_of_arrow_are_views_of_what_the_native_module_made(two: dict[str, str]) -> None:
    from recto import _recto, _result

    found = recto.topics([*two.values()] * 4, topics=2)
    for table in found.tables:
        columns = _recto.arrow_table(found._native.json(), table)
        plain = json.loads(_recto.table(found._native.json(), table))
        for (name, kind, n, validity, offsets, values), (key, cells) in zip(
            columns, plain, strict=True
        ):
            array = _result._arrow_column(kind, n, validity, offsets, values)
            assert (name, n) == (key, len(cells))
            if kind in ("json", "null"):
                continue
            assert array.to_pylist() == cells
            assert array.type == pa.array(cells).type
            array.validate(full=True)
            # The same memory, not a copy of it.
            assert array.buffers()[-1].address == pa.py_buffer(values).address


def test_cells_that_are_missing_stay_missing_in_arrow() -> None:
    from recto import _recto, _result

    cells = {
        "whole": [1, None, -3],
        "real": [0.5, 2, None],
        "mixed": [1, "a", None],
        "truth": [True, None, False],
        "text": ["æ", None, ""],
        "none": [None, None, None],
    }
    rows = [dict(zip(cells, row, strict=True)) for row in zip(*cells.values(), strict=True)]
    answer = json.dumps({"documents": rows})
    found = {name: rest for name, *rest in _recto.arrow_table(answer, None)}
    kinds = {name: rest[0] for name, rest in found.items()}
    assert kinds == {
        "whole": "int64", "real": "float64", "mixed": "json",
        "truth": "bool", "text": "string", "none": "null",
    }
    for name, rest in found.items():
        if name != "mixed":
            assert _result._arrow_column(*rest).to_pylist() == cells[name]
