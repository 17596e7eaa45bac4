"""Works out `mds_paper` of `methods.json` again: Algorithm 1 of Shen and Li 2010 as printed.

Standard library only: `python3 mds_paper.py` writes the three lists into the file. It shares
no code with recto. tf-isf vectors, edges above 0.12, open neighbourhoods, the first of
equals; when all is covered every gain is 0, and the first sentence that is left comes.
"""

import json
import math
import pathlib

THRESHOLD = 0.12


def vectors(sentences):
    n = len(sentences)
    df = {}
    for terms in sentences:
        for term in set(terms):
            df[term] = df.get(term, 0) + 1
    made = []
    for terms in sentences:
        weights = {t: terms.count(t) * math.log(n / df[t]) for t in set(terms)}
        norm = math.sqrt(sum(w * w for w in weights.values()))
        made.append({t: w / norm for t, w in weights.items()} if norm else {})
    return made


def cosine(a, b):
    return sum(w * b.get(t, 0.0) for t, w in a.items())


def chosen(sentences, budget):
    vs = vectors(sentences)
    n = len(vs)
    adjacent = [{j for j in range(n) if j != i and cosine(vs[i], vs[j]) > THRESHOLD} for i in range(n)]
    s, t, length = [], set(), 0
    while length < budget and len(s) < n:
        left = [v for v in range(n) if v not in s]
        best = max(left, key=lambda v: len(adjacent[v] - t))
        s.append(best)
        t |= adjacent[best]
        length += len(sentences[best]) + 3
    return s


def main():
    file = pathlib.Path(__file__).with_name("methods.json")
    golden = json.loads(file.read_text())
    for pile in golden["piles"]:
        sentences = [terms for document in pile["documents"] for terms in document]
        pile["chosen"]["mds_paper"] = chosen(sentences, pile["budget_words"])
    golden["note"] = golden["note"].split("; mds_paper")[0] + "; mds_paper from mds_paper.py"
    file.write_text(json.dumps(golden))


main()
