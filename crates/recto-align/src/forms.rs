//! Words that are one word in another form, beyond what a stemmer knows.
//!
//! Irregular forms (*went*, *gone*), numbers in letters and digits (*fifteen*, *15*;
//! *10,000*, *10000*), abbreviations with and without points (*u.s.*, *us*). Each word gets
//! a key; words of one key are forms of each other. The list of irregular forms and number
//! words is English and used for English alone; numbers in digits and points are the same in
//! every language.

use recto_text::Language;
use recto_text::language::Stems;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// Lines of words that stand for each other, the first for all.
const IRREGULAR: &str = include_str!("forms/en.txt");

const UNITS: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] = [
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];
const ORDINALS: [&str; 10] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
];

/// Lines of words that often stand for each other.
const RELATED: &str = include_str!("forms/related.en.txt");

/// Finds the key of a word.
pub(crate) struct Forms {
    irregular: FxHashMap<&'static str, Cow<'static, str>>,
}

impl Forms {
    pub(crate) fn new(language: &Language) -> Self {
        let mut irregular = FxHashMap::default();
        if language.code == "en" {
            for line in IRREGULAR.lines().filter(|line| !line.starts_with('#')) {
                let mut words = line.split(' ');
                let first = words.next().unwrap_or_default();
                for word in words.chain([first]) {
                    irregular.entry(word).or_insert(Cow::Borrowed(first));
                }
            }
            let numbers = UNITS
                .iter()
                .zip(0..)
                .chain(TENS.iter().zip((20..).step_by(10)));
            for (word, value) in numbers.filter(|&(_, value)| value != 1) {
                irregular.insert(word, Cow::Owned(format!("{value}")));
            }
            for (word, value) in ORDINALS.iter().zip(1..) {
                irregular.insert(word, Cow::Owned(format!("{value}th")));
            }
        }
        Self { irregular }
    }

    /// Keys of words that often stand for each other, in groups.
    pub(crate) fn stand_ins(&self, language: &Language, stems: &Stems) -> Vec<Vec<String>> {
        let lines = RELATED.lines().filter(|line| !line.starts_with('#'));
        let is_known = language.code == "en";
        let key = |word| self.key(word, stems).into_owned();
        lines
            .filter(|_| is_known)
            .map(|line| line.split(' ').map(key).collect())
            .collect()
    }

    /// The key of a word in lower case.
    pub(crate) fn key<'w>(&'w self, word: &'w str, stems: &Stems) -> Cow<'w, str> {
        if let Some(first) = self.irregular.get(word) {
            return Cow::Borrowed(first);
        }
        let plain = plain(word);
        if let Some(first) = self.irregular.get(&*plain) {
            return Cow::Owned(first.to_string());
        }
        Cow::Owned(stems.stem(&plain).into_owned())
    }
}

/// A word without the marks that spellings of it differ by: points of an abbreviation,
/// thousands separators, ordinal endings of digits.
fn plain(word: &str) -> Cow<'_, str> {
    let is_number = word.starts_with(|c: char| c.is_ascii_digit());
    if is_number {
        let digits = word.trim_end_matches(|c: char| c.is_alphabetic());
        let ending = &word[digits.len()..];
        let digits = thousands(digits);
        let ending = if matches!(ending, "st" | "nd" | "rd") {
            "th"
        } else {
            ending
        };
        return Cow::Owned(format!("{digits}{ending}"));
    }
    let points = word.matches('.').count();
    if points > 0 && word.len() > points {
        return Cow::Owned(word.replace('.', ""));
    }
    Cow::Borrowed(word)
}

/// Digits without the separators of thousands.
fn thousands(digits: &str) -> Cow<'_, str> {
    let mut groups = digits.split(',');
    let first = groups.next().unwrap_or_default();
    let is_group = |group: &str| {
        let whole = group.split('.').next().unwrap_or_default();
        whole.len() == 3 && whole.bytes().all(|byte| byte.is_ascii_digit())
    };
    let grouped = !first.is_empty() && first.len() <= 3 && groups.all(is_group);
    if grouped && digits.contains(',') {
        Cow::Owned(digits.replace(',', ""))
    } else {
        Cow::Borrowed(digits)
    }
}

impl std::fmt::Debug for Forms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Forms({} irregular)", self.irregular.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_word_share_a_key_and_others_do_not() {
        let language = Language::from_code("en").expect("a language");
        let (forms, stems) = (Forms::new(language), Stems::new(language));
        let same = |a: &str, b: &str| forms.key(a, &stems) == forms.key(b, &stems);
        for (a, b) in [
            ("went", "going"),
            ("was", "are"),
            ("fifteen", "15"),
            ("10,000", "10000"),
            ("2nd", "second"),
            ("u.s.", "us"),
            ("mt.", "mountain"),
            ("percent", "%"),
            ("ferries", "ferry"),
        ] {
            assert!(same(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("15", "16"),
            ("1,5", "15"),
            ("man", "woman"),
            (".", ","),
            ("is", "has"),
        ] {
            assert!(!same(a, b), "{a} {b}");
        }
    }
}
