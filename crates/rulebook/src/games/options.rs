//! The options of a game: `cards=on`.

use std::collections::BTreeMap;

use super::OptionsError;

/// An option that a kind of game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name: `cards`.
    pub name: &'static str,
    /// Its values, the default first: `off`, `on`.
    pub values: &'static [&'static str],
    /// What it does, in a sentence.
    pub about: &'static str,
}

/// The options chosen for a game; those that are not named have their default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameOptions(BTreeMap<String, String>);

impl GameOptions {
    /// Checks options, given as names and values, against what a kind of game has. Defaults are left out.
    ///
    /// # Errors
    /// If there is no such option or value.
    pub fn new<'o>(
        chosen: impl IntoIterator<Item = (&'o str, &'o str)>,
        specs: &[OptionSpec],
    ) -> Result<GameOptions, OptionsError> {
        let mut options = BTreeMap::new();
        for (name, value) in chosen {
            let Some(spec) = specs.iter().find(|spec| spec.name == name) else {
                let names: Vec<&str> = specs.iter().map(|spec| spec.name).collect();
                let expected = if names.is_empty() {
                    "none: this game has no options".to_owned()
                } else {
                    format!("one of {}", names.join(", "))
                };
                return Err(OptionsError {
                    problem: format!("unknown option {}", crate::input::quoted(name)),
                    expected,
                });
            };
            if !spec.values.contains(&value) {
                return Err(OptionsError {
                    problem: format!("the option {name} cannot be {}", crate::input::quoted(value)),
                    expected: format!("one of {}", spec.values.join(", ")),
                });
            }
            if spec.values.first() == Some(&value) {
                options.remove(name);
            } else {
                options.insert(name.to_owned(), value.to_owned());
            }
        }
        Ok(GameOptions(options))
    }

    /// The chosen value of an option; `None` is the default.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Whether an option has a value that is not its default.
    #[must_use]
    pub fn is(&self, name: &str, value: &str) -> bool {
        self.get(name) == Some(value)
    }

    /// The options that are not at their default, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}
