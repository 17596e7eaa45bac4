"""Fits the model that tells the main text of a web page from what surrounds it.

    cargo build --release -p recto-text --all-features --example page_features
    python3 bench/sources/fit_pages.py DATA/files/web DOCS [--write]

Prints scores in cross-validation over pages; with `--write`, fits to all pages and writes
crates/recto-text/src/source/html/main_text.trees.

Blocks are labelled in four ways. Pages with their whole article: a block is main text if most of
its words lie in runs of four that the article has, too. Pages with snippets: blocks with a snippet
have its label; other blocks, and those of pages without labels, the majority of five readings by
other programs (trafilatura in three settings, readability, resiliparse), with the less weight the
less these agree. Documentation (Debian packages unpacked in DOCS, other ones than kinds.py reads):
the element that holds it. Pages of lists, threads and products that `random_page` makes: by
construction. So are those of plain documents (`random_document`).
"""

import argparse
import collections
import gzip
import html
import json
import pathlib
import pickle
import random
import re
import struct
import subprocess
import sys

import lightgbm
import numpy as np

from kinds import Text, paragraphs
from web import f_score, shingles, squeezed, tokens

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / "target" / "bench-sources" / "fit"
FEATURES = ROOT / "target" / "release" / "examples" / "page_features"
TREES = ROOT / "crates" / "recto-text" / "src" / "source" / "html" / "main_text.trees"

PARAMETERS = dict(objective="binary", learning_rate=0.08, num_leaves=12, min_data_in_leaf=30, feature_fraction=0.4,
                  bagging_fraction=0.7, bagging_freq=1, lambda_l2=5.0, max_bin=127, verbose=-1, seed=1,
                  deterministic=True, num_threads=1, force_row_wise=True)
TREES_PER_MODEL = 200
FOLDS = 5

# Weight of a block with a snippet, of blocks labelled by other programs, and of pages that are no articles.
SNIPPET, WEAK, OTHER_KIND = 4.0, 0.5, 0.6

# Blocks are chosen above this sum of the trees; as in main_text.rs.
THRESHOLD = 0.2

# How estimates are drawn towards those of blocks of the same form; as in main_text.rs.
SEVERAL, SHARE_OF_GROUP, LARGEST = 4, 0.7, 3.0

# Bytes of main text below which recto reads the whole page; as in main_text.rs.
LITTLE = 140

DOCS = {
    "cppreference-doc-en-html": r'<div id="mw-content-text"[^>]*>(.*?)<!-- /bodycontent|<div id="mw-content-text"[^>]*>(.*?)<div class="printfooter"',
    "doxygen-doc": r'<div class="contents">(.*)</div><!-- contents -->',
    "python-django-doc": r'<div class="yui-g" id="[^"]*">(.*)<div class="yui-b" id="sidebar"',
    "debian-policy": r'role="main">(.*)<div class="sphinxsidebar"',
    "libglib2.0-doc": r'<div class="refentry">(.*)<div class="footer"',
}
DOCS_PAGES = 12
RANDOM_PAGES = 250


def weak_readings(page):
    """The main text of a page as other programs see it."""
    import lxml.html
    import trafilatura
    from readability import Document
    from resiliparse.extract.html2text import extract_plain_text

    raw = gzip.decompress(page.read_bytes())
    text = raw.decode("utf-8", errors="replace")
    def attempt(read):
        try:
            return read() or ""
        except Exception:  # A program that fails on a page has no vote.
            return ""
    return [
        attempt(lambda: trafilatura.extract(raw, include_comments=False)),
        attempt(lambda: trafilatura.extract(raw, include_comments=False, favor_precision=True)),
        attempt(lambda: trafilatura.extract(raw, include_comments=False, favor_recall=True)),
        attempt(lambda: lxml.html.fromstring(Document(text).summary()).text_content()),
        attempt(lambda: extract_plain_text(text, main_content=True)),
    ]


VOTES = np.array([0.35, 0.2, 0.15, 0.15, 0.15])


def covered(blocks, text, n=4):
    """For each block, whether most of its tokens lie in runs of n tokens of the text."""
    runs = set(shingles(text, n))
    all_tokens = [token for block in blocks for token in block]
    is_covered = np.zeros(len(all_tokens), bool)
    for i in range(len(all_tokens) - n + 1):
        if tuple(all_tokens[i:i + n]) in runs:
            is_covered[i:i + n] = True
    ends = np.cumsum([len(block) for block in blocks])
    return np.array([is_covered[end - len(block):end].mean() >= 0.5 for block, end in zip(blocks, ends)], float)


def labels(row, blocks):
    """The label of each block and how much it counts."""
    words = [tokens(block) for block in blocks]
    weights = 0.3 + np.sqrt([len(block) for block in words]) / 4
    if "article" in row:
        return covered(words, row["article"]), weights
    if "expected" in row:
        return covered(words, row["expected"], 3), weights * OTHER_KIND
    votes = VOTES @ np.array([covered(words, reading) for reading in row["weak"]])
    is_main, weights = (votes >= 0.5).astype(float), weights * abs(votes - 0.5) * 2 * WEAK
    texts = [squeezed(block) for block in blocks]
    for snippet, label in [(s, 1) for s in row.get("with", [])] + [(s, 0) for s in row.get("without", [])]:
        hits = [i for i, text in enumerate(texts) if squeezed(snippet) in text]
        if label and hits:
            # One of several places has to be read: that which the other programs read.
            hits = [max(hits, key=lambda i: (votes[i], len(words[i])))]
        for i in hits:
            is_main[i], weights[i] = label, max(weights[i], SNIPPET)
    return is_main, weights


def documentation(folder):
    for package, form in DOCS.items():
        pages = [page for page in sorted((folder / package).rglob("*.html")) if page.stat().st_size > 6000]
        random.Random(package).shuffle(pages)
        count = 0
        for page in pages:
            content = re.search(form, page.read_text(errors="replace"), re.S)
            content = content and next(filter(None, content.groups()), None)
            if content and len(content) > 4000 and count < DOCS_PAGES:
                plain = re.sub(r"<(script|style).*?</\1>", " ", content, flags=re.S)
                yield page, html.unescape(re.sub(r"<[^>]+>", " ", plain))
                count += 1


CLASSES = ["item", "entry", "row", "x1", "css-8fk", "result", "msg", "topic", "cell", "block", "b-list__item", "media",
           "post", "reply", "thread-item", "review", "card", "teaser", "listing", "hit", "product", "answer", "comment-body"]


OUTER = ["search", "results", "search-results", "discussion", "archive", "list", "feed", "products", "catalog", "threads", "page-body"]


def random_page(seed, parts):
    """A page with many entries of equal form, all of them main text, inside of random furniture."""
    rng = random.Random(seed)
    text = Text(parts, rng.randrange(len(parts)))
    outer, inner = rng.choice([("div", "div"), ("ul", "li"), ("table", "tr"), ("section", "article"), ("ol", "li"), ("main", "div")])
    cell = "td" if inner == "tr" else rng.choice(["div", "p", "span"])
    name = lambda: f' class="{rng.choice(CLASSES)}"' if rng.random() < 0.7 else ""
    entry_class, cell_class = name(), name()
    outer_class = rng.choice([name(), name(), f' id="{rng.choice(OUTER)}"', f' class="{rng.choice(OUTER)}"'])
    has_title, is_linked, heading = rng.random() < 0.6, rng.random() < 0.6, rng.choice(["h2", "h3", "h4", "b", "strong", "div"])
    has_label, n_parts, is_long = rng.random() < 0.6, rng.choice([1, 1, 2, 3]), rng.random() < 0.5
    label = rng.choice(["<span>12 March 2024</span>", "<small>by netmender</small>", "<em>Posts: 41</em>", "<span>£12.00</span>", "<a>Reply</a> <a>Share</a>"])
    link_place, cite = rng.choice(["inside", "around"]), rng.choice(["", "<cite>quay.example/boats</cite>", "<img src='x.jpg'>"])
    before_list = rng.choice(["", "", "<h1>Boats</h1>", "<p>About 40 results</p>", "<form><input><button>Go</button></form>"])
    entries = []
    for n in range(rng.choice([4, 8, 12, 25])):
        title = text.title() if has_title else ""
        title = f'<a href="/{n}">{title}</a>' if is_linked and title else title
        body = "".join(f"<p>{part}</p>" if rng.random() < 0.8 else part + "<br>" for part in ((text.paragraph() if is_long else text.sentence()) for _ in range(n_parts)))
        title = f"<{heading}>{title}</{heading}>" if title else ""
        if is_linked and link_place == "around" and title:
            title = f'<a href="/{n}">{re.sub("</?a[^>]*>", "", title)}{cite}</a>'
        entries.append(f"<{inner}{entry_class}>{f'<{cell}>{label}</{cell}>' if has_label else ''}<{cell}{cell_class}>{title}{body}</{cell}></{inner}>")
    links = "".join(f'<li><a href="/m{n}">{word}</a></li>' for n, word in enumerate(["Home", "Boats", "Tides", "Help", "Log in"]))
    side = "".join(f'<li><a href="/s{n}">{" ".join(parts[(seed * 7 + n) % len(parts)].split()[:6])}</a></li>' for n in range(6))
    before = rng.choice([f"<nav><ul>{links}</ul></nav>", f'<div class="menu"><ul>{links}</ul></div>', f"<p>{links}</p>", f"<header><ul>{links}</ul></header>"])
    after = rng.choice([f'<div class="sidebar"><h3>Popular</h3><ul>{side}</ul></div><footer><p>© 2024. All rights reserved.</p></footer>',
                        f"<aside><ul>{side}</ul></aside><div id='footer'>Terms of use | Privacy</div>", "<footer>Copyright. Imprint.</footer>"])
    page = f"<html><head><title>{'Harbour' if rng.random() < 0.5 else text.parts[seed % len(parts)][:40]}</title></head><body>{before}{before_list}<{outer}{outer_class}>{''.join(entries)}</{outer}>{after}</body></html>"
    return page, " ".join(text.words)


def random_document(seed, parts):
    """A plain document, such as programs write that save notes: all of it is main text, but for a menu or a footer."""
    rng = random.Random(-1 - seed)
    text = Text(parts, rng.randrange(len(parts)))
    rope = ["ropes", "hooks", "nets", "tar and pitch", "two oars", "salt"]
    def part():
        kind = rng.choice(["p", "p", "p", "p", "heading", "list", "pre", "table", "br", "quote", "definitions"])
        if kind == "heading":
            level = rng.choice([2, 3])
            return f"<h{level}>{text.title()}</h{level}><p>{text.paragraph()}</p>"
        if kind == "list":
            return "<ul>" + "".join(f"<li>{text.take(rng.choice(rope)) if rng.random() < 0.5 else text.sentence()}</li>" for _ in range(rng.randrange(2, 7))) + "</ul>"
        if kind == "pre":
            lines = "\n".join(f"{rng.choice(['let', 'set', 'add'])} {word.split()[0]} = {n};" for n, word in enumerate(rope[:4]))
            return f"<pre>{text.take(lines)}</pre>"
        if kind == "table":
            return "<table>" + "".join(f"<tr><td>{text.take(word)}</td><td>{text.take(str(n * 7))}</td></tr>" for n, word in enumerate(rope)) + "</table>"
        if kind == "definitions":
            return "<dl>" + "".join(f"<dt>{text.title()}</dt><dd>{text.sentence()}</dd>" for _ in range(3)) + "</dl>"
        if kind == "br":
            return f"<p>{text.sentence()}<br>{text.sentence()}</p>"
        return f"<blockquote><p>{text.paragraph()}</p></blockquote>" if kind == "quote" else f"<p>{text.paragraph() if rng.random() < 0.7 else text.sentence()}</p>"
    title = f"<h1>{text.title()}</h1>" if rng.random() < 0.7 else ""
    body = title + "".join(part() for _ in range(rng.choice([1, 2, 4, 8, 20])))
    wrapper = rng.choice(["{}", "<div>{}</div>", "<article>{}</article>", "<main>{}</main>", "<div class='content'>{}</div>"])
    menu = rng.choice(["", "", "<nav><ul><li><a href='/'>Home</a></li></ul></nav>", "<p><a href='/'>Home</a> | <a href='/x'>Index</a></p>"])
    footer = rng.choice(["", "", "<footer>All rights reserved</footer>", "<hr><p>© 2024 Skarrow</p>"])
    return f"<html><head><title>Notes</title></head><body>{menu}{wrapper.format(body)}{footer}</body></html>", " ".join(text.words)


def rows_of(data, docs):
    """Every page with what is known of it; cached, as the other programs take a minute."""
    cache = WORK / "rows.pickle"
    if cache.exists():
        return pickle.loads(cache.read_bytes())
    rows = [json.loads(line) for line in (data / "truth.jsonl").read_text().split("\n") if line]
    for row in rows:
        row["path"] = data / "pages" / row["page"]
        if "article" not in row:
            row["weak"] = weak_readings(row["path"])
    for i, (path, expected) in enumerate(documentation(docs)):
        copy = WORK / f"docs-{i:03}.html"
        copy.write_bytes(path.read_bytes())
        rows.append({"page": copy.name, "path": copy, "expected": expected})
    parts = paragraphs()
    for seed in range(2 * RANDOM_PAGES):
        page, expected = (random_page if seed % 2 else random_document)(seed, parts)
        path = WORK / f"random-{seed:03}.html"
        path.write_text(page)
        rows.append({"page": path.name, "path": path, "expected": expected})
    cache.write_bytes(pickle.dumps(rows))
    return rows


def read_blocks(rows):
    subprocess.run([FEATURES, WORK, *[row["path"] for row in rows]], check=True)
    for row in rows:
        read = json.loads((WORK / f"{row['page']}.blocks").read_text())
        numbers = np.fromfile(WORK / f"{row['page']}.features", np.float32)
        row["blocks"], row["forms"] = read["texts"], read["forms"]
        row["features"] = numbers.reshape(len(row["blocks"]), -1) if row["blocks"] else None


def fit(pages):
    pages = [page for page in pages if page["features"] is not None]
    features = np.concatenate([page["features"] for page in pages])
    is_main = np.concatenate([page["is_main"] for page in pages])
    weights = np.concatenate([page["weights"] for page in pages])
    return lightgbm.train(PARAMETERS, lightgbm.Dataset(features, is_main, weight=weights), TREES_PER_MODEL)


def drawn_to_groups(page, sums):
    """The estimates that decide, as in main_text.rs: drawn towards that of all blocks of the same form."""
    groups = collections.defaultdict(list)
    for i, form in enumerate(page["forms"]):
        groups[form].append(i)
    sums = np.clip(sums, -LARGEST, LARGEST)
    weights = np.sqrt([len(block.encode()) for block in page["blocks"]])
    drawn = sums.copy()
    for members in groups.values():
        if len(members) >= SEVERAL:
            mean = (weights[members] * sums[members]).sum() / weights[members].sum()
            drawn[members] = (1 - SHARE_OF_GROUP) * sums[members] + SHARE_OF_GROUP * mean
    return drawn


def text_of(page, sums):
    sums = drawn_to_groups(page, sums) if len(sums) else sums
    chosen = [block for block, total in zip(page["blocks"], sums) if total > THRESHOLD]
    if sum(map(len, chosen)) < LITTLE and sum(map(len, page["blocks"])) > 4 * sum(map(len, chosen)):
        chosen = page["blocks"]
    return "\n\n".join(chosen)


def scores(pages):
    """F1 of whole articles, F of snippets, and recall of the other kinds."""
    precisions, recalls, snippets, others = [], [], collections.Counter(), []
    for page in pages:
        text = text_of(page, page["sums"])
        if "article" in page:
            expected, found = shingles(page["article"]), shingles(text)
            common = (expected & found).total()
            precisions.append(common / max(1, found.total()))
            recalls.append(common / expected.total())
        elif "with" in page:
            text = squeezed(text)
            for kind in ("with", "without"):
                snippets[kind] += len(page[kind])
                snippets[kind + " found"] += sum(squeezed(snippet) in text for snippet in page[kind])
        elif "expected" in page:
            expected, found = collections.Counter(tokens(page["expected"])), collections.Counter(tokens(text))
            others.append((expected & found).total() / max(1, expected.total()))
    precision, recall = np.mean(precisions), np.mean(recalls)
    found, wrong = snippets["with found"], snippets["without found"]
    snippet_precision, snippet_recall = found / (found + wrong), found / snippets["with"]
    return (f"articles P {precision:.3f} R {recall:.3f} F1 {f_score(precision, recall):.3f}; "
            f"snippets P {snippet_precision:.3f} R {snippet_recall:.3f} F {f_score(snippet_precision, snippet_recall):.3f}; "
            f"recall of other kinds {np.mean(others):.3f}")


def nodes_of(tree):
    """The nodes from the root, the branch for smaller values right behind its node."""
    nodes = []
    def walk(node):
        if "split_feature" not in node:
            nodes.append((255, 0, np.float32(node["leaf_value"])))
            return
        at = len(nodes)
        nodes.append(None)
        walk(node["left_child"])
        above = len(nodes)
        walk(node["right_child"])
        threshold = np.float32(node["threshold"])
        if float(threshold) > node["threshold"]:
            threshold = np.nextafter(threshold, np.float32(-np.inf))
        nodes[at] = (node["split_feature"], above, threshold)
    walk(tree["tree_structure"])
    return nodes


def packed(model):
    trees = [nodes_of(tree) for tree in model.dump_model()["tree_info"]]
    bytes_ = struct.pack("<H", len(trees))
    for nodes in trees:
        bytes_ += struct.pack("<H", len(nodes)) + b"".join(struct.pack("<HHf", *node) for node in nodes)
    return bytes_


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path, help="folder with pages/ and truth.jsonl")
    parser.add_argument("docs", type=pathlib.Path, help="folder with documentation packages")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--seed", type=int, default=0, help="of the folds")
    arguments = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    pages = rows_of(arguments.data, arguments.docs)
    read_blocks(pages)
    for page in pages:
        blocks = page["blocks"]
        page["is_main"], page["weights"] = labels(page, blocks) if blocks else (np.zeros(0), np.zeros(0))
    folds = np.random.RandomState(arguments.seed).randint(0, FOLDS, len(pages))
    for fold in range(FOLDS):
        model = fit([page for page, of in zip(pages, folds) if of != fold])
        for page, of in zip(pages, folds):
            if of == fold:
                page["sums"] = model.predict(page["features"], raw_score=True) if page["blocks"] else []
    print("each fold by the others:", scores(pages), flush=True)
    if arguments.write:
        TREES.write_bytes(packed(fit(pages)))
        print(f"{TREES.name}: {TREES.stat().st_size} bytes")


if __name__ == "__main__":
    sys.exit(main())
