//! Letters on one baseline.

use super::{Glyph, LOWERED, Line, RAISED};
use unicode_normalization::UnicodeNormalization;

/// Parts of the size of a letter: how far baselines of a row lie apart at most, the least
/// gap between words, the least gap that may be a gutter.
const BASELINE: f64 = 0.2;
const WORD: f64 = 0.17;
const GUTTER: f64 = 0.75;
/// The least gap between cells of a table, and the cells of a row, at least.
const CELL: f64 = 1.2;
const CELLS: usize = 3;
/// Rows of a page in which raised letters are looked for, and letters of a row that they may
/// belong to.
const MOST: usize = 5000;
const MOST_LETTERS: usize = 2000;
/// How much smaller a raised letter is, and how far from the baseline at most.
const SMALLER: f64 = 0.85;
const RAISE: f64 = 0.65;

/// Letters with no room for a gutter between them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) size: f64,
    pub(super) is_bold: bool,
}

/// All that stands on a baseline, from left to right.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    pub(super) pieces: Vec<Piece>,
    pub(super) y: f64,
}

impl Row {
    pub(super) fn left(&self) -> f64 {
        self.pieces.first().map_or(0.0, |piece| piece.left)
    }

    pub(super) fn right(&self) -> f64 {
        self.pieces
            .iter()
            .map(|piece| piece.right)
            .fold(f64::NEG_INFINITY, f64::max)
    }

    /// The size of most of it.
    pub(super) fn size(&self) -> f64 {
        let longest = self.pieces.iter().max_by_key(|piece| piece.text.len());
        longest.map_or(10.0, |piece| piece.size)
    }

    /// The line that a row without gutters is.
    pub(super) fn line(&self) -> Line {
        let texts: Vec<&str> = self
            .pieces
            .iter()
            .map(|piece| piece.text.as_str())
            .collect();
        let is_wide = |pair: &&[Piece]| pair[1].left - pair[0].right >= CELL * pair[1].size;
        let is_row = self.pieces.windows(2).filter(is_wide).count() + 1 >= CELLS;
        Line {
            is_row,
            text: texts.join(if is_row { "\t" } else { " " }),
            left: self.left(),
            right: self.right(),
            y: self.y,
            size: self.size(),
            is_bold: self.pieces.iter().all(|piece| piece.is_bold),
        }
    }
}

/// The letters that are read in this direction, turned so that it is from left to right.
pub(super) fn upright(glyphs: &[&Glyph], turns: u8) -> Vec<Glyph> {
    let turned = glyphs.iter().filter(|glyph| glyph.turns == turns);
    let upright = turned.map(|glyph| {
        let (x, y) = match turns {
            1 => (glyph.y, -glyph.x),
            2 => (-glyph.x, -glyph.y),
            3 => (-glyph.y, glyph.x),
            _ => (glyph.x, glyph.y),
        };
        Glyph {
            x,
            y,
            ..(*glyph).clone()
        }
    });
    upright.collect()
}

/// The rows of a page from top to bottom.
pub(super) fn read(glyphs: &[Glyph]) -> Vec<Row> {
    let mut order: Vec<&Glyph> = glyphs.iter().collect();
    order.sort_by(|a, b| b.y.total_cmp(&a.y));
    let mut baselines: Vec<Vec<&Glyph>> = Vec::new();
    for glyph in order {
        match baselines.last_mut() {
            Some(row) if (row[0].y - glyph.y).abs() <= BASELINE * glyph.size.min(row[0].size) => {
                row.push(glyph)
            }
            _ => baselines.push(vec![glyph]),
        }
    }
    // No page has so many rows but one that was made to take long.
    if baselines.len() <= MOST {
        attach(&mut baselines);
    }
    let rows = baselines.into_iter().map(row);
    rows.filter(|row| !row.pieces.is_empty()).collect()
}

/// The size that most letters of a row have.
fn usual_size(row: &[&Glyph]) -> f64 {
    let mut sizes: Vec<f64> = row.iter().map(|glyph| glyph.size).collect();
    sizes.sort_by(f64::total_cmp);
    sizes[sizes.len() / 2]
}

/// Rows above and below in which the base of raised letters is looked for: those of other
/// columns may lie between.
const NEIGHBOURS: usize = 3;

/// Puts rows of raised or lowered letters into the row that they belong to.
fn attach(rows: &mut Vec<Vec<&Glyph>>) {
    let mut at = 0;
    while at < rows.len() {
        let above = (0..at).rev().take(NEIGHBOURS);
        let below = at + 1..rows.len().min(at + 1 + NEIGHBOURS);
        match above
            .chain(below)
            .find(|&base| is_base(&rows[base], &rows[at]))
        {
            Some(base) => {
                let raised = rows.remove(at);
                let base = if base > at { base - 1 } else { base };
                // The first letter tells the baseline of the row.
                rows[base].extend(raised);
            }
            None => at += 1,
        }
    }
}

/// Whether letters are raised or lowered ones of a row: smaller, near it, and each beside one
/// of its letters or another of their own.
fn is_base(base: &[&Glyph], raised: &[&Glyph]) -> bool {
    let large = base[0].size;
    let is_near = (base[0].y - raised[0].y).abs() <= RAISE * large;
    if !is_near || base.len() > MOST_LETTERS || usual_size(raised) > SMALLER * large {
        return false;
    }
    let mut ends: Vec<(f64, f64)> = base
        .iter()
        .map(|glyph| (glyph.x, glyph.x + glyph.width))
        .collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut raised: Vec<&&Glyph> = raised.iter().collect();
    raised.sort_by(|a, b| a.x.total_cmp(&b.x));
    let mut end = f64::NEG_INFINITY;
    raised.into_iter().all(|glyph| {
        let next = ends.partition_point(|(left, _)| *left <= glyph.x);
        let before = next.checked_sub(1).map_or(f64::NEG_INFINITY, |i| ends[i].1);
        let behind = ends.get(next).map_or(f64::INFINITY, |(left, _)| *left);
        let is_beside = glyph.x - before.max(end) <= large / 2.0
            || behind - (glyph.x + glyph.width) <= large / 2.0;
        end = end.max(glyph.x + glyph.width);
        is_beside
    })
}

fn row(mut glyphs: Vec<&Glyph>) -> Row {
    let y = glyphs[0].y;
    let size = usual_size(&glyphs);
    glyphs.sort_by(|a, b| a.x.total_cmp(&b.x));
    let mut pieces: Vec<Writer> = Vec::new();
    for glyph in glyphs {
        let is_blank = glyph.text.trim().is_empty();
        let gap = pieces.last().map(|piece| glyph.x - piece.right);
        match (pieces.last_mut(), gap) {
            // A blank ends a word, however wide it is.
            (Some(piece), _) if is_blank => piece.is_parted = true,
            (None, _) if is_blank => {}
            (Some(piece), Some(gap)) if gap <= GUTTER * size => piece.write(glyph, gap, y, size),
            _ => {
                let mut piece = Writer::new(glyph);
                piece.write(glyph, 0.0, y, size);
                pieces.push(piece);
            }
        }
    }
    let pieces = pieces.into_iter().map(Writer::finish);
    Row {
        pieces: pieces.filter(|piece| !piece.text.is_empty()).collect(),
        y,
    }
}

/// A piece that is being written.
struct Writer {
    piece: Piece,
    right: f64,
    is_parted: bool,
    is_raised: bool,
    bold: usize,
    letters: usize,
    /// What was drawn last, and where.
    last: (String, f64),
    /// An accent that was drawn before its letter.
    accent: Option<char>,
    sizes: Vec<f64>,
}

impl Writer {
    fn new(first: &Glyph) -> Self {
        Self {
            piece: Piece {
                text: String::new(),
                left: first.x,
                right: first.x,
                size: first.size,
                is_bold: false,
            },
            right: first.x,
            is_parted: false,
            is_raised: false,
            bold: 0,
            letters: 0,
            last: (String::new(), f64::NEG_INFINITY),
            accent: None,
            sizes: Vec::new(),
        }
    }

    fn write(&mut self, glyph: &Glyph, gap: f64, y: f64, size: f64) {
        // Letters that are drawn twice to look bold are read once.
        let is_again =
            self.last.0 == glyph.text && (glyph.x - self.last.1).abs() < 0.1 * glyph.size;
        if is_again {
            return;
        }
        let is_raised = glyph.size <= SMALLER * size && glyph.y > y + BASELINE * glyph.size;
        self.lower_unless(is_raised);
        if self.is_parted || gap > WORD * size.min(glyph.size) {
            self.space();
        }
        if is_raised && !self.is_raised {
            self.piece.text.push(RAISED);
            self.is_raised = true;
        }
        self.put(glyph, gap);
        self.is_parted = false;
        self.right = self.right.max(glyph.x + glyph.width);
        self.last = (glyph.text.clone(), glyph.x);
        self.letters += 1;
        self.bold += usize::from(glyph.is_bold);
        self.sizes.push(glyph.size);
    }

    fn lower_unless(&mut self, is_raised: bool) {
        if self.is_raised && !is_raised {
            self.piece.text.push(LOWERED);
            self.is_raised = false;
        }
    }

    fn space(&mut self) {
        if !self.piece.text.is_empty() && !self.piece.text.ends_with(' ') {
            self.piece.text.push(' ');
        }
    }

    /// Writes letters; an accent that is drawn over a letter becomes part of it.
    fn put(&mut self, glyph: &Glyph, gap: f64) {
        let is_over = gap < -0.3 * glyph.width;
        let new_accent = accent(&glyph.text);
        if let Some(accent) = self.accent.take().filter(|_| is_over) {
            self.piece.text.pop();
            let letter: String = [glyph.text.as_str(), &accent.to_string()]
                .concat()
                .nfc()
                .collect();
            self.piece.text.push_str(&letter);
        } else if let Some(accent) = new_accent.filter(|_| is_over) {
            let last = self.piece.text.pop().map(String::from).unwrap_or_default();
            let letter: String = [last, accent.to_string()].concat().nfc().collect();
            self.piece.text.push_str(&letter);
        } else {
            self.piece.text.push_str(&glyph.text);
            self.accent = new_accent;
        }
    }

    fn finish(mut self) -> Piece {
        self.lower_unless(false);
        self.sizes.sort_by(f64::total_cmp);
        self.piece.size = self
            .sizes
            .get(self.sizes.len() / 2)
            .copied()
            .unwrap_or(self.piece.size);
        self.piece.right = self.right;
        self.piece.is_bold = 2 * self.bold > self.letters;
        self.piece.text = self.piece.text.trim().to_string();
        self.piece
    }
}

/// The combining form of an accent that stands alone.
fn accent(text: &str) -> Option<char> {
    Some(match text {
        "´" => '\u{301}',
        "`" => '\u{300}',
        "ˆ" | "^" => '\u{302}',
        "¨" => '\u{308}',
        "˜" => '\u{303}',
        "¸" => '\u{327}',
        "˚" => '\u{30A}',
        "ˇ" => '\u{30C}',
        "˘" => '\u{306}',
        "˙" => '\u{307}',
        _ => return None,
    })
}
