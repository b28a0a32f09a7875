"""A judge's decisions: awards, false claims, reopened and ended games (RULES.md section 5, DESIGN.md section 5)."""

import pytest

from firmware.rules.decisions import DECISION_NAMES, DECISIONS
from firmware.rules.events import pack_other
from firmware.rules.judge import (
    ALLOWED,
    GAME_IS_OVER,
    LOW_GAME,
    NO_OTHER_TEAM,
    NO_SUCH_AMOUNT,
    NO_SUCH_HOLE,
    NO_SUCH_TEAM,
    NOTHING_TO_REOPEN,
    objection,
)
from firmware.rules.presets import PRESET_NAMES

# fronts before; who claims falsely, its true hole; fronts after; winner
FALSE_CLAIMS = [
    ((100, 50), "A", 110, [95, 61], None),
    ((100, 50), "A", 118, [103, 53], None),
    ((100, 50), "A", 90, [75, 81], None),
    ((5, 50), "A", 10, [0, 61 + 100], "B"),
    ((100, 115), "A", 115, [100, 121], "B"),
    ((100, 115), "A", 116, [101, 120], None),
    ((60, 50), "B", 0, [121, 0], "A"),
    ((100, 114, 115), "A", 110, [95, 121, 121], "C"),
    ((100, 110, 90, 20), "A", 110, [95, 121, 101, 31], "B"),
]


@pytest.mark.parametrize(("before", "claimant", "true", "after", "winner"), FALSE_CLAIMS)
def test_false_claim_costs_fifteen_and_gives_the_others_what_was_overclaimed(
    play, before, claimant, true, after, winner
):
    ruled = play("acc", teams=len(before)).put(*before).do("false-claim", claimant, true)
    assert ruled.fronts == [min(front, 121) for front in after]
    assert ruled.winner == winner


def test_sides_carried_out_by_a_false_claim_that_were_level_are_ranked_by_seat(play):
    for claimant, winner in (("A", "B"), ("D", "A")):
        ruled = play("acc", teams=4).put(*[30 if t == claimant else 115 for t in "ABCD"])
        assert ruled.do("false-claim", claimant, 100).winner == winner


@pytest.mark.parametrize(("holes", "pegs"), [(1, (5, 3)), (3, (3, 3)), (6, (0, 0)), (10, (0, 0)), (121, (0, 0))])
def test_taking_back_stops_at_the_start_hole_and_takes_the_back_peg_along(play, holes, pegs):
    match = play("acc").do("move", "A", 3).do("move", "A", 3).do("retract", "A", holes)
    assert (match.fronts[0], match.backs[0]) == pegs


def test_overpeg_is_ruled_by_taking_back_and_awarding(play):
    match = play("acc").put(40, 50).do("move", "A", 8).do("retract", "A", 2).do("award", "B", 2)
    assert match.fronts == [46, 52]


def test_award_leapfrogs_as_a_move_does_and_can_win(play):
    match = play("acc").put(100, 50).do("award", "A", 10)
    assert (match.fronts[0], match.backs[0], match.winner) == (110, 100, None)
    match.do("award", "A", 30)
    assert (match.fronts[0], match.winner, match.match.signed) == (121, "A", True)


def test_exchanged_tracks_change_both_pegs_of_both_sides(play):
    match = play("acc", teams=3).do("move", "A", 7).do("move", "C", 4).do("move", "C", 5)
    match.do("exchange", "A", pack_other(2, 0))
    assert (match.fronts, match.backs) == ([9, 0, 7], [4, 0, 0])
    match.do("exchange", "C", pack_other(0, 0))
    assert (match.fronts, match.backs) == ([7, 0, 9], [0, 0, 4])


def test_nothing_from_before_an_exchange_is_undone_by_keys(play):
    match = play("acc").do("move", "A", 7).do("move", "B", 4).do("exchange", "A", pack_other(1, 0))
    assert [match.match.game.can_undo(team) for team in range(2)] == [False, False]
    match.do("move", "A", 3).do("undo", "A")
    assert (match.fronts, match.backs) == ([4, 7], [0, 0])


ENDS = [
    ("acc", "timed-out", (80, 60), "A", [2, 0], [20, -20]),
    ("acc", "timed-out", (0, 30), "B", [0, 2], [-30, 30]),
    ("match4", "timed-out", (61, 0), "A", [1, 0], [0, 0]),
    ("auclair", "timed-out", (90, 60), "A", [0, 61], [30, -30]),
    ("acc", "timed-out", (110, 105), "A", [2, 0], [5, -5]),
    ("acc", "timed-out", (60, 60), None, [0, 0], [0, 0]),
    ("acc", "timed-out", (60, 60, 50), None, [0, 0, 0], [0, 0, 0]),
    ("lowball", "timed-out", (80, 60), "B", [0, 1], [0, 0]),
    ("holes", "timed-out", (80, 60), "A", [80, 60], [0, 0]),
    ("acc", "forfeit", (110, 100), "B", [0, 2], [0, 0]),
    ("acc", "forfeit", (50, 100, 105), "C", [0, 0, 2], [0, 0, 0]),
    ("acc", "forfeit", (0, 0, 0), "B", [0, 2, 0], [0, 0, 0]),
    ("match4", "forfeit", (0, 0), "B", [0, 1], [0, 0]),
    ("holes", "forfeit", (110, 20), "B", [0, 115], [0, 0]),
    ("holes", "forfeit", (110, 20, 30), "C", [0, 20, 115], [0, 0, 0]),
    ("auclair", "forfeit", (50, 0), "B", [71, 0], [0, 0]),
    ("lowball", "forfeit", (10, 100, 50), "C", [0, 0, 1], [0, 0, 0]),
]


@pytest.mark.parametrize(("preset", "end", "fronts", "winner", "points", "spread"), ENDS)
def test_game_ended_by_a_judge_is_weighed_by_where_the_pegs_stand(play, preset, end, fronts, winner, points, spread):
    over = play(preset, teams=len(fronts)).put(*fronts).do(end, "A")
    assert (over.winner, over.points, over.spread, over.level) == (winner, points, spread, 0)


@pytest.mark.parametrize("ending", ["signed", "award", "forfeit", "timed-out", "false-claim"])
def test_reopening_restores_everything_as_it_was_before_the_end(play, ending):
    for preset in set(PRESET_NAMES) - {"lowball"}:
        match = play(preset, teams=3).do("deal", "B").put(30, 20, 17)
        before = match.whole
        amounts = {"signed": match.match.preset.target, "award": 200, "false-claim": 0}
        match.do(ending, "A", amounts.get(ending, 0))
        assert match.match.stage == 1
        match.do("reopen")
        assert match.whole == before, preset


def objection_to(play, decision, team=-1, amount=0, other=-1):
    return objection(play.match, DECISIONS[DECISION_NAMES.index(decision)], team, amount, other)


@pytest.mark.parametrize("nexts", [0, 1, 2])
def test_finished_game_can_be_reopened_until_a_peg_moves_in_the_next(play, nexts):
    match = play("match4").put(100, 61).do("signed", "A", 29)
    for _ in range(nexts):
        match.do("next")
    assert objection_to(match, "reopen") == ALLOWED
    match.do("reopen")
    assert (match.fronts, match.match.tally.game, match.match.tally.points) == ([100, 61], 1, [0, 0, 0, 0])


def test_peg_moved_in_the_next_game_ends_the_chance_to_reopen(play):
    match = play("match4").put(100, 61).do("signed", "A", 29).do("next").do("move", "B", 1)
    assert objection_to(match, "reopen") == NOTHING_TO_REOPEN


def test_game_is_reopened_only_once(play):
    match = play("acc").put(100, 61).do("signed", "A", 29).do("reopen")
    assert objection_to(match, "reopen") == NOTHING_TO_REOPEN


# decision, team (-1: nobody), amount, what an acc game of two that is on answers
ANSWERS = [
    ("award", 0, 1, ALLOWED),
    ("award", 1, 121, ALLOWED),
    ("award", -1, 5, NO_SUCH_TEAM),
    ("award", 2, 5, NO_SUCH_TEAM),
    ("award", 0, 0, NO_SUCH_AMOUNT),
    ("award", 0, 122, NO_SUCH_AMOUNT),
    ("retract", 0, 121, ALLOWED),
    ("retract", 0, -1, NO_SUCH_AMOUNT),
    ("false-claim", 0, 0, ALLOWED),
    ("false-claim", 0, 120, ALLOWED),
    ("false-claim", 0, 121, NO_SUCH_HOLE),
    ("false-claim", 0, -1, NO_SUCH_HOLE),
    ("false-claim", -1, 5, NO_SUCH_TEAM),
    ("forfeit", -1, 0, NO_SUCH_TEAM),
    ("forfeit", 1, 0, ALLOWED),
    ("exchange", -1, 0, NO_SUCH_TEAM),
    ("exchange", 0, 0, NO_OTHER_TEAM),
    ("timed-out", -1, 0, ALLOWED),
    ("reopen", 0, 0, NOTHING_TO_REOPEN),
]


@pytest.mark.parametrize(("decision", "team", "amount", "answer"), ANSWERS)
def test_decision_is_allowed_or_told_what_is_wrong(play, decision, team, amount, answer):
    assert objection_to(play("acc"), decision, team, amount) == answer


@pytest.mark.parametrize("decision", ["award", "retract", "false-claim", "timed-out", "forfeit"])
def test_finished_game_takes_no_decision_but_to_be_reopened(play, decision):
    assert objection_to(play("acc").game("A", 0, 100), decision, 0, 5) == GAME_IS_OVER


@pytest.mark.parametrize("decision", ["award", "timed-out", "forfeit"])
def test_game_that_waits_for_its_dealer_takes_decisions(play, decision):
    assert objection_to(play("fivecard"), decision, 0, 5) == ALLOWED


def test_lowball_knows_no_false_claim(play):
    assert objection_to(play("lowball"), "false-claim", 0, 50) == LOW_GAME
