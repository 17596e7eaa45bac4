"""Topics, recto beside tomotopy, scikit-learn and gensim, and how recto grows: prints tables.

    python3 bench/topics/run.py DATA [PART...]

DATA is the folder of the corpora (DATA/topics/reuters_multi.jsonl or DATA/reuters_multi.jsonl).
Parts are `peers`, `models`, `clusters`, `merge`, `growth` and `memory`; all of them without one. recto
analyses the text and exports counts and held-out splits, so that all programs see the same
matrix and the same words. CPU seconds are those of the fit alone, on one thread; perplexity is
that of document completion. RECTO_SEEDS sets the number of seeds (default 5, and twice as many
for clusters). Peers are installed into bench/.venv on the first run.
"""

import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import venv
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / "bench" / ".venv"
SEEDS = int(os.environ.get("RECTO_SEEDS", "5"))
PEERS = ("tomotopy", "scikit-learn", "gensim")
PARTS = ("peers", "models", "clusters", "merge", "growth", "memory")


def build():
    command = ["cargo", "build", "--release", "--quiet", "-p", "recto-topics", "--example", "topics_bench"]
    subprocess.run(command, cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
    return target / "examples" / "topics_bench"


def python():
    program = VENV / "bin" / "python"
    if not program.exists():
        venv.create(VENV, with_pip=True)
    install = [program, "-m", "pip", "-q", "install", "tomotopy", "scikit-learn", "gensim", "numpy", "scipy"]
    subprocess.run(install, check=True)
    return program


def lines(command):
    one = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    output = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=True, env={**os.environ, **one}
    ).stdout
    return [json.loads(line) for line in output.splitlines() if line.startswith("{")]


def means(rows, *names):
    return [statistics.fmean(row[name] for row in rows) for name in names]


def peers(bench, file, folder):
    """Time and perplexity of every program, five seeds each."""
    program = python()
    lines([bench, "export", file, folder, SEEDS])
    print("| program | topics | CPU s, median | perplexity, mean | of each seed |")
    print("|---|---:|---:|---:|---|")
    for topics in (10, 30):
        rows = {
            f"recto {method}": lines([bench, "perplexity", file, method, topics, SEEDS])
            for method in ("plsa", "plsa:30", "lda", "lda:15")
        }
        for tool in PEERS:
            script = Path(__file__).with_name("peers.py")
            rows[tool] = [
                row
                for seed in range(SEEDS)
                for row in lines([program, script, folder / str(seed), tool, topics, seed])
            ]
        for name, found in rows.items():
            cpu = statistics.median(row["cpu"] for row in found)
            each = " ".join(f"{row['perplexity']:.0f}" for row in found)
            (perplexity,) = means(found, "perplexity")
            print(f"| {name} | {topics} | {cpu:.2f} | {perplexity:.1f} | {each} |", flush=True)


def models(bench, file):
    """Perplexity of our models, with and without cache, beside what needs no topics."""
    print("| model | topics | cache | CPU s | perplexity | cache only | unigram |")
    print("|---|---:|---|---:|---:|---:|---:|")
    rows = [(m, t, "off") for t in (10, 30) for m in ("auto", "plsa", "sgm", "ext-plsa", "lda", "vsm")]
    rows += [(m, t, "document") for t in (10, 30) for m in ("plsa", "sgm")]
    for method, topics, cache in rows:
        found = lines([bench, "perplexity", file, method, topics, SEEDS, cache])
        cpu, perplexity, only, unigram = means(found, "cpu", "perplexity", "cache_only", "unigram")
        print(
            f"| {method} | {topics} | {cache} | {cpu:.2f} | {perplexity:.1f} | {only:.1f} | {unigram:.0f} |",
            flush=True,
        )


def clusters(bench, file):
    """24 topics, 28 clusters, against the sets of labels that 20 documents and more share."""
    print("| model | clusters by | seeds | F | E | NMI | NMI of each seed |")
    print("|---|---|---:|---:|---:|---:|---|")
    for method in ("auto", "plsa", "sgm", "ext-plsa", "lda", "vsm", "sgm-literal"):
        by = defaultdict(list)
        for row in lines([bench, "clusters", file, method, 2 * SEEDS]):
            by[row["by"]].append(row)
        for name, found in by.items():
            f, entropy, nmi = means(found, "f", "entropy", "nmi")
            each = " ".join(f"{row['nmi']:.2f}" for row in found)
            print(f"| {method} | {name} | {len(found)} | {f:.3f} | {entropy:.3f} | {nmi:.3f} | {each} |", flush=True)


def measure(command):
    """The figures of one process, and its peak memory in MB."""
    reader, writer = os.pipe()
    process = subprocess.Popen([str(part) for part in command], stdout=writer)
    os.close(writer)
    with os.fdopen(reader) as output:
        row = json.loads(output.read())
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"failed: {command}")
    return row, usage.ru_maxrss / 1024


def merge(bench):
    print("| distributions | topics | linkage | CPU s | peak MB |")
    print("|---:|---:|---|---:|---:|")
    for linkage in ("prototype", "average"):
        row, peak = measure([bench, "merge", 7000, 23, linkage])
        print(f"| 7,000 | 23 | {linkage} | {row['cpu']:.2f} | {peak:.0f} |", flush=True)


def growth(bench):
    print("| documents | tokens | method | CPU s, fit | iterations | peak MB | forecast MB |")
    print("|---:|---:|---|---:|---:|---:|---:|")
    for method in ("plsa", "lda"):
        for documents in (1000, 10_000, 100_000, 1_000_000):
            row, peak = measure([bench, "growth", documents, 20, method])
            print(
                f"| {documents:,} | {row['tokens']:,.0f} | {method} | {row['cpu_fit']:.2f} "
                f"| {row['iterations']} | {peak:.0f} | {row['forecast_mb']} |",
                flush=True,
            )


def made_rows(place, rows=100_000, topics=70):
    """Rows of 60 to 120 words by the law of Zipf: two topics each, and common words."""
    draw = random.Random(1)
    words = set()
    while len(words) < 30_000:
        words.add("".join(draw.choices("abcdefghijklmnoprstuvw", k=draw.randint(2, 7))))
    words = sorted(words)
    draw.shuffle(words)

    def zipf(some):
        return some, list(itertools.accumulate(1 / rank for rank in range(1, len(some) + 1)))

    common = zipf(words[:5000])
    subjects = [zipf(draw.sample(words, 400)) for _ in range(topics)]
    with open(place, "w") as out:
        for row in range(rows):
            first, second = draw.sample(subjects, 2)
            n = draw.randint(60, 120)
            parts = ((first, n // 2), (second, n // 5), (common, n - n // 2 - n // 5))
            text = [word for (some, sums), k in parts for word in draw.choices(some, cum_weights=sums, k=k)]
            draw.shuffle(text)
            out.write(json.dumps({"id": str(row), "text": " ".join(text).capitalize() + "."}) + "\n")


def memory(folder):
    """Peak memory of the whole command, JSON, on a file of 100,000 rows."""
    subprocess.run(["cargo", "build", "--release", "--quiet", "-p", "recto-cli"], cwd=ROOT, check=True)
    recto = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "recto"
    file = folder / "rows.jsonl"
    made_rows(file)
    print(f"{file.stat().st_size / 1e6:.0f} MB\n")
    print("| topics | iterations at most | CPU s | peak MB |")
    print("|---:|---:|---:|---:|")
    # The peak does not grow with iterations: a few are enough where the number is given.
    for topics, iterations in (("10", "100"), ("20", "100"), ("70", "6"), ("100", "6"), ("auto", "100")):
        command = [recto, "topics", file, "--topics", topics, "--iterations", iterations]
        process = subprocess.Popen([*command, "--format", "json", "--quiet"], stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        if status != 0:
            sys.exit(f"failed: {command}")
        cpu = usage.ru_utime + usage.ru_stime
        print(f"| {topics} | {iterations} | {cpu:.0f} | {usage.ru_maxrss / 1024:.0f} |", flush=True)


def main(data, *parts):
    bench = build()
    inner = Path(data) / "topics" / "reuters_multi.jsonl"
    file = inner if inner.exists() else Path(data) / "reuters_multi.jsonl"
    with tempfile.TemporaryDirectory() as folder:
        for part in parts or PARTS:
            print(f"\n{part}\n", flush=True)
            match part:
                case "peers":
                    peers(bench, file, Path(folder))
                case "models":
                    models(bench, file)
                case "clusters":
                    clusters(bench, file)
                case "merge":
                    merge(bench)
                case "growth":
                    growth(bench)
                case "memory":
                    memory(Path(folder))
                case _:
                    sys.exit(f"no part {part}")


if __name__ == "__main__":
    main(*sys.argv[1:])
