//! What is wrong in a question.

use crate::chess::{Angle, Array};
use crate::correspondences::Correspondences;
use crate::input::{alternatives, quoted};
use crate::record::{UnknownLevel, check_players, player_names};

use super::QuestionDraft;
use super::draft_key::{DraftError, error};

/// All errors in the draft, whatever else will be added.
pub(super) fn errors(draft: &QuestionDraft, correspondences: &Correspondences) -> Vec<DraftError> {
    let mut errors = Vec::new();
    if let Some(name) = &draft.category
        && let Err(unknown) = correspondences.find_category(name)
    {
        let remedy = match unknown.suggestions.as_slice() {
            [] => "a name from the catalogue, or a board, an angle and a house instead".to_owned(),
            near => format!("a name from the catalogue; did you mean {}?", near.join(" or ")),
        };
        errors.push(error("category", format!("unknown category {}", quoted(name)), remedy));
    }
    let filled = draft.with_category(correspondences);
    if let (Some(board), Some(array)) = (filled.board, filled.array)
        && !array.belongs_to(board)
    {
        let four = Angle::ALL.map(|angle| Array::of(angle, board).to_string());
        errors.push(error(
            "array",
            format!("{array} does not belong to the {board} board"),
            alternatives(four.iter().map(String::as_str)),
        ));
    }
    if let (Some(board), Some(angle), Some(force)) = (filled.board, filled.angle, filled.force)
        && correspondences.find(board, angle, force) == angle.throne()
    {
        errors.push(error(
            if draft.force.is_some() { "force" } else { "category" },
            format!(
                "{force} in the {angle} angle of the {board} board is {}, the throne on which the querent's king starts; the Ptah cannot be there",
                angle.throne()
            ),
            "another house or sign, or another angle".to_owned(),
        ));
    }
    let unknown = [
        ("ruleset", draft.ruleset.as_deref().and_then(|name| correspondences.ruleset(name).err())),
        ("procedure", draft.procedure.as_deref().and_then(|name| correspondences.procedure(name).err())),
        ("dice", draft.dice.as_deref().and_then(|name| correspondences.dice_table(name).err())),
    ];
    for (key, unknown) in unknown {
        if let Some(unknown) = unknown {
            let problem = format!("unknown {} {}", unknown.kind, quoted(&unknown.name));
            errors.push(error(key, problem, alternatives(unknown.known.iter().map(String::as_str))));
        }
    }
    if let Some(players) = &draft.players {
        if check_players(players).is_err() {
            let problem = format!("players is {}", quoted(&players.join(", ")));
            errors.push(error("players", problem, "one to four different names, the querent's player first"));
        } else if let Err(UnknownLevel(name)) = player_names(players) {
            let problem = format!("the program has no {}", quoted(&name));
            errors.push(error("players", problem, "level-1, level-2, level-3 or level-4"));
        }
    }
    errors
}
