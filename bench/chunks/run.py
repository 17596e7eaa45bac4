"""Chunks for retrieval, recto beside langchain, semchunk and chonkie: prints tables.

    python3 bench/chunks/run.py DATA [PART...]

DATA is a folder with `questions.jsonl` (id, corpus, question, references as ranges of code
points) and a text CORPUS.md for each corpus. Parts are `recall` and `speed`; both without one.

Every program cuts all texts with its size set, by bisection, so that the mean chunk has 80,
and then 160, words between blanks. One retriever ranks the chunks of all texts for a question:
BM25 with its usual constants (1.2 and .75), on stemmed words but no function words. Recall is
the share of the reference characters inside the best five chunks, or inside the best ones up
to five mean sizes in words. Differences come with 95 % intervals of a paired bootstrap over
questions. Peers are installed into bench/.venv on the first run.
"""

import json
import math
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import venv
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / "bench" / ".venv"
PEERS = ["langchain-text-splitters", "semchunk", "chonkie", "snowballstemmer", "stop-words"]
MEANS = (80, 160)
SAMPLES = 2000


def in_environment():
    """Starts this script again with the Python that has the peers."""
    program = VENV / "bin" / "python"
    if Path(sys.prefix) == VENV:
        return
    if not program.exists():
        venv.create(VENV, with_pip=True)
    subprocess.run([program, "-m", "pip", "-q", "install", *PEERS], check=True)
    os.execv(program, [program, *sys.argv])


def build():
    subprocess.run(["cargo", "build", "--release", "--quiet", "-p", "recto-cli"], cwd=ROOT, check=True)
    return Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "recto"


def n_words(text):
    return len(text.split())


# Programs: (texts, size) -> [(corpus, start, end, text to index)], offsets in code points.


def whole(texts, cut):
    return [(corpus, a, b, text[a:b]) for corpus, text in texts.items() for a, b in cut(text)]


def every_n_words(texts, size):
    def cut(text):
        words = [match.span() for match in re.finditer(r"\S+", text)]
        parts = [words[i : i + size] for i in range(0, len(words), size)]
        return [(part[0][0], part[-1][1]) for part in parts]

    return whole(texts, cut)


def langchain(texts, size):
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    splitter = RecursiveCharacterTextSplitter(
        chunk_size=size,
        chunk_overlap=0,
        length_function=n_words,
        separators=["\n\n", "\n", ". ", "? ", "! ", " "],
        keep_separator="end",
        add_start_index=True,
    )

    def cut(text):
        found = splitter.create_documents([text])
        starts = [(d.metadata["start_index"], d.page_content) for d in found]
        return [(start, start + len(part)) for start, part in starts]

    return whole(texts, cut)


def semchunk(texts, size):
    import semchunk

    def cut(text):
        chunker = semchunk.chunkerify(n_words, chunk_size=size)
        _, offsets = chunker(text, offsets=True)
        return offsets

    return whole(texts, cut)


def chonkie(name):
    def run(texts, size):
        import chonkie

        settings = {"chunk_overlap": 0} if name == "SentenceChunker" else {}
        chunker = getattr(chonkie, name)(tokenizer=n_words, chunk_size=size, **settings)
        return whole(texts, lambda text: [(c.start_index, c.end_index) for c in chunker.chunk(text)])

    return run


def recto(program, *flags):
    def run(texts, size):
        found = []
        with tempfile.TemporaryDirectory() as folder:
            for corpus, text in texts.items():
                path = Path(folder) / f"{corpus}.txt"
                path.write_bytes(text.encode())
                command = [program, "segment", path, "--max-words", str(size), "--format", "jsonl"]
                rows = subprocess.run([*command, "--quiet", *flags], capture_output=True, check=True)
                for line in rows.stdout.decode().splitlines():
                    row = json.loads(line)
                    found.append((corpus, row["start_char"], row["end_char"], row["text"]))
        largest = max(n_words(chunk[3]) for chunk in found)
        if largest > size:
            sys.exit(f"a chunk of {largest} words with a bound of {size}")
        return found

    return run


def at_mean(program, texts, mean):
    """The chunks whose mean size is nearest to `mean`, and the size that gives them."""
    low, high, best = 1, 8 * mean, None
    while low <= high:
        size = (low + high) // 2
        chunks = program(texts, size)
        found = sum(n_words(chunk[3]) for chunk in chunks) / len(chunks)
        if best is None or abs(found - mean) < abs(best[0] - mean):
            best = (found, size, chunks)
        if found > mean:
            high = size - 1
        else:
            low = size + 1
    return best


class Retriever:
    """BM25 over stems without stop words."""

    def __init__(self):
        import snowballstemmer
        import stop_words

        self.stemmer = snowballstemmer.stemmer("english")
        self.stops = {w for word in stop_words.get_stop_words("en") for w in re.findall(r"\w+", word)}
        self.known = {}

    def terms(self, text):
        terms = []
        for word in re.findall(r"\w+", text.lower()):
            if word not in self.known:
                stop = word in self.stops
                self.known[word] = None if stop else self.stemmer.stemWord(word)
            if self.known[word] is not None:
                terms.append(self.known[word])
        return terms

    def rankings(self, chunks, questions, k1=1.2, b=0.75):
        counts = [Counter(self.terms(chunk[3])) for chunk in chunks]
        lengths = [sum(count.values()) for count in counts]
        mean = sum(lengths) / len(lengths)
        postings = defaultdict(list)
        for i, count in enumerate(counts):
            for term, n in count.items():
                postings[term].append((i, n))
        for question in questions:
            scores = defaultdict(float)
            for term in set(self.terms(question["question"])):
                rows = postings.get(term, [])
                idf = math.log(1 + (len(chunks) - len(rows) + 0.5) / (len(rows) + 0.5))
                for i, n in rows:
                    scores[i] += idf * n * (k1 + 1) / (n + k1 * (1 - b + b * lengths[i] / mean))
            yield sorted(scores, key=lambda i: (-scores[i], i))


def covered(spans, references):
    """The share of the references' characters in spans, each counted once."""
    marked = set()
    for start, end in references:
        marked.update(range(start, end))
    inside = set()
    for start, end in spans:
        inside.update(marked.intersection(range(start, end)))
    return len(inside) / len(marked)


def scores(chunks, questions, retriever, texts):
    """Recall in the best five chunks and within a budget, for each question."""
    budget = 5 * sum(n_words(chunk[3]) for chunk in chunks) / len(chunks)
    best, within = [], []
    for question, ranking in zip(questions, retriever.rankings(chunks, questions)):
        own = lambda i: chunks[i][0] == question["corpus"]
        spans = [chunks[i][1:3] for i in ranking[:5] if own(i)]
        best.append(covered(spans, question["references"]))
        left, spans = budget, []
        for i in ranking:
            size = n_words(chunks[i][3])
            start, end = chunks[i][1:3]
            if size > left:
                # The last one as far as there is room.
                words = [m.end() for m in re.finditer(r"\S+", texts[chunks[i][0]][start:end])]
                end = start + words[int(left) - 1] if 1 <= left <= len(words) else start
            if own(i):
                spans.append((start, end))
            left -= size
            if left < 1:
                break
        within.append(covered(spans, question["references"]))
    return best, within


def interval(differences):
    draw = random.Random(0)
    n = len(differences)
    means = sorted(sum(draw.choices(differences, k=n)) / n for _ in range(SAMPLES))
    return sum(differences) / n, means[SAMPLES // 40], means[-SAMPLES // 40 - 1]


def said(value):
    return f"{value:.3f}".replace("0.", ".", 1)


def recall(program, data):
    texts, questions = {}, []
    for line in (data / "questions.jsonl").read_text().splitlines():
        questions.append(json.loads(line))
    for corpus in sorted({question["corpus"] for question in questions}):
        texts[corpus] = (data / f"{corpus}.md").read_bytes().decode()
    retriever = Retriever()
    text = ("--input-format", "text")
    programs = {
        "every N words": every_n_words,
        "chonkie SentenceChunker": chonkie("SentenceChunker"),
        "chonkie RecursiveChunker": chonkie("RecursiveChunker"),
        "semchunk": semchunk,
        "langchain": langchain,
        "recto --method none": recto(program, *text, "--method", "none"),
        "recto": recto(program, *text),
        "recto --chunk-context": recto(program, *text, "--chunk-context"),
        "recto --context-words 3": recto(program, *text, "--context-words", "3"),
        "recto --context-words 6": recto(program, *text, "--context-words", "6"),
    }
    found = {}
    print("| program | mean, size | largest | recall@5 | in budget | mean, size | largest | recall@5 | in budget |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for name, cut in programs.items():
        row, all_scores = [], []
        for mean in MEANS:
            reached, size, chunks = at_mean(cut, texts, mean)
            two = scores(chunks, questions, retriever, texts)
            largest = max(n_words(chunk[3]) for chunk in chunks)
            means = [said(sum(values) / len(values)) for values in two]
            row += [f"{reached:.1f}, {size}", largest, *means]
            all_scores.append(two)
        found[name] = all_scores
        print(f"| {name} | {' | '.join(map(str, row))} |", flush=True)
    compare(found, questions)


def compare(found, questions):
    print("\n| difference, mean of both sizes | recall@5 | in budget |")
    print("|---|---:|---:|")
    context = "recto --chunk-context"
    peers = [name for name in found if not name.startswith("recto")]
    with_words = [name for name in found if "--context-words" in name]
    rows = {"recto": peers, context: [*peers, "recto"], **{name: [context] for name in with_words}}
    for own, others in rows.items():
        for peer in others:
            cells = []
            for measure in range(2):
                sizes = range(len(MEANS))
                pairs = [[found[name][s][measure] for s in sizes] for name in (own, peer)]
                mean = lambda rows: [sum(values) / len(values) for values in zip(*rows)]
                differences = [a - b for a, b in zip(mean(pairs[0]), mean(pairs[1]))]
                cells.append("{:+.3f} [{:+.3f}, {:+.3f}]".format(*interval(differences)))
            print(f"| {own} - {peer} | {' | '.join(cells)} |")
    corpora = sorted({question["corpus"] for question in questions})
    print(f"\n| recall@5, in budget at {MEANS[0]} | {' | '.join(corpora)} |")
    print("|---|" + "---:|" * len(corpora))
    for name, rows in found.items():
        cells = []
        for corpus in corpora:
            at = [i for i, question in enumerate(questions) if question["corpus"] == corpus]
            cells.append(" ".join(said(sum(values[i] for i in at) / len(at)) for values in rows[0]))
        print(f"| {name} | {' | '.join(cells)} |")


FAST = """
import sys, time
from chonkie import FastChunker
start = time.process_time()
text = open(sys.argv[1], encoding="utf-8", newline="").read()
chunks = FastChunker(chunk_size=int(sys.argv[2])).chunk(text)
spans = [(chunk.start_index, chunk.end_index, chunk.text) for chunk in chunks]
print(time.process_time() - start, len(spans))
"""


def speed(program, data):
    text = b"".join(sorted(path.read_bytes() for path in data.glob("*.md") if path.name != "README.md"))
    print("\n| program | MB | chunks | CPU s, median of 5 |")
    print("|---|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.txt"
        path.write_bytes(text * (20_000_000 // len(text)))
        megabytes = path.stat().st_size / 1e6
        rows = []
        for _ in range(5):
            command = [sys.executable, "-c", FAST, path, "500"]
            rows.append(subprocess.run(command, capture_output=True, check=True).stdout.split())
        rows.sort(key=lambda row: float(row[0]))
        print(f"| chonkie FastChunker, imports not counted | {megabytes:.0f} | {int(rows[2][1])} | {float(rows[2][0]):.3f} |")
        for method in ("none", "auto"):
            used = []
            for _ in range(5):
                command = [program, "segment", path, "--max-words", "110", "--method", method]
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                out = subprocess.run([*command, "--format", "jsonl", "--quiet", "--threads", "1"], capture_output=True, check=True)
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                used.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            used.sort()
            chunks = out.stdout.count(b"\n")
            print(f"| recto --method {method}, whole process | {megabytes:.0f} | {chunks} | {used[2]:.3f} |")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    in_environment()
    data = Path(sys.argv[1])
    parts = sys.argv[2:] or ["recall", "speed"]
    program = build()
    if "recall" in parts:
        recall(program, data)
    if "speed" in parts:
        speed(program, data)


if __name__ == "__main__":
    main()
