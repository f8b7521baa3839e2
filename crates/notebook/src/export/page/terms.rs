//! The terms of play, each with a label.

use crate::chess::Army;
use crate::input::safe;
use crate::reading::DieThrower;
use crate::record::{Branch, EnochianRecord, Game, Heading, Record, SeatThrow, Subject};
use crate::render::hides_cards;

/// The terms of a reading or a game of Enochian chess.
pub(super) fn of_turns(record: EnochianRecord<'_>) -> Vec<(&'static str, String)> {
    let heading = record.heading();
    let subject = record.subject();
    let start = subject.start();
    let mut terms = vec![("Board", subject.board().to_string())];
    if let Subject::Reading(question, die) = subject {
        let die = match die {
            DieThrower::ByHand => "thrown by hand".to_owned(),
            DieThrower::ByProgram => "thrown by the program".to_owned(),
            DieThrower::Seeded(seed) => format!("thrown by the program with the seed {seed}"),
        };
        let ptah = match record.is_quiet() {
            true => question.ptah.to_string(),
            false => format!("{}, {}", question.ptah, question.force),
        };
        terms.extend([
            ("Angle", question.angle.to_string()),
            ("Ptah", ptah),
            ("Querent’s army", question.army().to_string()),
            ("Procedure", safe(&question.procedure.name).into_owned()),
            ("Die", format!("{die}; table {}", safe(&question.dice.name))),
        ]);
        terms.extend(question.notes_before_play().map(|(label, words)| (label, safe(words).into_owned())));
    }
    terms.extend(subject.array().map(|array| ("Array", array.to_string())));
    terms.push(("Moves first", format!("{}; direction of play {}", start.turn(), start.direction())));
    terms.push(("Ruleset", safe(&subject.ruleset().name).into_owned()));
    terms.push(("Players", players(heading)));
    let choice: Vec<String> = heading.seats.throws.iter().map(choice).collect();
    if !choice.is_empty() {
        terms.push(("Choice", choice.join("; ")));
    }
    if let Some(how) = heading.chosen() {
        let seed = subject.setting().and_then(|setting| setting.seed);
        let seed = seed.map_or(String::new(), |seed| format!(" with the seed {seed}"));
        terms.push(("Moves", format!("chosen by the program {how}{seed}")));
    }
    if let Some(Branch { turn, mv, of, .. }) = &heading.branch {
        terms.push(("Branch", format!("from turn {turn} of another reading (id {of}), with {mv}")));
    }
    terms.extend(subject.source().map(|source| ("Source", safe(source).into_owned())));
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

/// How a player chose an army: `Ann threw 3 + 4 = 7, then 2 + 1 = 3 and took Air`.
fn choice(seat: &SeatThrow) -> String {
    let throws: Vec<String> = seat.throws.iter().map(ToString::to_string).collect();
    format!("{} threw {} and took {}", safe(&seat.player), throws.join(", then "), seat.army)
}

/// The terms of a game of another kind.
pub(super) fn of_acts(record: &Record) -> Vec<(&'static str, String)> {
    let (heading, game) = (record.heading(), record.game());
    let kind = game.kind();
    let mut terms = vec![("Game", kind.title().to_owned())];
    let unrefereed = "not refereed: the acts are recorded as they were typed";
    terms.push(("Rules", if kind.is_refereed() { kind.source() } else { unrefereed }.to_owned()));
    let options: Vec<String> = game.options().map(|(name, value)| format!("{name}={value}")).collect();
    if !options.is_empty() {
        terms.push(("Options", options.join(", ")));
    }
    let seats = game.seats().iter().zip(&heading.seats.players);
    let seats: Vec<String> = seats.map(|(seat, player)| format!("{}: {}", seat.name, safe(player))).collect();
    terms.push(("Players", seats.join("; ")));
    let seed = game.seed().filter(|_| !hides_cards(record));
    let seed = seed.map_or(String::new(), |seed| format!(" with the seed {seed}"));
    if record.is_dealt() {
        terms.push(("Cards", format!("dealt by the program{seed}")));
    }
    if let Some(how) = heading.chosen() {
        terms.push(("Acts", format!("chosen by the program {how}{seed}")));
    }
    if hides_cards(record) {
        terms.push((
            "Hidden",
            "?? stands for a card that a player may not know before the game is concluded; the journal file holds them all"
                .to_owned(),
        ));
    }
    if let Game::Other(game) = game
        && !game.referee.start().is_opening(&game.start.text())
    {
        terms.push(("Start", "a given position".to_owned()));
    }
    terms.extend(game.source().map(|source| ("Source", safe(source).into_owned())));
    terms
}
