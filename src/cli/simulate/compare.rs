//! `enochian simulate compare`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstyle::Style;
use serde::Serialize;

use crate::lore::Lore;
use crate::render::{Estimate, Plot, share, table};
use crate::simulate::Summary;
use crate::stats::difference;
use crate::text::safe;

use super::super::output::PlotArgument;
use super::{Terms, print_json, print_page, run, saved};

/// Set two simulations beside each other: how far their shares lie apart.
///
/// Each is a question file, which is played, or what is kept of a simulation: its folder, or what --json printed. A difference is told with the
/// interval in which the true one lies (Newcombe, 95 %); one that leaves out 0 is marked.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  enochian simulate compare questions/brother.toml questions/love.toml --readings 100000"
)]
pub(super) struct Compare {
    /// A question file (.toml), a folder of --out, or a saved summary (.json).
    one: PathBuf,
    /// Another.
    other: PathBuf,
    #[command(flatten)]
    terms: Terms,
    #[command(flatten)]
    plot: PlotArgument,
    /// Print the differences for programs, as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Difference {
    of: String,
    one: f64,
    other: f64,
    difference: f64,
    low: f64,
    high: f64,
    #[serde(skip)]
    shares: [String; 2],
}

impl Difference {
    fn estimate(&self) -> Estimate {
        Estimate { value: self.difference, low: self.low, high: self.high }
    }
}

impl Compare {
    pub(super) fn run(self, lore: &Lore) -> anyhow::Result<ExitCode> {
        self.plot.check()?;
        let (one, other) = (self.summary(&self.one, lore)?, self.summary(&self.other, lore)?);
        let found = differences(&one, &other);
        let named: Vec<_> = found.iter().map(|found| (found.of.clone(), found.estimate())).collect();
        self.plot.put(&Plot::Differences([&one, &other], &named))?;
        if self.json {
            print_json(&found)?;
        } else {
            let rows: Vec<_> = found.iter().map(row).collect();
            let mut page =
                format!("  one    {}\n  other  {}\n\n", safe(&one.premises.question), safe(&other.premises.question));
            page.push_str(&table(&["", "one", "other", "difference", ""], &rows));
            print_page(&page)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn summary(&self, path: &Path, lore: &Lore) -> anyhow::Result<Summary> {
        if let Some(saved) = saved::summary(path) {
            return saved;
        }
        let plan = self.terms.plan(self.terms.question(path, lore)?)?;
        Ok(run::run(&plan, lore, self.terms.threads()))
    }
}

fn differences(one: &Summary, other: &Summary) -> Vec<Difference> {
    let mut found = Vec::new();
    let mut add = |of: String, a: u64, b: u64| {
        let (n, m) = (one.readings, other.readings);
        let (low, high) = difference((a, n), (b, m));
        let (p, q) = (a as f64 / n.max(1) as f64, b as f64 / m.max(1) as f64);
        found.push(Difference {
            of,
            one: p,
            other: q,
            difference: p - q,
            low,
            high,
            shares: [share(a, n), share(b, m)],
        });
    };
    for criterion in ["ptah", "kings"] {
        for verdict in ["yes", "no", "undecided"] {
            let name = format!("{verdict} by the {}", if criterion == "ptah" { "Ptah" } else { "kings" });
            add(name, one.answer(criterion, verdict), other.answer(criterion, verdict));
        }
    }
    for (army, taken) in &one.kings_taken {
        add(format!("the king of {army} taken"), *taken, other.kings_taken.get(army).copied().unwrap_or(0));
    }
    found
}

fn row(found: &Difference) -> (Style, Vec<String>) {
    let (estimate, clear) = (found.estimate(), found.estimate().is_clear());
    let [one, other] = found.shares.clone();
    let mark = if clear { "*" } else { "" };
    (
        if clear { Style::new().bold() } else { Style::new() },
        vec![found.of.clone(), one, other, estimate.as_difference(), mark.to_owned()],
    )
}
