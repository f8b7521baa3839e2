//! Journals of the other games, played at random: for the figures, and for `tests/library/journals/other_journals.rs`.

use std::path::Path;

use enochian::correspondences::Correspondences;
use enochian::games::{Actor, GameAct, GameKind, GameOptions, Referee, unrefereed};
use enochian::journal::Journal;
use enochian::record::{Afterword, Closing, Entry, Heading, OtherGame, Record, Remark, Seats, Timestamp};

/// Every kind, also the one without a referee.
pub(crate) fn kinds() -> impl Iterator<Item = GameKind> {
    GameKind::EVERY.iter().copied().filter(|kind| !kind.has_readings())
}

fn referee(kind: GameKind) -> Referee {
    if kind == GameKind::Other {
        unrefereed(&["North", "East", "West"].map(str::to_owned)).unwrap()
    } else {
        kind.referee(&GameOptions::default()).unwrap()
    }
}

pub(crate) fn moment(seconds: u32) -> Timestamp {
    chrono::DateTime::parse_from_rfc3339(&format!("2026-11-22T20:15:{seconds:02}+01:00")).unwrap()
}

pub(crate) fn heading(kind: GameKind) -> Heading {
    let referee = referee(kind);
    let players = referee.seats().iter().map(|seat| format!("Player of {}", seat.name)).collect();
    let game = OtherGame {
        title: format!("A *game* of {kind}"),
        start: referee.start(),
        referee,
        options: GameOptions::default(),
        source: Some("a book".to_owned()),
        seed: None,
    };
    Heading {
        game: game.into(),
        begun: moment(0),
        zone: Some("Europe/Berlin".to_owned()),
        seats: Seats::of(players),
        automatic: false,
        branch: None,
    }
}

/// A small generator, which needs no crate: numbers below a bound.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// An act that can be played now, chosen at random; `None` if the game is over.
fn any_act(record: &Record, numbers: &mut Numbers) -> Option<GameAct> {
    const TEXTS: [&str; 5] = ["lays a tile", "next West", "a `b` *c* | ~ d · e", "irregular", "**3 · x** → y"];
    let state = record.state();
    let text = match state.actor() {
        Actor::Nobody => return None,
        Actor::Chance => state.chance(&mut |bound| numbers.below(bound)).unwrap(),
        Actor::Seat(_) if record.game().kind() == GameKind::Other => TEXTS[numbers.below(TEXTS.len())].to_owned(),
        Actor::Seat(_) => {
            let acts = state.acts();
            acts[numbers.below(acts.len())].text.clone()
        }
    };
    Some(state.read(&text).unwrap())
}

/// A journal with acts, a taking back, notes, a pause, annotations; concluded if `closing` says so.
pub(crate) fn played<'l>(kind: GameKind, folder: &Path, acts: usize, closing: Option<Closing>) -> Journal<'l> {
    let mut journal = Journal::create(folder, heading(kind), Correspondences::embedded()).unwrap();
    let mut numbers = Numbers(7);
    for number in 0..acts {
        let Some(act) = any_act(journal.record(), &mut numbers) else { break };
        journal.enter(act).unwrap();
        if number % 9 == 4 {
            journal.enter(Entry::Note(format!("note {number}: *so* it is"))).unwrap();
        }
        if number % 11 == 7 {
            journal.enter(Entry::TakenBack(2)).unwrap();
        }
        if number == 12 {
            journal.enter(Entry::Resumed(moment(12))).unwrap();
        }
    }
    let tags = ["club", "evening"].map(|tag| tag.parse().unwrap()).to_vec();
    journal.enter(Entry::Afterword(Afterword::Tagged(tags))).unwrap();
    if let Some(closing) = closing {
        journal.enter(Entry::Concluded(closing, moment(30))).unwrap();
        let remark = Remark { ply: Some(2), moment: Some(moment(40)), words: "well played".to_owned() };
        journal.enter(Entry::Afterword(Afterword::Remark(remark))).unwrap();
    }
    journal
}
