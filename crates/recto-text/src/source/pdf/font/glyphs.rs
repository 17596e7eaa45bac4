//! Names of glyphs, and the encodings that are lists of them.
//!
//! A name is that of a letter (`A`), a letter with its accent (`eacute`), a sign (`quoteright`),
//! a number in Unicode (`uni20AC`, `u1F600`) or several of these (`f_f_i`). Letters with
//! accents are put together from the two, so that no list of them is needed.

use unicode_normalization::UnicodeNormalization;

/// Accents as names end in them.
const ACCENTS: [(&str, char); 17] = [
    ("hungarumlaut", '\u{30B}'),
    ("circumflex", '\u{302}'),
    ("commaaccent", '\u{327}'),
    ("dieresis", '\u{308}'),
    ("dotaccent", '\u{307}'),
    ("dotbelow", '\u{323}'),
    ("hookabove", '\u{309}'),
    ("ogonek", '\u{328}'),
    ("cedilla", '\u{327}'),
    ("macron", '\u{304}'),
    ("acute", '\u{301}'),
    ("breve", '\u{306}'),
    ("caron", '\u{30C}'),
    ("grave", '\u{300}'),
    ("tilde", '\u{303}'),
    ("ring", '\u{30A}'),
    ("horn", '\u{31B}'),
];

const SIGNS: &[(&str, &str)] = &[
    ("space", " "),
    ("nbspace", "\u{A0}"),
    ("nonbreakingspace", "\u{A0}"),
    ("exclam", "!"),
    ("quotedbl", "\""),
    ("numbersign", "#"),
    ("dollar", "$"),
    ("percent", "%"),
    ("ampersand", "&"),
    ("quotesingle", "'"),
    ("parenleft", "("),
    ("parenright", ")"),
    ("asterisk", "*"),
    ("plus", "+"),
    ("comma", ","),
    ("hyphen", "-"),
    ("sfthyphen", "-"),
    ("minus", "−"),
    ("period", "."),
    ("slash", "/"),
    ("zero", "0"),
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("colon", ":"),
    ("semicolon", ";"),
    ("less", "<"),
    ("equal", "="),
    ("greater", ">"),
    ("question", "?"),
    ("at", "@"),
    ("bracketleft", "["),
    ("backslash", "\\"),
    ("bracketright", "]"),
    ("asciicircum", "^"),
    ("underscore", "_"),
    ("quoteleft", "‘"),
    ("grave", "`"),
    ("braceleft", "{"),
    ("bar", "|"),
    ("braceright", "}"),
    ("asciitilde", "~"),
    ("exclamdown", "¡"),
    ("cent", "¢"),
    ("sterling", "£"),
    ("fraction", "⁄"),
    ("yen", "¥"),
    ("florin", "ƒ"),
    ("section", "§"),
    ("currency", "¤"),
    ("quotedblleft", "“"),
    ("guillemotleft", "«"),
    ("guilsinglleft", "‹"),
    ("guilsinglright", "›"),
    ("fi", "fi"),
    ("fl", "fl"),
    ("ff", "ff"),
    ("ffi", "ffi"),
    ("ffl", "ffl"),
    ("endash", "–"),
    ("dagger", "†"),
    ("daggerdbl", "‡"),
    ("periodcentered", "·"),
    ("middot", "·"),
    ("paragraph", "¶"),
    ("bullet", "•"),
    ("quotesinglbase", "‚"),
    ("quotedblbase", "„"),
    ("quotedblright", "”"),
    ("quoteright", "’"),
    ("guillemotright", "»"),
    ("ellipsis", "…"),
    ("perthousand", "‰"),
    ("questiondown", "¿"),
    ("acute", "´"),
    ("circumflex", "ˆ"),
    ("tilde", "˜"),
    ("macron", "¯"),
    ("breve", "˘"),
    ("dotaccent", "˙"),
    ("dieresis", "¨"),
    ("ring", "˚"),
    ("cedilla", "¸"),
    ("hungarumlaut", "˝"),
    ("ogonek", "˛"),
    ("caron", "ˇ"),
    ("emdash", "—"),
    ("AE", "Æ"),
    ("ordfeminine", "ª"),
    ("Lslash", "Ł"),
    ("Oslash", "Ø"),
    ("OE", "Œ"),
    ("ordmasculine", "º"),
    ("ae", "æ"),
    ("dotlessi", "ı"),
    ("dotlessj", "ȷ"),
    ("lslash", "ł"),
    ("oslash", "ø"),
    ("oe", "œ"),
    ("germandbls", "ß"),
    ("SS", "SS"),
    ("Eth", "Ð"),
    ("eth", "ð"),
    ("Thorn", "Þ"),
    ("thorn", "þ"),
    ("Dcroat", "Đ"),
    ("dcroat", "đ"),
    ("Dslash", "Đ"),
    ("dbar", "đ"),
    ("Hbar", "Ħ"),
    ("hbar", "ħ"),
    ("Tbar", "Ŧ"),
    ("tbar", "ŧ"),
    ("Eng", "Ŋ"),
    ("eng", "ŋ"),
    ("IJ", "Ĳ"),
    ("ij", "ĳ"),
    ("Ldot", "Ŀ"),
    ("ldot", "ŀ"),
    ("kgreenlandic", "ĸ"),
    ("napostrophe", "ŉ"),
    ("longs", "ſ"),
    ("Euro", "€"),
    ("trademark", "™"),
    ("registered", "®"),
    ("copyright", "©"),
    ("degree", "°"),
    ("plusminus", "±"),
    ("multiply", "×"),
    ("divide", "÷"),
    ("mu", "µ"),
    ("onesuperior", "¹"),
    ("twosuperior", "²"),
    ("threesuperior", "³"),
    ("onehalf", "½"),
    ("onequarter", "¼"),
    ("threequarters", "¾"),
    ("brokenbar", "¦"),
    ("logicalnot", "¬"),
    ("visiblespace", " "),
    ("compwordmark", ""),
    ("cwm", ""),
    ("zwnj", ""),
    ("softhyphen", "-"),
    ("hyphenchar", "-"),
    ("alpha", "α"),
    ("beta", "β"),
    ("gamma", "γ"),
    ("delta", "δ"),
    ("epsilon", "ε"),
    ("epsilon1", "ε"),
    ("zeta", "ζ"),
    ("eta", "η"),
    ("theta", "θ"),
    ("theta1", "ϑ"),
    ("iota", "ι"),
    ("kappa", "κ"),
    ("lambda", "λ"),
    ("nu", "ν"),
    ("xi", "ξ"),
    ("omicron", "ο"),
    ("pi", "π"),
    ("pi1", "ϖ"),
    ("rho", "ρ"),
    ("rho1", "ϱ"),
    ("sigma", "σ"),
    ("sigma1", "ς"),
    ("tau", "τ"),
    ("upsilon", "υ"),
    ("phi", "φ"),
    ("phi1", "ϕ"),
    ("chi", "χ"),
    ("psi", "ψ"),
    ("omega", "ω"),
    ("omega1", "ϖ"),
    ("Alpha", "Α"),
    ("Beta", "Β"),
    ("Gamma", "Γ"),
    ("Delta", "Δ"),
    ("Epsilon", "Ε"),
    ("Zeta", "Ζ"),
    ("Eta", "Η"),
    ("Theta", "Θ"),
    ("Iota", "Ι"),
    ("Kappa", "Κ"),
    ("Lambda", "Λ"),
    ("Mu", "Μ"),
    ("Nu", "Ν"),
    ("Xi", "Ξ"),
    ("Omicron", "Ο"),
    ("Pi", "Π"),
    ("Rho", "Ρ"),
    ("Sigma", "Σ"),
    ("Tau", "Τ"),
    ("Upsilon", "Υ"),
    ("Phi", "Φ"),
    ("Chi", "Χ"),
    ("Psi", "Ψ"),
    ("Omega", "Ω"),
    ("arrowleft", "←"),
    ("arrowup", "↑"),
    ("arrowright", "→"),
    ("arrowdown", "↓"),
    ("arrowboth", "↔"),
    ("infinity", "∞"),
    ("element", "∈"),
    ("notequal", "≠"),
    ("lessequal", "≤"),
    ("greaterequal", "≥"),
    ("approxequal", "≈"),
    ("equivalence", "≡"),
    ("similar", "∼"),
    ("summation", "∑"),
    ("product", "∏"),
    ("integral", "∫"),
    ("radical", "√"),
    ("partialdiff", "∂"),
    ("gradient", "∇"),
    ("existential", "∃"),
    ("universal", "∀"),
    ("emptyset", "∅"),
    ("intersection", "∩"),
    ("union", "∪"),
    ("logicaland", "∧"),
    ("logicalor", "∨"),
    ("dotmath", "⋅"),
    ("asteriskmath", "∗"),
    ("prime", "′"),
    ("second", "″"),
    ("minute", "′"),
    ("openbullet", "◦"),
    ("filledbox", "■"),
    ("square", "□"),
    ("lozenge", "◊"),
    ("club", "♣"),
    ("heart", "♥"),
];

/// The text of a glyph by its name; `None` where the name says nothing.
pub(super) fn text(name: &str) -> Option<String> {
    let name = match name.split_once('.') {
        Some(("", _)) => return None,
        Some((name, _)) => name,
        None => name,
    };
    if let Some((_, text)) = SIGNS.iter().find(|(known, _)| *known == name) {
        return Some((*text).to_string());
    }
    if name.contains('_') {
        return name.split('_').map(text).collect();
    }
    let mut letters = name.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return Some(letter.to_string());
    }
    numbered(name)
        .or_else(|| accented(name))
        .or_else(|| cyrillic(name))
}

fn numbered(name: &str) -> Option<String> {
    let hex = |digits: &str| u32::from_str_radix(digits, 16).ok();
    if let Some(digits) = name.strip_prefix("uni").filter(|digits| digits.len() >= 4) {
        let units = digits
            .as_bytes()
            .chunks(4)
            .map(|part| std::str::from_utf8(part).ok());
        let units: Option<Vec<u16>> = units.map(|part| u16::try_from(hex(part?)?).ok()).collect();
        return String::from_utf16(&units?).ok();
    }
    let digits = name
        .strip_prefix('u')
        .filter(|digits| (4..=6).contains(&digits.len()))?;
    char::from_u32(hex(digits)?).map(String::from)
}

fn accented(name: &str) -> Option<String> {
    let (letter, accent) = ACCENTS
        .iter()
        .find_map(|(ending, accent)| Some((name.strip_suffix(ending)?, accent)))?;
    let base = match letter {
        "dotlessi" => 'i',
        "ae" => 'æ',
        "AE" => 'Æ',
        _ => {
            let mut letters = letter.chars();
            letters.next().filter(|_| letters.next().is_none())?
        }
    };
    Some([base, *accent].into_iter().nfc().collect())
}

/// `afii10017` to `afii10097`: the letters of Russian in order.
fn cyrillic(name: &str) -> Option<String> {
    let number: u32 = name.strip_prefix("afii")?.parse().ok()?;
    let code = match number {
        10_023 => 0x401,
        10_071 => 0x451,
        10_017..=10_022 => 0x410 + number - 10_017,
        10_024..=10_049 => 0x416 + number - 10_024,
        10_065..=10_070 => 0x430 + number - 10_065,
        10_072..=10_097 => 0x436 + number - 10_072,
        61_352 => 0x2116,
        _ => return None,
    };
    char::from_u32(code).map(String::from)
}

/// The letters of an encoding that every program knows.
pub(super) fn base(name: &str) -> Option<Vec<String>> {
    match name {
        "WinAnsiEncoding" => Some(page(encoding_rs::WINDOWS_1252)),
        "MacRomanEncoding" => Some(page(encoding_rs::MACINTOSH)),
        "StandardEncoding" => Some(standard()),
        _ => None,
    }
}

fn page(encoding: &'static encoding_rs::Encoding) -> Vec<String> {
    let letter = |code: u8| {
        let text = encoding.decode_without_bom_handling(&[code]).0.into_owned();
        if text.chars().any(char::is_control) {
            String::new()
        } else {
            text
        }
    };
    (0..=255).map(letter).collect()
}

/// Names of the upper half of the standard encoding, from 161 on; empty where there is none.
const STANDARD: &str = "exclamdown cent sterling fraction yen florin section currency quotesingle quotedblleft guillemotleft guilsinglleft guilsinglright fi fl - endash dagger daggerdbl periodcentered - paragraph bullet quotesinglbase quotedblbase quotedblright guillemotright ellipsis perthousand - questiondown - grave acute circumflex tilde macron breve dotaccent dieresis - ring cedilla - hungarumlaut ogonek caron emdash - - - - - - - - - - - - - - - - AE - ordfeminine - - - - Lslash Oslash OE ordmasculine - - - - - ae - - - dotlessi - - lslash oslash oe germandbls";

/// Adobe's standard encoding: ASCII with round quotes, and names above.
pub(super) fn standard() -> Vec<String> {
    let mut letters = page(encoding_rs::WINDOWS_1252);
    letters[0x27] = "’".into();
    letters[0x60] = "‘".into();
    letters[128..].fill(String::new());
    for (code, name) in (161..).zip(STANDARD.split(' ')) {
        letters[code] = if name == "-" {
            String::new()
        } else {
            text(name).unwrap_or_default()
        };
    }
    letters
}

/// Greek letters by the Latin keys that they lie on in the font Symbol.
pub(super) fn symbol() -> Vec<String> {
    let mut letters = page(encoding_rs::WINDOWS_1252);
    letters[128..].fill(String::new());
    let keys = "ABGDEZHQIKLMNXOPRSTUFCYWabgdezhqiklmnxoprstufcyw";
    let greek = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρστυφχψω";
    for (key, letter) in keys.bytes().zip(greek.chars()) {
        letters[usize::from(key)] = letter.to_string();
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_give_letters() {
        let rows = [
            ("A", "A"),
            ("eacute", "é"),
            ("Scedilla", "Ş"),
            ("ohungarumlaut", "ő"),
            ("f_f_i", "ffi"),
            ("uni20AC", "€"),
            ("u1F600", "😀"),
            ("quoteright", "’"),
            ("a.sc", "a"),
            ("afii10084", "т"),
            ("ccaron", "č"),
            ("germandbls", "ß"),
        ];
        for (name, letter) in rows {
            assert_eq!(text(name).as_deref(), Some(letter), "{name}");
        }
        for name in ["g123", ".notdef", "cid77", "uniXYZW", ""] {
            assert_eq!(text(name), None, "{name}");
        }
    }

    #[test]
    fn encodings_have_their_letters() {
        assert_eq!(standard()[0xFB], "ß");
        assert_eq!(standard()[0xAE], "fi");
        assert_eq!(base("WinAnsiEncoding").expect("known")[0x93], "“");
        assert_eq!(symbol()[usize::from(b'l')], "λ");
    }
}
