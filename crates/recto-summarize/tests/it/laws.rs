//! The laws that every method and every comparison keeps.

use rand_chacha::rand_core::Rng;
use recto_math::{Run, Silent, rng};
use recto_summarize::{
    Budget, Comparer, Limit, Options, Policy, Pool, PoolBuilder, Standing, SummarizeError,
    Summarizer, Summary, comparers, methods,
};
use recto_testing::laws::{self, Law, Names, Verdict, ensure, or_breach};
use recto_testing::text::with_lines;
use recto_text::{Analysis, Language};
use serde_json::Value;

/// A row of either table.
type Row<T> = recto_math::Method<Options, T, SummarizeError>;

fn every_law<T: Subject + ?Sized + 'static>() -> [Law<Options, T, SummarizeError>; 12] {
    let is_cancelled = |error: &SummarizeError| matches!(error, SummarizeError::Cancelled(_));
    [
        laws::readable_row(Names::Letters),
        laws::parameters_survive_json(T::parameters),
        Law::new("nothing to choose from gives an empty summary", empty_pool),
        Law::new("one sentence is its own summary", one_sentence),
        Law::new("a sentence said many times is taken once", all_duplicates),
        Law::new(
            "a budget is kept and used, and sentences are chosen soundly",
            budget_kept,
        ),
        laws::random_unicode("summary laws", 4, 900, any_text),
        Law::new(
            "a budget that may be exceeded is exceeded by the last sentence only",
            overshoot,
        ),
        Law::new(
            "a budget below every sentence gives an empty summary",
            too_small,
        ),
        laws::same_bytes(Options::default(), on_pools(made(5, 2, 40, 15), 120)),
        laws::cancels(
            Options::default(),
            on_pools(made(6, 2, 3, 9), 50),
            is_cancelled,
        ),
        Law::new("the paper's parameters work too", as_published),
    ]
}

/// What is held to the laws: a method of either table.
trait Subject: Send + Sync {
    /// Whether it gives a summary of each group, and not of the first alone.
    const COMPARES: bool;

    /// A summary of the first group, or one of each.
    fn run(
        &self,
        pools: &Pools,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Vec<Summary>, SummarizeError>;

    fn parameters(&self) -> Value;
}

impl Subject for dyn Summarizer {
    const COMPARES: bool = false;

    fn run(
        &self,
        pools: &Pools,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Vec<Summary>, SummarizeError> {
        let found = match self.summarize(&pools.plain, budget, run) {
            Err(SummarizeError::NoQuery { .. }) => self.summarize(&pools.asked, budget, run),
            found => found,
        };
        Ok(vec![found?])
    }

    fn parameters(&self) -> Value {
        Summarizer::parameters(self)
    }
}

impl Subject for dyn Comparer {
    const COMPARES: bool = true;

    fn run(
        &self,
        pools: &Pools,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Vec<Summary>, SummarizeError> {
        self.compare(&pools.plain, budget, run)
    }

    fn parameters(&self) -> Value {
        Comparer::parameters(self)
    }
}

/// How the laws of all capabilities run a method: on made pools, for so many words.
fn on_pools<T: Subject + ?Sized>(
    pools: Pools,
    n_words: usize,
) -> impl Fn(&T, &Run<'_>) -> Result<Vec<Summary>, SummarizeError> + Sync {
    move |subject, run| subject.run(&pools, words(n_words), run)
}

fn summaries<T: Subject + ?Sized>(
    row: &Row<T>,
    options: &Options,
    pools: &Pools,
    budget: Budget,
) -> Result<Vec<Summary>, String> {
    let subject = or_breach((row.build)(options))?;
    or_breach(subject.run(pools, budget, &Run::new(0, &Silent)))
}

fn usual<T: Subject + ?Sized>(
    row: &Row<T>,
    pools: &Pools,
    budget: Budget,
) -> Result<Vec<Summary>, String> {
    summaries(row, &Options::default(), pools, budget)
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

fn empty_pool<T: Subject + ?Sized>(row: &Row<T>) -> Verdict {
    for pools in [Pools::new(|_| ()), Pools::new(PoolBuilder::next_group)] {
        let found = usual(row, &pools, words(100))?;
        let is_empty = found.iter().all(|summary| summary.chosen.is_empty());
        ensure(is_empty, || format!("{found:?}"))?;
    }
    Ok(())
}

fn one_sentence<T: Subject + ?Sized>(row: &Row<T>) -> Verdict {
    let terms = ["tide", "rises", "quay"].map(String::from).to_vec();
    let found = usual(row, &pool_of(&[vec![vec![terms]]]), words(100))?;
    let rows: Vec<Vec<usize>> = found.iter().map(Summary::rows).collect();
    ensure(rows == [[0]], || format!("{rows:?}"))
}

fn all_duplicates<T: Subject + ?Sized>(row: &Row<T>) -> Verdict {
    let terms = ["tide", "rises", "quay"].map(String::from).to_vec();
    let pool = pool_of(&[vec![vec![terms; 9]; 3]]);
    let rows = usual(row, &pool, words(100))?[0].rows();
    ensure(rows == [0], || format!("{rows:?}"))
}

/// The rows of a group that may be chosen: those of five words and more, or the short ones
/// where there is nothing else, or what there is.
fn choosable(pool: &Pool, group: usize) -> Vec<usize> {
    let with = |standing: Standing| -> Vec<usize> {
        let rows = pool.group(group);
        rows.filter(|&row| pool.sentences()[row].standing == standing)
            .collect()
    };
    let standings = [Standing::Choosable, Standing::Short, Standing::Boilerplate];
    let mut found = standings.into_iter().map(with);
    found.find(|rows| !rows.is_empty()).unwrap_or_default()
}

/// What a summary costs.
fn spent(pool: &Pool, budget: Budget, rows: &[usize]) -> usize {
    let cost = |&row: &usize| budget.cost(&pool.sentences()[row]);
    rows.iter().map(cost).sum()
}

/// Rows are distinct and may be chosen; scores are numbers; what is covered is of the
/// group, in order, covered once, and not chosen itself.
fn check_chosen(pool: &Pool, group: usize, summary: &Summary) -> Verdict {
    let may = choosable(pool, group);
    let mut rows = summary.rows();
    rows.sort_unstable();
    let distinct = rows.windows(2).all(|pair| pair[0] < pair[1]);
    ensure(distinct && rows.iter().all(|row| may.contains(row)), || {
        format!("rows {rows:?}")
    })?;
    let numbers = summary.chosen.iter().map(|chosen| chosen.score);
    let finite = numbers
        .chain(summary.trace.iter().copied())
        .all(f64::is_finite);
    ensure(finite, || format!("not a number in {summary:?}"))?;
    let mut accounted = rows;
    for chosen in &summary.chosen {
        let covers = &chosen.covers;
        let sound = covers.windows(2).all(|pair| pair[0] < pair[1])
            && covers.iter().all(|row| pool.group(group).contains(row));
        ensure(sound, || format!("covers of {chosen:?}"))?;
        accounted.extend(covers);
    }
    let n = accounted.len();
    accounted.sort_unstable();
    accounted.dedup();
    ensure(accounted.len() == n, || {
        format!("a sentence is counted twice in {summary:?}")
    })
}

fn check_fit<T: Subject + ?Sized>(
    row: &Row<T>,
    options: &Options,
    pools: &Pools,
    budget: Budget,
) -> Verdict {
    let found = summaries(row, options, pools, budget)?;
    let pool = &pools.plain;
    ensure(!T::COMPARES || found.len() == pool.n_groups(), || {
        format!("{} summaries", found.len())
    })?;
    for (group, summary) in found.iter().enumerate() {
        check_chosen(pool, group, summary)?;
        let rows = summary.rows();
        let cost = spent(pool, budget, &rows);
        ensure(cost <= budget.total(), || format!("{cost} of {budget:?}"))?;
        let fits = |row: &usize| budget.cost(&pool.sentences()[*row]) <= budget.total();
        let nothing_fits = !choosable(pool, group).iter().any(fits);
        let excused = pool.n_groups() > 1 && !summary.warnings.is_empty();
        ensure(nothing_fits || excused || !rows.is_empty(), || {
            format!("nothing of group {group} for {budget:?}")
        })?;
    }
    Ok(())
}

fn budget_kept<T: Subject + ?Sized>(row: &Row<T>) -> Verdict {
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
            check_fit(row, &Options::default(), &pool, Budget::fit(limit))?;
        }
    }
    Ok(())
}

/// A budget is kept on analysed text too.
fn any_text<T: Subject + ?Sized>(row: &Row<T>, text: &str) -> Verdict {
    // Every fourth character ends a line, and a sentence needs some words.
    let lines: Vec<&str> = text.lines().collect();
    let text: String = lines.chunks(8).map(|few| few.join(" ") + "\n").collect();
    let pools = Pools::new(|builder| {
        with_lines(&text, Analysis::Summary, Language::detect(&text), |units| {
            builder.push(units, &[]);
        });
    });
    ensure(pools.plain.sentences().len() > 9, || "few sentences".into())?;
    check_fit(row, &Options::default(), &pools, words(40))
}

fn overshoot<T: Subject + ?Sized>(row: &Row<T>) -> Verdict {
    let pools = made(3, 1, 4, 8);
    let pool = &pools.plain;
    for n in [1, 20, 50] {
        let budget = Budget {
            limit: Limit::Words(n),
            policy: Policy::Overshoot,
        };
        let found = usual(row, &pools, budget)?;
        let rows = found[0].rows();
        let Some((_, before)) = rows.split_last() else {
            return Err(format!("nothing for {n} words"));
        };
        let cost = spent(pool, budget, before);
        ensure(cost < n, || {
            format!("{cost} words before the last, {n} allowed")
        })?;
        let all = spent(pool, budget, &rows);
        ensure(all >= n, || format!("{all} words, {n} asked"))?;
    }
    Ok(())
}

fn too_small<T: Subject + ?Sized>(row: &Row<T>) -> Verdict {
    let found = usual(row, &made(4, 2, 3, 6), words(1))?;
    let is_empty = found.iter().all(|summary| summary.chosen.is_empty());
    ensure(is_empty, || format!("{found:?}"))
}

fn as_published<T: Subject + ?Sized>(row: &Row<T>) -> Verdict {
    let options = Options {
        paper: true,
        ..Options::default()
    };
    (0..6).try_for_each(|seed| {
        let pool = made(seed, 1 + seed as usize % 3, 3, 7);
        check_fit(row, &options, &pool, words(40))
    })
}

#[test]
fn every_method_keeps_every_law() {
    assert_eq!(laws::check_and_catch(methods(), &every_law()), Ok(()));
}

#[test]
fn every_comparison_keeps_every_law() {
    assert_eq!(laws::check_and_catch(comparers(), &every_law()), Ok(()));
}
