"""Journals: written, read back, added to, checked and listed."""

import json
import re
import shutil

import pytest

import enochian
from enochian.results import Note
from program import ROOT, as_result

JOURNAL = ROOT / "journals" / "2026-11-21-is-my-brother-happy-in-his-present-situation.md"
KEPT = sorted((ROOT / "tests" / "kept-journals").glob("*.md"))


def brother(seed=11):
    return enochian.Reading(enochian.Question("Is my brother happy?", category="brother"), seed=seed)


def ended(seed=11):
    reading = brother(seed)
    reading.play()
    return reading


@pytest.fixture
def journal(tmp_path):
    """A copy of the journal of the project."""
    return shutil.copy(JOURNAL, tmp_path)


def test_a_saved_reading_is_one_of_the_program(tmp_path, program):
    reading = ended()
    path = reading.save(tmp_path)
    assert path.name.endswith("-is-my-brother-happy.md") and reading.path == path
    assert reading.concluded == "at its end"
    assert "No errors" in program("journal", "check", path)
    assert enochian.Reading.check(path) == []
    assert enochian.Reading.read(path) == reading
    assert json.loads(program("journal", "export", path, "--format", "json")) == reading.to_dict()


def test_nothing_is_overwritten(tmp_path):
    paths = {ended(seed).save(tmp_path) for seed in [11, 11, 10]}
    assert len(paths) == 3
    assert [len(enochian.Reading.read(path).turns) for path in sorted(paths)].count(32) == 2


def test_every_turn_is_in_the_file_at_once(tmp_path):
    reading = brother()
    path = reading.save(tmp_path)
    sizes = [path.stat().st_size]
    reading.throw()
    reading.push(reading.legal_moves[0])
    sizes.append(path.stat().st_size)
    assert enochian.Reading.read(path).turns == reading.turns
    reading.pop()
    reading.note("Taken back in haste.")
    sizes.append(path.stat().st_size)
    # Nothing is ever removed from a journal.
    assert sizes == sorted(set(sizes))
    assert enochian.Reading.read(path).notes == [Note(turn=1, text="Taken back in haste.")]
    reading.push(reading.legal_moves[0])
    reading.play()
    assert reading.concluded == "at its end"
    assert enochian.Reading.read(path) == reading
    assert enochian.Reading.check(path) == []


def test_a_refused_act_leaves_the_file_alone(tmp_path):
    reading = brother()
    path = reading.save(tmp_path)
    before = path.read_bytes()
    for refused in [lambda: reading.push("Nc8d6"), lambda: reading.throw(3), reading.pop, lambda: reading.tag(""), lambda: reading.note("")]:
        with pytest.raises(enochian.Error):
            refused()
    assert path.read_bytes() == before


def test_an_unfinished_reading_goes_on(tmp_path):
    reading = brother()
    reading.play(limit=10)
    path = reading.save(tmp_path)
    resumed = enochian.Reading.read(path)
    assert resumed.concluded is None and resumed.ply() == 10
    resumed.play()
    assert resumed.turns == ended().turns
    # The first reading has not seen these turns, and must not write over them.
    with pytest.raises(enochian.Error, match="changed"):
        reading.throw()
    assert enochian.Reading.read(path) == resumed


def test_a_journal_that_the_program_plays_is_left_alone(tmp_path, program):
    reading = brother()
    path = reading.save(tmp_path)
    with program.start("read", "--resume", path) as playing:
        # Its throw is then in the journal.
        next(line for line in playing.stdout if line.startswith("Air throws"))
        with pytest.raises(enochian.Error, match="changed in the meantime"):
            reading.throw()
        # Others may write about it, and then know its turns.
        reading.tag("busy")
        playing.communicate("stop\n")
    assert reading.thrown == 6
    reading.push("Pa7a6")
    assert enochian.Reading.read(path) == reading and reading.tags == ["busy"]
    assert enochian.Reading.check(path) == []


def test_words_are_added_as_by_the_program(journal, program):
    reading = enochian.Reading.read(journal)
    before = reading.path.read_text(encoding="utf-8")
    reading.note("He called me.")
    reading.note("The rook is my father.", turn=12)
    reading.tag("Family", "winter solstice", "family")
    reading.untag("winter solstice")
    # Somebody else adds to it at the same time.
    program("journal", "outcome", journal, "partly", "He moved back.", "--on", "2027-03-01", "--sure")
    reading.record_outcome("true", "He is happy.", on="2027-04-01", sure=True)
    after = reading.path.read_text(encoding="utf-8")
    assert after.startswith(before)
    assert reading.tags == ["family"]
    assert [note.turn for note in reading.notes][-2:] == [None, 12]
    assert [outcome.proved for outcome in reading.outcomes] == ["partly true", "true"]
    assert enochian.Reading.read(journal) == reading
    assert "No errors" in program("journal", "check", journal)
    assert program("journal", "tag", journal) == "Tags: family\n"


def test_folders_that_cannot_be_written_are_errors(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    reading = ended()
    for folder in [tmp_path / "missing", "nul\0", "\udcff", ""]:
        with pytest.raises(ValueError):
            reading.save(folder)
    file = tmp_path / "file"
    file.write_text("mine")
    with pytest.raises(enochian.Error):
        reading.save(file)
    assert reading.path is None and reading.concluded is None
    assert file.read_text() == "mine" and list(tmp_path.iterdir()) == [file]


def test_a_journal_that_has_gone_is_an_error(tmp_path):
    reading = brother()
    reading.save(tmp_path).unlink()
    with pytest.raises(enochian.Error):
        reading.throw()
    assert reading.thrown is None


def test_the_journal_of_the_project(program):
    reading = enochian.Reading.read(JOURNAL)
    assert reading.to_dict() == json.loads(program("journal", "export", JOURNAL, "--format", "json"))
    assert reading.question == enochian.Question.read(ROOT / "questions" / "brother.toml").replace(querent="Anna")
    assert enochian.Reading.from_text(JOURNAL.read_text(encoding="utf-8")) == reading
    assert enochian.Reading.from_text(JOURNAL.read_text(encoding="utf-8")).path is None


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_kept_journals_are_read(path, program):
    reading = enochian.Reading.read(path)
    exported = json.loads(program("journal", "export", path, "--format", "json"))
    assert reading.to_dict() == exported
    assert (reading.question is None) == ("game" in exported)
    assert reading.title == exported.get("question", exported.get("game"))
    checked = program("journal", "check", path, fails=bool(enochian.Reading.check(path)))
    assert ("No errors" in checked) == (enochian.Reading.check(path) == [])


def test_there_are_kept_journals():
    assert len(KEPT) >= 10


def test_a_game_has_no_question(tmp_path):
    path = shutil.copy(next(path for path in KEPT if path.stem == "game-resigned"), tmp_path)
    game = enochian.Reading.read(path)
    assert (game.question, game.answer) == (None, None)
    for refused in [game.throw, lambda: game.throw(3), game.told, game.explain, lambda: game.play("greedy")]:
        with pytest.raises(enochian.Error):
            refused()
    with pytest.raises(enochian.IllegalMoveError, match="only in a reading"):
        game.record_outcome("true", "It was.")
    assert game.explain("statistics") and game.statistics().turns == len(game.turns)


def test_a_game_is_played_on_by_chance(tmp_path):
    path = shutil.copy(next(path for path in KEPT if path.stem == "game-with-an-exchange"), tmp_path)
    game = enochian.Reading.read(path).copy()
    played = game.ply()
    if game.concluded is None:
        assert game.legal_moves
        game.play(limit=len(game.turns) + 3)
        assert game.ply() == played + 3


DAMAGES = {
    "a move": (r"→\*\* Rh5h4", "→** Rh5h9"),
    "a throw": (r"\*\*2 · Water\*\* · throw 5", "**2 · Water** · throw 7"),
    "a position": (r"(\*\*Position · 32\*\* .*`)\S", r"\1?"),
    "the header": (r'board = "Water"', 'board = "Wax"'),
    "the answer": (r"by the Ptah · yes", "by the Ptah · no"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_journal_is_an_error_with_its_line(journal, damage):
    with open(journal, encoding="utf-8") as file:
        text = file.read()
    damaged, count = re.subn(*DAMAGES[damage], text, count=1)
    assert count == 1
    with open(journal, "w", encoding="utf-8") as file:
        file.write(damaged)
    line = next(number for number, (one, other) in enumerate(zip(text.split("\n"), damaged.split("\n")), 1) if one != other)
    with pytest.raises(enochian.FileError) as caught:
        enochian.Reading.read(journal)
    assert caught.value.file == str(journal)
    assert line in [error.line for error in caught.value.errors]
    assert caught.value.line == min(error.line for error in caught.value.errors)
    assert f"{journal}:{caught.value.line}: " in str(caught.value)
    checked = enochian.Reading.check(journal)
    assert line in [error.line for error in checked]
    assert all(error.problem and error.file == str(journal) for error in checked)


def test_check_finds_a_note_that_was_changed(journal):
    with open(journal, encoding="utf-8") as file:
        text = file.read()
    # What follows from the turns can be told in other words.
    for words, errors in [("c8 to a7", 0), ("his own pieces", 1)]:
        damaged = text.replace(words, "it flies", 1)
        assert damaged != text
        with open(journal, "w", encoding="utf-8") as file:
            file.write(damaged)
        enochian.Reading.read(journal)
        assert len(enochian.Reading.check(journal)) == errors


def test_a_journal_cut_off_anywhere_is_read_or_an_error(journal):
    with open(journal, "rb") as file:
        text = file.read()
    kinds = set()
    for length in range(0, len(text), 211):
        with open(journal, "wb") as file:
            file.write(text[:length])
        try:
            enochian.Reading.read(journal)
            kinds.add("read")
        except enochian.FileError as error:
            assert error.file == str(journal)
            kinds.add("error")
    assert kinds == {"read", "error"}


def test_journals_of_other_games_are_a_clear_error(tmp_path, program):
    _, kind, *_ = (row["Kind"] for row in program("kinds", "--json")["tables"][0]["rows"])
    program("game", "--kind", kind, "--auto", "--seed", 1, "--limit", 5, "--journals", tmp_path)
    path = next(tmp_path.glob("*.md"))
    with pytest.raises(enochian.Error, match="another game"):
        enochian.Reading.read(path)
    assert enochian.Reading.check(path) == []
    row, = enochian.journals(tmp_path)
    assert row.kind == kind and row.mode == "game"


def test_the_list_is_that_of_the_program(tmp_path, program):
    shutil.copy(JOURNAL, tmp_path)
    for path in KEPT:
        shutil.copy(path, tmp_path)
    ended().save(tmp_path)
    (tmp_path / "broken.md").write_text("+++\nformat = 3\n+++\n", encoding="utf-8")
    (tmp_path / "notes.md").write_text("Dear diary,", encoding="utf-8")
    listed = enochian.journals(tmp_path)
    assert listed == as_result("Journal", program("journal", "list", "--json", "--journals", tmp_path))
    assert len(listed) + sum(len(row.copies) for row in listed) == len(KEPT) + 3
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(listed)
    assert frame["fault"].notna().sum() == 1
    assert frame[frame["answer"] == "yes"]["turns"].min() == 32


@pytest.mark.parametrize("folder", ["missing", "nul\0", "\udcff"])
def test_a_folder_that_cannot_be_read_is_an_error(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError):
        enochian.journals(folder)


@pytest.mark.parametrize("format", ["html", "markdown", "sheet", "svg", "json"])
def test_exports_are_those_of_the_program(format, program, tmp_path):
    file = tmp_path / "exported"
    program("journal", "export", JOURNAL, "--format", format, "--out", file)
    assert enochian.Reading.read(JOURNAL).export(format) == file.read_bytes().decode()


def test_exports_can_be_used():
    reading = ended()
    assert reading.export("svg", turn=0) != reading.export("svg", turn=32) == reading.export("svg")
    for wrong in [lambda: reading.export("pdf"), lambda: reading.export("svg", turn=33), lambda: reading.export("html", turn=1)]:
        with pytest.raises(enochian.Error):
            wrong()


@pytest.mark.parametrize(
    "text",
    ["  spaces  around ", 'a "quoted" \\ word', "a *star*, a_b_ <b>`x`</b> # [1] | ~ &", "幸せですか 🙂", "**12 · Water** · throw 4", "> ∴ so", "+++", "..", "/"],
)
def test_any_words_come_back(text, tmp_path):
    reading = enochian.Reading(enochian.Question(text, category="brother", querent=text), players=text)
    path = reading.save(tmp_path)
    assert path.parent == tmp_path
    reading.throw()
    reading.note(text)
    reading.record_outcome("true", text)
    assert enochian.Reading.read(path) == reading
    assert reading.notes[0].text == reading.outcomes[0].text == text.strip()
    assert enochian.Reading.check(path) == []
