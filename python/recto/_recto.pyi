"""The native module; not for users."""

from collections.abc import Callable, Sequence
from os import PathLike
from typing import final

__all__ = [
    "NativeAnswer",
    "NativeClasses",
    "NativeCounts",
    "NativeInput",
    "NativeTopics",
    "VERSION",
    "ask",
    "evaluate",
    "fail",
    "group",
    "registry",
    "replicate",
    "table",
    "tables",
]

_Progress = Callable[[str, int, int | None, float | None], object]
_Files = Sequence[tuple[str, str, bytes]]

@final
class NativeInput:
    @staticmethod
    def texts(
        ids: Sequence[str],
        texts: Sequence[str],
        times: Sequence[str | None] | None = None,
        labels: Sequence[Sequence[str]] | None = None,
    ) -> NativeInput: ...
    @staticmethod
    def paths(paths: Sequence[str | PathLike[str]]) -> NativeInput: ...
    @staticmethod
    def contents(name: str, contents: bytes) -> NativeInput: ...
    @staticmethod
    def groups(groups: Sequence[tuple[str, NativeInput]]) -> NativeInput: ...
    @staticmethod
    def pair(source: NativeInput, summary: NativeInput) -> NativeInput: ...
    @staticmethod
    def text_pairs(pairs: Sequence[tuple[str, str, str]]) -> NativeInput: ...

@final
class NativeAnswer:
    def json(self) -> str: ...
    def json_in_bytes(self) -> str: ...
    def has_failed(self) -> bool: ...
    def documents(self) -> list[tuple[str, str]]: ...
    def html(self, again: str) -> str: ...
    def write_as(self, form: str) -> str: ...
    def files(self, field: str, ending: str) -> list[tuple[str, bytes]]: ...
    def pickled(self) -> bytes: ...
    @staticmethod
    def unpickled(bytes: bytes) -> NativeAnswer: ...

VERSION: str

def registry() -> str: ...
def fail(message: str) -> None: ...
def table(json: str, name: str | None) -> str: ...
def tables(json: str) -> list[str]: ...
def ask(
    name: str,
    input: NativeInput,
    request: str,
    files: _Files,
    documents: Sequence[tuple[str, NativeInput]],
    how: str,
    seed: int,
    threads: int | None,
    progress: _Progress | None,
) -> NativeAnswer: ...
def evaluate(
    task: str,
    sides: Sequence[tuple[str, NativeInput]],
    request: str,
    files: _Files,
    how: str,
    seed: int,
    threads: int | None,
    progress: _Progress | None,
) -> NativeAnswer: ...
def replicate(
    paper: str,
    data: str | PathLike[str],
    hide_headings: Sequence[str] | None,
    documents: int | None,
    seeds: int | None,
    seed: int,
    threads: int | None,
    progress: _Progress | None,
) -> NativeAnswer: ...

@final
class NativeCounts:
    def __new__(
        cls, n_columns: int, starts: object, columns: object, values: object
    ) -> NativeCounts: ...

@final
class NativeTopics:
    @staticmethod
    def fit(
        counts: NativeCounts, request: str, seed: int, threads: int | None
    ) -> NativeTopics: ...
    @staticmethod
    def load(bytes: bytes) -> NativeTopics: ...
    def save(self) -> bytes: ...
    def n_topics(self) -> int: ...
    def terms(self) -> list[str]: ...
    def words(self) -> bytes: ...
    def shares(self, counts: NativeCounts) -> bytes: ...
    def perplexity(self, counts: NativeCounts) -> float: ...

@final
class NativeClasses:
    @staticmethod
    def fit(
        counts: NativeCounts,
        classes: Sequence[str],
        documents: Sequence[int | None],
        words: Sequence[tuple[int, int]],
        request: str,
        seed: int,
        threads: int | None,
    ) -> NativeClasses: ...
    @staticmethod
    def load(bytes: bytes) -> NativeClasses: ...
    def save(self) -> bytes: ...
    def classes(self) -> list[str]: ...
    def probabilities(self, counts: NativeCounts) -> bytes: ...

def group(
    counts: NativeCounts, n_groups: int | None, seed: int, threads: int | None
) -> list[int | None]: ...
