//! What a pile and its files are called on a page that is made to be sent: without the folders
//! of the machine and the name of its user.

use recto_text::Document;
use std::path::{Component, Path, PathBuf};

/// The folder that all files of a pile lie in.
pub(super) struct Names {
    root: PathBuf,
}

impl Names {
    /// The deepest folder that holds all files; empty where there is none.
    pub(super) fn of(documents: &[Document]) -> Self {
        let mut folders = documents.iter().map(|one| folder(&one.file));
        let first = folders.next().unwrap_or_default();
        let root = folders.fold(first, |common, folder| shared(&common, &folder));
        Self { root }
    }

    /// A file by its path below that folder; one from elsewhere by its name.
    pub(super) fn short<'f>(&self, file: &'f str) -> &'f str {
        let path = Path::new(file);
        let below = path.strip_prefix(&self.root).ok();
        let below = below.filter(|_| !self.root.as_os_str().is_empty());
        let short = match below.and_then(Path::to_str) {
            Some(below) if !below.is_empty() => Some(below),
            _ if path.is_absolute() || has_parent(path) => {
                path.file_name().and_then(|name| name.to_str())
            }
            _ => None,
        };
        short.unwrap_or(file)
    }

    /// What the pile is called: its folder or file; how many documents there are where it has
    /// neither.
    pub(super) fn title(&self, documents: &[Document]) -> String {
        let is_one_file = documents.windows(2).all(|two| two[0].file == two[1].file);
        let path = match documents.first() {
            Some(first) if is_one_file => Path::new(&first.file),
            _ => &self.root,
        };
        let name = path.file_name().and_then(|name| name.to_str());
        match name {
            Some(name) if is_one_file => name.to_owned(),
            Some(name) => format!("{name}/"),
            None => super::counted(documents.len(), "document"),
        }
    }
}

fn folder(file: &str) -> PathBuf {
    let parent = Path::new(file).parent();
    parent.map(Path::to_path_buf).unwrap_or_default()
}

fn has_parent(path: &Path) -> bool {
    path.components().any(|part| part == Component::ParentDir)
}

/// The folders that two paths begin with.
fn shared(a: &Path, b: &Path) -> PathBuf {
    let both = a.components().zip(b.components());
    both.take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(files: &[&str]) -> (Names, Vec<Document>) {
        let documents: Vec<Document> = files.iter().map(|file| Document::new(*file, "x")).collect();
        (Names::of(&documents), documents)
    }

    #[test]
    fn a_pile_is_called_by_the_folder_or_file_that_holds_it() {
        let title = |files: &[&str]| {
            let (names, documents) = names(files);
            names.title(&documents)
        };
        assert_eq!(
            title(&["/srv/ada/leak/a.txt", "/srv/ada/leak/b/c.txt"]),
            "leak/"
        );
        assert_eq!(title(&["posts.jsonl", "posts.jsonl"]), "posts.jsonl");
        assert_eq!(title(&["a.txt", "b.txt"]), "2 documents");
        assert_eq!(title(&["x/leak/a.txt", "y/b.txt"]), "2 documents");
    }

    #[test]
    fn files_are_named_without_the_folders_of_the_machine() {
        let (names, _) = names(&["/srv/ada/leak/a.txt", "/srv/ada/leak/b/c.txt"]);
        assert_eq!(names.short("/srv/ada/leak/b/c.txt"), "b/c.txt");
        assert_eq!(names.short("/srv/ada/other.txt"), "other.txt");
        assert_eq!(names.short("../ada/other.txt"), "other.txt");
        assert_eq!(names.short("near.txt"), "near.txt");
    }
}
