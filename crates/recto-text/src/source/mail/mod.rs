//! E-mail: a message (`.eml`) or a mailbox of them (`.mbox`).
//!
//! Each message is a document: its text is that of the body, its title the subject, its time
//! the date. Of alternatives the plain text is read, and HTML where there is no other.
//! Attachments are left out. What others wrote before, and the signature, stay in the text
//! and are set aside ([`quoted`]), so that nobody's words count twice.
//!
//! The messages of a mailbox belong to threads ([`threads`]); on request each thread is one
//! document ([`joined`]).
//!
//! Mailboxes are read as mboxrd and mboxo write them: a line `From ADDRESS DATE` behind a
//! blank line opens a message, and `>From ` in the text loses its `>`.

mod joined;
mod mailbox;
mod nesting;
mod quoted;
mod threads;

use super::html;
use super::{FileRows, Format, Problems, Row, SourceOptions, Warning, failure};
use crate::document::{Post, Span};
use crate::landmarks::Landmarks;
use crate::lines::LineMap;
use mail_parser::{Address, Message, MessageParser, PartType};
use recto_math::rng::fnv1a;
use recto_math::{Notice, Remedy};
use threads::Head;

/// Reads one message or all messages of a mailbox.
pub(super) fn read(bytes: &[u8], options: &SourceOptions) -> FileRows {
    let messages = mailbox::messages(bytes);
    if messages.is_empty() {
        return failure("no message in it");
    }
    let is_mailbox = mailbox::is_mailbox(bytes);
    let is_stream = options.format == Some(Format::Messages);
    let (mut rows, mut heads) = (Vec::new(), Vec::new());
    let mut problems = Problems::default();
    let mut n_attachments = 0;
    let mut n_cut = 0;
    for (number, raw) in (1..).zip(&messages) {
        let (raw, is_cut) = nesting::limited(raw);
        n_cut += usize::from(is_cut);
        let parsed = MessageParser::default().parse(raw);
        let Some(message) = parsed.filter(|message| {
            message.from().is_some() || message.date().is_some() || message.subject().is_some()
        }) else {
            problems.push(|| refused(number, is_mailbox));
            continue;
        };
        n_attachments += message.attachment_count();
        let row = row(&message, options);
        let row = if is_stream {
            for_stream(row, &message)
        } else {
            Some(row)
        };
        match row {
            Some(row) => {
                rows.push(row);
                heads.push(Head::of(&message, number));
            }
            None => problems
                .push(|| Notice::from("no date that makes sense").at(format!("message {number}"))),
        }
    }
    if is_mailbox {
        place(&mut rows, &heads);
        if options.by_thread && !is_stream {
            rows = joined::by_thread(rows, &heads);
        }
    }
    let mut file = FileRows {
        rows,
        failures: problems.into_notices(),
        ..FileRows::default()
    };
    if n_attachments > 0 {
        let message =
            format!("{n_attachments} attachments left out; to read them, save them as files");
        file.warnings.push(Warning::new(message));
    }
    if n_cut > 0 {
        let message = format!(
            "{n_cut} messages with too many parts inside parts, or with a long encoded message inside: the rest of these was skipped"
        );
        file.warnings.push(Warning::new(message));
    }
    file
}

/// Gives the messages of a mailbox their numbers, their places and their threads.
fn place(rows: &mut [Row], heads: &[Head]) {
    let told = threads::answered(heads)
        .into_iter()
        .zip(threads::threads(heads));
    for ((row, head), (answered, thread)) in rows.iter_mut().zip(heads).zip(told) {
        let number = head.number;
        let place = match answered {
            Some(before) => format!("message {number}, answer to {before}"),
            None => format!("message {number}"),
        };
        row.number = Some(number);
        row.thread = Some(thread);
        row.landmarks = Landmarks::default();
        row.landmarks.mark(0, place);
    }
}

fn refused(number: usize, is_mailbox: bool) -> Notice {
    let message = "no header lines such as `From:` and `Subject:`; this is no message";
    if is_mailbox {
        let message = format!("{message}, and it is left out");
        Notice::from(message).at(format!("message {number}"))
    } else {
        let as_text = Remedy::When("if it is text", &Remedy::To("input_format", "text"));
        Notice::from(message).with(as_text)
    }
}

fn row(message: &Message<'_>, options: &SourceOptions) -> Row {
    let (text, aside) = body(message);
    let time = message.date().filter(|date| date.is_valid());
    Row {
        aside: if options.keep_all { Vec::new() } else { aside },
        text,
        title: message.subject().map(str::to_string),
        time: time.map(mail_parser::DateTime::to_rfc3339),
        sender: message.from().and_then(sender),
        source_lines: Some(LineMap::on(1)),
        ..Row::default()
    }
}

fn sender(address: &Address<'_>) -> Option<String> {
    let first = address.first()?;
    match (first.name(), first.address()) {
        (Some(name), Some(address)) => Some(format!("{name} <{address}>")),
        (one, other) => one.or(other).map(str::to_string),
    }
}

/// The text of all parts that are shown, and what is set aside of it.
fn body(message: &Message<'_>) -> (String, Vec<Span>) {
    let mut text = String::new();
    let mut aside = Vec::new();
    for part in message.text_bodies() {
        let (own, spans) = match &part.body {
            PartType::Text(own) => {
                let own = own.replace("\r\n", "\n");
                let spans = quoted::spans(&own);
                (own, spans)
            }
            PartType::Html(page) => html::with_quotes(page),
            _ => continue,
        };
        if !text.is_empty() && !own.trim().is_empty() {
            text.push_str("\n\n");
        }
        let start = text.len();
        text.push_str(own.trim_end());
        let end = text.len();
        let inside =
            |span: Span| Span::new((span.start + start).min(end), (span.end + start).min(end));
        aside.extend(
            spans
                .into_iter()
                .map(inside)
                .filter(|span| !span.is_empty()),
        );
    }
    (text, aside)
}

/// The message for a stream: with its time as a number, and without what is set aside.
fn for_stream(row: Row, message: &Message<'_>) -> Option<Row> {
    let date = message.date().filter(|date| date.is_valid())?;
    let mut text = String::new();
    let mut at = 0;
    for span in &row.aside {
        text.push_str(&row.text[at..span.start]);
        at = span.end;
    }
    text.push_str(&row.text[at..]);
    let address = message.from().and_then(|from| from.first()?.address());
    let post = Post {
        micros: date.to_timestamp().checked_mul(1_000_000)?,
        user: address.map(|address| fnv1a(address.to_lowercase().as_bytes())),
        language: None,
        is_repost: false,
        is_reply: !threads::ids(message.in_reply_to()).is_empty(),
    };
    Some(Row {
        text: text.trim().to_string(),
        aside: Vec::new(),
        post: Some(post),
        ..row
    })
}

#[cfg(test)]
mod tests;
