//! Files of text that is no prose: subtitles, mail, JSON, RTF, drawings.

use super::Foreign;
use crate::source::Format;
use crate::source::input::Input;
use crate::source::subtitles;
use recto_math::Remedy;

pub(super) const AS_IT_STANDS: Remedy = Remedy::When(
    "to read it as it stands",
    &Remedy::To("input_format", "text"),
);

const RTF: Foreign = Foreign::text(
    "an RTF document",
    "RTF documents",
    "convert it with `pandoc -t plain FILE`",
)
.read_by(Format::Rtf);
const SUBTITLES: Foreign = Foreign::text(
    "a file of subtitles",
    "files of subtitles",
    "leave numbers and times out",
)
.read_by(Format::Subtitles);
const MAIL: Foreign = Foreign::text(
    "mail",
    "files of mail",
    "save the text of each message as a file of its own",
)
.read_by(Format::Mail);
const JSON: Foreign = Foreign::text(
    "one JSON document, not JSON lines",
    "JSON documents",
    "write an object a line, as `jq -c '.[]' FILE` does for a list",
)
.read_by(Format::Json);
const SVG: Foreign = Foreign {
    is_text: true,
    ..Foreign::picture("an SVG drawing")
};

/// Bytes of a file that its header lines are looked for in.
const HEAD: usize = 1 << 16;

/// What bytes are that have several encodings in them, or one that they name themselves;
/// `named` is the format that the user named.
pub(super) fn of_head(bytes: &[u8], input: &Input, named: Option<Format>) -> Option<Foreign> {
    let is_open = matches!(named, None | Some(Format::Messages));
    let ending = input.ending();
    let is_prose = matches!(input.format_by_name(), None | Some(Format::Text));
    if !is_open || !is_prose {
        return None;
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    let head = head.trim_start_matches('\u{FEFF}').trim_start();
    if named.is_none() && head.starts_with(r"{\rtf") {
        return Some(RTF);
    }
    let is_named = matches!(ending.as_str(), "eml" | "mbox");
    (is_named || is_mail(head)).then_some(MAIL)
}

/// What a text is that would be read as `format`.
pub(crate) fn of_text(text: &str, format: Format) -> Option<Foreign> {
    let text = text.trim_start();
    match format {
        Format::Html => is_drawing(text).then_some(SVG),
        Format::Jsonl => is_json_document(text).then_some(JSON),
        Format::Text => {
            let kinds = [
                (is_drawing(text), SVG),
                (is_subtitles(text), SUBTITLES),
                (is_json_document(text), JSON),
            ];
            let found = kinds.into_iter().find(|(is_it, _)| *is_it);
            found.map(|(_, kind)| kind)
        }
        _ => None,
    }
}

/// Its root is `svg`, behind a declaration and comments.
fn is_drawing(text: &str) -> bool {
    let head = &text[..text.floor_char_boundary(1024)];
    let is_xml = ["<svg", "<?xml", "<!DOCTYPE svg", "<!--"];
    is_xml.iter().any(|opening| head.starts_with(opening))
        && head.contains("<svg")
        && !head.to_ascii_lowercase().contains("<html")
}

/// `WEBVTT`, or a number and then a line with two times.
fn is_subtitles(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    match lines.next() {
        Some(first) if first == "WEBVTT" || first.starts_with("WEBVTT ") => true,
        Some(first) if first.bytes().all(|byte| byte.is_ascii_digit()) => lines
            .next()
            .is_some_and(|line| subtitles::times(line).is_some()),
        _ => false,
    }
}

/// `00:01:02,500`.
fn is_time(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit()) && text.contains(':')
}

/// Header lines of which some are written by machines on the way; a letter that opens with
/// `From:` and `Subject:` is prose to us. A mailbox has a line `From ADDRESS DATE` first.
fn is_mail(text: &str) -> bool {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let is_year = |word: &str| word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
    let is_mailbox = first.starts_with("From ")
        && first.split_whitespace().any(is_time)
        && first.split_whitespace().next_back().is_some_and(is_year);
    let header = if is_mailbox { rest } else { text };
    let lines = header.lines().take_while(|line| !line.trim().is_empty());
    let names: Option<Vec<String>> = lines.take(100).filter_map(header_name).collect();
    let Some(names) = names else {
        return false;
    };
    let has = |name: &str| names.iter().any(|known| known == name);
    let is_sent = ["received", "mime-version", "return-path", "delivered-to"];
    has("from") && (is_mailbox || is_sent.into_iter().any(has))
}

/// The name of a header line in lower case: `None` for a line that goes on with the one
/// before, `Some(None)` for one that is no header.
fn header_name(line: &str) -> Option<Option<String>> {
    if line.starts_with([' ', '\t']) {
        return None;
    }
    let is_name = |name: &str| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    let name = line.split_once(':').map(|(name, _)| name);
    Some(
        name.filter(|name| is_name(name))
            .map(str::to_ascii_lowercase),
    )
}

/// A list, or an object over several lines.
fn is_json_document(text: &str) -> bool {
    let parses = |text| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    let first = text.lines().next().unwrap_or("");
    match text.as_bytes().first() {
        Some(b'[') => parses(text),
        Some(b'{') => !parses(first) && parses(text),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn what(text: &str, name: &str) -> Option<&'static str> {
        let head = of_head(text.as_bytes(), &Input::in_memory(name), None);
        let found = head.or_else(|| of_text(text, Format::Text));
        found.map(|kind| kind.what)
    }

    const MESSAGE: &str = "Received: from quay\n by harbour\nFrom: ann@quay\nSubject: Nets\n\nDry.";

    #[test]
    fn text_that_is_no_prose_is_told_by_how_it_opens() {
        let rows = [
            (r"{\rtf1\ansi Nets dry.}", "an RTF document"),
            (
                "<?xml version=\"1.0\"?>\n<svg><text>Nets</text></svg>",
                "an SVG drawing",
            ),
            (
                "1\n00:00:01,000 --> 00:00:02,000\nNets dry.\n",
                "a file of subtitles",
            ),
            (
                "WEBVTT\n\n00:01.000 --> 00:02.000\nNets dry.\n",
                "a file of subtitles",
            ),
            (MESSAGE, "mail"),
            (
                "From ann@quay Mon Mar  3 10:11:12 2025\nFrom: ann@quay\n\nNets dry.",
                "mail",
            ),
            (
                "[{\"text\": \"Nets dry.\"}]",
                "one JSON document, not JSON lines",
            ),
            (
                "{\n \"text\": \"Nets dry.\"\n}",
                "one JSON document, not JSON lines",
            ),
        ];
        for (text, expected) in rows {
            assert_eq!(what(text, "a"), Some(expected), "{text}");
            assert_eq!(
                what(&format!("\n {text}"), "a.txt"),
                Some(expected),
                "{text}"
            );
        }
        assert_eq!(what("Nets dry.", "a.eml"), Some("mail"));
    }

    #[test]
    fn prose_is_prose() {
        let texts = [
            "From: Ann\nSubject: Nets\n\nThey are dry.",
            "From here: nothing but nets at ann@quay.\nFrom: there.",
            "1\nNets --> dry\n",
            "1\n\nThe first chapter.",
            "[Nets dry.]",
            "{Nets} dry.",
            "Received: nets.\nA from: b",
            "",
        ];
        for text in texts {
            assert_eq!(what(text, "a.txt"), None, "{text}");
        }
        let rows = "{\"text\": \"a\"}\n{\"text\": \"b\"}\n";
        assert_eq!(of_text(rows, Format::Jsonl), None);
        let page = "<!-- page --><html><svg></svg>Nets dry.</html>";
        assert_eq!(of_text(page, Format::Html), None);
    }
}
