//! Tokens: where words, marks and tags stand in a text.
//!
//! A word is a run of letters, digits and combining marks, with apostrophes inside
//! it (`don't`) and points or commas between its digits (`3.14`). Low lines around it are
//! marks of emphasis (`_they_`), and French and Italian are cut behind an elided word
//! (`l'été`). Scripts that put
//! no blanks between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese) are cut
//! into overlapping pairs of characters. The scan takes one byte at a time while the
//! text is ASCII, which most text is, and a character at a time elsewhere.

mod elision;

use crate::document::Span;
use crate::language::Language;
use crate::vocabulary::TermId;
use unicode_normalization::char::is_combining_mark;

/// A word or mark of a text, and the term that an analysis made of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    start: u32,
    length: u16,
    term: TermId,
}

impl Token {
    pub(crate) fn new(start: usize, length: usize, term: TermId) -> Self {
        Self {
            start: u32::try_from(start).expect("texts are limited to 4 GiB"),
            length: u16::try_from(length).expect("tokens are limited to 64 KiB"),
            term,
        }
    }

    /// Where it stands.
    pub fn span(self) -> Span {
        let start = self.start as usize;
        Span::new(start, start + usize::from(self.length))
    }

    /// The term it counts as; `None` for a stop word.
    pub fn term(self) -> Option<TermId> {
        (self.term != TermId::NONE).then_some(self.term)
    }

    pub(crate) fn with_term(self, term: TermId) -> Self {
        Self { term, ..self }
    }

    pub(crate) fn raw_term(self) -> TermId {
        self.term
    }
}

/// Letters of a word that can stand in a title, in scripts with blanks.
const TITLE_LETTERS: usize = 3;

/// Whether a term can name something, as a title or a label must: numbers, initials and
/// units of measure cannot.
pub fn can_name(term: &str) -> bool {
    let is_long = !term.is_ascii() || term.len() >= TITLE_LETTERS;
    is_long && term.contains(char::is_alphabetic)
}

/// A word without a possessive `'s`, which its term does not have either.
pub fn without_possessive(word: &str) -> &str {
    let endings = ["'s", "’s", "'S", "’S"];
    let stem = endings.iter().find_map(|ending| word.strip_suffix(ending));
    stem.unwrap_or(word)
}

/// What counts as a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Words.
    Words,
    /// Words, and every other visible character.
    WordsAndMarks,
    /// Words with inner points and hyphens, `#tags` and `@names`; no addresses.
    Message,
    /// Runs of non-blanks.
    NonBlank,
}

impl Rule {
    /// Whether scripts without blanks are cut into pairs.
    pub(crate) fn makes_pairs(self) -> bool {
        matches!(self, Rule::Words | Rule::WordsAndMarks | Rule::Message)
    }
}

/// Cuts texts of one language into tokens by one rule.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tokenizer {
    pub(crate) rule: Rule,
    clitics: &'static [&'static str],
}

impl Tokenizer {
    pub(crate) fn new(rule: Rule, language: &Language) -> Self {
        Self {
            rule,
            clitics: elision::clitics(language),
        }
    }

    /// Calls `emit(start, end)` for every token of `text[span]`, in order.
    pub(crate) fn tokenize(self, text: &str, span: Span, emit: &mut impl FnMut(usize, usize)) {
        let (text, start) = (&text[..span.end], span.start);
        match self.rule {
            Rule::NonBlank => runs(text, start, |c| !c.is_whitespace(), emit),
            rule if self.clitics.is_empty() => scan(text, start, rule, emit),
            rule => scan(text, start, rule, &mut |start, end| {
                self.emit_elided(text, start, end, emit);
            }),
        }
    }

    /// A word as what is elided in it and the rest.
    fn emit_elided(
        self,
        text: &str,
        mut start: usize,
        end: usize,
        emit: &mut impl FnMut(usize, usize),
    ) {
        while let Some((length, mark)) = elision::cut(&text[start..end], self.clitics) {
            let at = start + length;
            emit(start, at);
            if self.rule == Rule::WordsAndMarks {
                emit(at, at + mark);
            }
            start = at + mark;
        }
        emit(start, end);
    }
}

fn runs(
    text: &str,
    from: usize,
    inside: impl Fn(char) -> bool,
    emit: &mut impl FnMut(usize, usize),
) {
    let mut start = None;
    for (offset, c) in text[from..].char_indices() {
        let at = from + offset;
        match (inside(c), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                emit(from, at);
                start = None;
            }
            _ => {}
        }
    }
    if let Some(from) = start {
        emit(from, text.len());
    }
}

fn scan(text: &str, from: usize, rule: Rule, emit: &mut impl FnMut(usize, usize)) {
    let bytes = text.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        let byte = bytes[at];
        if is_ascii_word(byte) && byte != b'_' {
            if rule == Rule::Message
                && let Some(end) = address_end(text, at)
            {
                at = end;
                continue;
            }
            at = emit_word(text, at, rule, emit);
        } else if byte < 0x80 {
            let is_tag = rule == Rule::Message
                && matches!(byte, b'#' | b'@')
                && text[at + 1..].starts_with(is_word_char);
            if is_tag {
                let end = word_end(text, at + 1, rule);
                emit(at, end);
                at = end;
                continue;
            }
            if rule == Rule::WordsAndMarks && byte.is_ascii_graphic() {
                emit(at, at + 1);
            }
            at += 1;
        } else {
            at = scan_wide(text, at, rule, emit);
        }
    }
}

/// The word that opens at `start`, without low lines behind it; returns where it ends.
#[inline]
fn emit_word(text: &str, start: usize, rule: Rule, emit: &mut impl FnMut(usize, usize)) -> usize {
    let mut end = word_end(text, start, rule);
    while text.as_bytes()[end - 1] == b'_' {
        end -= 1;
    }
    emit(start, end);
    end + possessive_behind_emphasis(&text[end..], rule)
}

/// Bytes of the low line and the possessive in `_Aurora_'s`: no word has it, and it is none.
fn possessive_behind_emphasis(rest: &str, rule: Rule) -> usize {
    if !rest.starts_with('_') || rule == Rule::WordsAndMarks {
        return 0;
    }
    let mut endings = ["_'s", "_’s"].iter();
    let ending = endings.find(|ending| {
        let after = rest.strip_prefix(**ending);
        after.is_some_and(|after| !after.starts_with(is_word_char))
    });
    ending.map_or(0, |ending| ending.len())
}

/// One step at a character outside ASCII; returns where to go on.
fn scan_wide(text: &str, at: usize, rule: Rule, emit: &mut impl FnMut(usize, usize)) -> usize {
    let c = char_at(text, at);
    if is_unspaced(c) {
        return pairs(text, at, emit);
    }
    if is_word_char(c) {
        return emit_word(text, at, rule, emit);
    }
    let end = at + c.len_utf8();
    if rule == Rule::WordsAndMarks && !c.is_whitespace() && !c.is_control() {
        emit(at, end);
    }
    end
}

/// Overlapping pairs of a run of characters that stand without blanks.
fn pairs(text: &str, start: usize, emit: &mut impl FnMut(usize, usize)) -> usize {
    let run = text[start..]
        .char_indices()
        .take_while(|&(_, c)| is_unspaced(c));
    let mut previous = None;
    let mut end = start;
    let mut length = 0;
    for (offset, c) in run {
        end = start + offset + c.len_utf8();
        if let Some(from) = previous {
            emit(from, end);
        }
        previous = Some(start + offset);
        length += 1;
    }
    if length == 1 {
        emit(start, end);
    }
    end
}

/// Where the word that opens at `start` ends.
fn word_end(text: &str, start: usize, rule: Rule) -> usize {
    let bytes = text.as_bytes();
    let mut at = start;
    loop {
        at += ascii_run(&bytes[at..]);
        // Most words end at a blank: decided without a look at what follows.
        if bytes.get(at).is_none_or(|&byte| ends_word(byte)) {
            return at;
        }
        let c = char_at(text, at);
        let next = at + c.len_utf8();
        let continues = if c.is_ascii() {
            at > start && joins(text, at, c, next, rule)
        } else {
            (is_word_char(c) && !is_unspaced(c))
                || is_invisible(c)
                || (c == '’' && at > start && joins(text, at, c, next, rule))
        };
        if !continues {
            return at;
        }
        at = next;
    }
}

/// Whether the mark `c` at `at` stands inside a word.
fn joins(text: &str, at: usize, c: char, next: usize, rule: Rule) -> bool {
    let bytes = text.as_bytes();
    let between_digits =
        || bytes[at - 1].is_ascii_digit() && bytes.get(next).is_some_and(u8::is_ascii_digit);
    let before_word = || text[next..].starts_with(|c: char| is_word_char(c) && !is_unspaced(c));
    match c {
        // Behind or before a low line it belongs to the emphasis, not to the word.
        '\'' | '’' => bytes[at - 1] != b'_' && bytes.get(next) != Some(&b'_') && before_word(),
        '.' | '-' if rule == Rule::Message => before_word(),
        '.' | ',' => between_digits(),
        _ => false,
    }
}

/// The end of a web address that opens at `at`, if one does.
pub(crate) fn address_end(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let opens = ["http://", "https://", "www.", "t.co/"]
        .iter()
        .any(|prefix| {
            rest.get(..prefix.len())
                .is_some_and(|r| r.eq_ignore_ascii_case(prefix))
        });
    opens.then(|| at + rest.find(char::is_whitespace).unwrap_or(rest.len()))
}

/// Which characters make a word where only letters and digits do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Alphabet {
    /// Letters and digits of ASCII; all else parts words.
    #[default]
    Ascii,
    /// Letters, digits and combining marks of all scripts; a character of a script that
    /// puts no blanks between words is a word.
    Unicode,
}

/// Runs of letters and digits, all else left out: how ROUGE cuts a text.
///
/// ```
/// use recto_text::token::{Alphabet, alphanumeric};
/// let words: Vec<&str> = alphanumeric("U.S.-led: $3.50", Alphabet::Ascii).collect();
/// assert_eq!(words, ["U", "S", "led", "3", "50"]);
/// ```
pub fn alphanumeric(text: &str, alphabet: Alphabet) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (word, after) = match alphabet {
            Alphabet::Ascii => ascii_word(rest)?,
            Alphabet::Unicode => unicode_word(rest)?,
        };
        rest = after;
        Some(word)
    })
}

fn ascii_word(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let start = bytes.iter().position(u8::is_ascii_alphanumeric)?;
    let end = bytes[start..]
        .iter()
        .position(|byte| !byte.is_ascii_alphanumeric());
    let end = end.map_or(bytes.len(), |length| start + length);
    Some((&text[start..end], &text[end..]))
}

fn unicode_word(text: &str) -> Option<(&str, &str)> {
    let inside = |c: char| is_word_char(c) && c != '_';
    let rest = &text[text.find(inside)?..];
    let first = char_at(rest, 0);
    let end = if is_unspaced(first) {
        first.len_utf8()
    } else {
        rest.find(|c| !inside(c) || is_unspaced(c))
            .unwrap_or(rest.len())
    };
    Some(rest.split_at(end))
}

/// The words of a text as lengths are told in them: runs of non-blanks. Where a script
/// puts no blanks between words, every two of its characters are one.
///
/// ```
/// use recto_text::token::count_words;
/// assert_eq!(count_words("The well-known quay."), 3);
/// assert_eq!(count_words("渡轮今天没有开。"), 4);
/// assert_eq!(count_words("渡轮ferry晚了"), 3);
/// ```
pub fn count_words(text: &str) -> usize {
    text.split_whitespace().map(words_in_run).sum()
}

fn words_in_run(run: &str) -> usize {
    if run.is_ascii() {
        return 1;
    }
    let is_character = |c: &char| is_unspaced(*c) && !is_combining_mark(*c);
    match run.chars().filter(is_character).count() {
        0 => 1,
        n => n.div_ceil(2) + usize::from(run.contains(|c| is_word_char(c) && !is_unspaced(c))),
    }
}

fn char_at(text: &str, at: usize) -> char {
    text[at..].chars().next().expect("called inside the text")
}

/// ASCII that no rule lets stand inside a word.
fn ends_word(byte: u8) -> bool {
    byte < 0x80 && !matches!(byte, b'\'' | b'.' | b',' | b'-')
}

/// How many bytes at the start are ASCII letters, digits and low lines. Sixteen at
/// once: the length of a word is then found without a branch that cannot be foreseen.
#[inline]
fn ascii_run(bytes: &[u8]) -> usize {
    let mut length = 0;
    while let Some(chunk) = bytes[length..].first_chunk::<16>() {
        let others = !word_bytes(u128::from_le_bytes(*chunk)) & HIGH;
        if others != 0 {
            return length + others.trailing_zeros() as usize / 8;
        }
        length += 16;
    }
    let rest = &bytes[length..];
    let run = rest.iter().position(|&byte| !is_ascii_word(byte));
    length + run.unwrap_or(rest.len())
}

/// The high bit of each byte.
const HIGH: u128 = each(0x80);

const fn each(byte: u8) -> u128 {
    u128::from_le_bytes([byte; 16])
}

/// Sets the high bit of every byte that is an ASCII letter, a digit or a low line;
/// other bits are of no meaning. No sum carries into the next byte, because the high
/// bits are taken out before.
#[inline]
fn word_bytes(bytes: u128) -> u128 {
    let low = bytes & !HIGH;
    let from = |bytes: u128, first: u8| bytes + each(0x80 - first);
    let small = low | each(0x20);
    let letters = from(small, b'a') & !from(small, b'z' + 1);
    let digits = from(low, b'0') & !from(low, b'9' + 1);
    let low_lines = !((low ^ each(b'_')) + each(0x7F));
    (letters | digits | low_lines) & !bytes
}

/// A table, because this is asked of every byte between words.
fn is_ascii_word(byte: u8) -> bool {
    const TABLE: [bool; 256] = {
        let mut table = [false; 256];
        let mut byte: u8 = 0;
        while byte < 0x80 {
            table[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_';
            byte += 1;
        }
        table
    };
    TABLE[byte as usize]
}

fn is_word_char(c: char) -> bool {
    match c {
        '\0'..='\x7F' => is_ascii_word(c as u8),
        // Latin and Cyrillic letters, decided without the large tables.
        '\u{C0}'..='\u{2AF}' => !matches!(c, '×' | '÷'),
        '\u{400}'..='\u{481}' => true,
        _ => c.is_alphanumeric() || is_combining_mark(c),
    }
}

/// Soft hyphens and joiners stand inside a word without showing.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200C}' | '\u{200D}' | '\u{2060}')
}

/// Scripts written without blanks between words.
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0EFF     // Thai, Lao
        | 0x1000..=0x109F   // Burmese
        | 0x1780..=0x17FF   // Khmer
        | 0x3005..=0x3007 | 0x3040..=0x30FF | 0x31F0..=0x31FF // Japanese syllables
        | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF // Chinese characters
        | 0x20000..=0x3FFFF | 0xFF66..=0xFF9D)
        && (c.is_alphanumeric() || is_combining_mark(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use unicode_segmentation::UnicodeSegmentation;

    fn tokenizer(rule: Rule, code: &str) -> Tokenizer {
        Tokenizer::new(rule, Language::from_code(code).expect("known"))
    }

    fn tokens_in<'t>(text: &'t str, rule: Rule, code: &str) -> Vec<&'t str> {
        let mut found = Vec::new();
        let whole = Span::new(0, text.len());
        tokenizer(rule, code)
            .tokenize(text, whole, &mut |start, end| found.push(&text[start..end]));
        found
    }

    fn tokens(text: &str, rule: Rule) -> Vec<&str> {
        tokens_in(text, rule, "en")
    }

    #[test]
    fn emphasis_is_no_part_of_a_word() {
        let text = "_they_ sailed, __all of_ them, on the _Aurora_'s last_trip ___ l'_été_";
        let expected = [
            "they",
            "sailed",
            "all",
            "of",
            "them",
            "on",
            "the",
            "Aurora",
            "last_trip",
            "l",
            "été",
        ];
        assert_eq!(tokens(text, Rule::Words), expected);
        assert_eq!(tokens("_so_", Rule::WordsAndMarks), ["_", "so", "_"]);
        assert_eq!(tokens("@_ana_ _so_", Rule::Message), ["@_ana_", "so"]);
    }

    #[test]
    fn elided_words_are_cut_off_in_languages_that_have_them() {
        let text = "L'hôtesse m’ennuie jusqu'à l'été d'une amie qu’il n'a d'l'eau aujourd'hui";
        let expected = [
            "L",
            "hôtesse",
            "m",
            "ennuie",
            "jusqu",
            "à",
            "l",
            "été",
            "d",
            "une",
            "amie",
            "qu",
            "il",
            "n",
            "a",
            "d",
            "l",
            "eau",
            "aujourd'hui",
        ];
        assert_eq!(tokens_in(text, Rule::Words, "fr"), expected);
        let text = "dell'arte un’isola c'è";
        let expected = ["dell", "arte", "un", "isola", "c'è"];
        assert_eq!(tokens_in(text, Rule::Words, "it"), expected);
        assert_eq!(
            tokens("don't d'une o'clock", Rule::Words),
            ["don't", "d'une", "o'clock"]
        );
        assert_eq!(
            tokens_in("l’été", Rule::WordsAndMarks, "fr"),
            ["l", "’", "été"]
        );
    }

    #[test]
    fn words_keep_inner_apostrophes_and_numbers() {
        let text = "Don't pay ’tis 1,250.50 — l’été, rock'n'roll’s end.";
        let expected = [
            "Don't",
            "pay",
            "tis",
            "1,250.50",
            "l’été",
            "rock'n'roll’s",
            "end",
        ];
        assert_eq!(tokens(text, Rule::Words), expected);
    }

    #[test]
    fn short_cuts_for_letters_agree_with_the_tables() {
        for c in '\u{80}'..=char::MAX {
            assert_eq!(
                is_word_char(c),
                c.is_alphanumeric() || is_combining_mark(c),
                "{c:?}"
            );
        }
    }

    #[test]
    fn sixteen_bytes_at_once_agree_with_the_table() {
        for byte in 0..=u8::MAX {
            for length in 0..40 {
                let mut bytes = vec![b'x'; length];
                bytes.push(byte);
                bytes.extend([b'_'; 5]);
                bytes.extend([b'\xFF'; 20]);
                let expected = if is_ascii_word(byte) {
                    length + 6
                } else {
                    length
                };
                assert_eq!(ascii_run(&bytes), expected, "{byte:#x} at {length}");
            }
        }
    }

    #[test]
    fn marks_are_tokens_where_style_counts() {
        assert_eq!(
            tokens("Well, so—no!", Rule::WordsAndMarks),
            ["Well", ",", "so", "—", "no", "!"]
        );
    }

    #[test]
    fn messages_keep_tags_and_drop_addresses() {
        let text = "RT @Ana_1: #Goal at https://t.co/x1 by well-known J.R. — www.a.b #";
        let expected = ["RT", "@Ana_1", "#Goal", "at", "by", "well-known", "J.R"];
        assert_eq!(tokens(text, Rule::Message), expected);
    }

    #[test]
    fn scripts_without_blanks_become_pairs() {
        assert_eq!(
            tokens("我们去 a猫", Rule::Words),
            ["我们", "们去", "a", "猫"]
        );
    }

    #[test]
    fn rouge_and_paper_cut_by_their_own_rules() {
        let runs = |text, alphabet| alphanumeric(text, alphabet).collect::<Vec<_>>();
        assert_eq!(
            runs("U.S.-led, naïve", Alphabet::Ascii),
            ["U", "S", "led", "na", "ve"]
        );
        assert_eq!(
            runs("U.S.-led, naïve nai\u{308}ve 猫a目", Alphabet::Unicode),
            ["U", "S", "led", "naïve", "nai\u{308}ve", "猫", "a", "目"]
        );
        assert_eq!(tokens(" a,b  c. ", Rule::NonBlank), ["a,b", "c."]);
    }

    proptest! {
        #[test]
        fn plain_words_are_those_of_the_unicode_annex(text in "[a-zéß0-9 !?\n-]{0,80}") {
            let expected: Vec<&str> = text.unicode_words().collect();
            prop_assert_eq!(tokens(&text, Rule::Words), expected);
        }

        #[test]
        fn tokens_are_in_order_inside_and_on_boundaries(text in any::<String>()) {
            for rule in [Rule::Words, Rule::WordsAndMarks, Rule::Message, Rule::NonBlank] {
                for code in ["en", "fr"] {
                    let mut last = 0;
                    let whole = Span::new(0, text.len());
                    tokenizer(rule, code).tokenize(&text, whole, &mut |start, end| {
                        assert!(last <= start && start < end && end <= text.len());
                        assert!(text.is_char_boundary(start) && text.is_char_boundary(end));
                        last = start;
                    });
                }
            }
        }
    }
}
