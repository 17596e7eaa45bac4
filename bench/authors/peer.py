"""Groups the lines of a text by style with scikit-learn and scipy; prints a label a line.

    python peer.py FILE

The pipeline of recto's default method, written as one would with these libraries:
tokens and counts by CountVectorizer, spectral starts with scipy's eigh and KMeans of
scikit-learn, a sticky HMM in numpy, the number of groups by the AIC, and the second look
with halves of the vocabulary and with pieces of words.
"""

import sys

import numpy as np
from scipy.linalg import eigh
from scipy.optimize import linear_sum_assignment
from scipy.special import xlogy
from sklearn.cluster import KMeans
from sklearn.feature_extraction.text import CountVectorizer

TOKEN = r"(?u)\w+(?:['’]\w+)*|[^\w\s]"
SIZES = (5, 10, 15, 20)


def frequent(counts, most):
    totals = np.asarray(counts.sum(axis=0)).ravel()
    order = np.argsort(-totals, kind="stable")[:most]
    return counts[:, order[totals[order] >= 2]]


def chunks(n, size):
    bounds = list(range(0, n, size)) + [n]
    if len(bounds) > 2 and bounds[-1] - bounds[-2] < size // 2:
        del bounds[-2]
    return bounds


def affinity(counts):
    p = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1e-300)
    entropy = -xlogy(p, p).sum(axis=1) / np.log(2)
    m = np.zeros((len(p), len(p)))
    for i in range(len(p)):
        mean = (p[i] + p) / 2
        m[i] = 1 - (-xlogy(mean, mean).sum(axis=1) / np.log(2) - (entropy[i] + entropy) / 2)
    np.fill_diagonal(m, 0)
    scale = 1 / np.sqrt(np.maximum(m.sum(axis=1), 1e-12))
    return m * scale[:, None] * scale


def starts(matrices, groups):
    """Labels of the units for each number of groups, from chunks of several sizes."""
    found = {k: [] for k in groups}
    for counts in matrices:
        n = counts.shape[0]
        for size in SIZES:
            if n < 2 * size:
                continue
            bounds = chunks(n, size)
            sums = np.array([counts[a:b].sum(axis=0).A1 for a, b in zip(bounds, bounds[1:])])
            q = len(sums)
            if q < 2:
                continue
            top = min(max(groups), q)
            _, vectors = eigh(affinity(sums), subset_by_index=[q - top, q - 1])
            vectors = vectors[:, ::-1]
            for k in groups:
                if q < k:
                    continue
                rows = vectors[:, :k]
                rows = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
                labels = KMeans(k, n_init=10, random_state=0).fit_predict(rows)
                found[k].append(np.repeat(labels, np.diff(bounds)))
    return found


def forward_backward(emission, stay):
    n, k = emission.shape
    shift = emission.max(axis=1, keepdims=True)
    likelihood = np.exp(emission - shift)
    move = np.full((k, k), (1 - stay) / max(k - 1, 1))
    np.fill_diagonal(move, stay)
    alpha, beta, scale = np.empty((n, k)), np.ones((n, k)), np.empty(n)
    state = np.full(k, 1 / k) * likelihood[0]
    scale[0] = state.sum()
    alpha[0] = state / scale[0]
    for i in range(1, n):
        state = (alpha[i - 1] @ move) * likelihood[i]
        scale[i] = state.sum()
        alpha[i] = state / scale[i]
    for i in range(n - 2, -1, -1):
        beta[i] = move @ (likelihood[i + 1] * beta[i + 1]) / scale[i + 1]
    gamma = alpha * beta
    gamma /= gamma.sum(axis=1, keepdims=True)
    stayed = (alpha[:-1] * stay * likelihood[1:] * beta[1:] / scale[1:, None]).sum()
    return gamma, np.log(scale).sum() + shift.sum(), (n - 1) - stayed


def fit(counts, labels, k, temper, strength):
    n = counts.shape[0]
    totals = counts.sum(axis=0).A1 + 0.1
    base = totals / totals.sum()
    gamma = 0.9 * np.eye(k)[labels] + 0.1 / k
    stay, last = 0.95, None
    for _ in range(40):
        own = (counts.T @ gamma).T
        phi = (own + strength * base) / (own.sum(axis=1, keepdims=True) + strength)
        gamma, ll, switches = forward_backward(temper * (counts @ np.log(phi).T), stay)
        stay = min(max(1 - (switches + 1) / (n + 1), 0.5), 0.995)
        if last is not None and ll - last < 1e-7 * abs(last):
            break
        last = ll
    return ll, gamma


def best(counts, starts, k, temper=0.3, strength=300.0):
    fits = [fit(counts, labels, k, temper, strength) for labels in starts]
    return sorted(fits, key=lambda pair: -pair[0])


def agreement(labels, other, k):
    table = np.zeros((k, k))
    np.add.at(table, (other, labels), 1)
    rows, columns = linear_sum_assignment(-table)
    partner = dict(zip(rows, columns))
    return np.array([partner.get(o) == l for o, l in zip(other, labels)], float)


def main(path):
    lines = open(path, encoding="utf-8").read().splitlines()
    vectorizer = CountVectorizer(token_pattern=TOKEN, lowercase=True, dtype=float)
    counts = vectorizer.fit_transform(lines).tocsr()
    x, everything = frequent(counts, 200), frequent(counts, counts.shape[1])
    groups = range(2, 7)
    found = starts((everything, x), groups)
    fits = {k: best(x, found[k], k) for k in groups if found[k]}
    price = {k: fits[k][0][0] / 0.3 - (k - 1) * x.shape[1] for k in fits}
    k = max(price, key=price.get)
    labels = fits[k][0][1].argmax(axis=1)
    pieces = CountVectorizer(analyzer="char_wb", ngram_range=(3, 3), dtype=float)
    grams = frequent(pieces.fit_transform(lines).tocsr(), 300)
    others = [
        best(x[:, 0::2], found[k], k, 0.45)[0],
        best(x[:, 1::2], found[k], k, 0.45)[0],
        best(grams, found[k], k, 0.15, 600.0)[0],
        *fits[k][1:5],
    ]
    sure = np.mean([agreement(labels, o[1].argmax(axis=1), k) for o in others], axis=0)
    for label, agrees in zip(labels, sure):
        print(label, "firm" if agrees >= 0.9 else "weak" if agrees >= 0.5 else "open")


if __name__ == "__main__":
    main(sys.argv[1])
