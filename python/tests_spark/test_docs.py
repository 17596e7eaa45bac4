"""The guide runs, and says how to get what is missing."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from conftest import ROOT

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_every_block_of_the_guide_runs(spark: Any, tmp_path: Path) -> None:
    blocks = BLOCK.findall((ROOT / "docs/spark.md").read_text(encoding="utf-8"))
    assert blocks
    globs: dict[str, object] = {"spark": spark, "folder": tmp_path}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for at, block in enumerate(blocks):
        test = doctest.DocTestParser().get_doctest(block, globs, f"block {at}", "spark.md", 0)
        runner.run(test, clear_globs=False)
        globs = test.globs
    assert runner.summarize(verbose=False).failed == 0


def test_without_pyspark_the_message_says_how_to_get_it() -> None:
    hidden = "import sys; sys.modules['pyspark'] = None\nimport recto.spark"
    ended = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True)
    assert ended.returncode == 1
    assert "recto.spark needs PySpark 4" in ended.stderr
    assert "pip install 'pyspark>=4,<5'" in ended.stderr


def test_an_old_pyspark_is_named() -> None:
    old = (
        "import sys, types; old = types.ModuleType('pyspark'); old.__version__ = '3.5.1'\n"
        "sys.modules['pyspark'] = old\nimport recto.spark"
    )
    ended = subprocess.run([sys.executable, "-c", old], capture_output=True, text=True)
    assert "needs PySpark 4, and this is 3.5.1" in ended.stderr
