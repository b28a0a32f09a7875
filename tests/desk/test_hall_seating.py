"""Tests of seating in an event of several halls: within each, across them, ties and bracket in the first."""

import pytest
from sqlalchemy import select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.entrants import admit_player, entrants, withdraw_player
from host_tools.desk.events.hall_rows import hall_called, newest_rounds
from host_tools.desk.events.halls import change_hall, make_halls, move_to_hall, set_across
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.formats.event_formats import FORMATS
from host_tools.desk.intake.swap_players import swap_players
from host_tools.desk.rounds.play_off import draw_bracket
from host_tools.desk.rounds.reseat import reseat_round, unseat_round
from host_tools.desk.rounds.round_view import present_view, round_view
from host_tools.desk.rounds.seating import next_round, offer_next, seat_next
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.model import Entrant
from host_tools.table_numbers import hall_of, table_text
from tests.deep_cases import deep
from tests.desk.play_tables import enter_all


def begin(desk, format="acc", sizes=(4, 4), **options):
    """An event whose halls A, B, … have so many players."""
    halls = [letter for letter, size in zip("NSE", sizes, strict=False) for _ in range(size)]
    pairs = FORMATS[format].pairs
    entries = [Entry(i + 2, f"P{i}", partner=f"Q{i}" if pairs else "", hall=hall) for i, hall in enumerate(halls, 1)]
    return desk.create(format, entries=entries, **{"rounds": 3} | options)


def seat(desk, hall=0):
    return desk.do(seat_next, hall=hall, by="me")


def tables(desk, number):
    view = desk.ask(round_view, number)
    return {table_text(one.table): [n for side in one.sides.values() for n in side] for one in view.tables}


def play(desk, number, letters="AB"):
    """Side A wins at each table of these halls."""
    pegs = {
        (one.table, 1): [121, 90 + one.table % 10, *[80] * (len(one.sides) - 2)]
        for one in desk.ask(round_view, number).tables
        if table_text(one.table)[0] in letters and not one.games
    }
    desk.do(enter_all, number, pegs)


def homes(desk):
    return {one.name: "NSE"[one.hall - 1] for one in desk.ask(lambda desk: list(entrants(desk).values()))}


# -- within halls -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("format", ["acc", "bsg", "auclair"])
def test_players_stay_in_their_hall(desk, format):
    """Also where the next seats depend on results, which another hall does not have yet."""
    begin(desk, format, (5, 8))
    home = homes(desk)
    for number in (1, 2, 3):
        seat(desk, 2)
        assert set(tables(desk, number)) == {f"B{n}" for n in range(1, len(tables(desk, number)) + 1)}
        play(desk, number, "B")
    for number in (1, 2, 3):
        seat(desk, 1)
        play(desk, number, "A")
        seated = {name: place[0] for place, names in tables(desk, number).items() for name in names}
        assert all({"A": "N", "B": "S"}[letter] == home[name] for name, letter in seated.items())
    assert desk.ask(newest_rounds) == {1: 3, 2: 3}
    assert all(one.played in (2, 3) for one in desk.ask(compute_standings) if format == "acc")


def test_in_a_hall_all_meet_as_in_an_event_of_its_own(desk):
    begin(desk, sizes=(4, 6))
    met = set()
    for number in (1, 2, 3):
        seat(desk)
        met |= {frozenset(names) for place, names in tables(desk, number).items() if place[0] == "A"}
    assert len(met) == 6


def test_the_halls_that_are_behind_are_seated_next(desk):
    begin(desk, sizes=(4, 4, 4))
    seat(desk)
    seat(desk, 2)
    assert desk.ask(next_round) == (2, [1, 3])
    seat(desk)
    assert {place[0] for place in tables(desk, 2)} == {"A", "B", "C"}
    assert desk.ask(next_round) == (3, [1, 2, 3])


def test_a_hall_that_is_ahead_costs_the_others_nothing(desk):
    """A missed game of auclair costs 31: nobody has missed what their hall has not been seated in."""
    begin(desk, "auclair", (4, 4), rounds=4)
    desk.do(lambda desk: admit_player(desk.acting("me"), Entry(0, "Late", hall=""), hall=1))
    seat(desk)
    play(desk, 1)
    seat(desk, 2)
    points = {one.name: one.missed for one in desk.ask(compute_standings)}
    assert points == dict.fromkeys(points, 0)


def test_who_is_moved_plays_in_the_other_hall_from_the_next_round_on(desk):
    begin(desk, "bsg", (7, 5), rounds=4)
    seat(desk)
    play(desk, 1)
    desk.do(lambda desk: move_to_hall(desk.acting("me"), "P1", hall_called(desk, "S")))
    seat(desk)
    places = {name: place[0] for place, names in tables(desk, 2).items() for name in names}
    assert places["P1 / Q1"] == "B"
    assert sum(letter == "A" for letter in places.values()) == 6
    assert sum(letter == "B" for letter in places.values()) == 6


@pytest.mark.parametrize("format", ["acc", *deep("bondurant", "robin")])
def test_who_has_gone_to_a_hall_that_is_behind_plays_no_round_twice(desk, format):
    """Neither does who has had a bye in it."""
    begin(desk, format, (4, 5))
    seat(desk)
    play(desk, 1)
    seat(desk, 2)
    played = tables(desk, 2)["B1"][0]
    rested = ({f"P{i}" for i in range(5, 10)} - {name for names in tables(desk, 2).values() for name in names}).pop()
    for name in (played, rested):
        desk.do(lambda desk, n=name: move_to_hall(desk.acting("me"), n, hall_called(desk, "N")))
    assert desk.ask(offer_next, 1).kind
    seat(desk, 1)
    places = tables(desk, 2)
    assert sorted(places["A1"] + places["A2"]) == ["P1", "P2", "P3", "P4"]
    desk.do(reseat_round, hall=1, by="me")
    assert played in tables(desk, 2)["B1"]
    play(desk, 2)
    seat(desk, 1)
    assert played in [name for place, names in tables(desk, 3).items() if place[0] == "A" for name in names]


def test_a_newcomer_plays_where_the_fewest_do_and_takes_a_place_there(desk):
    begin(desk, sizes=(6, 4))
    seat(desk)
    play(desk, 1)
    desk.do(withdraw_player, "P1", by="me")
    assert desk.do(lambda desk: admit_player(desk.acting("me"), Entry(0, "New")).hall) == 1
    assert desk.do(lambda desk: admit_player(desk.acting("me"), Entry(0, "Newer")).hall) == 2
    assert desk.do(lambda desk: admit_player(desk.acting("me"), Entry(0, "Newest"), hall=1).hall) == 1


def test_one_hall_is_seated_anew_or_unseated_alone(desk):
    begin(desk, sizes=(4, 4))
    seat(desk)
    play(desk, 1, "A")
    with pytest.raises(DeskError, match="has results"):
        desk.do(unseat_round, by="me")
    with pytest.raises(DeskError, match="has results"):
        desk.do(unseat_round, hall=1, by="me")
    before = tables(desk, 1)
    desk.do(reseat_round, hall=2, by="me")
    assert tables(desk, 1) == before
    desk.do(unseat_round, hall=2, by="me")
    assert set(tables(desk, 1)) == {"A1", "A2"}
    seat(desk)
    assert tables(desk, 1) == before


def test_a_bye_in_one_hall_is_not_another_s(desk):
    begin(desk, "holes", (5, 3), bye_worth=115)
    seat(desk)
    assert len(desk.ask(round_view, 1).out) == 2
    desk.do(unseat_round, hall=2, by="me")
    assert len(desk.ask(round_view, 1).out) == 1
    assert sum(one.points for one in desk.ask(compute_standings)) == 115 * FORMATS["holes"].games


def test_players_of_a_hall_that_is_behind_are_swapped_in_its_round(desk):
    begin(desk)
    seat(desk)
    seat(desk, 2)
    (one, other), before = [desk.ask(round_view, 1).tables[i].sides["A"][0] for i in (0, 1)], tables(desk, 1)
    numbers = {
        name: number for number, name in desk.ask(lambda desk: {n: p.name for n, p in entrants(desk).items()}).items()
    }
    assert desk.do(lambda desk: swap_players(desk.acting("me"), numbers[one], numbers[other])) == 1
    assert (other in tables(desk, 1)["A1"], one in tables(desk, 1)["A2"]) == (True, True)
    assert tables(desk, 1)["B1"] == before["B1"]


def test_what_is_played_now_is_each_hall_s_newest_round(desk):
    begin(desk)
    seat(desk)
    seat(desk, 2)
    view = desk.ask(present_view)
    assert {(table_text(one.table), one.round) for one in view.tables} == {("A1", 1), ("A2", 1), ("B1", 2), ("B2", 2)}
    assert {one.round for one in desk.ask(present_view, 1).tables} == {1}


# -- across halls -----------------------------------------------------------------------------------------------------


def test_across_halls_everybody_meets_anybody_and_tables_fill_hall_after_hall(desk):
    begin(desk, sizes=(4, 6), across_halls=True)
    desk.do(lambda desk: change_hall(desk.acting("me"), hall_called(desk, "N"), tables=2))
    home, mixed = homes(desk), 0
    for number in (1, 2, 3):
        seat(desk)
        assert set(tables(desk, number)) == {"A1", "A2", "B1", "B2", "B3"}
        mixed += sum(home[a] != home[b] for a, b in tables(desk, number).values())
    assert mixed > 3
    with pytest.raises(DeskError, match="all halls together"):
        seat(desk, 1)


def test_too_few_tables_for_a_round_across_halls_are_told(desk):
    begin(desk, across_halls=True)
    for letter in "NS":
        desk.do(lambda desk, one=letter: change_hall(desk.acting("me"), hall_called(desk, one), tables=1))
    with pytest.raises(DeskError, match="2 tables together, and the round takes 4"):
        seat(desk)


def test_rounds_across_halls_and_within_follow_each_other(desk):
    begin(desk, "bsg", (4, 4), rounds=4)
    seat(desk)
    play(desk, 1)
    desk.do(set_across, True, by="me")
    seat(desk)
    play(desk, 2)
    desk.do(set_across, False, by="me")
    seat(desk, 1)
    home = homes(desk)
    assert {home[name] for names in tables(desk, 3).values() for name in names} == {"N"}


# -- the event's ------------------------------------------------------------------------------------------------------


def test_the_bracket_is_drawn_when_all_halls_have_played_and_is_played_in_the_first(desk):
    begin(desk, sizes=(8, 8))
    for _ in range(3):
        seat(desk, 1)
    with pytest.raises(DeskError, match="0 of 3"):
        desk.do(draw_bracket, 3, by="me")
    for number in (1, 2, 3):
        seat(desk, 2)
        play(desk, number)
    if desk.ask(offer_next).kind == "play-off":
        seat(desk)
        assert {hall_of(one.table) for one in desk.ask(round_view, 4).tables} == {1}
        play(desk, 4)
    desk.do(draw_bracket, 3, by="me")
    bracket = seat(desk)
    assert (bracket.kind, {place[0] for place in tables(desk, bracket.round)}) == ("bracket", {"A"})
    (first, _), (second, _) = tables(desk, bracket.round).values()
    people = {one.name: one for one in desk.ask(entrants).values()}
    assert 2 in {people[first].hall, people[second].hall}, "the bracket is not where this player's hall has played"
    for pair in ((first, second), (second, first)):
        assert desk.do(swap_players, *(people[name].number for name in pair), by="me") == bracket.round
    seated = desk.ask(round_view, bracket.round).tables
    desk.do(enter_all, bracket.round, {(one.table, game): (121, 90) for one in seated for game in (1, 2)})
    final = seat(desk)
    assert set(tables(desk, final.round)) == {"A1"}
    winners = {one.sides["A"][0] for one in desk.ask(round_view, bracket.round).tables}
    assert set(tables(desk, final.round)["A1"]) == winners


# -- making halls -----------------------------------------------------------------------------------------------------


def test_an_event_is_divided_into_halls_before_its_first_round(desk):
    desk.create("acc", 9, rounds=3)
    desk.do(make_halls, ["North", "South"], by="me")
    counts = desk.ask(lambda desk: sorted(desk.session.scalars(select(Entrant.hall))))
    assert (counts.count(1), counts.count(2)) == (5, 4)
    seat(desk)
    with pytest.raises(DeskError, match="has halls already"):
        desk.do(make_halls, ["a", "b"], by="me")


def test_an_event_under_way_is_not_divided(desk):
    desk.create("acc", 8, rounds=3)
    seat(desk)
    with pytest.raises(DeskError, match="before the first round"):
        desk.do(make_halls, ["a", "b"], by="me")


@pytest.mark.parametrize(
    ("names", "why"),
    [(["a"], "2 to 99"), (["a", "A"], "two halls are called"), (["a", " b"], "no name"), (["a", ""], "no name")],
)
def test_names_that_halls_cannot_have_are_refused(desk, names, why):
    desk.create("acc", 8, rounds=3)
    with pytest.raises(DeskError, match=why):
        desk.do(make_halls, names, by="me")


def test_a_hall_too_small_for_the_rounds_is_told(desk):
    with pytest.raises(DeskError, match="S: 2 players, nobody met a third time, can play 2 rounds, not 3"):
        begin(desk, sizes=(4, 2))


def test_a_roster_that_names_a_hall_for_some_is_refused(desk):
    with pytest.raises(DeskError, match="P2 has no hall"):
        desk.create("acc", entries=[Entry(2, "P1", hall="N"), Entry(3, "P2"), Entry(4, "P3", hall="S")], rounds=1)
