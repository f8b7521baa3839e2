//! The environment of all templates: of pages, and of the sentences in which a reading is told.

use minijinja::{Environment, filters, functions, tests};

/// An environment with those filters, tests and functions of MiniJinja that templates use; the rest would make the page that has the
/// program with it a thirtieth larger. `data/summary.toml` names them.
#[must_use]
pub fn template_environment<'t>() -> Environment<'t> {
    let mut environment = Environment::empty();
    environment.add_filter("capitalize", filters::capitalize);
    environment.add_filter("default", filters::default);
    environment.add_filter("items", filters::items);
    environment.add_filter("join", filters::join);
    environment.add_filter("length", filters::length);
    environment.add_filter("list", filters::list);
    environment.add_filter("lower", filters::lower);
    environment.add_filter("replace", filters::replace);
    environment.add_filter("round", filters::round);
    environment.add_filter("safe", filters::safe);
    environment.add_filter("selectattr", filters::selectattr);
    environment.add_filter("title", filters::title);
    environment.add_filter("upper", filters::upper);
    environment.add_test("defined", tests::is_defined);
    environment.add_test("eq", tests::is_eq);
    environment.add_test("none", tests::is_none);
    environment.add_function("range", functions::range);
    environment
}
