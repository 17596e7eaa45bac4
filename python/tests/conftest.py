"""Texts that several tests read; all of them written for this project."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

SEA = (
    "⚓ Nets dry on the quay in the wind. Boats come in with the evening tide. "
    "The harbour master counts the boats and the nets.\r\n\r\n"
    "Gulls follow the boats to the harbour wall. The tide le\u0301aves the nets behind 😀. "
)
BREAD = (
    "The oven glows all night in the bäckerei. Bread rises slowly under a cloth. "
    "The baker kneads dough and feeds the oven.\r\n\r\n"
    "Flour dusts the floor 🥖. Loaves cool on the shelf by the oven. "
)


@pytest.fixture
def examples() -> Path:
    return ROOT / "examples"


@pytest.fixture
def two() -> dict[str, str]:
    return {"sea": SEA * 2, "bread": BREAD * 2}
