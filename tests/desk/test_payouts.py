"""Tests of payouts: fees, several purses, the draw and special hands add up to the cent."""

import random

import pytest

from host_tools.desk.cli.simulate_command import simulate
from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.events.entrants import entrant, entrants
from host_tools.desk.money import prizes
from host_tools.desk.money.payments import fee_list, record_payments
from host_tools.desk.money.prizes import compute_payout
from host_tools.desk.money.purse_config import parse_purses, set_purses, store_purses
from host_tools.desk.money.special_awards import delete_hand, draw_winner, record_hand
from host_tools.desk.review.readiness import purses_of_next_night, reasons_not_final, settle_prizes
from host_tools.desk.review.season_nights import read_night
from host_tools.desk.rounds.play_off import draw_bracket, play_off_places
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.standings import compute_standings
from host_tools.i18n import message
from tests.desk.cli_runner import Shell
from tests.desk.conftest import Desk, once
from tests.desk.play_tables import enter, enter_all, play, seat_and_play, tables

RULES = """
[[purse]]
name = "entry"
fee = 10
draw = 2
pot = 80
shares = [50, 30, 20]

[[purse]]
name = "quarter"
fee = 5.5
field = 25

[[purse]]
name = "sponsor"
sums = [50, 25.25]

[[purse]]
name = "Q-pool"
fee = 3
qualifiers = true

[[purse]]
name = "hands"
fee = 1
hands = { 29 = 60, 28 = 30, 24 = 10 }
"""


@once
def night(desk):
    """Twelve players whose nine rounds are in."""
    with desk.store.write() as session:
        simulate(session, "Night", "acc", 12, 9, 3, "me")
    desk.do(set_purses, RULES, by="me")


def pay(desk, *players, **options):
    return desk.do(record_payments, players, by="me", **options)


def purse(desk, name):
    return next(one for one in desk.ask(compute_payout).purses if one.name == name)


def balanced(paid):
    money = paid.division
    return sum(one.cents for one in paid.prizes) + sum(paid.rest.values()) == money.taken + money.added


def test_without_a_list_everybody_who_was_seated_has_paid(night):
    assert not night.ask(compute_payout).listed
    assert (purse(night, "entry").members, purse(night, "entry").division.taken) == (12, 12000)


def test_purse_and_prizes_are_of_those_who_have_paid(night):
    table = night.ask(compute_standings)
    everybody = [night.ask(lambda desk, who=one.id: entrant(desk, who).number) for one in table]
    pay(night, *everybody[1:])
    entry = purse(night, "entry")
    assert (entry.members, entry.division.taken) == (11, 11000)
    assert [one.id for one in entry.prizes if one.what == "place"] == [one.id for one in table[1:4]]
    assert balanced(entry)
    assert [one.paid for one in night.ask(fee_list)].count(()) == 1
    pay(night, everybody[0])
    assert purse(night, "entry").prizes[0].id == table[0].id
    pay(night, everybody[0], paid=False)
    assert purse(night, "entry").members == 11
    assert [one.what for one in night.ask(read_audit_log, "paid", "not paid")] == ["paid", "paid", "not paid"]


def test_who_would_have_won_and_has_not_paid_is_named(night):
    table = night.ask(compute_standings)
    number = {one.id: one.number for one in table}
    assert purse(night, "entry").left_out == (), "nobody is noted"
    pay(night, *(number[one.id] for one in table[2:]))
    assert purse(night, "entry").left_out == (table[0].name, table[1].name)
    assert purse(night, "Q-pool").left_out == (), "into other purses nobody has to pay"
    pay(night, number[table[0].id], number[table[1].id])
    pay(night, number[table[-1].id], paid=False)
    assert purse(night, "entry").left_out == (), "the last would have won nothing"


def test_prizes_that_everybody_could_not_have_are_no_reason_to_refuse_those_of_who_paid(night, monkeypatch):
    divide = prizes.divide_fees

    def of_eleven(purse, candidates):
        if purse.name == "entry" and len(candidates.players) > 11:
            raise DeskError("no prize for twelve")
        return divide(purse, candidates)

    pay(night, *range(1, 12))
    monkeypatch.setattr(prizes, "divide_fees", of_eleven)
    assert purse(night, "entry").members == 11


def test_what_is_noted_twice_is_noted_once(night):
    assert pay(night, 1, 2) == [1, 2]
    assert pay(night, 2, 3) == [3]
    with pytest.raises(DeskError, match="has no purse other; it has entry, quarter, sponsor, Q-pool, hands"):
        pay(night, 1, purse="other")


def test_every_purse_is_paid_by_its_own_rule_and_adds_up(night):
    for name, players in (("quarter", range(1, 9)), ("Q-pool", range(1, 13)), ("hands", range(1, 11))):
        pay(night, *players, purse=name)
    pay(night, *range(1, 13))
    for player, count in ((1, 29), (2, 24), (3, 24), (12, 28)):
        night.do(record_hand, player, count, 4, by="me")
    found = {one.name: one for one in night.ask(compute_payout).purses}
    assert all(balanced(one) for one in found.values())
    assert [one.cents for one in found["quarter"].prizes] == [2900, 1500]
    assert [one.cents for one in found["sponsor"].prizes] == [5000, 2525]
    assert found["sponsor"].division.added == 7525
    assert [one.cents for one in found["Q-pool"].prizes] == [1200, 1200, 1200]
    assert [(one.what, one.id, one.cents) for one in found["hands"].prizes] == [
        ("29", "1", 600),
        ("24", "2", 50),
        ("24", "3", 50),
    ]
    assert found["hands"].rest[message("desk.prizes.prizes not won")] == 300


def test_a_hand_is_taken_back(night):
    night.do(record_hand, 1, 29, by="me")
    night.do(delete_hand, 1, 29, by="me")
    with pytest.raises(DeskError, match="has no hand of 29 noted"):
        night.do(delete_hand, 1, 29, by="me")
    with pytest.raises(DeskError, match=message("event.money.hands", hands="24, 28, 29", count=23)):
        night.do(record_hand, 1, 23, by="me")


# -- the draw ----------------------------------------------------------------------------------------------------------


def test_the_draw_is_drawn_once_and_the_diary_says_from_whom(night):
    pay(night, 3, 5, 7)
    assert purse(night, "entry").rest[message("desk.prizes.draw not drawn yet")] == 300
    winner = night.do(lambda desk: draw_winner(desk.acting("me")).code)
    assert winner in ("3", "5", "7")
    (entry,) = night.ask(read_audit_log, "drawn")
    assert (entry.detail["winner"], entry.detail["from"]) == (winner, ["3", "5", "7"])
    assert entry.detail["by"] == "the system's randomness"
    with pytest.raises(DeskError, match="has been drawn already; to draw again, give the reason"):
        night.do(draw_winner, by="me")
    night.do(lambda desk: draw_winner(desk.acting("me", "they had not paid")))
    assert [one.reason for one in night.ask(read_audit_log, "drawn")] == ["", "they had not paid"]
    assert balanced(purse(night, "entry"))


def test_the_draw_does_not_follow_from_the_event_s_seed(desk):
    desk.create("auclair", 8, seed=1)
    random.seed(1)
    winners = {desk.do(lambda desk: draw_winner(desk.acting("me", "again")).code) for _ in range(60)}
    assert len(winners) > 2


# -- when nothing is final ---------------------------------------------------------------------------------------------


def test_no_prizes_before_a_game_is_played(desk):
    desk.create("acc", 20, rounds=3, fee=600)
    with pytest.raises(DeskError, match="no game of Night has been played"):
        desk.ask(compute_payout)
    desk.do(seat_next, by="me")
    with pytest.raises(DeskError, match="no game of Night has been played"):
        desk.ask(compute_payout)


def test_prizes_before_the_end_are_said_to_be_provisional(desk):
    desk.create("bsg", 4, rounds=2, fee=600)
    seat_and_play(desk, 1)
    assert desk.ask(reasons_not_final) == [message("event.unfinished.rounds", seated=1, rounds=2)]
    desk.do(seat_next, by="me")
    assert desk.ask(reasons_not_final) == [message("event.unfinished.missing", tables="round 2, tables 1, 2")]
    play(desk, 2)
    told = desk.ask(reasons_not_final)
    first = [one for one in desk.ask(compute_standings) if one.rank == 1]
    assert bool(told) == (len(first) > 1)


# -- rules as data -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[purse", "not TOML"),
        ("fee = 3", r"one \[\[purse\]\] for each"),
        ("[[purse]]\nshares = [1]\n[[purse]]\nname = 'entry'\nshares = [1]", "each has a name of its own"),
        ("[[purse]]\nfee = 3", "one of shares, .+ says who is paid; here it is none"),
        ("[[purse]]\nfee = 3\nshares = [1]\nfield = 25", "here it is shares, field"),
        ("[[purse]]\nfee = 3.005\nshares = [1]", "fee: dollars and cents, not 3.005"),
        ("[[purse]]\nfee = 3\ndraw = 4\nshares = [1]", "draw: no more than the fee"),
        ("[[purse]]\nfee = 3\npot = 101\nshares = [1]", "pot: a whole number from 0 to 100, not 101"),
        ("[[purse]]\nfee = 3\nhands = { 27 = 1 }", "counts that a hand can have"),
        ("[[purse]]\nfee = 3\nprices = [1]", "there is no prices"),
        ("[[purse]]\nfee = nan\nshares = [1]", "fee: dollars and cents"),
    ],
)
def test_what_is_wrong_with_a_purse_is_told(text, why):
    with pytest.raises(DeskError, match=why):
        parse_purses(text)


def test_the_hand_that_counts_nothing_may_win_too():
    (purse,) = parse_purses("[[purse]]\nfee = 3\nhands = { 29 = 2, 0 = 1 }")
    assert purse.rule == [[29, 2], [0, 1]]


def test_the_play_off_decides_the_entry_and_nothing_is_final_before_its_last_game(desk):
    """Sixteen players, of whom four qualify; the lower seed wins each meeting."""
    desk.create("acc", 16, rounds=1, fee=1000)
    desk.do(seat_next)
    play(desk, 1, 80)
    assert desk.ask(reasons_not_final) == [message("event.unfinished.not_drawn")]
    assert not desk.ask(read_night).prizes
    desk.do(settle_prizes, by="me", reason="we play none")
    assert len(desk.ask(read_night).prizes) == 4
    desk.do(draw_bracket, 3, by="me")
    unfinished = message("event.unfinished.play_off")
    for number in (2, 3):
        assert unfinished in desk.ask(reasons_not_final)
        desk.do(seat_next)
        desk.do(enter_all, number, {(table, game): (100, 121) for table in tables(desk, number) for game in (1, 2)})
    payout = desk.ask(compute_payout)
    assert desk.ask(reasons_not_final) == []
    places = desk.ask(play_off_places)
    assert sorted(places.values()) == [1, 2, 3, 3]
    people = {code: number for number, code in ((n, one.code) for n, one in desk.ask(entrants).items())}
    assert [(places[people[one.id]], one.cents) for one in payout.prizes] == [
        (1, 6400),
        (2, 4800),
        (3, 2400),
        (3, 2400),
    ]
    desk.do(set_purses, "[[purse]]\nfee = 10\nshares = [1]\nplay_off = false")
    assert [one.id for one in desk.ask(compute_payout).prizes] == [desk.ask(compute_standings)[0].id]


def test_players_who_are_level_are_paid_the_same_and_the_odd_cents_are_told(desk):
    desk.create("acc", 7, rounds=1, fee=800, medals=0)
    desk.do(seat_next)
    for table in (1, 2, 3):
        enter(desk, 1, table, (121, 100))
    payout = desk.ask(compute_payout)
    assert [one.cents for one in payout.prizes] == [1866, 1866, 1866]
    assert payout.rest["odd cents"] == 2
    assert sum(one.cents for one in payout.prizes) + sum(payout.rest.values()) == payout.taken


def following(club):
    """The purses of the night after."""
    return club.ask(purses_of_next_night, None, [])


def club_night(desk, name, players, after=""):
    """A night of a club where everybody puts a quarter into a side pot for a hand, which rolls over until it is won."""
    club = Desk(desk.store, name).create("acc", players, rounds=1)
    if after:
        club.do(store_purses, following(Desk(desk.store, after)))
    else:
        club.do(set_purses, ROLLING)
    seat_and_play(club, 1)
    club.do(lambda one: record_payments(one, range(1, players + 1), "side pot"))
    return club


ROLLING = """
[[purse]]
fee = 5
shares = [50, 30, 20]
play_off = false
[[purse]]
name = "side pot"
fee = 0.25
hands = { 28 = 1 }
rolls_over = true
"""


def test_a_side_pot_rolls_over_until_it_is_won(desk):
    """Twelve people and a quarter each make the three dollars that a club publishes for a new pot; it is won on the
    third night, by two who share it, and begins anew."""
    pots = []
    for name, players, after, winners in (
        ("One", 12, "", ()), ("Two", 14, "One", ()), ("Three", 15, "Two", (1, 2)), ("Four", 12, "Three", ())
    ):  # fmt: skip
        club = club_night(desk, name, players, after)
        for winner in winners:
            club.do(record_hand, winner, 28)
        entry, pot = club.ask(compute_payout).purses
        pots.append((pot.division.carried, pot.division.prizes[0], [one.cents for one in pot.prizes], pot.rest))
        paid = club.ask(compute_payout)
        assert paid.taken == sum(one.cents for one in paid.prizes) + sum(paid.rest.values())
        assert "rolls over" not in entry.rest
    assert [pot[:3] for pot in pots] == [
        (0, 300, []),
        (300, 650, []),
        (650, 1025, [512, 512]),
        (0, 300, []),
    ]
    assert [pot[3]["rolls over"] for pot in pots] == [300, 650, 0, 300]
    assert pots[2][3]["odd cents"] == 1
    assert [Desk(desk.store, name).ask(read_night).rolls_over for name in ("One", "Three")] == [300, 0]


def test_the_command_takes_over_purses_of_the_night_before(desk, tmp_path):
    shell = Shell(tmp_path)
    (tmp_path / "roster.txt").write_text("\n".join(f"P{i}" for i in range(4)))
    (tmp_path / "purses.toml").write_text(ROLLING)
    for name in ("Friday", "Saturday"):
        shell("create", name, "--roster", tmp_path / "roster.txt", "--rounds", 1)
    shell("purses", "Friday", tmp_path / "purses.toml")
    shell("paid", "Friday", "--all", "--purse", "side pot")
    shell("seat", "Friday")
    assert "are not final" in shell.refused("purses", "Saturday", "--after", "Friday")
    for table in (1, 2):
        shell("enter", "Friday", "--round", 1, "--table", table, "--scores", f"121,{110 - table}")
    done = shell("purses", "Saturday", "--after", "Friday")
    assert done.exit_code == 0, done.output
    shown = " ".join(done.stdout.split())
    assert "what nobody wins rolls over; $1 carried over" in shown
    shell("create", "Sunday", "--roster", tmp_path / "roster.txt", "--rounds", 1)
    assert "has gone to Saturday already" in shell.refused("purses", "Sunday", "--after", "Friday")
    shell("correct", "Friday", "--name", "First")
    assert "has gone to Saturday already" in shell.refused("purses", "Sunday", "--after", "First")
    shell("correct", "First", "--name", "Friday")
    assert shell("purses", "Saturday", "--after", "Friday").exit_code == 0
    assert "or --after, not both" in shell.refused("purses", "Saturday", tmp_path / "purses.toml", "--after", "Friday")


def test_nothing_is_carried_from_a_night_that_is_not_final(desk):
    club = Desk(desk.store, "Open").create("acc", 12, rounds=2)
    club.do(set_purses, ROLLING)
    seat_and_play(club, 1)
    with pytest.raises(DeskError, match="the prizes of Open are not final"):
        following(club)
    club.do(seat_next)
    club.do(settle_prizes, by="me", reason="closing time")
    assert [purse.carried for purse in following(club)] == [0, 0]


def test_what_a_fixed_sum_leaves_of_a_pot_rolls_over_too(desk):
    desk.create("acc", 4, rounds=1)
    desk.do(set_purses, "[[purse]]\nfee = 5\nsums = [12]\nrolls_over = true\ncarried = 3.5")
    seat_and_play(desk, 1)
    (entry,) = desk.ask(compute_payout).purses
    assert (entry.division.taken, entry.division.carried, entry.rest["rolls over"]) == (2000, 350, 1150)
    assert entry.rest["league"] == 0


@pytest.mark.parametrize(("field", "value"), [("rolls_over", "1"), ("carried", "-1"), ("carried", '"x"')])
def test_what_cannot_roll_over_is_refused(desk, field, value):
    desk.create("acc", 4, rounds=1)
    with pytest.raises(DeskError, match=field):
        desk.do(set_purses, f"[[purse]]\nfee = 5\nshares = [1]\n{field} = {value}")


def test_odd_cents_go_one_each_to_the_first_by_the_draw_where_the_club_says_so(desk):
    desk.create("acc", 7, rounds=1, fee=800, medals=0)
    desk.do(seat_next)
    for table in (1, 2, 3):
        enter(desk, 1, table, (121, 100))
    shared = desk.ask(compute_payout).prizes
    desk.do(set_purses, '[[purse]]\nfee = 8\nshares = [50, 30, 20]\nodd_cents = "first"')
    (purse,) = desk.ask(compute_payout).purses
    drawn = {player.name: player.drawn for player in desk.ask(entrants).values()}
    ordered = sorted((one.name for one in shared), key=drawn.get)
    assert sum(one.cents for one in purse.prizes) + sum(purse.rest.values()) == purse.division.taken == 5600
    assert (purse.first, purse.rest["odd cents"]) == (tuple(ordered[:2]), 0)
    assert [one.cents for one in sorted(purse.prizes, key=lambda one: drawn[one.name])] == [1867, 1867, 1866]
    with pytest.raises(DeskError, match="odd_cents"):
        desk.do(set_purses, '[[purse]]\nfee = 8\nshares = [1]\nodd_cents = "lot"')


@pytest.mark.parametrize(("whose", "parts", "left"), [("league", [33, 33, 33], 1), ("first", [33, 33, 34], 0)])
def test_a_hand_that_three_held_is_shared_equally_and_its_odd_cent_goes_where_the_club_says(desk, whose, parts, left):
    desk.create("acc", 4, rounds=1)
    seat_and_play(desk, 1)
    desk.do(set_purses, f'[[purse]]\nfee = 0.25\nhands = {{ 29 = 1 }}\nodd_cents = "{whose}"')
    for number in (1, 2, 3):
        desk.do(record_hand, number, 29)
    (purse,) = desk.ask(compute_payout).purses
    assert sorted(one.cents for one in purse.prizes) == parts
    assert (purse.rest["odd cents"], purse.rest["prizes not won"]) == (left, 0)
