//! What nearly every command needs.

pub(super) use std::path::{Path, PathBuf};

pub(super) use crate::correspondences::Correspondences;
pub(super) use crate::input::{quoted, safe_path, shell_word};
pub(super) use crate::render::ScreenText;

pub(super) use super::command_error::{CommandError, CommandResult, reported};
pub(super) use super::cx::Cx;
pub(super) use super::error_report::notice;
pub(super) use super::lookup::print_page;
pub(super) use super::prompt::Prompt;
pub(super) use super::{journal_names, print_either, print_json, stdout};
