"""Those who play at a board without cards bring each game to its end."""

from host_tools.sim.players import HastyPlayers
from host_tools.sim.virtual.board import network_board

UID = "00000000000000a1"
MAX_ACTIONS = 60
"""Of a game."""


def test_a_game_ends_whoever_wins_and_however_close_it_is(tmp_path):
    board = network_board(tmp_path, UID)
    board.configure(round=1, event="e1", key="5a" * 16, preset="acc")
    players = HastyPlayers(board, 1, lambda number: True)
    for games in range(1, 31):
        for _ in range(MAX_ACTIONS):
            players.act()
            board.wait(1000)
            if board.board.results.count == games:
                break
        assert board.board.results.count == games, list(board.board.match.game.front)
