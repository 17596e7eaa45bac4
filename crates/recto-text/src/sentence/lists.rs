//! Lists: whether a line opens with the mark of an item.

/// `- `, `• `, `12. `, `3) `, `b) `, `(iv) ` at the start of a line.
pub(super) fn opens_item(line: &str) -> bool {
    let mut letters = line.chars();
    let first = letters.next();
    if first.is_some_and(|c| matches!(c, '-' | '*' | '+' | '•' | '–' | '—' | '·' | '▪' | '◦' | '‣'))
    {
        return letters
            .next()
            .is_some_and(|c| matches!(c, ' ' | '\t' | '\u{A0}'));
    }
    let (open, inner) = match line.strip_prefix('(') {
        Some(inner) => (true, inner),
        None => (false, line),
    };
    let length = inner
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(0);
    let (label, rest) = inner.split_at(length);
    let digits = !label.is_empty() && label.len() <= 3 && label.bytes().all(|b| b.is_ascii_digit());
    let roman = !label.is_empty() && label.len() <= 4 && label.bytes().all(|b| b"ivx".contains(&b));
    let closed = |marks: &[char]| {
        let mut rest = rest.chars();
        rest.next().is_some_and(|c| marks.contains(&c))
            && rest.next().is_some_and(char::is_whitespace)
    };
    match (digits, roman || label.len() == 1, open) {
        (true, _, false) => closed(&['.', ')']),
        (true, _, true) | (_, true, _) => closed(&[')']),
        _ => false,
    }
}
