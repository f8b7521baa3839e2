//! The other games for the rows of `tests/rules`: what their referees say of positions and acts, all of it text.

use std::collections::BTreeMap;
use std::sync::Arc;

use enochian::games::{
    Actor, DiagramPanel, Ending, GameKind, GameOptions, GameState, Ground, PlayedAct, Referee, Seat,
};

use super::{Answer, Table};

/// A state of a game, and what the last act did.
#[derive(Clone)]
struct Game {
    referee: Referee,
    state: Arc<dyn GameState>,
    last: Option<PlayedAct>,
}

/// Reads `free cards=on start`: the kind of game, its options, and a position: `start`, its text, or pieces with their cells and the
/// fields after the board, `faith rKdc1 bKra1 r og - - 0`.
pub(super) fn set_up(text: &str) -> Result<Box<dyn Table>, String> {
    let (kind, mut text) = text.split_once(' ').ok_or("expected a kind of game and a position")?;
    let kind =
        GameKind::ALL.iter().find(|known| known.name() == kind).ok_or_else(|| format!("no game is called {kind}"))?;
    let mut options = Vec::new();
    while let Some((option, rest)) = text.split_once(' ')
        && let Some(option) = option.split_once('=')
    {
        options.push(option);
        text = rest;
    }
    let options = GameOptions::new(options, kind.options()).map_err(|error| error.to_string())?;
    let referee = kind.referee(&options).map_err(|error| error.to_string())?;
    let state = match text {
        "start" => referee.start(),
        _ if *kind == GameKind::Faith && !text.contains('/') => read(&referee, &position_text(&referee, text)?)?,
        _ => read(&referee, text)?,
    };
    Ok(Box::new(Game { referee, state, last: None }))
}

/// The state of a position text, whose text is the same.
fn read(referee: &Referee, text: &str) -> Result<Arc<dyn GameState>, String> {
    let state = referee.read(text).map_err(|error| error.to_string())?;
    assert_eq!(state.text(), text, "a position is read as it stands");
    Ok(state)
}

/// The position text of pieces with their cells, and the fields after the board (GAMES F6.2).
fn position_text(referee: &Referee, text: &str) -> Result<String, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (pieces, fields) = words.split_at_checked(words.len().saturating_sub(5)).ok_or("expected five fields")?;
    let place = |piece: &&str| piece.split_at_checked(2).map(|(piece, cell)| (cell.to_owned(), piece.to_owned()));
    let mut placed = pieces.iter().map(place).collect::<Option<BTreeMap<_, _>>>().ok_or("expected pieces and cells")?;
    let levels: Vec<String> =
        referee.start().diagram().panels.iter().map(|level| level_text(level, &mut placed)).collect();
    match placed.is_empty() {
        true => Ok(format!("{} {}", levels.join("/"), fields.join(" "))),
        false => Err(format!("there is no place for {placed:?}")),
    }
}

/// The rows of a level, with the pieces that stand there, and numbers of empty cells.
fn level_text(level: &DiagramPanel, placed: &mut BTreeMap<String, String>) -> String {
    let mut rows: Vec<String> = Vec::new();
    for row in level.cells.chunk_by(|one, other| one.y == other.y) {
        let here: Vec<Option<String>> = row.iter().map(|cell| placed.remove(&cell.name)).collect();
        let runs = here.chunk_by(|one, other| one.is_some() == other.is_some());
        let run_text = |run: &[Option<String>]| match run.iter().flatten().count() {
            0 => run.len().to_string(),
            _ => run.iter().flatten().map(String::as_str).collect(),
        };
        rows.push(runs.map(run_text).collect());
    }
    rows.join(",")
}

impl Table for Game {
    fn copy(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn text(&self) -> String {
        self.state.text()
    }

    /// An act; after `irregularly` a move against the rules; after `act` what would not look like one.
    fn play(&mut self, act: &str) -> Result<(), String> {
        let act = act.strip_prefix("act").map_or(act, str::trim);
        let irregular = act.strip_prefix("irregularly ");
        let played = match irregular {
            Some(act) => self.state.play_irregular(act),
            None => self.state.play(act),
        };
        let played = played.map_err(|error| error.to_string())?;
        assert_eq!(played.irregular.is_some(), irregular.is_some() || act.starts_with("card "), "{act}");
        let is_next_turn = played.state.turn() != self.state.turn();
        let is_said = act.starts_with("card ") || self.state.turn() == u32::MAX;
        assert!(played.ends_turn == is_next_turn || is_said, "does {act} end the turn?");
        read(&self.referee, &played.state.text())?;
        self.state = Arc::clone(&played.state);
        self.last = Some(played);
        Ok(())
    }

    fn answer(&self, question: &str) -> Option<Answer> {
        let (first, of) = question.split_once(' ').unwrap_or((question, ""));
        let of = of.strip_prefix("of ").unwrap_or(of);
        self.of_the_last_act(question).or_else(|| self.of_acts(first, of)).or_else(|| self.of_state(first, of))
    }
}

impl Game {
    fn seats(&self) -> &[Seat] {
        self.referee.seats()
    }

    fn name(&self, seat: usize) -> String {
        self.seats()[seat].name.clone()
    }

    /// The acts that are offered, to a seat or, without one, to whoever knows everything.
    fn acts(&self) -> Vec<String> {
        self.state.acts().into_iter().map(|act| act.text).collect()
    }

    fn of_the_last_act(&self, question: &str) -> Option<Answer> {
        let last = self.last.as_ref();
        Some(Answer::Text(match question {
            "facts" => {
                let facts: Vec<String> = last?.facts.iter().map(|fact| fact.clause(self.seats())).collect();
                if facts.is_empty() { "none".to_owned() } else { facts.join("; ") }
            }
            "written" => last?.text.clone(),
            "turn over" => if last?.ends_turn { "yes" } else { "no" }.to_owned(),
            "irregular" => last?.irregular.clone().unwrap_or_else(|| "no".to_owned()),
            _ => return None,
        }))
    }

    fn of_acts(&self, question: &str, of: &str) -> Option<Answer> {
        let beginning_with = |beginning: &str| {
            let acts = self.acts();
            acts.iter().filter_map(|act| act.strip_prefix(beginning)).map(str::to_owned).collect()
        };
        Some(match question {
            "acts" if of.starts_with("seen by ") => {
                let seen = Game { state: self.view(&of["seen by ".len()..])?, ..self.clone() };
                Answer::Phrases(seen.acts())
            }
            "acts" => Answer::Phrases(self.acts()),
            "way" => {
                let act = self.state.acts().into_iter().find(|act| act.text == of)?;
                Answer::Text(format!("{} {}", act.from.as_deref().unwrap_or("-"), act.to.as_deref().unwrap_or("-")))
            }
            "after" => {
                let mut after = self.clone();
                super::play(&mut after, of).unwrap_or_else(|problem| panic!("{problem}"));
                Answer::Text(after.state.text())
            }
            // Where a piece can go.
            _ => {
                let piece = question.chars().next().filter(char::is_ascii_uppercase)?;
                let there = self.piece_on(&question[1..])?;
                assert!(of.is_empty() && there.ends_with(piece), "there is {there}");
                Answer::Words(beginning_with(question))
            }
        })
    }

    fn of_state(&self, question: &str, of: &str) -> Option<Answer> {
        let (state, diagram) = (&self.state, self.state.diagram());
        let cells = || diagram.panels.iter().flat_map(|panel| &panel.cells);
        let ending = || state.ending();
        let text =
            |of_ending: fn(Ending) -> String| Answer::Text(ending().map_or_else(|| "none".to_owned(), of_ending));
        Some(match question {
            "text" => Answer::Text(state.text()),
            "rest" => Answer::Text(state.text().split_once(' ')?.1.to_owned()),
            "next" => Answer::Text(match state.actor() {
                Actor::Seat(seat) => self.name(seat),
                Actor::Chance => "chance".to_owned(),
                Actor::Nobody => "nobody".to_owned(),
            }),
            "turns" => Answer::Text(state.turn().to_string()),
            "outcome" => text(|ending| ending.code),
            "ending" => text(|ending| ending.words),
            "places" => Answer::Text(self.places(&ending()?.places)),
            "sides" => {
                let of_side = |side| {
                    let seats = (0..self.seats().len()).filter(move |seat| self.seats()[*seat].side == side);
                    seats.collect::<Vec<_>>()
                };
                let sides: Vec<_> = (0..self.seats().len()).map(of_side).filter(|side| !side.is_empty()).collect();
                Answer::Text(self.places(&sides))
            }
            "seats" => {
                let seats: Vec<_> = self.seats().iter().map(|seat| format!("{} {}", seat.letter, seat.name)).collect();
                Answer::Text(seats.join(", "))
            }
            "check" => {
                let checked = (0..self.seats().len()).filter(|seat| state.is_in_check(*seat));
                Answer::Words(checked.map(|seat| self.name(seat)).collect())
            }
            "view" => Answer::Text(match self.view(of)?.text() {
                seen if seen == state.text() => "all".to_owned(),
                seen => seen,
            }),
            "perft" => Answer::Text(state.perft(of.parse().ok()?).to_string()),
            "pieces" => {
                let seat = self.seats().iter().position(|seat| seat.name == of);
                let pieces = cells().filter_map(|cell| Some((cell, cell.piece.as_ref()?)));
                let pieces = pieces.filter(|(_, piece)| seat.is_none_or(|seat| piece.seat == seat));
                let written = pieces.map(|(cell, piece)| match seat {
                    Some(_) => format!("{}{}", piece.letter, cell.name),
                    None => format!("{}{}{}", self.seats()[piece.seat].letter, piece.letter, cell.name),
                });
                Answer::Words(written.collect())
            }
            "numbers" => {
                let seat = self.seats().iter().position(|seat| seat.name == of)?;
                let own = cells().filter_map(|cell| cell.piece.as_ref()).filter(|piece| piece.seat == seat);
                let mut numbers = BTreeMap::new();
                own.for_each(|piece| *numbers.entry(piece.letter).or_insert(0) += 1);
                Answer::Phrases(numbers.iter().map(|(letter, number)| format!("{number} {letter}")).collect())
            }
            "void" => {
                let void = cells().filter(|cell| cell.ground == Ground::Void);
                Answer::Words(void.map(|cell| cell.name.clone()).collect())
            }
            "barriers" => Answer::Words(diagram.barriers.iter().map(|(one, other)| format!("{one}-{other}")).collect()),
            "options" => {
                let options = self.referee.kind().options().iter();
                Answer::Phrases(
                    options.map(|option| format!("{} {}", option.name, option.values.join(" or "))).collect(),
                )
            }
            // A field of the position, or what stands on a cell.
            _ => match self.fields().iter().position(|field| *field == question) {
                Some(field) => Answer::Text(state.text().split(' ').nth(field)?.to_owned()),
                None => Answer::Text(self.piece_on(question)?),
            },
        })
    }

    /// The fields of the position text (GAMES K6.2, G7.2, F6.2).
    fn fields(&self) -> &'static [&'static str] {
        match self.referee.kind() {
            GameKind::Gods => &[
                "board",
                "turn",
                "castling",
                "passing",
                "undefendable",
                "stage",
                "hands",
                "fields",
                "heroes",
                "deck",
                "discards",
                "ply",
            ],
            GameKind::Enochian => &["board", "turn", "command", "prisoners", "lost", "ply"],
            GameKind::Faith => &["board", "turn", "out", "winner", "passing", "ply"],
            _ => &["board", "turn", "out", "castling", "midline", "passing", "ply"],
        }
    }

    /// The seats by places: `White and Red, Black`.
    fn places(&self, places: &[Vec<usize>]) -> String {
        let names = |seats: &Vec<usize>| seats.iter().map(|seat| self.name(*seat)).collect::<Vec<_>>().join(" and ");
        places.iter().map(names).collect::<Vec<_>>().join(", ")
    }

    /// What the player of this name sees, or an onlooker.
    fn view(&self, name: &str) -> Option<Arc<dyn GameState>> {
        let seat = self.seats().iter().position(|seat| seat.name == name);
        (seat.is_some() || name.is_empty() || name == "an onlooker").then(|| self.state.view(seat))
    }

    fn piece_on(&self, name: &str) -> Option<String> {
        let cell =
            self.state.diagram().panels.into_iter().flat_map(|panel| panel.cells).find(|cell| cell.name == name)?;
        Some(
            cell.piece
                .map_or("none".to_owned(), |piece| format!("{}{}", self.seats()[piece.seat].letter, piece.letter)),
        )
    }
}
