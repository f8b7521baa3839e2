//! What needs the feature `tables`, and in part `parquet`: the tables of a simulation, and designs.
#![allow(clippy::unwrap_used, missing_docs)]

mod corpus;
mod design;
mod tables;
