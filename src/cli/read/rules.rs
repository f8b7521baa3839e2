//! Asking for the rules of a reading: ruleset, procedure, dice table, direction, and what the question asks.

use crate::chess::Direction;
use crate::correspondences::Correspondences;
use crate::reading::{ParseQuestionKindError, QuestionDraft, QuestionKind};

use super::super::command_error::CommandResult;
use super::super::play::choice::{ChoiceReply, choose, one_of, with};
use super::super::prompt::Prompt;

/// The draft with the default rules where none were chosen.
pub(super) fn with_default_rules(draft: &QuestionDraft, correspondences: &Correspondences) -> QuestionDraft {
    let mut next = draft.clone();
    next.ruleset.get_or_insert_with(|| correspondences.rulesets()[0].name.clone());
    next.procedure.get_or_insert_with(|| correspondences.procedures()[0].name.clone());
    next.dice.get_or_insert_with(|| correspondences.dice_tables()[0].name.clone());
    next.direction.get_or_insert(Direction::Deosil);
    next
}

/// Asks for the rules of the reading, which rarely change: all together, and one by one only on request.
pub(super) fn rules(
    prompt: &mut Prompt,
    draft: &QuestionDraft,
    correspondences: &Correspondences,
) -> CommandResult<ChoiceReply<QuestionDraft>> {
    let mut next = with_default_rules(draft, correspondences);
    let direction = next.direction.unwrap_or_default();
    let kind = draft.with_category(correspondences).kind.unwrap_or_default();
    let of = |name: &Option<String>| name.clone().unwrap_or_default();
    // What each means, in a line.
    let line = |word: &str, name: &str, means: &str| {
        let sentence = means.split(['.', ':', ';']).next().unwrap_or_default();
        format!("  {word:<12}{name}: {}\n", sentence.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let named = [
        ("ruleset", of(&next.ruleset), correspondences.ruleset(&of(&next.ruleset)).map(|it| it.description.as_str())),
        (
            "procedure",
            of(&next.procedure),
            correspondences.procedure(&of(&next.procedure)).map(|it| it.description.as_str()),
        ),
        ("dice table", of(&next.dice), correspondences.dice_table(&of(&next.dice)).map(|it| it.description.as_str())),
    ];
    let named: String =
        named.into_iter().map(|(word, name, means)| line(word, &name, means.unwrap_or_default())).collect();
    let turns = match direction {
        Direction::Deosil => "clockwise, Air to Water",
        Direction::Widdershins => "against the clock, Air to Earth",
    };
    let asks = match kind == QuestionKind::default() {
        true => String::new(),
        false => format!("  {:<12}{kind}\n", "asks"),
    };
    prompt
        .say(&format!("The rules of this reading:\n{named}{}{asks}", line("turns", &direction.to_string(), turns)))?;
    let mut help = String::from("Press Enter to keep these, or type change to choose each of them.");
    for (name, description) in correspondences
        .rulesets()
        .iter()
        .map(|r| (&r.name, &r.description))
        .chain(correspondences.procedures().iter().map(|p| (&p.name, &p.description)))
        .chain(correspondences.dice_tables().iter().map(|t| (&t.name, &t.description)))
    {
        help.push_str(&format!("\n{name}: {}", description.split_whitespace().collect::<Vec<_>>().join(" ")));
    }
    help.push_str("\nturns: deosil is clockwise, Air to Water; widdershins is the reverse.");
    help.push_str("\nasks: whether something is so, the default; who it is; when it will be; which of two things.");
    let read = |line: &str| one_of(line, &["keep", "change"]).map(|word| word == "change");
    match choose(prompt, "Keep these rules, or change them? (keep, change)", Some(("keep", false)), &help, read)? {
        ChoiceReply::Given(true) => {}
        ChoiceReply::Given(false) => return Ok(ChoiceReply::Given(next)),
        ChoiceReply::Back => return Ok(ChoiceReply::Back),
        ChoiceReply::Stop => return Ok(ChoiceReply::Stop),
    }
    let rulesets: Vec<&str> = correspondences.rulesets().iter().map(|r| r.name.as_str()).collect();
    let procedures: Vec<&str> = correspondences.procedures().iter().map(|p| p.name.as_str()).collect();
    let tables: Vec<&str> = correspondences.dice_tables().iter().map(|t| t.name.as_str()).collect();
    for (question, names, field) in [
        ("Ruleset", rulesets, &mut next.ruleset),
        ("Procedure", procedures, &mut next.procedure),
        ("Dice table", tables, &mut next.dice),
    ] {
        let usual = of(field);
        let question = format!("{question} ({})", names.join(", "));
        let answer = choose(prompt, &question, Some((&usual, usual.clone())), &help, |line| {
            one_of(line, &names).map(str::to_owned)
        })?;
        match answer {
            ChoiceReply::Given(name) => *field = Some(name),
            ChoiceReply::Back => return rules(prompt, draft, correspondences),
            ChoiceReply::Stop => return Ok(ChoiceReply::Stop),
        }
    }
    let read = |line: &str| {
        one_of(line, &["deosil", "widdershins"])
            .map(|word| if word == "deosil" { Direction::Deosil } else { Direction::Widdershins })
    };
    let usual = direction.to_string();
    let answer = choose(prompt, "Turns (deosil, widdershins)", Some((&usual, direction)), &help, read)?;
    let ChoiceReply::Given(direction) = answer else { return Ok(with(&next, answer, |_, _| ())) };
    next.direction = Some(direction);
    // Asked of people only, so that the lines of a script keep their order; a script has a question file.
    if !prompt.is_person() {
        return Ok(ChoiceReply::Given(next));
    }
    let kinds = QuestionKind::ALL.map(QuestionKind::name);
    let read = |line: &str| {
        one_of(line, &kinds).and_then(|name| name.parse().map_err(|e: ParseQuestionKindError| e.to_string()))
    };
    let question = format!("Asks ({})", kinds.join(", "));
    let answer = choose(prompt, &question, Some((kind.name(), kind)), &help, read)?;
    Ok(with(&next, answer, |d, kind| d.kind = Some(kind)))
}
