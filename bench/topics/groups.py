"""Groups of documents on made collections, recto beside LSA and k-means: prints tables.

    python3 bench/topics/groups.py DATA [FOLDER]

DATA is the folder of the corpora; FOLDER keeps the collections of made_sets.py, so that they are
made once. Scores are normalised mutual information (geometric) with the number of groups unknown
and told, and the geometric mean of max(K / true, true / K). LSA is scikit-learn's, 100
dimensions of tf-idf, k-means told the number, mean of ten seeds. The last table chooses the
weights of agreement, of information and the part of ln K on all families but one and scores
that one.
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
WEIGHTS = tuple(itertools.product((0.0, 0.1, 0.2, 0.3, 0.5), (0.0, 0.05, 0.1, 0.2), (0.2, 0.3, 0.4)))
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
    """The groups and the score that other weights would have given."""
    if row["groups"] == 1 or not row["tried"]:
        return row["groups"], row["nmi"]

    def score(tried):
        candidate = tried["candidate"]
        agreement, information, confirmed = weights
        shared = candidate["information"] - confirmed * math.log(candidate["groups"])
        gain = candidate["modularity"] - candidate["by_chance"]
        return gain + agreement * candidate["agreement"] + information * shared

    best = max(row["tried"], key=score)
    return best["candidate"]["groups"], best["nmi"]


def line(name, rows):
    pairs = [(row, row["groups"]) for row in rows]
    means = [statistics.fmean(row[key] for row in rows) for key in ("nmi", "nmi_told", "lsa")]
    cells = [name, len(rows), *(f"{mean:.3f}" for mean in means), f"{mean_error(pairs):.2f}"]
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def left_out(families):
    """For each family the weights with the least error on all others, and what they give here."""
    print("\n| left out | weights | NMI | error of the number |\n|---|---:|---:|---:|")
    every = []
    for family, rows in families.items():
        others = [row for name, part in families.items() if name != family for row in part]
        weights = min(WEIGHTS, key=lambda w: mean_error([(row, chosen(row, w)[0]) for row in others]))
        found = [(row, *chosen(row, weights)) for row in rows]
        every += found
        nmi = statistics.fmean(score for _, _, score in found)
        print(f"| {family} | {weights} | {nmi:.3f} | {mean_error([pair[:2] for pair in found]):.2f} |")
    nmi = statistics.fmean(score for _, _, score in every)
    print(f"| all | | {nmi:.3f} | {mean_error([pair[:2] for pair in every]):.2f} |")


def main(data, folder):
    import made_sets
    import run

    if not any(folder.glob("*.jsonl")):
        made_sets.main(data, folder)
    files = [str(file) for file in sorted(folder.glob("*.jsonl"))]
    rows = run.lines([run.build(), "groups", *files])
    peers = run.lines([run.python(), __file__, "lsa", *files])
    families, kinds = defaultdict(list), defaultdict(list)
    for row, peer in zip(rows, peers):
        row["lsa"] = peer["nmi"]
        family, _, kind = Path(row["file"]).stem.split("-")
        families[family].append(row)
        kinds[kind].append(row)
    print("| family | sets | NMI | told | LSA and k-means told | error of the number |\n|---|---:|---:|---:|---:|---:|")
    for name, part in (*families.items(), *kinds.items(), ("all", rows)):
        line(name, part)
    left_out(families)


if __name__ == "__main__":
    if sys.argv[1] == "lsa":
        lsa(sys.argv[2:])
    elif len(sys.argv) > 2:
        main(Path(sys.argv[1]), Path(sys.argv[2]))
    else:
        with tempfile.TemporaryDirectory() as made:
            main(Path(sys.argv[1]), Path(made))
