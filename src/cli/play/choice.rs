//! Questions with a default answer.

use std::collections::BTreeSet;

use crate::cli::prelude::*;
use crate::input::folded;
use crate::reading::{Draft, DraftKey};

use super::super::tab::Words;

/// An answer.
pub(in super::super) enum ChoiceReply<T> {
    /// A value.
    Given(T),
    /// Back to the previous question.
    Back,
    /// Stop for now.
    Stop,
}

/// The result of several questions.
pub(in super::super) enum ChoicePrompt<D> {
    /// Everything is answered.
    Settled(D),
    /// The person stopped, or the input ended, with these answers.
    Stopped(D),
}

/// Asks for everything that a draft leaves open, with a way back to earlier questions.
pub(in super::super) fn ask_all<S: Copy, D: Clone>(
    prompt: &mut Prompt,
    steps: &[S],
    mut draft: D,
    is_answered: impl Fn(S, &D) -> bool,
    mut ask: impl FnMut(S, &mut Prompt, &D) -> CommandResult<ChoiceReply<D>>,
    mut keep: impl FnMut(&Prompt, &D) -> CommandResult<()>,
) -> CommandResult<ChoicePrompt<D>> {
    let mut asked: Vec<usize> = Vec::new();
    // The questions to which the person went back: they are asked again, with what was answered as the default.
    let mut again = BTreeSet::new();
    let mut at = 0;
    while let Some(&step) = steps.get(at) {
        if !again.contains(&at) && is_answered(step, &draft) {
            at += 1;
            continue;
        }
        match ask(step, prompt, &draft)? {
            ChoiceReply::Given(next) => {
                draft = next;
                again.remove(&at);
                asked.push(at);
                at += 1;
                keep(prompt, &draft)?;
            }
            // An answer from a file or an earlier session can be given anew too.
            ChoiceReply::Back => {
                match asked.pop().or_else(|| (0..at).rev().find(|&before| is_answered(steps[before], &draft))) {
                    Some(before) => {
                        again.extend([before, at]);
                        at = before;
                    }
                    None => prompt.refuse("this is the first question")?,
                }
            }
            ChoiceReply::Stop => return Ok(ChoicePrompt::Stopped(draft)),
        }
    }
    Ok(ChoicePrompt::Settled(draft))
}

/// Reads an answer into a copy of the draft.
pub(in super::super) fn with<D: Clone, T>(
    draft: &D,
    answer: ChoiceReply<T>,
    set: impl FnOnce(&mut D, T),
) -> ChoiceReply<D> {
    match answer {
        ChoiceReply::Given(value) => {
            let mut next = draft.clone();
            set(&mut next, value);
            ChoiceReply::Given(next)
        }
        ChoiceReply::Back => ChoiceReply::Back,
        ChoiceReply::Stop => ChoiceReply::Stop,
    }
}

/// Lets Tab complete these answers to the next question, and the words that every question takes.
pub(in super::super) fn offer<'a>(prompt: &mut Prompt, answers: impl IntoIterator<Item = &'a str>) {
    let first = answers.into_iter().chain(WORDS).map(str::to_owned).collect();
    prompt.offer(Words { first, rest: Vec::new() });
}

/// Asks until the answer is valid. An empty line is the default, if there is one.
pub(in super::super) fn choose<T: Clone>(
    prompt: &mut Prompt,
    question: &str,
    default: Option<(&str, T)>,
    help: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> CommandResult<ChoiceReply<T>> {
    let shown = match &default {
        Some((words, _)) => format!("{question} [{words}]"),
        None => question.to_owned(),
    };
    let answer = loop {
        let Some(line) = prompt.ask(&shown)? else { break ChoiceReply::Stop };
        match (line.to_lowercase().as_str(), &default) {
            ("", Some((_, value))) => break ChoiceReply::Given(value.clone()),
            ("", None) => {
                prompt.refuse("an answer is needed; type help for an explanation, or stop to leave and resume later")?
            }
            ("back", _) => break ChoiceReply::Back,
            ("help" | "h" | "?", default) => {
                let enter = if default.is_some() { "Press Enter for the [default]. " } else { "" };
                prompt.say(format!(
                    "{help}\n{enter}Type back for the previous question, or stop to leave and resume later."
                ))?;
            }
            _ => match read(&line) {
                Ok(value) => break ChoiceReply::Given(value),
                Err(why) => prompt.refuse(&why)?,
            },
        }
    };
    // The completions were for this question.
    offer(prompt, []);
    Ok(answer)
}

/// Asks for a key of a draft, and returns the draft with the answer. An empty line is its value, or else the default.
pub(in super::super) fn ask_key<D: Draft>(
    prompt: &mut Prompt,
    key: &DraftKey<D>,
    draft: &D,
    default: Option<String>,
    correspondences: &Correspondences,
) -> CommandResult<ChoiceReply<D>> {
    let choices = (key.choices)(draft, correspondences);
    let names: Vec<&str> = choices.iter().map(String::as_str).collect();
    let listed = names.join(", ");
    // A long list is shown to whoever asks for help.
    let question = match listed.len() {
        1..=60 => format!("{} ({listed})", key.question),
        _ => key.question.to_owned(),
    };
    let with = |text: &str| draft.with(key, &text.into(), correspondences);
    let default = key.text(draft).or(default).and_then(|text| Some((with(&text).ok()?, text)));
    let default = match default {
        None if key.is_optional && choices.is_empty() => Some((draft.clone(), "nothing".to_owned())),
        default => default,
    };
    let mut help = (key.help)(draft, correspondences);
    if key.is_optional {
        help = format!("{help}\nType - to skip this.");
    }
    let read = |line: &str| match line {
        "-" if key.is_optional => Ok(draft.without(&[key.name])),
        // In quotation marks it is no word for the program.
        line => {
            let within = line.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            let line = within.filter(|text| WORDS.iter().any(|word| text.starts_with(word))).unwrap_or(line);
            let named = one_of(line, &names);
            with(named.as_deref().unwrap_or(line)).map_err(|error| match named {
                Err(unnamed) if (1..=12).contains(&names.len()) => unnamed,
                _ => error.to_string(),
            })
        }
    };
    offer(prompt, names.iter().copied().chain(key.is_optional.then_some("-")));
    let default = default.as_ref().map(|(draft, text)| (text.as_str(), draft.clone()));
    choose(prompt, &question, default, &help, read)
}

/// What every question takes.
const WORDS: [&str; 3] = ["back", "help", "stop"];

/// Asks for yes or no.
pub(in super::super) fn confirm(
    prompt: &mut Prompt,
    question: &str,
    default: Option<bool>,
    help: &str,
) -> CommandResult<ChoiceReply<bool>> {
    let word = |yes| if yes { "yes" } else { "no" };
    let read = |line: &str| one_of(line, &["yes", "no"]).map(|word| word == "yes");
    let default = default.map(|yes| (word(yes), yes));
    choose(prompt, &format!("{question} (yes, no)"), default, help, read)
}

/// The names as a choice: `deosil or widdershins`.
pub(in super::super) fn alternatives(names: &[&str]) -> String {
    match names {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        names => names.concat(),
    }
}

/// Reads one of several names, or an unambiguous beginning of one.
pub(in super::super) fn one_of<'n>(line: &str, names: &[&'n str]) -> Result<&'n str, String> {
    let wanted = folded(line);
    if let Some(name) = names.iter().find(|name| folded(name) == wanted) {
        return Ok(name);
    }
    let mut begins = names.iter().filter(|name| folded(name).starts_with(&*wanted));
    match (begins.next(), begins.next()) {
        (Some(name), None) => Ok(name),
        _ => Err(format!("{} is not a choice; choose {}", quoted(line), alternatives(names))),
    }
}
