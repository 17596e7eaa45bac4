//! Key phrases of a sub-event: what its messages say and those around it do not.
//!
//! A phrase has one to three words, occurs in a tenth of the messages and has no function
//! word at its ends. Phrases are ranked by signed G² (Dunning93 def. LogLikelihoodRatio) against the messages
//! around the sub-event; a word is told with its neighbours if they mostly stand beside it.

use crate::corpus::{Corpus, MessagesByWord};
use recto_math::association::signed_g2;
use rustc_hash::FxHashMap;

/// Longest phrase in words.
const LONGEST: usize = 3;
/// Fills up phrases that are shorter.
const NONE: u32 = u32::MAX;
/// Share of the messages that a phrase must occur in.
const LEAST_SHARE: f64 = 0.1;
/// Messages that it must occur in.
const LEAST_MESSAGES: u32 = 3;
/// Share of a phrase's messages that a longer one must have to stand in its place.
const EXTENDED: f64 = 0.6;
/// Largest number of phrases.
const MOST: usize = 3;

type Phrase = [u32; LONGEST];

/// The best phrases of `members` against `others`, none with a word of `leave_out` and no
/// two with the same word.
pub(super) fn phrases(
    corpus: &Corpus,
    by_word: &MessagesByWord,
    members: &[usize],
    others: &[usize],
    leave_out: &[u32],
) -> Vec<Vec<u32>> {
    let own = frequent(corpus, members, leave_out);
    let mut among_others: FxHashMap<Phrase, u32> =
        own.iter().map(|&(phrase, _)| (phrase, 0)).collect();
    let mut begins = vec![false; corpus.n_words()];
    let mut may_hold = vec![false; corpus.len()];
    for (phrase, _) in &own {
        let first = phrase[0] as usize;
        if !std::mem::replace(&mut begins[first], true) {
            let messages = by_word.lists()[first].iter();
            messages.for_each(|&message| may_hold[message as usize] = true);
        }
    }
    let among = others.iter().copied().filter(|&message| may_hold[message]);
    count(
        corpus,
        among,
        |run| begins[run[0] as usize],
        |phrase| {
            if let Some(count) = among_others.get_mut(&phrase) {
                *count += 1;
            }
        },
    );
    let (n, n_others) = (members.len() as f64, others.len() as f64);
    let mut scored: Vec<(Phrase, u32, f64)> = own
        .iter()
        .map(|&(phrase, count)| {
            let other = among_others.get(&phrase).copied().unwrap_or(0);
            (
                phrase,
                count,
                signed_g2(count.into(), n, other.into(), n_others),
            )
        })
        .filter(|row| row.2 > 0.0)
        .collect();
    scored.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
    choose(&scored)
}

/// Phrases in enough messages, in the order of their words.
fn frequent(corpus: &Corpus, members: &[usize], leave_out: &[u32]) -> Vec<(Phrase, u32)> {
    let mut counts: FxHashMap<Phrase, u32> = FxHashMap::default();
    let is_wanted = |run: &[u32]| !run.iter().any(|word| leave_out.contains(word));
    count(corpus, members.iter().copied(), is_wanted, |phrase| {
        *counts.entry(phrase).or_insert(0) += 1;
    });
    let least = (LEAST_SHARE * members.len() as f64).ceil() as u32;
    let least = least.max(LEAST_MESSAGES);
    let frequent = counts.into_iter().filter(|&(_, count)| count >= least);
    let mut frequent: Vec<(Phrase, u32)> = frequent.collect();
    frequent.sort_unstable();
    frequent
}

/// Calls `each` once a message for every phrase in it that is wanted.
fn count(
    corpus: &Corpus,
    messages: impl Iterator<Item = usize>,
    is_wanted: impl Fn(&[u32]) -> bool,
    mut each: impl FnMut(Phrase),
) {
    let mut seen: Vec<Phrase> = Vec::new();
    for message in messages {
        seen.clear();
        let words = corpus.words(message);
        for length in 1..=LONGEST {
            seen.extend(
                words
                    .windows(length)
                    .filter(|run| is_wanted(run) && is_phrase(corpus, run))
                    .map(filled),
            );
        }
        seen.sort_unstable();
        seen.dedup();
        seen.iter().copied().for_each(&mut each);
    }
}

fn is_phrase(corpus: &Corpus, run: &[u32]) -> bool {
    let is_end = |word: u32| corpus.is_content[word as usize];
    is_end(run[0]) && is_end(run[run.len() - 1]) && (run.len() == 1 || run[0] != run[1])
}

fn filled(run: &[u32]) -> Phrase {
    let mut phrase = [NONE; LONGEST];
    phrase[..run.len()].copy_from_slice(run);
    phrase
}

fn words(phrase: &Phrase) -> &[u32] {
    let end = phrase.iter().position(|&word| word == NONE);
    &phrase[..end.unwrap_or(LONGEST)]
}

/// The best phrases, each extended, none sharing a word with one before.
fn choose(scored: &[(Phrase, u32, f64)]) -> Vec<Vec<u32>> {
    let mut chosen: Vec<Vec<u32>> = Vec::new();
    for row in scored {
        if chosen.len() >= MOST {
            break;
        }
        let extended = extend(row, scored);
        let is_told = |word: &u32| chosen.iter().flatten().any(|told| told == word);
        if !words(extended).iter().any(is_told) {
            chosen.push(words(extended).to_vec());
        }
    }
    chosen
}

/// The longest phrase around a phrase that most of its messages have.
fn extend<'s>(
    (phrase, count, _): &'s (Phrase, u32, f64),
    scored: &'s [(Phrase, u32, f64)],
) -> &'s Phrase {
    let holds = |longer: &Phrase| {
        let (short, long) = (words(phrase), words(longer));
        long.len() > short.len() && long.windows(short.len()).any(|run| run == short)
    };
    let longer = scored
        .iter()
        .filter(|(other, n, _)| holds(other) && f64::from(*n) >= EXTENDED * f64::from(*count));
    let best = longer.max_by_key(|(other, n, _)| (words(other).len(), *n));
    best.map_or(phrase, |(other, _, _)| other)
}
