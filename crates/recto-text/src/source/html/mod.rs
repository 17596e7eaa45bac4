//! HTML: the main text of a page, without boilerplate, and the metadata of the page.
//!
//! The page is read as a stream of tags: time is linear in its length, depth is bounded, and no
//! page, however broken, is refused. [`blocks`] turns the stream into blocks of text and the
//! elements around them, [`head`] keeps what the page says of itself, and [`main_text`] chooses
//! the blocks.

mod attributes;
mod blocks;
mod byline;
mod classes;
mod cues;
mod features;
mod head;
mod linked;
mod main_text;
mod marks;
mod model;
mod names;
mod published;
#[cfg(test)]
mod tests;
mod tree;

use super::rendered::Rendered;
#[cfg(feature = "mail")]
use crate::document::Span;
use main_text::Article;
pub use main_text::BlockFeatures;
#[cfg(feature = "mail")]
use names::Element;

/// A page as a reader sees it.
#[derive(Debug)]
pub(super) struct WebPage {
    pub(super) rendered: Rendered,
    /// The day of publication in the form 2024-10-02.
    pub(super) published: Option<String>,
    pub(super) author: Option<String>,
}

/// Extracts the main text of a page, and what the page says about it.
pub(super) fn read(html: &str) -> WebPage {
    let page = blocks::read(&attributes::limited(html));
    let article = Article::of(&page);
    let mut rendered = Rendered::default();
    for block in article.blocks(&page) {
        rendered.push(&block.block, block.heading);
    }
    rendered.title = byline::title(&page).or_else(|| {
        let mut headings = page.blocks.iter().filter(|block| block.heading.is_some());
        headings.next().map(|block| block.text().trim().to_string())
    });
    WebPage {
        rendered,
        published: published::published(&page, &article).map(|date| date.to_string()),
        author: byline::author(&page, &article),
    }
}

/// The text of a snippet, all of it, a line for each block.
pub(super) fn fragment(html: &str) -> String {
    let page = blocks::read(&attributes::limited(html));
    let lines = page.blocks.iter().map(|block| block.text().trim());
    lines.collect::<Vec<_>>().join("\n")
}

/// The blocks of a page, all of them, each with its depth if it is a heading.
#[cfg(feature = "epub")]
pub(super) fn blocks_of(html: &str) -> Vec<(String, Option<u8>)> {
    let page = blocks::read(&attributes::limited(html));
    let blocks = page.blocks.into_iter();
    let blocks = blocks.map(|block| (block.text().trim().to_string(), block.heading));
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
        let is_quoted = page.tree.node(block.node).is_inside(Element::Quotation);
        match quoted.last_mut() {
            Some(last) if is_quoted && is_open => last.end = rendered.text.len(),
            _ if is_quoted => quoted.push(Span::new(start, rendered.text.len())),
            _ => {}
        }
        is_open = is_quoted;
    }
    (rendered.text, quoted)
}

/// The blocks of a page with the numbers from which the main text is chosen.
pub(super) fn block_features(html: &str) -> Vec<BlockFeatures> {
    let page = blocks::read(&attributes::limited(html));
    main_text::block_features(&page)
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
