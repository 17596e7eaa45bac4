use super::*;

const ANSWER: &str = "From: Ann Moor <ann@quay.example>\nTo: ben@quay.example\nSubject: =?utf-8?q?Nets_f=C3=BCr_Ben?=\nDate: Mon, 3 Mar 2025 10:11:12 +0100\nMessage-ID: <2@quay>\nIn-Reply-To: <1@quay>\nMIME-Version: 1.0\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nThe nets are dry=\n.\n\nOn Sun, 2 Mar 2025, Ben wrote:\n> Are the nets dry?\n>> What nets?\n\nWe sail at six. Gr=FC=DFe!\n\n-- \nAnn Moor\nHarbour office\n";

fn rows(text: &str) -> Vec<Row> {
    let file = read(text.as_bytes(), &SourceOptions::default());
    assert_eq!(file.failures, []);
    file.rows
}

fn content(row: &Row) -> String {
    let mut text = row.text.clone();
    for span in row.aside.iter().rev() {
        text.replace_range(span.range(), "|");
    }
    text
}

#[test]
fn a_message_is_a_document_without_what_it_repeats() {
    let [row] = &rows(ANSWER)[..] else {
        panic!("one message")
    };
    assert_eq!(row.title.as_deref(), Some("Nets für Ben"));
    assert_eq!(row.time.as_deref(), Some("2025-03-03T10:11:12+01:00"));
    assert_eq!(row.sender.as_deref(), Some("Ann Moor <ann@quay.example>"));
    assert_eq!(
        content(row),
        "The nets are dry.\n\n|\nWe sail at six. Grüße!\n\n|"
    );
    assert!(row.text.contains("> Are the nets dry?"));
}

#[test]
fn a_mailbox_has_messages_that_answer_each_other() {
    let first = "From: ben@quay\nMessage-ID: <1@quay>\nSubject: Nets\n\nAre the nets dry?\n>From the quay.\n\nFrom here on it rains.\n\n";
    let mailbox = format!(
        "From ben@quay Sun Mar  2 10:11:12 2025\n{first}From ann@quay Mon Mar  3 10:11:12 2025\n{ANSWER}\n"
    );
    let rows = rows(&mailbox);
    assert_eq!(rows.len(), 2);
    assert!(
        rows[0].text.contains("\nFrom the quay."),
        "{}",
        rows[0].text
    );
    assert!(rows[0].text.contains("\nFrom here on"));
    let places: Vec<_> = rows.iter().map(|row| row.landmarks.at(0)).collect();
    assert_eq!(places, [Some("message 1"), Some("message 2, answer to 1")]);
    assert_eq!(rows[1].number, Some(2));
}

#[test]
fn html_is_read_where_there_is_no_plain_text() {
    let page = "From: a@b\nSubject: x\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n<p>Nets &amp; oars.</p><blockquote><p>Old words.</p></blockquote><p>Boats.</p>";
    let rows = rows(page);
    assert_eq!(content(&rows[0]), "Nets & oars.\n\n|\n\nBoats.");
    let both = "From: a@b\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/plain\n\nPlain nets.\n--x\nContent-Type: text/html\n\n<b>Bold nets.</b>\n--x--\n";
    assert_eq!(self::rows(both)[0].text, "Plain nets.");
}

#[test]
fn a_forwarded_message_and_a_top_answer_are_told() {
    let text = "Dry.\n\n-----Original Message-----\nFrom: Ben <ben@quay>\nSent: Sunday\nTo: Ann\nSubject: Nets\n\nAre they?\n";
    let spans = quoted::spans(text);
    assert_eq!(&text[..spans[0].start], "Dry.\n\n");
    assert_eq!(spans[0].end, text.len());
    assert_eq!(
        quoted::spans("First: a\nSecond: b\nThird: c\n\nNo quote:\nx\n"),
        []
    );
}

#[test]
fn what_is_no_message_is_named() {
    let file = read(b"Nets dry on the quay.", &SourceOptions::default());
    assert!(
        file.failures[0].message.contains("no header lines"),
        "{:?}",
        file.failures
    );
}

#[test]
fn a_stream_takes_the_time_and_the_sender() {
    let options = SourceOptions {
        format: Some(Format::Messages),
        ..SourceOptions::default()
    };
    let file = read(ANSWER.as_bytes(), &options);
    let post = file.rows[0].post.expect("a time");
    assert_eq!(post.micros, 1_740_993_072_000_000);
    assert!(post.is_reply && post.user.is_some());
    assert!(!file.rows[0].text.contains("Are the nets"));
    let file = read(b"From: a@b\n\nNets.", &options);
    assert_eq!(file.failures.len(), 1);
}
