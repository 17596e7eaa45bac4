//! The `recto` binary.

mod heap;
mod started;

fn main() -> std::process::ExitCode {
    heap::give_back_large_blocks();
    recto_cli::main(started::with_stdout())
}
