"""Works out golden numbers again, from their definitions and by brute force.

Standard library only: `python3 check.py`. It shares no code with recto.
"""

import itertools
import json
import math
import pathlib

HERE = pathlib.Path(__file__).parent


def load(name):
    return json.loads((HERE / f"{name}.json").read_text())["cases"]


def near(found, expected, tolerance):
    assert abs(found - expected) <= tolerance, (found, expected)


def segmentations(n):
    """All ways to cut n units, as lists of half-open ranges."""
    for k in range(n):
        for cuts in itertools.combinations(range(1, n), k):
            ends = [0, *cuts, n]
            yield list(zip(ends, ends[1:]))


def exact():
    """Each segment takes the centre that is best for it, no farther than H from its units."""
    for case in load("exact_netsim"):
        n, reach, similarity = case["n"], case["H"], case["S"]

        def value(a, b):
            centres = [c for c in range(a, b) if max(c - a, b - 1 - c) <= reach]
            own = lambda c: case["pref"][c] + sum(similarity[i][c] for i in range(a, b) if i != c)
            return max(map(own, centres), default=-math.inf)

        values = {}
        for segments in segmentations(n):
            total = sum(value(a, b) for a, b in segments)
            values[len(segments)] = max(values.get(len(segments), -math.inf), total)
        near(max(values.values()), case["net"], 1e-9)
        for row in case["byK"]:
            expected = float(row["net"])
            assert values[row["K"]] == expected or abs(values[row["K"]] - expected) <= 1e-9, row


def mincut():
    for case in load("mincut"):
        n, similarity = case["n"], case["S"]
        linked = lambda i, j: similarity[i][j] if abs(i - j) <= case["cutoff"] else 0.0

        def part(a, b):
            volume = sum(linked(i, j) for i in range(a, b) for j in range(n))
            inside = sum(linked(i, j) for i in range(a, b) for j in range(a, b))
            return (volume - inside) / volume

        cuts = {}
        for segments in segmentations(n):
            cut = sum(part(a, b) for a, b in segments)
            cuts[len(segments)] = min(cuts.get(len(segments), math.inf), cut)
        for row in case["byK"]:
            near(cuts[row["K"]], row["ncut"], 1e-9)


def bayes():
    """Scores and optima: log of the Dirichlet compound multinomial of each segment."""
    for case in load("bayes"):
        theta, words = case["theta"], case["V"]

        def score(a, b):
            tokens = [token for unit in case["sents"][a:b] for token in unit]
            total = math.lgamma(words * theta) - math.lgamma(words * theta + len(tokens))
            counts = (tokens.count(word) for word in range(words))
            return total + sum(math.lgamma(theta + c) - math.lgamma(theta) for c in counts)

        n = len(case["sents"])
        for a, row in enumerate(case["terms"]):
            for length, expected in enumerate(row, 1):
                near(score(a, a + length), expected, 1e-8)
        best = {}
        for segments in segmentations(n):
            total = sum(score(a, b) for a, b in segments)
            best[len(segments)] = max(best.get(len(segments), -math.inf), total)
        for row in case["byK"]:
            near(best[row["K"]], row["ll"], 1e-8)
        free = max(total - k * case["free"]["penalty"] for k, total in best.items())
        near(free, case["free"]["objective"], 1e-8)


def metrics():
    for case in load("metrics"):
        reference, found, k = case["ref"], case["hyp"], case["k"]
        n = reference[-1]
        label = lambda bounds, i: sum(end <= i for end in bounds)
        steps = lambda bounds, i: label(bounds, i + k) - label(bounds, i)
        windows = range(n - k)
        share = lambda differs: sum(map(differs, windows)) / len(windows)
        near(share(lambda i: steps(reference, i) != steps(found, i)), case["windowdiff"], 1e-9)
        near(share(lambda i: (steps(reference, i) > 0) != (steps(found, i) > 0)), case["pk"], 1e-9)
        inner = set(reference[:-1]), set(found[:-1])
        both = len(inner[0] & inner[1])
        if inner[0] and inner[1]:
            near(both / len(inner[1]), case["precision"], 1e-9)
            near(both / len(inner[0]), case["recall"], 1e-9)
            near(2 * both / (len(inner[0]) + len(inner[1])), case["f1"], 1e-9)


for check in (exact, mincut, bayes, metrics):
    check()
    print(f"{check.__name__}: equal")
