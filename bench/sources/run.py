"""How well recto reads the files that people have, beside other programs.

One text (text.md, written for this project) is turned into every format by pandoc, LaTeX and
LibreOffice; what comes out of each reader is compared with it word by word.

    apt-get install -y --no-install-recommends pandoc poppler-utils texlive-latex-base \
        texlive-latex-recommended lmodern libreoffice-writer-nogui qpdf
    python3 bench/sources/run.py [quality|speed|many]...

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
