//! `enochian simulate power`.

use std::process::ExitCode;

use serde::Serialize;

use crate::render::{TextPage, number};
use crate::stats::sample_size::{possible_correlations, to_tell_apart};

use super::super::command_error::CommandResult;
use super::super::print_either;
use super::page_width;

/// Say how many readings tell two shares apart
///
/// The shares are in percent: 55 and 56 are the answers of two simulations that differ by one percentage point. The number is
/// that of a two-sided test of proportions (Fleiss, 1981), for each of the two simulations.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  enochian simulate power 55 56\n  \
                  enochian simulate power 55 56 --comparisons 14 --correlation 0.87")]
pub(super) struct PowerArgs {
    /// One share, in percent
    #[arg(value_parser = percent)]
    one: f64,
    /// The other share, in percent
    #[arg(value_parser = percent)]
    other: f64,
    /// The chance of finding the difference, in percent
    #[arg(long, value_name = "PERCENT", default_value = "90", value_parser = percent)]
    power: f64,
    /// The chance of finding a difference where there is none, in percent
    #[arg(long, value_name = "PERCENT", default_value = "5", value_parser = percent)]
    level: f64,
    /// How many differences are tested together, as in a scan of so many versions
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = super::whole(1..=u32::MAX))]
    comparisons: u32,
    /// The correlation of the two answers, if both simulations have the same random numbers
    ///
    /// scan and compare --paired print it with --json. Shares that are far apart cannot be much correlated; what is
    /// possible is told.
    #[arg(long, value_name = "R", value_parser = correlation)]
    correlation: Option<f64>,
    /// Print the numbers as JSON
    #[arg(long)]
    json: bool,
}

/// The readings needed. Shares, not percent.
#[derive(Serialize)]
struct NeededReadings {
    one: f64,
    other: f64,
    power: f64,
    level: f64,
    comparisons: u32,
    /// Of each simulation, with random numbers of its own.
    readings: u64,
    correlation: Option<f64>,
    /// Of each simulation, both with the same random numbers.
    paired_readings: Option<u64>,
}

fn percent(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.trim().trim_end_matches('%').trim_end().parse().ok();
    number
        .filter(|number| (0.0..=100.0).contains(number))
        .map(|number| number / 100.0)
        .ok_or_else(|| "expected a number of percent, from 0 to 100".to_owned())
}

fn correlation(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.trim().parse().ok();
    number
        .filter(|number| (-1.0..1.0).contains(number))
        .ok_or_else(|| "expected a number from -1 to below 1".to_owned())
}

impl PowerArgs {
    pub(super) fn run(self) -> CommandResult<ExitCode> {
        let PowerArgs { one, other, power, level, comparisons, correlation, .. } = self;
        // Holm's correction asks this much of the smallest p-value.
        let of_each = level / f64::from(comparisons);
        let needed = |correlation| {
            to_tell_apart(one, other, of_each, power, correlation).ok_or_else(|| match one == other {
                true => problem!("equal shares cannot be told apart; give two that differ"),
                false => problem!("no number of readings is enough; give a --power below 100 and a --level above 0"),
            })
        };
        let readings = needed(0.0)?;
        let (least, greatest) = possible_correlations(one, other);
        if let Some(impossible) = correlation.filter(|given| !(least - 1e-9..=greatest + 1e-9).contains(given)) {
            // Rounded towards 0, so that what is printed is possible.
            let [least, greatest] = [least, greatest].map(|bound| (bound * 1e4).trunc() / 1e4);
            fail!(
                "answers of {} and {} cannot have a correlation of {impossible}; give --correlation a number from {least} to \
                 {greatest}",
                percent_text(one),
                percent_text(other)
            );
        }
        let paired_readings = correlation.map(needed).transpose()?;
        let found = NeededReadings { one, other, power, level, comparisons, readings, correlation, paired_readings };
        print_either(self.json, &found, || found.text())
    }
}

fn percent_text(share: f64) -> String {
    format!("{} %", (share * 1e6).round() / 1e4)
}

impl NeededReadings {
    fn text(&self) -> String {
        let mut page = TextPage::new(page_width());
        page.paragraph(&format!(
            "To tell {} from {} in {} of all cases, at a significance level of {}{}:",
            percent_text(self.one),
            percent_text(self.other),
            percent_text(self.power),
            percent_text(self.level),
            if self.comparisons > 1 {
                format!(" for {} differences together", self.comparisons)
            } else {
                String::new()
            },
        ));
        page.gap();
        page.paragraph(&format!("{} readings of each simulation", number(self.readings)));
        if let Some((paired, correlation)) = self.paired_readings.zip(self.correlation) {
            page.paragraph(&format!(
                "{} if both have the same random numbers, and a correlation of {correlation}",
                number(paired)
            ));
        }
        page.finish()
    }
}
