//! Servers of Redis and NATS that a test starts, fills, kills and starts again.

use crate::common::Scratch;
use async_nats::jetstream::{self, consumer::PullConsumer, stream};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server on loopback with a folder of its own.
pub(crate) struct Server {
    pub(crate) port: u16,
    program: &'static str,
    folder: Scratch,
    child: Child,
}

/// The folders that Debian puts servers into.
const FOLDERS: [&str; 3] = ["/usr/bin", "/usr/sbin", "/usr/local/bin"];

impl Server {
    pub(crate) fn redis() -> Option<Self> {
        Self::of("redis-server")
    }

    pub(crate) fn nats() -> Option<Self> {
        Self::of("nats-server")
    }

    /// Starts a server, or says that the test is skipped.
    #[expect(clippy::print_stdout, reason = "nobody else says what is skipped")]
    fn of(program: &'static str) -> Option<Self> {
        let is_there = |folder: &&str| std::path::Path::new(folder).join(program).is_file();
        if !FOLDERS.iter().any(is_there) {
            println!("skipped: {program} is not installed (Debian: apt-get install {program})");
            return None;
        }
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let port = free.expect("a free port").port();
        let folder = Scratch::new();
        let child = start(program, port, &folder);
        let server = Self {
            port,
            program,
            folder,
            child,
        };
        server.wait();
        Some(server)
    }

    pub(crate) fn kill_and_start_again(&mut self) {
        self.child.kill().expect("our own child");
        self.child.wait().expect("our own child");
        std::thread::sleep(Duration::from_millis(300));
        self.child = start(self.program, self.port, &self.folder);
        self.wait();
    }

    fn wait(&self) {
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(30), "no server");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn redis_connection(&self) -> redis::Connection {
        let client = redis::Client::open(format!("redis://127.0.0.1:{}/", self.port));
        let client = client.expect("an address");
        let begun = Instant::now();
        loop {
            // A server that loads its file refuses commands for a moment.
            if let Ok(mut connection) = client.get_connection()
                && redis::cmd("PING").query::<()>(&mut connection).is_ok()
            {
                return connection;
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "no Redis");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Adds every line as an entry.
    pub(crate) fn add_to_redis(&self, lines: &[&str]) {
        let mut connection = self.redis_connection();
        for part in lines.chunks(500) {
            let mut all = redis::pipe();
            for line in part {
                all.cmd("XADD")
                    .arg("posts")
                    .arg("*")
                    .arg("json")
                    .arg(*line)
                    .ignore();
            }
            all.query::<()>(&mut connection).expect("Redis takes it");
        }
    }

    /// Entries that were delivered and not acknowledged.
    pub(crate) fn pending_in_redis(&self) -> u64 {
        let pending: Result<redis::streams::StreamPendingReply, _> = redis::cmd("XPENDING")
            .arg("posts")
            .arg("recto")
            .query(&mut self.redis_connection());
        pending.expect("the group is there").count() as u64
    }

    fn with_nats<T>(&self, work: impl AsyncFnOnce(jetstream::Context) -> T) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        runtime.expect("a runtime").block_on(async {
            let address = format!("nats://127.0.0.1:{}", self.port);
            let client = async_nats::connect(address).await.expect("NATS is there");
            work(jetstream::new(client)).await
        })
    }

    pub(crate) fn make_stream(&self) {
        self.with_nats(async |context| {
            let config = stream::Config {
                name: "posts".into(),
                subjects: vec!["posts".into()],
                ..stream::Config::default()
            };
            context.create_stream(config).await.expect("a new stream");
        });
    }

    /// Publishes every line.
    pub(crate) fn add_to_nats(&self, lines: &[&str]) {
        self.with_nats(async |context| {
            for part in lines.chunks(500) {
                let mut sent = Vec::new();
                for line in part {
                    let message = line.to_string().into_bytes().into();
                    sent.push(context.publish("posts", message).await.expect("a server"));
                }
                for one in sent {
                    one.await.expect("NATS takes it");
                }
            }
        });
    }

    /// Messages that were delivered and not acknowledged.
    pub(crate) fn pending_in_nats(&self) -> u64 {
        self.with_nats(async |context| {
            let stream = context.get_stream("posts").await.expect("the stream");
            let consumer = stream.get_consumer("recto").await;
            let mut consumer: PullConsumer = consumer.expect("the consumer");
            let info = consumer.info().await.expect("a server");
            info.num_ack_pending as u64 + info.num_pending
        })
    }
}

fn start(program: &str, port: u16, folder: &Scratch) -> Child {
    let port = port.to_string();
    let place = folder.path("").display().to_string();
    let arguments: Vec<&str> = if program == "redis-server" {
        // Everything is on the disk before it is acknowledged to the producer.
        let own = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "yes"];
        let always = ["--appendfsync", "always", "--dir", &place, "--port", &port];
        [own, always].concat()
    } else {
        vec!["-a", "127.0.0.1", "-p", &port, "-js", "-sd", &place]
    };
    // Debian's folder of servers is not on everybody's path.
    let path = format!(
        "{}:{}",
        std::env::var("PATH").unwrap_or_default(),
        FOLDERS.join(":")
    );
    Command::new(program)
        .args(arguments)
        .env("PATH", path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts")
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
