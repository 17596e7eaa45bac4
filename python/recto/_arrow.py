"""Columns of Arrow as the native module reads them, without a Python object a cell."""

from __future__ import annotations

from typing import Any

#: Offsets and contents of cells; the contents begin where the first offset says.
Chunk = tuple[Any, Any]


def chunk(column: Any) -> Chunk:
    """The buffers of an array of texts or bytes without nulls."""
    import pyarrow as pa

    kind = column.type
    if pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        column = column.cast(pa.string())
    elif pa.types.is_large_binary(kind) or pa.types.is_binary_view(kind):
        column = column.cast(pa.binary())
    _, offsets, contents = column.buffers()
    if not len(column):
        return pa.py_buffer(b""), pa.py_buffer(b"")
    # An array may be a part of a larger one; only its own cells are handed on.
    offsets = offsets.slice(4 * column.offset, 4 * (len(column) + 1))
    ends = pa.Array.from_buffers(pa.int32(), len(column) + 1, [None, offsets])
    start, end = ends[0].as_py(), ends[-1].as_py()
    return offsets, pa.py_buffer(b"") if contents is None else contents.slice(start, end - start)


def are_texts(column: Any) -> bool:
    """Whether all cells of a column are texts, none of them null."""
    import pyarrow as pa

    kinds = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
    # A part with offsets of 32 bits ends at 2 GiB.
    fits = pa.types.is_string(column.type) or column.nbytes < 1 << 31
    return column.null_count == 0 and fits and any(is_kind(column.type) for is_kind in kinds)


def chunks(column: Any) -> list[Chunk]:
    """The buffers of an array, or of each part of a column that comes in parts."""
    parts = column.chunks if hasattr(column, "chunks") else [column]
    return [chunk(part) for part in parts]
