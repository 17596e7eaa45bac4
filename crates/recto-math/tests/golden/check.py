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


def affinity():
    golden = load("affinity")
    rows = [[count / sum(row) for count in row] for row in golden["counts"]]

    def divergence(p, q):
        middle = [(a + b) / 2 for a, b in zip(p, q)]
        bits = lambda x: sum(a * math.log2(a / m) for a, m in zip(x, middle) if a > 0)
        return (bits(p) + bits(q)) / 2

    n = len(rows)
    affinity = [[0.0 if i == j else 1 - divergence(rows[i], rows[j]) for j in range(n)] for i in range(n)]
    degree = [sum(row) for row in affinity]
    for i, j in itertools.product(range(n), repeat=2):
        near(divergence(rows[i], rows[j]), golden["jsd_bits"][i][j], 1e-12)
        near(affinity[i][j], golden["M"][i][j], 1e-12)
        near(affinity[i][j] / math.sqrt(degree[i] * degree[j]), golden["Mnorm"][i][j], 1e-12)
    for found, expected in zip(degree, golden["degree"]):
        near(found, expected, 1e-12)


def hellinger(p, q):
    return math.sqrt(max(0.0, 1 - sum(math.sqrt(a * b) for a, b in zip(p, q))))


def agglomerative():
    """The score of a merge is the mean distance of both means to that of the union."""
    golden = load("agglomerative")
    points = golden["pmfs"]
    groups = {i: [i] for i in range(len(points))}
    mean = lambda members: [sum(points[m][w] for m in members) / len(members) for w in range(len(points[0]))]

    def score(i, j):
        union = mean(groups[i] + groups[j])
        return (hellinger(union, mean(groups[i])) + hellinger(union, mean(groups[j]))) / 2

    merges = zip(golden["merges"], golden["heights"])
    for left, (expected, height) in zip(range(len(points), 1, -1), merges):
        if left == 3:
            slots = sorted(groups)
            cut = [next(k for k, slot in enumerate(slots) if m in groups[slot]) for m in range(len(points))]
            assert cut == golden["cut3"], cut
        best = min((score(i, j), i, j) for i, j in itertools.combinations(sorted(groups), 2))
        assert [best[1], best[2]] == expected, (best, expected)
        near(best[0], height, 1e-9)
        groups[best[1]] += groups.pop(best[2])


def aps_factor():
    """A column is valid if it is empty, or one run of units that holds its own centre."""
    for case in load("aps_factor")["cases"]:
        n, j, rho = case["n"], case["j"], case["rho"]
        valid = [set()] + [set(range(a, b)) for a in range(j + 1) for b in range(j + 1, n + 1)]
        for i in range(n):
            value = lambda chosen: sum(rho[k] for k in chosen if k != i)
            inside = max(value(chosen) for chosen in valid if i in chosen)
            outside = max(value(chosen) for chosen in valid if i not in chosen)
            near(inside - outside, case["alpha"][i], 1e-9)


def graph():
    golden = load("graph")
    units = golden["tokens"]
    n = len(units)
    weight = lambda term: math.log(n / sum(term in unit for unit in units))
    vectors = [{term: unit.count(term) * weight(term) for term in unit} for unit in units]
    norm = lambda v: math.sqrt(sum(x * x for x in v.values()))
    cosine = lambda u, v: sum(x * v.get(term, 0.0) for term, x in u.items()) / (norm(u) * norm(v))
    edges = []
    for i, j in itertools.product(range(n), repeat=2):
        found = cosine(vectors[i], vectors[j])
        near(found, golden["cosine"][i][j], 1e-11)
        if i < j and found > 0.12:
            edges.append([i, j])
    assert edges == golden["edges"]


def dominating_sets():
    for drawn in load("mds")["random_graphs"]:
        n = drawn["n"]
        reach = [{v} | {a + b - v for a, b in drawn["edges"] if v in (a, b)} for v in range(n)]
        sets = [s for k in range(n + 1) for s in itertools.combinations(range(n), k)]
        dominating = [s for s in sets if len(set().union(*(reach[v] for v in s))) == n]
        assert min(map(len, dominating)) == drawn["min_dominating_set_size"]
        near(min(sum(drawn["weights"][v] for v in s) for s in dominating), drawn["min_weight"], 1e-9)


def overlaps(case):
    pairs = list(zip(case["pred"], case["gold"]))
    return {pair: pairs.count(pair) for pair in pairs}, len(pairs)


def matching():
    for case in load("partition_matching")["cases"]:
        table, n = overlaps(case)
        size = 1 + max(case["pred"] + case["gold"])
        matched = lambda order: sum(table.get((k, c), 0) for k, c in enumerate(order))
        best = max(map(matched, itertools.permutations(range(size))))
        assert best == case["matched"]
        near(best / n, case["accuracy"], 1e-12)


def clustering():
    golden = load("partition_clustering")
    table, n = overlaps(golden)
    of_cluster = {k: golden["pred"].count(k) for k in golden["pred"]}
    of_class = {c: golden["gold"].count(c) for c in golden["gold"]}
    # 2PR / (P + R) of a cluster and a class is twice their overlap over both their sizes.
    best = lambda c: max(2 * table.get((k, c), 0) / (of_cluster[k] + of_class[c]) for k in of_cluster)
    near(sum(of_class[c] / n * best(c) for c in of_class), golden["F"], 1e-12)
    entropy = -sum(m / n * math.log(m / of_cluster[k]) for (k, _), m in table.items()) / math.log(len(of_class))
    near(entropy, golden["E"], 1e-12)
    shared = sum(m / n * math.log(m * n / (of_cluster[k] * of_class[c])) for (k, c), m in table.items())
    spread = lambda sizes: -sum(m / n * math.log(m / n) for m in sizes.values())
    both = spread(of_cluster), spread(of_class)
    near(shared / math.sqrt(both[0] * both[1]), golden["NMI_sqrt"], 1e-12)
    near(shared / (sum(both) / 2), golden["NMI_arithmetic"], 1e-12)
    distance = golden["hellinger"]
    near(hellinger(distance["p"], distance["q"]), distance["value"], 1e-12)


for check in (affinity, agglomerative, aps_factor, graph, dominating_sets, matching, clustering):
    check()
    print(f"{check.__name__}: equal")
