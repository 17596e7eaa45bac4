"""Works out golden numbers again, from their definitions and by brute force.

Standard library only: `python3 check.py`. It shares no code with recto.
"""

import itertools
import json
import math
import pathlib

HERE = pathlib.Path(__file__).parent


def load(name):
    return json.loads((HERE / f"{name}.json").read_text())


def near(found, expected, tolerance):
    assert abs(found - expected) <= tolerance, (found, expected)


def segmentation():
    """A segment costs ln n and has the probability of its words under a Dirichlet prior."""
    golden = load("segmentation")
    sentences, words = golden["sentences"], golden["W"]
    n = len(sentences)
    assert words == len({word for sentence in sentences for word in sentence})
    for case in golden["cases"]:
        theta = case["theta0"]

        def term(a, b):
            tokens = [word for sentence in sentences[a:b] for word in sentence]
            draws = sum(math.log(words * theta + i) for i in range(len(tokens)))
            seen = (range(tokens.count(word)) for word in set(tokens))
            return sum(math.log(theta + i) for counts in seen for i in counts) - draws - math.log(n)

        for row in case["terms"]:
            near(term(row["u"], row["v"]), row["term"], 1e-9)
        scores = []
        for k in range(n):
            for cuts in itertools.combinations(range(1, n), k):
                bounds = [0, *cuts, n]
                scores.append((sum(map(term, bounds, bounds[1:])), bounds))
        scores.sort(reverse=True)
        near(scores[0][0], case["best_score"], 1e-9)
        assert scores[0][1] == case["best_bounds"]
        near(scores[1][0], case["second_score"], 1e-9)


def forward_backward():
    """Sums over all paths: the first author is any, later ones stay or move to any other."""
    golden = load("auto")["forward_backward"]
    emission, stay = golden["log_emission"], golden["stay"]
    n, authors = len(emission), len(emission[0])
    move = (1 - stay) / (authors - 1)

    def probability(path):
        steps = sum(math.log(stay if a == b else move) for a, b in zip(path, path[1:]))
        return steps + sum(row[a] for row, a in zip(emission, path)) - math.log(authors)

    paths = {path: probability(path) for path in itertools.product(range(authors), repeat=n)}
    most = max(paths.values())
    weights = {path: math.exp(value - most) for path, value in paths.items()}
    total = sum(weights.values())
    near(most + math.log(total), golden["loglik"], 1e-8)
    for i, a in itertools.product(range(n), range(authors)):
        share = sum(weight for path, weight in weights.items() if path[i] == a) / total
        near(share, golden["gamma"][i][a], 1e-8)
    switches = lambda path: sum(a != b for a, b in zip(path, path[1:]))
    found = sum(weight * switches(path) for path, weight in weights.items()) / total
    near(found, golden["expected_switches"], 1e-8)


for check in (segmentation, forward_backward):
    check()
    print(f"{check.__name__}: equal")
