"""Summaries, recto beside sumy and lexrank, how recto grows, and how good it is: prints tables.

    python3 bench/summarize/run.py DATA [PART...]

DATA is the folder of the corpora (DATA/summarization or the folder itself). Parts are `peers`,
`growth` and `quality`; all of them without one. In `peers` all programs get the same sentences,
split beforehand, and the same budget (recto in words, the others in as many sentences as fit);
CPU seconds are those of whole processes on one thread, user and system: recto's with its start and
its reading and writing of JSON, the peers' less those of a run over no record, that is, without
their imports. RECTO_ROUNDS is how often recto runs (default 5, the median counts; peers run once).
`growth` is made text by the law of Zipf. `quality` is mean recall on the report half, texts cut to
the budget. Peers are installed into bench/.venv on the first run.
"""

import hashlib
import json
import math
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / "bench" / ".venv"
ROUNDS = int(os.environ.get("RECTO_ROUNDS", "5"))
PARTS = ("peers", "growth", "quality")
PEERS = ("sumy:lexrank", "sumy:textrank", "sumy:lsa", "lexrank")
WORDS = {
    "opinosis": 25,
    "reviews-amazon": 50,
    "reviews-yelp": 50,
    "vi-news": 180,
    "en-multinews": 200,
    "en-timelines": 150,
}
COMPARED = [name for name in WORDS if name != "en-timelines"]
OURS = ("auto", "lexrank")
METHODS = (
    "auto facility mds max-degree lexrank textrank centroid mmr sumbasic klsum lead bstm fgb frobenius "
    "lsa nmf snmf kmeans random"
).split()


def build(package, *flags):
    subprocess.run(["cargo", "build", "--release", "--quiet", "-p", package, *flags], cwd=ROOT, check=True)
    return Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"


def python():
    program = VENV / "bin" / "python"
    if not program.exists():
        venv.create(VENV, with_pip=True)
    install = [program, "-m", "pip", "-q", "install", "sumy==0.13.0", "lexrank==0.1.0", "numpy", "nltk"]
    subprocess.run(install, check=True)
    return program


def measure(command):
    """CPU seconds, wall seconds and peak MB of a process."""
    one = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    begun = time.monotonic()
    process = subprocess.Popen([str(part) for part in command], env={**os.environ, **one}, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"failed: {command}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - begun, usage.ru_maxrss / 1024


def records(data, name):
    return [json.loads(line) for line in (data / f"{name}.jsonl").open()]


def split(text):
    sentences = re.split(r"(?<=[.!?])\s+|\n", text)
    return [" ".join(sentence.split()) for sentence in sentences if re.search(r"\w", sentence)]


def limit(documents, words):
    """In how many sentences of mean length so many words are reached."""
    lengths = [len(sentence.split()) for document in documents for sentence in document]
    return math.ceil(words / max(1, math.floor(statistics.fmean(lengths))))


def write(rows, words, folder):
    """The same sentences for recto and for its peers, and how many they are."""
    cut = [(row["id"], [split(text) for text in row["documents"]]) for row in rows]
    ours, theirs = folder / "ours.jsonl", folder / "theirs.jsonl"
    with ours.open("w") as to:
        for key, documents in cut:
            print(json.dumps({"id": key, "documents": ["\n".join(d) for d in documents]}), file=to)
    with theirs.open("w") as to:
        for _, documents in cut:
            print(json.dumps({"limit": limit(documents, words), "documents": documents}), file=to)
    return ours, theirs, sum(len(document) for _, documents in cut for document in documents)


def by_recto(recto, file, words, lang, folder):
    """CPU seconds of each method."""
    command = [recto, "summarize", file, "--words", words, "--unit", "line", "--lang", lang]
    command += ["--threads", 1, "-q", "-o", folder / "out.json", "--method"]
    median = lambda method: statistics.median(measure([*command, method])[0] for _ in range(ROUNDS))
    return {f"recto {method}": median(method) for method in OURS}


def peers(recto, data, folder):
    program, script = python(), Path(__file__).with_name("peers.py")
    nothing = folder / "nothing.jsonl"
    nothing.touch()
    imports = {tool: measure([program, script, nothing, tool, "en"])[0] for tool in PEERS}
    print("| set | records | sentences | program | CPU s | without imports | times recto auto | times recto lexrank |")
    print("|---|---:|---:|---|---:|---:|---:|---:|")
    total, n_all = Counter(), [0, 0]
    for name in COMPARED:
        rows, words = records(data, name), WORDS[name]
        ours, theirs, n = write(rows, words, folder)
        times = Counter(by_recto(recto, ours, words, rows[0]["lang"], folder))
        for tool in PEERS:
            times[tool] = measure([program, script, theirs, tool, rows[0]["lang"]])[0]
        tell(f"| {name} | {len(rows):,} | {n:,} |", times, imports)
        n_all = [n_all[0] + len(rows), n_all[1] + n]
        total += times
    tell(f"| all | {n_all[0]:,} | {n_all[1]:,} |", total, {tool: len(COMPARED) * imports[tool] for tool in PEERS})
    print("\nCPU seconds of a run over no record:", {tool: round(cpu, 2) for tool, cpu in imports.items()})


def tell(head, times, imports):
    for method in OURS:
        print(f"{head} recto {method} | {times[f'recto {method}']:.3f} | | | |")
    for tool in PEERS:
        net = times[tool] - imports[tool]
        ratios = " | ".join(f"{net / times[f'recto {method}']:.0f}" for method in OURS)
        print(f"{head} {tool.replace(':', ' ')} | {times[tool]:.2f} | {net:.2f} | {ratios} |", flush=True)


def made(path, sentences):
    """So many lines of 8 to 24 words, word r with a chance of about 1 / r of 40,000."""
    draw = random.Random(0)
    syllables = [a + b for a in "bdfgklmnprst" for b in ("a", "e", "i", "o", "un", "ar", "el")]
    word = lambda i: syllables[i % 84] + syllables[i // 84 % 84] + syllables[i // 7056 % 84]
    with path.open("w") as to:
        for _ in range(sentences):
            drawn = [int(40_000 ** draw.random()) for _ in range(draw.randint(8, 24))]
            print(" ".join(map(word, drawn)).capitalize() + ".", file=to)


def growth(recto, folder):
    print("| sentences | MB | method | threads | CPU s | wall s | peak MB |")
    print("|---:|---:|---|---:|---:|---:|---:|")
    for n in (1000, 10_000, 100_000):
        file = folder / "made.txt"
        made(file, n)
        for method in ("auto", "mds", "lexrank"):
            for threads in (1, 2):
                command = [recto, "summarize", file, "--unit", "line", "--method", method, "-q"]
                command += ["--lang", "en", "--threads", threads, "-o", folder / "out.json"]
                cpu, wall, peak = measure(command)
                size = file.stat().st_size / 1e6
                print(f"| {n:,} | {size:.1f} | {method} | {threads} | {cpu:.2f} | {wall:.2f} | {peak:.0f} |", flush=True)


def is_reported(row):
    return hashlib.sha1(f"half{row.get('event', row['id'])}".encode()).digest()[19] % 2 == 1


def quality(recto, data, folder):
    """Mean recall of ROUGE-1, ROUGE-2 and ROUGE-SU4 on the report half."""
    print("| method |", " | ".join(WORDS), "| mean |")
    print("|---" * (len(WORDS) + 2) + "|")
    for method in METHODS:
        cells = []
        for name, words in WORDS.items():
            rows = [row for row in records(data, name) if is_reported(row)]
            file, output, scores = folder / "rows.jsonl", folder / "out.json", folder / "scores.json"
            kept = [{key: row[key] for key in ("id", "documents", "references")} for row in rows]
            file.write_text("".join(json.dumps(row) + "\n" for row in kept))
            english = rows[0]["lang"] == "en"
            measure(
                [recto, "summarize", file, "--words", words, "--lang", rows[0]["lang"], "--method", method]
                + ["-q", "-o", output]
            )
            stem = ["--stem", "--rouge-data", data, "--alphabet", "ascii"] if english else ["--alphabet", "unicode"]
            command = [recto, "eval", "rouge", file, output, "--words", words, "--measures", "1,2,SU4"]
            measure([*command, *stem, "--resamples", 0, "-q", "-o", scores])
            found = json.loads(scores.read_text())["scores"]
            cells.append([found[f"rouge_{key}_recall"] for key in ("1", "2", "su4")])
        cells.append([statistics.fmean(column) for column in zip(*cells)])
        said = " | ".join(" ".join(f"{value:.3f}".lstrip("0") for value in cell) for cell in cells)
        print(f"| {method} | {said} |", flush=True)


def main(data, *parts):
    inner = Path(data) / "summarization"
    data = inner if inner.exists() else Path(data)
    recto = build("recto-cli") / "recto"
    with tempfile.TemporaryDirectory() as folder:
        for part in parts or PARTS:
            print(f"\n{part}\n", flush=True)
            match part:
                case "peers":
                    peers(recto, data, Path(folder))
                case "growth":
                    growth(recto, Path(folder))
                case "quality":
                    quality(recto, data, Path(folder))
                case _:
                    sys.exit(f"no part {part}")


if __name__ == "__main__":
    main(*sys.argv[1:]) if len(sys.argv) > 1 else sys.exit(__doc__)
