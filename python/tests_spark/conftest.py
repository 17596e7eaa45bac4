"""A cluster of two executors on this machine, and documents made for it."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

ROOT = Path(__file__).parents[2]

WORDS = {
    "sea": "boat tide harbour gull net quay anchor sail wave lighthouse ferry rope".split(),
    "bread": "oven loaf flour dough baker crust yeast salt kneading butter shelf cloth".split(),
    "rail": "engine track signal guard ticket carriage station bridge whistle coal timetable".split(),
}


def made(n: int, seed: int = 0) -> list[str]:
    """Texts of a few paragraphs about one or two of three things."""
    draw = random.Random(seed)
    names = list(WORDS)
    texts = []
    for _ in range(n):
        first, second = draw.choices(names, k=2)
        paragraphs = []
        for _ in range(draw.randint(1, 3)):
            words = draw.choices(WORDS[first], k=12) + draw.choices(WORDS[second], k=4)
            draw.shuffle(words)
            paragraphs.append(" ".join(words).capitalize() + ".")
        texts.append("\n\n".join(paragraphs))
    return texts


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    package = str(ROOT / "python")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .appName("recto")
        .config("spark.executorEnv.PYTHONPATH", package)
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "100")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture
def frame(spark: Any) -> Any:
    """Makes a DataFrame of texts with ids, in so many partitions."""

    def make(texts: list[str | None], n_partitions: int = 4) -> Any:
        rows = [(at, text) for at, text in enumerate(texts)]
        context = spark.sparkContext
        return spark.createDataFrame(
            context.parallelize(rows, n_partitions), "id long, text string"
        )

    return make
