//! The `recto` binary.

mod heap;
mod started;

fn main() -> std::process::ExitCode {
    // A stream allocates the same tables again and again: mapping them anew each time took a
    // sixth of its processor time.
    if !std::env::args_os().any(|argument| argument == "--follow") {
        heap::give_back_large_blocks();
    }
    recto_cli::main(started::with_stdout())
}
