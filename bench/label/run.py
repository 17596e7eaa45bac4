"""Active labelling, recto beside small-text: prints a table.

    python3 bench/label/run.py DATA REPLICATION...

DATA is the folder of the corpora (DATA/dual or the folder itself): files `*.jsonl.gz` with
rows of id, label and text and two labels. REPLICATION are files of

    recto replicate ADS --data DATA --format json -o REPLICATION

from which recto's curves are taken. small-text asks one document at a time by breaking ties
(uncertainty), with a logistic regression on tf-idf (C = 10) that is fitted anew after each
answer. 30 % of the documents are kept back, a document costs 5, curves end at 400. recto
starts from 10 documents and 10 words, small-text from the 12 documents that have the same
price. Splits (RECTO_ROUNDS, default 10) are drawn by each program for itself. The peers are
installed into bench/.venv on the first run.
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
ROUNDS = int(os.environ.get("RECTO_ROUNDS", "10"))
START, COST, BUDGET, EVERY = 12, 5, 400, 25

PEER = """
import json, sys
import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from small_text import BreakingTies, PoolBasedActiveLearner, SklearnClassifierFactory, SklearnDataset

rounds, start, questions, every = map(int, sys.argv[2:6])
rows = [json.loads(line) for line in open(sys.argv[1])]
names = sorted({row["label"] for row in rows})
y = np.array([names.index(row["label"]) for row in rows])
x = TfidfVectorizer(min_df=2, binary=True, sublinear_tf=True).fit_transform(r["text"] for r in rows)
curves = []
for split in range(rounds):
    draw = np.random.default_rng(split)
    order = draw.permutation(len(y))
    cut = int(0.3 * len(y))
    test, train = order[:cut], order[cut:]
    # A classifier needs both classes.
    first = np.arange(start)
    while len(set(y[train[first]])) < 2:
        first = draw.choice(len(train), start, replace=False)
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


def peer(python, text):
    path = VENV / "rows.jsonl"
    path.write_text(text)
    numbers = [ROUNDS, START, BUDGET // COST, EVERY // COST]
    command = [python, "-c", PEER, str(path), *map(str, numbers)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def recto(files):
    """Curves of recto's strategies by set: name -> strategy -> splits."""
    found = {}
    for file in files:
        for one in json.loads(Path(file).read_text())["sets"]:
            model = [e for e in one["experiments"] if e["kind"] == "model"][0]
            found[one["name"]] = {row["strategy"]: row["by_split"] for row in model["rows"]}
    return found


def mean(curves):
    """Mean accuracy over the costs from 50 to 400 and half of its 95 % interval."""
    values = [statistics.mean(curve[50 // EVERY : BUDGET // EVERY + 1]) for curve in curves]
    error = statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0
    return statistics.mean(values), 2.262 * error


def shown(curves):
    points = [statistics.mean(curve[at] for curve in curves) for at in (0, 2, 4, 8, 16)]
    middle, half = mean(curves)
    return " | ".join([f"{p:.3f}" for p in points] + [f"{middle:.3f} ± {half:.3f}"])


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    python, ours = peers(), recto(sys.argv[2:])
    print("| set | program | 0 | 50 | 100 | 200 | 400 | mean of 50 to 400 |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    for name, text in sets(Path(sys.argv[1])):
        print(f"| {name} | small-text | {shown(peer(python, text))} |", flush=True)
        for strategy in ("uncertainty", "auto"):
            if strategy in ours.get(name, {}):
                print(f"| | recto, {strategy} | {shown(ours[name][strategy])} |", flush=True)


main()
