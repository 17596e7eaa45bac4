//! The `recto` binary.

fn main() -> std::process::ExitCode {
    recto_cli::main()
}
