//! The report of a replication: each stream's table, the made stream, what the paper prints.

use super::{Made, PublishedRow, Replicated, ReplicatedStream, SystemRow, published};
use recto_report::number::count;
use recto_report::{Cell, Column, Number, Report, Section, State, Table};

/// Adds the findings to a report.
pub(super) fn show(body: &Replicated, report: &mut Report) {
    let streams = body.streams.iter().enumerate();
    let mut sections: Vec<Section> = streams.map(|(i, stream)| section(i, stream)).collect();
    sections.extend(made(&body.made));
    sections
        .push(Section::new("published", "What the paper prints").with(printed(&body.published)));
    sections.extend(body.missing.iter().map(|name| missing(name)));
    report.sections = sections;
}

fn missing(name: &str) -> Section {
    let id = format!("missing-{}", name.to_lowercase().replace(' ', "-"));
    Section::new(id, name).with(State::Empty {
        reason: format!("The paper's corpus is not at hand: {name}."),
        remedy: "Its tweets are not public; other streams and a made one stand in.".into(),
    })
}

fn section(index: usize, stream: &ReplicatedStream) -> Section {
    let account = format!(
        "{} messages, {} events to be found, {} that count neither way, SHA-256 {}",
        count(stream.messages as f64),
        stream.core,
        stream.others,
        &stream.files.digest[..12]
    );
    Section::new(format!("stream-{index}"), &stream.name)
        .account(account)
        .with(detection(&stream.systems, published::average))
}

/// A table of detections; `paper` gives the paper's F for a system.
fn detection(systems: &[SystemRow], paper: fn(&str) -> Option<f64>) -> Table {
    let row = |row: &SystemRow| {
        let mut cells = vec![Cell::from(row.system), Cell::Number(row.detected)];
        for score in &row.scores {
            cells.extend([score.precision, score.recall, score.f].map(Cell::from));
            cells.extend([score.chance, score.corrected].map(Cell::from));
        }
        cells.push(row.called.and_then(paper).into());
        cells
    };
    let mut columns = vec![
        Column::label("system"),
        Column::number("found", Number::Count),
    ];
    for tolerance in [60, 120] {
        for name in ["P", "R", "F", "random F", "above"] {
            let name = format!("{name} {tolerance} s");
            columns.push(Column::number(name, Number::Score));
        }
    }
    columns.push(Column::number("paper F", Number::Score));
    Table {
        caption: "P, R, F: precision, recall and F of peaks within so many seconds. Random F: of \
                  as many peaks at random times. Above: what is left of F above that. Paper F: \
                  the paper's average, on other streams."
            .into(),
        columns,
        rows: systems.iter().map(row).collect(),
    }
}

fn made(made: &Made) -> Vec<Section> {
    let seeds = format!("means over {} seeds", made.seeds);
    let participants = Table {
        caption: "Company of names: where words around two names are compared before both count \
                  as one participant."
            .into(),
        columns: vec![
            Column::label("company"),
            Column::number("found", Number::Count),
            Column::number("participant P", Number::Score),
            Column::number("participant R", Number::Score),
            Column::number("name P", Number::Score),
            Column::number("name R", Number::Score),
        ],
        rows: made
            .participants
            .iter()
            .map(|row| {
                let numbers = [
                    row.found,
                    row.participant_precision,
                    row.participant_recall,
                    row.mention_precision,
                    row.mention_recall,
                ];
                let numbers = numbers.map(Cell::from).into_iter();
                std::iter::once(row.context.into()).chain(numbers).collect()
            })
            .collect(),
    };
    let summaries = Table {
        caption: "ROUGE-1 over segments of ten minutes, words as they stand. Reference: for each \
                  true event its own message that hybrid TF-IDF puts first."
            .into(),
        columns: vec![
            Column::label("system"),
            Column::number("R", Number::Score),
            Column::number("P", Number::Score),
            Column::number("F", Number::Score),
            Column::number("paper F, games", Number::Score),
            Column::number("paper F, keynote", Number::Score),
        ],
        rows: made
            .summaries
            .iter()
            .map(|row| {
                let paper = row.called.and_then(published::rouge);
                let mut cells = vec![Cell::from(row.system)];
                cells.extend([row.recall, row.precision, row.f].map(Cell::from));
                cells.extend([0, 1].map(|at| Cell::from(paper.map(|f| f[at]))));
                cells
            })
            .collect(),
    };
    let section = |id: &str, heading: &str| Section::new(id, heading).account(seeds.as_str());
    vec![
        section("made", "A made stream").with(detection(&made.systems, published::average)),
        section("made-own", "A made stream: each participant's own events")
            .with(detection(&made.by_participant, published::by_participant)),
        section("made-participants", "A made stream: participants").with(participants),
        section("made-summaries", "A made stream: summaries").with(summaries),
    ]
}

fn printed(rows: &[PublishedRow]) -> Table {
    let names = ["Spike", "Participant + Spike", "Participant + MM"];
    let scores = names.iter().flat_map(|name| {
        ["R", "P", "F"].map(|one| Column::number(format!("{name} {one}"), Number::Score))
    });
    let columns = [
        Column::label("event"),
        Column::number("references", Number::Count),
    ];
    let row = |row: &PublishedRow| {
        let systems = [row.spike, row.participant_spike, row.mixture];
        let numbers = systems.into_iter().flatten().map(Cell::from);
        [Cell::from(row.event), Cell::Number(row.references as f64)]
            .into_iter()
            .chain(numbers)
            .collect()
    };
    Table {
        caption: "Global sub-events. With so many references and detections, random peaks within \
                  120 s reach about the F of the mixture, .45 to .64."
            .into(),
        columns: columns.into_iter().chain(scores).collect(),
        rows: rows.iter().map(row).collect(),
    }
}
