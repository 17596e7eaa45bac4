//! HTML: the text of the article, without what stands around it.
//!
//! The page is read as a stream of tags, never as a tree: time is linear in its
//! length, depth costs nothing, and no page, however broken, is refused. [`blocks`]
//! turns the stream into blocks and notes what surrounds each; this module chooses:
//!
//! 1. Scripts, styles, drawings and form controls are no text at all.
//! 2. A block inside a menu, a margin, a footer or the like is left out, and so is
//!    one that consists of links.
//!    Headings that are links, if there are several, announce other articles: they are left
//!    out with the few words below them and the heading above them ([`teasers`]).
//! 3. If the page marks its article (`<article>`, `<main>`) and that holds a fair
//!    part of what is left, it alone is the text.
//! 4. If next to nothing is left, the rules do not fit the page: the whole body is
//!    the text.

mod attributes;
mod blocks;
mod names;
mod teasers;

use super::rendered::Rendered;
#[cfg(feature = "mail")]
use crate::document::Span;
use blocks::{PageBlock, Place};

/// Below this many bytes an article may be a mistake of the rules.
const LITTLE: usize = 140;
/// A marked article stands for the page if it has at least one in so many bytes.
const FAIR_PART: usize = 3;

/// Extracts the text of a page.
pub(super) fn read(html: &str) -> Rendered {
    let page = blocks::read(&attributes::limited(html));
    let mut rendered = Rendered::default();
    for block in choose(&page.blocks) {
        rendered.push(&block.block, block.heading);
    }
    let heading = rendered.headings.first();
    let heading = heading.map(|span| rendered.text[span.range()].to_string());
    rendered.title = page.title.or(heading);
    rendered
}

/// The text of a snippet, all of it, a line for each block.
pub(super) fn fragment(html: &str) -> String {
    let page = blocks::read(&attributes::limited(html));
    let lines = page.blocks.iter().map(|block| block.block.as_str().trim());
    lines.collect::<Vec<_>>().join("\n")
}

/// The blocks of a page, all of them, each with its depth if it is a heading.
#[cfg(feature = "epub")]
pub(super) fn blocks_of(html: &str) -> Vec<(String, Option<u8>)> {
    let page = blocks::read(&attributes::limited(html));
    let blocks = page.blocks.into_iter();
    let blocks = blocks.map(|block| (block.block.as_str().trim().to_string(), block.heading));
    blocks.filter(|(text, _)| !text.is_empty()).collect()
}

/// The text of a page, all of it, and where quotations stand in it.
#[cfg(feature = "mail")]
pub(super) fn with_quotes(html: &str) -> (String, Vec<Span>) {
    let page = blocks::read(&attributes::limited(html));
    let mut rendered = Rendered::default();
    let mut quoted: Vec<Span> = Vec::new();
    let mut is_open = false;
    for block in &page.blocks {
        let before = rendered.text.len();
        rendered.push(&block.block, None);
        let start = before + usize::from(before > 0) * 2;
        match quoted.last_mut() {
            Some(last) if block.is_quoted && is_open => last.end = rendered.text.len(),
            _ if block.is_quoted => quoted.push(Span::new(start, rendered.text.len())),
            _ => {}
        }
        is_open = block.is_quoted;
    }
    (rendered.text, quoted)
}

fn choose(blocks: &[PageBlock]) -> Vec<&PageBlock> {
    let all: Vec<&PageBlock> = blocks.iter().collect();
    let is_prose = |block: &&PageBlock| block.place != Place::Around && !block.is_links();
    let prose: Vec<&PageBlock> = blocks.iter().filter(is_prose).collect();
    let prose = teasers::removed(prose);
    let marked = |block: &&PageBlock| block.place == Place::Article;
    let article: Vec<&PageBlock> = prose.iter().copied().filter(marked).collect();
    let chosen = if size(&article) * FAIR_PART >= size(&prose) && size(&article) > 0 {
        article
    } else {
        prose
    };
    let is_little = size(&chosen) < LITTLE && size(&all) > 4 * size(&chosen);
    if is_little { all } else { chosen }
}

fn size(blocks: &[&PageBlock]) -> usize {
    blocks.iter().map(|block| block.block.as_str().len()).sum()
}

/// The encoding that the page names in its first bytes, as browsers look for it.
pub(super) fn named_encoding(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    let head = &bytes[..bytes.len().min(1024)];
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let (_, after) = head.split_once("charset=")?;
    let label = after.trim_start_matches(['"', '\'', ' ']);
    let end = label.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_' | ':'));
    crate::decode::encoding(&label[..end.unwrap_or(label.len())])
}
