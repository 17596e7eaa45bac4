//! Aligned text: each sentence of the summary, what it rests on and what speaks against it.

use super::pen::{Ink, Pen};
use super::words::{clean, width};
use crate::number::{probability, share};
use crate::place::Places;
use crate::{AlignedText, PhraseLink, Reference, Score, SummaryPart, SupportGap};

/// Places named for a sentence; beyond that they are counted.
const NAMED: usize = 3;

pub(super) fn score(pen: &mut Pen, score: &Score) {
    let value = score.value.map(share);
    let lead = value.map(|value| format!("{value}  "));
    pen.paragraph(Ink::Strong, &lead.unwrap_or_default(), &score.meaning);
    pen.paragraph(Ink::Soft, "", &score.caution);
}

pub(super) fn draw(pen: &mut Pen, places: &Places<'_>, aligned: &AlignedText) {
    for (i, part) in aligned.summary.iter().enumerate() {
        if i > 0 {
            pen.blank();
        }
        sentence(pen, places, aligned, part);
    }
}

fn sentence(pen: &mut Pen, places: &Places<'_>, aligned: &AlignedText, part: &SummaryPart) {
    let lead = match part.support {
        Some(support) => format!("{:>5}  ", share(support)),
        None => "    -  ".into(),
    };
    let inner = places.clamp(part.at.source, &part.at.span);
    let holds = |at: &Reference| {
        at.source == part.at.source && inner.start <= at.span.start && at.span.end <= inner.end
    };
    let gaps: Vec<&SupportGap> = aligned.gaps.iter().filter(|gap| holds(&gap.at)).collect();
    let links = aligned.links.iter().filter(|link| holds(&link.summary));
    pen.paragraph(Ink::Plain, &lead, &bracketed(places, part, &gaps));
    let indent = " ".repeat(width(&lead));
    let rests = rests_on(places, links);
    if !rests.is_empty() {
        pen.paragraph(Ink::Soft, &indent, &format!("rests on {rests}"));
    }
    for gap in gaps {
        let words = clean(places.words(&gap.at));
        let near = match &gap.nearest {
            Some((at, p)) => match (clean(places.words(at)), probability(*p)) {
                (near, p) if near == words => format!("the source has it elsewhere, {p}"),
                (near, p) => format!("nearest “{near}”, {p}"),
            },
            None => "nothing near".into(),
        };
        pen.paragraph(
            Ink::Warn,
            &indent,
            &format!("no link for “{words}”: {near}"),
        );
    }
    for because in &part.because {
        pen.paragraph(Ink::Warn, &indent, &format!("because {because}"));
    }
}

/// The sentence, with what nothing supports in brackets.
fn bracketed(places: &Places<'_>, part: &SummaryPart, gaps: &[&SupportGap]) -> String {
    let text = places.text(part.at.source);
    let span = places.clamp(part.at.source, &part.at.span);
    let marks: Vec<_> = gaps
        .iter()
        .map(|gap| places.clamp(gap.at.source, &gap.at.span))
        .collect();
    let pieces = crate::aligned::pieces(span, &marks).into_iter();
    let written = pieces.map(|(piece, mark)| match mark {
        Some(_) => format!("[{} ?]", &text[piece]),
        None => text[piece].to_string(),
    });
    written.collect()
}

/// The places of the source that links lead to, each line once, most links first.
fn rests_on<'l>(places: &Places<'_>, links: impl Iterator<Item = &'l PhraseLink>) -> String {
    let mut lines: Vec<(String, usize)> = Vec::new();
    for label in links.filter_map(|link| places.label(&link.source)) {
        match lines.iter_mut().find(|(line, _)| *line == label) {
            Some((_, n)) => *n += 1,
            None => lines.push((label, 1)),
        }
    }
    lines.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    let more = lines.len().saturating_sub(NAMED);
    let named: Vec<&str> = lines.iter().take(NAMED).map(|(line, _)| &**line).collect();
    let named = named.join("; ");
    if more > 0 {
        format!("{named} and {more} more")
    } else {
        named
    }
}
