//! The report of statistics.

use crate::chess::{File, Rank, Square};
use crate::render::{ScreenText, TextPage, count};

use super::super::recurring::{Recurring, RecurringThing};
use super::super::statistics::{Agreement, AnswerStatistics, AnsweredOutcomes, DiceStatistics, Statistics};

/// Writes statistics, in lines of at most `width` columns.
#[must_use]
pub fn write_statistics(statistics: &Statistics, width: usize) -> ScreenText {
    let mut page = TextPage::new(width);
    let Statistics { readings, unconcluded, games, .. } = statistics;
    page.heading(&format!("{}, {}", count(*readings, "reading"), count(games.count() as usize, "game")));
    if *unconcluded > 0 {
        page.paragraph(format!("{} not concluded, so without an answer.", count(*unconcluded, "reading")));
    }
    if games.count() > 0 {
        page.item(
            "games",
            &format!(
                "won by the actives {}, by the passives {}, drawn {}, unfinished {}",
                games.actives, games.passives, games.drawn, games.open
            ),
        );
    }
    if *readings > 0 {
        answers(&mut page, statistics);
    }
    if statistics.turns > 0 {
        lengths(&mut page, statistics);
        dice(&mut page, &statistics.dice);
        squares(&mut page, &statistics.squares);
        landings(&mut page, statistics);
    }
    page.finish()
}

/// Writes what recurs in a person's readings.
#[must_use]
pub fn write_recurring(recurring: &Recurring, width: usize) -> ScreenText {
    let mut page = TextPage::new(width);
    page.heading(&format!("What recurs in {}", count(recurring.readings, "reading")));
    if recurring.things.is_empty() {
        page.paragraph(recurring.conclusion());
        return page.finish();
    }
    page.paragraph(recurring.conclusion());
    page.gap();
    let row = |thing: &RecurringThing| {
        let of_sign = [&thing.figure, &thing.trump].into_iter().flatten().cloned().collect::<Vec<_>>().join(", ");
        let mark = if thing.recurs() { " *" } else { "" };
        vec![
            thing.name.clone(),
            thing.readings.to_string(),
            format!("{:.1}", thing.expected),
            format!("{}{mark}", probability(thing.p_corrected)),
            of_sign,
        ]
    };
    let rows: Vec<_> = recurring.shown().iter().map(row).collect();
    page.table(&["", "readings", "expected", "p, adjusted", ""], &rows);
    page.gap();
    page.paragraph(Recurring::ABOUT);
    page.finish()
}

/// `0.042`, `<0.001`.
fn probability(p: f64) -> String {
    if p < 0.001 { "<0.001".to_owned() } else { format!("{p:.3}") }
}

fn answers(page: &mut TextPage, statistics: &Statistics) {
    if statistics.readings == statistics.unconcluded {
        return;
    }
    page.heading("Answers");
    let row = |by: &str, answers: &AnswerStatistics| {
        let all = f64::from((answers.yes + answers.no + answers.undecided).max(1));
        let of = |count: u32| format!("{count} ({:.0}%)", f64::from(count) / all * 100.0);
        vec![by.to_owned(), of(answers.yes), of(answers.no), of(answers.undecided)]
    };
    let rows = [row("the Ptah", &statistics.by_ptah), row("the kings", &statistics.by_kings)];
    page.table(&["criterion", "yes", "no", "undecided"], &rows);
    if statistics.came.known() == 0 {
        page.paragraph("No outcomes recorded. To record one, run enochian journal outcome.");
    } else {
        outcomes(page, statistics);
    }
}

/// What came of the answers, and how little few of them show.
fn outcomes(page: &mut TextPage, statistics: &Statistics) {
    page.heading("Answers and what came of them");
    let AnsweredOutcomes { yes, no, undecided } = statistics.beside;
    let rows = [("yes", yes), ("no", no), ("undecided", undecided)].map(|(answer, came)| {
        let numbers = [came.as_said, came.partly, came.otherwise, came.unknown].map(|count| count.to_string());
        [vec![answer.to_owned()], numbers.to_vec()].concat()
    });
    page.table(&["answer", "proved true", "partly", "false", "no outcome"], &rows);
    page.gap();
    page.paragraph(&match statistics.agreement {
        None => format!(
            "Nothing is said about how often the answers prove true before {} outcomes of yes and no: of fewer, even if all \
             proved true, a 95 % interval would still include one half.",
            Agreement::LEAST
        ),
        Some(Agreement { outcomes, as_said, share, low, high }) => {
            let [share, low, high] = [share, low, high].map(|share| 100.0 * share);
            let half = match (low > 50.0, high < 50.0) {
                (true, _) => "It lies above one half, which a coin would reach of matters that come about as often as not.",
                (_, true) => "It lies below one half.",
                _ => "It includes one half, so nothing here shows more, or less, than a coin would.",
            };
            format!(
                "Yes and no proved true in {as_said} of {outcomes}: {share:.0}%, with a 95 % interval from {low:.0}% to {high:.0}% \
                 (Clopper and Pearson), which is {:.0} points wide. {half}",
                high - low
            )
        }
    });
    page.paragraph(
        "What was not written down is not in it, nor does it say how often such matters come about anyway; partly true does not count as true.",
    );
}

fn lengths(page: &mut TextPage, statistics: &Statistics) {
    page.heading("Lengths");
    if let Some(lengths) = statistics.lengths {
        page.paragraph(format!(
            "From {} to {} turns; median {}, quartiles {} and {}.",
            lengths.shortest, lengths.longest, lengths.median, lengths.first_quartile, lengths.third_quartile
        ));
    }
    let share = statistics.no_moves as f64 / statistics.turns.max(1) as f64 * 100.0;
    let (lost, turns) = (statistics.no_moves, statistics.turns);
    page.paragraph(format!("{} in {}: {share:.0}%.", count(lost, "No Move"), count(turns, "turn")));
}

fn dice(page: &mut TextPage, dice: &[DiceStatistics]) {
    page.heading("Dice");
    let thrown = |dice: &DiceStatistics| dice.faces.iter().sum::<u32>();
    let row = |face: usize| {
        let counted = dice.iter().map(|dice| dice.faces[face].to_string());
        std::iter::once((face + 1).to_string()).chain(counted).collect::<Vec<_>>()
    };
    let mut rows: Vec<Vec<String>> = (0..6).map(row).collect();
    let expected = dice.iter().map(|dice| format!("{:.1}", f64::from(thrown(dice)) / 6.0));
    rows.push(std::iter::once("expected".to_owned()).chain(expected).collect());
    let header: Vec<&str> = std::iter::once("face").chain(dice.iter().map(|dice| dice.thrown)).collect();
    page.table(&header, &rows);
    for dice in dice {
        let thrown = count(thrown(dice) as usize, "throw");
        let words = match dice.fairness {
            None => format!("{thrown}; a test for a fair die needs at least 30"),
            Some(test) => format!("{thrown}; chi-square {:.2}, p {}", test.statistic, probability(test.p)),
        };
        page.item(dice.thrown, &words);
    }
    page.paragraph("p is the p-value for a fair die (5 degrees of freedom). Readings with the same seed have the same throws, which are counted once.");
}

/// Writes the board with its counts.
fn squares(page: &mut TextPage, squares: &[u32]) {
    page.heading("Landings on each square");
    let width = squares.iter().max().map_or(1, |most| most.to_string().len()).max(2);
    let gap = if page.fits(5 + 8 * (width + 2)) { "  " } else { " " };
    let files = File::ALL.map(|file| format!("{file:>width$}"));
    page.raw(format!("   {gap}{}", files.join(gap)));
    for rank in Rank::ALL.into_iter().rev() {
        let cells = File::ALL.map(|file| format!("{:>width$}", squares[Square::new(file, rank).index()]));
        page.raw(format!("  {rank}{gap}{}", cells.join(gap)));
    }
}

/// Writes the signs and elements by their landings, most first.
fn landings(page: &mut TextPage, statistics: &Statistics) {
    if statistics.landings.is_empty() {
        return;
    }
    page.heading("Landings on each sign and element");
    let each: Vec<String> = statistics.landings.iter().map(|it| format!("{} {}", it.name, it.landings)).collect();
    let all: u32 = statistics.landings.iter().map(|it| it.landings).sum();
    let even = format!("Each has 4 of the 64 squares; of {all} landings that is {:.0}.", f64::from(all) / 16.0);
    page.paragraph(format!("{}. {even}", each.join(", ")));
}
