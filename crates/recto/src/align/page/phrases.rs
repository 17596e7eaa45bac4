//! The phrases that a reader sees: links of words, joined where only function words stand
//! between them.

use super::super::texts::Texts;
use crate::align::AlignedLink;
use crate::report::{AlignedText, PhraseLink, Reference, SourcePart, SummaryPart, SupportGap};

/// Probability from which a candidate that was rejected is worth a word.
const NEAR: f64 = 0.05;

/// Sentences in a row that are worth folding away.
const FOLDED: usize = 3;

/// The texts of a pair side by side; `source` is the number of the source's first document
/// among the texts of the report, and that of the summary follows its last.
pub(super) fn aligned(texts: &Texts<'_>, source: usize) -> AlignedText {
    let summary = source + texts.source.len();
    let phrases = phrases(texts).into_iter();
    let links = phrases.filter_map(|phrase| link(texts, &phrase, source, summary));
    let links: Vec<PhraseLink> = links.collect();
    AlignedText {
        source: source_parts(texts, &links, source),
        summary: summary_parts(texts, summary),
        gaps: gaps(texts, source, summary),
        links,
    }
}

/// Neighbouring words, of the source and of the summary.
#[derive(Debug, Clone, PartialEq)]
struct Phrase {
    source: [usize; 2],
    summary: [usize; 2],
    p: f64,
}

/// The phrases with a content word, ascending by summary word. None crosses the end of a
/// sentence.
fn phrases(texts: &Texts<'_>) -> Vec<Phrase> {
    let pair = texts.pair;
    let is_source_content: Vec<bool> = (0..pair.tokens.document.len())
        .map(|token| texts.is_source_content(token))
        .collect();
    let source_of = sentence_of(
        pair.tokens.document.len(),
        pair.document_sentences.iter().map(|s| s.tokens),
    );
    let summary_of = sentence_of(
        pair.tokens.summary.len(),
        pair.sentences.iter().map(|s| s.tokens),
    );
    let mut words: Vec<(usize, usize, f64)> = pair
        .links
        .iter()
        .filter(|link| link.is_support())
        .flat_map(|link: &AlignedLink| link.words().map(|(i, j)| (j, i, link.p)))
        .filter(|(j, i, _)| *j < summary_of.len() && *i < source_of.len())
        .collect();
    words.sort_by_key(|word| (word.0, word.1));
    let mut phrases: Vec<Phrase> = Vec::new();
    for (j, i, p) in words {
        let joins = |phrase: &&mut Phrase| {
            let (next_i, next_j) = (phrase.source[1], phrase.summary[1]);
            let between = |from: usize, to: usize| from..to;
            next_i <= i
                && next_j <= j
                && source_of[next_i - 1] == source_of[i]
                && summary_of[next_j - 1] == summary_of[j]
                && between(next_i, i).all(|token| !is_source_content[token])
                && between(next_j, j).all(|token| !texts.is_content(token))
        };
        match phrases.last_mut().filter(joins) {
            Some(phrase) => {
                phrase.source[1] = i + 1;
                phrase.summary[1] = j + 1;
                phrase.p = phrase.p.min(p);
            }
            None => phrases.push(Phrase {
                source: [i, i + 1],
                summary: [j, j + 1],
                p,
            }),
        }
    }
    phrases.retain(|phrase| (phrase.summary[0]..phrase.summary[1]).any(|j| texts.is_content(j)));
    phrases
}

/// The sentence of each of so many tokens.
fn sentence_of(n: usize, sentences: impl Iterator<Item = [usize; 2]>) -> Vec<usize> {
    let mut of = vec![usize::MAX; n];
    for (sentence, [from, to]) in sentences.enumerate() {
        of[from.min(n)..to.min(n)].fill(sentence);
    }
    of
}

fn link(texts: &Texts<'_>, phrase: &Phrase, source: usize, summary: usize) -> Option<PhraseLink> {
    let (at, span) = texts.source_span(phrase.source)?;
    Some(PhraseLink {
        source: Reference::new(source + at, span.range()),
        summary: Reference::new(summary, texts.summary_span(phrase.summary)?.range()),
        p: phrase.p,
    })
}

fn source_parts(texts: &Texts<'_>, links: &[PhraseLink], source: usize) -> Vec<SourcePart> {
    let sentences = &texts.pair.document_sentences;
    let parts = sentences.iter().map(|sentence| SourcePart {
        at: Reference::new(source + sentence.document, sentence.start..sentence.end),
        is_far: true,
    });
    let mut parts: Vec<SourcePart> = parts.collect();
    for link in links {
        // Sentences stand in the order of their places.
        let is_before = |part: &SourcePart| {
            (part.at.source, part.at.span.end) <= (link.source.source, link.source.span.start)
        };
        let at = parts.partition_point(is_before);
        if at < parts.len() {
            let near = at.saturating_sub(1)..(at + 2).min(parts.len());
            parts[near].iter_mut().for_each(|part| part.is_far = false);
        }
    }
    let alike = |a: &SourcePart, b: &SourcePart| a.is_far == b.is_far && a.at.source == b.at.source;
    for run in parts.chunk_by_mut(alike).filter(|run| run.len() < FOLDED) {
        run.iter_mut().for_each(|part| part.is_far = false);
    }
    parts
}

fn summary_parts(texts: &Texts<'_>, summary: usize) -> Vec<SummaryPart> {
    let part = |sentence: &crate::align::SupportedSentence| SummaryPart {
        at: Reference::new(summary, sentence.start..sentence.end),
        support: sentence.support,
        because: sentence.because.clone(),
    };
    texts.pair.sentences.iter().map(part).collect()
}

/// The phrases of the summary that nothing supports, with what came nearest.
pub(super) fn gaps(texts: &Texts<'_>, source: usize, summary: usize) -> Vec<SupportGap> {
    // What was rejected, and what only stands in another's place: summary, source, p.
    let rejected = texts.pair.rejected.iter();
    let rejected = rejected.map(|link| (link.summary, link.document, link.p));
    let places = texts.pair.links.iter().filter(|link| !link.is_support());
    let places = places.flat_map(|link| link.words().map(|(at, of)| (of, at, link.p)));
    let near: Vec<(usize, usize, f64)> = rejected.chain(places).collect();
    let gap = |run: [usize; 2]| {
        let own = near
            .iter()
            .filter(|(token, ..)| (run[0]..run[1]).contains(token));
        let own = own.filter(|(token, ..)| texts.is_content(*token));
        let nearest = own.max_by(|a, b| a.2.total_cmp(&b.2).then(b.0.cmp(&a.0)));
        let nearest = nearest
            .filter(|(.., p)| *p >= NEAR)
            .and_then(|&(_, token, p)| {
                let (at, span) = texts.source_span([token, token + 1])?;
                Some((Reference::new(source + at, span.range()), p))
            });
        Some(SupportGap {
            at: Reference::new(summary, texts.summary_span(run)?.range()),
            nearest,
        })
    };
    texts.unsupported().into_iter().filter_map(gap).collect()
}
