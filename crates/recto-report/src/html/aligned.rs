//! Aligned text: the source beside its summary; links lead from phrase to phrase, and the
//! script draws them as lines.

use std::ops::Range;

use maud::{Markup, html};

use super::context::Context;
use crate::aligned::{Spot, pieces, spots};
use crate::number::{count, counted, probability, share};
use crate::{AlignedText, Reference, Score, SourcePart, SummaryPart, SupportGap};

/// Folded sentences that are on the page; of more there is only a reference.
const FOLDED: usize = 200;

pub(super) fn score(score: &Score) -> Markup {
    html! {
        div class="sc" {
            @if let Some(value) = score.value { p class="score num" { (share(value)) } }
            div {
                p { (score.meaning) }
                @if !score.caution.is_empty() { p class="note" { (score.caution) } }
            }
        }
    }
}

pub(super) fn draw(context: &Context<'_>, aligned: &AlignedText, id: &str) -> Markup {
    let (of_source, source_spot) = spots(&aligned.links, |link| &link.source);
    let (of_summary, summary_spot) = spots(&aligned.links, |link| &link.summary);
    let drawing = Drawing {
        context,
        aligned,
        id,
        of_source,
        source_spot,
        of_summary,
        summary_spot,
    };
    drawing.draw()
}

struct Drawing<'d, 'r> {
    context: &'d Context<'r>,
    aligned: &'d AlignedText,
    /// Begins the ids of all phrases.
    id: &'d str,
    of_source: Vec<Spot>,
    source_spot: Vec<usize>,
    of_summary: Vec<Spot>,
    summary_spot: Vec<usize>,
}

impl Drawing<'_, '_> {
    fn draw(&self) -> Markup {
        let summary = self.aligned.summary.first().map(|part| part.at.source);
        html! {
            (legend())
            div class="pair" {
                section aria-label="Source" {
                    h3 { "Source" @if let Some(name) = self.only_source() { " " span class="soft" { (name) } } }
                    (self.source())
                }
                svg class="wires" aria-hidden="true" {}
                section class="sum" aria-label="Summary" {
                    h3 { "Summary" @if let Some(at) = summary { " " span class="soft" { (self.context.places.id(at)) } } }
                    div class="said" {
                        @for part in &self.aligned.summary { (self.sentence(part)) }
                    }
                    p class="say live small" role="status" { "Choose a phrase to see what supports it." }
                }
            }
        }
    }

    /// The name of the source, where it is a single document.
    fn only_source(&self) -> Option<&str> {
        let first = self.aligned.source.first()?.at.source;
        let is_only = self
            .aligned
            .source
            .iter()
            .all(|part| part.at.source == first);
        is_only.then(|| self.context.places.id(first))
    }

    fn clamp(&self, at: &Reference) -> Range<usize> {
        self.context.places.clamp(at.source, &at.span)
    }

    fn source(&self) -> Markup {
        let has_heads = self.only_source().is_none();
        html! {
            ol class="src" {
                @for run in runs(&self.aligned.source) {
                    @if has_heads && run.is_start {
                        li { span {} b class="small" { (self.context.places.id(run.parts[0].at.source)) } }
                    }
                    @if run.is_folded {
                        li { span {} (self.folded(&run)) }
                    } @else {
                        @for (i, part) in run.parts.iter().enumerate() { (self.source_part(run.first + i, part)) }
                    }
                }
            }
        }
    }

    fn folded(&self, run: &Run<'_>) -> Markup {
        let n = run.parts.len();
        let said = format!("{} not used", counted(n, "sentence"));
        html! {
            @if n > FOLDED {
                p class="small" { (self.context.link(&run.parts[0].at, &said)) }
            } @else {
                details class="fold" {
                    summary { (said) }
                    ol class="src" {
                        @for (i, part) in run.parts.iter().enumerate() { (self.source_part(run.first + i, part)) }
                    }
                }
            }
        }
    }

    fn source_part(&self, number: usize, part: &SourcePart) -> Markup {
        let text = self.context.places.text(part.at.source);
        let own = within(&self.of_source, &part.at);
        let marks: Vec<Range<usize>> = own.iter().map(|(_, spot)| self.clamp(&spot.at)).collect();
        let span = self.clamp(&part.at);
        html! {
            li {
                span { (count(number as f64)) }
                p class="said" {
                    @for (run, mark) in pieces(span, &marks) {
                        @match mark.map(|mark| own[mark]) {
                            None => (&text[run]),
                            Some((n, spot)) => {
                                @let to = self.summary_spot[spot.links[0]];
                                a class={ "ph " (class(spot.p)) } id={ (self.id) "-s" (n) } href={ "#" (self.id) "-t" (to) }
                                    data-r=(numbers(spot, &self.summary_spot)) { (&text[run]) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn sentence(&self, part: &SummaryPart) -> Markup {
        let text = self.context.places.text(part.at.source);
        let own = within(&self.of_summary, &part.at);
        let is_in = |gap: &&SupportGap| {
            gap.at.source == part.at.source && part.at.span.contains(&gap.at.span.start)
        };
        let gaps = self.aligned.gaps.iter().filter(is_in);
        let mut marks: Vec<(Range<usize>, Mark<'_>)> = own
            .into_iter()
            .map(|(n, spot)| (self.clamp(&spot.at), Mark::Spot(n, spot)))
            .chain(gaps.map(|gap| (self.clamp(&gap.at), Mark::Gap(gap))))
            .collect();
        marks.sort_by_key(|(span, _)| (span.start, span.end));
        let spans: Vec<Range<usize>> = marks.iter().map(|(span, _)| span.clone()).collect();
        let span = self.clamp(&part.at);
        html! {
            p {
                @for (run, mark) in pieces(span, &spans) {
                    @match mark.map(|mark| &marks[mark].1) {
                        None => (&text[run]),
                        Some(Mark::Spot(n, spot)) => (self.supported(*n, spot, &text[run])),
                        Some(Mark::Gap(gap)) => (self.unsupported(gap, &text[run])),
                    }
                }
            }
            (verdict(part))
        }
    }

    fn supported(&self, n: usize, spot: &Spot, words: &str) -> Markup {
        // Of several passages the surest is the one to go to.
        let surest = spot.links.iter().copied();
        let p_of = |link: &usize| self.aligned.links[*link].p;
        let best = surest.max_by(|a, b| p_of(a).total_cmp(&p_of(b)).then(b.cmp(a)));
        let best = best.unwrap_or_default();
        let link = &self.aligned.links[best];
        let to: Vec<String> = spot
            .links
            .iter()
            .map(|&link| format!("{}-s{}", self.id, self.source_spot[link]))
            .collect();
        let say = format!(
            "“{words}” rests on “{}” ({}), p = {}",
            self.context.places.words(&link.source),
            self.context.places.label(&link.source).unwrap_or_default(),
            probability(spot.p),
        );
        html! {
            a class={ "ph " (class(spot.p)) } id={ (self.id) "-t" (n) } href={ "#" (self.id) "-s" (self.source_spot[best]) }
                data-r=(n + 1) data-to=(to.join(" ")) data-p=(probability(spot.p)) data-say=(say) { (words) }
        }
    }

    fn unsupported(&self, gap: &SupportGap, words: &str) -> Markup {
        let near = gap.nearest.as_ref().map(|(at, p)| {
            let (near, p) = (self.context.places.words(at), probability(*p));
            if near == words {
                format!("; the source has it elsewhere, p = {p}")
            } else {
                format!("; the nearest is “{near}”, p = {p}")
            }
        });
        let near = near.unwrap_or_default();
        let say = format!("“{words}” is linked to nothing in the source{near}");
        html! {
            span class="ph no" tabindex="0" data-say=(say) { (words) span class="vh" { " (no support)" } }
        }
    }
}

/// A phrase of the summary.
enum Mark<'d> {
    Spot(usize, &'d Spot),
    Gap(&'d SupportGap),
}

/// Neighbouring sentences of one document that are shown, or that are folded away.
struct Run<'d> {
    /// The number of the first one in its document, from 1.
    first: usize,
    /// Whether it opens its document.
    is_start: bool,
    is_folded: bool,
    parts: &'d [SourcePart],
}

fn runs(parts: &[SourcePart]) -> Vec<Run<'_>> {
    let mut runs: Vec<Run<'_>> = Vec::new();
    let alike = |a: &SourcePart, b: &SourcePart| a.at.source == b.at.source && a.is_far == b.is_far;
    for parts in parts.chunk_by(alike) {
        let source = parts[0].at.source;
        let before = runs.last().filter(|run| run.parts[0].at.source == source);
        let first = before.map_or(1, |run| run.first + run.parts.len());
        runs.push(Run {
            first,
            is_start: first == 1,
            is_folded: parts[0].is_far,
            parts,
        });
    }
    runs
}

/// The spots that begin within a part of a text, with their numbers.
fn within<'d>(spots: &'d [Spot], part: &Reference) -> Vec<(usize, &'d Spot)> {
    let place = |spot: &Spot| (spot.at.source, spot.at.span.start);
    let from = spots.partition_point(|spot| place(spot) < (part.source, part.span.start));
    let numbered = spots.iter().enumerate().skip(from);
    let is_in = |spot: &Spot| place(spot) < (part.source, part.span.end);
    numbered.take_while(|(_, spot)| is_in(spot)).collect()
}

/// The numbers that a phrase of the source has on paper: those of the phrases it supports.
fn numbers(spot: &Spot, summary_spot: &[usize]) -> String {
    let mut numbers: Vec<usize> = spot
        .links
        .iter()
        .map(|&link| summary_spot[link] + 1)
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    numbers.join(",")
}

fn class(p: f64) -> &'static str {
    match p {
        0.9.. => "q4",
        0.7.. => "q3",
        _ => "q2",
    }
}

fn legend() -> Markup {
    html! {
        p class="keyline small" {
            span { span class="said q4" { "Aa" } " p at least .9" }
            span { span class="said q3" { "Aa" } " at least .7" }
            span { span class="said q2" { "Aa" } " less" }
            span { span class="said no" { "Aa" } " no support found" }
            span { "unmarked: function words, or not used by the summary" }
            span class="keys" { kbd { "Tab" } " or " kbd { "j" } " " kbd { "k" } " from phrase to phrase, " kbd { "Enter" } " to its support" }
        }
    }
}

fn verdict(part: &SummaryPart) -> Markup {
    html! {
        @if part.support.is_some() || !part.because.is_empty() {
            p class="why small soft" {
                @if let Some(support) = part.support { "Support " b class="num" { (share(support)) } }
                @if !part.because.is_empty() {
                    @if part.support.is_some() { ": " }
                    (part.because.join("; "))
                }
            }
        }
    }
}
