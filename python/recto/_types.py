"""Types of arguments."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from ._result import Result

#: A file or folder.
Path: TypeAlias = str | os.PathLike[str]

#: Documents: a text, several, texts by id, a table or array of them, or a path. Tables are
#: not named here, so that none of their libraries is needed.
Texts: TypeAlias = "str | Iterable[Any] | Mapping[Any, str] | os.PathLike[str] | Any"

#: A file by its path, its bytes, its lines, or a mapping of words to values.
Contents: TypeAlias = "Path | bytes | Iterable[str] | Mapping[str, object]"

#: Answers or references: a path, a result, JSON as Python values, or the text of a file.
Answers: TypeAlias = "os.PathLike[str] | Result | Mapping[str, Any] | list[Any] | str"
