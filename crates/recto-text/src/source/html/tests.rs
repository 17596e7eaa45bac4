//! Dates, authors and titles of pages.

use super::read;

/// A page with these elements in its head and before its text.
fn page(head: &str, before: &str) -> String {
    let text = "The boats come in with the tide, and the nets dry on the wall of the quay. \
                Nobody has anything to do but to look at the gulls until the wind turns. ";
    let paragraphs = format!("<p>{}</p>", text.repeat(3)).repeat(3);
    format!(
        "<html><head>{head}</head><body><article><h1>Tides</h1>{before}{paragraphs}</article></body></html>"
    )
}

fn published(head: &str, before: &str) -> Option<String> {
    read(&page(head, before)).published
}

#[test]
fn the_date_is_read_wherever_the_page_states_it() {
    for (head, before) in [
        (
            r#"<script type="application/ld+json">{"@type": "NewsArticle", "datePublished": "2024-10-02T08:00:00+02:00", "dateModified": "2024-11-05"}</script>"#,
            "",
        ),
        (
            r#"<meta property="article:published_time" content="2024-10-02T10:00:00+01:00">"#,
            "",
        ),
        (r#"<meta name="date" content="20241002">"#, ""),
        (
            "",
            r#"<span itemprop="datePublished">2 October 2024</span>"#,
        ),
        (
            "",
            r#"<time pubdate datetime="2024-10-02">last week</time>"#,
        ),
        (
            r#"<link rel="canonical" href="https://quay.example/2024/10/02/tides">"#,
            "",
        ),
        ("", r#"<time datetime="2024-10-02">last week</time>"#),
        ("", "<p>By Ann Moor, 2. Oktober 2024</p>"),
        (r#"<html lang="en-GB">"#, "<p>02/10/2024</p>"),
    ] {
        let date = published(head, before);
        assert_eq!(date.as_deref(), Some("2024-10-02"), "{head}{before}");
    }
}

#[test]
fn other_dates_are_not_taken() {
    for (head, before) in [
        ("", ""),
        (
            r#"<meta property="article:modified_time" content="2024-10-02">"#,
            "",
        ),
        (
            r#"<script type="application/ld+json">{"@type": "VideoObject", "uploadDate": "2024-10-02", "datePublished": "2024-10-02"}</script>"#,
            "",
        ),
        (
            "",
            r#"<aside><ul><li><time datetime="2024-10-02">last week</time></li></ul></aside>"#,
        ),
        // The day or the month may come first.
        ("", "<p>02/10/2024</p>"),
        (r#"<meta name="date" content="soon">"#, ""),
        (r#"<meta name="date" content="0001-01-01">"#, ""),
    ] {
        assert_eq!(published(head, before), None, "{head}{before}");
    }
}

#[test]
fn the_day_in_the_address_goes_before_utc() {
    let head = r#"<meta property="article:published_time" content="2024-10-03T01:30:00Z">
        <link rel="canonical" href="https://quay.example/2024/10/02/tides">"#;
    assert_eq!(published(head, "").as_deref(), Some("2024-10-02"));
    // Another day is another date: the address of a series, say.
    let head = head.replace("10/02", "08/02");
    assert_eq!(published(&head, "").as_deref(), Some("2024-10-03"));
}

#[test]
fn linked_data_that_is_not_valid_json_has_a_date_all_the_same() {
    let head = r#"<script type="application/ld+json">{"name": "a "quote"", "datePublished" : "2024-10-02"}</script>"#;
    assert_eq!(published(head, "").as_deref(), Some("2024-10-02"));
}

#[test]
fn authors_are_people_and_not_the_site() {
    for (head, before, author) in [
        (
            r#"<meta name="author" content="Ann Moor">"#,
            "",
            Some("Ann Moor"),
        ),
        (
            r#"<meta name="author" content="Ann Moor"><meta name="author" content="Ben Vaas">"#,
            "",
            Some("Ann Moor, Ben Vaas"),
        ),
        (
            r#"<script type="application/ld+json">{"@type": "Article", "author": [{"@type": "Person", "name": "Ann Moor"}]}</script>"#,
            "",
            Some("Ann Moor"),
        ),
        (
            r##"<script type="application/ld+json">{"@graph": [{"@type": "Article", "author": {"@id": "#ann"}}, {"@type": "Person", "@id": "#ben", "name": "Ben Vaas"}, {"@type": "Person", "@id": "#ann", "name": "Ann Moor"}]}</script>"##,
            "",
            Some("Ann Moor"),
        ),
        (
            "",
            r#"<p><a rel="author" href="/ann">by Ann Moor</a></p>"#,
            Some("Ann Moor"),
        ),
        ("", "<p>Von Ann Moor, Hafenreporterin</p>", Some("Ann Moor")),
        (r#"<meta name="author" content="admin">"#, "", None),
        (
            r#"<meta name="author" content="https://quay.example/ann moor">"#,
            "",
            None,
        ),
        (
            r#"<meta property="og:site_name" content="Harbour News"><meta name="author" content="Harbour News">"#,
            "",
            None,
        ),
        ("", "", None),
    ] {
        let actual = read(&page(head, before)).author;
        assert_eq!(actual.as_deref(), author, "{head}{before}");
    }
}

#[test]
fn titles_are_without_the_name_of_the_site() {
    for (head, title) in [
        ("<title>Tides | The Quay</title>", "Tides"),
        // The heading of the page is "Tides".
        (r#"<title>Tides: Harbour - The Quay</title>"#, "Tides"),
        (
            r#"<meta property="og:title" content="High water - Quay"><meta property="og:site_name" content="Quay">"#,
            "High water",
        ),
        ("<title>Low water - at last</title>", "Low water - at last"),
        ("", "Tides"),
    ] {
        let actual = read(&page(head, "")).rendered.title;
        assert_eq!(actual.as_deref(), Some(title), "{head}");
    }
}

#[test]
fn bounds_hold_for_pages_of_marks_and_separators() {
    let separators = " - ".repeat(400_000);
    let dates = "<time datetime='2024-10-02'>x</time>".repeat(50_000);
    let names = "<i class=author>".repeat(50_000);
    for text in [separators, dates, names] {
        let page = read(&format!("<title>{text}</title><p>{text}"));
        assert!(page.rendered.title.is_none_or(|title| title.len() <= 1000));
    }
}
