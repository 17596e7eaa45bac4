"""From the keywords of a call to a request, and to the files and documents beside it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import _inputs
from ._errors import InputError, RequestError
from ._recto import NativeAnswer, NativeInput

#: What a field of a request may hold, and what else that needs: choices, an ending, files.
Kind = tuple[str, Any]

#: Keywords that say how files are read.
READING = (
    "lang",
    "input_format",
    "text_field",
    "id_field",
    "time_field",
    "label_field",
    "json_path",
    "keep_all",
    "by_thread",
    "encoding",
    "strict",
    "time_zone",
    "max_file_bytes",
    "max_line_bytes",
    "max_token_bytes",
    "max_archive_files",
    "max_archive_depth",
    "max_archive_ratio",
)


@dataclass
class Asked:
    """What the keywords of a call say."""

    request: dict[str, Any] = field(default_factory=dict)
    files: list[tuple[str, str, bytes]] = field(default_factory=list)
    documents: list[tuple[str, NativeInput]] = field(default_factory=list)
    outputs: list[tuple[str, str, Path]] = field(default_factory=list)
    how: dict[str, Any] = field(default_factory=dict)
    labels: Any = None

    def add(self, name: str, kind: Kind, value: Any) -> None:
        """Takes the value of a field, unless it is None."""
        what, more = kind
        if value is None:
            return
        if what in ("output_file", "output_folder"):
            self.outputs.append((name, what, Path(value)))
        elif what == "file" or (what == "number_or_file" and not _is_number(value)):
            self.files.append((name, *contents(name, value)))
        elif what == "name_or_file" and not (isinstance(value, str) and value in more):
            self.files.append((name, *contents(name, value)))
        elif what == "folder":
            for file in more:
                label, content = contents(name, Path(value) / file)
                self.files.append((f"{name}/{file}", label, content))
        elif what == "documents_or_file" and _is_file(value, more):
            self.files.append((name, *contents(name, value)))
        elif what in ("documents", "documents_or_file"):
            self.documents.append((name, _inputs.documents(value, what=name)))
        elif what == "label_field" and not isinstance(value, str):
            # Labels beside the texts: the name only says that they are there.
            self.labels = value
            self.request[name] = name
        else:
            self.request[name] = plain(name, value)


def contents(name: str, value: Any) -> tuple[str, bytes]:
    """What a file that a keyword names is called, and what it holds."""
    if isinstance(value, (bytes, bytearray)):
        return name, bytes(value)
    if isinstance(value, Mapping):
        return name, "\n".join(f"{key}\t{one}" for key, one in value.items()).encode()
    if isinstance(value, (str, os.PathLike)):
        try:
            return os.fspath(value), Path(value).read_bytes()
        except OSError as error:
            raise InputError(f"{name}={os.fspath(value)!r}: {error.strerror}") from error
    in_bytes = getattr(value, "_json_in_bytes", None)
    if in_bytes is not None:
        return name, in_bytes().encode()
    try:
        lines = [str(line) for line in value]
    except TypeError:
        raise RequestError(
            f"{name} is of type {type(value).__name__}; give the path of a file, its bytes, a list "
            "of lines, or a mapping of words to values"
        ) from None
    return name, "\n".join(lines).encode()


def plain(name: str, value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, tuple) and len(value) == 2 and all(_is_number(end) for end in value):
        return f"{value[0]}..{value[1]}"
    if isinstance(value, Mapping):
        return {str(key): plain(name, one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(name, one) for one in value]
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        raise RequestError(f"{name}={value} must be a finite number")
    if isinstance(value, (str, int, float)):
        return value
    raise RequestError(f"{name} is of type {type(value).__name__}, which it cannot be")


def collect(kinds: Mapping[str, Kind], given: Mapping[str, Any]) -> Asked:
    """What the keywords of a call say, by the table of the fields."""
    asked = Asked()
    for name, value in given.items():
        key = name.removesuffix("_")
        if name in READING:
            if value is not None and value is not False:
                asked.how[name] = plain(name, value)
        elif key in kinds:
            asked.add(key, kinds[key], value)
    if isinstance(asked.request.get("labels"), str) and asked.labels is None:
        asked.how.setdefault("label_field", asked.request["labels"])
    return asked


def names(asked: Asked, times: Any = None) -> _inputs.Names:
    """What columns and keys are called."""
    how = asked.how
    return _inputs.Names(
        how.get("text_field", "text"),
        how.get("id_field", "id"),
        how.get("time_field", "time"),
        how.get("label_field"),
        asked.labels,
        times,
    )


def write(answer: NativeAnswer, outputs: list[tuple[str, str, Path]]) -> None:
    """Writes the files that were asked for, each whole or not at all."""
    for name, what, path in outputs:
        files = answer.files(name, path.suffix.removeprefix("."))
        if what == "output_folder":
            path.mkdir(parents=True, exist_ok=True)
        for file, content in files:
            write_whole(path / file if what == "output_folder" else path, content)


def write_whole(path: Path, content: bytes) -> None:
    """Writes beside the place of the file, then renames."""
    import tempfile

    handle, temporary = tempfile.mkstemp(dir=path.parent or ".", prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def dumped(values: Mapping[str, Any]) -> str:
    """Values as JSON."""
    return json.dumps(values)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_file(value: Any, ending: str) -> bool:
    if hasattr(value, "_json_in_bytes"):
        return True
    return isinstance(value, os.PathLike) and os.fspath(value).endswith(ending)
