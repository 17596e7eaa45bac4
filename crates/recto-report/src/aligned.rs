//! Aligned text: a source and its summary side by side, with what supports what.

use std::ops::Range;

use serde::Serialize;

use super::Reference;

/// A source and its summary, sentence by sentence, with the phrases of the one that support
/// phrases of the other.
#[derive(Debug, Clone, Default, Serialize)]
pub struct AlignedText {
    /// The sentences of the source, in order.
    pub source: Vec<SourcePart>,
    /// The sentences of the summary, in order.
    pub summary: Vec<SummaryPart>,
    /// What supports what; each side lies within a sentence.
    pub links: Vec<PhraseLink>,
    /// What nothing supports; each lies within a sentence.
    pub gaps: Vec<SupportGap>,
}

/// A sentence of the source.
#[derive(Debug, Clone, Default, Serialize)]
pub struct SourcePart {
    /// Where it stands.
    pub at: Reference,
    /// May be folded away: the summary uses neither it nor a neighbour.
    pub is_far: bool,
}

/// A sentence of the summary.
#[derive(Debug, Clone, Default, Serialize)]
pub struct SummaryPart {
    /// Where it stands.
    pub at: Reference,
    /// How well the source supports it, 0 to 1; `None` where that is not known.
    pub support: Option<f64>,
    /// What speaks against it, in words.
    pub because: Vec<String>,
}

/// A phrase of the summary and the phrase of the source that it rests on.
#[derive(Debug, Clone, Default, Serialize)]
pub struct PhraseLink {
    /// The phrase of the summary.
    pub summary: Reference,
    /// The phrase of the source.
    pub source: Reference,
    /// How sure that is, 0 to 1.
    pub p: f64,
}

/// A phrase of the summary without support.
#[derive(Debug, Clone, Default, Serialize)]
pub struct SupportGap {
    /// The phrase.
    pub at: Reference,
    /// The place that came nearest, and how near; `None` where nothing did.
    pub nearest: Option<(Reference, f64)>,
}

/// A number that sums the findings up, and what it means.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Score {
    /// The number, from 0 to 1; `None` where there is none.
    pub value: Option<f64>,
    /// What it counts, in a sentence or two.
    pub meaning: String,
    /// What it does not say.
    pub caution: String,
}

/// A stretch of a text that one or several links touch: phrases that overlap are one.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    /// Where it stands.
    pub at: Reference,
    /// The links that touch it, ascending.
    pub links: Vec<usize>,
    /// The probability of the surest of them.
    pub p: f64,
}

/// The spots of one side in order of their places, and the spot of each link.
#[must_use]
pub fn spots(
    links: &[PhraseLink],
    side: impl Fn(&PhraseLink) -> &Reference,
) -> (Vec<Spot>, Vec<usize>) {
    let mut order: Vec<usize> = (0..links.len()).collect();
    order.sort_by_key(|&link| {
        let at = side(&links[link]);
        (at.source, at.span.start, at.span.end, link)
    });
    let mut spots: Vec<Spot> = Vec::new();
    let mut spot_of = vec![0; links.len()];
    for link in order {
        let (at, p) = (side(&links[link]), links[link].p);
        let overlaps =
            |spot: &&mut Spot| spot.at.source == at.source && at.span.start < spot.at.span.end;
        if let Some(spot) = spots.last_mut().filter(overlaps) {
            spot.at.span.end = spot.at.span.end.max(at.span.end);
            spot.links.push(link);
            spot.p = spot.p.max(p);
        } else {
            spots.push(Spot {
                at: at.clone(),
                links: vec![link],
                p,
            });
        }
        spot_of[link] = spots.len() - 1;
    }
    spots.iter_mut().for_each(|spot| spot.links.sort_unstable());
    (spots, spot_of)
}

/// A range cut where marks begin and end, each piece with the index of its mark. Marks are
/// in order and apart; one that begins before the range or passes its end is left out.
#[must_use]
pub fn pieces(span: Range<usize>, marks: &[Range<usize>]) -> Vec<(Range<usize>, Option<usize>)> {
    let mut pieces = Vec::new();
    let mut at = span.start;
    for (i, mark) in marks.iter().enumerate() {
        if mark.start < at || mark.end > span.end || mark.is_empty() {
            continue;
        }
        pieces.push((at..mark.start, None));
        pieces.push((mark.clone(), Some(i)));
        at = mark.end;
    }
    pieces.push((at..span.end, None));
    pieces.retain(|piece| !piece.0.is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(summary: Range<usize>, source: Range<usize>, p: f64) -> PhraseLink {
        PhraseLink {
            summary: Reference::new(1, summary),
            source: Reference::new(0, source),
            p,
        }
    }

    #[test]
    fn phrases_that_overlap_are_one_spot() {
        let links = [
            link(0..4, 20..24, 0.6),
            link(5..9, 2..8, 0.9),
            link(10..12, 6..10, 0.7),
        ];
        let (spots, spot_of) = spots(&links, |link| &link.source);
        let spans: Vec<_> = spots.iter().map(|spot| spot.at.span.clone()).collect();
        assert_eq!(spans, [2..10, 20..24]);
        assert_eq!(spots[0].links, [1, 2]);
        assert_eq!((spots[0].p, spot_of), (0.9, vec![1, 0, 0]));
    }

    #[test]
    fn pieces_cover_a_range_and_marks_outside_it_are_left_out() {
        let marks = [1..3, 5..7, 8..12];
        assert_eq!(
            pieces(4..10, &marks),
            [(4..5, None), (5..7, Some(1)), (7..10, None)]
        );
        assert_eq!(pieces(4..4, &marks), []);
    }
}
