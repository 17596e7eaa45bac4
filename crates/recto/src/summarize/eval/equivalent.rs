//! What to type to get the same numbers from the original programs.

use super::Scoring;
use recto_summarize::rouge::{Alphabet, Average, Cut, Measure, Options, Variant};

/// The command of the original program, several where one cannot have all measures; `None`
/// where it has no such option.
pub(super) fn command(task: &Scoring, has_rules: bool, options: &Options) -> Option<String> {
    match options.variant {
        Variant::Script => {
            is_literal(task, has_rules, options).then(|| script(&task.measures, options))
        }
        Variant::RougeScore => (!task.jackknife).then(|| python(&task.measures, options)),
    }
}

/// Whether 1.5.5 can do the same.
fn is_literal(task: &Scoring, has_rules: bool, options: &Options) -> bool {
    let sequences = |measure: &Measure| matches!(measure, Measure::L | Measure::W(_));
    let cuts_lines = matches!(options.cut, Some(Cut::Bytes(_))) && !options.compat;
    let departs = cuts_lines && task.measures.iter().any(sequences);
    let has_lists = has_rules || !options.stem;
    !task.jackknife && options.alphabet == Alphabet::Ascii && has_lists && !departs
}

fn script(measures: &[Measure], options: &Options) -> String {
    let n = measures.iter().filter_map(|measure| match measure {
        Measure::N(n) => Some(*n),
        _ => None,
    });
    let mut common = vec![format!(
        "ROUGE-1.5.5.pl -e DATA -n {}",
        n.max().unwrap_or(1)
    )];
    common.extend(options.stem.then(|| "-m".into()));
    common.extend(options.stop.then(|| "-s".into()));
    common.extend(options.cut.map(|cut| match cut {
        Cut::Words(n) => format!("-l {n}"),
        Cut::Bytes(n) => format!("-b {n}"),
    }));
    let average = match options.average {
        Average::A => "A",
        Average::B => "B",
    };
    common.push(format!("-f {average} -p {}", options.alpha));
    let (skips, weights) = (skips(measures), weights(measures));
    let n = skips.len().max(weights.len()).max(1);
    let one = |i: usize| {
        let parts = common.iter().chain(weights.get(i)).chain(skips.get(i));
        parts.cloned().collect::<Vec<_>>().join(" ")
    };
    (0..n).map(one).collect::<Vec<_>>().join("; ")
}

/// A run has one gap, with or without single words, or both.
fn skips(measures: &[Measure]) -> Vec<String> {
    let mut found: Vec<(Option<usize>, bool, bool)> = Vec::new();
    for measure in measures {
        let (gap, singles) = match measure {
            Measure::S(gap) => (*gap, false),
            Measure::SU(gap) => (*gap, true),
            _ => continue,
        };
        match found.iter_mut().find(|(known, _, _)| *known == gap) {
            Some((_, plain, with)) => (*plain, *with) = (*plain || !singles, *with || singles),
            None => found.push((gap, !singles, singles)),
        }
    }
    let flags = |(gap, plain, with): (Option<usize>, bool, bool)| {
        let gap = gap.map_or("-1".into(), |gap| gap.to_string());
        let singles = match (plain, with) {
            (true, true) => " -U",
            (_, true) => " -u",
            _ => "",
        };
        format!("-2 {gap}{singles}")
    };
    found.into_iter().map(flags).collect()
}

fn weights(measures: &[Measure]) -> Vec<String> {
    let weights = measures.iter().filter_map(|measure| match measure {
        Measure::W(weight) => Some(format!("-w {weight}")),
        _ => None,
    });
    weights.collect()
}

fn python(measures: &[Measure], options: &Options) -> String {
    let names: Vec<String> = measures
        .iter()
        .map(|measure| format!("'rouge{measure}'"))
        .collect();
    let stem = if options.stem { "True" } else { "False" };
    format!(
        "rouge_scorer.RougeScorer([{}], use_stemmer={stem}).score_multi(references, summary)",
        names.join(", ")
    )
}
