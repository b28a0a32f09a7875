"""Those who play at a board without cards bring each game to its end, whatever runs the firmware."""

import pytest

from host_tools.sim.players import HastyPlayers
from host_tools.sim.unix_board import NoInterpreterError, UnixBoard, find_interpreter, write_sources
from host_tools.sim.virtual.board import network_board

UID = "00000000000000a1"
SETTINGS = {"event": "e1", "key": "5a" * 16, "preset": "acc"}
MAX_ACTIONS = 60
"""Of a game."""


def play(board, players, games):
    for number in range(1, games + 1):
        for _ in range(MAX_ACTIONS):
            players.act()
            board.wait(1000)
            if board.shown()["results"] == number:
                break
        assert board.shown()["results"] == number, board.shown()


def test_a_game_ends_whoever_wins_and_however_close_it_is(tmp_path):
    board = network_board(tmp_path, UID)
    board.configure(round=1, **SETTINGS)
    play(board, HastyPlayers(board, 1, lambda number: True), 30)


def test_a_board_on_micropython_for_unix_plays_the_same_games(tmp_path):
    """Without cuts, which the players' dice would count: both boards see the same presses at the same times."""
    try:
        find_interpreter()
    except NoInterpreterError as error:
        pytest.skip(str(error))
    write_sources(tmp_path / "sources")
    here, there = network_board(tmp_path / "here", UID), UnixBoard(tmp_path / "there", UID, tmp_path / "sources")
    try:
        for board in (here, there):
            board.configure(round=1, **SETTINGS)
            play(board, HastyPlayers(board, 1, lambda number: True), 2)
        assert there.lines() == here.lines()
        assert (there.uid, there.now) == (here.uid, here.now)
        there.cut()
        assert there.shown() == here.shown()
    finally:
        there.power_off()
