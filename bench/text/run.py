"""Throughput of text analysis, recto beside NLTK and spaCy: prints a table.

    python3 bench/text/run.py [MEGABYTES] [PEER_MEGABYTES]

Builds the release example, writes seeded prose to a temporary folder, and runs each
program cold five times; the median of the CPU time (user and system) and of the wall
clock is printed. Peers read the first PEER_MEGABYTES only: they are slower by far,
and their time is linear. They are installed into bench/.venv on the first run.
"""

import os
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


def measure(command):
    """CPU seconds, wall seconds and output of one run."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    output = process.stdout.read().strip()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"failed: {command}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - start, output


def row(name, command, megabytes):
    runs = [measure(command) for _ in range(RUNS)]
    cpu = statistics.median(run[0] for run in runs)
    wall = statistics.median(run[1] for run in runs)
    best = min(run[1] for run in runs)
    print(
        f"| {name} | {megabytes:.0f} | {cpu:.2f} | {megabytes / cpu:.1f} "
        f"| {megabytes / wall:.1f} | {megabytes / best:.1f} |",
        flush=True,
    )


def peers():
    python = VENV / "bin" / "python"
    if not python.exists():
        venv.create(VENV, with_pip=True)
        subprocess.run([python, "-m", "pip", "-q", "install", "nltk", "spacy"], check=True)
    return python


def example():
    build = ["cargo", "build", "--release", "-p", "recto-text", "--example", "throughput"]
    subprocess.run([*build, "--quiet"], cwd=ROOT, check=True)
    target = os.environ.get("CARGO_TARGET_DIR", ROOT / "target")
    return Path(target) / "release" / "examples" / "throughput"


def main(megabytes=240, peer_megabytes=4):
    program, python = example(), peers()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        subprocess.run([program, "generate", folder, str(megabytes)], check=True)
        one, many = folder / "one.txt", folder / "many"
        part = folder / "part.txt"
        text = one.read_bytes()[: peer_megabytes * 1_000_000].decode("utf-8", "ignore")
        part.write_text(text, encoding="utf-8")
        size = one.stat().st_size / 1e6
        print("| program | MB | CPU s | MB per CPU s | MB/s | MB/s, best |")
        print("|---|---:|---:|---:|---:|---:|")
        row("recto, one file, 2 threads", [program, "run", one, "2"], size)
        row("recto, 1,000 files, 2 threads", [program, "run", many, "2"], size)
        row("recto, one file, 1 thread", [program, "run", one, "1"], size)
        row("recto, the peers' part, 1 thread", [program, "run", part, "1"], peer_megabytes)
        script = Path(__file__).with_name("peers.py")
        row("NLTK", [python, script, "nltk", part], peer_megabytes)
        row("spaCy, blank English", [python, script, "spacy", part], peer_megabytes)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
