//! Marked text: the source in paragraphs, marks in brackets, cuts as rules.

use super::pen::{Ink, Pen};
use super::words::{clean, fit, width};
use crate::number::probability;
use crate::place::Places;
use crate::runs::{self, doubted, letters};
use crate::{Certainty, Cut, MarkedText, Meaning};

/// Paragraphs shown of a stretch that has a title: a terminal shows openings.
const OPENING: usize = 1;
/// Characters shown of such a paragraph.
const CHARACTERS: usize = 240;

pub(super) fn draw(pen: &mut Pen, places: &Places<'_>, marked: &MarkedText) {
    pen.paragraph(Ink::Soft, "", &marked.caption);
    for (i, class) in marked.classes.iter().enumerate() {
        pen.paragraph(Ink::Class(i), &format!("{} ", letters(i, None)), class);
    }
    let text = places.text(marked.source);
    let marks = runs::in_order(&marked.marks);
    for stretch in runs::stretches(marked, places) {
        pen.blank();
        if let Some(cut) = stretch.cut {
            heading(pen, places, marked, cut);
        }
        let paragraphs = runs::paragraphs(text, stretch.span, marked.keep_lines);
        let shown = if stretch.cut.is_some() {
            OPENING
        } else {
            usize::MAX
        };
        for paragraph in paragraphs.iter().take(shown) {
            let mut words = Vec::new();
            for (run, mark) in runs::runs(paragraph.clone(), &marks, places, marked.source) {
                push(&mut words, &text[run], mark.map(|mark| &mark.meaning));
            }
            flow(pen, words, stretch.cut.is_some());
        }
    }
}

fn heading(pen: &mut Pen, places: &Places<'_>, marked: &MarkedText, cut: &Cut) {
    let certainty = cut.p.map(|p| Certainty::of(p, marked.sure_from));
    let rule = match certainty {
        None => "",
        Some(Certainty::Filled) => "━━━ ",
        Some(Certainty::Hollow) => "═══ ",
        Some(Certainty::Dashed) => "╌╌╌ ",
    };
    let mut said = places.place(marked.source, cut.at);
    if !cut.note.is_empty() {
        said += &format!(", {}", cut.note);
    }
    if let (Some(p), Some(certainty)) = (cut.p, certainty) {
        said += &format!("; boundary {}, {}", certainty.words(), probability(p));
    }
    pen.runs(&[
        (Ink::Plain, rule),
        (Ink::Strong, &fit(&cut.title, pen.width() - width(rule))),
    ]);
    pen.paragraph(Ink::Soft, "", &said);
}

/// Words of a run, each with its ink; brackets and letters say what the ink says.
fn push(words: &mut Vec<(Ink, String)>, text: &str, meaning: Option<&Meaning>) {
    let (ink, before, after) = match meaning {
        None => (Ink::Plain, String::new(), String::new()),
        Some(Meaning::Chosen) => (Ink::Mark, "[".into(), "]".into()),
        Some(Meaning::Class {
            class,
            or,
            certainty,
        }) => (
            Ink::Class(*class),
            format!("[{}: ", doubted(*class, *or, *certainty)),
            "]".into(),
        ),
        Some(Meaning::Support { p, .. }) => {
            (Ink::Plain, "[".into(), format!(" {}]", probability(*p)))
        }
        Some(Meaning::Unsupported { .. }) => (Ink::Warn, "[".into(), " unsupported]".into()),
    };
    let text = clean(text);
    // A blank at a run's edge separates it from its neighbour.
    let glued = !text.starts_with(' ') && words.last().is_some_and(|last| !last.1.is_empty());
    let inside = format!("{before}{}{after}", text.trim());
    for (i, word) in inside
        .split(' ')
        .filter(|word| !word.is_empty())
        .enumerate()
    {
        match words.last_mut() {
            Some(last) if i == 0 && glued => last.1 += word,
            _ => words.push((ink, word.into())),
        }
    }
    if text.ends_with(' ') {
        words.push((Ink::Plain, String::new()));
    }
}

/// Sets the words in lines; of an opening only so many characters.
fn flow(pen: &mut Pen, words: Vec<(Ink, String)>, opening: bool) {
    let columns = pen.width();
    let mut line: Vec<(Ink, String)> = Vec::new();
    let (mut used, mut seen) = (0, 0);
    for (ink, word) in words.into_iter().filter(|word| !word.1.is_empty()) {
        let word = if opening && seen > CHARACTERS {
            "…".to_owned()
        } else {
            fit(&word, columns)
        };
        if used > 0 && used + 1 + width(&word) > columns {
            set(pen, &line);
            line.clear();
            used = 0;
        }
        used += width(&word) + usize::from(used > 0);
        let last = word == "…";
        line.push((ink, word));
        if last && opening {
            break;
        }
        seen += line.last().map_or(0, |word| width(&word.1)) + 1;
    }
    set(pen, &line);
}

fn set(pen: &mut Pen, line: &[(Ink, String)]) {
    let mut runs: Vec<(Ink, &str)> = Vec::new();
    for (i, (ink, word)) in line.iter().enumerate() {
        if i > 0 {
            runs.push((Ink::Plain, " "));
        }
        runs.push((*ink, word));
    }
    pen.runs(&runs);
}
