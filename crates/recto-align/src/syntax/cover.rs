//! Lays parse trees over words that were cut in another way.
//!
//! A parser cuts *don't* into *do* and *n't*, writes quotes as `` `` ``, and keeps marks that
//! the words may lack. Both sides are therefore compared by their letters and digits alone,
//! without case; a span goes from the word that holds its first letter to the word that holds
//! its last. Marks of the tree go with marks of the document that stand there.

use super::{SENTENCE, Tree};
use std::ops::Range;

/// What trees say of the words of a document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Covered {
    /// The first word of each sentence.
    pub sentences: Vec<usize>,
    /// Labels and the words that they span; the outer one first.
    pub spans: Vec<(String, Range<usize>)>,
    /// Number of trees that were used, and of words that they cover.
    pub trees: usize,
    words: usize,
}

/// Trees that are those of another text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// A tree has other letters than the document.
    #[error("the tree has `{tree}` where the document has `{document}`")]
    Letters {
        /// The line of the tree.
        line: usize,
        /// Its word.
        tree: String,
        /// The document's word.
        document: String,
    },
    /// A tree goes on where the document ends.
    #[error("the tree goes on with `{tree}` where the document ends")]
    Longer {
        /// The line of the tree.
        line: usize,
        /// Its word.
        tree: String,
    },
    /// The document goes on where the trees end.
    #[error("the trees end before the document does, at `{document}`")]
    Shorter {
        /// The first word without a tree.
        document: String,
    },
}

impl Mismatch {
    /// The line of the tree, if it is about one.
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Letters { line, .. } | Self::Longer { line, .. } => Some(*line),
            Self::Shorter { .. } => None,
        }
    }
}

/// Lays the first trees over words, as many as the words need.
///
/// # Errors
/// [`Mismatch`] if the trees are not those of these words.
pub fn cover(words: &[&str], trees: &[Tree]) -> Result<Covered, Mismatch> {
    let mut cursor = Cursor::new(words);
    let mut covered = Covered::default();
    for tree in trees {
        if cursor.is_at_end() {
            break;
        }
        cursor.lay(tree, &mut covered)?;
        covered.trees += 1;
    }
    match cursor.next_word() {
        Some(word) => Err(Mismatch::Shorter {
            document: words[word].into(),
        }),
        None => Ok(covered),
    }
}

/// Goes through the words of a document letter by letter.
struct Cursor<'w> {
    words: &'w [&'w str],
    /// The word, and its letters that are still to come.
    at: usize,
    letters: Vec<char>,
}

impl<'w> Cursor<'w> {
    fn new(words: &'w [&'w str]) -> Self {
        let mut cursor = Self {
            words,
            at: 0,
            letters: Vec::new(),
        };
        cursor.open(0);
        cursor
    }

    fn open(&mut self, word: usize) {
        self.at = word;
        self.letters.clear();
        let letters = self.words.get(word).map(|word| letters(word));
        self.letters.extend(letters.into_iter().flatten());
        self.letters.reverse();
    }

    /// The next word that has letters to come; marks before it are skipped.
    fn next_word(&mut self) -> Option<usize> {
        while self.letters.is_empty() && self.at < self.words.len() {
            self.open(self.at + 1);
        }
        (self.at < self.words.len()).then_some(self.at)
    }

    /// Whether all words were used; marks at the end may still belong to the last tree.
    fn is_at_end(&self) -> bool {
        let rest = self.words.get(self.at..).unwrap_or_default();
        self.letters.is_empty() && rest.iter().all(|word| letters(word).next().is_none())
    }

    fn lay(&mut self, tree: &Tree, covered: &mut Covered) -> Result<(), Mismatch> {
        // A word that the tree before ends in belongs to that tree.
        let floor = covered.words;
        let mut places = Vec::with_capacity(tree.words.len());
        for word in &tree.words {
            let place = self.find(word, tree.line)?;
            places.push(place.map(|place| place.start.max(floor)..place.end.max(floor)));
        }
        let spanned = |leaves: Range<usize>| {
            let inside = || places[leaves.clone()].iter().flatten();
            let (first, last) = (inside().next()?, inside().next_back()?);
            (first.start < last.end).then_some(first.start..last.end)
        };
        let Some(whole) = spanned(0..places.len()) else {
            return Ok(());
        };
        covered.words = whole.end;
        covered.sentences.push(whole.start);
        covered.spans.push((SENTENCE.into(), whole));
        for (label, leaves) in &tree.spans {
            let span = spanned(leaves.clone());
            covered.spans.extend(span.map(|span| (label.clone(), span)));
        }
        Ok(())
    }

    /// The words that hold the letters of a leaf; `None` for a mark that is not there.
    fn find(&mut self, leaf: &str, line: usize) -> Result<Option<Range<usize>>, Mismatch> {
        let mut wanted = letters(leaf).peekable();
        if wanted.peek().is_none() {
            return Ok(self.mark());
        }
        let mut place: Option<Range<usize>> = None;
        for letter in wanted {
            let Some(word) = self.next_word() else {
                return Err(Mismatch::Longer {
                    line,
                    tree: leaf.into(),
                });
            };
            if self.letters.pop() != Some(letter) {
                return Err(Mismatch::Letters {
                    line,
                    tree: leaf.into(),
                    document: self.words[word].into(),
                });
            }
            place = Some(place.map_or(word, |place| place.start)..word + 1);
        }
        if self.letters.is_empty() {
            self.open(self.at + 1);
        }
        Ok(place)
    }

    /// The word here if it is a mark.
    fn mark(&mut self) -> Option<Range<usize>> {
        let word = self.words.get(self.at)?;
        letters(word).next().is_none().then(|| {
            self.open(self.at + 1);
            self.at - 1..self.at
        })
    }
}

/// Letters and digits in lower case.
fn letters(word: &str) -> impl Iterator<Item = char> {
    let letters = word.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::super::trees;
    use super::*;

    #[test]
    fn spans_follow_the_words_of_the_document() {
        let text =
            "(S (NP (PRP We)) (VP (VBD did) (RB n't) (VP (VB go)))(. .)) (S (`` ``) (UH No))";
        let trees = trees(text).expect("trees");
        let words = ["We", "didn't", "go", ".", "“", "No", "Yes"];
        let found = cover(&words[..6], &trees).expect("the same letters");
        assert_eq!((found.trees, &found.sentences[..]), (2, &[0, 4][..]));
        assert!(found.spans.contains(&("VP".to_owned(), 1..3)));
        assert!(found.spans.contains(&("RB".to_owned(), 1..2)));
        assert!(found.spans.contains(&("S".to_owned(), 4..6)));
        assert_eq!(cover(&words[..4], &trees).expect("one tree").trees, 1);
        let bare = cover(&["we", "didn't", "go", "no"], &trees).expect("without marks");
        assert_eq!((bare.trees, &bare.sentences[..]), (2, &[0, 3][..]));
        assert!(bare.spans.contains(&("VP".to_owned(), 1..3)));
    }

    #[test]
    fn trees_of_another_text_are_refused() {
        let trees = trees("(S (NN ferry))\n(S (NN harbour))").expect("trees");
        let line = |words: &[&str]| cover(words, &trees).map_err(|wrong| wrong.line());
        assert_eq!(line(&["ferry", "mill"]), Err(Some(2)));
        assert_eq!(line(&["ferry", "har"]), Err(Some(2)));
        assert_eq!(line(&["ferry", "harbour", "mill"]), Err(None));
        assert_eq!(line(&[]).map(|covered| covered.trees), Ok(0));
    }
}
