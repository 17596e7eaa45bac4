//! Streams of brokers: the server and the follower are killed in the middle, and what is
//! told is what an uninterrupted run over a file tells.
//!
//! Needs the features `redis` and `nats` and their servers; `cargo xtask brokers` runs it.
//! Each test starts servers of its own on loopback.

#![cfg(all(unix, feature = "redis", feature = "nats"))]

mod servers;

use crate::common::Scratch;
use crate::follow::posts::{Follower, changes, finals, made_match, wait_for_lines};
use servers::Server;
use std::process::Stdio;
use std::time::Duration;

/// The changes of a file that is followed without interruption.
fn uninterrupted(scratch: &Scratch, posts: &str, n: u64) -> Vec<serde_json::Value> {
    let [out, status] = ["whole.jsonl", "whole.json"].map(|name| scratch.arg(name));
    let follower = Follower::start(&[posts, "-o", &out, "--status", &status], Stdio::null());
    wait_for_lines(&status, n);
    follower.signal("-TERM");
    assert_eq!(follower.ends().0, Some(0));
    changes(&out)
}

/// Follows `address` while `add` puts lines in; kills the follower and the server twice.
fn killed_in_the_middle(server: &mut Server, address: &str, add: impl Fn(&Server, &[&str])) {
    let scratch = Scratch::new();
    let (posts, n) = made_match(&scratch);
    let text = std::fs::read_to_string(&posts).expect("just written");
    let lines: Vec<&str> = text.lines().collect();
    let [out, status, kept] =
        ["changes.jsonl", "status.json", "kept"].map(|name| scratch.arg(name));
    let arguments = [
        address,
        "-o",
        &out,
        "--status",
        &status,
        "--checkpoint",
        &kept,
        "--checkpoint-every",
        "0.2",
    ];
    let third = lines.len() / 3;
    add(server, &lines[..third]);
    let follower = Follower::start(&arguments, Stdio::null());
    std::thread::sleep(Duration::from_millis(700));
    follower.signal("-KILL");
    follower.ends();
    add(server, &lines[third..2 * third]);
    let follower = Follower::start(&arguments, Stdio::null());
    std::thread::sleep(Duration::from_millis(500));
    server.kill_and_start_again();
    add(server, &lines[2 * third..]);
    wait_for_lines(&status, n);
    follower.signal("-TERM");
    let (code, said) = follower.ends();
    assert_eq!(code, Some(0), "{said}");
    let told = changes(&out);
    assert!(finals(&told).len() > 10);
    assert_eq!(told, uninterrupted(&scratch, &posts, n));
}

#[test]
fn redis_streams_are_acknowledged_when_a_checkpoint_holds_them() {
    let Some(mut server) = Server::redis() else {
        return;
    };
    let address = format!("redis://127.0.0.1:{}/posts", server.port);
    killed_in_the_middle(&mut server, &address, Server::add_to_redis);
    // Nothing is left that was delivered and not acknowledged.
    assert_eq!(server.pending_in_redis(), 0);
}

#[test]
fn jetstream_messages_are_acknowledged_when_a_checkpoint_holds_them() {
    let Some(mut server) = Server::nats() else {
        return;
    };
    server.make_stream();
    let address = format!("nats://127.0.0.1:{}/posts", server.port);
    killed_in_the_middle(&mut server, &address, Server::add_to_nats);
    assert_eq!(server.pending_in_nats(), 0);
}
