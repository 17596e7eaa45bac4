use super::*;

/// Letters of a line, each half as wide as it is high.
fn line(x: f64, y: f64, size: f64, text: &str) -> Vec<Glyph> {
    let letters = text.chars().enumerate();
    let glyph = |(i, letter): (usize, char)| Glyph {
        text: letter.to_string(),
        x: x + i as f64 * size / 2.0,
        y,
        width: size / 2.0,
        size,
        turns: 0,
        is_bold: false,
        is_artifact: false,
    };
    letters.map(glyph).collect()
}

fn lines(x: f64, top: f64, texts: &[&str]) -> Vec<Glyph> {
    let texts = texts.iter().enumerate();
    texts
        .flat_map(|(i, text)| line(x, top - 12.0 * i as f64, 10.0, text))
        .collect()
}

fn read(pages: &[Vec<Glyph>], keep_all: bool) -> Layout {
    let mut layout = Pages::new(keep_all);
    pages.iter().for_each(|page| layout.add(page));
    layout.finish()
}

fn text(pages: &[Vec<Glyph>]) -> String {
    read(pages, false).composed.text
}

const LEFT: [&str; 4] = [
    "Nets dry on the quay while",
    "the boats come in with the",
    "tide, and nobody has a won-",
    "derful day but the gulls on",
];
const RIGHT: [&str; 4] = [
    "the wall. Later the harbour",
    "is empty. Ropes hang from a",
    "beam in the shed. They were",
    "wet for a week and are dry.",
];

#[test]
fn columns_are_read_one_after_the_other_under_their_title() {
    let mut page = line(60.0, 700.0, 18.0, "Nets and boats of the year");
    page.extend(lines(50.0, 660.0, &LEFT));
    page.extend(lines(200.0, 660.0, &RIGHT));
    let expected = "Nets and boats of the year\n\nNets dry on the quay while the boats come in with the tide, and nobody has a wonderful day but the gulls on the wall. Later the harbour is empty. Ropes hang from a beam in the shed. They were wet for a week and are dry.";
    assert_eq!(text(&[page.clone()]), expected);
    // The order in which letters are drawn does not matter, nor that lines lie a bit lower.
    page.reverse();
    let lower = |glyph: Glyph| {
        let y = glyph.y
            - if glyph.x >= 200.0 && glyph.size < 12.0 {
                5.0
            } else {
                0.0
            };
        Glyph { y, ..glyph }
    };
    assert_eq!(text(&[page.into_iter().map(lower).collect()]), expected);
}

#[test]
fn cells_of_a_table_are_read_row_by_row() {
    let mut page = lines(50.0, 600.0, &["Leith", "Oban", "Ayr", "Wick"]);
    page.extend(lines(200.0, 600.0, &["4 m", "5 m", "3 m", "2 m"]));
    assert_eq!(text(&[page.clone()]), "Leith 4 m Oban 5 m Ayr 3 m Wick 2 m");
    page.extend(lines(300.0, 600.0, &["sand", "rock", "mud", "clay"]));
    assert_eq!(
        text(&[page]),
        "Leith\t4 m\tsand\n\nOban\t5 m\trock\n\nAyr\t3 m\tmud\n\nWick\t2 m\tclay"
    );
}

#[test]
fn paragraphs_end_at_gaps_indents_and_items() {
    let mut page = lines(50.0, 600.0, &LEFT[..2]);
    page.extend(lines(
        50.0,
        560.0,
        &["another paragraph begins here", "and goes on."],
    ));
    page.extend(lines(62.0, 536.0, &["An indent opens a third one"]));
    page.extend(lines(50.0, 524.0, &["which is two lines long and"]));
    page.extend(lines(50.0, 512.0, &["• an item", "• another item"]));
    assert_eq!(
        text(&[page]),
        "Nets dry on the quay while the boats come in with the\n\nanother paragraph begins here and goes on.\n\nAn indent opens a third one which is two lines long and\n\n• an item\n\n• another item"
    );
}

#[test]
fn running_heads_and_page_numbers_are_left_out_and_pages_marked() {
    let page = |number: usize, words: &[&str]| {
        let mut page = line(50.0, 760.0, 8.0, "The harbour book");
        page.extend(lines(50.0, 700.0, words));
        page.extend(line(290.0, 30.0, 8.0, &number.to_string()));
        page
    };
    let pages = [
        page(7, &["The first page ends in the middle of"]),
        page(8, &["a sentence. The next goes on quite well."]),
        page(9, &["The last page has a few words of its own."]),
    ];
    let layout = read(&pages, false);
    let text = &layout.composed.text;
    assert_eq!(
        text,
        "The first page ends in the middle of a sentence. The next goes on quite well.\n\nThe last page has a few words of its own."
    );
    assert_eq!(layout.running, 6);
    let place = |words: &str| layout.composed.landmarks.at(text.find(words).expect(words));
    assert_eq!(place("middle"), Some("page 1"));
    assert_eq!(place("a sentence"), Some("page 2"));
    assert_eq!(place("The last"), Some("page 3"));
    assert!(
        read(&pages, true)
            .composed
            .text
            .contains("The harbour book")
    );
}

#[test]
fn notes_follow_the_paragraph_that_they_interrupt() {
    let mut page = lines(
        50.0,
        600.0,
        &["The nets are dry", "and the boats are here and so"],
    );
    page.extend(line(130.0, 604.0, 6.0, "1"));
    page.extend(line(50.0, 100.0, 5.0, "1"));
    page.extend(line(56.0, 97.0, 8.0, "Nets of hemp."));
    let next = lines(50.0, 600.0, &["are we, said Ann."]);
    assert_eq!(
        text(&[page, next]),
        "The nets are dry and the boats are here and so are we, said Ann.\n\nNets of hemp."
    );
    // A power is no mark.
    let mut power = lines(50.0, 600.0, &["It has 10 m of rope"]);
    power.extend(line(110.0, 604.0, 6.0, "2"));
    assert!(text(&[power]).contains('2'));
}

#[test]
fn hyphens_stay_where_the_document_writes_them() {
    let page = lines(
        50.0,
        600.0,
        &[
            "A well-known net is a well-",
            "known net, said Jean-",
            "Paul in the har-",
            "bour.",
        ],
    );
    assert_eq!(
        text(&[page]),
        "A well-known net is a well-known net, said Jean-Paul in the harbour."
    );
}

#[test]
fn letters_drawn_twice_or_as_accents_are_one() {
    let mut page = line(50.0, 600.0, 10.0, "cafe");
    page.extend(line(50.3, 600.0, 10.0, "c"));
    page.push(Glyph {
        text: "´".into(),
        width: 5.0,
        ..line(65.5, 600.0, 10.0, "x").remove(0)
    });
    assert_eq!(text(&[page]), "café");
}

#[test]
fn every_accent_drawn_over_a_letter_becomes_part_of_it() {
    let rows = [
        ("´", 'e', "é"),
        ("`", 'e', "è"),
        ("ˆ", 'e', "ê"),
        ("^", 'e', "ê"),
        ("¨", 'u', "ü"),
        ("˜", 'n', "ñ"),
        ("¸", 'c', "ç"),
        ("˚", 'a', "å"),
        ("ˇ", 's', "š"),
        ("˘", 'g', "ğ"),
        ("˙", 'z', "ż"),
    ];
    for (accent, letter, composed) in rows {
        let mut page = line(50.0, 600.0, 10.0, &format!("xxx{letter}"));
        page.push(Glyph {
            text: accent.into(),
            width: 5.0,
            ..line(65.5, 600.0, 10.0, "x").remove(0)
        });
        assert_eq!(text(&[page]), format!("xxx{composed}"), "{accent}");
    }
}

#[test]
fn a_bold_line_is_a_paragraph_apart_from_the_lines_below() {
    let mut page = lines(50.0, 600.0, &LEFT);
    let is_first = |glyph: &&mut Glyph| glyph.y > 595.0;
    page.iter_mut()
        .filter(is_first)
        .for_each(|glyph| glyph.is_bold = true);
    let text = text(&[page]);
    let (title, rest) = text.split_once("\n\n").expect("two paragraphs");
    assert_eq!(title, LEFT[0]);
    assert!(!rest.contains("\n\n"), "{rest}");
}

#[test]
fn turned_letters_are_read_along_their_line() {
    let mut page = lines(50.0, 600.0, &["Upright."]);
    for (i, letter) in "Turned".chars().enumerate() {
        page.push(Glyph {
            text: letter.to_string(),
            x: 20.0,
            y: 300.0 + 5.0 * i as f64,
            turns: 1,
            ..page[0].clone()
        });
    }
    assert_eq!(text(&[page]), "Upright.\n\nTurned");
}

/// Every row was once held against the gutters of all tables that begin above it.
#[test]
fn long_tables_are_read() {
    let row = |i: usize| -> Vec<Glyph> {
        let cell = |j: usize| {
            line(
                50.0 + 40.0 * j as f64,
                9000.0 - 12.0 * i as f64,
                10.0,
                "4 m",
            )
        };
        (0..15).flat_map(cell).collect()
    };
    let page: Vec<Glyph> = (0..400).flat_map(row).collect();
    assert_eq!(
        text(&[page])
            .lines()
            .filter(|line| line.contains('\t'))
            .count(),
        400
    );
}
