//! Collects lines, in ink where the terminal has it.

use super::{TextOptions, wrap};

/// How words are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    Plain,
    /// Headings and numbers that matter.
    Strong,
    /// Labels.
    Soft,
    /// Take care.
    Warn,
    /// What the reader is to look at.
    Mark,
    /// One of eight categories.
    Class(usize),
}

impl Ink {
    fn code(self) -> &'static str {
        /// Distinct on dark and on light ground; the letter says the same.
        const CLASSES: [&str; 8] = ["34", "33", "32", "35", "36", "31", "94", "95"];
        match self {
            Self::Plain => "",
            Self::Strong => "1",
            Self::Soft => "2",
            Self::Warn => "31",
            Self::Mark => "7",
            Self::Class(class) => CLASSES.get(class).copied().unwrap_or("2"),
        }
    }
}

pub(super) struct Pen {
    options: TextOptions,
    out: String,
    /// Where blocks end, as lengths of `out`.
    ends: Vec<usize>,
}

impl Pen {
    pub(super) fn new(options: TextOptions) -> Self {
        Self {
            options,
            out: String::new(),
            ends: Vec::new(),
        }
    }

    pub(super) fn width(&self) -> usize {
        self.options.width.max(20)
    }

    /// An empty line, never two.
    pub(super) fn blank(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    /// One line in one ink. The text must be clean.
    pub(super) fn line(&mut self, ink: Ink, text: &str) {
        self.runs(&[(ink, text)]);
    }

    /// One line in several inks. The texts must be clean.
    pub(super) fn runs(&mut self, runs: &[(Ink, &str)]) {
        let end = runs.iter().rposition(|run| !run.1.trim_end().is_empty());
        let Some(end) = end else { return self.blank() };
        for (i, (ink, text)) in runs[..=end].iter().enumerate() {
            self.ink(*ink, if i == end { text.trim_end() } else { text });
        }
        self.out.push('\n');
    }

    fn ink(&mut self, ink: Ink, text: &str) {
        let code = ink.code();
        if self.options.color && !code.is_empty() && !text.is_empty() {
            self.out += &format!("\u{1b}[{code}m{text}\u{1b}[0m");
        } else {
            self.out += text;
        }
    }

    /// Wrapped lines; the first begins with `lead`, the others with as many
    /// blanks. Cleans the text; `lead` must be clean.
    pub(super) fn paragraph(&mut self, ink: Ink, lead: &str, text: &str) {
        let indent = super::words::width(lead);
        for (i, line) in wrap(text, self.width().saturating_sub(indent))
            .iter()
            .enumerate()
        {
            let lead = if i == 0 {
                lead.to_owned()
            } else {
                " ".repeat(indent)
            };
            self.runs(&[(ink, &lead), (ink, line)]);
        }
    }

    /// A block ends here.
    pub(super) fn end_block(&mut self) {
        self.ends.push(self.out.len());
    }

    /// The lines, cut where blocks end.
    pub(super) fn finish(self) -> Vec<String> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        let ends = self.ends.iter().copied().chain([self.out.len()]);
        let parts = starts
            .zip(ends)
            .map(|(start, end)| self.out[start..end].into());
        parts.collect()
    }
}
