"""Labelled collections made from the shared corpora, to judge groups of documents by.

    python3 bench/topics/made_sets.py DATA FOLDER

writes FOLDER/FAMILY-NUMBER.jsonl, rows {id, text, label}: thirteen families of text, 2 to 28
classes, long documents and documents cut to 30 words. A class is what the source says it is: a
section, a newsgroup, a kind of product, a book, an article, a chapter, a meeting, an author, an
event. The draws are seeded; the same DATA gives the same files.
"""

import gzip
import json
import random
import sys
from collections import defaultdict
from pathlib import Path

SHORT = 30
RULE = "=========="


def rows(path):
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else open(path, encoding="utf-8")
    with opened as lines:
        return [json.loads(line) for line in lines]


def runs(units, words):
    """Units joined until they have as many words; a short rest is dropped."""
    made, held = [], []
    for unit in units:
        held += unit.split()
        if len(held) >= words:
            made.append(" ".join(held))
            held = []
    return made


def segmented(folder, words):
    files = sorted(folder.glob("*.txt"))
    units = {file.stem: file.read_text(encoding="utf-8").splitlines() for file in files}
    return {name: runs((u for u in lines if u != RULE), words) for name, lines in units.items()}


def bbc(data):
    classes = defaultdict(list)
    for row in rows(data / "topics/bbc.jsonl"):
        classes[row["label"]].append(row["text"])
    return classes


def reuters(data):
    classes = defaultdict(list)
    for row in rows(data / "topics/reuters_multi.jsonl"):
        classes["+".join(sorted(row["labels"]))].append(row["text"])
    return {name: texts for name, texts in classes.items() if len(texts) >= 20}


def newsgroups(data):
    classes = defaultdict(list)
    for pair in ("baseball_hockey", "ibm_mac", "med_space"):
        for row in rows(data / f"dual/ng_{pair}.jsonl.gz"):
            classes[row["label"]].append(row["text"])
    return classes


def reviews(data):
    files = ("amazon_books", "amazon_dvd", "amazon_electronics", "movies")
    return {name: [row["text"] for row in rows(data / f"dual/{name}.jsonl.gz")] for name in files}


def opinions(data):
    classes = {}
    for row in rows(data / "summarization/opinosis.jsonl"):
        classes[row["query"]] = runs(row["documents"][0].splitlines(), 60)
    return classes


def meetings(data):
    classes = {}
    for row in rows(data / "summarization/en-qmsum.jsonl"):
        classes[row["id"]] = runs(row["documents"][0].splitlines(), 150)
    return classes


def scripture(data):
    files = sorted((data / "authors/kjv").glob("*.txt"))
    return {file.stem: runs(file.read_text(encoding="utf-8").splitlines(), 150) for file in files}


def essays(data):
    files = sorted((data / "authors/essays").glob("*.txt"))
    classes = {file.stem: runs(file.read_text(encoding="utf-8").splitlines(), 200) for file in files}
    papers = [row for row in rows(data / "authors/federalist/federalist.jsonl") if row["author"] == "HAMILTON"]
    classes["hamilton"] = runs((sentence for row in papers for sentence in row["sentences"]), 200)
    return classes


def events(data):
    seen = defaultdict(dict)
    for row in rows(data / "summarization/en-timelines.jsonl"):
        for text in row["documents"]:
            seen[row["event"]][text] = None
    classes = {name: runs(texts, 60) for name, texts in seen.items()}
    for row in rows(data / "summarization/en-multinews.jsonl"):
        classes[row["id"]] = runs([p for text in row["documents"] for p in text.splitlines()], 80)
    return classes


def vietnamese(data):
    classes = {}
    for row in rows(data / "summarization/vi-news.jsonl"):
        classes[row["id"]] = runs([line for text in row["documents"] for line in text.splitlines()], 80)
    return classes


FAMILIES = {
    "bbc": (bbc, (2, 3, 4, 5)),
    "newsgroups": (newsgroups, (2, 3, 4, 6)),
    "reviews": (reviews, (2, 3, 4)),
    "reuters": (reuters, (4, 8, 14, 28)),
    "clinical": (lambda data: segmented(data / "segmentation/clinical", 100), (4, 8, 16, 28)),
    "fiction": (lambda data: segmented(data / "segmentation/fiction", 150), (3, 6, 12, 20)),
    "wiki": (lambda data: segmented(data / "segmentation/wiki", 100), (3, 6, 12, 24)),
    "opinions": (opinions, (4, 8, 16)),
    "meetings": (meetings, (2, 5, 10, 20)),
    "scripture": (scripture, (2, 3, 5)),
    "essays": (essays, (2, 3, 5)),
    "events": (events, (3, 6, 12)),
    "vietnamese": (vietnamese, (4, 10, 20)),
}
LEAST = 12


def short(texts):
    """The first words of each text, or of as many pieces as a large set needs."""
    return [" ".join(text.split()[:SHORT]) for text in texts]


def pieces(texts):
    made = []
    for text in texts:
        words = text.split()
        made += [" ".join(words[i : i + SHORT]) for i in range(0, min(len(words), 4 * SHORT) - SHORT + 1, SHORT)]
    return made


def drawn(classes, k, most, even, rng):
    names = rng.sample(sorted(name for name, texts in classes.items() if len(texts) >= LEAST), k)
    chosen = {}
    for place, name in enumerate(names):
        # Uneven sets have classes down to a quarter of the largest.
        size = most if even else max(LEAST, most * (k + 3 * (k - 1 - place)) // (4 * k))
        chosen[name] = rng.sample(classes[name], min(size, len(classes[name])))
    return chosen


def made(classes, counts, rng):
    """Collections of one family: (kind, documents by class)."""
    available = sum(len(texts) >= LEAST for texts in classes.values())
    for place, k in enumerate(min(k, available) for k in counts):
        yield "long", drawn(classes, k, (60, 150, 300, 1000)[place % 4], place % 2 == 0, rng)
        yield "long", drawn(classes, k, (400, 40, 100, 60)[place % 4], place % 2 == 1, rng)
        cut = {name: short(texts) for name, texts in classes.items()}
        yield "short", drawn(cut, k, (500, 1000, 100, 200)[place % 4], place % 2 == 0, rng)
    k = min(counts[1], available)
    yield "short", drawn({name: pieces(texts) for name, texts in classes.items()}, k, 6000 // k, True, rng)


def write(path, chosen, rng):
    documents = [(label, text) for label, texts in chosen.items() for text in texts]
    rng.shuffle(documents)
    with open(path, "w", encoding="utf-8") as out:
        for i, (label, text) in enumerate(documents):
            out.write(json.dumps({"id": str(i), "label": label, "text": text}, ensure_ascii=False) + "\n")


def main(data, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for family, (read, counts) in FAMILIES.items():
        rng = random.Random(family)
        for number, (kind, chosen) in enumerate(made(read(data), counts, rng)):
            write(folder / f"{family}-{number:02}-{kind}.jsonl", chosen, rng)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
