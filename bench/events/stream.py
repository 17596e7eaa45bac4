"""A live stream, recto beside river's clusterer of texts: prints a table.

    python3 bench/events/stream.py [MATCHES]

Made matches of two hours (`recto events --synthetic SEED`), one behind the other (default 32,
half a million messages), go through `recto events - --follow` as JSON lines on standard input,
with and without a checkpoint folder; the whole process is timed. TextClust of river, the
nearest thing to it in Python, reads the texts of the first 2,000 messages, already parsed: it
is too slow for more (its fading by the clock fails without times, so it fades by counts). It
clusters and tells neither when something happened nor about whom.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
import venv
from datetime import datetime, timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / "bench" / ".venv"
RECTO = ROOT / "target/release/recto"
FEW = 2_000

PEER = """
import json, sys, time
from river import cluster, compose, feature_extraction
texts = json.load(sys.stdin)
model = compose.Pipeline(
    feature_extraction.BagOfWords(lowercase=True, ngram_range=(1, 2)), cluster.TextClust(real_time_fading=False)
)
start = time.process_time()
for text in texts:
    model.learn_one(text)
    model.predict_one(text)
print(time.process_time() - start)
"""


def load(path, matches):
    """Writes the messages of some matches, each two hours behind the one before."""
    texts = []
    with open(path, "w") as out:
        for seed in range(1, matches + 1):
            made = [RECTO, "events", "--synthetic", str(seed), "--format", "messages", "--quiet"]
            made = subprocess.run(made, check=True, capture_output=True, text=True).stdout
            for line in made.splitlines():
                row = json.loads(line)
                when = datetime.fromisoformat(row["time"].replace("Z", "+00:00"))
                when += timedelta(hours=2 * seed)
                row |= {"id": len(texts), "time": when.isoformat()}
                texts.append(row["text"])
                out.write(json.dumps(row) + "\n")
    return texts


def follow(path, flags):
    """Wall and CPU seconds, and the largest memory in MB, of one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    command = ["/usr/bin/env", RECTO, "events", "-", "--follow", "--quiet", *flags]
    with open(path) as lines:
        out = subprocess.run(command, check=True, stdin=lines, capture_output=True).stdout
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    finals = sum(json.loads(line)["type"] == "final" for line in out.splitlines())
    return wall, cpu, after.ru_maxrss / 1024, finals


def python():
    path = VENV / "bin" / "python"
    if not path.exists():
        venv.create(VENV, with_pip=True)
    subprocess.run([path, "-m", "pip", "install", "-q", "river"], check=True)
    return path


def main():
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 32
    subprocess.run(["cargo", "build", "--release", "--locked"], cwd=ROOT, check=True)
    peer = python()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "load.jsonl"
        texts = load(path, matches)
        print("| program | messages | wall s | CPU s | messages a second | events |")
        print("|---|---:|---:|---:|---:|---:|")
        runs = {"recto, live": [], "recto, live, with checkpoints": ["--checkpoint", f"{folder}/state"]}
        for name, flags in runs.items():
            wall, cpu, memory, finals = follow(path, flags)
            rate = len(texts) / wall
            print(f"| {name} | {len(texts):,} | {wall:.1f} | {cpu:.1f} | {rate:,.0f} | {finals} |")
        spent = subprocess.run(
            [peer, "-c", PEER], input=json.dumps(texts[:FEW]), text=True, check=True, capture_output=True
        )
        spent = float(spent.stdout)
        print(f"| river TextClust | {FEW:,} | | {spent:.1f} | {FEW / spent:,.0f} | |")
    print(f"\n{15 * matches} events were put in; largest memory of recto {memory:.0f} MB.")


main()
