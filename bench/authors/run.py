"""Authors: recto beside the same pipeline of scikit-learn and scipy; prints tables.

    python3 bench/authors/run.py DATA

DATA is the folder of the corpora (DATA/authors/essays: a text an author, a sentence a
line). Documents of four authors in runs of 25 sentences are made with a fixed seed, of
1,000 and 20,000 sentences. Every measurement is a whole cold process: CPU seconds (user
and system), wall clock and peak memory; medians of five runs, the peer on the small
document only, where its accuracy is measured too. Peers are installed into bench/.venv.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / "bench" / ".venv"
RUNS = 5


def measure(command, output=subprocess.DEVNULL):
    """CPU seconds, wall seconds and peak memory in MB of one run."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=output)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"failed: {command}")
    wall = time.monotonic() - start
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024


def row(name, sentences, accuracy, command, runs=RUNS):
    cpu, wall, peak = map(statistics.median, zip(*(measure(command) for _ in range(runs))))
    print(f"| {name} | {sentences:,} | {cpu:.3f} | {wall:.3f} | {peak:.0f} | {accuracy} |", flush=True)
    return cpu


def python():
    program = VENV / "bin" / "python"
    if not program.exists():
        venv.create(VENV, with_pip=True)
    packages = ["numpy", "scipy", "scikit-learn"]
    subprocess.run([program, "-m", "pip", "-q", "install", *packages], check=True)
    return program


def made(data, folder, sentences):
    """Runs of about 25 sentences of each author in turn, and who wrote each."""
    rng = random.Random(sentences)
    source = data / "authors" / "essays"
    texts = [path.read_text(encoding="utf-8").splitlines() for path in sorted(source.glob("*.txt"))]
    places = [0] * len(texts)
    lines, labels, last = [], [], -1
    while len(lines) < sentences:
        author = rng.choice([a for a in range(len(texts)) if a != last])
        last = author
        for _ in range(max(1, round(rng.expovariate(1 / 25)))):
            lines.append(texts[author][places[author] % len(texts[author])])
            labels.append(str(author))
            places[author] += 1
    text, truth = folder / f"{sentences}.txt", folder / f"{sentences}.labels"
    text.write_text("\n".join(lines[:sentences]) + "\n", encoding="utf-8")
    truth.write_text("\n".join(labels[:sentences]) + "\n", encoding="utf-8")
    return text, truth


def accuracy(recto, truth, output):
    command = [recto, "eval", "authors", truth, output, "--format", "json", "-q"]
    scores = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["scores"]
    return f"{scores['accuracy']:.3f}"


def main(data):
    build = ["cargo", "build", "--release", "--quiet", "-p", "recto-cli"]
    subprocess.run(build, cwd=ROOT, check=True)
    recto = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "recto"
    peer = [python(), Path(__file__).with_name("peer.py")]
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        print("| program | sentences | CPU s | wall s | peak MB | accuracy |")
        print("|---|---:|---:|---:|---:|---:|")
        text, truth = made(data, folder, 1_000)
        output, labels = folder / "out.json", folder / "peer.labels"
        default = [recto, "authors", text, "--unit", "line", "-q", "--threads", "1", "-o", output]
        measure(default)
        ours = row("recto, 1 thread", 1_000, accuracy(recto, truth, output), default)
        found = subprocess.run([*peer, text], capture_output=True, check=True, text=True).stdout
        labels.write_text("".join(line.split()[0] + "\n" for line in found.splitlines()))
        theirs = row("scikit-learn and scipy", 1_000, accuracy(recto, truth, labels), [*peer, text])
        print(f"\n{theirs / ours:.0f} times less CPU\n")
        print("| program | sentences | CPU s | wall s | peak MB | accuracy |")
        print("|---|---:|---:|---:|---:|---:|")
        text, truth = made(data, folder, 20_000)
        default[2] = text
        measure(default)
        row("recto, 1 thread", 20_000, accuracy(recto, truth, output), default)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
