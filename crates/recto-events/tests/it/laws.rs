//! The laws that every detector keeps.

use recto_events::synthetic::{self, Parameters};
use recto_events::{
    Context, Detector, EventsError, GivenParticipant, Message, Method, Options, OwnedMessage,
    Profile, Timeline, methods,
};
use recto_math::{Run, Silent};
use recto_testing::laws::{self, Law, Names, Verdict, ensure, or_breach};

type EventsLaw = Law<Options, dyn Detector, EventsError>;

fn every_law() -> Vec<EventsLaw> {
    let is_cancelled = |error: &EventsError| matches!(error, EventsError::Cancelled(_));
    vec![
        laws::readable_row(Names::Letters),
        laws::parameters_survive_json(<dyn Detector>::parameters),
        laws::same_bytes(Options::default(), on_made(0.3)),
        laws::same_bytes(of_profile(Profile::Paper), on_made(0.15)),
        laws::same_bytes(of_profile(Profile::Stream), on_made(0.15)),
        laws::cancels(Options::default(), on_made(0.1), is_cancelled),
        laws::cancels(of_profile(Profile::Stream), on_made(0.1), is_cancelled),
        laws::random_unicode("events laws", 3, 4000, random_messages),
        Law::new("timelines are sound", sound),
        Law::new("the order of messages does not matter", in_any_order),
        Law::new("too little is an empty timeline and a warning", too_little),
        Law::new("odd messages are counted and do no harm", odd_messages),
        Law::new("contexts, given names and options work", options_work),
        Law::new("options out of range are refused", bad_options),
    ]
}

fn of_profile(profile: Profile) -> Options {
    Options {
        profile,
        ..Options::default()
    }
}

fn made(scale: f64) -> Vec<OwnedMessage> {
    synthetic::generate(&Parameters {
        scale,
        start: 1.4e9,
        ..Parameters::new(7)
    })
}

fn on_made(
    scale: f64,
) -> impl Fn(&(dyn Detector + 'static), &Run<'_>) -> Result<Timeline, EventsError> + Sync {
    let messages = made(scale);
    move |method, run| method.detect(&borrowed(&messages), run)
}

fn borrowed(messages: &[OwnedMessage]) -> Vec<Message<'_>> {
    messages.iter().map(OwnedMessage::as_message).collect()
}

fn detect(
    method: &Method,
    options: &Options,
    messages: &[Message<'_>],
) -> Result<Timeline, String> {
    let detector = or_breach((method.build)(options))?;
    or_breach(detector.detect(messages, &Run::new(0, &Silent)))
}

const PROFILES: [Profile; 3] = [Profile::Auto, Profile::Paper, Profile::Stream];

/// Runs `check` on the timelines of all profiles.
fn in_all_profiles(
    method: &Method,
    messages: &[Message<'_>],
    check: impl Fn(&Timeline) -> Verdict,
) -> Verdict {
    PROFILES.into_iter().try_for_each(|profile| {
        let found = detect(method, &of_profile(profile), messages)?;
        is_sound(&found, messages)?;
        check(&found).map_err(|breach| format!("{profile:?}: {breach}"))
    })
}

/// Indices are in range, times in order, numbers finite, counts add up.
fn is_sound(timeline: &Timeline, messages: &[Message<'_>]) -> Verdict {
    let counts = timeline.counts;
    let left_out = counts.reposts
        + counts.duplicates
        + counts.other_language
        + counts.with_links
        + counts.empty
        + counts.bad_times
        + counts.dropped_late
        + counts.quarantined;
    ensure(
        counts.read == messages.len() && counts.used + left_out == counts.read,
        || format!("{counts:?}"),
    )?;
    let total: u32 = timeline.volume.counts.iter().sum();
    ensure(total as usize == counts.used, || format!("volume {total}"))?;
    ensure(
        timeline.events.is_sorted_by(|a, b| a.peak <= b.peak),
        || "not by peak".to_string(),
    )?;
    let sizes = timeline.participants.iter().map(|p| p.messages);
    ensure(sizes.clone().is_sorted_by(|a, b| a >= b), || {
        "sizes".to_string()
    })?;
    for event in &timeline.events {
        let of_range = |&m: &u32| (m as usize) < messages.len();
        let is_member = |m: &u32| event.members.contains(m);
        let times = [event.start, event.peak, event.end];
        ensure(
            times.is_sorted() && times.iter().all(|time| time.is_finite()),
            || format!("{times:?}"),
        )?;
        ensure(event.importance.is_finite() && event.share > 0.0, || {
            format!("{} {}", event.importance, event.share)
        })?;
        let participants = &event.participants;
        let known = participants
            .iter()
            .all(|&p| p < timeline.participants.len());
        ensure(known, || format!("{participants:?}"))?;
        ensure(event.members.iter().all(of_range), || "members".to_string())?;
        let is_chosen = !event.messages.is_empty() && event.messages.iter().all(is_member);
        ensure(is_chosen && !event.title.is_empty(), || {
            format!("{} {:?}", event.title, event.messages)
        })?;
    }
    let mut ids: Vec<&str> = timeline.events.iter().map(|e| e.id.as_str()).collect();
    ids.sort_unstable();
    ensure(ids.windows(2).all(|pair| pair[0] != pair[1]), || {
        format!("{ids:?}")
    })
}

fn sound(method: &Method) -> Verdict {
    let messages = made(0.5);
    let messages = borrowed(&messages);
    in_all_profiles(method, &messages, |timeline| {
        ensure(!timeline.events.is_empty(), || "no sub-event".to_string())
    })
}

fn in_any_order(method: &Method) -> Verdict {
    let messages = made(0.2);
    let messages = borrowed(&messages);
    let mut turned = messages.clone();
    turned.reverse();
    for profile in PROFILES {
        let options = of_profile(profile);
        let one = detect(method, &options, &messages)?;
        let other = detect(method, &options, &turned)?;
        let peaks = |t: &Timeline| t.events.iter().map(|e| e.peak).collect::<Vec<_>>();
        ensure(peaks(&one) == peaks(&other), || {
            format!("{profile:?}: {:?} {:?}", peaks(&one), peaks(&other))
        })?;
    }
    Ok(())
}

fn is_empty(timeline: &Timeline) -> Verdict {
    ensure(
        timeline.events.is_empty() && !timeline.warnings.is_empty(),
        || format!("{} {:?}", timeline.events.len(), timeline.warnings),
    )
}

fn too_little(method: &Method) -> Verdict {
    in_all_profiles(method, &[], is_empty)?;
    let few: Vec<Message<'_>> = (0..9)
        .map(|i| Message::new(f64::from(i) * 60.0, "goal for the boats"))
        .collect();
    in_all_profiles(method, &few, is_empty)?;
    let texts: Vec<String> = (0..500)
        .map(|i| format!("goal number {i} for the boats"))
        .collect();
    let at_once: Vec<Message<'_>> = texts.iter().map(|text| Message::new(1e9, text)).collect();
    in_all_profiles(method, &at_once, is_empty)?;
    let copies: Vec<Message<'_>> = (0..500)
        .map(|i| Message::new(f64::from(i), "win a free boat trip tonight friends"))
        .collect();
    let found = detect(method, &Options::default(), &copies)?;
    ensure(found.counts.duplicates == 499, || {
        format!("{:?}", found.counts)
    })?;
    is_empty(&found)?;
    let reposts: Vec<Message<'_>> = (0..50)
        .map(|i| Message::new(f64::from(i), "RT @ana: goal for the boats"))
        .collect();
    let found = detect(method, &Options::default(), &reposts)?;
    ensure(found.counts.reposts == 50, || format!("{:?}", found.counts))?;
    is_empty(&found)
}

/// Bad times, empty and huge texts, one name everywhere, no names, scripts without case or
/// blanks, and a stream of one user.
fn odd_messages(method: &Method) -> Verdict {
    let huge = "goal ".repeat(20_000);
    let own = made(0.2);
    let mut messages = borrowed(&own);
    messages.push(Message::new(f64::NAN, "no time"));
    messages.push(Message::new(f64::NEG_INFINITY, "no time"));
    messages.push(Message::new(1.4e9 + 60.0, ""));
    messages.push(Message::new(1.4e9 + 61.0, "\u{0}\u{FEFF} ... 😀"));
    messages.push(Message::new(1.4e9 + 62.0, &huge));
    in_all_profiles(method, &messages, |timeline| {
        let counts = timeline.counts;
        ensure(counts.bad_times == 2 && counts.empty >= 1, || {
            format!("{counts:?}")
        })
    })?;
    let lines: [&[&str]; 4] = [
        &[
            "Kestrel sails",
            "there goes Kestrel again",
            "come on Kestrel",
        ],
        &[
            "nothing happens here",
            "rain and wind",
            "the boat is late again",
        ],
        &["今天的比赛进球了", "我们去看海港", "球队赢了比赛"],
        &["مباراة رائعة اليوم", "هدف جميل", "نهاية الشوط"],
    ];
    for lines in lines {
        let texts: Vec<String> = (0..400)
            .map(|i| format!("{} {i}", lines[i % lines.len()]))
            .collect();
        let messages: Vec<Message<'_>> = texts
            .iter()
            .enumerate()
            .map(|(i, text)| Message {
                user: Some(1),
                ..Message::new(1e9 + i as f64 * 7.0 % 3600.0, text)
            })
            .collect();
        in_all_profiles(method, &messages, |_| Ok(()))?;
    }
    Ok(())
}

fn random_messages(method: &Method, text: &str) -> Verdict {
    let characters: Vec<char> = text.chars().collect();
    let texts: Vec<String> = characters.chunks(40).map(|c| c.iter().collect()).collect();
    let messages: Vec<Message<'_>> = texts
        .iter()
        .enumerate()
        .map(|(i, text)| Message::new(i as f64 * 13.0, text))
        .collect();
    in_all_profiles(method, &messages, |_| Ok(()))
}

fn options_work(method: &Method) -> Verdict {
    let own = made(0.3);
    let messages = borrowed(&own);
    for context in [Context::Global, Context::None] {
        let options = Options {
            context,
            participants: vec![GivenParticipant {
                name: "The Birds".to_string(),
                names: vec!["Hawks".to_string(), "Kestrel".to_string()],
            }],
            bin: Some(20.0),
            tau: Some(2.5),
            background: Some(2),
            min_mentions: Some(15),
            n_messages: Some(1),
            keep_reposts: Some(true),
            keep_duplicates: Some(true),
            language: Some(*b"en"),
            ..Options::default()
        };
        let found = detect(method, &options, &messages)?;
        is_sound(&found, &messages)?;
        let is_there = found.participants.iter().any(|p| p.name == "The Birds");
        ensure(is_there && found.volume.bin == 20.0, || {
            format!("{:?}", found.participants)
        })?;
        let most = found.events.iter().map(|e| e.messages.len()).max();
        ensure(most <= Some(1), || format!("{most:?} messages"))?;
    }
    Ok(())
}

fn bad_options(method: &Method) -> Verdict {
    let base = Options::default;
    let bad = [
        Options {
            bin: Some(0.0),
            ..base()
        },
        Options {
            bin: Some(f64::NAN),
            ..base()
        },
        Options {
            tau: Some(-1.0),
            ..base()
        },
        Options {
            false_alarms: 0.0,
            ..base()
        },
        Options {
            lateness: -1.0,
            ..base()
        },
        Options {
            max_share: Some(2.0),
            ..base()
        },
        Options {
            background: Some(0),
            ..base()
        },
    ];
    bad.iter().try_for_each(|options| {
        let built = (method.build)(options);
        ensure(matches!(built, Err(EventsError::Parameter(_))), || {
            format!("{options:?}")
        })
    })
}

#[test]
fn every_method_keeps_every_law() {
    assert_eq!(laws::check_and_catch(methods(), &every_law()), Ok(()));
}
