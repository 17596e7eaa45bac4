use super::*;
use crate::source::{Fields, Format};

fn rows(text: &str) -> FileRows {
    read(text, &SourceOptions::default())
}

/// Id, text, time and what is known beside of the only message of a text.
fn only(text: &str) -> Row {
    let mut file = rows(text);
    assert_eq!(
        file.rows.len(),
        1,
        "{:?} {:?}",
        file.warnings,
        file.failures
    );
    file.rows.remove(0)
}

/// 2025-03-10T20:19:00Z
const AT: i64 = 1_741_637_940_000_000;

#[test]
fn plain_rows_are_read_under_several_names() {
    for text in [
        r#"{"time": "2025-03-10T20:19:00Z", "text": "lights out"}"#,
        r#"{"timestamp": 1741637940, "message": "lights out"}"#,
        r#"{"created_at": "2025-03-10 20:19:00", "body": "lights out"}"#,
        "date;tweet\n2025-03-10 20:19:00;lights out\n",
        "time,text,user\n1741637940000,\"lights out\",\n",
    ] {
        let row = only(text);
        assert_eq!(row.text, "lights out");
        let post = row.post.expect("a message");
        assert_eq!((post.micros, post.user), (AT, None));
    }
}

#[test]
fn fields_that_the_caller_names_come_first() {
    let fields = Fields {
        text: "said".into(),
        time: "at".into(),
        id: "nr".into(),
        ..Fields::default()
    };
    let options = SourceOptions {
        fields,
        ..SourceOptions::default()
    };
    let text = r#"{"at": 1741637940, "said": "a", "nr": 7, "text": "b", "time": 1}"#;
    let row = read(text, &options).rows.remove(0);
    assert_eq!((row.text.as_str(), row.id.as_deref()), ("a", Some("7")));
    assert_eq!(row.post.map(|post| post.micros), Some(AT));
}

#[test]
fn twitter_posts_give_their_long_text_and_who_wrote_them() {
    let row = only(
        r#"{"created_at": "Mon Mar 10 20:19:00 +0000 2025", "id": 99, "id_str": "98", "text": "the tide…", "extended_tweet": {"full_text": "the tide is in"}, "user": {"id_str": "5"}, "lang": "en", "in_reply_to_status_id_str": "7"}"#,
    );
    assert_eq!(
        (row.text.as_str(), row.id.as_deref()),
        ("the tide is in", Some("98"))
    );
    let post = row.post.expect("a message");
    assert_eq!((post.micros, post.language), (AT, Some(*b"en")));
    assert!(post.user.is_some() && post.is_reply && !post.is_repost);

    let row = only(
        r#"{"created_at": "Mon Mar 10 20:19:00 +0000 2025", "full_text": "x", "retweeted_status": {"id": 1}}"#,
    );
    assert!(row.post.is_some_and(|post| post.is_repost));
    let row = only(r#"{"time": 1741637940, "text": "rt @harbour: lights out"}"#);
    assert!(row.post.is_some_and(|post| post.is_repost));
}

#[test]
fn twitter_posts_of_the_second_version_may_come_in_an_envelope() {
    let row = only(
        r#"{"data": {"id": "3", "text": "short", "note_tweet": {"text": "the whole of it"}, "created_at": "2025-03-10T20:19:00.000Z", "author_id": "5", "lang": "de", "referenced_tweets": [{"type": "retweeted", "id": "1"}]}, "includes": {}}"#,
    );
    assert_eq!(row.text, "the whole of it");
    let post = row.post.expect("a message");
    assert_eq!((post.micros, post.language), (AT, Some(*b"de")));
    assert!(post.is_repost && !post.is_reply);
}

#[test]
fn statuses_and_notes_are_html() {
    let row = only(
        r#"{"id": "11", "created_at": "2025-03-10T20:19:00.000Z", "content": "<p>six, five &amp; <a href=\"x\">#harbour</a></p><p>done<br>now</p>", "account": {"id": "5"}, "language": "en", "reblog": null, "in_reply_to_id": null}"#,
    );
    assert_eq!(row.text, "six, five & #harbour\ndone\nnow");
    let post = row.post.expect("a message");
    assert!(!post.is_repost && !post.is_reply && post.user.is_some());

    let row = only(
        r#"{"type": "Create", "actor": "https://example.org/a", "object": {"type": "Note", "id": "n1", "published": "2025-03-10T20:19:00Z", "content": "<p>tide</p>", "inReplyTo": "n0"}}"#,
    );
    assert_eq!((row.text.as_str(), row.id.as_deref()), ("tide", Some("n1")));
    assert!(
        row.post
            .is_some_and(|post| post.is_reply && !post.is_repost)
    );
    let row = only(
        r#"{"type": "Announce", "actor": "a", "object": "https://example.org/n1", "published": "2025-03-10T20:19:00Z"}"#,
    );
    assert!(row.post.is_some_and(|post| post.is_repost));
}

#[test]
fn jetstream_posts_are_taken_and_likes_passed_over() {
    let post = |created: &str| {
        format!(
            r#"{{"did": "did:plc:a", "time_us": 1741637940000000, "kind": "commit", "commit": {{"operation": "create", "collection": "app.bsky.feed.post", "rkey": "k", "record": {{"text": "tide", "createdAt": "{created}", "langs": ["en"]}}}}}}"#
        )
    };
    let near = only(&post("2025-03-10T20:18:30Z"));
    assert_eq!(near.post.map(|post| post.micros), Some(AT - 30_000_000));
    // A clock that is a year off is not believed.
    let far = only(&post("2024-03-10T20:18:30Z"));
    assert_eq!(far.post.map(|post| post.micros), Some(AT));

    let like = r#"{"did": "d", "time_us": 1741637940000000, "kind": "commit", "commit": {"operation": "create", "collection": "app.bsky.feed.like", "record": {}}}"#;
    let file = rows(&format!("{like}\n{}\n", post("2025-03-10T20:18:30Z")));
    assert_eq!(file.rows.len(), 1);
    let told: Vec<&str> = file
        .warnings
        .iter()
        .map(|one| one.message.as_str())
        .collect();
    assert_eq!(told, ["1 records are no posts and were passed over"]);
}

const MIXED: &str = "{\"time\": 1741637940, \"text\": \"a\"}\nno json\n{\"text\": \"b\"}\n\
                     {\"time\": \"soon\", \"text\": \"c\"}\n{\"time\": 5, \"text\": \"d\"}\n\
                     {\"time\": 1741637940}\n[]\n";

#[test]
fn lines_that_are_no_messages_are_counted_by_what_is_wrong() {
    let file = rows(MIXED);
    assert_eq!(file.rows.len(), 1);
    assert!(file.failures.is_empty());
    let told: Vec<&str> = file
        .warnings
        .iter()
        .map(|one| one.message.as_str())
        .collect();
    assert_eq!(
        told,
        [
            "2 lines left out (2 and 7): not a JSON object; each line must be one message",
            "line 6 left out: no text",
            "line 3 left out: no time",
            "line 4 left out: a time that cannot be read; write it as 2025-03-10T20:19:00Z",
            "line 5 left out: a time before 1990 or after 2099",
        ]
    );
}

#[test]
fn a_strict_reader_makes_them_failures_and_so_does_a_file_without_messages() {
    let strict = SourceOptions {
        is_strict: true,
        ..SourceOptions::default()
    };
    let file = read(MIXED, &strict);
    assert_eq!(
        (file.rows.len(), file.failures.len(), file.warnings.len()),
        (1, 5, 0)
    );
    let file = rows("[{\"time\": 1741637940, \"text\": \"a\"}]");
    assert_eq!((file.rows.len(), file.failures.len()), (0, 1));
    assert!(rows("").failures.is_empty());
}

#[test]
fn a_table_without_texts_or_times_is_refused_with_its_columns() {
    for (text, message) in [
        (
            "The tide is in.\nBoats rest.\n",
            "line 1: no field `text` (there are: The tide is in.)",
        ),
        (
            "id,text\n1,a\n",
            "line 1: no field `time` (there are: id, text)",
        ),
    ] {
        let file = rows(text);
        assert_eq!(file.failures[0].message, message);
    }
}

#[test]
fn times_in_two_units_are_told_of() {
    let seconds = "{\"time\": 1741637940, \"text\": \"a\"}\n".repeat(20);
    let file = rows(&format!(
        "{seconds}{{\"time\": 1741637940000, \"text\": \"a\"}}\n"
    ));
    assert_eq!(file.rows.len(), 21);
    assert_eq!(
        file.warnings[0].message,
        "1 of 21 times are counts in another unit than the rest; each was read by its size"
    );
    assert!(rows(&seconds).warnings.is_empty());
}

#[test]
fn messages_of_a_pile_are_documents_with_a_post() {
    let options = SourceOptions {
        format: Some(Format::Messages),
        ..SourceOptions::default()
    };
    let bytes = br#"{"time": 1741637940, "text": "a"}"#.to_vec();
    let pile = crate::source::read_bytes("posts.jsonl", bytes, &options);
    assert_eq!(pile.documents[0].id, "posts.jsonl#1");
    assert_eq!(pile.documents[0].post.map(|post| post.micros), Some(AT));
}
