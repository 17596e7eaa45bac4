//! From tags to blocks of text, each with the elements around it.

use super::head::Head;
use super::linked::LinkedData;
use super::marks::Marks;
use super::names::{Element, heading_depth, is_void, raw_kind};
use super::tree::Tree;
use crate::source::rendered::Block;
use html5ever::LocalName;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use std::cell::RefCell;

/// A paragraph, heading, list item or table row.
#[derive(Debug)]
pub(super) struct PageBlock {
    pub(super) block: Block,
    /// Its depth, if it is a heading.
    pub(super) heading: Option<u8>,
    /// Index of the innermost element around it.
    pub(super) node: u32,
    /// Bytes of the text that stand inside links.
    pub(super) linked: usize,
}

impl PageBlock {
    pub(super) fn text(&self) -> &str {
        self.block.as_str()
    }
}

/// A page as its tags give it.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) head: Head,
    pub(super) linked: LinkedData,
    pub(super) tree: Tree,
    pub(super) marks: Marks,
    pub(super) blocks: Vec<PageBlock>,
}

pub(super) fn read(html: &str) -> Page {
    let start = &html[..html.floor_char_boundary(1024)];
    let reader = Reader {
        is_xml: start.trim_start().starts_with("<?xml"),
        ..Reader::default()
    };
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    let tokenizer = Tokenizer::new(Sink(RefCell::new(reader)), TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    let mut reader = tokenizer.sink.0.into_inner();
    reader.close_block();
    reader.page.linked = LinkedData::of(&reader.page.head);
    reader.page
}

struct Sink(RefCell<Reader>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<()> {
        let mut reader = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => reader.open(&tag),
            Token::TagToken(tag) => {
                reader.close(&tag.name);
                TokenSinkResult::Continue
            }
            Token::CharacterTokens(text) => {
                reader.write(&text, usize::try_from(line).unwrap_or(usize::MAX));
                TokenSinkResult::Continue
            }
            _ => TokenSinkResult::Continue,
        }
    }
}

#[derive(Debug, Default)]
struct Reader {
    page: Page,
    is_xml: bool,
    block: Block,
    /// Index of the element in which the block began.
    node: u32,
    linked: usize,
    heading: Option<u8>,
    is_link: bool,
}

impl Reader {
    fn open(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        let is_empty = is_void(name) || (tag.self_closing && self.is_xml);
        let element = Element::of(&tag.name);
        if element.is_block() {
            self.close_block();
            self.heading = heading_depth(name);
        }
        let is_seen = !self.page.tree.is_inside(Element::Unseen);
        self.page.head.open(tag, is_seen && !is_empty);
        if !is_empty {
            self.page.tree.open(tag);
        }
        let (node, n_blocks) = (self.page.tree.current(), self.page.blocks.len());
        self.page.marks.open(tag, node, n_blocks, is_empty);
        match name {
            "br" => self.line_break(),
            "td" | "th" => self.block.separate('\t'),
            "a" if !is_empty => self.is_link = true,
            _ => {}
        }
        match raw_kind(name) {
            Some(kind) if !is_empty => TokenSinkResult::RawData(kind),
            _ => TokenSinkResult::Continue,
        }
    }

    fn close(&mut self, name: &LocalName) {
        if Element::of(name).is_block() {
            self.close_block();
        }
        self.page.head.close(name);
        self.page.marks.close(name);
        self.page.tree.close(name);
        if &**name == "a" {
            self.is_link = false;
        }
    }

    fn write(&mut self, text: &str, line: usize) {
        if self.page.head.write(text) || self.page.tree.is_inside(Element::Unseen) {
            return;
        }
        self.page.marks.write(text);
        if self.block.as_str().trim().is_empty() {
            self.node = self.page.tree.current();
        }
        let is_preformatted = self.page.tree.is_inside(Element::Preformatted);
        let before = self.block.as_str().len();
        // The tokenizer gives the line on which a run of text ends.
        let first = line.saturating_sub(text.matches('\n').count());
        for (line, piece) in (first..).zip(text.split_inclusive('\n')) {
            if is_preformatted {
                self.block.write_raw(piece, line);
            } else {
                self.block.write(piece, line);
            }
        }
        if self.is_link {
            self.linked += self.block.as_str().len() - before;
        }
    }

    /// One break is a new line, a second one a new block.
    fn line_break(&mut self) {
        let ends_line = self.block.as_str().trim_end_matches(' ').ends_with('\n');
        if ends_line {
            self.close_block();
        } else {
            self.block.separate('\n');
        }
    }

    fn close_block(&mut self) {
        let block = self.block.take();
        let linked = std::mem::take(&mut self.linked);
        let heading = self.heading.take();
        if !block.as_str().trim().is_empty() {
            self.page.blocks.push(PageBlock {
                block,
                heading,
                node: self.node,
                linked,
            });
        }
    }
}
