"""Columns that each document gets by itself, and summaries of groups."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pyarrow as pa
from pyspark.sql.pandas.types import to_arrow_schema
from pyspark.sql.types import (
    ArrayType,
    DataType,
    DoubleType,
    IntegerType,
    MapType,
    StringType,
    StructField,
    StructType,
)

from .._errors import InputError, RectoWarning, RequestError
from .._functions import classify as classify_texts
from .._functions import segment as segment_texts
from .._functions import summarize as summarize_texts
from .._functions import topics as topics_of_texts
from .._recto import NativeClasses, NativeTopics
from ._frames import checked, new_columns, text_column

#: A saved model: its bytes or its path.
Saved = bytes | os.PathLike[str]

_SEGMENT = StructType(
    [
        StructField("start", IntegerType()),
        StructField("end", IntegerType()),
        StructField("start_unit", IntegerType()),
        StructField("end_unit", IntegerType()),
        StructField("title", StringType()),
        StructField("words", IntegerType()),
        StructField("confidence", DoubleType()),
    ]
)
_SENTENCE = StructType(
    [
        StructField("document", StringType()),
        StructField("start", IntegerType()),
        StructField("end", IntegerType()),
        StructField("text", StringType()),
        StructField("score", DoubleType()),
    ]
)


def segment(df: Any, text: str = "text", *, to: str = "segments", **keywords: Any) -> Any:
    """Adds the segments of each text, as :func:`recto.segment` finds them.

    Offsets count characters, as in Python. A text that is null has null segments; where a text
    cannot be used, they are null too, and the column ``failed`` says why.
    """
    keywords = checked(segment_texts, keywords)

    def found(texts: dict[str, str]) -> Any:
        result = segment_texts(texts, threads=1, **keywords)
        return {
            one.id: ([_picked(part, _SEGMENT) for part in one.segments],)
            for one in result.documents
        }, result

    return _with_columns(df, text, [StructField(to, ArrayType(_SEGMENT))], found)


def classify(
    df: Any, model: Saved, text: str = "text", *, to: str = "label", p: str = "p", **keywords: Any
) -> Any:
    """Adds the class of each text and the probability of every class, by a saved classifier.

    Classes are learned from all documents together: learn them in one process, as with
    ``recto.classify(..., save_model=path)``. A lexicon that was given there must be given again.
    """
    keywords = checked(classify_texts, {**keywords, "load_model": model})
    NativeClasses.load(keywords["load_model"])

    def found(texts: dict[str, str]) -> Any:
        result = classify_texts(texts, threads=1, **keywords)
        return {one.id: (one.label, list(one.p.items())) for one in result.documents}, result

    columns = [
        StructField(to, StringType()),
        StructField(p, MapType(StringType(), DoubleType())),
    ]
    return _with_columns(df, text, columns, found)


def transform(
    df: Any, model: Saved, text: str = "text", *, to: str = "topics", **keywords: Any
) -> Any:
    """Adds the share of each topic of a saved model, as ``recto.topics(load_model=...)`` does."""
    given = {**keywords, "load_model": model, "clusters": "none", "no_segments": True}
    keywords = checked(topics_of_texts, given)
    NativeTopics.load(keywords["load_model"])

    def found(texts: dict[str, str]) -> Any:
        result = topics_of_texts(texts, threads=1, **keywords)
        return {one.id: (one.topics,) for one in result.documents}, result

    return _with_columns(df, text, [StructField(to, ArrayType(DoubleType()))], found)


def summarize(
    df: Any, by: str | Sequence[str], text: str = "text", *, id: str | None = None, **keywords: Any
) -> Any:
    """One row a group: its summary as text, and the sentences with their places.

    ``by`` names the columns that make a group, all texts of which are read by one executor.
    With ``id``, documents are called by that column and read in its order; without, they are
    numbered in the order of their texts. Rows whose text is null are left out.
    """
    by = [by] if isinstance(by, str) else list(by)
    text_column(df, text)
    for name in [*by, *([id] if id is not None else [])]:
        if name not in df.columns:
            there = ", ".join(df.columns)
            raise InputError(f"the DataFrame has no column {name!r}; its columns are: {there}")
    if not by:
        raise RequestError("by must name at least one column that makes a group")
    keywords = checked(summarize_texts, keywords)
    added = [
        StructField("summary", StringType()),
        StructField("sentences", ArrayType(_SENTENCE)),
        StructField("failed", StringType()),
    ]
    for field in added:
        if field.name in by:
            raise RequestError(f"a group cannot be made by {field.name!r}; rename that column")
    schema = StructType([*(df.schema[name] for name in by), *added])
    kept = list(dict.fromkeys([*by, text, *([id] if id is not None else [])]))

    def of_group(key: tuple[Any, ...], rows: Any) -> Any:
        rows = rows.filter(rows[text].is_valid()).sort_by(text if id is None else id)
        names = range(1, len(rows) + 1) if id is None else rows[id].to_pylist()
        texts = rows[text].to_pylist()
        row: list[Any] = [None, None, None]
        try:
            with _quiet():
                result = summarize_texts(
                    dict(zip(map(str, names), texts, strict=True)), threads=1, **keywords
                )
            sentences = [_picked(one, _SENTENCE) for one in result.sentences or []]
            row = [result.summary, sentences, _told(result)]
        except InputError as error:
            row[2] = str(error)
        cells = [value.as_py() for value in key] + row
        arrow = to_arrow_schema(schema)
        arrays = [pa.array([cell], field.type) for cell, field in zip(cells, arrow, strict=True)]
        return pa.Table.from_arrays(arrays, schema=arrow)

    return df.select(*kept).groupBy(*by).applyInArrow(of_group, schema)


def _with_columns(
    df: Any,
    text: str,
    columns: list[StructField],
    found: Callable[[dict[str, str]], Any],
) -> Any:
    """The DataFrame with columns that `found` gives for texts by their keys."""
    text_column(df, text)
    added = [*columns, StructField("failed", StringType())]
    new_columns(df, [field.name for field in added])
    place = df.columns.index(text)
    types = [_arrow_type(field.dataType) for field in added]
    names = [*df.columns, *(field.name for field in added)]

    def over(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            texts = batch.column(place).to_pylist()
            keyed = {str(at): one for at, one in enumerate(texts) if one is not None}
            cells, why = _found(keyed, found)
            empty = (None,) * len(columns)
            rows = [cells.get(str(at), empty) for at in range(len(texts))]
            arrays = [
                pa.array([row[at] for row in rows], kind) for at, kind in enumerate(types[:-1])
            ]
            failed = pa.array([why.get(str(at)) for at in range(len(texts))], pa.string())
            yield pa.RecordBatch.from_arrays([*batch.columns, *arrays, failed], names)

    return df.mapInArrow(over, StructType([*df.schema.fields, *added]))


def _found(
    texts: dict[str, str], found: Callable[[dict[str, str]], Any]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Cells by key, and why there are none; never depends on which texts come together."""
    if not texts:
        return {}, {}
    try:
        with _quiet():
            cells, result = found(texts)
    except InputError as error:
        if len(texts) == 1:
            return {}, {key: str(error) for key in texts}
        # None of them could be used; each has a reason of its own.
        alone = [_found({key: text}, found) for key, text in texts.items()]
        return (
            {key: cell for cells, _ in alone for key, cell in cells.items()},
            {key: why for _, reasons in alone for key, why in reasons.items()},
        )
    missing = [key for key in texts if key not in cells]
    if not missing:
        return cells, {}
    said = {one.file: one.message for one in result.failed}
    return cells, {key: said.get(key, "no text in it") for key in missing}


def _picked(record: Any, kind: StructType) -> dict[str, Any]:
    return {field.name: getattr(record, field.name) for field in kind.fields}


def _told(result: Any) -> str | None:
    """Documents of a group that were left out, and why."""
    said = [f"{one.file}: {one.message}" for one in result.failed]
    return "; ".join(said) or None


@contextmanager
def _quiet() -> Iterator[None]:
    """What was left out stands in a column; an executor warns nobody."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RectoWarning)
        yield


def _arrow_type(kind: DataType) -> Any:
    return to_arrow_schema(StructType([StructField("it", kind)])).field(0).type
