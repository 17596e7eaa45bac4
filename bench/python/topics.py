"""recto's `TopicModel` beside scikit-learn, tomotopy and gensim, all called from Python.

    bench/.venv/bin/pip install target/wheels/*.whl scikit-learn tomotopy gensim
    bench/.venv/bin/python bench/python/topics.py DATA/topics/reuters_multi.jsonl DATA/topics/bbc.jsonl

Prints a table for each file of JSON lines with `text`. Every model is fitted to the same counts
(words of at least five documents, without scikit-learn's English stop words) of nine documents
in ten. Of the others, half of the words, drawn by lot, is shown to the model, and the other half
is scored by the words of its topics (`completion` of bench/topics/peers.py): perplexity, lower is
better. NPMI is the mean over pairs of a topic's ten likeliest words in the documents that were
fitted: higher is better. NMF has no perplexity of its own: its rows are taken for distributions.
CPU is that of the fit alone, on one thread.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np
from sklearn.decomposition import NMF
from sklearn.feature_extraction.text import CountVectorizer

from recto.sklearn import TopicModel

sys.path.insert(0, str(Path(__file__).parents[1] / "topics"))
from peers import TOOLS, completion  # noqa: E402

SEEDS = range(3)


def recto_model(method: str) -> Any:
    def fit(rows: Any, n_terms: int, topics: int, seed: int) -> Any:
        counts = sparse(rows, n_terms)
        start = time.process_time()
        model = TopicModel(topics, method=method, random_state=seed, n_jobs=1).fit(counts)
        return time.process_time() - start, model.components_, 0.1

    return fit


def nmf(rows: Any, n_terms: int, topics: int, seed: int) -> Any:
    counts = sparse(rows, n_terms)
    start = time.process_time()
    model = NMF(topics, random_state=seed, max_iter=500, init="nndsvda").fit(counts)
    cpu = time.process_time() - start
    words = model.components_ + 1e-12
    return cpu, words / words.sum(axis=1, keepdims=True), 0.1


MODELS = {
    "recto `TopicModel`": recto_model("auto"),
    'recto `TopicModel(method="lda")`': recto_model("lda"),
    "scikit-learn `LatentDirichletAllocation`": TOOLS["scikit-learn"],
    "scikit-learn `NMF`": nmf,
    "tomotopy `LDAModel`": TOOLS["tomotopy"],
    "gensim `LdaModel`": TOOLS["gensim"],
}


def sparse(rows: Any, n_terms: int) -> Any:
    from peers import matrix

    return matrix(rows, n_terms)


def pairs(counts: Any) -> list[tuple[Any, Any]]:
    rows = [counts[at] for at in range(counts.shape[0])]
    return [(row.indices.astype(int), row.data.astype(float)) for row in rows]


def halves(rows: Any, draw: Any) -> tuple[Any, Any]:
    """Each document's words in two halves."""
    seen, asked = [], []
    for words, counts in rows:
        first = draw.binomial(counts.astype(int), 0.5).astype(float)
        for side, own in ((seen, first), (asked, counts - first)):
            side.append((words[own > 0], own[own > 0]))
    return seen, asked


def npmi(words: Any, present: Any) -> float:
    """Mean NPMI of the ten likeliest words of each topic, by documents."""
    n, scores = present.shape[0], []
    for topic in words:
        top = np.argsort(-topic)[:10]
        own = present[:, top].toarray()
        together = own.T @ own / n
        alone = own.mean(axis=0)
        for i in range(10):
            for j in range(i):
                p = together[i, j]
                scores.append(
                    -1.0 if p == 0 else np.log(p / (alone[i] * alone[j])) / -np.log(min(p, 1 - 1e-9))
                )
    return float(np.mean(scores))


def main(*files: str) -> None:
    for file in files:
        lines = Path(file).read_text(encoding="utf-8").splitlines()
        texts = [json.loads(line)["text"] for line in lines if line.strip()]
        counts = CountVectorizer(min_df=5, stop_words="english").fit_transform(texts).tocsr()
        n_documents, n_terms = counts.shape
        print(f"\n{Path(file).stem}: {n_documents:,} documents, {n_terms:,} words\n")
        print("| model | topics | fit, CPU s | perplexity | of each seed | NPMI |")
        print("|---|---:|---:|---:|---|---:|")
        for topics in (10, 30):
            for name, fit in MODELS.items():
                print(f"| {name} | {topics} | {row(counts, topics, fit)} |", flush=True)


def row(counts: Any, topics: int, fit: Any) -> str:
    cpus, scores, coherences = [], [], []
    for seed in SEEDS:
        draw = np.random.default_rng(seed)
        order = draw.permutation(counts.shape[0])
        held = len(order) // 10
        train, test = counts[order[held:]], counts[order[:held]]
        seen, asked = halves(pairs(test), draw)
        cpu, words, alpha = fit(pairs(train), counts.shape[1], topics, seed)
        words = np.asarray(words, float)
        unigram = np.asarray(train.sum(axis=0)).ravel() + 0.01
        unigram /= unigram.sum()
        cpus.append(cpu)
        found = [completion(words, prior, unigram, seen, asked) for prior in (0.1, alpha)]
        scores.append(min(found))
        coherences.append(npmi(words, (train > 0).astype(float)))
    each = " ".join(f"{score:.0f}" for score in scores)
    return (
        f"{np.median(cpus):.2f} | {np.mean(scores):.1f} | {each} | {np.mean(coherences):.3f}"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
