//! Procedures: when and how a reading ends.

/// The criterion that ends a reading (RULES 8.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Criterion {
    /// The querent's king holds the Ptah square for a round, or a side has lost both its kings.
    Ptah,
    /// A side has lost both its kings; nothing else ends the reading.
    Kings,
}

impl Criterion {
    /// It in words: `the Ptah`, `the kings`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Criterion::Ptah => "the Ptah",
            Criterion::Kings => "the kings",
        }
    }
}

crate::named_enum! {
    /// Its name.
    Criterion { Ptah: "ptah", Kings: "kings" }
}

/// What happens when the querent's king is captured and the partner's is not (RULES 8.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KingFalls {
    /// The reading continues: an exchange of prisoners may return the king.
    PlayOn,
    /// The reading ends with No.
    Conclude,
}

crate::named_enum! {
    /// Its name.
    KingFalls { PlayOn: "play-on", Conclude: "conclude" }
}

/// What happens when both opposing kings are captured (RULES 8.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpposingKingsFall {
    /// The reading ends with Yes: there is no opposition left.
    #[default]
    Yes,
    /// The reading continues until the querent's king attains the Ptah.
    PlayOn,
}

crate::named_enum! {
    /// Its name.
    OpposingKingsFall { Yes: "yes", PlayOn: "play-on" }
}

/// A procedure of a reading.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Procedure {
    /// `ptah`.
    pub name: String,
    /// A short description.
    pub description: String,
    /// Its source.
    pub source: String,
    /// The criterion.
    pub ends_by: Criterion,
    /// Whether the reading ends when only the querent's king is captured.
    pub when_querents_king_falls: KingFalls,
    /// Whether the reading ends when both opposing kings are captured.
    pub when_opposing_kings_fall: OpposingKingsFall,
}
