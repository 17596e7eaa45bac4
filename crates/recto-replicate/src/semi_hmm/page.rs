//! The report of a replication: each set's table, what its links are like, what the paper
//! prints.

use super::{LinkRow, Replicated, ReplicatedSet, Scores, SystemRow, published};
use recto_report::number::count;
use recto_report::{Cell, Column, Number, Report, Section, State, Table};

/// Adds the findings to a report.
pub(super) fn show(body: &Replicated, report: &mut Report) {
    let sets = body.sets.iter().enumerate();
    let mut sections: Vec<Section> = sets.flat_map(|(i, set)| set_sections(i, set)).collect();
    sections.push(Section::new("published", "What the paper prints").with(printed(body)));
    sections.extend(body.missing.iter().map(|name| missing(name)));
    report.sections = sections;
}

fn missing(name: &str) -> Section {
    let id = format!("missing-{}", name.to_lowercase());
    Section::new(id, name).with(State::Empty {
        reason: format!("The paper's corpus {name} is not at hand."),
        remedy: "It is not public; any pairs with links of words stand in.".into(),
    })
}

fn set_sections(index: usize, set: &ReplicatedSet) -> Vec<Section> {
    let name = &set.name;
    let section = |id: &str, heading: &str| {
        Section::new(format!("set-{index}-{id}"), format!("{name}: {heading}"))
    };
    let account = format!(
        "{} pairs, {} words of documents, {} of summaries, SHA-256 {}",
        count(set.pairs as f64),
        count(set.document_words as f64),
        count(set.summary_words as f64),
        &set.files.digest[..12]
    );
    let agreement = section("agreement", "two people");
    vec![
        section("table", "links")
            .account(account)
            .with(all_words(set))
            .with(content_words(set)),
        section("oracle", "with nulls told").with(oracle(set)),
        section("shares", "which words are linked").with(shares(set)),
        section("lengths", "how long phrases are").with(lengths(set)),
        section("jumps", "where the next phrase starts").with(jumps(set)),
        match &set.agreement {
            Some(found) => {
                let rows = [
                    ("sure links", found.sure),
                    ("sure and possible links", found.possible),
                    ("sure links of content words", found.content),
                ];
                agreement.with(kappas(&rows))
            }
            None => agreement.with(State::Empty {
                reason: "No pair has the links of two people.".into(),
                remedy: "A row may have `annotators`, a list of two with `sure` and `possible`."
                    .into(),
            }),
        },
    ]
}

fn cells(scores: Option<&Scores>) -> [Cell; 3] {
    let of = |value: fn(&Scores) -> Option<f64>| Cell::from(scores.and_then(value));
    [
        of(|one| one.precision),
        of(|one| one.recall),
        of(|one| one.f),
    ]
}

fn scores(name: &str) -> Column {
    Column::number(name, Number::Score)
}

/// Scores over all words.
fn all_words(set: &ReplicatedSet) -> Table {
    let row = |row: &SystemRow| {
        let mut line = vec![Cell::from(named(row))];
        line.extend(cells(row.all.as_ref()));
        line.extend([row.reported_f, in_paper(row, 0)].map(Cell::from));
        line
    };
    Table {
        caption: "All words. Report F: of the pairs that no setting of recto was chosen on. \
                  Paper F: on other texts. IBM Model 4 is not built: in the paper it is never \
                  better than the HMM."
            .into(),
        columns: columns(&["P", "R", "F", "report F", "paper F"]),
        rows: set.systems.iter().map(row).collect(),
    }
}

/// Scores over content words.
fn content_words(set: &ReplicatedSet) -> Table {
    let row = |row: &SystemRow| {
        let mut line = vec![Cell::from(named(row))];
        line.extend(cells(row.content.as_ref()));
        line.push(in_paper(row, 1).into());
        line
    };
    Table {
        caption: "Links of two words that are not in the list of ignored words.".into(),
        columns: columns(&["P", "R", "F", "paper F"]),
        rows: set.systems.iter().map(row).collect(),
    }
}

fn named(row: &SystemRow) -> String {
    match row.all {
        Some(_) => row.system.into(),
        None => format!("{} (not built)", row.system),
    }
}

/// F in the paper's table, over all words (0) or content words (1).
fn in_paper(row: &SystemRow, at: usize) -> Option<f64> {
    row.called.and_then(published::f).map(|f| f[at])
}

fn columns(names: &[&str]) -> Vec<Column> {
    let numbers = names.iter().map(|name| scores(name));
    std::iter::once(Column::label("system"))
        .chain(numbers)
        .collect()
}

fn oracle(set: &ReplicatedSet) -> Table {
    let row = |row: &SystemRow| {
        let [all, content] = row.oracle?;
        let f = |scores: Option<Scores>| Cell::from(scores.and_then(|one| one.f));
        let values = [row.all, Some(all), row.content, Some(content)].map(f);
        Some(std::iter::once(row.system.into()).chain(values).collect())
    };
    let [all, content] = published::ORACLE.map(|f| Number::Score.say(f));
    Table {
        caption: format!(
            "F before and after words that people left without a link lose theirs: what a perfect \
             model of nulls would bring. In the paper the relative semi-HMM then has {all} over \
             all and {content} over content words."
        ),
        columns: columns(&["F", "told", "content F", "told"]),
        rows: set.systems.iter().filter_map(row).collect(),
    }
}

/// A name, what the paper says, and the value for each kind of links.
type Described<'f> = (&'f str, Option<f64>, &'f dyn Fn(&LinkRow) -> Option<f64>);

/// A table with a column for each kind of links, and one for what the paper says.
fn described(set: &ReplicatedSet, caption: &str, rows: &[Described<'_>]) -> Table {
    let names = set.links.iter().map(|row| row.links);
    let columns = names.map(|name| Column::number(name, Number::Share));
    let row = |(name, paper, value): &Described<'_>| {
        let mut cells = vec![Cell::from(*name)];
        cells.extend(set.links.iter().map(|row| Cell::from(value(row))));
        cells.push((*paper).into());
        cells
    };
    Table {
        caption: caption.into(),
        columns: [Column::label("share")]
            .into_iter()
            .chain(columns)
            .chain([Column::number("paper, people", Number::Share)])
            .collect(),
        rows: rows.iter().map(row).collect(),
    }
}

fn shares(set: &ReplicatedSet) -> Table {
    let [unlinked, equal, stem, model_equal, model_stem] = published::SHARES;
    let caption = format!(
        "Summary words without a link, and links of equal words. In the paper the model's links \
         join equal words in {} and words of one stem in {} of the cases.",
        Number::Share.say(model_equal),
        Number::Share.say(model_stem)
    );
    described(
        set,
        &caption,
        &[
            ("without a link", Some(unlinked), &|row| row.shares.unlinked),
            ("of these marks", Some(0.04), &|row| {
                row.shares.unlinked_marks
            }),
            ("function words", Some(0.07), &|row| {
                row.shares.unlinked_function
            }),
            ("content words", Some(0.05), &|row| {
                row.shares.unlinked_content
            }),
            ("links of equal words", Some(equal), &|row| row.shares.equal),
            ("links of one stem", Some(stem), &|row| row.shares.stem),
        ],
    )
}

fn lengths(set: &ReplicatedSet) -> Table {
    let [one_to_one, one, two, three] = published::LENGTHS.map(Some);
    described(
        set,
        "Phrases by length. A phrase is what links join: a word and all that it is linked to, \
         directly or by others.",
        &[
            ("one word on both sides", one_to_one, &|row| {
                row.lengths.one_to_one
            }),
            ("one summary word", one, &|row| row.lengths.summary[0]),
            ("two", two, &|row| row.lengths.summary[1]),
            ("three", three, &|row| row.lengths.summary[2]),
            ("more", None, &|row| row.lengths.summary[3]),
            ("one document word", None, &|row| row.lengths.document[0]),
            ("two", None, &|row| row.lengths.document[1]),
            ("three", None, &|row| row.lengths.document[2]),
            ("more", None, &|row| row.lengths.document[3]),
        ],
    )
}

fn jumps(set: &ReplicatedSet) -> Table {
    let names = set.links.iter().map(|row| row.links);
    let kinds = set.links.first().map_or(&[][..], |row| &row.jumps.shares);
    let rows = kinds.iter().enumerate().map(|(at, (name, _))| {
        let mut cells = vec![Cell::from(*name)];
        let shares = set
            .links
            .iter()
            .map(|row| Cell::from(row.jumps.shares[at].1));
        cells.extend(shares);
        cells
    });
    Table {
        caption: "From the last document word of a summary word to the first of the next, where \
                  both have links. The paper plots these and finds the next word by far the most \
                  frequent, with jumps back quite common."
            .into(),
        columns: [Column::label("jump")]
            .into_iter()
            .chain(names.map(|name| Column::number(name, Number::Share)))
            .collect(),
        rows: rows.collect(),
    }
}

fn kappas(rows: &[(&str, Option<f64>); 3]) -> Table {
    let row = |((name, kappa), paper): (&(&str, Option<f64>), f64)| {
        vec![Cell::from(*name), (*kappa).into(), paper.into()]
    };
    Table {
        caption: "Cohen's kappa over all pairs of a document word and a summary word.".into(),
        columns: vec![Column::label("links"), scores("kappa"), scores("paper")],
        rows: rows.iter().zip(published::KAPPA).map(row).collect(),
    }
}

fn printed(body: &Replicated) -> Table {
    let row = |row: &super::PublishedRow| {
        let mut line = vec![Cell::from(row.system)];
        line.extend(cells(Some(&row.all)));
        line.extend(cells(Some(&row.content)));
        line
    };
    Table {
        caption: "As printed, on 45 pairs that are not at hand: all words, then content words."
            .into(),
        columns: columns(&["P", "R", "F", "content P", "R", "F"]),
        rows: body.published.iter().map(row).collect(),
    }
}
