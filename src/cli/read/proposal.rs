//! What the program proposes: the place of a question's category, and the rules, which rarely change.

use crate::chess::Direction;
use crate::cli::prelude::*;
use crate::correspondences::SignOrElement;
use crate::reading::{Draft, QuestionDraft, QuestionKind};
use crate::render::{capitalised, nth};

use super::super::play::choice::{ChoiceReply, choose, offer, one_of};

/// Shows the place that the catalogue suggests for the category.
pub(super) fn place(prompt: &Prompt, draft: &QuestionDraft, correspondences: &Correspondences) -> CommandResult<()> {
    let Ok(found) = correspondences.find_category(draft.category.as_deref().unwrap_or_default()) else {
        return Ok(());
    };
    let (name, board, angle) = (capitalised(&found.name), found.board, found.angle);
    let square = correspondences.find(board, angle, found.force);
    let text = match draft.quiet {
        Some(true) => format!("{name}: the {board} board, its {angle} angle, {square}."),
        _ => {
            let force = force_words(found.force, correspondences);
            format!("{name}: the {board} board, its {angle} angle, {force} on {square}. {}", found.why)
        }
    };
    Ok(prompt.say(&text)?)
}

/// Asks whether to use the place of the category as it is.
pub(super) fn use_place(
    prompt: &mut Prompt,
    draft: &QuestionDraft,
    correspondences: &Correspondences,
) -> CommandResult<ChoiceReply<QuestionDraft>> {
    place(prompt, draft, correspondences)?;
    let help = "The place goes by the house of the matter, after C. Zalewski. closer asks for board, angle, Ptah, array and rules one by one.";
    let used = draft.with_defaults(&[&QuestionDraft::PLACE[..], &QuestionDraft::RULES].concat(), correspondences);
    let closer = draft.without(&QuestionDraft::PLACE).without(&QuestionDraft::RULES);
    choose_between(prompt, "Use this place, or look closer?", [("use", used), ("closer", closer)], help)
}

/// Shows where the Ptah stands.
pub(super) fn ptah(prompt: &Prompt, draft: &QuestionDraft, correspondences: &Correspondences) -> CommandResult<()> {
    let (Some(board), Some(angle), Some(force)) = (draft.board, draft.angle, draft.force) else { return Ok(()) };
    let ptah = correspondences.find(board, angle, force);
    let phrase = match draft.quiet {
        Some(true) => String::new(),
        _ => format!(", {}", correspondences.gloss(board, ptah, None, None).phrase),
    };
    Ok(prompt.say(format!("The Ptah stands on {ptah}{phrase}; the querent plays {angle}."))?)
}

/// Shows the rules of the reading, with what each means in a line, and asks whether to keep them.
pub(super) fn keep_rules(
    prompt: &mut Prompt,
    draft: &QuestionDraft,
    correspondences: &Correspondences,
) -> CommandResult<ChoiceReply<QuestionDraft>> {
    let kept = draft.with_defaults(&QuestionDraft::RULES, correspondences);
    let of = |name: &Option<String>| name.clone().unwrap_or_default();
    let (ruleset, procedure, dice) = (of(&kept.ruleset), of(&kept.procedure), of(&kept.dice));
    let line = |word: &str, name: &str, means: Option<&str>| {
        let sentence = means.unwrap_or_default().split(['.', ':', ';']).next().unwrap_or_default();
        format!("  {word:<12}{name}: {}\n", sentence.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let direction = kept.direction.unwrap_or_default();
    let turns = match direction {
        Direction::Deosil => "clockwise, Air to Water",
        Direction::Widdershins => "against the clock, Air to Earth",
    };
    let lines = [
        line("ruleset", &ruleset, correspondences.ruleset(&ruleset).ok().map(|it| it.description.as_str())),
        line("procedure", &procedure, correspondences.procedure(&procedure).ok().map(|it| it.description.as_str())),
        line("dice table", &dice, correspondences.dice_table(&dice).ok().map(|it| it.description.as_str())),
        line("turns", direction.name(), Some(turns)),
    ];
    let asks = kept.kind.filter(|kind| *kind != QuestionKind::default());
    let asks = asks.map_or(String::new(), |kind| format!("  {:<12}{kind}\n", "asks"));
    prompt.say(format!("The rules of this reading:\n{}{asks}", lines.concat()))?;
    let keys = QuestionDraft::RULES.iter().filter_map(|name| QuestionDraft::key(name));
    let help: Vec<String> = keys.map(|key| (key.help)(draft, correspondences)).collect();
    let help = format!("Press Enter to keep these, or type change to choose each of them.\n{}", help.join("\n"));
    let changed = draft.without(&QuestionDraft::RULES);
    choose_between(prompt, "Keep these rules, or change them?", [("keep", kept), ("change", changed)], &help)
}

/// Asks for one of two words, and returns the draft that belongs to it; the first is the default.
fn choose_between(
    prompt: &mut Prompt,
    question: &str,
    drafts: [(&str, QuestionDraft); 2],
    help: &str,
) -> CommandResult<ChoiceReply<QuestionDraft>> {
    let words = [drafts[0].0, drafts[1].0];
    offer(prompt, words);
    let question = format!("{question} ({})", words.join(", "));
    let read = |line: &str| {
        let word = one_of(line, &words)?;
        Ok(drafts[usize::from(word == words[1])].1.clone())
    };
    choose(prompt, &question, Some((words[0], drafts[0].1.clone())), help, read)
}

/// `3rd house, Gemini`, or `the element Fire`.
fn force_words(force: SignOrElement, correspondences: &Correspondences) -> String {
    match correspondences.force(force).house {
        Some(house) => format!("{} house, {force}", nth(house)),
        None => format!("the element {force}"),
    }
}
