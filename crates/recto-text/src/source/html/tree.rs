//! The elements around each block of text, put together from the stream of tags.
//!
//! This is not the tree of a browser. It follows the rules that matter for text (a new
//! paragraph ends the open one, an end tag in a cell does not close what is around its table)
//! and ignores tags that fit nowhere. Every step takes constant time, and the depth and number
//! of elements are bounded.

use super::classes;
use super::names::{Element, is_formatting};
use html5ever::LocalName;
use html5ever::tokenizer::Tag;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Deeper elements belong to the one at this depth.
const MAX_DEPTH: usize = 512;

/// Elements beyond this many belong to those that are open.
const MAX_NODES: usize = 1 << 20;

/// Number of open elements that an end tag, or an end tag that was left out, may close at once.
const MAX_CLOSED: usize = 64;

/// Bytes of a class name or style that are looked at.
const MAX_ATTRIBUTE: usize = 256;

/// An element that may hold text.
#[derive(Debug, Clone, Default)]
pub(super) struct Node {
    /// Index of the element around it; the root is its own parent.
    pub(super) parent: u32,
    pub(super) element: Element,
    /// Kinds of content that its class and id name, a bit for each of [`classes::KINDS`].
    pub(super) kinds: u32,
    /// The same for all elements around it, and its own.
    pub(super) all_kinds: u32,
    /// The elements around it and its own, a bit for each [`Element`].
    pub(super) all_elements: u32,
    /// A hash of the names and classes of the elements around it and its own: the same for
    /// all entries of a list or paragraphs of an article.
    pub(super) template: u32,
    pub(super) depth: u16,
}

impl Node {
    pub(super) fn is_inside(&self, element: Element) -> bool {
        self.all_elements & element.bit() != 0
    }
}

/// The elements of a page so far, and those that are open.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    open: Vec<(LocalName, u32)>,
    /// Number of open elements beyond [`MAX_DEPTH`].
    too_deep: usize,
}

impl Default for Tree {
    fn default() -> Self {
        Self {
            nodes: vec![Node::default()],
            open: Vec::new(),
            too_deep: 0,
        }
    }
}

impl Tree {
    /// The index of the innermost open element.
    pub(super) fn current(&self) -> u32 {
        self.open.last().map_or(0, |(_, node)| *node)
    }

    pub(super) fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    /// Whether the innermost open element, or one around it, is of this kind.
    pub(super) fn is_inside(&self, element: Element) -> bool {
        self.node(self.current()).is_inside(element)
    }

    pub(super) fn open(&mut self, tag: &Tag) {
        let element = Element::of(&tag.name);
        self.close_implied(element);
        if is_formatting(&tag.name) {
            return;
        }
        if self.open.len() >= MAX_DEPTH {
            self.too_deep += 1;
            return;
        }
        let node = self.add(tag, element);
        self.open.push((tag.name.clone(), node));
    }

    fn add(&mut self, tag: &Tag, element: Element) -> u32 {
        let parent = self.current();
        let kinds = classes::kinds_of(tag);
        if self.nodes.len() >= MAX_NODES && element != Element::Unseen
            || element == Element::Inline && kinds == 0
        {
            return parent;
        }
        let around = self.node(parent);
        let node = Node {
            parent,
            element,
            kinds,
            all_kinds: around.all_kinds | kinds,
            all_elements: around.all_elements | element.bit() | elements_of_attributes(tag),
            template: template(around.template, tag),
            depth: around.depth + 1,
        };
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }

    /// Closes the elements whose end tag may be left out before this one.
    fn close_implied(&mut self, element: Element) {
        let (closed, barriers): (&[Element], &[Element]) = match element {
            Element::Item => (&[Element::Item], &[Element::List, Element::Navigation]),
            Element::Definition => (&[Element::Definition], &[Element::Definitions]),
            Element::Row => (&[Element::Row], &[Element::Table]),
            Element::Cell => (&[Element::Cell], &[Element::Row, Element::Table]),
            element if element.is_block() => (&[Element::Paragraph], &[Element::Cell]),
            _ => return,
        };
        let element_of = |&(_, node): &(LocalName, u32)| self.nodes[node as usize].element;
        let innermost = self.open.iter().rev().take(MAX_CLOSED).map(element_of);
        let mut candidates = innermost.enumerate();
        let end = candidates.find(|(_, open)| closed.contains(open) || barriers.contains(open));
        if let Some((above, open)) = end
            && closed.contains(&open)
            && self.too_deep == 0
        {
            self.open.truncate(self.open.len() - 1 - above);
        }
    }

    pub(super) fn close(&mut self, name: &LocalName) {
        if is_formatting(name) {
            return;
        }
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        let element = Element::of(name);
        let from = self.open.len().saturating_sub(MAX_CLOSED);
        for at in (from..self.open.len()).rev() {
            let (open, node) = &self.open[at];
            if open == name {
                self.open.truncate(at);
                return;
            }
            let around = self.nodes[*node as usize].element;
            // The end of a span does not end the paragraph that was opened inside of it, nor
            // an end tag in a cell what is around the table.
            let is_barrier = match around {
                Element::Cell | Element::Table => !element.is_of_table(),
                Element::Inline | Element::Unseen => false,
                _ => element == Element::Inline,
            };
            if is_barrier {
                return;
            }
        }
    }
}

/// Attributes that say what an element is: `role`, `hidden`, `itemprop`.
fn elements_of_attributes(tag: &Tag) -> u32 {
    let element = |name: &str, value: &str| match (name, value) {
        ("role", "main") => Element::Main,
        ("role", "navigation") => Element::Navigation,
        ("role", "complementary") => Element::Aside,
        ("role", "contentinfo") => Element::Footer,
        ("role", "article") => Element::Article,
        ("itemprop", "articleBody") => Element::ArticleBody,
        ("hidden", _) | ("aria-hidden", "true") => Element::Hidden,
        ("style", style) if hides(style) => Element::Hidden,
        _ => Element::Inline,
    };
    let attributes = tag.attrs.iter();
    let elements =
        attributes.map(|attribute| element(&attribute.name.local, &attribute.value).bit());
    elements.fold(0, |bits, bit| bits | bit)
}

fn hides(style: &str) -> bool {
    let style = &style[..style.floor_char_boundary(MAX_ATTRIBUTE)];
    let style = style.replace(' ', "").to_ascii_lowercase();
    style.contains("display:none") || style.contains("visibility:hidden")
}

/// A hash of an element's name and classes and those of the elements around it.
fn template(around: u32, tag: &Tag) -> u32 {
    let mut hasher = FxHasher::default();
    around.hash(&mut hasher);
    (*tag.name).hash(&mut hasher);
    let mut attributes = tag.attrs.iter();
    if let Some(class) = attributes.find(|attribute| &*attribute.name.local == "class") {
        let value: &str = &class.value;
        value[..value.floor_char_boundary(MAX_ATTRIBUTE)].hash(&mut hasher);
    }
    (hasher.finish() >> 32) as u32
}
