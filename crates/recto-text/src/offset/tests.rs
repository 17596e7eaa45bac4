use super::*;

/// Every boundary of `text`, counted the slow way.
fn check_by_counting(text: &str) {
    let map = OffsetMap::new(text);
    let (mut code_points, mut units) = (0, 0);
    for (byte, c) in text.char_indices() {
        assert_eq!(map.code_point(byte), code_points, "at byte {byte}");
        assert_eq!(map.utf16(byte), units, "at byte {byte}");
        assert_eq!(map.byte_of_code_point(code_points), byte);
        assert_eq!(map.byte_of_utf16(units), byte);
        for inside in byte + 1..byte + c.len_utf8() {
            assert_eq!(map.utf16(inside), units, "inside a character");
            assert_eq!(map.code_point(inside), code_points);
        }
        if c.len_utf16() == 2 {
            assert_eq!(map.byte_of_utf16(units + 1), byte, "second surrogate");
        }
        code_points += 1;
        units += c.len_utf16();
    }
    assert_eq!(map.code_point(text.len()), code_points);
    assert_eq!(map.utf16(text.len()), units);
    assert_eq!(map.byte_of_utf16(units), text.len());
    assert_eq!(map.byte_of_code_point(code_points), text.len());
}

#[test]
fn ascii_counts_the_same_in_all_three_and_keeps_no_table() {
    check_by_counting("plain words");
    assert!(OffsetMap::new("plain words").checkpoints.is_empty());
}

#[test]
fn emoji_take_two_units_and_four_bytes() {
    check_by_counting("a😀b👩‍🔧c");
}

#[test]
fn combining_marks_count_on_their_own() {
    let text = "e\u{301}te\u{301}";
    check_by_counting(text);
    assert_eq!(OffsetMap::new(text).code_point(3), 2);
}

#[test]
fn carriage_returns_are_characters_like_others() {
    check_by_counting("één\r\ntwee\r\n");
}

#[test]
fn an_offset_past_the_end_means_the_end() {
    for text in ["", "abc", "añ😀"] {
        let map = OffsetMap::new(text);
        assert_eq!(map.utf16(usize::MAX), text.encode_utf16().count());
        assert_eq!(map.code_point(999), text.chars().count());
        assert_eq!(map.byte_of_utf16(usize::MAX), text.len());
        assert_eq!(map.byte_of_code_point(999), text.len());
    }
}

#[test]
fn characters_across_checkpoints_are_counted_once() {
    // Three and four byte characters at every alignment to the stride.
    for shift in 0..5 {
        let text = "x".repeat(shift) + &"€😀é".repeat(600);
        check_by_counting(&text);
    }
}

#[test]
fn a_text_of_exactly_one_stride_has_an_end() {
    check_by_counting(&("é".repeat(STRIDE / 2)));
    check_by_counting(&("é".repeat(STRIDE)));
}
