//! The `enochian` command.

fn main() {}
