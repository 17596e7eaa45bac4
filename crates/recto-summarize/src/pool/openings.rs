//! Sentences that lean on the one before: they open with a word that points back.

use recto_text::Language;

/// Openings that point back, by language; lower case.
const OPENINGS: [(&str, &[&str]); 8] = [
    (
        "en",
        &[
            "he",
            "she",
            "it",
            "they",
            "this",
            "that",
            "these",
            "those",
            "his",
            "her",
            "their",
            "its",
            "such",
            "but",
            "and",
            "so",
            "or",
            "yet",
            "then",
            "thus",
            "also",
            "however",
            "moreover",
            "meanwhile",
            "instead",
            "still",
            "therefore",
            "nevertheless",
        ],
    ),
    (
        "de",
        &[
            "er", "sie", "es", "dies", "diese", "dieser", "dieses", "sein", "seine", "ihr", "ihre",
            "aber", "und", "oder", "doch", "dann", "also", "auch", "dagegen", "dennoch", "deshalb",
            "daher", "damit", "dabei",
        ],
    ),
    (
        "fr",
        &[
            "il",
            "elle",
            "ils",
            "elles",
            "ce",
            "cela",
            "ceci",
            "cette",
            "ces",
            "son",
            "sa",
            "ses",
            "leur",
            "leurs",
            "mais",
            "et",
            "ou",
            "donc",
            "puis",
            "ainsi",
            "aussi",
            "cependant",
            "pourtant",
        ],
    ),
    (
        "es",
        &[
            "él", "ella", "ellos", "ellas", "esto", "eso", "este", "esta", "estos", "estas", "ese",
            "esa", "su", "sus", "pero", "y", "o", "así", "también", "entonces", "además",
        ],
    ),
    (
        "it",
        &[
            "lui", "lei", "essi", "esse", "questo", "questa", "questi", "queste", "quello", "suo",
            "sua", "loro", "ma", "e", "o", "quindi", "così", "anche", "inoltre", "tuttavia",
        ],
    ),
    (
        "pt",
        &[
            "ele", "ela", "eles", "elas", "isto", "isso", "este", "esta", "esse", "essa", "seu",
            "sua", "mas", "e", "ou", "assim", "também", "então", "porém",
        ],
    ),
    (
        "nl",
        &[
            "hij", "zij", "ze", "het", "dit", "dat", "deze", "die", "zijn", "haar", "hun", "maar",
            "en", "of", "dus", "ook", "toch", "dan", "daarom",
        ],
    ),
    (
        "vi",
        &["họ", "nó", "nhưng", "và", "hoặc", "đó", "vậy", "còn"],
    ),
];

/// Whether a sentence opens with a word that points back.
pub(super) fn is_dangling(text: &str, language: &Language) -> bool {
    let Some((_, openings)) = OPENINGS.iter().find(|(code, _)| *code == language.code) else {
        return false;
    };
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let end = text
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(text.len());
    openings.contains(&text[..end].to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_that_point_back_dangle() {
        let english = Language::from_code("en").expect("English");
        assert!(is_dangling("“But nobody came.", english));
        assert!(!is_dangling("Butter is dear.", english));
        let thai = Language::from_code("th");
        assert!(thai.is_none_or(|thai| !is_dangling("but", thai)));
    }
}
