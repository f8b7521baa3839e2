//! Support and threat on the Ptah square, turn by turn.

use crate::chess::Kind;

use super::super::Aspect;
use super::{Report, turns};

/// Turns per line, in groups of ten.
const IN_A_LINE: usize = 50;

impl Report<'_> {
    pub(super) fn at_the_ptah(&mut self) {
        let it = self.it;
        let Some(ptah) = it.ptah.filter(|_| !it.aspects.is_empty()) else { return };
        self.page.heading(&format!("Support and threat on the Ptah, {ptah}"));
        for span in &it.phases {
            let within = |aspect: &&Aspect| aspect.first <= span.last && aspect.last >= span.first;
            let after = |holds: &dyn Fn(&Aspect) -> bool| -> Vec<u32> {
                let so = it.aspects.iter().filter(within).filter(|aspect| holds(aspect));
                so.flat_map(|a| a.first.max(span.first)..=a.last.min(span.last)).collect()
            };
            let uses = [
                ("supported", after(&|aspect| !aspect.support.is_empty())),
                ("threatened", after(&|aspect| !aspect.threat.is_empty())),
                ("held by the querent's king", after(&|aspect| self.is_held(aspect))),
            ];
            let uses = uses.iter().filter(|(_, after)| !after.is_empty());
            let all = span.last + 1 - span.first;
            let clauses: Vec<String> = uses
                .map(|(what, after)| format!("{what} after {} of {all} turns ({})", after.len(), turns(after)))
                .collect();
            let clauses = if clauses.is_empty() { "no support, no threat".to_owned() } else { clauses.join("; ") };
            self.page.item(format!("{:7}", span.phase), &clauses);
        }
        self.strip();
    }

    fn is_held(&self, aspect: &Aspect) -> bool {
        aspect.holder.is_some_and(|piece| Some(piece.army) == self.it.querent && piece.kind == Kind::King)
    }

    /// Writes a symbol for every turn.
    fn strip(&mut self) {
        let it = self.it;
        let marks = it.aspects.iter().flat_map(|aspect| {
            let mark = match (self.is_held(aspect), aspect.support.is_empty(), aspect.threat.is_empty()) {
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
