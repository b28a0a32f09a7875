"""Random events with disruptions: players come late, leave, return, sit wrong, tie; results are corrected.

What happens is remembered here in the plainest way, and what the desk makes of it is computed anew from its exported
diary, seats and cards by code of its own.
"""

import json
import random
from collections import Counter, defaultdict

from sqlalchemy import text

from host_tools.desk.errors import DeskError
from host_tools.desk.events.archive import export_event
from host_tools.desk.events.entrants import admit_player, entrants, readmit_player, withdraw_player
from host_tools.desk.events.event_plan import change_plan, end_event
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.formats.event_formats import FORMATS
from host_tools.desk.intake.late_corrections import open_corrections, settle_correction
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.intake.swap_players import swap_players
from host_tools.desk.money.payments import record_payments
from host_tools.desk.money.prizes import compute_payout
from host_tools.desk.money.special_awards import draw_winner
from host_tools.desk.rounds.play_off import draw_bracket
from host_tools.desk.rounds.reseat import reseat_round, unseat_round
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import offer_next, seat_next
from host_tools.desk.scoring.standings import compute_standings
from tests.desk.conftest import Desk, cards


class BadNight:
    """One event, everything random from `seed`; `play` runs it and checks it after every step."""

    formats = ("acc", "bsg", "auclair", "bondurant", "wins", "holes", "robin")

    def __init__(self, seed, store):
        self.random = random.Random(seed)
        self.desk = Desk(store)
        self.names = 0

    def play(self):
        self.format = self.random.choice(self.formats)
        players = self.random.randint(5, 14)
        rounds = self.random.randint(2, 4)
        medals = self.random.choice((None, 0, 1, 3))
        self.desk.create(self.format, players, rounds=rounds, seed=self.random.getrandbits(16), fee=700, medals=medals)
        if self.random.random() < 0.5:
            worth = {number: self.random.randint(1, 4) for number in range(1, rounds + 1) if self.random.random() < 0.5}
            self.desk.do(change_plan, worth=worth)
        for _ in range(40):
            if not self._round():
                break
            self.check()
        if FORMATS[self.format].qualify and self.random.random() < 0.7:
            self._bracket()
        self._money()
        self.check()

    def forget(self):
        """Leave the store as it was."""
        with self.desk.store.engine.begin() as connection:
            connection.execute(text("DELETE FROM event"))

    # -- what happens ------------------------------------------------------------------------------------------------

    def _round(self):
        """One more round with all that goes wrong in it; whether there was one."""
        self._somebody_comes_or_goes()
        offer = self.desk.ask(offer_next)
        if offer.number is None:
            return False
        if not self._try(seat_next):
            return self._try(end_event)
        for step in (self._seats_change, self._results, self._seats_change, self._correct, self._shorten):
            step()
        return True

    def _somebody_comes_or_goes(self):
        chance = self.random.random()
        people = list(self.desk.ask(lambda desk: [(one.code, one.left) for one in entrants(desk).values()]))
        here = [code for code, left in people if left is None]
        gone = [code for code, left in people if left is not None]
        if chance < 0.25:
            self.names += 1
            partner = f"Zed {self.names}" if FORMATS[self.format].pairs else ""
            self._try(admit_player, Entry(0, f"Late {self.names}", partner=partner))
        elif chance < 0.45 and len(here) > 4:
            self._try(withdraw_player, self.random.choice(here))
        elif chance < 0.65 and gone:
            self._try(readmit_player, self.random.choice(gone))

    def _seats_change(self):
        chance = self.random.random()
        view = self.desk.ask(round_view)
        if chance < 0.3:
            self._swap(view)
        elif chance < 0.4:
            self._try(reseat_round)
        elif chance < 0.45 and self._try(unseat_round):
            self._try(seat_next)

    def _swap(self, view):
        ids = [code for one in view.tables for side in one.ids.values() for code in side] + view.out_ids
        pair = self.random.sample(ids, 2)
        numbers = [self._number(code) for code in pair]
        asked = [one for one in view.tables if set(pair) & {code for side in one.ids.values() for code in side}]
        restated = {(one.table, game.game): self._pegs(len(one.sides)) for one in asked for game in one.games}
        self._try(swap_players, *numbers, restated=restated)

    def _results(self):
        """Some tables report, or all; a card or two more than once."""
        view = self.desk.ask(round_view)
        if view is None:
            return
        whole = self.random.random() < 0.9
        for one in view.tables:
            if whole or self.random.random() < 0.8:
                for game in range(len(one.games) + 1, view.games + 1):
                    self._enter(view.round, one.table, len(one.sides), game)

    def _enter(self, number, table, sides, game, **options):
        pegs = self._pegs(sides)
        return self._try(
            lambda desk: enter_result(
                desk.acting("me", options.pop("reason", "")),
                number,
                table,
                cards(desk.event, pegs),
                game=game,
                **options,
            )
        )

    def _correct(self):
        view = self.desk.ask(round_view)
        number = self.random.randint(1, view.round) if view else 0
        if not number or self.random.random() < 0.5:
            return
        before = self._seats()
        tables = [one for one in self.desk.ask(round_view, number).tables if one.games]
        if tables:
            one = self.random.choice(tables)
            self._enter(number, one.table, len(one.sides), 1, reason="misread")
            assert self._seats() == before
        for waiting in self.desk.ask(open_corrections):
            if self.random.random() < 0.7:
                choice = self.random.choice(waiting.choices)
                two = self.random.sample([one.id for one in self.desk.ask(compute_standings)], 2)
                self._try(settle_correction, waiting.id, choice, two, reason="so be it")

    def _shorten(self):
        chance = self.random.random()
        if chance < 0.06:
            self._try(end_event)
        elif chance < 0.2:
            self._try(change_plan, self.random.randint(1, 6))

    def _bracket(self):
        self._try(end_event)
        for _ in range(8):
            if self._try(draw_bracket, 3):
                break
            if not self._try(seat_next):
                return
            self._results()
        for _ in range(3):
            if not self._try(seat_next):
                return
            self._results()
            self._correct()
            self.check()

    def _money(self):
        codes = [one.id for one in self.desk.ask(compute_standings)]
        numbers = [self._number(code) for code in codes if self.random.random() < 0.8]
        if self.random.random() < 0.6:
            self._try(record_payments, numbers)
        self._try(lambda desk: draw_winner(desk).code)

    def _try(self, command, *args, **options):
        """Whether a command was done; one that is refused in words changes nothing."""
        before = self.desk.ask(export_event)
        try:
            self.desk.do(command, *args, by="me", **options)
        except DeskError as error:
            assert str(error)
            assert self.desk.ask(export_event) == before
            return False
        return True

    def _pegs(self, sides):
        pegs = [121] + [self.random.randint(20, 120) for _ in range(sides - 1)]
        self.random.shuffle(pegs)
        return pegs

    def _number(self, code):
        return self.desk.ask(lambda desk: next(n for n, one in entrants(desk).items() if one.code == code))

    def _seats(self):
        return json.loads(self.desk.ask(export_event))["tables"]["seat"]["rows"]

    # -- what came of it -----------------------------------------------------------------------------------------------

    def check(self):
        whole = json.loads(self.desk.ask(export_event))
        rows = {
            name: [dict(zip(t["columns"], row, strict=True)) for row in t["rows"]]
            for name, t in whole["tables"].items()
        }
        self._check_seats(rows)
        self._check_standings(whole["event"], rows)
        self._check_money()

    def _check_seats(self, rows):
        """Nobody sits twice in a round, before they have come, or on a side of three."""
        seats = Counter((one["round"], one["player"]) for one in rows["seat"])
        assert not [place for place, n in seats.items() if n > 1]
        sides = Counter((one["round"], one["table"], one["side"]) for one in rows["seat"] if one["table"])
        assert max(sides.values(), default=0) <= 2
        first = {}
        for one in rows["seat"]:
            first[one["player"]] = min(first.get(one["player"], 99), one["round"])
        admitted = {change["player"]: change["from"] for change in map(_detail, rows["change"]) if "name" in change}
        for one in rows["entrant"]:
            assert first.get(one["number"], 99) >= admitted.get(one["code"], 1)

    def _check_standings(self, event, rows):
        """Points, games and rounds missed by code of our own, and that nobody stands before somebody better."""
        found = self.desk.ask(compute_standings)
        expected = _totals(FORMATS[self.format], event, rows)
        for one in found:
            points, won, lost, net, played, missed = expected[one.id]
            assert (one.points, one.won, one.lost, one.net, one.played, one.missed) == (
                points,
                won,
                lost,
                net,
                played,
                missed,
            ), one
        low = FORMATS[self.format].fewest_points_win
        ranked = [one.points for one in found if one.ranked]
        assert ranked == sorted(ranked, reverse=not low)
        assert [one.ranked for one in found] == sorted((one.ranked for one in found), reverse=True)

    def _check_money(self):
        try:
            paid = self.desk.ask(compute_payout)
        except DeskError as error:
            assert "no game of" in str(error)
            return
        for one in paid.purses:
            money = one.division
            assert sum(prize.cents for prize in one.prizes) + sum(one.rest.values()) == money.taken + money.added
            assert min([prize.cents for prize in one.prizes] + list(one.rest.values()), default=0) >= 0
        ranked = {one.id for one in self.desk.ask(compute_standings) if one.ranked}
        assert {prize.id for prize in paid.prizes if prize.what == "place"} <= ranked


def _detail(change):
    return json.loads(change["detail"]) if change["what"] == "admitted" else {}


def _totals(kind, event, rows):
    """(points, won, lost, net, played, missed) by id, from cards and seats: the last card of each side counts."""
    main = {one["number"] for one in rows["round"] if one["kind"] == "main"}
    seat = {(one["round"], one["player"]): (one["table"], one["side"]) for one in rows["seat"]}
    card = {(c["round"], c["table"], c["game"], c["side"]): c for c in rows["card"]}
    games = defaultdict(list)
    for (number, table, _, side), one in card.items():
        games[number, table, side].append(one)
    found = {}
    worth = json.loads(event["round_worth"] or "{}")
    for one in rows["entrant"]:
        player = one["number"]
        points = won = lost = net = played = missed = 0
        for number in main:
            table, side = seat.get((number, player), (None, ""))
            mine = games[number, table, side] if table else []
            times = worth.get(str(number), 1)
            if table == 0:
                points += event["bye_worth"] * kind.games * times
            elif table is None or (event["ended"] and not mine):
                missed += 1
                points += kind.games * kind.missed_points * times
            points += sum(c["points"] for c in mine) * times
            won += sum(c["won"] is True for c in mine)
            lost += sum(c["won"] is False for c in mine)
            net += sum((c["spread"] or 0) * (1 if c["column"] == "+" else -1) for c in mine)
            played += len(mine)
        found[one["code"]] = (points, won, lost, net, played, missed)
    return found
