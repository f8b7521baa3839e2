//! A question with everything that follows from it (RULES 8.1).

use crate::chess::{Angle, Army, Array, Board, Direction, Element, Position, Rules, Square};

use super::{DiceTable, OpposingKingsFall, Procedure, Ruleset, SignOrElement};

/// What a question asks for (INTERPRETATION 8.10). A person or the category says it; the text is never interpreted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuestionKind {
    /// Whether something is so.
    #[default]
    Whether,
    /// Who it is, or who does it.
    Who,
    /// When it will be.
    When,
    /// Which of two things; the answer is to the first that is named.
    Which,
}

crate::named_enum! {
    /// Its name in question files: `whether`.
    QuestionKind or "expected whether, who, when or which" { Whether: "whether", Who: "who", When: "when", Which: "which" }
}

/// A question with everything that it determines before the first throw.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The question in the querent's words.
    pub text: String,
    /// What it asks for.
    pub kind: QuestionKind,
    /// The name of the querent, who asks.
    pub querent: String,
    /// The name of its category in the catalogue.
    pub category: Option<String>,
    /// The board, by its element.
    pub board: Board,
    /// The angle within the board.
    pub angle: Angle,
    /// The sign or element that governs it.
    pub force: SignOrElement,
    /// The square of that sign or element in that angle, where the Ptah is placed.
    pub ptah: Square,
    /// The starting array.
    pub array: Array,
    /// The direction of play.
    pub direction: Direction,
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The procedure, which determines when the reading ends.
    pub procedure: Procedure,
    /// The dice table.
    pub dice: DiceTable,
    /// Where the question was published, if it was.
    pub source: Option<String>,
    /// What is known before the first turn (INTERPRETATION 1.2).
    pub known: Option<String>,
    /// What is supposed before the first turn (INTERPRETATION 1.2).
    pub supposed: Option<String>,
    /// What the reading is asked to tell (INTERPRETATION 1.2).
    pub asked: Option<String>,
    /// The period of time asked about, in words (INTERPRETATION 7.5).
    pub term: Option<String>,
    /// Whether signs, houses and meanings are hidden until the reading is concluded (INTERPRETATION 1.1).
    pub quiet: bool,
}

impl Question {
    /// The querent's army: that of the angle (RULES 8.1).
    #[must_use]
    pub fn army(&self) -> Army {
        self.angle.army()
    }

    /// The rules in a reading, from the ruleset and the array.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let ends_without_kings = self.procedure.when_opposing_kings_fall == OpposingKingsFall::Yes;
        Rules { ends_without_kings, ..self.ruleset.rules.reading().with_array(self.array) }
    }

    /// The notes made before the first turn, each with its label (INTERPRETATION 1.2, 7.5).
    pub fn notes_before_play(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let said = [("Known", &self.known), ("Supposed", &self.supposed), ("Asked", &self.asked), ("Term", &self.term)];
        said.into_iter().filter_map(|(label, words)| Some((label, words.as_deref()?)))
    }

    /// The opening position, with the querent's army to move (RULES 1.4, 8.1).
    #[must_use]
    pub fn start(&self) -> Position {
        Position::start(self.array, self.army(), self.direction).with_rules(self.rules())
    }
}

/// The matters of the board or the angle of an element (RULES 8.1).
#[must_use]
pub const fn matters_of(element: Element) -> &'static str {
    match element {
        Element::Fire => "spirit, will, conflict, haste",
        Element::Water => "love, feeling, healing, family",
        Element::Air => "mind, news, travel, law, sickness, trouble",
        Element::Earth => "money, work, property, the body",
    }
}
