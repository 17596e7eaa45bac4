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

/// A mailbox of messages: header lines of each, and its text.
fn mailbox(messages: &[(&str, &str)]) -> String {
    let one = |(head, text): &(&str, &str)| {
        format!("From a@quay Mon Mar  3 10:11:12 2025\nFrom: a@quay\n{head}\n\n{text}\n\n")
    };
    messages.iter().map(one).collect()
}

/// The first message of the thread of each message, and the title of that thread.
fn threads_of(heads: &[&str]) -> Vec<(usize, Option<String>)> {
    let messages: Vec<(&str, &str)> = heads.iter().map(|head| (*head, "Nets.")).collect();
    let thread = |row: Row| row.thread.map(|own| (own.first, own.title));
    let rows = rows(&mailbox(&messages));
    rows.into_iter().filter_map(thread).collect()
}

fn firsts(heads: &[&str]) -> Vec<usize> {
    threads_of(heads).into_iter().map(|own| own.0).collect()
}

#[test]
fn messages_that_name_the_same_ids_are_a_thread() {
    let heads = [
        "Subject: Nets\nMessage-ID: <1@q>",
        "Subject: Boats\nMessage-ID: <2@q>",
        "Subject: Re: Nets\nMessage-ID: <3@q>\nIn-Reply-To: <1@q>",
        "Subject: something else\nMessage-ID: <4@q>\nReferences: <1@q> <3@q>",
    ];
    let nets = Some("Nets".to_string());
    let boats = Some("Boats".to_string());
    assert_eq!(
        threads_of(&heads),
        [(1, nets.clone()), (2, boats), (1, nets.clone()), (1, nets)]
    );
}

#[test]
fn a_message_that_is_missing_and_one_that_comes_late_hold_a_thread_together() {
    let both = "Subject: a\nIn-Reply-To: <gone@q>";
    assert_eq!(firsts(&[both, "Subject: b", both]), [1, 2, 1]);
    // The newest first, as some programs write their mailboxes.
    let answer = "Subject: Re: c\nMessage-ID: <2@q>\nIn-Reply-To: <1@q>";
    let heads = [answer, "Subject: c\nMessage-ID: <1@q>"];
    assert_eq!(firsts(&heads), [1, 1]);
    let mailbox = mailbox(&heads.map(|head| (head, "Nets.")));
    let rows = rows(&mailbox);
    assert_eq!(rows[0].landmarks.at(0), Some("message 1, answer to 2"));
}

#[test]
fn circles_and_ids_that_come_twice_do_no_harm() {
    let circle = [
        "Subject: a\nMessage-ID: <1@q>\nIn-Reply-To: <2@q>",
        "Subject: a\nMessage-ID: <2@q>\nIn-Reply-To: <1@q>",
        "Subject: b\nMessage-ID: <3@q>\nIn-Reply-To: <3@q>",
        "Subject: c\nMessage-ID: <3@q>",
    ];
    assert_eq!(firsts(&circle), [1, 1, 3, 3]);
    let rows = rows(&mailbox(&circle.map(|head| (head, "Nets."))));
    let places: Vec<_> = rows.iter().map(|row| row.landmarks.at(0)).collect();
    assert_eq!(places[2..], [Some("message 3"), Some("message 4")]);
}

#[test]
fn an_answer_without_ids_joins_by_its_subject_and_a_newsletter_does_not() {
    let heads = [
        "Subject: News of March",
        "Subject: Nets",
        "Subject: News of March",
        "Subject: RE:  nets",
        "Subject: Fwd: Re: Nets",
        "Subject: Re: News of  march",
        "Subject: Re: Lost",
        "Subject: AW: Lost",
        "X-None: 1",
        "Subject: Re:",
    ];
    assert_eq!(firsts(&heads), [1, 2, 3, 2, 2, 3, 7, 7, 9, 10]);
    assert_eq!(threads_of(&heads)[7].1.as_deref(), Some("Lost"));
    assert_eq!(threads_of(&heads)[8].1, None);
}

#[test]
fn long_chains_of_threads_are_joined_in_time() {
    // Single messages, each joined to the one before by a later message.
    let n = 20_000;
    let single = |i: usize| format!("Subject: a\nMessage-ID: <{i}@q>");
    let link = |i: usize| format!("Subject: b\nReferences: <{i}@q> <{}@q>", i - 1);
    let heads: Vec<String> = (0..n).map(single).chain((1..n).rev().map(link)).collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    assert!(firsts(&heads).iter().all(|first| *first == 1));
}

#[test]
fn a_thread_is_one_document_on_request() {
    let dated = |day: usize, more: &str| format!("Date: {day} Mar 2025 10:00:00 +0000\n{more}");
    let heads = [
        dated(3, "Subject: Nets\nMessage-ID: <1@q>"),
        dated(
            9,
            "Subject: Re: Nets\nMessage-ID: <2@q>\nIn-Reply-To: <1@q>",
        ),
        dated(4, "Subject: Boats"),
        dated(5, "Subject: Re: Nets\nIn-Reply-To: <1@q>"),
    ];
    let mailbox = mailbox(&[
        (&heads[0], "Are they dry?"),
        (&heads[1], "Dry.\n\n-- \nAnn"),
        (&heads[2], "Boats rest."),
        (&heads[3], "> Are they dry?\nNot yet."),
    ]);
    let options = SourceOptions {
        by_thread: true,
        ..SourceOptions::default()
    };
    let rows = read(mailbox.as_bytes(), &options).rows;
    let [nets, boats] = &rows[..] else {
        panic!("{} threads", rows.len())
    };
    assert_eq!((nets.number, boats.number), (Some(1), Some(3)));
    assert_eq!(nets.title.as_deref(), Some("Nets"));
    assert_eq!(nets.time.as_deref(), Some("2025-03-03T10:00:00Z"));
    assert_eq!(nets.sender.as_deref(), Some("a@quay"));
    assert_eq!(content(nets), "Are they dry?\n\n|Not yet.\n\nDry.\n\n|");
    let place = |words: &str| nets.landmarks.at(nets.text.find(words).expect(words));
    assert_eq!(place("Not yet"), Some("message 4, answer to 1"));
    assert_eq!(place("Dry."), Some("message 2, answer to 1"));
}

/// Each blank line was once followed down to the next word.
#[test]
fn a_million_blank_lines_are_read() {
    let message = format!(
        "From: a@quay\nSubject: Nets\n\nNets dry.\n{}Boats rest.\n",
        "\n".repeat(1_000_000)
    );
    let text = &rows(&message)[0].text;
    assert!(text.starts_with("Nets dry.") && text.ends_with("Boats rest."));
}

#[test]
fn a_message_below_an_answer_may_stand_behind_many_blank_lines() {
    let message = "From: a@quay\nSubject: Nets\n\nDry.\n\n\n\nFrom: b@quay\nSent: Monday\nTo: a@quay\nSubject: Nets\n\nDry?\n";
    assert_eq!(content(&rows(message)[0]), "Dry.\n\n|");
}

/// Each was once searched for its end in all that follows, and the stack overflowed.
#[test]
fn parts_inside_parts_are_read_up_to_a_limit() {
    let head = "From: a@quay\nSubject: Nets\nMIME-Version: 1.0\n";
    let part =
        |i: usize| format!("--x\nContent-Type: multipart/mixed; boundary=y{i}\n\nNet {i}.\n");
    let parts: String = (0..100_000).map(part).collect();
    let multipart = format!("{head}Content-Type: multipart/mixed; boundary=x\n\n{parts}--x--\n");
    let forwarded = "Content-Type: message/rfc822\n\n".repeat(300_000);
    for message in [multipart, format!("{head}{forwarded}Nets dry.\n")] {
        let file = read(message.as_bytes(), &SourceOptions::default());
        assert_eq!(file.rows.len(), 1);
        let warning = file.warnings.last().expect("a warning").to_string();
        assert!(warning.contains("too many parts inside parts"), "{warning}");
    }
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = |group: &[u8]| {
        let [a, b, c] = [0, 1, 2].map(|i| u32::from(group.get(i).copied().unwrap_or(b' ')));
        let value = a << 16 | b << 8 | c;
        [18, 12, 6, 0].map(|shift| char::from(DIGITS[(value >> shift & 63) as usize]))
    };
    bytes.chunks(3).flat_map(digits).collect()
}

/// The parser opens an encoded message too, so that its parts are not seen from outside.
#[test]
fn parts_of_a_long_encoded_message_are_not_looked_for() {
    let part =
        |i: usize| format!("--x\nContent-Type: multipart/mixed; boundary=y{i}\n\nNet {i}.\n");
    let inner: String = (0..50_000).map(part).collect();
    let inner = format!(
        "From: b@quay\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n{inner}"
    );
    let encoded = base64(inner.as_bytes());
    let text = "--z\nContent-Type: text/plain\n\nNets dry.\n";
    for kind in ["mixed", "digest"] {
        let typed = if kind == "mixed" {
            "Content-Type: message/rfc822\n"
        } else {
            ""
        };
        let message = format!(
            "From: a@quay\nSubject: Nets\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=z\n\n{text}--z\nContent-Type: multipart/{kind}; boundary=w\n\n--w\n{typed}Content-Transfer-Encoding: base64\n\n{encoded}\n--w--\n--z--\n"
        );
        let file = read(message.as_bytes(), &SourceOptions::default());
        assert_eq!(file.rows[0].text, "Nets dry.");
        let warning = file.warnings.last().expect("a warning").to_string();
        assert!(warning.contains("too many parts inside parts"), "{warning}");
    }
}

#[test]
fn a_digest_of_a_mailing_list_is_read_whole() {
    let part = |i: usize| format!("--x\nContent-Type: text/plain\n\nNet {i}.\n");
    let parts: String = (0..3000).map(part).collect();
    let message = format!(
        "From: a@quay\nSubject: Nets\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n{parts}--x--\n"
    );
    let file = read(message.as_bytes(), &SourceOptions::default());
    assert_eq!(file.warnings, []);
    assert!(file.rows[0].text.ends_with("Net 2999."));
}

/// The whole subject of the first message was once repeated in each answer.
#[test]
fn a_thread_with_a_very_long_subject_has_a_short_title() {
    let subject = "nets ".repeat(10_000);
    let first = format!("Subject: {subject}\nMessage-ID: <1@q>");
    let answer = "Subject: Re: nets\nIn-Reply-To: <1@q>";
    let titles: Vec<usize> = threads_of(&[&first, answer])
        .into_iter()
        .map(|(_, title)| title.expect("a title").len())
        .collect();
    assert_eq!(titles, [1000, 1000]);
}
