//! The files of the page.

use super::call::CallAnswer;

pub(super) const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The script of the shared worker, which the page itself does not load.
const STREAM: &str = "stream.js";

/// The path, type and text of each file.
const FILES: &[(&str, &str, &str)] = &[
    ("", HTML, include_str!("page/page.html")),
    ("page.css", CSS, include_str!("page/page.css")),
    ("play.css", CSS, include_str!("page/play.css")),
    ("start.css", CSS, include_str!("page/start.css")),
    ("acts.css", CSS, include_str!("page/acts.css")),
    ("acting.js", SCRIPT, include_str!("page/acting.js")),
    ("acts.js", SCRIPT, include_str!("page/acts.js")),
    ("acts_board.js", SCRIPT, include_str!("page/acts_board.js")),
    ("acts_cards.js", SCRIPT, include_str!("page/acts_cards.js")),
    ("acts_keys.js", SCRIPT, include_str!("page/acts_keys.js")),
    ("acts_marks.js", SCRIPT, include_str!("page/acts_marks.js")),
    ("acts_model.js", SCRIPT, include_str!("page/acts_model.js")),
    ("acts_record.js", SCRIPT, include_str!("page/acts_record.js")),
    ("acts_seat.js", SCRIPT, include_str!("page/acts_seat.js")),
    ("acts_start.js", SCRIPT, include_str!("page/acts_start.js")),
    ("acts_top.js", SCRIPT, include_str!("page/acts_top.js")),
    ("acts_turn.js", SCRIPT, include_str!("page/acts_turn.js")),
    ("acts_typed.js", SCRIPT, include_str!("page/acts_typed.js")),
    ("acts_words.js", SCRIPT, include_str!("page/acts_words.js")),
    ("api.js", SCRIPT, include_str!("page/api.js")),
    ("asides.js", SCRIPT, include_str!("page/asides.js")),
    ("asking.js", SCRIPT, include_str!("page/asking.js")),
    ("board.js", SCRIPT, include_str!("page/board.js")),
    ("cells.js", SCRIPT, include_str!("page/cells.js")),
    ("conclusion.js", SCRIPT, include_str!("page/conclusion.js")),
    ("fields.js", SCRIPT, include_str!("page/fields.js")),
    ("game.js", SCRIPT, include_str!("page/game.js")),
    ("irregular.js", SCRIPT, include_str!("page/irregular.js")),
    ("journal.js", SCRIPT, include_str!("page/journal.js")),
    ("keys.js", SCRIPT, include_str!("page/keys.js")),
    ("live.js", SCRIPT, include_str!("page/live.js")),
    ("main.js", SCRIPT, include_str!("page/main.js")),
    ("marks.js", SCRIPT, include_str!("page/marks.js")),
    ("matter.js", SCRIPT, include_str!("page/matter.js")),
    ("model.js", SCRIPT, include_str!("page/model.js")),
    ("notebook.js", SCRIPT, include_str!("page/notebook.js")),
    ("players.js", SCRIPT, include_str!("page/players.js")),
    ("preferences.js", SCRIPT, include_str!("page/preferences.js")),
    ("question.js", SCRIPT, include_str!("page/question.js")),
    ("setup.js", SCRIPT, include_str!("page/setup.js")),
    ("sheet.js", SCRIPT, include_str!("page/sheet.js")),
    ("square.js", SCRIPT, include_str!("page/square.js")),
    ("standing.js", SCRIPT, include_str!("page/standing.js")),
    (STREAM, SCRIPT, include_str!("page/stream.js")),
    ("text.js", SCRIPT, include_str!("page/text.js")),
    ("top.js", SCRIPT, include_str!("page/top.js")),
    ("turn.js", SCRIPT, include_str!("page/turn.js")),
];

/// The file at a path.
pub(super) fn find(path: &str) -> Option<CallAnswer> {
    let (_, kind, text) = FILES.iter().find(|(name, ..)| *name == path)?;
    Some(match *kind {
        HTML => CallAnswer::text(HTML, text.replace("<!-- scripts -->", &preloads())),
        kind => CallAnswer::text(kind, *text),
    })
}

/// Links to all scripts, so that the browser loads them together and not one import after the other.
fn preloads() -> String {
    let scripts = FILES.iter().filter(|(name, kind, _)| *kind == SCRIPT && *name != STREAM);
    let links: Vec<String> =
        scripts.map(|(name, ..)| format!("<link rel=\"modulepreload\" href=\"{name}\">")).collect();
    links.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/server/page");
        let mut names = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        assert!(names.all(|name| name == "page.html" || find(&name).is_some()));
    }
}
