//! Two readings compared, in sentences (docs/INTERPRETATION.md, 8.16).

use serde::Serialize;

use crate::chess::{Kind, Move};
use crate::correspondences::Correspondences;
use crate::record::EnochianRecord;
use crate::render::possessive;
use crate::session::PlayedTurn;

use super::cast::{CastMember, Fate};
use super::story::{Starter, Story};
use super::summary_facts::SummaryFacts;
use super::summary_sentences::{SummaryPart, trump_sense};
use super::teller::{Facts, Teller, uncapitalised};

/// Two readings, and what a practitioner would say of them together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ReadingComparison {
    /// What is told of the first and of the second.
    pub told: [SummaryFacts; 2],
    /// The sentences, in paragraphs.
    pub paragraphs: Vec<String>,
}

/// So many turns two readings can share by chance. Where they share more, one goes on from the other, and what both have in
/// common is not told again.
const BY_CHANCE: usize = 4;

impl ReadingComparison {
    /// Compares two readings; `None` if either is a game.
    #[must_use]
    pub fn of(
        one: EnochianRecord<'_>,
        two: EnochianRecord<'_>,
        correspondences: &Correspondences,
    ) -> Option<ReadingComparison> {
        let told = [SummaryFacts::of(one, correspondences)?, SummaryFacts::of(two, correspondences)?];
        let stories = [Story::of(one, correspondences, None)?, Story::of(two, correspondences, None)?];
        let paragraphs = paragraphs(&stories, &told);
        Some(ReadingComparison { told, paragraphs })
    }
}

/// What is said of two readings, in the order of the forms.
fn paragraphs(stories: &[Story<'_>; 2], told: &[SummaryFacts; 2]) -> Vec<String> {
    let [one, two] = stories;
    let forms = one.correspondences.sentences();
    let mut teller = Teller::new(one);
    teller.look_at_both(two);
    let shared = shared(stories);
    let lengths = stories.each_ref().map(|story| story.turns.len());
    if lengths == [shared; 2] && is_of_one_setup(stories) {
        return vec![teller.tell(&forms.same, &Facts::default())];
    }
    let mut facts = Facts::default();
    let is_branch = stories.iter().any(|story| story.record.heading().branch.is_some());
    if shared > BY_CHANCE || shared > 0 && is_branch {
        facts.insert("shared", one.turn_number(shared - 1));
        let ends = ["first", "second"].into_iter().zip(lengths).find(|(_, length)| *length == shared);
        facts.insert("ends", ends.map(|(which, _)| which));
        let thrown = stories.each_ref().map(|story| story.turns.get(shared)?.thrown.map(|it| it.throw));
        facts.insert("throw", if thrown[0] == thrown[1] { "the same throw" } else { "other throws" });
    }
    for (place, name) in ["one", "two"].into_iter().enumerate() {
        let side = Side { story: &stories[place], told: &told[place], teller: &teller, is_second: place == 1 };
        facts.insert(name, side.facts(shared));
    }
    let paragraphs = forms.two.iter().map(|forms| {
        let told = forms.iter().map(|form| {
            teller.begin_sentence();
            teller.tell(form, &facts)
        });
        told.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    });
    paragraphs.filter(|paragraph| !paragraph.is_empty()).collect()
}

/// Whether the same pieces stand on the same board for the same things.
fn is_of_one_setup([one, two]: &[Story<'_>; 2]) -> bool {
    let setup = |story: &Story<'_>| {
        let question = story.question;
        (question.board, question.ptah, question.angle, question.array, story.about())
    };
    setup(one) == setup(two)
}

/// How many turns the two have in common from the start.
fn shared(stories: &[Story<'_>; 2]) -> usize {
    if !is_of_one_setup(stories) {
        return 0;
    }
    let [one, two] = stories.each_ref().map(|story| story.turns);
    one.iter().zip(two).take_while(|(one, two)| (one.thrown, one.mv) == (two.thrown, two.mv)).count()
}

/// One of the two readings.
struct Side<'s> {
    story: &'s Story<'s>,
    told: &'s SummaryFacts,
    teller: &'s Teller<'s, 's>,
    is_second: bool,
}

impl Side<'_> {
    /// Its facts; `shared` is how many turns it has in common with the other.
    fn facts(&self, shared: usize) -> Facts {
        let (story, told) = (self.story, self.told);
        let (question, opening, close) = (story.question, &told.opening, &told.close);
        let answer = told.sentences.iter().find(|it| it.part == SummaryPart::Answer);
        let sign = if question.force.is_sign() { format!(" ({})", question.force) } else { String::new() };
        let mut facts = Facts::default();
        // What forms compare has to be there.
        for name in ["against", "carrier", "end", "taken", "frozen", "from"] {
            facts.insert(name, ());
        }
        let mut facts = facts
            .with("querent", self.teller.querent_mark(self.is_second))
            .with("army", question.army().to_string())
            .with("force", question.force.to_string())
            .with("field", format!("{}{sign}", story.correspondences.field(question.force)))
            .with("place", format!("the {} angle of the {} board", question.angle, question.board))
            .with("answer", answer.map_or(String::new(), |it| uncapitalised(&it.text)))
            .with("theirs", self.striker(false))
            .with("ours", self.striker(true))
            .with("element", opening.element.map(|it| it.name.name()))
            .with("time", close.time.clone());
        let senses = story.correspondences.figure(question.force);
        let figure = Facts::default().with("name", close.figure.name.as_str());
        facts.insert("figure", figure.with("sense", senses.sense(close.figure.effect)));
        let trump = story.correspondences.trump(question.force).name.replacen("The ", "the ", 1);
        facts.insert("trump", Facts::default().with("name", trump).with("sense", trump_sense(story, told)));
        if let Some(against) = opening.bore.and_then(|bore| bore.against) {
            facts.insert("against", self.code(against.piece));
        }
        if let Some(carrier) = &opening.carrier {
            facts.insert("carrier", self.code(carrier.piece));
            facts.insert("end", carrier.end.name());
            match told.cast.iter().find(|it| it.piece == carrier.piece).map(|it| it.fate) {
                Some(Fate::Taken { turn, by }) => {
                    facts.insert("taken", turn);
                    facts.insert("taker", self.code(by));
                }
                Some(Fate::Stands { frozen, .. }) => facts.insert("frozen", frozen),
                None => {}
            }
        }
        if let Some(turn) = story.turns.get(shared) {
            facts.extend(parted(turn));
        }
        facts
    }

    fn code(&self, piece: Starter) -> String {
        if self.is_second { self.teller.code_of_second(piece) } else { piece.code() }
    }

    /// The piece of one side that took the heaviest, and the heaviest two that it took; nothing if none took an officer.
    fn striker(&self, of_ours: bool) -> Option<minijinja::Value> {
        let is_of_side = |it: &&CastMember| self.story.is_ours(it.piece.army) == of_ours;
        self.told.cast.iter().filter(is_of_side).find_map(|it| {
            let mut officers: Vec<Starter> =
                it.deeds.iter().map(|deed| deed.of).filter(|of| !of.kind.is_pawn()).collect();
            officers.sort_by_key(|of| of.kind != Kind::King);
            officers.truncate(2);
            let took: Vec<String> = officers.iter().map(|of| self.code(*of)).collect();
            (!took.is_empty()).then(|| Facts::default().with("who", self.code(it.piece)).with("took", took).into())
        })
    }
}

/// What was played in the turn in which two readings part.
fn parted(turn: &PlayedTurn) -> Facts {
    let facts = Facts::default().with("turns_army", turn.army.to_string());
    match (turn.mv, turn.piece) {
        (Move::Step { from, to, .. }, Some(piece)) => {
            facts.with("mover", possessive(piece)).with("from", from.to_string()).with("to", to.to_string())
        }
        _ => facts,
    }
}
