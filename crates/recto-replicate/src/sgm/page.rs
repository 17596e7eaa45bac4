//! The report of a replication: each set's tables, then what the paper says beside what
//! came out.

use super::{
    ClusterScores, Clustering, GainRow, GroupRow, PerplexityRow, PublishedRow, Replicated,
    ReplicatedSet, Segmented, SegmentedClusters, SegmentedRow, System, published,
};
use recto_math::sample::Estimate;
use recto_report::number::{count, score};
use recto_report::{Cell, Column, Number, Report, Section, State, Table};

/// Adds the findings to a report.
pub(super) fn show(body: &Replicated, report: &mut Report) {
    let sets = body.sets.iter().enumerate();
    let mut sections = vec![Section::new("data", "The documents").with(data(body))];
    sections.extend(sets.flat_map(|(i, set)| set_sections(i, set)));
    sections.push(
        Section::new("published", "Clusters in the paper")
            .with(published_clusters(&body.published)),
    );
    sections.extend(body.missing.iter().map(|name| missing(name)));
    report.sections = sections;
}

/// The paper's Table 1 beside the sets at hand.
fn data(body: &Replicated) -> Table {
    let published = body.published_sets.iter().map(|row| {
        vec![
            format!("{} (paper)", row.corpus).into(),
            (row.documents as f64).into(),
            (row.words as f64).into(),
            (row.labels as f64).into(),
            row.labels_per_document.into(),
            (row.topic_sets as f64).into(),
            row.documents_per_set.into(),
        ]
    });
    let here = body.sets.iter().map(|set| match &set.clustering {
        Some(found) => vec![
            set.name.as_str().into(),
            (found.documents as f64).into(),
            (found.terms as f64).into(),
            (found.labels as f64).into(),
            found.labels_per_document.into(),
            (found.topic_sets as f64).into(),
            (found.documents as f64 / found.topic_sets as f64).into(),
        ],
        None => {
            let counts = [set.documents as f64, set.terms as f64].map(Cell::from);
            let name = [Cell::from(set.name.as_str())].into_iter();
            let rest = [Cell::Blank, Cell::Blank, Cell::Blank, Cell::Blank];
            name.chain(counts).chain(rest).collect()
        }
    });
    let count = |head: &str| Column::number(head, Number::Count);
    let mean = |head: &str| Column::number(head, Number::Score);
    Table {
        caption: "The paper's Table 1, then the sets at hand: documents whose set of labels at \
                  least 20 documents hold (of a set without such labels all), different terms in \
                  five documents or more, labels."
            .into(),
        columns: vec![
            Column::label("set"),
            count("documents"),
            count("words"),
            count("labels"),
            mean("labels a document"),
            count("sets of labels"),
            mean("documents a set"),
        ],
        rows: published.chain(here).collect(),
    }
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
                  in a block. Ratio: this perplexity over that of the average setting, above 1 \
                  where the average is better."
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
        Segmented::Average => "average",
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
        [row.model.name().into()]
            .into_iter()
            .chain(three(&row.scores))
            .collect()
    };
    let models = Table {
        caption: "Clusters against the sets of labels that at least 20 documents hold, topics \
                  merged by Algorithm 1 of the paper. F and NMI: more is better; entropy: less \
                  is. auto groups by words; vsm and ext-plsa, own clusters have clusters \
                  themselves."
            .into(),
        columns: ["model", "F", "entropy", "NMI"].map(Column::label).to_vec(),
        rows: found.rows.iter().map(row).collect(),
    };
    section
        .account(account)
        .with(models)
        .with(clusters_by_segments(found))
}

fn three(scores: &ClusterScores<Estimate>) -> [Cell; 3] {
    [&scores.f, &scores.entropy, &scores.nmi].map(|figure| with_doubt(figure).into())
}

/// The paper's Table 2 beside what came out.
fn clusters_by_segments(found: &Clustering) -> Table {
    let row = |row: &SegmentedClusters| {
        let head = [
            segments_of(row.setting).into(),
            (row.segments as f64).into(),
        ];
        let paper = [
            published::segments(row.setting) as f64,
            row.published.f,
            row.published.entropy,
            row.published.nmi,
        ];
        let figures = head.into_iter().chain(three(&row.scores));
        figures.chain(paper.map(Cell::from)).collect()
    };
    let labels = ["F", "entropy", "NMI"];
    let here = [
        Column::label("segments"),
        Column::number("number", Number::Count),
    ];
    let paper = ["paper: F", "paper: entropy", "paper: NMI"];
    let columns = here
        .into_iter()
        .chain(labels.map(Column::label))
        .chain([Column::number("paper: number", Number::Count)])
        .chain(paper.map(|head| Column::number(head, Number::Score)));
    Table {
        caption: "Clusters of sgm on segments of TextTiling; the paper's Table 2 is on IEEE."
            .into(),
        columns: columns.collect(),
        rows: found.segmentation.iter().map(row).collect(),
    }
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
        let of_number = |model: System, against: System| {
            let is_it =
                |row: &&GainRow| (row.topics, row.model, row.against) == (topics, model, against);
            set.gains.iter().find(is_it)
        };
        let plain = set.gains.iter();
        let plain = plain.filter(|row| row.topics == topics && row.model == System::Sgm);
        rows.extend(plain.map(|row| {
            let without = of_number(System::SgmPlain, row.against.plain());
            let cached = of_number(System::SgmCache, row.against);
            let cell = |row: Option<&GainRow>| {
                let said = row.map(|row| with_doubt(&row.gain));
                Cell::from(said.unwrap_or_default())
            };
            vec![
                format!("{}, {topics} topics", row.against.name()).into(),
                row.published.map(score).unwrap_or_default().into(),
                with_doubt(&row.gain).into(),
                cell(without),
                cell(cached),
            ]
        }));
    }
    rows.extend(set.clustering.iter().flat_map(cluster_claims));
    let columns = [
        "sgm over",
        "paper",
        "here: sgm",
        "both without priors",
        "sgm, segment cache",
    ];
    Table {
        caption: "SGM over another model. Topics: its perplexity over that of SGM on the same \
                  words, above 1 where SGM is better. F, entropy, NMI: by how much SGM is better; \
                  in the paper the mean over three corpora, as printed."
            .into(),
        columns: columns.map(Column::label).to_vec(),
        rows,
    }
}

/// The last row of the paper's Table 3, and its words on Table 4.
fn cluster_claims(found: &Clustering) -> Vec<Vec<Cell>> {
    let plain = found.gains.iter().filter(|row| row.model == System::Sgm);
    let rows = plain.flat_map(|row| {
        let is_plain = |other: &&super::ClusterGainRow| {
            (other.model, other.against) == (System::SgmPlain, row.against.plain())
        };
        let without = found.gains.iter().find(is_plain);
        let names = ["F", "entropy", "NMI"];
        (0..3).map(move |i| {
            let of = |scores: &ClusterScores<Estimate>| {
                lead([&scores.f, &scores.entropy, &scores.nmi][i])
            };
            let paper = row
                .published
                .map(|paper| [paper.f, paper.entropy, paper.nmi][i]);
            vec![
                format!("{}, {} of clusters", row.against.name(), names[i]).into(),
                paper.map(signed).unwrap_or_default().into(),
                of(&row.gains).into(),
                without.map(|row| of(&row.gains)).unwrap_or_default().into(),
                Cell::Blank,
            ]
        })
    });
    rows.collect()
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
