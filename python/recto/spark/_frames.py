"""What the functions over DataFrames share: checks on the driver, columns on the executors."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyspark.sql.types import StringType

from .._arrow import chunk
from .._errors import InputError, RequestError

#: Keywords that would write or read files where an executor runs, or that Spark decides.
_REFUSED = ("threads", "progress", "input_format", "text_field", "id_field", "times")


def text_column(df: Any, text: str) -> None:
    """Refuses a DataFrame without that column of texts."""
    fields = {field.name: field.dataType for field in df.schema.fields}
    if text not in fields:
        there = ", ".join(fields) or "none"
        raise InputError(f"the DataFrame has no column {text!r}; its columns are: {there}")
    if not isinstance(fields[text], StringType):
        kind = fields[text].simpleString()
        raise InputError(f"the column {text!r} is of type {kind}; cast it to string")


def new_columns(df: Any, names: list[str]) -> None:
    """Refuses names of columns that are there already."""
    for name in names:
        if name in df.columns:
            raise RequestError(
                f"the DataFrame has a column {name!r} already; rename or drop it, or set `to`"
            )


def checked(function: Callable[..., Any], keywords: Mapping[str, Any]) -> dict[str, Any]:
    """Keywords for the executors: known to the function, with the contents of files."""
    known = inspect.signature(function).parameters
    for name in keywords:
        if name not in known or name in _REFUSED or name.startswith("save_"):
            raise RequestError(f"recto.spark.{function.__name__} has no keyword {name!r}")
    sent = {name: _contents(value) for name, value in keywords.items()}
    try:
        function("A short text. It shows what is wrong with a keyword.", **sent)
    except InputError:
        # Too little to work on, which says nothing of the keywords.
        pass
    return sent


def _contents(value: Any) -> Any:
    """The driver's file as bytes: an executor does not see it."""
    return Path(value).read_bytes() if isinstance(value, os.PathLike) else value


def binary(column: tuple[bytes, bytes]) -> Any:
    """A column of bytes from its offsets and its contents."""
    offsets, contents = column
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(contents)]
    return pa.Array.from_buffers(pa.binary(), len(offsets) // 4 - 1, buffers)


__all__ = ["binary", "checked", "chunk", "new_columns", "text_column"]
