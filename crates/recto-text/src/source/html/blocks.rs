//! From tags to blocks of text, each with what surrounds it.

use super::names::{heading_depth, is_block, is_hidden, is_void, raw_kind, says_around, says_main};
use crate::source::rendered::Block;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use std::cell::RefCell;

/// What surrounds a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// An element that marks the article.
    Article,
    /// Nothing in particular.
    Body,
    /// A menu, a margin, a footer …
    Around,
}

/// A paragraph, heading, list item or table row.
#[derive(Debug)]
pub(super) struct PageBlock {
    pub(super) block: Block,
    /// Its depth, if it is a heading.
    pub(super) heading: Option<u8>,
    pub(super) place: Place,
    /// Bytes of the text that stand inside links.
    linked: usize,
    /// Whether it stands in a quotation.
    #[cfg_attr(not(feature = "mail"), allow(dead_code))]
    pub(super) is_quoted: bool,
}

impl PageBlock {
    /// Menus without a mark are blocks that consist of links.
    pub(super) fn is_links(&self) -> bool {
        self.heading.is_none() && self.is_linked()
    }

    /// A heading that leads to another page: that of an article that is not here.
    pub(super) fn is_teaser(&self) -> bool {
        self.heading.is_some() && self.is_linked()
    }

    fn is_linked(&self) -> bool {
        self.linked * 3 > self.block.as_str().len() * 2
    }
}

/// A page as its tags give it.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) title: Option<String>,
    pub(super) blocks: Vec<PageBlock>,
}

pub(super) fn read(html: &str) -> Page {
    let head = &html[..html.floor_char_boundary(1024)];
    let reader = Reader {
        is_xml: head.trim_start().starts_with("<?xml"),
        ..Reader::default()
    };
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    let tokenizer = Tokenizer::new(Sink(RefCell::new(reader)), TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    let mut reader = tokenizer.sink.0.into_inner();
    reader.close_block();
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

/// An open element that decides about all inside it: its name, and how many of that
/// name are open. Other names are not tracked, so that wrong nesting cannot confuse.
#[derive(Debug, Default)]
struct Region {
    name: String,
    depth: usize,
}

impl Region {
    fn is_open(&self) -> bool {
        self.depth > 0
    }

    fn enter(&mut self, name: &str) {
        self.name = name.to_string();
        self.depth = 1;
    }

    fn step(&mut self, name: &str, kind: TagKind) {
        if self.depth > 0 && self.name == name {
            match kind {
                TagKind::StartTag => self.depth += 1,
                TagKind::EndTag => self.depth -= 1,
            }
        }
    }
}

#[derive(Debug, Default)]
struct Reader {
    page: Page,
    is_xml: bool,
    block: Block,
    linked: usize,
    heading: Option<u8>,
    /// Elements whose content is no text.
    hidden: Region,
    around: Region,
    article: Region,
    quoted: Region,
    link: bool,
    preformatted: bool,
    title: Option<String>,
}

impl Reader {
    fn open(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        let is_empty = is_void(name) || (tag.self_closing && self.is_xml);
        self.open_regions(tag, is_empty);
        match name {
            "br" => self.line_break(),
            "td" | "th" => self.block.separate('\t'),
            "a" if !is_empty => self.link = true,
            "pre" => self.preformatted = true,
            // Drawings have titles too.
            "title" if !self.hidden.is_open() && !is_empty => self.title = Some(String::new()),
            _ => {}
        }
        match raw_kind(name) {
            Some(kind) if !is_empty => TokenSinkResult::RawData(kind),
            _ => TokenSinkResult::Continue,
        }
    }

    fn open_regions(&mut self, tag: &Tag, is_empty: bool) {
        let name: &str = &tag.name;
        if is_block(name) {
            self.close_block();
            self.heading = heading_depth(name);
        }
        if is_empty {
            return;
        }
        for region in self.regions() {
            region.step(name, TagKind::StartTag);
        }
        if !self.quoted.is_open() && name == "blockquote" {
            self.quoted.enter(name);
        }
        let is_code = name == "code" && self.preformatted;
        if !self.hidden.is_open() && (is_hidden(name) || is_code) {
            self.hidden.enter(name);
        } else if !self.around.is_open() && self.is_around(tag) {
            self.around.enter(name);
        } else if !self.article.is_open() && (matches!(name, "article" | "main") || says_main(tag))
        {
            self.article.enter(name);
        }
    }

    fn regions(&mut self) -> [&mut Region; 4] {
        [
            &mut self.hidden,
            &mut self.around,
            &mut self.article,
            &mut self.quoted,
        ]
    }

    fn is_around(&self, tag: &Tag) -> bool {
        match &*tag.name {
            "nav" | "aside" | "footer" => true,
            // Inside an article a header holds its title.
            "header" => !self.article.is_open(),
            // Not `p` and `li`, which pages leave open.
            "div" | "section" | "ul" | "ol" | "table" | "span" => says_around(tag),
            _ => false,
        }
    }

    fn close(&mut self, name: &str) {
        if is_block(name) || matches!(name, "nav" | "aside" | "footer" | "header") {
            self.close_block();
        }
        for region in self.regions() {
            region.step(name, TagKind::EndTag);
        }
        match name {
            "a" => self.link = false,
            "pre" => self.preformatted = false,
            "title" => self.close_title(),
            _ => {}
        }
    }

    fn close_title(&mut self) {
        let words = self.title.take().unwrap_or_default();
        let words: Vec<&str> = words.split_whitespace().collect();
        if !words.is_empty() && self.page.title.is_none() {
            self.page.title = Some(words.join(" "));
        }
    }

    fn write(&mut self, text: &str, line: usize) {
        if let Some(title) = &mut self.title {
            title.push_str(text);
            return;
        }
        if self.hidden.is_open() {
            return;
        }
        let before = self.block.as_str().len();
        // The tokenizer gives the line on which a run of text ends.
        let first = line.saturating_sub(text.matches('\n').count());
        for (line, piece) in (first..).zip(text.split_inclusive('\n')) {
            if self.preformatted {
                self.block.write_raw(piece, line);
            } else {
                self.block.write(piece, line);
            }
        }
        if self.link {
            self.linked += self.block.as_str().len() - before;
        }
    }

    /// One break is a new line, a second one a new block.
    fn line_break(&mut self) {
        let ends_line = self.block.as_str().trim_end_matches(' ').ends_with('\n');
        if ends_line {
            self.close_block()
        } else {
            self.block.separate('\n')
        }
    }

    fn close_block(&mut self) {
        let block = self.block.take();
        let linked = std::mem::take(&mut self.linked);
        let heading = self.heading.take();
        if block.as_str().trim().is_empty() {
            return;
        }
        let place = match (self.around.is_open(), self.article.is_open()) {
            (true, _) => Place::Around,
            (false, true) => Place::Article,
            (false, false) => Place::Body,
        };
        self.page.blocks.push(PageBlock {
            block,
            heading,
            place,
            linked,
            is_quoted: self.quoted.is_open(),
        });
    }
}
