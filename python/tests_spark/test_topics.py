"""Topics that are found over a DataFrame are those of one process, whatever is killed."""

from __future__ import annotations

import math
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
import recto
import recto.spark
from recto._arrow import chunk
from recto._recto import NativeCounter, NativeFit, NativeStep, NativeTermCounts, NativeTopics
from recto.spark import _topics
from recto.spark._frames import binary

from conftest import made


def fit_in_one_process(texts: list[str], topics: int, iterations: int) -> tuple[list[float], bytes]:
    """The best fit of all texts as a single part, without Spark."""
    column = [chunk(pa.array(texts))]
    counted = NativeTermCounts()
    counted.push(column, "{}")
    request = f'{{"topics": {topics}, "iterations": {iterations}, "tolerance": 0.0}}'
    fit = NativeFit(counted.pack(), request, 0)
    counts, values = NativeCounter(fit.terms()).count(column, "{}")
    rows = binary(counts)
    best: tuple[list[float], bytes] | None = None
    for member in range(fit.n_fits(sum(values))):
        fit.begin([rows[at].as_py() for at in fit.draw(member, len(texts))])
        topics_of: Any = None
        while not fit.is_done():
            step = NativeStep(fit.parameters())
            topics_of = binary(step.step(chunk(rows), topics_of and chunk(topics_of)))
            statistics = step.statistics()
            assert statistics is not None
            fit.add(statistics)
            fit.update()
        step = NativeStep(fit.parameters())
        step.weigh(chunk(rows), chunk(topics_of))
        if best is None or fit.history()[-1] > best[0][-1]:
            best = fit.history(), fit.finish(fit.parameters(), step.tokens())
    assert best is not None
    return best


def words_of(model: bytes) -> Any:
    import numpy as np

    native = NativeTopics.load(model)
    return np.frombuffer(native.words(), dtype=np.float64).reshape(native.n_topics(), -1)


def assert_same(model: recto.spark.TopicModel, expected: tuple[list[float], bytes]) -> None:
    history, saved = expected
    assert len(model.history_) == len(history)
    for found, objective in zip(model.history_, history, strict=True):
        assert math.isclose(found, objective, rel_tol=1e-6)
    assert model.vocabulary_ == NativeTopics.load(saved).terms()
    assert model.labels_ == NativeTopics.load(saved).labels()
    assert abs(words_of(model.model_) - words_of(saved)).max() < 1e-6


@pytest.mark.parametrize("n_partitions", [1, 4, 20])
def test_the_objective_is_that_of_one_process(
    frame: Any, n_partitions: int, tmp_path: Path
) -> None:
    texts = made(400)
    model = recto.spark.TopicModel(3, iterations=12, tolerance=0.0)
    df = frame(texts, n_partitions)
    assert model.fit(df) is model
    assert model.n_documents_ == 400 and not model.has_converged_
    assert_same(model, fit_in_one_process(texts, 3, 12))

    # And one process is the function that everybody calls.
    path = tmp_path / "local"
    recto.topics(texts, topics=3, iterations=12, tolerance=0.0, clusters="none", save_model=path)
    assert abs(words_of(model.model_) - words_of(path.read_bytes())).max() < 1e-6
    saved = tmp_path / "spark"
    model.save(saved)
    rows = model.transform(df).collect()
    rows.sort(key=lambda row: row.id)
    local = recto.topics(texts, load_model=saved, clusters="none", no_segments=True)
    assert [row.topics for row in rows] == [one.topics for one in local.documents]


def executors() -> list[int]:
    """Processes of executors that this test's cluster started."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                command = (folder / "cmdline").read_bytes().decode(errors="replace")
            except OSError:
                continue
            is_executor = "CoarseGrainedExecutorBackend" in command
            if is_executor and f":{os.environ['RECTO_DRIVER_PORT']}" in command:
                found.append(int(folder.name))
    return found


def test_an_executor_that_is_killed_changes_nothing(
    spark: Any, frame: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = spark.sparkContext.getConf().get("spark.driver.port")
    monkeypatch.setenv("RECTO_DRIVER_PORT", port)
    texts = made(600, seed=9)
    killed: list[int] = []
    gathered = _topics._gathered

    def kill_in_the_middle(*given: Any) -> list[Any]:
        # In the middle of the iterations: the topics of the documents that an executor holds
        # are lost with it.
        rows = gathered(*given)
        kill_in_the_middle.calls += 1  # type: ignore[attr-defined]
        if kill_in_the_middle.calls in (4, 9):  # type: ignore[attr-defined]
            victim = sorted(executors())[0]
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)
            deadline = time.monotonic() + 60
            while victim in executors() and time.monotonic() < deadline:
                time.sleep(0.05)
        return rows

    kill_in_the_middle.calls = 0  # type: ignore[attr-defined]
    monkeypatch.setattr(_topics, "_gathered", kill_in_the_middle)
    model = recto.spark.TopicModel(3, iterations=15, tolerance=0.0).fit(frame(texts, 6))
    assert len(killed) == 2 and len(set(killed)) == 2
    assert_same(model, fit_in_one_process(texts, 3, 15))


def test_an_executor_that_is_killed_while_it_works_changes_nothing(
    spark: Any, frame: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = spark.sparkContext.getConf().get("spark.driver.port")
    monkeypatch.setenv("RECTO_DRIVER_PORT", port)
    texts = made(600, seed=4)
    begun, killed = threading.Event(), []
    tracker = spark.sparkContext.statusTracker()

    def kill_when_tasks_run() -> None:
        begun.wait(120)
        while not killed:
            stages = [tracker.getStageInfo(at) for at in tracker.getActiveStageIds()]
            if any(stage and stage.numActiveTasks for stage in stages) and executors():
                os.kill(sorted(executors())[-1], signal.SIGKILL)
                killed.append(True)
            time.sleep(0.001)

    thread = threading.Thread(target=kill_when_tasks_run, daemon=True)
    thread.start()
    update = _topics._rows_at

    def start(*given: Any) -> list[bytes]:
        rows = update(*given)
        begun.set()
        return rows

    monkeypatch.setattr(_topics, "_rows_at", start)
    model = recto.spark.TopicModel(2, iterations=8, tolerance=0.0).fit(frame(texts, 6))
    thread.join(60)
    assert killed
    assert_same(model, fit_in_one_process(texts, 2, 8))


def test_rows_without_text_are_left_out_with_a_warning(frame: Any) -> None:
    texts = made(60)
    holed: list[str | None] = []
    for at, text in enumerate(texts):
        holed += [None, text] if at % 10 == 0 else [text]
    model = recto.spark.TopicModel(2, iterations=5, tolerance=0.0)
    with pytest.warns(recto.RectoWarning, match="6 rows have no text in 'text'"):
        model.fit(frame(holed, 3))
    assert model.n_documents_ == 60
    assert_same(model, fit_in_one_process(texts, 2, 5))


def test_what_cannot_be_fitted_is_refused(frame: Any) -> None:
    df = frame(made(10))
    wrong = [
        (recto.spark.TopicModel(2), frame([], 2), recto.InputError, "no documents"),
        (recto.spark.TopicModel(2), frame(["", " "]), recto.InputError, "no terms are left"),
        (recto.spark.TopicModel(0), df, recto.RequestError, "at least 1"),
        (recto.spark.TopicModel(None), df, recto.RequestError, "a sample"),  # type: ignore[arg-type]
        (recto.spark.TopicModel(10**6), df, recto.RequestError, "topics must be between"),
        (recto.spark.TopicModel(2, lang="xx"), df, recto.RequestError, "lang='xx'"),
        (recto.spark.TopicModel(2, max_share=0.0), df, recto.RequestError, "max_share"),
        (recto.spark.TopicModel(2, tolerance=-1.0), df, recto.RequestError, "tolerance"),
        (recto.spark.TopicModel(2, min_documents=99), df, recto.InputError, "min_documents"),
        (recto.spark.TopicModel(2, seed=-1), df, recto.RequestError, "seed"),
    ]
    for model, data, kind, said in wrong:
        with pytest.raises(kind, match=said):
            model.fit(data)
    with pytest.raises(recto.InputError, match="its columns are: id, text"):
        recto.spark.TopicModel(2).fit(df, "body")
    with pytest.raises(recto.RequestError, match="call fit first"):
        recto.spark.TopicModel(2).transform(df)


def test_the_checkpoint_folder_is_left_as_it_was(frame: Any, tmp_path: Path) -> None:
    folder = tmp_path / "checkpoints"
    model = recto.spark.TopicModel(2, iterations=12, tolerance=0.0, checkpoint_dir=str(folder))
    model.fit(frame(made(40), 2))
    assert list(folder.iterdir()) == []
