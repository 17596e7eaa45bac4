use super::*;
use crate::Pile;
use proptest::prelude::*;
use recto_math::Silent;
use recto_text::time::rfc3339;
use std::sync::LazyLock;

fn follower(request: &Request) -> Result<Follower, Error> {
    let pile = Pile::default();
    let how = Reading::for_one_run(&pile);
    let run = Run::new(0, &Silent);
    let files = Attachments::default();
    Follower::new(request, &files, &how, SourceOptions::default(), &run)
}

fn usual() -> Follower {
    follower(&Request::default()).expect("the usual request")
}

/// The first hour of a made match, as lines.
static LINES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let documents = crate::events::made::pile(1).documents;
    let first = documents[0].post.expect("a message").micros;
    let line = |document: &recto_text::Document| {
        let post = document.post.expect("a message");
        let row = json!({"id": document.id, "time": rfc3339(post.micros), "text": document.text});
        (post.micros - first < 3_600_000_000).then(|| format!("{row}\n"))
    };
    documents.iter().filter_map(line).collect()
});

/// What is told of lines that come in batches that end at `cuts`.
fn told(mut follower: Follower, lines: &[String], cuts: &[usize]) -> (Vec<Record>, Follower) {
    let run = Run::new(0, &Silent);
    let mut records = Vec::new();
    let mut start = 0;
    for &cut in cuts.iter().chain([&lines.len()]) {
        let batch = lines[start..cut].concat();
        records.extend(follower.take(batch.as_bytes(), &run).expect("not stopped"));
        start = cut;
    }
    (records, follower)
}

static WHOLE: LazyLock<Vec<Record>> = LazyLock::new(|| {
    let (mut records, mut follower) = told(usual(), &LINES, &[]);
    let last = follower.finish(&Run::new(0, &Silent));
    records.extend(last.expect("not stopped"));
    records
});

#[test]
fn finals_have_ids_times_and_members_of_the_stream() {
    let finals = WHOLE
        .iter()
        .filter(|record| record.kind == recto_events::stream::ChangeKind::Final);
    let mut n = 0;
    for record in finals {
        let event = &record.subevent;
        let quoted = event.message.as_ref().expect("a message tells it");
        let own = LINES
            .iter()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let own = { own }
            .find(|row| row["id"] == json!(quoted.id))
            .expect("of the stream");
        assert_eq!(own["text"], json!(quoted.text));
        assert_eq!(own["time"], json!(quoted.time));
        let members = event.members.as_ref().expect("decided");
        assert_eq!(members.len(), event.messages);
        assert!(event.start <= event.peak && event.peak <= event.end);
        n += 1;
    }
    assert!(n >= 5, "{n} of the first hour");
    let seqs: Vec<u64> = WHOLE.iter().map(|record| record.seq).collect();
    assert_eq!(seqs, (0..seqs.len() as u64).collect::<Vec<u64>>());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn batches_do_not_matter_and_a_follower_that_was_resumed_goes_on_as_before(
        mut cuts in prop::collection::vec(0..LINES.len(), 1..12),
    ) {
        cuts.sort_unstable();
        let middle = cuts[cuts.len() / 2];
        let before: Vec<usize> = cuts.iter().copied().filter(|&cut| cut < middle).collect();
        let after = cuts.iter().filter(|&&cut| cut >= middle).map(|cut| cut - middle);
        let after: Vec<usize> = after.collect();
        let (mut records, stopped) = told(usual(), &LINES[..middle], &before);
        let mut resumed = usual();
        resumed.resume(&stopped.save()).expect("just saved");
        prop_assert_eq!(resumed.save(), stopped.save());
        let (more, mut resumed) = told(resumed, &LINES[middle..], &after);
        records.extend(more);
        records.extend(resumed.finish(&Run::new(0, &Silent)).expect("not stopped"));
        prop_assert_eq!(&records, &*WHOLE);
    }
}

#[test]
fn lines_that_are_no_messages_and_repeats_are_counted() {
    let run = Run::new(0, &Silent);
    let mut follower = usual();
    let text = b"{\"id\": 1, \"time\": 1741637940, \"text\": \"a tide\"}\n\n\
                {\"id\": 1, \"time\": 1741637940, \"text\": \"a tide\"}\nno json\n\
                {\"time\": 1741637941, \"text\": \"the boats\"}\n\
                {\"time\": 1741637941, \"text\": \"the boats\"}\n\xff\n";
    follower.take(text, &run).expect("not stopped");
    let counts = follower.counts();
    assert_eq!((counts.lines, counts.left_out, counts.repeats), (6, 2, 1));
    assert_eq!(counts.messages.read, 3, "without an id nothing is a repeat");
    let notice = follower.notices().remove(0);
    assert!(
        notice.message.starts_with("2 lines left out (3 and 6)"),
        "{notice:?}"
    );
}

#[test]
fn states_of_other_parameters_or_none_are_refused() {
    let saved = usual().save();
    let other = Request {
        false_alarms: Some(1.0),
        ..Request::default()
    };
    let mut other = follower(&other).expect("in range");
    let refused = other
        .resume(&saved)
        .expect_err("other parameters")
        .to_string();
    assert!(refused.contains("other parameters"), "{refused}");
    let fresh = std::cell::RefCell::new(usual());
    recto_testing::saved::assert_damage_is_refused(&saved, |bytes| {
        fresh.borrow_mut().resume(bytes)
    });
}

#[test]
fn counts_that_would_overflow_are_refused_under_a_correct_checksum() {
    let mut follower = usual();
    follower.lines.read = u64::MAX;
    let saved = follower.save();
    assert!(usual().resume(&saved).is_err());
}

#[test]
fn what_reads_all_messages_at_once_cannot_follow() {
    let published = Request {
        paper: true,
        ..Request::default()
    };
    let spikes = Request {
        method: "spike".into(),
        ..Request::default()
    };
    let whole = Request {
        profile: Some(Profile::Auto),
        ..Request::default()
    };
    for request in [published, spikes, whole] {
        let refused = follower(&request).err().expect("not online").to_string();
        assert!(refused.contains("reads all messages at once"), "{refused}");
    }
}
