//! Several cells of `enochian simulate`: a grid of questions and of what `--over` varies.

use std::ffi::OsStr;

use anstyle::Style;

use crate::cli::prelude::*;
use crate::input::shown_path;
use crate::render::{Estimate, Plot, TextPage, list, number, shared_setting};
use crate::simulate::{Grid, GridAxis, GridCell, GridCells, GridDifference, GridFactor, GridRow, SimulationSummary};

use super::super::interrupt::{Stopped, workers};
use super::super::output::PlotArgument;
use super::{SimulationTerms, odds, page, page_width, print_json, print_page, run};

/// The options of what varies.
#[derive(Debug, clap::Args)]
pub(super) struct GridArgs {
    /// Vary a factor: ptah, board, array, dice, ruleset, procedure, direction or policy
    ///
    /// Without levels these are that of the question and then all others; with one level alone, it takes the place of the
    /// question's. Each further --over is combined with those before it.
    ///
    /// ptah has the squares of the angle. With the board, the Ptah goes to the square of the same sign or element there, and the
    /// array is that of the same angle; array=air is that of the Air angle on each board. A level of policy is what --policy takes,
    /// so that policy=random,querent=purpose compares chance with play for the answer by one side.
    #[arg(long, value_name = "FACTOR[=LEVEL,…]", conflicts_with_all = ["resume", "from_journal"])]
    over: Vec<GridAxis>,
    /// Give each cell random numbers of its own, so that cells are independent samples
    ///
    /// Each cell has the readings that follow those of the cell before it. Otherwise reading 7 has the same throws in every cell,
    /// as long as that means the same, and the cells are compared reading by reading, which needs far fewer readings.
    #[arg(long, conflicts_with_all = ["resume", "from_journal"])]
    own_chance: bool,
}

impl GridArgs {
    /// The cells of question files.
    pub(super) fn cells(
        &self,
        files: &[PathBuf],
        from: &odds::FromHere,
        terms: &SimulationTerms,
        correspondences: &Correspondences,
    ) -> CommandResult<Vec<GridCell>> {
        self.check(terms)?;
        let files = questions(files)?;
        if let Some((_, file)) = files.iter().enumerate().find(|(place, file)| files[..*place].contains(file)) {
            misuse!("{} is named twice; name each question once", shown(file));
        }
        let stem = |file: &Path| file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let stems: Vec<String> = files.iter().map(|file| stem(file)).collect();
        let plans = files.iter().zip(&stems).map(|(file, stem)| {
            let is_clear = stems.iter().filter(|other| *other == stem).count() == 1;
            let name = if is_clear { stem.clone() } else { file.to_string_lossy().into_owned() };
            Ok((name, from.begin(file, terms, correspondences)?))
        });
        let plans = plans.collect::<CommandResult<Vec<_>>>()?;
        let GridCells { cells, left_out, .. } = GridCells::of(plans, &self.over, self.own_chance, correspondences)
            .map_err(|error| problem!("{}{error}", if error.is_of_factor() { "--over " } else { "--" }).of_usage())?;
        for reason in left_out {
            note(&format!("left out, {reason}"));
        }
        Ok(cells)
    }

    /// Checks that no other option says what a factor varies.
    fn check(&self, terms: &SimulationTerms) -> CommandResult<()> {
        for GridAxis { factor, levels } in &self.over {
            let names_all = || !levels.is_empty() && levels.iter().all(|level| !level.contains('='));
            match factor {
                GridFactor::Procedure if terms.procedure.is_some() => misuse!(
                    "--procedure cannot be used with --over procedure; name it as the first level, as in --over procedure=kings,ptah"
                ),
                GridFactor::Policy if !terms.policy.is_empty() && names_all() => misuse!(
                    "--policy {} has no effect, since every level of --over policy is for all armies; leave it out, or name one side in \
                     the levels, as in --over policy=querent=random,querent=purpose",
                    terms.policy.join(" --policy ")
                ),
                _ => {}
            }
        }
        Ok(())
    }

    /// What to do where an option is only for one cell, and there are others.
    pub(super) fn one_cell(&self, option: &str, cells: usize) -> CommandError {
        let way_out = match self.over.iter().find(|axis| axis.levels.len() != 1) {
            Some(GridAxis { factor, .. }) => format!("name one question and one level, as in --over {factor}=LEVEL"),
            None => "name one question".to_owned(),
        };
        problem!("{option} is for one cell, and there are {cells}; {way_out}").of_usage()
    }

    /// Refuses for one cell what only several have.
    pub(super) fn check_one(&self) -> CommandResult<()> {
        match self.own_chance {
            true => misuse!("--own-chance is for several cells; add --over or another question, or leave it out"),
            false => Ok(()),
        }
    }

    /// Plays several cells, and prints them as a table or JSON.
    pub(super) fn run(
        &self,
        cells: &[GridCell],
        threads: usize,
        plot: &PlotArgument,
        json: bool,
        correspondences: &Correspondences,
    ) -> CommandResult<()> {
        let readings = cells.first().map_or(0, |cell| cell.plan.range.end - cell.plan.range.start);
        let bar = run::bar(readings.saturating_mul(cells.len() as u64));
        let grid = Grid::play(cells, correspondences, workers(threads), |readings| bar.inc(readings));
        bar.finish_and_clear();
        let done = grid.rows.first().map_or(0, |row| row.readings);
        if done > 0 && json {
            print_json(&grid)?;
        } else if done > 0 {
            print_page(self.text(&grid))?;
        }
        if done < grid.wanted {
            let after = format!(
                "after {} of {} readings of each of {} cells",
                number(done),
                number(grid.wanted),
                grid.rows.len()
            );
            return Err(
                Stopped { after, way_on: "give the same command again, with fewer --readings".to_owned() }.into()
            );
        }
        plot.put(&Plot::Grid(&grid))
    }

    fn text(&self, grid: &Grid) -> ScreenText {
        let mut page = TextPage::new(page_width());
        let summaries: Vec<&SimulationSummary> = grid.summaries.iter().collect();
        let Some(first) = summaries.first() else { return page.finish() };
        let questions = grid.questions();
        match questions.as_slice() {
            [_] => page::question(first, &mut page),
            several => page::title(&format!("{} questions", several.len()), &mut page),
        }
        page.gap();
        for (label, words) in ["Setting", "Rules", "Each cell"].into_iter().zip(shared_setting(&summaries)) {
            if !words.is_empty() {
                page.fact(label, "Each cell".len(), &words);
            }
        }
        let cell = self.over.iter().map(|axis| axis.factor.name());
        let cell = Some("question").filter(|_| questions.len() > 1 || self.over.is_empty()).into_iter().chain(cell);
        let cell = cell.collect::<Vec<_>>().join(", ");
        page::heading(&mut page, &format!("Yes by the {}", if grid.by == "ptah" { "Ptah" } else { "kings" }));
        table(&mut page, &[&cell, "readings", "Yes", "difference"], grid, of_share, |row| {
            let share = Estimate { value: row.share, low: row.low, high: row.high };
            vec![format!("{:>8}", number(row.readings)), share.as_share()]
        });
        page::heading(&mut page, "Turns on average");
        table(&mut page, &[&cell, "turns", "difference"], grid, of_turns, |row| vec![format!("{:.1}", row.turns)]);
        page.gap();
        self.notes(grid, &mut page);
        page.finish()
    }

    /// What the figures are, and what is to be known of single cells.
    fn notes(&self, grid: &Grid, page: &mut TextPage) {
        let several = grid.rows.iter().filter(|row| row.compared_with.is_none()).count() > 1;
        let from = if several { "the first cell of each question" } else { &grid.rows[0].cell };
        let method = match grid.shared_chance {
            true => {
                "All cells have the same random numbers and are compared reading by reading (Bonett and Price; turns: normal)."
            }
            false => "Each cell has random numbers of its own (Newcombe; turns: Welch).",
        };
        page.paragraph(format!(
            "Differences from {from}, of shares in percentage points. The intervals of all {} hold together with 95 % (Bonferroni), and \
             * marks those without 0.",
            grid.intervals
        ));
        page.gap();
        page.paragraph(format!(
            "{method} Shares have intervals of 95 % each (Wilson). A reading at the limit counts as the limit."
        ));
        if grid.rows.iter().any(|row| row.difference.is_some_and(|difference| difference.same)) {
            page.gap();
            page.paragraph("Where no reading differs, what varies has changed no answer and no number of turns.");
        }
        if several && grid.means.is_empty() {
            let factors: Vec<String> = self.over.iter().map(|axis| axis.factor.to_string()).collect();
            page.gap();
            page.paragraph(format!(
                "No mean over the questions, since they differ in their levels; name those that all have, as in --over {}=LEVEL,LEVEL.",
                list(&factors)
            ));
        }
    }
}

/// A table of the grid: a row for each cell with some columns and a difference, and one for each mean over the questions.
fn table(
    page: &mut TextPage,
    header: &[&str],
    grid: &Grid,
    difference: impl Fn(&GridDifference) -> (String, bool),
    columns: impl Fn(&GridRow) -> Vec<String>,
) {
    let row = |name: String, columns: Vec<String>, found: Option<&GridDifference>| {
        let (words, is_clear) = match found {
            Some(found) if found.same => ("0, no reading differs".to_owned(), false),
            Some(found) => difference(found),
            None => (String::new(), false),
        };
        let (style, mark) = if is_clear { (Style::new().bold(), " *") } else { (Style::new(), "") };
        (style, [vec![name], columns, vec![format!("{words}{mark}")]].concat())
    };
    let cells = grid.rows.iter().map(|it| row(it.cell.clone(), columns(it), it.difference.as_ref()));
    let means = grid.means.iter().map(|mean| {
        let levels: Vec<&str> = mean.levels.iter().map(|(_, level)| level.as_str()).collect();
        let name = format!("mean of {}, {}", mean.questions, levels.join(", "));
        row(name, vec![String::new(); header.len() - 2], Some(&mean.difference))
    });
    page.styled_table(header, &cells.chain(means).collect::<Vec<_>>());
}

/// A difference of shares, and whether it is marked.
fn of_share(found: &GridDifference) -> (String, bool) {
    let estimate = Estimate { value: found.difference, low: found.difference_low, high: found.difference_high };
    (estimate.as_difference(), found.is_clear())
}

/// A difference of turns, and whether it is marked.
fn of_turns(found: &GridDifference) -> (String, bool) {
    let interval = found.turns_low.zip(found.turns_high);
    let interval = interval.map_or(String::new(), |(low, high)| format!(" ({low:+.1} to {high:+.1})"));
    (format!("{:+.1}{interval}", found.turns_difference), found.has_clear_turns())
}

/// The question files without the catalogue of categories, which stands with them.
fn questions(files: &[PathBuf]) -> CommandResult<Vec<PathBuf>> {
    let is_catalogue = |file: &&PathBuf| file.file_name() == Some(OsStr::new("catalog.toml"));
    let (catalogues, questions): (Vec<&PathBuf>, Vec<&PathBuf>) = files.iter().partition(is_catalogue);
    for file in catalogues {
        let what = format!("{} is the catalogue of categories, not a question", shown(file));
        if questions.is_empty() {
            fail!("{what}; name a question file");
        }
        note(&format!("{what}, and is left out"));
    }
    Ok(questions.into_iter().cloned().collect())
}

fn note(words: &str) {
    // If standard error cannot be written, there is no way to report it.
    notice(format!("note: {words}"));
}

fn shown(file: &Path) -> String {
    quoted(&shown_path(file)).to_string()
}
