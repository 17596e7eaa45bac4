"""Support of summary sentences beside plain overlaps: prints tables.

    python3 bench/alignment/support.py DATA [--method=NAME] [PART...]

DATA is the folder of the corpora. Parts are `judged` (sentences judged by people: area
under the ROC curve, reliability), `lies` (true sentences against versions made false by
rule), `foreign` (summaries with sentences of others mixed in) and `nulls` (words without a
gold link); all of them without one. Words that the alignment method links count as found;
without a method none is linked. Everything is seeded.
"""

import bisect
import collections
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORD = re.compile(r"\d+(?:[.,]\d+)*(?:[^\W_]+)?|[^\W_]+(?:'[^\W_]+)*")
SPLIT = re.compile(r"(?<=[.!?])[\"')\]”’]*\s+|\n+")
AUXILIARY = "is are was were has have had will would can could may might should must does did do".split()
KINDS = ["number new", "number other", "name new", "name other", "negation", "swap", "splice", "foreign"]
CONTRADICTS = ("the source", "in the source the", "negated")
LOW = 0.2  # support below which a whole sentence counts as unsupported


def build(options):
    """The command that judges sentences."""
    command = ["cargo", "build", "--quiet", "--locked", "--profile", "test", "-p", "recto-align", "--example", "support"]
    subprocess.run(command, cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return [target / "debug" / "examples" / "support", *(option.removeprefix("--method=") for option in options)]


def ask(program, rows):
    """The answers to rows of a document and sentences."""
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    done = subprocess.run(program, input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def read(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def stop_words():
    lines = (ROOT / "crates/recto-text/src/stop/en.txt").read_text().splitlines()
    return {line.strip() for line in lines if line.strip() and not line.startswith("#")}


def sentences(text):
    return [part for part in SPLIT.split(text) if part and WORD.search(part)]


def words(text):
    return list(WORD.finditer(text.replace("’", "'").replace("‘", "'")))


def auc(true, false):
    false, total = sorted(false), 0.0
    for score in true:
        total += (bisect.bisect_left(false, score) + bisect.bisect_right(false, score)) / 2
    return total / max(len(true) * len(false), 1)


def score(answer):
    """The support; a sentence without content words is neither."""
    return 0.5 if answer["support"] is None else answer["support"]


def overlaps(answer):
    o = answer["overlap"]
    return {
        "support": score(answer),
        "content": o["content"],
        "trigrams": o["trigrams"],
        "fewest pieces": -o["pieces"],
        "best sentence": o["best"],
        "2 content + pieces": 2 * o["content"] - o["pieces"],
        "content + best + pieces": o["content"] + o["best"] - o["pieces"],
    }


def judged_sets(data):
    rows = read(data / "alignment/support-judgments.jsonl")
    return {name: [row for row in rows if row["id"].startswith(name)] for name in ("cnndm", "xsum")}


def judged(program, data):
    columns, pairs = {}, {}
    for name, rows in judged_sets(data).items():
        texts = [{"document": row["document"], "sentences": [s["text"] for s in row["sentences"]]} for row in rows]
        pairs[name] = [
            (overlaps(answer), sentence["supported"])
            for row, answers in zip(rows, ask(program, texts))
            for sentence, answer in zip(row["sentences"], answers, strict=True)
        ]
        for key in pairs[name][0][0]:
            true = [o[key] for o, supported in pairs[name] if supported]
            false = [o[key] for o, supported in pairs[name] if not supported]
            columns.setdefault(key, []).append(auc(true, false))
    print("\nArea under the ROC curve\n\n| | " + " | ".join(pairs) + " | mean |\n|---|" + "---:|" * (len(pairs) + 1))
    for key, figures in columns.items():
        print(f"| {key} | " + " | ".join(f"{x:.3f}" for x in [*figures, sum(figures) / len(figures)]) + " |")
    print("\nReliability: mean support / share supported, fifths by support from the highest\n")
    for name, rows in pairs.items():
        rows = sorted(((o["support"], y) for o, y in rows), key=lambda row: -row[0])
        fifths = [rows[i * len(rows) // 5 : (i + 1) * len(rows) // 5] for i in range(5)]
        print(f"| {name} | " + " | ".join(f"{sum(s for s, _ in f) / len(f):.2f} / {sum(y for _, y in f) / len(f):.2f}" for f in fifths) + " |")


class Lies:
    """Versions of a sentence that are false by rule."""

    def __init__(self, bbc):
        self.stop = stop_words()
        self.capital, self.lower = collections.Counter(), collections.Counter()
        for text in bbc:
            for sentence in sentences(text):
                for word in words(sentence)[1:]:
                    counter = self.capital if word.group()[0].isupper() else self.lower
                    counter[word.group().lower()] += 1

    def is_name(self, word):
        plain = word[0].isdigit() or word in self.stop or len(word) < 3
        return not plain and self.capital[word] >= 9 * self.lower[word]

    def names(self, text, lower):
        """Runs of names as pairs of offsets; `lower` for text without capitals."""
        runs = []
        for at, word in enumerate(words(text)):
            low, capital = word.group().lower(), word.group()[0].isupper()
            if lower or at == 0:
                is_name = self.is_name(low) and (lower or capital)
            else:
                is_name = capital and low not in self.stop
            if is_name and runs and text[runs[-1][1] : word.start()] == " " and runs[-1][2] == at - 1:
                runs[-1][1:] = [word.end(), at]
            elif is_name:
                runs.append([word.start(), word.end(), at])
        return [(start, end) for start, end, _ in runs if end - start > 2]

    def make(self, kind, text, document, other, foreign, lower, rng):
        text = text.replace("’", "'").replace("‘", "'")
        if kind == "foreign":
            return foreign
        return getattr(self, kind.split()[0])(kind, text, document, other, lower, rng)

    def number(self, kind, text, document, _other, _lower, rng):
        have = {w.group().lower() for w in words(document) if w.group()[0].isdigit()}
        mine = {w.group().lower() for w in words(text)}
        numbers = [w for w in words(text) if w.group().lower() in have]
        if not numbers:
            return None
        chosen = rng.choice(numbers)
        fresh = ("".join(str(rng.randrange(1, 10)) if c.isdigit() else c for c in chosen.group()) for _ in range(50))
        options = [n for n in fresh if n.lower() not in have] if kind == "number new" else sorted(n for n in have - mine if len(n) < 7)
        return put(text, chosen.span(), rng.choice(options)) if options else None

    def name(self, kind, text, document, other, lower, rng):
        known, low = document.lower(), text.lower()
        spans = [(a, b) for a, b in self.names(text, lower) if all(w in known for w in text[a:b].lower().split())]
        if not spans:
            return None
        chosen = rng.choice(spans)
        source = document if kind == "name other" else other
        banned = [low] if kind == "name other" else [low, known]
        options = sorted({source[a:b] for a, b in self.names(source, lower)})
        options = [n for n in options if not any(w in text for w in n.lower().split() for text in banned)]
        return put(text, chosen, rng.choice(options)) if options else None

    def negation(self, _kind, text, *_):
        verbs = "|".join(AUXILIARY)
        if found := re.search(rf"(?i)\b({verbs})(n't| not)\b", text):
            return put(text, found.span(2), "")
        if found := re.search(rf"(?i)\b({verbs})\b(?! not)", text):
            return put(text, (found.end(), found.end()), " not")
        return None

    def swap(self, _kind, text, _document, _other, lower, rng):
        spans = self.names(text, lower)
        pairs = [(x, y) for i, x in enumerate(spans) for y in spans[i + 1 :] if apart(text, x, y)]
        if not pairs:
            return None
        (a, b), (c, d) = rng.choice(pairs)
        return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]

    def splice(self, _kind, text, document, _other, _lower, rng):
        """The first half goes on as another sentence of the source does."""
        others = [s for s in sentences(document) if 8 <= len(words(s)) <= 40 and s.strip() != text.strip()]
        here = words(text)
        if not others or len(here) < 8:
            return None
        other = rng.choice(others)
        there = words(other)
        cut = [rng.randrange(len(w) // 3, 2 * len(w) // 3 + 1) for w in (here, there)]
        return text[: here[cut[0]].start()] + other[there[cut[1]].start() :]


def put(text, span, new):
    return text[: span[0]] + new + text[span[1] :]


def apart(text, x, y):
    """Whether more than a list's comma or "and" stands between two names."""
    between = text[x[1] : y[0]]
    listed = re.fullmatch(r"[\s,'s]*(and|or|,)?[\s,]*(the)?\s*", between)
    return re.search("[a-z]", between) and not listed and text[slice(*x)].lower() != text[slice(*y)].lower()


def true_sentences(program, data, bbc, rng, most=160):
    """Name -> (source, sentence) pairs and whether they are in lower case. Sentences that were
    not copied are taken as true where the source has 80 % of their content words."""
    groups = {"extract": ([], False), "lead": ([], False)}
    for text in rng.sample(bbc, len(bbc)):
        parts = sentences(text.split("\n\n", 1)[-1])
        if len(parts) < 8:
            continue
        long = [s for s in parts[1:] if 8 <= len(words(s)) <= 35]
        if len(long) > 2 and len(groups["extract"][0]) < most:
            groups["extract"][0].append(("\n".join(parts), rng.choice(long)))
        groups["lead"][0].append(("\n".join(parts[1:]), parts[0]))
    for name, rows in judged_sets(data).items():
        agreed = [(r["document"], s["text"]) for r in rows for s in r["sentences"] if set(s["votes"]) == {"yes"}]
        groups[f"{name}, judged true"] = (agreed, True)
    papers = read(data / "alignment/doc-abstract-pairs.jsonl")
    groups["abstract"] = ([(r["document"], s) for r in papers for s in r["summary"].split("\n")], False)
    for name in ("multinews", "quotesum", "timelines"):
        rows = read(data / f"summarization/en-{name}.jsonl")
        groups[name] = ([("\n".join(r["documents"]), s) for r in rows for s in sentences(r["references"][0])], False)
    for name in ("lead", "abstract", "multinews", "quotesum", "timelines"):
        groups[name] = (grounded(program, groups[name][0], rng)[:most], False)
    return groups


def grounded(program, pairs, rng):
    pairs = [pair for pair in pairs if len(words(pair[1])) >= 8]
    pairs = rng.sample(pairs, min(len(pairs), 600))
    answers = ask(program, [{"document": d, "sentences": [s]} for d, s in pairs])
    return [pair for pair, answer in zip(pairs, answers) if answer[0]["overlap"]["content"] >= 0.8]


def lies(program, data):
    rng = random.Random(1)
    bbc = [row["text"] for row in read(data / "topics/bbc.jsonl")]
    maker, made = Lies(bbc), []
    for name, (pairs, lower) in true_sentences(program, data, bbc, rng).items():
        for kind in KINDS:
            for at, (document, text) in enumerate(pairs):
                other, foreign = pairs[(at + 7) % len(pairs)]
                lie = maker.make(kind, text, document, other, foreign, lower, rng) if other != document else None
                if lie and lie != text:
                    made.append((name, kind, document, text, lie))
    answers = ask(program, [{"document": d, "sentences": [text, lie]} for _, _, d, text, lie in made])
    groups = collections.defaultdict(list)
    for (name, kind, *_), (true, false) in zip(made, answers):
        groups[name, kind].append((true, false))
    names = list(dict.fromkeys(name for name, *_ in made))
    best = "content + best + pieces"
    print("\nShare of lies below their truth (the same by", best + "), share named in words, n\n")
    print("| | " + " | ".join(KINDS) + " | truths contradicted |\n|---|" + "---|" * (len(KINDS) + 1))
    for name in names:
        cells = []
        for kind in KINDS:
            pairs = groups[name, kind]
            n = max(len(pairs), 1)
            below = [sum(overlaps(t)[key] > overlaps(f)[key] for t, f in pairs) / n for key in ("support", best)]
            cells.append(f"{below[0]:.2f} ({below[1]:.2f}) {sum(map(contradicted, (f for _, f in pairs))) / n:.2f} n{len(pairs)}")
        truths = [t for (group, _), pairs in groups.items() if group == name for t, _ in pairs]
        print(f"| {name} | " + " | ".join(cells) + f" | {sum(map(contradicted, truths)) / len(truths):.2f} |")
    print("\nThe same as area under the ROC curve, all truths against all lies of a kind\n")
    for name in names:
        cells = [[auc([overlaps(t)[k] for t, _ in groups[name, kind]], [overlaps(f)[k] for _, f in groups[name, kind]]) for k in ("support", best)] for kind in KINDS]
        print(f"| {name} | " + " | ".join(f"{ours:.2f} ({theirs:.2f})" for ours, theirs in cells) + " |")


def contradicted(answer):
    return any(reason.startswith(CONTRADICTS) for reason in answer["because"])


def foreign(program, data):
    """A third of the sentences come from the summary of another source."""
    rng = random.Random(3)
    sets = {"abstract": [(r["document"], r["summary"].split("\n")) for r in read(data / "alignment/doc-abstract-pairs.jsonl")]}
    for name in ("multinews", "timelines", "quotesum"):
        rows = read(data / f"summarization/en-{name}.jsonl")
        sets[name] = [("\n".join(r["documents"]), sentences(r["references"][0])) for r in rows]
    sets["cnndm, machine-written"] = [(r["document"], [s["text"] for s in r["sentences"]]) for r in judged_sets(data)["cnndm"]]
    print(f"\nWords of foreign sentences: sentences below {LOW}\n\n| | precision | recall | F | AUC of sentences |\n|---|---:|---:|---:|---:|")
    for name, pairs in sets.items():
        mixed = []
        for at, (document, own) in enumerate(pairs):
            other = pairs[(at + 7) % len(pairs)][1]
            drawn = rng.sample(other, min(max(len(own) // 3, 1), len(other)))
            both = [(s, False) for s in own if words(s)] + [(s, True) for s in drawn if words(s)]
            mixed.append((document, rng.sample(both, len(both))))
        answers = ask(program, [{"document": d, "sentences": [s for s, _ in both]} for d, both in mixed])
        rows = [(score(a), is_foreign, len(words(s))) for (_, both), answer in zip(mixed, answers) for (s, is_foreign), a in zip(both, answer, strict=True)]
        show(name, ((s < LOW, y, n) for s, y, n in rows), f" | {auc([s for s, y, _ in rows if not y], [s for s, y, _ in rows if y]):.3f}")


def show(name, rows, more=""):
    """Precision, recall and F of rows (predicted, true, weight)."""
    hits = predicted = true = 0
    for guess, truth, weight in rows:
        hits, predicted, true = hits + weight * (guess and truth), predicted + weight * guess, true + weight * truth
    p, r = hits / max(predicted, 1), hits / max(true, 1)
    print(f"| {name} | {p:.3f} | {r:.3f} | {2 * p * r / max(p + r, 1e-9):.3f}{more} |")


def nulls(program, data):
    stop = stop_words() | {"n't"}
    print("\nContent words without a gold link: words that the reasons name\n\n| | precision | recall | F |\n|---|---:|---:|---:|")
    for name in ("msr-rte2", "edinburgh"):
        rows = read(data / f"alignment/{name}.jsonl")
        answers = ask(program, [{"document": r["document"], "sentences": [r["summary"]]} for r in rows])
        judged_words = []
        for row, (answer,) in zip(rows, answers):
            linked = {j for _, j in row["sure"] + row["possible"]}
            for at, word in enumerate(row["summary"]):
                if len(word) > 1 and word.lower() not in stop and word[0].isalnum():
                    judged_words.append((at in answer["words"], at not in linked, 1))
        show(name, judged_words)


def main():
    data, arguments = Path(sys.argv[1]), sys.argv[2:]
    program = build([a for a in arguments if a.startswith("--method=")])
    parts = [a for a in arguments if not a.startswith("--")]
    for part in (judged, lies, foreign, nulls):
        if not parts or part.__name__ in parts:
            part(program, data)


if __name__ == "__main__":
    main()
