"""TextTiling of NLTK over a folder of texts in Choi's format.

    python peers.py FOLDER OUT

Every unit is made its own paragraph, because NLTK cuts between paragraphs only. The
result is written into OUT, one file in Choi's format for each text. NLTK's own stop
words are a download of their own; the list of the package stop-words stands in for them.
"""

import sys
from pathlib import Path

from nltk.tokenize.texttiling import TextTilingTokenizer
from stop_words import get_stop_words

SEPARATOR = "=" * 10


def units_of(path):
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line and line != SEPARATOR]


def bounds(units, tokenizer):
    """Exclusive ends of the segments, in units."""
    starts, offset = [], 0
    for unit in units:
        starts.append(offset)
        offset += len(unit) + 2
    ends, position = [], 0
    for part in tokenizer.tokenize("\n\n".join(units)):
        position += len(part)
        ends.append(sum(start < position for start in starts))
    return ends


def main(folder, out):
    tokenizer = TextTilingTokenizer(stopwords=get_stop_words("english"))
    for path in sorted(Path(folder).glob("*.txt")):
        units = units_of(path)
        lines, start = [SEPARATOR], 0
        for end in bounds(units, tokenizer):
            if end > start:
                lines += [*units[start:end], SEPARATOR]
                start = end
        (Path(out) / path.name).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:3])
