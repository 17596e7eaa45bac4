"""Results: the contract's keys as attributes, tables, and the page."""

from __future__ import annotations

import gc
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from . import _recto
from ._keywords import write, write_whole
from ._recto import NativeAnswer

if TYPE_CHECKING:
    import pandas
    import pyarrow


#: How a value of JSON is shown: as it is, as a record, or as a list, tuple or dict of such.
Shape = Any


class Record:
    """A part of a result. Keys of the JSON are attributes; one that is not there is None."""

    _shapes: ClassVar[dict[str, Shape]] = {}

    def __init__(self, data: dict[str, Any]) -> None:
        self.__dict__["_values"] = data

    @property
    def _data(self) -> dict[str, Any]:
        values: dict[str, Any] = self.__dict__["_values"]
        return values

    def __getattr__(self, name: str) -> Any:
        shapes = type(self)._shapes
        if name not in shapes:
            known = ", ".join(shapes)
            raise AttributeError(f"{type(self).__name__} has no {name!r}; it has: {known}")
        value = _shaped(self._data.get(name.removesuffix("_")), shapes[name])
        self.__dict__[name] = value
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a result cannot be changed; {name!r} was not set")

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values, as JSON has it."""
        copy: dict[str, Any] = json.loads(json.dumps(self._data))
        return copy

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._data == getattr(other, "_data", None)

    def __hash__(self) -> int:
        return hash(json.dumps(self._data, sort_keys=True))

    def __dir__(self) -> Iterator[str]:
        return iter([*super().__dir__(), *type(self)._shapes])

    def __repr__(self) -> str:
        shown = [f"{key}={_short(value)}" for key, value in self._data.items()]
        return f"{type(self).__name__}({', '.join(shown[:4])}{', …' if len(shown) > 4 else ''})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._data,)


class Result(Record):
    """What a function found. Offsets count the characters of Python's strings."""

    _native: NativeAnswer
    _again: str

    def __init__(self, native: NativeAnswer, again: str = "") -> None:
        self.__dict__["_native"] = native
        self.__dict__["_again"] = again

    @property
    def _data(self) -> dict[str, Any]:
        # Parsed when it is first looked at; a page needs none of it.
        if "_values" not in self.__dict__:
            self.__dict__["_values"] = _parsed(self._native.json())
        return super()._data

    @property
    def texts(self) -> dict[str, str]:
        """The texts that offsets refer to, by the ids of the documents."""
        return dict(self._native.documents())

    @property
    def tables(self) -> list[str]:
        """The names of the tables that ``to_pandas`` and ``to_arrow`` take."""
        return _recto.tables(self._native.json())

    def _columns(self, table: str | None) -> dict[str, list[Any]]:
        return dict(json.loads(_recto.table(self._native.json(), table)))

    def to_pandas(self, table: str | None = None) -> pandas.DataFrame:
        """A table of the result as a DataFrame; without a name the first of ``tables``."""
        import pandas

        return pandas.DataFrame(self._columns(table))

    def to_arrow(self, table: str | None = None) -> pyarrow.Table:
        """A table of the result as an Arrow table; without a name the first of ``tables``."""
        import pyarrow

        columns = _recto.arrow_table(self._native.json(), table)
        return pyarrow.table({column[0]: _arrow_column(*column[1:]) for column in columns})

    def to_html(self, path: str | os.PathLike[str]) -> None:
        """Writes the report as one page that needs nothing else."""
        write_whole(Path(path), self._page().encode())

    def save(self, field: str, path: str | os.PathLike[str]) -> None:
        """Writes a file that belongs to the result, such as ``"save_model"``."""
        write(self._native, [(field, "output_file", Path(path))])

    def to_text(self, form: str) -> str:
        """The result in a form of its own, such as ``"pharaoh"`` for alignments."""
        return self._native.write_as(form)

    def _page(self) -> str:
        return self._native.html(self._again)

    def _json_in_bytes(self) -> str:
        return self._native.json_in_bytes()

    def _repr_html_(self) -> str:
        import html

        # The page has scripts of its own; none of the notebook's is in their reach.
        page = html.escape(self._page(), quote=True)
        return (
            '<iframe sandbox="allow-scripts" style="width: 100%; height: 40em; border: 0" '
            f'srcdoc="{page}"></iframe>'
        )

    def __repr__(self) -> str:
        data = self._data
        method = data["parameters"].get("method")
        found = [f"{len(value)} {key}" for key, value in data.items() if _is_finding(key, value)]
        notes = [
            f"{len(data[key])} {key}" for key in ("warnings", "failed") if data.get(key)
        ]
        said = ", ".join(([f"method={method!r}"] if method else []) + found[:4] + notes)
        return f"{type(self).__name__}({said})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self._native.pickled(), self._again)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        # Nothing of it can be changed.
        return self


def _parsed(text: str) -> Any:
    """JSON, without the collector of cycles: it finds none in what is being made, and looks
    for them after every few hundred containers."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        return json.loads(text)
    finally:
        if was_on:
            gc.enable()


def _restore(kind: type[Result], pickled: bytes, again: str) -> Result:
    return kind(NativeAnswer.unpickled(pickled), again)


_ENVELOPE = ("recto", "command", "parameters", "warnings", "failed")


def _is_finding(key: str, value: Any) -> bool:
    return key not in _ENVELOPE and isinstance(value, list)


def _shaped(value: Any, shape: Shape) -> Any:
    if shape is None or value is None:
        return value
    if isinstance(shape, type):
        return shape(value)
    kind, inner = shape
    if kind == "list":
        return [_shaped(one, inner) for one in value]
    if kind == "dict":
        return {key: _shaped(one, inner) for key, one in value.items()}
    return tuple(_shaped(one, own) for one, own in zip(value, inner, strict=True))


def _arrow_column(
    kind: str, n: int, validity: bytes | None, offsets: bytes | None, values: bytes
) -> Any:
    """A column as a view of the buffers that the native module made; others are made anew."""
    import pyarrow

    if kind == "json":
        return _arrow(json.loads(values))
    if kind == "null":
        return pyarrow.nulls(n)
    kinds = {
        "int64": pyarrow.int64(),
        "float64": pyarrow.float64(),
        "bool": pyarrow.bool_(),
        "string": pyarrow.string(),
    }
    blocks = [validity, values] if offsets is None else [validity, offsets, values]
    buffers = [None if block is None else pyarrow.py_buffer(block) for block in blocks]
    return pyarrow.Array.from_buffers(kinds[kind], n, buffers)


def _arrow(values: list[Any]) -> Any:
    """A column; pairs such as [term, weight] become structs with the fields 0 and 1."""
    import pyarrow

    try:
        return pyarrow.array(values)
    except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError):
        pairs = [None if cell is None else [_struct(one) for one in cell] for cell in values]
        return pyarrow.array(pairs)


def _struct(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return {str(at): one for at, one in enumerate(value)}


def _short(value: Any) -> str:
    if isinstance(value, (list, dict)):
        return f"<{len(value)}>"
    text = repr(value)
    return text if len(text) <= 40 else text[:39] + "…"
