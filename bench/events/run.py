"""Sub-events of streams, recto beside change-point and drift detectors: prints tables.

    python3 bench/events/run.py DATA [--until NAME=TIME]...

DATA is the folder of the corpora (DATA/events or the folder itself): streams `NAME.jsonl.gz`
of rows with time and text beside references `NAME.subevents.jsonl` with time and tier. With
--until, the stream whose name holds NAME is scored up to TIME only. Scores are worked out
here, apart from recto's own: detections and references are matched one to one within a
tolerance; a detection that matches no core reference but one of tier ext counts neither way;
the chance level is the mean of 1,000 draws of as many times, uniform over the stream.
Peers see counts of messages, not words: PELT and Page-Hinkley are run with five settings each
and the best is shown, which favours them. They come from PyPI into bench/.venv.
"""

import argparse
import gzip
import json
import random
import resource
import statistics
import subprocess
import sys
import venv
from datetime import datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / "bench" / ".venv"
TOLERANCES = [60, 90, 120]

PEERS = """
import json, sys
import numpy as np, ruptures, river.drift
counts = np.array(json.load(sys.stdin), float)
found = {}
roots = np.sqrt(counts)
noise = np.median(np.abs(np.diff(roots))) ** 2 / (2 * 0.4549)
for factor in [1, 2, 4, 8, 16]:
    cuts = ruptures.Pelt(model="l2", min_size=2, jump=1).fit(roots).predict(pen=2 * factor * noise * np.log(len(roots)))
    edges = [0, *cuts]
    means = [roots[a:b].mean() for a, b in zip(edges, edges[1:])]
    found[f"ruptures PELT, penalty x {factor}"] = [c for c, a, b in zip(cuts, means, means[1:]) if b > a]
for factor in [1, 2, 4, 8, 16]:
    detector = river.drift.PageHinkley(min_instances=4, delta=0.005, threshold=factor * counts.std(), mode="up")
    ups = []
    for i, count in enumerate(counts):
        detector.update(count)
        if detector.drift_detected:
            ups.append(i)
    found[f"river PageHinkley, threshold x {factor}"] = ups
print(json.dumps({name: [int(i) for i in cuts] for name, cuts in found.items()}))
"""


def seconds(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def matched(found, wanted, tolerance):
    """The largest one-to-one matching on a line: indices of `found` that have a partner."""
    pairs, j = [], 0
    order = sorted(range(len(found)), key=lambda i: found[i])
    wanted = sorted(wanted)
    for i in order:
        while j < len(wanted) and wanted[j] < found[i] - tolerance:
            j += 1
        if j < len(wanted) and abs(wanted[j] - found[i]) <= tolerance:
            pairs.append(i)
            j += 1
    return pairs


def score(found, core, ext, tolerance):
    hits = set(matched(found, core, tolerance))
    rest = [t for i, t in enumerate(found) if i not in hits]
    neutral = len(matched(rest, ext, tolerance))
    judged = len(found) - neutral
    precision = len(hits) / judged if judged else 0.0
    recall = len(hits) / len(core)
    f = 2 * precision * recall / (precision + recall) if hits else 0.0
    return precision, recall, f


def corrected(found, core, ext, tolerance, span):
    draw = random.Random(0)
    chance = statistics.fmean(
        score([draw.uniform(*span) for _ in found], core, ext, tolerance)[2] for _ in range(1000)
    )
    return (score(found, core, ext, tolerance)[2] - chance) / (1 - chance)


def recto(path, flags):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [ROOT / "target/release/recto", "events", path, "--quiet", "--format", "json", *flags]
    out = subprocess.run(command, check=True, capture_output=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return [seconds(event["peak"]) for event in json.loads(out)["events"]], cpu


def steepest(times, start, n):
    """The n minutes whose count rises most over the minute before."""
    counts = {}
    for t in times:
        counts[int((t - start) // 60)] = counts.get(int((t - start) // 60), 0) + 1
    rises = sorted(counts, key=lambda m: (counts.get(m - 1, 0) - counts[m], m))
    return [start + 60 * m + 30 for m in rises[:n]]


def python():
    path = VENV / "bin" / "python"
    if not path.exists():
        venv.create(VENV, with_pip=True)
    subprocess.run([path, "-m", "pip", "install", "-q", "ruptures", "river"], check=True)
    return path


METHODS = [
    ("recto auto", []),
    ("recto auto, profile stream", ["--profile", "stream"]),
    ("recto spike", ["--method", "spike"]),
    ("recto participant-spike", ["--method", "participant-spike"]),
    ("recto participant-spike, as published", ["--method", "participant-spike", "--paper"]),
    ("recto mixture, as published", ["--paper"]),
]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("data", type=Path)
    options.add_argument("--until", action="append", default=[])
    options = options.parse_args()
    folder = options.data / "events" if (options.data / "events").is_dir() else options.data
    until = dict(one.split("=", 1) for one in options.until)
    subprocess.run(["cargo", "build", "--release", "--locked"], cwd=ROOT, check=True)
    peer = python()
    table = {}
    names = []
    for path in sorted(folder.glob("*.jsonl.gz")):
        name = path.name.removesuffix(".jsonl.gz")
        names.append(name)
        rows = [json.loads(line) for line in path.with_name(f"{name}.subevents.jsonl").read_text().splitlines()]
        with gzip.open(path, "rt") as lines:
            times = sorted(seconds(json.loads(line)["time"]) for line in lines)
        end = next((seconds(value) for key, value in until.items() if key in name), times[-1])
        core = [seconds(row["time"]) for row in rows if row["tier"] == "core"]
        ext = [seconds(row["time"]) for row in rows if row["tier"] != "core"]
        found = {}
        for method, flags in METHODS:
            found[method], cpu = recto(path, flags)
            print(f"{name}: {method}: {cpu:.2f} CPU s, {len(found[method])} events", file=sys.stderr)
        inside = [t for t in times if t <= end]
        counts = [0] * (int((inside[-1] - inside[0]) // 30) + 1)
        for t in inside:
            counts[int((t - inside[0]) // 30)] += 1
        out = subprocess.run([peer, "-c", PEERS], input=json.dumps(counts), text=True, check=True, capture_output=True)
        for method, cuts in json.loads(out.stdout).items():
            found[method] = [inside[0] + 30 * cut + 15 for cut in cuts]
        n = sum(t <= end for t in found["recto auto"])
        found["N steepest minutes"] = steepest(inside, inside[0], n)
        for method, peaks in found.items():
            peaks = [t for t in peaks if t <= end]
            figures = {"n": len(peaks)}
            for tolerance in TOLERANCES:
                _, recall, f = score(peaks, core, ext, tolerance)
                figures[tolerance] = (recall, f, corrected(peaks, core, ext, tolerance, (inside[0], end)))
            table.setdefault(method, {})[name] = figures
    mean = {
        method: statistics.fmean(row[name][t][2] for name in names for t in (60, 120))
        for method, row in table.items()
    }
    best = {}
    for method in table:
        family = method.split(",")[0] if method.startswith(("ruptures", "river")) else method
        if family not in best or mean[method] > mean[best[family]]:
            best[family] = method
    print("| method | " + " | ".join(names) + " | recall | corrected F, 60 and 120 s | F, 90 s |")
    print("|---|" + "---:|" * (len(names) + 3))
    for method in best.values():
        row = table[method]
        each = [f"{row[n][120][0]:.2f} {row[n][60][2]:.2f} {row[n][120][2]:.2f} ({row[n]['n']})" for n in names]
        recall = statistics.fmean(row[n][120][0] for n in names)
        f90 = statistics.fmean(row[n][90][1] for n in names)
        print(f"| {method} | " + " | ".join(each) + f" | {recall:.2f} | {mean[method]:.2f} | {f90:.2f} |")
    print("\nPer stream: recall at 120 s, corrected F at 60 s and at 120 s, number of detections.")


main()
