"""Results that are no capability's: evaluations and replications."""

from __future__ import annotations

from typing import Any

from ._result import Result


class EvaluationResult(Result):
    """Scores, beside those of trivial answers."""

    recto: str
    """The version of recto."""
    command: str
    """``eval``."""
    parameters: dict[str, Any]
    """The task, how it was scored, and the seed."""
    warnings: list[dict[str, Any]]
    """What the user should know."""
    failed: list[dict[str, Any]]
    """What could not be done."""
    scores: dict[str, float | None]
    """Means over the documents."""
    intervals: dict[str, Any] | None
    """How far the means may be off, where the task tells."""
    baselines: dict[str, dict[str, float | None]]
    """Means of trivial answers."""
    documents: list[dict[str, Any]]
    """Each document's scores."""
    comparison: dict[str, Any] | None
    """The second output against the first."""
    second: dict[str, float | None] | None
    """Means of the second output."""

    _shapes = dict.fromkeys(
        (
            "recto",
            "command",
            "parameters",
            "warnings",
            "failed",
            "scores",
            "intervals",
            "baselines",
            "documents",
            "comparison",
            "second",
        )
    )


class ReplicationResult(Result):
    """Figures of a paper, measured again; ``to_dict`` has all of them."""

    recto: str
    """The version of recto."""
    command: str
    """``replicate``."""
    parameters: dict[str, Any]
    """What was asked, and the seed."""
    warnings: list[dict[str, Any]]
    """What the user should know."""
    failed: list[dict[str, Any]]
    """What could not be done."""

    _shapes = dict.fromkeys(("recto", "command", "parameters", "warnings", "failed"))

    def __getattr__(self, name: str) -> Any:
        # Each paper has keys of its own.
        if not name.startswith("_") and name in self._data:
            return self._data[name]
        return super().__getattr__(name)
