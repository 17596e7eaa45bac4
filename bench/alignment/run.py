"""Word alignment, recto beside eflomal, and how recto grows: prints tables.

    python3 bench/alignment/run.py DATA [--report | --speed]

DATA is the folder of the corpora (DATA/alignment or the folder itself). Without an option:
precision, recall and F of links on the pairs whose SHA-256 of the id ends in an even byte,
those that settings are chosen on; `--report` scores the others. Every program gets the words
of all pairs of a set, without their links. eflomal (default iterations, intersection of both
directions) also gets a pair (w, w) for every word; it draws by lot, so its row is the mean of
RECTO_ROUNDS runs (default 3), with the lowest and the highest F.

`--speed` times recto on made texts and beside eflomal. CPU seconds are those of whole
processes on one thread, user and system, the median of the rounds. Made texts are seeded. EM
of recto stops before the tenth iteration where it gains nothing more. The peer is installed
into bench/.venv on the first run.
"""

import hashlib
import itertools
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / "bench" / ".venv"
ROUNDS = int(os.environ.get("RECTO_ROUNDS", "3"))
SETS = ("msr-rte2", "edinburgh", "stitched-rte2", "mtref")
METHODS = {"auto": [], **{f"cut-paste, cutoff {n}": ["--method", "cut-paste", "--cutoff", n] for n in (1, 2, 3)}}
VOCABULARY = 40_000


def build():
    command = ["cargo", "build", "--release", "--quiet", "-p", "recto-cli", "--locked"]
    subprocess.run(command, cwd=ROOT, check=True)
    return Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "recto"


def peer():
    program = VENV / "bin" / "python"
    if not program.exists():
        venv.create(VENV, with_pip=True)
    subprocess.run([program, "-m", "pip", "-q", "install", "eflomal==2.0.0"], check=True)
    return [program, VENV / "bin" / "eflomal-align"]


def measure(command):
    """What a process printed, its CPU and wall seconds, and its peak in MB, children included."""
    with tempfile.TemporaryFile("w+") as output:
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        command = [str(part) for part in command]
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
        if status != 0:
            sys.exit(f"failed: {command}")
        output.seek(0)
        return output.read(), usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024


# Links and their scores


def read(data, name):
    with (data / f"{name}.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def is_reported(row):
    return hashlib.sha256(row["id"].encode()).digest()[-1] % 2 == 1


def ignored():
    """The words that content scores leave out, from the source of the metric."""
    source = (ROOT / "crates/recto-align/src/metrics.rs").read_text()
    listed = re.search(r"IGNORED: \[&str; (\d+)\] = (\[.*?\]);", source, re.S)
    words = json.loads(re.sub(r",\s*\]", "]", listed[2]))
    assert len(words) == int(listed[1])
    return set(words)


def links(text):
    """The links of each line of the Pharaoh format."""
    return [{tuple(map(int, link.split("-"))) for link in line.split()} for line in text.splitlines()]


def score(rows, found, report, ignored):
    """Precision, recall and F of all links and of those of content words, added up over pairs."""
    assert len(found) == len(rows)
    counts = [[0, 0, 0, 0], [0, 0, 0, 0]]
    for row, linked in zip(rows, found):
        if is_reported(row) != report:
            continue
        sure = set(map(tuple, row["sure"]))
        allowed = sure | set(map(tuple, row["possible"]))
        keeps = {
            (i, j)
            for i, j in linked | sure
            if row["document"][i].lower() not in ignored and row["summary"][j].lower() not in ignored
        }
        for count, kept in zip(counts, (linked | sure, keeps)):
            for at, part in enumerate((linked, linked & allowed, linked & sure, sure)):
                count[at] += len(part & kept)
    return [number for found, right, hit, sure in counts for number in prf(right / found, hit / sure)]


def prf(precision, recall):
    return precision, recall, 2 * precision * recall / (precision + recall)


def by_recto(recto, file, *flags):
    command = [recto, "align", "--pairs", file, "--format", "pharaoh", "--threads", "1", *flags]
    printed, cpu, _, _ = measure(command)
    return links(printed), cpu


def seeds(rows):
    """Each word of the joint vocabulary."""
    return sorted({word.lower() for row in rows for side in ("document", "summary") for word in row[side]})


def by_eflomal(eflomal, folder, rows):
    """Links of both directions, and CPU seconds."""
    words = seeds(rows)
    for side in ("document", "summary"):
        lines = [" ".join(row[side]) for row in rows] + words
        (folder / side).write_text("".join(line + "\n" for line in lines))
    forward, reverse = folder / "forward", folder / "reverse"
    options = ["--overwrite", "-s", folder / "document", "-t", folder / "summary", "-f", forward, "-r", reverse]
    _, cpu, _, _ = measure([*eflomal, *options])
    both = [a & b for a, b in zip(links(forward.read_text()), links(reverse.read_text()), strict=True)]
    assert len(both) == len(rows) + len(words)
    return both[: len(rows)], cpu


def words_only(rows, file):
    """Writes pairs without the links that people made."""
    with file.open("w") as lines:
        for row in rows:
            row = {key: value for key, value in row.items() if key not in ("sure", "possible")}
            lines.write(json.dumps(row) + "\n")


def runs(program):
    """The links and CPU seconds of each round."""
    return [program() for _ in range(ROUNDS)]


def quality(data, recto, eflomal, report):
    dropped = ignored()
    print("| set | pairs | program | all: P | R | F | content: P | R | F | CPU s |")
    print("|---|---:|---|---:|---:|---:|---:|---:|---:|---:|")
    for name in SETS:
        rows = read(data, name)
        pairs = sum(is_reported(row) == report for row in rows)
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            words_only(rows, folder / "pairs.jsonl")
            programs = {
                f"recto {method}": lambda flags=flags: by_recto(recto, folder / "pairs.jsonl", *flags)
                for method, flags in METHODS.items()
            }
            programs["eflomal"] = lambda: by_eflomal(eflomal, folder, rows)
            for program, run in programs.items():
                found = runs(run)
                scores = list(zip(*(score(rows, linked, report, dropped) for linked, _ in found)))
                shown = " | ".join(figure(column, at % 3 == 2) for at, column in enumerate(scores))
                cpu = statistics.median(cpu for _, cpu in found)
                print(f"| {name} | {pairs} | {program} | {shown} | {cpu:.2f} |", flush=True)


def figure(column, with_range):
    mean = f"{statistics.fmean(column):.4f}"
    low, high = min(column), max(column)
    return f"{mean} ({low:.3f}–{high:.3f})" if with_range and low < high else mean


# Speed


def vocabulary(rng):
    """Words of two to five syllables, and how often each one is drawn by the law of Zipf."""
    syllables = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
    words = dict.fromkeys(())
    while len(words) < VOCABULARY:
        words["".join(rng.choices(syllables, k=rng.randint(2, 5)))] = None
    return list(words), list(itertools.accumulate(1 / rank for rank in range(1, VOCABULARY + 1)))


def made(rng, words, weights, source, target):
    """A document and a summary with 60 % of its words copied, in runs of 1 to 5 words."""
    document = rng.choices(words, cum_weights=weights, k=source)
    summary = []
    while len(summary) < target:
        if rng.random() < 1 / 3:  # a run has 3 words on average, so 3 of 5 words are copied
            start = rng.randrange(source)
            summary += document[start : start + rng.randint(1, 5)]
        else:
            summary += rng.choices(words, cum_weights=weights)
    return document, summary[:target]


def starts(rng, count):
    """Sentences of 10 to 30 words, as the first word of each."""
    found = [0]
    while (following := found[-1] + rng.randint(10, 30)) < count:
        found.append(following)
    return found


def prose(rng, words):
    bounds = starts(rng, len(words)) + [len(words)]
    sentences = (" ".join(words[a:b]).capitalize() + ".\n" for a, b in itertools.pairwise(bounds))
    return "".join(sentences)


def one_document(folder):
    rng = random.Random(1)
    document, summary = made(rng, *vocabulary(rng), 20_000, 500)
    (folder / "document.txt").write_text(prose(rng, document))
    (folder / "summary.txt").write_text(prose(rng, summary))
    return [folder / "document.txt", folder / "summary.txt"]


def many_pairs(folder):
    rng = random.Random(2)
    words, weights = vocabulary(rng)
    with (folder / "made.jsonl").open("w") as lines:
        for at in range(2033):
            document, summary = made(rng, words, weights, 511, 128)
            sentences = {f"{side}_sentences": starts(rng, n) for side, n in (("document", 511), ("summary", 128))}
            lines.write(json.dumps({"id": str(at), "document": document, "summary": summary, **sentences}) + "\n")
    return ["--pairs", folder / "made.jsonl", "--iterations", "10", "--format", "pharaoh"]


def rte2(folder, rows, with_seeds):
    sides = [(row["document"], row["summary"]) for row in rows]
    sides += [([word], [word]) for word in seeds(rows)] if with_seeds else []
    file = folder / "rte2"
    file.write_text("".join(f"{' '.join(document)} ||| {' '.join(summary)}\n" for document, summary in sides))
    return ["--pairs", file, "--iterations", "10", "--format", "pharaoh"]


def timed(what, command, limit=""):
    measured = [measure(command)[1:] for _ in range(ROUNDS)]
    cpu, wall, peak = (statistics.median(column) for column in zip(*measured))
    print(f"| {what} | {cpu:.2f} | {wall:.2f} | {peak:.0f} | {limit} |", flush=True)


def speed(data, recto, eflomal):
    print("| work | CPU s | wall s | peak MB | limit |")
    print("|---|---:|---:|---:|---|")
    align = [recto, "align", "--lang", "en", "--threads", "1"]
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        one = one_document(folder)
        timed("recto, one document, 20,000 and 500 words", [*align, *one, "--format", "json"], "2 s, 300 MB")
        timed("recto, 2,033 pairs, at most 10 iterations", [*align, *many_pairs(folder)], "180 s of CPU")
        rows = read(data, "msr-rte2")
        timed("recto, RTE-2, at most 10 iterations", [*align, *rte2(folder, rows, False)])
        timed("recto, RTE-2 and seeds, at most 10 iterations", [*align, *rte2(folder, rows, True)])
        options = ["--overwrite", "-i", folder / "rte2", "-f", folder / "forward", "-r", folder / "reverse"]
        timed("eflomal, RTE-2 and seeds, both directions", [*eflomal, *options])


def main(data, *options):
    inner = Path(data) / "alignment"
    data = inner if inner.exists() else Path(data)
    recto, eflomal = build(), peer()
    if "--speed" in options:
        speed(data, recto, eflomal)
    else:
        quality(data, recto, eflomal, "--report" in options)


if __name__ == "__main__":
    wrong = len(sys.argv) not in (2, 3) or not set(sys.argv[2:]) <= {"--report", "--speed"}
    sys.exit(__doc__) if wrong else main(*sys.argv[1:])
