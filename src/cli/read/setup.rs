//! Asking the question and setting up the board.
//!
//! Anything answered by a file or an earlier session is not asked again. After every answer the draft is saved in its own
//! file.

use std::path::Path;

use crate::chess::{Angle, Array, Board, Direction, Element};
use crate::correspondences::{Correspondences, SignOrElement};
use crate::input::{quoted, safe_prose, shell_word};
use crate::journal::UnfinishedQuestion;
use crate::reading::{DieThrower, ParseQuestionKindError, QuestionDraft, QuestionKind, matters_of};
use crate::record::{Heading, Subject, player_names};
use crate::render::{capitalised, nth};

use super::super::command_error::CommandResult;
use super::super::cx::Cx;
use super::super::play::choice::{ChoicePrompt, ChoiceReply, ask_all, choose, offer, one_of, with};
use super::super::play::resume::with_way_out;
use super::super::play::{now, seats, zone};
use super::super::prompt::Prompt;

/// Mentions unfinished questions before a new one is asked.
pub(super) fn mention(prompt: &Prompt, folder: &Path) -> CommandResult<()> {
    let notice = match UnfinishedQuestion::list(folder).as_slice() {
        [] => return Ok(()),
        [(_, one)] => {
            format!("There is an unfinished question. Resume it with: enochian read --resume {}", shell_word(one))
        }
        many => {
            format!("There are {} unfinished questions. Resume one of them with: enochian read --resume", many.len())
        }
    };
    Ok(prompt.say(&notice)?)
}

/// The questions, in their order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReadStep {
    Text,
    Querent,
    Category,
    Place,
    Board,
    Angle,
    Force,
    Array,
    Customs,
    Players,
    Die,
    Known,
    Supposed,
    Asked,
}

const STEPS: [ReadStep; 14] = [
    ReadStep::Text,
    ReadStep::Querent,
    ReadStep::Category,
    ReadStep::Place,
    ReadStep::Board,
    ReadStep::Angle,
    ReadStep::Force,
    ReadStep::Array,
    ReadStep::Customs,
    ReadStep::Players,
    ReadStep::Die,
    ReadStep::Known,
    ReadStep::Supposed,
    ReadStep::Asked,
];

/// Asks for everything that the draft leaves open. None if the person stops or the input ends; then the answers so far are
/// saved.
pub(super) fn ask(
    prompt: &mut Prompt,
    draft: QuestionDraft,
    unfinished: &mut UnfinishedQuestion,
    cx: &Cx,
) -> CommandResult<Option<Heading>> {
    prompt.say("At every question, press Enter for the [default], or type help, back or stop. help and a word, such as help angle, explains it.\n")?;
    if let Some(category) = &draft.category
        && !is_answered(ReadStep::Place, &draft)
        && !prompt.is_person()
    {
        propose(prompt, category, &draft, cx.correspondences)?;
    }
    // Optional questions are for people only, so that the lines of a script keep their order.
    let is_person = prompt.is_person();
    let steps: Vec<ReadStep> = STEPS.into_iter().filter(|step| is_person || !step.may_be_left_out()).collect();
    let ask = |step: ReadStep, prompt: &mut Prompt, draft: &QuestionDraft| step.ask(prompt, draft, cx);
    let save = |prompt: &Prompt, draft: &QuestionDraft| match unfinished.save(draft).map_err(with_way_out) {
        // A person can free disk space and continue; the answers are in memory, and saved with the next one.
        Err(error) if prompt.is_person() => Ok(prompt.say(&safe_prose(&format!("{error}")))?),
        saved => saved,
    };
    let draft = match ask_all(prompt, &steps, draft, is_answered, ask, save)? {
        ChoicePrompt::Settled(draft) => draft,
        ChoicePrompt::Stopped(draft) => {
            stopped(prompt, unfinished, &draft)?;
            return Ok(None);
        }
    };
    let question = draft.resolve(cx.correspondences).map_err(|errors| {
        let parts: Vec<String> = errors.iter().map(ToString::to_string).collect();
        problem!("{}", parts.join("; "))
    })?;
    let die = draft.die.unwrap_or(DieThrower::ByHand);
    let players = draft.players.clone().unwrap_or_else(|| vec![question.querent.clone()]);
    let players = player_names(&players).map_err(|error| problem!("{error}"))?;
    let mut chance = die.dice_source();
    let Some(seats) = seats::settle(prompt, &players, Some(question.army()), &mut chance)? else {
        stopped(prompt, unfinished, &draft)?;
        return Ok(None);
    };
    let subject = Subject::Reading(Box::new(question), die);
    Ok(Some(Heading { game: subject.into(), begun: now(), zone: zone(), seats, automatic: false, branch: None }))
}

fn stopped(prompt: &mut Prompt, unfinished: &mut UnfinishedQuestion, draft: &QuestionDraft) -> CommandResult<()> {
    // Try again to save answers that could not be saved before.
    if unfinished.is_behind()
        && let Err(error) = unfinished.save(draft).map_err(with_way_out)
    {
        return Ok(prompt.fail(&safe_prose(&format!("{error}\n\n{}", draft.to_toml())))?);
    }
    let notice = match unfinished.path() {
        None => "\nStopped; there are no answers to save.".to_owned(),
        Some(path) => {
            format!("\nStopped. Your answers are saved. Resume with: enochian read --resume {}", shell_word(path))
        }
    };
    Ok(prompt.say(&notice)?)
}

fn is_answered(step: ReadStep, draft: &QuestionDraft) -> bool {
    match step {
        ReadStep::Text => draft.text.is_some(),
        ReadStep::Querent => draft.querent.is_some(),
        // The category only suggests a square; if there is one, there is nothing to suggest.
        ReadStep::Category => {
            draft.category.is_some() || draft.board.is_some() && draft.angle.is_some() && draft.force.is_some()
        }
        // Without a category there is no place to use.
        ReadStep::Place => {
            draft.category.is_none() || draft.board.is_some() && draft.angle.is_some() && draft.force.is_some()
        }
        ReadStep::Board => draft.board.is_some(),
        ReadStep::Angle => draft.angle.is_some(),
        ReadStep::Force => draft.force.is_some(),
        ReadStep::Array => draft.array.is_some(),
        ReadStep::Customs => {
            draft.ruleset.is_some() && draft.procedure.is_some() && draft.dice.is_some() && draft.direction.is_some()
        }
        ReadStep::Players => draft.players.is_some(),
        ReadStep::Die => draft.die.is_some(),
        ReadStep::Known => draft.known.is_some(),
        ReadStep::Supposed => draft.supposed.is_some(),
        ReadStep::Asked => draft.asked.is_some(),
    }
}

/// The first error in a draft, if there is one.
fn objection(draft: &QuestionDraft, correspondences: &Correspondences) -> Result<(), String> {
    draft.errors(correspondences).first().map_or(Ok(()), |unfit| Err(unfit.to_string()))
}

impl ReadStep {
    /// Whether it is one of the notes before the first turn (INTERPRETATION 1.2), or a short cut.
    fn may_be_left_out(self) -> bool {
        matches!(self, ReadStep::Place | ReadStep::Known | ReadStep::Supposed | ReadStep::Asked)
    }

    fn ask(self, prompt: &mut Prompt, draft: &QuestionDraft, cx: &Cx) -> CommandResult<ChoiceReply<QuestionDraft>> {
        let words = |line: &str| Ok::<_, String>(line.to_owned());
        Ok(match self {
            ReadStep::Text => {
                let help = "The question in the querent's own words, on one line. If it begins with help, put it in quotation marks.";
                let usual = draft.text.as_deref().map(|text| (text, text.to_owned()));
                // In quotation marks it is no request for help.
                let text = |line: &str| {
                    let within = line.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
                    words(within.filter(|text| text.starts_with("help ")).unwrap_or(line))
                };
                with(draft, choose(prompt, "What is the question?", usual, help, text)?, |d, text| d.text = Some(text))
            }
            ReadStep::Querent => {
                let help = "The querent: the person whose question it is.";
                let usual = draft.querent.as_deref().map(|name| (name, name.to_owned()));
                with(draft, choose(prompt, "Who asks?", usual, help, words)?, |d, name| d.querent = Some(name))
            }
            ReadStep::Category => category(prompt, draft, cx.correspondences)?,
            ReadStep::Place => place(prompt, draft, cx.correspondences)?,
            ReadStep::Board => {
                let usual = draft.with_category(cx.correspondences).board.map(Board::element);
                let answer = element(prompt, "Which board?", usual)?;
                with(draft, answer, |d, element| d.board = Some(Board::of(element)))
            }
            ReadStep::Angle => {
                let usual = draft.with_category(cx.correspondences).angle.map(Angle::element);
                let answer = element(prompt, "Which angle of it?", usual)?;
                with(draft, answer, |d, element| d.angle = Some(Angle::of(element)))
            }
            ReadStep::Force => force(prompt, draft, cx.correspondences)?,
            ReadStep::Array => array(prompt, draft, cx.correspondences)?,
            ReadStep::Customs => customs(prompt, draft, cx.correspondences)?,
            ReadStep::Players => players(prompt, draft)?,
            ReadStep::Die => die(prompt, draft, cx.settings.program_throws())?,
            ReadStep::Known => {
                let help =
                    "What is known about the matter before the first turn. It is written at the top of the journal.";
                let answer = note(prompt, "What is known already?", &draft.known, help)?;
                with(draft, answer, |d, known| d.known = known)
            }
            ReadStep::Supposed => {
                let help = "What is supposed or hoped, as distinct from what is known.";
                let answer = note(prompt, "What is supposed?", &draft.supposed, help)?;
                with(draft, answer, |d, supposed| d.supposed = supposed)
            }
            ReadStep::Asked => {
                let help = "What exactly the reading should answer.";
                let answer = note(prompt, "What should the reading answer?", &draft.asked, help)?;
                with(draft, answer, |d, asked| d.asked = asked)
            }
        })
    }
}

/// Asks for an optional note.
fn note(
    prompt: &mut Prompt,
    question: &str,
    said: &Option<String>,
    help: &str,
) -> CommandResult<ChoiceReply<Option<String>>> {
    let usual = (said.as_deref().unwrap_or("nothing"), said.clone());
    let help = format!("{help} Type - to skip this.");
    let read = |line: &str| Ok((line != "-").then(|| line.to_owned()));
    choose(prompt, question, Some(usual), &help, read)
}

fn category(
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
fn place(
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
    with_customs(&next, correspondences)
}

/// The draft with the default rules where none were chosen.
fn with_customs(draft: &QuestionDraft, correspondences: &Correspondences) -> QuestionDraft {
    let mut next = draft.clone();
    next.ruleset.get_or_insert_with(|| correspondences.rulesets()[0].name.clone());
    next.procedure.get_or_insert_with(|| correspondences.procedures()[0].name.clone());
    next.dice.get_or_insert_with(|| correspondences.dice_tables()[0].name.clone());
    next.direction.get_or_insert(Direction::Deosil);
    next
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
fn propose(
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
fn element(prompt: &mut Prompt, question: &str, usual: Option<Element>) -> CommandResult<ChoiceReply<Element>> {
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

fn force(
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

fn array(
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

/// The settings that rarely change: asked together, and one by one only on request.
fn customs(
    prompt: &mut Prompt,
    draft: &QuestionDraft,
    correspondences: &Correspondences,
) -> CommandResult<ChoiceReply<QuestionDraft>> {
    let mut next = with_customs(draft, correspondences);
    let direction = next.direction.unwrap_or_default();
    let kind = draft.with_category(correspondences).kind.unwrap_or_default();
    let of = |name: &Option<String>| name.clone().unwrap_or_default();
    // What each means, in a line.
    let means = |word: &str, name: &Option<String>, description: Option<&str>| {
        let sentence = description.unwrap_or_default().split(['.', ':', ';']).next().unwrap_or_default();
        format!("  {word:<12}{}: {}\n", of(name), sentence.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let named = |name: &Option<String>| name.clone().unwrap_or_default();
    let ruleset = correspondences.ruleset(&named(&next.ruleset)).ok().map(|it| it.description.as_str());
    let procedure = correspondences.procedure(&named(&next.procedure)).ok().map(|it| it.description.as_str());
    let dice = correspondences.dice_table(&named(&next.dice)).ok().map(|it| it.description.as_str());
    let turns = match direction {
        Direction::Deosil => "clockwise, Air to Water",
        Direction::Widdershins => "against the clock, Air to Earth",
    };
    let asks = match kind == QuestionKind::default() {
        true => String::new(),
        false => format!("  {:<12}{kind}\n", "asks"),
    };
    prompt.say(&format!(
        "The rules of this reading:\n{}{}{}  {:<12}{direction}: {turns}\n{asks}",
        means("ruleset", &next.ruleset, ruleset),
        means("procedure", &next.procedure, procedure),
        means("dice table", &next.dice, dice),
        "turns",
    ))?;
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
            ChoiceReply::Back => return customs(prompt, draft, correspondences),
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

fn players(prompt: &mut Prompt, draft: &QuestionDraft) -> CommandResult<ChoiceReply<QuestionDraft>> {
    let querent = draft.querent.clone().unwrap_or_default();
    let help = "One player plays all four armies. With two to four players, name the one who plays the querent's army first; two players play a side each. The names level-1 to level-4 are the program, from the weakest to the strongest.";
    let usual = draft.players.as_ref().map_or(querent, |players| players.join(", "));
    Ok(with(draft, seats::ask_players(prompt, Some(&usual), help)?, |d, names| d.players = Some(names)))
}

fn die(prompt: &mut Prompt, draft: &QuestionDraft, program_throws: bool) -> CommandResult<ChoiceReply<QuestionDraft>> {
    let help = "hand: you throw a die and type its number. program: the program throws. A number is a seed: the program throws, and the same seed always gives the same throws. For a seed from 1 to 6, type seed before it.";
    let read = |line: &str| {
        let (seed, number) = line.strip_prefix("seed ").map_or((false, line), |number| (true, number.trim()));
        match number.parse::<u64>() {
            // This is probably a throw, typed too early; as a seed it would hand the die to the program.
            Ok(1..=6) if !seed => Err(format!(
                "throws of your die are asked for later; type hand, program, or seed {line} for throws by the program with that seed"
            )),
            Ok(seed) if i64::try_from(seed).is_ok() => Ok(DieThrower::Seeded(seed)),
            Ok(_) => Err("the seed can be at most 9223372036854775807".to_owned()),
            Err(_) => one_of(line, &["hand", "program"])
                .map(|word| if word == "hand" { DieThrower::ByHand } else { DieThrower::ByProgram }),
        }
    };
    let default = if program_throws { DieThrower::ByProgram } else { DieThrower::ByHand };
    let usual = draft.die.unwrap_or(default);
    let shown = match usual {
        DieThrower::ByHand => "hand".to_owned(),
        DieThrower::ByProgram => "program".to_owned(),
        DieThrower::Seeded(seed) => format!("seed {seed}"),
    };
    let answer = choose(prompt, "Who throws the die? (hand, program, or a seed)", Some((&shown, usual)), help, read)?;
    Ok(with(draft, answer, |d, die| d.die = Some(die)))
}
