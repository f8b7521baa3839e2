//! `enochian config`.

use anstyle::Style;

use crate::cli::prelude::*;
use crate::render::{TextPage, table_within};

use super::settings::is_notebook;
use super::terminal::page_width;

/// Show the settings and where each comes from
///
/// Every setting is an option that works with all commands, an environment
/// variable such as ENOCHIAN_COLOURS, or a line such as
///
///   colours = "colour-blind"
///
/// in the file enochian.toml of a notebook or in your configuration file, which
/// this command names. Options override environment variables, these override
/// the notebook, and the notebook overrides the configuration file.
///
/// The notebook is the one named by --notebook or ENOCHIAN_NOTEBOOK, or else the
/// one you are in (a folder, or one above it, with a file enochian.toml, or with
/// questions and journals), or else the one named in your configuration file,
///
///   notebook = "/home/anna/my-notebook"
///
/// or else the folder Enochian in your home folder.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct ConfigArgs {}

impl ConfigArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let rows: Vec<(Style, Vec<String>)> =
            cx.settings.rows(cx.correspondences)?.into_iter().map(|row| (Style::new(), row.to_vec())).collect();
        let width = page_width();
        let mut page = TextPage::new(width);
        page.raw(table_within(width, &["Setting", "Value", "From", "Values"], &rows));
        page.gap();
        let folder = cx.settings.notebook();
        let shown = if folder.as_os_str().is_empty() { "the folder you are in".to_owned() } else { safe_path(folder) };
        let notebook = match is_notebook(folder) {
            true => format!("The notebook is {shown}."),
            false if cx.settings.is_at_home() => format!("The notebook {shown} is created at your first reading."),
            false => format!("There is no notebook in {shown}; create one with enochian new."),
        };
        let file = match &cx.settings.file {
            Some(path) if path.is_file() => format!("Your configuration file is {}.", safe_path(path)),
            Some(path) => format!("Your configuration file would be {}; it does not exist.", safe_path(path)),
            None => "This system has no place for a configuration file.".to_owned(),
        };
        page.paragraph(notebook);
        page.paragraph(file);
        print_page(page.finish())
    }
}
