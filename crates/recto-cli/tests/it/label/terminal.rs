//! A terminal to run the command in: a pty, and a parser of what comes out of it.

use crate::common::command;
use rustix::process::{Pid, Signal, ioctl_tiocsctty, kill_process, setsid};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long something may take to appear.
const PATIENCE: Duration = Duration::from_secs(30);

/// A terminal with a command in it.
pub(crate) struct Terminal {
    master: File,
    child: Child,
    parser: Arc<Mutex<vt100::Parser>>,
}

fn size(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).expect("no terminal is empty")
}

impl Terminal {
    /// Starts recto in a terminal of this size.
    pub(crate) fn recto(arguments: &[&str], columns: u16, rows: u16) -> Self {
        Self::start(command(arguments), columns, rows)
    }

    /// Starts a command in a terminal of this size.
    pub(crate) fn start(mut command: Command, columns: u16, rows: u16) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pty");
        grantpt(&master).expect("a pty");
        unlockpt(&master).expect("a pty");
        let name = ptsname(&master, Vec::new()).expect("its name");
        let path = Path::new(std::ffi::OsStr::from_bytes(name.to_bytes()));
        let open = || {
            OpenOptions::new()
                .read(true)
                .write(true)
                .open(path)
                .expect("its other end")
        };
        command
            .stdin(open())
            .stdout(open())
            .stderr(open())
            .env("TERM", "xterm-256color");
        #[expect(unsafe_code, reason = "both calls are safe between fork and exec")]
        unsafe {
            command.pre_exec(|| {
                setsid()?;
                ioctl_tiocsctty(std::io::stdin())?;
                Ok(())
            });
        }
        let master = File::from(master);
        let parser = Arc::new(Mutex::new(vt100::Parser::new(size(rows), size(columns), 0)));
        let mut terminal = Self {
            child: {
                set_size(&master, columns, rows);
                command.spawn().expect("recto starts")
            },
            master,
            parser,
        };
        terminal.listen();
        terminal
    }

    /// Takes what comes out, in a thread: a full pty would stop the command.
    fn listen(&mut self) {
        let (mut out, parser) = (
            self.master.try_clone().expect("a copy"),
            Arc::clone(&self.parser),
        );
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The other end is closed when the command ends.
            while let Ok(n @ 1..) = out.read(&mut bytes) {
                parser
                    .lock()
                    .expect("no test panics here")
                    .process(&bytes[..n]);
            }
        });
    }

    /// What the screen shows.
    pub(crate) fn screen(&self) -> String {
        self.parser
            .lock()
            .expect("no test panics here")
            .screen()
            .contents()
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &str) -> &mut Self {
        self.master
            .write_all(keys.as_bytes())
            .expect("the terminal is open");
        self
    }

    /// Waits until the screen fits.
    pub(crate) fn wait(&mut self, what: &str, fits: impl Fn(&str) -> bool) -> &mut Self {
        let begun = Instant::now();
        while !fits(&self.screen()) {
            assert!(
                begun.elapsed() < PATIENCE,
                "no {what} in:\n{}",
                self.screen()
            );
            std::thread::sleep(Duration::from_millis(5));
        }
        self
    }

    /// Waits until the screen has a text.
    pub(crate) fn sees(&mut self, text: &str) -> &mut Self {
        self.wait(text, |screen| screen.contains(text))
    }

    /// Waits until the screen has a text no longer.
    pub(crate) fn loses(&mut self, text: &str) -> &mut Self {
        self.wait(text, |screen| !screen.contains(text))
    }

    /// Changes the size of the window.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) -> &mut Self {
        let mut parser = self.parser.lock().expect("no test panics here");
        parser.set_size(size(rows), size(columns));
        drop(parser);
        set_size(&self.master, columns, rows);
        self
    }

    /// The process.
    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Sends a signal.
    pub(crate) fn signal(&mut self, signal: Signal) -> &mut Self {
        kill_process(self.pid(), signal).expect("it runs");
        self
    }

    /// Whether lines are edited and keys shown, as a shell wants it.
    pub(crate) fn is_put_back(&self) -> bool {
        let modes = tcgetattr(&self.master).expect("a terminal").local_modes;
        let parser = self.parser.lock().expect("no test panics here");
        let screen = parser.screen();
        modes.contains(LocalModes::ICANON | LocalModes::ECHO)
            && !screen.alternate_screen()
            && !screen.hide_cursor()
    }

    /// Waits for the end; returns the exit code, `None` after a signal.
    pub(crate) fn ends(&mut self) -> Option<i32> {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("our own child") {
                // What was still on its way.
                std::thread::sleep(Duration::from_millis(50));
                return status.code();
            }
            assert!(begun.elapsed() < PATIENCE, "no end in:\n{}", self.screen());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn set_size(master: &File, columns: u16, rows: u16) {
    let window = Winsize {
        ws_row: rows,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(master, window).expect("a terminal");
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A test that failed leaves nothing running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
