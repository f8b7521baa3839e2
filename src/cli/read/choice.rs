//! One question of the laying out, with its usual answer.

use crate::text::quoted;

use super::super::prompt::{Prompt, Reply};

/// What a person answered.
pub(super) enum Answer<T> {
    /// This.
    Given(T),
    /// Back to the question before.
    Back,
    /// Stop for now.
    Stop,
}

/// Whether a line asks to stop.
pub(super) fn is_stop(line: &str) -> bool {
    ["stop", "quit", "exit"].iter().any(|word| line.eq_ignore_ascii_case(word))
}

/// Asks until the answer can be taken. An empty line takes the usual answer, where there is one.
pub(super) fn choose<T: Clone>(
    prompt: &mut Prompt,
    question: &str,
    usual: Option<(&str, T)>,
    help: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> anyhow::Result<Answer<T>> {
    let shown = match &usual {
        Some((words, _)) => format!("{question} [{words}]"),
        None => question.to_owned(),
    };
    loop {
        let line = match prompt.ask(&shown)? {
            Reply::End => return Ok(Answer::Stop),
            Reply::Line(line) => line,
        };
        match (line.to_lowercase().as_str(), &usual) {
            ("", Some((_, value))) => return Ok(Answer::Given(value.clone())),
            ("", None) => prompt.refuse("this needs an answer; type help to see what is asked, or stop to leave it for later")?,
            ("back", _) => return Ok(Answer::Back),
            ("help" | "?", _) => prompt.say(&format!(
                "{help}\nEnter alone takes what stands in [brackets]. back: the question before. stop: leave it for later."
            ))?,
            (word, _) if is_stop(word) => return Ok(Answer::Stop),
            _ => match read(&line) {
                Ok(value) => return Ok(Answer::Given(value)),
                Err(why) => prompt.refuse(&why)?,
            },
        }
    }
}

/// Reads one of several names, or the beginning of just one of them.
pub(super) fn one_of<'n>(line: &str, names: &[&'n str]) -> Result<&'n str, String> {
    let wanted = line.to_lowercase();
    if let Some(name) = names.iter().find(|name| name.to_lowercase() == wanted) {
        return Ok(name);
    }
    let mut begins = names.iter().filter(|name| name.to_lowercase().starts_with(&wanted));
    match (begins.next(), begins.next()) {
        (Some(name), None) => Ok(name),
        _ => Err(format!("{} is none of {}", quoted(line), names.join(", "))),
    }
}
