"""Works out `bstm_end_to_end.json`: BSTM and FGB as published, from words to a summary.

Standard library only: `python3 bstm_end_to_end.py` writes the file again. It shares no code
with recto and follows the paper with dense arrays and its array of four indices: Y and B,
Algorithm 1 with U first and V from the new U, the bound of eq. 2, and the likeliest sentence
of each topic in turn until the budget is spent.
"""

import json
import math
import pathlib

DOCUMENTS = [
    [
        "river flood town rain water",
        "mayor thank police help town",
        "flood water close school",
        "rain fall night",
    ],
    [
        "river flood town rain water",
        "school open again monday child teacher",
        "mayor promise money bridge repair vote council",
    ],
    [
        "council vote money bridge",
        "child teacher school close week home",
        "police close street flood",
        "mayor vote",
    ],
]
ITERATIONS = 40
WORDS = 16


def digamma(x):
    """Recurrence up to 12, then the asymptotic series."""
    total = 0.0
    while x < 12:
        total -= 1 / x
        x += 1
    terms = [1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12]
    series = sum(c / x ** (2 * i + 2) for i, c in enumerate(terms))
    return total + math.log(x) - 1 / (2 * x) - series


def ln_beta(values):
    return sum(map(math.lgamma, values)) - math.lgamma(sum(values))


def columns_to_one(matrix):
    sums = [sum(column) for column in zip(*matrix)]
    return [[x / s for x, s in zip(row, sums)] for row in matrix]


def rows_to_one(matrix):
    return [[x / sum(row) for x in row] for row in matrix]


SENTENCES = [sentence.split() for document in DOCUMENTS for sentence in document]
DOCUMENT_OF = [d for d, document in enumerate(DOCUMENTS) for _ in document]
VOCABULARY = list(dict.fromkeys(word for sentence in SENTENCES for word in sentence))
W, S, D = len(VOCABULARY), len(SENTENCES), len(DOCUMENTS)
B = [[sentence.count(word) / len(sentence) for sentence in SENTENCES] for word in VOCABULARY]
Y = [
    [sum(s.count(word) for s, d in zip(SENTENCES, DOCUMENT_OF) if d == document) for document in range(D)]
    for word in VOCABULARY
]


def start(k):
    """Any positive numbers: the same for both programs."""
    u = [[1 + (3 * s + 5 * t) % 7 for t in range(k)] for s in range(S)]
    v = [[1 + (2 * d + 3 * t) % 5 for t in range(k)] for d in range(D)]
    return columns_to_one(u), rows_to_one(v)


def shares(u, v, w, d):
    """phi of all pairs of sentence and topic (def. 1), and what they sum to."""
    joint = [[B[w][s] * u[s][t] * v[d][t] for t in range(len(u[0]))] for s in range(S)]
    q = sum(map(sum, joint))
    return [[x / q for x in row] for row in joint], q


def new_u(u, v, added):
    total = [[added] * len(u[0]) for _ in range(S)]
    for w in range(W):
        for d in range(D):
            if Y[w][d]:
                phi, _ = shares(u, v, w, d)
                for s in range(S):
                    for t in range(len(u[0])):
                        total[s][t] += Y[w][d] * phi[s][t]
    return columns_to_one(total)


def gamma_of(u, v):
    gamma = [[0.0] * len(u[0]) for _ in range(D)]
    for w in range(W):
        for d in range(D):
            if Y[w][d]:
                phi, _ = shares(u, v, w, d)
                for t in range(len(u[0])):
                    gamma[d][t] += Y[w][d] * sum(row[t] for row in phi)
    return gamma


def bound(u, v, alpha):
    """The logarithm of eq. 2."""
    total = 0.0
    for d, row in enumerate(gamma_of(u, v)):
        total += ln_beta([a + g for a, g in zip(alpha, row)]) - ln_beta(alpha)
    for w in range(W):
        for d in range(D):
            if Y[w][d]:
                phi, _ = shares(u, v, w, d)
                for s in range(S):
                    for t in range(len(u[0])):
                        if phi[s][t] > 0:
                            total += Y[w][d] * phi[s][t] * math.log(B[w][s] * u[s][t] / phi[s][t])
    return total


def log_posterior(u, v, added):
    """-KL(Y | B U V') + ln Pr(U, V) without what does not depend on U and V."""
    total = added * sum(math.log(x) for row in u + v for x in row) if added else 0.0
    for w in range(W):
        for d in range(D):
            if Y[w][d]:
                total += Y[w][d] * math.log(shares(u, v, w, d)[1])
    return total


def chosen(u, v):
    """Topics by weight; the first of each, then the second of each, as long as words are left."""
    weights = [sum(column) for column in zip(*gamma_of(u, v))]
    topics = sorted(range(len(weights)), key=lambda t: -weights[t])
    lists = [sorted(range(S), key=lambda s: -u[s][t]) for t in topics]
    order, left = [], WORDS
    for rank in range(S):
        for ranked in lists:
            if left > 0 and ranked[rank] not in order:
                order.append(ranked[rank])
                left -= len(SENTENCES[ranked[rank]])
    return order


def run(alpha, is_bayesian):
    k = len(alpha)
    u, v = start(k)
    added = 0.0 if is_bayesian else alpha[0] - 1
    trace = []
    for _ in range(ITERATIONS):
        trace.append(bound(u, v, alpha) if is_bayesian else log_posterior(u, v, added))
        u = new_u(u, v, added)
        if is_bayesian:
            adjusted = [[math.exp(digamma(a + g) - digamma(sum(alpha) + sum(row))) for a, g in zip(alpha, row)] for row in gamma_of(u, v)]
            v = rows_to_one(adjusted)
        else:
            v = rows_to_one([[g + added for g in row] for row in gamma_of(u, v)])
    trace.append(bound(u, v, alpha) if is_bayesian else log_posterior(u, v, added))
    u0, v0 = start(k)
    return {"alpha": alpha, "U0": u0, "V0": v0, "trace": trace, "U": u, "V": v, "chosen": chosen(u, v)}


def main():
    golden = {
        "note": "made by bstm_end_to_end.py; sentences of all documents in order, none merged or left out",
        "documents": [[sentence.split() for sentence in document] for document in DOCUMENTS],
        "iterations": ITERATIONS,
        "words": WORDS,
        "bstm": [run([0.1, 0.1], True), run([0.5, 0.2], True), run([1.0, 0.3, 0.1], True)],
        "fgb": [run([1.0, 1.0], False), run([1.5, 1.5], False)],
    }
    file = pathlib.Path(__file__).with_suffix(".json")
    file.write_text(json.dumps(golden, indent=1) + "\n")


main()
