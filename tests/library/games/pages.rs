//! The pages of Knightmare Chess agree with the referee.

use std::fs;
use std::path::Path;

use enochian::games::GameKind;

use super::common;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn page(name: &str) -> String {
    let path = Path::new(ROOT).join("docs/games").join(format!("{name}.md"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_page_holds_the_opening() {
    for kind in [GameKind::Three, GameKind::Free, GameKind::Team] {
        for name in [kind.name(), "knightmare"] {
            assert!(page(name).contains(&format!("`{}`", common::referee(kind, &[]).start().text())), "{name}.md");
        }
        assert!(page(kind.name()).contains(&format!("![The set-up]({kind}.svg)")));
        let page = page(kind.name());
        let (_, sample) = page.split_once("\n## A sample game\n").unwrap();
        for file in [format!("sample-{kind}.md"), format!("sample-{kind}.svg")] {
            let path = Path::new(ROOT).join("docs/games").join(&file);
            assert!(sample.contains(&format!("]({file})")) && path.is_file(), "{file}");
        }
    }
}
