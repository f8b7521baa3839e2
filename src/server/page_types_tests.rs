//! The types of what pages get and send, written from the structs for the checker of the scripts.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

use super::call::Problem;
use super::meanings::{MeaningView, WordView};
use super::square_gloss::SquareGloss;

/// The declarations of types and of all that they are made of, by their names.
#[derive(Default)]
struct Declarations {
    seen: HashSet<TypeId>,
    by_name: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() || !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        // All numbers of the page are small.
        let config = Config::new().with_large_int("number");
        let text = T::decl(&config).replace("/**\n * ", "/** ").replace("\n */\n", " */ ").replace(" \n", "\n");
        let before = self.by_name.insert(T::name(&config), text.clone());
        assert!(before.is_none_or(|before| before == text), "two types are called {}", T::name(&config));
        T::visit_dependencies(self);
    }
}

/// `UPDATE_PAGE=1` writes the file anew.
#[test]
fn the_page_knows_the_types_of_its_state() {
    let mut declared = Declarations::default();
    declared.visit::<Problem>();
    declared.visit::<MeaningView>();
    declared.visit::<WordView>();
    declared.visit::<SquareGloss>();
    let declarations: Vec<String> = declared.by_name.into_values().collect();
    let written =
        format!("// Written by `.ci/update page` from the structs of src/server.\n\n{}\n", declarations.join("\n\n"));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/server/page/state.d.ts");
    if option_env!("UPDATE_PAGE").is_some() {
        std::fs::write(&file, &written).unwrap();
    }
    let stands = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(stands == written, "state.d.ts differs from the structs: run .ci/update page, then .ci/page");
}
