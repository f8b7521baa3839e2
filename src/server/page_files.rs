//! The files of the page.

use crate::export::LOOK;

use super::call::CallAnswer;

pub(super) const HTML: &str = "text/html; charset=utf-8";

/// The names and texts of files of the folder.
macro_rules! files {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("page/", $name)))),*] };
}

const PAGE: &str = include_str!("page/page.html");
const STYLES: &[(&str, &str)] = files! { "page.css" "play.css" "start.css" "acts.css" };
const SCRIPTS: &[(&str, &str)] = files! {
    "awake.js" "hand.js" "lesson.js" "live.js" "main.js" "play.js" "preferences.js" "reach.js"
    "text.js" "vendor/idiomorph.js" "view.js"
};

/// The file at a path.
pub(super) fn find(path: &str) -> Option<CallAnswer> {
    let at = |files: &[(&str, &'static str)]| files.iter().find(|(name, _)| *name == path).map(|(_, text)| *text);
    match path {
        "" => Some(CallAnswer::text(HTML, PAGE.replace("<!-- scripts -->", &preloads()))),
        "look.css" => Some(CallAnswer::text("text/css; charset=utf-8", LOOK)),
        _ => at(STYLES)
            .map(|text| CallAnswer::text("text/css; charset=utf-8", text))
            .or_else(|| Some(CallAnswer::text("text/javascript; charset=utf-8", at(SCRIPTS)?))),
    }
}

/// Links to all scripts, so that the browser loads them together and not one import after the other.
fn preloads() -> String {
    let links: Vec<String> =
        SCRIPTS.iter().map(|(name, _)| format!("<link rel=\"modulepreload\" href=\"{name}\">")).collect();
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
