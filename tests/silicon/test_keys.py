"""Each key of a board, from its pin to the LED that answers it."""

import pytest

from firmware.view.lights.hole_led_map import HoleLedMap
from tests.silicon.forked_boards import Copy

LED = HoleLedMap().led_of
PRESSES = (("+1", 1), ("+2", 3), ("+5", 8), ("<", 3))
"""A team's keys, and the hole its count has reached after each."""


def brightest(colours: list[tuple[int, int, int]]) -> int:
    """The LED of a chain that gives most light: front peg or count, where no other peg stands."""
    light = [sum(colour) for colour in colours]
    return light.index(max(light))


@pytest.mark.slow
def test_each_key_counts_once_and_lights_its_own_led(each: tuple[Copy, str]) -> None:
    board, teams = each
    for track, team in enumerate(teams):
        for face, hole in PRESSES:
            board.press(team + face)
            shown = [brightest(colours) for colours in board.lights()]
            others = [LED[3]] * track + [LED[121]] * (len(teams) - track - 1)
            assert shown == [*others[:track], LED[hole], *others[track:]], f"{team}{face}: {board.said()}"
    board.press("OK")
    status = board.status()
    pegs = {team: (track["front"], track["pending"]) for team, track in status["tracks"].items()}
    assert pegs == dict.fromkeys(teams, (3, 0))
    assert (status["phase"], status["refused"], status["faults"]) == ("idle", 0, 0)
    board.press("MENU")
    assert board.status()["phase"] == "status"
    assert board.wire_faults() == 0


def test_a_press_that_bounces_for_25_ms_counts_once_and_one_30_ms_later_again(board: Copy) -> None:
    for _ in range(2):
        for down_ms, up_ms in ((1, 2), (3, 6), (2, 7), (1, 3)):
            board.press("A+1", down_ms, up_ms)
        board.press("A+1", 30, 30)
    assert board.status()["tracks"]["A"]["pending"] == 2
