"""What readings, games, simulations and correspondences say of themselves, as dataclasses that do not change.

They have the keys of ``--json`` as attributes. ``dataclasses.asdict(turn)`` is a dict, and ``pandas.DataFrame(turns)`` and
``polars.DataFrame(turns)`` take a list of them. Pieces have names, as ``knight of Water``, or codes, as ``wN``: these are the pieces
as they were at the start.

>>> import dataclasses, enochian
>>> enochian.Reading("brother").throw(2)
Thrown(turn=1, army='Air', throw=2, role='knight', instead_of_king=False, moves=['Nc8b6', 'Nc8d6', 'Nc8e7'])
>>> dataclasses.asdict(enochian.Game("three").seats[0])
{'seat': 'White', 'letter': 'w', 'player': 'White'}
"""

from __future__ import annotations

from dataclasses import dataclass, field, is_dataclass
from functools import cache
from json import loads
from keyword import iskeyword
from types import UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

# Unions, for which stubtest takes every Literal of several words.
_Allegiance: TypeAlias = Union[Literal["own"], Literal["partner"], Literal["enemy"]]
_Army: TypeAlias = Union[Literal["Air"], Literal["Water"], Literal["Fire"], Literal["Earth"]]
_Criterion: TypeAlias = Union[Literal["ptah"], Literal["kings"]]
_Role: TypeAlias = Union[Literal["king"], Literal["queen"], Literal["rook"], Literal["bishop"], Literal["knight"], Literal["pawn"]]
_Verdict: TypeAlias = Union[Literal["yes"], Literal["no"], Literal["undecided"]]


def _read(kind: str, json: str) -> Any:
    """What the part in Rust found, as a class of this module, or a list of it."""
    found, of = loads(json), globals()[kind]
    return [_as(of, one) for one in found] if isinstance(found, list) else _as(of, found)


def _as(kind: Any, value: Any) -> Any:
    """A value of JSON as the type of a field."""
    origin, of = get_origin(kind), get_args(kind)
    if value is None:
        return None
    if kind is int:
        # Those that doubles would change are texts in JSON.
        return int(value)
    if isinstance(kind, type) and is_dataclass(kind):
        # A key that is a word of Python has a line below it.
        named = ((f"{name}_" if iskeyword(name) else name, value) for name, value in value.items())
        return kind(**{name: _as(_types(kind)[name], value) for name, value in named})
    if origin in (Union, UnionType):
        return _as(of[0], value)
    if origin in (list, tuple):
        return origin(_as(of[0], one) for one in value)
    if origin is dict:
        return {of[0](name): _as(of[1], one) for name, one in value.items()}
    return value


_types = cache(get_type_hints)


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """An error in a file."""

    file: str
    line: int | None  # None if the whole file is meant
    problem: str
    expected: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """A category of questions, and what it chooses."""

    name: str
    board: _Army
    angle: _Army
    force: str
    kind: Literal["whether", "who", "when", "which"]
    ptah: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A seat of a game with its player."""

    seat: str
    letter: str
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A note made during play, or a later remark."""

    turn: int | None  # None for the whole
    text: str
    taken_back: bool = False  # Whether that turn was taken back
    picture: str | None = None  # The file of its picture, from the folder of the journal


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of an answer."""

    on: str
    proved: Literal["true", "false", "partly true"]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """A throw, and what it calls."""

    turn: int
    army: _Army
    throw: int
    role: _Role | None = None  # The pieces that it calls, if they can move
    instead_of_king: bool = False  # Whether they are called since the king cannot move
    moves: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """An act of a game, or a turn of a reading."""

    turn: int
    actor: str  # The seat or the army, or Chance
    move: str  # The move, or the text of another act
    facts: list[str]  # What happened, as clauses without the actor
    irregular: str | None = None  # What an irregular act breaks
    sentence: str  # What happened, in sentences
    position: str  # The position after it


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A turn of a reading, or of a game of Enochian chess."""

    turn: int
    actor: str  # The seat or the army, or Chance
    move: str  # The move, or the text of another act
    facts: list[str]  # What happened, as clauses without the actor
    irregular: str | None = None  # What an irregular act breaks
    sentence: str  # What happened, in sentences
    position: str  # The position after it
    before: list[str] = field(default_factory=list)  # An exchange or a withdrawal before the move
    throw: int | None = None
    sheet: str  # The move as sheets write it
    force: str | None = None  # The sign or element of the square that the piece landed on
    gloss: Gloss | None = None  # What that square stands for; push() has it


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer of a reading by both criteria."""

    ptah: _Verdict
    kings: _Verdict
    turn: int | None  # The turn that decided the answer by the procedure's criterion
    ptah_turn: int | None
    kings_turn: int | None
    manner: str
    opposing: int  # The number of enemies that attack the Ptah square or a square next to it


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The house of a sign."""

    number: int  # 1 to 12
    matters: list[str]  # What it governs
    name: str  # `Honour`


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """The geomantic figure of a square."""

    name: str
    rows: list[int]  # The points of its four rows
    drawn: list[str]  # The same as four lines of three characters
    words: str  # Its meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Triangle:
    """One of the four triangles of a square."""

    place: str  # `left`, `top`, `right` or `bottom`
    element: str
    colour: str  # The element's colour: that of the triangle
    flashing: str  # The complementary colour: that of the symbol
    symbol: str  # Its symbol in words: `Capricorn`, `XV The Devil`, `Carcer`, `Ayin ע`


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceGloss:
    """A piece on a square."""

    name: str  # `knight of Water`
    god: str  # The god-form
    form: str | None  # The form of a pawn's god: `hawk`
    court_card: str | None  # The court card with its suit; None for a pawn
    planet: str | None  # The planet; None for a king while the querent's army is not known
    element: str  # The element, or `Spirit`
    dignity: str | None  # The dignity of the piece's element on the square: `friendly`. None for a king.
    meaning: str  # The meaning of the dignity; for a king, who has none, what he represents


@dataclass(frozen=True, slots=True, kw_only=True)
class Gloss:
    """What a square of a board stands for, and a piece on it."""

    square: str  # `f5`
    sheet: str  # The name on Zalewski's sheets, with the angle's letter: `W4c`
    board: _Army  # The board: `Air`
    angle: _Army  # The angle: `Water`
    phrase: str  # `the earthy part of the fiery part of the watery part of Air`: column, rank, angle and board
    force: str  # The sign or element: `Capricorn`
    element: str  # The element of the letter above the column
    quality: str  # Its quality: `cardinal`
    pace: str  # The pace of the element of the column: `slow`
    time: str  # The time of the quality: `hours to days`
    house: House | None  # The house that the sign governs; None for an element
    rulers: list[str]  # The ruling planet or planets
    trump: str  # `XV The Devil`
    letter: str  # The name of the Hebrew letter: `Ayin`
    glyph: str  # The Hebrew letter: `ע`
    figure: Figure  # The geomantic figure
    keywords: list[str]
    triangles: list[Triangle]  # The four triangles, in the order of the data
    piece: PieceGloss | None  # The piece, if one was given


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A share with its interval (Wilson); those of one answer after all moves hold together with 95 % (Bonferroni)."""

    count: int  # The number of continuations
    share: float  # Their share, from 0 to 1
    low: float  # The lower bound of its interval
    high: float  # The upper bound


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveOdds:
    """The answers after a move."""

    move: str
    yes: Share  # The continuations with the answer yes
    no: Share  # Those with the answer no
    undecided: Share  # Those without an answer
    # Whether yes came `more` or `less` often than after the move that was played; None if the intervals overlap
    than_played: Literal["more", "less"] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """What chance makes of the moves that a throw allowed."""

    army: _Army  # The army that moves
    throw: int  # The throw, from 1 to 6
    played: str | None  # The move that was played, in a reading in which one was
    by: _Criterion  # The criterion of the answers, that of the procedure: `ptah` or `kings`
    policies: dict[str, str]  # The policy of each army
    seed: int
    readings: int  # The number of continuations of each move
    limit: int  # The number of turns after which a continuation is undecided
    moves: list[MoveOdds]  # The moves; those after which yes came most often first
    note: str  # What the odds are, and are not


@dataclass(frozen=True, slots=True, kw_only=True)
class KingFall:
    """The last fall of a king."""

    king: str
    turn: int
    by: str  # The piece that took him, as it was at the start
    square: str  # Where he stood


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherAnswer:
    """The answer by the criterion that the procedure does not use."""

    criterion: _Criterion  # `ptah` or `kings`
    verdict: _Verdict  # `yes` or `no`
    turn: int  # The turn that decided it


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerFacts:
    """The answer by the procedure's criterion, and what brought it about."""

    verdict: _Verdict  # `yes`, `no` or `undecided`
    criterion: _Criterion  # The procedure's criterion: `ptah` or `kings`
    cause: str  # What brought it about
    turn: int | None  # The turn that decided it; the last one where nothing did
    manner: str | None  # For a king who held the Ptah: how strongly it is opposed, as RULES 8.6 has it
    falls: list[KingFall] = field(default_factory=list)  # The last fall of each king that the cause names, by turn
    came: int | None = None  # For a king who held the Ptah: the turn in which he came there for the last time
    times: int | None = None  # For a king who held the Ptah: how many times he came there
    set_out: int | None = None  # For a king who held the Ptah: the turn of his first move
    # For a king who held the Ptah: the signs and elements he landed on before he first came there, each once
    by_way_of: list[str] | None = None
    bare: list[list[_Army]] = field(default_factory=list)  # The sides with nothing but two kings, each by its armies
    other: OtherAnswer | None = None  # The answer by the other criterion, where it is the opposite one
    # What a procedure in which the king has to reach the Ptah makes of this Yes: `no` or `play-on`
    stricter: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierStroke:
    """An officer of the querent's side that a piece had taken before it was struck itself."""

    turn: int
    of: str  # The officer, as it was at the start


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Events that hang together."""

    link: int  # Its number in the rules, 1 to 28
    name: str  # Its name: `stepped`
    turns: list[int]  # The turns of its events, ascending, each once
    pieces: list[str]  # The pieces, as they were at the start, in the order that the kind of link has
    square: str | None = None  # Where it came to a head, for the kinds that have a square
    # For the origin of a fall: the turns that the king's army had between the attack and the fall
    waited: int | None = None
    of: str | None = None  # What was won or lost: `king` or `Ptah` where an attack ended, `significator` where it froze
    after: EarlierStroke | None = None  # What the piece struck had itself taken before
    army: _Army | None = None  # The army whose throne was seized
    awakened: bool | None = None  # Whether seizing the throne woke a frozen army
    # The moves that were open at a pivot, in the order of the squares they go to
    moves: list[str] = field(default_factory=list)
    says: str | None = None  # What it says; follow() has it


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """Links that are told together."""

    about: str  # What they are about
    links: list[int]  # The numbers of the links, in the order in which they are told
    turns: list[int]  # The turns of the links, ascending, each once


@dataclass(frozen=True, slots=True, kw_only=True)
class PtahFigure:
    """A geomantic figure and what a piece and the place do to it."""

    name: str
    effect: str  # What the piece that entered last does to it
    by: str | None  # The piece that landed on the Ptah last, as it was at the start
    turn: int | None  # The turn in which it did
    angle: str  # How the figure's element stands to that of the angle: `strongest`, `friendly`, `neutral` or `contrary`


@dataclass(frozen=True, slots=True, kw_only=True)
class NearestMove:
    """A move of the last round."""

    turn: int
    piece: str  # The piece, as it was at the start
    from_: str  # The square it left
    square: str  # The square it landed on
    force: str  # The sign or element of that square


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryClose:
    """What closes a summary."""

    force: str  # The sign or element of the Ptah
    house: int | None = None  # Its house; an element's own square has none
    figure: PtahFigure  # The geomantic figure of the Ptah, and what became of it
    trump: int  # The number of the Ptah's trump
    time: str | None = None  # The time that the Ptah's force stands for, for a Yes
    # The third of the question's term into which it falls, for a Yes to a question with a term
    third: int | None = None
    round: list[int] = field(default_factory=list)  # The turns of the round that the king completed on the Ptah
    nearest: NearestMove | None = None  # The opposing move of that round that came nearest to the Ptah


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceCapture:
    """A piece taken."""

    turn: int
    of: str  # The piece taken, as it was at the start


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What became of a piece: it was taken, or stands on a square."""

    taken: int | None = None  # The turn in which it was taken
    by: str | None = None  # The piece that took it
    stands: str | None = None  # The square on which it stands
    frozen: int | None = None  # The turn since which it is frozen


@dataclass(frozen=True, slots=True, kw_only=True)
class CastMember:
    """A piece and what became of it."""

    piece: str  # The piece, as it was at the start
    army: _Army  # The army it was in at the end, or when it was taken
    moves: int  # How often it moved
    road: list[str]  # The signs and elements that it landed on, in order
    deeds: list[PieceCapture]  # What it took
    checks: list[int]  # The turns in which it gave check to the querent's king by its own move
    promoted: int | None  # The turn in which it was promoted last
    fate: Fate  # What became of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Carrier:
    """The significator."""

    piece: str  # The piece, as it was at the start
    reason: str  # Why it is the one: `domicile` or `exaltation` of its planet, `element`, or `named` by a person
    end: str  # What became of it: `lost`, `frozen`, `promoted`, `never-moved` or `stands`


@dataclass(frozen=True, slots=True, kw_only=True)
class PtahAttacker:
    """The turns after which an officer attacked the Ptah's square."""

    piece: str  # The officer, as it was at the start
    turns: int  # How many
    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PtahAttackers:
    """What attacked the Ptah's square."""

    against: PtahAttacker | None = None  # The opposing officer that did so in most turns, if in a quarter of all
    for_: PtahAttacker | None = None  # The officer of the querent's side that did, if in a quarter of all
    nobody: bool = False  # Whether no opposing piece ever did, in twenty turns or more


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisiveDignity:
    """How the element of the piece that decided stands to that of the square."""

    piece: str  # The piece, as it was at the start
    square: str  # Where it decided
    relation: str  # `strongest`, `friendly`, `neutral` or `contrary`


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingElement:
    """The element on whose squares the querent's side landed most."""

    name: _Army
    landings: int  # The landings on its squares
    of: int  # All landings of the querent's side


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What is said first: who carries the question, and what bears on its square."""

    carrier: Carrier | None = None  # The significator
    bore: PtahAttackers | None = None  # What attacked the square of the Ptah
    dignity: DecisiveDignity | None = None  # How the piece that decided stands to its square
    element: RulingElement | None = None  # The element on whose squares the querent's side landed most
    # The signs and elements of the king's road: for a held Yes the first that he passed, for a No the last
    road: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A few sentences of a summary, and what they are made from."""

    text: str  # The words
    turns: list[int]  # The turns that they tell of, ascending
    links: list[int]  # The numbers of the links that they tell


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryFacts:
    """What is told of a reading."""

    answer: AnswerFacts  # The answer with its cause
    opening: Opening  # What is said first
    links: list[Link]  # All links between the events, by their first turn
    threads: list[Thread]  # The links that are told, in the order in which they are chosen
    close: SummaryClose  # What closes the summary
    significator: str | None  # The piece that stands for the matter, as it was at the start
    kind: str  # The kind of the question
    cast: list[CastMember]  # Each officer and each promoted pawn, the weightiest first
    heading: str  # Who asks with which army, and how the tradition takes a reading
    sentences: list[Sentence]  # The summary
    short: str  # The short form: the answer, and the weightiest link that led to it


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceTurn:
    """What a piece did or suffered in a turn."""

    square: str
    force: str  # `Aquarius`
    house: int | None = None  # 1 to 12; None for the square of an element
    turn: int
    moved: bool  # Whether it moved there
    field: str  # Where that is in the matters of people: `among friends and hopes`
    did: list[str]  # What it did and suffered: `takes Air's knight`


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceHistory:
    """A piece through a reading."""

    piece: str  # The piece, as it was at the start
    army: _Army  # The army it was in at the end, or when it was taken
    moves: int  # How often it moved
    road: list[str]  # The signs and elements that it landed on, in order
    deeds: list[PieceCapture]  # What it took
    checks: list[int]  # The turns in which it gave check to the querent's king by its own move
    promoted: int | None  # The turn in which it was promoted last
    fate: Fate  # What became of it
    name: str  # `Earth's rook`
    allegiance: _Allegiance  # Its relation to the querent at the start
    who: str  # Who or what it stands for
    significator: bool  # Whether it stands for the matter
    turns: list[PieceTurn]  # Turn by turn
    links: list[Link]  # The links that it stands in


@dataclass(frozen=True, slots=True, kw_only=True)
class TurningPoint:
    """A turning point."""

    turn: int
    army: _Army  # The army whose turn it was
    why: list[str]  # The criteria that it meets


@dataclass(frozen=True, slots=True, kw_only=True)
class LandingRow:
    """The landings on squares of a sign or element."""

    name: str  # The sign or element
    house: int | None = None  # The house that a sign governs
    for_: list[int]  # The turns in which a piece of the querent's side landed there
    against: list[int]  # The turns in which a piece of the others landed there


@dataclass(frozen=True, slots=True, kw_only=True)
class LostTurns:
    """The turns that an army lost: its No Moves, or in a game its passes."""

    army: _Army
    of: int  # The number of its turns
    turns: list[int]  # The turns that it lost
    longest: int  # The longest run of consecutive lost turns


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """A capture."""

    turn: int
    taker: str  # The piece that took
    taken: str  # The piece that was taken
    at: str  # Where it stood
    by_concourse: bool  # Whether it was taken by a concourse, not on the square landed on


@dataclass(frozen=True, slots=True, kw_only=True)
class Aspect:
    """A run of turns with the same pieces on and attacking the Ptah square."""

    first: int  # The first turn of the run
    last: int  # The last turn of the run
    holder: str | None  # The piece that stands on the square
    support: list[str]  # The pieces of the querent's side that attack it
    threat: list[str]  # The pieces of the opposing side that attack it


@dataclass(frozen=True, slots=True, kw_only=True)
class RoadStep:
    """A step of a road."""

    turn: int
    square: str
    force: str  # Its sign or element
    returned: bool  # Whether the king was returned here by an exchange


@dataclass(frozen=True, slots=True, kw_only=True)
class RoadChange:
    """A piece that became another."""

    turn: int
    into: str  # What it became


@dataclass(frozen=True, slots=True, kw_only=True)
class RoadCapture:
    """The capture of the piece."""

    turn: int
    by: _Army  # The army that took it
    at: str  # Where


@dataclass(frozen=True, slots=True, kw_only=True)
class Road:
    """The start, steps and fate of a piece."""

    piece: str  # The piece, as at the start
    start: str  # The square where it started
    steps: list[RoadStep]  # The squares it moved to, in order
    changes: list[RoadChange]  # Its changes by promotion, demotion, or joining another army in a concourse
    taken: list[RoadCapture]  # When it was taken; a king may return later


@dataclass(frozen=True, slots=True, kw_only=True)
class KingCheck:
    """A check to the querent's king."""

    turn: int
    by: _Army  # The army that gave it


@dataclass(frozen=True, slots=True, kw_only=True)
class KingCounts:
    """The turns of the querent's king."""

    moves: int  # His moves
    on_board: int  # The turns after which he was on the board
    attacked: int  # The turns after which he stood attacked (INTERPRETATION 4.1)
    walked_into_attack: int  # His moves onto an attacked square


@dataclass(frozen=True, slots=True, kw_only=True)
class PtahCounts:
    """The turns after which the Ptah was supported or threatened (INTERPRETATION 5.5)."""

    supported: int  # By the querent's side
    threatened: int  # By the others


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseCounts:
    """The landings on signs, by their houses (INTERPRETATION 5.4)."""

    own: int  # On houses of one's own doing
    others: int  # On houses that depend on others
    # Whether they are enough, and one group so much larger that it is said (two standard deviations)
    significant: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BorderCounts:
    """The unfrozen pieces that have crossed the border (INTERPRETATION 5.2)."""

    own: int  # Of the querent's side, in the angles of the others
    others: int  # Of the others, in the angles of the querent's side


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildUp:
    """A side that has gathered in an angle away from home (INTERPRETATION 5.3)."""

    whose: str  # The side
    angle: _Army
    count: int  # How many of its pieces stand there, outside their own angles
    of: int  # How many of its pieces stand outside their own angles in all


@dataclass(frozen=True, slots=True, kw_only=True)
class Delay:
    """The lost turns of the querent's side (INTERPRETATION 7.4)."""

    no_moves: int
    turns: int
    delayed: str  # `hardly`, `somewhat` or `much` delayed
    prevails: str | None  # Whether the called pieces were more often `gone` or `blocked`; None if equally often


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingCounts:
    """The totals of a reading."""

    king: KingCounts  # The querent's king
    ptah: PtahCounts  # Support and threat on the Ptah
    houses: HouseCounts  # The landings on signs, by their houses
    over_the_border: BorderCounts  # The pieces in the angles of the other side at the end
    build_up: list[BuildUp]  # The sides that have gathered in one angle at the end
    delay: Delay  # The lost turns of the querent's side


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsNote:
    """A note, or a later remark."""

    turn: int | None  # The turn being played then, or the turn it is about; None for the whole
    words: str
    taken_back: bool = False  # Whether that turn was taken back, so that the note is not about the turn that stands


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """What is counted in a reading or a game of Enochian chess."""

    title: str  # The question, or the name of the game
    board: _Army  # The board, by its element
    querent: _Army | None  # The querent's army
    ptah: str | None  # The square of the Ptah
    answer: Answer | None  # The answer so far
    turns: int  # The number of turns
    turning_points: list[TurningPoint]
    landings: list[LandingRow]  # The landings on each sign and element
    delays: list[LostTurns]  # The turns that each army lost
    conflicts: list[Conflict]  # Every capture
    aspects: list[Aspect]  # The pieces that attack the Ptah square
    roads: list[Road]  # The road of every piece
    checks: list[KingCheck]  # The checks to the querent's king: the turn, and the army that gave it
    counts: ReadingCounts | None = None  # The totals of a reading with turns
    notes: list[StatisticsNote]  # The players' notes


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanetMeaning:
    """The planet of a piece on a square."""

    name: str  # `Moon`
    does: str | None  # What it does there, and how; None if the data have nothing on the planet
    dignity: str | None  # `domicile`, `exaltation`, `fall` or `detriment`, if any


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """The three parts of a piece's strength on a square, and the word for their sum (INTERPRETATION 3.7)."""

    grade: int  # By board and angle, -2 to 2
    sign: int  # By the dignity of its planet in the sign, -2 to 2; 0 without a planet or on the square of an element
    element: int  # By the dignity of its element on the square, -1 to 1; 0 for a king
    word: str  # `very strong`


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureMeaning:
    """The geomantic figure of a square that a piece enters."""

    name: str  # `Conjunctio`
    stands: str  # The effect of the angle on it: `helped`
    # The effect of the piece on it: `stressed by the piece`; None if the piece is of ordinary strength
    entered: str | None
    nature: str  # Its repute: `mixed`
    motion: str  # `stable` or `mobile`
    words: str  # Its meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """The meaning of a piece on a square, in words and numbers."""

    piece: str  # `queen of Water`
    allegiance: _Allegiance | None  # Its relation to the querent, if the querent is known
    # Who or what it is. For the querent's own army the aspect of the querent comes first; for a pawn the nature of
    # its officer comes last.
    is_: list[str]
    board: _Army  # The board: `Water`
    square: str  # `f7`
    force: str  # The sign or element: `Virgo`
    house: House | None  # The house that the sign governs; None for an element
    planet: PlanetMeaning | None  # The piece's planet; a king's depends on the querent
    kerubic: bool  # Whether it is a king in the fixed sign of his element, his kerubic sign
    strength: Strength  # Its strength there, with the parts
    strength_from: list[str]  # The reasons for those parts: `its strongest place`, `Water on Earth friendly`
    figure: FigureMeaning  # The geomantic figure of the square


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """A further layer of a square."""

    layer: str  # The name of the layer: `sphinx`
    says: str  # `two eagle, one man, one bull`
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Square:
    """A square looked up: a gloss, and what was asked beside it."""

    square: str  # `f5`
    sheet: str  # The name on Zalewski's sheets, with the angle's letter: `W4c`
    board: _Army  # The board: `Air`
    angle: _Army  # The angle: `Water`
    phrase: str  # `the earthy part of the fiery part of the watery part of Air`: column, rank, angle and board
    force: str  # The sign or element: `Capricorn`
    element: str  # The element of the letter above the column
    quality: str  # Its quality: `cardinal`
    pace: str  # The pace of the element of the column: `slow`
    time: str  # The time of the quality: `hours to days`
    house: House | None  # The house that the sign governs; None for an element
    rulers: list[str]  # The ruling planet or planets
    trump: str  # `XV The Devil`
    letter: str  # The name of the Hebrew letter: `Ayin`
    glyph: str  # The Hebrew letter: `ע`
    figure: Figure  # The geomantic figure
    keywords: list[str]
    triangles: list[Triangle]  # The four triangles, in the order of the data
    piece: PieceGloss | None  # The piece that was asked about
    world: str  # The world of its element
    meaning: Meaning | None = None  # Present when a piece was asked about
    layers: list[Layer] = field(default_factory=list)  # Present when layers were asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class PageTable:
    """A table of a page."""

    title: str  # What it shows
    rows: list[dict[str, str]]  # The cells of each row by the headings of their columns


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What there is to know about something, as the program prints it."""

    title: str  # What it is called: `Knight of Water`
    what: str  # What that is: for a piece its code in position texts, `wN`
    rows: dict[str, str]  # What belongs to it, by labels such as `God-form`
    tables: list[PageTable]  # What is told in tables, below the rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """What determines the readings of a simulation. Those with the same are parts of one."""

    program: str  # The program and its version
    data: str  # The digest of the data: see `digest`
    chance: str  # The random number generator
    question: str  # The text of the question
    # The settings: board, angle, Ptah square, array, ruleset, procedure, what ends it, dice table, direction, and the
    # position if it is not the start
    setting: dict[str, str]
    policies: dict[str, str]  # The policy of each army
    seed: int
    limit: int  # The number of turns after which a reading was left undecided


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The results of a simulation, and what determines them."""

    program: str  # The program and its version
    data: str  # The digest of the data: see `digest`
    chance: str  # The random number generator
    question: str  # The text of the question
    # The settings: board, angle, Ptah square, array, ruleset, procedure, what ends it, dice table, direction, and the
    # position if it is not the start
    setting: dict[str, str]
    policies: dict[str, str]  # The policy of each army
    seed: int
    limit: int  # The number of turns after which a reading was left undecided
    # The ranges of readings played, each as first and end (exclusive); sorted and not adjoining
    done: list[tuple[int, int]]
    readings: int  # The number of readings
    turns: int  # The number of turns
    seconds: float  # The duration; 0 in files that leave it out, to be the same wherever they are written
    answers: dict[str, dict[str, int]]  # Readings by criterion, `ptah` and `kings`, and verdict
    # The criteria that were not played out: their answers are those so far when the readings ended, and no estimates
    so_far: list[str]
    manners: dict[str, dict[str, int]]  # Readings by verdict by the Ptah and manner: `yes`, then `unopposed` …
    endings: dict[str, int]  # Readings by ending
    lengths: dict[int, int]  # Readings by number of turns
    no_moves: int
    captures: int
    promotions: int
    concourses: int
    seizures: int
    kings_taken: dict[str, int]  # Readings in which the king of each army was taken
    fates: dict[str, dict[str, int]]  # Readings by army and its fate: `own`, `frozen`, `seized`
    landings: dict[str, int]  # Landings by square
    moved: dict[str, dict[str, int]]  # Moves of each army by piece


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """Where a branch leaves its parent: with the same throw and another move."""

    turn: int  # The turn, from 1
    move: str  # The move that is played in it instead of the parent's
    of: str  # The id of the parent
    before: str  # The hash of what was played before the move, which the two have in common


@dataclass(frozen=True, slots=True, kw_only=True)
class LastOutcome:
    """An outcome, without the words."""

    on: str  # Its date
    proved: str  # Whether the answer proved true: `true`, `false` or `partly true`


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """A copy of a journal."""

    name: str
    path: str
    parts_at: int | None  # The turn from which the two differ


@dataclass(frozen=True, slots=True, kw_only=True)
class Journal:
    """A journal in a folder. One that cannot be read has only its name, its path and its fault."""

    name: str
    path: str
    id: str | None = None  # The id of the reading or game, which is the same in every copy of its journal
    mode: Literal["reading", "game"] | None = None
    kind: str | None = None  # The kind of game: `enochian`, `three`
    title: str | None = None  # The question, or the name of the game
    querent: str | None = None  # The person who asked
    category: str | None = None  # The category of the question
    board: str | None = None  # The board's element; empty in the other games
    angle: _Army | None = None  # The angle's element, in a reading
    force: str | None = None  # The sign or element of the Ptah square, in a reading that is not quiet
    begun: str | None = None  # When it was begun
    concluded: bool | None = None  # Whether it is concluded
    # The stated answer by the procedure's criterion, or the result of a game; `unfinished` if it is not concluded
    answer: str | None = None
    turns: int | None = None  # The number of standing turns
    tags: list[str] = field(default_factory=list)
    outcome: LastOutcome | None = None  # The last recorded outcome
    players: list[str] = field(default_factory=list)  # The players, each once
    quiet: bool | None = None  # Whether signs and houses are hidden: in a quiet reading until it is concluded
    playable: bool | None = None  # Whether every turn can be replayed, and no line is damaged
    branch: Branch | None = None  # Where it leaves another reading, if it is a branch of one
    copies: list[Copy] = field(default_factory=list)
    fault: str | None = None  # Why it cannot be read
