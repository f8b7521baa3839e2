//! `enochian journal branch`: another name of `journal pivots`, with a turn.

use crate::chess::Move;
use crate::cli::prelude::*;
use crate::journal::{self, Journal};
use crate::render::list;

use super::super::play::args::writable;
use super::super::play::{now, zone};

/// The other moves of a turn as a sentence; or with one of them, begins a branch, and says where it is.
pub(super) fn at(path: &Path, turn: u32, mv: Option<Move>, cx: &Cx) -> CommandResult<String> {
    let Some(mv) = mv else {
        let record = journal::read(path, cx.correspondences)?;
        record.check_not_quiet()?;
        let reading = record.enochian().ok_or(journal::BranchError::NotReading)?;
        let others: Vec<String> = journal::other_moves_of(reading, turn)?.iter().map(Move::to_string).collect();
        let played = &reading.turns()[turn as usize - 1];
        let throw = played.thrown.map_or_else(String::new, |thrown| format!(" with the throw {}", thrown.throw));
        return Ok(match others.as_slice() {
            [] => format!("Turn {turn} of {}{throw}: {} was the only move.\n", played.army, played.mv),
            others => format!(
                "Turn {turn} of {}{throw}: {} was played; possible were {}.\n",
                played.army,
                played.mv,
                list(others)
            ),
        });
    };
    let branch = journal::branch(path, turn, mv, (now(), zone()), cx.correspondences)?;
    let journal = Journal::save_new(&writable(cx.settings)?, &branch, cx.correspondences)?;
    let (new, parent) = (journal.path(), path.file_stem().unwrap_or_default().to_string_lossy());
    Ok(format!(
        "Begun, with {mv} in turn {turn} of {}: {}\nGo on with: enochian read --resume {}\n",
        parent,
        safe_path(new),
        shell_word(new)
    ))
}
