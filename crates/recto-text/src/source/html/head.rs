//! Metadata of a page: its `title`, `meta` elements, language, address and linked data.

use html5ever::LocalName;
use html5ever::tokenizer::Tag;

/// `meta` elements that are kept; pages have a few dozen.
const MAX_METAS: usize = 500;

/// Bytes of linked data that are kept.
const MAX_LINKED_DATA: usize = 1 << 20;

/// The title, `meta` elements and linked data of a page.
#[derive(Debug, Default)]
pub(super) struct Head {
    /// The content of the first `title`.
    pub(super) title: Option<String>,
    /// The name (`name`, `property` or `itemprop`) in lower case and the content of each `meta`.
    pub(super) metas: Vec<(String, String)>,
    /// The address that the page gives as its own.
    pub(super) canonical: Option<String>,
    /// The language and perhaps the country that `html` names, in lower case.
    pub(super) language: Option<String>,
    /// The content of each script of the type `application/ld+json`.
    pub(super) linked_data: Vec<String>,
    open: Option<Open>,
}

/// An element whose text is no text of the page.
#[derive(Debug)]
enum Open {
    Title(String),
    LinkedData(String),
}

impl Head {
    /// Looks at a start tag; `has_text` says whether what follows may be its text.
    pub(super) fn open(&mut self, tag: &Tag, has_text: bool) {
        match &*tag.name {
            // Drawings have titles too.
            "title" if has_text => self.open = Some(Open::Title(String::new())),
            "script" if attribute(tag, "type").is_some_and(is_linked_data) => {
                self.open = Some(Open::LinkedData(String::new()));
            }
            "meta" => self.add_meta(tag),
            "link" if attribute(tag, "rel") == Some("canonical") => {
                self.canonical = attribute(tag, "href").map(str::to_string);
            }
            "html" => {
                let language = attribute(tag, "lang").or(attribute(tag, "xml:lang"));
                self.language = language.map(str::to_ascii_lowercase);
            }
            _ => {}
        }
    }

    fn add_meta(&mut self, tag: &Tag) {
        let names = ["property", "name", "itemprop"];
        let name = names.iter().find_map(|name| attribute(tag, name));
        if let (Some(name), Some(content)) = (name, attribute(tag, "content"))
            && self.metas.len() < MAX_METAS
        {
            let name = name.trim().to_ascii_lowercase();
            self.metas.push((name, content.trim().to_string()));
        }
    }

    pub(super) fn close(&mut self, name: &LocalName) {
        if !matches!(&**name, "title" | "script") {
            return;
        }
        match self.open.take() {
            Some(Open::Title(title)) if self.title.is_none() => {
                let words: Vec<&str> = title.split_whitespace().collect();
                self.title = Some(words.join(" ")).filter(|title| !title.is_empty());
            }
            Some(Open::LinkedData(text)) => self.linked_data.push(text),
            _ => {}
        }
    }

    /// Takes text that belongs to the title or to linked data; `false` for other text.
    pub(super) fn write(&mut self, text: &str) -> bool {
        match &mut self.open {
            Some(Open::Title(title)) => title.push_str(text),
            Some(Open::LinkedData(data)) => {
                let room = MAX_LINKED_DATA.saturating_sub(data.len());
                data.push_str(&text[..text.floor_char_boundary(room)]);
            }
            None => return false,
        }
        true
    }

    /// The content of the first `meta` element with this name.
    pub(super) fn meta(&self, name: &str) -> Option<&str> {
        self.all_metas(name).next()
    }

    /// The contents of all `meta` elements with this name.
    pub(super) fn all_metas(&self, name: &str) -> impl Iterator<Item = &str> {
        let metas = self.metas.iter().filter(move |(known, _)| known == name);
        metas.map(|(_, content)| content.as_str())
    }
}

/// The value of an attribute of a tag.
pub(super) fn attribute<'a>(tag: &'a Tag, name: &str) -> Option<&'a str> {
    let mut attributes = tag.attrs.iter();
    let attribute = attributes.find(|attribute| &*attribute.name.local == name)?;
    Some(&attribute.value)
}

fn is_linked_data(kind: &str) -> bool {
    kind.trim().eq_ignore_ascii_case("application/ld+json")
}
