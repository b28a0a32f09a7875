"""Keys of the same millisecond, through the whole board: none is lost, no wrong team is credited."""

from itertools import combinations

import pytest

from host_tools.sim.virtual.board import key_mask

# keys before, keys that go down together, tracks after as team: (front, pending), phase, refused
CHORDS = {
    "two teams from idle: the first seat counts, the second commits it": (
        "", "A+5 B+2", {"A": (5, 0), "B": (0, 2)}, "pending", 0),
    "the counting team is heard first": (
        "B+5", "A+1 B+2", {"A": (0, 1), "B": (7, 0)}, "pending", 0),
    "the counting team's keys all count before the others": (
        "B+5", "A+1 A+2 B+1 B+2", {"A": (0, 3), "B": (8, 0)}, "pending", 0),
    "all three score keys of one team": (
        "", "A+1 A+2 A+5", {"A": (0, 8), "B": (0, 0)}, "pending", 0),
    "a score key with OK commits at once": (
        "", "A+5 OK", {"A": (5, 0), "B": (0, 0)}, "idle", 0),
    "OK comes after both teams": (
        "", "OK B+5 A+5", {"A": (5, 0), "B": (5, 0)}, "idle", 0),
    "a score key with its own BACK takes itself back": (
        "", "A+5 A<", {"A": (0, 0), "B": (0, 0)}, "idle", 0),
    "BACK of the counting team before the other team's key": (
        "A+5 A+2", "A< B+1", {"A": (5, 0), "B": (0, 1)}, "pending", 0),
    "a key of a team that does not play": (
        "A+5", "A+1 C+5", {"A": (0, 6), "B": (0, 0)}, "pending", 1),
    "another team's key at a warned count": (
        "A+5 A+5 A+5 A+2", "A+2 B+5", {"A": (0, 19), "B": (0, 0)}, "pending", 1),
    "the own key that leaves the warned count is heard first": (
        "A+5 A+5 A+5 A+2 A+2", "A+1 B+5", {"A": (20, 0), "B": (0, 5)}, "pending", 0),
}  # fmt: skip


@pytest.mark.parametrize("case", CHORDS)
def test_chord(bench, case):
    before, keys, tracks, phase, refused = CHORDS[case]
    board = bench().play(before)
    board.press(*keys.split())
    pegs = {team: (front, pending) for team in "AB" for front, _, pending in [board.pegs(team)]}
    assert (pegs, board.phase, board.refused) == (tracks, phase, refused)


def test_chord_of_three_teams_credits_each_with_its_own(bench):
    board = bench(tracks=4, teams=4)
    board.press("D+5", "C+2", "B+1")
    assert [board.pegs(team)[0::2] for team in "ABCD"] == [(0, 0), (1, 0), (2, 0), (0, 5)]


@pytest.mark.parametrize("counting", ["", "A+5", "B+2"])
def test_no_chord_of_score_keys_loses_a_press_or_credits_a_wrong_team(bench, counting):
    amounts = {"A+1": 1, "A+2": 2, "A+5": 5, "B+1": 1, "B+2": 2, "B+5": 5}
    for size in (2, 3, 6):
        for chord in combinations(amounts, size):
            board = bench().play(counting)
            board.press(*chord)
            for team in "AB":
                front, _, pending = board.pegs(team)
                pressed = [key for key in (*chord, counting) if key.startswith(team)]
                assert front + pending == sum(amounts[key] for key in pressed), (chord, team)


def test_key_that_goes_down_while_another_is_held_counts(bench):
    board = bench()
    board.hold("A+5")
    board.wait(100)
    board.hold("A+5", "A+2")
    board.wait(100)
    board.hold()
    assert board.pegs("A") == (0, 0, 7)


def test_stuck_key_is_one_press_and_leaves_the_other_keys_their_use(bench):
    board = bench()
    board.hold("A+1")
    for _ in range(3):
        board.hold("A+1", "A+5")
        board.wait(40)
        board.hold("A+1")
        board.wait(40)
    assert board.pegs("A") == (0, 0, 16)


def test_keys_held_at_power_up_are_no_presses(bench):
    board = bench(held=("A+5", "OK", "MENU"))
    board.wait(5000)
    board.hold()
    board.wait(100)
    assert (board.phase, board.pegs("A"), board.refused) == ("idle", (0, 0, 0), 0)
    assert board.play("A+5").pegs("A") == (0, 0, 5)


def test_team_s_key_in_the_millisecond_in_which_its_count_falls_due_is_a_new_count(bench):
    board = bench().play("A+5")
    board.wait(2000 - 80)
    board.hold("A+2")
    assert (board.pegs("A"), board.phase) == ((5, 0, 2), "pending")


def test_press_of_15_ms_while_the_board_was_busy_counts_once(bench):
    board = bench()
    for _ in range(4):
        board.wait(100)
        board.hal.keys_down(key_mask("A+5"))
        board.now += 15
        board.hal.keys_down(0)
        board.now += 30
        board.step()
    assert board.pegs("A") == (0, 0, 20)
