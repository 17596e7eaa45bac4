"""Seconds of an iteration of `recto.spark.TopicModel` and of the same iteration in one process.

    target/spark/bin/pip install --target FOLDER target/wheels/*.whl
    PYTHONPATH=FOLDER target/spark/bin/python bench/python/spark.py [DOCUMENTS...]

Made documents of two sentences with 24 words of two of 50 themes, 20 topics, in
local-cluster[2,1,1024]: two executors with a core each on this machine. Wall seconds, and CPU
seconds of the driver, the executors and their Python workers, as the system counts them. One
process runs the same native steps over all documents in one part and on one thread, without
Spark. A first, small fit starts the workers and is not counted. Of several fits, which small
collections get, the last is counted.
"""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyspark.sql import SparkSession

import recto.spark
from recto._arrow import chunk
from recto._recto import NativeCounter, NativeFit, NativeStep, NativeTermCounts
from recto.spark._frames import binary

TOPICS, ITERATIONS, PARTITIONS = 20, 10, 4


def made(n: int) -> list[str]:
    """Documents about two of fifty things, of words that are made of syllables."""
    draw = random.Random(3)
    syllables = [a + b for a in "bdfgklmnprst" for b in ("a", "e", "i", "o", "u")]
    words = ["".join(draw.choices(syllables, k=3)) for _ in range(20_000)]
    themes = [draw.sample(words, 400) for _ in range(50)]
    texts = []
    for _ in range(n):
        first, second = draw.sample(themes, 2)
        own = draw.choices(first, k=16) + draw.choices(second, k=8)
        draw.shuffle(own)
        texts.append(f"The {' '.join(own[:12])}. A {' '.join(own[12:])}.")
    return texts


def cpu() -> float:
    """CPU seconds of this process and of all that it started, whether they ended or not."""
    tick = os.sysconf("SC_CLK_TCK")
    parents, used = {}, {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(folder.name)] = int(fields[1])
            used[int(folder.name)] = sum(map(int, fields[11:15])) / tick
    mine = {os.getpid()}
    grown = True
    while grown:
        more = {pid for pid, parent in parents.items() if parent in mine} - mine
        grown = bool(more)
        mine |= more
    return sum(used.get(pid, 0.0) for pid in mine)


def in_one_process(texts: list[str]) -> dict[str, tuple[float, float]]:
    took: dict[str, tuple[float, float]] = {}

    def timed(name: str, work: Any) -> Any:
        wall, used = time.perf_counter(), time.process_time()
        result = work()
        took[name] = (time.perf_counter() - wall, time.process_time() - used)
        return result

    column = [chunk(pa.array(texts))]
    counted = NativeTermCounts()
    timed("words", lambda: counted.push(column, "{}"))
    request = f'{{"topics": {TOPICS}, "iterations": {ITERATIONS}, "tolerance": 0.0}}'
    fit = NativeFit(counted.pack(), request, 0)
    counter = NativeCounter(fit.terms())
    counts, _ = timed("documents", lambda: counter.count(column, "{}"))
    rows = binary(counts)
    fit.begin([rows[at].as_py() for at in fit.draw(0, len(texts))])

    def iterate() -> None:
        topics: Any = None
        while not fit.is_done():
            step = NativeStep(fit.parameters())
            topics = binary(step.step(chunk(rows), topics and chunk(topics)))
            fit.add(step.statistics() or b"")
            fit.update()

    timed("iterations", iterate)
    print(f"  words: {fit.n_terms():,}; objective {fit.history()[-1]:.6f}")
    return took


def over_spark(session: Any, texts: list[str]) -> dict[str, tuple[float, float]]:
    from recto.spark import _topics

    took: dict[str, tuple[float, float]] = {}
    rows = session.sparkContext.parallelize([(text,) for text in texts], PARTITIONS)
    df = session.createDataFrame(rows, "text string").persist()
    df.count()
    plain = {name: getattr(_topics, name) for name in ("_count_terms", "_count_documents", "_iterate")}

    def timed(name: str, work: Any) -> Any:
        def call(*given: Any) -> Any:
            wall, used = time.perf_counter(), cpu()
            result = work(*given)
            took[name] = (time.perf_counter() - wall, cpu() - used)
            return result

        return call

    for name, shown in (("_count_terms", "words"), ("_count_documents", "documents"), ("_iterate", "iterations")):
        setattr(_topics, name, timed(shown, plain[name]))
    model = recto.spark.TopicModel(TOPICS, iterations=ITERATIONS, tolerance=0.0)
    model.fit(df)
    for name, work in plain.items():
        setattr(_topics, name, work)
    print(f"  objective {model.history_[-1]:.6f}")
    df.unpersist()
    return took


def main(*sizes: str) -> None:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.executorEnv.PYTHONPATH", os.environ.get("PYTHONPATH", ""))
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    over_spark(session, made(2_000))
    print("| documents | | words, s (CPU) | documents, s (CPU) | an iteration, s (CPU) |")
    print("|---:|---|---:|---:|---:|")
    for n in map(int, sizes or ("20000", "100000")):
        texts = made(n)
        for name, took in (
            ("one process", in_one_process(texts)),
            ("Spark", over_spark(session, texts)),
        ):
            took["iterations"] = tuple(one / ITERATIONS for one in took["iterations"])  # type: ignore[assignment]
            cells = [f"{wall:.2f} ({used:.2f})" for wall, used in took.values()]
            print(f"| {n:,} | {name} | {' | '.join(cells)} |", flush=True)
    load = os.getloadavg()
    print(f"load of the machine at the end: {load[0]:.1f}")
    session.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
