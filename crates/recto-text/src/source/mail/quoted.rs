//! What a message repeats: the words that it answers, and the signature of its sender.
//!
//! | set aside | told by |
//! |---|---|
//! | quoted lines | `>` before them |
//! | the line that announces them | it ends in a colon, has a digit or an address in it, and quoted lines follow |
//! | a whole message below an answer | a line `-----Original Message-----` or the like, or header lines in the text |
//! | the signature | a line `-- ` or `--` and at most [`SIGNATURE`] lines behind it |

use crate::document::Span;

/// Lines of a signature at most.
const SIGNATURE: usize = 12;

/// Lines above a quotation that may announce it: an address can break over two.
const ANNOUNCING: usize = 2;

/// What of a text is quoted or signature, in order.
pub(super) fn spans(text: &str) -> Vec<Span> {
    let lines = lines(text);
    let mut is_aside: Vec<bool> = lines
        .iter()
        .map(|(_, line)| line.starts_with('>'))
        .collect();
    announcements(&lines, &mut is_aside);
    if let Some(first) = original(&lines) {
        is_aside[first..].fill(true);
    }
    if let Some(first) = signature(&lines) {
        is_aside[first..].fill(true);
    }
    let mut spans: Vec<Span> = Vec::new();
    for ((span, _), _) in lines.iter().zip(is_aside).filter(|(_, is_aside)| *is_aside) {
        match spans.last_mut() {
            Some(last) if last.end == span.start => last.end = span.end,
            _ => spans.push(*span),
        }
    }
    spans
}

fn lines(text: &str) -> Vec<(Span, &str)> {
    let mut at = 0;
    let line = |line: &'_ str| {
        let span = Span::new(at, at + line.len());
        at = span.end;
        span
    };
    let spans: Vec<Span> = text.split_inclusive('\n').map(line).collect();
    spans
        .into_iter()
        .map(|span| (span, text[span.range()].trim_end()))
        .collect()
}

/// Marks the lines that announce what is quoted below them.
fn announcements(lines: &[(Span, &str)], is_aside: &mut [bool]) {
    let quotes: Vec<usize> = (1..lines.len())
        .filter(|&i| is_aside[i] && !is_aside[i - 1])
        .collect();
    for first in quotes {
        let above = (0..first)
            .rev()
            .skip_while(|&i| lines[i].1.trim().is_empty());
        let above: Vec<usize> = above
            .take_while(|&i| !lines[i].1.trim().is_empty() && !is_aside[i])
            .take(ANNOUNCING)
            .collect();
        let Some(&last) = above.first() else {
            continue;
        };
        if !lines[last].1.ends_with(':') {
            continue;
        }
        // The shortest run of lines that says when or who.
        for count in 1..=above.len() {
            let run = above[count - 1]..first;
            let says = |c: char| c.is_ascii_digit() || c == '@';
            if lines[run.clone()]
                .iter()
                .any(|(_, line)| line.contains(says))
            {
                is_aside[run].fill(true);
                break;
            }
        }
    }
}

/// The line from which on an earlier message stands below an answer.
fn original(lines: &[(Span, &str)]) -> Option<usize> {
    let filled: Vec<usize> = (0..lines.len())
        .filter(|&i| !lines[i].1.is_empty())
        .collect();
    let mut next = 0;
    // Blank lines in a row share the lines below them, which are looked at once.
    let mut checked = None;
    (0..lines.len()).find(|&i| {
        let is_rule = is_rule(lines[i].1);
        let start = if is_rule { i + 1 } else { i };
        while filled.get(next).is_some_and(|&line| line < start) {
            next += 1;
        }
        let may_open = is_rule || i > 0 && lines[i - 1].1.is_empty();
        if !may_open || checked == Some(next) {
            return false;
        }
        checked = Some(next);
        is_header(filled[next..].iter().take(4).map(|&line| lines[line].1))
    })
}

/// Whether a line is one of dashes or underscores, alone or around words.
fn is_rule(line: &str) -> bool {
    let inner = line.trim_matches(['-', '_', ' ']);
    let is_ruled = line.starts_with("--") && line.ends_with("--") || line.starts_with("____");
    is_ruled
        && (inner.is_empty() && line.starts_with("____") || inner.contains(char::is_alphabetic))
}

/// At least three lines that name a sender, a date, a receiver or a subject, in the first
/// four.
fn is_header<'l>(lines: impl Iterator<Item = &'l str>) -> bool {
    let name = |line: &'l str| line.trim_matches('*').split_once(':').map(|(name, _)| name);
    let is_word = |name: &&str| name.chars().count() <= 12 && !name.contains(' ');
    let lines: Vec<&str> = lines.collect();
    let has_address = lines.iter().any(|line| line.contains('@'));
    let names = lines.iter().filter_map(|line| name(line)).filter(is_word);
    names.count() >= 3 && has_address
}

/// The line that opens the signature.
fn signature(lines: &[(Span, &str)]) -> Option<usize> {
    let at = lines.iter().rposition(|(_, line)| *line == "--")?;
    let below = lines[at + 1..].iter().filter(|(_, line)| !line.is_empty());
    (at > 0 && below.count() <= SIGNATURE).then_some(at)
}
