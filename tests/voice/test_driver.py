"""The driver of the sound module against a model of one: ten bytes a command, in order, none too soon, none cut."""

from array import array
from itertools import product

import pytest

from firmware.sound_module import LONGEST_MS, STARTING_MS, WAITING_CLIPS, SoundModule
from host_tools.voice.module_model import TWICE_AT_ONCE, Ends, ModuleModel

CLIP_MS = 600
NUMBER, PHRASE = 40, 900
WHOLE_BELOW = 761


class Line:
    """A driver at a modelled module; `wait` lets time pass for both, a step each 10 ms."""

    def __init__(self, files=1000, busy=False, length_ms=lambda clip: CLIP_MS, begin_ms=100, ends=TWICE_AT_ONCE):
        self.model = ModuleModel(length_ms, files, begin_ms, ends)
        self.module = SoundModule(self.model, (lambda: not self.model.busy()) if busy else None, 0)
        self.module.whole_below = WHOLE_BELOW
        self.now = 0

    def wait(self, ms):
        for _ in range(ms // 10):
            self.now += 10
            self.model.advance(self.now)
            self.module.tick(self.now)
        return self

    def replace(self, *clips):
        self.module.replace(array("H", clips), len(clips))
        return self

    def heard(self):
        return [(one.clip, one.cut) for one in self.model.heard]


@pytest.fixture
def line():
    return Line().wait(STARTING_MS + 1000)


def test_clips_follow_one_another(line):
    line.replace(1, 2, 999).wait(4000)
    assert line.heard() == [(1, False), (2, False), (999, False)]
    gaps = [b.began - a.ended for a, b in zip(line.model.heard, line.model.heard[1:], strict=False)]
    assert all(100 <= gap <= 150 for gap in gaps)


def test_an_end_told_twice_ends_one_clip(line):
    """Each number is heard to its end, though the module tells of the one before again as it begins."""
    line.replace(*range(1, 9)).wait(8000)
    assert line.heard() == [(clip, False) for clip in range(1, 9)]


def test_newer_clips_replace_those_not_begun_and_never_cut_a_number(line):
    line.replace(NUMBER, 41, 42).wait(300)
    line.replace(50).wait(2000)
    assert line.heard() == [(NUMBER, False), (50, False)]


def test_a_sentence_is_cut_by_what_is_newer(line):
    line.replace(PHRASE, 901).wait(300)
    line.replace(NUMBER).wait(2000)
    assert line.heard() == [(PHRASE, True), (NUMBER, False)]


def test_no_command_comes_sooner_than_modules_take_it(line):
    for _ in range(20):
        line.replace(PHRASE).wait(30)
        line.module.set_volume(7)
    line.wait(3000)
    assert line.model.lost == 0
    assert line.model.volume == 7


def test_nothing_is_sent_while_the_module_starts():
    line = Line().replace(NUMBER).wait(STARTING_MS + 2000)
    assert line.model.lost == 0
    assert line.heard() == [(NUMBER, False)]


def test_the_number_of_files_is_asked_for(line):
    assert line.module.files == 1000
    assert not line.module.is_silent()


def test_a_module_that_never_answers_is_silent_and_sent_commands_all_the_same():
    line = Line(files=None).wait(20_000)
    assert line.module.is_silent()
    line.replace(NUMBER, 41).wait(LONGEST_MS + 4000)
    assert line.heard() == [(NUMBER, False), (41, False)]


def test_a_busy_line_tells_the_end_where_no_message_comes():
    line = Line(files=None, busy=True).wait(20_000)
    line.replace(NUMBER, 41).wait(2000)
    assert line.heard() == [(NUMBER, False), (41, False)]


def test_more_clips_than_there_is_room_for_are_left_out(line):
    line.replace(*range(NUMBER, NUMBER + WAITING_CLIPS + 5)).wait(40_000)
    assert len(line.heard()) == WAITING_CLIPS


@pytest.mark.parametrize("noise", [b"\x00\xff\xef", b"\x7e\x7e\x7e", b"\x7e\xff\x06\xef", bytes(range(256))])
def test_noise_on_the_line_does_no_harm(line, noise):
    line.model._outgoing.extend((line.now, byte) for byte in noise)
    line.replace(NUMBER, 41).wait(3000)
    assert line.heard() == [(NUMBER, False), (41, False)]


def test_a_message_without_its_checksum_is_understood(line):
    """So some chips send it: eight bytes. The clip's end comes sooner than its length."""
    line.replace(NUMBER).wait(400)
    line.model._outgoing.extend((line.now, byte) for byte in (0x7E, 0xFF, 6, 0x4C, 0, 0, 41, 0xEF))
    line.wait(20)
    assert line.module.playing == -1


LOGGED = {
    "once": Ends(ms=(0,)),
    "twice at once": TWICE_AT_ONCE,
    "twice, 300 ms apart": Ends(ms=(0, 300)),
    "twice, 900 ms apart": Ends(ms=(0, 900)),
    "never": Ends(ms=()),
    "early": Ends(early_ms=503),
    "early, and twice": Ends(ms=(0, 400), early_ms=503),
    "always as track 1": Ends(number=1),
    "always as track 1, twice": Ends(ms=(0, 900), number=1),
}
"""What chips tell of the ends of clips, by public logs."""
LENGTHS_MS = {0: 3100, 12: 1100, 13: 800, 14: 350, 15: 1400, 900: 2600, 901: 4000}


@pytest.mark.parametrize("ends", LOGGED.values(), ids=LOGGED)
def test_no_clip_is_cut_whatever_the_chip_tells_of_ends(ends):
    clips = [0, 12, 13, 14, 900, 15, 15, 901, 13]
    for busy, begin_ms in product((True, False), (100, 1500, 2500)):
        line = Line(busy=busy, length_ms=LENGTHS_MS.get, begin_ms=begin_ms, ends=ends).wait(STARTING_MS + 1000)
        line.replace(*clips).wait(130_000)
        heard = line.model.heard
        assert line.heard() == [(clip, False) for clip in clips], (busy, begin_ms)
        pauses = [b.began - a.ended - begin_ms + 100 for a, b in zip(heard, heard[1:], strict=False)]
        assert not busy or max(pauses) <= 150, begin_ms


def test_a_file_that_is_missing_holds_up_none_after_it():
    """A busy line that works does not tell of it."""
    line = Line(files=None, busy=True, length_ms=lambda clip: 0 if clip == 13 else CLIP_MS)
    line.wait(STARTING_MS).replace(12, 13, 14).wait(14_000)
    assert [clip for clip, _ in line.heard()] == [12, 13, 14]
