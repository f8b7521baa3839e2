//! The forces for and against the querent: landings observed and expected.

use crate::chess::Army;
use crate::render::{capitalised, count, list};

use super::super::Span;
use super::super::landings::{LandingGroup, LandingRow, LandingShare, LandingTally, SquareProperty, SquareTrait};
use super::{Report, ReportForm};

/// The number of signs listed in a summary.
const SIGNS: usize = 5;

impl Report<'_> {
    pub(super) fn forces(&mut self) {
        let it = self.it;
        let Some(querent) = it.querent else { return };
        for whose in [LandingGroup::For, LandingGroup::Against] {
            let Some(share) = it.share(whose) else { continue };
            let armies: Vec<String> = Army::ALL
                .into_iter()
                .filter(|army| whose.includes(*army, querent))
                .map(|army| army.to_string())
                .collect();
            self.page.heading(&format!(
                "Forces {whose}: {}, {}",
                list(&armies),
                count(share.landings() as usize, "landing")
            ));
            if self.form > ReportForm::Short {
                self.tallies(share);
            } else {
                self.most(share);
            }
        }
        if self.form > ReportForm::Short {
            self.page.heading("Army by army");
            for share in &it.landings {
                if let LandingGroup::Army(army) = share.whose {
                    self.army(army, share);
                }
            }
        }
        self.page.gap();
        self.page.paragraph("Expected is the count if every square of the board were equally likely. Armies start in their own angles, so differences by angle are normal.");
        let mark = match self.form {
            ReportForm::Short => "“more than chance” and “less than chance” mean",
            ReportForm::Summary | ReportForm::Full => "a * marks",
        };
        self.page.paragraph(&format!("p is the p-value of each count (exact binomial test, two-sided); {mark} p < 0.05 after Holm's correction within the table."));
    }

    /// Writes the most frequent landings by each property.
    fn most(&mut self, share: &LandingShare) {
        for tally in &share.tallies {
            let rows = tally.most_first();
            let most = rows.first().map_or(0, |row| row.landings());
            let first: Vec<&&LandingRow> = rows.iter().filter(|row| row.landings() == most).collect();
            let words = match first.as_slice() {
                [] => continue,
                many if many.len() > 2 => format!("tied: {} {} times each", list_of(many), most),
                few => few.iter().map(|row| self.counted(row)).collect::<Vec<_>>().join("; "),
            };
            self.page.item(&format!("by {}", tally.by), &words);
        }
    }

    /// `Air 6 times, expected 4.3 (turns …)`, and for a sign its keywords.
    fn counted(&self, row: &LandingRow) -> String {
        let keywords = self.keywords(row, [": ", ""]);
        let verdict = match (row.stands_out(), row.ratio()) {
            (true, Some(ratio)) if ratio > 1.0 => ", more than chance",
            (true, _) => ", less than chance",
            _ => "",
        };
        let p = probability(row.p);
        let times = if row.landings() == 1 { "once".to_owned() } else { format!("{} times", row.landings()) };
        format!(
            "{} {times}, expected {:.1}, p {p}{verdict} ({}){keywords}",
            row.of,
            row.expected,
            self.turns(&row.turns)
        )
    }

    /// The keywords of a sign with text before and after; empty if it has none.
    fn keywords(&self, row: &LandingRow, [before, after]: [&str; 2]) -> String {
        match row.of {
            SquareTrait::Force(force) if !self.correspondences.force(force).keywords.is_empty() => {
                format!("{before}{}{after}", self.correspondences.force(force).keywords.join(", "))
            }
            _ => String::new(),
        }
    }

    fn tallies(&mut self, share: &LandingShare) {
        for tally in &share.tallies {
            self.tally(tally);
        }
    }

    fn tally(&mut self, tally: &LandingTally) {
        let signs = tally.by == SquareProperty::Force;
        let mut rows: Vec<&LandingRow> = if signs { tally.most_first() } else { tally.rows.iter().collect() };
        let left =
            if signs && self.form == ReportForm::Summary { rows.split_off(rows.len().min(SIGNS)) } else { vec![] };
        if rows.is_empty() {
            return;
        }
        let cells = |row: &&LandingRow| {
            let mut cells = vec![row_name(row), row.landings().to_string()];
            cells.extend(row.by_phase.map(|count| count.to_string()));
            cells.push(format!("{:.1}", row.expected));
            cells.push(row.ratio().map_or(String::new(), |ratio| format!("{ratio:.1}")));
            cells.push(probability(row.p));
            marked(cells, row.stands_out())
        };
        let by = tally.by.to_string();
        let mut header = vec![by.as_str(), "landings", "opening", "middle", "end", "expected", "ratio"];
        header.push("p");
        self.page.table(&header, &rows.iter().map(cells).collect::<Vec<_>>());
        let turns: Vec<String> = rows
            .iter()
            .filter(|row| row.landings() > 0)
            .map(|row| format!("{}{} {}", row.of, self.keywords(row, [" (", ")"]), self.turns(&row.turns)))
            .collect();
        if !turns.is_empty() {
            self.page.paragraph(&format!("{}.", turns.join("; ")));
        }
        if !left.is_empty() {
            let rest: Vec<String> = left.iter().map(|row| format!("{} {}", row.of, self.turns(&row.turns))).collect();
            self.page.paragraph(&format!("Less often: {}.", rest.join("; ")));
        }
        self.page.gap();
    }

    fn army(&mut self, army: Army, share: &LandingShare) {
        let role = match self.it.querent {
            Some(querent) if querent == army => "the querent's",
            Some(querent) if querent.partner() == army => "the querent's partner",
            _ => "against the querent",
        };
        self.page.gap();
        self.page.paragraph(&capitalised(&format!("{army}, {role}: {}", count(share.landings() as usize, "landing"))));
        let it = self.it;
        for span in &it.phases {
            if share.by_phase[span.phase as usize] > 0 {
                self.page.item(&format!("{:7}", span.phase), &self.phase(span, share));
            }
        }
        if self.form == ReportForm::Full {
            self.page.gap();
            self.tallies(share);
        }
    }

    /// The landings of an army in a phase: `Air 2, Water 1 · fixed 2 … (turns …)`.
    fn phase(&self, span: &Span, share: &LandingShare) -> String {
        let counted = |by: SquareProperty| {
            let rows = share.by(by).rows.iter().map(|row| (row, row.by_phase[span.phase as usize]));
            let mut rows: Vec<_> = rows.filter(|(_, count)| *count > 0).collect();
            rows.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            let most = if self.form == ReportForm::Full { rows.len() } else { SIGNS };
            let more = if rows.len() > most { " …" } else { "" };
            let counts: Vec<String> =
                rows.iter().take(most).map(|(row, count)| format!("{} {count}", row.of)).collect();
            counts.join(", ") + more
        };
        let mut turns: Vec<u32> =
            share.by(SquareProperty::Element).rows.iter().flat_map(|row| row.turns.iter().copied()).collect();
        turns.retain(|turn| (span.first..=span.last).contains(turn));
        turns.sort();
        format!(
            "{} · {} · in the angles {} · {} ({})",
            counted(SquareProperty::Element),
            counted(SquareProperty::Quality),
            counted(SquareProperty::Angle),
            counted(SquareProperty::Force),
            self.turns(&turns)
        )
    }
}

fn row_name(row: &LandingRow) -> String {
    row.house.map_or(row.of.to_string(), |house| format!("{}, house {house}", row.of))
}

fn list_of(rows: &[&&LandingRow]) -> String {
    list(&rows.iter().map(|row| row.of.to_string()).collect::<Vec<_>>())
}

/// The cells of a row, with a mark on the last if the row stands out.
pub(super) fn marked(mut cells: Vec<String>, stands_out: bool) -> Vec<String> {
    if let Some(last) = cells.last_mut().filter(|_| stands_out) {
        last.push_str(" *");
    }
    cells
}

/// `0.042`, `<0.001`.
pub(super) fn probability(p: f64) -> String {
    if p < 0.001 { "<0.001".to_owned() } else { format!("{p:.3}") }
}
