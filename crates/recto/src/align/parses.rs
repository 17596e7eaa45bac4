//! Parse trees that a user gives, laid over the sources in their order.

use crate::{Attachment, Attachments, Error};
use recto_align::syntax::{Tree, trees};
use recto_align::{Pairs, Side};
use recto_math::Notice;

/// Trees and how many of them were used; none if no file was given.
pub(super) struct Parses<'a> {
    file: Option<&'a Attachment>,
    trees: Vec<Tree>,
    used: usize,
}

impl<'a> Parses<'a> {
    /// The trees of the attached file.
    ///
    /// # Errors
    /// [`Error::Input`] with the line if the file holds something else.
    pub(super) fn of(attachments: &'a Attachments) -> Result<Self, Error> {
        let file = attachments.file("parses");
        let trees = match file {
            Some(file) => {
                trees(file.text()?).map_err(|bad| problem(file, Some(bad.line), bad.to_string()))?
            }
            None => Vec::new(),
        };
        Ok(Self {
            file,
            trees,
            used: 0,
        })
    }

    /// Lays the next trees over a source.
    ///
    /// # Errors
    /// [`Error::Input`] with the line if they are the trees of another text.
    pub(super) fn lay(
        &mut self,
        pairs: &mut Pairs,
        side: &mut Side,
        words: &[&str],
    ) -> Result<(), Error> {
        let Some(file) = self.file else {
            return Ok(());
        };
        let used = pairs.parse(side, words, &self.trees[self.used..]);
        self.used += used.map_err(|wrong| {
            let hint = "trees must follow the sources word by word, in their order";
            problem(file, wrong.line(), format!("{wrong}; {hint}"))
        })?;
        Ok(())
    }

    /// Checks that every tree was used.
    ///
    /// # Errors
    /// [`Error::Input`] with the line of the first that was not.
    pub(super) fn finish(self) -> Result<(), Error> {
        match (self.file, self.trees.get(self.used)) {
            (Some(file), Some(tree)) => {
                let message = "the tree belongs to no source: all of them end before it";
                Err(problem(file, Some(tree.line), message.into()))
            }
            _ => Ok(()),
        }
    }
}

fn problem(file: &Attachment, line: Option<usize>, message: String) -> Error {
    let notice = Notice::from(message);
    file.problem(match line {
        Some(line) => notice.at(format!("line {line}")),
        None => notice,
    })
}
