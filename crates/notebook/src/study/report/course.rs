//! The course of the game: question, answer, turning points, roads, conflicts, delays, time and notes.

use crate::chess::{Kind, Piece};
use crate::correspondences::SignOrElement;
use crate::input::{safe, safe_prose};
use crate::record::Closing;
use crate::render::{capitalised, count, list, manner, nth, result};

use super::super::landings::SquareTrait;
use super::super::{Conflict, ExplanationNote, Pace, Road, RoadStep};
use super::{Report, ReportForm};

impl Report<'_> {
    pub(super) fn opening(&mut self) {
        let subject = &self.record.subject();
        self.page.heading(&safe(&self.it.title));
        match subject.question() {
            Some(question) => {
                self.page.paragraph(&format!(
                    "The {} board, its {} angle. The Ptah stands on {}: {}.",
                    question.board,
                    question.angle,
                    question.ptah,
                    self.force(question.force)
                ));
                let [one, two] = question.army().enemies();
                self.page.paragraph(&format!(
                    "{} plays {}, with {} as partner; {one} and {two} are against them.",
                    capitalised(&safe(&question.querent)),
                    question.army(),
                    question.army().partner(),
                ));
            }
            None => {
                self.page.paragraph(&format!(
                    "A game on the {} board, not a reading: without a question there are no forces, Ptah or time to explain.",
                    subject.board()
                ));
            }
        }
        if self.it.turns == 0 {
            self.page.paragraph("No turn has been played yet.");
            return;
        }
        let phases: Vec<String> = self
            .it
            .phases
            .iter()
            .map(|span| match span.last - span.first {
                0 => format!("{} {}", span.phase, span.first),
                _ => format!("{} {}–{}", span.phase, span.first, span.last),
            })
            .collect();
        self.page.paragraph(&format!("{}: {}.", count(self.it.turns, "turn"), list(&phases)));
    }

    pub(super) fn answer(&mut self) {
        let Some(answer) = self.record.answer() else {
            self.page.heading("The end");
            self.page.paragraph(&format!("{}.", capitalised(&result(self.record))));
            return;
        };
        let since = |ply: Option<u32>| ply.map_or(String::new(), |ply| format!(" (turn {ply})"));
        let open = match self.record.closing() {
            None => "The reading is not concluded; this is the answer so far. ",
            Some(Closing::ByPlayers) => "The players closed the reading before its end. ",
            Some(_) => "",
        };
        self.page.heading("The answer");
        self.page.paragraph(&format!(
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
            let why: Vec<String> = point.why.iter().map(ToString::to_string).collect();
            self.page.item(&format!("turn {}", point.turn), &format!("{}: {}", point.army, why.join("; ")));
            self.notes_to(point.turn);
        }
    }

    pub(super) fn kings_road(&mut self) {
        let it = self.it;
        let Some(road) = it.kings_road() else { return };
        self.page.heading("The path of the querent's king");
        if self.form == ReportForm::Short {
            self.page.paragraph(&self.road(road));
        } else {
            let start = self.correspondences.square(it.board, road.start).force;
            self.page.item("start", &format!("{} {}", road.start, self.force(start)));
            for step in &road.steps {
                self.page.item(&format!("turn {}", step.turn), &self.kings_step(step));
                self.notes_to(step.turn);
            }
            for taken in &road.taken {
                self.page.item(&format!("turn {}", taken.turn), &format!("taken by {} on {}", taken.by, taken.at));
            }
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

    pub(super) fn conflicts(&mut self) {
        self.page.heading("Conflicts");
        if self.it.conflicts.is_empty() {
            self.page.paragraph("Nothing was taken.");
        }
        let it = self.it;
        for conflict in &it.conflicts {
            self.page.item(&format!("turn {}", conflict.turn), &self.conflict(conflict));
            self.notes_to(conflict.turn);
        }
    }

    fn conflict(&self, conflict: &Conflict) -> String {
        let Conflict { taker, taken, at, force, .. } = conflict;
        let how = if conflict.by_concourse { ", by concourse" } else { "" };
        let Some(querent) = self.it.querent else { return format!("the {taker} takes the {taken} on {at}{how}") };
        let side = if conflict.is_for(querent) { "for" } else { "against" };
        let [one, two] = [taker, taken].map(|piece| self.correspondences.piece(*piece).nature);
        let ground = [(one, conflict.taker_on_ground), (two, conflict.taken_on_ground)];
        let mut dignities: Vec<String> =
            conflict.between.iter().map(|dignity| format!("{one} and {two} {dignity}")).collect();
        dignities.extend(ground.iter().filter_map(|(nature, dignity)| Some(format!("{nature} {} here", (*dignity)?))));
        dignities.dedup();
        format!("{side}: the {taker} takes the {taken} on {at} {force}{how}; {}", dignities.join(", "))
    }

    pub(super) fn roads(&mut self) {
        self.page.heading("The paths of the pieces");
        let it = self.it;
        let still: Vec<String> = it
            .roads
            .iter()
            .filter(|road| road.steps.is_empty() && road.stands())
            .map(|road| road.piece.to_string())
            .collect();
        for road in it.roads.iter().filter(|road| !road.steps.is_empty() || !road.stands()) {
            self.page.item(&self.piece_name(road.piece), &self.road(road));
        }
        if !still.is_empty() {
            self.page.paragraph(&format!("Never moved: the {}.", list(&still)));
        }
    }

    /// The piece, with its planet if it has one.
    fn piece_name(&self, piece: Piece) -> String {
        let planet = self.it.querent.and_then(|querent| self.correspondences.planet(piece, querent));
        capitalised(&match planet {
            Some(planet) => format!("{piece} ({planet})"),
            None => piece.to_string(),
        })
    }

    /// `a8 → a7 Libra (turn 13) → …`.
    fn road(&self, road: &Road) -> String {
        let mut steps = vec![(0, road.start.to_string())];
        for step in &road.steps {
            let ptah = if self.it.ptah == Some(step.square) { ", the Ptah" } else { "" };
            let how = if step.returned { ", returned by exchange" } else { "" };
            let dignity = match step.dignity {
                Some(dignity) if road.piece.kind != Kind::King && self.it.querent.is_some() => format!(", {dignity}"),
                _ => String::new(),
            };
            let force = if self.it.querent.is_some() { format!(" {}", step.force) } else { String::new() };
            steps.push((step.turn, format!("→ {}{force}{ptah}{dignity}{how} ({})", step.square, step.turn)));
        }
        steps.extend(
            road.changes.iter().map(|change| (change.turn, format!("becomes the {} ({})", change.into, change.turn))),
        );
        steps.extend(road.taken.iter().map(|taken| (taken.turn, format!("taken by {} ({})", taken.by, taken.turn))));
        // The sort is stable: a change or capture in the turn of a step comes after it.
        steps.sort_by_key(|(turn, _)| *turn);
        steps.into_iter().map(|(_, words)| words).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn delays(&mut self) {
        let (heading, noun) = match self.it.querent {
            Some(_) => ("Delays", "No Move"),
            None => ("Passes", "pass"),
        };
        self.page.heading(heading);
        let it = self.it;
        for delay in &it.delays {
            let of = count(delay.of as usize, "turn");
            let words = if delay.turns.is_empty() {
                format!("none in {of}")
            } else {
                let run = match delay.longest {
                    0 | 1 => String::new(),
                    longest => format!(", at most {longest} in a row"),
                };
                format!("{} in {of}{run}; {}", count(delay.turns.len(), noun), self.turns(&delay.turns))
            };
            self.page.item(&format!("{:5}", delay.army), &words);
        }
    }

    pub(super) fn time(&mut self) {
        if self.it.time.is_empty() {
            return;
        }
        self.page.heading("Time");
        let it = self.it;
        let landings: usize =
            it.time.iter().filter(|pace| matches!(pace.of, SquareTrait::Element(_))).map(|pace| pace.turns.len()).sum();
        for elements in [true, false] {
            let paces = it.time.iter().filter(|pace| matches!(pace.of, SquareTrait::Element(_)) == elements);
            let most = if self.form == ReportForm::Short { 1 } else { usize::MAX };
            for Pace { of, says, turns } in paces.take(most) {
                let words = format!("{says}; {} of {landings} landings, {}", turns.len(), self.turns(turns));
                self.page.item(&format!("{:9}", of.to_string()), &words);
            }
        }
    }

    pub(super) fn notes(&mut self) {
        let it = self.it;
        let left: Vec<&ExplanationNote> = it
            .notes
            .iter()
            .filter(|note| note.turn.is_none_or(|turn| note.taken_back || !self.noted.contains(&turn)))
            .collect();
        if left.is_empty() || self.form == ReportForm::Short {
            return;
        }
        self.page.heading(if left.len() == it.notes.len() { "Your notes" } else { "Your other notes" });
        for note in left {
            let taken_back = if note.taken_back { " (taken back)" } else { "" };
            let about = note.turn.map_or("the whole".to_owned(), |turn| format!("turn {turn}{taken_back}"));
            self.page.item(&about, &safe_prose(&note.words));
        }
    }

    /// Writes the notes on a turn, where it is mentioned first.
    fn notes_to(&mut self, turn: u32) {
        let it = self.it;
        if !self.noted.insert(turn) {
            return;
        }
        for ExplanationNote { words, .. } in it.notes.iter().filter(|note| note.is_on(turn)) {
            self.page.beside(&format!("“{}”", safe_prose(words)));
        }
    }
}
