//! Kinds of elements, by their names.

use html5ever::LocalName;
use html5ever::tokenizer::states::RawKind;

/// The kinds of elements that matter for text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub(super) enum Element {
    /// An element that neither begins a block nor says anything of its text.
    #[default]
    Inline,
    Article,
    Main,
    Navigation,
    Aside,
    Footer,
    Header,
    Form,
    Section,
    Division,
    Paragraph,
    Heading,
    List,
    Item,
    Definitions,
    Definition,
    Table,
    Row,
    Cell,
    Figure,
    Caption,
    Quotation,
    Preformatted,
    Address,
    /// Other blocks.
    Block,
    /// Elements whose content is not text that a reader sees.
    Unseen,
    /// Not the name of an element but its attribute: `itemprop="articleBody"`.
    ArticleBody,
    /// Not the name of an element but its attribute: `hidden` and the like.
    Hidden,
}

impl Element {
    pub(super) fn of(name: &LocalName) -> Self {
        match &**name {
            "article" => Self::Article,
            "main" => Self::Main,
            "nav" | "menu" => Self::Navigation,
            "aside" => Self::Aside,
            "footer" => Self::Footer,
            "header" => Self::Header,
            "form" | "fieldset" => Self::Form,
            "section" => Self::Section,
            "div" | "center" => Self::Division,
            "p" => Self::Paragraph,
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Self::Heading,
            "ul" | "ol" => Self::List,
            "li" => Self::Item,
            "dl" => Self::Definitions,
            "dt" | "dd" => Self::Definition,
            "table" => Self::Table,
            "tr" => Self::Row,
            "td" | "th" => Self::Cell,
            "figure" => Self::Figure,
            "figcaption" | "caption" => Self::Caption,
            "blockquote" => Self::Quotation,
            "pre" => Self::Preformatted,
            "address" => Self::Address,
            "body" | "details" | "dialog" | "head" | "hr" | "html" | "legend" | "summary"
            | "tbody" | "tfoot" | "thead" => Self::Block,
            "audio" | "button" | "canvas" | "datalist" | "iframe" | "math" | "noembed"
            | "noframes" | "noscript" | "object" | "script" | "select" | "style" | "svg"
            | "template" | "textarea" | "video" => Self::Unseen,
            _ => Self::Inline,
        }
    }

    /// A bit of its own in a set of elements.
    pub(super) fn bit(self) -> u32 {
        1 << self as u8
    }

    /// Whether text before and after its tags belongs to different blocks. The cells of a row
    /// are one block.
    pub(super) fn is_block(self) -> bool {
        !matches!(self, Self::Inline | Self::Unseen | Self::Cell)
    }

    /// Whether it is part of a table, whose end tags may close what is open inside of it.
    pub(super) fn is_of_table(self) -> bool {
        matches!(self, Self::Table | Self::Row | Self::Cell)
    }
}

/// Whether an element only sets type: it never holds a block, and its end tag is often missing.
pub(super) fn is_formatting(name: &str) -> bool {
    matches!(
        name,
        "a" | "abbr"
            | "b"
            | "big"
            | "cite"
            | "code"
            | "em"
            | "font"
            | "i"
            | "small"
            | "strike"
            | "strong"
            | "sub"
            | "sup"
            | "tt"
            | "u"
    )
}

pub(super) fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "source"
            | "track"
            | "wbr"
    )
}

/// The depth of a heading's element, 1 for the outermost.
pub(super) fn heading_depth(name: &str) -> Option<u8> {
    let names = ["h1", "h2", "h3", "h4", "h5", "h6"];
    let depth = names.iter().position(|heading| *heading == name)?;
    Some(depth as u8 + 1)
}

/// How the inside of an element is read where it is not markup.
pub(super) fn raw_kind(name: &str) -> Option<RawKind> {
    match name {
        "title" | "textarea" => Some(RawKind::Rcdata),
        "style" | "iframe" | "noembed" | "noframes" | "xmp" => Some(RawKind::Rawtext),
        "script" => Some(RawKind::ScriptData),
        _ => None,
    }
}
