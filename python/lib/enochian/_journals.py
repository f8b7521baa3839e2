"""Journals of a folder as lists and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _enochian
from ._enochian import Correspondences, Table

if TYPE_CHECKING:
    from ._enochian import _Path
    from .results import Journal


def journals(folder: _Path, *, data: Correspondences | None = None) -> list[Journal]:
    """The journals of a folder, the latest first, each a :class:`enochian.results.Journal`.

    Copies of one journal, as programs that synchronise folders leave them, are one row, with the others under ``copies``. A journal
    that cannot be read has only its ``name``, its ``path`` and its ``fault``. ``pandas.DataFrame`` takes the list as it is. ``Error``
    is raised if the folder cannot be read.

    >>> import enochian, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> reading = enochian.Reading("brother", seed=11)
    >>> end = reading.play()
    >>> path = reading.save(folder)
    >>> [(row.board, row.answer, row.turns) for row in enochian.journals(folder)]
    [('Water', 'yes', 32)]
    """
    return _enochian.journals(folder, data)


def turns(folder: _Path, *, data: Correspondences | None = None) -> Table:
    """The turns of the journals in a folder: the columns of ``simulate(..., level="events")``, after the name of the ``journal``.

    It has readings and games of Enochian chess, the oldest first, without turns that were undone, and of the copies of a journal one.
    ``ptah`` and ``kings`` are null in a game, and while a reading is not concluded. A journal that cannot be read is left out, with
    a warning and in ``faults`` of the :class:`Table`. ``Error`` is raised if the folder cannot be read.

    >>> import enochian, duckdb, tempfile
    >>> folder, reading = tempfile.mkdtemp(), enochian.Reading("brother", seed=enochian.reading_seed(1, 5))
    >>> end, path = reading.play(), reading.save(folder)
    >>> mine, chance = enochian.turns(folder), enochian.simulate("brother", range(5, 6), level="events")
    >>> duckdb.sql("select * exclude (journal, reading) from mine except select * exclude (reading) from chance").fetchall()
    []
    """
    return _enochian.journal_table("turns", folder, data)


def landings(folder: _Path, *, data: Correspondences | None = None) -> Table:
    """Those of the :func:`turns` in which a piece moved, with the board and the correspondences of the square on which it landed. These
    are null until a quiet reading is concluded.

    >>> import enochian, polars, tempfile
    >>> folder, reading = tempfile.mkdtemp(), enochian.Reading("brother", seed=11)
    >>> end, path = reading.play(), reading.save(folder)
    >>> polars.DataFrame(enochian.landings(folder)).select("piece", "to", "sign", "house", "figure").row(0)
    ('pawn', 'a6', 'Aquarius', 11, 'Tristitia')
    """
    return _enochian.journal_table("landings", folder, data)


def notes(folder: _Path, *, data: Correspondences | None = None) -> Table:
    """The notes made during play, later remarks and outcomes in the journals of a folder, of all kinds of games.

    >>> import enochian, polars, tempfile
    >>> folder, reading = tempfile.mkdtemp(), enochian.Reading("brother", seed=11)
    >>> end, path = reading.play(), reading.save(folder)
    >>> reading.note("The rook is my father.", turn=1)
    >>> reading.record_outcome("true", "He is happy.", on="2027-04-01", sure=True)
    >>> polars.DataFrame(enochian.notes(folder)).select("turn", "kind", "proved", "text").rows()
    [(1, 'remark', None, 'The rook is my father.'), (None, 'outcome', 'proved true', 'He is happy.')]
    """
    return _enochian.journal_table("notes", folder, data)
