"""Opinions of reviews, recto beside VADER and scikit-learn: prints tables.

    python3 bench/classify/run.py DATA

DATA is the folder of the corpora (DATA/dual or the folder itself): files `*.jsonl.gz` with
rows of id, label and text, of which those with the labels pos and neg are taken. Accuracy on
documents without a label, from words alone (VADER's compound score cut at 0 and at its
median, recto's built-in list) and with a tenth of the documents labelled (logistic
regression on tf-idf, C = 10; recto). Labels are drawn ROUNDS times (RECTO_ROUNDS, default 3).
CPU seconds are those of whole processes, user and system; imports of Python count. The peers
are installed into bench/.venv on the first run.
"""

import gzip
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / "bench" / ".venv"
ROUNDS = int(os.environ.get("RECTO_ROUNDS", "3"))

VADER = """
import json, sys
from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer
score = SentimentIntensityAnalyzer().polarity_scores
for line in open(sys.argv[1]):
    print(score(json.loads(line)["text"])["compound"])
"""

LOGISTIC = """
import json, sys
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
rows = [json.loads(line) for line in open(sys.argv[1])]
x = TfidfVectorizer(min_df=2, binary=True).fit_transform(row["text"] for row in rows)
known = [i for i, row in enumerate(rows) if "label" in row]
model = LogisticRegression(C=10, max_iter=1000).fit(x[known], [rows[i]["label"] for i in known])
print("\\n".join(model.predict(x)))
"""


def peers():
    python = VENV / "bin" / "python"
    if not python.exists():
        venv.create(VENV, with_pip=True)
    packages = ["vaderSentiment", "scikit-learn"]
    subprocess.run([python, "-m", "pip", "install", "-q", *packages], check=True)
    return str(python)


def timed(command):
    """The output of a command and its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return output, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def sets(data):
    folder = data / "dual" if (data / "dual").is_dir() else data
    for path in sorted(folder.glob("*.jsonl.gz")):
        with gzip.open(path, "rt") as file:
            rows = [json.loads(line) for line in file]
        if {row["label"] for row in rows} == {"neg", "pos"}:
            yield path.name.split(".")[0], rows


def write(rows, labelled, path):
    with open(path, "w") as file:
        for i, row in enumerate(rows):
            kept = {"id": str(i), "text": row["text"]}
            file.write(json.dumps(kept | ({"label": row["label"]} if i in labelled else {})) + "\n")


def accuracy(rows, answers, labelled=frozenset()):
    asked = [i for i in range(len(rows)) if i not in labelled]
    return sum(answers[i] == rows[i]["label"] for i in asked) / len(asked)


def recto(binary, path, *options):
    command = [binary, "classify", path, "-q", "--format", "json", "--threads", "1", *options]
    output, seconds = timed(command)
    documents = json.loads(output)["documents"]
    # Where recto gives no class, the likelier one counts.
    return [max(one["p"], key=one["p"].get) for one in documents], seconds


def main():
    data = Path(sys.argv[1])
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
    binary, python = str(ROOT / "target" / "release" / "recto"), peers()
    print("| set | VADER at 0 | at its median | recto, words | logistic, a tenth | recto, words and a tenth |")
    print("|---|---|---|---|---|---|")
    times = {"VADER": 0.0, "recto, words": 0.0, "logistic": 0.0, "recto, words and a tenth": 0.0}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "rows.jsonl")
        for name, rows in sets(data):
            write(rows, set(), path)
            output, seconds = timed([python, "-c", VADER, path])
            times["VADER"] += seconds
            scores = [float(line) for line in output.split()]
            cuts = [accuracy(rows, ["pos" if s > cut else "neg" for s in scores]) for cut in (0, statistics.median(scores))]
            answers, seconds = recto(binary, path)
            times["recto, words"] += seconds
            cells = cuts + [accuracy(rows, answers)]
            drawn = [[], []]
            for split in range(ROUNDS):
                labelled = set(random.Random(split).sample(range(len(rows)), len(rows) // 10))
                write(rows, labelled, path)
                output, seconds = timed([python, "-c", LOGISTIC, path])
                times["logistic"] += seconds / ROUNDS
                drawn[0].append(accuracy(rows, output.split(), labelled))
                answers, seconds = recto(binary, path)
                times["recto, words and a tenth"] += seconds / ROUNDS
                drawn[1].append(accuracy(rows, answers, labelled))
            cells += [statistics.mean(values) for values in drawn]
            print(f"| {name} | " + " | ".join(f"{cell:.3f}" for cell in cells) + " |")
    print("\nCPU seconds for all sets, one run: " + ", ".join(f"{name} {seconds:.1f}" for name, seconds in times.items()))


main()
