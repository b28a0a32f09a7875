"""Tests of shorter and longer events, played-off ties, and what can be seated next."""

import re

import pytest

from host_tools.desk.cli.simulate_command import simulate
from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.events.entrants import withdraw_player
from host_tools.desk.events.event_plan import change_plan, end_event
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.review.readiness import reasons_not_final
from host_tools.desk.rounds.bracket_view import bracket_view
from host_tools.desk.rounds.movement_input import NotReadyError
from host_tools.desk.rounds.play_off import consolation_roster, draw_bracket
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import offer_next, seat_next
from host_tools.desk.rounds.tie_play_offs import unresolved_ties
from host_tools.desk.scoring.standings import compute_standings
from host_tools.i18n import LANGUAGES, message, use_language
from tests.desk.conftest import once
from tests.desk.play_tables import enter, play, seat_and_play, tables, win


def ranks(desk):
    return [one.rank for one in desk.ask(compute_standings)]


def level(desk, players, **options):
    """One round of `bsg`: all winners are level for first."""
    desk.create("bsg", players, rounds=1, **options)
    desk.do(seat_next, by="me")
    for table, sides in tables(desk, 1).items():
        win(desk, 1, table, *sides["A"], loser=100)
    return desk.ask(unresolved_ties)[1]


def play_off(desk):
    """Round by round the lower number wins; how often each has played."""
    played = {}
    while (offer := desk.ask(offer_next)).number:
        assert offer.kind == "play-off"
        number = desk.do(seat_next, by="me").round
        for table, sides in tables(desk, number).items():
            for name in sides["A"] + sides["B"]:
                played[name] = played.get(name, 0) + 1
            win(desk, number, table, min(sides["A"] + sides["B"]), loser=100)
    return played


# -- the plan ----------------------------------------------------------------------------------------------------------


def test_an_event_is_made_shorter_and_ended_where_it_stands(desk):
    desk.create("acc", 8, rounds=7)
    seat_and_play(desk, 1, 2, 3)
    desk.do(change_plan, 4, by="me")
    seat_and_play(desk, 4)
    assert desk.ask(offer_next).number is None
    desk.do(change_plan, 7, by="me")
    seat_and_play(desk, 5)
    assert desk.do(end_event, by="me", reason="the hall closes") == 5
    assert desk.ask(offer_next).number is None
    desk.do(draw_bracket, 3, by="me")
    assert desk.ask(read_audit_log, "ended")[0].detail == {"rounds": 5, "planned": 7}


def test_an_event_that_has_ended_is_made_longer_and_goes_on(desk):
    desk.create("acc", 8, rounds=2)
    seat_and_play(desk, 1, 2)
    desk.do(end_event, by="me")
    with pytest.raises(DeskError, match="all 2 rounds"):
        desk.do(seat_next, by="me")
    desk.do(change_plan, 3, by="me")
    assert desk.do(seat_next, by="me").round == 3


def test_fewer_than_ten_rounds_of_the_summer_games_are_an_event(desk):
    desk.create("bsg", 6, rounds=4)
    seat_and_play(desk, 1, 2, 3)
    assert desk.do(end_event, by="me") == 3


@pytest.mark.parametrize(
    ("rounds", "why"),
    [
        (1, message("event.plan.fewest", event="Night", fewest=2)),
        (23, message("cli.event.rounds", format="acc", fewest=1, largest=22, rounds=23)),
    ],
)
def test_what_cannot_be_planned(desk, rounds, why):
    desk.create("acc", 30, rounds=5)
    seat_and_play(desk, 1, 2)
    with pytest.raises(DeskError, match=why):
        desk.do(change_plan, rounds, by="me")


def test_a_round_without_results_does_not_end_an_event(desk):
    desk.create("acc", 6, rounds=4)
    with pytest.raises(DeskError, match=message("event.seats.none", event="Night")):
        desk.do(end_event, by="me")
    seat_and_play(desk, 1)
    desk.do(seat_next, by="me")
    with pytest.raises(DeskError, match="round 2 has no result"):
        desk.do(end_event, by="me")


def test_in_an_event_that_has_ended_an_unplayed_game_counts_as_missed(desk):
    desk.create("acc", 8, rounds=2)
    seat_and_play(desk, 1)
    desk.do(seat_next, by="me")
    for table in (1, 2, 3):
        enter(desk, 2, table, [121, 90])
    assert {one.missed for one in desk.ask(compute_standings)} == {0}
    desk.do(end_event, by="me")
    missing = {who for side in tables(desk, 2)[4].values() for who in side}
    assert {one.name for one in desk.ask(compute_standings) if one.missed} == missing


def test_a_round_is_offered_only_where_there_is_something_to_seat(desk):
    desk.create("bsg", 6, rounds=2)
    assert desk.ask(offer_next).number == 1
    desk.do(seat_next, by="me")
    offer = desk.ask(offer_next)
    assert (offer.number, "round 1 is not decided at table 1, 2, 3" in offer.waits) == (2, True)
    play(desk, 1)
    seat_and_play(desk, 2)
    assert bool(desk.ask(offer_next).number) == bool(desk.ask(unresolved_ties))


# -- ties --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 5])
def test_any_number_who_tie_for_first_meet_until_one_leads(desk, players):
    tied = level(desk, 2 * players)
    assert len(tied) == players
    played = play_off(desk)
    assert len(played) == players
    assert ranks(desk)[:2] == [1, 2]
    assert desk.ask(compute_standings)[0].name == min(played)


def test_a_play_off_that_ends_level_is_played_again_by_those_who_are(desk):
    a, b, c = (f"P{number} / Q{number}" for number in level(desk, 6))
    better = {frozenset((a, b)): a, frozenset((b, c)): b, frozenset((a, c)): c}
    for number in (2, 3, 4):
        desk.do(seat_next, by="me")
        (sides,) = tables(desk, number).values()
        win(desk, number, 1, better[frozenset(sides["A"] + sides["B"])], loser=100)
    assert ranks(desk)[:3] == [1, 1, 1]
    assert len(desk.ask(unresolved_ties)[1]) == 3
    play_off(desk)
    assert desk.ask(compute_standings)[0].name == min(a, b, c)


def test_every_medal_is_played_off_where_that_is_asked_for(desk):
    level(desk, 8, medals=3)
    play_off(desk)
    assert ranks(desk)[:4] == [1, 2, 3, 4]


def test_without_asking_no_game_is_played_that_decides_no_first_place(desk):
    """Of three the first two games may decide: the third is then not seated."""
    a, b, c = (f"P{number} / Q{number}" for number in level(desk, 6))
    order = []
    while desk.ask(offer_next).number:
        number = desk.do(seat_next, by="me").round
        (sides,) = tables(desk, number).values()
        order.append({*sides["A"], *sides["B"]})
        win(desk, number, 1, *(order[0] & order[-1] if len(order) == 2 else sides["A"]), loser=100)
        if len(order) == 2 and len(order[0] & order[1]) == 1:
            assert {who for pair in order for who in pair} == {a, b, c}
    assert ranks(desk)[:2] == [1, 2]


def test_ties_for_two_places_are_played_in_the_same_rounds(desk):
    level(desk, 4, medals=3)
    assert {place: len(tied) for place, tied in desk.ask(unresolved_ties).items()} == {1: 2, 3: 2}
    seated = desk.do(seat_next, by="me")
    assert len(seated.seating.tables) == 2
    play(desk, seated.round)
    assert ranks(desk) == [1, 2, 3, 4]
    assert desk.ask(offer_next).number is None


def test_a_later_play_off_never_overtakes_an_earlier_one(desk):
    """Four tie; one wins all three games, the others one each, and then play again for second and third."""
    a, b, c, d = (f"P{number} / Q{number}" for number in level(desk, 8, medals=3))
    better = {frozenset((b, c)): b, frozenset((c, d)): c, frozenset((b, d)): d}
    for number in (2, 3, 4):
        desk.do(seat_next, by="me")
        for table, sides in tables(desk, number).items():
            pair = frozenset(sides["A"] + sides["B"])
            win(desk, number, table, a if a in pair else better[pair], loser=100)
    assert len(desk.ask(unresolved_ties)[2]) == 3
    play_off(desk)
    assert [one.name for one in desk.ask(compute_standings)][:4] == [a, *sorted((b, c, d))]
    assert desk.ask(round_view).round == 7


def test_no_tie_is_played_off_while_results_are_missing(desk):
    desk.create("bsg", 4, rounds=1)
    desk.do(seat_next, by="me")
    win(desk, 1, 1, *tables(desk)[1]["A"])
    with pytest.raises(NotReadyError, match=r"results are missing .round 1, table 2."):
        desk.do(seat_next, by="me")


def test_of_those_who_tie_one_has_gone_home(desk):
    tied = level(desk, 6)
    desk.do(withdraw_player, str(tied[0]), by="me")
    assert desk.ask(unresolved_ties)[1] == tied[1:]
    assert len(play_off(desk)) == 2


# -- the cut -----------------------------------------------------------------------------------------------------------


def results(desk, *losers):
    """One round of `acc` among eight, of whom two qualify; the winners by table."""
    desk.create("acc", 8, rounds=1)
    desk.do(seat_next, by="me")
    for table, loser in enumerate(losers, 1):
        enter(desk, 1, table, [121, loser])
    return [sides["A"][0] for sides in tables(desk, 1).values()]


def test_a_tie_at_the_cut_is_a_game_and_never_the_order_of_the_roster(desk):
    first, one, other, _ = results(desk, 60, 80, 80, 110)
    with pytest.raises(DeskError, match=r"are level, and not all of them qualify: seat round 2"):
        desk.do(draw_bracket, 3, by="me")
    assert desk.do(seat_next, by="me").kind == "play-off"
    sides = tables(desk)[1]
    assert {*sides["A"], *sides["B"]} == {one, other}
    win(desk, 2, 1, other)
    desk.do(draw_bracket, 3, by="me")
    assert desk.ask(bracket_view).rounds[0][0].names == (first, other)
    assert desk.do(seat_next, by="me").round == 3
    win(desk, 3, 1, first, game=1)
    win(desk, 3, 1, first, game=2)
    assert desk.ask(bracket_view).rounds[-1][0].winner == first


def test_seeds_of_those_who_are_level_are_drawn_by_lot_and_told(desk):
    results(desk, 80, 80, 100, 110)
    desk.do(draw_bracket, 3, by="me")
    (entry,) = desk.ask(read_audit_log, "bracket drawn")
    assert len(entry.detail["by lot"][0]) == 2
    assert list(entry.detail["seeds"].values()) == entry.detail["by lot"][0]


@once
def twelve(desk):
    with desk.store.write() as session:
        simulate(session, "Night", "acc", 12, 9, 3, "me")


def test_who_has_left_does_not_qualify(twelve):
    best = twelve.ask(compute_standings)
    twelve.do(withdraw_player, best[0].id, by="me")
    twelve.do(draw_bracket, 3, by="me")
    names = {name for one in twelve.ask(bracket_view).rounds[0] for name in one.names if name}
    assert names == {one.name for one in best[1:4]}


def test_a_consolation_is_played_by_those_who_did_not_qualify(twelve):
    with pytest.raises(DeskError, match="has not been drawn"):
        twelve.ask(consolation_roster)
    twelve.do(draw_bracket, 3, by="me")
    twelve.do(withdraw_player, twelve.ask(compute_standings)[-1].id, by="me")
    roster = twelve.ask(consolation_roster)
    assert [one.id for one in roster] == [one.id for one in twelve.ask(compute_standings)[3:-1]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_of_one_name_who_are_level_are_told_apart(desk, language):
    desk.create("bsg", entries=[Entry(number, "Ann", id=f"{number}7") for number in range(1, 5)], rounds=1)
    desk.do(seat_next, by="me")
    for table in tables(desk, 1):
        enter(desk, 1, table, [121, 100])
    with use_language(language):
        assert re.search(r"Ann \(\d7\), Ann \(\d7\)", " ".join(desk.ask(reasons_not_final)))
