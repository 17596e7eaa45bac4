//! What bench/topics/run.py measures: `topics_bench COMMAND …`, one line of JSON a figure.
//!
//! | command | measures |
//! |---|---|
//! | `export FILE FOLDER SEEDS` | nothing: writes the counts and splits that all programs see |
//! | `perplexity FILE METHOD TOPICS SEEDS [CACHE]` | CPU seconds of the fit and held-out perplexity; `plsa:30` ends after 30 iterations |
//! | `clusters FILE METHOD SEEDS` | F, entropy and NMI against topic-sets |
//! | `groups SEED FILE…` | groups of rows with a `label`, the number unknown and told |
//! | `choose FILE` | the number of topics that is chosen |
//! | `merge N TOPICS LINKAGE` | clustering of made distributions |
//! | `growth DOCUMENTS TOPICS METHOD` | a fit of made short documents |

#![expect(clippy::print_stdout, reason = "a program")]

mod groups;
mod made;
mod reuters;

use recto_math::partition::Overlap;
use recto_math::{Run, Silent};
use recto_topics::{Corpus, Options, TopicModel, clusters, heldout, methods};
use serde_json::json;
use std::num::NonZeroUsize;

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn main() -> Outcome {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["export", file, folder, seeds] => reuters::export(file, folder, seeds.parse()?),
        ["perplexity", file, method, topics, seeds] => {
            perplexity(file, method, topics, seeds, "off")
        }
        ["perplexity", file, method, topics, seeds, cache] => {
            perplexity(file, method, topics, seeds, cache)
        }
        ["clusters", file, method, seeds] => cluster(file, method, seeds.parse()?),
        ["groups", seed, ref files @ ..] => {
            let seed = seed.parse()?;
            files
                .iter()
                .try_for_each(|file| groups::measure(seed, file))
        }
        ["choose", file] => choose(file),
        ["merge", n, topics, linkage] => merge(n.parse()?, topics.parse()?, linkage),
        ["growth", n, topics, method] => growth(n.parse()?, topics.parse()?, method),
        _ => Err("see the first lines of this program".into()),
    }
}

fn model(
    method: &str,
    options: &Options,
) -> Result<Box<dyn TopicModel>, Box<dyn std::error::Error>> {
    let row = methods().iter().find(|row| row.name == method);
    Ok((row.ok_or("no such method")?.build)(options)?)
}

/// Works on one thread.
fn alone<R: Send>(seed: u64, work: impl FnOnce(&Run<'_>) -> R + Send) -> R {
    let run = Run::new(seed, &Silent).with_threads(NonZeroUsize::MIN);
    run.install(|| work(&run))
}

/// CPU seconds that the process has used, in hundredths.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(11).take(2);
    ticks.filter_map(|n| n.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn perplexity(file: &str, method: &str, topics: &str, seeds: &str, cache: &str) -> Outcome {
    let (corpus, _) = reuters::read(file, false)?;
    let n_topics = topics.parse()?;
    let (method, iterations) = method.split_once(':').unwrap_or((method, ""));
    let options = Options {
        topics: Some(n_topics),
        iterations: iterations.parse().ok(),
        cache: Some(cache.parse()?),
        ..Options::default()
    };
    let model = model(method, &options)?;
    for seed in 0..seeds.parse()? {
        let split = heldout::split(&corpus, 0.1, seed)?;
        let start = cpu();
        let fitted = alone(seed, |run| model.fit(&split.train, run))?;
        let seconds = cpu() - start;
        let line = json!({
            "method": method, "topics": n_topics, "seed": seed, "cache": cache,
            "cpu": seconds, "iterations": fitted.history.len(),
            "perplexity": heldout::perplexity(&fitted.model, &split),
            "unigram": heldout::unigram(&split),
            "cache_only": alone(seed, |run| heldout::cache_only(&split, run))?,
        });
        println!("{line}");
    }
    Ok(())
}

/// As many topics as labels, as many clusters as sets of labels.
fn cluster(file: &str, method: &str, seeds: u64) -> Outcome {
    let (corpus, classes) = reuters::read(file, true)?;
    let (_, n_sets) = recto_math::partition::number(&classes);
    let n_topics = if method == "vsm" { n_sets } else { 24 };
    let options = Options {
        topics: Some(n_topics),
        ..Options::default()
    };
    let model = model(method, &options)?;
    for seed in 0..seeds {
        let start = cpu();
        let fitted = alone(seed, |run| model.fit(&corpus, run))?;
        let seconds = cpu() - start;
        for linkage in [clusters::Linkage::Average, clusters::Linkage::Prototype] {
            let found = alone(seed, |run| {
                clusters::cluster(&fitted, Some(n_sets), linkage, run)
            })?;
            let overlap = Overlap::new(&found.labels, &classes);
            println!(
                "{}",
                scores(method, &format!("{linkage:?}"), seed, seconds, &overlap)
            );
        }
        if let Some(groups) = &fitted.groups {
            let overlap = Overlap::new(groups, &classes);
            println!("{}", scores(method, "its own", seed, seconds, &overlap));
        }
    }
    Ok(())
}

fn scores(method: &str, by: &str, seed: u64, cpu: f64, overlap: &Overlap) -> serde_json::Value {
    json!({
        "method": method, "by": by, "seed": seed, "cpu": cpu,
        "f": overlap.f_measure(), "entropy": overlap.entropy(), "nmi": overlap.nmi(),
    })
}

fn choose(file: &str) -> Outcome {
    let (corpus, _) = reuters::read(file, false)?;
    let start = cpu();
    let choice = alone(0, |run| {
        recto_topics::model_selection::choose_n_topics(
            &corpus,
            &recto_topics::Params::default(),
            run,
        )
    })?;
    println!("{}", json!({"cpu": cpu() - start, "choice": choice}));
    Ok(())
}

fn merge(n: usize, topics: usize, linkage: &str) -> Outcome {
    use recto_math::cluster::agglomerative::{Linkage, agglomerate};
    let linkage = match linkage {
        "prototype" => Linkage::Prototype,
        _ => Linkage::Average,
    };
    let points = made::distributions(n, topics);
    let start = cpu();
    let tree = alone(0, |run| agglomerate(&points, topics, linkage, run))?;
    let line = json!({
        "points": n, "topics": topics, "linkage": format!("{linkage:?}"),
        "cpu": cpu() - start, "merges": tree.merges.len(),
    });
    println!("{line}");
    Ok(())
}

fn growth(documents: usize, topics: usize, method: &str) -> Outcome {
    let start = cpu();
    let corpus: Corpus = made::documents(documents)?;
    let making = cpu() - start;
    let options = Options {
        topics: Some(topics),
        iterations: Some(50),
        ..Options::default()
    };
    let model = model(method, &options)?;
    let start = cpu();
    let fitted = alone(0, |run| model.fit(&corpus, run))?;
    let line = json!({
        "documents": documents, "topics": topics, "method": method,
        "tokens": corpus.n_tokens(), "terms": corpus.n_terms(),
        "cpu_corpus": making, "cpu_fit": cpu() - start, "iterations": fitted.history.len(),
        "forecast_mb": model.memory(&corpus) >> 20,
    });
    println!("{line}");
    Ok(())
}
