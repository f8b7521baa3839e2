//! The keys of a question (RULES 8.1): what each is, how it is asked, and what it is if nobody says.

use toml::Value;

use crate::chess::{Angle, Array, Element};
use crate::correspondences::{Correspondences, HouseCorrespondences, SignOrElement};
use crate::input::{Words, did_you_mean, nearest};

use super::draft_key::{Draft, DraftError, DraftKey, KeyValue, Slot, slot};
use super::question_errors::errors;
use super::{DieThrower, QuestionDraft, QuestionKind, matters_of};

impl QuestionDraft {
    /// The keys that say where the Ptah stands, and how the board is set up.
    pub const PLACE: [&str; 4] = ["board", "angle", "force", "array"];
    /// The keys of the rules, which rarely change.
    pub const RULES: [&str; 5] = ["kind", "ruleset", "procedure", "dice", "direction"];
}

impl Draft for QuestionDraft {
    const TITLE: &'static str = "The question";
    const KEYS: &'static [DraftKey<QuestionDraft>] = &KEYS;

    fn errors(&self, correspondences: &Correspondences) -> Vec<DraftError> {
        errors(self, correspondences)
    }
}

type Key = DraftKey<QuestionDraft>;

static KEYS: [Key; 21] = [
    Key {
        question: "What is the question?",
        help: |_, _| {
            "The question in the querent's own words, on one line. If it begins with help, put it in quotation marks."
                .to_owned()
        },
        ..Key::new("question", "The question in the querent's own words", slot!(text))
    },
    Key {
        question: "Who asks?",
        words: Words::NAME,
        help: |_, _| "The querent: the person whose question it is.".to_owned(),
        ..Key::new("querent", "The person who asks", slot!(querent))
    },
    Key {
        question: "What is it about? (love, money, journey …; help lists all by house)",
        is_optional: true,
        help: |_, correspondences| {
            format!(
                "The category of the question. It suggests a board, an angle and a house, which you can change.\n{}",
                by_house(correspondences)
            )
        },
        choices: |_, correspondences| names_of(correspondences.categories(), |category| &category.name),
        default: |draft, correspondences| {
            let likely = correspondences.categories_in(draft.text.as_deref().unwrap_or_default());
            likely.first().map(|category| category.name.clone())
        },
        ..Key::new("category", "What it is about: love, money, journey …", CATEGORY)
    },
    Key {
        question: "Which board?",
        help: |_, _| elements(),
        choices: |_, _| element_names(),
        default: |draft, correspondences| Some(draft.with_category(correspondences).board?.to_string()),
        ..Key::new("board", "The board, by the element of the matter", slot!(board))
    },
    Key {
        question: "Which angle of it?",
        help: |_, _| elements(),
        choices: |_, _| element_names(),
        default: |draft, correspondences| Some(draft.with_category(correspondences).angle?.to_string()),
        ..Key::new("angle", "The angle of the board; the querent plays its army", slot!(angle))
    },
    Key {
        question: "Which house, sign or element?",
        help: |_, correspondences| {
            format!(
                "The house of the matter, 1 to 12, or its sign; or Fire, Water, Air or Earth for a matter too large for one house.\nThe Ptah is placed on this square of the angle.\n{}",
                houses(correspondences)
            )
        },
        choices: |_, _| SignOrElement::ALL.map(|force| force.to_string()).to_vec(),
        default: |draft, correspondences| {
            // With another board or angle, the suggested sign can be on the throne.
            let force = draft.with_category(correspondences).force?;
            let with = QuestionDraft { force: Some(force), ..draft.clone() };
            errors(&with, correspondences).is_empty().then(|| force.to_string())
        },
        ..Key::new("force", "The house, sign or element whose square has the Ptah", FORCE)
    },
    Key::new("house", "The house, 1 to 12, instead of the sign", HOUSE),
    Key {
        question: "Which array?",
        help: |draft, correspondences| {
            let rows = arrays(draft, correspondences).into_iter().map(|array| {
                format!("{array}: king and {}", array.officers().map(|officer| officer.name()).join(", "))
            });
            format!(
                "The starting position of all four armies, from the throne outward. The default is named after the angle.\n{}",
                rows.collect::<Vec<_>>().join("\n")
            )
        },
        choices: |draft, correspondences| arrays(draft, correspondences).iter().map(ToString::to_string).collect(),
        default: |draft, correspondences| {
            let filled = draft.with_category(correspondences);
            Some(Array::of(filled.angle?, filled.board?).to_string())
        },
        ..Key::new("array", "How the pieces are set up: Air of Air & Water …", slot!(array))
    },
    Key {
        question: "Asks",
        is_for_people: true,
        help: |_, _| {
            "What the question asks: whether something is so; who it is; when it will be; which of two things."
                .to_owned()
        },
        choices: |_, _| QuestionKind::ALL.map(|kind| kind.to_string()).to_vec(),
        default: |draft, correspondences| {
            Some(draft.with_category(correspondences).kind.unwrap_or_default().to_string())
        },
        ..Key::new("kind", "What is asked: whether, who, when or which", slot!(kind))
    },
    Key {
        question: "Ruleset",
        help: |_, correspondences| described(correspondences.rulesets(), |it| (&it.name, &it.description)),
        choices: |_, correspondences| names_of(correspondences.rulesets(), |it| &it.name),
        default: |_, correspondences| Some(correspondences.rulesets().first()?.name.clone()),
        ..Key::new("ruleset", "Whose rules of play", slot!(ruleset))
    },
    Key {
        question: "Procedure",
        help: |_, correspondences| described(correspondences.procedures(), |it| (&it.name, &it.description)),
        choices: |_, correspondences| names_of(correspondences.procedures(), |it| &it.name),
        default: |_, correspondences| Some(correspondences.procedures().first()?.name.clone()),
        ..Key::new("procedure", "What is played for, and when it ends", slot!(procedure))
    },
    Key {
        question: "Dice table",
        help: |_, correspondences| described(correspondences.dice_tables(), |it| (&it.name, &it.description)),
        choices: |_, correspondences| names_of(correspondences.dice_tables(), |it| &it.name),
        default: |_, correspondences| Some(correspondences.dice_tables().first()?.name.clone()),
        ..Key::new("dice", "Which piece each throw moves", slot!(dice))
    },
    Key {
        question: "Turns",
        help: |_, _| "deosil is clockwise, Air to Water; widdershins is the reverse.".to_owned(),
        choices: |_, _| vec!["deosil".to_owned(), "widdershins".to_owned()],
        default: |_, _| Some("deosil".to_owned()),
        ..Key::new("direction", "The direction of play: deosil (clockwise) or widdershins", slot!(direction))
    },
    Key {
        question: "Who plays? (names, separated by commas)",
        words: Words::NAME,
        help: |_, _| {
            "One player plays all four armies. With two to four players, name the one who plays the querent's army first; two players play a side each. The names level-1 to level-4 are the program, from the weakest to the strongest.".to_owned()
        },
        default: |draft, _| draft.querent.clone(),
        ..Key::new("players", "Who plays, the querent's player first: Ann, Ben", slot!(players))
    },
    Key {
        question: "Who throws the die? (by hand, by the program, or a seed)",
        help: |_, _| {
            "by hand: you throw a die and type its number. by the program: the program throws. A number is a seed: the program throws, and the same seed always gives the same throws. For a seed from 1 to 6, type seed before it.".to_owned()
        },
        default: |_, _| Some(DieThrower::ByHand.to_string()),
        ..Key::new("die", "Who throws: by hand, by the program, or seed 7", slot!(die))
    },
    Key {
        question: "What is known already?",
        is_for_people: true,
        is_optional: true,
        help: |_, _| {
            "What is known about the matter before the first turn. It is written at the top of the journal.".to_owned()
        },
        ..Key::new("known", "What is known about the matter", slot!(known))
    },
    Key {
        question: "What is supposed?",
        is_for_people: true,
        is_optional: true,
        help: |_, _| "What is supposed or hoped, as distinct from what is known.".to_owned(),
        ..Key::new("supposed", "What is supposed or hoped", slot!(supposed))
    },
    Key {
        question: "What should the reading answer?",
        is_for_people: true,
        is_optional: true,
        help: |_, _| "What exactly the reading should answer.".to_owned(),
        ..Key::new("asked", "What exactly the reading should answer", slot!(asked))
    },
    Key {
        words: Words::NAME,
        ..Key::new("term", "The time within which it should come about: by the spring", slot!(term))
    },
    Key::new("quiet", "Hide signs, houses and meanings until the reading is concluded", slot!(quiet)),
    Key { words: Words::NAME, ..Key::new("source", "Where a published question was printed", slot!(source)) },
];

/// Another category has another place.
const CATEGORY: Slot<QuestionDraft> = Slot {
    get: |draft| draft.category.as_ref().map(KeyValue::write),
    put: |draft, value, correspondences| {
        let name = String::read(value)?;
        let name = correspondences.find_category(&name).map_or(name, |category| category.name.clone());
        if draft.category.as_ref().is_some_and(|before| *before != name) {
            *draft = draft.without(&QuestionDraft::PLACE).without(&QuestionDraft::RULES);
        }
        draft.category = Some(name);
        Ok(())
    },
    clear: |draft| draft.category = None,
};

/// A sign or an element; or the number of a house, for its sign.
const FORCE: Slot<QuestionDraft> = Slot {
    get: |draft| Some(Value::from(draft.force?.to_string())),
    put: |draft, value, correspondences| {
        let force = match house(value) {
            Some(number) => correspondences.sign_of(number).ok_or("a house from 1 to 12")?,
            None => {
                let text = value.as_str().unwrap_or_default();
                let near = || nearest(text.trim(), SignOrElement::ALL.map(SignOrElement::name));
                let expected = "a house from 1 to 12, its sign, such as Gemini, or Fire, Water, Air or Earth";
                text.parse().map_err(|_| near().map_or(expected.to_owned(), did_you_mean))?
            }
        };
        draft.force = Some(force);
        Ok(())
    },
    clear: |draft| draft.force = None,
};

/// The number of a house stands for its sign, and is not kept.
const HOUSE: Slot<QuestionDraft> = Slot {
    get: |_| None,
    put: |draft, value, correspondences| {
        let number = house(value).filter(|number| (1..=12).contains(number)).ok_or("a whole number from 1 to 12")?;
        let sign = correspondences.sign_of(number);
        match draft.force.filter(|force| Some(*force) != sign) {
            Some(force) => Err(format!("the house of {force}; or a house or a force, not both")),
            None => {
                draft.force = sign;
                Ok(())
            }
        }
    },
    clear: |_| (),
};

fn house(value: &Value) -> Option<u8> {
    match value {
        Value::Integer(number) => u8::try_from(*number).ok(),
        value => value.as_str()?.trim().parse().ok(),
    }
}

fn names_of<T>(entries: &[T], name: impl Fn(&T) -> &String) -> Vec<String> {
    entries.iter().map(|entry| name(entry).clone()).collect()
}

fn described<T>(entries: &[T], parts: impl Fn(&T) -> (&String, &String)) -> String {
    let line =
        |(name, text): (&String, &String)| format!("{name}: {}", text.split_whitespace().collect::<Vec<_>>().join(" "));
    entries.iter().map(|entry| line(parts(entry))).collect::<Vec<_>>().join("\n")
}

fn element_names() -> Vec<String> {
    Element::ALL.map(|element| element.to_string()).to_vec()
}

fn elements() -> String {
    [Element::Fire, Element::Water, Element::Air, Element::Earth]
        .map(|element| format!("{element}: {}.", matters_of(element)))
        .join(" ")
}

/// The arrays of the board, or none as long as it is not known.
fn arrays(draft: &QuestionDraft, correspondences: &Correspondences) -> Vec<Array> {
    let board = draft.with_category(correspondences).board;
    board.map_or(Vec::new(), |board| Angle::ALL.map(|angle| Array::of(angle, board)).to_vec())
}

/// The categories, a line for each house and then for each element.
fn by_house(correspondences: &Correspondences) -> String {
    let mut forces = SignOrElement::ALL.map(|force| (correspondences.force(force).house, force));
    forces.sort_by_key(|(house, _)| (house.is_none(), *house));
    let line = |(house, force): (Option<u8>, SignOrElement)| {
        let of = correspondences.categories().iter().filter(|category| category.force == force);
        let names: Vec<&str> = of.map(|category| category.name.as_str()).collect();
        let place = house.map_or(force.to_string(), |number| format!("House {number}, {force}"));
        (!names.is_empty()).then(|| format!("{place}: {}.", names.join(", ")))
    };
    forces.into_iter().filter_map(line).collect::<Vec<_>>().join("\n")
}

/// The houses, a line for each.
fn houses(correspondences: &Correspondences) -> String {
    let line = |house: &HouseCorrespondences| {
        let sign = correspondences.sign_of(house.number).map_or(String::new(), |sign| format!(" ({sign})"));
        format!("{}{sign}: {}", house.number, house.matters.join(", "))
    };
    correspondences.houses().iter().map(line).collect::<Vec<_>>().join("\n")
}
