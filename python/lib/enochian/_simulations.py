"""Simulations, grids of them, and other analyses: what the program's commands print, as tables."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _enochian, _html
from ._enochian import Board, Correspondences, Error, Question, Simulation

if TYPE_CHECKING:
    from ._enochian import _Level, _Over, _Path, _Policies, _Progress, _Question
    from .results import Summary


@dataclass(frozen=True, repr=False)
class Analysis:
    """What an analysis found: ``rows`` as a table, and all of it in ``data``, as the program prints it with ``--json``.

    ``pandas.DataFrame.from_arrow(found)``, ``polars.DataFrame(found)`` and ``duckdb.sql("from found")`` take the rows. A notebook
    shows them as a table.

    >>> import enochian, tempfile
    >>> found = enochian.recurring(tempfile.mkdtemp())
    >>> len(found), found.data["least"]
    (0, 8)
    """

    title: str
    rows: list[dict[str, Any]]
    data: dict[str, Any]

    def __len__(self) -> int:
        return len(self.rows)

    def __arrow_c_schema__(self) -> Any:
        return _enochian.table_of(json.dumps(self.rows)).__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return _enochian.table_of(json.dumps(self.rows)).__arrow_c_stream__()

    def _repr_html_(self) -> str:
        columns = list(dict.fromkeys(name for row in self.rows for name in row))
        return _html.table(self.title, [[_html.cell(row.get(name)) for name in columns] for row in self.rows], columns)

    def __repr__(self) -> str:
        return f"<enochian.{type(self).__name__}: {self.title}, {len(self)} rows>"


@dataclass(frozen=True, repr=False)
class Grid(Analysis):
    """The cells of a grid, of :func:`simulate` with several questions or factors, or of :func:`compare`.

    A row is a cell: its levels, ``readings``, the ``share`` of Yes with its 95 % interval (Wilson), the mean number of ``turns``, and
    how it differs from the cell that ``compared_with`` names. Where the cells share their chance they are compared reading by reading
    (Bonett and Price); otherwise as samples of their own (Newcombe, Welch). All intervals of differences hold together with 95 %
    (Bonferroni). ``data`` is what ``enochian simulate --json`` prints, with the ``summaries`` of the cells.

    >>> import enochian
    >>> grid = enochian.simulate(["brother", "love"], 1000, over={"policy": ["random", "querent=purpose"]})
    >>> [(row["question"], row["policy"], row["share"]) for row in grid.rows]
    [('brother', 'random', 0.553), ('brother', 'querent=purpose', 0.985), ('love', 'random', 0.548), ('love', 'querent=purpose', 0.993)]
    >>> grid.means[0]["policy"], round(grid.means[0]["difference"], 4)
    ('querent=purpose', 0.4385)
    """

    @property
    def means(self) -> list[dict[str, Any]]:
        """The means of the differences over all questions, each as heavy as the others; none of one question."""
        means: list[dict[str, Any]] = self.data["means"]
        return means

    def _repr_html_(self) -> str:
        def share(row: dict[str, Any]) -> str:
            return f"{row['share']:.1%} ({row['low']:.1%} to {row['high']:.1%})"

        def difference(row: dict[str, Any]) -> str:
            if row.get("difference") is None:
                return ""
            low, high = row["difference_low"], row["difference_high"]
            mark = " *" if low > 0 or high < 0 else ""
            return f"{100 * row['difference']:+.1f} ({100 * low:+.1f} to {100 * high:+.1f}){mark}"

        rows = [[it["cell"], f"{it['readings']:,}", share(it), difference(it), f"{it['turns']:.1f}"] for it in self.rows]
        for mean in self.means:
            levels = [value for name, value in mean.items() if isinstance(value, str)]
            rows.append([f"mean of {mean['questions']}, {', '.join(levels)}", "", "", difference(mean), ""])
        title = f"{self.title}: differences in percentage points; their intervals hold together with 95 % (Bonferroni)"
        return _html.table(title, rows, ["cell", "readings", "Yes", "difference", "turns"])


@overload
def simulate(
    question: _Question,
    readings: int | range | None = None,
    *,
    seed: int = 1,
    over: None = None,
    own_chance: bool = False,
    policy: _Policies | None = None,
    level: _Level = "summary",
    procedure: str | None = None,
    limit: int = 2000,
    play_out: bool = False,
    threads: int | None = None,
    progress: _Progress | None = None,
    position: Board | str | None = None,
) -> Simulation: ...
@overload
def simulate(
    question: _Question | list[str] | list[Question] | list[_Question] | tuple[_Question, ...],
    readings: int | range | None = None,
    *,
    seed: int = 1,
    over: _Over | None = None,
    own_chance: bool = False,
    policy: _Policies | None = None,
    level: _Level = "summary",
    procedure: str | None = None,
    limit: int = 2000,
    play_out: bool = False,
    threads: int | None = None,
    progress: _Progress | None = None,
    position: Board | str | None = None,
) -> Simulation | Grid: ...
def simulate(
    question: Any,
    readings: Any = None,
    *,
    seed: int = 1,
    over: _Over | None = None,
    own_chance: bool = False,
    policy: Any = None,
    level: _Level = "summary",
    procedure: str | None = None,
    limit: int = 2000,
    play_out: bool = False,
    threads: int | None = None,
    progress: Any = None,
    position: Any = None,
) -> Any:
    """Plays readings of a question by itself; of several questions, or with ``over``, a grid.

    ``question`` is a :class:`Question`, the path of a question file, or the name of a category, or a list of these. ``readings`` is
    their number, or a ``range`` of their numbers: each reading depends only on the question, the seed and its number.

    ``policy`` chooses the moves: a name (``"purpose"``, ``"querent=purpose"``), a table of weights (``{"rook": 500, "risk": -1}``, see
    docs/RESEARCH.md), or a function, which takes a :class:`Board` and a list of :class:`Move` and returns one of these, or None for
    chance. A dict such as ``{"querent": ..., "others": ...}`` gives some armies policies of their own. A function is some
    thousand times as slow as the others, and only one thread runs it at a time.

    ``level`` is the kind of table: ``"summary"`` has a row for each reading, ``"lists"`` its turns as well, ``"events"`` a row
    for each turn (docs/RESEARCH.md has the columns). ``procedure`` replaces the question's, or is ``"game"``; ``limit`` is the
    number of turns after which a reading is undecided; ``play_out`` goes on for the answer by the kings. ``progress`` is True for
    a line on standard error, or a function of the readings done and wanted. ``position`` is where all begin instead of at the
    start: a :class:`Board`, or its text.

    Nothing is played before a :class:`Simulation` is used, and each use plays the same readings:

    >>> import enochian, pyarrow
    >>> readings = enochian.simulate("brother", readings=1000, seed=1)
    >>> pyarrow.table(readings).num_rows
    1000
    >>> readings.summary().answers["ptah"]
    {'no': 440, 'undecided': 7, 'yes': 553}
    >>> board = enochian.Board("brother")
    >>> _ = board.push("Nc8d6")
    >>> enochian.simulate("brother", readings=1000, position=board).provenance.setting["position"] == board.fen()
    True

    ``over`` varies ``ptah``, ``board``, ``array``, ``dice``, ``ruleset``, ``procedure``, ``direction`` or ``policy``: a dict of lists of
    levels, or None for the level of the question and then all others. Every question is combined with every level and played at
    once, as a :class:`Grid`. All cells have the same random numbers, so that they are compared reading by reading; with
    ``own_chance`` each has its own. Cells that cannot be played are left out with a warning, where all levels were asked for.

    >>> grid = enochian.simulate("brother", 1000, over={"policy": ["random", "querent=purpose"]})
    >>> [(row["cell"], row["yes"]) for row in grid.rows]
    [('random', 553), ('querent=purpose', 985)]
    """

    def one(name: Any) -> Simulation:
        return _enochian.simulate(name, readings, seed, policy, level, procedure, limit, play_out, threads, progress, position)

    if over is None and not isinstance(question, (list, tuple)):
        if own_chance:
            raise Error("own_chance: it is for several cells; give several questions or over, or leave it out")
        return one(question)
    if level != "summary":
        raise Error("level: a grid is one table of its cells; leave it out, or simulate each cell by itself")
    questions = list(question) if isinstance(question, (list, tuple)) else [question]
    factors = _factors({} if over is None else over)
    everyone = all("=" not in name for name in factors.get("policy") or "=")
    for name, given in (("policy", policy if everyone else None), ("procedure", procedure)):
        if given is not None and name in factors:
            raise Error(f"{name}: the levels of over replace it; name it as the first of these, and leave it out")
    simulations = list(zip(_names(questions), map(one, questions), strict=True))
    title = questions[0] if len(questions) == 1 else f"{len(questions)} questions"
    return _grid(str(getattr(title, "text", title)), simulations, factors, own_chance)


def _factors(over: Any) -> dict[str, list[str] | None]:
    """The levels of each factor; None for all."""
    if not isinstance(over, Mapping):
        raise TypeError(f"over: {over!r} is not a dict; expected factors and levels, as in {{'policy': ['random', 'purpose']}}")
    factors: dict[str, list[str] | None] = {}
    for name, levels in over.items():
        levels = [levels] if isinstance(levels, str) else levels
        is_list = levels is None or isinstance(levels, Sequence) and all(isinstance(level, str) for level in levels)
        if not isinstance(name, str) or not is_list:
            raise TypeError(f"over: {name!r}: {levels!r} is not a factor with its levels; expected texts, or None for all levels")
        factors[name] = None if levels is None else list(levels)
    return factors


def _names(questions: list[Any]) -> list[str]:
    """The names of questions: their texts, the stems of their files, or their categories."""

    def name(question: Any, whole: bool) -> str:
        text = question.text if isinstance(question, Question) else os.fspath(question)
        is_file = not isinstance(question, str) or text.endswith(".toml")
        return Path(text).stem if is_file and not whole and not isinstance(question, Question) else text

    for question in questions:
        if not isinstance(question, (Question, str, os.PathLike)):
            raise TypeError(f"question: {question!r} is not a question; expected a Question, a path, or the name of a category")
    short = [name(question, whole=False) for question in questions]
    names = [name(question, whole=short.count(it) > 1) for question, it in zip(questions, short, strict=True)]
    for it in names:
        if names.count(it) > 1:
            raise Error(f"question: {it!r} is there twice; name each question once")
    return names


def _grid(title: str, simulations: list[tuple[str, Simulation]], over: dict[str, list[str] | None], own_chance: bool) -> Grid:
    data, left_out = _enochian.grid(simulations, list(over.items()), own_chance)
    for reason in left_out:
        warnings.warn(f"left out, {reason}", stacklevel=3)
    return Grid(title, data["rows"], data)


def compare(one: Simulation, other: Simulation, *, threads: int | None = None) -> Grid:
    """Two simulations, compared: a row for each, and in the second how it differs from the first.

    Where both have the same seed and the same numbers of readings, they share their random numbers and are compared reading by
    reading, which needs far fewer readings. Otherwise they must have no reading in common, and are independent samples.
    ``threads`` is otherwise that of the first.

    >>> import enochian
    >>> found = enochian.compare(enochian.simulate("brother", 2000), enochian.simulate("love", 2000))
    >>> found.rows[1]["compared_with"], found.data["shared_chance"], round(found.rows[1]["difference"], 4)
    ('first', True, -0.004)
    """
    for name, given in (("one", one), ("other", other)):
        if not isinstance(given, Simulation):
            raise TypeError(f"{name}: {given!r} is not a Simulation")
    here, there = one.range, other.range
    is_shared = one.seed == other.seed and here.start < there.stop and there.start < here.stop
    if is_shared and here != there:
        raise Error(
            f"other: both have some readings of the seed {one.seed}; give both the same readings, to be compared in pairs, or none in "
            f"common, as in readings=range({here.stop}, {here.stop + there.stop - there.start})"
        )
    data, _ = _enochian.grid([("first", one), ("second", other)], [], False, threads)
    return Grid("Two simulations", data["rows"], data)


def until(simulation: Simulation, points: float) -> Analysis:
    """Plays until the share of Yes is known to so many percentage ``points`` to either side, with 95 % confidence, as ``enochian
    simulate --until`` does, or to the last reading of the simulation.

    The row has the share and its interval, which is None if it did not become narrow enough. ``data`` is the summary, with ``until``.

    >>> import enochian
    >>> found = enochian.until(enochian.simulate("brother", 1_000_000), points=2)
    >>> found.rows[0]["readings"], found.rows[0]["of"]
    (3072, 'yes by the Ptah')
    """
    data = _enochian.until(simulation, points)
    return Analysis(f"Known to {points} percentage points", [{"readings": data["readings"], **data["until"]}], data)


def statistics(
    folder: _Path, *, querent: str | None = None, data: Correspondences | None = None
) -> Analysis:
    """Statistics of the journals in a folder, as ``enochian journal stats`` prints them, of those asked by ``querent`` if it is given.
    Those that cannot be read, quiet readings and branches are left out.

    A row is a sign or element with its landings. ``data`` has the answers, outcomes, lengths and throws as well.

    >>> import enochian, tempfile
    >>> folder, reading = tempfile.mkdtemp(), enochian.Reading("brother", seed=11)
    >>> end, path = reading.play(), reading.save(folder)
    >>> found = enochian.statistics(folder)
    >>> found.data["readings"], found.data["by_ptah"]["yes"], found.data["turns"]
    (1, 1, 32)
    """
    found = _enochian.statistics(folder, querent, data)
    return Analysis(f"Statistics of {found['readings']} readings", found["landings"], found)


def recurring(
    folder: _Path, *, querent: str | None = None, data: Correspondences | None = None
) -> Analysis:
    """The signs and persons that came up in more of a person's readings than their questions bring by chance, as ``enochian journal
    stats --recurring`` prints them: of the journals in a folder, those asked by ``querent`` if it is given. Those that cannot be
    read, quiet readings and branches are left out.

    >>> import enochian, tempfile
    >>> enochian.recurring(tempfile.mkdtemp()).rows
    []
    """
    found = _enochian.recurring(folder, querent, data)
    return Analysis(f"What recurs in {found['readings']} readings", found["things"], found)


def resume(
    folder: _Path,
    *,
    threads: int | None = None,
    progress: _Progress | None = None,
    data: Correspondences | None = None,
) -> Summary:
    """Resumes an interrupted run of :meth:`Simulation.write` or ``enochian simulate --out``, and returns the summary (:class:`enochian.results.Summary`). Damaged parts are
    played again.

    >>> import enochian, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> _ = enochian.simulate("brother", 1000).write(folder)
    >>> enochian.resume(folder).readings
    1000
    """
    return _enochian.resume(folder, threads, progress, data)


def verify(
    folder: _Path, *, replay: int | Literal["all"] | None = None, data: Correspondences | None = None
) -> Summary:
    """Checks every file of a folder with tables, plays some of them again, and returns their summary. Raises :class:`Error` if files are
    missing or damaged, or have other rows than those that are played.

    ``replay`` is the number of readings that are played again, or ``"all"``: whole files, until they have so many.

    >>> import enochian, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> _ = enochian.simulate("brother", 1000).write(folder)
    >>> enochian.verify(folder).done
    [(0, 1000)]
    """
    return _enochian.verify(folder, replay, data)


def merge(summaries: Sequence[Summary | dict[str, Any]]) -> Summary:
    """Merges summaries of different ranges of one simulation, as ``enochian simulate summary`` does. Raises :class:`Error` if ranges
    overlap or the simulations differ. A dict is what ``enochian simulate --json`` prints.

    >>> import enochian
    >>> parts = [enochian.simulate("brother", readings=range(a, a + 500)).summary() for a in (0, 500)]
    >>> enochian.merge(parts).done
    [(0, 1000)]
    """
    return _enochian.merge(json.dumps(list(summaries), default=asdict))


def reading_seed(seed: int, number: int) -> int:
    """The seed of one reading of a simulation: ``question.replace(seed=...)`` plays the same reading by itself, if all moves
    are chosen by chance.

    >>> import enochian
    >>> enochian.reading_seed(1, 0)
    5225608189600411232
    """
    return _enochian.reading_seed(seed, number)
