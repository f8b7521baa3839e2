"""What a notebook shows."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import Any

from ._enochian import Question, Record, Simulation


def table(title: str, rows: Iterable[Sequence[str]], head: Sequence[str] = ()) -> str:
    """A table with a caption."""

    def row(kind: str, cells: Sequence[str]) -> str:
        return "<tr>" + "".join(f"<{kind}>{html.escape(cell)}</{kind}>" for cell in cells) + "</tr>"

    above = f"<thead>{row('th', head)}</thead>" if head else ""
    body = "".join(row("td", cells) for cells in rows)
    return f"<table><caption>{html.escape(title, quote=False)}</caption>{above}<tbody>{body}</tbody></table>"


def cell(value: Any) -> str:
    """A value of a table."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4f}" if value == 0 or abs(value) >= 0.001 else f"{value:.1e}"
    return str(value)


def _question(self: Question) -> str:
    names = {"the Ptah": "ptah", "governed by": "force", "the querent's army": "army", "dice table": "dice"}
    shown = ["board", "angle", "governed by", "the Ptah", "the querent's army", "array", "direction", "ruleset", "procedure"]
    return table(self.text, [(name, getattr(self, names.get(name, name))) for name in [*shown, "dice table"]])


def _simulation(self: Simulation) -> str:
    about, numbers = self.provenance, self.range
    rows = [(name.replace("_", " "), value) for name, value in about.setting.items()]
    rows += [(f"policy of {army}", policy) for army, policy in about.policies.items()]
    rows += [("seed", str(about.seed)), ("limit of turns", str(about.limit))]
    title = f"{numbers.stop - numbers.start} readings, from {numbers.start} to {numbers.stop}"
    return table(title, rows)


def _record(self: Record) -> str:
    paragraphs, picture = self._shown()
    title = f"<p><strong>{html.escape(self.title)}</strong></p>\n"
    return title + "".join(f"<p>{html.escape(paragraph)}</p>\n" for paragraph in paragraphs) + picture


def attach() -> None:
    """Gives the classes in Rust what a notebook asks for."""
    for kind, shown in ((Question, _question), (Simulation, _simulation), (Record, _record)):
        setattr(kind, "_repr_html_", shown)
