//! The course of a record: question, answer, turning points, the king's road, the armies and notes.

use crate::correspondences::SignOrElement;
use crate::interpretation::who_plays;
use crate::record::Closing;
use crate::render::{capitalised, count, manner, nth, result};

use super::super::{ExplanationNote, RoadStep};
use super::{Report, turns};

impl Report<'_> {
    pub(super) fn opening(&mut self) {
        let subject = &self.record.subject();
        self.page.heading(&self.it.title);
        match subject.question() {
            Some(question) => {
                self.page.paragraph(format!(
                    "The {} board, its {} angle. The Ptah stands on {}: {}.",
                    question.board,
                    question.angle,
                    question.ptah,
                    self.force(question.force)
                ));
                self.page.paragraph(who_plays(question));
            }
            None => {
                self.page.paragraph(format!(
                    "A game on the {} board, not a reading: without a question there is no Ptah and no answer.",
                    subject.board()
                ));
            }
        }
        if self.it.turns == 0 {
            self.page.paragraph("No turn has been played yet.");
        } else {
            self.page.paragraph(format!("{}.", count(self.it.turns, "turn")));
        }
    }

    pub(super) fn answer(&mut self) {
        let Some(answer) = self.record.answer() else {
            self.page.heading("The end");
            self.page.paragraph(format!("{}.", capitalised(&result(&self.record))));
            return;
        };
        let since = |ply: Option<u32>| ply.map_or(String::new(), |ply| format!(" (turn {ply})"));
        let open = match self.record.closing() {
            None => "The reading is not concluded; this is the answer so far. ",
            Some(Closing::ByPlayers) => "The players closed the reading before its end. ",
            Some(_) => "",
        };
        self.page.heading("The answer");
        self.page.paragraph(format!(
            "{open}By the Ptah {}{}, by the kings {}{}. {}",
            answer.ptah.verdict,
            since(answer.ptah.ply),
            answer.kings.verdict,
            since(answer.kings.ply),
            manner(&answer)
        ));
    }

    pub(super) fn turning_points(&mut self) {
        self.page.heading("Turning points");
        if self.it.turning_points.is_empty() {
            self.page.paragraph("None: no king fell, no pawn was promoted and no throne was seized.");
        }
        let it = self.it;
        for point in &it.turning_points {
            self.page.item(format!("turn {}", point.turn), &format!("{}: {}", point.army, point.why.join("; ")));
            self.notes_to(point.turn);
        }
    }

    pub(super) fn kings_road(&mut self) {
        let it = self.it;
        let Some(road) = it.kings_road() else { return };
        self.page.heading("The path of the querent's king");
        let start = self.correspondences.square(it.board, road.start).force;
        self.page.item("start", &format!("{} {}", road.start, self.force(start)));
        for step in &road.steps {
            self.page.item(format!("turn {}", step.turn), &self.kings_step(step));
            self.notes_to(step.turn);
        }
        for taken in &road.taken {
            self.page.item(format!("turn {}", taken.turn), &format!("taken by {} on {}", taken.by, taken.at));
        }
        if !it.checks.is_empty() {
            let checks: Vec<String> =
                it.checks.iter().map(|check| format!("turn {} by {}", check.turn, check.by)).collect();
            self.page.item("in check", &checks.join(", "));
        }
    }

    fn kings_step(&self, step: &RoadStep) -> String {
        let ptah = if self.it.ptah == Some(step.square) { ", the Ptah" } else { "" };
        let how = if step.returned { "returned by exchange to " } else { "" };
        format!("{how}{}{ptah}: {}", step.square, self.force(step.force))
    }

    /// `Gemini, 3rd house: brothers and sisters, …; exchange, news, choice`.
    fn force(&self, force: SignOrElement) -> String {
        let known = self.correspondences.force(force);
        let house = match known.house.and_then(|number| self.correspondences.house(number)) {
            Some(house) => format!("{} house: {}", nth(house.number), house.matters.join(", ")),
            None => "the element itself".to_owned(),
        };
        let keywords =
            if known.keywords.is_empty() { String::new() } else { format!("; {}", known.keywords.join(", ")) };
        format!("{force}, {house}{keywords}")
    }

    /// The turns that each army lost, and its captures.
    pub(super) fn armies(&mut self) {
        let lost = if self.it.querent.is_some() { "No Move" } else { "pass" };
        self.page.heading("Army by army");
        let it = self.it;
        for army in &it.delays {
            let mut words = vec![count(army.of as usize, "turn")];
            if !army.turns.is_empty() {
                let run = if army.longest > 1 { format!("; at most {} in a row", army.longest) } else { String::new() };
                words.push(format!("{} ({}{run})", count(army.turns.len(), lost), turns(&army.turns)));
            }
            let mut takes: Vec<u32> =
                it.conflicts.iter().filter(|it| it.taker.army == army.army).map(|it| it.turn).collect();
            if !takes.is_empty() {
                let captures = count(takes.len(), "capture");
                takes.dedup();
                words.push(format!("{captures} ({})", turns(&takes)));
            }
            self.page.item(format!("{:5}", army.army), &words.join(", "));
        }
    }

    pub(super) fn notes(&mut self) {
        let it = self.it;
        let left: Vec<&ExplanationNote> = it
            .notes
            .iter()
            .filter(|note| note.turn.is_none_or(|turn| note.taken_back || !self.noted.contains(&turn)))
            .collect();
        if left.is_empty() {
            return;
        }
        self.page.heading(if left.len() == it.notes.len() { "Your notes" } else { "Your other notes" });
        for note in left {
            let taken_back = if note.taken_back { " (taken back)" } else { "" };
            let about = note.turn.map_or("the whole".to_owned(), |turn| format!("turn {turn}{taken_back}"));
            self.page.item(&about, &note.words);
        }
    }

    /// Writes the notes on a turn, where it is mentioned first.
    fn notes_to(&mut self, turn: u32) {
        let it = self.it;
        if !self.noted.insert(turn) {
            return;
        }
        for ExplanationNote { words, .. } in it.notes.iter().filter(|note| note.is_on(turn)) {
            self.page.beside(format!("“{words}”"));
        }
    }
}
