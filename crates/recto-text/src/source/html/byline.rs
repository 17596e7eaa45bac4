//! The title of a page and who wrote it.

use super::blocks::Page;
use super::classes::{COMMENT, FOOTER, RELATED};
use super::main_text::Article;
use super::marks::Mark;

/// Characters of the longest name; a list of authors may have several.
const MAX_NAME: usize = 100;

/// Authors of a page that has an element for each.
const MAX_AUTHORS: usize = 8;

/// Blocks before and after the head of an article among which its byline stands.
const BEFORE: usize = 4;
const AFTER: usize = 6;

/// Between a title and the name of the site that many pages add to it.
const SEPARATORS: [&str; 9] = [
    " | ", " - ", " – ", " — ", " · ", " :: ", " » ", " « ", ": ",
];

/// Bytes of a title that are read.
const MAX_TITLE: usize = 1000;

/// Headings among which the title is looked for.
const MAX_HEADINGS: usize = 20;

/// `meta` elements with a title, without the name of the site in most pages.
const TITLES: [&str; 4] = ["og:title", "twitter:title", "citation_title", "dc.title"];

/// `meta` elements with the names of authors.
const AUTHORS: [&str; 9] = [
    "author",
    "article:author",
    "dc.creator",
    "dcterms.creator",
    "parsely-author",
    "sailthru.author",
    "byl",
    "citation_author",
    "article:author_name",
];

/// Words in front of a name in a byline.
const BY: [&str; 20] = [
    "by",
    "von",
    "par",
    "por",
    "di",
    "door",
    "av",
    "af",
    "autor",
    "autorin",
    "author",
    "auteur",
    "written",
    "posted",
    "published",
    "text",
    "ein",
    "beitrag",
    "texte",
    "przez",
];

/// The title of the article: the first of those that the page states which is also a heading on
/// it, without the name of the site; or else the first of them.
pub(super) fn title(page: &Page) -> Option<String> {
    let of_metas = TITLES.iter().filter_map(|name| page.head.meta(name));
    let stated = page.linked.headline.as_deref().into_iter().chain(of_metas);
    let stated = stated.chain(page.head.title.as_deref()).map(squeezed);
    let titles: Vec<String> = stated.filter(|title| !title.is_empty()).collect();
    let headings = page
        .blocks
        .iter()
        .filter(|block| block.heading.is_some_and(|depth| depth <= 2));
    let headings: Vec<String> = headings
        .take(MAX_HEADINGS)
        .map(|block| simple(block.text()))
        .collect();
    let heading = titles
        .iter()
        .find_map(|title| beginning(title, |name, _| headings.contains(name)));
    heading.or_else(|| {
        let title = titles.first()?;
        let site = page
            .head
            .meta("og:site_name")
            .map(simple)
            .filter(|site| !site.is_empty());
        let ends_with_site = |_: &String, rest: &String| site.as_ref() == Some(rest);
        Some(beginning(title, ends_with_site).unwrap_or_else(|| title.clone()))
    })
}

/// The shortest beginning of a title, up to a mark between its parts or its end, for which a
/// condition on the letters of the beginning and of the rest holds.
fn beginning(title: &str, holds: impl Fn(&String, &String) -> bool) -> Option<String> {
    let marks = SEPARATORS.iter().flat_map(|mark| title.match_indices(mark));
    let mut ends: Vec<usize> = marks.map(|(at, _)| at).chain([title.len()]).collect();
    ends.sort_unstable();
    let mut ends = ends.into_iter().filter(|end| {
        let (name, rest) = (simple(&title[..*end]), simple(&title[*end..]));
        !name.is_empty() && holds(&name, &rest)
    });
    ends.next().map(|end| title[..end].trim().to_string())
}

/// White space made single blanks, and the entities of titles that were escaped twice.
fn squeezed(text: &str) -> String {
    let text = text[..text.floor_char_boundary(MAX_TITLE)]
        .replace("&amp;", "&")
        .replace("&quot;", "\"")
        .replace("&#039;", "'");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The letters and digits of a text in lower case.
fn simple(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Who wrote the article; `None` where the page does not say so, or names itself.
pub(super) fn author(page: &Page, article: &Article) -> Option<String> {
    let of_metas = || {
        AUTHORS.iter().find_map(|name| {
            let authors = page.head.all_metas(name).take(MAX_AUTHORS);
            let people: Vec<String> = authors.filter_map(|name| person(name, page)).collect();
            (!people.is_empty()).then(|| people.join(", "))
        })
    };
    let linked = page.linked.author.as_deref();
    linked
        .and_then(|name| person(name, page))
        .or_else(of_metas)
        .or_else(|| of_marks(page, article, true))
        .or_else(|| of_marks(page, article, false))
        .or_else(|| of_text(page, article))
}

fn of_marks(page: &Page, article: &Article, is_explicit: bool) -> Option<String> {
    let head = article.head(BEFORE, AFTER);
    let is_other =
        |mark: &Mark| page.tree.node(mark.node).all_kinds & (COMMENT | RELATED | FOOTER) != 0;
    let marks = page.marks.authors.iter();
    let mut marks = marks.filter(|mark| mark.is_explicit == is_explicit && !is_other(mark));
    marks.find_map(|mark| {
        let is_near = is_explicit || head.contains(&mark.block);
        is_near.then(|| person(&mark.text, page)).flatten()
    })
}

/// Words with which a line begins that is a byline, in several languages.
const BYLINES: [&str; 9] = [
    "by ", "von ", "par ", "por ", "di ", "door ", "av ", "af ", "przez ",
];

/// The name in a short line near the head of the article: `By Ann Moor, harbour reporter`.
fn of_text(page: &Page, article: &Article) -> Option<String> {
    article.head(0, 1).find_map(|at| {
        let text = page.blocks.get(at)?.text().trim();
        let is_short = text.len() <= MAX_NAME;
        let lower = text[..text.floor_char_boundary(8)].to_lowercase();
        let is_byline = is_short && BYLINES.iter().any(|by| lower.starts_with(by));
        let name = text.split([',', '\n', '|']).next()?;
        // By Ann Moor on Monday, von Ann Moor am Montag.
        let ends = [" on ", " am ", " le ", " el ", " il ", " op "].map(|end| name.find(end));
        let end = ends.into_iter().flatten().min().unwrap_or(name.len());
        is_byline.then(|| person(&name[..end], page)).flatten()
    })
}

/// The name in a byline, if it looks like that of a person: two words or more with capitals,
/// and not the name of the site or an address.
fn person(text: &str, page: &Page) -> Option<String> {
    let text = squeezed(text);
    let words = text.split(' ').skip_while(|word| {
        let bare = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        bare.is_empty() || BY.contains(&bare.as_str())
    });
    // What follows a bar, a bullet or a digit is a date or a place.
    let words = words.take_while(|word| {
        !matches!(*word, "|" | "•" | "·" | "-" | "–" | "—")
            && !word.contains(|c: char| c.is_ascii_digit())
    });
    let name = words.collect::<Vec<_>>().join(" ");
    let name = name
        .trim_matches(|c: char| !c.is_alphanumeric() && c != '.' && c != ')')
        .trim();
    let site = page
        .head
        .meta("og:site_name")
        .map(simple)
        .unwrap_or_default();
    let n_words = name.split(' ').count();
    let begins_large = name
        .split([' ', '-', ','])
        .filter(|word| {
            word.starts_with(|c: char| c.is_uppercase() || !c.is_ascii() && !c.is_lowercase())
        })
        .count();
    let is_address =
        name.contains("http") || name.contains('@') || name.contains('/') || name.contains("www.");
    let is_name = (2..=12).contains(&n_words) && 2 * begins_large > n_words;
    (is_name && !is_address && name.chars().count() <= MAX_NAME && simple(name) != site)
        .then(|| name.to_string())
}
