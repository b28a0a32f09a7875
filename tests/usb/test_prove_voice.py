"""The rung *voice* of `cribboard prove`: its own script and the firmware's driver, at modelled sound modules."""

import contextlib
import importlib.util
import io

import pytest

from firmware.sound_module import SoundModule
from host_tools.usb.proof_session import SCRIPT
from host_tools.usb.sans_io.figures import model_is_off
from host_tools.usb.sans_io.problem import Problem
from host_tools.voice.module_model import TWICE_AT_ONCE, Ends, ModuleModel

from .rungs import VOICE, climb, named

MESSAGE_MS = 10
"""For which a command, or a message, is on the line."""
LENGTHS_MS = {0: 3100, 8: 500, 36: 700, 122: 900}


class Speaker:
    """A board with a sound module that tells of its clips as `ends`; `busy`: its busy line, None: it has no pin."""

    voice = True

    def __init__(self, ends=TWICE_AT_ONCE, busy="works", files=1000, begin_ms=100):
        self.model = ModuleModel(LENGTHS_MS.get, files, begin_ms, ends)
        self.busy = busy
        self.now = 0
        spec = importlib.util.spec_from_file_location("proof_script", SCRIPT)
        self.script = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.script)
        self.script.time = self
        self.script.hal = self

    # -- as `time` of MicroPython

    def ticks_ms(self):
        return self.now

    def ticks_diff(self, later, earlier):
        return later - earlier

    def sleep_ms(self, ms):
        self.now += ms
        self.model.advance(self.now)

    # -- as the hardware

    def open_voice(self, now):
        return SoundModule(self.model, self.line if self.busy else None, now)

    def line(self):
        return {"works": not self.model.busy(), "low": 0, "high": 1}[self.busy]

    # -- as a caller of the rung

    def act(self, step):
        if step[0] != "run" or step[1] in ("script", "equip()"):
            return "true"
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(step[1], self.script.__dict__)
        return printed.getvalue()


def values(found):
    return {name: entry["value"] for name, entry in found.items()}


def test_a_module_as_modelled_is_as_assumed():
    found = climb(Speaker(), "voice")
    assert named(found) == {}
    assert set(found) == VOICE
    assert [name for name in found if model_is_off(found[name])] == []
    assert values(found) == {
        "silent_modules": 0, "busy_stuck": 0, "busy_clips": 4, "voice_begin_ms": pytest.approx(110, abs=3),
        "end_beside_busy_ms": pytest.approx(MESSAGE_MS, abs=3), "untold_ends": 0, "repeated_ends": 4, "renamed_ends": 0,
        "card_end_ms": pytest.approx(3210 + MESSAGE_MS, abs=3),
        "number_end_ms": pytest.approx(1010 + MESSAGE_MS, abs=3),
        "repeat_ms": pytest.approx(30, abs=3),
    }  # fmt: skip


def test_a_module_that_never_says_finished_is_named():
    assert named(climb(Speaker(ends=Ends(ms=())), "voice")) == {"untold_ends": (4, "0, 8, 36, 122")}


def test_a_busy_line_that_is_low_from_the_start_is_named():
    assert named(climb(Speaker(busy="low"), "voice")) == {"busy_stuck": (4, "0, 8, 36, 122")}


def test_a_busy_line_that_is_low_when_all_should_have_ended_is_named():
    assert named(climb(Speaker(begin_ms=7950), "voice"))["busy_stuck"][1].startswith("0")


def test_a_busy_line_that_never_moves_is_told_beside_the_model():
    found = climb(Speaker(busy="high"), "voice")
    assert named(found) == {}
    assert found["busy_clips"]["value"] == 0
    assert model_is_off(found["busy_clips"])
    assert "voice_begin_ms" not in found


def test_a_board_whose_battery_has_the_pin_is_not_asked_for_a_busy_line():
    found = climb(Speaker(busy=None), "voice")
    assert named(found) == {}
    assert "busy_clips" not in found


def test_a_module_that_says_finished_early_is_named_and_by_how_much():
    found = climb(Speaker(ends=Ends(early_ms=503)), "voice")
    assert {name: which for name, (_, which) in named(found).items()} == {"card_end_ms": "", "repeat_ms": ""}
    assert found["card_end_ms"]["value"] == pytest.approx(503 + 2 * MESSAGE_MS, abs=3)
    assert found["end_beside_busy_ms"]["value"] == pytest.approx(503 - 3200 + MESSAGE_MS, abs=5)


def test_a_module_that_says_finished_late_is_named_by_its_clip():
    assert named(climb(Speaker(ends=Ends(ms=(4800,))), "voice"))["number_end_ms"][1] == "122"


def test_a_second_finished_beyond_a_second_is_named():
    assert named(climb(Speaker(ends=Ends(ms=(0, 1400))), "voice"))["repeat_ms"][0] == pytest.approx(400, abs=3)


def test_a_module_that_calls_each_clip_alike_is_told():
    found = climb(Speaker(ends=Ends(number=1)), "voice")
    assert named(found) == {}
    assert (found["renamed_ends"]["value"], found["renamed_ends"]["which"]) == (3, "8, 36, 122")


def test_a_module_without_an_answer_is_named():
    assert named(climb(Speaker(files=None), "voice"))["silent_modules"] == (1, "")


def test_a_board_without_a_sound_module_is_left_out_with_the_reason():
    board = Speaker()
    board.voice = False
    with pytest.raises(Problem) as caught:
        climb(board, "voice")
    assert "--voice" in str(caught.value)
