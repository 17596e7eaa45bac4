//! The `recto` binary.

mod started;

fn main() -> std::process::ExitCode {
    recto_cli::main(started::with_stdout())
}
