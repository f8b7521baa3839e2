//! The answers to the tasks of the lessons: what is right, and what a wrong move would have led to.

use serde::Serialize;

use crate::chess::{Army, Kind, Move, Square};
use crate::correspondences::{LessonStep, LessonTask};
use crate::games::{ActError, OfferedAct, TypedAct, enochian_state};
use crate::input::{alternatives, quoted};
use crate::render::capitalised;
use crate::session::{Act, Session, SessionTerms};
use crate::study::Consequence;

/// What an answer comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LessonVerdict {
    /// Whether it is right.
    pub right: bool,
    /// What it leads to, and why, in sentences.
    pub says: Vec<String>,
    /// The move that was made.
    #[serde(skip)]
    pub mv: Option<Move>,
}

/// The word that asks for the answer.
const SHOW: &str = "show";

/// The session of a step, after its throw.
#[must_use]
pub fn lesson_session(step: &LessonStep) -> Session {
    let terms = SessionTerms::of_rules(step.rules());
    let thrown = step.throw.and_then(|number| number.to_string().parse().ok());
    let Some(throw) = thrown else { return Session::begin(terms, step.position.clone()) };
    let mut session = Session::begin(terms.with_dice([step.movers(); 6]), step.position.clone());
    // Where nothing can be thrown, there is no move either, and the data were checked for one.
    let _ = session.accept(Act::Throw(throw));
    session
}

impl LessonVerdict {
    /// Judges what was typed or chosen: a move, a square, or the number of an answer. `show` gives the answer.
    ///
    /// ```
    /// use enochian::correspondences::Correspondences;
    /// use enochian::lookup::LessonVerdict;
    /// let check = &Correspondences::embedded().lessons()[3].steps[0];
    /// assert!(LessonVerdict::of(check, "b8").right);
    /// let wrong = LessonVerdict::of(check, "Ka8a7");
    /// assert_eq!(wrong.says[..2], ["King to a7.", "The rook of Water could take it here."]);
    /// assert!(LessonVerdict::of(check, "Pb7b6").says[0].contains("illegal"));
    /// let which = "\"a8\" can mean the king to a7 or king to b8; type both squares, such as Ka8a7.";
    /// assert_eq!(LessonVerdict::of(check, "a8").says[0], which);
    /// assert_eq!(LessonVerdict::of(check, "b7").says[0], "Nothing of Air that may move can go to b7.");
    /// ```
    #[must_use]
    pub fn of(step: &LessonStep, answer: &str) -> LessonVerdict {
        let wrong = |says: Vec<String>| {
            let says = says.into_iter().chain((!step.wrong.is_empty()).then(|| step.wrong.clone()));
            LessonVerdict { right: false, says: says.collect(), mv: None }
        };
        let right = |mut says: Vec<String>, mv| {
            says.extend((!step.right.is_empty()).then(|| step.right.clone()));
            LessonVerdict { right: true, says, mv }
        };
        let answer = answer.trim();
        let is_shown = answer.eq_ignore_ascii_case(SHOW);
        match &step.task {
            LessonTask::Moves(moves) => {
                let session = lesson_session(step);
                let shown = moves.first().filter(|_| is_shown).map(Move::to_string);
                let mv = match typed_move(shown.as_deref().unwrap_or(answer), &session) {
                    Ok(mv) => mv,
                    Err(why) => return wrong(vec![capitalised(&format!("{why}."))]),
                };
                let mut says = led_to(step, &session, mv);
                if !moves.contains(&mv) {
                    return wrong(says);
                }
                // What is right has its own words.
                says.truncate(1);
                right(says, Some(mv))
            }
            LessonTask::Squares(squares) => {
                if is_shown {
                    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
                    return right(vec![format!("{}.", names.join(", "))], None);
                }
                match answer.parse::<Square>() {
                    Ok(square) if squares.contains(&square) => right(vec![format!("{square}.")], None),
                    Ok(square) => wrong(vec![standing_on(step, square)]),
                    Err(_) => wrong(vec![format!("{} is not a square; expected one such as a8.", quoted(answer))]),
                }
            }
            LessonTask::Choices(choices) => {
                let named = |it: usize| answer == (it + 1).to_string() || choices[it].text.eq_ignore_ascii_case(answer);
                let found = (0..choices.len()).find(|it| if is_shown { choices[*it].right } else { named(*it) });
                let Some(choice) = found.map(|at| &choices[at]) else {
                    return wrong(vec![format!(
                        "{} is not an answer; expected 1 to {}.",
                        quoted(answer),
                        choices.len()
                    )]);
                };
                let says = if is_shown {
                    vec![format!("{}.", choice.text), choice.says.clone()]
                } else {
                    vec![choice.says.clone()]
                };
                if choice.right { right(says, None) } else { wrong(says) }
            }
        }
    }
}

/// Reads a move as it is typed. What is wrong with it is said in words.
fn typed_move(text: &str, session: &Session) -> Result<Move, String> {
    let offered: Vec<OfferedAct> = session.moves().into_iter().map(OfferedAct::from).collect();
    let read = |text: &str| text.parse().map_err(|_| format!("{} is not a move", quoted(text)));
    match enochian_state(session.terms(), session.state().clone()).find_typed(text, &offered) {
        Ok(TypedAct::Whole(act)) => read(&act.text),
        Ok(TypedAct::Offered(one)) => read(&offered[one].text),
        Ok(TypedAct::Several(several)) => {
            let texts = several.iter().map(|one| offered[*one].text.as_str());
            let named: Vec<String> = texts.clone().filter_map(|text| moved(session, read(text).ok()?)).collect();
            let example = texts.clone().next().unwrap_or_default();
            Err(format!(
                "{} can mean the {}; type both squares, such as {example}",
                quoted(text),
                alternatives(named.iter().map(String::as_str))
            ))
        }
        Err(ActError::Illegal(why)) => Err(format!("{text} is illegal: {why}")),
        Err(_) => Err(match text.parse::<Square>() {
            Ok(square) => format!("nothing of {} that may move can go to {square}", session.turn()),
            Err(_) => format!("{} is not a move; type its square, such as d6, or both, such as c8d6", quoted(text)),
        }),
    }
}

/// `king to b8`.
fn moved(session: &Session, mv: Move) -> Option<String> {
    let (piece, to) = session.preview(mv).ok()?.turn.piece.zip(mv.to())?;
    let name = if let Kind::Pawn(_) = piece.kind { "pawn".to_owned() } else { piece.kind.to_string() };
    Some(format!("{name} to {to}"))
}

/// What a legal move would lead to.
fn led_to(step: &LessonStep, session: &Session, mv: Move) -> Vec<String> {
    let (Ok(preview), Some(moved)) = (session.preview(mv), moved(session, mv)) else { return vec![] };
    let mut says = vec![capitalised(&format!("{moved}."))];
    // The querent of the lessons plays Air.
    let found = Consequence::at(&preview, step.ptah, step.ptah.map(|_| Army::Air), false);
    says.extend(found.iter().map(ToString::to_string));
    if says.len() == 1 {
        says.push("It takes nothing, gives no check, and nobody attacks it there.".to_owned());
    }
    says
}

/// `c6 is in the Air angle; the knight of Air stands there.`
fn standing_on(step: &LessonStep, square: Square) -> String {
    let pieces: Vec<String> = step.position.pieces_at(square).map(|piece| format!("the {piece}")).collect();
    let angle = square.angle();
    match pieces.as_slice() {
        [] => format!("{square} is an empty square in the {angle} angle."),
        pieces => format!("{square} is in the {angle} angle, and holds {}.", pieces.join(" and ")),
    }
}
