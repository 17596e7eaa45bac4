"""Opinions of reviews where one side is rare: accuracy by the true share of praise.

    python3 bench/classify/shares.py DATA

DATA is the folder of the corpora (DATA/dual or the folder itself), as for run.py. From each set
400 reviews are drawn with 0 to 100 % of praise, without labels; `auto` is beside the reading of
each text by itself (`rules`).
RECTO names another binary than that of the release build.
"""

import gzip
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECTO = os.environ.get("RECTO", str(ROOT / "target/release/recto"))
SHARES = (0.0, 0.2, 0.5, 0.8, 0.95, 1.0)
N = 400
METHODS = ("auto", "rules")


def accuracy(rows, method):
    """Share of rows whose label recto finds without seeing it."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        for at, (text, _) in enumerate(rows):
            file.write(json.dumps({"id": str(at), "text": text}) + "\n")
        file.flush()
        command = [RECTO, "classify", file.name, "--method", method, "--format", "json", "--quiet"]
        answer = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    found = [document["label"] for document in answer["documents"]]
    return sum(own == label for own, (_, label) in zip(found, rows)) / len(rows)


def drawn(texts, share):
    """Reviews of which a share is praise."""
    n_praise = round(N * share)
    rows = [(text, "pos") for text in texts["pos"][:n_praise]]
    rows += [(text, "neg") for text in texts["neg"][: N - n_praise]]
    random.Random(3).shuffle(rows)
    return rows


def main(folder):
    data = Path(folder)
    data = data / "dual" if (data / "dual").is_dir() else data
    print("| set | share of praise | " + " | ".join(METHODS) + " |")
    print("|---|---:|" + "---:|" * len(METHODS))
    for path in sorted(data.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines]
        texts = {side: [r["text"] for r in rows if r["label"] == side] for side in ("neg", "pos")}
        if min(map(len, texts.values())) < N:
            continue
        for at, side in enumerate(texts.values()):
            random.Random(at).shuffle(side)
        for share in SHARES:
            scores = [f"{accuracy(drawn(texts, share), method):.3f}"[1:] for method in METHODS]
            print(f"| {path.name.split('.')[0]} | {share:.0%} | {' | '.join(scores)} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
