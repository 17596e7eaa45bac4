//! The file of participants that a user knows: one a line, names separated by commas.

use crate::{Attachment, Attachments, Error};
use recto_events::GivenParticipant;
use recto_text::source::filled_lines;

/// The participants that belong to a request; lines that begin with `#!` are remarks, as a
/// hashtag may begin a line too.
pub(super) fn read(attachments: &Attachments) -> Result<Vec<GivenParticipant>, Error> {
    let Some(file) = attachments.file("participants") else {
        return Ok(Vec::new());
    };
    let lines = filled_lines(file.text()?).filter(|(_, line)| !line.starts_with("#!"));
    let all = lines.map(|(at, line)| participant(file, at, line));
    let all: Vec<GivenParticipant> = all.collect::<Result<_, Error>>()?;
    if all.is_empty() {
        return Err(file.problem("holds no names; write one participant a line"));
    }
    Ok(all)
}

fn participant(file: &Attachment, at: usize, line: &str) -> Result<GivenParticipant, Error> {
    let mut names = line
        .split([',', '\t'])
        .map(str::trim)
        .filter(|name| !name.is_empty());
    let Some(name) = names.next() else {
        let problem = format!("line {at}: no name; write it as: Ann Danforth, Danforth, #danforth");
        return Err(file.problem(problem));
    };
    let names: Vec<String> = names.map(String::from).collect();
    Ok(GivenParticipant {
        name: name.into(),
        names,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(text: &str) -> Result<Vec<GivenParticipant>, Error> {
        let mut files = Attachments::default();
        files.add_file("participants", "who.txt", text);
        read(&files)
    }

    #[test]
    fn a_line_is_a_participant_with_all_its_names() {
        let found = given("Ann Danforth, Danforth , #danforth\n\n#! remark\nferry\n");
        let found = found.expect("names");
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].name, "Ann Danforth");
        assert_eq!(found[0].names, ["Danforth", "#danforth"]);
        assert!(found[1].names.is_empty());
    }

    #[test]
    fn a_line_without_a_name_is_named() {
        for (text, message) in [
            ("", "who.txt: holds no names; write one participant a line"),
            (
                "ferry\n , ,\n",
                "who.txt: line 2: no name; write it as: Ann Danforth, Danforth, #danforth",
            ),
        ] {
            let error = given(text).expect_err("no names");
            assert_eq!(error.to_string(), message);
        }
    }
}
