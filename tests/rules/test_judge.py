"""A judge's decisions: awards, false claims, reopened and ended games (RULES.md section 5, DESIGN.md section 5)."""

import pytest

from firmware.rules import events
from firmware.rules.events import (
    EVENT_AWARD,
    EVENT_FALSE_CLAIM,
    EVENT_FORFEIT,
    EVENT_REOPEN,
    EVENT_RETRACT,
    EVENT_TIMED_OUT,
)
from firmware.rules.judge import (
    ALLOWED,
    DECISIONS,
    GAME_IS_OVER,
    LOW_GAME,
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


@pytest.mark.parametrize("preset", sorted(set(PRESET_NAMES) - {"lowball"}))
@pytest.mark.parametrize("ending", ["signed", "award", "forfeit", "timed-out", "false-claim"])
def test_reopening_restores_everything_as_it_was_before_the_end(play, preset, ending):
    match = play(preset, teams=3).do("deal", "B").put(30, 20, 17)
    before = match.whole
    amounts = {"signed": 200, "award": 200, "false-claim": 0}
    match.do(ending, "A", amounts.get(ending, 0))
    assert match.match.stage == 1
    match.do("reopen")
    assert match.whole == before


def objection_to(play, kind, team=-1, amount=0):
    return objection(play.match, kind, team, amount)


@pytest.mark.parametrize("nexts", [0, 1, 2])
def test_finished_game_can_be_reopened_until_a_peg_moves_in_the_next(play, nexts):
    match = play("match4").put(100, 61).do("signed", "A", 29)
    for _ in range(nexts):
        match.do("next")
    assert objection_to(match, EVENT_REOPEN) == ALLOWED
    match.do("reopen")
    assert (match.fronts, match.match.tally.game, match.match.tally.points) == ([100, 61], 1, [0, 0, 0, 0])


def test_peg_moved_in_the_next_game_ends_the_chance_to_reopen(play):
    match = play("match4").put(100, 61).do("signed", "A", 29).do("next").do("move", "B", 1)
    assert objection_to(match, EVENT_REOPEN) == NOTHING_TO_REOPEN


def test_game_is_reopened_only_once(play):
    match = play("acc").put(100, 61).do("signed", "A", 29).do("reopen")
    assert objection_to(match, EVENT_REOPEN) == NOTHING_TO_REOPEN


# event, team (-1: nobody), amount, what an acc game of two that is on answers
ANSWERS = [
    (EVENT_AWARD, 0, 1, ALLOWED),
    (EVENT_AWARD, 1, 121, ALLOWED),
    (EVENT_AWARD, -1, 5, NO_SUCH_TEAM),
    (EVENT_AWARD, 2, 5, NO_SUCH_TEAM),
    (EVENT_AWARD, 0, 0, NO_SUCH_AMOUNT),
    (EVENT_AWARD, 0, 122, NO_SUCH_AMOUNT),
    (EVENT_RETRACT, 0, 121, ALLOWED),
    (EVENT_RETRACT, 0, -1, NO_SUCH_AMOUNT),
    (EVENT_FALSE_CLAIM, 0, 0, ALLOWED),
    (EVENT_FALSE_CLAIM, 0, 120, ALLOWED),
    (EVENT_FALSE_CLAIM, 0, 121, NO_SUCH_HOLE),
    (EVENT_FALSE_CLAIM, 0, -1, NO_SUCH_HOLE),
    (EVENT_FALSE_CLAIM, -1, 5, NO_SUCH_TEAM),
    (EVENT_FORFEIT, -1, 0, NO_SUCH_TEAM),
    (EVENT_FORFEIT, 1, 0, ALLOWED),
    (EVENT_TIMED_OUT, -1, 0, ALLOWED),
    (EVENT_REOPEN, 0, 0, NOTHING_TO_REOPEN),
]


@pytest.mark.parametrize(("kind", "team", "amount", "answer"), ANSWERS)
def test_decision_is_allowed_or_told_what_is_wrong(play, kind, team, amount, answer):
    assert objection_to(play("acc"), kind, team, amount) == answer


@pytest.mark.parametrize("kind", [EVENT_AWARD, EVENT_RETRACT, EVENT_FALSE_CLAIM, EVENT_TIMED_OUT, EVENT_FORFEIT])
def test_finished_game_takes_no_decision_but_to_be_reopened(play, kind):
    assert objection_to(play("acc").game("A", 0, 100), kind, 0, 5) == GAME_IS_OVER


@pytest.mark.parametrize("kind", [EVENT_AWARD, EVENT_TIMED_OUT, EVENT_FORFEIT])
def test_game_that_waits_for_its_dealer_takes_decisions(play, kind):
    assert objection_to(play("fivecard"), kind, 0, 5) == ALLOWED


def test_lowball_knows_no_false_claim(play):
    assert objection_to(play("lowball"), EVENT_FALSE_CLAIM, 0, 50) == LOW_GAME


def test_no_two_events_have_the_same_number_and_decisions_keep_theirs():
    """Journals hold them: a decision that came later must not read as another event."""
    numbers = [value for name, value in vars(events).items() if name.startswith("EVENT_")]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) == events.LAST_EVENT
    assert [(name, event) for name, event, _ in DECISIONS[:7]] == [
        ("award", 6),
        ("retract", 7),
        ("false-claim", 8),
        ("reopen", 9),
        ("timed-out", 10),
        ("forfeit", 11),
        ("overpeg", 12),
    ]
