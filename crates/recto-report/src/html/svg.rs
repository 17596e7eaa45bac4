//! Small parts of figures. x is in per cent and y in pixels, so that a figure
//! takes any width and its type never scales.

use maud::{Markup, html};

use crate::Certainty;
use crate::runs::letter;

/// A share of the width.
pub(super) fn per_cent(share: f64) -> String {
    format!("{:.2}%", 100.0 * finite(share))
}

/// A length in pixels.
pub(super) fn px(length: f64) -> String {
    format!("{:.1}", finite(length))
}

/// A figure must not break on a number that is none.
pub(super) fn finite(x: f64) -> f64 {
    if x.is_finite() { x } else { 0.0 }
}

/// `part` of `whole`, between 0 and 1.
pub(super) fn share(part: f64, whole: f64) -> f64 {
    finite(part / whole).clamp(0.0, 1.0)
}

/// The 4 px bar of a measure.
pub(super) fn bar(filled: f64, certainty: Certainty, label: &str) -> Markup {
    html! {
        svg class="bar" height="4" role="img" aria-label=(label) {
            rect class="bg" width="100%" height="4" {}
            rect class={ "fg " (mark(certainty)) } width=(per_cent(filled)) height="4" {}
        }
    }
}

/// Pixels of the highest bar of a histogram in a table.
const HISTOGRAM_HEIGHT: f64 = 22.0;

/// Pixels of a bar that stands for very little: it has to be seen.
const LEAST_BAR: f64 = 4.0;

/// A histogram in a cell, its highest bar `full` or the largest of its counts.
pub(super) fn histogram(counts: &[u32], full: Option<f64>) -> Markup {
    let own = counts.iter().copied().max().unwrap_or(0);
    let full = full.unwrap_or(f64::from(own));
    let width = 1.0 / counts.len().max(1) as f64;
    let bar = |count: u32| LEAST_BAR.max(HISTOGRAM_HEIGHT * share(f64::from(count), full));
    html! {
        svg class="bars" height=(px(HISTOGRAM_HEIGHT)) role="img" aria-label=(said_histogram(counts)) {
            line x2="100%" y1=(px(HISTOGRAM_HEIGHT)) y2=(px(HISTOGRAM_HEIGHT)) {}
            @for (i, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                rect x=(per_cent(i as f64 * width)) y=(px(HISTOGRAM_HEIGHT - bar(count)))
                    width=(per_cent(0.7 * width)) height=(px(bar(count))) {}
            }
        }
    }
}

/// A histogram in words, for those who do not see it.
pub(super) fn said_histogram(counts: &[u32]) -> String {
    let (sum, most) = (
        counts.iter().sum::<u32>(),
        counts.iter().max().unwrap_or(&0),
    );
    format!(
        "{sum} in all, at most {most} in one of {} equal stretches",
        counts.len()
    )
}

/// The class that draws a degree of certainty.
pub(super) fn mark(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Filled => "tick",
        Certainty::Hollow => "hollow",
        Certainty::Dashed => "hollow dash",
    }
}

/// The class of a category's fill with its pattern; the rest is soft.
pub(super) fn fill(class: usize) -> String {
    letter(class).map_or_else(|| "rest".into(), |c| format!("f{c}"))
}

/// The class of a category's plain colour.
pub(super) fn colour(class: usize) -> String {
    letter(class).map_or_else(|| "rest".into(), |c| format!("s{c}"))
}

/// Swatch and letter of a category.
pub(super) fn key(class: usize) -> Markup {
    html! {
        span class="key" {
            svg width="11" height="16" aria-hidden="true" {
                rect width="11" height="16" class=(fill(class)) {}
            }
            b { (crate::runs::letters(class, None)) }
        }
    }
}

/// Names of the categories, each beside its swatch.
pub(super) fn keys(classes: &[String]) -> Markup {
    html! {
        @if !classes.is_empty() {
            p class="keyline small" {
                @for (i, name) in classes.iter().enumerate() {
                    span { (key(i)) (name) }
                }
            }
        }
    }
}

/// A caption, if there is one.
pub(super) fn caption(text: &str) -> Markup {
    html! { @if !text.is_empty() { figcaption { (text) } } }
}
