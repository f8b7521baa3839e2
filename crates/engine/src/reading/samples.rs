//! Questions for tests. Their procedures, dice tables and rulesets are those of `data/`, which this crate does not read.

use crate::chess::{Angle, Array, Board, Direction, Officer, Rules};

use super::{
    Criterion, DiceTable, KingFalls, OpposingKingsFall, Procedure, Question, QuestionKind, Ruleset, SignOrElement,
    ThrowTarget,
};

pub(crate) fn procedures() -> [Procedure; 4] {
    use KingFalls::{Conclude, PlayOn};
    use OpposingKingsFall::{PlayOn as GoOn, Yes};
    [
        ("ptah", Criterion::Ptah, PlayOn, Yes),
        ("ptah-conclude", Criterion::Ptah, Conclude, Yes),
        ("ptah-attained", Criterion::Ptah, PlayOn, GoOn),
        ("kings", Criterion::Kings, PlayOn, Yes),
    ]
    .map(|(name, ends_by, when_querents_king_falls, when_opposing_kings_fall)| Procedure {
        name: name.to_owned(),
        description: String::new(),
        source: String::new(),
        ends_by,
        when_querents_king_falls,
        when_opposing_kings_fall,
    })
}

pub(crate) fn dice_tables() -> [DiceTable; 2] {
    use Officer::{Bishop, Knight, Queen, Rook};
    let regardie = [Knight, Bishop, Queen, Rook].map(ThrowTarget::Officer);
    [("regardie", regardie), ("y-manuscript", [3, 2, 4, 1].map(ThrowTarget::Place))].map(
        |(name, [two, three, four, five])| {
            let throws = [ThrowTarget::KingOrPawn, two, three, four, five, ThrowTarget::AnyPawn];
            DiceTable { name: name.to_owned(), description: String::new(), source: String::new(), throws }
        },
    )
}

pub(crate) fn rulesets() -> [Ruleset; 2] {
    [("chessvariants", Rules::CHESSVARIANTS), ("zalewski", Rules::ZALEWSKI)].map(|(name, rules)| Ruleset {
        name: name.to_owned(),
        description: String::new(),
        source: String::new(),
        rules,
    })
}

/// A question of the Water board and the angle of Air: the querent plays Air, and the Ptah is on a5.
pub(crate) fn brother(procedure: &str) -> Question {
    let found = procedures().into_iter().find(|known| known.name == procedure);
    let [regardie, _] = dice_tables();
    let [chessvariants, _] = rulesets();
    Question {
        text: "Is my brother happy?".to_owned(),
        kind: QuestionKind::default(),
        querent: String::new(),
        category: None,
        board: Board::Water,
        angle: Angle::Air,
        force: SignOrElement::Gemini,
        ptah: "a5".parse().unwrap(),
        array: Array::of(Angle::Air, Board::Water),
        direction: Direction::Deosil,
        ruleset: chessvariants,
        procedure: found.unwrap(),
        dice: regardie,
        source: None,
        known: None,
        supposed: None,
        asked: None,
        term: None,
        quiet: false,
    }
}

/// Questions for every board and angle, with changing arrays, squares of the Ptah, dice tables, rulesets and procedures.
pub(crate) fn varied(number: usize) -> impl Iterator<Item = Question> {
    (0..number).map(|n| {
        let board = Board::ALL[n % 4];
        let angle = Angle::ALL[n / 4 % 4];
        let corner = match angle {
            Angle::Air => (0, 7),
            Angle::Water => (7, 7),
            Angle::Fire => (7, 0),
            Angle::Earth => (0, 0),
        };
        // One of the fifteen squares of the angle that are not the throne.
        let step = (n * 7 % 15 + 1) as u8;
        let along = |from: u8, by: u8| if from == 0 { by } else { from - by };
        let (file, rank) = (along(corner.0, step % 4), along(corner.1, step / 4));
        let square = format!("{}{}", char::from(b'a' + file), rank + 1);
        let (dice, rulesets, procedures) = (dice_tables(), rulesets(), procedures());
        Question {
            board,
            angle,
            ptah: square.parse().unwrap(),
            array: Array::of(Angle::ALL[n / 16 % 4], board),
            dice: dice[n % dice.len()].clone(),
            ruleset: rulesets[n / 3 % rulesets.len()].clone(),
            procedure: procedures[n % procedures.len()].clone(),
            ..brother("ptah")
        }
    })
}
