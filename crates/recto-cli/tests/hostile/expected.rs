//! How each command ends on each input.

/// What a command does with the inputs.
pub(crate) struct Row {
    /// The words of the command.
    pub(crate) command: &'static str,
    /// Command lines, INPUT being the input and GOOD a good file, and how each ends.
    pub(crate) shapes: &'static [(&'static str, &'static [Ending])],
}

/// Name of the input, exit code, and a part of what stderr says; an empty part says
/// that stderr is empty.
type Ending = (&'static str, i32, &'static str);

pub(crate) const ROWS: &[Row] = &[
    Row {
        command: "segment",
        shapes: &[("segment INPUT", SEGMENT), ("segment INPUT --format html -o -", SEGMENT)],
    },
    Row {
        command: "eval segmentation",
        shapes: &[
            ("eval segmentation INPUT GOOD", REFERENCE),
            ("eval segmentation GOOD INPUT", OUTPUT),
        ],
    },
    Row { command: "completions", shapes: &[("completions INPUT", SHELL)] },
    Row { command: "man", shapes: &[("man --out INPUT", FOLDER)] },
];

const SEGMENT: &[Ending] = &[];
const REFERENCE: &[Ending] = &[];
const OUTPUT: &[Ending] = &[];
const SHELL: &[Ending] = &[];
const FOLDER: &[Ending] = &[];
