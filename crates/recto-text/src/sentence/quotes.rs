//! Quotations: which marks close one, and whether its speaker follows.

use super::Decision;
use super::rules::{Context, Follow, Mark};

/// English verbs that tie a quotation to its speaker.
const ENGLISH: [&str; 24] = [
    "said",
    "says",
    "asked",
    "asks",
    "replied",
    "cried",
    "shouted",
    "whispered",
    "answered",
    "added",
    "murmured",
    "called",
    "muttered",
    "exclaimed",
    "yelled",
    "laughed",
    "sighed",
    "snapped",
    "wondered",
    "began",
    "continued",
    "growled",
    "told",
    "wrote",
];

/// Verbs of speech in scripts without capitals, where only they tell a speaker from
/// a new sentence. (A language with capitals writes the speaker's verb small.)
const HINDI: [&str; 6] = ["पूछा", "कहा", "बोला", "बोली", "बोले", "चिल्लाया"];
const ARABIC: [&str; 8] = ["قال", "قالت", "سأل", "سألت", "أجاب", "أجابت", "صاح", "صاحت"];
const CHINESE: [&str; 8] = ["说", "問", "问", "道", "喊", "答", "叫", "說"];

/// Characters after a Chinese quotation within which the verb stands.
const NEAR: usize = 12;

impl<'t> Context<'t> {
    /// Past closing quotes and brackets, also where French puts a blank before them.
    pub(super) fn skip_closers(&self, from: usize) -> usize {
        let mut at = from;
        let mut letters = self.text[from..].chars().take(8).peekable();
        while let Some(c) = letters.next() {
            // `“` closes in German and opens elsewhere: before a letter it opens.
            let opens = c == '“' && letters.peek().is_some_and(|c| c.is_alphanumeric());
            if !is_closer(c) || opens {
                break;
            }
            at += c.len_utf8();
        }
        let rest = &self.text[at..];
        let mut inner = rest.chars();
        let spaced = inner
            .next()
            .is_some_and(|c| matches!(c, ' ' | '\u{A0}' | '\u{202F}'))
            && inner.next() == Some('»')
            && inner.next().is_none_or(|c| !c.is_alphanumeric());
        if spaced {
            at + rest.find('»').map_or(0, |offset| offset + '»'.len_utf8())
        } else {
            at
        }
    }

    /// Speech that breaks off at a dash before another speaker's: `"Listen –" "No!"`.
    pub(super) fn at_dash(&self, after: usize) -> Decision {
        let end = self.skip_closers(after);
        let next = self.skip_blanks(end);
        let mut letters = self.text[next..].chars();
        let is_reply = self.text[after..end].contains(['"', '”', '’'])
            && next > end
            && letters
                .next()
                .is_some_and(|c| matches!(c, '"' | '“' | '‘' | '„' | '«'))
            && letters.next().is_some_and(char::is_uppercase);
        if is_reply {
            Decision::Cut { end, next }
        } else {
            Decision::GoOn(after)
        }
    }

    /// `“Why?” Anna asked`: the quotation is part of its speaker's sentence.
    pub(super) fn is_before_speaker(&self, mark: &Mark<'_>, follow: &Follow<'_>) -> bool {
        if !mark.closers.contains(['"', '\'', '’', '”', '“', '»']) {
            return false;
        }
        let verbs: &[&str] = match self.language.code {
            "en" => return self.is_english_tag(follow),
            "hi" => &HINDI,
            "ar" => &ARABIC,
            _ => return false,
        };
        let clause = follow.rest.split(['।', '.', '،', ',', '"']).next();
        std::iter::once(follow.word)
            .chain(clause.unwrap_or("").split_whitespace().take(4))
            .any(|word| verbs.contains(&word))
    }

    /// A name or "I", then within two words a verb of speech.
    fn is_english_tag(&self, follow: &Follow<'_>) -> bool {
        if follow.word != "I" && self.is_starter(follow) {
            return false;
        }
        let clause = follow
            .rest
            .split([',', ';', '!', '?', '"', '“'])
            .next()
            .unwrap_or("");
        let mut verbs = clause.split_whitespace().take(2);
        verbs.any(|word| ENGLISH.contains(&word.trim_end_matches('.')))
    }

    /// A quotation in full-width marks that the narrator takes up again: `「…。」と`,
    /// `“…？”她问`.
    pub(super) fn is_taken_up(&self, mark: &Mark<'_>) -> bool {
        if mark.closers.is_empty() {
            return false;
        }
        let mut after = self.text[mark.next..].chars();
        let first = after.clone().next();
        if first.is_some_and(|c| ('\u{3041}'..='\u{309F}').contains(&c)) {
            return true;
        }
        let clause = after
            .by_ref()
            .take(NEAR)
            .take_while(|c| c.is_alphanumeric());
        let clause: String = clause.collect();
        CHINESE.iter().any(|verb| clause.contains(verb))
    }
}

fn is_closer(c: char) -> bool {
    matches!(
        c,
        '"' | '\''
            | '’'
            | '”'
            | '“'
            | '»'
            | '›'
            | ')'
            | ']'
            | '}'
            | '」'
            | '』'
            | '）'
            | '*'
            | '_'
    )
}
