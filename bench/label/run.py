"""Active labelling, recto beside small-text: prints a table.

    python3 bench/label/run.py DATA REPLICATION...

DATA is the folder of the corpora (DATA/dual or the folder itself): files `*.jsonl.gz` with
rows of id, label and text and two labels. REPLICATION are files of

    recto replicate ADS --data DATA --format json -o REPLICATION

from which recto's curves and its splits are taken: both programs keep back the same 30 % of
the documents and start from the same ones. small-text asks one document at a time by breaking ties
(uncertainty), with a logistic regression on tf-idf (C = 10) that is fitted anew after each
answer. A document costs 5, curves end at 400. recto starts from 10 documents and 10 words,
small-text from these documents and two more, which have the same price as the words. Only
sets that are in a REPLICATION are run, on its first RECTO_ROUNDS splits (all by default). The
peers are installed into bench/.venv on the first run.
"""

import gzip
import json
import os
import statistics
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / "bench" / ".venv"
REQUIREMENTS = Path(__file__).with_name("requirements.txt")
ROUNDS = int(os.environ.get("RECTO_ROUNDS", "1000"))
START, COST, BUDGET, EVERY = 12, 5, 400, 25
# Student's t for the 95 % interval of a mean, by the number of values.
STUDENT = [None, None, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262]

PEER = """
import json, sys
import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from small_text import BreakingTies, PoolBasedActiveLearner, SklearnClassifierFactory, SklearnDataset

start, questions, every = map(int, sys.argv[3:6])
rows = [json.loads(line) for line in open(sys.argv[1])]
splits = json.load(open(sys.argv[2]))
names = sorted({row["label"] for row in rows})
y = np.array([names.index(row["label"]) for row in rows])
x = TfidfVectorizer(min_df=2, binary=True, sublinear_tf=True).fit_transform(r["text"] for r in rows)
curves = []
for seed, split in enumerate(splits):
    kept_back = np.array([mark == "1" for mark in split["kept_back"]])
    assert len(kept_back) == len(y), "the replication is of another file"
    test, train = np.flatnonzero(kept_back), np.flatnonzero(~kept_back)
    # The documents that recto starts from, and others by lot; a classifier needs both classes.
    first = list(np.searchsorted(train, split["start"]))
    others = [at for at in np.random.default_rng(seed).permutation(len(train)) if at not in first]
    while len(first) < start or len(set(y[train[first]])) < 2:
        first.append(others.pop())
    first = np.array(first)
    data = SklearnDataset(x[train], y[train])
    model = LogisticRegression(C=10, solver="liblinear")
    factory = SklearnClassifierFactory(model, len(names))
    learner = PoolBasedActiveLearner(factory, BreakingTies(), data)
    learner.initialize_data(first, y[train[first]])
    held = SklearnDataset(x[test], y[test])
    curve = []
    for asked in range(questions + 1):
        if asked % every == 0:
            curve.append(float(np.mean(learner.classifier.predict(held) == y[test])))
        if asked < questions:
            chosen = learner.query(num_samples=1)
            learner.update(y[train[chosen]])
    curves.append(curve)
print(json.dumps(curves))
"""


def peers():
    python = VENV / "bin" / "python"
    if not python.exists():
        venv.create(VENV, with_pip=True)
    install = [python, "-m", "pip", "install", "-q", "-r", REQUIREMENTS]
    subprocess.run(install, check=True)
    return str(python)


def sets(data):
    folder = data / "dual" if (data / "dual").is_dir() else data
    for path in sorted(folder.glob("*.jsonl.gz")):
        with gzip.open(path, "rt") as file:
            lines = file.readlines()
        if len({json.loads(line)["label"] for line in lines}) == 2:
            yield path.name.split(".")[0], "".join(lines)


def peer(python, text, splits):
    rows, split_file = VENV / "rows.jsonl", VENV / "splits.json"
    rows.write_text(text)
    split_file.write_text(json.dumps(splits))
    numbers = [START, BUDGET // COST, EVERY // COST]
    command = [python, "-c", PEER, str(rows), str(split_file), *map(str, numbers)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def recto(files):
    """Splits and curves of recto's strategies by set: name -> (splits, strategy -> curves)."""
    found = {}
    for file in files:
        for one in json.loads(Path(file).read_text())["sets"]:
            model = [e for e in one["experiments"] if e["kind"] == "model"][0]
            curves = {row["strategy"]: row["by_split"][:ROUNDS] for row in model["rows"]}
            found[one["name"]] = (one["splits"][:ROUNDS], curves)
    return found


def middle(curve):
    """Mean accuracy over the costs from 50 to 400."""
    return statistics.mean(curve[50 // EVERY : BUDGET // EVERY + 1])


def interval(values):
    """Mean and half of its 95 % interval."""
    if len(values) < 2:
        return f"{statistics.mean(values):.3f}"
    n = len(values)
    student = STUDENT[n] if n < len(STUDENT) else 1.96 + 2.6 / (n - 1)
    half = student * statistics.stdev(values) / n**0.5
    return f"{statistics.mean(values):.3f} ± {half:.3f}"


def shown(curves, ahead):
    """Points of a curve, its mean, and how far recto's auto is ahead split by split."""
    points = [statistics.mean(curve[at] for curve in curves) for at in (0, 2, 4, 8, 16)]
    means = [middle(curve) for curve in curves]
    lead = "" if ahead is None else interval([middle(a) - b for a, b in zip(ahead, means)])
    return " | ".join([f"{p:.3f}" for p in points] + [interval(means), lead])


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    python, ours = peers(), recto(sys.argv[2:])
    print("| set | program | 0 | 50 | 100 | 200 | 400 | mean of 50 to 400 | auto leads by |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|")
    for name, text in sets(Path(sys.argv[1])):
        if name not in ours:
            continue
        splits, curves = ours[name]
        auto = curves["auto"]
        print(f"| {name} | small-text | {shown(peer(python, text, splits), auto)} |", flush=True)
        print(f"| | recto, uncertainty | {shown(curves['uncertainty'], auto)} |", flush=True)
        print(f"| | recto, auto | {shown(auto, None)} |", flush=True)


main()
