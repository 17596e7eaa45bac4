"""Calls while they run: threads, processes, progress, Ctrl-C, faults."""

from __future__ import annotations

import io
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
import types
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest
import recto
from recto._progress import Progress, line

from conftest import BREAD, SEA

#: Work of several seconds at least: as many topics as this are fitted for ever.
SLOW = {"topics": 200, "iterations": 100_000, "tolerance": 0.0, "clusters": "none"}


def many() -> list[str]:
    return [f"{SEA} {BREAD} word{at % 97} thing{at % 89} place{at % 83}" for at in range(3000)]


def test_results_are_the_same_from_several_threads(two: dict[str, str]) -> None:
    expected = recto.segment(two)
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: recto.segment(two), range(12)):
            assert found == expected


def test_other_threads_run_meanwhile() -> None:
    ticks: list[float] = []
    stop = threading.Event()

    def tick() -> None:
        while not stop.wait(0.01):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    texts = many()
    thread.start()
    began = time.monotonic()
    recto.topics(texts, topics=20, iterations=20, clusters="none")
    ended = time.monotonic()
    stop.set()
    thread.join()
    meanwhile = [at for at in ticks if began < at < ended]
    # With the lock held there would be none.
    assert len(meanwhile) > 1


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(method: str, two: dict[str, str]) -> None:
    # The pool of this process is there before it is forked.
    expected = recto.segment(two)
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        for found in pool.map(recto.segment, [two] * 4):
            assert found == expected and found.texts == two


def test_progress_reaches_a_function() -> None:
    seen: list[tuple[str, int, int | None, float | None]] = []
    recto.topics(
        many(), topics=20, iterations=30, clusters="none", progress=lambda *now: seen.append(now)
    )
    assert seen, "a call of this length is looked at several times"
    assert all(isinstance(stage, str) and done >= 0 for stage, done, _, _ in seen)


def test_an_error_of_the_function_ends_the_call() -> None:
    def wrong(*now: object) -> None:
        raise LookupError("no bar")

    # Without an end by the function this would go on for hours.
    with pytest.raises(LookupError, match="no bar"):
        recto.topics(many(), progress=wrong, **SLOW)


def test_a_bar_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stderr)
    with Progress(True) as progress:
        assert progress.report is not None
        progress.report("reading", 1, 2, None)
        assert stderr.getvalue() == "", "what is done at once needs no bar"
        progress._began -= 1
        progress.report("reading", 1, 2, None)
        assert line("reading", 1, 2) in stderr.getvalue()
    assert stderr.getvalue().endswith("\r")
    with Progress(False) as none:
        assert none.report is None


INTERRUPTED = """
import signal
import recto
# A shell that runs the tests in the background has them ignore the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)
from test_running import SLOW, many
said = []
def ready(*now):
    if not said:
        print("ready", flush=True)
        said.append(now)
try:
    recto.topics(many(), progress=ready, **SLOW)
except KeyboardInterrupt:
    print("stopped", flush=True)
    # The module is of use afterwards.
    assert recto.segment("Nets dry. Boats come in.").documents
    print("done", flush=True)
"""


def test_ctrl_c_ends_the_work() -> None:
    here = os.path.dirname(__file__)
    child = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED],
        cwd=here,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    # Said in the middle of work that would go on for hours.
    assert child.stdout.readline() == "ready\n"
    child.send_signal(signal.SIGINT)
    rest, _ = child.communicate(timeout=60)
    assert rest == "stopped\ndone\n" and child.returncode == 0


def test_a_bar_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    class Handle:
        def update(self, page: str) -> None:
            shown.append(page)

    def display(page: str, display_id: bool) -> Handle:
        shown.append(page)
        return Handle()

    class ZMQInteractiveShell:
        pass

    notebook = types.ModuleType("IPython")
    notebook.get_ipython = ZMQInteractiveShell  # type: ignore[attr-defined]
    pages = types.ModuleType("IPython.display")
    pages.display = display  # type: ignore[attr-defined]
    pages.HTML = str  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", notebook)
    monkeypatch.setitem(sys.modules, "IPython.display", pages)
    with Progress(True) as progress:
        assert progress.report is not None
        progress.report("reading", 1, 2, None)
        progress.report("reading", 2, 2, None)
    assert [page.count("█") for page in shown] == [15, 30, 0]


def test_a_panic_is_an_ordinary_exception() -> None:
    from recto import _recto

    with pytest.raises(recto.InternalError, match="nobody thought of this"):
        _recto.fail("nobody thought of this")
    assert recto.segment(SEA).documents, "the module is of use afterwards"


def test_faults_of_the_package_are_named() -> None:
    from recto import _recto

    with pytest.raises(recto.InternalError, match="no capability bogus"):
        _recto.ask("bogus", _recto.NativeInput.texts(["1"], [SEA]), "{}", [], [], "{}", 0, None, None)
    read_twice = _recto.NativeInput.texts(["1"], [SEA])
    _recto.ask("segment", read_twice, "{}", [], [], "{}", 0, None, None)
    with pytest.raises(recto.InternalError, match="read before"):
        _recto.ask("segment", read_twice, "{}", [], [], "{}", 0, None, None)
