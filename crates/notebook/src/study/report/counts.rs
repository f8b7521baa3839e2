//! The totals of a reading.

use crate::render::count;

use super::super::ReadingCounts;
use super::Report;

impl Report<'_> {
    pub(super) fn counts(&mut self) {
        let it = self.it;
        let Some(ReadingCounts { king, ptah, houses, over_the_border, build_up, delay }) = &it.counts else { return };
        self.page.heading("Counts");
        let counted = |number: u32, what| count(number as usize, what);
        let (moves, turns) = (counted(king.moves, "move"), counted(king.on_board, "turn"));
        let steps = match king.walked_into_attack {
            0 => String::new(),
            walked => format!("; {} onto an attacked square", counted(walked, "step")),
        };
        self.page
            .item("king    ", &format!("{moves}; attacked after {} of {turns} on the board{steps}", king.attacked));
        let (supported, turns) = (ptah.supported, count(it.turns, "turn"));
        let words = format!("supported after {supported} of {turns}, threatened after {}", ptah.threatened);
        self.page.item("Ptah    ", &words);
        let (own, others) = (counted(houses.own, "landing"), houses.others);
        let prevails = match houses.own.cmp(&houses.others) {
            _ if !houses.significant => "",
            std::cmp::Ordering::Greater => "mostly one's own doing: ",
            _ => "mostly moved by others: ",
        };
        let words = format!(
            "{prevails}{own} on houses of one's own doing (1–3, 10–12), {others} on houses that depend on others (4–9)"
        );
        self.page.item("houses  ", &words);
        let (own, others) = (counted(over_the_border.own, "piece"), over_the_border.others);
        let words = format!("at the end crossed by {own} of the querent's side, {others} of the others");
        self.page.item("border  ", &words);
        for one in build_up {
            let words = format!(
                "{}: at the end {} of {} outside their own angles stand in the {} angle",
                one.whose,
                one.count,
                counted(one.of, "piece"),
                one.angle
            );
            self.page.item("build-up", &words);
        }
        let (lost, turns) = (counted(delay.no_moves, "No Move"), counted(delay.turns, "turn"));
        let why = delay.prevails.map_or(String::new(), |why| format!("; the called pieces were mostly {why}"));
        self.page.item("delay   ", &format!("{} delayed, {lost} in {turns} of the querent's side{why}", delay.delayed));
    }
}
