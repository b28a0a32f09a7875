"""Tests of players who come late, leave, return or sit at the wrong table, and of looking them up."""

import pytest

from host_tools.desk.errors import ConflictError, DeskError
from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.events.entrants import UnknownPlayerError, admit_player, entrant, readmit_player, withdraw_player
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.intake.swap_players import swap_players
from host_tools.desk.money.prizes import compute_payout
from host_tools.desk.review.findings import find_problems
from host_tools.desk.review.readiness import seat_when_settled
from host_tools.desk.rounds.bracket_view import bracket_view
from host_tools.desk.rounds.missing_results import tables_missing_results
from host_tools.desk.rounds.play_off import draw_bracket
from host_tools.desk.rounds.reseat import reseat_round, unseat_round
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.score_card_view import card_view
from host_tools.desk.scoring.standings import compute_standings
from host_tools.i18n import message
from tests.desk.conftest import cards, once
from tests.desk.play_tables import enter, play, seat_and_play, tables, win


def admit(desk, name, start=None, **fields):
    return desk.do(lambda desk: admit_player(desk.acting("me"), Entry(0, name, **fields), start).joined)


def standing(desk, name):
    return next(one for one in desk.ask(compute_standings) if one.name == name)


def seated(desk, number=None):
    view = desk.ask(round_view, number)
    return sorted([who for one in view.tables for side in one.sides.values() for who in side] + view.out)


# -- who has not played enough -----------------------------------------------------------------------------------------


def test_who_withdraws_before_or_halfway_is_ranked_below_all_others_and_wins_nothing(desk):
    desk.create("auclair", 9)
    desk.do(withdraw_player, "P9", by="me")
    seat_and_play(desk, 1, 2)
    desk.do(withdraw_player, "P8", by="me")
    seat_and_play(desk, 3, 4)
    table = desk.ask(compute_standings)
    assert [one.name for one in table if not one.ranked] == ["P8", "P9"]
    assert [one.name for one in table[-2:]] == ["P8", "P9"]
    assert {one.name: one.missed for one in table if one.missed} == {"P8": 2, "P9": 4}
    assert not {"P8", "P9"} & {one.name for one in desk.ask(compute_payout).prizes}


def test_a_missed_round_costs_what_the_format_says(desk):
    desk.create("auclair", 8)
    seat_and_play(desk, 1)
    admit(desk, "Late")
    seat_and_play(desk, 2, 3, 4)
    late = standing(desk, "Late")
    assert (late.ranked, late.missed, late.played) == (True, 1, 3)
    own = sum(line.points for line in desk.ask(lambda desk: _card(desk, "Late")).lines)
    assert late.points == own + 31


def _card(desk, who):
    return card_view(desk, entrant(desk, who).code)


def test_half_the_rounds_are_enough_elsewhere(desk):
    desk.create("acc", 6, rounds=4)
    seat_and_play(desk, 1)
    desk.do(withdraw_player, desk.ask(lambda desk: entrant(desk, "1").name), by="me")
    seat_and_play(desk, 2)
    desk.do(withdraw_player, desk.ask(lambda desk: entrant(desk, "2").name), by="me")
    seat_and_play(desk, 3, 4)
    assert {one.id: one.ranked for one in desk.ask(compute_standings) if one.id in "12"} == {"1": False, "2": True}


# -- late, and back again ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("format", "players"),
    [("acc", 6), ("acc", 7), ("bsg", 6), ("auclair", 7)],
)
def test_who_comes_after_round_1_sits_with_the_others_in_round_2(desk, format, players):
    desk.create(format, players, rounds=4)
    seat_and_play(desk, 1)
    partner = {"partner": "Zed"} if format == "bsg" else {}
    assert admit(desk, "Late", **partner) == 2
    for number in (2, 3, 4):
        seat_and_play(desk, number)
        names = seated(desk, number)
        assert len(names) == len(set(names)) == players + 1
        assert any("Late" in name for name in names)


def test_late_arrivals_meet_nobody_a_third_time_and_few_a_second(desk):
    desk.create("acc", 8, rounds=7)
    seat_and_play(desk, 1, 2)
    admit(desk, "Late")
    admit(desk, "Later", 4)
    met = {}
    for _ in range(3, 8):
        desk.do(seat_next, by="me")
    for number in range(1, 8):
        for sides in tables(desk, number).values():
            pair = frozenset(sides["A"] + sides["B"])
            met[pair] = met.get(pair, 0) + 1
    assert max(met.values()) <= 2
    assert sum(n == 2 for n in met.values()) <= 3


def test_who_left_returns(desk):
    desk.create("acc", 6, rounds=5)
    seat_and_play(desk, 1)
    desk.do(withdraw_player, "P4", by="me", reason="ill")
    seat_and_play(desk, 2)
    assert "P4" not in seated(desk, 2)
    assert desk.do(readmit_player, "P4", by="me", reason="better") == 3
    seat_and_play(desk, 3)
    assert "P4" in seated(desk, 3)
    assert standing(desk, "P4").missed == 1
    told = [(one.what, one.reason) for one in desk.ask(read_audit_log, "withdrawn", "readmitted")]
    assert told == [("withdrawn", "ill"), ("readmitted", "better")]


def test_who_returns_before_the_next_seating_has_missed_nothing(desk):
    desk.create("acc", 6, rounds=3)
    seat_and_play(desk, 1)
    desk.do(withdraw_player, "P4", by="me")
    assert desk.do(readmit_player, "P4", by="me") == 2
    seat_and_play(desk, 2)
    assert standing(desk, "P4").missed == 0


@pytest.mark.parametrize(
    ("entry", "start", "why"),
    [
        (Entry(0, "P3"), None, message("event.people.name_taken", name="P3")),
        (Entry(0, "P3", "3"), None, message("event.people.id_taken", id=3)),
        (Entry(0, " "), None, message("event.people.no_name")),
        (Entry(0, "New"), 1, message("event.people.too_early", round=1, event="Night", following=2)),
        (Entry(0, "New"), 9, message("desk.error.no_round", event="Night", rounds=3, round=9)),
        (Entry(0, "x" * 201), None, "name: up to 200 characters"),
        (Entry(0, "a\x1b[2J"), None, "that can be printed"),
    ],
)
def test_who_cannot_be_admitted(desk, entry, start, why):
    desk.create("acc", 6, rounds=3)
    seat_and_play(desk, 1)
    with pytest.raises(DeskError, match=why.replace("[", r"\[")):
        desk.do(admit_player, entry, start, by="me")


def test_two_of_one_name_are_admitted_with_an_id(desk):
    desk.create("acc", 6, rounds=3)
    admit(desk, "P3", id="m17")
    with pytest.raises(
        UnknownPlayerError, match=message("event.people.several", who="P3", event="Night", ids="3, m17")
    ):
        desk.ask(entrant, "P3")


def test_nobody_joins_after_the_last_round(desk):
    desk.create("acc", 6, rounds=1)
    seat_and_play(desk, 1)
    with pytest.raises(DeskError, match="has no round after 1 to join"):
        admit(desk, "Late")


# -- the wrong table ---------------------------------------------------------------------------------------------------


@once
def night(desk):
    desk.create("acc", 8, rounds=5)
    desk.do(seat_next, by="me")


def swap(desk, one, other, **options):
    def do(desk):
        numbers = [entrant(desk, who).number for who in (one, other)]
        return swap_players(desk.acting("me", options.pop("reason", "")), *numbers, **options)

    return desk.do(do)


def at(desk, table, side):
    return tables(desk)[table][side][0]


def test_two_change_places_in_a_round_without_results(night):
    one, other = at(night, 1, "A"), at(night, 3, "B")
    swap(night, one, other, reason="sat there")
    assert (at(night, 1, "A"), at(night, 3, "B")) == (other, one)
    (entry,) = night.ask(read_audit_log, "swapped")
    assert (entry.reason, entry.detail["round"], entry.detail["tables"]) == ("sat there", 1, [1, 3])
    assert len(set(seated(night))) == 8


def test_a_form_that_was_seen_before_the_change_is_not_taken(night):
    seen = night.ask(round_view).tables[0].version
    swap(night, at(night, 1, "A"), at(night, 3, "B"))
    with pytest.raises(ConflictError):
        night.do(lambda desk: enter_result(desk.acting("me"), 1, 1, cards(desk.event, [121, 90]), version=seen))


def test_with_results_the_director_says_what_each_was(night):
    one, other = at(night, 1, "A"), at(night, 3, "B")
    win(night, 1, 1, one, loser=80)
    win(night, 1, 3, at(night, 3, "A"), loser=100)
    with pytest.raises(DeskError, match=r"say what each result was, as they sat: table 1 has .*; table 3 has"):
        swap(night, one, other)
    with pytest.raises(DeskError, match="say what each result was"):
        swap(night, one, other, restated={(1, 1): [121, 80]})
    with pytest.raises(DeskError, match="table 2, game 1: there is no result of theirs"):
        swap(night, one, other, restated={(1, 1): None, (3, 1): None, (2, 1): None})
    assert at(night, 1, "A") == one
    swap(night, one, other, restated={(1, 1): None, (3, 1): [90, 121]})
    assert (standing(night, other).points, standing(night, other).net) == (3, 41)
    assert (standing(night, one).points, standing(night, one).net) == (3, 31)
    assert sum(line.net for line in night.ask(compute_standings)) == 0
    (entry,) = night.ask(read_audit_log, "swapped")
    assert entry.detail["results"] == {"1.1": "stands", "3.1": [90, 121]}


def test_only_the_round_that_was_seated_last_changes_its_seats(night):
    play(night, 1)
    night.do(seat_next, by="me")
    with pytest.raises(DeskError, match=message("event.seats.newest", newest=2, round=1)):
        night.do(reseat_round, 1, by="me", reason="")


def test_who_sits_out_can_change_with_who_plays(desk):
    desk.create("holes", 5, rounds=3, bye_worth=115)
    desk.do(seat_next, by="me")
    (resting,) = desk.ask(round_view).out
    playing = at(desk, 1, "A")
    swap(desk, playing, resting)
    assert desk.ask(round_view).out == [playing]
    points = {one.name: one.points for one in desk.ask(compute_standings)}
    assert (points[playing], points[resting]) == (345, 0)


def test_a_no_show_is_noticed_after_round_1_was_seated(night):
    gone = at(night, 2, "B")
    with pytest.raises(DeskError, match="not 9"):
        night.do(withdraw_player, gone, 9, by="me", reason="")
    assert night.do(withdraw_player, gone, 1, by="me", reason="not here") == 1
    night.do(reseat_round, by="me")
    assert gone not in seated(night)
    assert len(seated(night)) == 7
    assert not standing(night, gone).ranked


def test_a_round_is_seated_anew_where_it_has_not_been_played(desk):
    desk.create("bsg", 8)
    seat_and_play(desk, 1)
    desk.do(seat_next, by="me")
    win(desk, 2, 1, at(desk, 2 - 1, "A"))
    kept, before = tables(desk)[1], seated(desk)
    desk.do(withdraw_player, at(desk, 4, "B"), by="me")
    desk.do(reseat_round, by="me", reason="one has gone")
    assert tables(desk)[1] == kept
    assert seated(desk) == before
    assert [one.waiting for one in desk.ask(round_view).tables].count(None) == 1


def test_a_round_without_results_is_taken_back(night):
    before = tables(night)
    assert night.do(unseat_round, by="me", reason="too early") == 1
    assert night.ask(round_view) is None
    night.do(seat_next, by="me")
    assert tables(night) == before
    win(night, 1, 1, at(night, 1, "A"))
    with pytest.raises(DeskError, match="round 1 has results"):
        night.do(unseat_round, by="me")


# -- looked up ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def pairs(desk):
    names = [("Ann Miller", "Bo Öst"), ("Cid", "Dee"), ("Eve", "Cidney")]
    return desk.create("bsg", entries=[Entry(i, a, partner=b) for i, (a, b) in enumerate(names, 2)])


@pytest.mark.parametrize("who", ["1", "Ann Miller", "ann miller", "BO ÖST", "Ann Miller / Bo Öst"])
def test_each_partner_s_name_finds_the_pair(pairs, who):
    assert pairs.ask(lambda desk: entrant(desk, who).name) == "Ann Miller / Bo Öst"


@pytest.mark.parametrize(
    ("who", "near"),
    [
        ("id", ["Cid / Dee", "Eve / Cidney"]),
        ("An Miler", ["Ann Miller / Bo Öst"]),
        ("Cidnei", ["Eve / Cidney"]),
        ("Zzz", []),
    ],
)
def test_near_misses_are_offered(pairs, who, near):
    with pytest.raises(UnknownPlayerError, match=f"nobody has the id or name {who}") as told:
        pairs.ask(entrant, who)
    assert [one.name for one in told.value.near][: len(near)] == near
    assert ("did you mean" in str(told.value)) == bool(near)


def test_a_part_that_fits_one_is_enough_and_a_typewriter_s_apostrophe_is_one(desk):
    people = ["Amélie Roy", "Rémi L’Heureux", "Jean Tremblay", "Jean Tremblay", "Jean Roy"]
    desk.create("acc", entries=[Entry(i, name, id=f"{i}77") for i, name in enumerate(people, 1)])

    def found(who):
        return desk.ask(lambda desk: entrant(desk, who).code)

    parts = ("amelie", "l'heureux", "remi", "Jean Tremblay (377)")
    assert [found(part) for part in parts] == ["177", "277", "277", "377"]
    with pytest.raises(UnknownPlayerError, match=r"did you mean Amélie Roy \(177\), Jean Roy \(577\)\?"):
        found("roy")
    with pytest.raises(UnknownPlayerError, match="use the id, 377, 477"):
        found("Jean Tremblay")
    with pytest.raises(UnknownPlayerError):
        found("17")


def test_lists_tell_two_of_one_name_apart_by_their_ids(desk):
    people = ["Jean Tremblay", "Jean Tremblay", "Ann", "Bo"]
    desk.create("acc", entries=[Entry(i, name, id=f"{i}7") for i, name in enumerate(people, 1)], rounds=3, fee=500)
    shown = {"Jean Tremblay (17)", "Jean Tremblay (27)", "Ann", "Bo"}
    seat_and_play(desk, 1, 2, 3)
    seats = [name for table in desk.ask(round_view, 1).tables for side in table.sides.values() for name in side]
    assert set(seats) == shown
    assert {one.name for one in desk.ask(compute_payout).prizes} <= shown
    assert {one for line in desk.ask(card_view, "37").lines for one in line.opponents} == shown - {"Ann"}
    assert {one.shown for one in desk.ask(compute_standings)} == shown
    desk.do(draw_bracket, 3, by="me")
    assert {name for (meeting, *_) in desk.ask(bracket_view).rounds for name in meeting.names} <= {*shown, ""}


# -- who takes a vacant place ------------------------------------------------------------------------------------------


def byes(desk, *rounds):
    return [len(desk.ask(round_view, number).out) for number in rounds]


@pytest.mark.parametrize(("players", "place_of"), [(8, ""), (12, "P4")])
def test_a_newcomer_takes_the_vacant_place_and_of_an_even_number_nobody_sits_out(desk, players, place_of):
    desk.create("acc", players, rounds=5)
    seat_and_play(desk, 1)
    desk.do(withdraw_player, "P3", by="me")
    desk.do(withdraw_player, "P4", by="me")
    desk.do(lambda desk: admit_player(desk.acting("me"), Entry(0, "Mia"), place_of=place_of))
    desk.do(lambda desk: admit_player(desk.acting("me"), Entry(0, "Noa")))
    took = desk.ask(lambda desk: entrant(desk, place_of or "P3").drawn)
    assert desk.ask(lambda desk: entrant(desk, "Mia").drawn) == took
    seat_and_play(desk, *range(2, 6))
    assert byes(desk, *range(2, 6)) == [0] * 4
    assert not [desk.ask(round_view, number).note for number in range(1, 6) if desk.ask(round_view, number).note]


def test_only_who_has_left_gives_a_place_and_who_returns_then_gets_another(desk):
    desk.create("acc", 8, rounds=5)
    seat_and_play(desk, 1)
    with pytest.raises(DeskError, match="P3 has not left"):
        desk.do(lambda desk: admit_player(desk.acting("me"), Entry(0, "Mia"), place_of="P3"))
    desk.do(withdraw_player, "P3", by="me")
    admit(desk, "Mia")
    desk.do(readmit_player, "P3", by="me")
    seat_and_play(desk, 2)
    assert len(seated(desk, 2)) == len(set(seated(desk, 2))) == 9
    assert byes(desk, 2) == [1]


@pytest.mark.parametrize("players", [7, 8])
def test_whoever_leaves_at_most_one_sits_out(desk, players):
    desk.create("acc", players, rounds=6)
    for number, gone in enumerate(("P2", "P5", "P3", "P6"), 1):
        seat_and_play(desk, number)
        desk.do(withdraw_player, gone, by="me")
        players_left = players - number
        desk.do(seat_next, by="me")
        assert byes(desk, number + 1) == [players_left % 2]
        desk.do(unseat_round, by="me")


def test_a_table_that_both_its_pairs_have_left_is_decided_and_the_next_round_goes_on_without_them(desk):
    desk.create("bsg", 6, rounds=3)
    desk.do(seat_next)
    for table in (1, 2):
        enter(desk, 1, table, (121, 93))
    gone = [who for side in tables(desk, 1)[3] for who in tables(desk, 1)[3][side]]
    for who in {name for name in gone if name.startswith("P")}:
        desk.do(withdraw_player, who, by="me")
    assert not [one for one in desk.ask(find_problems) if one.open]
    desk.do(seat_when_settled)
    assert not {*gone} & {*seated(desk, 2)}
    assert len(seated(desk, 2)) == 4
    assert desk.ask(tables_missing_results) == [(2, 1), (2, 2)]
