//! How pieces, places and figures are put into a sentence, from `phrases.toml`.

use std::collections::BTreeMap;

use crate::chess::{Angle, Element, Kind, Officer, Piece};
use crate::input::TomlTable;

use super::entries::all;
use super::{Correspondences, Dignity, SignOrElement, Strength};

/// What a kind of piece does by the manner of its move, and the verbs for it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct KindPhrases {
    /// What it does: `Fire: a leap like a flame's, …`.
    pub action: String,
    /// Before the piece, after "the king stepped": `within the leap of`.
    pub entered: String,
    /// Before the king that it came to attack: `leapt at`.
    pub came: String,
    /// Before what it took: `rode down`.
    pub took: String,
    /// Around the pronoun of what it took: `rode {} down`.
    pub took_it: String,
    /// The source.
    pub source: String,
}

/// The words for a pawn.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PawnPhrases {
    /// In the querent's own army.
    pub own: String,
    /// As a person.
    pub person: String,
    /// As a happening.
    pub happening: String,
    /// The source.
    pub source: String,
}

/// What the piece that entered a square last does to the figure there (INTERPRETATION 3.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FigureEffect {
    /// An ordinary piece, or none.
    Plain,
    /// A strong or very strong piece.
    Stressed,
    /// A weak piece.
    Balanced,
    /// A very weak piece.
    Reversed,
}

enochian_engine::named_enum! {
    /// `stressed`.
    FigureEffect { Plain: "plain", Stressed: "stressed", Balanced: "balanced", Reversed: "reversed" }
}

impl FigureEffect {
    /// The effect of a piece of this strength, or of no piece.
    #[must_use]
    pub fn of(strength: Option<&Strength>) -> FigureEffect {
        use FigureEffect::{Balanced, Plain, Reversed, Stressed};
        strength.map_or(Plain, |strength| [Reversed, Balanced, Plain, Stressed, Stressed][strength.level()])
    }
}

/// What a figure comes to.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct FigureSenses {
    /// In the order of [`FigureEffect::ALL`].
    senses: [String; 4],
    /// The source.
    pub source: String,
}

impl FigureSenses {
    /// What it comes to by this effect.
    #[must_use]
    pub fn sense(&self, effect: FigureEffect) -> &str {
        &self.senses[effect as usize]
    }
}

/// The contents of the file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Phrases {
    king: KindPhrases,
    officers: [KindPhrases; 4],
    pawn: KindPhrases,
    pawns: PawnPhrases,
    risen: PawnPhrases,
    /// By the happening in `persons.toml`.
    happenings: BTreeMap<String, String>,
    houses: [String; 12],
    elements: [String; 4],
    figures: [FigureSenses; 16],
    /// In the order of [`Dignity::ALL`].
    angle: [String; 4],
}

impl Correspondences {
    /// What a kind of piece does by the manner of its move, and the verbs for it. All pawns are one kind.
    ///
    /// ```
    /// use enochian::chess::{Kind, Officer};
    /// use enochian::correspondences::Correspondences;
    /// let knight = Correspondences::embedded().kind_phrases(Kind::Officer(Officer::Knight));
    /// assert_eq!((knight.took.as_str(), knight.took_it.as_str()), ("rode down", "rode {} down"));
    /// ```
    #[must_use]
    pub fn kind_phrases(&self, kind: Kind) -> &KindPhrases {
        let phrases = &self.tables.phrases;
        match kind {
            Kind::King => &phrases.king,
            Kind::Officer(officer) => &phrases.officers[officer.index()],
            Kind::Pawn(_) => &phrases.pawn,
        }
    }

    /// The words for a pawn, or for a piece that was promoted from one.
    ///
    /// ```
    /// use enochian::correspondences::Correspondences;
    /// assert_eq!(Correspondences::embedded().pawn_phrases(false).person, "people of little weight");
    /// assert_eq!(Correspondences::embedded().pawn_phrases(true).own, "a small concern grown great");
    /// ```
    #[must_use]
    pub fn pawn_phrases(&self, promoted: bool) -> &PawnPhrases {
        if promoted { &self.tables.phrases.risen } else { &self.tables.phrases.pawns }
    }

    /// The happening of a piece as a noun phrase, such as can follow a comma.
    ///
    /// ```
    /// use enochian::chess::{Army, Kind, Officer, Piece};
    /// use enochian::correspondences::Correspondences;
    /// let knight = Piece { army: Army::Air, kind: Kind::Officer(Officer::Knight) };
    /// assert_eq!(Correspondences::embedded().person(knight).happening, "news, travel, a plan in motion");
    /// assert_eq!(Correspondences::embedded().happening(knight), "news or a plan in motion");
    /// ```
    #[must_use]
    pub fn happening(&self, piece: Piece) -> &str {
        let happening = match piece.kind {
            Kind::Pawn(_) => &self.tables.phrases.pawns.happening,
            Kind::King | Kind::Officer(_) => self.person(piece).happening,
        };
        self.tables.phrases.happenings.get(happening).map_or(happening, String::as_str)
    }

    /// Where something on a square of a sign or element happens: by the sign's house, or by the element.
    ///
    /// ```
    /// use enochian::correspondences::{Correspondences, SignOrElement};
    /// assert_eq!(Correspondences::embedded().field(SignOrElement::Aquarius), "among friends and hopes");
    /// assert_eq!(Correspondences::embedded().field(SignOrElement::Fire), "in sheer will");
    /// ```
    #[must_use]
    pub fn field(&self, force: SignOrElement) -> &str {
        let phrases = &self.tables.phrases;
        match self.force(force).house {
            Some(house) => &phrases.houses[usize::from(house) - 1],
            None => &phrases.elements[force.element().index()],
        }
    }

    /// What the figure of a sign or element comes to by the piece that entered its square last.
    ///
    /// ```
    /// use enochian::correspondences::{Correspondences, FigureEffect, SignOrElement};
    /// let acquisitio = Correspondences::embedded().figure_senses(SignOrElement::Sagittarius);
    /// assert_eq!(acquisitio.sense(FigureEffect::of(None)), "gain");
    /// assert_eq!(acquisitio.sense(FigureEffect::Reversed), "gain that turns to loss");
    /// ```
    #[must_use]
    pub fn figure_senses(&self, force: SignOrElement) -> &FigureSenses {
        &self.tables.phrases.figures[force.index()]
    }

    /// The words for how an angle bears on the figure of a sign or element, by the chosen scheme of dignities; empty if it
    /// says nothing.
    ///
    /// ```
    /// use enochian::chess::Angle;
    /// use enochian::correspondences::{Correspondences, SignOrElement};
    /// let said = |angle| Correspondences::embedded().angle_phrase(SignOrElement::Leo, angle);
    /// assert_eq!(Angle::ALL.map(said), ["", "against the grain of the place", "in full", ""]);
    /// ```
    #[must_use]
    pub fn angle_phrase(&self, force: SignOrElement, angle: Angle) -> &str {
        &self.tables.phrases.angle[self.dignity(force.element(), angle.element()).dignity as usize]
    }
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<Phrases> {
    let kinds = fields.table("kinds", |fields| {
        let king = fields.table("king", kind);
        let officers = Officer::ALL.map(|officer| fields.table(officer.name(), kind));
        let pawn = fields.table("pawn", kind);
        Some((king?, all(officers)?, pawn?))
    });
    let (pawns, risen) = (fields.table("pawns", pawn), fields.table("risen", pawn));
    let happenings = fields.table("happening", |fields| {
        let source = fields.text("source");
        let entries = fields.entries().into_iter().filter(|item| item.key() != "source");
        let entries: Vec<_> = entries.map(|item| Some((item.key().to_owned(), item.text()?))).collect();
        let entries: Option<BTreeMap<String, String>> = entries.into_iter().collect();
        source.and(entries)
    });
    let places = fields.table("field", |fields| {
        let source = fields.text("source");
        let houses = std::array::from_fn(|index| fields.text(&(index + 1).to_string()));
        let elements = Element::ALL.map(|element| fields.text(element.name()));
        source.and(Some((all(houses)?, all(elements)?)))
    });
    let figures =
        fields.table("figures", |fields| all(SignOrElement::ALL.map(|force| fields.table(force.name(), figure))));
    let angle = fields.table("angle", |fields| {
        let source = fields.text("source");
        let words =
            Dignity::ALL.map(|dignity| fields.optional(dignity.name()).map_or(Some(String::new()), |it| it.text()));
        source.and(all(words))
    });
    let ((king, officers, pawn), (houses, elements)) = (kinds?, places?);
    Some(Phrases {
        king,
        officers,
        pawn,
        pawns: pawns?,
        risen: risen?,
        happenings: happenings?,
        houses,
        elements,
        figures: figures?,
        angle: angle?,
    })
}

fn kind(fields: &TomlTable<'_>) -> Option<KindPhrases> {
    let [action, entered, came, took, source] =
        ["action", "entered", "came", "took", "source"].map(|key| fields.text(key));
    let took_it = fields.required("took_it").and_then(|item| {
        let around = |text: &str| (text.matches("{}").count() == 1).then(|| text.to_owned());
        item.parse_with("words with {} once, where the pronoun goes", around)
    });
    Some(KindPhrases {
        action: action?,
        entered: entered?,
        came: came?,
        took: took?,
        took_it: took_it?,
        source: source?,
    })
}

fn pawn(fields: &TomlTable<'_>) -> Option<PawnPhrases> {
    let [own, person, happening, source] = ["own", "person", "happening", "source"].map(|key| fields.text(key));
    Some(PawnPhrases { own: own?, person: person?, happening: happening?, source: source? })
}

fn figure(fields: &TomlTable<'_>) -> Option<FigureSenses> {
    let senses = FigureEffect::ALL.map(|effect| fields.text(effect.name()));
    let source = fields.text("source");
    Some(FigureSenses { senses: all(senses)?, source: source? })
}
