//! `enochian` without a command, at a terminal: what there is to go on with, and what can be begun.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::chess::Mode;
use crate::cli::prelude::*;
use crate::input::{Source, shortened};
use crate::journal::{IndexEntry, Metadata, UnfinishedQuestion, set_copies_aside};
use crate::reading::QuestionDraft;
use crate::render::count;

use super::journal::due;
use super::run;
use super::settings::{Flags, Settings};

/// What can be begun: the word to type, what it does, and the command.
const WAYS: &[(&str, &str, &str)] = &[
    ("ask", "ask a question, and play a reading", "read"),
    ("play", "play a game without a question", "game"),
    #[cfg(feature = "table")]
    ("table", "open the table in the browser", "table"),
    ("learn", "learn the game in twelve short lessons", "learn"),
    ("look", "look up a square, piece, sign, card or word", "meaning"),
];

/// How many journals are listed of each kind.
const LISTED: usize = 3;

/// A journal or a question that is offered, under a heading.
struct Offer {
    heading: &'static str,
    title: String,
    more: String,
    command: Vec<OsString>,
    /// Whether the person comes back from it.
    is_look: bool,
}

/// Offers what is unfinished, what is due, the latest journals and what can be begun, until something is begun or the person
/// stops.
pub(super) fn begin() -> CommandResult<()> {
    let cx = &Cx::new(Settings::gather(&Flags::default())?)?;
    let mut prompt = Prompt::new(false)?.explaining(cx.correspondences);
    let (offers, unread) = offers(cx)?;
    let page = page(cx.settings, &offers, unread);
    prompt.say(&page)?;
    loop {
        let Some(line) = prompt.ask(">")? else { return Ok(()) };
        let word = line.to_lowercase();
        let (command, is_look) = if let Some(offer) = numbered(&offers, &word) {
            (offer.command.clone(), offer.is_look)
        } else if let Some((_, _, command)) = WAYS.iter().find(|(name, _, command)| [*name, *command].contains(&&*word))
        {
            (vec![OsString::from(command)], *command == "meaning")
        } else {
            match word.as_str() {
                "" => prompt.say(&page)?,
                "help" | "h" | "?" => drop(run(["enochian", "--help"].map(OsString::from).to_vec())),
                _ => prompt.refuse(&format!(
                    "{} is not a choice; type a number or a word of the list, help or stop",
                    quoted(&line)
                ))?,
            }
            continue;
        };
        let code = run([OsString::from("enochian")].into_iter().chain(command).collect());
        if !is_look {
            return reported(code == ExitCode::SUCCESS);
        }
        prompt.say("\nPress Enter for the list, or choose again.")?;
    }
}

fn numbered<'o>(offers: &'o [Offer], word: &str) -> Option<&'o Offer> {
    offers.get(word.parse::<usize>().ok()?.checked_sub(1)?)
}

fn page(settings: &Settings, offers: &[Offer], unread: usize) -> String {
    let notebook = settings.notebook();
    let mut page = match (settings.journals().is_dir(), notebook.as_os_str().is_empty()) {
        (true, true) => "The notebook is the folder you are in.\n".to_owned(),
        (true, false) => format!("The notebook is {}.\n", safe_path(notebook)),
        (false, _) => {
            format!("A notebook for Enochian chess. Your first reading makes yours, {}.\n", safe_path(notebook))
        }
    };
    let mut heading = "";
    for (offer, number) in offers.iter().zip(1..) {
        if offer.heading != heading {
            heading = offer.heading;
            page += &format!("\n{heading}\n");
        }
        page += &format!("  {number:>2}  {}  ({})\n", shortened(&offer.title), offer.more);
    }
    if unread > 0 {
        let files = count(unread, "file");
        page += &format!("\n{files} in it cannot be read; see enochian journal check\n");
    }
    page.push('\n');
    for (name, what, _) in WAYS {
        page += &format!("  {name:<6} {what}\n");
    }
    page + "\nType a number, a word of the list, help or stop."
}

/// What is offered, and the number of files that cannot be read.
fn offers(cx: &Cx) -> CommandResult<(Vec<Offer>, usize)> {
    if !cx.settings.journals().is_dir() {
        return Ok((Vec::new(), 0));
    }
    let (entries, _) = set_copies_aside(journal_names::list(cx)?);
    let sound = || entries.iter().filter_map(|entry| Some((entry, entry.metadata.as_deref().ok()?)));
    let questions = UnfinishedQuestion::list(cx.settings.journals()).into_iter().take(LISTED);
    let mut offers: Vec<Offer> = questions.map(|(_, path)| unfinished_question(&path, cx.correspondences)).collect();
    offers.extend(sound().filter(|(_, metadata)| !metadata.is_concluded).take(LISTED).map(unfinished));
    offers.extend(due::passed(&entries, cx.correspondences).into_iter().take(LISTED).map(|it| {
        let more = format!("since {}; say what came of it with enochian journal outcome", it.due.on);
        Offer {
            heading: "Due",
            title: it.metadata.title.clone(),
            more,
            command: show(it.entry.path.clone().into()),
            is_look: true,
        }
    }));
    offers.extend(sound().filter(|(_, metadata)| metadata.is_concluded).take(LISTED).map(concluded));
    Ok((offers, entries.iter().filter(|entry| entry.metadata.is_err()).count()))
}

fn show(path: OsString) -> Vec<OsString> {
    vec!["journal".into(), "show".into(), path]
}

fn unfinished_question(path: &Path, correspondences: &Correspondences) -> Offer {
    let draft = Source::read(path, Source::TOML_LIMIT).and_then(|source| QuestionDraft::read(&source, correspondences));
    let title = draft.ok().and_then(|draft| draft.text).unwrap_or_else(|| "A question".to_owned());
    let command = vec!["read".into(), "--resume".into(), path.into()];
    Offer { heading: UNFINISHED, title, more: "not all is answered yet".to_owned(), command, is_look: false }
}

const UNFINISHED: &str = "Unfinished";

fn unfinished((entry, metadata): (&IndexEntry, &Metadata)) -> Offer {
    let command = match metadata.mode {
        Mode::Reading => "read",
        Mode::Game => "game",
    };
    let more = format!("{}, {}", metadata.begun.date_naive(), count(metadata.turns as usize, "turn"));
    let command = vec![command.into(), "--resume".into(), entry.path.clone().into()];
    Offer { heading: UNFINISHED, title: metadata.title.clone(), more, command, is_look: false }
}

fn concluded((entry, metadata): (&IndexEntry, &Metadata)) -> Offer {
    // Of a game only the result, not the reason.
    let answer = metadata.answer.split(": ").next().unwrap_or_default();
    let more = format!("{}: {}", metadata.begun.date_naive(), answer);
    Offer {
        heading: "Latest",
        title: metadata.title.clone(),
        more,
        command: show(entry.path.clone().into()),
        is_look: true,
    }
}
