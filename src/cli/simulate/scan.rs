//! `enochian simulate scan`.

use std::path::PathBuf;
use std::process::ExitCode;

use anstyle::Style;

use crate::chess::Square;
use crate::correspondences::{Correspondences, Criterion};
use crate::reading::Verdict;
use crate::render::{Estimate, Plot, TextPage, list, shared_setting};
use crate::simulate::{Plan, ScanOver, ScanVersion, SimulationSummary};

use super::super::command_error::CommandResult;
use super::super::interrupt::Stopped;
use super::super::output::PlotArgument;
use super::{SimulationTerms, named, page, page_width, players, print_json, print_page, run};

/// Simulate all versions of a question, and compare their answers
///
/// Varies one thing: the square of the Ptah within its angle, the board, the array, the dice table, the ruleset, the
/// procedure, or the policies of the two sides: those named with --policy, or the fast ones. With the board, the array and the Ptah change to those of the same name there.
///
/// All versions are played with the same random numbers, and each is compared reading by reading with the question as it is:
/// the difference has an interval (Bonett and Price) and a p-value (McNemar's test). Both are corrected for the number of
/// differences: all intervals together hold in 95 % of all scans (Bonferroni; Holm). With --out, each version has a folder of its own in the one that is named.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  enochian simulate scan --over ptah questions/brother.toml --readings 100000")]
pub(super) struct ScanArgs {
    /// The question file
    question: PathBuf,
    /// What to vary
    #[arg(long, value_parser = named::<ScanOver>(ScanOver::ALL.map(ScanOver::name)))]
    over: ScanOver,
    #[command(flatten)]
    terms: SimulationTerms,
    #[command(flatten)]
    out: run::Out,
    #[command(flatten)]
    plot: PlotArgument,
    /// Print the summaries and differences as JSON
    #[arg(long)]
    json: bool,
}

impl ScanArgs {
    pub(super) fn run(self, correspondences: &Correspondences) -> CommandResult<ExitCode> {
        self.plot.check()?;
        let question = self.terms.question(&self.question, correspondences)?;
        let terms = match self.over {
            // There they are what is compared.
            ScanOver::Policy => &SimulationTerms { policy: Vec::new(), ..self.terms.clone() },
            _ => &self.terms,
        };
        let plan = terms.plan(question)?;
        if self.over == ScanOver::Procedure && self.terms.procedure.is_some() {
            misuse!("--over procedure cannot be used with --procedure; it tries all procedures");
        }
        if self.out.to_standard_output() {
            misuse!("the versions of a scan make a folder each; name a folder for --out");
        }
        let policies = if self.over == ScanOver::Policy { players::compared(&self.terms.policy)? } else { vec![] };
        let (names, plans): (Vec<String>, Vec<Plan>) =
            self.over.versions(&plan, &policies, correspondences).into_iter().unzip();
        let threads = self.terms.threads();
        run::note_duration(&plans, threads);
        if let Some(folder) = &self.out.out {
            run::write_each(folder, &names, &plans, self.out.shape()?, correspondences, threads)?;
        }
        let reference = ScanVersion::reference(&plans, &plan, correspondences);
        let (played, stopped) = run::together(&plans, reference, correspondences, threads);
        let (versions, tests) = ScanVersion::compared(names, played, reference);
        let is_played = versions[reference].summary.readings > 0;
        if stopped.is_none() {
            let named: Vec<_> = versions.iter().map(|version| (version.name.as_str(), &version.summary)).collect();
            self.plot.put(&Plot::Versions(&named))?;
        }
        if self.json && is_played {
            print_json(&versions)?;
        } else if is_played {
            print_page(&self.text(&versions, tests))?;
        }
        match stopped {
            Some(after) => Err(Stopped { after, way_on: "play fewer --readings".to_owned() }.into()),
            None => Ok(ExitCode::SUCCESS),
        }
    }

    /// The versions as a page.
    fn text(&self, versions: &[ScanVersion], tests: usize) -> String {
        let mut page = TextPage::new(page_width());
        let summaries: Vec<&SimulationSummary> = versions.iter().map(|version| &version.summary).collect();
        let Some(first) = summaries.first() else { return page.finish() };
        page::question(first, &mut page);
        page.gap();
        let settings = shared_setting(&summaries);
        for (label, words) in ["Setting", "Rules", "Each version"].into_iter().zip(settings) {
            if !words.is_empty() {
                page.fact(label, "Each version".len(), &words);
            }
        }
        for criterion in Criterion::ALL {
            let is_so_far = summaries.iter().any(|summary| summary.provenance.is_so_far(criterion));
            let so_far = if is_so_far { " so far" } else { "" };
            page::heading(&mut page, &format!("Yes by {}{so_far}", criterion.words()));
            if self.over == ScanOver::Policy {
                matrix(&mut page, versions, criterion);
                continue;
            }
            let rows: Vec<_> = versions.iter().map(|version| row(version, criterion)).collect();
            let header: &[&str] = if is_so_far { &["", "Yes"] } else { &["", "Yes", "difference", "", "turns"] };
            page.styled_table(header, &rows);
        }
        if self.over == ScanOver::Ptah {
            page::heading(&mut page, "Yes by the Ptah on each square of the angle, in %");
            ptah_board(versions, &mut page);
        }
        page.gap();
        let reference = versions.iter().find(|version| version.reference).map_or("", |version| &version.name);
        page.paragraph(&format!(
            "{} All versions have the same random numbers: intervals of paired differences (Bonett and Price), which hold \
             together with 95 % (Bonferroni, for {tests} differences); * marks a p below 0.05 by McNemar's test, corrected for \
             as many (Holm).{}",
            match self.over {
                ScanOver::Policy => format!("Differences from {reference} are tested; --json has them."),
                _ => format!("Differences from {reference} in percentage points."),
            },
            if self.over == ScanOver::Policy { "" } else { " Turns: the median." }
        ));
        if summaries.iter().any(|summary| summary.provenance.is_so_far(Criterion::Kings)) {
            page.gap();
            page.paragraph(page::SO_FAR);
        }
        if self.over == ScanOver::Board {
            page.gap();
            page.paragraph(&boards(versions));
        }
        page.finish()
    }
}

/// A version as a row: its share of yes and, if that is an estimate, its difference from the reference.
fn row(version: &ScanVersion, criterion: Criterion) -> (Style, Vec<String>) {
    let ScanVersion { name, reference, summary, .. } = version;
    let yes = Estimate::answer(summary, criterion, Verdict::Yes).as_share();
    let mut cells = vec![name.clone(), yes];
    let Some(difference) = version.yes(criterion).filter(|difference| difference.certainty.is_some()) else {
        return (Style::new(), cells);
    };
    let is_clear = difference.is_significant() && !reference;
    cells.push(if *reference { "as asked".to_owned() } else { Estimate::difference(difference).as_difference() });
    cells.push(if is_clear { "*" } else { "" }.to_owned());
    cells.push(summary.length(0.5).to_string());
    (if is_clear || *reference { Style::new().bold() } else { Style::new() }, cells)
}

/// The shares of yes, with a row for each policy of the querent's side and a column for each of the others.
fn matrix(page: &mut TextPage, versions: &[ScanVersion], criterion: Criterion) {
    let policies: Vec<[&str; 2]> =
        versions.iter().filter_map(|it| it.name.split_once(" v ")).map(|(one, other)| [one, other]).collect();
    let size = policies.len().isqrt();
    let mut header = vec!["querent's side"];
    header.extend(policies.iter().take(size).map(|[_, others]| *others));
    let cell = |version: &ScanVersion| {
        let yes = 100.0 * Estimate::answer(&version.summary, criterion, Verdict::Yes).value;
        let is_clear = version.yes(criterion).is_some_and(|it| it.is_significant()) && !version.reference;
        format!("{yes:.2}{}", if is_clear { " *" } else { "" })
    };
    let row = |(place, row): (usize, &[ScanVersion])| {
        let name = policies[place * size][0].to_owned();
        [name].into_iter().chain(row.iter().map(cell)).collect()
    };
    let rows: Vec<Vec<String>> = versions.chunks(size.max(1)).enumerate().map(row).collect();
    page.table(&header, &rows);
    page.gap();
    page.paragraph("In percent. The columns are the policies of the others.");
}

/// The squares of the angle with their shares of yes, brighter where there are more.
fn ptah_board(versions: &[ScanVersion], page: &mut TextPage) {
    let shares: Vec<(Square, f64)> = versions
        .iter()
        .filter_map(|ScanVersion { summary, .. }| {
            let square = summary.provenance.setting.get("ptah")?.parse().ok()?;
            Some((square, Estimate::answer(summary, Criterion::Ptah, Verdict::Yes).value))
        })
        .collect();
    let ends = shares.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), (_, yes)| (low.min(*yes), high.max(*yes)));
    page::squares(page, |square| {
        let (_, yes) = shares.iter().find(|(other, _)| *other == square)?;
        Some((format!("{:.1}", 100.0 * yes), (yes - ends.0) / (ends.1 - ends.0).max(1e-9)))
    });
}

/// What the boards differ in: nothing in play depends on them but the array and the square of the Ptah.
fn boards(versions: &[ScanVersion]) -> String {
    let setting =
        |version: &ScanVersion, key: &str| version.summary.provenance.setting.get(key).cloned().unwrap_or_default();
    let mut arrays: Vec<(String, Vec<String>)> = Vec::new();
    for version in versions {
        let (array, board) = (setting(version, "array"), setting(version, "board"));
        match arrays.iter_mut().find(|(known, _)| *known == array) {
            Some((_, boards)) => boards.push(board),
            None => arrays.push((array, vec![board])),
        }
    }
    let arrays = arrays.iter().map(|(array, boards)| format!("{} on {}", array, list(boards)));
    format!(
        "A board matters to the play only by the square of the Ptah and by the array, which boards share: {}.",
        arrays.collect::<Vec<_>>().join("; ")
    )
}
