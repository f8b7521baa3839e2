//! The readings of a simulation as tables, for other programs to read: Parquet, CSV and Arrow.
//!
//! The columns are described once, in `schema`; the tables, their metadata and `docs/DATA.md` ([`describe`]) all come from
//! there. A [`Folder`] holds a run in parts, each a file that is whole or not there at all, and a manifest;
//! a run that was broken off goes on from it. [`stream`] writes one table, as the readings are played.
//!
//! ```
//! use enochian::lore::Lore;
//! use enochian::reading::Draft;
//! use enochian::simulate::Plan;
//! use enochian::simulate::output::{Format, Level, Shape, stream};
//! use enochian::text::Source;
//!
//! let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
//! let question = Draft::read(&file, Lore::embedded()).unwrap().settle(Lore::embedded()).unwrap();
//! let plan = Plan::new(question, 1, 0..3);
//! let shape = Shape::new(Level::Summary, Format::Csv, None).unwrap();
//! let mut csv = Vec::new();
//! stream(&plan, Lore::embedded(), shape, 1, &mut csv, |_| ()).unwrap();
//! let csv = String::from_utf8(csv).unwrap();
//! assert!(csv.starts_with("reading,ptah,ptah_ply,kings,"));
//! assert_eq!(csv.lines().count(), 4);
//! ```

mod collector;
mod column;
mod csv;
mod error;
mod folder;
mod manifest;
mod pages;
mod parquet;
mod part;
mod schema;
mod shape;
mod stream;
mod table;

pub use error::OutputError;
pub use folder::{Folder, Progress};
pub use shape::{Format, Level, Shape};
pub use stream::stream;
pub use table::describe;
