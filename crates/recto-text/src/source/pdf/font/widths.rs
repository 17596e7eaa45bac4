//! Widths of glyphs, as parts of the size of a font.

use crate::source::pdf::budget::Budget;
use crate::source::pdf::file::File;
use crate::source::pdf::object::Object;
use rustc_hash::FxHashMap;

/// The last code that a string can show: it has two bytes.
const LAST: u32 = 0xFFFF;

/// The list `W`: `first [w w w]` or `first last w`.
pub(super) fn composite(
    file: &File<'_>,
    list: &[Object],
    budget: &mut Budget,
) -> FxHashMap<u32, f64> {
    let mut widths = FxHashMap::default();
    let mut put = |code: u32, width: f64| {
        let is_open = code <= LAST && budget.spend_entry(0);
        if is_open {
            widths.insert(code, width / 1000.0);
        }
        is_open
    };
    let mut rest = list.iter().map(|object| file.resolve(object));
    while let (Some(Object::Number(first)), Some(second)) = (rest.next(), rest.next()) {
        let first = first.max(0.0) as u32;
        match second {
            Object::Array(listed) => {
                let listed = listed.iter().map(|width| file.resolve(width).number());
                let listed = listed.map(Option::unwrap_or_default);
                let _ = (first..).zip(listed).all(|(code, width)| put(code, width));
            }
            Object::Number(last) => {
                let width = rest.next().and_then(Object::number).unwrap_or(1000.0);
                let last = last.max(0.0) as u32;
                let _ = (first..=last).all(|code| put(code, width));
            }
            _ => break,
        }
    }
    widths
}

/// From blank to tilde, in thousandths: what every program knows of these fonts, so that
/// files need not say it.
const HELVETICA: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
const TIMES: [u16; 95] = [
    250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500,
    500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611,
    556, 722, 722, 333, 389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722,
    722, 611, 333, 278, 333, 469, 500, 333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500,
    278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
];

/// The widths of a font that the file does not give.
pub(super) fn standard(name: &str) -> FxHashMap<u32, f64> {
    let table = |widths: &[u16; 95]| {
        let widths = widths.iter().map(|width| f64::from(*width) / 1000.0);
        (32..).zip(widths).collect()
    };
    if name.contains("Courier") {
        (0..256).map(|code| (code, 0.6)).collect()
    } else if name.contains("Times") {
        table(&TIMES)
    } else {
        table(&HELVETICA)
    }
}
