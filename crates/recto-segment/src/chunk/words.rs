//! Where the words of a text begin.

use recto_text::Units;

/// Where words begin, from the opening of the first unit to the end of the last.
#[derive(Debug, Clone)]
pub(super) struct WordStarts {
    /// First bytes, rising. Texts are limited to 4 GiB.
    at: Vec<u32>,
    /// Whether a blank stands before the word; else it is a later token of a run.
    opens_run: Vec<bool>,
}

impl WordStarts {
    pub(super) fn of(units: &Units<'_>) -> Self {
        let mut found = Self {
            at: Vec::with_capacity(units.tokens.len()),
            opens_run: Vec::with_capacity(units.tokens.len()),
        };
        let Some(last) = units.units.last() else {
            return found;
        };
        let (text, mut at) = (&units.text[..last.span.end], units.opening(0));
        let mut tokens = units.tokens.iter().map(|token| token.span().start);
        let mut token = tokens.next();
        while at < text.len() {
            let run = text[at..].trim_start();
            let start = text.len() - run.len();
            at = start + run.find(char::is_whitespace).unwrap_or(run.len());
            // A run is a word even without a token, and opens with its first token, be there
            // a quote before it or not.
            if start < at {
                found.push(start, true);
            }
            let mut is_first = true;
            while let Some(next) = token.filter(|&next| next < at) {
                if !is_first {
                    found.push(next, false);
                }
                is_first = false;
                token = tokens.next();
            }
        }
        found
    }

    fn push(&mut self, at: usize, opens_run: bool) {
        self.at
            .push(u32::try_from(at).expect("texts are limited to 4 GiB"));
        self.opens_run.push(opens_run);
    }

    /// How many words begin before a byte.
    pub(super) fn before(&self, byte: usize) -> usize {
        self.at.partition_point(|&at| (at as usize) < byte)
    }

    /// The first byte of a word.
    pub(super) fn start(&self, word: usize) -> usize {
        self.at[word] as usize
    }

    /// The byte at most `n` words before `byte` where a run between blanks opens.
    pub(super) fn back(&self, byte: usize, n: usize) -> usize {
        let word = self.before(byte);
        let from = word.saturating_sub(n);
        let opening = (from..word).find(|&word| self.opens_run[word]);
        opening.map_or(byte, |word| self.start(word))
    }

    /// The nearest word at or before `word` where a text may be cut: one that opens a run,
    /// or any of a run of more than `most` words.
    pub(super) fn cut_before(&self, word: usize, most: usize) -> usize {
        let run = (0..=word).rev().find(|&word| self.opens_run[word]);
        let run = run.unwrap_or(0);
        let rest = self.opens_run[run + 1..].iter();
        let length = 1 + rest.take(most).take_while(|&&opens| !opens).count();
        if length > most { word } else { run }
    }
}
