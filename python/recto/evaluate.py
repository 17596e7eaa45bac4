"""How good an answer is, beside what trivial answers reach.

Made by tools/generate.py from the registry; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ._ask import evaluate as _evaluate
from ._evaluation import EvaluationResult
from ._keywords import Kind
from ._progress import Report
from ._types import Answers, Contents, Path, Texts

__all__ = [
    "EvaluationResult",
    "segmentation",
    "authors",
    "clustering",
    "rouge",
    "alignment",
    "classification",
    "events",
]


def segmentation(
    reference: Answers,
    output: Answers,
    second: Answers | None = None,
    *,
    k: int | None = None,
    encoding: str | None = None,
    max_file_bytes: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | Report = False,
) -> EvaluationResult:
    """Score segment boundaries: WindowDiff, Pk, F1, B, beside trivial baselines.

    Parameters
    ----------
    reference : Answers
        What is right: a ``pathlib.Path``, a result, JSON as Python values, or the text of a
        file.
    output : Answers
        What is scored: the same kinds.
    second : Answers | None
        A second output, which is compared with the first.
    k : int | None, default None
        Window of WindowDiff and Pk, in units. If None: half the mean length of a reference
        segment.
    encoding : str | None, default None
        Encoding of files; detected if None.
    max_file_bytes : int | None, default None
        Largest file that is read.
    seed : int, default 0
        Every random draw derives from it.
    threads : int | None, default None
        Number of threads, which changes no result; one a core if None.
    progress : bool | Report, default False
        Show progress, or a function that is called with stage, steps done, steps in all and
        objective.
    """
    return _evaluate(EvaluationResult, "segmentation", _SEGMENTATION, dict(locals()))


_SEGMENTATION: dict[str, Kind] = {
    "k": ("count", None),
}


def authors(
    reference: Answers,
    output: Answers,
    second: Answers | None = None,
    *,
    k: int | None = None,
    encoding: str | None = None,
    max_file_bytes: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | Report = False,
) -> EvaluationResult:
    """Score who wrote which units: matching accuracy, B-cubed, adjusted Rand, Pk.

    Parameters
    ----------
    reference : Answers
        What is right: a ``pathlib.Path``, a result, JSON as Python values, or the text of a
        file.
    output : Answers
        What is scored: the same kinds.
    second : Answers | None
        A second output, which is compared with the first.
    k : int | None, default None
        Window of Pk, in units. If None: half the mean run of an author.
    encoding : str | None, default None
        Encoding of files; detected if None.
    max_file_bytes : int | None, default None
        Largest file that is read.
    seed : int, default 0
        Every random draw derives from it.
    threads : int | None, default None
        Number of threads, which changes no result; one a core if None.
    progress : bool | Report, default False
        Show progress, or a function that is called with stage, steps done, steps in all and
        objective.
    """
    return _evaluate(EvaluationResult, "authors", _AUTHORS, dict(locals()))


_AUTHORS: dict[str, Kind] = {
    "k": ("count", None),
}


def clustering(
    reference: Answers,
    output: Answers,
    second: Answers | None = None,
    *,
    min_class: int = 1,
    encoding: str | None = None,
    max_file_bytes: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | Report = False,
) -> EvaluationResult:
    """Score groups of documents: F-measure, entropy, NMI, B-cubed, adjusted Rand.

    Parameters
    ----------
    reference : Answers
        What is right: a ``pathlib.Path``, a result, JSON as Python values, or the text of a
        file.
    output : Answers
        What is scored: the same kinds.
    second : Answers | None
        A second output, which is compared with the first.
    min_class : int, default 1
        Leave out classes with fewer documents.
    encoding : str | None, default None
        Encoding of files; detected if None.
    max_file_bytes : int | None, default None
        Largest file that is read.
    seed : int, default 0
        Every random draw derives from it.
    threads : int | None, default None
        Number of threads, which changes no result; one a core if None.
    progress : bool | Report, default False
        Show progress, or a function that is called with stage, steps done, steps in all and
        objective.
    """
    return _evaluate(EvaluationResult, "clustering", _CLUSTERING, dict(locals()))


_CLUSTERING: dict[str, Kind] = {
    "min_class": ("count", None),
}


def rouge(
    reference: Answers,
    output: Answers,
    second: Answers | None = None,
    *,
    measures: str | Sequence[str] | Mapping[str, float] = ["1", "2", "L", "SU4"],
    stem: bool = False,
    stop_words: bool = False,
    words: int | None = None,
    bytes: int | None = None,
    compat: bool = False,
    average: str = "A",
    alpha: float = 0.5,
    jackknife: bool = False,
    alphabet: str = "auto",
    variant: str = "1.5.5",
    rouge_data: Path | None = None,
    resamples: int = 1000,
    encoding: str | None = None,
    max_file_bytes: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | Report = False,
) -> EvaluationResult:
    """Score summaries against human ones: ROUGE-N, L, W, S and SU as ROUGE-1.5.5 counts.

    Parameters
    ----------
    reference : Answers
        What is right: a ``pathlib.Path``, a result, JSON as Python values, or the text of a
        file.
    output : Answers
        What is scored: the same kinds.
    second : Answers | None
        A second output, which is compared with the first.
    measures : str | Sequence[str] | Mapping[str, float], default ["1", "2", "L", "SU4"]
        What to measure: 1, 2, ... (n-grams), L, W or W1.5 (weight), S4 or S* (pairs), SU4,
        SU*.
    stem : bool, default False
        Compare stems of words (-m of ROUGE-1.5.5).
    stop_words : bool, default False
        Leave out stop words (-s); needs the folder of word lists.
    words : int | None, default None
        Read only so many words of each text, references too (-l). Not together with
        ``bytes``.
    bytes : int | None, default None
        Read only so many bytes of each text, references too (-b).
    compat : bool, default False
        With a limit in bytes, leave texts uncut for L and W, as ROUGE-1.5.5 does by
        mistake.
    average : str, default "A"
        How several references become one score (-f). One of ``'A'``, ``'B'``.
    alpha : float, default 0.5
        F = PR / ((1 - X) P + X R) (-p).
    jackknife : bool, default False
        Score against all references but one, each left out in turn, and take the mean.
    alphabet : str, default "auto"
        What makes a word. One of ``'auto'``, ``'ascii'``, ``'unicode'``.
    variant : str, default "1.5.5"
        Whose numbers: those of the Perl program or of the Python package. One of
        ``'1.5.5'``, ``'rouge-score'``.
    rouge_data : Path | None, default None
        Folder with wordnet20-exceptions.tsv and smart-stopwords.txt.
    resamples : int, default 1000
        Resamples of the documents for the intervals of the means (-r); 0 for none.
    encoding : str | None, default None
        Encoding of files; detected if None.
    max_file_bytes : int | None, default None
        Largest file that is read.
    seed : int, default 0
        Every random draw derives from it.
    threads : int | None, default None
        Number of threads, which changes no result; one a core if None.
    progress : bool | Report, default False
        Show progress, or a function that is called with stage, steps done, steps in all and
        objective.
    """
    return _evaluate(EvaluationResult, "rouge", _ROUGE, dict(locals()))


_ROUGE: dict[str, Kind] = {
    "measures": ("list", None),
    "stem": ("switch", None),
    "stop_words": ("switch", None),
    "words": ("count", None),
    "bytes": ("count", None),
    "compat": ("switch", None),
    "average": ("choice", ["A", "B"]),
    "alpha": ("number", None),
    "jackknife": ("switch", None),
    "alphabet": ("choice", ["auto", "ascii", "unicode"]),
    "variant": ("choice", ["1.5.5", "rouge-score"]),
    "rouge_data": ("folder", ["wordnet20-exceptions.tsv", "smart-stopwords.txt"]),
    "resamples": ("count", None),
}


def alignment(
    reference: Answers,
    output: Answers,
    second: Answers | None = None,
    *,
    encoding: str | None = None,
    max_file_bytes: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | Report = False,
) -> EvaluationResult:
    """Score links of words: precision, recall, F1, all and content words, kappa.

    Parameters
    ----------
    reference : Answers
        What is right: a ``pathlib.Path``, a result, JSON as Python values, or the text of a
        file.
    output : Answers
        What is scored: the same kinds.
    second : Answers | None
        A second output, which is compared with the first.
    encoding : str | None, default None
        Encoding of files; detected if None.
    max_file_bytes : int | None, default None
        Largest file that is read.
    seed : int, default 0
        Every random draw derives from it.
    threads : int | None, default None
        Number of threads, which changes no result; one a core if None.
    progress : bool | Report, default False
        Show progress, or a function that is called with stage, steps done, steps in all and
        objective.
    """
    return _evaluate(EvaluationResult, "alignment", _ALIGNMENT, dict(locals()))


_ALIGNMENT: dict[str, Kind] = {
}


def classification(
    reference: Answers,
    output: Answers,
    second: Answers | None = None,
    *,
    skip_learned: bool = False,
    encoding: str | None = None,
    max_file_bytes: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | Report = False,
) -> EvaluationResult:
    """Score classes of documents: accuracy, F1, kappa, calibration, coverage.

    Parameters
    ----------
    reference : Answers
        What is right: a ``pathlib.Path``, a result, JSON as Python values, or the text of a
        file.
    output : Answers
        What is scored: the same kinds.
    second : Answers | None
        A second output, which is compared with the first.
    skip_learned : bool, default False
        Leave out documents whose label an output learned from.
    encoding : str | None, default None
        Encoding of files; detected if None.
    max_file_bytes : int | None, default None
        Largest file that is read.
    seed : int, default 0
        Every random draw derives from it.
    threads : int | None, default None
        Number of threads, which changes no result; one a core if None.
    progress : bool | Report, default False
        Show progress, or a function that is called with stage, steps done, steps in all and
        objective.
    """
    return _evaluate(EvaluationResult, "classification", _CLASSIFICATION, dict(locals()))


_CLASSIFICATION: dict[str, Kind] = {
    "skip_learned": ("switch", None),
}


def events(
    reference: Answers,
    output: Answers,
    second: Answers | None = None,
    *,
    from_: str | None = None,
    until: str | None = None,
    encoding: str | None = None,
    max_file_bytes: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | Report = False,
) -> EvaluationResult:
    """Score a timeline: precision, recall, F1 by time and content, above chance.

    Parameters
    ----------
    reference : Answers
        What is right: a ``pathlib.Path``, a result, JSON as Python values, or the text of a
        file.
    output : Answers
        What is scored: the same kinds.
    second : Answers | None
        A second output, which is compared with the first.
    from_ : str | None, default None
        Score only what happened from this time on, such as 2025-03-10T20:00:00Z.
    until : str | None, default None
        Score only what happened until this time.
    encoding : str | None, default None
        Encoding of files; detected if None.
    max_file_bytes : int | None, default None
        Largest file that is read.
    seed : int, default 0
        Every random draw derives from it.
    threads : int | None, default None
        Number of threads, which changes no result; one a core if None.
    progress : bool | Report, default False
        Show progress, or a function that is called with stage, steps done, steps in all and
        objective.
    """
    return _evaluate(EvaluationResult, "events", _EVENTS, dict(locals()))


_EVENTS: dict[str, Kind] = {
    "from": ("text", None),
    "until": ("text", None),
}
