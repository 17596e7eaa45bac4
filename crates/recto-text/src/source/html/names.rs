//! What the names of elements and their classes mean.

use html5ever::tokenizer::Tag;
use html5ever::tokenizer::states::RawKind;

/// Names in `role`, `class` and `id` that pages give to what surrounds an article.
const AROUND: [&str; 39] = [
    "ad",
    "ads",
    "advert",
    "advertisement",
    "banner",
    "breadcrumb",
    "breadcrumbs",
    "comment",
    "comments",
    "complementary",
    "contentinfo",
    "cookie",
    "cookies",
    "footer",
    "masthead",
    "menu",
    "modal",
    "nav",
    "navbar",
    "navigation",
    "newsletter",
    "pager",
    "pagination",
    "popup",
    "promo",
    "recommendations",
    "recommended",
    "related",
    "search",
    "share",
    "sharing",
    "sidebar",
    "skip",
    "social",
    "sponsored",
    "subscribe",
    "teasers",
    "toolbar",
    "trending",
];

pub(super) fn says_around(tag: &Tag) -> bool {
    tag.attrs.iter().any(|attribute| {
        let value: &str = &attribute.value;
        match &*attribute.name.local {
            "role" | "class" | "id" => value
                .split(|c: char| !c.is_ascii_alphanumeric())
                .any(|word| AROUND.contains(&word.to_ascii_lowercase().as_str())),
            "aria-hidden" => value == "true",
            "hidden" => true,
            _ => false,
        }
    })
}

/// Whether an element is the article by its role.
pub(super) fn says_main(tag: &Tag) -> bool {
    let mut attributes = tag.attrs.iter();
    attributes.any(|attribute| &*attribute.name.local == "role" && &*attribute.value == "main")
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

pub(super) fn is_block(name: &str) -> bool {
    heading_depth(name).is_some()
        || matches!(
            name,
            "address"
                | "article"
                | "aside"
                | "blockquote"
                | "body"
                | "caption"
                | "center"
                | "dd"
                | "details"
                | "dialog"
                | "div"
                | "dl"
                | "dt"
                | "fieldset"
                | "figcaption"
                | "figure"
                | "footer"
                | "form"
                | "head"
                | "header"
                | "hr"
                | "html"
                | "legend"
                | "li"
                | "main"
                | "menu"
                | "nav"
                | "ol"
                | "p"
                | "pre"
                | "section"
                | "summary"
                | "table"
                | "tbody"
                | "tfoot"
                | "thead"
                | "tr"
                | "ul"
        )
}

/// Elements without text that a reader sees.
pub(super) fn is_hidden(name: &str) -> bool {
    matches!(
        name,
        "audio"
            | "button"
            | "canvas"
            | "datalist"
            | "iframe"
            | "math"
            | "noembed"
            | "noframes"
            | "noscript"
            | "object"
            | "script"
            | "select"
            | "style"
            | "svg"
            | "template"
            | "textarea"
            | "video"
    )
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
