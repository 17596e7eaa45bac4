"""Whether the results of papers hold."""

from __future__ import annotations

from collections.abc import Sequence

from . import _recto
from ._ask import numbers
from ._errors import RequestError
from ._evaluation import ReplicationResult
from ._progress import Progress, Report
from ._types import Path


def replicate(
    paper: str,
    data: Path,
    *,
    hide_headings: Sequence[str] | None = None,
    documents: int | str | None = None,
    seeds: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | Report = False,
) -> ReplicationResult:
    """Repeat the experiments of a paper on its corpora.

    Parameters
    ----------
    paper : str
        The key of the paper, such as ``"APS"``.
    data : Path
        The folder of the corpora.
    hide_headings : Sequence[str] | None, default None
        Names of sets that are measured once more with their headings hidden.
    documents : int | str | None, default None
        Documents of each kind, or ``"paper"`` for as many as in the paper.
    seeds : int | None, default None
        Seeds of each figure.
    seed : int, default 0
        Every random draw derives from it.
    threads : int | None, default None
        Number of threads, which changes no result; one a core if None.
    progress : bool | Report, default False
        Show progress, or a function that is called with it.
    """
    if documents == "paper":
        n_documents: int | None = 0
    elif documents is None or (isinstance(documents, int) and documents >= 2):
        n_documents = documents
    else:
        raise RequestError(f"documents={documents!r} must be a number from 2 on, or 'paper'")
    if seeds is not None and not 2 <= seeds <= 1000:
        raise RequestError(f"seeds={seeds!r} must be a number from 2 to 1000")
    checked = numbers({"seed": seed, "threads": threads})
    with Progress(progress) as shown:
        answer = _recto.replicate(
            paper,
            data,
            None if hide_headings is None else list(hide_headings),
            n_documents,
            seeds,
            *checked,
            shown.report,
        )
    return ReplicationResult(answer, f"recto.replicate({paper!r}, data, seed={seed})")
