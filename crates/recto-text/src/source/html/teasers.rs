//! Lists of other articles: several headings that are links, each with a few words below it.

use super::blocks::PageBlock;

/// Linked headings from which on they are a list; one alone may be the title of the page,
/// which leads to itself.
const SEVERAL: usize = 2;

/// Bytes of what stands below such a heading, at most.
const FEW: usize = 160;

/// The blocks without those that announce other articles.
pub(super) fn removed(blocks: Vec<&PageBlock>) -> Vec<&PageBlock> {
    if blocks.iter().filter(|block| block.is_teaser()).count() < SEVERAL {
        return blocks;
    }
    let mut is_left_out: Vec<bool> = blocks.iter().map(|block| block.is_teaser()).collect();
    for i in 1..blocks.len() {
        let block = blocks[i];
        let is_short = block.heading.is_none() && block.block.as_str().len() <= FEW;
        is_left_out[i] |= is_short && is_left_out[i - 1];
    }
    // A heading with nothing below it but the list is that of the list.
    for i in (0..blocks.len().saturating_sub(1)).rev() {
        is_left_out[i] |= blocks[i].heading.is_some() && is_left_out[i + 1];
    }
    let kept = blocks.into_iter().zip(is_left_out);
    kept.filter(|(_, is_left_out)| !is_left_out)
        .map(|(block, _)| block)
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::source::html::read;

    const PROSE: &str = "Nets dry on the quay while the boats come in with the tide, and nobody on the wall has anything to do but to look at the gulls, which is what they do all day long.";

    #[test]
    fn lists_of_other_articles_are_left_out() {
        let page = format!(
            "<h1>Tides</h1><p>{PROSE}</p><div><h3>More for you</h3><h4><a href=x>Gardens</a></h4><p>Read on.</p><h4><a href=y>Soup</a></h4><p>Read on.</p></div>"
        );
        assert_eq!(read(&page).text, format!("Tides\n\n{PROSE}"));
    }

    #[test]
    fn a_title_that_leads_to_its_own_page_stays() {
        let page = format!("<h1><a href=x>Tides</a></h1><p>{PROSE}</p>");
        assert_eq!(read(&page).text, format!("Tides\n\n{PROSE}"));
    }

    #[test]
    fn comments_and_margins_are_told_by_role_and_class() {
        let page = format!(
            "<div role=main><p>{PROSE}</p></div><div role=complementary><p>Gardens.</p></div><div class='comment-list'><p>No.</p></div>"
        );
        assert_eq!(read(&page).text, PROSE);
    }
}
