//! What needs the feature `parquet`: the tables of a simulation, and designs.
#![allow(clippy::unwrap_used, missing_docs)]

mod corpus;
mod design;
#[path = "../desk/mod.rs"]
#[cfg(feature = "cli")]
#[allow(dead_code, reason = "the commands need other parts of it")]
mod desk;
mod tables;
