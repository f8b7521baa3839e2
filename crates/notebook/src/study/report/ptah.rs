//! Support and threat on the Ptah square, turn by turn.

use crate::chess::{Kind, Piece};

use super::Report;

/// Turns per line, in groups of ten.
const IN_A_LINE: usize = 50;

impl Report<'_> {
    /// Writes a symbol for every turn.
    pub(super) fn at_the_ptah(&mut self) {
        let it = self.it;
        let Some(ptah) = it.ptah.filter(|_| !it.aspects.is_empty()) else { return };
        self.page.heading(&format!("Support and threat on the Ptah, {ptah}"));
        let king = it.querent.map(|army| Piece { army, kind: Kind::King });
        let marks = it.aspects.iter().flat_map(|aspect| {
            let mark = match (
                aspect.holder.is_some() && aspect.holder == king,
                aspect.support.is_empty(),
                aspect.threat.is_empty(),
            ) {
                (true, _, true) => 'K',
                (true, _, false) => '!',
                (false, true, true) => '·',
                (false, false, true) => '+',
                (false, true, false) => '-',
                (false, false, false) => '±',
            };
            (aspect.first..=aspect.last).map(move |_| mark)
        });
        let marks: Vec<char> = marks.collect();
        let first = it.aspects.first().map_or(1, |aspect| aspect.first as usize);
        let in_a_line = if self.page.fits(8 + IN_A_LINE / 10 * 11) { IN_A_LINE } else { 10 };
        for (line, marks) in marks.chunks(in_a_line).enumerate() {
            let groups: Vec<String> = marks.chunks(10).map(|group| group.iter().collect()).collect();
            self.page.raw(format!("  {:>5} {}", first + line * in_a_line, groups.join(" ")));
        }
        self.page.paragraph("After each turn: + supported, - threatened, ± both, · neither; K held by the querent's king, ! held and threatened.");
    }
}
