"""Segmentation, recto beside NLTK's TextTiling, and how recto grows: prints tables.

    python3 bench/segment/run.py DATA [PART...]

DATA is the folder of the corpora (DATA/segmentation/ai or DATA/ai). Parts are `peers`,
`growth` and `exact`; all of them without one. Every measurement is a whole cold process:
CPU seconds (user and system), wall clock and peak memory. Medians of five runs. Peers
are installed into bench/.venv on the first run.
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


def measure(command):
    """CPU seconds, wall seconds and peak memory in MB of one run."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"failed: {command}")
    wall = time.monotonic() - start
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024


def median(command, runs=RUNS):
    rows = [measure(command) for _ in range(runs)]
    return [statistics.median(column) for column in zip(*rows)]


def build():
    commands = [
        ["-p", "recto-cli"],
        ["-p", "recto-segment", "--example", "exact_vs_aps"],
    ]
    for command in commands:
        subprocess.run(["cargo", "build", "--release", "--quiet", *command], cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
    return target / "recto", target / "examples" / "exact_vs_aps"


def python():
    program = VENV / "bin" / "python"
    if not program.exists():
        venv.create(VENV, with_pip=True)
    subprocess.run([program, "-m", "pip", "-q", "install", "nltk", "numpy", "stop-words"], check=True)
    return program


def quality(recto, reference, output):
    command = [recto, "eval", "segmentation", reference, output, "--format", "json"]
    scores = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["scores"]
    return [scores[name] for name in ("windowdiff", "f1", "b", "segments")]


def peers(recto, data, folder):
    inner = data / "segmentation" / "ai"
    source = inner if inner.is_dir() else data / "ai"
    texts = folder / "ai"
    texts.mkdir()
    for path in sorted(source.glob("*.txt")):
        if not path.name.endswith(".dev.txt"):
            (texts / path.name).write_bytes(path.read_bytes())
    print("| program | runs | CPU s | wall s | peak MB | WindowDiff | F1 | B | segments |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    script = Path(__file__).with_name("peers.py")
    out = folder / "nltk"
    out.mkdir()
    nltk = [python(), script, texts, out]
    default = [recto, "segment", texts, "--unit", "line", "-o", folder / "auto.json"]
    tiling = [*default[:-1], folder / "tiling.json", "--method", "texttiling"]
    rows = [
        ("recto", default, RUNS, folder / "auto.json"),
        ("recto --method texttiling", tiling, RUNS, folder / "tiling.json"),
        ("NLTK TextTilingTokenizer", nltk, 5, out),
    ]
    seconds = {}
    for name, command, runs, output in rows:
        cpu, wall, peak = median(command, runs)
        seconds[name] = cpu
        windowdiff, f1, b, segments = quality(recto, texts, output)
        print(
            f"| {name} | {runs} | {cpu:.3f} | {wall:.3f} | {peak:.0f} "
            f"| {windowdiff:.3f} | {f1:.3f} | {b:.3f} | {segments:.1f} |",
            flush=True,
        )
    last = seconds["NLTK TextTilingTokenizer"]
    for name in list(seconds)[:2]:
        print(f"\n{name}: {last / seconds[name]:.0f} times less CPU than NLTK")


def made(path, words):
    """Sentences of made-up words; the topic changes every 30 to 90 sentences."""
    rng = random.Random(1)
    syllables = [a + b for a in "bdfgklmnprst" for b in ("a", "e", "i", "o", "un", "ar", "el")]
    word = lambda i: syllables[i % 84] + syllables[i // 84 % 84] + syllables[i // 7056 % 84]
    common = "the of and in with was that from they were into over a to for it on as by".split()
    with path.open("w", encoding="utf-8") as file:
        written = left = topic = 0
        while written < words:
            if left == 0:
                left, topic = rng.randint(30, 90), rng.randrange(50_000)
            left -= 1
            draws = [rng.random() for _ in range(rng.randint(8, 30))]
            sentence = [
                common[int(x * 2 * len(common))] if x < 0.5
                else word(topic + int((x - 0.5) * 400)) if x < 0.65
                else word(int(50_000 ** ((x - 0.65) / 0.35)))
                for x in draws
            ]
            file.write(" ".join(sentence).capitalize())
            file.write(".\n\n" if left % 6 == 0 else ". ")
            written += len(sentence)


def growth(recto, folder):
    print("| words | MB | CPU s | wall s | peak MB |")
    print("|---:|---:|---:|---:|---:|")
    for power in (4, 5, 6, 7):
        path = folder / f"{power}.txt"
        made(path, 10**power)
        command = [recto, "segment", path, "--threads", "1", "--format", "json"]
        cpu, wall, peak = median(command, RUNS if power < 7 else 3)
        size = path.stat().st_size / 1e6
        print(
            f"| 10^{power} | {size:.2f} | {cpu:.3f} | {wall:.3f} | {peak:.0f} |", flush=True
        )


def main(data, *parts):
    recto, example = build()
    wanted = parts or ("peers", "growth", "exact")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        if "peers" in wanted:
            peers(recto, Path(data), folder)
        if "growth" in wanted:
            growth(recto, folder)
    if "exact" in wanted:
        subprocess.run([example], check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
