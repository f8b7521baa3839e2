//! `enochian config`.

use std::process::ExitCode;

use anstyle::Style;

use crate::correspondences::Correspondences;
use crate::input::{safe, safe_path};
use crate::render::{TextPage, table_within};

use super::lookup::print_page;
use super::settings::{NOTEBOOK, Settings};
use super::terminal::page_width;

/// Show what is settled for all commands, and where each value comes from.
///
/// A flag goes before the environment, the environment before the notebook, the
/// notebook before your own file, and that before what is usual. To settle
/// something, write a line such as
///
///   colours = "colour-blind"
///
/// into the file named below, or into the file enochian.toml of a notebook.
///
/// The notebook is the one that --notebook or ENOCHIAN_NOTEBOOK names; otherwise
/// the one you are in; otherwise the one that a line in your own file names:
///
///   notebook = "/home/anna/my-notebook"
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct ConfigArgs {}

impl ConfigArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> anyhow::Result<ExitCode> {
        let rows: Vec<(Style, Vec<String>)> = settings
            .rows(correspondences)?
            .into_iter()
            .map(|row| (Style::new(), row.map(|cell| safe(&cell).into_owned()).to_vec()))
            .collect();
        let width = page_width();
        let mut page = TextPage::new(width);
        page.raw(&table_within(width, &["Setting", "Value", "From", "May be"], &rows));
        page.gap();
        let notebook = match &settings.notebook.value {
            Some(_) if settings.check_notebook().is_err() => format!("There is no file {NOTEBOOK} in the notebook."),
            Some(folder) => format!("The notebook is {}.", safe_path(folder)),
            None => {
                format!("This is in no notebook, which is a folder with a file {NOTEBOOK}; enochian new makes one.")
            }
        };
        let file = match &settings.file {
            Some(path) if path.is_file() => format!("Your own file is {}.", safe_path(path)),
            Some(path) => format!("Your own file would be {}; it is not there.", safe_path(path)),
            None => "The system names no place for a file of your own.".to_owned(),
        };
        page.paragraph(&safe(&notebook));
        page.paragraph(&safe(&file));
        print_page(&page.finish())?;
        Ok(ExitCode::SUCCESS)
    }
}
