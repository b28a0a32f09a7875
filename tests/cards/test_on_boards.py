"""Card games pegged through a board's keys: at every press and every commit the board's pegs are the card game's.

A game of each kind, on CPython and on MicroPython.
"""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from firmware.config import TEAMS
from host_tools.sim.virtual.board import new_board

from . import peg_card_game
from .key_timetable import Timetable
from .sample_games import KINDS, game_of

ON_MICROPYTHON = """
import json
from virtual.board import new_board

def play(path, root):
    with open(path) as file:
        case = json.load(file)
    return json.dumps(played(new_board(root, case["tracks"]), case["settings"], case["moments"]))
"""


def case_of(game):
    """What a board needs to play the game."""
    settings = {"preset": game.preset.name, "teams": game.teams}
    return {"tracks": max(2, game.teams), "settings": settings, "moments": Timetable(game).moments}


def on_cpython(case):
    with TemporaryDirectory() as root:
        return peg_card_game.played(new_board(root, case["tracks"]), case["settings"], case["moments"])


def holds(game, played):
    """The board showed the card game's pegs throughout, refused nothing, and wrote the result."""
    difference, end, results = played
    case = f"seed {game.seed}, {game.players} players, {game.preset.name}, muggins {game.muggins}"
    assert difference is None, f"{case}: {difference}"
    assert (end["phase"], end["refused"]) == ("game-over", 0), case
    winner = None if game.winner is None else TEAMS[game.winner]
    [result] = results
    assert (end["winner"], result["winner"]) == (winner, winner), case
    assert result["scores"] == dict(zip(TEAMS, game.front, strict=False)), case
    assert result["moves"] == sum(happening.points > 0 for happening in game.story), case


@pytest.mark.deep
def test_both_boards_have_the_card_game_s_score_at_every_step(micropython):
    micropython.run(Path(peg_card_game.__file__).read_text() + ON_MICROPYTHON)
    for seed in range(len(KINDS)):
        game = game_of(seed)
        case = case_of(game)
        holds(game, on_cpython(case))
        micropython.write("/case.json", json.dumps(case).encode())
        holds(game, json.loads(micropython.call("play", "/case.json", f"/flash{seed}")))
