"""Questions: by keywords, from files, and the errors of both."""

import pickle
import shutil
import tomllib

import pytest

import enochian
from program import ROOT

CATALOG = ROOT / "questions" / "catalog.toml"
FILES = sorted(set((ROOT / "questions").glob("*.toml")) - {CATALOG})


def test_a_category_chooses_what_the_books_say():
    question = enochian.Question("Is my brother happy?", category="brother")
    assert (question.board, question.angle, question.force, question.ptah) == ("Water", "Air", "Gemini", "a5")
    assert (question.army, question.array, question.direction) == ("Air", "Air of Air & Water", "deosil")
    assert (question.ruleset, question.procedure, question.dice) == ("chessvariants", "ptah", "regardie")
    assert (question.text, question.querent, question.category) == ("Is my brother happy?", "the querent", "brother or sister")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_question_is_the_same_by_file_text_keywords_and_pickle(path, program):
    question = enochian.Question.read(path)
    text = path.read_text(encoding="utf-8")
    keys = tomllib.loads(text)
    assert question == enochian.Question.from_toml(text)
    assert question == enochian.Question(keys.pop("question"), **keys)
    assert question == enochian.Question.from_toml(question.to_toml())
    assert question == pickle.loads(pickle.dumps(question))
    # The program understands it in the same way.
    record = program("read", path, "--auto", "--seed", 1, "--limit", 1, "--json", "--journals", ".")
    for key in ["question", "board", "angle", "force", "ptah", "array", "direction", "ruleset", "procedure", "dice"]:
        assert record[key] == getattr(question, {"question": "text"}.get(key, key)), key


def test_there_are_question_files():
    assert len(FILES) >= 3


def test_the_categories_are_those_of_the_catalogue():
    catalogue = tomllib.loads(CATALOG.read_text(encoding="utf-8"))
    names = [category["name"] for category in catalogue["category"]]
    categories = enochian.Question.categories()
    assert [category.name for category in categories] == names
    for category in categories:
        question = enochian.Question("?", category=category.name)
        assert {key: getattr(question, key) for key in ["board", "angle", "force", "ptah"]} == {
            key: getattr(category, key) for key in ["board", "angle", "force", "ptah"]
        }


def test_replace_changes_and_removes_keys():
    question = enochian.Question("Is my brother happy?", category="brother", die="seed 7", quiet=True)
    assert 'die = "seed 7"' in question.to_toml()
    assert "seed" not in question.replace(die=None).to_toml()
    assert question.replace(procedure="kings").procedure == "kings"
    assert question.replace(procedure="kings") != question
    assert question.replace() == question


def test_errors_in_keywords_say_what_is_expected():
    with pytest.raises(enochian.Error, match="did you mean brother") as caught:
        enochian.Question("Is my brother happy?", category="brothr")
    # No file is to blame.
    assert not isinstance(caught.value, enochian.FileError)
    with pytest.raises(enochian.Error, match='^unknown category "weathr"; expected a name from the catalogue; did you mean nature'):
        enochian.simulate("weathr")
    with pytest.raises(enochian.Error, match="missing subject"):
        enochian.Question("Is my brother happy?")
    with pytest.raises(enochian.Error, match="colour"):
        enochian.Question("Is my brother happy?", category="brother", colour="red")


def test_errors_in_a_file_have_its_line(tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text('question = "?"\ncategory = "brother"\n\nprocedure = "dancing"\ndice = "loaded"\n', encoding="utf-8")
    with pytest.raises(enochian.FileError) as caught:
        enochian.Question.read(path)
    assert caught.value.file == str(path)
    assert caught.value.line == 4
    assert [error.line for error in caught.value.errors] == [4, 5]
    assert isinstance(caught.value, enochian.Error) and isinstance(caught.value, ValueError)


@pytest.mark.parametrize("path", ["no such file.toml", "", "nul\0.toml", "\udcff.toml"])
def test_a_file_that_cannot_be_read_is_an_error(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError):
        enochian.Question.read(path)
    with pytest.raises(ValueError):
        enochian.Question.read(tmp_path)


@pytest.mark.parametrize(
    "keys",
    [{"die": "seed 99999999999999999999"}, {"die": "seed -1"}, {"house": 1.5}, {"house": 2**70}, {"category": b"brother"}, {"players": [1]}, {"category": "\ud800"}, {"x" * 9: {}}],
    ids=repr,
)
def test_no_keyword_is_too_strange(keys):
    with pytest.raises((ValueError, TypeError, OverflowError)):
        enochian.Question("?", **{"category": "brother", **keys})


@pytest.mark.parametrize("text", ["\ud800", None, 3, b"?"], ids=repr)
def test_a_question_is_a_text(text):
    with pytest.raises((ValueError, TypeError)):
        enochian.Question(text, category="brother")


def test_other_data(tmp_path):
    data = tmp_path / "data"
    shutil.copytree(ROOT / "data", data)
    path = data / "procedures.toml"
    same = enochian.Correspondences(data)
    assert same.digest == enochian.Correspondences().digest
    path.write_text(path.read_text(encoding="utf-8") + "\n[[procedure]]\nname = 3\n", encoding="utf-8")
    with pytest.raises(enochian.FileError) as caught:
        enochian.Correspondences(data)
    assert caught.value.file.endswith("procedures.toml")
