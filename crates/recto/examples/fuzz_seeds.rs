//! Writes the files that fuzzing begins with: `FOLDER/TARGET/seed-N`. `cargo xtask fuzz` runs
//! it, and `fuzz/` has the targets.

use recto::events::{Request, follow::Follower};
use recto::label::{Project, Setup};
use recto::{Attachments, Capability, Pile, Reading, Run, Silent, SourceOptions};
use recto_events::Options;
use recto_events::stream::StreamDetector;
use recto_events::synthetic::{Parameters, generate};
use recto_testing::Scratch;
use recto_testing::seeds::seeds;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

/// Targets, and the seeds of `recto-testing` that they begin with.
const TARGETS: [(&str, &str); 27] = [
    ("csv", "csv"),
    ("docx", "docx"),
    ("epub", "epub"),
    ("html", "html"),
    ("json", "json"),
    ("jsonl", "jsonl"),
    ("label_import", "labels"),
    ("lexicon", "lexicon"),
    ("mail", "mail"),
    ("mailbox", "mailbox"),
    ("markdown", "markdown"),
    ("messages", "messages"),
    ("odt", "odt"),
    ("packed", "packed"),
    ("pairs", "pairs"),
    ("pdf", "pdf"),
    ("references", "references"),
    ("rtf", "rtf"),
    ("seed_words", "seed-words"),
    ("similarities", "preferences"),
    ("subtitles", "subtitles"),
    ("tar", "tar"),
    ("text", "text"),
    ("times", "times"),
    ("trees", "trees"),
    ("units", "text"),
    ("zip", "zip"),
];

const TEXTS: [&str; 4] = [
    "good sturdy case and crude oil prices rise",
    "bad flimsy case and the wheat harvest is poor",
    "the sturdy hinge is good as oil exports rise",
    "a flimsy hinge is bad for the wheat harvest",
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("name a folder")?;
    let write = |target: &str, name: &str, bytes: &[u8]| {
        let folder = Path::new(&folder).join(target);
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(name), bytes)
    };
    for (target, reader) in TARGETS {
        for (at, bytes) in seeds(reader).iter().enumerate() {
            write(target, &format!("seed-{at}"), bytes)?;
        }
    }
    for (at, bytes) in seeds("word-zip")
        .iter()
        .chain(&seeds("epub-zip"))
        .enumerate()
    {
        write("zip", &format!("document-{at}"), bytes)?;
    }
    write("tsv", "seed", b"id\tlabel\ttext\n1\tx\tNets dry.\n")?;
    write("saved_topics", "seed", &topics()?)?;
    write("saved_classifier", "seed", &classifier()?)?;
    write("saved_alignment", "seed", &alignment()?)?;
    write("saved_detector", "seed", &detector()?)?;
    write("saved_follower", "seed", &follower()?)?;
    write("label_project", "seed", &project()?)?;
    for (name, snapshot) in snapshots()? {
        write("saved_answer", &name, &snapshot)?;
    }
    Ok(())
}

fn run() -> Run<'static> {
    Run::new(0, &Silent)
}

fn topics() -> Result<Vec<u8>, Box<dyn Error>> {
    let pile = Pile::from(TEXTS.to_vec());
    let request = recto::topics::Request {
        topics: Some(2),
        ..Default::default()
    };
    let answer = recto::ask(&recto::topics::TOPICS, &pile, &request)?;
    let files = recto::topics::TOPICS.files(&answer, "save_model", "")?;
    Ok(files.into_iter().next().ok_or("no model")?.bytes)
}

fn classifier() -> Result<Vec<u8>, Box<dyn Error>> {
    let mut pile = Pile::from(TEXTS.to_vec());
    for (document, label) in pile.documents.iter_mut().zip(["pos", "neg", "pos", "neg"]) {
        document.labels.push(label.into());
    }
    let answer = recto::ask(&recto::classify::CLASSIFY, &pile, &Default::default())?;
    let files = recto::classify::CLASSIFY.files(&answer, "save_model", "")?;
    Ok(files.into_iter().next().ok_or("no model")?.bytes)
}

fn alignment() -> Result<Vec<u8>, Box<dyn Error>> {
    let options = SourceOptions {
        format: Some(recto_text::source::Format::Pairs),
        ..SourceOptions::default()
    };
    let lines = b"nets dry on the quay ||| nets dry\nboats rest ||| boats\n".to_vec();
    let pile = recto_text::source::read_bytes("a.txt", lines, &options);
    let request = recto::align::Request {
        method: "semi-hmm".into(),
        ..Default::default()
    };
    let answer = recto::ask(&recto::align::ALIGN, &pile, &request)?;
    let files = recto::align::ALIGN.files(&answer, "save_model", "")?;
    Ok(files.into_iter().next().ok_or("no model")?.bytes)
}

fn detector() -> Result<Vec<u8>, Box<dyn Error>> {
    let parameters = Parameters {
        scale: 0.05,
        duration: 900.0,
        start: 1.4e9,
        ..Parameters::new(5)
    };
    let mut detector = StreamDetector::new(&Options::default())?;
    for message in generate(&parameters) {
        detector.push(&message.as_message(), &run())?;
    }
    Ok(detector.save())
}

fn follower() -> Result<Vec<u8>, Box<dyn Error>> {
    let pile = Pile::default();
    let how = Reading::for_one_run(&pile);
    let files = Attachments::default();
    let options = SourceOptions::default();
    let mut follower = Follower::new(&Request::default(), &files, &how, options, &run())?;
    let line = b"{\"time\": \"2025-03-10T20:19:00Z\", \"text\": \"Lights out\", \"id\": 7}\n";
    follower.take(line, &run())?;
    Ok(follower.save())
}

fn project() -> Result<Vec<u8>, Box<dyn Error>> {
    let scratch = Scratch::new();
    let path = scratch.path("seed.label");
    let setup = Setup {
        classes: vec!["neg".into(), "pos".into()],
        ..Setup::default()
    };
    let pile = [("a", "It floats."), ("b", "It sinks.")]
        .into_iter()
        .collect();
    drop(Project::create(&path, &pile, &setup, "ada", 5)?);
    Ok(std::fs::read(&path)?)
}

/// Snapshots of answers, by the names of their capabilities.
fn snapshots() -> Result<BTreeMap<String, Vec<u8>>, Box<dyn Error>> {
    let mut all = BTreeMap::new();
    for row in recto::capabilities() {
        let pile = Pile::from(TEXTS.to_vec());
        let how = Reading::of_nothing();
        let request = serde_json::Map::new();
        let kept = row.run_keeping(pile, how, &request, Attachments::default(), &run());
        if let Ok(kept) = kept {
            let snapshot = serde_json::to_vec(&kept.snapshot())?;
            all.insert(row.name().to_string(), snapshot);
        }
    }
    Ok(all)
}
