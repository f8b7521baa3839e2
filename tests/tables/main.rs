//! What needs the feature `parquet`: the tables of a simulation, and designs.
#![allow(clippy::unwrap_used, missing_docs)]

mod corpus;
mod design;
mod tables;
