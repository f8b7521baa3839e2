//! `enochian journal outcome`.

use chrono::NaiveDate;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::cli::prelude::*;
use crate::journal::day;
use crate::record::{Afterword, Correctness, RecordedOutcome as Became};

use super::super::play::now;
use super::folder::Added;

/// Record the outcome of a reading: whether its answer came true
///
/// You can record several as time goes by; the last one counts. If you give no
/// words, you are asked for them; they can be left out. A date before the reading
/// began, or one that is still to come, is asked about.
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
    /// Accept a date before the reading began, or one that is still to come
    #[arg(long)]
    sure: bool,
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
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let today = now().date_naive();
        let mut outcome = Became { on: self.on.unwrap_or(today), proved: self.proved, words: String::new() };
        let journal = Added::open(cx, &self.journal)?;
        journal.check(Afterword::Outcome(outcome.clone()))?;
        let doubt = journal.record().doubt_of_outcome(outcome.on, today);
        drop(journal);
        if let Some(doubt) = doubt.filter(|_| !self.sure)
            && !is_meant(&doubt)?
        {
            return print_page("No outcome was recorded.\n");
        }
        let question = "What happened? (Enter leaves it out)";
        let (mut journal, words) = Added::open_with_words(cx, &self.journal, &self.words, question, false)?;
        outcome.words = words;
        journal.add(Afterword::Outcome(outcome))?;
        journal.say("Outcome recorded")
    }
}

/// Asks a person whether a doubtful day is the one that was meant.
fn is_meant(doubt: &str) -> CommandResult<bool> {
    let mut prompt = Prompt::new(false)?;
    if !prompt.is_person() {
        fail!("{doubt}, so no outcome was recorded; if this is the date that you mean, add --sure");
    }
    loop {
        match prompt.ask(&format!("{doubt}. Is this the date that you mean? (yes, no)"))?.as_deref() {
            Some("yes" | "y") => return Ok(true),
            Some("no" | "n") | None => return Ok(false),
            Some(_) => prompt.say("Type yes or no.")?,
        }
    }
}
