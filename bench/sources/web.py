"""How well recto reads real web pages, beside the programs that people use.

    cargo build --release -p recto-text --all-features --example extract
    python3 bench/sources/web.py DATA/files/web [--peers]

DATA/files/web holds `pages/*.html.gz` and `truth.jsonl`, a line for each page with what is true of
it: `article`, its whole text; or snippets that must (`with`) and must not (`without`) be in the
text; or `date`, the day of publication. Scores are those of the benchmarks that the pages come
from: F1 of runs of four words, averaged over pages, and F of snippets.

With `--peers`, trafilatura and htmldate (PyPI, into bench/.venv) and the crates `trafilatura` and
`dom_smoothie` read the same pages; one thread each.
"""

import argparse
import collections
import gzip
import json
import pathlib
import re
import resource
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / "target" / "bench-sources"
EXTRACT = ROOT / "target" / "release" / "examples" / "extract"
VENV = ROOT / "bench" / ".venv"

CRATES_TOML = """[package]
name = "peers"
version = "0.1.0"
edition = "2024"
[dependencies]
dom_smoothie = "0.19"
serde_json = "1"
trafilatura = "0.6"
[workspace]
"""
CRATES_MAIN = """use trafilatura::{Options, extract};
fn main() {
    let mut arguments = std::env::args().skip(1);
    let which = arguments.next().unwrap();
    for path in arguments {
        let page = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        let (mut text, mut date) = (String::new(), None);
        if which == "trafilatura" {
            if let Ok(found) = extract(&page, &Options::default().with_fallback(true)) {
                text = found.content_text;
                date = found.metadata.date.map(|date| date.to_string());
            }
        } else if let Ok(mut reader) = dom_smoothie::Readability::new(page, None, None)
            && let Ok(found) = reader.parse()
        {
            text = found.text_content.to_string();
        }
        println!("{}", serde_json::json!({"id": path, "text": text, "date": date}));
    }
}
"""
PYTHON_PEER = """import json, sys, trafilatura, htmldate
for path in sys.argv[2:]:
    page = open(path, errors="replace").read()
    text = date = None
    if sys.argv[1] == "trafilatura": text = trafilatura.extract(page, include_comments=False)
    else:
        try: date = htmldate.find_date(page, original_date=True)
        except Exception: pass
    print(json.dumps({"id": path, "text": text or "", "date": date}))
"""


def tokens(text):
    return re.findall(r"\w+|[^\w\s]+", text)


def shingles(text, n=4):
    words = tokens(text)
    return collections.Counter(tuple(words[i:i + n]) for i in range(max(1, len(words) - n + 1))) if words else collections.Counter()


def squeezed(text):
    return re.sub(r"\s+", " ", text).strip()


def f_score(precision, recall):
    return 2 * precision * recall / max(precision + recall, 1e-9)


def score(truth, read):
    """Precision, recall and F1 of articles and of snippets, and the share and precision of dates."""
    articles, snippets, dates = [], collections.Counter(), collections.Counter()
    for page, row in truth.items():
        text, date = read[page]["text"], read[page]["date"]
        if "article" in row:
            expected, found = shingles(row["article"]), shingles(text)
            common = (expected & found).total()
            articles.append((common / found.total() if found else None, common / expected.total() if expected else None))
        elif "date" in row:
            dates["pages"] += 1
            dates["given"] += date is not None
            dates["right"] += date == row["date"]
        else:
            text = squeezed(text)
            for kind in ("with", "without"):
                snippets[kind] += len(row[kind])
                snippets[kind + " found"] += sum(squeezed(snippet) in text for snippet in row[kind])
    rows = {}
    if any(found for found, _ in articles):
        precision, recall = ([value for value in values if value is not None] for values in zip(*articles))
        precision, recall = sum(precision) / len(precision), sum(recall) / len(recall)
        rows["articles"] = (precision, recall, f_score(precision, recall))
    if snippets["with found"]:
        found, wrong = snippets["with found"], snippets["without found"]
        precision, recall = found / max(1, found + wrong), found / snippets["with"]
        rows["snippets"] = (precision, recall, f_score(precision, recall))
    if dates["given"]:
        rows["dates"] = (dates["right"] / dates["pages"], dates["right"] / dates["given"])
    return rows


def run(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([str(part) for part in command], capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    rows = [json.loads(line) for line in done.stdout.decode().split("\n") if line]
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {pathlib.Path(row["id"]).name: row for row in rows}, seconds


def readers(with_peers):
    yield "recto", [EXTRACT, "--json"]
    if not with_peers:
        return
    if not VENV.exists():
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
    subprocess.run([VENV / "bin" / "pip", "install", "-q", "--upgrade", "pip"], check=True)
    subprocess.run([VENV / "bin" / "pip", "install", "-q", "trafilatura", "htmldate", "lxml_html_clean"], check=True)
    crates = WORK / "peers"
    (crates / "src").mkdir(parents=True, exist_ok=True)
    (crates / "Cargo.toml").write_text(CRATES_TOML)
    (crates / "src" / "main.rs").write_text(CRATES_MAIN)
    subprocess.run(["nice", "cargo", "build", "-q", "--release"], cwd=crates, check=True)
    for name in ("trafilatura", "dom_smoothie"):
        yield f"{name} (crate)", [crates / "target" / "release" / "peers", name]
    for name in ("trafilatura", "htmldate"):
        yield f"{name} (Python)", [VENV / "bin" / "python", "-c", PYTHON_PEER, name]


def unpacked(folder):
    """The pages without compression, which not every program reads."""
    plain = WORK / "web"
    plain.mkdir(parents=True, exist_ok=True)
    for page in sorted((folder / "pages").iterdir()):
        target = plain / page.name.removesuffix(".gz")
        if not target.exists():
            target.write_bytes(gzip.decompress(page.read_bytes()) if page.suffix == ".gz" else page.read_bytes())
        yield target


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path, help="folder with pages/ and truth.jsonl")
    parser.add_argument("--peers", action="store_true")
    arguments = parser.parse_args()
    lines = (arguments.data / "truth.jsonl").read_text().split("\n")
    truth = {row["page"].removesuffix(".gz"): row for row in map(json.loads, filter(None, lines))}
    pages = list(unpacked(arguments.data))
    kb = sum(page.stat().st_size for page in pages) / 1000
    print(f"{len(pages)} pages, {kb / len(pages):.0f} kB on average")
    print("| reader | articles P | R | F1 | snippets P | R | F | dates right | precision | CPU ms a page |\n|---|" + "---:|" * 9)
    for name, command in readers(arguments.peers):
        read, seconds = run([*command, *pages])
        empty = {"text": "", "date": None}
        rows = score(truth, {page: read.get(page, empty) for page in truth})
        cells = [f"{value:.3f}" for part in ("articles", "snippets") for value in rows.get(part, [])]
        cells = cells or [""] * 6
        cells += [f"{value:.3f}" for value in rows.get("dates", [])] or ["", ""]
        cells.append(f"{1000 * seconds / len(pages):.1f}")
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
