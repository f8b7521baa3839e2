//! What bore upon the Ptah square, turn by turn.

use crate::chess::Kind;
use crate::render::list;

use super::super::{Aspect, PlacedPiece};
use super::{Report, ReportForm};

/// How many turns stand in a line, in groups of ten.
const IN_A_LINE: usize = 50;

impl Report<'_> {
    pub(super) fn at_the_ptah(&mut self) {
        let it = self.it;
        let Some(ptah) = it.ptah.filter(|_| !it.aspects.is_empty()) else { return };
        self.page.heading(&format!("Support and threat on the Ptah, {ptah}"));
        for span in &it.phases {
            let within = |aspect: &&Aspect| aspect.first <= span.last && aspect.last >= span.first;
            let turns = |holds: &dyn Fn(&Aspect) -> bool| -> Vec<u32> {
                let so = it.aspects.iter().filter(within).filter(|aspect| holds(aspect));
                so.flat_map(|a| a.first.max(span.first)..=a.last.min(span.last)).collect()
            };
            let told = [
                ("supported", turns(&|aspect| !aspect.support.is_empty())),
                ("threatened", turns(&|aspect| !aspect.threat.is_empty())),
                ("held by the querent's king", turns(&|aspect| self.is_held(aspect))),
            ];
            let told = told.iter().filter(|(_, turns)| !turns.is_empty());
            let told: Vec<String> = told
                .map(|(what, turns)| {
                    format!(
                        "{what} after {} of {} turns ({})",
                        turns.len(),
                        span.last + 1 - span.first,
                        self.turns(turns)
                    )
                })
                .collect();
            let told = if told.is_empty() { "nothing bore upon it".to_owned() } else { told.join("; ") };
            self.page.item(&format!("{:7}", span.phase), &told);
        }
        if self.form > ReportForm::Short {
            self.strip();
        }
        if self.form == ReportForm::Full {
            for aspect in &it.aspects {
                let turns: Vec<u32> = (aspect.first..=aspect.last).collect();
                self.page.item(&self.turns(&turns), &self.aspect(aspect));
            }
        }
    }

    fn is_held(&self, aspect: &Aspect) -> bool {
        aspect.holder.is_some_and(|piece| Some(piece.army) == self.it.querent && piece.kind == Kind::King)
    }

    /// A sign for every turn.
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
            self.page.raw(&format!("  {:>5} {}", first + line * in_a_line, groups.join(" ")));
        }
        self.page.paragraph("After each turn: + pieces of the querent's side bear upon it, - of the other side, ± both, · nobody; K the querent's king stands there, ! he stands there under threat.");
    }

    fn aspect(&self, aspect: &Aspect) -> String {
        let told = |standing: &[PlacedPiece]| match standing {
            [] => "nobody".to_owned(),
            many => list(&many.iter().map(PlacedPiece::to_string).collect::<Vec<_>>()),
        };
        let holder = aspect.holder.map_or(String::new(), |piece| format!("; held by the {piece}"));
        format!("support: {}; threat: {}{holder}", told(&aspect.support), told(&aspect.threat))
    }
}
