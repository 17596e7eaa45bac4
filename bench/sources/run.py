"""How well recto reads the files that people have, beside other programs.

One text (text.md, written for this project) is turned into every format by pandoc, LaTeX and
LibreOffice; what comes out of each reader is compared with it word by word.

    apt-get install -y --no-install-recommends pandoc poppler-utils texlive-latex-base \
        texlive-latex-recommended lmodern libreoffice-writer-nogui qpdf
    python3 bench/sources/run.py [quality|pages|speed|many]...

Needs `cargo build --release -p recto-text --all-features --example extract`, for `many` and
`speed` also `cargo build --release`. Peers from PyPI go to bench/.venv.
"""

import argparse
import collections
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import time
import unicodedata

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MADE = ROOT / "target" / "bench-sources"
EXTRACT = ROOT / "target" / "release" / "examples" / "extract"
RECTO = ROOT / "target" / "release" / "recto"
VENV = ROOT / "bench" / ".venv"

LATEX = r"""\documentclass[10pt,%s]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{lmodern}
\usepackage{longtable,booktabs,array,calc}
\usepackage{fancyhdr}
\pagestyle{fancy}\fancyhead[L]{Saltmarsh papers}\fancyhead[R]{Volume two}
\providecommand{\tightlist}{}
\setcounter{secnumdepth}{0}
\begin{document}
%s
\end{document}
"""


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, **options)
    if done.returncode not in (0, 1):
        sys.exit(f"{command}: {done.stderr.decode(errors='replace')[:2000]}")
    return done.stdout


def body_in_latex(columns):
    text = run("pandoc", "-f", "markdown-auto_identifiers", "-t", "latex", HERE / "text.md").decode()
    if columns == "twocolumn":
        # A longtable cannot stand in columns.
        text = re.sub(r"\\begin\{longtable\}.*?\\toprule", r"\\begin{tabular}{lrrr}\\toprule", text, flags=re.S)
        text = re.sub(r"\\endfirsthead.*?\\endhead|\\endhead|\\endlastfoot|\\noalign\{\}", "", text, flags=re.S)
        text = text.replace(r"\bottomrule" + "\n", "").replace(r"\end{longtable}", r"\end{tabular}")
    return LATEX % (columns, text)


def make():
    """The text in every format, and what should come out."""
    MADE.mkdir(parents=True, exist_ok=True)
    source = HERE / "text.md"
    for ending in ["docx", "odt", "rtf", "epub", "html"]:
        run("pandoc", "-s", "-f", "markdown", source, "-o", MADE / f"pandoc.{ending}")
    for columns in ["onecolumn", "twocolumn"]:
        (MADE / f"latex-{columns}.tex").write_text(body_in_latex(columns))
        for _ in range(2):
            run("pdflatex", "-interaction=nonstopmode", f"latex-{columns}.tex", cwd=MADE)
    office = ["soffice", "--headless", "--convert-to"]
    shutil.copy(MADE / "pandoc.odt", MADE / "office.odt")
    run(*office, "pdf", "office.odt", cwd=MADE)
    shutil.copy(MADE / "pandoc.docx", MADE / "word.docx")
    run(*office, "pdf", "word.docx", cwd=MADE)
    (MADE / "saved").mkdir(exist_ok=True)
    for kind in ["docx", "odt", "rtf"]:
        run(*office, kind, "--outdir", "saved", "pandoc.odt" if kind != "odt" else "pandoc.docx", cwd=MADE)
        (MADE / "saved" / f"pandoc.{kind}").replace(MADE / f"office-saved.{kind}")
    # Files that may not be printed: encrypted, and open without a password.
    for name, how in ENCRYPTED.items():
        run("qpdf", "--allow-weak-crypto", "--object-streams=generate", "--encrypt", "", "owner", *how, "--",
            MADE / "latex-twocolumn.pdf", MADE / name)
    subtitles(), mail()


def plain():
    return run("pandoc", "-f", "markdown", "-t", "plain", "--wrap=none", HERE / "text.md").decode()


def sentences():
    text = re.sub(r"\s+", " ", expected_text())
    return re.findall(r"[^.!?]+[.!?»”\"]*\s*", text)


def expected_text():
    """The words of the text as a reader sees them, notes where they stand in the source."""
    text = (HERE / "text.md").read_text()
    text = re.sub(r"\[\^\d\]:", "", text)
    text = re.sub(r"\[\^\d\]", "", text)
    text = re.sub(r"^\|[-:| ]+\|$", "", text, flags=re.M)
    text = re.sub(r"^(#+|>|-|\d+\.) ?", "", text, flags=re.M)
    return text.replace("|", " ").replace("*", "")


def subtitles():
    def time_of(second, mark):
        return f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}{mark}000"
    srt, vtt = [], ["WEBVTT", ""]
    for i, said in enumerate(sentences()):
        start, end = 4 * i, 4 * i + 3
        srt += [str(i + 1), f"{time_of(start, ',')} --> {time_of(end, ',')}", f"<i>{said.strip()}</i>", ""]
        vtt += [f"{time_of(start, '.')} --> {time_of(end, '.')} align:start", said.strip(), ""]
    (MADE / "made.srt").write_text("\n".join(srt))
    (MADE / "made.vtt").write_text("\n".join(vtt))


def mail():
    import email.message
    import email.policy
    import mailbox
    parts = re.split(r"\n(?=## )", expected_text_with_headings())
    path = MADE / "made.mbox"
    path.unlink(missing_ok=True)
    box = mailbox.mbox(path)
    for i, part in enumerate(parts):
        message = email.message.EmailMessage(policy=email.policy.SMTP)
        message["From"], message["To"] = "Ann Moor <ann@quay.example>", "ben@quay.example"
        message["Subject"], message["Date"] = f"Part {i}", f"Mon, {3 + i} Mar 2025 10:00:00 +0000"
        message["Message-ID"] = f"<{i}@quay.example>"
        quoted = "\n".join("> " + line for line in parts[i - 1].splitlines()[:5]) if i else ""
        head = f"On 2 Mar 2025, Ben wrote:\n{quoted}\n\n" if i else ""
        message.set_content(f"{head}{part}\n\n-- \nAnn Moor\nHarbour office\n")
        box.add(message.as_bytes(policy=email.policy.default))
    box.flush()
    (MADE / "made.eml").write_bytes(message.as_bytes())


def expected_text_with_headings():
    text = (HERE / "text.md").read_text()
    text = re.sub(r"\[\^\d\]:?", "", text)
    text = re.sub(r"^\|[-:| ]+\|$", "", text, flags=re.M)
    return re.sub(r"^(>|-|\d+\.) ?", "", text, flags=re.M).replace("|", " ").replace("*", "")


def words(text):
    text = unicodedata.normalize("NFKC", text)
    return re.findall(r"[\w’']+(?:-[\w’']+)*", text.replace("’", "'").lower())


def scores(found, expected):
    found, expected = collections.Counter(words(found)), collections.Counter(words(expected))
    common = sum((found & expected).values())
    recall = common / max(1, sum(expected.values()))
    precision = common / max(1, sum(found.values()))
    return recall, precision


def venv(*packages):
    if not VENV.exists():
        run(sys.executable, "-m", "venv", VENV)
    run(VENV / "bin" / "pip", "install", "-q", *packages)


def readers(path):
    ending = path.suffix[1:]
    found = {"recto": run(EXTRACT, path).decode()}
    if ending == "pdf":
        found["pdftotext"] = run("pdftotext", path, "-").decode()
        found["pdfminer.six"] = run(VENV / "bin" / "pdf2txt.py", path).decode()
    elif ending in ("docx", "odt", "rtf", "epub", "html"):
        found["pandoc"] = run("pandoc", "-t", "plain", "--wrap=none", path).decode()
    return found


ENCRYPTED = {
    "rc4-40.pdf": ["40", "--print=n"],
    "rc4-128.pdf": ["128", "--print=none", "--use-aes=n"],
    "aes-128.pdf": ["128", "--print=none", "--use-aes=y"],
    "aes-256.pdf": ["256", "--print=none"],
}

FORMATS = ["pandoc.docx", "pandoc.odt", "pandoc.rtf", "pandoc.epub", "pandoc.html", "office-saved.docx",
           "office-saved.odt", "office-saved.rtf", "latex-onecolumn.pdf", "latex-twocolumn.pdf", "office.pdf",
           "word.pdf", *ENCRYPTED, "made.srt", "made.vtt", "made.mbox"]


def quality():
    venv("pdfminer.six")
    make()
    expected = expected_text()
    print("| file | reader | recall | precision |\n|---|---|---:|---:|")
    for name in FORMATS:
        for reader, text in readers(MADE / name).items():
            recall, precision = scores(text, expected)
            print(f"| `{name}` | {reader} | {recall:.4f} | {precision:.4f} |", flush=True)


# Furniture of web pages: what stands before and behind the article, and around it.
SITES = [
    ("{head}{nav}<article>{body}</article>{foot}", "marked"),
    ("{head}{nav}<main>{body}</main><aside>{more}</aside>{foot}", "marked with a margin"),
    ("{head}<div class='topbar'>{links}</div><div class='content'>{body}</div><div class='sidebar'>{more}</div>", "classes"),
    ("<div id='wrap'><div id='navigation'>{links}</div><div id='text'>{body}</div><div id='comments'><h3>Comments</h3>{said}</div></div>", "comments"),
    ("<table><tr><td>{links}</td><td>{body}</td><td>{more}</td></tr></table>", "a table as layout"),
    ("{cookies}<div class='post'>{body}<div class='share-buttons'>{links}</div></div><section class='related-posts'>{more}</section>{foot}", "related posts"),
    ("<div class='css-1x2y3'>{links}</div><div class='css-9a8b7'>{body}</div><div class='css-4c5d6'>{more}</div>", "classes without meaning"),
    ("{nav}<div class='story'>{body}</div><form><label>Mail</label><input><p>Get our letter every week.</p></form><footer>{fine}</footer>", "a form"),
    ("<p>{links}</p><hr>{body}<hr><p><small>{fine}</small></p>", "no marks at all"),
    ("{head}<div role='main'>{body}</div><div role='complementary'>{more}</div><div role='contentinfo'>{fine}</div>", "roles"),
]


def furniture(i):
    names = ["Home", "News", "Sport", "Weather", "Shop", "About us", "Contact", "Log in"]
    links = " ".join(f"<a href='/{n}'>{n}</a>" for n in names[i % 4:])
    teasers = ["Ten gardens worth a detour", "Council votes on parking", "Recipe: plain soup", "Why owls are quiet"]
    more = "".join(f"<div><h4><a href='#'>{t}</a></h4><p>Read more about it here.</p></div>" for t in teasers[: 2 + i % 3])
    return {
        "head": "<header><h2>The Evening Page</h2></header>",
        "nav": f"<nav><ul><li>{links}</li></ul></nav>",
        "links": links,
        "more": f"<h3>More for you</h3>{more}",
        "said": "".join(f"<div class='comment'><b>reader{n}</b><p>I do not agree with this at all.</p></div>" for n in range(3)),
        "cookies": "<div class='cookie-banner'><p>We use cookies to make this page better. Accept all or choose.</p></div>",
        "foot": "<footer><p>Copyright The Evening Page. All rights reserved.</p></footer>",
        "fine": "Copyright The Evening Page. Terms of use. Privacy. Imprint.",
    }


def made_pages():
    """Twenty pages: ten kinds of furniture around two articles each."""
    folder = MADE / "pages"
    folder.mkdir(parents=True, exist_ok=True)
    html = run("pandoc", "-f", "markdown-auto_identifiers", "-t", "html", HERE / "text.md").decode()
    html = re.sub(r"<a [^>]*footnote[^>]*>.*?</a>|<section[^>]*footnotes.*", "", html, flags=re.S)
    parts = re.split(r"(?=<h2>)", html)
    parts = [part for part in parts[1:] if len(part) > 1500]
    pages = []
    for i in range(20):
        site, name = SITES[i % 10]
        body = parts[i % len(parts)]
        page = "<!DOCTYPE html><html><head><title>T</title><style>p{}</style></head><body>" + site.format(body=body, **furniture(i)) + "<script>var x = 'not text';</script></body></html>"
        path = folder / f"{i:02}.html"
        path.write_text(page)
        pages.append((name, path, re.sub(r"<[^>]+>", " ", body)))
    return pages


SMOOTHIE = """[package]
name = "smoothie"
version = "0.1.0"
edition = "2024"
[dependencies]
dom_smoothie = "0.19"
[workspace]
"""
SMOOTHIE_MAIN = """fn main() {
    let page = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let mut reader = dom_smoothie::Readability::new(page, None, None).unwrap();
    if let Ok(article) = reader.parse() { println!("{}", article.text_content); }
}
"""


def pages():
    import html as entities
    venv("trafilatura", "lxml_html_clean")
    smoothie = MADE / "smoothie"
    (smoothie / "src").mkdir(parents=True, exist_ok=True)
    (smoothie / "Cargo.toml").write_text(SMOOTHIE)
    (smoothie / "src" / "main.rs").write_text(SMOOTHIE_MAIN)
    run("nice", "cargo", "build", "-q", "--release", cwd=smoothie)
    readers = {
        "recto": [EXTRACT],
        "dom_smoothie": [smoothie / "target" / "release" / "smoothie"],
        "trafilatura": [VENV / "bin" / "python", "-c", "import sys, trafilatura; print(trafilatura.extract(open(sys.argv[1]).read()) or '')"],
    }
    totals = collections.defaultdict(list)
    kinds = collections.defaultdict(dict)
    for name, path, expected in made_pages():
        for reader, command in readers.items():
            done = subprocess.run([*map(str, command), str(path)], capture_output=True)
            recall, precision = scores(done.stdout.decode(), entities.unescape(expected))
            totals[reader].append((recall, precision))
            kinds[name].setdefault(reader, []).append(2 * recall * precision / max(1e-9, recall + precision))
    print("| reader | recall | precision |\n|---|---:|---:|")
    for reader, values in totals.items():
        recall, precision = (sum(v[i] for v in values) / len(values) for i in (0, 1))
        print(f"| {reader} | {recall:.4f} | {precision:.4f} |")
    print("\n| furniture (F1) | " + " | ".join(readers) + " |\n|---|" + "---:|" * len(readers))
    for name, found in kinds.items():
        print(f"| {name} | " + " | ".join(f"{sum(v) / len(v):.3f}" for v in found.values()) + " |")


def cpu(command, **options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.perf_counter() - start


def speed():
    """CPU seconds for the same file, 40 copies of it in one call where the program can."""
    print("| file | reader | CPU ms a file |\n|---|---|---:|")
    for name in ["latex-twocolumn.pdf", "office.pdf", "pandoc.docx", "pandoc.epub"]:
        folder = MADE / "copies"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        copies = []
        for i in range(40):
            copies.append(folder / f"{i:02}{pathlib.Path(name).suffix}")
            shutil.copy(MADE / name, copies[-1])
        rows = {"recto": cpu([EXTRACT, *copies])[0] / 40}
        if name.endswith("pdf"):
            rows["pdftotext"] = sum(cpu(["pdftotext", copy, "-"])[0] for copy in copies[:10]) / 10
            rows["pdfminer.six"] = sum(cpu([VENV / "bin" / "pdf2txt.py", copy])[0] for copy in copies[:2]) / 2
        else:
            rows["pandoc"] = sum(cpu(["pandoc", "-t", "plain", copy])[0] for copy in copies[:5]) / 5
        for reader, seconds in rows.items():
            print(f"| `{name}` | {reader} | {1000 * seconds:.1f} |", flush=True)


def many():
    """1,000 PDF files of ten pages in one run: time and peak memory."""
    folder = MADE / "many"
    if not folder.exists():
        text = (MADE / "latex-twocolumn.tex").read_text()
        body = text.split("\\begin{document}")[1].split("\\end{document}")[0]
        (MADE / "ten.tex").write_text(text.split("\\begin{document}")[0] + "\\begin{document}" + 3 * body + "\\end{document}")
        run("pdflatex", "-interaction=nonstopmode", "ten.tex", cwd=MADE)
        folder.mkdir()
        whole = (MADE / "ten.pdf").read_bytes()
        for i in range(1000):
            # Each file differs, so that none is the copy of another.
            (folder / f"{i:04}.pdf").write_bytes(whole + f"\n% {i}\n".encode())
    info = run("pdfinfo", MADE / "ten.pdf").decode()
    print(re.search(r"Pages:.*", info).group())
    for command in ([EXTRACT, folder], [RECTO, "segment", folder, "--format", "json", "-o", MADE / "many.json", "-q"]):
        done = subprocess.run(["/usr/bin/time", "-v", *map(str, command)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        told = done.stderr.decode()
        wanted = r"(Maximum resident set size.*|User time.*|Elapsed.*)"
        print(command[0].name, "; ".join(line.strip() for line in re.findall(wanted, told)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", default=["quality"])
    for what in parser.parse_args().what:
        globals()[what]()


if __name__ == "__main__":
    main()
