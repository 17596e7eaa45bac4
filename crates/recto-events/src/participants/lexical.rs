//! Names that are alike by their letters.
//!
//! PES def. LexicalSimilarity: two mentions may name the same.
//!
//! # Departures
//! "Part of" holds for whole words, as a substring joins `ned` and `nedchi`. Abbreviations,
//! which the paper's text names and its formula lacks, are a rule of their own. Tags are
//! joined with what they spell, and with nothing else: `#qatarvsecuador` would join two
//! teams.

/// Share of the shorter name that may differ.
const EDITS: f64 = 0.2;
/// Letters of a tag that must be left without its digits.
const TAG_LETTERS: usize = 3;
/// Letters of a name that a handle may end with.
const HANDLE_LETTERS: usize = 4;
/// Letters that a handle may have before the name.
const HANDLE_EXTRA: usize = 2;
/// Letters of an abbreviation.
const ABBREVIATION: std::ops::RangeInclusive<usize> = 2..=8;

/// Whether two names in normal form may name the same.
///
/// PES def. LexicalSimilarity: the lexical part of the similarity, 0 or 1.
pub(crate) fn are_alike(a: &str, b: &str) -> bool {
    let (short, long) = if bare(a).len() <= bare(b).len() {
        (a, b)
    } else {
        (b, a)
    };
    let (s, l) = (bare(short), bare(long));
    if letters(s).eq(letters(l)) || is_part(s, l) {
        return true;
    }
    if is_tag(short) || is_tag(long) {
        return is_same_tag(short, long);
    }
    is_abbreviation(s, l) || is_close(s, l)
}

/// Whether the words of `short` are a run of the words of `long`.
pub(crate) fn is_part(short: &str, long: &str) -> bool {
    if !long.contains(short) {
        return false;
    }
    let short: Vec<&str> = short.split(' ').collect();
    let long: Vec<&str> = long.split(' ').collect();
    long.windows(short.len()).any(|run| run == short)
}

fn is_tag(name: &str) -> bool {
    name.starts_with(['#', '@'])
}

fn bare(name: &str) -> &str {
    name.trim_start_matches(['#', '@'])
}

/// The characters of a name without blanks.
fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|&c| c != ' ')
}

/// Whether a tag or handle spells a name, digits at its end left out.
fn is_same_tag(short: &str, long: &str) -> bool {
    let is_letter = |c: char| c.is_alphabetic();
    let letters = |name: &str| {
        let name: String = letters(bare(name)).collect();
        name.trim_end_matches(|c| !is_letter(c)).to_string()
    };
    let (s, l) = (letters(short), letters(long));
    let n = s.chars().count();
    if s == l {
        return n >= TAG_LETTERS;
    }
    let is_handle = short.starts_with('@') || long.starts_with('@');
    let extra = l.chars().count().saturating_sub(n);
    is_handle && n >= HANDLE_LETTERS && l.ends_with(&s) && extra <= HANDLE_EXTRA
}

/// Whether `short` is made of letters of the first words of `long`, at least two of them,
/// each beginning with the word's first letter: `okc` of "oklahoma city".
fn is_abbreviation(short: &str, long: &str) -> bool {
    let n_letters = short.chars().count();
    if short.contains(' ') || !long.contains(' ') || !ABBREVIATION.contains(&n_letters) {
        return false;
    }
    let letters: Vec<char> = short.chars().collect();
    let words: Vec<Vec<char>> = long.split(' ').map(|word| word.chars().collect()).collect();
    // ends[i]: the words so far can have made the first i letters.
    let mut ends = vec![false; letters.len() + 1];
    ends[0] = true;
    for (index, word) in words.iter().enumerate() {
        let mut next = vec![false; letters.len() + 1];
        for start in (0..letters.len()).filter(|&start| ends[start]) {
            for end in reaches(&letters[start..], word) {
                next[start + end] = true;
            }
        }
        if index >= 1 && next[letters.len()] {
            return true;
        }
        ends = next;
    }
    false
}

/// How many of the first letters can be taken in order from a word, its first letter
/// included. The earliest place of each letter leaves most to the others.
fn reaches(letters: &[char], word: &[char]) -> std::ops::RangeInclusive<usize> {
    let mut n = 0;
    let mut rest = word.iter();
    for (index, letter) in letters.iter().enumerate() {
        let found = if index == 0 {
            rest.next() == Some(letter)
        } else {
            rest.any(|c| c == letter)
        };
        if !found {
            break;
        }
        n += 1;
    }
    1..=n
}

/// Whether few letters differ.
fn is_close(short: &str, long: &str) -> bool {
    let (n_short, n_long) = (short.chars().count(), long.chars().count());
    let most = EDITS * n_short.min(n_long) as f64;
    if n_long.abs_diff(n_short) as f64 >= most {
        return false;
    }
    let (s, l): (Vec<char>, Vec<char>) = (short.chars().collect(), long.chars().collect());
    (edits(&s, &l) as f64) < most
}

/// Levenshtein distance.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use recto_testing::golden;

    #[test]
    fn pairs_are_alike_as_in_the_prototype() {
        for pair in golden!("lexical").at("pairs").entries() {
            let (a, b) = (pair.at("a").text(), pair.at("b").text());
            pair.at("similar").assert_equal(&are_alike(a, b));
            let chars = |name: &str| bare(name).chars().collect::<Vec<_>>();
            assert_eq!(
                edits(&chars(a), &chars(b)),
                pair.at("edit").count(),
                "{a} {b}"
            );
        }
    }

    proptest! {
        #[test]
        fn order_does_not_matter(a in "[#@]?[ab]{1,4}( [ab]{1,4}){0,2}", b in "[#@]?[ab]{1,4}( [ab]{1,4}){0,2}") {
            if bare(&a).len() != bare(&b).len() {
                prop_assert_eq!(are_alike(&a, &b), are_alike(&b, &a));
            }
            prop_assert!(are_alike(&a, &a));
        }

        #[test]
        fn edits_are_a_distance(a in "[abc]{0,6}", b in "[abc]{0,6}", c in "[abc]{0,6}") {
            let d = |x: &str, y: &str| edits(&x.chars().collect::<Vec<_>>(), &y.chars().collect::<Vec<_>>());
            prop_assert_eq!(d(&a, &b), d(&b, &a));
            prop_assert!(d(&a, &c) <= d(&a, &b) + d(&b, &c));
            prop_assert_eq!(d(&a, &b) == 0, a == b);
        }
    }
}
