//! The landings of a reading.

use crate::render::{capitalised, list};

use super::super::LandingRow;
use super::Report;

impl Report<'_> {
    pub(super) fn landings(&mut self) {
        let rows = &self.it.landings;
        if rows.iter().all(|row| row.landings() == 0) {
            return;
        }
        self.page.heading("Landings");
        let groups: Vec<&[LandingRow]> = rows.chunk_by(|one, next| one.by == next.by).collect();
        let (elements, signs) = (groups.first().copied(), groups.last().copied());
        let told: Vec<String> = [elements, signs].into_iter().flatten().map(most).collect();
        self.page.paragraph(&told.join(" "));
        for group in groups {
            self.page.gap();
            let rows: Vec<Vec<String>> = group.iter().filter(|row| row.landings() > 0).map(cells).collect();
            self.page.table(&[group[0].by, "for", "against", ""], &rows);
        }
        self.page.gap();
        self.page.paragraph(
            "Each element, quality and angle has 16 of the 64 squares, each sign 4. Every army begins in its own angle.",
        );
    }
}

/// `The querent's side landed most on Air (7 of 15), the others on Earth (5 of 10).`
fn most(group: &[LandingRow]) -> String {
    let most = |whose: &str, landings: fn(&LandingRow) -> usize| {
        let most = group.iter().map(landings).max().filter(|most| *most > 0)?;
        let all: usize = group.iter().map(landings).sum();
        let names: Vec<String> =
            group.iter().filter(|row| landings(row) == most).map(|row| row.of.to_string()).collect();
        let each = if names.len() > 1 { " each" } else { "" };
        Some(format!("{whose} on {} ({most} of {all}{each})", list(&names)))
    };
    let sides = [
        most("the querent's side landed most", |row| row.ours.len()),
        most("the others most", |row| row.against.len()),
    ];
    capitalised(&format!("{}.", sides.into_iter().flatten().collect::<Vec<_>>().join(", ")))
}

fn cells(row: &LandingRow) -> Vec<String> {
    let about = row.house.map(|house| format!("house {house}")).or_else(|| row.time.clone());
    vec![row.of.to_string(), row.ours.len().to_string(), row.against.len().to_string(), about.unwrap_or_default()]
}
