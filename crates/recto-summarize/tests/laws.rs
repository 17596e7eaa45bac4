//! The laws that every method and every comparison keeps.
//!
//! Tests run [`check`] and [`check_comparers`] over a table: the built-in one, and any that
//! a method written elsewhere adds its row to.

use rand_chacha::rand_core::Rng;
use recto_math::{Observer, Progress, Run, Silent, rng};
use recto_summarize::{
    Budget, Comparison, Limit, Method, Options, Policy, Pool, PoolBuilder, Standing,
    SummarizeError, Summary,
};
use serde_json::Value;
use std::num::NonZeroUsize;

type Law = fn(&Subject<'_>) -> Result<(), String>;

/// Every law with the fact that it states.
const LAWS: [(&str, Law); 10] = [
    ("nothing to choose from gives an empty summary", empty_pool),
    ("one sentence is its own summary", one_sentence),
    ("a sentence said many times is taken once", all_duplicates),
    (
        "a budget is kept and used, and sentences are chosen soundly",
        budget_kept,
    ),
    (
        "a budget that may be exceeded is exceeded by the last sentence only",
        overshoot,
    ),
    (
        "a budget below every sentence gives an empty summary",
        too_small,
    ),
    ("the same bytes come out at 1, 2 and 7 threads", same_bytes),
    ("a cancelled run returns at once", cancels),
    ("the paper's parameters work too", as_published),
    (
        "its row says what it is, and parameters survive JSON",
        row_is_readable,
    ),
];

/// Checks every law on every method.
///
/// # Errors
/// The first breach: which method, which law, and what happened.
fn check(methods: &[Method]) -> Result<(), String> {
    methods
        .iter()
        .try_for_each(|method| keeps(&Subject::Method(method)))
}

/// Checks every law on every comparison.
///
/// # Errors
/// The first breach: which comparison, which law, and what happened.
fn check_comparers(comparers: &[Comparison]) -> Result<(), String> {
    comparers
        .iter()
        .try_for_each(|row| keeps(&Subject::Comparison(row)))
}

/// What is held to the laws.
enum Subject<'a> {
    Method(&'a Method),
    Comparison(&'a Comparison),
}

impl Subject<'_> {
    fn name(&self) -> (&str, &str) {
        match self {
            Self::Method(row) => (row.name, row.summary),
            Self::Comparison(row) => (row.name, row.summary),
        }
    }

    /// A summary of the first group, or one of each.
    fn run(
        &self,
        options: &Options,
        pools: &Pools,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Vec<Summary>, SummarizeError> {
        match self {
            Self::Method(row) => {
                let method = (row.build)(options)?;
                let found = match method.summarize(&pools.plain, budget, run) {
                    Err(SummarizeError::NoQuery { .. }) => {
                        method.summarize(&pools.asked, budget, run)
                    }
                    found => found,
                };
                Ok(vec![found?])
            }
            Self::Comparison(row) => (row.build)(options)?.compare(&pools.plain, budget, run),
        }
    }

    fn parameters(&self) -> Result<Value, SummarizeError> {
        let options = Options::default();
        Ok(match self {
            Self::Method(row) => (row.build)(&options)?.parameters(),
            Self::Comparison(row) => (row.build)(&options)?.parameters(),
        })
    }

    fn usual(&self, pools: &Pools, budget: Budget) -> Result<Vec<Summary>, String> {
        let run = Run::new(0, &Silent);
        told(self.run(&Options::default(), pools, budget, &run))
    }
}

fn keeps(subject: &Subject<'_>) -> Result<(), String> {
    for (fact, law) in LAWS {
        law(subject).map_err(|breach| format!("{}: {fact}: {breach}", subject.name().0))?;
    }
    Ok(())
}

fn expect(holds: bool, breach: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(breach()) }
}

fn told<T>(result: Result<T, SummarizeError>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}

/// The same sentences twice.
struct Pools {
    plain: Pool,
    /// Asked for all of its terms, for methods that need a question.
    asked: Pool,
}

impl Pools {
    fn new(fill: impl Fn(&mut PoolBuilder)) -> Self {
        let filled = || {
            let mut builder = PoolBuilder::new();
            fill(&mut builder);
            builder
        };
        let plain = filled().finish();
        let mut asked = filled();
        asked.ask(plain.terms().iter().map(String::as_str));
        let asked = asked.finish();
        Self { plain, asked }
    }
}

fn pool_of(groups: &[Vec<Vec<Vec<String>>>]) -> Pools {
    Pools::new(|builder| {
        for (i, documents) in groups.iter().enumerate() {
            if i > 0 {
                builder.next_group();
            }
            for document in documents {
                let sentences = document.iter();
                builder.push_terms(sentences.map(|terms| (terms.as_slice(), terms.len() + 3)));
            }
        }
    })
}

/// Groups of documents that speak of common things and of their own.
fn made(seed: u64, groups: usize, documents: usize, sentences: usize) -> Pools {
    let mut draw = rng::stream(seed, "summary laws", 0);
    let mut word = |group: usize| match draw.next_u32() % 3 {
        0 => format!("common{}", draw.next_u32() % 12),
        1 => format!("rare{}", draw.next_u32() % 400),
        _ => format!("w{group}x{}", draw.next_u32() % 25),
    };
    let mut sentence = |group: usize, i: usize| -> Vec<String> {
        (0..1 + (i * 7) % 13).map(|_| word(group)).collect()
    };
    let groups: Vec<Vec<Vec<Vec<String>>>> = (0..groups)
        .map(|group| {
            let document = |d: usize| (0..sentences).map(|i| sentence(group, d + i)).collect();
            (0..documents).map(document).collect()
        })
        .collect();
    pool_of(&groups)
}

fn words(n: usize) -> Budget {
    Budget::fit(Limit::Words(n))
}

fn empty_pool(subject: &Subject<'_>) -> Result<(), String> {
    for pools in [Pools::new(|_| ()), Pools::new(PoolBuilder::next_group)] {
        let found = subject.usual(&pools, words(100))?;
        let is_empty = found.iter().all(|summary| summary.chosen.is_empty());
        expect(is_empty, || format!("{found:?}"))?;
    }
    Ok(())
}

fn one_sentence(subject: &Subject<'_>) -> Result<(), String> {
    let terms = ["tide", "rises", "quay"].map(String::from).to_vec();
    let found = subject.usual(&pool_of(&[vec![vec![terms]]]), words(100))?;
    let rows: Vec<Vec<usize>> = found.iter().map(Summary::rows).collect();
    expect(rows == [[0]], || format!("{rows:?}"))
}

fn all_duplicates(subject: &Subject<'_>) -> Result<(), String> {
    let terms = ["tide", "rises", "quay"].map(String::from).to_vec();
    let pool = pool_of(&[vec![vec![terms; 9]; 3]]);
    let rows = subject.usual(&pool, words(100))?[0].rows();
    expect(rows == [0], || format!("{rows:?}"))
}

/// The rows of a group that may be chosen: those of five words and more, or the short ones
/// where there is nothing else, or what there is.
fn choosable(pool: &Pool, group: usize) -> Vec<usize> {
    let with = |standing: Standing| -> Vec<usize> {
        let rows = pool.group(group);
        rows.filter(|&row| pool.sentences()[row].standing == standing)
            .collect()
    };
    let standings = [Standing::Choosable, Standing::Short, Standing::Debris];
    let mut found = standings.into_iter().map(with);
    found.find(|rows| !rows.is_empty()).unwrap_or_default()
}

/// What a summary costs.
fn spent(pool: &Pool, budget: Budget, rows: &[usize]) -> usize {
    let cost = |&row: &usize| budget.cost(&pool.sentences()[row]);
    rows.iter().map(cost).sum()
}

/// Rows are distinct and may be chosen; scores are numbers; what is covered is of the
/// group, in order, and not the sentence itself.
fn check_chosen(pool: &Pool, group: usize, summary: &Summary) -> Result<(), String> {
    let may = choosable(pool, group);
    let mut rows = summary.rows();
    rows.sort_unstable();
    let distinct = rows.windows(2).all(|pair| pair[0] < pair[1]);
    expect(distinct && rows.iter().all(|row| may.contains(row)), || {
        format!("rows {rows:?}")
    })?;
    let numbers = summary.chosen.iter().map(|chosen| chosen.score);
    let finite = numbers
        .chain(summary.trace.iter().copied())
        .all(f64::is_finite);
    expect(finite, || format!("not a number in {summary:?}"))?;
    for chosen in &summary.chosen {
        let covers = &chosen.covers;
        let sound = covers.windows(2).all(|pair| pair[0] < pair[1])
            && !covers.contains(&chosen.sentence)
            && covers.iter().all(|&row| row < pool.sentences().len());
        expect(sound, || format!("covers of {chosen:?}"))?;
    }
    Ok(())
}

fn check_fit(
    subject: &Subject<'_>,
    options: &Options,
    pools: &Pools,
    budget: Budget,
) -> Result<(), String> {
    let found = told(subject.run(options, pools, budget, &Run::new(0, &Silent)))?;
    let pool = &pools.plain;
    let is_comparison = matches!(subject, Subject::Comparison(_));
    expect(!is_comparison || found.len() == pool.n_groups(), || {
        format!("{} summaries", found.len())
    })?;
    for (group, summary) in found.iter().enumerate() {
        check_chosen(pool, group, summary)?;
        let rows = summary.rows();
        let cost = spent(pool, budget, &rows);
        expect(cost <= budget.total(), || format!("{cost} of {budget:?}"))?;
        let fits = |row: &usize| budget.cost(&pool.sentences()[*row]) <= budget.total();
        let nothing_fits = !choosable(pool, group).iter().any(fits);
        let excused = pool.n_groups() > 1 && !summary.warnings.is_empty();
        expect(nothing_fits || excused || !rows.is_empty(), || {
            format!("nothing of group {group} for {budget:?}")
        })?;
    }
    Ok(())
}

fn budget_kept(subject: &Subject<'_>) -> Result<(), String> {
    let mut draw = rng::stream(0, "summary laws", 1);
    for round in 0..24 {
        let groups = 1 + round as usize % 3;
        let pool = made(
            round,
            groups,
            1 + rng::below(&mut draw, 4),
            1 + rng::below(&mut draw, 9),
        );
        let n = 1 + rng::below(&mut draw, 60);
        for limit in [
            Limit::Words(n),
            Limit::Bytes(6 * n),
            Limit::Sentences(1 + n % 7),
        ] {
            check_fit(subject, &Options::default(), &pool, Budget::fit(limit))?;
        }
    }
    Ok(())
}

fn overshoot(subject: &Subject<'_>) -> Result<(), String> {
    let pools = made(3, 1, 4, 8);
    let pool = &pools.plain;
    for n in [1, 20, 50] {
        let budget = Budget {
            limit: Limit::Words(n),
            policy: Policy::Overshoot,
        };
        let found = subject.usual(&pools, budget)?;
        let rows = found[0].rows();
        let Some((_, before)) = rows.split_last() else {
            return Err(format!("nothing for {n} words"));
        };
        let cost = spent(pool, budget, before);
        expect(cost < n, || {
            format!("{cost} words before the last, {n} allowed")
        })?;
        let all = spent(pool, budget, &rows);
        expect(all >= n, || format!("{all} words, {n} asked"))?;
    }
    Ok(())
}

fn too_small(subject: &Subject<'_>) -> Result<(), String> {
    let found = subject.usual(&made(4, 2, 3, 6), words(1))?;
    let is_empty = found.iter().all(|summary| summary.chosen.is_empty());
    expect(is_empty, || format!("{found:?}"))
}

fn same_bytes(subject: &Subject<'_>) -> Result<(), String> {
    let pool = made(5, 2, 40, 15);
    let at = |threads: usize| {
        let run = Run::new(0, &Silent).with_threads(NonZeroUsize::new(threads).expect("not zero"));
        run.install(|| subject.run(&Options::default(), &pool, words(120), &run))
    };
    let one = told(at(1))?;
    for threads in [2, 7] {
        let other = told(at(threads))?;
        expect(one == other, || {
            format!("{threads} threads differ from one")
        })?;
    }
    Ok(())
}

struct Refuses;
impl Observer for Refuses {
    fn on_progress(&self, _: &Progress<'_>) -> bool {
        false
    }
}

fn cancels(subject: &Subject<'_>) -> Result<(), String> {
    let run = Run::new(0, &Refuses);
    let found = subject.run(&Options::default(), &made(6, 2, 3, 9), words(50), &run);
    let stopped = matches!(found, Err(SummarizeError::Cancelled(_)));
    expect(stopped, || "it went on".into())
}

fn as_published(subject: &Subject<'_>) -> Result<(), String> {
    let options = Options {
        paper: true,
        ..Options::default()
    };
    (0..6).try_for_each(|seed| {
        let pool = made(seed, 1 + seed as usize % 3, 3, 7);
        check_fit(subject, &options, &pool, words(40))
    })
}

fn row_is_readable(subject: &Subject<'_>) -> Result<(), String> {
    let (name, summary) = subject.name();
    let is_letter = |c: char| c.is_ascii_lowercase() || c == '-';
    let named = !name.is_empty() && name.chars().all(is_letter);
    let told_so = !summary.contains('\n') && (10..=90).contains(&summary.len());
    expect(named && told_so, || format!("{name:?}: {summary:?}"))?;
    let parameters = told(subject.parameters())?;
    let parsed: Value =
        serde_json::from_str(&parameters.to_string()).map_err(|error| error.to_string())?;
    expect(parameters.is_object() && parameters == parsed, || {
        parameters.to_string()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_keeps_every_law() {
        assert_eq!(check(recto_summarize::methods()), Ok(()));
    }

    #[test]
    fn every_comparison_keeps_every_law() {
        assert_eq!(check_comparers(recto_summarize::comparers()), Ok(()));
    }

    #[test]
    fn a_method_that_breaks_a_law_is_caught() {
        let mut row = recto_summarize::methods()[0];
        row.summary = "short";
        assert!(check(&[row]).is_err_and(|breach| breach.contains("short")));
    }
}
