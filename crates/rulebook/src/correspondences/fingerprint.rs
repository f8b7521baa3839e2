//! Fingerprints of the data, computed when they are asked for.

use sha2::{Digest, Sha256};

use super::Correspondences;

/// The files on which no text of a journal about squares and pieces depends: choices for a reading, and what no journal mentions.
/// Besides them there are the lessons.
const OTHERS: [&str; 8] = [
    "dice.toml",
    "procedures.toml",
    "rulesets.toml",
    "namings.toml",
    "names.toml",
    "layers.toml",
    "glossary.toml",
    "catalog.toml",
];

/// Equal tables come from equal files.
impl PartialEq for Correspondences {
    fn eq(&self, other: &Correspondences) -> bool {
        self.digest() == other.digest()
    }
}

impl Eq for Correspondences {}

impl Correspondences {
    /// A fingerprint of all data files: `sha256:` and 64 digits. It shows whether two runs of the program had the same
    /// data.
    ///
    /// ```standalone_crate
    /// use enochian::correspondences::Correspondences;
    /// let other = Correspondences::with_file("dice.toml", &(include_str!("../../data/dice.toml").to_owned() + "\n"));
    /// assert_ne!(other.unwrap().digest(), Correspondences::embedded().digest());
    /// ```
    #[must_use]
    pub fn digest(&self) -> &str {
        self.digest.get_or_init(|| {
            // The length keeps file boundaries apart.
            fingerprint(
                self.tables.files.iter().map(|file| format!("{} {}\n{}", file.name, file.text.len(), file.text)),
            )
        })
    }

    /// A fingerprint of the correspondences alone: of the files on elements, qualities, signs, houses, triangles, boards,
    /// pieces, strength, planets, persons, relations, figures, time, summaries, cards and phrases, without comments and blank
    /// lines. A journal's texts about squares and pieces depend only on these, and not on the
    /// procedures, dice tables, rulesets, namings, the catalogue, the glossary and the optional layers.
    ///
    /// ```standalone_crate
    /// use enochian::correspondences::Correspondences;
    /// let with = |file: &str, text: &str| Correspondences::with_file(file, text).unwrap().correspondences_digest().to_owned();
    /// let figures = include_str!("../../data/figures.toml");
    /// let same = Correspondences::embedded().correspondences_digest();
    /// assert_eq!(with("figures.toml", &format!("# mine\n\n{figures}")), same);
    /// assert_eq!(with("dice.toml", &(include_str!("../../data/dice.toml").to_owned() + "\n")), same);
    /// assert_ne!(with("figures.toml", &figures.replace("Tristitia", "Sadness")), same);
    /// ```
    #[must_use]
    pub fn correspondences_digest(&self) -> &str {
        self.correspondences_digest.get_or_init(|| {
            let is_other = |name: &str| OTHERS.contains(&name) || name.starts_with("lessons/");
            let files = self.tables.files.iter().filter(|file| !is_other(file.name));
            fingerprint(files.map(|file| {
                let lines: Vec<&str> = significant_lines(&file.text).collect();
                format!("{} {}\n{}\n", file.name, lines.len(), lines.join("\n"))
            }))
        })
    }
}

/// The fingerprint of texts that follow each other.
fn fingerprint(texts: impl Iterator<Item = String>) -> String {
    let mut digest = Sha256::new();
    texts.for_each(|text| digest.update(text));
    let digits: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{digits}")
}

/// The lines of a TOML file, trimmed, without blank lines and comments.
fn significant_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}
