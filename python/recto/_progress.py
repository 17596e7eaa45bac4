"""Progress, in a terminal, in a notebook, or wherever a function takes it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

#: Called with the stage, the steps done, the steps in all and the objective.
Report = Callable[[str, int, int | None, float | None], object]

_DELAY = 0.4
_WIDTH = 30


class Progress:
    """Shows progress while it is open; ``report`` is what the native module calls."""

    report: Report | None

    def __init__(self, wanted: bool | Report) -> None:
        self._shown: Any = None
        self._began = time.monotonic()
        if callable(wanted):
            self.report = wanted
        elif wanted:
            self.report = self._in_notebook if _is_notebook() else self._in_terminal
        else:
            self.report = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(self._shown, str):
            sys.stderr.write("\r" + " " * len(self._shown) + "\r")
            sys.stderr.flush()
        elif self._shown is not None:
            self._shown.update(_html(""))

    def _in_terminal(
        self, stage: str, done: int, total: int | None, objective: float | None
    ) -> None:
        # What is done sooner needs no bar: it would only flicker.
        if time.monotonic() - self._began < _DELAY:
            return
        text = line(stage, done, total)
        before = self._shown or ""
        sys.stderr.write("\r" + text.ljust(len(before)))
        sys.stderr.flush()
        self._shown = text

    def _in_notebook(
        self, stage: str, done: int, total: int | None, objective: float | None
    ) -> None:
        from IPython.display import display

        shown = _html(f"<code>{line(stage, done, total)}</code>")
        if self._shown is None:
            self._shown = display(shown, display_id=True)
        else:
            self._shown.update(shown)


def line(stage: str, done: int, total: int | None) -> str:
    """One line that says how far the work is.

    >>> line("reading", 5, 10)
    'reading        ███████████████                  50 %'
    """
    if not total:
        return f"{stage:14} {done}"
    share = min(done / total, 1.0)
    return f"{stage:14} {'█' * round(share * _WIDTH):{_WIDTH}} {share:5.0%}".replace("%", " %")


def _is_notebook() -> bool:
    shell = sys.modules.get("IPython")
    shell = shell.get_ipython() if shell is not None else None
    return type(shell).__name__ == "ZMQInteractiveShell"


def _html(text: str) -> Any:
    from IPython.display import HTML

    return HTML(text)
