//! The analysis: a text in chapters that tells the turns which changed something (INTERPRETATION 8.11).

use std::ops::Range;

use crate::chess::{Kind, Piece};
use crate::correspondences::Correspondences;
use crate::reading::Verdict;
use crate::record::EnochianRecord;
use crate::render::{ScreenText, TextPage, list};
use crate::session::PlayedTurn;

use super::close::held_round;
use super::pivot::{DecisiveKind, decisive, pivot};
use super::story::Story;
use super::summary_facts::SummaryFacts;
use super::summary_sentences::SummaryPart;
use super::teller::{Teller, uncapitalised};
use super::turn_changes::{ChangesOfTurn, TurnChange, TurnChanges};

/// The page of the analysis of what is told of a reading.
///
/// ```
/// use enochian::interpretation::{SummaryFacts, analysis_page};
/// use enochian::{correspondences::Correspondences, journal};
/// let correspondences = Correspondences::embedded();
/// let journal = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
/// let record = journal::read(journal.as_ref(), correspondences).unwrap();
/// let told = SummaryFacts::of(record.enochian().unwrap(), correspondences).expect("it is a reading");
/// let page = analysis_page(record.enochian().unwrap(), &told, correspondences, 80);
/// assert!(page.as_str().contains("turn 29  "));
/// ```
#[must_use]
pub fn analysis_page(
    record: EnochianRecord<'_>,
    told: &SummaryFacts,
    correspondences: &Correspondences,
    width: usize,
) -> ScreenText {
    let mut page = TextPage::new(width);
    page.heading(record.subject().title());
    write_analysis(record, told, correspondences, &mut page);
    page.finish()
}

fn write_analysis(
    record: EnochianRecord<'_>,
    told: &SummaryFacts,
    correspondences: &Correspondences,
    page: &mut TextPage,
) {
    // A king is nobody's choice.
    let named = told.significator.filter(|piece| piece.kind != Kind::King);
    let Some(story) = Story::of(record, correspondences, named) else { return };
    write(page, &told.heading);
    for part in [SummaryPart::Notes, SummaryPart::Answer, SummaryPart::Opening] {
        write(page, &told.paragraph(&[part]));
    }
    let mut chapters = Chapters::of(&story);
    for stage in stages(&story) {
        chapters.write(stage, page);
    }
    let led_to_it = [told.paragraph(&[SummaryPart::Threads, SummaryPart::Pivot]), chapters.no_pivot(told)].join(" ");
    if !led_to_it.trim().is_empty() {
        page.heading("What led to the answer");
        write(page, led_to_it.trim());
    }
    chapters.last_round(page);
    page.heading("The close");
    write(page, &told.paragraph(&[SummaryPart::Close]));
    write(page, &chapters.durability(told));
}

fn write(page: &mut TextPage, paragraph: &str) {
    if !paragraph.is_empty() {
        page.paragraph(paragraph);
        page.gap();
    }
}

/// A stage of the querent's king's road, as a range of turn indices (INTERPRETATION 1.3).
pub(super) struct Stage {
    pub(super) heading: &'static str,
    pub(super) turns: Range<usize>,
}

/// The first round, then the turns before the king sets out, those before he reaches the Ptah, and those after it.
pub(super) fn stages(story: &Story<'_>) -> Vec<Stage> {
    let (turns, querent, end) = (story.turns, story.querent, story.turns.len());
    let own = turns.iter().enumerate().filter(|(_, turn)| turn.army == querent);
    let second_round = own.map(|(index, _)| index).nth(1).unwrap_or(end);
    let king = Piece { army: querent, kind: Kind::King };
    let sets_out = turns.iter().position(|turn| turn.piece == Some(king)).unwrap_or(end);
    let comes = |turn: &PlayedTurn| turn.position.king(querent) == Some(story.question.ptah);
    let after_coming = turns.iter().position(comes).map_or(end, |index| index + 1);
    let first = second_round.min(sets_out);
    let parts = [
        ("The first round", 0..first),
        ("Before the querent's king sets out", first..sets_out),
        (if after_coming < end { "His path to the Ptah" } else { "His path" }, sets_out..after_coming),
        ("After he reached the Ptah", after_coming.max(sets_out)..end),
    ];
    let parts = parts.into_iter().map(|(heading, turns)| Stage { heading, turns });
    parts.filter(|stage| !stage.turns.is_empty()).collect()
}

/// The chapters, turn by turn.
pub(super) struct Chapters<'s, 'r> {
    story: &'s Story<'r>,
    changes: TurnChanges<'s, 'r>,
    teller: Teller<'s, 'r>,
}

impl<'s, 'r: 's> Chapters<'s, 'r> {
    pub(super) fn of(story: &'s Story<'r>) -> Chapters<'s, 'r> {
        Chapters { changes: TurnChanges::new(story), teller: Teller::new(story), story }
    }

    /// Tells the turns that changed something under a heading; nothing if none did.
    fn write(&mut self, stage: Stage, page: &mut TextPage) {
        let told = stage.turns.map(|index| (index, self.turn(index))).filter(|(_, told)| !told.is_empty());
        let told: Vec<(usize, String)> = told.collect();
        if !told.is_empty() {
            page.heading(stage.heading);
        }
        for (index, told) in told {
            page.item(format!("turn {}", self.story.turn_number(index)), &told);
        }
    }

    /// The round in which the king held the Ptah, each turn with its piece and field (INTERPRETATION 4.12).
    pub(super) fn last_round(&self, page: &mut TextPage) {
        let round = held_round(self.story);
        if round.is_empty() {
            return;
        }
        page.heading("The last round");
        for turn in round {
            let index = self.story.index_of(turn);
            let played = &self.story.turns[index];
            self.teller.look_at(index);
            let change = TurnChange::new("last-round", played.landing().unwrap_or(self.story.question.ptah))
                .with("army", played.army.to_string())
                .with_any("mover", self.story.mover(index).map(|mover| mover.code()));
            page.item(format!("turn {turn}"), &self.tell(change));
        }
    }

    /// How a success lasts, by the force of the Ptah (INTERPRETATION 5.5); nothing without a Yes.
    fn durability(&self, told: &SummaryFacts) -> String {
        if told.answer.verdict != Verdict::Yes {
            return String::new();
        }
        self.tell(TurnChange::new("durability", self.story.question.ptah))
    }

    /// That no other move stood against the last event that decided against the querent (INTERPRETATION 6.2).
    fn no_pivot(&self, told: &SummaryFacts) -> String {
        let event = decisive(self.story.record).last().copied();
        let event = event.filter(|_| told.answer.verdict == Verdict::No);
        let Some((event, pivot)) = event.map(|event| (event, pivot(self.story.record, event))) else {
            return String::new();
        };
        if pivot.choice.is_some() {
            return String::new();
        }
        let index = self.story.index_of(event.turn);
        self.teller.look_at(index);
        let is_taken = event.kind == DecisiveKind::KingTaken;
        let king = is_taken.then(|| Piece { army: event.king, kind: Kind::King }.code());
        let change = TurnChange::new("no-pivot", self.story.question.ptah)
            .with("first", event.turn)
            .with("unclear", pivot.unclear)
            .with_any("king", king);
        self.tell(change)
    }

    /// What a turn changed, in sentences; empty if it changed nothing.
    pub(super) fn turn(&mut self, index: usize) -> String {
        self.teller.look_at(index);
        let ChangesOfTurn { before, mut did, after } = self.changes.of_turn(index);
        let mover = self.story.mover(index).map(|mover| mover.code());
        let square = self.story.turns[index].landing().unwrap_or(self.story.question.ptah);
        if did.is_empty() && !after.is_empty() {
            did.push(TurnChange::new("goes", square));
        }
        let tell = |change: TurnChange| self.tell(change.with_any("mover", mover.clone()));
        let mut sentences: Vec<String> = before.into_iter().map(tell).collect();
        if !did.is_empty() {
            let subject = tell(TurnChange::new("subject", square));
            let did: Vec<String> = did.into_iter().map(|change| uncapitalised(&tell(change))).collect();
            // A predicate may end in an insertion, and a name with what it stands for.
            let told = format!("{subject} {}.", list(&did)).replace(",.", ".").replace(",,", ",").replace(") (", "; ");
            sentences.push(told);
        }
        sentences.extend(after.into_iter().map(tell));
        sentences.join(" ")
    }

    fn tell(&self, change: TurnChange) -> String {
        let mut facts = self.teller.place(change.square);
        facts.extend(change.facts);
        facts.insert("quality", self.story.force(change.square).quality().name());
        self.teller.tell(self.story.correspondences.sentences().form("turn", change.key), &facts)
    }
}
