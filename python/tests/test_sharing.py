"""Threads that share objects, objects that go to other processes, and copies with a seed of their own."""

import copy
import pickle
import sys
import threading

import enochian
import pytest
from program import ROOT


@pytest.fixture(autouse=True)
def threads_take_turns_often():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def in_threads(*tasks):
    """Runs the tasks at the same time, and returns their exceptions."""
    raised = []

    def run(task):
        try:
            task()
        except Exception as error:
            raised.append(error)

    threads = [threading.Thread(target=run, args=[task]) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


def test_threads_share_a_board():
    board = enochian.Board("brother")

    def play():
        for _ in range(300):
            try:
                board.push(board.legal_moves[0])
                board.pop()
            except (enochian.IllegalMoveError, IndexError):
                pass

    def look():
        for _ in range(300):
            assert board == board.copy() or board.fen()
            assert len(board.piece_map()) > 20 and board.svg() and repr(board)

    assert in_threads(play, play, look, look) == []


def test_threads_share_a_reading_and_its_journal(tmp_path):
    for is_saved in [False, True]:
        reading = enochian.Reading("brother", seed=11)
        if is_saved:
            reading.save(tmp_path)

        def write(word):
            for number in range(10):
                reading.note(f"{word} {number}")

        def look():
            for _ in range(30):
                assert reading.to_dict()["ptah"] == "a5" and reading == reading

        assert in_threads(lambda: write("one"), lambda: write("two"), look, lambda: reading.play(limit=20)) == []
        assert len(reading.notes) == 20 and reading.ply() == 20
        if is_saved:
            assert enochian.Reading.read(reading.path) == reading


def test_a_reading_goes_to_another_process(tmp_path):
    reading = enochian.Reading("brother", seed=11)
    reading.throw()
    reading.push("Pa7a6")
    reading.note("On the way.")
    again = pickle.loads(pickle.dumps(reading))
    assert again == reading and again.throw() == reading.throw()
    # Who throws the die is still open.
    assert pickle.loads(pickle.dumps(enochian.Reading("brother"))).throw(2).role == "knight"
    reading.save(tmp_path)
    kept = pickle.loads(pickle.dumps(reading))
    assert kept == reading and kept.path == reading.path


def test_other_data_go_along(tmp_path):
    files = [file for file in (ROOT / "data").rglob("*.toml") if "games" not in file.parts]
    for file in files:
        copy_of = tmp_path / file.relative_to(ROOT / "data")
        copy_of.parent.mkdir(exist_ok=True)
        copy_of.write_text(file.read_text().replace("Sebek", "Sobek"))
    data = enochian.Correspondences(tmp_path)
    again = pickle.loads(pickle.dumps(data))
    assert again.digest == data.digest != enochian.Correspondences().digest
    assert again.piece("knight of Water").rows["God-form"] == "Sobek"
    assert pickle.loads(pickle.dumps(enochian.Correspondences())).digest == enochian.Correspondences().digest
    question = enochian.Question("Will he write?", category="brother", data=data)
    assert pickle.loads(pickle.dumps(question)) == question
    reading = enochian.Reading(question, seed=11)
    reading.play(limit=6)
    there = pickle.loads(pickle.dumps(reading))
    assert there == reading and there.play() == reading.play()
    assert pickle.loads(pickle.dumps(enochian.Board(question))) == enochian.Board(question)
    simulation = enochian.simulate(question, range(5), seed=3)
    assert pickle.loads(pickle.dumps(simulation)).summary().landings == simulation.summary().landings


def test_a_copy_of_a_reading_goes_on_with_a_seed_of_its_own():
    reading = enochian.Reading("brother", seed=11)
    reading.play(limit=20)

    def rest(other):
        other.play()
        return [turn.move for turn in other.turns]

    first, second, same = (rest(reading.copy(seed=seed)) for seed in [1, 2, 1])
    assert first == same != second and first[:20] == second[:20] and reading.ply() == 20
    half = reading.copy(seed=1)
    half.throw()
    assert pickle.loads(pickle.dumps(half)).copy().thrown == half.thrown
    assert rest(pickle.loads(pickle.dumps(reading.copy(seed=1)))) == first
    assert enochian.Reading("brother").copy(seed=11).throw().throw == 6
    with pytest.raises(enochian.Error, match="too large"):
        reading.copy(seed=2**63)


def test_a_simulation_goes_to_another_process():
    for keywords in [{}, {"policy": "greedy", "procedure": "kings", "limit": 300}, {"procedure": "game", "limit": 100}]:
        simulation = enochian.simulate("brother", range(5, 25), seed=3, **keywords)
        again = pickle.loads(pickle.dumps(simulation))
        assert again.provenance == simulation.provenance
        assert again.summary().answers == simulation.summary().answers


def test_an_environment_is_copied_where_it_stands():
    environment = pytest.importorskip("enochian.environment")
    reading = environment.ReadingEnv("brother", limit=60)
    reading.reset(seed=5)
    moves = __import__("random").Random(1)

    def steps(env, count, chance):
        for _ in range(count):
            if not env.agents or env.terminations[env.agent_selection] or env.truncations[env.agent_selection]:
                break
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(chance.choice(mask.nonzero()[0])))
        return env.turns

    steps(reading, 5, moves)
    same, copied, other = pickle.loads(pickle.dumps(reading)), copy.deepcopy(reading), reading.copy(seed=9)
    rest = [list(steps(env, 20, __import__("random").Random(2))) for env in [reading, same, copied, other]]
    assert rest[0] == rest[1] == rest[2] != rest[3] and rest[0][:5] == rest[3][:5]
