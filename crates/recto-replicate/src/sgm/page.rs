//! The report of a replication: each set's tables, then what the paper says beside what
//! came out.

use super::{
    Clustering, FGainRow, GainRow, GroupRow, PerplexityRow, PublishedRow, Replicated,
    ReplicatedSet, Segmented, SegmentedRow, System, published,
};
use recto_math::sample::Estimate;
use recto_report::number::{count, score};
use recto_report::{Cell, Column, Number, Report, Section, State, Table};

/// Adds the findings to a report.
pub(super) fn show(body: &Replicated, report: &mut Report) {
    let sets = body.sets.iter().enumerate();
    let mut sections: Vec<Section> = sets.flat_map(|(i, set)| set_sections(i, set)).collect();
    sections.push(
        Section::new("published", "Clusters in the paper")
            .with(published_clusters(&body.published)),
    );
    sections.extend(body.missing.iter().map(|name| missing(name)));
    report.sections = sections;
}

fn missing(name: &str) -> Section {
    let id = format!("missing-{}", name.to_lowercase());
    Section::new(id, name).with(State::Empty {
        reason: format!("The paper's corpus {name} is not at hand."),
        remedy: "Put a .jsonl file of documents with labels into the folder of the corpora.".into(),
    })
}

fn set_sections(index: usize, set: &ReplicatedSet) -> Vec<Section> {
    let name = &set.name;
    let section = |id: &str, heading: &str| {
        Section::new(format!("set-{index}-{id}"), format!("{name}: {heading}"))
    };
    let account = format!(
        "{} documents, {} segments, {} terms, {} words, SHA-256 {}",
        count(set.documents as f64),
        count(set.segments as f64),
        count(set.terms as f64),
        count(set.tokens),
        &set.files.digest[..12]
    );
    vec![
        section("perplexity", "words foreseen")
            .account(account)
            .with(perplexity(set)),
        section("printed", "the perplexity that the paper prints").with(printed(set)),
        section("segmentation", "fewer and more segments").with(segmentation(set)),
        match &set.clustering {
            Some(found) => clusters(section("clusters", "clusters"), found),
            None => section("clusters", "clusters").with(State::Empty {
                reason: "Fewer than two sets of labels are held by 20 documents.".into(),
                remedy: "Documents that share their labels are needed for this part.".into(),
            }),
        },
        section("claims", "what the paper says").with(claims(set)),
    ]
}

/// A mean and half of its interval.
fn with_doubt(estimate: &Estimate) -> String {
    let mean = figure(estimate.mean);
    match estimate.interval {
        Some([from, to]) => format!("{mean} ± {}", score((to - from) / 2.0)),
        None => mean,
    }
}

/// Perplexities in the thousands keep their last digits.
fn figure(x: f64) -> String {
    if x >= 100.0 { count(x) } else { score(x) }
}

/// Columns for the numbers of topics of some rows.
fn numbers(rows: &[PerplexityRow]) -> Vec<usize> {
    let mut topics: Vec<usize> = rows.iter().map(|row| row.topics).collect();
    topics.sort_unstable();
    topics.dedup();
    topics
}

fn by_topics(first: &str, topics: &[usize]) -> Vec<Column> {
    let heads = topics.iter().map(|n| Column::label(format!("{n} topics")));
    [Column::label(first)].into_iter().chain(heads).collect()
}

/// A row with a figure for each number of topics.
fn row_of(rows: &[PerplexityRow], model: System, topics: &[usize]) -> Vec<Cell> {
    let at = |&n: &usize| {
        let found = rows
            .iter()
            .find(|row| row.model == model && row.topics == n);
        found.map_or(Cell::Blank, |row| with_doubt(&row.perplexity).into())
    };
    let name = [Cell::from(model.name())].into_iter();
    name.chain(topics.iter().map(at)).collect()
}

fn perplexity(set: &ReplicatedSet) -> Table {
    let topics = numbers(&set.perplexity);
    let same = |name: &str, estimate: &Estimate| -> Vec<Cell> {
        let figures = topics.iter().map(|_| Cell::from(with_doubt(estimate)));
        [Cell::from(name)].into_iter().chain(figures).collect()
    };
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    if let Some(baselines) = &set.baselines {
        rows.push(same("word frequencies", &baselines.unigram));
        rows.push(same("cache only", &baselines.cache_only));
    }
    let models = System::FORESEEING.map(|model| row_of(&set.perplexity, model, &topics));
    rows.extend(models);
    Table {
        caption: "Held-out perplexity and half of its 95 % interval over seeds. Word frequencies \
                  and cache only (with the document's own words) have no topics. sgm: segments \
                  deviate from their document by 0.3."
            .into(),
        columns: by_topics("model", &topics),
        rows,
    }
}

fn printed(set: &ReplicatedSet) -> Table {
    let topics = numbers(&set.printed);
    Table {
        caption: "Of the equations as printed, on the words that they were fitted to: topics \
                  mixed by segment, probabilities of documents and segments counted in. \
                  Comparable with no other figure here."
            .into(),
        columns: by_topics("model", &topics),
        rows: vec![row_of(&set.printed, System::SgmLiteral, &topics)],
    }
}

fn segmentation(set: &ReplicatedSet) -> Table {
    let row = |row: &SegmentedRow| {
        vec![
            segments_of(row.setting).into(),
            format!("{} by {}", row.width, row.block).into(),
            (row.segments as f64).into(),
            (row.topics as f64).into(),
            with_doubt(&row.perplexity).into(),
            row.ratio
                .as_ref()
                .map(with_doubt)
                .unwrap_or_default()
                .into(),
            row.published.into(),
        ]
    };
    Table {
        caption: "sgm on segments of TextTiling; setting: words in a token sequence, by sequences \
                  in a block. Ratio: this perplexity over that of the median setting, above 1 \
                  where the median is better."
            .into(),
        columns: vec![
            Column::label("segments"),
            Column::label("setting"),
            Column::number("number", Number::Count),
            Column::number("topics", Number::Count),
            Column::label("perplexity"),
            Column::label("ratio"),
            Column::number("paper", Number::Score),
        ],
        rows: set.segmentation.iter().map(row).collect(),
    }
}

fn segments_of(setting: Segmented) -> &'static str {
    match setting {
        Segmented::Fewest => "fewest",
        Segmented::Median => "median",
        Segmented::Most => "most",
    }
}

fn clusters(section: Section, found: &Clustering) -> Section {
    let account = format!(
        "{} documents, {} topics, {} clusters",
        count(found.documents as f64),
        found.labels,
        found.topic_sets
    );
    let row = |row: &GroupRow| {
        let figures = [&row.f, &row.entropy, &row.nmi].map(|figure| with_doubt(figure).into());
        [row.model.name().into()]
            .into_iter()
            .chain(figures)
            .collect()
    };
    section.account(account).with(Table {
        caption: "Clusters against the sets of labels that at least 20 documents hold. F and NMI: \
                  more is better; entropy: less is."
            .into(),
        columns: ["model", "F", "entropy", "NMI"].map(Column::label).to_vec(),
        rows: found.rows.iter().map(row).collect(),
    })
}

fn published_clusters(rows: &[PublishedRow]) -> Table {
    let numbers = ["F", "entropy", "NMI"].map(|head| Column::number(head, Number::Score));
    let labels = ["corpus", "model"].map(Column::label);
    let row = |row: &PublishedRow| {
        vec![
            row.corpus.into(),
            row.model.name().into(),
            row.f.into(),
            row.entropy.into(),
            row.nmi.into(),
        ]
    };
    Table {
        caption: "As printed: other documents, other labels, so that only the order of the models \
                  can be compared."
            .into(),
        columns: labels.into_iter().chain(numbers).collect(),
        rows: rows.iter().map(row).collect(),
    }
}

/// What the paper says, and what came out here.
fn claims(set: &ReplicatedSet) -> Table {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for topics in published::TOPICS {
        let of_number = set.gains.iter().filter(|row| row.topics == topics);
        let plain = of_number.clone().filter(|row| row.model == System::Sgm);
        rows.extend(plain.map(|row| {
            let is_other =
                |other: &&GainRow| other.model == System::SgmCache && other.against == row.against;
            let cached = of_number.clone().find(is_other).map(|row| &row.gain);
            vec![
                format!("{}, {topics} topics", row.against.name()).into(),
                row.published.map(score).unwrap_or_default().into(),
                with_doubt(&row.gain).into(),
                cached.map(with_doubt).unwrap_or_default().into(),
            ]
        }));
    }
    let clusters = set.clustering.iter().flat_map(|found| &found.gains);
    rows.extend(clusters.map(|row: &FGainRow| {
        vec![
            format!("{}, F of clusters", row.against.name()).into(),
            row.published.map(signed).unwrap_or_default().into(),
            lead(&row.gain).into(),
            Cell::Blank,
        ]
    }));
    Table {
        caption: "SGM over another model. Topics: its perplexity over that of SGM on the same \
                  words, above 1 where SGM is better. F: that of SGM less its; in the paper the \
                  mean over three corpora."
            .into(),
        columns: ["sgm over", "paper", "here: sgm", "sgm, segment cache"]
            .map(Column::label)
            .to_vec(),
        rows,
    }
}

fn signed(x: f64) -> String {
    format!("{x:+.2}")
}

fn lead(gain: &Estimate) -> String {
    let mean = format!("{:+.3}", gain.mean);
    match gain.interval {
        Some([from, to]) => format!("{mean} ± {:.3}", (to - from) / 2.0),
        None => mean,
    }
}
