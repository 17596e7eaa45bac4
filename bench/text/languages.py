"""Language detection, recto beside whatlang, whichlang and lingua: prints two tables.

    python3 bench/text/languages.py DATA

DATA/languages has one file per language with a sentence a line. The first table is about single texts: 100
sentences of six words and more of each language, those of them with less than ten words, and sentences in
languages that recto does not know, which are right if they are not given one that it knows. The second is
about piles of one language: 200 sentences of each, and the first two to five words of each sentence. Detectors
see every text alone, except in the row `recto, one pile`. Nynorsk counts as Norwegian.

recto was fitted on most of these sentences; `fit_languages.py DATA --check 0` shows how much that matters.
"""

import collections
import random
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
DETECTORS = ["recto", "recto, one pile", "whatlang", "whichlang", "lingua"]
KNOWN = "en de fr es it pt nl sv da no fi ru pl ro hu tr el ar hi vi zh ja".split()


def build():
    manifest = HERE / "detectors" / "Cargo.toml"
    subprocess.run(["cargo", "build", "--release", "--quiet", "--manifest-path", manifest], check=True)
    return HERE / "detectors" / "target" / "release" / "language-detectors"


def detect(program, name, texts):
    """Codes of the texts, and seconds."""
    lines = "\n".join(" ".join(text.split()) for text in texts) + "\n"
    run = subprocess.run([program, name], input=lines, capture_output=True, text=True, check=True)
    codes = ["no" if code in ("nb", "nn", "nno") else code for code in run.stdout.split("\n")[:-1]]
    return codes, float(run.stderr)


def is_right(language, code):
    return code == language if language in KNOWN else code not in KNOWN


def share(pairs):
    return sum(is_right(*pair) for pair in pairs) / max(1, len(pairs))


def main(data):
    rng, sentences = random.Random(3), collections.defaultdict(list)
    for path in sorted(Path(data, "languages").glob("*.txt")):
        lines = [line for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]
        rng.shuffle(lines)
        sentences["no" if path.stem == "nn" else path.stem] += lines[:400]
    program = build()
    mixed = [
        (language, text)
        for language, texts in sentences.items()
        for text in [text for text in texts if len(text.split()) >= 6][:100]
    ]
    print("| detector | six words and more | six to nine words | other languages | MB/s |")
    print("|---|---:|---:|---:|---:|")
    for name in DETECTORS:
        codes, seconds = detect(program, name, [text for _, text in mixed])
        pairs = [(language, code) for (language, _), code in zip(mixed, codes)]
        known = [pair for pair in pairs if pair[0] in KNOWN]
        short = [p for p, (_, text) in zip(pairs, mixed) if p[0] in KNOWN and len(text.split()) < 10]
        other = [pair for pair in pairs if pair[0] not in KNOWN]
        megabytes = sum(len(text.encode()) for _, text in mixed) / 1e6
        print(f"| {name} | {share(known):.3f} | {share(short):.3f} | {share(other):.3f} | {megabytes / seconds:.1f} |")
    print()
    print("| detector | sentences, mean | worst | fragments, mean | worst |")
    print("|---|---:|---|---:|---|")
    piles = {language: texts[:200] for language, texts in sentences.items() if language in KNOWN}
    fragments = {
        language: [" ".join(text.split()[: rng.choice([2, 3, 4, 5])]) for text in texts]
        for language, texts in piles.items()
    }
    for name in DETECTORS:
        cells = []
        for texts_of in (piles, fragments):
            shares = {
                language: share([(language, code) for code in detect(program, name, texts)[0]])
                for language, texts in texts_of.items()
            }
            worst = min(shares, key=shares.get)
            cells.append(f"{sum(shares.values()) / len(shares):.3f} | {worst} {shares[worst]:.3f}")
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
