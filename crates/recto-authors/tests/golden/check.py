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


def leading(matrix, k):
    """The k eigenvectors with the largest eigenvalues, by Jacobi's rotations."""
    n = len(matrix)
    a = [row[:] for row in matrix]
    vectors = [[float(i == j) for j in range(n)] for i in range(n)]
    for _ in range(100):
        for p, q in itertools.combinations(range(n), 2):
            if abs(a[p][q]) < 1e-18:
                continue
            angle = 0.5 * math.atan2(2 * a[p][q], a[q][q] - a[p][p])
            c, s = math.cos(angle), math.sin(angle)
            for row in a:
                row[p], row[q] = c * row[p] - s * row[q], s * row[p] + c * row[q]
            a[p], a[q] = (
                [c * x - s * y for x, y in zip(a[p], a[q])],
                [s * x + c * y for x, y in zip(a[p], a[q])],
            )
            for row in vectors:
                row[p], row[q] = c * row[p] - s * row[q], s * row[p] + c * row[q]
    order = sorted(range(n), key=lambda i: -a[i][i])[:k]
    return [[row[i] for i in order] for row in vectors]


def apart(x, y):
    return math.sqrt(sum((a - b) ** 2 for a, b in zip(x, y)))


def mean(rows):
    return [sum(column) / len(rows) for column in zip(*rows)]


def two_means(points):
    """The division into two of all divisions with the least sum of squared distances."""
    n, best = len(points), None
    for sides in itertools.product((0, 1), repeat=n - 1):
        labels = (0, *sides)
        if not any(sides):
            continue
        centers = [mean([p for p, l in zip(points, labels) if l == side]) for side in (0, 1)]
        cost = sum(apart(p, centers[l]) ** 2 for p, l in zip(points, labels))
        if best is None or cost < best[0]:
            best = (cost, labels, centers)
    return best[1:]


def core(points, labels, centers):
    """The 80 % of a cluster nearest to its centre that are among its 80 % with the widest gap."""
    chosen = []
    for side in (0, 1):
        own = [i for i, label in enumerate(labels) if label == side]
        near_to = lambda i: apart(points[i], centers[side])
        gap = lambda i: apart(points[i], centers[1 - side]) - near_to(i)
        kept = int(0.8 * len(own))
        nearest = sorted(own, key=near_to)
        both = set(nearest[:kept]) & set(sorted(own, key=lambda i: -gap(i))[:kept])
        chosen += both or nearest[:1]
    return sorted(chosen)


def logistic(rows, classes):
    """Two classes of weights, each under a standard normal prior; without a bias."""
    width = len(rows[0])
    weights = [[0.0] * width, [0.0] * width]

    def shares(row):
        scores = [sum(w * x for w, x in zip(own, row)) for own in weights]
        odds = math.exp(min(scores[1] - scores[0], 700.0))
        return [1 / (1 + odds), odds / (1 + odds)]

    # By symmetry the two classes have opposite weights: Newton's method for one of them.
    for _ in range(50):
        gradient = weights[0][:]
        curvature = [[float(i == j) for j in range(width)] for i in range(width)]
        for row, label in zip(rows, classes):
            p = shares(row)
            for i, x in enumerate(row):
                gradient[i] -= ((label == 0) - p[0]) * x
                for j, y in enumerate(row):
                    curvature[i][j] += 2 * p[0] * p[1] * x * y
        step = solved(curvature, gradient)
        weights = [[w - d for w, d in zip(weights[0], step)]]
        weights.append([-w for w in weights[0]])
    return shares


def solved(matrix, vector):
    """Gaussian elimination with pivots."""
    n = len(vector)
    rows = [row[:] + [x] for row, x in zip(matrix, vector)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(i + 1, n):
            factor = rows[r][i] / rows[i][i]
            rows[r] = [x - factor * y for x, y in zip(rows[r], rows[i])]
    found = [0.0] * n
    for i in reversed(range(n)):
        found[i] = (rows[i][n] - sum(rows[i][j] * found[j] for j in range(i + 1, n))) / rows[i][i]
    return found


def ak_labels(sentences, size):
    """Akiva and Koppel's method for two authors, step by step."""
    n = len(sentences)
    chunks = [sum(sentences[i : i + size], []) for i in range(0, n, size)]
    sets = [set(chunk) for chunk in chunks]
    assert len(set().union(*sets)) <= 500
    affinity = [
        [0.0 if i == j else len(a & b) / math.sqrt(len(a) * len(b)) for j, b in enumerate(sets)]
        for i, a in enumerate(sets)
    ]
    scale = [1 / math.sqrt(sum(row)) for row in affinity]
    normal = [[scale[i] * x * scale[j] for j, x in enumerate(row)] for i, row in enumerate(affinity)]
    points = [[x / math.hypot(*row) for x in row] for row in leading(normal, 2)]
    labels, centers = two_means(points)
    inner = core(points, labels, centers)
    every = sum(sentences, [])
    words = sorted({word for word in every if every.count(word) >= 5})
    count = lambda tokens: [tokens.count(word) for word in words]
    shares = logistic([count(chunks[i]) for i in inner], [labels[i] for i in inner])
    scored = [shares(count(sentence)) for sentence in sentences]
    sure = sorted(range(n), key=lambda i: (-max(scored[i]), i))[: max(n // 4, 1)]
    copied = lambda i: min(sorted(sure), key=lambda s: abs(s - i))
    return list(labels), inner, [int(scored[copied(i)][1] > 0.5) for i in range(n)], scored


def ak():
    golden = load("ak")
    chunks, inner, labels, scored = ak_labels(golden["sentences"], golden["segment_size"])
    assert (chunks, inner, labels) == (golden["chunks"], golden["core"], golden["labels"])
    for found, expected in zip(scored, golden["shares"]):
        near(found[1], expected, 1e-9)


for check in (segmentation, forward_backward, ak):
    check()
    print(f"{check.__name__}: equal")
