"""How every command grows with the text: prints one table.

    python3 bench/growth/run.py [NAME...]

Text is made from a seed: words by the law of Zipf over 40,000, ten subjects with words of their
own, sentences of 8 to 24 words, documents of 20 sentences. Each command reads 10^3, 10^4, 10^5 and
10^6 sentences, as far as a run is expected to end within RECTO_SECONDS CPU seconds (default 120)
and its sizes allow. CPU seconds (user and system) and peak MB are those of whole processes on one
thread, one run each. The power is the slope of log CPU seconds over log sentences from 10^4 on,
or over all sizes if there are fewer than two above: below, the start of the process counts most.
NAME picks rows by their first words.
"""

import json
import math
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECONDS = float(os.environ.get("RECTO_SECONDS", "120"))
SIZES = (1_000, 10_000, 100_000, 1_000_000)
SYLLABLES = [a + b for a in "bdfgklmnprst" for b in ("a", "e", "i", "o", "un", "ar", "el")]


def word(i):
    return SYLLABLES[i % 84] + SYLLABLES[i // 84 % 84] + SYLLABLES[i // 7056 % 84]


WORDS = [word(i) for i in range(40_000)]
GOOD, BAD = ("good great excellent lovely happy".split(), "bad awful poor terrible sad".split())


def sentence(draw, subject):
    """8 to 24 words, word r with a chance of about 1 / r, one in six of the subject's own."""
    words = []
    for _ in range(draw.randint(8, 24)):
        r = int(40_000 ** draw.random())
        if draw.random() < 1 / 6:
            r = 100 + (r * 10 + subject) % 39_900
        words.append(WORDS[r])
    return " ".join(words).capitalize() + "."


def documents(n, size, seed):
    """n sentences in documents of so many, each with its subject."""
    draw = random.Random(seed)
    for start in range(0, n, size):
        subject = draw.randrange(10)
        yield subject, [sentence(draw, subject) for _ in range(min(size, n - start))]


def rows(path, n, size, seed, row):
    with path.open("w") as to:
        for i, (subject, sentences) in enumerate(documents(n, size, seed)):
            print(json.dumps({"id": str(i), **row(i, subject, sentences)}), file=to)
    return path


def text(_, __, sentences):
    return {"text": "\n".join(sentences)}


def pile(folder, n):
    return [rows(folder / "pile.jsonl", n, 20, 0, text)]


def long_documents(folder, n):
    return [rows(folder / "long.jsonl", n, 100, 0, text)]


def two_piles(folder, n):
    first = rows(folder / "a.jsonl", n // 2, 20, 0, text)
    second = rows(folder / "b.jsonl", n // 2, 20, 1, text)
    return [f"a={first}", f"b={second}"]


def one_text(folder, n):
    """One text, another subject for every fifty sentences."""
    path = folder / "text.txt"
    path.write_text("\n".join(s for _, part in documents(n, 50, 0) for s in part))
    return [path]


def pairs(folder, n):
    """Documents with two of their sentences as the summary."""
    def pair(_, __, sentences):
        return {"document": "\n".join(sentences), "summary": "\n".join(sentences[:2])}

    return ["--pairs", rows(folder / "pairs.jsonl", n, 20, 0, pair)]


def opinions(folder, n):
    """Documents of two sentences with words of opinion, one in ten labelled."""
    draw = random.Random(2)

    def row(i, subject, sentences):
        words = GOOD if subject % 2 else BAD
        said = " ".join([*sentences, *draw.choices(words, k=2)])
        return {"text": said, **({"label": "pos" if subject % 2 else "neg"} if i % 10 == 0 else {})}

    return [rows(folder / "opinions.jsonl", n, 2, 0, row)]


def messages(folder, n):
    """A message a sentence, ten a second, one subject a minute."""
    draw = random.Random(3)
    path = folder / "messages.jsonl"
    with path.open("w") as to:
        for i in range(n):
            time = f"2024-01-{1 + i // 864_000:02}T{i // 36_000 % 24:02}:{i // 600 % 60:02}:{i // 10 % 60:02}Z"
            print(json.dumps({"id": str(i), "text": sentence(draw, i // 600 % 10), "time": time}), file=to)
    return [path]


def summaries(folder, n):
    """Rows of five sentences as a reference, and the first two of them as a summary."""
    whole = rows(folder / "human.jsonl", n, 5, 0, lambda _, __, s: {"references": ["\n".join(s)]})
    short = rows(folder / "lead.jsonl", n, 5, 0, lambda _, __, s: {"summary": "\n".join(s[:2])})
    return [whole, short]


EN = ["--lang", "en"]
# What is run, on what, and up to how many sentences it makes sense.
COMMANDS = [
    (["read", *EN], pile, 10**6),
    (["summarize", *EN], pile, 10**6),
    (["summarize", "--method", "mds", *EN], pile, 10**6),
    (["summarize", "--method", "lexrank", *EN], pile, 10**6),
    (["compare", *EN], two_piles, 10**6),
    (["compare", "--method", "cds", *EN], two_piles, 10**6),
    (["segment", *EN], long_documents, 10**6),
    (["authors", *EN], one_text, 10**5),
    (["topics", "--topics", "10", *EN], pile, 10**6),
    (["align"], pairs, 10**5),
    (["classify", *EN], opinions, 10**6),
    (["events", *EN], messages, 10**6),
    (["eval", "rouge"], summaries, 10**6),
]


def build():
    subprocess.run(["cargo", "build", "--release", "--quiet", "-p", "recto-cli"], cwd=ROOT, check=True)
    return Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "recto"


def measure(command):
    """Exit code, CPU seconds and peak MB of a process."""
    process = subprocess.Popen([str(part) for part in command], stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    return status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def power(points):
    """Slope of log seconds over log sentences, by least squares."""
    large = [point for point in points if point[0] >= 10_000]
    points = large if len(large) > 1 else points
    if len(points) < 2:
        return None
    x, y = [[math.log(value) for value in column] for column in zip(*points)]
    middle, height = sum(x) / len(x), sum(y) / len(y)
    rise = sum((a - middle) * (b - height) for a, b in zip(x, y))
    return rise / sum((a - middle) ** 2 for a in x)


def grow(recto, command, make, most):
    """A cell for each size, and the power."""
    points, cells = [], []
    for n in SIZES:
        expected = points[-1][1] * n / points[-1][0] if points else 0
        if n > most or expected > SECONDS or (cells and cells[-1] == ""):
            cells.append("")
            continue
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            files = make(folder, n)
            status, cpu, peak = measure(
                [recto, *command, *files, "--threads", 1, "-q", "-o", folder / "out.json"]
            )
        if status != 0:
            cells.append("failed")
            break
        points.append((n, cpu))
        cells.append(f"{cpu:.2f}, {peak:.0f}")
    cells += [""] * (len(SIZES) - len(cells))
    slope = power(points)
    return cells, "" if slope is None else f"{slope:.2f}"


def main(names):
    recto = Path(os.environ["RECTO"]) if "RECTO" in os.environ else build()
    print("| command |", " | ".join(f"{n:,}" for n in SIZES), "| power |")
    print("|---|" + "---:|" * (len(SIZES) + 1))
    for command, make, most in COMMANDS:
        name = " ".join(part for part in command if part not in EN)
        if names and not any(name.startswith(wanted) for wanted in names):
            continue
        cells, slope = grow(recto, command, make, most)
        print(f"| `{name}` |", " | ".join(cells), f"| {slope} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
