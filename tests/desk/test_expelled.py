"""Tests of players who are expelled or penalized."""

import pytest

from host_tools.desk.errors import DeskError
from host_tools.desk.events.archive import export_event, restore_event
from host_tools.desk.events.entrants import entrants, expel_player, readmit_player
from host_tools.desk.money.prizes import compute_payout
from host_tools.desk.money.special_awards import draw_winner
from host_tools.desk.review.season_nights import read_night
from host_tools.desk.rounds.missing_results import tables_missing_results
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.penalties import LATE, penalize, penalties, take_back_penalty
from host_tools.desk.scoring.score_card_view import card_view
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.desk import Desk as OpenDesk
from host_tools.desk.store.model import ANNULLED
from tests.desk.play_tables import seat_and_play


def standings(desk):
    return {one.name: one for one in desk.ask(compute_standings)}


def test_an_expelled_leader_has_no_rank_and_no_prize_and_is_not_seated(desk):
    desk.create("wins", 6, rounds=4, fee=1000)
    seat_and_play(desk, 1, 2, 3)
    leader = desk.ask(compute_standings)[0].name
    before = standings(desk)
    assert leader in {prize.name for prize in desk.ask(compute_payout).prizes}
    with pytest.raises(DeskError, match="say why"):
        desk.do(expel_player, leader)
    assert desk.do(expel_player, leader, reason="altered a card") == 4
    after = standings(desk)
    assert (after[leader].ranked, after[leader].gone, after[leader].points) == (False, True, before[leader].points)
    assert desk.ask(compute_standings)[-1].name == leader
    assert {name: one.points for name, one in after.items()} == {name: one.points for name, one in before.items()}
    assert leader not in {prize.name for prize in desk.ask(compute_payout).prizes}
    desk.do(seat_next)
    seated = [name for table in desk.ask(round_view).tables for side in table.sides.values() for name in side]
    assert leader not in seated
    desk.do(readmit_player, leader)
    assert standings(desk)[leader].ranked


def test_annulled_games_count_for_nobody_and_are_not_missing(desk):
    desk.create("acc", 4, rounds=3)
    seat_and_play(desk, 1, 2)
    desk.do(seat_next)
    bad = "P1"
    against = {line.opponents[0]: line.points for line in _card(desk, bad).lines if line.result}
    before = standings(desk)
    desk.do(expel_player, bad, ANNULLED, reason="why")
    after = standings(desk)
    assert (after[bad].points, after[bad].played) == (0, 0)
    for name in against:
        own = sum(line.points for line in _card(desk, name).lines if not line.annulled)
        assert after[name].points == own == _card(desk, name).points
        assert after[name].played == before[name].played - 1
    assert [line.annulled for line in _card(desk, bad).lines] == [True] * 3
    missing = desk.ask(tables_missing_results)
    assert (3, next(line.table for line in _card(desk, bad).lines if line.round == 3)) not in missing
    assert len(missing) == 1
    night = desk.ask(read_night)
    assert not night.against.get("1")


def _card(desk, name):
    return desk.ask(lambda desk: card_view(desk, next(p.code for p in entrants(desk).values() if p.name == name)))


def test_head_to_head_forgets_annulled_games(desk):
    desk.create("wins", 4, rounds=3)
    seat_and_play(desk, 1, 2, 3)
    desk.do(expel_player, "P4", ANNULLED, reason="why")
    assert {one.played for name, one in standings(desk).items() if name != "P4"} == {6}


@pytest.mark.parametrize(("format", "sign"), [("acc", -1), ("wins", -1), ("auclair", 1)])
def test_a_penalty_is_a_row_of_its_own_and_moves_the_player(desk, format, sign):
    desk.create(format, 8, rounds=3)
    seat_and_play(desk, 1)
    first = desk.ask(compute_standings)[0]
    given = desk.do(penalize, first.id, 90, round_number=1, reason="moved a peg", by="Ruth")
    assert (given.points, given.text) == (sign * 90, "penalty, Round 1, moved a peg")
    after = standings(desk)[first.name]
    assert after.points == first.points + sign * 90
    assert desk.ask(compute_standings)[-1].name == first.name
    card = _card(desk, first.name)
    assert [one.points for one in card.penalties] == [sign * 90]
    desk.do(penalize, first.id, 1, LATE)
    assert len(desk.ask(penalties)) == 2
    desk.do(take_back_penalty, given.id)
    assert standings(desk)[first.name].points == first.points + sign
    with pytest.raises(DeskError, match="no penalty"):
        desk.do(take_back_penalty, given.id)


def test_penalties_are_checked(desk):
    desk.create("wins", 4, rounds=3)
    for wrong, why in (((0, "penalty"), "1 to 999"), ((2, "penalty"), "needs a reason")):
        with pytest.raises(DeskError, match=why):
            desk.do(penalize, "1", *wrong)


def test_expulsions_and_penalties_are_exported(desk):
    desk.create("wins", 4, rounds=3)
    seat_and_play(desk, 1)
    desk.do(penalize, "2", 1, LATE)
    desk.do(expel_player, "1", ANNULLED, reason="why")
    text = desk.ask(export_event)
    with desk.store.write() as session:
        again = OpenDesk(session, restore_event(session, "Again", text))
        assert [one.cells() for one in compute_standings(again)] == [one.cells() for one in desk.ask(compute_standings)]


def test_who_is_expelled_is_not_drawn(desk):
    desk.create("auclair", 8, rounds=3)
    seat_and_play(desk, 1)
    for number in range(2, 9):
        desk.do(expel_player, str(number), reason="why")
    assert desk.do(lambda desk: draw_winner(desk).code) == "1"
