"""What the lights say (DESIGN.md section 4), hole by hole."""

import pytest

from firmware.rules.presets import fields_of
from firmware.view.lights.hole_led_map import HoleLedMap
from tests.view.phase_setups import a_turn_of_lights

LED_OF = HoleLedMap().led_of


def light(frame, team, hole):
    """R+G+B of a hole."""
    track = frame["ABCD".index(team)]
    return sum(track[3 * LED_OF[hole] : 3 * LED_OF[hole] + 3])


def row(board, team, hole):
    """The light of a hole over a second."""
    return [light(frame, team, hole) for frame in a_turn_of_lights(board)]


def test_front_peg_is_steady_and_the_back_peg_steady_and_dimmer(bench):
    board = bench().play("A+5 OK A+5 A+5 OK wait 500")
    front, back = row(board, "A", 15), row(board, "A", 5)
    assert len(set(front)) == len(set(back)) == 1
    assert front[0] > 2 * back[0] > 0


def test_pending_count_pulses_where_the_peg_would_go_with_the_holes_between_lit_in_fives(bench):
    board = bench(idle_ms=0).play("A+5 A+5 OK A+5 A+5 A+2 wait 500")
    goal = row(board, "A", 22)
    assert min(goal) * 2 < max(goal)
    between = [row(board, "A", hole)[0] for hole in range(11, 22)]
    assert [k for k in range(1, 12) if between[k - 1] > min(between) > 0] == [5, 10]
    assert row(board, "A", 23) == [0] * 12


@pytest.mark.parametrize(("front", "lit"), [(60, [60, 61, 90, 91]), (61, [90, 91]), (90, [90, 91]), (91, [])])
def test_skunk_lines_are_marked_until_the_track_passes_them(bench, front, lit):
    board = bench()
    board.judge("award", team="A", holes=front)
    board.wait(500)
    frame = a_turn_of_lights(board)[0]
    assert [hole for hole in (60, 61, 90, 91) if light(frame, "A", hole) and hole != front] == [
        hole for hole in lit if hole != front
    ]


def test_stink_hole_and_game_hole_are_marked_and_differ(bench):
    frame = a_turn_of_lights(bench())[0]
    assert light(frame, "A", 121) > 1.4 * light(frame, "A", 120) > 0


def test_claim_pulses_the_game_hole(bench):
    board = bench()
    board.judge("award", team="A", holes=100)
    board.play("A+5 A+5 A+5 A+5 A+1 wait 500")
    pulse = row(board, "A", 121)
    assert min(pulse) * 2 < max(pulse)


def test_track_fills_as_its_team_signs_and_stays_full(bench):
    board = bench(tracks=3, teams=3)
    board.judge("award", team="A", holes=100)
    board.play("A+5 A+5 A+5 A+5 A+1 OK wait 500")
    fill = []
    board.hold("B+1")
    for _ in range(10):
        frame = [bytes(track) for track in board.hal.shown]
        fill.append(sum(light(frame, "B", 5 * i) > light(frame, "C", 5 * i) for i in range(1, 25)))
        board.wait(120)
    assert fill == sorted(fill)
    assert (fill[0], fill[-1]) == (0, 24)
    assert any(0 < filled < 24 for filled in fill)


def test_undo_is_shown_going_back(bench):
    board = bench().play("A+5 OK A+5 A+5 OK A< wait 200")
    front, back = row(board, "A", 15), row(board, "A", 5)
    assert max(back) > 2 * max(front)
    runs = [[hole for hole in range(6, 15) if light(frame, "A", hole)] for frame in a_turn_of_lights(board, every=160)]
    assert len({tuple(run) for run in runs}) == 3


@pytest.mark.parametrize(("loser", "lights"), [(91, 0), (90, 1), (61, 1), (60, 2)])
def test_skunked_peg_has_as_many_lights_behind_it_as_its_level(bench, loser, lights):
    board = bench()
    board.judge("award", team="B", holes=loser)
    board.judge("award", team="A", holes=121)
    board.wait(500)
    frame = a_turn_of_lights(board)[0]
    assert sum(light(frame, "B", loser + i) > 0 for i in range(1, 6)) == lights


def test_ten_minutes_without_a_key_dim_everything_at_once(bench):
    board = bench().play("A+5 OK wait 500")
    before = sum(map(sum, board.hal.shown))
    board.wait(600_000, every=60_000)
    after = sum(map(sum, board.hal.shown))
    assert 0 < after < before / 2
    board.play("A+1")
    assert sum(map(sum, board.hal.shown)) == before


def test_tracks_of_teams_that_do_not_play_are_dark(bench):
    board = bench(tracks=4, teams=2).play("A+5 OK wait 500")
    assert [any(track) for track in board.hal.shown] == [True, True, False, False]


def test_second_lap_is_told_by_hole_121(bench):
    board = bench(preset="sevencard")
    seen = []
    for n in (119, 1, 1):
        board.judge("award", team="A", holes=n)
        board.wait(500)
        seen.append(light(board.hal.shown, "A", 121) > 0)
    assert seen == [False, False, True]


STATUS = [(0, [0, 0, 0, 0]), (1, [1, 0, 3, 0]), (4, [4, 1, 2, 0])]


@pytest.mark.parametrize(("wins", "holes"), STATUS)
def test_status_counts_games_won_tens_and_ones(bench, wins, holes):
    board = bench(preset=fields_of("acc") | {"series": "fixed", "games": 9})
    for _ in range(wins):
        board.judge("award", team="A", holes=121)
        board.play("OK")
    board.play("MENU")
    frame = [bytes(track) for track in board.hal.shown]
    dim = light(frame, "A", 120)
    lit = [sum(light(frame, "A", 30 * street + k) > dim for k in range(1, 30)) for street in range(4)]
    assert lit == holes


def lit_holes(board, team="A"):
    """The holes that are lit at any time within a second."""
    frames = a_turn_of_lights(board)
    return [hole for hole in range(1, 122) if any(light(frame, team, hole) for frame in frames)]


@pytest.mark.parametrize(
    ("table", "digits"), [(107, [31, 70, *range(91, 98)]), (40, [*range(61, 65), 100]), (7, [*range(91, 98)])]
)
def test_before_a_round_its_number_is_lit_and_then_the_digits_of_the_table(bench, table, digits):
    board = bench()
    board.ask({"do": "configure", "event": "open", "table": table, "round": 2})
    board.wait(500)
    assert lit_holes(board) == [1, 2]
    board.wait(3000)
    assert lit_holes(board) == [1, *digits]


def test_a_board_without_a_table_shows_the_round_alone(bench):
    board = bench()
    board.ask({"do": "configure", "event": "open", "round": 2})
    board.wait(4500)
    assert lit_holes(board) == [1, 2]


@pytest.mark.parametrize("tracks", [2, 4])
@pytest.mark.parametrize("brightness", [1, 3, 5])
def test_no_hole_of_a_table_is_left_out_for_want_of_power(bench, tracks, brightness):
    board = bench(tracks=tracks, teams=tracks, brightness=brightness)
    board.ask({"do": "configure", "event": "open", "table": 999})
    board.wait(4300)
    for team in "ABCD"[:tracks]:
        assert lit_holes(board, team) == [1, *range(31, 40), *range(61, 70), *range(91, 100)]
