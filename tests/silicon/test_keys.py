"""Each key of a board, from its pin to the LED that answers it."""

from firmware.config import TEAMS
from tests.silicon.conftest import LED, TRACKS, lit
from tests.silicon.forked_boards import Copy

PRESSES = (("+1", 1), ("+2", 3), ("+5", 8), ("<", 3))
"""A team's keys, and the hole its count has reached after each."""


def test_each_key_counts_once_and_lights_its_own_led(board: Copy) -> None:
    for track, team in enumerate(TEAMS):
        for face, hole in PRESSES:
            board.press(team + face)
            others = [LED[3]] * track + [LED[121]] * (TRACKS - track - 1)
            assert lit(board) == [*others[:track], LED[hole], *others[track:]], f"{team}{face}: {board.said()}"
    board.press("OK")
    status = board.status()
    pegs = {team: (track["front"], track["pending"]) for team, track in status["tracks"].items()}
    assert pegs == dict.fromkeys(TEAMS, (3, 0))
    assert (status["phase"], status["refused"], status["faults"]) == ("idle", 0, 0)
    board.press("MENU")
    assert board.status()["phase"] == "status"
    assert board.wire_faults() == 0


def test_a_press_that_bounces_for_25_ms_counts_once_and_one_30_ms_later_again(board: Copy) -> None:
    for _ in range(2):
        for down_ms, up_ms in ((1, 2), (3, 6), (2, 7), (1, 3)):
            board.press("A+1", down_ms, up_ms)
        board.press("A+1", 30, 30)
    assert lit(board)[0] == LED[2]
