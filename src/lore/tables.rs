//! The whole of the correspondences.

use std::path::Path;
use std::sync::OnceLock;

use crate::chess::{Angle, Army, Board, Element, Kind, Piece, Square};
use crate::text::Faults;

use super::dignity::Dignities;
use super::figure::Figures;
use super::files::{self, Shelf};
use super::layer::Layers;
use super::person::Persons;
use super::piece::Pieces;
use super::planet::Planets;
use super::relation::Relations;
use super::sentence::Sentences;
use super::strength::Strengths;
use super::time::Times;
use super::triangle::Triangles;
use super::{
    BoardLore, Category, Colour, DiceTable, DignityLore, ElementLore, EssentialDignity, Force, ForceLore, Grade,
    HouseLore, Naming, Nature, PieceLore, PlanetLore, Procedure, Quality, QualityLore, Ruleset, SquareLore, Strength,
    Triangle, UnknownCategory, UnknownName, catalog, entries,
};

/// All the correspondences, checked and frozen.
///
/// ```
/// use enochian::chess::{Angle, Board, Element};
/// use enochian::lore::{Force, Lore};
///
/// let lore = Lore::embedded();
/// let square = lore.find(Board::Air, Angle::Water, Force::Capricorn);
/// assert_eq!(square.to_string(), "f5");
/// assert_eq!(lore.force(Force::Capricorn).trump.to_string(), "XV The Devil");
/// assert_eq!(lore.dignity(Element::Fire, Element::Water).dignity.to_string(), "contrary");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lore {
    pub(super) tables: Tables,
    digest: String,
    correspondences_digest: String,
}

/// What the files held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tables {
    pub(super) elements: [ElementLore; 4],
    pub(super) dignities: Dignities,
    pub(super) qualities: [QualityLore; 4],
    pub(super) forces: [ForceLore; 16],
    pub(super) houses: [HouseLore; 12],
    pub(super) triangles: Triangles,
    pub(super) boards: [BoardLore; 4],
    pub(super) pieces: Pieces,
    pub(super) strengths: Strengths,
    pub(super) sentences: Sentences,
    pub(super) planets: Planets,
    pub(super) persons: Persons,
    pub(super) relations: Relations,
    pub(super) figures: Figures,
    pub(super) times: Times,
    pub(super) layers: Layers,
    pub(super) dice: Vec<DiceTable>,
    pub(super) procedures: Vec<Procedure>,
    pub(super) rulesets: Vec<Ruleset>,
    pub(super) namings: Vec<Naming>,
    pub(super) categories: Vec<Category>,
}

impl Lore {
    pub(super) fn of(tables: Tables, [digest, correspondences_digest]: [String; 2]) -> Lore {
        Lore { tables, digest, correspondences_digest }
    }

    /// The correspondences built into the program.
    pub fn embedded() -> &'static Lore {
        static LORE: OnceLock<Lore> = OnceLock::new();
        LORE.get_or_init(|| {
            files::read(&Shelf::Embedded)
                .expect("the data were compiled into this program, and its tests read them without a fault")
        })
    }

    /// Reads a folder with the same files as `data/` in place of those built in. A copy made by an earlier version may lack
    /// those that came later, and any copy its `catalog.toml`: then those built in are kept. Other files are ignored.
    ///
    /// # Errors
    ///
    /// Everything wrong in every file: one that is missing or cannot be read, faults of TOML, missing and unknown keys,
    /// values out of range, and tables that are incomplete or contradict themselves.
    pub fn from_dir(folder: &Path) -> Result<Lore, Faults> {
        files::read(&Shelf::Folder(folder))
    }

    /// The correspondences built in, with another text for one of the files: `dice.toml`, `boards/air.toml`. A name that
    /// is none of [`Lore::files`] changes nothing.
    ///
    /// # Errors
    ///
    /// As [`Lore::from_dir`].
    ///
    /// ```
    /// use enochian::lore::Lore;
    /// let faults = Lore::with_file("dice.toml", "[[table]]\nname = \"mine\"\n").unwrap_err();
    /// assert!(faults.to_string().starts_with("dice.toml:1: "));
    /// ```
    pub fn with_file(file: &str, text: &str) -> Result<Lore, Faults> {
        files::read(&Shelf::Replaced(file, text))
    }

    /// The names of the data files, as they are called within a folder of data.
    pub fn files() -> impl Iterator<Item = &'static str> + Clone {
        files::names()
    }

    /// A fingerprint of the texts of all data files: `sha256:` and 64 digits. It tells whether two runs of the program had
    /// the same data before them.
    ///
    /// ```
    /// use enochian::lore::Lore;
    /// let other = Lore::with_file("dice.toml", &(include_str!("../../data/dice.toml").to_owned() + "\n"));
    /// assert_ne!(other.unwrap().digest(), Lore::embedded().digest());
    /// ```
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// A fingerprint of the correspondences alone: of the files on elements, qualities, signs, houses, triangles, boards,
    /// pieces, strength, planets, persons, relations, figures and time, without their comments and blank lines; where a
    /// folder lacks one of them, of the others. What a journal tells of a square or a piece rests on these; another
    /// procedure, dice table, ruleset, naming, catalogue or optional layer leaves it as it is.
    ///
    /// ```
    /// use enochian::lore::Lore;
    /// let with = |file: &str, text: &str| Lore::with_file(file, text).unwrap().correspondences_digest().to_owned();
    /// let forces = include_str!("../../data/forces.toml");
    /// let same = Lore::embedded().correspondences_digest();
    /// assert_eq!(with("forces.toml", &format!("# mine\n\n{forces}")), same);
    /// assert_eq!(with("dice.toml", &(include_str!("../../data/dice.toml").to_owned() + "\n")), same);
    /// assert_ne!(with("forces.toml", &forces.replace("Tristitia", "Sadness")), same);
    /// ```
    pub fn correspondences_digest(&self) -> &str {
        &self.correspondences_digest
    }

    /// What is said of an element.
    pub fn element(&self, element: Element) -> &ElementLore {
        &self.tables.elements[element.index()]
    }

    /// How two elements stand to each other by the scheme in force; the same both ways.
    pub fn dignity(&self, one: Element, two: Element) -> &DignityLore {
        self.tables.dignities.between(one, two)
    }

    /// What is said of Spirit, which has no elemental dignity.
    pub fn spirit(&self) -> &str {
        &self.tables.dignities.spirit
    }

    /// What is said of a quality.
    pub fn quality(&self, quality: Quality) -> &QualityLore {
        &self.tables.qualities[quality.index()]
    }

    /// What hangs on a sign or element.
    pub fn force(&self, force: Force) -> &ForceLore {
        &self.tables.forces[force.index()]
    }

    /// The twelve houses in their order.
    pub fn houses(&self) -> &[HouseLore; 12] {
        &self.tables.houses
    }

    /// The house of a number 1 to 12.
    pub fn house(&self, number: u8) -> Option<&HouseLore> {
        self.tables.houses.get(usize::from(number).wrapping_sub(1))
    }

    /// The sign that governs the house of a number 1 to 12.
    ///
    /// ```
    /// use enochian::lore::{Force, Lore};
    /// assert_eq!(Lore::embedded().sign_of(3), Some(Force::Gemini));
    /// ```
    pub fn sign_of(&self, house: u8) -> Option<Force> {
        self.tables.forces.iter().find(|lore| lore.house == Some(house)).map(|lore| lore.force)
    }

    /// The four triangles of a square, in the order of the data.
    pub fn triangles(&self) -> &[Triangle; 4] {
        &self.tables.triangles.four
    }

    /// The colour of the truncated top between the triangles.
    pub fn top(&self) -> &Colour {
        &self.tables.triangles.top
    }

    /// What is said of a board.
    pub fn board(&self, board: Board) -> &BoardLore {
        &self.tables.boards[board.index()]
    }

    /// What a square is on a board.
    pub fn square(&self, board: Board, square: Square) -> &SquareLore {
        self.board(board).square(square)
    }

    /// The square of a force in an angle of a board: where the Ptah of a question is set.
    pub fn find(&self, board: Board, angle: Angle, force: Force) -> Square {
        self.board(board).find(angle, force)
    }

    /// What is said of a piece.
    pub fn piece(&self, piece: Piece) -> &PieceLore {
        self.tables.pieces.piece(piece)
    }

    /// The court card of a piece with its suit, `Knight of Cups`; pawns have none.
    pub fn court_card(&self, piece: Piece) -> Option<String> {
        let court = self.piece(piece).court.as_deref()?;
        Some(format!("{court} of {}", self.element(piece.army.element()).suit))
    }

    /// The planet of a piece, when the question is the querent's, who plays that army (ZAL table V). A pawn has that of
    /// the officer it serves, unless the data give pawns none.
    ///
    /// ```
    /// use enochian::chess::{Army, Kind, Piece};
    /// use enochian::lore::Lore;
    /// let king = Piece { army: Army::Earth, kind: Kind::King };
    /// assert_eq!(Lore::embedded().planet(king, Army::Earth), Some("Sun"));
    /// assert_eq!(Lore::embedded().planet(king, Army::Water), Some("Neptune"));
    /// ```
    pub fn planet(&self, piece: Piece, querent: Army) -> Option<&str> {
        self.tables.pieces.planet(piece, querent)
    }

    /// What is said of the planet of a name; none where the data do not say anything of it.
    pub fn planet_lore(&self, name: &str) -> Option<&PlanetLore> {
        self.tables.planets.planets.iter().find(|planet| planet.name == name)
    }

    /// Every planet that the data say something of.
    pub fn planets(&self) -> &[PlanetLore] {
        &self.tables.planets.planets
    }

    /// How strong a piece is by the board and the angle in which it stands.
    ///
    /// ```
    /// use enochian::chess::{Angle, Army, Board, Kind, Officer, Piece};
    /// use enochian::lore::{Grade, Lore};
    /// let queen = Piece { army: Army::Water, kind: Kind::Officer(Officer::Queen) };
    /// assert_eq!(Lore::embedded().grade(queen, Board::Water, Angle::Water), Grade::Strongest);
    /// ```
    pub fn grade(&self, piece: Piece, board: Board, angle: Angle) -> Grade {
        self.tables.strengths.grade(piece, board, angle)
    }

    /// How strong a piece is on a square, when the question is that querent's: by board and angle, by its planet in the
    /// sign, by its element on that of the square, and one word for the three together.
    ///
    /// ```
    /// use enochian::chess::{Army, Board, Kind, Officer, Piece};
    /// use enochian::lore::Lore;
    /// let pawn = Piece { army: Army::Air, kind: Kind::Pawn(Officer::Bishop) };
    /// let strength = Lore::embedded().strength(pawn, Board::Water, "a6".parse().unwrap(), Some(Army::Air));
    /// assert_eq!((strength.grade, strength.sign, strength.element), (2, 0, 1));
    /// assert_eq!(strength.word, "very strong");
    /// ```
    pub fn strength(&self, piece: Piece, board: Board, square: Square, querent: Option<Army>) -> Strength {
        let here = self.square(board, square);
        let planet = self.known_planet(piece, querent).and_then(|name| self.planet_lore(name));
        let sign = planet.and_then(|planet| planet.dignity(here.force)).map_or(0, EssentialDignity::value);
        let element = match self.piece(piece).nature {
            Nature::Spirit => 0,
            Nature::Element(element) => self.dignity(element, here.column).dignity.value(),
        };
        self.tables.strengths.whole(self.grade(piece, board, here.angle).value(), sign, element)
    }

    /// The planet of a piece, where it does not matter whose the question is, or that is known: only a king's depends on it.
    ///
    /// ```
    /// use enochian::chess::{Army, Kind, Officer, Piece};
    /// use enochian::lore::Lore;
    /// let king = Piece { army: Army::Earth, kind: Kind::King };
    /// assert_eq!(Lore::embedded().known_planet(king, None), None);
    /// let queen = Piece { kind: Kind::Officer(Officer::Queen), ..king };
    /// assert_eq!(Lore::embedded().known_planet(queen, None), Some("Moon"));
    /// ```
    pub fn known_planet(&self, piece: Piece, querent: Option<Army>) -> Option<&str> {
        let querent = querent.or((piece.kind != Kind::King).then_some(piece.army));
        self.planet(piece, querent?)
    }

    /// The tables of the die; the first is the default.
    pub fn dice_tables(&self) -> &[DiceTable] {
        &self.tables.dice
    }

    /// The table of the die of a name.
    ///
    /// # Errors
    ///
    /// When there is none of that name: the error holds those there are.
    pub fn dice_table(&self, name: &str) -> Result<&DiceTable, UnknownName> {
        entries::find(&self.tables.dice, name)
    }

    /// The procedures; the first is the default.
    pub fn procedures(&self) -> &[Procedure] {
        &self.tables.procedures
    }

    /// The procedure of a name.
    ///
    /// # Errors
    ///
    /// When there is none of that name: the error holds those there are.
    pub fn procedure(&self, name: &str) -> Result<&Procedure, UnknownName> {
        entries::find(&self.tables.procedures, name)
    }

    /// The rulesets; the first is the default.
    pub fn rulesets(&self) -> &[Ruleset] {
        &self.tables.rulesets
    }

    /// The ruleset of a name.
    ///
    /// # Errors
    ///
    /// When there is none of that name: the error holds those there are.
    pub fn ruleset(&self, name: &str) -> Result<&Ruleset, UnknownName> {
        entries::find(&self.tables.rulesets, name)
    }

    /// The namings; the first is the default.
    pub fn namings(&self) -> &[Naming] {
        &self.tables.namings
    }

    /// The naming of a name.
    ///
    /// # Errors
    ///
    /// When there is none of that name: the error holds those there are.
    pub fn naming(&self, name: &str) -> Result<&Naming, UnknownName> {
        entries::find(&self.tables.namings, name)
    }

    /// The kinds of question.
    pub fn categories(&self) -> &[Category] {
        &self.tables.categories
    }

    /// The category of a name or another name of it, whatever its capitals, punctuation and small words.
    ///
    /// # Errors
    ///
    /// When there is none: the error holds the names that resemble it.
    ///
    /// ```
    /// use enochian::lore::Lore;
    /// let category = Lore::embedded().find_category("My Brother?").unwrap();
    /// assert_eq!(category.house, Some(3));
    /// ```
    pub fn find_category(&self, name: &str) -> Result<&Category, UnknownCategory> {
        catalog::find(&self.tables.categories, name)
    }
}
