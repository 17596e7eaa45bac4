"""Fits a peer on exported counts and scores it: peers.py FOLDER TOOL TOPICS SEED.

FOLDER holds train.txt, observed.txt and scored.txt, a document a line as `term:count`
pairs, and terms.txt with the number of terms. Prints one JSON object: CPU seconds of the
fit alone, and the perplexity of document completion (theta by EM on the observed half with
the words of topics fixed, mixed with 0.001 of the unigram). The prior of theta is tried both
at 0.1 for every topic and as the tool has learned it, and the better perplexity is taken.
"""

import json
import sys
import time
from pathlib import Path

import numpy as np


def read(path):
    rows = []
    for line in path.read_text().splitlines():
        pairs = [pair.split(":") for pair in line.split()]
        rows.append((np.array([int(w) for w, _ in pairs], int), np.array([float(n) for _, n in pairs])))
    return rows


def completion(phi, alpha, unigram, observed, scored):
    total = tokens = 0.0
    for (words, counts), (asked, times) in zip(observed, scored):
        theta = np.full(phi.shape[0], 1 / phi.shape[0])
        own = phi[:, words]
        for _ in range(50):
            if len(words) == 0:
                break
            share = counts / np.maximum(theta @ own, 1e-300)
            theta = theta * (own @ share) + alpha
            theta /= theta.sum()
        p = 0.999 * (theta @ phi[:, asked]) + 0.001 * unigram[asked]
        total += (times * np.log(p)).sum()
        tokens += times.sum()
    return float(np.exp(-total / tokens))


def tomotopy_lda(train, n_terms, topics, seed, sweeps=500):
    import tomotopy

    model = tomotopy.LDAModel(k=topics, alpha=0.1, eta=0.01, seed=seed + 1)
    model.optim_interval = 10
    for words, counts in train:
        model.add_doc([str(w) for w, n in zip(words, counts) for _ in range(int(n))])
    start = time.process_time()
    model.train(sweeps, workers=1)
    cpu = time.process_time() - start
    phi = np.zeros((topics, n_terms))
    places = [int(word) for word in model.used_vocabs]
    for z in range(topics):
        phi[z, places] = model.get_topic_word_dist(z)
    return cpu, phi, np.array(model.alpha)


def matrix(train, n_terms):
    from scipy.sparse import csr_matrix

    starts = np.cumsum([0] + [len(words) for words, _ in train])
    columns = np.concatenate([words for words, _ in train])
    values = np.concatenate([counts for _, counts in train])
    return csr_matrix((values, columns, starts), shape=(len(train), n_terms))


def sklearn_lda(train, n_terms, topics, seed):
    from sklearn.decomposition import LatentDirichletAllocation

    counts = matrix(train, n_terms)
    model = LatentDirichletAllocation(
        topics, max_iter=10, doc_topic_prior=0.1, topic_word_prior=0.01, random_state=seed, n_jobs=1
    )
    start = time.process_time()
    model.fit(counts)
    cpu = time.process_time() - start
    phi = model.components_ / model.components_.sum(axis=1, keepdims=True)
    return cpu, phi, np.full(topics, 0.1)


def gensim_lda(train, n_terms, topics, seed):
    from gensim.models import LdaModel

    corpus = [[(int(w), float(n)) for w, n in zip(*row)] for row in train]
    names = {i: str(i) for i in range(n_terms)}
    start = time.process_time()
    model = LdaModel(
        corpus, num_topics=topics, id2word=names, passes=5, alpha="auto", eta="auto", random_state=seed
    )
    cpu = time.process_time() - start
    return cpu, model.get_topics(), model.alpha


TOOLS = {
    "tomotopy": tomotopy_lda,
    "scikit-learn": sklearn_lda,
    "gensim": gensim_lda,
}


def main(folder, tool, topics, seed, *rest):
    folder, topics, seed = Path(folder), int(topics), int(seed)
    train, observed, scored = (read(folder / f"{name}.txt") for name in ("train", "observed", "scored"))
    n_terms = int((folder / "terms.txt").read_text())
    cpu, phi, alpha = TOOLS[tool](train, n_terms, topics, seed, *map(int, rest))
    unigram = np.full(n_terms, 0.01)
    for words, counts in train:
        np.add.at(unigram, words, counts)
    unigram /= unigram.sum()
    phi = np.asarray(phi, float)
    scores = [completion(phi, prior, unigram, observed, scored) for prior in (0.1, alpha)]
    print(json.dumps({"tool": tool, "topics": topics, "cpu": cpu, "perplexity": min(scores), "both": scores}))


if __name__ == "__main__":
    main(*sys.argv[1:])
