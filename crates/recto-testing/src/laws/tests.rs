//! Laws hold for a method that keeps them, and every way to break one is reported.

use super::*;
use recto_math::{Cancelled, Run};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What the methods here do: something with a number of steps.
trait Steps: Send + Sync {
    fn walk(&self, run: &Run<'_>) -> Result<f64, Cancelled>;

    fn parameters(&self) -> Value {
        json!({ "steps": 9 })
    }
}

/// Said apart: in a closure's argument `&dyn Steps` would be of a shorter life.
type Walker = dyn Steps;
type Row = Method<(), Walker, Cancelled>;
type StepLaw = Law<(), Walker, Cancelled>;

struct Sound;
impl Steps for Sound {
    fn walk(&self, run: &Run<'_>) -> Result<f64, Cancelled> {
        (0..9).try_for_each(|step| run.report("walking", step, None))?;
        Ok(9.0)
    }
}

/// Gives another number at every run.
struct Fickle(AtomicUsize);
impl Steps for Fickle {
    fn walk(&self, run: &Run<'_>) -> Result<f64, Cancelled> {
        run.report("walking", 0, None)?;
        Ok(self.0.fetch_add(1, Ordering::Relaxed) as f64)
    }
}

/// Tells 0 from -0 only by its sign.
struct Signed;
impl Steps for Signed {
    fn walk(&self, run: &Run<'_>) -> Result<f64, Cancelled> {
        run.report("walking", 0, None)?;
        Ok(if run.threads.get() == 7 { -0.0 } else { 0.0 })
    }
}

/// Does not listen.
struct Deaf;
impl Steps for Deaf {
    fn walk(&self, _: &Run<'_>) -> Result<f64, Cancelled> {
        Ok(0.0)
    }

    fn parameters(&self) -> Value {
        json!([9])
    }
}

/// Listens to its first report alone.
struct Hasty;
impl Steps for Hasty {
    fn walk(&self, run: &Run<'_>) -> Result<f64, Cancelled> {
        run.report("walking", 0, None)?;
        let _ = run.report("walking", 1, None);
        Ok(0.0)
    }
}

const SOUND: Row = Row {
    name: "sound",
    summary: "walks nine steps, as it should",
    paper: None,
    uses: &[],
    build: |()| Ok(Box::new(Sound)),
};

fn laws() -> [StepLaw; 5] {
    [
        same_bytes((), |method: &Walker, run| method.walk(run)),
        cancels((), |method: &Walker, run| method.walk(run), |_| true),
        parameters_survive_json(|method: &Walker| method.parameters()),
        readable_row(Names::Letters),
        random_unicode("laws of laws", 3, 40, |_, text| {
            ensure(text.chars().count() == 41, || "another length".into())
        }),
    ]
}

fn breach(row: Row) -> String {
    check(&[SOUND, row], &laws()).expect_err("it breaks a law")
}

#[test]
fn a_sound_method_keeps_every_law() {
    assert_eq!(check(&[SOUND], &laws()), Ok(()));
}

#[test]
fn a_breach_names_method_fact_and_what_happened() {
    let row = |name, build| Row {
        name,
        build,
        ..SOUND
    };
    assert_eq!(
        breach(row("fickle", |()| Ok(Box::new(Fickle(0.into()))))),
        "fickle: the same bytes come out at 1, 2 and 7 threads: 2 threads differ from one"
    );
    assert_eq!(
        breach(row("signed", |()| Ok(Box::new(Signed)))),
        "signed: the same bytes come out at 1, 2 and 7 threads: 7 threads differ from one"
    );
    assert_eq!(
        breach(row("deaf", |()| Ok(Box::new(Deaf)))),
        "deaf: a cancelled run returns at once: it went on"
    );
    assert_eq!(
        breach(row("hasty", |()| Ok(Box::new(Hasty)))),
        "hasty: a cancelled run returns at once: after report 1: it went on"
    );
    let json = [parameters_survive_json(|method: &Walker| {
        method.parameters()
    })];
    let deaf = row("deaf", |()| Ok(Box::new(Deaf)));
    assert_eq!(
        check(&[deaf], &json),
        Err("deaf: parameters survive a trip through JSON: [9]".into())
    );
}

#[test]
fn names_and_summaries_are_for_people() {
    let named = |name| Row { name, ..SOUND };
    let told = |summary| Row { summary, ..SOUND };
    for row in [named(""), named("Sound"), named("c99"), named("a b")] {
        assert!(breach(row).contains("its row says what it is"), "{row:?}");
    }
    for row in [told("short"), told("two lines\nare too many")] {
        assert!(breach(row).contains("its row says what it is"), "{row:?}");
    }
    let digits = [readable_row(Names::LettersAndDigits)];
    assert_eq!(check(&[named("c99")], &digits), Ok(()));
    assert!(check(&[named("c_99")], &digits).is_err());
}

#[test]
fn a_panic_is_a_breach_with_a_name() {
    let law: StepLaw = random_unicode("laws of laws", 1, 3, |_, text| {
        panic!("{} bytes are too many", text.len())
    });
    let breach = check(&[SOUND], &[law]).expect_err("it panics");
    assert!(
        breach.starts_with("sound: random Unicode is an input like any other: it panicked: "),
        "{breach}"
    );
}
