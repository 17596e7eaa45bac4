"""The one way from a function's keywords to its result."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any, TypeVar

from . import _inputs, _recto
from ._errors import RectoWarning, RequestError
from ._keywords import Kind, collect, dumped, names, write
from ._progress import Progress
from ._result import Result

R = TypeVar("R", bound=Result)

#: How what is asked about is read.
_READERS = {
    "documents": lambda given, own: _inputs.documents(given["texts"], own),
    "groups": lambda given, own: _inputs.groups(given["groups"], own),
    "pairs": lambda given, own: _inputs.pairs(given["document"], given["summary"], own),
    "messages": lambda given, own: _inputs.messages(given["messages"], own),
}
_SUBJECTS = ("texts", "groups", "document", "summary", "messages", "times")


def ask(
    kind: type[R],
    name: str,
    subject: str,
    kinds: Mapping[str, Kind],
    defaults: Mapping[str, Any],
    given: Mapping[str, Any],
) -> R:
    """Asks a capability; `given` are the arguments of the function that users call."""
    chosen = {key: value for key, value in given.items() if _differs(value, defaults.get(key))}
    asked = collect(kinds, chosen)
    own = names(asked, given.get("times"))
    seed, threads = numbers(given)
    native = _READERS[subject](given, own)
    with Progress(given["progress"]) as progress:
        answer = _recto.ask(
            name,
            native,
            dumped(asked.request),
            asked.files,
            asked.documents,
            dumped(asked.how),
            seed,
            threads,
            progress.report,
        )
    write(answer, asked.outputs)
    result = kind(answer, _again(name, chosen))
    _warn(result)
    return result


def evaluate(
    kind: type[R], task: str, kinds: Mapping[str, Kind], given: Mapping[str, Any]
) -> R:
    """Scores outputs against a reference."""
    asked = collect(kinds, given)
    seed, threads = numbers(given)
    sides = [
        _inputs.answers(given[side], side)
        for side in ("reference", "output", "second")
        if side != "second" or given[side] is not None
    ]
    with Progress(given["progress"]) as progress:
        answer = _recto.evaluate(
            task,
            sides,
            dumped(asked.request),
            asked.files,
            dumped(asked.how),
            seed,
            threads,
            progress.report,
        )
    return kind(answer)


def numbers(given: Mapping[str, Any]) -> tuple[int, int | None]:
    """The seed and the number of threads, checked."""
    seed, threads = given["seed"], given["threads"]
    if not _is_whole(seed) or not 0 <= seed < 2**64:
        raise RequestError(f"seed={seed!r} must be a whole number from 0 to 2**64 - 1")
    if threads is not None and (not _is_whole(threads) or not 1 <= threads <= 1024):
        raise RequestError(f"threads={threads!r} must be a whole number from 1 to 1024")
    return int(seed), None if threads is None else int(threads)


def _is_whole(value: Any) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool)


def _differs(value: Any, default: Any) -> bool:
    if value is default:
        return False
    if isinstance(value, (str, int, float, bool)):
        return type(value) is not type(default) or value != default
    return True


def _warn(result: Result) -> None:
    failed = result._data["failed"] if result._native.has_failed() else []
    if failed:
        shown = "; ".join(f"{one['file']}: {one['message']}" for one in failed[:3])
        more = f"; and {len(failed) - 3} more" if len(failed) > 3 else ""
        warnings.warn(f"left out: {shown}{more}", RectoWarning, stacklevel=4)


def _again(name: str, chosen: Mapping[str, Any]) -> str:
    """The call that makes the same result, for the page."""
    shown = [key for key in chosen if key in _SUBJECTS and key != "times"]
    plain = (str, int, float, bool)
    for key, value in chosen.items():
        if key not in _SUBJECTS and key not in ("progress", "threads"):
            shown.append(f"{key}={value!r}" if isinstance(value, plain) else f"{key}=…")
    return f"recto.{name}({', '.join(shown)})"
