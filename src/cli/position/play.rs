//! `enochian position play`.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::error::ErrorKind;

use crate::chess::{Exchange, Move, Position, Refusal, Rules};
use crate::lore::Lore;
use crate::text::quoted;

use super::words::PASS;
use super::{LINES, RulesArguments, misuse, position, requests};

/// Play moves, and print the position after them.
///
/// Before a turn's move may stand withdraw, or an exchange of prisoners:
/// exchange, the enemy's letter, the square of the mover's partner's king, the
/// square of the enemy's partner's king. A turn without a move is -- or pass.
///
/// Examples:
///   enochian position play "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" Ka8b7 Kh8g8
///   enochian position play "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" withdraw -- --reading
///   enochian position play - < requests.jsonl
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Play {
    /// The position, between quotation marks; or - for lines of JSON, see enochian position --help.
    position: String,
    /// The moves and actions, in order: Nc8d6, Pb2b1=Q, --, withdraw, exchange w h1 a1.
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    #[command(flatten)]
    rules: RulesArguments,
}

impl Play {
    pub(super) fn run(self, lore: &Lore) -> anyhow::Result<ExitCode> {
        let terms = self.rules.terms(lore)?;
        if self.position == LINES {
            if self.moves.is_empty() {
                return requests::answer_lines(&terms, None, lore);
            }
            return Err(misuse(ErrorKind::ArgumentConflict, "with - the moves stand in each line, as \"play\""));
        }
        let position = position(&self.position)?;
        if self.moves.is_empty() {
            return Err(misuse(ErrorKind::MissingRequiredArgument, "no move to play; name one, such as Nc8d6"));
        }
        let moves = self.moves.iter().map(|text| if text == PASS { "--" } else { text });
        let played = played(position, moves, &terms.rules())?;
        writeln!(io::stdout(), "{played}")?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The position after some moves and actions. The four words of an exchange may come as one text or as several.
pub(super) fn played<'t>(
    mut position: Position,
    texts: impl Iterator<Item = &'t str>,
    rules: &Rules,
) -> anyhow::Result<Position> {
    let mut words = texts.flat_map(|text| text.split(' '));
    while let Some(word) = words.next() {
        match word {
            "withdraw" => position
                .withdraw(rules, &mut ())
                .map_err(|refused| anyhow!("withdraw is refused at ply {}: {refused}", position.ply()))?,
            "exchange" => {
                let text = [word].into_iter().chain(words.by_ref().take(3)).collect::<Vec<_>>().join(" ");
                exchange(&mut position, &text, rules)?;
            }
            _ => step(&mut position, word, rules)?,
        }
    }
    Ok(position)
}

fn exchange(position: &mut Position, text: &str, rules: &Rules) -> anyhow::Result<()> {
    let exchange: Exchange = text.parse().map_err(|error| anyhow!("{} is no exchange; {error}", quoted(text)))?;
    let possible = position.exchanges(rules);
    position.exchange(exchange, rules, &mut ()).map_err(|refused| {
        let open: Vec<String> = possible.iter().map(Exchange::to_string).collect();
        let open = if open.is_empty() { String::new() } else { format!("; open is {}", open.join(" or ")) };
        anyhow!("{exchange} is refused at ply {}: {refused}{open}", position.ply())
    })
}

fn step(position: &mut Position, word: &str, rules: &Rules) -> anyhow::Result<()> {
    let Ok(mv) = word.parse::<Move>() else {
        bail!(
            "{} is no move; expected a piece K Q R B N P with the square it leaves and the square it goes to, such as Nc8d6 (with =Q for a choice of promotion), or --, withdraw, or exchange w h1 a1",
            quoted(word)
        );
    };
    position.play(mv, rules, &mut ()).map_err(|refusal| {
        anyhow!("{mv} is refused at ply {}: {refusal}{}", position.ply(), open(position, mv, refusal, rules))
    })
}

/// What could have been played instead: by the same piece, if it has a move, or by the army.
fn open(position: &Position, tried: Move, refusal: Refusal, rules: &Rules) -> String {
    if let Refusal::Over(_) = refusal {
        return String::new();
    }
    let same_piece = |mv: &Move| match (*mv, tried) {
        (Move::Step { role, from, .. }, Move::Step { role: tried, from: left, .. }) => (role, from) == (tried, left),
        _ => false,
    };
    let moves = position.moves(rules);
    let of_piece: Vec<Move> = moves.iter().copied().filter(same_piece).collect();
    let (who, open) = match tried {
        Move::Step { role, from, .. } if !of_piece.is_empty() => (format!("the {role} on {from}"), of_piece),
        _ => (
            position.turn().to_string(),
            moves.into_iter().chain(position.may_pass(rules).then_some(Move::Pass)).collect(),
        ),
    };
    let mut texts: Vec<String> = open.iter().map(Move::to_string).collect();
    texts.sort_unstable();
    format!("; {who} may play {}", texts.join(", "))
}
