//! Porter's stemmer as implemented in ROUGE-1.5.5 and in NLTK.
//!
//! ROUGE-1.5.5 departs from the paper (Porter 1980, *An algorithm for suffix stripping*) in
//! step 2 (`bli` for `abli`, and `logi`) and in step 4, where `ment`, then `ent`, are tried
//! after the other endings and not instead of them. rouge-score takes NLTK's, which has a
//! table of irregular words and milder rules for `ies`, `ied`, `y` and `alli`.

/// Whose stemmer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flavour {
    /// ROUGE-1.5.5.
    Script,
    /// NLTK in its default mode.
    Nltk,
}

/// Stems a word of ASCII letters in lower case and digits.
pub(super) fn stem(word: &mut Vec<u8>, flavour: Flavour) {
    if flavour == Flavour::Nltk
        && let Some((_, base)) = IRREGULAR
            .iter()
            .find(|(form, _)| form.as_bytes() == word.as_slice())
    {
        word.clear();
        word.extend_from_slice(base.as_bytes());
        return;
    }
    step_1a(word, flavour);
    step_1b(word, flavour);
    step_1c(word, flavour);
    match flavour {
        Flavour::Script => replace(word, &STEP_2),
        Flavour::Nltk => step_2_nltk(word),
    }
    replace(word, &STEP_3);
    step_4(word, flavour);
    step_5(word, flavour);
}

/// Forms that NLTK looks up first.
const IRREGULAR: [(&str, &str); 16] = [
    ("sky", "sky"),
    ("skies", "sky"),
    ("dying", "die"),
    ("lying", "lie"),
    ("tying", "tie"),
    ("news", "news"),
    ("innings", "inning"),
    ("inning", "inning"),
    ("outings", "outing"),
    ("outing", "outing"),
    ("cannings", "canning"),
    ("canning", "canning"),
    ("howe", "howe"),
    ("proceed", "proceed"),
    ("exceed", "exceed"),
    ("succeed", "succeed"),
];

/// Endings and what takes their place behind a stem of measure 1 and more; of two that
/// fit, the longer stands first.
type Endings<const N: usize> = [(&'static str, &'static str); N];

const STEP_2: Endings<21> = [
    ("ational", "ate"),
    ("tional", "tion"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("bli", "ble"),
    ("alli", "al"),
    ("entli", "ent"),
    ("eli", "e"),
    ("ousli", "ous"),
    ("ization", "ize"),
    ("ation", "ate"),
    ("ator", "ate"),
    ("alism", "al"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("biliti", "ble"),
    ("logi", "log"),
];

const STEP_3: Endings<7> = [
    ("icate", "ic"),
    ("ative", ""),
    ("alize", "al"),
    ("iciti", "ic"),
    ("ical", "ic"),
    ("ful", ""),
    ("ness", ""),
];

const STEP_4: [&str; 16] = [
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ou", "ism", "ate", "iti",
    "ous", "ive", "ize",
];

fn step_1a(word: &mut Vec<u8>, flavour: Flavour) {
    if word.ends_with(b"sses") || word.ends_with(b"ies") {
        let is_mild = flavour == Flavour::Nltk && word.len() == 4 && word.ends_with(b"ies");
        word.truncate(word.len() - if is_mild { 1 } else { 2 });
    } else if word.ends_with(b"s") && !word.ends_with(b"ss") {
        word.pop();
    }
}

fn step_1b(word: &mut Vec<u8>, flavour: Flavour) {
    if flavour == Flavour::Nltk && word.ends_with(b"ied") {
        word.truncate(word.len() - if word.len() == 4 { 1 } else { 2 });
        return;
    }
    if let Some(stem) = word.strip_suffix(b"eed") {
        if measure(stem) > 0 {
            word.pop();
        }
        return;
    }
    let stem = word.strip_suffix(b"ed");
    let Some(stem) = stem.or_else(|| word.strip_suffix(b"ing")) else {
        return;
    };
    if !has_vowel(stem) {
        return;
    }
    word.truncate(stem.len());
    if ["at", "bl", "iz"]
        .iter()
        .any(|e| word.ends_with(e.as_bytes()))
    {
        word.push(b'e');
    } else if ends_double(word) {
        let stays = match word.last() {
            Some(b'l' | b's' | b'z') => true,
            Some(b'y') => flavour == Flavour::Script,
            _ => false,
        };
        if !stays {
            word.pop();
        }
    } else if measure(word) == 1 && ends_short(word, flavour) {
        word.push(b'e');
    }
}

fn step_1c(word: &mut [u8], flavour: Flavour) {
    let Some((last @ b'y', stem)) = word.split_last_mut() else {
        return;
    };
    let turns = match flavour {
        Flavour::Script => has_vowel(stem),
        Flavour::Nltk => stem.len() > 1 && kinds(stem).last() == Some(Kind::Consonant),
    };
    if turns {
        *last = b'i';
    }
}

/// As the table, but `alli` before it, `fulli` too, and `logi` behind a shorter stem.
fn step_2_nltk(word: &mut Vec<u8>) {
    if word
        .strip_suffix(b"alli")
        .is_some_and(|stem| measure(stem) > 0)
    {
        word.truncate(word.len() - 2);
    }
    if word.ends_with(b"logi") {
        if measure(&word[..word.len() - 3]) > 0 {
            word.pop();
        }
    } else if let Some(stem) = word.strip_suffix(b"fulli") {
        if measure(stem) > 0 {
            word.truncate(word.len() - 2);
        }
    } else {
        replace(word, &STEP_2);
    }
}

fn replace(word: &mut Vec<u8>, endings: &[(&str, &str)]) {
    // No ending of steps 2 and 3 ends in another letter.
    if !matches!(
        word.last(),
        Some(b'e' | b'i' | b'l' | b'm' | b'n' | b'r' | b's')
    ) {
        return;
    }
    let known = endings.iter().find(|(ending, _)| ends_with(word, ending));
    if let Some((ending, by)) = known {
        let n = word.len() - ending.len();
        if measure(&word[..n]) > 0 {
            word.truncate(n);
            word.extend_from_slice(by.as_bytes());
        }
    }
}

/// Last letters first: they tell most endings apart without a call.
fn ends_with(word: &[u8], ending: &str) -> bool {
    let ending = ending.as_bytes();
    word.last() == ending.last() && word.ends_with(ending)
}

fn step_4(word: &mut Vec<u8>, flavour: Flavour) {
    let endings = STEP_4.iter();
    let known = endings.copied().find(|e| ends_with(word, e));
    if let Some(ending) = known {
        strip(word, ending.len());
    }
    let is_done = flavour == Flavour::Nltk && known.is_some();
    if is_done {
        return;
    }
    if word.ends_with(b"ment") {
        strip(word, 4);
        if flavour == Flavour::Nltk {
            return;
        }
    }
    if word.ends_with(b"ent") || word.ends_with(b"sion") || word.ends_with(b"tion") {
        strip(word, 3);
    }
}

/// Takes `n` letters off a stem of measure 2 and more.
fn strip(word: &mut Vec<u8>, n: usize) {
    let n = word.len() - n;
    if measure(&word[..n]) > 1 {
        word.truncate(n);
    }
}

fn step_5(word: &mut Vec<u8>, flavour: Flavour) {
    if let Some(stem) = word.strip_suffix(b"e") {
        let m = measure(stem);
        if m > 1 || (m == 1 && !ends_short(stem, flavour)) {
            word.pop();
        }
    }
    if word.ends_with(b"ll") && measure(word) > 1 {
        word.pop();
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Consonant,
    Vowel,
}

/// What each letter is: `y` is a vowel behind a consonant, digits are consonants.
fn kinds(word: &[u8]) -> impl Iterator<Item = Kind> {
    let mut before = Kind::Vowel;
    word.iter().map(move |letter| {
        before = match (letter, before) {
            (b'a' | b'e' | b'i' | b'o' | b'u', _) | (b'y', Kind::Consonant) => Kind::Vowel,
            _ => Kind::Consonant,
        };
        before
    })
}

/// Porter's m: how often a consonant follows a vowel.
fn measure(word: &[u8]) -> usize {
    let mut before = Kind::Consonant;
    let turns = kinds(word).filter(|&kind| {
        let turns = before == Kind::Vowel && kind == Kind::Consonant;
        before = kind;
        turns
    });
    turns.count()
}

fn has_vowel(word: &[u8]) -> bool {
    kinds(word).any(|kind| kind == Kind::Vowel)
}

/// Porter's *d.
fn ends_double(word: &[u8]) -> bool {
    let [.., a, b] = word else { return false };
    a == b && kinds(word).last() == Some(Kind::Consonant)
}

/// Porter's *o: consonant, vowel, consonant other than `w`, `x`, `y`. To NLTK a word of a
/// vowel and a consonant is short as well.
fn ends_short(word: &[u8], flavour: Flavour) -> bool {
    use Kind::{Consonant, Vowel};
    let mut last = [None; 3];
    for kind in kinds(word) {
        last = [last[1], last[2], Some(kind)];
    }
    match last {
        [Some(Consonant), Some(Vowel), Some(Consonant)] => {
            !matches!(word.last(), Some(b'w' | b'x' | b'y'))
        }
        [None, Some(Vowel), Some(Consonant)] => flavour == Flavour::Nltk,
        _ => false,
    }
}
