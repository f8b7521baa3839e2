//! Positions as text (GAMES G7.2).

use super::super::cell::{Cell, cells_text};
use super::gods_board::{CastlingRight, GodsBoard, GodsMove, GodsPiece, GodsSide};
use super::gods_cards::{BattleHand, GodsCards};
use super::gods_position::{GodsPosition, GodsStage, SummoningRule};
use super::omaha::BattleManner;
use super::playing_card::{PlayingCard, SeenCard, read_cards, write_cards};
use crate::chess::{File, Rank, Square};
use crate::games::StateError;
use crate::input::quoted;

/// The names of the twelve fields.
const FIELDS: [&str; 12] = [
    "board",
    "turn",
    "castling",
    "en passant",
    "undefendable piece",
    "stage",
    "hands",
    "fields",
    "heroes",
    "deck",
    "discards",
    "ply",
];

/// The place of the heroes among the fields.
pub(super) const HEROES_FIELD: usize = 8;

/// The opening of G7.2, all cards to be dealt.
pub(super) fn start(rule: SummoningRule) -> GodsPosition {
    let mut board = GodsBoard::empty(GodsSide::White);
    board.castling = [true; 4];
    place_pieces(&mut board, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    GodsPosition { board, undefendable: None, stage: GodsStage::Deal, cards: GodsCards::start(), ply: 0, rule }
}

/// The highest number of turns in a position that is read.
const PLY_LIMIT: u32 = 1_000_000;

fn field_error(field: usize, text: &str, expected: &str) -> StateError {
    StateError {
        problem: format!("field {}, the {}, is {}", field + 1, FIELDS[field], quoted(text)),
        expected: expected.to_owned(),
    }
}

fn dash_if_none(text: Option<String>) -> String {
    text.unwrap_or_else(|| "-".to_owned())
}

/// A pile: its cards, `-` if there is none, and their number if none is known.
fn pile_text(cards: &[SeenCard]) -> String {
    if cards.is_empty() {
        "-".to_owned()
    } else if cards.iter().all(Option::is_none) {
        format!("{}?", cards.len())
    } else {
        write_cards(cards)
    }
}

fn stage_text(stage: &GodsStage) -> String {
    let two = |two: &[PlayingCard; 2]| write_cards(&two.map(Some));
    match stage {
        GodsStage::Deal => "deal".to_owned(),
        GodsStage::Refill => "refill".to_owned(),
        GodsStage::Move => "move".to_owned(),
        GodsStage::MayDiscard => "discard?".to_owned(),
        GodsStage::MustDiscard => "discard!".to_owned(),
        GodsStage::Answer(tried) => format!("answer:{tried}"),
        GodsStage::Field(tried) => format!("field:{tried}"),
        GodsStage::Throw(tried) => format!("throw:{tried}"),
        GodsStage::Declare(tried) => format!("declare:{tried}"),
        GodsStage::Battle(tried, manner) => format!("battle:{tried}:{}", manner.name()),
        GodsStage::Instead(tried, manner, cards) => format!("instead:{tried}:{}:{}", manner.name(), two(cards)),
        GodsStage::Summon { territory, manner, two: cards } => {
            format!("summon:{}:{}:{}", territory.letter(), manner.name(), two(cards))
        }
        GodsStage::Over => "over".to_owned(),
    }
}

fn board_text(board: &GodsBoard) -> String {
    let rank = |rank| cells_text(File::ALL.map(|file| board.at(Square::new(file, rank)).map(|piece| piece.letter())));
    Rank::ALL.into_iter().rev().map(rank).collect::<Vec<_>>().join("/")
}

/// The text of a position.
pub(super) fn write_position(position: &GodsPosition) -> String {
    let GodsPosition { board, undefendable, stage, cards, ply, .. } = position;
    let castling: String =
        CastlingRight::ALL.iter().filter(|right| board.castling[right.index()]).map(|right| right.letter()).collect();
    let field =
        |side: usize| if cards.fields[side].is_empty() { "-".to_owned() } else { write_cards(&cards.fields[side]) };
    let known = |cards: &[SeenCard]| if cards.is_empty() { "-".to_owned() } else { write_cards(cards) };
    let gone: Vec<SeenCard> = cards.gone.iter().copied().map(Some).collect();
    [
        board_text(board),
        board.turn.letter().to_string(),
        dash_if_none(Some(castling).filter(|text| !text.is_empty())),
        dash_if_none(board.en_passant.map(|square| square.to_string())),
        dash_if_none(undefendable.map(|square| square.to_string())),
        stage_text(stage),
        format!("{}/{}", cards.hands[0].text(), cards.hands[1].text()),
        format!("{}/{}", field(0), field(1)),
        format!("{}/{}", known(&cards.heroes), known(&gone)),
        pile_text(&cards.deck),
        pile_text(&cards.discards),
        ply.to_string(),
    ]
    .join(" ")
}

fn split_fields(text: &str) -> Result<[&str; 12], StateError> {
    let fields: Vec<&str> = text.split(' ').collect();
    let count = fields.len();
    fields.try_into().map_err(|_| StateError {
        problem: format!("the number of fields in the position is {count}"),
        expected:
            "12: board, turn, castling, en passant, undefendable piece, stage, hands, fields, heroes, deck, discards \
                   and ply, with a space between"
                .to_owned(),
    })
}

/// Reads the first four fields, the board and its rights.
fn read_board(fields: &[&str; 12]) -> Result<GodsBoard, StateError> {
    let error = |field: usize, expected: &str| field_error(field, fields[field], expected);
    let turn = GodsSide::named(fields[1]).ok_or_else(|| error(1, "w or b"))?;
    let mut board = GodsBoard::empty(turn);
    place_pieces(&mut board, fields[0]).ok_or_else(|| {
        error(0, "eight ranks of eight squares from rank 8 down, such as rnbqkbnr or 4P3, joined by /")
    })?;
    if fields[2] != "-" {
        for letter in fields[2].chars() {
            let right = CastlingRight::ALL.into_iter().find(|right| right.letter() == letter);
            let right = right.filter(|&right| board.has_pieces_of(right));
            let right =
                right.ok_or_else(|| error(2, "- or letters of KQkq whose king and rook stand where they began"))?;
            board.castling[right.index()] = true;
        }
    }
    if fields[3] != "-" {
        let passed = Square::named(fields[3]).filter(|&passed| board.stepper_over(passed).is_some());
        board.en_passant = Some(passed.ok_or_else(|| error(3, "- or the square that a pawn has just passed over"))?);
    }
    Ok(board)
}

/// `None` if the text is not a board.
fn place_pieces(board: &mut GodsBoard, text: &str) -> Option<()> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != Rank::ALL.len() {
        return None;
    }
    for (rank, text) in Rank::ALL.into_iter().rev().zip(ranks) {
        let mut files = File::ALL.into_iter();
        for letter in text.chars() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                files.nth(empty as usize - 1)?;
            } else {
                board.set(Square::new(files.next()?, rank), Some(GodsPiece::from_letter(letter)?));
            }
        }
        if files.next().is_some() {
            return None;
        }
    }
    Some(())
}

/// The captures of a stage are those that can be tried on the board.
fn read_stage(text: &str, board: &GodsBoard) -> Option<GodsStage> {
    let parts: Vec<&str> = text.split(':').collect();
    let tried = |text: &str| -> Option<GodsMove> {
        board.moves().into_iter().find(|made| made.taken.is_some() && made.to_string() == text)
    };
    let manner = |text: &str| BattleManner::BOTH.into_iter().find(|manner| manner.name() == text);
    let two = |text: &str| match *read_cards(text)? {
        [Some(first), Some(second)] => Some([first, second]),
        _ => None,
    };
    Some(match *parts {
        ["deal"] => GodsStage::Deal,
        ["refill"] => GodsStage::Refill,
        ["move"] => GodsStage::Move,
        ["discard?"] => GodsStage::MayDiscard,
        ["discard!"] => GodsStage::MustDiscard,
        ["over"] => GodsStage::Over,
        ["answer", capture] => GodsStage::Answer(tried(capture)?),
        ["field", capture] => GodsStage::Field(tried(capture)?),
        ["throw", capture] => GodsStage::Throw(tried(capture)?),
        ["declare", capture] => GodsStage::Declare(tried(capture)?),
        ["battle", capture, how] => GodsStage::Battle(tried(capture)?, manner(how)?),
        ["instead", capture, how, cards] => GodsStage::Instead(tried(capture)?, manner(how)?, two(cards)?),
        ["summon", territory, how, cards] => {
            GodsStage::Summon { territory: GodsSide::named(territory)?, manner: manner(how)?, two: two(cards)? }
        }
        _ => return None,
    })
}

fn read_hand(text: &str) -> Option<BattleHand> {
    if text == "-" {
        return Some(BattleHand::default());
    }
    match text.split_once('+') {
        None => Some(BattleHand { cards: read_cards(text)?, hero: None }),
        Some((cards, hero)) => {
            let hero = PlayingCard::read(hero).filter(|hero| hero.is_hero())?;
            Some(BattleHand { cards: read_cards(cards)?, hero: Some(hero) })
        }
    }
}

fn read_known(text: &str) -> Option<Vec<SeenCard>> {
    if text == "-" { Some(Vec::new()) } else { read_cards(text).filter(|cards| !cards.is_empty()) }
}

fn read_pile(text: &str) -> Option<Vec<SeenCard>> {
    match text.strip_suffix('?').map(str::parse::<usize>) {
        Some(Ok(count)) if (1..=PlayingCard::DECK).contains(&count) => Some(vec![None; count]),
        _ => read_known(text),
    }
}

fn read_both<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<[T; 2]> {
    let (white, black) = text.split_once('/')?;
    Some([read(white)?, read(black)?])
}

fn read_card_fields(fields: &[&str; 12]) -> Result<GodsCards, StateError> {
    let error = |field: usize, expected: &str| field_error(field, fields[field], expected);
    let hands = read_both(fields[6], read_hand);
    let hands =
        hands.ok_or_else(|| error(6, "White's and Black's battle cards, such as 7h8h9hTh/2c3c4c+As, ?? or -"))?;
    let field_cards = read_both(fields[7], read_known);
    let field_cards =
        field_cards.ok_or_else(|| error(7, "White's and Black's field cards, such as 2c3d4h/??????, or -/-"))?;
    let heroes = read_both(fields[HEROES_FIELD], read_known);
    let heroes = heroes
        .ok_or_else(|| error(HEROES_FIELD, "the heroes to be gained and those that are gone, such as AdAc/As"))?;
    let [heroes, gone] = heroes;
    let gone: Option<Vec<PlayingCard>> = gone.into_iter().collect();
    let gone = gone.ok_or_else(|| error(HEROES_FIELD, "heroes after the / that are known"))?;
    let piles = [9, 10].map(|field| {
        read_pile(fields[field])
            .ok_or_else(|| error(field, "cards such as 7h8h, a number of unknown ones such as 34?, or -"))
    });
    let [deck, discards] = piles;
    Ok(GodsCards { hands, fields: field_cards, heroes, gone, deck: deck?, discards: discards? })
}

/// Reads a position.
///
/// # Errors
/// If the text is not the text of a sound position.
pub(super) fn read_position(text: &str, rule: SummoningRule) -> Result<GodsPosition, StateError> {
    let fields = split_fields(text)?;
    let board = read_board(&fields)?;
    let undefendable = match fields[4] {
        "-" => None,
        square => Some(Square::named(square).ok_or_else(|| field_error(4, square, "- or a square such as e4"))?),
    };
    let stage = read_stage(fields[5], &board).ok_or_else(|| {
        let expected = "deal, refill, move, discard?, discard!, over, or answer, field, throw, declare, battle, instead or \
                        summon with what it is about, such as answer:Pe4xd5, the capture being possible";
        field_error(5, fields[5], expected)
    })?;
    let cards = read_card_fields(&fields)?;
    let ply = fields[11].parse().ok().filter(|ply| *ply <= PLY_LIMIT);
    let ply = ply.ok_or_else(|| field_error(11, fields[11], "the number of turns ended, at most 1000000"))?;
    let position = GodsPosition { board, undefendable, stage, cards, ply, rule };
    position.check()?;
    let written = write_position(&position);
    let differing = fields.iter().zip(written.split(' ')).position(|(given, written)| *given != written);
    match differing {
        None => Ok(position),
        Some(field) => {
            Err(field_error(field, fields[field], &quoted(written.split(' ').nth(field).unwrap_or_default())))
        }
    }
}

/// The number of sequences of moves from the board of a position text, every capture succeeding (GAMES G7.3). Only the
/// first four fields are looked at.
///
/// # Errors
/// If they are not sound.
pub fn board_perft(position: &str, depth: u32) -> Result<u64, StateError> {
    Ok(read_board(&split_fields(position)?)?.perft(depth))
}
