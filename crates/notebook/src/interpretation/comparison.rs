//! Two readings compared, in sentences (docs/INTERPRETATION.md, 8.16).

use std::cell::RefCell;
use std::collections::BTreeSet;

use serde::Serialize;

use crate::chess::{Kind, Move, Piece};
use crate::correspondences::{Correspondences, Dignity};
use crate::reading::{Question, Verdict};
use crate::record::EnochianRecord;
use crate::render::{capitalised, list, possessive};
use crate::session::PlayedTurn;

use super::answer_told::{AnswerTold, Cause};
use super::cast::{CastMember, Fate};
use super::context::ReadingContext;
use super::opening::CarrierEnd;
use super::teller::whose;
use super::told::Told;

/// Two readings, and what a practitioner would say of them together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ReadingComparison {
    /// What is told of the first and of the second.
    pub told: [Told; 2],
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
        let told = [Told::of(one, correspondences)?, Told::of(two, correspondences)?];
        let contexts =
            [ReadingContext::of(one, correspondences, None)?, ReadingContext::of(two, correspondences, None)?];
        let [one, two] = [0, 1].map(|place| Side { context: &contexts[place], told: &told[place] });
        let compared = Compared { one, two, introduced: RefCell::default() };
        let paragraphs = compared.paragraphs();
        Some(ReadingComparison { told, paragraphs })
    }
}

/// One of the two readings.
#[derive(Clone, Copy)]
struct Side<'s> {
    context: &'s ReadingContext<'s>,
    told: &'s Told,
}

struct Compared<'s> {
    one: Side<'s>,
    two: Side<'s>,
    /// The pieces of which it was told what they stand for.
    introduced: RefCell<BTreeSet<String>>,
}

/// `X in the first and Y in the second`, or `X in both`.
fn each(one: &str, two: &str) -> String {
    if one == two { format!("{one} in both") } else { format!("{one} in the first and {two} in the second") }
}

/// Who did something in each, with what is to be added; nothing if nobody did in either.
fn contrast(did: &str, one: Option<(String, String)>, two: Option<(String, String)>, nobody: &str) -> Option<String> {
    let told = |it: &Option<(String, String)>, did: &str| match it {
        Some((who, more)) => format!("{who}{did}{more}"),
        None => nobody.to_owned(),
    };
    let again = if one.is_some() { "" } else { did };
    let is_told = one.is_some() || two.is_some();
    is_told.then(|| format!("In the first {}; in the second {}.", told(&one, did), told(&two, again)))
}

impl<'s> Compared<'s> {
    fn paragraphs(&self) -> Vec<String> {
        if self.is_the_same() {
            return vec!["The two readings are the same, turn by turn.".to_owned()];
        }
        let parts: [Vec<Option<String>>; 4] = [
            vec![Some(self.place()), self.armies(), self.parting()],
            vec![Some(self.answers()), self.ways(), self.ground()],
            vec![self.matter(), self.ptah(), self.strikers(false), self.strikers(true), self.element()],
            vec![self.figures(), self.trumps(), self.time()],
        ];
        let paragraphs = parts.into_iter().map(|part| part.into_iter().flatten().collect::<Vec<_>>().join(" "));
        paragraphs.filter(|paragraph| !paragraph.is_empty()).collect()
    }

    fn questions(&self) -> [&'s Question; 2] {
        [self.one.context.question, self.two.context.question]
    }

    fn turns(&self) -> [&'s [PlayedTurn]; 2] {
        [self.one.context.turns, self.two.context.turns]
    }

    /// Whether the same pieces stand on the same board for the same things.
    fn is_of_one_setup(&self) -> bool {
        let [one, two] = self.questions();
        (one.board, one.ptah, one.angle, one.array) == (two.board, two.ptah, two.angle, two.array)
            && self.one.context.about() == self.two.context.about()
    }

    /// How many turns the two have in common from the start.
    fn shared(&self) -> usize {
        if !self.is_of_one_setup() {
            return 0;
        }
        let [one, two] = self.turns();
        one.iter().zip(two).take_while(|(one, two)| (one.thrown, one.mv) == (two.thrown, two.mv)).count()
    }

    fn is_the_same(&self) -> bool {
        let [one, two] = self.turns();
        self.is_of_one_setup() && one.len() == two.len() && self.shared() == one.len()
    }

    /// The squares of the two questions.
    fn place(&self) -> String {
        let [one, two] = self.questions();
        if self.is_of_one_setup() {
            return format!(
                "Both stand on {}, {}, on the {} board, so that a piece means the same in both.",
                one.force,
                self.one.context.correspondences.field(one.force),
                one.board
            );
        }
        if one.force != two.force {
            let place = |side: Side<'_>| {
                let force = side.context.question.force;
                format!("{force} ({})", side.context.correspondences.field(force))
            };
            let boards =
                if one.board == two.board { format!(", both on the {} board", one.board) } else { String::new() };
            return format!(
                "In the first the question stands on {}, in the second on {}{boards}.",
                place(self.one),
                place(self.two)
            );
        }
        let place = |question: &Question| format!("the {} angle of the {} board", question.angle, question.board);
        match place(one) == place(two) {
            true => format!("Both stand on {}; the armies began elsewhere.", one.force),
            false => {
                format!("Both stand on {}, the first in {} and the second in {}.", one.force, place(one), place(two))
            }
        }
    }

    /// Who plays what, where it differs.
    fn armies(&self) -> Option<String> {
        let [one, two] = [self.one, self.two].map(|side| side.context.question);
        if one.army() == two.army() {
            return None;
        }
        let name = capitalised(&one.querent);
        let other = if one.querent == two.querent { String::new() } else { format!("{} plays ", two.querent) };
        Some(format!("{name} plays {} in the first, {other}{} in the second.", one.army(), two.army()))
    }

    /// Where the two part, if they have turns in common.
    fn parting(&self) -> Option<String> {
        let shared = self.shared();
        let is_branch = [self.one, self.two].iter().any(|side| side.context.record.heading().branch.is_some());
        if shared == 0 || shared <= BY_CHANCE && !is_branch {
            return None;
        }
        let [one, two] = self.turns().map(|turns| turns.get(shared));
        let last = self.one.context.turns[shared - 1].ply;
        let Some((one, two)) = one.zip(two) else {
            let shorter = if one.is_none() { "first" } else { "second" };
            return Some(format!("They are the same up to turn {last}, where the {shorter} ends."));
        };
        let throw = match one.thrown.map(|it| it.throw) == two.thrown.map(|it| it.throw) {
            true => "with the same throw",
            false => "with other throws",
        };
        let step = |turn: &PlayedTurn| match turn.mv {
            Move::Step { from, to, .. } => turn.piece.map(|piece| (piece, from, to)),
            Move::Pass => None,
        };
        let did = |turn: &PlayedTurn| match step(turn) {
            Some((piece, from, to)) => format!("{} went from {from} to {to}", possessive(piece)),
            None => format!("{} had no move", turn.army),
        };
        let then = match (step(one), step(two)) {
            (Some((piece, from, to)), Some((other, start, end))) if (piece, from) == (other, start) => {
                format!("{} went from {from} to {to} in the first and to {end} in the second", possessive(piece))
            }
            _ => format!("{} in the first and {} in the second", did(one), did(two)),
        };
        Some(format!("They are the same up to turn {last}; then, {throw}, {then}."))
    }

    /// The two answers, each with its cause.
    fn answers(&self) -> String {
        let [one, two] = [self.one, self.two].map(|side| side.told.answer.verdict);
        let [first, second] = [self.one.because(), self.two.because()];
        let says = |verdict| match verdict {
            Verdict::Yes => "says yes",
            Verdict::No => "says no",
            Verdict::Undecided => "is undecided",
        };
        if one == two {
            let both = match one {
                Verdict::Yes => "Both say yes",
                Verdict::No => "Both say no",
                Verdict::Undecided => "Both are undecided",
            };
            return format!("{both}. In the first {first}. In the second {second}.");
        }
        format!("The first {}: {first}. The second {}: {second}.", says(one), says(two))
    }

    /// The roads of two kings who held the Ptah.
    fn ways(&self) -> Option<String> {
        let way = |side: Side<'_>| side.told.answer.by_way_of.clone();
        let (one, two) = (way(self.one)?, way(self.two)?);
        let by = |way: &[String]| match way {
            [] => "straight".to_owned(),
            way => format!("by way of {}", list(&way[..way.len().min(3)])),
        };
        Some(format!("The king came {}.", each(&by(&one), &by(&two))))
    }

    /// The ground on which each was decided, where it is not the common one and differs.
    fn ground(&self) -> Option<String> {
        let ground = |side: Side<'_>| side.told.opening.dignity.map(|it| (side.name(it.piece), it.relation));
        let ((one, first), (two, second)) = (ground(self.one)?, ground(self.two)?);
        let told = |which: &str, piece: &str, relation| {
            let ground = match relation {
                Dignity::Strongest => "ground of the same element",
                Dignity::Contrary => "contrary ground",
                Dignity::Friendly | Dignity::Neutral => return None,
            };
            Some(format!("what decided the {which}, {piece}, stood on {ground}"))
        };
        let told = [told("first", &one, first), told("second", &two, second)];
        let told: Vec<String> = told.into_iter().flatten().collect();
        (first != second && !told.is_empty()).then(|| format!("{}.", capitalised(&told.join("; "))))
    }

    /// What stands for the matter, and what became of it.
    fn matter(&self) -> Option<String> {
        let carrier = |side: Side<'_>| side.told.opening.carrier.map(|it| (it.piece, side.end_of(it.piece, it.end)));
        let (one, two) = (carrier(self.one), carrier(self.two));
        if let (Some((piece, end)), Some((other, another))) = (&one, &two)
            && self.is_one(*piece, *other)
        {
            let who = capitalised(&self.tell(self.one, *piece));
            return Some(format!("{who} stands for the matter in both: {}.", each(end, another)));
        }
        let told = |side, carrier: Option<(Piece, String)>| {
            carrier.map(|(piece, end)| (self.tell(side, piece), format!(", {end}")))
        };
        contrast(" stands for the matter", told(self.one, one), told(self.two, two), "no piece does")
    }

    /// What threatened the Ptah.
    fn ptah(&self) -> Option<String> {
        let threat = |side: Side<'_>| Some(side.told.opening.bore?.against?.piece);
        let (one, two) = (threat(self.one), threat(self.two));
        if let (Some(one), Some(two)) = (one, two)
            && self.is_one(one, two)
        {
            let is_new = self.shared() <= BY_CHANCE;
            return is_new.then(|| format!("The Ptah was threatened most by {} in both.", self.tell(self.one, one)));
        }
        let told = |side, threat: Option<Piece>| threat.map(|piece| (self.tell(side, piece), String::new()));
        let nobody = "no opponent threatened the Ptah for long";
        contrast(" threatened the Ptah most", told(self.one, one), told(self.two, two), nobody)
    }

    /// Which piece of the querent's side, or of the others, took the heaviest in each.
    fn strikers(&self, of_ours: bool) -> Option<String> {
        let (one, two) = (self.one.striker(of_ours), self.two.striker(of_ours));
        if one == two && self.shared() > BY_CHANCE {
            return None;
        }
        let (whose, nobody) = match of_ours {
            true => (format!("of {} side", whose(&self.one.context.question.querent)), "nobody of the querent's side"),
            false => ("of the opponents".to_owned(), "no opponent"),
        };
        if let (Some((piece, took)), Some((other, took_too))) = (&one, &two)
            && self.is_one(*piece, *other)
        {
            let who = capitalised(&self.tell(self.one, *piece));
            return Some(format!("{who} struck hardest {whose}, taking {}.", each(took, took_too)));
        }
        let (did, taking) = match one.is_some() && two.is_some() {
            true => (format!(" struck hardest {whose}"), ", taking"),
            false => (String::new(), " took"),
        };
        let told = |side, striker: Option<(Piece, String)>| {
            striker.map(|(piece, took)| (self.tell(side, piece), format!("{taking} {took}")))
        };
        contrast(&did, told(self.one, one), told(self.two, two), &format!("{nobody} took an officer"))
    }

    /// The elements on whose squares the querent's side moved most.
    fn element(&self) -> Option<String> {
        let element = |side: Side<'_>| side.told.opening.element.map(|it| it.name.name());
        let moved = "the querent's side moved above all on squares of";
        if let (Some(one), Some(two)) = (element(self.one), element(self.two)) {
            return Some(capitalised(&format!("{moved} {}.", each(one, two))));
        }
        let told = |element: Option<&str>| element.map(|name| (format!("{moved} {name}"), String::new()));
        contrast("", told(element(self.one)), told(element(self.two)), "no element prevailed")
    }

    /// The figures of the two squares; of one square only where it came out otherwise.
    fn figures(&self) -> Option<String> {
        let figure = |side: Side<'_>| {
            let (correspondences, figure) = (side.context.correspondences, &side.told.close.figure);
            let sense = correspondences.figure_senses(side.context.question.force).sense(figure.effect);
            (figure.name.clone(), sense.to_owned())
        };
        self.senses("figure", figure(self.one), figure(self.two))
    }

    /// The trumps of the two squares.
    fn trumps(&self) -> Option<String> {
        let trump = |side: Side<'_>| {
            let trump = side.context.correspondences.trump(side.context.question.force);
            let ill = trump.ill.as_deref().filter(|_| side.told.answer.verdict == Verdict::No);
            (trump.name.replacen("The ", "the ", 1), ill.unwrap_or(&trump.sense).to_owned())
        };
        self.senses("trump", trump(self.one), trump(self.two))
    }

    /// What belongs to the squares of the questions, each with its sense.
    fn senses(&self, what: &str, one: (String, String), two: (String, String)) -> Option<String> {
        let ((name, sense), (other, another)) = (one, two);
        if name != other {
            return Some(format!("The {what} is {name} in the first ({sense}) and {other} in the second ({another})."));
        }
        let name = capitalised(&name);
        (sense != another)
            .then(|| format!("{name}, the {what} of the square, means in the first {sense}; in the second, {another}."))
    }

    /// Whether a piece of the first is one of the second that stands for the same.
    fn is_one(&self, one: Piece, two: Piece) -> bool {
        self.one.who(one) == self.two.who(two)
    }

    /// A piece by its name; what it stands for is told once.
    fn tell(&self, side: Side<'_>, piece: Piece) -> String {
        let who = side.who(piece);
        if self.introduced.borrow_mut().insert(who.clone()) { who } else { side.name(piece) }
    }

    /// The times of two answers that have one.
    fn time(&self) -> Option<String> {
        let (one, two) = (self.one.told.close.time.as_ref()?, self.two.told.close.time.as_ref()?);
        (one != two).then(|| format!("As to time, the first says {one}, the second {two}."))
    }
}

impl Side<'_> {
    /// `Anna's king`, `Earth's rook`.
    fn name(self, piece: Piece) -> String {
        match piece.kind {
            Kind::King if piece.army == self.context.querent => {
                format!("{} king", whose(&self.context.question.querent))
            }
            _ => possessive(piece),
        }
    }

    /// `Earth's rook (a reliable younger woman)`; what kings and pawns stand for is not said.
    fn who(self, piece: Piece) -> String {
        match piece.kind {
            Kind::Officer(_) => format!("{} ({})", possessive(piece), self.context.stands_for(piece, false)),
            Kind::King | Kind::Pawn(_) => self.name(piece),
        }
    }

    /// Why the answer is as it is, as a clause.
    fn because(self) -> String {
        let answer: &AnswerTold = &self.told.answer;
        let king = self.name(Piece { army: self.context.querent, kind: Kind::King });
        let fell = |of_ours: bool| {
            let falls = answer.falls.iter().filter(|fall| self.context.is_ours(fall.king.army) == of_ours);
            let falls = falls.map(|fall| {
                let king = self.name(fall.king);
                let king = king.strip_suffix(" king").unwrap_or(&king);
                format!("{king} in turn {} to {}", fall.turn, self.name(fall.by))
            });
            list(&falls.collect::<Vec<_>>())
        };
        let last = answer.turn.map_or_else(String::new, |turn| format!(" after turn {turn}"));
        match answer.cause {
            Cause::Held => {
                let how = match answer.manner.as_deref() {
                    Some("unopposed") => "freely",
                    Some("under opposition") => "with some difficulty",
                    _ => "against strong resistance",
                };
                format!("{king} came to the Ptah in turn {} and held it {how}", answer.came.unwrap_or_default())
            }
            Cause::OpposingKings => {
                let lost = answer.falls.iter().find(|fall| self.context.is_ours(fall.king.army));
                let lost = lost.map(|fall| format!(", though {king} was gone himself, since turn {}", fall.turn));
                format!("both opposing kings fell, {}{}", fell(false), lost.unwrap_or_default())
            }
            Cause::OwnKings => format!("both kings of the side fell, {}", fell(true)),
            Cause::OwnKing => {
                let fall = answer.falls.first().map(|fall| format!(" in turn {} to {}", fall.turn, self.name(fall.by)));
                format!("{king} fell{}, and this procedure looks to him alone", fall.unwrap_or_default())
            }
            Cause::BareKings => format!("only kings were left{last}"),
            Cause::Stalemate => format!("no move was left{last}"),
            Cause::Limit => format!("it came to its limit{last}"),
            Cause::Stopped => format!("the players stopped{last}"),
            Cause::Unfinished => format!("it is not finished{last}"),
        }
    }

    /// What became of a piece.
    fn end_of(self, piece: Piece, end: CarrierEnd) -> String {
        let fate = self.told.cast.iter().find(|it| it.piece == piece).map(|it| it.fate);
        match (end, fate) {
            (_, Some(Fate::Taken { turn, by })) => format!("taken in turn {turn} by {}", self.name(by)),
            (_, Some(Fate::Stands { frozen: Some(turn), .. })) => format!("frozen since turn {turn}"),
            (CarrierEnd::Promoted, _) => "promoted".to_owned(),
            (CarrierEnd::NeverMoved, _) => "unmoved to the end".to_owned(),
            _ => "still standing at the end".to_owned(),
        }
    }

    /// The piece of one side that took the heaviest, and the heaviest two that it took; `None` if none took an officer.
    fn striker(self, of_ours: bool) -> Option<(Piece, String)> {
        let is_of_side = |it: &&CastMember| self.context.is_ours(it.piece.army) == of_ours;
        self.told.cast.iter().filter(is_of_side).find_map(|it| {
            let mut officers: Vec<Piece> =
                it.deeds.iter().map(|deed| deed.of).filter(|of| !of.kind.is_pawn()).collect();
            officers.sort_by_key(|of| of.kind != Kind::King);
            officers.truncate(2);
            let taken: Vec<String> = officers.iter().map(|of| self.name(*of)).collect();
            (!taken.is_empty()).then(|| (it.piece, list(&taken)))
        })
    }
}
