"""Groups of documents on made collections, recto beside LSA and k-means: prints tables.

    python3 bench/topics/groups.py DATA [FOLDER [SEED...]]

DATA is the folder of the corpora; FOLDER keeps the collections of made_sets.py, so that they are
made once. The table of families is that of the first seed (0), and each seed has a line of its own. Scores are normalised mutual information (geometric) with the number of groups unknown
and told, and the geometric mean of max(K / true, true / K). LSA is scikit-learn's, 100
dimensions of tf-idf, k-means told the number, mean of ten seeds. The last table chooses the
weights of agreement, of information and the part of ln K on all families but one, over all
seeds, and scores that one.
"""

import itertools
import json
import math
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

# Agreement, information, part of ln K that has to be confirmed.
WEIGHTS = tuple(itertools.product((0.1, 0.2, 0.3, 0.4, 0.5, 0.6), (0.05, 0.1, 0.15, 0.2), (0.2, 0.3, 0.4)))
SEEDS = 10


def lsa(files):
    """Runs in bench/.venv: a line for each file."""
    from sklearn.cluster import KMeans
    from sklearn.decomposition import TruncatedSVD
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.metrics import normalized_mutual_info_score
    from sklearn.preprocessing import normalize

    for file in files:
        rows = [json.loads(line) for line in open(file, encoding="utf-8")]
        labels = [row["label"] for row in rows]
        least = 5 if len(rows) >= 200 else 2
        words = TfidfVectorizer(sublinear_tf=True, stop_words="english", min_df=least, max_df=0.5)
        weights = words.fit_transform([row["text"] for row in rows])
        width = min(100, min(weights.shape) - 1)
        places = normalize(TruncatedSVD(width, random_state=0).fit_transform(weights))
        found = [
            KMeans(len(set(labels)), n_init=1, random_state=seed).fit(places).labels_ for seed in range(SEEDS)
        ]
        scores = [normalized_mutual_info_score(labels, one, average_method="geometric") for one in found]
        print(json.dumps({"file": file, "nmi": statistics.fmean(scores)}), flush=True)


def error(row, groups):
    return abs(math.log(groups / row["classes"]))


def mean_error(pairs):
    return math.exp(statistics.fmean(error(row, groups) for row, groups in pairs))


def chosen(row, weights):
    """The groups that other weights would have given."""
    if row["groups"] == 1 or not row["tried"]:
        return row["groups"]

    def score(candidate):
        agreement, information, confirmed = weights
        shared = candidate["information"] - confirmed * math.log(candidate["groups"])
        gain = candidate["modularity"] - candidate["by_chance"]
        return gain + agreement * candidate["agreement"] + information * shared

    return max(row["tried"], key=score)["groups"]


def line(name, rows):
    pairs = [(row, row["groups"]) for row in rows]
    means = [statistics.fmean(row[key] for row in rows) for key in ("nmi", "nmi_told", "lsa")]
    cells = [name, len(rows), *(f"{mean:.3f}" for mean in means), f"{mean_error(pairs):.2f}"]
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def is_short(row):
    return row["file"].endswith("-short.jsonl")


def errors(pairs):
    """The error of the number: all, long, short documents."""
    kinds = (pairs, [p for p in pairs if not is_short(p[0])], [p for p in pairs if is_short(p[0])])
    return " | ".join(f"{mean_error(kind):.3f}" for kind in kinds)


def seed_line(seed, rows):
    means = [statistics.fmean(row[key] for row in rows) for key in ("nmi", "nmi_told")]
    ones = sum(row["groups"] == 1 for row in rows)
    print(f"| {seed} | {means[0]:.3f} | {means[1]:.3f} | {errors([(r, r['groups']) for r in rows])} | {ones} |")


def left_out(families):
    """For each family the weights with the least error on all others, and what they give here."""
    every = []
    table = {id(row): [chosen(row, w) for w in WEIGHTS] for part in families.values() for row in part}
    print("\n| left out | weights | error of the number |\n|---|---:|---:|")
    for family, rows in families.items():
        others = [row for name, part in families.items() if name != family for row in part]
        at = min(
            range(len(WEIGHTS)), key=lambda w: mean_error([(row, table[id(row)][w]) for row in others])
        )
        found = [(row, table[id(row)][at]) for row in rows]
        every += found
        print(f"| {family} | {WEIGHTS[at]} | {mean_error(found):.2f} |")
    print("\n| left out | all | long | short |\n|---|---:|---:|---:|")
    for seed in sorted({row["seed"] for row, _ in every}):
        print(f"| seed {seed} | {errors([pair for pair in every if pair[0]['seed'] == seed])} |")
    print(f"| all | {errors(every)} |")


def main(data, folder, seeds):
    import made_sets
    import run

    if not any(folder.glob("*.jsonl")):
        made_sets.main(data, folder)
    files = [str(file) for file in sorted(folder.glob("*.jsonl"))]
    program = run.build()
    by_seed = {seed: run.lines([program, "groups", seed, *files]) for seed in seeds}
    peers = run.lines([run.python(), __file__, "lsa", *files])
    families, kinds, over_seeds = defaultdict(list), defaultdict(list), defaultdict(list)
    for rows in by_seed.values():
        for row in rows:
            over_seeds[Path(row["file"]).stem.split("-")[0]].append(row)
    rows = by_seed[seeds[0]]
    for row, peer in zip(rows, peers):
        row["lsa"] = peer["nmi"]
        family, _, kind = Path(row["file"]).stem.split("-")
        families[family].append(row)
        kinds[kind].append(row)
    print("| family | sets | NMI | told | LSA and k-means told | error of the number |\n|---|---:|---:|---:|---:|---:|")
    for name, part in (*families.items(), *kinds.items(), ("all", rows)):
        line(name, part)
    print("\n| seed | NMI | told | error of the number | long | short | one group |\n|---:|---:|---:|---:|---:|---:|---:|")
    for seed, rows in by_seed.items():
        seed_line(seed, rows)
    left_out(over_seeds)


if __name__ == "__main__":
    if sys.argv[1] == "lsa":
        lsa(sys.argv[2:])
    elif len(sys.argv) > 2:
        main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:] or ["0"])
    else:
        with tempfile.TemporaryDirectory() as made:
            main(Path(sys.argv[1]), Path(made), ["0"])
