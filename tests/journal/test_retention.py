"""How long events are kept, in what order they stand, and that a board's age does not slow its start."""

import json
from itertools import pairwise

import pytest

from firmware.journal.checkpoint import Checkpoint
from firmware.journal.restore import Segment
from firmware.rules.presets import fields_of
from host_tools.journal.segment_reader import split_segments
from host_tools.sim.virtual.board import VirtualBoard
from tests.journal.flash import ImageChip, on_flash, read, restarted

GAMES = 260
PRESENT = "present/00000000"
SHORT = dict(fields_of("acc"), target=31, skunk=20, double=10, sign_off=False)
A_GAME = "A+5 A+5 A+5 A+5 OK B+2 OK A+1 A+5 A+5 OK wait 1500 OK OK"
# What a start reads depends on how full the folder's log happens to be: several in a row, early and late.
EARLY = range(1, 41)
LATE = range(200, 240)


class Life:
    """A board's first GAMES games; `read` are the bytes a start takes after some of them."""

    def __init__(self) -> None:
        self.chip = ImageChip(sectors=352)
        self.board = on_flash(self.chip)
        assert self.board.ask({"do": "configure", "preset": SHORT})[-1]["ok"]
        self.read = {}
        self.live = 0
        for game in range(1, GAMES + 1):
            self.board.play(A_GAME)
            self.live = max(self.live, len(self.board.hal.disk.names("journal")))
            if game in EARLY or game in LATE:
                self.read[game] = bytes_of_a_start(bytes(self.chip.buffer))


def bytes_of_a_start(image: bytes) -> int:
    chip = ImageChip(image)
    on_flash(chip)
    return chip.bytes_read


@pytest.fixture(scope="module")
def life():
    return Life()


def segments(board: VirtualBoard) -> list[Segment]:
    """All segments, by number, each once."""
    by_number = {}
    for name in board.hal.disk.names("archive"):
        for _, data in split_segments(read(board.hal.disk, f"archive/{name}")):
            by_number[Segment(data).checkpoint.number] = Segment(data)
    for name in [*(f"journal/{name}" for name in board.hal.disk.names("journal")), PRESENT]:
        segment = Segment(read(board.hal.disk, name))
        by_number[segment.checkpoint.number] = segment
    return [by_number[number] for number in sorted(by_number)]


def test_every_game_has_been_played(life):
    assert life.board.board.match.finished == GAMES
    assert [json.loads(line)["n"] for line in life.board.lines()] == list(range(1, GAMES + 1))


def test_events_of_the_last_200_games_are_there_without_a_gap_and_older_ones_are_gone(life):
    archived = segments(life.board)
    assert not any(segment.damage for segment in archived)
    numbers = [event[4] for segment in archived for event in segment.events]
    assert numbers == list(range(numbers[0], life.board.board.journal.sequence + 1))
    ended = [event for segment in archived for event in segment.events if event[1] == 0 and event[2] == 11]
    assert 200 <= len(ended) < GAMES


def test_each_segment_begins_with_the_state_that_the_one_before_leads_to(life):
    archived = segments(life.board)
    for before, after in pairwise(archived):
        assert after.checkpoint.number == before.checkpoint.number + 1
        assert after.checkpoint.sequence == before.last
        assert before.ended


def test_the_live_folder_stays_small(life):
    assert life.live <= 8


def test_a_start_reads_as_much_however_old_the_board_is(life):
    early = [life.read[game] for game in EARLY]
    late = [life.read[game] for game in LATE]
    assert max(late) <= 1.25 * max(early)
    assert sum(late) <= 1.25 * sum(early)
    assert max(late) <= 256 * 1024


def test_starting_again_and_again_fills_nothing(life):
    chip = ImageChip(bytes(life.chip.buffer))
    board = on_flash(chip, now=life.board.now)
    files = board.hal.disk.names("archive")
    for _ in range(60):
        board = restarted(board)
    assert len(board.hal.disk.names("journal")) <= 8
    assert board.hal.disk.names("archive") == files
    assert board.board.notes() == []
    assert Checkpoint(read(board.hal.disk, PRESENT)).finished == GAMES
