//! The files of the page.

use crate::export::LOOK;

use super::call::CallAnswer;

pub(super) const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The path, type and text of each file.
const FILES: &[(&str, &str, &str)] = &[
    ("", HTML, include_str!("page/page.html")),
    ("look.css", CSS, LOOK),
    ("page.css", CSS, include_str!("page/page.css")),
    ("play.css", CSS, include_str!("page/play.css")),
    ("start.css", CSS, include_str!("page/start.css")),
    ("acts.css", CSS, include_str!("page/acts.css")),
    ("awake.js", SCRIPT, include_str!("page/awake.js")),
    ("dialogs.js", SCRIPT, include_str!("page/dialogs.js")),
    ("hand.js", SCRIPT, include_str!("page/hand.js")),
    ("lesson.js", SCRIPT, include_str!("page/lesson.js")),
    ("live.js", SCRIPT, include_str!("page/live.js")),
    ("main.js", SCRIPT, include_str!("page/main.js")),
    ("play.js", SCRIPT, include_str!("page/play.js")),
    ("preferences.js", SCRIPT, include_str!("page/preferences.js")),
    ("reach.js", SCRIPT, include_str!("page/reach.js")),
    ("text.js", SCRIPT, include_str!("page/text.js")),
    ("vendor/idiomorph.js", SCRIPT, include_str!("page/vendor/idiomorph.js")),
    ("view.js", SCRIPT, include_str!("page/view.js")),
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
    let scripts = FILES.iter().filter(|(_, kind, _)| *kind == SCRIPT);
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
        // Types are for the checker of the scripts alone.
        assert!(names.all(|name| ["page.html", "vendor"].contains(&name.as_str())
            || name.ends_with(".d.ts")
            || find(&name).is_some()));
    }
}
