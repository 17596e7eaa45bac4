//! Kinds of content that the class, id and role of an element suggest.
//!
//! The names are split into words (`entryContent-main` is entry, content, main), and each word
//! that is known sets one bit. The bits are evidence for the model that chooses the main text,
//! not a verdict: plenty of articles stand in a `sidebar-layout`.

use html5ever::tokenizer::Tag;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Kinds of content that the names of elements speak of, with the words for each. The order
/// is that of the fitted model's features.
pub(super) const KINDS: [(&str, &str); 24] = [
    (
        "comment",
        "comment comments disqus reply replies respond discussion kommentar kommentare \
         commentaires comentarios commentlist reactions feedback",
    ),
    (
        "related",
        "related recommended recommendation recommendations recommend recirc recirculation \
         more similar also teaser teasers trending popular most mostread latest outbrain \
         taboola suggest suggested suggestions readmore onward ähnliche verwandte weitere \
         next prev previous relacionados relacionadas recent",
    ),
    (
        "share",
        "share sharing shares social facebook twitter addthis sharedaddy addtoany tweet \
         whatsapp pinterest linkedin instagram follow teilen",
    ),
    (
        "navigation",
        "nav navbar navigation menu menus submenu breadcrumb breadcrumbs pager pagination \
         paging skip topbar toolbar tabs tab mega links linklist sitemap toc",
    ),
    (
        "footer",
        "footer foot bottom colophon copyright imprint impressum legal contentinfo fineprint",
    ),
    (
        "margin",
        "sidebar side aside widget widgets rail right left secondary complementary column2 \
         sidecolumn",
    ),
    ("header", "header masthead head top logo branding site"),
    (
        "advertisement",
        "ad ads adv advert adverts advertisement advertising sponsor sponsored promo promos \
         promoted promotion commercial dfp adsense anzeige werbung banner banners affiliate",
    ),
    (
        "form",
        "newsletter subscribe subscription subscriptions signup login register form search \
         paywall piano donate donation cta membership inscription",
    ),
    (
        "overlay",
        "cookie cookies gdpr consent modal popup overlay lightbox notice alert alerts dialog \
         toast notification notifications dropdown",
    ),
    (
        "byline",
        "meta metadata info infos byline author authors autor auteur date time timestamp \
         published publish posted kicker dateline postmeta entrymeta datum vcard",
    ),
    (
        "tag",
        "tag tags category categories keyword keywords topic topics cat label labels hashtag \
         schlagworte",
    ),
    (
        "caption",
        "caption captions figcaption credit credits image images img photo photos picture \
         media gallery thumb thumbnail slideshow video videos player figure audio embed",
    ),
    (
        "biography",
        "bio about profile biography contributor contributors aboutauthor",
    ),
    (
        "content",
        "content contents body text entry copy richtext rte wysiwyg prose paragraph inhalt \
         texte texto contenido bodytext maincontent",
    ),
    (
        "article",
        "article articles story post posts news hentry blogpost artikel articulo blog \
         articlebody storybody postbody postcontent entrycontent articlecontent longform \
         beitrag",
    ),
    ("main", "main primary page center single detail details"),
    (
        "title",
        "title headline heading subtitle subhead lead lede deck dek standfirst summary \
         excerpt intro description desc abstract chapo überschrift vorspann tagline \
         subheadline",
    ),
    (
        "list",
        "list grid feed item items archive archives card cards carousel slider swiper tile \
         tiles loop listing row results result",
    ),
    (
        "tool",
        "print email mail tools tool actions action buttons button btn icon icons noprint \
         hidden hide visuallyhidden sr offscreen screenreader tooltip control controls util \
         utility",
    ),
    (
        "quote",
        "pullquote pull quote quotes blockquote callout box infobox factbox highlight note \
         notes",
    ),
    (
        "source",
        "disclaimer editor editors footnote footnotes references reference source sources \
         correction literature citation",
    ),
    (
        "product",
        "price product products cart shop store review reviews rating ratings stars basket \
         checkout offer",
    ),
    (
        "forum",
        "forum thread message messages topic postcell answer answers question questions \
         viewtopic signature poster user username",
    ),
];

/// Bits of kinds that decide which dates and names are not those of the article.
pub(super) const COMMENT: u32 = bit("comment");
pub(super) const RELATED: u32 = bit("related");
pub(super) const FOOTER: u32 = bit("footer");
pub(super) const MARGIN: u32 = bit("margin");
pub(super) const ADVERTISEMENT: u32 = bit("advertisement");

const fn bit(name: &str) -> u32 {
    let mut kind = 0;
    loop {
        if is_same(KINDS[kind].0.as_bytes(), name.as_bytes()) {
            return 1 << kind;
        }
        kind += 1;
    }
}

const fn is_same(left: &[u8], right: &[u8]) -> bool {
    let mut at = 0;
    while at < left.len() && at < right.len() && left[at] == right[at] {
        at += 1;
    }
    at == left.len() && at == right.len()
}

/// The bits of the kinds that an element's names speak of.
pub(super) fn kinds_of(tag: &Tag) -> u32 {
    let mut bits = 0;
    for attribute in &tag.attrs {
        if matches!(
            &*attribute.name.local,
            "class" | "id" | "role" | "itemprop" | "data-component"
        ) {
            // Style sheets name a few classes; a list of thousands is no evidence.
            let value: &str = &attribute.value;
            let value = &value[..value.floor_char_boundary(LONGEST_NAMES)];
            for_each_word(value, |word| bits |= kinds_of_word(word));
        }
    }
    bits
}

/// Bytes of an attribute that are looked at.
const LONGEST_NAMES: usize = 512;

/// Letters of the longest word above, so that longer ones need no look.
const LONGEST_WORD: usize = 20;

/// Calls `visit` with each word of a name, in lower case: words end at anything but a letter
/// or digit, and where a capital follows a small letter.
fn for_each_word(names: &str, mut visit: impl FnMut(&str)) {
    let mut word = String::new();
    let mut was_small = false;
    for c in names.chars() {
        let ends = !c.is_alphanumeric() || c.is_uppercase() && was_small;
        if ends && !word.is_empty() {
            visit(&word);
            word.clear();
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        was_small = c.is_lowercase();
    }
    if !word.is_empty() {
        visit(&word);
    }
}

fn kinds_of_word(word: &str) -> u32 {
    static BITS: LazyLock<FxHashMap<&'static str, u32>> = LazyLock::new(|| {
        let mut bits = FxHashMap::default();
        for (kind, (_, words)) in KINDS.iter().enumerate() {
            for word in words.split_whitespace() {
                *bits.entry(word).or_default() |= 1 << kind;
            }
        }
        bits
    });
    if word.len() > LONGEST_WORD {
        return 0;
    }
    BITS.get(word).copied().unwrap_or(0)
}
