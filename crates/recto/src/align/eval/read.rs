//! Links from files.

use crate::align::words;
use crate::evaluate::{Named, own};
use crate::{Error, Notice, Reading};
use recto_align::metrics::WordLink;
use recto_align::{Options, Pairs, methods};
use recto_math::{Remedy, Run, Silent};
use recto_text::source::{self, Format, SourceOptions, TextPair};
use recto_text::{Document, Language};
use rustc_hash::FxHashSet;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The links of a pair.
#[derive(Debug, Clone, Default)]
pub(super) struct Linked {
    /// Words of the document in lower case; empty ones where only their number is known.
    pub(super) document: Vec<String>,
    /// Words of the summary.
    pub(super) summary: Vec<String>,
    /// Whether the numbers of words are known.
    is_counted: bool,
    /// Links that are certain; all links of a program.
    pub(super) sure: FxHashSet<WordLink>,
    /// Links that are not.
    pub(super) possible: FxHashSet<WordLink>,
    /// Phrases of several words that are linked as a whole: all pairs of their words.
    phrases: FxHashSet<WordLink>,
}

impl Linked {
    /// All links, certain or not.
    pub(super) fn all(&self) -> FxHashSet<WordLink> {
        self.sure.union(&self.possible).copied().collect()
    }

    /// All links, and all pairs of words of phrases that are linked.
    pub(super) fn all_pairs(&self) -> FxHashSet<WordLink> {
        self.all().union(&self.phrases).copied().collect()
    }

    /// Each word to the nearest equal word; `None` where the words are not known.
    pub(super) fn identity(&self) -> Option<FxHashSet<WordLink>> {
        if self.summary.iter().all(String::is_empty) && !self.summary.is_empty() {
            return None;
        }
        let mut pairs = Pairs::new(Language::from_code("und")?);
        let document = pairs.side(self.document.iter().map(String::as_str), vec![0]);
        let summary = pairs.side(self.summary.iter().map(String::as_str), vec![0]);
        pairs.push(document, summary);
        let method = methods().iter().find(|row| row.name == "identity")?;
        let aligner = (method.build)(&Options::default()).ok()?;
        let found = aligner.align(&pairs, &Run::new(0, &Silent)).ok()?;
        let links = found.alignments.first()?.links.iter();
        Some(links.map(|link| (link.document, link.summary)).collect())
    }
}

/// The pairs of a file: recto's JSON, JSON lines with links, or Pharaoh lines.
pub(super) fn parse(document: &Document, run: &Run<'_>) -> Result<Vec<Named<Linked>>, Notice> {
    if let Some(parsed) = own::<OwnPair>(&document.text, "align") {
        return Ok(parsed?.into_iter().map(OwnPair::linked).collect());
    }
    if document.text.trim_start().starts_with('{') {
        rows(document, run)
    } else {
        pharaoh(document)
    }
}

/// A pair of recto's own JSON.
#[derive(Deserialize)]
struct OwnPair {
    id: String,
    tokens: OwnTokens,
    links: Vec<OwnLink>,
}

#[derive(Deserialize)]
struct OwnTokens {
    document: Vec<IgnoredAny>,
    summary: Vec<IgnoredAny>,
}

#[derive(Deserialize)]
struct OwnLink {
    summary: [usize; 2],
    document: [usize; 2],
}

impl OwnPair {
    fn linked(self) -> Named<Linked> {
        let words = |tokens: &[IgnoredAny]| vec![String::new(); tokens.len()];
        // Both sides of a link are equally long.
        let links = self.links.iter().flat_map(|link| {
            let ([start, end], [from, to]) = (link.document, link.summary);
            (start..end).zip(from..to)
        });
        let phrases = self.links.iter().flat_map(|link| {
            let ([start, end], [from, to]) = (link.document, link.summary);
            (start..end).flat_map(move |i| (from..to).map(move |j| (i, j)))
        });
        let linked = Linked {
            document: words(&self.tokens.document),
            summary: words(&self.tokens.summary),
            is_counted: true,
            sure: links.collect(),
            phrases: phrases.collect(),
            ..Linked::default()
        };
        Named::new(self.id, linked)
    }
}

fn rows(document: &Document, run: &Run<'_>) -> Result<Vec<Named<Linked>>, Notice> {
    let options = SourceOptions {
        format: Some(Format::Pairs),
        ..SourceOptions::default()
    };
    let pile = source::read_bytes(&document.id, document.text.clone().into_bytes(), &options);
    if let Some(failed) = pile.failed.first() {
        return Err(failed.message.clone().into());
    }
    let reading = Reading::for_one_run(&pile);
    let row = |pair: &TextPair| linked(&reading, pair, run);
    pile.pairs.iter().map(row).collect()
}

fn linked(reading: &Reading<'_>, pair: &TextPair, run: &Run<'_>) -> Result<Named<Linked>, Notice> {
    let (id, documents) = (&pair.id, reading.documents());
    let own = documents[pair.source.clone()].iter();
    let language = reading.language_of(own.chain([&documents[pair.summary]]));
    let words = words::read(reading, pair, language, run).map_err(|error| error.to_string())?;
    let line = |message: String| match documents[pair.summary].line {
        Some(line) => Notice::from(message).at(format!("line {line}")),
        None => message.into(),
    };
    if let Some(message) = words::wrong_gold(pair, &words) {
        return Err(line(message));
    }
    let Some(gold) = &pair.gold else {
        let message = format!("pair {id}: no links; give them as `sure` and `possible`");
        return Err(line(message));
    };
    let lower = |words: Vec<&str>| words.into_iter().map(str::to_lowercase).collect();
    let summary = &documents[pair.summary..=pair.summary];
    let linked = Linked {
        document: lower(words.source.written(&documents[pair.source.clone()])),
        summary: lower(words.summary.written(summary)),
        is_counted: true,
        sure: gold.sure.iter().copied().collect(),
        possible: gold.possible.iter().copied().collect(),
        ..Linked::default()
    };
    Ok(Named::new(id.clone(), linked))
}

/// A line for each pair: `0-0 1-2`.
fn pharaoh(document: &Document) -> Result<Vec<Named<Linked>>, Notice> {
    let link = |word: &str| {
        let (i, j) = word.split_once('-')?;
        Some((i.parse().ok()?, j.parse().ok()?))
    };
    let line = |(at, line): (usize, &str)| {
        let links: Option<FxHashSet<WordLink>> = line.split_whitespace().map(link).collect();
        let sure = links.ok_or_else(|| {
            let message = "neither JSON nor links such as 0-0 1-2";
            Notice::from(message).at(format!("line {at}"))
        })?;
        let linked = Linked {
            sure,
            ..Linked::default()
        };
        Ok(Named::new(format!("{}#{at}", document.id), linked))
    };
    (1..).zip(document.text.lines()).map(line).collect()
}

/// Refuses a reference of links alone: scores of content words need the words.
pub(super) fn check_reference(references: &[Named<Linked>], label: &str) -> Result<(), Error> {
    let bare = references
        .iter()
        .find(|reference| !reference.item.is_counted);
    match bare {
        Some(_) => Err(Error::input(format!(
            "{label}: links without words; a reference needs tokens: give pairs as JSON lines"
        ))),
        None => Ok(()),
    }
}

/// Refuses an output about other words than the reference.
pub(super) fn check(
    reference: &Named<Linked>,
    output: &Named<Linked>,
    label: &str,
) -> Result<(), Error> {
    let size = |linked: &Linked| (linked.document.len(), linked.summary.len());
    let ((n, m), own) = (size(&reference.item), size(&output.item));
    let place = format!("{label}: pair `{}`", reference.id);
    if output.item.is_counted && own != (n, m) {
        let message = format!(
            "the reference has {n} and {m} tokens, the output {} and {}; both must cut the texts \
             alike",
            own.0, own.1
        );
        let with = &[("pairs", "")];
        let remedy = Remedy::Make {
            capability: "align",
            with,
        };
        return Err(Error::input(Notice::from(message).with(remedy).at(place)));
    }
    let all = output.item.all_pairs();
    let outside = all.iter().filter(|(i, j)| *i >= n || *j >= m).min();
    match outside {
        Some((i, j)) => {
            let message = format!("a link {i}-{j}, but there are {n} and {m} tokens");
            Err(Error::input(Notice::from(message).at(place)))
        }
        None => Ok(()),
    }
}
