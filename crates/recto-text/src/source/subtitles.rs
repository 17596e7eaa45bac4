//! Subtitles, SRT and WebVTT: what is said, with the time as the place.
//!
//! A cue is a line with two times and the lines below it up to a blank one. Cues follow each
//! other as lines of one text: a sentence may run over several. A blank line parts them where
//! nothing is said for a while, so that scenes are paragraphs. Numbers, settings, styles,
//! notes, tags and, where a cue rolls on, lines that repeat the cue before are left out.
//! `<v Anna>` and `- ` open lines of speech; the voice is written before it as in a
//! transcript.

use super::{FileRows, Row, failure, one};
use crate::landmarks::Landmarks;
use crate::lines::{LineMap, one_line};
use recto_math::finite_number;
use rustc_hash::FxHashSet;

/// Bytes of a tag or a style at most: a sign that opens one is text where none ends so soon.
const LONGEST_TAG: usize = 1000;

/// Seconds without a word that part two paragraphs.
const PAUSE: f64 = 3.0;

/// Reads all cues as one text.
pub(super) fn read(text: &str) -> FileRows {
    let mut track = Track::default();
    let mut lines = (1..).zip(text.lines()).peekable();
    while let Some((number, line)) = lines.next() {
        let Some((start, end)) = times(line) else {
            continue;
        };
        let mut cue = Vec::new();
        // A cue without a blank line behind it ends before the number and times of the next.
        while let Some((_, said)) =
            lines.next_if(|(_, line)| !is_blank(line) && times(line).is_none())
        {
            cue.push(said);
        }
        if lines.peek().is_some_and(|(_, line)| times(line).is_some())
            && cue.last().is_some_and(|last| is_number(last))
        {
            cue.pop();
        }
        track.push(start, end, number, &cue);
    }
    if track.cues == 0 {
        return failure("subtitles without a line of times such as 00:00:01,000 --> 00:00:02,500");
    }
    one(track.row)
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

fn is_number(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
}

#[derive(Default)]
struct Track {
    row: Row,
    cues: usize,
    /// When the cue before ended, in seconds.
    end: f64,
    /// The lines of the cue before.
    before: FxHashSet<String>,
}

impl Track {
    fn push(&mut self, start: f64, end: f64, number: usize, lines: &[&str]) {
        self.cues += 1;
        let lines: Vec<String> = lines.iter().map(|line| spoken(line)).collect();
        let is_new = |line: &&String| !line.is_empty() && !self.before.contains(*line);
        let new: Vec<&String> = lines.iter().filter(is_new).collect();
        let is_apart = start - self.end >= PAUSE;
        let row = &mut self.row;
        let marks = row.source_lines.get_or_insert_with(LineMap::default);
        for (i, line) in new.iter().enumerate() {
            if !row.text.is_empty() {
                let parts = i == 0 && is_apart;
                row.text.push_str(if parts { "\n\n" } else { "\n" });
            }
            if i == 0 {
                mark(&mut row.landmarks, row.text.len(), start);
                marks.mark(row.text.len(), number);
            }
            row.text.push_str(line);
        }
        // Where cues overlap, the latest end counts.
        self.end = self.end.max(end);
        self.before = lines.into_iter().collect();
    }
}

fn mark(landmarks: &mut Landmarks, byte: usize, seconds: f64) {
    let whole = seconds as u64;
    let (hours, minutes) = (whole / 3600, whole / 60 % 60);
    landmarks.mark(byte, format!("{hours:02}:{minutes:02}:{:02}", whole % 60));
}

/// `00:00:01,000 --> 00:00:02,500`, with dots and without hours as well; what follows is left
/// out.
pub(super) fn times(line: &str) -> Option<(f64, f64)> {
    let (start, rest) = line.split_once("-->")?;
    let end = rest.split_whitespace().next()?;
    Some((seconds(start.trim())?, seconds(end)?))
}

fn seconds(time: &str) -> Option<f64> {
    let parts: Vec<&str> = time.split(':').collect();
    if !(2..=3).contains(&parts.len()) {
        return None;
    }
    let mut sum = 0.0;
    for (i, part) in parts.iter().enumerate() {
        let is_last = i + 1 == parts.len();
        let is_digit = |c: char| c.is_ascii_digit() || is_last && matches!(c, ',' | '.');
        // No film has so many hours that more digits are needed.
        if part.is_empty() || part.len() > 8 || !part.chars().all(is_digit) {
            return None;
        }
        let value = finite_number(&part.replace(',', "."))?;
        sum = sum * 60.0 + value;
    }
    Some(sum)
}

/// A line without its tags, braces of styles and entities; a voice becomes a speaker.
fn spoken(line: &str) -> String {
    let mut said = String::with_capacity(line.len());
    let mut rest = line.trim();
    while let Some(at) = rest.find(['<', '{', '&']) {
        said.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = tag(rest, &mut said);
        rest = &rest[taken..];
    }
    said.push_str(rest);
    one_line(&said)
}

/// Reads a tag, a style or an entity; how many bytes it has. A sign that opens none is text.
fn tag(rest: &str, said: &mut String) -> usize {
    const ENTITIES: [(&str, &str); 6] = [
        ("&amp;", "&"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&nbsp;", " "),
        ("&lrm;", ""),
        ("&rlm;", ""),
    ];
    if let Some((entity, text)) = ENTITIES.iter().find(|(name, _)| rest.starts_with(name)) {
        said.push_str(text);
        return entity.len();
    }
    let close = match rest.as_bytes() {
        [b'<', b'/' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9', ..] => Some('>'),
        [b'{', b'\\', ..] => Some('}'),
        _ => None,
    };
    let near = &rest[..rest.floor_char_boundary(LONGEST_TAG)];
    let Some(end) = close.and_then(|close| near.find(close)) else {
        said.push_str(&rest[..1]);
        return 1;
    };
    let name = &rest[1..end];
    let voice = name.strip_prefix("v ").or_else(|| {
        let (_, voice) = name.strip_prefix("v.")?.split_once(' ')?;
        Some(voice)
    });
    if let Some(voice) = voice.filter(|voice| !voice.trim().is_empty()) {
        said.push_str(voice.trim());
        said.push_str(": ");
    }
    end + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str) -> Row {
        let file = read(text);
        assert_eq!(file.failures, []);
        file.rows.into_iter().next().expect("a text")
    }

    #[test]
    fn cues_are_one_text_and_times_its_places() {
        let row = row(
            "1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Nets dry</i>\r\non the quay.\r\n\r\n2\r\n00:00:02,600 --> 00:00:04,000\r\n{\\an8}Boats & oars rest.\r\n\r\n3\r\n01:02:10,000 --> 01:02:11,000 X1:1\r\nLater.\r\n",
        );
        assert_eq!(
            row.text,
            "Nets dry\non the quay.\nBoats & oars rest.\n\nLater."
        );
        let at = |words: &str| row.landmarks.at(row.text.find(words).expect(words));
        assert_eq!(at("quay"), Some("00:00:01"));
        assert_eq!(at("Boats"), Some("00:00:02"));
        assert_eq!(at("Later"), Some("01:02:10"));
    }

    #[test]
    fn notes_and_styles_are_no_text_and_rolling_lines_are_said_once() {
        let row = row(
            "WEBVTT - tides\n\nSTYLE\n::cue { color: red }\n\nNOTE not said\n\nintro\n00:01.000 --> 00:02.000 align:start\n<v.loud Anna>Nets &lt;dry&gt;</v>\n\n00:02.000 --> 00:03.000\n<v.loud Anna>Nets &lt;dry&gt;</v>\n3 < 4<00:02.500><c> always</c>\n",
        );
        assert_eq!(row.text, "Anna: Nets <dry>\n3 < 4 always");
    }

    #[test]
    fn cues_without_blank_lines_between_them_are_parted() {
        let row =
            row("1\n00:00:01,000 --> 00:00:02,000\nOne.\n2\n00:00:02,000 --> 00:00:03,000\nTwo.\n");
        assert_eq!(row.text, "One.\nTwo.");
    }

    /// Each sign was once followed to the end of the line, and each line compared with all
    /// lines of the cue before.
    #[test]
    fn open_tags_and_long_cues_are_read_in_linear_time() {
        let cue = |lines: &str| format!("00:01.000 --> 00:02.000\n{lines}\n\n");
        let open = "<a".repeat(1_000_000);
        assert_eq!(row(&cue(&open)).text, open);
        let numbered = |name: &str| -> String {
            let lines: Vec<String> = (0..100_000).map(|i| format!("{name} {i}")).collect();
            lines.join("\n")
        };
        let (nets, boats) = (numbered("net"), numbered("boat"));
        let both = row(&format!("{}{}", cue(&nets), cue(&boats)));
        assert_eq!(both.text, format!("{nets}\n{boats}"));
    }

    #[test]
    fn a_file_without_times_is_named() {
        let file = read("1\nNets dry.\n");
        assert!(file.failures[0].message.contains("line of times"));
        assert_eq!(times("1:2 --> 99999999999:00"), None);
    }
}
