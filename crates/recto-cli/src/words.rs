//! What libraries say, in the words of the command line.

use recto::{Notice, Remedy};

/// The flag of a field.
pub(crate) fn flag(field: &str) -> String {
    format!("--{}", field.replace('_', "-"))
}

/// What is wrong and what to do about it.
pub(crate) fn notice(notice: &Notice) -> String {
    notice.worded(remedy)
}

/// What to do, with flags.
pub(crate) fn remedy(remedy: &Remedy) -> String {
    remedy.words(|field, value| {
        let flag = flag(field);
        if value.is_empty() {
            flag
        } else {
            format!("{flag} {value}")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_remedy_reads_as_what_is_typed() {
        let make = Remedy::Make {
            capability: "topics",
            with: &[("clusters", "auto"), ("no_segments", "")],
        };
        let rows = [
            (Remedy::Set(&["row_since"]), "set --row-since"),
            (
                Remedy::Set(&["min_words", "max_words"]),
                "set --min-words or --max-words",
            ),
            (Remedy::To("unit", "paragraph"), "set --unit paragraph"),
            (Remedy::Raise("max_file_bytes"), "raise --max-file-bytes"),
            (Remedy::Lower("topics"), "lower --topics"),
            (Remedy::Omit("paper"), "leave out --paper"),
            (Remedy::Method("auto"), "use --method auto"),
            (
                make,
                "make it with topics and --clusters auto, --no-segments",
            ),
            (
                Remedy::OneOf(&[Remedy::Lower("window"), Remedy::Method("exact")]),
                "lower --window or use --method exact",
            ),
            (
                Remedy::When("if it is text", &Remedy::Set(&["encoding"])),
                "if it is text, set --encoding",
            ),
        ];
        for (remedy, typed) in rows {
            let notice = Notice::from("wrong").with(remedy);
            assert_eq!(super::notice(&notice), format!("wrong; {typed}"));
        }
    }
}
