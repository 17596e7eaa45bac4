//! Where the names of dots stand on a plane, so that none lies over another.
//!
//! The page does not know how wide it will be drawn: places are shares of the width, type is
//! in pixels. Names are placed for the least width of a layout. Two names that are clear of
//! each other there, the left one belonging to the dot further left, drift apart as the
//! picture grows, so they are clear at every larger width too. Names go in the order given,
//! the heaviest dot's first, each to the first of four places around its dot that is free;
//! a name without a free place is left out.

use crate::runs::word_end;

/// Pixels of a line of type above and below its base line.
const ABOVE: f64 = 11.0;
const BELOW: f64 = 4.0;
/// Pixels between two names in a line.
const GAP: f64 = 6.0;
/// Characters of a name in the picture; the list has all of it.
const LONGEST: usize = 24;

/// A dot to be named.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Named {
    pub(super) name: String,
    /// Share of the width.
    pub(super) x: f64,
    /// Pixels from the top.
    pub(super) y: f64,
    pub(super) radius: f64,
}

/// A name and its place.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Name {
    pub(super) text: String,
    /// Share of the width, and pixels from there.
    pub(super) x: f64,
    pub(super) dx: f64,
    /// Pixels of the base line from the top.
    pub(super) y: f64,
    pub(super) anchor: &'static str,
    /// Pixels from `x` at which it begins and ends.
    left: f64,
    right: f64,
}

/// The names that fit into a picture of this height at any width from `width` on.
pub(super) fn place(dots: &[Named], width: f64, height: f64) -> Vec<Name> {
    let mut placed: Vec<Name> = Vec::new();
    for dot in dots {
        let free = candidates(dot).into_iter().find(|name| {
            let inside = name.y >= ABOVE
                && name.y + BELOW <= height
                && name.x * width + name.left >= 0.0
                && name.x * width + name.right <= width;
            inside && placed.iter().all(|other| are_clear(name, other, width))
        });
        placed.extend(free);
    }
    placed
}

/// Below, above, to the right and to the left of its dot.
fn candidates(dot: &Named) -> Vec<Name> {
    let text = short(&dot.name);
    let length = length(&text);
    // A name at the edge grows towards the middle.
    let (anchor, left) = match dot.x {
        0.7.. => ("end", -length),
        0.3.. => ("middle", -length / 2.0),
        _ => ("start", 0.0),
    };
    let side = dot.radius + 4.0;
    let name = |dx, dy, anchor, left: f64| Name {
        text: text.clone(),
        x: dot.x,
        dx,
        y: dot.y + dy,
        anchor,
        left,
        right: left + length,
    };
    vec![
        name(0.0, dot.radius + 13.0, anchor, left),
        name(0.0, -dot.radius - 5.0, anchor, left),
        name(side, 4.0, "start", side),
        name(-side, 4.0, "end", -side - length),
    ]
}

fn are_clear(a: &Name, b: &Name, width: f64) -> bool {
    let (a, b) = if a.x <= b.x { (a, b) } else { (b, a) };
    let in_other_lines = (a.y - b.y).abs() >= ABOVE + BELOW;
    in_other_lines || a.x * width + a.right + GAP <= b.x * width + b.left
}

fn short(name: &str) -> String {
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &name[..word_end(name, 0, end)]),
        None => name.into(),
    }
}

/// Pixels of a name in bold type of 12 px, in the widest of the usual fonts.
fn length(name: &str) -> f64 {
    let one = |c: char| match c {
        'i' | 'j' | 'l' | 'I' | ' ' | '.' | ',' | '\'' => 5.0,
        'm' | 'w' | 'M' | 'W' | '…' | '@' | '%' => 13.0,
        'f' | 'r' | 't' | 's' | 'c' | 'z' => 7.3,
        c if c < '\u{250}' && c.is_uppercase() => 10.3,
        c if c < '\u{1100}' => 9.0,
        _ => 13.0,
    };
    name.chars().map(one).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn dot(name: &str, x: f64, y: f64) -> Named {
        let name = name.into();
        Named {
            name,
            x,
            y,
            radius: 5.0,
        }
    }

    #[test]
    fn a_lone_name_stands_below_its_dot() {
        let names = place(&[dot("harbour", 0.5, 100.0)], 300.0, 360.0);
        assert_eq!((names[0].y, names[0].anchor), (118.0, "middle"));
    }

    #[test]
    fn names_of_dots_in_one_place_stand_around_it_and_the_rest_is_left_out() {
        let names = place(&vec![dot("harbour", 0.5, 100.0); 6], 480.0, 360.0);
        let anchors: Vec<&str> = names.iter().map(|name| name.anchor).collect();
        assert_eq!(anchors, ["middle", "middle"]);
        let apart = [dot("a", 0.5, 100.0), dot("b", 0.5, 100.0)];
        assert_eq!(place(&apart, 480.0, 360.0).len(), 2);
    }

    #[test]
    fn a_long_name_ends_with_a_word() {
        assert_eq!(
            short("prices of houses in the south"),
            "prices of houses in the…"
        );
        assert_eq!(short("houses"), "houses");
    }

    proptest! {
        #[test]
        fn names_are_clear_of_each_other_at_every_larger_width(
            dots in prop::collection::vec(("[a-zA-Z ]{1,30}", 0.1..0.9, 40.0..300.0), 1..50),
            wider in 1.0..4.0
        ) {
            let dots: Vec<Named> = dots.iter().map(|(name, x, y)| dot(name, *x, *y)).collect();
            let names = place(&dots, 288.0, 360.0);
            let width = 288.0 * wider;
            let spans = |name: &Name| (name.x * width + name.left, name.x * width + name.right);
            for (i, a) in names.iter().enumerate() {
                prop_assert!(spans(a).0 >= 0.0 && spans(a).1 <= width);
                for b in &names[..i] {
                    let clear = spans(a).1 < spans(b).0 || spans(b).1 < spans(a).0;
                    prop_assert!(clear || (a.y - b.y).abs() >= ABOVE + BELOW);
                }
            }
        }
    }
}
