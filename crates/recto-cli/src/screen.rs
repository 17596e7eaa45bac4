//! The terminal that a report is shown on: its size, its colours, and how much of a long
//! report is shown there.

use recto_report::Number;
use recto_report::text::TextOptions;
use std::io::{self, IsTerminal};

/// Columns where the width of the terminal is not known.
const WIDTH: usize = 80;

/// Columns that a line may have, whatever the environment says.
const WIDEST: usize = 1000;

/// Rows of a terminal whose height is not known.
const HEIGHT: usize = 50;

/// Screens that a report may fill.
const SCREENS: usize = 2;

/// Where text goes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Screen {
    /// How lines are drawn.
    pub(crate) options: TextOptions,
    /// Rows that a report may fill; `None` for a file or a pipe, and where all was asked for.
    pub(crate) rows: Option<usize>,
}

impl Screen {
    /// What is known of the standard output, if the text goes there.
    pub(crate) fn look(to_stdout: bool, all: bool) -> Self {
        let is_screen = to_stdout && io::stdout().is_terminal();
        let seen = terminal_size::terminal_size().filter(|_| is_screen);
        let seen = seen.map(|(width, height)| (usize::from(width.0), usize::from(height.0)));
        let named = |name| std::env::var(name).ok()?.parse::<usize>().ok();
        let width = named("COLUMNS").or(seen.map(|(width, _)| width));
        let height = named("LINES").or(seen.map(|(_, height)| height));
        // A terminal that does not know its height says 0.
        let height = height.filter(|&height| height > 0).unwrap_or(HEIGHT);
        let has_color = || std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Self {
            options: TextOptions {
                width: width.unwrap_or(WIDTH).min(WIDEST),
                color: is_screen && has_color(),
            },
            rows: (is_screen && !all).then(|| height.saturating_mul(SCREENS)),
        }
    }
}

/// What is shown of a report in parts: all of it, or the parts that fit into `rows` and a
/// line about the rest. A part of more than half the rows is cut at the end of a line.
pub(crate) fn shown(parts: Vec<String>, rows: Option<usize>) -> String {
    let lines = |text: &str| text.lines().count();
    let all: usize = parts.iter().map(|part| lines(part)).sum();
    let whole = parts.concat();
    let Some(rows) = rows.filter(|&rows| all > rows) else {
        return whole;
    };
    let ends = parts.iter().scan(0, |end, part| {
        *end += lines(part);
        Some(*end)
    });
    let fitting = ends.take_while(|&end| end <= rows).last().unwrap_or(0);
    let kept = if fitting * 2 >= rows { fitting } else { rows };
    let mut shown: String = whole.split_inclusive('\n').take(kept).collect();
    let more = Number::Count.say((all - kept) as f64);
    shown += &format!("\n… {more} more lines: --all, or -o report.html\n");
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(name: &str, lines: usize) -> String {
        (1..=lines).map(|i| format!("{name}{i}\n")).collect()
    }

    #[test]
    fn a_report_that_fits_and_one_for_a_pipe_are_whole() {
        let parts = vec![part("a", 6), part("b", 4)];
        let whole = parts.concat();
        assert_eq!(shown(parts.clone(), Some(10)), whole);
        assert_eq!(shown(parts, None), whole);
    }

    #[test]
    fn a_long_report_ends_with_a_block_and_says_how_much_follows() {
        let parts = vec![part("a", 6), part("b", 3), part("c", 1200)];
        let end = "b3\n\n… 1,200 more lines: --all, or -o report.html\n";
        let shown = shown(parts, Some(10));
        assert!(shown.starts_with("a1\n") && shown.ends_with(end), "{shown}");
    }

    #[test]
    fn a_block_that_is_itself_too_long_is_cut_at_a_line() {
        let shown = shown(vec![part("a", 2), part("b", 30)], Some(10));
        let end = "b8\n\n… 22 more lines: --all, or -o report.html\n";
        assert!(shown.ends_with(end), "{shown}");
    }
}
