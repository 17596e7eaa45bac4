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

/// Numbers in letters, and their digits; *one* is also an article.
const NUMBERS: [(&str, &str); 37] = [
    ("eight", "8"),
    ("eighteen", "18"),
    ("eighth", "8th"),
    ("eighty", "80"),
    ("eleven", "11"),
    ("fifteen", "15"),
    ("fifth", "5th"),
    ("fifty", "50"),
    ("first", "1th"),
    ("five", "5"),
    ("forty", "40"),
    ("four", "4"),
    ("fourteen", "14"),
    ("fourth", "4th"),
    ("nine", "9"),
    ("nineteen", "19"),
    ("ninety", "90"),
    ("ninth", "9th"),
    ("second", "2th"),
    ("seven", "7"),
    ("seventeen", "17"),
    ("seventh", "7th"),
    ("seventy", "70"),
    ("six", "6"),
    ("sixteen", "16"),
    ("sixth", "6th"),
    ("sixty", "60"),
    ("ten", "10"),
    ("tenth", "10th"),
    ("third", "3th"),
    ("thirteen", "13"),
    ("thirty", "30"),
    ("three", "3"),
    ("twelve", "12"),
    ("twenty", "20"),
    ("two", "2"),
    ("zero", "0"),
];

/// Lines of words that often stand for each other.
const RELATED: &str = include_str!("forms/related.en.txt");

/// Finds the key of a word.
pub(crate) struct Forms {
    irregular: FxHashMap<&'static str, &'static str>,
}

impl Forms {
    pub(crate) fn new(language: &Language) -> Self {
        let mut irregular = FxHashMap::default();
        if language.code == "en" {
            for line in IRREGULAR.lines().filter(|line| !line.starts_with('#')) {
                let mut words = line.split(' ');
                let first = words.next().unwrap_or_default();
                for word in words.chain([first]) {
                    irregular.entry(word).or_insert(first);
                }
            }
            for (word, digits) in NUMBERS {
                irregular.insert(word, digits);
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
            return Cow::Borrowed(first);
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
