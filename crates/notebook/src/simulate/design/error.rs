//! Errors of designs.

use std::path::PathBuf;

use crate::input::{Diagnostics, Help, safe_path};
use crate::simulate::output::OutputError;

use super::DesignDir;
use super::cells::{CellFault, MOST};

/// An error when planning, playing or checking a design.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DesignError {
    /// The design or its question is invalid.
    #[error(transparent)]
    Invalid(#[from] Diagnostics),
    /// There are too many combinations of levels; with their number.
    #[error("the design has {0} combinations of levels; {MOST} are possible")]
    TooMany(u64),
    /// There are more readings than can be numbered.
    #[error("the readings of all cells cannot be numbered in 63 bits")]
    TooManyReadings,
    /// Combinations are against the rules, with all faults.
    #[error("some combinations of levels cannot be played:{}", .0.iter().map(CellFault::line).collect::<String>())]
    Faults(Vec<CellFault>),
    /// The levels of two factors do not meet equally often in a fraction.
    #[error(
        "one cell in {fraction} is not balanced: {}",
        if one == two { format!("the levels of {one} are not played equally often") }
        else { format!("the levels of {one} and {two} do not meet equally often, so that their effects are mixed up") }
    )]
    #[allow(missing_docs, reason = "the message says what they are")]
    Imbalance { fraction: u64, one: String, two: String },
    /// The folder has no plan of a design.
    #[error("{} is not a planned design: it has no plan.json", safe_path(.0))]
    NoPlan(PathBuf),
    /// A file of the folder cannot be read as what it is.
    #[error("{}: {}", safe_path(.0), .1)]
    Unreadable(PathBuf, String),
    /// What was planned has changed since, with the differences.
    #[error("{} cannot be played: these changed since it was planned:\n  {}", safe_path(.0), .1.join("\n  "))]
    Changed(PathBuf, Vec<String>),
    /// The program has the version of the plan, but is another file; with the hashes of both.
    #[error(
        "{} was planned by another build of the same version of the program:\n  planned: {}\n  this one: {}",
        safe_path(.0), .1, .2
    )]
    OtherBuild(PathBuf, String, String),
    /// Files are missing, damaged or contradict each other, with all faults.
    #[error("{} is not as its plan and receipt say:\n  {}", safe_path(.0), .1.join("\n  "))]
    Differs(PathBuf, Vec<String>),
    /// A file could not be read or written.
    #[error(transparent)]
    Output(#[from] OutputError),
}

impl Help for DesignError {
    fn help(&self) -> Option<String> {
        Some(match self {
            DesignError::Output(error) => return error.help(),
            DesignError::TooMany(_) => "take fewer levels, or several designs".into(),
            DesignError::TooManyReadings => "take fewer readings".into(),
            DesignError::Faults(_) => {
                "change the levels, or leave such cells out with the line invalid = \"leave out\" before [factors]"
                    .into()
            }
            DesignError::Imbalance { fraction, .. } => format!(
                "a fraction needs three factors whose numbers of levels are multiples of {fraction}, and all their \
                 combinations; add levels, take another fraction, or play all cells without it"
            ),
            DesignError::NoPlan(_) => "plan a design with: enochian simulate plan DESIGN.toml --out DIR".into(),
            DesignError::Changed(..) => {
                "use the same program and the same --data, and the files as they were planned, or \
                                         plan the design anew in another folder"
                    .into()
            }
            DesignError::OtherBuild(..) => {
                "to play it with this build all the same, add --other-build; the receipt then names both".into()
            }
            DesignError::Differs(folder, _) => {
                format!("what is missing or damaged is made again by: {}", DesignDir::play_command(folder))
            }
            DesignError::Invalid(_) | DesignError::Unreadable(..) => return None,
        })
    }

    fn diagnostics(&self) -> Option<&Diagnostics> {
        match self {
            DesignError::Invalid(errors) => Some(errors),
            DesignError::Output(error) => error.diagnostics(),
            _ => None,
        }
    }
}

impl CellFault {
    fn line(&self) -> String {
        let cells = if self.cells == 1 { "1 cell".to_owned() } else { format!("{} cells", self.cells) };
        format!("\n  {}\n    in {cells}, first {}", self.problem, self.first)
    }
}
