//! Dates and names that elements of the body mark as such: `<time datetime="…">`,
//! `<span itemprop="author">…</span>`.

use super::head::attribute;
use html5ever::LocalName;
use html5ever::tokenizer::Tag;

/// Marks that are kept; a page of comments has one for each.
const MAX_MARKS: usize = 500;

/// Bytes of a marked date or name.
const MAX_BYTES: usize = 200;

/// A date or name and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Mark {
    /// The date in an attribute, empty if the text of the element is the date; or the name.
    pub(super) text: String,
    /// Whether the page says that it is the date of publication, or its author.
    pub(super) is_explicit: bool,
    /// Index of the element that has it.
    pub(super) node: u32,
    /// Number of blocks before it.
    pub(super) block: usize,
}

/// The marks of a page, in order.
#[derive(Debug, Default)]
pub(super) struct Marks {
    pub(super) dates: Vec<Mark>,
    pub(super) authors: Vec<Mark>,
    open: Option<OpenName>,
}

/// An element whose text is a name.
#[derive(Debug)]
struct OpenName {
    element: LocalName,
    /// Elements of the same name inside of it that are open, and itself.
    depth: usize,
    mark: Mark,
}

impl Marks {
    /// Looks at a start tag. `node` is the element's index and `block` the number of blocks
    /// before it.
    pub(super) fn open(&mut self, tag: &Tag, node: u32, block: usize, is_empty: bool) {
        if let Some(date) = date_of(tag)
            && self.dates.len() < MAX_MARKS
        {
            self.dates.push(Mark {
                node,
                block,
                ..date
            });
        }
        match &mut self.open {
            Some(open) if open.element == tag.name && !is_empty => open.depth += 1,
            None if !is_empty && self.authors.len() < MAX_MARKS => {
                self.open = author_of(tag).map(|is_explicit| OpenName {
                    element: tag.name.clone(),
                    depth: 1,
                    mark: Mark {
                        text: String::new(),
                        is_explicit,
                        node,
                        block,
                    },
                });
            }
            _ => {}
        }
    }

    pub(super) fn write(&mut self, text: &str) {
        if let Some(open) = &mut self.open {
            let room = MAX_BYTES.saturating_sub(open.mark.text.len());
            open.mark
                .text
                .push_str(&text[..text.floor_char_boundary(room)]);
        }
    }

    pub(super) fn close(&mut self, name: &LocalName) {
        let Some(open) = &mut self.open else {
            return;
        };
        if open.element == *name {
            open.depth -= 1;
        }
        if open.depth == 0
            && let Some(open) = self.open.take()
        {
            self.authors.push(open.mark);
        }
    }
}

/// The date in the attributes of an element; its place is set by the caller.
fn date_of(tag: &Tag) -> Option<Mark> {
    let property = attribute(tag, "itemprop").or(attribute(tag, "property"));
    let property = property
        .and_then(|name| name.rsplit(':').next())
        .unwrap_or_default();
    let is_published = matches!(property, "datePublished" | "dateCreated")
        || attribute(tag, "pubdate").is_some()
        || &*tag.name == "abbr" && attribute(tag, "class").is_some_and(is_published_class);
    let is_other = matches!(property, "dateModified" | "startDate" | "endDate");
    if is_other || !is_published && &*tag.name != "time" {
        return None;
    }
    let values = ["datetime", "content", "title"];
    let value = values.iter().find_map(|name| attribute(tag, name));
    let value = value.or(is_published.then_some(""))?;
    Some(Mark {
        text: value[..value.floor_char_boundary(MAX_BYTES)].to_string(),
        is_explicit: is_published,
        node: 0,
        block: 0,
    })
}

fn is_published_class(classes: &str) -> bool {
    classes
        .split_ascii_whitespace()
        .any(|class| class == "published")
}

/// Whether an element holds the name of an author: `Some(true)` if an attribute made for it
/// says so, `Some(false)` if only a class does.
fn author_of(tag: &Tag) -> Option<bool> {
    if attribute(tag, "itemprop") == Some("author") || attribute(tag, "rel") == Some("author") {
        return Some(true);
    }
    let class = attribute(tag, "class")?;
    let class = &class[..class.floor_char_boundary(MAX_BYTES)];
    let mut names = class.split(|c: char| !c.is_ascii_alphanumeric());
    let is_author = |name: &str| {
        matches!(
            name.to_ascii_lowercase().as_str(),
            "author" | "byline" | "autor" | "auteur" | "authorname" | "creator"
        )
    };
    names.any(is_author).then_some(false)
}
