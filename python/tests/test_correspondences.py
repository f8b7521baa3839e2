"""What squares and pieces stand for, compared with the JSON of the program."""

import itertools
import json
import shutil
from pathlib import Path

import pytest

import enochian
from program import ROOT, as_result, needs_program, program

ELEMENTS = ["Air", "Water", "Fire", "Earth"]
OFFICERS = ["queen", "rook", "bishop", "knight"]
PIECES = ["king", *OFFICERS, *(f"pawn of {officer}" for officer in OFFICERS)]
DATA = enochian.Correspondences()


@needs_program
def test_all_squares_are_those_of_the_program() -> None:
    for board in ELEMENTS:
        shown = json.loads(program("meaning", "squares", "--board", board, "--json"))["found"]
        assert len(shown) == 64
        for square in shown:
            assert DATA.square(board, square["square"]) == as_result("Square", square)


@needs_program
@pytest.mark.parametrize("about, querent", [("both", "Air"), ("person", None), (None, "Earth")])
def test_pieces_on_squares_are_those_of_the_program(about: str | None, querent: str | None) -> None:
    for (army, kind), board in zip(itertools.product(ELEMENTS, PIECES), itertools.cycle(ELEMENTS)):
        options = ["--about", about] * (about is not None) + ["--army", querent] * (querent is not None)
        shown = program("meaning", f"{kind} of {army} on c6", "--board", board, "--json", *options)
        here = DATA.square(board, "c6", piece=f"{kind} of {army}", querent=querent, about=about)
        assert here == as_result("Square", json.loads(shown)["found"][0])


@needs_program
def test_layers_are_those_of_the_program() -> None:
    shown = json.loads(program("meaning", "b3", "--board", "Fire", "--layers", "all", "--json"))["found"][0]
    assert len(shown["layers"]) == 4
    assert DATA.square("Fire", "b3", layers=["letters", "tablets", "sphinx", "oracle"]) == (found := as_result("Square", shown))
    assert DATA.square("Fire", "b3", layers=["oracle"]).layers == found.layers[3:]


@needs_program
@pytest.mark.parametrize("querent", [None, *ELEMENTS])
def test_all_pieces_are_those_of_the_program(querent: str | None) -> None:
    options = ["--army", querent] if querent else []
    shown = json.loads(program("meaning", "pieces", "--json", *options))["found"]
    assert len(shown) == 36
    for page in shown:
        for name in [page["title"], page["what"], page["title"].upper()]:
            assert DATA.piece(name, querent=querent) == as_result("Page", page)


@pytest.mark.parametrize(
    "arguments",
    [
        ("Spirit", "f5", {}),
        ("Air", "i9", {}),
        ("Air", "", {}),
        ("Air", "f5", {"piece": "AN"}),
        ("Air", "f5", {"piece": "queen"}),
        ("Air", "f5", {"querent": "nobody"}),
        ("Air", "f5", {"piece": "aN", "about": "things"}),
        ("Air", "f5", {"layers": ["angels"]}),
        ("\ud800", "f5", {}),
    ],
)
def test_unknown_names_are_errors(arguments: tuple[str, str, dict[str, str]]) -> None:
    board, square, keywords = arguments
    with pytest.raises(ValueError):
        DATA.square(board, square, **keywords)


def test_a_folder_with_other_data(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    shutil.copytree(ROOT / "data", folder)
    assert enochian.Correspondences(folder).digest == DATA.digest
    changed = [path for path in folder.rglob("*.toml") if "Capricorn" in path.read_text() and "ambition" in path.read_text()]
    assert changed
    for path in changed:
        path.write_text(path.read_text().replace("ambition", "mountains"))
    other = enochian.Correspondences(folder)
    assert "mountains" in other.square("Air", "f5").keywords
    assert other.digest != DATA.digest and "of the package" not in repr(other)
    changed[0].write_text("[")
    with pytest.raises(enochian.FileError) as caught:
        enochian.Correspondences(folder)
    assert caught.value.file.endswith(changed[0].name)
    with pytest.raises((enochian.Error, OSError)):
        enochian.Correspondences(tmp_path / "nothing")
