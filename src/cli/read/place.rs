//! Asking for the place of a question: its category, and the board, angle, square and array that follow from it.

use crate::chess::{Angle, Array, Element};
use crate::correspondences::{Correspondences, SignOrElement};
use crate::input::quoted;
use crate::reading::{QuestionDraft, matters_of};
use crate::render::{capitalised, nth};

use super::super::command_error::CommandResult;
use super::super::play::choice::{ChoiceReply, choose, offer, one_of, with};
use super::super::prompt::Prompt;
use super::rules::with_default_rules;

pub(super) fn category(
    prompt: &mut Prompt,
    draft: &QuestionDraft,
    correspondences: &Correspondences,
) -> CommandResult<ChoiceReply<QuestionDraft>> {
    let mut names: Vec<&str> = correspondences.categories().iter().map(|category| category.name.as_str()).collect();
    names.sort_unstable();
    let help = format!(
        "The category of the question. It suggests a board, an angle and a house, which you can change. Type - for no suggestion.\n{}",
        by_house(correspondences)
    );
    let read = |line: &str| match line {
        "-" => Ok(None),
        word => match correspondences.find_category(word) {
            Ok(category) => Ok(Some(category.name.clone())),
            Err(unknown) if unknown.suggestions.is_empty() => {
                Err(format!("there is no category {}; type help to list them, or - for none", quoted(word)))
            }
            Err(unknown) => {
                Err(format!("there is no category {}; did you mean {}?", quoted(word), unknown.suggestions.join(", ")))
            }
        },
    };
    offer(prompt, names.iter().copied().chain(["-"]));
    // A person needs nothing but the question; the lines of a script keep their order.
    let likely = correspondences.categories_in(draft.text.as_deref().unwrap_or_default());
    let likely = likely.first().filter(|_| prompt.is_person()).map(|it| it.name.as_str());
    let usual = draft.category.as_deref().or(likely).map(|name| (name, Some(name.to_owned())));
    let question = "What is it about? (love, money, journey …; help lists all by house)";
    let answer = choose(prompt, question, usual, &help, read)?;
    if let ChoiceReply::Given(Some(name)) = &answer
        && !prompt.is_person()
    {
        propose(prompt, name, draft, correspondences)?;
    }
    Ok(with(draft, answer, |d, name| {
        // Another category has another place.
        if d.category != name {
            *d = without_place(d);
        }
        d.category = name;
    }))
}

/// Asks whether to use the place of the category as it is.
pub(super) fn place(
    prompt: &mut Prompt,
    draft: &QuestionDraft,
    correspondences: &Correspondences,
) -> CommandResult<ChoiceReply<QuestionDraft>> {
    let Some(name) = &draft.category else { return Ok(ChoiceReply::Back) };
    propose(prompt, name, draft, correspondences)?;
    let help = "The place goes by the house of the matter, after C. Zalewski. closer asks for board, angle, Ptah, array and rules one by one.";
    let read = |line: &str| one_of(line, &["use", "closer"]).map(|word| word == "closer");
    offer(prompt, ["use", "closer"]);
    let answer = choose(prompt, "Use this place, or look closer? (use, closer)", Some(("use", false)), help, read)?;
    Ok(with(draft, answer, |d, is_closer| {
        *d = if is_closer { without_place(d) } else { with_place(d, correspondences) };
    }))
}

/// The draft without its place and the rules that go with it, so that they are asked one by one.
fn without_place(draft: &QuestionDraft) -> QuestionDraft {
    QuestionDraft {
        board: None,
        angle: None,
        force: None,
        array: None,
        ruleset: None,
        procedure: None,
        dice: None,
        direction: None,
        ..draft.clone()
    }
}

/// The draft with the place of its category, and the default rules.
fn with_place(draft: &QuestionDraft, correspondences: &Correspondences) -> QuestionDraft {
    let mut next = draft.with_category(correspondences);
    if let (Some(board), Some(angle)) = (next.board, next.angle) {
        next.array.get_or_insert(Array::of(angle, board));
    }
    with_default_rules(&next, correspondences)
}

/// The first error in a draft, if there is one.
fn objection(draft: &QuestionDraft, correspondences: &Correspondences) -> Result<(), String> {
    draft.errors(correspondences).first().map_or(Ok(()), |unfit| Err(unfit.to_string()))
}

/// The categories, a line for each house and then for each element.
fn by_house(correspondences: &Correspondences) -> String {
    let mut forces = SignOrElement::ALL.map(|force| (correspondences.force(force).house, force));
    forces.sort_by_key(|(house, _)| (house.is_none(), *house));
    let line = |(house, force): (Option<u8>, SignOrElement)| {
        let of = correspondences.categories().iter().filter(|category| category.force == force);
        let names: Vec<&str> = of.map(|category| category.name.as_str()).collect();
        let place = house.map_or(force.to_string(), |number| format!("House {number}, {force}"));
        (!names.is_empty()).then(|| format!("{place}: {}.", names.join(", ")))
    };
    forces.into_iter().filter_map(line).collect::<Vec<_>>().join("\n")
}

/// Shows what the catalogue suggests for a category.
pub(super) fn propose(
    prompt: &Prompt,
    category: &str,
    draft: &QuestionDraft,
    correspondences: &Correspondences,
) -> CommandResult<()> {
    if let Ok(found) = correspondences.find_category(category) {
        let place = correspondences.find(found.board, found.angle, found.force);
        if draft.quiet == Some(true) {
            let (name, board, angle) = (capitalised(&found.name), found.board, found.angle);
            return Ok(prompt.say(&format!("{name}: the {board} board, its {angle} angle, {place}."))?);
        }
        prompt.say(&format!(
            "{}: the {} board, its {} angle, {} on {place}. {}",
            capitalised(&found.name),
            found.board,
            found.angle,
            force_words(found.force, correspondences),
            found.why
        ))?;
    }
    Ok(())
}

/// Asks for a board or an angle, by its element.
pub(super) fn element(
    prompt: &mut Prompt,
    question: &str,
    usual: Option<Element>,
) -> CommandResult<ChoiceReply<Element>> {
    let names = Element::ALL.map(Element::name);
    let matters = [Element::Fire, Element::Water, Element::Air, Element::Earth]
        .map(|element| format!("{element}: {}.", matters_of(element)));
    let help = matters.join(" ");
    let read = |line: &str| {
        one_of(line, &names).and_then(|name| name.parse().map_err(|e: crate::chess::ParseElementError| e.to_string()))
    };
    let question = format!("{question} ({})", names.join(", "));
    offer(prompt, names);
    choose(prompt, &question, usual.map(|element| (element.name(), element)), &help, read)
}

/// `3rd house, Gemini`, or `the element Fire`.
fn force_words(force: SignOrElement, correspondences: &Correspondences) -> String {
    match correspondences.force(force).house {
        Some(house) => format!("{} house, {force}", nth(house)),
        None => format!("the element {force}"),
    }
}

pub(super) fn force(
    prompt: &mut Prompt,
    draft: &QuestionDraft,
    correspondences: &Correspondences,
) -> CommandResult<ChoiceReply<QuestionDraft>> {
    let usual = draft.with_category(correspondences).force.filter(|force| {
        // With another board or angle, the suggested sign can be on the throne.
        objection(&QuestionDraft { force: Some(*force), ..draft.clone() }, correspondences).is_ok()
    });
    let houses: Vec<String> = correspondences
        .houses()
        .iter()
        .map(|house| {
            let sign = correspondences.sign_of(house.number).map_or(String::new(), |sign| format!(" ({sign})"));
            format!("{}{sign}: {}", house.number, house.matters.join(", "))
        })
        .collect();
    let help = format!(
        "The house of the matter, 1 to 12, or its sign; or Fire, Water, Air or Earth for a matter too large for one house.\nThe Ptah is placed on this square of the angle.\n{}",
        houses.join("\n")
    );
    let read = |line: &str| {
        let force = match line.parse::<u8>() {
            Ok(house) => correspondences.sign_of(house).ok_or("a house is a number from 1 to 12")?,
            Err(_) => line
                .parse::<SignOrElement>()
                .map_err(|_| format!("{} is not a house, sign or element; type help to list them", quoted(line)))?,
        };
        objection(&QuestionDraft { force: Some(force), ..draft.clone() }, correspondences)?;
        Ok(force)
    };
    // A quiet reading starts without naming the sign or house, unless it is changed.
    let words = usual.map(|force| match draft.quiet {
        Some(true) => "as suggested".to_owned(),
        _ => force_words(force, correspondences),
    });
    let usual = words.as_deref().zip(usual);
    let forces = SignOrElement::ALL.map(|force| force.to_string());
    offer(prompt, forces.iter().map(String::as_str));
    let answer = choose(prompt, "Which house, sign or element?", usual, &help, read)?;
    if let (ChoiceReply::Given(force), Some(board), Some(angle)) = (&answer, draft.board, draft.angle) {
        let ptah = correspondences.find(board, angle, *force);
        let phrase = match draft.quiet {
            Some(true) => String::new(),
            _ => format!(", {}", correspondences.gloss(board, ptah, None, None).phrase),
        };
        prompt.say(&format!("The Ptah stands on {ptah}{phrase}; the querent plays {angle}."))?;
    }
    Ok(with(draft, answer, |d, force| d.force = Some(force)))
}

pub(super) fn array(
    prompt: &mut Prompt,
    draft: &QuestionDraft,
    correspondences: &Correspondences,
) -> CommandResult<ChoiceReply<QuestionDraft>> {
    let filled = draft.with_category(correspondences);
    let (Some(board), Some(angle)) = (filled.board, filled.angle) else { return Ok(ChoiceReply::Back) };
    let arrays = Angle::ALL.map(|angle| Array::of(angle, board));
    let names = arrays.map(|array| array.to_string());
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let rows: Vec<String> = arrays
        .iter()
        .map(|array| format!("{array}: king and {}", array.officers().map(|officer| officer.name()).join(", ")))
        .collect();
    let help = format!(
        "The starting position of all four armies, from the throne outward. The default is named after the angle.\n{}",
        rows.join("\n")
    );
    let read = |line: &str| {
        let array = match one_of(line, &names) {
            Ok(name) => name.parse::<Array>(),
            Err(_) => line.parse(),
        };
        let array = array
            .map_err(|_| format!("{} is not an array of this board; choose {}", quoted(line), names.join(", ")))?;
        objection(&QuestionDraft { array: Some(array), ..draft.clone() }, correspondences)?;
        Ok(array)
    };
    let usual = draft.array.filter(|array| array.belongs_to(board)).unwrap_or(Array::of(angle, board));
    offer(prompt, names.iter().copied());
    let answer = choose(prompt, "Which array?", Some((&usual.to_string(), usual)), &help, read)?;
    Ok(with(draft, answer, |d, array| d.array = Some(array)))
}
