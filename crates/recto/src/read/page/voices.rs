//! Documents whose style varies more than that of one author usually does.
//!
//! Whether a text has more than one author cannot be told from its style alone: texts by one
//! author vary nearly as much (docs/authors.md). What can be said is how a document compares
//! with texts of one author of its length, nine in ten of which vary less than
//! [`STYLE_GAIN_RANGES`] says. Only documents above that are named.

use super::Page;
use crate::authors::{AttributedDocument, Body, Third};
use crate::read::body::DocumentFacts;
use crate::report::number::counted;
use crate::report::{Cell, Column, Detail, Number, Reference, Section, State, Table};
use recto_authors::hmm::STYLE_GAIN_RANGES;

/// Speakers, or transcripts, that are listed.
const SPEAKERS: usize = 15;

/// Words and marks that a group is told by; names of those who speak most.
const TERMS: usize = 5;

impl Page<'_, '_> {
    /// Who speaks in the transcripts of a pile.
    pub(super) fn speakers_section(&self) -> Option<Section> {
        let all = self.body.pile.documents.iter();
        let spoken: Vec<&DocumentFacts> = all.filter(|one| !one.speakers.is_empty()).collect();
        let table = match &spoken[..] {
            [] => return None,
            [only] => turns(&only.speakers),
            many => transcripts(many),
        };
        let account = counted(spoken.len(), "transcript");
        Some(
            Section::new("speakers", "Who speaks")
                .account(account)
                .with(table),
        )
    }

    /// Documents that stand out, or one line that says that none does. Transcripts have
    /// speakers, whatever their style.
    pub(super) fn voices_section(&self, found: &Body) -> Option<Section> {
        let is_spoken = |one: &AttributedDocument| {
            let facts = self
                .place_of(&one.id)
                .map(|at| &self.body.pile.documents[at]);
            facts.is_some_and(|facts| !facts.speakers.is_empty())
        };
        let written = found.documents.iter().filter(|one| !is_spoken(one));
        let compared = written.clone().count();
        if compared == 0 {
            return None;
        }
        let varied: Vec<&AttributedDocument> = written.filter(|one| stands_out(one)).collect();
        let section = Section::new("voices", "Voices").account(format!(
            "{} long enough to compare styles",
            counted(compared, "document")
        ));
        if varied.is_empty() {
            return Some(
                section.with(State::Empty {
                    reason:
                        "In no document does the style vary more than in nine of ten texts of that \
                     length by one author."
                            .into(),
                    remedy: String::new(),
                }),
            );
        }
        let mut columns = vec![
            Column::label("Document"),
            Column::number("Sentences", Number::Count),
            Column::label("Groups by style, each with more of"),
        ];
        if self.detail == Detail::Whole {
            columns.push(Column::label("The longest run of the smallest group"));
        }
        let table = Table {
            caption: String::new(),
            rows: varied.iter().map(|one| self.voice(one)).collect(),
            columns,
        };
        Some(section.with(State::Unsure {
            block: table.into(),
            note: caution(compared),
        }))
    }

    fn voice(&self, found: &AttributedDocument) -> Vec<Cell> {
        let place = self.place_of(&found.id);
        let name = place.map_or(&*found.id, |place| self.name(place));
        let mut row = vec![
            name.into(),
            (found.units as f64).into(),
            groups(found).into(),
        ];
        if self.detail == Detail::Whole {
            row.push(
                place
                    .and_then(|place| run(found, place))
                    .unwrap_or_default(),
            );
        }
        row
    }
}

/// What a style that varies does not mean.
fn caution(compared: usize) -> String {
    let by_chance = match compared / 10 {
        0 => String::new(),
        n => {
            format!(" Of {compared} texts by one author each, up to {n} or so would be named here.")
        }
    };
    format!(
        "The style varies more than in nine of ten texts of that length by one \
         author.{by_chance} Other subjects, quotations and tables do that too; read the groups \
         before you speak of several authors."
    )
}

/// The speakers of a transcript.
fn turns(speakers: &[(String, usize)]) -> Table {
    let row = |(name, turns): &(String, usize)| vec![name.as_str().into(), (*turns as f64).into()];
    let more = speakers.len().saturating_sub(SPEAKERS);
    Table {
        caption: match more {
            0 => String::new(),
            more => format!("{more} more speak less; the JSON has all."),
        },
        columns: vec![
            Column::label("Speaker"),
            Column::number("Turns", Number::Count),
        ],
        rows: speakers.iter().take(SPEAKERS).map(row).collect(),
    }
}

/// Transcripts with those who speak most in each.
fn transcripts(spoken: &[&DocumentFacts]) -> Table {
    let row = |one: &&DocumentFacts| {
        let names = one.speakers.iter().take(TERMS).map(|(name, _)| &**name);
        vec![
            one.title.as_deref().unwrap_or(&one.id).into(),
            (one.speakers.len() as f64).into(),
            names.collect::<Vec<_>>().join(", ").into(),
        ]
    };
    Table {
        caption: match spoken.len().saturating_sub(SPEAKERS) {
            0 => String::new(),
            more => format!(
                "{} not listed; the JSON has all.",
                counted(more, "transcript")
            ),
        },
        columns: vec![
            Column::label("Document"),
            Column::number("Speakers", Number::Count),
            Column::label("Who speaks most"),
        ],
        rows: spoken.iter().take(SPEAKERS).map(row).collect(),
    }
}

/// Whether the style varies more than in nine of ten texts by one author, and the groups hold
/// when other features are looked at.
fn stands_out(found: &AttributedDocument) -> bool {
    let Some(gain) = found.style_gain else {
        return false;
    };
    let is_stable = found.agreement.is_some_and(|one| one.third != Third::Low);
    is_stable && found.authors > 1 && gain > usual(found.units)
}

/// The gain that nine in ten texts of one author and of about that length have at most: that
/// of the nearest length that was measured below it, which is the larger one.
fn usual(units: usize) -> f64 {
    let below = STYLE_GAIN_RANGES
        .iter()
        .rev()
        .find(|(length, ..)| *length <= units);
    let (_, [.., most], _) = below.unwrap_or(&STYLE_GAIN_RANGES[0]);
    *most
}

/// "the, which, ; against I, but, !"
fn groups(found: &AttributedDocument) -> String {
    let told = found.evidence.iter().map(|group| {
        let terms = group.terms.iter().take(TERMS).map(|(term, _)| &**term);
        terms.collect::<Vec<_>>().join("  ")
    });
    let told: Vec<String> = told.filter(|terms| !terms.is_empty()).collect();
    told.join("   /   ")
}

/// Where the longest run of the smallest group begins.
fn run(found: &AttributedDocument, source: usize) -> Option<Cell> {
    let size = |group: usize| found.labels.iter().filter(|&&label| label == group).count();
    let smallest = (0..found.authors).min_by_key(|&group| (size(group), group))?;
    let runs = found.segments.iter().filter(|run| run.author == smallest);
    let longest =
        runs.max_by_key(|run| (run.end_unit - run.start_unit, std::cmp::Reverse(run.start)))?;
    let [start, end] = *found.spans.get(longest.start_unit)?;
    Some(Reference::new(source, start..end).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_usual_falls_with_the_length_and_has_a_value_for_every_length() {
        let usual = [10, 150, 299, 300, 5000].map(usual);
        assert!(usual.windows(2).all(|two| two[0] >= two[1]), "{usual:?}");
        assert_eq!(usual[0], usual[2]);
    }
}
