"""Documentation runs: the guide, docstrings, the README and the notebook."""

from __future__ import annotations

import ast
import doctest
import json
import re
from pathlib import Path

import pytest
import recto._progress

from conftest import ROOT

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", ["docs/python.md", "python/README.md"])
def test_every_block_of_the_guide_runs(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    blocks = BLOCK.findall(text)
    assert blocks
    globs: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for at, block in enumerate(blocks):
        assert ">>>" in block, "a block without a prompt is not run"
        test = doctest.DocTestParser().get_doctest(block, globs, f"{name} block {at}", name, 0)
        runner.run(test, clear_globs=False)
        globs = test.globs
    assert runner.summarize(verbose=False).failed == 0


def test_every_function_has_an_example_in_the_guide() -> None:
    text = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    code = "".join(BLOCK.findall(text))
    functions = [name for name in recto.__all__ if name[0].islower() and name != "evaluate"]
    assert [name for name in functions if f"recto.{name}(" not in code] == []


def test_docstrings_run() -> None:
    assert doctest.testmod(recto._progress).failed == 0


def test_the_notebook_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    path = ROOT / "python/examples/harbour.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))
    monkeypatch.chdir(path.parent)
    names: dict[str, object] = {"__name__": "__main__"}
    shown = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            shown += run_cell("".join(cell["source"]), names)
            assert cell["outputs"] == [], "outputs are left out of the file"
    assert shown > 0, "some cell shows a result"


def run_cell(source: str, names: dict[str, object]) -> int:
    """Runs a cell as a notebook does; the value of its last line is shown, if there is one."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if last is None:
        return 0
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    page = getattr(value, "_repr_html_", None)
    return int(bool(page() if page else repr(value)))
