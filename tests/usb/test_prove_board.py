"""The rung *board* of `cribboard prove`: Bring-up's readings and tests are asked once, and stand in the proof."""

import json

import pytest

from host_tools.i18n.board_messages import message_text
from host_tools.usb import prove_command
from host_tools.usb.proof_session import read_builds
from host_tools.usb.sans_io.board_rung import shown

from .cli_process import leaving
from .rungs import BOARD, KEYS, STRIP, climb, named
from .test_prove import Built

PARTS = {"strip": {}, "keys": {}, "displays": {}, "voice": {}}


class Whole(Built):
    """A board of a build, with rungs climbed and tests seen; `no`: words of questions so answered."""

    def __init__(self, build, rungs=(), seen=None, no=(), mv=3900):
        super().__init__()
        self.known = {**prove_command.asked_of_build(read_builds(), build), "seen": seen or {}, "rungs": dict(rungs)}
        self.no = no
        self.mv = mv
        self.questions, self.lines = [], []

    def bring_up(self):
        return self.known

    def ask(self, message, lines=()):
        self.lines += map(message_text, lines)
        self.questions.append(message_text(message))
        return not any(word in self.questions[-1] for word in self.no)

    def request(self, request_type):
        return [[{"battery": {"mv": self.mv}} if request_type == "status" else {"rail_mv": 4200}], 6.0]


def asked(board, words):
    return sum(words in question for question in board.questions)


def test_a_sound_board_is_asked_of_each_group_and_of_each_test_that_no_rung_has():
    board = Whole("two+cell", PARTS)
    found = climb(board, "board")
    assert named(found) == {}
    assert set(found) == BOARD
    assert (found["readings"]["value"], found["readings"]["which"]) == (54, "two+cell")
    assert asked(board, "each of these lines read so") == 5
    assert asked(board, "Right is") == 4, "rail, buzzer, and the cell's switch on and off"
    assert len(board.questions) == 10
    assert len(board.lines) == 54


def test_the_rungs_of_its_parts_are_climbed_if_they_were_not():
    board = Whole("two")
    found = climb(board, "board")
    assert set(found) == BOARD - {"battery_mv"} | STRIP | KEYS
    board = Whole("two", {"keys": {}})
    assert set(climb(board, "board")) == BOARD - {"battery_mv"} | STRIP


def test_what_was_seen_at_bring_up_is_not_asked_again():
    seen = {name: right for name, right, _ in prove_command.asked_of_build(read_builds(), "two")["tests"]}
    board = Whole("two", seen=seen)
    found = climb(board, "board")
    assert set(found) == BOARD - {"battery_mv"}
    assert asked(board, "Right is") == 0
    del seen["rail_mv"]
    assert named(climb(Whole("two", seen=seen), "board")) == {"rail_mv": (-200, "")}
    board = Whole("two", {"strip": {}}, seen={**seen, "buzzer": "silent", "key A+2": ""})
    assert named(climb(board, "board")) == {"wrong_tests": (2, "buzzer, key A+2")}


def test_a_test_that_fails_is_named():
    assert named(climb(Whole("four", PARTS, no=["D3"]), "board")) == {"wrong_tests": (1, "rail")}


def test_a_reading_that_is_otherwise_is_asked_for_in_its_group_alone_and_named():
    board = Whole("two", PARTS, no=["Resistors and wire links,", "R7, ohms"])
    assert named(climb(board, "board")) == {"wrong_readings": (1, "R7")}
    assert asked(board, "Does it read so?") == 19


@pytest.mark.parametrize(
    ("mv", "wrong"), [(2700, {"battery_mv": (-300, "")}), (-1, {"wrong_tests": (1, "battery_mv")})]
)
def test_a_cells_voltage_that_is_wrong_or_not_told_is_named(mv, wrong):
    assert named(climb(Whole("two+cell", PARTS, mv=mv), "board")) == wrong


def test_every_question_of_every_build_is_a_sentence():
    for build in read_builds()["builds"]:
        board = Whole(build, PARTS, no=["each of these lines"])
        climb(board, "board")
        assert not [
            question for question in board.questions + board.lines if "{" in question or "captain." in question
        ], build


@pytest.mark.parametrize(
    ("right", "text"),
    [
        ("open; 3–4 100 kΩ; 32–33 10.0 kΩ", "open (OL); 3–4: 100 kΩ; 32–33: 10.0 kΩ"),
        ("rise 20.0 kΩ", "rises to 20.0 kΩ"),
        ("open; 13–14 rise 20.0 kΩ", "open (OL); 13–14: rises to 20.0 kΩ"),
        ("beep", "0 Ω, beeps"),
        ("1.6–2 V", "1.6–2 V"),
        ("57.6 kΩ", "57.6 kΩ"),
    ],
)
def test_a_reading_is_told_as_bring_up_tells_it(right, text):
    made = shown(right)
    assert (message_text(made) if isinstance(made, list) else made) == text


def test_a_build_that_is_none_is_named():
    assert "two+voice" in leaving(2, "prove", "board")
    assert "two+voice" in leaving(2, "prove", "board", "--build", "seven")


@pytest.mark.deep
@pytest.mark.slow
def test_a_virtual_board_is_proved_whole_after_its_parts(boards, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    port = boards.plug(1).port
    boards.ask(1, "hello")
    leaving(1, "prove", "displays", "strip", "--yes", "--port", port, answers="y\ny\n")
    [path] = tmp_path.glob("proof-*.json")
    proof = prove_command.read_proof(path)
    proof["rungs"]["keys"] = {}
    path.write_text(json.dumps(proof))
    answers = "y\n" * 5 + "y\nn\n" + "y\n"
    printed = leaving(1, "prove", "board", "--build", "two", "--yes", "--port", port, answers=answers)
    assert "tests of Bring-up that fail (buzzer): 1 tests" in printed
    assert set(prove_command.read_proof(path)["rungs"]) == {"displays", "strip", "keys", "board"}
