//! A record put into words, for people: what the pages of every format tell.

use serde::Serialize;

use crate::chess::{Army, Effect, Move};
use crate::lore::{EndsBy, Gloss, Lore};
use crate::reading::{Answer, Die, Question};
use crate::record::{Closing, Heading, Matter, Outcome, Record};
use crate::render::{capitalised, effect, list, nth, result, turn_sentences};
use crate::session::{Action, Turn};
use crate::study::{self, Road};
use crate::text::{safe, safe_prose};

/// A reading or a game, told. Nothing in it is escaped for any format, but control characters are made visible.
#[derive(Clone, Debug, Serialize)]
pub struct Story {
    /// The question, or the name of the game.
    pub title: String,
    /// `reading` or `game`.
    pub noun: &'static str,
    /// Who asked, and when.
    pub byline: String,
    /// To what the question falls; empty for a game.
    pub about: String,
    /// What it was played by: a label and what there is to say.
    pub terms: Vec<(&'static str, String)>,
    /// The answer, or how the game came out, in a word or a few: `yes`.
    pub answer: String,
    /// What led to it, a sentence each.
    pub reasons: Vec<String>,
    /// Every turn that stands.
    pub turns: Vec<TurnStory>,
    /// Notes written after the last turn.
    pub notes: Vec<String>,
    /// The roads of the pieces that went anywhere, army by army.
    pub roads: Vec<ArmyStory>,
}

/// A turn, told.
#[derive(Clone, Debug, Serialize)]
pub struct TurnStory {
    /// Its number.
    pub ply: u32,
    /// Whose turn it was.
    pub army: String,
    /// What the die showed, in a reading.
    pub throw: Option<u8>,
    /// What was done before the move.
    pub before: Vec<String>,
    /// The move as its text: `Nc8d6`.
    pub mv: String,
    /// The same as the sheets write it.
    pub sheet: String,
    /// What happened.
    pub sentences: String,
    /// The square landed on; none for a turn without a move.
    pub landing: Option<Landing>,
    /// What the players noted.
    pub notes: Vec<String>,
}

/// A landing, told.
#[derive(Clone, Debug, Serialize)]
pub struct Landing {
    /// Where the piece came from.
    pub from: String,
    /// What there is to say of the square and the piece.
    pub gloss: Gloss,
    /// The house: `10th house: career, honour, rulers`, or that the square has none.
    pub house: String,
}

/// The roads of an army, told.
#[derive(Clone, Debug, Serialize)]
pub struct ArmyStory {
    /// Its name.
    pub army: String,
    /// The roads.
    pub roads: Vec<RoadStory>,
    /// The pieces that never left their squares and were not taken, as a list.
    pub stayed: String,
}

/// The road of a piece, told.
#[derive(Clone, Debug, Serialize)]
pub struct RoadStory {
    /// `king`, with its god: `king, Socharis`.
    pub piece: String,
    /// Where it began.
    pub start: String,
    /// Where it went.
    pub steps: Vec<StepStory>,
    /// The turn in which it was taken.
    pub taken: Option<u32>,
}

/// A step of a road, told.
#[derive(Clone, Debug, Serialize)]
pub struct StepStory {
    /// The turn.
    pub ply: u32,
    /// The square.
    pub square: String,
    /// Its sign or element.
    pub force: String,
    /// What the piece became there.
    pub became: Option<String>,
    /// Whether the Ptah stands there.
    pub ptah: bool,
}

impl Story {
    /// Tells a record.
    pub fn of(record: &Record, lore: &Lore) -> Story {
        let heading = record.heading();
        let matter = &heading.matter;
        let turns = record.turns();
        let mut notes = record.notes();
        // What was remarked long after stands with what was noted at the table.
        notes.extend(record.remarks().map(|remark| (remark.ply.unwrap_or(u32::MAX), remark.words.as_str())));
        let noted = |ply: u32| notes.iter().filter(move |(at, _)| *at == ply).map(|(_, text)| prose(text)).collect();
        let last = turns.last().map_or(0, |turn| turn.ply);
        Story {
            title: safe(matter.title()).into_owned(),
            noun: matter.mode().name(),
            byline: byline(heading),
            about: matter.question().map_or(String::new(), |question| about(question, lore)),
            terms: terms(record),
            answer: answer(record),
            reasons: reasons(record),
            turns: turns.iter().map(|turn| TurnStory::of(turn, matter, lore, noted(turn.ply))).collect(),
            notes: notes.iter().filter(|(at, _)| *at > last).map(|(_, text)| prose(text)).collect(),
            roads: armies(&study::roads(record, lore), matter, lore),
        }
    }
}

fn prose(text: &str) -> String {
    safe_prose(text).into_owned()
}

fn byline(heading: &Heading) -> String {
    let zone = heading.zone.as_ref().map_or(String::new(), |zone| format!(", {}", safe(zone)));
    let begun = heading.begun.format("%A %-d %B %Y at %H:%M");
    let begun = format!("{begun} ({}{zone})", heading.begun.offset());
    match &heading.matter {
        Matter::Reading(question, _) => format!("Asked by {} on {begun}.", safe(&question.querent)),
        Matter::Game(_) => format!("A game on {begun}."),
    }
}

fn about(question: &Question, lore: &Lore) -> String {
    let gloss = lore.gloss(question.board, question.ptah, None, None);
    let matter =
        question.category.as_ref().map_or("The question".to_owned(), |c| format!("A question of {}: it", safe(c)));
    let house = match &gloss.house {
        Some(house) => format!("the {} house, {} ({})", nth(house.number), gloss.force, house.matters.join(", ")),
        None => format!("the square of {} itself", gloss.force),
    };
    format!(
        "{matter} falls to the {} board, its {} angle, and there to {house}. The Ptah stands on {}, {}.",
        question.board, question.angle, question.ptah, gloss.phrase
    )
}

fn terms(record: &Record) -> Vec<(&'static str, String)> {
    let heading = record.heading();
    let matter = &heading.matter;
    let start = matter.start();
    let mut terms = vec![("Board", matter.board().to_string())];
    if let Matter::Reading(question, die) = matter {
        let die = match die {
            Die::ByHand => "thrown by hand".to_owned(),
            Die::ByProgram => "thrown by the program".to_owned(),
            Die::Seeded(seed) => format!("thrown by the program from the seed {seed}"),
        };
        terms.extend([
            ("Angle", question.angle.to_string()),
            ("Ptah", format!("{}, {}", question.ptah, question.force)),
            ("Querent’s army", question.army().to_string()),
            ("Procedure", safe(&question.procedure.name).into_owned()),
            ("Die", format!("{die}; table {}", safe(&question.dice.name))),
        ]);
    }
    terms.extend(matter.array().map(|array| ("Array", array.to_string())));
    terms.push(("Moves first", format!("{}; turns pass {}", start.turn(), start.direction())));
    terms.push(("Ruleset", safe(&matter.ruleset().name).into_owned()));
    terms.push(("Players", players(heading)));
    if heading.automatic {
        let seed = matter.setting().and_then(|setting| setting.seed);
        let seed = seed.map_or(String::new(), |seed| format!(" from the seed {seed}"));
        terms.push(("Moves", format!("chosen by the program at random{seed}")));
    }
    terms.extend(matter.source().map(|source| ("Source", safe(source).into_owned())));
    let tags: Vec<&str> = record.tags().into_iter().map(|tag| tag.as_str()).collect();
    if !tags.is_empty() {
        terms.push(("Tags", tags.join(", ")));
    }
    terms
}

fn players(heading: &Heading) -> String {
    let seats = &heading.seats;
    let one = &seats.players[0];
    if seats.players.iter().all(|player| player == one) {
        return format!("{}, all four armies", safe(one));
    }
    let each: Vec<String> = Army::ALL.map(|army| format!("{army}: {}", safe(seats.player(army)))).into();
    each.join("; ")
}

fn answer(record: &Record) -> String {
    let (Some(answer), Some(question)) = (record.answer(), record.heading().matter.question()) else {
        return capitalised(&result(record));
    };
    let decision = match question.procedure.ends_by {
        EndsBy::Ptah => answer.ptah,
        EndsBy::Kings => answer.kings,
    };
    capitalised(&decision.verdict.to_string())
}

fn reasons(record: &Record) -> Vec<String> {
    let noun = record.mode();
    let why = match (record.closing(), record.end()) {
        (_, Some(end)) => format!("The {noun} came to its end: {end}."),
        (None, None) => format!("The {noun} still goes on."),
        (Some(Closing::AtLimit(ply)), None) => format!("The {noun} was stopped at its limit of {ply} turns."),
        (Some(Closing::Agreed), None) => "The players agreed on a draw.".to_owned(),
        (Some(Closing::Resigned(army)), None) => format!("{army} gave the game up for the {}.", army.side()),
        (Some(_), None) => format!("The players closed the {noun} before its end."),
    };
    let mut reasons = vec![why];
    reasons.extend(record.answer().iter().flat_map(verdicts));
    let came = |outcome: &Outcome| {
        format!("{}: the answer proved {}. {}", outcome.on.format("%-d %B %Y"), outcome.proved, safe(&outcome.words))
    };
    reasons.extend(record.outcomes().map(came));
    reasons
}

fn verdicts(answer: &Answer) -> [String; 3] {
    let since = |ply: Option<u32>| ply.map_or(String::new(), |ply| format!(", since turn {ply}"));
    let bearing = match answer.opposing {
        0 => "no enemy bears".to_owned(),
        1 => "one enemy bears".to_owned(),
        many => format!("{many} enemies bear"),
    };
    [
        format!("By the Ptah: {}{}.", answer.ptah.verdict, since(answer.ptah.ply)),
        format!("By the kings: {}{}.", answer.kings.verdict, since(answer.kings.ply)),
        format!("{}: {bearing} upon the Ptah square or those next to it.", capitalised(&answer.manner.to_string())),
    ]
}

impl TurnStory {
    fn of(turn: &Turn, matter: &Matter, lore: &Lore, notes: Vec<String>) -> TurnStory {
        TurnStory {
            ply: turn.ply,
            army: turn.army.to_string(),
            throw: turn.thrown.map(|thrown| thrown.throw.number()),
            before: turn.before.iter().map(|action| before(action, turn.army)).collect(),
            mv: turn.mv.to_string(),
            sheet: turn.sheet.clone(),
            sentences: turn_sentences(turn, matter.querent(), lore),
            landing: Landing::of(turn, matter, lore),
            notes,
        }
    }
}

fn before(action: &Action, army: Army) -> String {
    match action {
        Action::Exchange(exchange) => format!(
            "{army} and {} exchange prisoners: the king of {} returns to {}, the king of {} to {}.",
            exchange.with,
            army.partner(),
            exchange.partners_king,
            exchange.with.partner(),
            exchange.enemys_king
        ),
        Action::Withdrawal => format!("{}.", capitalised(&effect(&Effect::Withdrew(army)))),
    }
}

impl Landing {
    fn of(turn: &Turn, matter: &Matter, lore: &Lore) -> Option<Landing> {
        let (Move::Step { from, to, .. }, Some(piece)) = (turn.mv, turn.piece) else { return None };
        let gloss = lore.gloss(matter.board(), to, Some(piece), matter.querent());
        let house = match &gloss.house {
            Some(house) => format!("{} house: {}", nth(house.number), house.matters.join(", ")),
            None => format!("the element itself in the {} angle", gloss.angle),
        };
        Some(Landing { from: from.to_string(), gloss, house })
    }
}

fn armies(roads: &[Road], matter: &Matter, lore: &Lore) -> Vec<ArmyStory> {
    let army = |army: Army| {
        let own = roads.iter().filter(|road| road.piece.army == army);
        let (stayed, went): (Vec<&Road>, Vec<&Road>) =
            own.partition(|road| road.steps.is_empty() && road.changes.is_empty() && road.stands());
        let stayed: Vec<String> = stayed.iter().map(|road| format!("{} on {}", road.piece.kind, road.start)).collect();
        ArmyStory {
            army: army.to_string(),
            roads: went.into_iter().map(|road| RoadStory::of(road, matter, lore)).collect(),
            stayed: list(&stayed),
        }
    };
    Army::ALL.map(army).into()
}

impl RoadStory {
    fn of(road: &Road, matter: &Matter, lore: &Lore) -> RoadStory {
        let (mut piece, mut square) = (road.piece, road.start);
        let mut turns: Vec<u32> =
            road.steps.iter().map(|step| step.turn).chain(road.changes.iter().map(|change| change.turn)).collect();
        turns.sort_unstable();
        turns.dedup();
        let steps = turns.into_iter().map(|turn| {
            square = road.steps.iter().rfind(|step| step.turn == turn).map_or(square, |step| step.square);
            let into = road.changes.iter().rfind(|change| change.turn == turn).map_or(piece, |change| change.into);
            let became = (into != piece).then(|| match into.army == piece.army {
                true => into.kind.to_string(),
                false => into.to_string(),
            });
            piece = into;
            StepStory {
                ply: turn,
                square: square.to_string(),
                force: lore.square(matter.board(), square).force.to_string(),
                became,
                ptah: matter.ptah() == Some(square),
            }
        });
        RoadStory {
            piece: format!("{}, {}", road.piece.kind, lore.piece(road.piece).god),
            start: road.start.to_string(),
            steps: steps.collect(),
            taken: road.taken.last().filter(|_| !road.stands()).map(|taken| taken.turn),
        }
    }
}
