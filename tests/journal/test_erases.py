"""What pegging costs a Pico's flash, on the model that `tests/measure` has."""

import random

import pytest

from firmware.board import Board
from firmware.board_operations import configure
from firmware.rules.events import EVENT_MOVE, EVENT_NEXT
from firmware.rules.match import PLAYING
from firmware.ticks import MASK
from host_tools.cards.game import CardGame
from host_tools.littlefs.chip import PAGE, Chip
from host_tools.littlefs.disk import LittleDisk
from tests.journal.flash import FlashHal, on_flash
from tests.measure import flash_wear

GAMES = 40
COUNTS = (1, 1, 1, 2, 2, 2, 2, 3, 1, 4, 6, 8, 2, 4, 12, 8, 10, 7, 6, 5)
"""What a peg move of a card game brings: 4.6 on average."""


class PageChip(Chip):
    """Counts pages: one operation may program several."""

    def __init__(self) -> None:
        super().__init__()
        self.pages = 0

    def prog(self, cfg, block, off, data):
        self.pages += len(data) // PAGE
        return super().prog(cfg, block, off, data)


@pytest.mark.deep
def test_a_hundred_moves_of_card_games_stay_below_the_goal():
    flash = flash_wear.measure(GAMES)
    assert flash.moves > 40 * GAMES
    assert flash.erases_per_100 <= flash_wear.ERASE_GOAL


@pytest.mark.parametrize("teams", [3, 4])
def test_so_do_a_hundred_moves_of_more_teams(teams):
    """Counts as card games bring them, committed without keys: what is measured is the journal's."""
    hal = FlashHal(Chip(), tracks=teams)
    board = Board(hal)
    while not board.loaded:
        board.step(0)
    for _ in configure(board, {"teams": teams}, None):
        pass
    erases, moves, now, rng = hal.chip.erases, 2500, 0, random.Random(1)
    for move in range(moves):
        while board.match.stage != PLAYING:
            board.actions.commit(EVENT_NEXT, 0, 0)
            board.step(now)
        board.actions.commit(EVENT_MOVE, move % teams, rng.choice(COUNTS))
        board.console.settle(board.clock.now)
        now = now + 1500 & MASK
        board.step(now)
        while board.journal.full or board.journal.archive_due:
            board.step(now)
    assert (hal.chip.erases - erases) * 100 / moves <= flash_wear.ERASE_GOAL


def test_a_peg_takes_one_page():
    chip = PageChip()
    board = on_flash(chip)
    taken = []
    # The first one falls together with the tidying up of the folder's log.
    for number in range(1, 15):
        before = (chip.pages, chip.erases)
        board.peg("AB"[number % 2], 1)
        # A segment that it fills is closed bit by bit.
        board.wait(100)
        assert board.board.journal.sequence == number
        if number > 1 and chip.erases == before[1]:
            taken.append(chip.pages - before[0])
    assert len(taken) > 10
    assert set(taken) == {1}


def test_results_that_have_left_the_bench_go_on_being_numbered():
    board = on_flash(Chip())
    for seed in (1, 2):
        flash_wear.play_card_game(board, CardGame(seed=seed))
    flash_wear.empty_log(board)
    flash_wear.play_card_game(board, CardGame(seed=3))
    assert [result["n"] for result in board.results] == [3]


def test_a_file_keeps_the_time_of_its_change_as_on_a_board():
    disk = LittleDisk(Chip(sectors=8))
    file = disk.open("a", "wb")
    file.write(b"x")
    file.close()
    assert len(disk.fs.getattr("a", 1)) == 8
    disk.open("a", "rb").close()
    assert disk.size("a") == 1
