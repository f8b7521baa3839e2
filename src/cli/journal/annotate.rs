//! `enochian journal annotate`.

use crate::cli::prelude::*;
use crate::input::Source;
use crate::journal::{self, annotated};

/// Write the annotations of journals again, with the present data
///
/// Annotations are the lines that begin with ∴: what the program says of the
/// turns. All other lines stay as they are.
///
/// Example:
///   enochian journal annotate brother
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct AnnotateArgs {
    /// The journals: paths, parts of names, or @ for the latest
    #[arg(value_name = "JOURNAL", required = true)]
    named: Vec<PathBuf>,
}

impl AnnotateArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        for name in &self.named {
            let path = journal_names::find(cx, name)?;
            let source = Source::read(&path, journal::LIMIT)?;
            let text = annotated(&source, cx.correspondences)?;
            let done = if text == source.text {
                "They are the same"
            } else {
                journal::rewrite(&path, &source.text, &text)?;
                "Written again"
            };
            print_page(format!("{done}: the annotations of {}\n", safe_path(&path)))?;
        }
        Ok(())
    }
}
