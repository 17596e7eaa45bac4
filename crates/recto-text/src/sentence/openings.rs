//! What a sentence may open with besides a capital: a symbol, an unnamed speaker, dots for
//! what was left out, a reference in brackets.

use super::rules::{Context, Follow, Mark, REACH};

impl Context<'_> {
    /// `It falls. v is the speed.`: a formula's letter behind a full stop or question mark.
    /// The word before it must be a word, as in `p. m.` and `12. e4` it is not. English alone:
    /// elsewhere such letters are words (`e`, `y`).
    pub(super) fn is_before_symbol(
        &self,
        start: usize,
        mark: &Mark<'_>,
        follow: &Follow<'_>,
    ) -> bool {
        let before = self.text[start..mark.at].trim_end();
        let word = self.word_before(start, start + before.len());
        let is_word = word.chars().count() > 1 && word.chars().all(char::is_alphabetic);
        self.language.code == "en"
            && is_word
            && is_symbol(follow.word)
            && follow.rest.starts_with([' ', '/'])
            && self.text[mark.next..].starts_with(follow.first)
            && mark.closers.is_empty()
            && match mark.marks {
                "." => !self.is_abbreviation(start, start + before.len()),
                "?" | "!" => true,
                _ => false,
            }
    }

    /// `Who is there? __: Nobody.`: a transcript with a blank for the name.
    pub(super) fn is_before_unnamed(&self, mark: &Mark<'_>) -> bool {
        let after = &self.text[mark.next..];
        let rest = after.trim_start_matches('_');
        after.len() - rest.len() >= 2 && rest.starts_with(':')
    }

    /// `"It is over." (p. 12) The rest …`: a reference behind a quotation that ended, with a
    /// new sentence behind it. It goes with the new one, as an aside does.
    pub(super) fn is_before_reference(&self, mark: &Mark<'_>) -> bool {
        let is_quoted = mark.closers.ends_with(['"', '”', '’', '»']);
        let after = &self.text[mark.next..];
        let after = &after[..after.floor_char_boundary(REACH)];
        let Some(close) = after.find(')').filter(|_| after.starts_with('(')) else {
            return false;
        };
        let rest = after[close + 1..].trim_start_matches([' ', '"', '“']);
        let is_spaced = after[close + 1..].starts_with(' ');
        is_quoted && is_spaced && rest.starts_with(char::is_uppercase)
    }

    /// `(or so he said.) The rest …`: the last mark inside a bracket ends its sentence too,
    /// where a function word opens a new one.
    pub(super) fn closes_brackets(
        &self,
        start: usize,
        mark: &Mark<'_>,
        follow: &Follow<'_>,
    ) -> bool {
        mark.marks == "."
            && mark.closers.starts_with(')')
            && follow.first.is_uppercase()
            && self.is_starter(follow)
            && !self.is_abbreviation(start, mark.at)
    }

    /// Whether the dots at `at`, a blank behind an end mark, open the next sentence:
    /// `It stopped. ... Then it went on.` stands for what was left out between the two.
    pub(super) fn opens_with_dots(&self, at: usize) -> bool {
        let rest = &self.text[at..];
        let after = rest.trim_start_matches('.');
        rest.len() - after.len() >= 3
            && after
                .trim_start_matches(' ')
                .starts_with(char::is_uppercase)
    }
}

/// One small letter that is no word, or one or two with a number: `x`, `h2`, `mv1`.
fn is_symbol(word: &str) -> bool {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_small = !letters.is_empty() && letters.bytes().all(|b| b.is_ascii_lowercase());
    let has_number = letters.len() < word.len();
    let is_word = matches!(letters, "a" | "i" | "o");
    is_small && (has_number && letters.len() <= 2 || letters.len() == 1 && !is_word)
}

#[cfg(test)]
mod tests {
    use super::super::tests::sentences;

    fn count(text: &str) -> usize {
        sentences(text, "en").len()
    }

    #[test]
    fn symbols_open_sentences_behind_words_alone() {
        assert_eq!(
            count("The ball falls. v is its speed. Is it? h2 says so."),
            4
        );
        assert_eq!(
            count("It left at 3 p. m. on the dot, vol. b of it, e.g. x."),
            1
        );
        assert_eq!(count("White plays 12. e4 and wins."), 1);
        assert_eq!(count("The price rose. a little later it fell."), 1);
        assert_eq!(count("We ate. e-mail came."), 1);
    }

    #[test]
    fn a_blank_for_a_name_opens_a_sentence() {
        assert_eq!(count("Who is it? __: (inaudible) Right. Thanks."), 3);
        assert_eq!(count("Fill in the gap. __ means nothing."), 1);
    }

    #[test]
    fn references_and_dots_go_with_the_sentence_behind_them() {
        let text = "He calls it \"a new order.\" (p. 12) The rest is silence.";
        let expected = [
            "He calls it \"a new order.\"",
            "(p. 12) The rest is silence.",
        ];
        assert_eq!(sentences(text, "en"), expected);
        assert_eq!(
            count("They cried \"Long live the king!\" (or so) and left."),
            1
        );
        let text = "It stopped. ... Then it went on. ...and on.";
        assert_eq!(
            sentences(text, "en"),
            ["It stopped.", "... Then it went on. ...and on."]
        );
    }

    #[test]
    fn the_mark_inside_a_bracket_ends_its_sentence_where_a_new_one_opens() {
        assert_eq!(count("There are toys (and cars.) The game has more."), 2);
        assert_eq!(count("The firm (Vane Ltd.) The Hague knows is gone."), 1);
        assert_eq!(count("What now? ! You must be mad."), 2);
    }
}
