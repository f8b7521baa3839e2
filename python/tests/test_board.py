"""Boards and moves, compared with the program and with the counts of two other generators."""

import copy
import json
import pickle
import random
import signal
import threading
import time
import xml.etree.ElementTree
from pathlib import Path

import pytest

import enochian
from enochian import Board, Move
from program import ROOT, needs_program, program

def perft_lines(file: str):
    for line in (ROOT / "tests/perft" / file).read_text().splitlines():
        if line and not line.startswith("#"):
            position, ruleset, mode, array, *counts = (field.strip() for field in line.split(" ; "))
            yield position, ruleset, mode, None if array == "-" else array, [int(count.split()[1]) for count in counts]


@pytest.mark.parametrize("file, depth", [("arrays.perft", 4), ("hard.perft", 3)])
def test_perft_gives_the_counts_of_the_files(file: str, depth: int) -> None:
    lines = list(perft_lines(file))
    assert len(lines) > 10
    for position, ruleset, mode, array, counts in lines:
        board = Board(fen=position, ruleset=ruleset, mode=mode, array=array)
        assert board.fen() == position
        for ply, count in enumerate(counts[:depth], start=1):
            assert board.perft(ply) == count, (position, ply)


def test_other_threads_run_during_a_count() -> None:
    counting = threading.Thread(target=Board().perft, args=[7])
    begun = last = time.monotonic()
    longest = 0.0
    counting.start()
    while counting.is_alive():
        time.sleep(0.001)
        longest, last = max(longest, time.monotonic() - last), time.monotonic()
    assert longest < (last - begun) / 2


def test_perft_goes_deeper_than_it_can_be_interrupted() -> None:
    position, ruleset, mode, array, counts = next(perft_lines("arrays.perft"))
    assert Board(fen=position, ruleset=ruleset, mode=mode, array=array).perft(5) == counts[4]


def test_a_long_count_can_be_stopped() -> None:
    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(TimeoutError):
            Board().perft(32)
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("depth, error", [(33, enochian.Error), (2**40, enochian.Error), (-1, enochian.Error)])
def test_perft_refuses_absurd_depths(depth: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        Board().perft(depth)


def random_positions(count: int) -> list[Board]:
    chance, boards = random.Random(19), []
    for mode in ["game", "reading"]:
        for element in ["Air", "Water", "Fire", "Earth"]:
            board = Board(board=element, mode=mode, ruleset=chance.choice(["chessvariants", "zalewski"]))
            while not board.is_game_over() and board.ply() < 300:
                board.push(chance.choice(board.legal_moves))
                if chance.random() < 0.1:
                    boards.append(board.copy())
            boards.append(board)
    return chance.sample(boards, min(count, len(boards)))


@needs_program
def test_moves_and_outcomes_are_those_of_the_program() -> None:
    boards = random_positions(120)
    lines, asked = [], []
    for board in boards:
        request = {
            "position": board.fen(),
            "reading": board.mode == "reading",
            "ruleset": board.ruleset,
            "array": board.array,
        }
        lines.append(request)
        asked.append((board, None))
        if board.mode == "reading":
            for throw in range(1, 7):
                lines.append({**request, "throw": throw, "dice": board.dice})
                asked.append((board, throw))
    answers = program("position", "moves", "-", given="\n".join(map(json.dumps, lines))).splitlines()
    assert len(answers) == len(asked) > 300
    for (board, throw), answer in zip(asked, map(json.loads, answers), strict=True):
        moves = board.legal_moves if throw is None else board.moves_for(throw)
        if board.is_game_over():
            moves = []
        assert sorted(map(str, moves)) == answer["moves"], board
        assert board.outcome() == answer["outcome"], board


@needs_program
def test_a_board_says_what_position_show_says() -> None:
    for board in random_positions(25):
        options = ["--ruleset", board.ruleset, "--array", board.array] + ["--reading"] * (board.mode == "reading")
        shown = json.loads(program("position", "show", board.fen(), "--json", *options))
        armies = ["Air", "Water", "Fire", "Earth"]
        assert board.fen() == shown["position"]
        assert (board.ply() + 1, board.direction) == (shown["turn"], shown["direction"])
        assert shown["actor"] == (None if board.is_game_over() else board.turn)
        assert {army: board.checkers(army) for army in armies if board.is_check(army)} == shown["check"]
        assert [army for army in armies if board.is_frozen(army)] == shown["frozen"]
        assert (board.exchanges, board.may_withdraw) == (shown["exchanges"], shown["may_withdraw"])
        ending = board.ending()
        assert board.outcome() == shown["outcome"]
        assert (ending and f"{ending[0].upper()}{ending[1:]}.") == shown["ending"]
        pieces = [(square, piece) for square, pieces in board.piece_map().items() for piece in pieces]
        assert pieces == [(piece["square"], f"{piece['piece']} of {piece['seat']}") for piece in shown["pieces"]]
        kings = {f"king of {it['seat']}": it["square"] for it in shown["pieces"] if it["piece"] == "king"}
        assert {f"king of {army}": board.king(army) for army in armies if board.king(army)} == kings


@needs_program
def test_starts_are_those_of_the_program() -> None:
    for element in ["Air", "Water", "Fire", "Earth"]:
        for angle in ["Air", "Water", "Fire", "Earth"]:
            array = f"{angle} of {element}"
            options = ["--array", array, "--board", element, "--first", angle, "--direction", "widdershins"]
            board = Board(board=element, array=array, first=angle, direction="widdershins")
            assert board.fen() == program("position", "start", *options).strip()


def test_the_board_of_a_question() -> None:
    question = enochian.Question("Is my brother happy?", category="brother", ruleset="zalewski", dice="y-manuscript")
    board = Board(question)
    assert (board.board, board.turn, board.ptah, board.mode) == ("Water", "Air", "a5", "reading")
    assert (board.ruleset, board.dice, board.array) == ("zalewski", "y-manuscript", "Air of Air & Water")
    # By the Y manuscript a four calls the rook, by Regardie the queen (RULES 8.3).
    assert {move.role for move in board.moves_for(4)} == {"rook"}
    assert {move.role for move in Board("brother").moves_for(4)} == {"queen"}
    with pytest.raises(enochian.Error, match="board: the question decides it"):
        Board(question, board="Air")
    later = Board(question, fen="aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK w ---- ---- 0000 8")
    assert (later.turn, later.ply(), later.ptah) == ("Water", 8, "a5")


def test_playing_and_taking_back() -> None:
    board = Board(mode="reading")
    before, fens = board.copy(), []
    for text in ["Rd8g8", "Pg7f7", "Ph2h3", "--"]:
        fens.append(board.fen())
        effects = board.effects(text)
        assert board.fen() == fens[-1], "effects change nothing"
        assert board.push(text) == effects
    assert [str(move) for move in board.move_stack] == ["Rd8g8", "Pg7f7", "Ph2h3", "--"]
    assert board.copy(stack=False).move_stack == [] and board.copy(stack=False) == board
    for fen in reversed(fens):
        assert board.peek() == board.pop()
        assert board.fen() == fen
    assert board == before
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()


def test_effects_are_in_words() -> None:
    board = Board(fen="aK6wK/ar6wr/8/8/8/8/er6fr/eK4wRfK1 f ---- ---- 0000 0")
    assert board.effects("Kg1f1") == board.push("Kg1f1") == ["takes the rook of Water on f1"]


def test_an_exchange_and_a_withdrawal() -> None:
    board = Board(fen="aKaR5wK/8/8/8/8/8/7fR/1eR6 a --xx --wa 0000 12")
    assert board.exchanges == ["exchange w h1 a1"]
    first = board.exchanges[0]
    effects = board.exchange(first)
    assert effects and board.turn == "Air" and not board.is_frozen("Fire") and not board.is_frozen("Earth")
    with pytest.raises(enochian.IllegalMoveError, match="no exchange is possible"):
        board.exchange(first)
    with pytest.raises(enochian.InvalidMoveError):
        board.exchange("exchange")
    board = Board()
    assert board.may_withdraw and board.withdraw() and not board.may_withdraw
    with pytest.raises(enochian.IllegalMoveError, match="cannot withdraw"):
        board.withdraw()
    withdrawn = board.fen()
    board.push("Nc8d6")
    board.withdraw()
    assert board.pop() == Move("Nc8d6") and board.fen() == withdrawn != Board().fen()


def test_illegal_moves_say_why_and_change_nothing() -> None:
    board = Board()
    before = board.fen()
    for text, reason in [
        ("Nc8c6", "cannot reach c6"),
        ("Qd5d6", "d5 is empty"),
        ("Ph2h3", "it is the turn of Air"),
        ("Pc7c6=Q", "no choice of promotion"),
        ("--", "Air has a move"),
    ]:
        assert not board.is_legal(text)
        for method in [board.push, board.effects, board.sheet]:
            with pytest.raises(enochian.IllegalMoveError, match=reason):
                method(text)
    assert board.fen() == before and board.move_stack == []


@pytest.mark.parametrize("wrong", ["", "nc8d6", "c8d6", "Nc8d9", "Nc8d6\0", "é", "N" * 10_000])
def test_texts_that_are_not_moves(wrong: str) -> None:
    for method in [Move, Board().push, Board().is_legal, Board().effects, Board().sheet]:
        with pytest.raises(enochian.InvalidMoveError):
            method(wrong)


@pytest.mark.parametrize("wrong", [None, 5, b"Nc8d6", ["Nc8d6"], 1.5])
def test_other_types_are_not_moves(wrong: object) -> None:
    for method in [Move, Board().push, Board().is_legal]:
        with pytest.raises(TypeError):
            method(wrong)


@pytest.mark.parametrize(
    "keywords",
    [
        {"board": "Spirit"},
        {"board": "Air", "array": "Air of Fire"},
        {"array": "nothing"},
        {"first": ""},
        {"direction": "left"},
        {"mode": "play"},
        {"ruleset": "fide"},
        {"dice": "regardie"},
        {"mode": "reading", "dice": "loaded"},
        {"mode": "reading", "dice": "y-manuscript", "fen": "aK6wK/8/8/8/8/8/8/eK6fK a ---- ---- 0000 0"},
        {"fen": "8/8/8/8/8/8/8/8 a ---- ---- 0000 0"},
        {"fen": "\0"},
        {"fen": "aK6wK/8/8/8/8/8/8/eK6fK a ---- ---- 0000 0", "first": "Air"},
        {"board": "\ud800"},
    ],
)
def test_wrong_keywords_are_errors(keywords: dict[str, str]) -> None:
    with pytest.raises(ValueError):
        Board(**keywords)


@pytest.mark.parametrize("throw", [0, 7, -1, 2**70])
def test_throws_are_one_to_six(throw: int) -> None:
    with pytest.raises(enochian.Error, match="1 to 6"):
        Board("brother").moves_for(throw)


def test_a_game_has_no_die() -> None:
    with pytest.raises(enochian.IllegalMoveError, match="no die is thrown in a game"):
        Board().moves_for(1)


def test_moves() -> None:
    move = Move("Nc8d6")
    assert (move.role, move.from_square, move.to_square, move.promotion) == ("knight", "c8", "d6", None)
    assert move == Move("Nc8d6") != Move("Nc8e7") and len({move, Move("Nc8d6")}) == 1
    assert (str(move), repr(move), bool(move)) == ("Nc8d6", "enochian.Move('Nc8d6')", True)
    null = Move.null()
    assert (null.role, null.from_square, null.to_square, null.promotion, bool(null)) == (None,) * 4 + (False,)
    assert pickle.loads(pickle.dumps(Move("Pb2b1=Q"))) == Move("Pb2b1=Q") == copy.deepcopy(Move("Pb2b1=Q"))


def test_sheet_notation_reads_back() -> None:
    for board in random_positions(20):
        for move in board.legal_moves:
            if move:
                text = board.sheet(move)
                if " =" not in text:
                    assert board.parse_sheet(text) == move, (board, text)
    with pytest.raises(enochian.InvalidMoveError):
        Board().parse_sheet("e4")
    with pytest.raises(enochian.IllegalMoveError, match="fits no legal move"):
        Board().parse_sheet("Q4d")


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_boards_can_be_sent_to_other_processes(protocol: int) -> None:
    for board in random_positions(5) + [Board("brother")]:
        again = pickle.loads(pickle.dumps(board, protocol))
        assert again == board and again.move_stack == board.move_stack and again.svg() == board.svg()
        while again.move_stack:
            again.pop()
            board.pop()
            assert again.fen() == board.fen()


def test_equality_regards_rules_and_position_only() -> None:
    assert Board() == Board(board="Air") != Board(board="Water")
    assert Board() != Board(mode="reading") and Board() != "Air"
    with pytest.raises(TypeError):
        hash(Board())
    board = Board()
    shallow, deep = copy.copy(board), copy.deepcopy(board)
    board.push(board.legal_moves[0])
    assert shallow == deep == Board() != board


def test_two_pieces_on_a_throne() -> None:
    board = Board()
    assert board.pieces_at("a8") == ["king of Air", "bishop of Air"] and board.piece_at("a8") == "king of Air"
    assert board.pieces_at("d5") == [] and board.piece_at("d5") is None
    with pytest.raises(enochian.Error, match="square: there is no"):
        board.piece_at("i9")
    with pytest.raises(enochian.Error, match="army: there is no"):
        board.king("Spirit")


@needs_program
def test_the_picture_is_that_of_the_program(tmp_path: Path) -> None:
    board = Board(fen="aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0")
    picture = tmp_path / "position.svg"
    program("position", "show", board.fen(), "--picture", str(picture), "--board", "Air")
    assert board.svg() == board._repr_svg_() == picture.read_text()
    with_heading = xml.etree.ElementTree.fromstring(Board("brother").svg(heading="a < b", symbols=False))
    assert with_heading.tag.endswith("svg") and len(board.svg(symbols=False)) < len(board.svg())


def test_the_picture_of_a_quiet_question_has_plain_squares() -> None:
    quiet = enochian.Question("?", category="brother", quiet=True)
    assert "Gemini" in Board("brother").svg() and "Gemini" not in Board(quiet).svg()
    xml.etree.ElementTree.fromstring(Board(quiet).svg(heading="\0\x1b]]>&"))


@needs_program
def test_the_text_is_that_of_the_program() -> None:
    board = Board(fen="aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0")
    assert program("position", "show", board.fen()).startswith(str(board))
    board.push("Ka8b8")
    assert "[aK]" in str(board) and "aK" in repr(board)
