//! Features of a block: the numbers from which the model decides whether it is main text.
//!
//! Three passes, each linear in the page: facts of each block's own text, sums over each
//! element, and then the [`FEATURES`] of each block from both and from its neighbours.

use super::blocks::{Page, PageBlock};
use super::classes::KINDS;
use super::cues::{self, CUES};
use super::names::Element;
use super::tree::Tree;
use rustc_hash::{FxHashMap, FxHashSet};

/// Elements that a block may be in, in the order of the features.
const AROUND: [Element; 16] = [
    Element::Article,
    Element::Main,
    Element::Navigation,
    Element::Aside,
    Element::Footer,
    Element::Header,
    Element::Form,
    Element::Section,
    Element::List,
    Element::Table,
    Element::Figure,
    Element::Caption,
    Element::Quotation,
    Element::Preformatted,
    Element::ArticleBody,
    Element::Hidden,
];

/// Facts of one block that its neighbours look at, too.
const OF_BLOCK: usize = 14;
/// Blocks before and after that a block looks at.
const NEIGHBOURS: [isize; 4] = [-1, 1, -2, 2];
/// Facts of each neighbour.
const OF_NEIGHBOUR: usize = 7;
/// Facts of each of the elements around a block, from the inside.
const OF_ELEMENT: usize = 5;
const ELEMENTS: usize = 3;
const REST: usize = 26;

/// Number of features of a block.
pub(super) const FEATURES: usize = OF_BLOCK
    + CUES.len()
    + AROUND.len()
    + 2 * KINDS.len()
    + NEIGHBOURS.len() * OF_NEIGHBOUR
    + ELEMENTS * OF_ELEMENT
    + REST;

/// Facts of one block's own text.
#[derive(Debug, Clone, Default)]
struct BlockFacts {
    length: f32,
    link_share: f32,
    cues: u16,
    numbers: [f32; OF_BLOCK],
}

/// Sums over the blocks inside an element.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    length: f32,
    linked: f32,
    blocks: f32,
    /// Length of paragraphs: blocks that look like prose.
    prose: f32,
    /// Weight of the paragraphs directly inside, and half of that one level deeper.
    score: f32,
}

/// Everything from which the features of a page are computed.
pub(super) struct Facts<'a> {
    page: &'a Page,
    facts: Vec<BlockFacts>,
    sums: Vec<Sums>,
    /// The element whose paragraphs weigh most.
    top: u32,
    /// Steps from each element up to one that holds `top`.
    steps_to_top: Vec<u16>,
    /// Whether each element is `top` or inside it.
    inside_top: Vec<bool>,
    templates: FxHashMap<u32, Sums>,
    /// Length of the text before each block.
    before: Vec<f32>,
    total: Sums,
    title_words: FxHashSet<u64>,
    /// The first block that repeats the title.
    title_at: Option<usize>,
    /// Hashes of three words in a row of the description, and of the article in linked data.
    description: FxHashSet<u64>,
    body: FxHashSet<u64>,
}

impl<'a> Facts<'a> {
    pub(super) fn of(page: &'a Page) -> Self {
        let facts: Vec<BlockFacts> = page
            .blocks
            .iter()
            .map(|block| facts_of(block, &page.tree))
            .collect();
        let mut sums = vec![Sums::default(); page.tree.nodes.len()];
        let mut templates: FxHashMap<u32, Sums> = FxHashMap::default();
        for (block, facts) in page.blocks.iter().zip(&facts) {
            add_facts(&mut sums[block.node as usize], facts);
            add_facts(
                templates
                    .entry(page.tree.node(block.node).template)
                    .or_default(),
                facts,
            );
            let score = prose_score(facts);
            let parent = page.tree.node(block.node).parent;
            let is_paragraph = page.tree.node(block.node).element == Element::Paragraph;
            let container = if is_paragraph { parent } else { block.node };
            sums[container as usize].score += score;
            let outer = page.tree.node(container).parent;
            if outer != container {
                sums[outer as usize].score += score / 2.0;
            }
        }
        for at in (1..sums.len()).rev() {
            let inner = sums[at];
            let outer = &mut sums[page.tree.nodes[at].parent as usize];
            outer.length += inner.length;
            outer.linked += inner.linked;
            outer.blocks += inner.blocks;
            outer.prose += inner.prose;
        }
        let before = facts.iter().scan(0.0, |sum, facts| {
            let before = *sum;
            *sum += facts.length;
            Some(before)
        });
        let before = before.collect();
        let top = top(&sums);
        let (steps_to_top, inside_top) = around_top(&page.tree, top);
        let title = page.head.meta("og:title").or(page.head.title.as_deref());
        let title_words: FxHashSet<u64> = cues::words(title.unwrap_or("")).collect();
        let title_at = page
            .blocks
            .iter()
            .position(|block| repeats(block, &title_words));
        let description = page
            .head
            .meta("og:description")
            .or(page.head.meta("description"));
        Self {
            page,
            total: sums[0],
            facts,
            sums,
            top,
            steps_to_top,
            inside_top,
            templates,
            before,
            title_words,
            title_at,
            description: cues::triples(description.unwrap_or("")).collect(),
            body: cues::triples(page.linked.body.as_deref().unwrap_or("")).collect(),
        }
    }

    /// Index of the block that repeats the title of the page: the last one up to `end`, or else
    /// the first one.
    pub(super) fn title_before(&self, end: usize) -> Option<usize> {
        let start = self.title_at?;
        let repeats = |&at: &usize| repeats(&self.page.blocks[at], &self.title_words);
        (start..=end).rev().find(repeats).or(Some(start))
    }

    /// The features of one block.
    pub(super) fn of_block(&self, at: usize, features: &mut Vec<f32>) {
        features.clear();
        let block = &self.page.blocks[at];
        let facts = &self.facts[at];
        let node = self.page.tree.node(block.node);
        features.extend(facts.numbers);
        features.extend((0..CUES.len()).map(|cue| flag(facts.cues >> cue & 1 == 1)));
        features.extend(AROUND.map(|element| flag(node.is_inside(element))));
        let outer = self.page.tree.node(node.parent);
        let near = node.kinds | outer.kinds | self.page.tree.node(outer.parent).kinds;
        features.extend((0..KINDS.len()).map(|kind| flag(near >> kind & 1 == 1)));
        features.extend((0..KINDS.len()).map(|kind| flag(node.all_kinds >> kind & 1 == 1)));
        for offset in NEIGHBOURS {
            self.of_neighbour(at, offset, features);
        }
        self.of_elements(block.node, features);
        self.of_page(at, features);
        debug_assert_eq!(features.len(), FEATURES);
    }

    fn of_neighbour(&self, at: usize, offset: isize, features: &mut Vec<f32>) {
        let Some(other) = at
            .checked_add_signed(offset)
            .filter(|&at| at < self.facts.len())
        else {
            features.extend([-1.0; OF_NEIGHBOUR]);
            return;
        };
        let (block, other_block) = (&self.page.blocks[at], &self.page.blocks[other]);
        let (node, other_node) = (
            self.page.tree.node(block.node),
            self.page.tree.node(other_block.node),
        );
        let facts = &self.facts[other];
        features.extend([
            facts.numbers[0],
            facts.link_share,
            flag(other_block.heading.is_some()),
            facts.numbers[3],
            flag(node.parent == other_node.parent || block.node == other_block.node),
            flag(node.template == other_node.template),
            f32::from(node.depth) - f32::from(other_node.depth),
        ]);
    }

    fn of_elements(&self, node: u32, features: &mut Vec<f32>) {
        let mut inside = node;
        for _ in 0..ELEMENTS {
            inside = self.page.tree.node(inside).parent;
            let sums = &self.sums[inside as usize];
            features.extend([
                (1.0 + sums.length).ln(),
                share(sums.linked, sums.length),
                share(sums.prose, sums.length),
                share(sums.length, self.total.length),
                (1.0 + sums.blocks).ln(),
            ]);
        }
    }

    fn of_page(&self, at: usize, features: &mut Vec<f32>) {
        let block = &self.page.blocks[at];
        let node = self.page.tree.node(block.node);
        let n_blocks = self.facts.len() as f32;
        let alike = &self.templates[&node.template];
        let top = &self.sums[self.top as usize];
        let kind_of_heading = block.heading.map_or(0.0, f32::from);
        let words = cues::words(block.text());
        let (mut n_words, mut of_title) = (0.0, 0.0);
        for word in words.take(60) {
            n_words += 1.0;
            of_title += flag(self.title_words.contains(&word));
        }
        let from_title = self.title_at.map_or(0.0, |title| at as f32 - title as f32);
        let (body, description) = if self.body.is_empty() && self.description.is_empty() {
            (0.0, 0.0)
        } else {
            let (mut n, mut of_body, mut of_description) = (0.0_f32, 0.0, 0.0);
            for triple in cues::triples(block.text()).take(200) {
                n += 1.0;
                of_body += flag(self.body.contains(&triple));
                of_description += flag(self.description.contains(&triple));
            }
            (of_body / n.max(1.0), of_description / n.max(1.0))
        };
        features.extend([
            kind_of_heading,
            f32::from(node.depth),
            at as f32 / n_blocks,
            n_blocks.ln(),
            share(self.before[at], self.total.length),
            (1.0 + self.total.length).ln(),
            share(self.total.linked, self.total.length),
            share(self.total.prose, self.total.length),
            (1.0 + alike.blocks).ln(),
            alike.length / alike.blocks.max(1.0),
            share(alike.linked, alike.length),
            share(alike.prose, alike.length),
            f32::from(self.steps_to_top[block.node as usize].min(99)),
            flag(self.inside_top[block.node as usize]),
            share(top.length, self.total.length),
            share(top.linked, top.length),
            share(top.prose, self.total.prose),
            share(of_title, n_words),
            share(of_title, self.title_words.len() as f32),
            flag(self.title_at.is_some()),
            from_title.clamp(-200.0, 200.0),
            flag(self.title_at == Some(at)),
            flag(!self.body.is_empty()),
            body,
            description,
            match node.element {
                Element::Paragraph => 1.0,
                Element::Item => 2.0,
                Element::Cell | Element::Row => 3.0,
                Element::Division => 4.0,
                Element::Definition => 5.0,
                Element::Inline => 6.0,
                Element::Heading => 7.0,
                _ => 0.0,
            },
        ]);
    }
}

/// A block longer than this many characters is not a label or a menu entry.
const LONG: f32 = 80.0;

fn add_facts(sums: &mut Sums, facts: &BlockFacts) {
    sums.length += facts.length;
    sums.linked += facts.length * facts.link_share;
    sums.blocks += 1.0;
    if facts.length > LONG && facts.link_share < 0.5 {
        sums.prose += facts.length;
    }
}

/// The weight of a paragraph as a sign that its element holds the main text.
fn prose_score(facts: &BlockFacts) -> f32 {
    if facts.length < 25.0 {
        return 0.0;
    }
    let unlinked = 1.0 - facts.link_share;
    (1.0 + facts.numbers[5] + (facts.length / 100.0).min(3.0)) * unlinked
}

fn top(sums: &[Sums]) -> u32 {
    let score = |sums: &Sums| sums.score * (1.0 - share(sums.linked, sums.length));
    let mut best = 0;
    for at in 1..sums.len() {
        if score(&sums[at]) > score(&sums[best]) {
            best = at;
        }
    }
    best as u32
}

fn around_top(tree: &Tree, top: u32) -> (Vec<u16>, Vec<bool>) {
    let mut holds_top = vec![false; tree.nodes.len()];
    let mut at = top;
    while at != 0 {
        holds_top[at as usize] = true;
        at = tree.node(at).parent;
    }
    holds_top[0] = true;
    let mut steps = vec![0_u16; tree.nodes.len()];
    let mut inside = vec![false; tree.nodes.len()];
    inside[top as usize] = true;
    for at in 1..tree.nodes.len() {
        let parent = tree.nodes[at].parent as usize;
        inside[at] |= inside[parent];
        if !holds_top[at] && !inside[at] {
            steps[at] = steps[parent].saturating_add(1);
        }
    }
    (steps, inside)
}

fn repeats(block: &PageBlock, title: &FxHashSet<u64>) -> bool {
    if title.is_empty() || block.text().len() > 400 {
        return false;
    }
    let words: FxHashSet<u64> = cues::words(block.text()).collect();
    let shared = words.iter().filter(|word| title.contains(word)).count();
    2 * shared > words.len() && 2 * shared >= title.len()
}

fn flag(is_true: bool) -> f32 {
    f32::from(u8::from(is_true))
}

fn share(part: f32, whole: f32) -> f32 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

fn facts_of(block: &PageBlock, tree: &Tree) -> BlockFacts {
    let text = block.text();
    let mut counts = Counts::default();
    counts.read(text);
    let length = counts.length.max(1.0);
    let link_share = share(block.linked as f32, text.len() as f32).min(1.0);
    let last = text.trim_end().chars().next_back();
    let ends_sentence = last.is_some_and(|c| ".!?…:。！？؟।”\"»)".contains(c));
    let words = counts.words.max(1.0);
    let is_table = tree.node(block.node).is_inside(Element::Table);
    BlockFacts {
        length,
        link_share,
        cues: cues::of(text),
        numbers: [
            length.ln(),
            words.ln(),
            link_share,
            flag(ends_sentence),
            counts.stops,
            counts.commas,
            counts.digits / length,
            counts.capitals / length,
            counts.marks / length,
            length / words,
            counts.lines,
            flag(counts.has_year),
            counts.capital_words / words,
            flag(is_table),
        ],
    }
}

/// Counts of the characters of a block.
#[derive(Debug, Default)]
struct Counts {
    /// Characters; those of Chinese, Japanese and Korean count double.
    length: f32,
    words: f32,
    stops: f32,
    commas: f32,
    digits: f32,
    capitals: f32,
    capital_words: f32,
    marks: f32,
    lines: f32,
    has_year: bool,
}

impl Counts {
    fn read(&mut self, text: &str) {
        let mut before = ' ';
        let mut number = 0_u32;
        let mut n_digits = 0;
        for c in text.chars() {
            self.length += 1.0;
            if c.is_ascii_digit() {
                self.digits += 1.0;
                number = number.wrapping_mul(10).wrapping_add(c as u32 - '0' as u32);
                n_digits += 1;
            } else {
                self.has_year |= n_digits == 4 && (1980..2100).contains(&number);
                (number, n_digits) = (0, 0);
            }
            let begins_word = before.is_whitespace();
            match c {
                '\n' => self.lines += 1.0,
                '.' | '!' | '?' | '。' | '！' | '？' | '।' | '؟' => self.stops += 1.0,
                ',' | '、' | '，' | '،' => self.commas += 1.0,
                '|' | '•' | '·' | '»' | '«' | '/' | '→' | '©' | '›' | '>' | '#' | '@' => {
                    self.marks += 1.0;
                }
                _ if is_cjk(c) => {
                    self.length += 1.0;
                    self.words += 0.5;
                }
                _ if c.is_uppercase() => {
                    self.capitals += 1.0;
                    self.capital_words += flag(begins_word);
                }
                _ => {}
            }
            self.words += flag(begins_word && !c.is_whitespace());
            before = c;
        }
        self.has_year |= n_digits == 4 && (1980..2100).contains(&number);
    }
}

fn is_cjk(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}
