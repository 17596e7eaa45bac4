"""What users give to be read, as the native module takes it.

Tables are recognised by the module of their type, so that none of pandas, polars, pyarrow
or numpy is imported here.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import _arrow
from ._errors import InputError
from ._recto import NativeInput

_TAKES = "give a str, a list of str, a mapping of id to str, a Series, a table or a pathlib.Path"


@dataclass(frozen=True)
class Names:
    """What columns and keys are called, and values that are given beside the texts."""

    text: str = "text"
    id: str = "id"
    time: str = "time"
    label: str | None = None
    labels: Sequence[Any] | None = None
    times: Sequence[Any] | None = None


@dataclass
class Rows:
    """Texts with what is known of them."""

    ids: list[str]
    texts: list[Any]
    times: list[Any] | None = None
    labels: list[Any] | None = None

    #: Texts as a column of Arrow, in the place of `texts`.
    column: Any = None

    def native(self, names: Names, what: str) -> NativeInput:
        n_texts = len(self.texts if self.column is None else self.column)
        if not n_texts:
            raise InputError(f"{what} is empty; {_TAKES}")
        named(self.ids, what)
        times = _beside(names.times, self.times, n_texts, "times")
        labels = _beside(names.labels, self.labels, n_texts, "labels")
        beside = (
            None if times is None else [_time(value) for value in times],
            None if labels is None else [_labels(value) for value in labels],
        )
        if self.column is not None:
            return NativeInput.column(self.ids, _arrow.chunks(self.column), *beside)
        checked(self.texts, self.ids, what)
        return NativeInput.texts(self.ids, encodable(self.texts, self.ids, what), *beside)

    def listed(self) -> Rows:
        """The same with a Python string for every text."""
        if self.column is None:
            return self
        return Rows(self.ids, self.column.to_pylist(), self.times, self.labels)


def documents(given: Any, names: Names = Names(), what: str = "texts") -> NativeInput:
    """Documents of any kind."""
    paths = _paths(given)
    if paths is not None:
        _without_beside(names)
        return NativeInput.paths(paths)
    return rows(given, names, what).native(names, what)


def groups(given: Any, names: Names = Names()) -> NativeInput:
    """Named groups of documents."""
    if not isinstance(given, Mapping):
        raise InputError(
            f"groups is {_kind(given)}; give a mapping of names to texts, such as "
            "{'before': [...], 'after': [...]}"
        )
    if len(given) < 2:
        raise InputError(f"groups has {len(given)} of them; give at least two")
    return NativeInput.groups(
        [(str(name), documents(own, names, f"groups[{name!r}]")) for name, own in given.items()]
    )


def pairs(document: Any, summary: Any, names: Names = Names()) -> NativeInput:
    """Sources and their summaries."""
    if summary is None:
        return _pairs_of_one(document)
    sides = [_paths(document), _paths(summary)]
    if sides[0] is not None and sides[1] is not None:
        return NativeInput.pair(NativeInput.paths(sides[0]), NativeInput.paths(sides[1]))
    if sides[0] is not None or sides[1] is not None:
        raise InputError("document and summary must both be paths, or both be texts")
    sources = rows(document, names, "document").listed()
    summaries = rows(summary, names, "summary").listed()
    for side, what in ((sources, "document"), (summaries, "summary")):
        checked(side.texts, side.ids, what)
    if len(sources.texts) != len(summaries.texts):
        raise InputError(
            f"{len(sources.texts)} documents and {len(summaries.texts)} summaries: "
            "there must be one summary for each document"
        )
    if isinstance(document, Mapping) and sources.ids != summaries.ids:
        raise InputError("the keys of document and summary differ, or their order does")
    return _text_pairs(zip(sources.ids, sources.texts, summaries.texts, strict=True))


def messages(given: Any, names: Names = Names()) -> NativeInput:
    """Messages with times."""
    if isinstance(given, Iterable) and not isinstance(given, (str, bytes, Mapping)):
        if _module(given) not in _TABLES:
            given = list(given)
            if given and all(isinstance(row, Mapping) for row in given):
                _without_beside(names)
                lines = [json.dumps(dict(row), default=_time) for row in given]
                return NativeInput.contents("messages.jsonl", "\n".join(lines).encode())
            if not given:
                # Nothing was said: nothing happened.
                return NativeInput.contents("messages.jsonl", b"")
    return documents(given, names, "messages")


def answers(given: Any, what: str) -> tuple[str, NativeInput]:
    """A file of answers or references, with what it is called in messages."""
    paths = _paths(given)
    if paths is not None:
        return str(paths[0]), NativeInput.paths(paths)
    in_bytes = getattr(given, "_json_in_bytes", None)
    if in_bytes is not None:
        return what, NativeInput.contents(what, in_bytes().encode())
    if isinstance(given, (Mapping, list, tuple)):
        return what, NativeInput.contents(what, json.dumps(given).encode())
    if isinstance(given, str):
        return what, NativeInput.contents(what, given.encode())
    raise InputError(
        f"{what} is {_kind(given)}; give a pathlib.Path, a result of recto, JSON as Python "
        "values, or the text of a file"
    )


def rows(given: Any, names: Names, what: str) -> Rows:
    """Texts from whatever holds them."""
    if isinstance(given, str):
        return Rows(["1"], [given])
    if isinstance(given, (bytes, bytearray, memoryview)):
        raise InputError(
            f"{what} is {_kind(given)}; decode it first, as in data.decode('utf-8'), or give a "
            "pathlib.Path"
        )
    if isinstance(given, Mapping):
        return Rows([str(key) for key in given], list(given.values()))
    if _module(given) in _TABLES:
        return _TABLES[_module(given)](given, names, what)
    if isinstance(given, (set, frozenset)):
        raise InputError(f"{what} is a set, which has no order; give a list")
    if not isinstance(given, Iterable):
        raise InputError(f"{what} is {_kind(given)}; {_TAKES}")
    items = list(given)
    if items and all(isinstance(item, Mapping) for item in items):
        return _of_mappings(items, names, what)
    return Rows(_numbers(len(items)), items)


def _of_mappings(items: list[Any], names: Names, what: str) -> Rows:
    for at, item in enumerate(items):
        if names.text not in item:
            keys = ", ".join(map(str, item))
            raise InputError(f"{what}[{at}] has no key {names.text!r}, only {keys}; set text_field")
    label = _label_name(names, {key for item in items for key in item})
    return Rows(
        [str(item.get(names.id, at + 1)) for at, item in enumerate(items)],
        [item[names.text] for item in items],
        [item.get(names.time) for item in items],
        None if label is None else [item.get(label) for item in items],
    )


def _pandas(given: Any, names: Names, what: str) -> Rows:
    index = [str(key) for key in getattr(given, "index", [])]
    if not hasattr(given, "columns"):
        return Rows(index, given.tolist())
    return _table({str(name): given[name].tolist for name in given.columns}, index, names, what)


def _polars(given: Any, names: Names, what: str) -> Rows:
    if not hasattr(given, "columns"):
        return Rows(_numbers(len(given)), given.to_list())
    columns = {name: given[name].to_list for name in given.columns}
    return _table(columns, _numbers(given.height), names, what)


def _pyarrow(given: Any, names: Names, what: str) -> Rows:
    if not hasattr(given, "column_names"):
        found = Rows(_numbers(len(given)), [], column=given)
    else:
        columns = {name: given[name].to_pylist for name in given.column_names}
        if names.text in columns:
            # The texts stay where they are; only what stands beside them is listed.
            columns[names.text] = list
        found = _table(columns, _numbers(given.num_rows), names, what)
        found.column = given[names.text]
    # A column of anything else, or with nulls, is listed to be refused by its places.
    return found if _arrow.are_texts(found.column) else found.listed()


def _numpy(given: Any, names: Names, what: str) -> Rows:
    if given.ndim != 1:
        raise InputError(f"{what} has {given.ndim} dimensions; give one text in each place of one")
    return Rows(_numbers(len(given)), given.tolist())


_TABLES = {"pandas": _pandas, "polars": _polars, "pyarrow": _pyarrow, "numpy": _numpy}


def _table(columns: Mapping[str, Any], index: list[str], names: Names, what: str) -> Rows:
    """The columns of a table, each behind a function that lists it."""
    if names.text not in columns:
        there = ", ".join(columns) or "none"
        raise InputError(
            f"{what} has no column {names.text!r}; its columns are: {there}; set text_field"
        )
    label = _label_name(names, set(columns))
    ids = [str(key) for key in columns[names.id]()] if names.id in columns else index
    return Rows(
        ids,
        columns[names.text](),
        columns[names.time]() if names.time in columns else None,
        None if label is None else columns[label](),
    )


def _label_name(names: Names, there: set[str]) -> str | None:
    if names.label is not None and names.label not in there:
        raise InputError(f"no column or key {names.label!r}; there are: {', '.join(sorted(there))}")
    usual = [names.label] if names.label else ["label", "labels"]
    return next((name for name in usual if name in there), None)


def _pairs_of_one(given: Any) -> NativeInput:
    paths = _paths(given)
    if paths is not None:
        return NativeInput.paths(paths)
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise InputError(
            "summary is missing: give a document and its summary, a list of (document, summary), "
            "or the pathlib.Path of a file of pairs"
        )
    items = list(given)
    found = []
    for at, item in enumerate(items):
        if isinstance(item, Mapping) and {"document", "summary"} <= set(item):
            found.append((str(item.get("id", at + 1)), item["document"], item["summary"]))
        elif isinstance(item, (tuple, list)) and len(item) == 2:
            found.append((str(at + 1), *item))
        else:
            raise InputError(f"document[{at}] is {_kind(item)}, not (document, summary)")
    if not found:
        raise InputError("document is empty; give a document and its summary")
    for side, what in ((1, "document"), (2, "summary")):
        checked([item[side] for item in found], [item[0] for item in found], what)
    return _text_pairs(found)


def _text_pairs(found: Iterable[tuple[str, Any, Any]]) -> NativeInput:
    found = list(found)
    ids = [item[0] for item in found]
    named(ids, "document")
    for side, what in ((1, "document"), (2, "summary")):
        encodable([item[side] for item in found], ids, what)
    return NativeInput.text_pairs(found)


def checked(texts: list[Any], ids: list[str], what: str) -> None:
    """Refuses what is no text, by its place."""
    for text, key in zip(texts, ids, strict=True):
        if isinstance(text, str):
            continue
        remedy = ""
        if _missing(text):
            remedy = "; leave out what is missing, as with dropna()"
        elif isinstance(text, (bytes, bytearray)):
            remedy = "; decode it first, as in data.decode('utf-8')"
        elif isinstance(text, os.PathLike):
            remedy = "; give paths alone, or texts alone"
        raise InputError(f"{what}: the text of {key!r} is {_kind(text)}, not a str{remedy}")


def encodable(texts: list[str], ids: list[str], what: str) -> list[str]:
    """The same texts; refuses half surrogate pairs, which no file can hold."""
    for text, key in zip(texts, ids, strict=True):
        if not text.isascii():
            try:
                text.encode()
            except UnicodeEncodeError as error:
                raise InputError(
                    f"{what}: the text of {key!r} has a lone surrogate at {error.start}; remove it, "
                    "as with text.encode('utf-8', 'replace').decode()"
                ) from None
    return texts


def named(ids: list[str], what: str) -> None:
    """Refuses two texts of the same name, and names that no file can hold."""
    encodable(ids, ids, f"{what}, ids")
    if len(set(ids)) < len(ids):
        seen: set[str] = set()
        twice = next(key for key in ids if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise InputError(
            f"{what}: two texts are called {twice!r}; give each its own id, as with reset_index()"
        )


def _beside(
    given: Sequence[Any] | None, own: list[Any] | None, n_texts: int, what: str
) -> list[Any] | None:
    if given is None:
        return own
    values = list(given.tolist() if hasattr(given, "tolist") else given)
    if len(values) != n_texts:
        raise InputError(f"{n_texts} texts and {len(values)} {what}; there must be one for each")
    return values


def _without_beside(names: Names) -> None:
    for what, given in (("labels", names.labels), ("times", names.times)):
        if given is not None:
            raise InputError(f"{what} go with texts, not with files or rows, which have their own")


def _paths(given: Any) -> list[str | os.PathLike[str]] | None:
    """Paths, if that is what was given."""
    if isinstance(given, os.PathLike):
        return [given]
    if isinstance(given, (list, tuple)) and given:
        if all(isinstance(item, os.PathLike) for item in given):
            return list(given)
    return None


def _numbers(n: int) -> list[str]:
    return [str(at) for at in range(1, n + 1)]


def _time(value: Any) -> str | None:
    if _missing(value):
        return None
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _labels(value: Any) -> list[str]:
    if isinstance(value, (list, tuple)):
        return [str(one) for one in value]
    return [] if _missing(value) else [str(value)]


def _missing(value: Any) -> bool:
    """Whether it is None, or a NaN, NaT or NA, which no value is equal to."""
    if value is None:
        return True
    try:
        return bool(value != value)
    except (TypeError, ValueError):
        return True


def _module(given: Any) -> str:
    return type(given).__module__.partition(".")[0]


def _kind(given: Any) -> str:
    return "None" if given is None else f"of type {type(given).__name__}"
