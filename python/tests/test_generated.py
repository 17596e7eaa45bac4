"""The package's functions, records and evaluations are those of the registry."""

from __future__ import annotations

import inspect
import os
import sys
from pathlib import Path

import pytest
import recto

PYTHON = Path(__file__).parents[1]
sys.path.insert(0, str(PYTHON / "tools"))

import generate  # noqa: E402


@pytest.mark.parametrize("name", ["_functions.py", "_records.py", "evaluate.py"])
def test_generated_files_are_up_to_date(name: str) -> None:
    path, made = PYTHON / "recto" / name, generate.made()[name]
    if os.environ.get("RECTO_BLESS") == "1":
        path.write_text(made, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == made, "run again with RECTO_BLESS=1"


def test_every_capability_is_a_function_with_the_fields_of_its_request() -> None:
    for row in generate.registry()["capabilities"]:
        function = getattr(recto, row["name"])
        parameters = inspect.signature(function).parameters
        fields = {field["name"] for field in row["fields"] if field["kind"] != "form"}
        assert fields <= set(parameters), row["name"]
        assert inspect.getdoc(function).startswith(row["summary"])
        for field in row["fields"]:
            if field["kind"] != "form":
                assert field["help"].split()[0] in inspect.getdoc(function)


def test_every_evaluation_is_a_function() -> None:
    for row in generate.registry()["evaluations"]:
        assert callable(getattr(recto.evaluate, row["name"]))


def test_all_names_what_is_there() -> None:
    assert [name for name in recto.__all__ if not hasattr(recto, name)] == []
    assert recto.__version__ == generate.registry()["version"]
