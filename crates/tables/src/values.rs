//! Tables in memory, in columns: what their columns are, and batches of their rows.

/// A column: its name, meaning and type.
#[derive(Clone, Debug)]
pub struct Field {
    /// `ptah_turn`.
    pub name: String,
    /// What its values are, in words.
    pub meaning: String,
    /// Its type.
    pub kind: FieldKind,
    /// Whether values may be missing.
    pub nullable: bool,
}

/// The type of a column.
#[derive(Clone, Debug)]
pub enum FieldKind {
    /// Numbers up to 65,535. In files they have 32 bits and a sign: a difference of numbers without one wraps silently in some
    /// programs.
    Number,
    /// Numbers of 64 bits.
    Large,
    /// Yes or no.
    Flag,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Any text.
    Text,
    /// Items with these columns.
    List(Vec<Field>),
}

impl Field {
    /// The fields of the columns that have values: this, or those of the items in a list.
    pub fn leaves(&self) -> &[Field] {
        match &self.kind {
            FieldKind::List(items) => items,
            _ => std::slice::from_ref(self),
        }
    }
}

/// The values of a column in a batch.
#[derive(Debug)]
pub struct ColumnValues {
    /// The values.
    pub values: Values,
    /// Which are there; `None` if all are. Where one is missing stands 0, or an empty text.
    pub known: Option<Vec<bool>>,
}

/// The values of a column by its type: see [`FieldKind`].
#[allow(missing_docs, reason = "they are those of the types")]
#[derive(Debug)]
pub enum Values {
    Numbers(Vec<u16>),
    Large(Vec<i64>),
    Flags(Vec<bool>),
    /// The places of words in the list of the field.
    Words(Vec<u8>),
    Texts(Vec<String>),
}

impl ColumnValues {
    /// Whether the value in a row is there.
    #[inline]
    #[must_use]
    pub fn is_known(&self, row: usize) -> bool {
        self.known.as_ref().is_none_or(|known| known[row])
    }
}

/// Some rows of a table.
#[derive(Debug)]
pub struct Batch {
    /// The number of rows.
    pub rows: usize,
    /// The columns in their order; after those of rows stand those of the items in lists.
    pub columns: Vec<ColumnValues>,
    /// The lengths of the lists, if the table has some.
    pub lengths: Option<Vec<usize>>,
}
