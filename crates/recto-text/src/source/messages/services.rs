//! The message of an object, by the service whose keys it has.

use super::left_out::LineProblem;
use super::line::{Draft, Line, first, inner, is_set, scalar};
use crate::message::is_repost;
use crate::source::{SourceOptions, html};
use crate::time::Zone;
use serde_json::{Map, Value};

type Object = Map<String, Value>;

/// The message of an object; `None` where it is a record of another kind, such as a like.
pub(super) fn message(
    object: &Object,
    options: &SourceOptions,
) -> Result<Option<Line>, LineProblem> {
    let draft = if object.contains_key("commit") || object.contains_key("time_us") {
        match jetstream(object, &options.zone) {
            Some(draft) => draft,
            None => return Ok(None),
        }
    } else if let Some(data) = inner(object, "data").filter(|data| data.contains_key("text")) {
        plain(data, options)
    } else if let Some(status) = mastodon(object) {
        status
    } else if object.contains_key("object") || object.contains_key("published") {
        match activity(object) {
            Some(draft) => draft,
            None => return Ok(None),
        }
    } else {
        plain(object, options)
    };
    draft.finish(&options.zone).map(Some)
}

/// Keys of texts, the best first.
pub(super) const TEXTS: [&str; 5] = ["full_text", "text", "tweet", "body", "message"];

/// Keys of times, the best first.
pub(super) const TIMES: [&str; 5] = ["timestamp_ms", "time", "timestamp", "created_at", "date"];

/// A row of anybody's, or a post of Twitter in either version.
fn plain(object: &Object, options: &SourceOptions) -> Draft {
    let fields = &options.fields;
    let own = |key: &str, default: &str| (key != default).then(|| scalar(object, key)).flatten();
    let long = inner(object, "extended_tweet").or(inner(object, "note_tweet"));
    let long = long.and_then(|long| first(long, &["full_text", "text"]));
    let text = own(&fields.text, "text")
        .or(long)
        .or_else(|| first(object, &TEXTS));
    let time = own(&fields.time, "time").or_else(|| first(object, &TIMES));
    Draft {
        id: own(&fields.id, "id").or_else(|| first(object, &["id_str", "id"])),
        time,
        user: user(object),
        language: scalar(object, "lang"),
        is_repost: is_set(object, "retweeted_status")
            || refers(object, "retweeted")
            || text.as_deref().is_some_and(is_repost),
        is_reply: is_set(object, "in_reply_to_status_id_str")
            || is_set(object, "in_reply_to_status_id")
            || refers(object, "replied_to"),
        text,
    }
}

/// Who wrote a message: an object with an id, or a name.
fn user(object: &Object) -> Option<String> {
    let nested = inner(object, "user").or(inner(object, "account"));
    nested
        .and_then(|user| first(user, &["id_str", "id", "screen_name", "acct"]))
        .or_else(|| first(object, &["author_id", "user_id", "user", "author"]))
}

/// Whether a post of Twitter's second version refers to another one in this way.
fn refers(object: &Object, kind: &str) -> bool {
    let Some(Value::Array(others)) = object.get("referenced_tweets") else {
        return false;
    };
    let is_kind = |other: &Value| other.get("type").and_then(Value::as_str) == Some(kind);
    others.iter().any(is_kind)
}

/// A status of Mastodon; `None` where the object is none.
fn mastodon(object: &Object) -> Option<Draft> {
    if !object.contains_key("content")
        || !(object.contains_key("account") || object.contains_key("reblog"))
    {
        return None;
    }
    Some(Draft {
        id: first(object, &["id", "uri"]),
        text: scalar(object, "content").map(|content| unmarked(&content)),
        time: scalar(object, "created_at"),
        user: user(object),
        language: scalar(object, "language"),
        is_repost: is_set(object, "reblog"),
        is_reply: is_set(object, "in_reply_to_id"),
    })
}

/// A note of ActivityPub, alone or inside an activity; `None` for activities that are no
/// posts.
fn activity(object: &Object) -> Option<Draft> {
    let kind = object.get("type").and_then(Value::as_str);
    let is_repost = kind == Some("Announce");
    let note = inner(object, "object").unwrap_or(object);
    let content = scalar(note, "content");
    if content.is_none() && !is_repost {
        return None;
    }
    Some(Draft {
        id: scalar(note, "id").or_else(|| scalar(object, "id")),
        // A repeated post mostly comes as a link; it is passed over anyway.
        text: Some(content.map_or_else(String::new, |content| unmarked(&content))),
        time: scalar(note, "published").or_else(|| scalar(object, "published")),
        user: scalar(object, "actor").or_else(|| scalar(note, "attributedTo")),
        language: inner(note, "contentMap").and_then(|map| map.keys().next().cloned()),
        is_repost,
        is_reply: is_set(note, "inReplyTo"),
    })
}

/// How far the time that an author claims may be from the time of arrival, in microseconds.
const HONEST: i64 = 5 * 60 * 1_000_000;

/// A post of Bluesky's Jetstream; `None` for likes, follows, deletions and the like.
fn jetstream(object: &Object, zone: &Zone) -> Option<Draft> {
    let commit = inner(object, "commit")?;
    let is = |key: &str, value: &str| commit.get(key).and_then(Value::as_str) == Some(value);
    let is_repost = is("collection", "app.bsky.feed.repost");
    if !is("operation", "create") || !(is_repost || is("collection", "app.bsky.feed.post")) {
        return None;
    }
    let record = inner(commit, "record")?;
    let languages = record.get("langs").and_then(Value::as_array);
    let language = languages.and_then(|all| all.first()?.as_str());
    let arrived = scalar(object, "time_us");
    let claimed = scalar(record, "createdAt");
    let micros = |time: &Option<String>| Some(zone.read(time.as_deref()?)?.micros);
    let is_honest = match (micros(&claimed), micros(&arrived)) {
        (Some(claimed), Some(arrived)) => (claimed - arrived).abs() <= HONEST,
        (claimed, _) => claimed.is_some(),
    };
    Some(Draft {
        id: first(commit, &["cid", "rkey"]),
        text: Some(scalar(record, "text").unwrap_or_default()),
        time: if is_honest { claimed } else { arrived },
        user: scalar(object, "did"),
        language: language.map(String::from),
        is_repost,
        is_reply: is_set(record, "reply"),
    })
}

/// The text of a snippet of HTML, a line for each paragraph.
fn unmarked(content: &str) -> String {
    html::fragment(content)
}
