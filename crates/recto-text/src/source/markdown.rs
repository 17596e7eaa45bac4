//! Markdown: the rendered text.
//!
//! Kept: headings, paragraphs, list items, quotations, table rows, footnotes, the
//! text of links, code inside a line. Dropped: addresses, images, code blocks, raw
//! HTML and front matter, because they are not prose and would count as words. The
//! title is that of the front matter, else the first heading of the first level.

use super::rendered::{Block, Rendered};
use crate::lines::LineMap;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// Renders a Markdown text.
pub(super) fn read(text: &str) -> Rendered {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let mut writer = Writer::default();
    let lines = LineMap::of(text);
    for (event, place) in Parser::new_ext(text, options).into_offset_iter() {
        writer.on(event, lines.at(place.start));
    }
    writer.close(None);
    writer.rendered
}

#[derive(Default)]
struct Writer {
    rendered: Rendered,
    block: Block,
    /// Inside how many images, code blocks or front matters the text stands.
    dropped: usize,
    in_metadata: bool,
}

impl Writer {
    fn on(&mut self, event: Event<'_>, line: usize) {
        match event {
            Event::Start(tag) => self.open(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.in_metadata => self.metadata(&text),
            Event::Text(text) | Event::Code(text) if self.dropped == 0 => {
                self.block.write(&text, line);
            }
            Event::SoftBreak if self.dropped == 0 => self.block.write(" ", line),
            Event::HardBreak if self.dropped == 0 => self.block.separate('\n'),
            Event::Rule => self.close(None),
            _ => {}
        }
    }

    fn open(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Image { .. } => self.dropped += 1,
            Tag::CodeBlock(_) => {
                self.close(None);
                self.dropped += 1;
            }
            Tag::MetadataBlock(_) => {
                self.dropped += 1;
                self.in_metadata = true;
            }
            tag if is_block(tag.to_end()) => self.close(None),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Image | TagEnd::CodeBlock => self.dropped = self.dropped.saturating_sub(1),
            TagEnd::MetadataBlock(_) => {
                self.dropped = self.dropped.saturating_sub(1);
                self.in_metadata = false;
            }
            TagEnd::Heading(level) => {
                if level == HeadingLevel::H1 && self.rendered.title.is_none() {
                    self.rendered.title = title(self.block.as_str());
                }
                self.close(Some(level as u8));
            }
            TagEnd::TableCell => self.block.separate('\t'),
            tag if is_block(tag) => self.close(None),
            _ => {}
        }
    }

    fn metadata(&mut self, text: &str) {
        let line = text.lines().find_map(|line| line.strip_prefix("title:"));
        if let Some(line) = line {
            self.rendered.title = title(line.trim().trim_matches(['"', '\'']));
        }
    }

    /// Ends a block: a heading of this depth, if it is one.
    fn close(&mut self, heading: Option<u8>) {
        let block = self.block.take();
        self.rendered.push(&block, heading);
    }
}

fn title(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_string())
}

fn is_block(tag: TagEnd) -> bool {
    !matches!(
        tag,
        TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image
            | TagEnd::TableCell
    )
}
