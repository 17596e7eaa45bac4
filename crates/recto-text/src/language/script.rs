//! Scripts: which letters a text is written in.

/// A script, as far as it says something about the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    Latin,
    Cyrillic,
    Arabic,
    Devanagari,
    Greek,
    Kana,
    Han,
    /// Letters of languages that recto has no word lists for.
    Other,
}

const SCRIPTS: [Script; 8] = [
    Script::Latin,
    Script::Cyrillic,
    Script::Arabic,
    Script::Devanagari,
    Script::Greek,
    Script::Kana,
    Script::Han,
    Script::Other,
];

/// One character of Chinese says as much as about three letters.
const HAN_WEIGHT: usize = 3;

/// A text in Chinese characters is Japanese if one in so many of its characters is kana: the
/// particles alone make up more, and Chinese texts quote hardly any.
const KANA_ONE_IN: usize = 20;

/// Letters of each script in a text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ScriptCounts([usize; SCRIPTS.len()]);

impl ScriptCounts {
    pub(super) fn add(&mut self, text: &str) {
        for char in text.chars() {
            if char.is_ascii() {
                self.0[Script::Latin as usize] += usize::from(char.is_ascii_alphabetic());
            } else if let Some(script) = script_of(char) {
                self.0[script as usize] += 1;
            }
        }
    }

    pub(super) fn of(&self, script: Script) -> usize {
        self.0[script as usize]
    }

    /// The script that most of the text is in; `None` without a letter.
    ///
    /// Chinese characters and kana count together, because Japanese mixes them.
    pub(super) fn main(&self) -> Option<Script> {
        let (han, kana) = (self.of(Script::Han), self.of(Script::Kana));
        let mut weights = self.0;
        weights[Script::Han as usize] = 0;
        weights[Script::Kana as usize] = 0;
        let east_asian = if kana * KANA_ONE_IN >= han + kana {
            Script::Kana
        } else {
            Script::Han
        };
        weights[east_asian as usize] = HAN_WEIGHT * han + kana;
        let (mut main, mut most) = (None, 0);
        for script in SCRIPTS {
            if weights[script as usize] > most {
                (main, most) = (Some(script), weights[script as usize]);
            }
        }
        main
    }
}

/// The script of a letter; `None` for any other character.
pub(super) fn script_of(char: char) -> Option<Script> {
    let script = match u32::from(char) {
        0x41..=0x5A | 0x61..=0x7A => Script::Latin,
        0xD7 | 0xF7 => return None,
        0xC0..=0x2AF | 0x1E00..=0x1EFF => Script::Latin,
        0x400..=0x481 | 0x48A..=0x52F => Script::Cyrillic,
        0x620..=0x63F | 0x641..=0x64A | 0x66E..=0x6D3 | 0x6D5 | 0x6FA..=0x6FF | 0x750..=0x77F => {
            Script::Arabic
        }
        0x900..=0x963 | 0x971..=0x97F => Script::Devanagari,
        0x370..=0x3FF | 0x1F00..=0x1FFF => Script::Greek,
        0x3041..=0x30FA | 0x30FC..=0x30FF | 0x31F0..=0x31FF | 0xFF66..=0xFF9D => Script::Kana,
        0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x2_0000..=0x3_FFFF => Script::Han,
        // Accents that follow their letter.
        0x300..=0x36F => return None,
        _ if char.is_alphabetic() => Script::Other,
        _ => return None,
    };
    Some(script)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn main_script(text: &str) -> Option<Script> {
        let mut counts = ScriptCounts::default();
        counts.add(text);
        counts.main()
    }

    #[test]
    fn most_letters_decide_and_a_chinese_character_counts_three() {
        assert_eq!(main_script("1871, 3 × 4 = 12!"), None);
        assert_eq!(
            main_script("The harbour is called 港口."),
            Some(Script::Latin)
        );
        assert_eq!(main_script("港口 (port)"), Some(Script::Han));
        assert_eq!(main_script("лодка, boat, гавань"), Some(Script::Cyrillic));
        assert_eq!(main_script("배가 항구로 돌아온다"), Some(Script::Other));
    }

    #[test]
    fn kana_among_chinese_characters_makes_a_text_japanese() {
        assert_eq!(
            main_script("漁師たちは岸で魚を売っています"),
            Some(Script::Kana)
        );
        assert_eq!(main_script("渔民在岸边卖鱼，港口很小"), Some(Script::Han));
    }
}
