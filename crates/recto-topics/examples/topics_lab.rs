//! Measures the models on a corpus of JSON lines: `topics_lab FILE COMMAND ...`.
#![expect(clippy::print_stdout, reason = "a program")]

use recto_math::partition::Overlap;
use recto_math::{Run, Silent};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
use recto_topics::{Cache, Corpus, CorpusBuilder, Filter, Options, clusters, heldout, methods};
use std::num::NonZeroUsize;

fn read(path: &str, sets: bool) -> (Corpus, Vec<String>) {
    let text = std::fs::read_to_string(path).unwrap();
    let rows: Vec<serde_json::Value> = text
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    let labels: Vec<Vec<String>> = rows
        .iter()
        .map(|r| serde_json::from_value(r["labels"].clone()).unwrap())
        .collect();
    let classes = clusters::topic_sets(&labels, 20);
    let english = Language::from_code("en").unwrap();
    let analyzer = Analyzer::new(Analysis::Topic, english);
    let run = Run::new(0, &Silent);
    let mut builder = CorpusBuilder::new();
    let mut gold = Vec::new();
    for (row, class) in rows.iter().zip(&classes) {
        if sets && class.is_none() {
            continue;
        }
        let document = Document::new("d", row["text"].as_str().unwrap());
        let units = analyzer
            .units(&document, UnitKind::Paragraph, &run)
            .unwrap();
        builder.push(&units, &recto_topics::corpus::passages(&units, 40));
        gold.push(class.clone().unwrap_or_default());
    }
    (builder.finish(&Filter::default()).unwrap(), gold)
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let sets = args[2] == "nmi" || args[2] == "dump";
    let (corpus, gold) = read(&args[1], sets);
    println!(
        "docs {} segs {} V {} tokens {} nnz {}",
        corpus.n_documents(),
        corpus.n_segments(),
        corpus.n_terms(),
        corpus.n_tokens(),
        corpus.documents().nnz()
    );
    if args[2] == "export" {
        for seed in 0..5u64 {
            let split = heldout::split(&corpus, 0.1, seed).unwrap();
            let dir = format!("{}/{seed}", args[3]);
            std::fs::create_dir_all(&dir).unwrap();
            for (name, part) in [
                ("train", &split.train),
                ("observed", &split.observed),
                ("scored", &split.scored),
            ] {
                let lines: Vec<String> = part
                    .documents()
                    .rows()
                    .map(|r| {
                        r.iter()
                            .map(|(w, n)| format!("{w}:{n}"))
                            .collect::<Vec<_>>()
                            .join(" ")
                    })
                    .collect();
                std::fs::write(format!("{dir}/{name}.txt"), lines.join("\n") + "\n").unwrap();
            }
            std::fs::write(format!("{dir}/terms.txt"), corpus.n_terms().to_string()).unwrap();
        }
        return;
    }
    let name = &args[3];
    let t: usize = args[4].parse().unwrap();
    let seeds: u64 = args[5].parse().unwrap();
    let mut linkage = clusters::Linkage::Average;
    let mut options = Options {
        topics: Some(t),
        ..Options::default()
    };
    for a in &args[6..] {
        let (k, v) = a.split_once('=').unwrap();
        match k {
            "alpha" => options.alpha = v.parse().ok(),
            "beta" => options.beta = v.parse().ok(),
            "eta" => options.eta = v.parse().ok(),
            "it" => options.iterations = v.parse().ok(),
            "tol" => options.tolerance = v.parse().ok(),
            "restarts" => options.restarts = v.parse().ok(),
            "clusters" => options.clusters = v.parse().ok(),
            "link" => linkage = clusters::Linkage::Prototype,
            "cache" => options.cache = Some(v.parse::<Cache>().unwrap()),
            _ => panic!("{k}"),
        }
    }
    let method = methods().iter().find(|m| m.name == name).unwrap();
    let model = (method.build)(&options).unwrap();
    let mut sum = 0.0;
    for seed in 0..seeds {
        let run = Run::new(seed, &Silent).with_threads(NonZeroUsize::new(1).unwrap());
        let value = run.install(|| if sets {
            let start = std::time::Instant::now();
            let fitted = model.fit(&corpus, &run).unwrap();
            if args[2] == "dump" {
                let bytes: Vec<u8> = fitted.documents.values().iter().flat_map(|x| (*x as f32).to_le_bytes()).collect();
                std::fs::write(format!("/tmp/dump/{name}-{t}-{seed}.f32"), bytes).unwrap();
                std::fs::write("/tmp/dump/gold.txt", gold.join("\n")).unwrap();
                return 0.0;
            }
            let fit_time = start.elapsed().as_secs_f64();
            let found = clusters::cluster(&fitted, Some(28), linkage, &run).unwrap();
            let groups: Vec<usize> = found.labels.iter().map(|l| l.unwrap_or(999)).collect();
            let o = Overlap::new(&groups, &gold);
            print!("  fit {:.2}s all {:.2}s F {:.3} E {:.3} NMI {:.4}", fit_time, start.elapsed().as_secs_f64(), o.f_measure(), o.entropy(), o.nmi());
            if let Some(g) = &fitted.groups { let o = Overlap::new(g, &gold); print!(" own: F {:.3} E {:.3} NMI {:.4}", o.f_measure(), o.entropy(), o.nmi()); }
            println!(" J {:.1}", fitted.history.last().unwrap_or(&0.0));
            o.nmi()
        } else {
            let split = heldout::split(&corpus, 0.1, seed).unwrap();
            let start = std::time::Instant::now();
            let fitted = model.fit(&split.train, &run).unwrap();
            let time = start.elapsed().as_secs_f64();
            let p = heldout::perplexity(&fitted.model, &split);
            println!("  {:.2}s it {} perplexity {:.1} unigram {:.1} cache-only {:.1} lambda {:.3} falls? {}", time, fitted.history.len(), p, heldout::unigram(&split), heldout::cache_only(&split, &run).unwrap(), fitted.model.lambda, fitted.history.windows(2).filter(|w| w[1] < w[0] - 1e-9 * w[0].abs()).count());
            p
        });
        sum += value;
    }
    println!("{name} T={t} mean {:.4}", sum / seeds as f64);
}
