"""What holds for whatever is played: pegs that leapfrog, moves taken back, games' worth, any JSON as a preset."""

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.messages import CodedError
from firmware.rules.game import Game
from firmware.rules.outcome import level_of
from firmware.rules.preset import PRESET_FIELDS
from firmware.rules.presets import PRESET_NAMES, fields_of, load_preset
from tests.rules.test_custom_presets import assert_can_be_played

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


@given(
    preset=st.sampled_from(sorted(set(PRESET_NAMES) - {"lowball"})),
    teams=st.integers(2, 4),
    data=st.data(),
)
def test_a_game_gives_and_takes_what_it_should(play, preset, teams, data):
    target = load_preset(preset).target
    fronts = [data.draw(st.integers(5, target - 1)) for _ in range(teams)]
    winner = data.draw(st.sampled_from("ABCD"[:teams]))
    over = play(preset, teams=teams).do("deal", "A").game(winner, *fronts)
    w = "ABCD".index(winner)
    losers = [t for t in range(teams) if t != w]
    assert over.winner == winner
    assert over.fronts == [target if t == w else fronts[t] for t in range(teams)]
    assert sum(over.spread) == 0
    assert over.spread[w] == (sum(target - fronts[t] for t in losers) if over.match.preset.spread else 0)
    assert over.level == max(level_of(over.match.preset, fronts[t]) for t in losers)
    assert sum(over.match.tally.won) == 1


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
json_values = st.recursive(
    scalars | st.sampled_from(["holes", "behind", "no", "game", "points", "single", "best_of", "first_to", "fixed"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
small = st.integers(-1, 210)
likely = st.one_of(small, st.booleans(), st.none(), st.lists(small, min_size=4, max_size=4), json_values)
nearly_a_preset = st.builds(
    lambda base, changes, missing: {k: v for k, v in (fields_of(base) | changes).items() if k not in missing},
    st.sampled_from(PRESET_NAMES),
    st.dictionaries(st.sampled_from(PRESET_FIELDS), likely, max_size=4),
    st.sets(st.sampled_from(PRESET_FIELDS), max_size=1),
)


@given(st.dictionaries(st.text(max_size=8) | st.sampled_from(PRESET_FIELDS), json_values) | nearly_a_preset)
def test_any_json_object_is_a_preset_or_is_refused_with_a_field_s_name(fields):
    words, preset = "", None
    try:
        preset = load_preset(fields)
    except CodedError as refused:
        words = str(refused)
    if preset:
        assert_can_be_played(preset)
    else:
        assert any(words.startswith(f"{field}: ") for field in (*PRESET_FIELDS, *fields)), words
