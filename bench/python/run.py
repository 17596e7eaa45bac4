"""The Python package beside Rust and beside other packages.

    cargo build --release -p recto-python --example short_texts
    cargo xtask wheel
    python3 -m venv bench/.venv
    bench/.venv/bin/pip install target/wheels/*.whl scikit-learn
    bench/.venv/bin/python bench/python/run.py

Prints the tables of bench/README.md. CPU is user and system time of all threads.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import recto

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "target/release/examples/short_texts"
RUNS = 5

#: Words of made texts, by what they are about; written for this.
THEMES = [
    "harbour quay tide mast anchor buoy pilot ferry wharf net gull hull sail rope wave".split(),
    "oven dough loaf crust yeast flour baker knead crumb sieve batter bun rye proof peel".split(),
    "orchard apple prune graft blossom bough cider press ladder basket frost bee root pip crate".split(),
    "clinic nurse ward dose pulse cast bandage fever triage scan suture cough ache splint vial".split(),
    "quarry granite chisel slab dust crane wedge blast gravel lorry seam vein pit drill shale".split(),
    "theatre stage prompt curtain usher aria chorus costume lamp script cue balcony tenor role set".split(),
    "railway signal sleeper tender guard platform boiler points siding whistle coach freight gauge shunt track".split(),
    "library shelf ledger index binder folio margin stamp catalogue scroll vellum scribe quire spine clasp".split(),
]
FILLERS = "old small late quiet early heavy new long good plain".split()


def texts(n: int, words: int, seed: int = 7) -> tuple[list[str], list[int]]:
    """Made texts of two sentences each, and the theme of each."""
    draw = np.random.default_rng(seed)
    made, themes = [], []
    for _ in range(n):
        theme = int(draw.integers(len(THEMES)))
        pick = [
            (THEMES[theme] if draw.random() < 0.7 else THEMES[int(draw.integers(len(THEMES)))])[
                int(draw.integers(15))
            ]
            for _ in range(words)
        ]
        filler = [FILLERS[int(draw.integers(len(FILLERS)))] for _ in range(4)]
        half = words // 2
        made.append(
            f"The {filler[0]} {' and the '.join(pick[:half])} were {filler[1]}. "
            f"A {filler[2]} {' met the '.join(pick[half:])} at the {filler[3]} place."
        )
        themes.append(theme)
    return made, themes


def children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def in_rust(name: str, file: str, request: dict[str, object]) -> float:
    before = children_cpu()
    command = [str(EXAMPLE), name, file, json.dumps(request)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return children_cpu() - before


def in_python(name: str, made: list[str], request: dict[str, object]) -> tuple[float, float]:
    """CPU of a call, and of the call and of making Python's values of all that was found."""
    before = time.process_time()
    result = getattr(recto, name)(made, **request)
    called = time.process_time()
    # The first look at a result makes values of all of it.
    result.parameters
    return called - before, time.process_time() - before


def calls() -> None:
    made, _ = texts(10_000, 8)
    rows = [
        ("segment", {}),
        ("classify", {}),
        ("topics", {"topics": 8}),
        ("summarize", {}),
    ]
    print("| call over 10,000 texts | Rust, CPU s | call, CPU s | ratio | with all values | ratio |")
    print("|---|---:|---:|---:|---:|---:|")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(made))
        file.flush()
        for name, request in rows:
            rust = min(in_rust(name, file.name, request) for _ in range(RUNS))
            runs = [in_python(name, made, request) for _ in range(RUNS)]
            call, values = (min(column) for column in zip(*runs))
            shown = f"{rust:.2f} | {call:.2f} | {call / rust:.2f} | {values:.2f} | {values / rust:.2f}"
            print(f"| `{name}` | {shown} |", flush=True)


def imports() -> None:
    def cpu(code: str) -> float:
        before = children_cpu()
        subprocess.run([sys.executable, "-c", code], check=True)
        return children_cpu() - before

    bare = statistics.median(cpu("pass") for _ in range(15))
    with_recto = statistics.median(cpu("import recto") for _ in range(15))
    print(f"import: {1000 * (with_recto - bare):.0f} ms of CPU beyond {1000 * bare:.0f} ms of Python")


def sizes() -> None:
    for wheel in sorted((ROOT / "target/wheels").glob("recto-*.whl")):
        print(f"wheel: {wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB")


INTERRUPTED = """
import signal, sys, time
# A shell that starts this in the background has it ignore the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path[:0] = {path!r}
import recto
from run import texts
said = []
def ready(*now):
    if not said:
        said.append(print("ready", flush=True))
try:
    recto.topics(texts(10_000, 12)[0], topics=200, iterations=100_000, tolerance=0.0,
                 clusters="none", progress=ready)
except KeyboardInterrupt:
    print(time.time(), flush=True)
"""


def interrupts() -> None:
    took = []
    for _ in range(5):
        code = INTERRUPTED.format(path=[str(Path(__file__).parent)])
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(0.5)
        pressed = time.time()
        child.send_signal(signal.SIGINT)
        took.append(float(child.stdout.readline()) - pressed)
        child.wait()
    print(f"Ctrl-C: at most {max(took):.2f} s of {len(took)}")


def estimators() -> None:
    from sklearn.decomposition import NMF, LatentDirichletAllocation
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.metrics import normalized_mutual_info_score

    from recto.sklearn import TopicModel

    made, themes = texts(5_000, 12)
    counts = CountVectorizer().fit_transform(made)
    models = [
        ("recto `TopicModel`", TopicModel(8)),
        ('recto `TopicModel(method="lda")`', TopicModel(8, method="lda")),
        ("scikit-learn `LatentDirichletAllocation`", LatentDirichletAllocation(8, random_state=0)),
        ("scikit-learn `NMF`", NMF(8, random_state=0, max_iter=500)),
    ]
    print("\n| model of 5,000 texts | fit, CPU s | transform, CPU s | NMI with the themes |")
    print("|---|---:|---:|---:|")
    for name, model in models:
        start = time.process_time()
        model.fit(counts)
        fitted = time.process_time()
        shares = model.transform(counts)
        done = time.process_time()
        score = normalized_mutual_info_score(themes, shares.argmax(axis=1))
        print(f"| {name} | {fitted - start:.2f} | {done - fitted:.2f} | {score:.3f} |", flush=True)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    sizes()
    imports()
    interrupts()
    calls()
    estimators()
