//! Standard output that says when it cannot be written to.
//!
//! The standard library's own takes writes to a closed one for done.

use std::io::{self, Write};

/// Where results go.
pub(crate) fn open(is_open: bool) -> Box<dyn Write + Send> {
    if is_open { opened() } else { Box::new(Closed) }
}

#[cfg(unix)]
fn opened() -> Box<dyn Write + Send> {
    use std::os::fd::AsFd;
    match io::stdout().as_fd().try_clone_to_owned() {
        Ok(out) => Box::new(io::BufWriter::new(std::fs::File::from(out))),
        Err(_) => Box::new(Closed),
    }
}

#[cfg(not(unix))]
fn opened() -> Box<dyn Write + Send> {
    Box::new(io::stdout())
}

/// No standard output.
struct Closed;

impl Closed {
    fn error<T>() -> io::Result<T> {
        Err(io::Error::other("standard output is closed"))
    }
}

impl Write for Closed {
    fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
        Self::error()
    }

    fn flush(&mut self) -> io::Result<()> {
        Self::error()
    }
}
