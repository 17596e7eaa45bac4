//! Parse trees in the brackets of the Penn Treebank: `(S (NP (DT The) (NN ferry)) (VP (VBD left)))`.
//!
//! Labels are kept up to their first `-` or `=` (`NP-SBJ` is `NP`); traces (`-NONE-`) are
//! dropped; brackets and quotes written as words (`-LRB-`, `` `` ``) stand for themselves. A
//! pair of brackets without a label, or a `ROOT`, around a tree is no constituent.

use std::ops::Range;

/// One sentence: its words, and the spans over them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tree {
    /// The line on which it starts, from 1.
    pub line: usize,
    /// The words in order, unescaped.
    pub words: Vec<String>,
    /// Labels and the words that they span; the outer one first.
    pub spans: Vec<(String, Range<usize>)>,
}

/// Text that is no tree.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}; a tree is written as `(S (NP (DT the) (NN ferry)) (VP (VBD left)))`")]
pub struct BadTree {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: String,
}

/// Reads all trees of a text.
///
/// # Errors
/// [`BadTree`] for brackets that do not match and for words outside of them.
///
/// ```
/// let trees = recto_align::syntax::trees("(S (NP-SBJ (PRP We)) (VP (VBD left)))")?;
/// assert_eq!(trees[0].words, ["We", "left"]);
/// assert_eq!(trees[0].spans[1], ("NP".to_owned(), 0..1));
/// # Ok::<(), recto_align::syntax::BadTree>(())
/// ```
pub fn trees(text: &str) -> Result<Vec<Tree>, BadTree> {
    let mut reader = Reader::default();
    for (line, content) in (1..).zip(text.lines()) {
        reader.line = line;
        let mut rest = content.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = match first {
                '(' | ')' => 1,
                _ => rest.find(is_end).unwrap_or(rest.len()),
            };
            reader.take(&rest[..length])?;
            rest = rest[length..].trim_start();
        }
    }
    reader.finish()
}

fn is_end(c: char) -> bool {
    c.is_whitespace() || c == '(' || c == ')'
}

/// A bracket that is open: where its span and its words begin.
struct Open {
    span: Option<usize>,
    line: usize,
    /// Whether its label may still come.
    is_new: bool,
}

#[derive(Default)]
struct Reader {
    line: usize,
    open: Vec<Open>,
    tree: Tree,
    done: Vec<Tree>,
}

impl Reader {
    fn take(&mut self, piece: &str) -> Result<(), BadTree> {
        match piece {
            "(" => self.open(),
            ")" => return self.close(),
            _ => return self.word(piece),
        }
        Ok(())
    }

    fn open(&mut self) {
        if self.open.is_empty() {
            self.tree.line = self.line;
        }
        if let Some(outer) = self.open.last_mut() {
            outer.is_new = false;
        }
        self.open.push(Open {
            span: None,
            line: self.line,
            is_new: true,
        });
    }

    fn word(&mut self, piece: &str) -> Result<(), BadTree> {
        let Some(open) = self.open.last_mut() else {
            return Err(self.bad(format!("`{piece}` stands outside of brackets")));
        };
        if open.is_new {
            open.is_new = false;
            let start = self.tree.words.len();
            open.span = Some(self.tree.spans.len());
            self.tree.spans.push((label(piece).into(), start..start));
        } else if !self.is_trace() {
            self.tree.words.push(unescaped(piece));
        }
        Ok(())
    }

    /// Whether the open bracket holds a trace.
    fn is_trace(&self) -> bool {
        let span = self.open.last().and_then(|open| open.span);
        span.is_some_and(|span| self.tree.spans[span].0 == "-NONE-")
    }

    fn close(&mut self) -> Result<(), BadTree> {
        let Some(open) = self.open.pop() else {
            return Err(self.bad("a bracket closes that was not opened".into()));
        };
        if let Some(span) = open.span {
            self.tree.spans[span].1.end = self.tree.words.len();
        }
        if self.open.is_empty() {
            let mut tree = std::mem::take(&mut self.tree);
            tree.spans
                .retain(|(label, span)| !span.is_empty() && !is_wrapper(label));
            if !tree.words.is_empty() {
                self.done.push(tree);
            }
        }
        Ok(())
    }

    fn bad(&self, problem: String) -> BadTree {
        BadTree {
            line: self.line,
            problem,
        }
    }

    fn finish(self) -> Result<Vec<Tree>, BadTree> {
        match self.open.first() {
            None => Ok(self.done),
            Some(open) => Err(BadTree {
                line: open.line,
                problem: "a bracket is not closed".into(),
            }),
        }
    }
}

fn is_wrapper(label: &str) -> bool {
    matches!(label, "ROOT" | "TOP" | "S1")
}

/// A label without its function and index.
fn label(written: &str) -> &str {
    let cut = written.find(['-', '=']).filter(|&at| at > 0);
    &written[..cut.unwrap_or(written.len())]
}

/// A word as it stands in text.
fn unescaped(word: &str) -> String {
    match word {
        "-LRB-" => "(".into(),
        "-RRB-" => ")".into(),
        "-LSB-" => "[".into(),
        "-RSB-" => "]".into(),
        "-LCB-" => "{".into(),
        "-RCB-" => "}".into(),
        _ => word.replace("\\/", "/").replace("\\*", "*"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_lose_functions_and_traces_are_dropped() {
        let text =
            "( (S (NP-SBJ=2 (DT The) (NN ferry))\n (VP (VBD left) (NP (-NONE- *T*-1)) (. .))) )";
        let found = trees(text).expect("a tree");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].words, ["The", "ferry", "left", "."]);
        let labels: Vec<(&str, Range<usize>)> = found[0]
            .spans
            .iter()
            .map(|(label, span)| (label.as_str(), span.clone()))
            .collect();
        assert_eq!(labels[..2], [("S", 0..4), ("NP", 0..2)]);
        assert!(
            labels.contains(&("VP", 2..4)) && !labels.iter().any(|(label, _)| *label == "-NONE-")
        );
    }

    #[test]
    fn several_trees_know_their_lines_and_escapes_are_undone() {
        let found = trees("(ROOT (S (PRP We)))\n\n(FRAG (-LRB- -LRB-) (CD 1\\/2))\n").expect("two");
        assert_eq!((found[0].line, found[1].line), (1, 3));
        assert_eq!(found[0].spans[0].0, "S");
        assert_eq!(found[1].words, ["(", "1/2"]);
        assert_eq!(trees(" \n").expect("none"), []);
    }

    #[test]
    fn what_is_no_tree_is_refused_with_its_line() {
        for (text, line) in [
            ("(S (NN ferry)", 1),
            ("(S (NN ferry))\n)", 2),
            ("\nferry", 2),
            ("(S\n(NN ferry))\n(S\n", 3),
        ] {
            assert_eq!(trees(text).map_err(|bad| bad.line), Err(line), "{text}");
        }
        let deep = "(".repeat(300_000);
        assert!(trees(&deep).is_err());
    }
}
