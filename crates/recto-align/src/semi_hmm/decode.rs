//! From posteriors of segments to links.
//!
//! The probability of a link is the sum over the segments that hold it. A function word or a
//! mark of the document supports one word of the summary: where several claim it, its links
//! share it. A content word may be taken up as often as the summary likes.

use super::em::Inferred;
use super::kinship::{Class, Kinship};
use crate::{Alignment, Evidence, Link, Pair};

/// A link with the probability of its likeliest segment.
struct Claim {
    link: Link,
    most: f64,
}

/// Links of at least `threshold`, and the best candidate of each word that has none.
pub(super) fn decode(
    kinship: &Kinship<'_>,
    inferred: &Inferred,
    pair: &Pair,
    threshold: f64,
) -> Alignment {
    let mut claims = claims(inferred, pair);
    share(kinship, pair, &mut claims);
    let mut alignment = Alignment {
        log_likelihood: Some(inferred.log_likelihood),
        ..Alignment::default()
    };
    let of_word = |a: &Claim, b: &Claim| a.link.summary == b.link.summary;
    for claims in claims.chunk_by(of_word) {
        let (linked, rejected) = chosen(kinship, pair, claims, threshold);
        alignment.links.extend(linked);
        alignment.rejected.extend(rejected);
    }
    alignment
}

/// The links of one summary word, or the best candidate that was rejected. A content word or
/// number that surely comes from the document, while it is open from which of several
/// places, is linked to the likeliest.
fn chosen(
    kinship: &Kinship<'_>,
    pair: &Pair,
    claims: &[Claim],
    threshold: f64,
) -> (Vec<Link>, Option<Link>) {
    let links = claims.iter().map(|claim| Link {
        p: claim.link.p.min(1.0),
        ..claim.link
    });
    let sure: Vec<Link> = links.clone().filter(|link| link.p >= threshold).collect();
    if !sure.is_empty() {
        return (sure, None);
    }
    let best = links
        .clone()
        .reduce(|best, link| if link.p > best.p { link } else { best });
    let support: f64 = links
        .filter(|link| link.by < Evidence::Place)
        .map(|link| link.p)
        .sum();
    match best {
        Some(best) if support >= threshold && is_telling(kinship, pair, best.summary) => {
            (vec![best], None)
        }
        best => (Vec::new(), best),
    }
}

fn is_telling(kinship: &Kinship<'_>, pair: &Pair, summary: usize) -> bool {
    let class = kinship.class(pair.summary.words[summary]);
    matches!(class, Class::Content | Class::Number)
}

/// The links of all segments, ascending by summary word, then document word.
fn claims(inferred: &Inferred, pair: &Pair) -> Vec<Claim> {
    let emissions = &inferred.offers.emissions;
    let mut claims = Vec::new();
    for t in 0..emissions.words() {
        for (at, one) in emissions.range(t).zip(emissions.at(t)) {
            let p = inferred.posteriors.candidates[at];
            let part = inferred.offers.part_of[at] as usize;
            let by = inferred.offers.parts[part].evidence;
            for (document, summary) in one.links(t) {
                // A phrase of forms may hold words that are equal.
                let is_equal = pair.document.words[document] == pair.summary.words[summary];
                let link = Link {
                    document,
                    summary,
                    p,
                    by: if is_equal { Evidence::Word } else { by },
                };
                claims.push(Claim { link, most: p });
            }
        }
    }
    claims.sort_by_key(|claim| (claim.link.summary, claim.link.document));
    claims.dedup_by(|next, kept| {
        let same = |claim: &Claim| (claim.link.summary, claim.link.document);
        let is_same = same(next) == same(kept);
        if is_same {
            kept.link.p += next.link.p;
            if next.most > kept.most {
                kept.most = next.most;
                kept.link.by = next.link.by;
            }
        }
        is_same
    });
    claims
}

/// Divides function words and marks of the document among the words that claim them.
fn share(kinship: &Kinship<'_>, pair: &Pair, claims: &mut [Claim]) {
    let mut claimed = vec![0.0; pair.document.len()];
    for claim in claims.iter() {
        claimed[claim.link.document] += claim.link.p;
    }
    for claim in claims {
        let word = pair.document.words[claim.link.document];
        if matches!(kinship.class(word), Class::Function | Class::Mark) {
            claim.link.p /= claimed[claim.link.document].max(1.0);
        }
    }
}
