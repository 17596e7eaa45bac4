//! The laws that every method keeps.

use recto_align::{AlignError, Aligned, Aligner, Method, Options, Pairs, methods};
use recto_math::{Run, Silent};
use recto_testing::laws::{self, Law, Names, Verdict, ensure, or_breach};
use recto_testing::text::{english, made};

type AlignLaw = Law<Options, dyn Aligner, AlignError>;

fn every_law() -> [AlignLaw; 8] {
    let is_cancelled = |error: &AlignError| matches!(error, AlignError::Cancelled(_));
    [
        laws::readable_row(Names::LettersAndDigits),
        laws::parameters_survive_json(<dyn Aligner>::parameters),
        Law::new(
            "links ascend, stay in their pair and have a probability",
            valid_links,
        ),
        Law::new(
            "an empty side has no links, no pairs have no alignments",
            empty_sides,
        ),
        Law::new("a copied sentence is linked word by word", copied),
        Law::new("words that only one side has are unsupported", foreign),
        laws::same_bytes(Options::default(), on_made_pairs(40)),
        laws::cancels(Options::default(), on_made_pairs(30), is_cancelled),
    ]
}

#[test]
fn every_method_keeps_every_law() {
    assert_eq!(laws::check_and_catch(methods(), &every_law()), Ok(()));
}

/// Pairs of made sentences: the summary is the second half of the source and a word more.
fn made_pairs(count: usize) -> Pairs {
    let mut pairs = Pairs::new(english());
    let text = made(count * 400, 7);
    let words: Vec<&str> = text.split_whitespace().collect();
    for part in words.chunks(24).take(count) {
        let source = pairs.side(part.iter().copied(), vec![0, part.len() / 2]);
        let half = part[part.len() / 2..].iter().copied();
        let summary = pairs.side(half.chain(["besides"]), vec![0]);
        pairs.push(source, summary);
    }
    pairs
}

fn on_made_pairs(
    count: usize,
) -> impl Fn(&(dyn Aligner + 'static), &Run<'_>) -> Result<Aligned, AlignError> + Sync {
    let pairs = made_pairs(count);
    move |aligner, run| aligner.align(&pairs, run)
}

fn align(method: &Method, options: &Options, pairs: &Pairs) -> Result<Aligned, String> {
    let aligner = or_breach((method.build)(options))?;
    or_breach(aligner.align(pairs, &Run::new(0, &Silent)))
}

fn one(source: &str, summary: &str) -> Pairs {
    let mut pairs = Pairs::new(english());
    let source = pairs.side(source.split_whitespace(), vec![0]);
    let summary = pairs.side(summary.split_whitespace(), vec![0]);
    pairs.push(source, summary);
    pairs
}

fn valid_links(method: &Method) -> Verdict {
    let pairs = made_pairs(25);
    for paper in [false, true] {
        let options = Options {
            paper,
            ..Options::default()
        };
        let found = align(method, &options, &pairs)?;
        ensure(found.alignments.len() == pairs.pairs.len(), || {
            "one a pair".into()
        })?;
        for (alignment, pair) in found.alignments.iter().zip(&pairs.pairs) {
            let key = |at: usize| (alignment.links[at].summary, alignment.links[at].document);
            let ascend = (1..alignment.links.len()).all(|at| key(at - 1) < key(at));
            ensure(ascend, || format!("{:?}", alignment.links))?;
            let valid = alignment.links.iter().all(|link| {
                let is_inside =
                    link.document < pair.document.len() && link.summary < pair.summary.len();
                is_inside && (0.0..=1.0).contains(&link.p)
            });
            ensure(valid, || format!("{:?}", alignment.links))?;
        }
    }
    Ok(())
}

fn empty_sides(method: &Method) -> Verdict {
    for pairs in [
        one("", "the gulls left"),
        one("the gulls left", ""),
        one("", ""),
    ] {
        let found = align(method, &Options::default(), &pairs)?;
        ensure(found.alignments[0].links.is_empty(), || {
            format!("{found:?}")
        })?;
    }
    let none = align(method, &Options::default(), &Pairs::new(english()))?;
    ensure(none.alignments.is_empty(), || format!("{none:?}"))
}

fn copied(method: &Method) -> Verdict {
    let text = "every winter the harbour master counts twelve barges near Leith";
    let found = align(method, &Options::default(), &one(text, text))?;
    let links: Vec<_> = found.alignments[0]
        .links
        .iter()
        .map(|link| (link.document, link.summary))
        .collect();
    let diagonal: Vec<_> = (0..text.split(' ').count()).map(|at| (at, at)).collect();
    ensure(links == diagonal, || format!("{links:?}"))
}

fn foreign(method: &Method) -> Verdict {
    let pairs = one(
        "the barges left before dawn",
        "the barges left quokkas 1848 before dawn",
    );
    let found = align(method, &Options::default(), &pairs)?;
    let unsupported = found.alignments[0].unsupported(7);
    ensure(unsupported.contains(&4), || format!("{unsupported:?}"))
}
