"""Two pegs that leapfrog, and moves taken back to the game's start."""

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.rules.game import Game

moves = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 29)), max_size=40)
targets = st.sampled_from([31, 61, 121, 151, 181, 200])


def pegs(game):
    return [(game.front[t], game.back[t]) for t in range(4)]


@settings(deadline=None)
@given(target=targets, played=moves)
def test_back_peg_leapfrogs_and_the_front_peg_stops_in_the_game_hole(target, played):
    game = Game(target)
    expected = [(0, 0)] * 4
    for team, holes in played:
        front = expected[team][0]
        if front == target:
            continue
        expected[team] = (min(front + holes, target), front)
        game.move(team, holes)
        assert pegs(game) == expected


@settings(deadline=None)
@given(target=targets, played=moves)
def test_undoing_every_move_walks_back_through_every_place_both_pegs_have_been(target, played):
    game = Game(target)
    been = []
    for team, holes in played:
        if game.front[team] < target:
            been.append((team, game.front[team], game.back[team]))
            game.move(team, holes)
    for team, front, back in reversed(been):
        assert game.can_undo(team)
        game.undo(team)
        assert (game.front[team], game.back[team]) == (front, back)
    assert not any(game.can_undo(team) for team in range(4))


@settings(deadline=None)
@given(before=moves, after=moves, ruling=st.sampled_from(["award", "retract"]), holes=st.integers(1, 60))
def test_what_was_pegged_before_a_judge_s_correction_is_not_undone_by_keys(before, after, ruling, holes):
    game = Game(200)
    for team, n in before:
        game.move(team, n)
    getattr(game, ruling)(0, holes)
    sealed = pegs(game)[0]
    for team, n in after:
        if game.front[team] < 200:
            game.move(team, n)
    while game.can_undo(0):
        game.undo(0)
    assert pegs(game)[0] == sealed


@settings(deadline=None)
@given(played=moves, target=targets, teams=st.integers(2, 4))
def test_packed_pegs_come_back_as_they_were_with_all_that_can_be_undone(played, target, teams):
    game, copy = Game(target), Game(target)
    for team, holes in played:
        if team < teams and game.front[team] < target:
            game.move(team, holes)
    data = b"xx" + game.pack(teams) + b"rest"
    assert copy.unpack(data, 2, teams) == len(data) - 4
    assert copy.state == game.state
