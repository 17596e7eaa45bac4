//! When a page was published.
//!
//! The first kind of evidence that a page has decides, in order of how reliable it is: linked
//! data, `meta` elements, elements marked as the date of publication, a date in the page's
//! address, a `time` element near the head of the article, and a date in words near the head of
//! the article. Dates of the last change, of comments and of other articles are not taken; where
//! a page has nothing better, it has no date.
//!
//! Servers often state the time in UTC. If the address, or the date that readers see, is one day
//! off, it is the day that counts.

use super::blocks::Page;
use super::classes::{ADVERTISEMENT, COMMENT, FOOTER, MARGIN, RELATED};
use super::main_text::Article;
use super::marks::Mark;
use super::names::Element;
use crate::written_date::{Order, dates_in};
use jiff::civil::Date;

/// Names of `meta` elements with the date of publication, the most reliable first.
const METAS: [&str; 27] = [
    "article:published_time",
    "article:published",
    "og:article:published_time",
    "datepublished",
    "dc.date.issued",
    "dcterms.issued",
    "dc.date.created",
    "dc:date.created",
    "dcterms.created",
    "dcterms.date",
    "dc.date",
    "parsely-pub-date",
    "sailthru.date",
    "bt:pubdate",
    "rbpubdate",
    "pubdate",
    "publishdate",
    "publish-date",
    "publish_date",
    "publication_date",
    "cxenseparse:recs:publishtime",
    "citation_publication_date",
    "citation_date",
    "datecreated",
    "createdate",
    "uploaddate",
    "date",
];

/// The web is not older.
const FIRST_YEAR: i16 = 1990;

/// Blocks before the head of an article and after it among which its date is looked for.
const BEFORE: usize = 8;
const AFTER: usize = 6;

/// Characters of a block that is a byline or a notice rather than a paragraph.
const SHORT: usize = 120;

/// Bytes of an address or a block in which a date is looked for.
const MAX_READ: usize = 1000;

/// The day on which a page was published; `None` where it does not say so clearly.
pub(super) fn published(page: &Page, article: &Article) -> Option<Date> {
    let order = order(page);
    let address = of_address(page);
    let seen = || {
        let of_mark = || of_marks(page, article, order, false);
        let of_text = || of_text(page, article, order);
        of_mark()
            .or_else(of_text)
            .or_else(|| of_notice(page, article, order))
    };
    let stated = page.linked.published.as_deref().and_then(Stated::read);
    let stated = stated.or_else(|| of_metas(page));
    if let Some(stated) = stated {
        let is_near = |date: &Date| {
            let days = stated.date.until(*date).map_or(0, |span| span.get_days());
            days.abs() == 1
        };
        let other = address.or_else(|| if stated.is_utc { seen() } else { None });
        return Some(other.filter(is_near).unwrap_or(stated.date));
    }
    of_marks(page, article, order, true)
        .or(address)
        .or_else(seen)
}

/// A date that a page states for programs.
struct Stated {
    date: Date,
    is_utc: bool,
}

impl Stated {
    fn read(value: &str) -> Option<Self> {
        let value = value.trim();
        let date = compact(value).or_else(|| {
            let dates = dates_in(&value[..value.floor_char_boundary(64)], Order::Unknown);
            dates.first().map(|written| written.date)
        })?;
        let is_utc = value.ends_with('Z') || value.ends_with("+00:00") || value.ends_with("+0000");
        is_plausible(date).then_some(Self { date, is_utc })
    }
}

/// `20241002`, perhaps with a clock behind it.
fn compact(value: &str) -> Option<Date> {
    let digits = value.get(..8)?;
    let is_longer = value[8..].starts_with(|c: char| c.is_ascii_digit());
    if is_longer && value.len() != 14 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = |range: std::ops::Range<usize>| digits[range].parse::<i16>().ok();
    let (month, day) = (number(4..6)?, number(6..8)?);
    Date::new(
        number(0..4)?,
        i8::try_from(month).ok()?,
        i8::try_from(day).ok()?,
    )
    .ok()
}

fn is_plausible(date: Date) -> bool {
    (FIRST_YEAR..2100).contains(&date.year())
}

fn of_metas(page: &Page) -> Option<Stated> {
    METAS
        .iter()
        .find_map(|name| Stated::read(page.head.meta(name)?))
}

/// A day in the address of the page: `/2024/10/02/`, `/2024-10-02-tides`, `/20241002/`.
fn of_address(page: &Page) -> Option<Date> {
    let addresses = [page.head.canonical.as_deref(), page.head.meta("og:url")];
    addresses.into_iter().flatten().find_map(|address| {
        let address = &address[..address.floor_char_boundary(MAX_READ)];
        let path = address.split_once("//").map_or(address, |(_, path)| path);
        let written = dates_in(path, Order::Unknown);
        let years_first = written.iter().find(|written| {
            path[written.range.start..].starts_with("19")
                || path[written.range.start..].starts_with("20")
        });
        let of_part = || {
            path.split(['/', '-', '_', '.'])
                .filter(|part| part.len() == 8)
                .find_map(compact)
        };
        let date = years_first.map(|written| written.date).or_else(of_part)?;
        is_plausible(date).then_some(date)
    })
}

/// Kinds of content whose dates are not that of the article.
const OTHER_CONTENT: u32 = COMMENT | RELATED | FOOTER | MARGIN | ADVERTISEMENT;

/// Whether an element belongs to comments, to lists of other articles or to the margins. Names
/// that the article itself is inside of say nothing: many a `body` is a `has-sidebar`. From just
/// before the title to the first paragraph, only elements count and no names.
fn is_other(page: &Page, article: &Article, node: u32, block: usize, names: u32) -> bool {
    let node = page.tree.node(node);
    let of_article = page
        .blocks
        .get(article.first)
        .map(|block| page.tree.node(block.node));
    let kinds = of_article.map_or(0, |article| article.all_kinds);
    let elements = of_article.map_or(0, |article| article.all_elements);
    let others = [Element::Aside, Element::Footer, Element::Navigation];
    let is_inside = |element: Element| node.all_elements & !elements & element.bit() != 0;
    let is_in_head = (article.title.saturating_sub(2)..=article.first).contains(&block);
    let is_named = !is_in_head && node.all_kinds & !kinds & names != 0;
    let is_outside =
        |element: &Element| is_inside(*element) && !(is_in_head && *element == Element::Footer);
    is_named || others.iter().any(is_outside)
}

/// The first date of an element that is marked: explicitly as the date of publication, or, if
/// it stands near the head of the article, as any date.
fn of_marks(page: &Page, article: &Article, order: Order, is_explicit: bool) -> Option<Date> {
    let head = article.head(BEFORE, AFTER);
    let names = if is_explicit {
        COMMENT | RELATED
    } else {
        OTHER_CONTENT
    };
    let allowed = |mark: &&Mark| {
        mark.is_explicit == is_explicit
            && (is_explicit || head.contains(&mark.block))
            && !is_other(page, article, mark.node, mark.block, names)
    };
    let mut marks = page.marks.dates.iter().filter(allowed);
    marks.find_map(|mark| {
        let of_attribute = Stated::read(&mark.text).map(|stated| stated.date);
        of_attribute.or_else(|| date_of_block(page, article, mark.block, order, names))
    })
}

/// A date in words in a short block near the head of the article.
fn of_text(page: &Page, article: &Article, order: Order) -> Option<Date> {
    let candidates = article.head(BEFORE, AFTER).filter_map(|at| {
        let date = date_of_block(page, article, at, order, OTHER_CONTENT)?;
        let text = page.blocks.get(at)?.text();
        let head = &text[..text.floor_char_boundary(64)];
        let begins = dates_in(head, order)
            .first()
            .is_some_and(|written| written.range.start == 0);
        (begins || text.chars().count() <= SHORT).then_some((at, date))
    });
    // The nearest to the title; before it only if nothing follows.
    let (before, after): (Vec<_>, Vec<_>) = candidates.partition(|(at, _)| *at < article.title);
    let nearest = after.first().or(before.last());
    nearest.map(|(_, date)| *date)
}

/// Words of notices that say when a text was published.
const NOTICES: &str = "published posted written gepostet veröffentlicht publiziert erstellt eingestellt \
    geschrieben verfasst publié publiée publicado publicada pubblicato geplaatst gepubliceerd \
    publicerad publisert opublikowano опубликовано dodano";

/// Characters of the longest notice.
const MAX_NOTICE: usize = 240;

/// The date in a notice about the publication, wherever it stands.
fn of_notice(page: &Page, article: &Article, order: Order) -> Option<Date> {
    (0..page.blocks.len()).find_map(|at| {
        let text = page.blocks[at].text();
        if text.len() > 4 * MAX_NOTICE || text.chars().count() > MAX_NOTICE {
            return None;
        }
        let mut words = text
            .split(|c: char| !c.is_alphabetic())
            .map(str::to_lowercase);
        let is_notice = words.any(|word| NOTICES.split_whitespace().any(|known| known == word));
        is_notice
            .then(|| date_of_block(page, article, at, order, COMMENT | RELATED))
            .flatten()
    })
}

/// The first date of a block that belongs to the article.
fn date_of_block(
    page: &Page,
    article: &Article,
    at: usize,
    order: Order,
    names: u32,
) -> Option<Date> {
    let block = page.blocks.get(at)?;
    if is_other(page, article, block.node, at, names) {
        return None;
    }
    let text = block.text();
    let dates = dates_in(&text[..text.floor_char_boundary(MAX_READ)], order);
    dates
        .first()
        .map(|written| written.date)
        .filter(|date| is_plausible(*date))
}

/// The order of dates in figures where the page's language is written.
fn order(page: &Page) -> Order {
    let locale = page.head.meta("og:locale").map(str::to_ascii_lowercase);
    let language = page.head.language.clone().or(locale).unwrap_or_default();
    match language.replace('_', "-").as_str() {
        "en-us" => Order::MonthFirst,
        "" | "en" => Order::Unknown,
        _ => Order::DayFirst,
    }
}
