//! The facts about a page that its linked data (JSON-LD) states.

use super::head::Head;
use serde_json::Value;

/// Objects inside objects that are looked at.
const MAX_DEPTH: usize = 12;

/// Types of objects whose date and author are not those of the page.
const OTHERS: [&str; 14] = [
    "AudioObject",
    "Breadcrumb",
    "BreadcrumbList",
    "Comment",
    "Event",
    "ImageObject",
    "ItemList",
    "Offer",
    "Organization",
    "Person",
    "Product",
    "Review",
    "VideoObject",
    "WebSite",
];

/// Metadata of a page from its linked data.
#[derive(Debug, Default)]
pub(super) struct LinkedData {
    /// When it was published, or else created.
    pub(super) published: Option<String>,
    pub(super) author: Option<String>,
    pub(super) headline: Option<String>,
    /// The text of the article.
    pub(super) body: Option<String>,
    /// Whether the date is that of an article, which goes before that of a page around it.
    is_of_article: bool,
    /// The id of the author, where the author is an object of its own.
    author_id: Option<String>,
    /// Ids and names of people.
    people: Vec<(String, String)>,
}

impl LinkedData {
    pub(super) fn of(head: &Head) -> Self {
        let mut linked = Self::default();
        for data in &head.linked_data {
            // Line breaks inside strings are an error that many pages make.
            let data = data.replace(|c: char| c.is_control(), " ");
            match serde_json::from_str::<Value>(data.trim().trim_end_matches(';')) {
                Ok(value) => linked.visit(&value, MAX_DEPTH),
                Err(_) => linked.search(&data),
            }
        }
        if linked.author.is_none()
            && let Some(id) = linked.author_id.take()
        {
            let mut people = std::mem::take(&mut linked.people).into_iter();
            linked.author = people.find(|(other, _)| *other == id).map(|(_, name)| name);
        }
        linked
    }

    fn visit(&mut self, value: &Value, depth: usize) {
        if depth == 0 {
            return;
        }
        match value {
            Value::Array(values) => values.iter().for_each(|value| self.visit(value, depth - 1)),
            Value::Object(fields) => {
                let kind = kind_of(value);
                if let (Some(id), Some(name)) = (id_of(value), names(value))
                    && kind == "Person"
                {
                    self.people.push((id, name));
                }
                if !OTHERS.contains(&kind) {
                    self.read(
                        value,
                        kind.ends_with("Article") || kind.ends_with("Posting"),
                    );
                    fields
                        .values()
                        .for_each(|value| self.visit(value, depth - 1));
                }
            }
            _ => {}
        }
    }

    fn read(&mut self, object: &Value, is_article: bool) {
        let text = |key: &str| {
            let text = object.get(key)?.as_str()?.trim();
            (!text.is_empty()).then(|| text.to_string())
        };
        let goes_first = is_article && !self.is_of_article;
        if let Some(date) = text("datePublished").or_else(|| text("dateCreated"))
            && (goes_first || self.published.is_none())
        {
            self.published = Some(date);
            self.is_of_article = is_article;
        }
        fill(&mut self.author, || object.get("author").and_then(names));
        fill(&mut self.author_id, || object.get("author").and_then(id_of));
        if is_article {
            fill(&mut self.headline, || text("headline"));
        }
        fill(&mut self.body, || text("articleBody"));
    }

    /// The date of publication in data that is not valid JSON.
    fn search(&mut self, data: &str) {
        fill(&mut self.published, || {
            let (_, behind) = data.split_once("\"datePublished\"")?;
            let mut quoted = behind.trim_start().strip_prefix(':')?.splitn(3, '"');
            let (gap, date) = (quoted.next()?, quoted.next()?);
            gap.trim().is_empty().then(|| date.to_string())
        });
    }
}

fn fill(slot: &mut Option<String>, value: impl FnOnce() -> Option<String>) {
    if slot.is_none() {
        *slot = value();
    }
}

/// The type of an object without the address of its vocabulary; empty where it has none.
fn kind_of(object: &Value) -> &str {
    let kind = match object.get("@type") {
        Some(Value::Array(kinds)) => kinds.first(),
        kind => kind,
    };
    let kind = kind.and_then(Value::as_str).unwrap_or_default();
    kind.rsplit('/').next().unwrap_or_default()
}

fn id_of(object: &Value) -> Option<String> {
    Some(object.get("@id")?.as_str()?.to_string())
}

/// The names of one author or several.
fn names(author: &Value) -> Option<String> {
    match author {
        Value::String(name) => Some(name.trim().to_string()).filter(|name| !name.is_empty()),
        Value::Object(fields) => names(fields.get("name")?),
        Value::Array(authors) => {
            let authors: Vec<String> = authors.iter().filter_map(names).collect();
            (!authors.is_empty()).then(|| authors.join(", "))
        }
        _ => None,
    }
}
