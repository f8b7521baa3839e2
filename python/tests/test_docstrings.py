"""Every public class, method and function has a docstring, and every example in one and in docs/ runs."""

import doctest
import inspect
import re
from dataclasses import is_dataclass

import pytest

import enochian
from enochian import results
from program import ROOT

# What needs no example, because its sentence says all; attributes need none.
WITHOUT_EXAMPLE = """
Batch Batches Error FileError InvalidMoveError IllegalMoveError Reading.exchange Reading.withdraw Board.exchange Board.withdraw
""".split()

# The fields of dataclasses, which the class describes.
FIELDS = ["title", "rows", "data"]


def documented():
    """The public names of the package and of its classes, each with its docstring."""
    for name in enochian.__all__:
        value = getattr(enochian, name)
        yield name, value.__doc__
        if inspect.isclass(value) and not issubclass(value, BaseException):
            for member, about in vars(value).items():
                if not member.startswith("_") and member not in FIELDS:
                    yield f"{name}.{member}", (getattr(about, "__func__", about)).__doc__
    yield "results", results.__doc__
    for name, value in vars(results).items():
        if is_dataclass(value):
            yield f"results.{name}", value.__doc__


DOCUMENTED = dict(documented())
ATTRIBUTES = {
    f"{name}.{member}"
    for name in enochian.__all__
    for member, about in getattr(getattr(enochian, name), "__dict__", {}).items()
    if inspect.isgetsetdescriptor(about) or isinstance(about, property)
}


def run(text, name):
    """Runs the examples of a text, and returns how many they are."""
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    found = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).run(test, out=found.append)
    assert found == [], "".join(found)
    return len(test.examples)


def test_everything_has_a_docstring():
    assert len(DOCUMENTED) > 50
    assert [name for name, text in DOCUMENTED.items() if not text] == []


def test_what_has_no_example_is_listed():
    without = {name for name, text in DOCUMENTED.items() if ">>>" not in (text or "")}
    assert sorted(name for name in without - ATTRIBUTES if "results." not in name) == sorted(WITHOUT_EXAMPLE)


@pytest.mark.parametrize("name", [name for name, text in DOCUMENTED.items() if ">>>" in (text or "")])
def test_the_examples_run(name):
    assert run(inspect.cleandoc(DOCUMENTED[name]), name) > 0


@pytest.mark.parametrize("path", sorted((ROOT / "docs").glob("PYTHON*.md")), ids=lambda path: path.name)
def test_the_examples_of_the_manual_run(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # The end of a block of code is not what its last line prints.
    text = re.sub(r"^```.*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert run(text, path.name) > 10
