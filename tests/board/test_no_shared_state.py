"""A loss of power is a new Board on the same flash: nothing may live anywhere but in its objects and on flash."""

import importlib
import pkgutil
import re
from pathlib import Path
from types import ModuleType

import pytest

import firmware

PICO = ("firmware.manifest", "firmware.runner")
"""What builds a Pico's image, and what runs it."""
MODULES = [
    name
    for _, name, _ in pkgutil.walk_packages(firmware.__path__, "firmware.")
    if name not in PICO and not name.startswith("firmware.hal.")
]
EVENING = (
    "A+5 A+5 OK B+5 A< B+1 MENU:2050 A+1 OK B+5 B+2 OK A+5 A+5 A+5 A+2 A+2 C+1 A+1 OK MENU wait 3100 B< wait 5100 "
    "MENU:2050 B+5 OK OK OK A+1"
)


def seen(board):
    return board.state, [bytes(track) for track in board.hal.shown], board.results


def everything_in_modules():
    """All that modules hold at their top, in words; functions and classes by name."""
    values = {}
    for name in MODULES:
        for word, value in vars(importlib.import_module(name)).items():
            if not word.startswith("__") and not callable(value) and not isinstance(value, ModuleType):
                values[name, word] = repr(value)
    return values


def test_two_boards_in_one_process_go_on_as_if_each_were_alone(bench):
    alone = bench().play(EVENING)
    first, other = bench(), bench(tracks=3, teams=3, preset="match4", brightness=5, idle_ms=0)
    for word in re.findall(r"wait \d+|\S+", EVENING):
        first.play(word)
        other.play("C+5 OK")
    assert seen(first) == seen(alone)
    other_alone = bench(tracks=3, teams=3, preset="match4", brightness=5, idle_ms=0)
    for _ in re.findall(r"wait \d+|\S+", EVENING):
        other_alone.play("C+5 OK")
    assert seen(other) == seen(other_alone)


def test_an_evening_leaves_every_module_as_it_was(bench):
    board = bench(tracks=3, teams=3)
    board.ask({"do": "status"})
    before = everything_in_modules()
    board.play(EVENING)
    board.ask({"do": "configure", "preset": "nonsense"})
    board.ask({"do": "judge", "op": "award"})
    board.cut()
    assert everything_in_modules() == before


def test_no_module_rebinds_a_name_of_its_own():
    for name in MODULES:
        text = Path(importlib.import_module(name).__file__).read_text(encoding="utf-8")
        assert re.findall(r"(?m)^ *global .*", text) == [], name


# Keys; then the power goes: front, back and phase after it.
CUTS = [
    ("A+5 A+2 OK", (7, 0, 0), "idle"),
    ("A+5 A+2 OK A+5 OK", (12, 7, 0), "idle"),
    ("A+5 A+2 OK A+5 A+1", (7, 0, 0), "idle"),
    ("A+5 A+2 OK A+5 B+1", (12, 7, 0), "idle"),
    ("A+5 OK A+2 OK A< B+1:1100", (5, 0, 0), "idle"),
    ("A+5 OK A+2 OK A<", (7, 5, 0), "idle"),
    ("A+5 OK MENU:2050 A+1 OK A+5 OK B+1:1050", (10, 5, 0), "idle"),
    ("A+5 OK MENU:2050 A+5 OK OK B+1:1050", (5, 0, 0), "game-over"),
    ("A+5 OK MENU:2050 A+5 OK OK B+1:1050 OK", (5, 0, 0), "match-over"),
    ("A+5 OK MENU:2050 A+5 OK OK B+1:1050 OK OK", (0, 0, 0), "idle"),
]


@pytest.mark.parametrize(("keys", "pegs", "phase"), CUTS)
def test_what_was_pegged_is_there_after_a_loss_of_power_and_what_was_pending_is_not(bench, keys, pegs, phase):
    board = bench().play(keys)
    results, tally = board.results, vars(board.board.match.tally)
    board.cut()
    assert (board.pegs("A"), board.phase, board.results) == (pegs, phase, results)
    assert vars(board.board.match.tally) == tally


def test_undo_reaches_back_beyond_a_loss_of_power(bench):
    board = bench(sign_off=False).play("A+5 OK A+2 OK A+1 OK")
    for front in (7, 5, 0):
        board.cut()
        board.play("A< OK")
        assert board.pegs("A")[0] == front
    assert board.play("A<").refused == 1


def test_long_game_with_a_loss_of_power_after_every_move_comes_out_the_same(bench):
    usual, cut = bench(idle_ms=0), bench(idle_ms=0)
    for n in range(40):
        for board in (usual, cut):
            board.play(f"{'AB'[n % 2]}+5 OK")
        cut.cut()
    assert (cut.state, cut.board.notes()) == (usual.state, [])
