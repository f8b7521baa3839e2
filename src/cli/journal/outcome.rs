//! `enochian journal outcome`.

use std::path::PathBuf;
use std::process::ExitCode;

use chrono::NaiveDate;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::journal::day;
use crate::record::{Afterword, Correctness, RecordedOutcome as Became};

use super::super::command_error::CommandResult;
use super::super::cx::Cx;
use super::super::play::now;
use super::folder::Added;

/// Record the outcome of a reading: whether its answer came true
///
/// You can record several as time goes by; the last one counts. If you give no
/// words, you are asked for them.
///
/// Examples:
///   enochian journal outcome brother true "He is happy, he says."
///   enochian journal outcome @ partly --on 2027-03-01 "He moved back."
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct OutcomeArgs {
    /// The journal: a path, part of its name, or @ for the latest
    #[arg(value_name = "JOURNAL")]
    journal: PathBuf,
    /// Whether the answer came true: true, false or partly
    #[arg(value_name = "OUTCOME", value_parser = proved(), ignore_case = true, hide_possible_values = true)]
    proved: Correctness,
    /// What happened
    words: Vec<String>,
    /// The date on which it happened [default: today]
    #[arg(long, value_name = "DATE", value_parser = day)]
    on: Option<NaiveDate>,
}

fn proved() -> impl TypedValueParser<Value = Correctness> {
    let partly = PossibleValue::new("partly").alias("partly true");
    PossibleValuesParser::new([PossibleValue::new("true"), PossibleValue::new("false"), partly]).map(|word| match word
        .to_lowercase()
        .as_str()
    {
        "true" => Correctness::True,
        "false" => Correctness::False,
        _ => Correctness::Partly,
    })
}

impl OutcomeArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<ExitCode> {
        let on = self.on.unwrap_or_else(|| now().date_naive());
        let (mut journal, words) = Added::open_with_words(cx, &self.journal, &self.words, "What happened?")?;
        journal.add(Afterword::Outcome(Became { on, proved: self.proved, words }))?;
        journal.say("Outcome recorded")
    }
}
