//! The summary as a page.

use std::collections::BTreeMap;

use anstyle::{Ansi256Color, Style};

use crate::chess::{Army, Board, Element, File, Rank, Role, Square};
use crate::cli::colours;
use crate::cli::prelude::*;
use crate::correspondences::Criterion;
use crate::render::{Estimate, TextPage, number, share};
use crate::simulate::{CountUnit, Plan, SimulationSummary, Tally};

/// What is said of the answers by the kings where they are not played out.
pub(super) const SO_FAR: &str = "The readings ended with the answer by the Ptah. The answer by the kings is only the one at that time, \
                                 which is no estimate of how it would end; --play-out plays on for it.";

/// The numbers of the readings that were played: `numbers 0 to 999 and 2,000 to 2,999`.
fn numbers(done: &[(u64, u64)]) -> String {
    let range = |(from, to): &(u64, u64)| match to.saturating_sub(1) {
        last if last == *from => number(last),
        last => format!("{} to {}", number(*from), number(last)),
    };
    match done {
        [(from, to)] if to.saturating_sub(*from) == 1 => format!("number {}", number(*from)),
        [] => "none so far".to_owned(),
        done => format!("numbers {}", done.iter().map(range).collect::<Vec<_>>().join(" and ")),
    }
}

/// The board of the question.
pub(super) fn board(summary: &SimulationSummary) -> CommandResult<Board> {
    let board = summary.provenance.setting.get("board").and_then(|board| board.parse().ok());
    board.ok_or_else(|| problem!("the summary does not name its board"))
}

/// The summary as a page of this width.
pub(super) fn page(
    summary: &SimulationSummary,
    correspondences: &Correspondences,
    width: usize,
) -> CommandResult<ScreenText> {
    let dim = Style::new().dimmed();
    let mut page = TextPage::new(width);
    played(summary, &mut page);
    heading(&mut page, "The answers");
    answers(summary, &mut page);
    if summary.provenance.is_so_far(Criterion::Kings) {
        page.gap();
        page.paragraph(ScreenText::styled(dim, SO_FAR));
    }
    heading(&mut page, "The armies");
    armies(summary, &mut page);
    heading(&mut page, "Landings on each square, per 100 readings");
    landings(summary, &mut page);
    page.paragraph(ScreenText::styled(dim, "Brighter squares have more landings."));
    if summary.provenance.data != correspondences.digest() {
        page.gap();
        page.paragraph(
            "These readings were played with other correspondences; for the landings by sign and element, name those with \
             --data.",
        );
        return Ok(page.finish());
    }
    heading(&mut page, "Landings by sign and element, and moves by piece");
    shares(summary, board(summary)?, correspondences, &mut page);
    Ok(page.finish())
}

pub(super) fn heading(page: &mut TextPage, words: &str) {
    page.gap();
    title(words, page);
    page.gap();
}

/// The question, in bold as a heading.
pub(super) fn question(summary: &SimulationSummary, page: &mut TextPage) {
    title(&summary.provenance.question, page);
}

/// The first words of a page.
pub(super) fn title(words: &str, page: &mut TextPage) {
    page.paragraph(ScreenText::styled(Style::new().bold(), words));
}

/// The question, the settings and the lengths.
pub(super) fn played(summary: &SimulationSummary, page: &mut TextPage) {
    question(summary, page);
    page.gap();
    facts(&rows(summary), page);
}

fn facts(rows: &[(&'static str, String)], page: &mut TextPage) {
    let widest = rows.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
    rows.iter().for_each(|(label, words)| page.fact(label, widest, words));
}

/// The settings and the lengths, each with a label.
fn rows(summary: &SimulationSummary) -> Vec<(&'static str, String)> {
    let setting = |key: &str| summary.provenance.setting.get(key).map_or("", String::as_str);
    let per_reading = |count: u64| format!("{:.2}", count as f64 / summary.readings.max(1) as f64);
    let policies: Vec<String> = Army::ALL
        .iter()
        .filter_map(|army| Some(format!("{army} {}", summary.provenance.policies.get(army.name())?)))
        .collect();
    let in_game = setting("procedure") == Plan::GAME;
    let counted = |per| summary.events.iter().filter(move |(counter, _)| counter.per == per);
    let of_turns = counted(CountUnit::Turn)
        .map(|(counter, count)| (counter.label, format!("{} of all turns", percent(count, summary.turns))));
    let of_readings: Vec<String> = counted(CountUnit::Reading)
        .map(|(counter, count)| format!("{} {}", per_reading(count), counter.label))
        .collect();
    let quantiles = [0.05, 0.25, 0.5, 0.75, 0.95].map(|share| summary.length(share).to_string());
    let mut lines = vec![
        ("Setting", format!("{} board, {} angle, the Ptah on {}", setting("board"), setting("angle"), setting("ptah"))),
        (
            "Rules",
            format!(
                "{}; ruleset {}, procedure {}{}, {}{}",
                setting("array"),
                setting("ruleset"),
                setting("procedure"),
                if setting("ends_by") == "both" { ", played out" } else { "" },
                if in_game { String::new() } else { format!("dice table {}, ", setting("dice")) },
                setting("direction")
            ),
        ),
        ("Players", policies.join(", ")),
        (
            "Readings",
            format!(
                "{}, {}, with seed {}, of at most {} turns; {} turns{}",
                number(summary.readings),
                numbers(&summary.done),
                summary.provenance.seed,
                number(summary.provenance.limit.into()),
                number(summary.turns),
                if summary.seconds > 0.0 { format!(" in {:.2} seconds", summary.seconds) } else { String::new() }
            ),
        ),
        ("Random numbers", summary.provenance.chance.clone()),
        (
            "Turns",
            format!("{} per reading; percentiles 5/25/50/75/95: {}", per_reading(summary.turns), quantiles.join(", ")),
        ),
    ];
    lines.extend(of_turns);
    lines.push(("Per reading", of_readings.join(", ")));
    lines
}

fn percent(count: u64, of: u64) -> String {
    format!("{:.2} %", 100.0 * count as f64 / of.max(1) as f64)
}

fn answers(summary: &SimulationSummary, page: &mut TextPage) {
    let mut rows = Vec::new();
    for verdict in Tally::VERDICTS {
        let by = |criterion| Estimate::answer(summary, criterion, verdict).as_share();
        rows.push((Style::new().bold(), [vec![verdict.to_string()], Criterion::ALL.map(by).to_vec()].concat()));
        let manners = summary.manners.get(&verdict.to_string()).into_iter().flatten();
        rows.extend(manners.map(|(manner, count)| {
            let plain = vec![format!("  {manner}"), share(*count, summary.readings), String::new()];
            (Style::new(), plain)
        }));
    }
    let is_so_far = summary.provenance.is_so_far(Criterion::Kings);
    let by_kings = if is_so_far { "by the kings so far" } else { "by the kings" };
    page.styled_table(&["Answer", "by the Ptah", by_kings], &rows);
}

fn armies(summary: &SimulationSummary, page: &mut TextPage) {
    let rows = Army::ALL.map(|army| {
        let of = |fate: &str| {
            let count = summary.fates.get(army.name()).and_then(|fates| fates.get(fate));
            percent(count.copied().unwrap_or(0), summary.readings)
        };
        let taken = summary.kings_taken.get(army.name()).copied().unwrap_or(0);
        let cells = vec![army.to_string(), share(taken, summary.readings), of("own"), of("frozen"), of("seized")];
        (colours::screen().style(army), cells)
    });
    page.styled_table(&["Army", "king taken", "free at the end", "frozen", "seized"], &rows);
}

/// The board with the landings on each square, brighter where there are more.
fn landings(summary: &SimulationSummary, page: &mut TextPage) {
    let count = |square: Square| summary.landings.get(&square.to_string()).copied().unwrap_or(0);
    let most = Square::all().map(count).max().unwrap_or(0).max(1);
    squares(page, |square| {
        let hundred = 100.0 * count(square) as f64 / summary.readings.max(1) as f64;
        Some((format!("{hundred:.0}"), count(square) as f64 / most as f64))
    });
}

/// A board, or the part of it that has numbers: of each square its number, and how bright it is from 0 to 1.
pub(super) fn squares(page: &mut TextPage, cell: impl Fn(Square) -> Option<(String, f64)>) {
    // Leaves room for the numbers of the ranks; a number has at most four characters.
    let wide = if page.fits(61) { 6 } else { 4 };
    let shown = |file, rank| cell(Square::new(file, rank));
    let mut files = File::ALL.to_vec();
    files.retain(|&file| Rank::ALL.into_iter().any(|rank| shown(file, rank).is_some()));
    for rank in Rank::ALL.into_iter().rev().filter(|&rank| files.iter().any(|&file| shown(file, rank).is_some())) {
        let mut line = ScreenText::from(format!("   {rank} "));
        for &file in &files {
            let Some((number, brightness)) = shown(file, rank) else {
                line += " ".repeat(wide + 1);
                continue;
            };
            // The 24 greys of a terminal, from dark to light.
            let shade = 232 + (brightness * 23.0) as u8;
            let ink = if shade > 243 { 16 } else { 231 };
            let style =
                Style::new().bg_color(Some(Ansi256Color(shade).into())).fg_color(Some(Ansi256Color(ink).into()));
            line.push_styled(style, format!("{number:>wide$} "));
        }
        page.raw(line);
    }
    let files: String = files.iter().map(|file| format!("{file:>wide$} ")).collect();
    page.raw(format!("     {files}"));
}

/// From this width, the three tables of shares are side by side.
const WIDE: usize = 60;

fn shares(summary: &SimulationSummary, board: Board, correspondences: &Correspondences, page: &mut TextPage) {
    let mut by_force: BTreeMap<String, (Element, u64)> = BTreeMap::new();
    let mut by_element = [0; 4];
    for square in Square::all() {
        let force = correspondences.square(board, square).force;
        let count = summary.landings.get(&square.to_string()).copied().unwrap_or(0);
        by_force.entry(force.to_string()).or_insert((force.element(), 0)).1 += count;
        by_element[force.element().index()] += count;
    }
    let all: u64 = by_element.iter().sum();
    let mut forces: Vec<_> = by_force.into_iter().collect();
    forces.sort_by_key(|(_, (_, count))| std::cmp::Reverse(*count));
    let forces = forces
        .iter()
        .map(|(force, (element, count))| (colours::screen().style(*element), [force.clone(), percent(*count, all)]));
    let elements = Element::ALL.map(|element| [element.to_string(), percent(by_element[element.index()], all)]);
    let pieces = Role::ALL.map(|role| {
        let of = |army: &BTreeMap<String, u64>| army.get(&role.to_string()).copied().unwrap_or(0);
        [role.to_string(), percent(summary.moved.values().map(of).sum(), all)]
    });
    if page.fits(WIDE) {
        let beside = |of: &[[String; 2]], row: usize| of.get(row).cloned().unwrap_or_default();
        let row = |(row, (style, force)): (usize, (Style, [String; 2]))| {
            (style, [force, beside(&elements, row), beside(&pieces, row)].concat())
        };
        let rows: Vec<_> = forces.enumerate().map(row).collect();
        page.styled_table(&["Sign or element", "", "All of", "", "Piece", ""], &rows);
        return;
    }
    let rows: Vec<_> = forces.map(|(style, force)| (style, force.to_vec())).collect();
    page.styled_table(&["Sign or element", ""], &rows);
    for (heading, of) in [("All of", elements.as_slice()), ("Piece", &pieces)] {
        page.gap();
        page.table(&[heading, ""], &of.iter().map(|cells| cells.to_vec()).collect::<Vec<_>>());
    }
}
