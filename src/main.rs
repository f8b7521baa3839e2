//! The `enochian` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    enochian::run()
}
