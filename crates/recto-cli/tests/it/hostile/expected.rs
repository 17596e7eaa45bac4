//! How each command ends on each input.

use crate::common::laws::{Ending, UNREADABLE};

/// What a command does with the inputs.
pub(crate) struct Row {
    /// The words of the command.
    pub(crate) command: &'static str,
    /// How it ends where its own lines do not say otherwise, before their `*`.
    pub(crate) unreadable: &'static [Ending],
    /// Command lines, INPUT being the input, GOOD, LABELS, CLASSES, PAIRS, SUMMARY and REVIEWS good files, NEW a name that is free, and how each ends.
    pub(crate) shapes: &'static [(&'static str, &'static [Ending])],
}

pub(crate) const ROWS: &[Row] = &[
    Row {
        command: "segment",
        unreadable: UNREADABLE,
        shapes: &[("segment INPUT", SEGMENT)],
    },
    Row {
        command: "authors",
        unreadable: UNREADABLE,
        shapes: &[("authors INPUT", AUTHORS)],
    },
    Row {
        command: "topics",
        unreadable: UNREADABLE,
        shapes: &[("topics INPUT", TOPICS)],
    },
    Row {
        command: "summarize",
        unreadable: UNREADABLE,
        shapes: &[
            ("summarize INPUT", SUMMARIZE),
            ("summarize SUMMARY --since INPUT", SINCE),
        ],
    },
    Row {
        command: "compare",
        unreadable: UNREADABLE,
        shapes: &[("compare a=INPUT b=SUMMARY", COMPARE)],
    },
    Row {
        command: "eval segmentation",
        unreadable: UNREADABLE_FILE,
        shapes: &[
            ("eval segmentation INPUT GOOD", BOUNDARIES),
            ("eval segmentation GOOD INPUT", BOUNDARIES),
        ],
    },
    Row {
        command: "eval authors",
        unreadable: UNREADABLE_FILE,
        shapes: &[
            ("eval authors INPUT LABELS", LABELS),
            ("eval authors LABELS INPUT", LABELS),
        ],
    },
    Row {
        command: "eval clustering",
        unreadable: UNREADABLE_FILE,
        shapes: &[
            ("eval clustering INPUT CLASSES", CLASSES),
            ("eval clustering CLASSES INPUT", CLASSES),
        ],
    },
    Row {
        command: "eval rouge",
        unreadable: UNREADABLE_FILE,
        shapes: &[
            ("eval rouge INPUT SUMMARY", REFERENCES),
            ("eval rouge SUMMARY INPUT", SUMMARIES),
        ],
    },
    Row {
        command: "align",
        unreadable: UNREADABLE,
        shapes: &[
            ("align INPUT SUMMARY", ALIGN),
            ("align SUMMARY INPUT --format html -o -", ALIGN_SUMMARY),
        ],
    },
    Row {
        command: "eval alignment",
        unreadable: UNREADABLE_FILE,
        shapes: &[
            ("eval alignment INPUT PAIRS", GOLD_LINKS),
            ("eval alignment PAIRS INPUT", LINKS),
        ],
    },
    Row {
        command: "eval classification",
        unreadable: UNREADABLE_FILE,
        shapes: &[
            ("eval classification INPUT CLASSES", TRUE_CLASSES),
            ("eval classification CLASSES INPUT", ANSWERS),
        ],
    },
    Row {
        command: "eval events",
        unreadable: UNREADABLE_FILE,
        shapes: &[("eval events INPUT INPUT", TIMELINES)],
    },
    Row {
        command: "label",
        unreadable: &[],
        shapes: &[
            ("label INPUT --status", PROJECTS),
            (
                "label NEW --from REVIEWS --classes a,b --import INPUT -q",
                IMPORTS,
            ),
        ],
    },
    Row {
        command: "label",
        unreadable: UNREADABLE,
        shapes: &[("label NEW --from INPUT --classes a,b --status -q", LABELLED)],
    },
    Row {
        command: "replicate",
        unreadable: &[],
        shapes: &[
            ("replicate APS --data INPUT", CORPORA),
            ("replicate BayesAD --data INPUT", CORPORA),
            ("replicate SGM --data INPUT", CORPORA),
            ("replicate BSTM --data INPUT", CORPORA),
            ("replicate MDS --data INPUT", CORPORA),
            ("replicate PES --data INPUT", CORPORA),
        ],
    },
    Row {
        command: "schema",
        unreadable: &[],
        shapes: &[("schema INPUT", COMMAND)],
    },
    Row {
        command: "completions",
        unreadable: &[],
        shapes: &[("completions INPUT", SHELL)],
    },
    Row {
        command: "man",
        unreadable: &[],
        shapes: &[("man --out INPUT", FOLDER)],
    },
];

/// How the commands end that read one file of labels, links or texts to compare with another.
const UNREADABLE_FILE: &[Ending] = &[
    ("PDF", 1, "paper.txt: this is a PDF"),
    ("binary", 1, "binary file: a NUL byte at byte 0"),
    ("only NULs", 1, "binary file: a NUL byte at byte 0"),
    ("a NUL in text", 1, "binary file: a NUL byte at byte 9"),
    ("utf-16 cut off", 1, "not UTF-16LE"),
    ("missing", 1, "missing.txt: no such file"),
    ("empty folder", 1, "empty-folder: no file there"),
    ("folder without text", 1, "binaries/a.bin: binary file"),
    ("pattern without match", 1, "*.nothing: no file there"),
];

const OPEN_QUOTE: Ending = (
    "CSV with an open quote",
    0,
    "quote.csv: line 2: this quotation mark is never closed",
);
const LATIN_1: Ending = ("latin-1", 0, "not UTF-8 (byte 6); read as windows-1252");
const UTF_16: Ending = ("utf-16 without mark", 0, "read as UTF-16LE");
const CJK: Ending = ("cjk", 0, "pairs of characters");

const SEGMENT: &[Ending] = &[
    OPEN_QUOTE,
    ("empty", 1, "nothing but blanks"),
    ("blanks", 1, "nothing but blanks"),
    ("300 kB of blanks", 1, "nothing but blanks"),
    ("one word", 0, ""),
    LATIN_1,
    ("utf-16 with mark", 0, "too little repetition"),
    (
        "utf-16 without mark",
        0,
        "no byte order mark; read as UTF-16LE",
    ),
    ("utf-8 with mark", 0, "too little repetition"),
    ("crlf", 0, "too little repetition"),
    ("a long line", 0, ""),
    ("a long word", 0, "--max-token-bytes"),
    ("identical lines", 0, ""),
    ("stop words", 0, "no content words"),
    CJK,
    ("right to left", 0, ""),
    ("emoji", 0, "no content words"),
    ("markup", 0, ""),
];

const AUTHORS: &[Ending] = &[
    OPEN_QUOTE,
    ("empty", 1, "nothing but blanks"),
    ("blanks", 1, "nothing but blanks"),
    ("300 kB of blanks", 1, "nothing but blanks"),
    LATIN_1,
    ("a long word", 0, "--max-token-bytes"),
    CJK,
    ("a long line", 0, "grouping unstable"),
    ("identical lines", 0, "texts by one author yield groups too"),
    // Without a capital, and long enough once it is cut into sentences.
    ("stop words", 0, "fewer than 80 sentences"),
    ("*", 0, "too short"),
];

const TOPICS: &[Ending] = &[
    OPEN_QUOTE,
    (
        "empty",
        1,
        "nothing but blanks in empty.txt; name other files",
    ),
    ("blanks", 1, "nothing but blanks"),
    ("300 kB of blanks", 1, "nothing but blanks"),
    LATIN_1,
    UTF_16,
    CJK,
    ("a long word", 1, "no terms are left"),
    ("stop words", 1, "no terms are left"),
    ("emoji", 1, "no terms are left"),
    (
        "*",
        0,
        "only 1 document has words: topics and groups of so few",
    ),
];

/// A sentence of one word is one to choose from, unless that is a function word.
const SUMMARIZE: &[Ending] = &[
    OPEN_QUOTE,
    ("empty", 1, "nothing to summarize: no sentence has a word"),
    ("blanks", 1, "nothing to summarize: no sentence has a word"),
    (
        "300 kB of blanks",
        1,
        "nothing to summarize: no sentence has a word",
    ),
    (
        "stop words",
        1,
        "nothing to summarize: no sentence has a word",
    ),
    ("emoji", 1, "nothing to summarize: no sentence has a word"),
    ("a long word", 1, "nothing to summarize"),
    LATIN_1,
    UTF_16,
    CJK,
    ("a long line", 0, "on an even sample of 20000 of"),
    ("*", 0, ""),
];

/// What is known may say nothing, but it must be readable.
const SINCE: &[Ending] = &[
    OPEN_QUOTE,
    LATIN_1,
    UTF_16,
    ("a long word", 0, "--max-token-bytes"),
    CJK,
    ("*", 0, ""),
];

/// One side is good.
const COMPARE: &[Ending] = &[
    OPEN_QUOTE,
    ("empty", 1, "a: nothing to compare"),
    ("blanks", 1, "a: nothing to compare"),
    ("300 kB of blanks", 1, "a: nothing to compare"),
    ("stop words", 1, "a: nothing to compare"),
    ("emoji", 1, "a: nothing to compare"),
    ("a long word", 1, "a: nothing to compare"),
    LATIN_1,
    UTF_16,
    CJK,
    ("a long line", 0, "on an even sample of 20000 of"),
    ("*", 0, ""),
];

/// One side is good. Nothing is refused that can be read.
const ALIGN: &[Ending] = &[
    OPEN_QUOTE,
    ("empty", 0, "the document has no words"),
    ("blanks", 0, "the document has no words"),
    ("300 kB of blanks", 0, "the document has no words"),
    ("emoji", 0, "the document has no words"),
    ("one word", 0, "the wrong order"),
    ("a long word", 0, "words above the limit"),
    LATIN_1,
    UTF_16,
    CJK,
    ("*", 0, ""),
];

/// A summary is one document and no longer than what it sums up.
const ALIGN_SUMMARY: &[Ending] = &[
    ("CSV with an open quote", 1, "where one summary is expected"),
    ("empty", 0, "the summary has no words"),
    ("blanks", 0, "the summary has no words"),
    ("300 kB of blanks", 0, "the summary has no words"),
    ("emoji", 0, "the summary has no words"),
    ("a long line", 0, "the wrong order"),
    ("identical lines", 0, "the wrong order"),
    ("right to left", 0, "the wrong order"),
    ("stop words", 0, "the wrong order"),
    ("a long word", 0, "words above the limit"),
    LATIN_1,
    UTF_16,
    CJK,
    ("*", 0, ""),
];

/// A reference of links needs the words, too.
const GOLD_LINKS: &[Ending] = &[
    ("empty", 1, "no document in it"),
    ("blanks", 1, "a reference needs tokens"),
    ("300 kB of blanks", 1, "a reference needs tokens"),
    ("malformed JSONL", 1, "bad.jsonl: line 1: not JSON"),
    ("JSONL without text", 1, "line 1: no field `document`"),
    ("*", 1, "line 1: neither JSON nor links such as 0-0 1-2"),
];

/// Neither a timeline nor rows of what happened.
const TIMELINES: &[Ending] = &[
    ("empty", 1, "in it"),
    ("blanks", 1, "no event in it"),
    ("300 kB of blanks", 1, "no event in it"),
    ("*", 1, "line 1: each line must be like"),
];

/// A blank line is a pair without links.
const LINKS: &[Ending] = &[
    ("empty", 1, "no document in it"),
    ("blanks", 1, "the reference has 1 document, the output 3"),
    ("300 kB of blanks", 0, ""),
    ("malformed JSONL", 1, "bad.jsonl: line 1: not JSON"),
    ("JSONL without text", 1, "line 1: no field `document`"),
    ("*", 1, "line 1: neither JSON nor links such as 0-0 1-2"),
];

/// Prose is taken for Choi's format, a unit a line.
const BOUNDARIES: &[Ending] = &[
    ("CSV with an open quote", 1, "3 of 4 units"),
    ("empty", 1, "no text units; write one unit a line"),
    ("blanks", 1, "no text units; write one unit a line"),
    (
        "300 kB of blanks",
        1,
        "no text units; write one unit a line",
    ),
    ("one word", 1, "1 of 4 units"),
    ("latin-1", 1, "1 of 4 units"),
    ("utf-16 with mark", 1, "1 of 4 units"),
    ("utf-16 without mark", 1, "1 of 4 units"),
    ("utf-8 with mark", 1, "1 of 4 units"),
    ("crlf", 1, "2 of 4 units"),
    ("a long line", 1, "1 of 4 units"),
    ("a long word", 1, "1 of 4 units"),
    ("identical lines", 1, "500 of 4 units"),
    ("stop words", 1, "1 of 4 units"),
    ("cjk", 1, "1 of 4 units"),
    ("right to left", 1, "1 of 4 units"),
    ("emoji", 1, "1 of 4 units"),
    ("malformed JSONL", 1, "bad.jsonl: line 2: "),
    (
        "JSONL without text",
        1,
        "body.jsonl: line 1: missing field `items`",
    ),
    ("malformed CSV", 1, "3 of 4 units"),
    ("CSV without text", 1, "2 of 4 units"),
    ("markup", 1, "1 of 4 units"),
];

/// Any line is a label, so that prose is a label or two.
const LABELS: &[Ending] = &[
    ("CSV with an open quote", 1, "3 of 4 units"),
    ("empty", 1, "no label in it; write one label a line"),
    ("blanks", 1, "line 1 is empty; write one label a line"),
    ("300 kB of blanks", 1, "line 1 is empty"),
    ("crlf", 1, "line 2 is empty; write one label a line"),
    ("identical lines", 1, "500 of 4 units"),
    (
        "malformed JSONL",
        1,
        "neither the JSON of recto authors nor PAN's",
    ),
    ("JSONL without text", 1, "`authors` is not PAN's list"),
    ("malformed CSV", 1, "3 of 4 units"),
    ("CSV without text", 1, "2 of 4 units"),
    ("*", 1, "1 of 4 units"),
];

const CLASSES: &[Ending] = &[
    ("empty", 1, "no document in it"),
    ("blanks", 1, "no document in it"),
    ("300 kB of blanks", 1, "no document in it"),
    (
        "*",
        1,
        "line 1: not a JSON object with id and label or labels",
    ),
];

const TRUE_CLASSES: &[Ending] = &[
    ("empty", 1, "no document in it"),
    ("blanks", 1, "no document in it"),
    ("300 kB of blanks", 1, "no document in it"),
    (
        "malformed JSONL",
        1,
        "bad.jsonl: line 1: not a JSON object with id and label or labels",
    ),
    ("JSONL without text", 1, "no document is left to score"),
    (
        "*",
        1,
        "line 1: neither JSON lines with label nor CSV with a column `label`",
    ),
];

const ANSWERS: &[Ending] = &[
    ("empty", 1, "no document in it"),
    ("blanks", 1, "no document in it"),
    ("300 kB of blanks", 1, "no document in it"),
    (
        "malformed JSONL",
        1,
        "bad.jsonl: line 1: not a JSON object with id and label or labels",
    ),
    (
        "JSONL without text",
        1,
        "body.jsonl: line 1: no label in it",
    ),
    (
        "*",
        1,
        "line 1: neither JSON lines with label nor CSV with a column `label`",
    ),
];

/// Any text with something in it is a reference.
const REFERENCES: &[Ending] = &[
    ("empty", 1, "empty.txt: no word in it; a reference has some"),
    ("blanks", 1, "no word in it; a reference has some"),
    ("300 kB of blanks", 1, "no word in it; a reference has some"),
    ("latin-1", 0, "letters outside ASCII, which part them"),
    (
        "malformed JSONL",
        1,
        "bad.jsonl: line 1: not a JSON object with id and references",
    ),
    (
        "JSONL without text",
        1,
        "body.jsonl: line 1: no reference in it; a row has id and references",
    ),
    ("*", 0, ""),
];

/// Any text is a summary, an empty one too.
const SUMMARIES: &[Ending] = &[
    ("empty", 0, "1 summary without a word: scores of 0"),
    ("blanks", 0, "1 summary without a word: scores of 0"),
    ("300 kB of blanks", 0, "1 summary without a word"),
    (
        "malformed JSONL",
        1,
        "bad.jsonl: line 1: not a JSON object with id and summary",
    ),
    (
        "JSONL without text",
        1,
        "body.jsonl: line 1: neither summary nor text in it",
    ),
    ("*", 0, ""),
];

/// No input is a project.
const PROJECTS: &[Ending] = &[
    (
        "empty",
        1,
        "empty.txt: not a labelling project (it is empty)",
    ),
    (
        "missing",
        1,
        "missing.txt: no such project; to make it, set --from",
    ),
    ("pattern without match", 1, "no such project"),
    (
        "empty folder",
        1,
        "not a labelling project (it is a folder)",
    ),
    (
        "folder without text",
        1,
        "not a labelling project (it is a folder)",
    ),
    (
        "*",
        1,
        "not a labelling project (its contents are of another kind)",
    ),
];

/// No input is a file of answers.
const IMPORTS: &[Ending] = &[
    (
        "missing",
        1,
        "missing.txt: no such file; check the name given to --import",
    ),
    ("*", 1, "error: "),
];

/// A single text is too little to label.
const LABELLED: &[Ending] = &[
    ("CSV with an open quote", 0, ""),
    (
        "*",
        1,
        "1 document for 2 classes; there must be at least as many documents as classes",
    ),
];

/// A folder of sets is wanted.
const CORPORA: &[Ending] = &[
    ("missing", 1, "missing.txt: no such folder"),
    ("pattern without match", 1, "*.nothing: no such folder"),
    ("empty folder", 1, "empty-folder: no set there"),
    ("folder without text", 1, "binaries: no set there"),
    (
        "*",
        1,
        "is no folder; --data takes the folder of the corpora",
    ),
];

/// No file is a shell.
const COMMAND: &[Ending] = &[("*", 2, "possible values: read")];

const SHELL: &[Ending] = &[("*", 2, "possible values: bash")];

/// A folder is made where there is none; a file is in the way.
const FOLDER: &[Ending] = &[
    ("missing", 0, ""),
    ("empty folder", 0, ""),
    ("folder without text", 0, ""),
    ("pattern without match", 0, ""),
    ("*", 1, "name another folder with --out"),
];
