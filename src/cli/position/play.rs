//! `enochian position play`.

use std::io::Write;
use std::process::ExitCode;

use crate::chess::{Exchange, IllegalMove, Move, Position};
use crate::cli::stdout;
use crate::correspondences::Correspondences;
use crate::input::quoted;
use crate::session::{Act, IllegalAct, Session};

use super::super::command_error::CommandResult;
use super::{LINES, PositionRules, PositionTerms, RulesArguments, requests};

/// Play moves, and print the position after them
///
/// A turn can start with withdraw, or with an exchange of prisoners: exchange,
/// the enemy's letter, the square of the mover's partner's king, and the square
/// of the enemy's partner's king. A turn without a move is pass.
///
/// Examples:
///   enochian position play "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" Ka8b7 Kh8g8
///   enochian position play "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" withdraw --reading
///   enochian position play - < requests.jsonl
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct PlayPositionArgs {
    /// The position, in quotation marks, or - for lines of JSON (see `enochian position --help`)
    position: String,
    /// The moves and actions, in order: Nc8d6, Pb2b1=Q, pass, withdraw, exchange w h1 a1
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    #[command(flatten)]
    rules: RulesArguments,
}

impl PlayPositionArgs {
    pub(super) fn run(self, correspondences: &Correspondences) -> CommandResult<ExitCode> {
        let rules = self.rules.rules(&[], correspondences)?;
        if self.position == LINES {
            if self.moves.is_empty() {
                return requests::answer_lines(&rules, None, None, correspondences);
            }
            misuse!("with -, the moves belong in each line, as \"play\"");
        }
        let position = rules.read(&self.position)?;
        if self.moves.is_empty() {
            let example = if matches!(rules, PositionRules::Enochian(_)) { ", such as Nc8d6" } else { "" };
            let missing = format!("there is no move to play; add one{example}");
            misuse!("{missing}");
        }
        writeln!(stdout::plain(), "{}", position.played(self.moves.iter().map(String::as_str))?.text())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The position after some moves and actions. The four words of an exchange can be one text or several.
pub(super) fn played<'t>(
    terms: &PositionTerms<'_>,
    position: Position,
    texts: impl Iterator<Item = &'t str>,
) -> CommandResult<Position> {
    let mut session = terms.session(position)?;
    let mut words = texts.flat_map(|text| text.split(' '));
    while let Some(word) = words.next() {
        let text = match word {
            "exchange" => [word].into_iter().chain(words.by_ref().take(3)).collect::<Vec<_>>().join(" "),
            _ => word.to_owned(),
        };
        let act = read_act(&text, &session)?;
        let refused = session.accept(act).err();
        if let Some(refused) = refused {
            let (ply, open) = (session.position().ply(), open(&session, act, refused));
            fail!("{text} is illegal at ply {ply}: {refused}{open}");
        }
    }
    Ok(session.position().clone())
}

fn read_act(text: &str, session: &Session) -> CommandResult<Act> {
    if text == "withdraw" {
        return Ok(Act::Withdrawal(session.turn()));
    }
    if text.starts_with("exchange") {
        let exchange = text.parse::<Exchange>();
        return exchange.map(Act::Exchange).map_err(|error| problem!("{} is not an exchange; {error}", quoted(text)));
    }
    text.parse().map(Act::Move).map_err(|_| {
        problem!(
            "{} is not a move; expected a piece K Q R B N P, the square it leaves and the square it goes to, such as Nc8d6 (with =Q for a choice of promotion), or pass, withdraw, or exchange w h1 a1",
            quoted(text)
        )
    })
}

/// The legal alternatives: of the same piece, if it has a move, or else of the army; for an exchange, the exchanges.
fn open(session: &Session, act: Act, refused: IllegalAct) -> String {
    let (position, rules) = (session.position(), session.rules());
    let texts = |moves: &[Move]| {
        let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
        texts.sort_unstable();
        texts.dedup();
        texts.join(", ")
    };
    match (act, refused) {
        (_, IllegalAct::Illegal(IllegalMove::Over(_))) => String::new(),
        (Act::Exchange(_), _) => {
            let open: Vec<String> = position.exchanges(rules).iter().map(Exchange::to_string).collect();
            if open.is_empty() { String::new() } else { format!("; possible is {}", open.join(" or ")) }
        }
        (Act::Move(tried), _) => {
            let mut moves = session.moves();
            let same_piece = |mv: &Move| match (*mv, tried) {
                (Move::Step { role, from, .. }, Move::Step { role: tried, from: left, .. }) => {
                    (role, from) == (tried, left)
                }
                _ => false,
            };
            let of_piece: Vec<Move> = moves.iter().copied().filter(same_piece).collect();
            if let (Move::Step { role, from, .. }, [_, ..]) = (tried, of_piece.as_slice()) {
                return format!("; the {role} on {from} may play {}", texts(&of_piece));
            }
            moves.extend(position.is_legal(Move::Pass, rules).then_some(Move::Pass));
            format!("; {} may play {}", session.turn(), texts(&moves))
        }
        _ => String::new(),
    }
}
