"""Games told again by `cribboard replay` end as they ended on the board."""

import itertools
import random

import pytest

from host_tools.journal import event_history, game_to_scenario, segment_reader
from host_tools.sim.virtual.board import new_board
from host_tools.sim.virtual.scenario_parser import parse
from host_tools.sim.virtual.scenario_player import Player

PRESETS = ("acc", "lurch61", "fivecard", "sevencard", "lowball", "casual", "holes")


def play_at_random(bench, chance):
    """A game of counts, undos and judge's decisions, to its end."""
    if bench.phase == "deal":
        bench.play("A+1")
    teams = list(bench.state["tracks"])
    while bench.phase == "idle":
        team = chance.choice(teams)
        roll = chance.random()
        if roll < 0.75:
            bench.peg(team, chance.choice((1, 2, 4, 8, 12, 16, 24)))
        elif roll < 0.85:
            bench.play(f"{team}<")
            if bench.phase == "undo":
                other = teams[teams.index(team) - 1]
                bench.play(f"{other}+1:1000" if bench.board.settings.sign_off else "OK")
        else:
            bench.judge(chance.choice(("award", "retract")), team=team, holes=chance.randint(1, 9), reason="because")
        if bench.phase == "claim":
            bench.play("OK")
        if bench.phase == "sign":
            bench.play(" ".join(f"{t}+1:1000" for t in teams if t != "ABCD"[bench.board.console.team]))


@pytest.mark.parametrize(("preset", "teams"), list(zip(PRESETS, itertools.cycle((2, 3)))))
def test_a_replayed_game_ends_as_it_did(tmp_path, preset, teams):
    chance = random.Random(f"{preset} {teams}")
    (tmp_path / "board").mkdir()
    bench = new_board(tmp_path / "board", tracks=teams, preset=preset, teams=teams)
    for number in (1, 2):
        play_at_random(bench, chance)
        if chance.random() < 0.5 and bench.phase == "game-over":
            bench.judge("reopen")
            play_at_random(bench, chance)
        pegs = bench.state["tracks"]
        copy = segment_reader.read_copy(tmp_path / "board")
        assert copy.damage == []
        (tmp_path / str(number)).mkdir()
        player = Player(parse(game_to_scenario.scenario(copy.segments, None)), str(tmp_path / str(number)))
        player.run()
        assert player.full_state()["tracks"] == pegs
        while bench.phase in ("game-over", "match-over"):
            bench.play("OK")


def test_the_deal_is_told_again_and_hands_that_scored_nothing(tmp_path):
    (tmp_path / "board").mkdir()
    bench = new_board(tmp_path / "board", preset="casual")
    bench.ask({"do": "deal", "seat": 0})
    bench.play("B+2 OK A+1 OK B+5 B+2 B+1 OK A+1 A< OK A+2 A< OK")
    segments = segment_reader.read_copy(tmp_path / "board").segments
    told = [event.sentence for event, _ in event_history.replay_segments(segments)]
    assert (told[0], told[-1]) == ("A deals", "A counts nothing")
    (tmp_path / "again").mkdir()
    player = Player(parse(game_to_scenario.scenario(segments, None)), str(tmp_path / "again"))
    player.run()
    assert player.board.match.deal_seat() == bench.board.match.deal_seat() == 1
