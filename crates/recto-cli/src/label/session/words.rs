//! What the engine says, in words.

use recto::label::active::Reason;
use recto::label::agreement::Pair;
use recto::label::{Asked, Content, Prepared, Why};
use recto::report::Number;

/// Why a question is asked. What the model expects is not said: it would sway the answer.
pub(super) fn why(asked: &Asked, classes: &[String]) -> String {
    let Why::Chosen(reason) = &asked.why else {
        return match asked.why {
            Why::Shared => "Everybody is asked about this document, to see how far you agree.",
            Why::Disputed => "Annotators disagree about this. What you say now settles it.",
            _ => "You answered this before; a new answer replaces the old one.",
        }
        .into();
    };
    let text = match reason {
        Reason::Start { classes: missing } => {
            let names: Vec<&str> = missing
                .iter()
                .filter_map(|class| classes.get(*class))
                .map(String::as_str)
                .collect();
            if names.is_empty() {
                "Too little is known for a model. Documents come by lot until there is one.".into()
            } else {
                format!(
                    "There is no model yet: nothing is known of {}. Documents come by lot until \
                     each class has one.",
                    names.join(", ")
                )
            }
        }
        Reason::Estimate { so_far } => format!(
            "Drawn by lot, so that the accuracy can be estimated: {so_far} such answers so far."
        ),
        Reason::Random => "Drawn by lot, as the strategy asks.".into(),
        Reason::Uncertain { margin, among } => format!(
            "Of {among} documents this one should teach most: the model hesitates about it, its \
             two likeliest classes are {} apart.",
            Number::Share.say(*margin)
        ),
        Reason::Certain { margin, among } => format!(
            "Of {among} words the model is surest of this one ({} between its two likeliest \
             classes): a yes makes it firm, a no corrects much.",
            Number::Share.say(*margin)
        ),
        Reason::Telling { documents, .. } => {
            let have = if *documents == 1 {
                "document has"
            } else {
                "documents have"
            };
            format!("This word weighs much in the predictions, and {documents} {have} it.")
        }
        Reason::Expected { among, .. } => format!(
            "Of {among} documents and words the answer to this one promises the best model."
        ),
        Reason::Skipped => "You skipped it before, and nothing else is left.".into(),
    };
    let price = match &asked.content {
        Content::Document { .. } => "A document costs 5, a word 1.",
        Content::Word { .. } => "A word costs 1, a document 5.",
    };
    format!("{text}\n{price}")
}

/// What the last answer changed.
pub(super) fn changed(prepared: &Prepared, classes: &[String]) -> String {
    let change = &prepared.change;
    if change.of == 0 {
        return "There is no earlier model to compare with yet.".into();
    }
    let mut text = format!(
        "The last answer changed the prediction of {} of {} documents.",
        change.changed, change.of
    );
    for (moved, word) in change.words.iter().zip(&prepared.moved) {
        let class = classes
            .get(moved.towards)
            .map_or("another class", String::as_str);
        text += &format!(
            "\n{word}: {class} {} before, {} now",
            Number::Share.say(moved.before),
            Number::Share.say(moved.now)
        );
    }
    text
}

/// How far annotators agree about documents, a line for each two of them.
pub(super) fn agreed(pairs: &[Pair]) -> String {
    let line = |pair: &Pair| {
        let kappa = pair.kappa.map_or_else(String::new, |kappa| {
            format!(", kappa {}", Number::Score.say(kappa))
        });
        format!(
            "\n{} and {}: {} documents in common, {} alike{kappa}",
            pair.one,
            pair.other,
            pair.documents,
            Number::Share.say(pair.same)
        )
    };
    pairs.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_annotators_agree_in_a_line() {
        let pair = |kappa| Pair {
            one: "ada".into(),
            other: "ben".into(),
            documents: 8,
            same: 0.75,
            kappa,
        };
        let said = agreed(&[pair(Some(0.5)), pair(None)]);
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(
            lines,
            [
                "",
                "ada and ben: 8 documents in common, 75\u{a0}% alike, kappa 0.500",
                "ada and ben: 8 documents in common, 75\u{a0}% alike",
            ]
        );
        assert_eq!(agreed(&[]), "");
    }
}
