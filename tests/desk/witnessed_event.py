"""Random events with boards that nobody can tell apart by what they say, and players of whom some look at a phone.

Boards are carried to other tables, put back exchanged, used for friendly games that nobody marks, by neighbours, and
left at the round before; clocks are a day off. A player who looks says of a result that is not theirs: not mine. The
director asks those who say so, and types what is on paper.
"""

import random
from collections import Counter

from sqlalchemy import select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.events.round_rules import load_round_rules
from host_tools.desk.intake.board_clocks import correct_clock, doubtful_clocks
from host_tools.desk.intake.decisions import Place, decide_dispute, decide_lines
from host_tools.desk.intake.disputes import dispute, open_disputes
from host_tools.desk.intake.exchanged_tables import likely_exchanges, swap_tables
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.intake.parse_cards import cards_from_scores
from host_tools.desk.review.findings import find_problems
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.model import Line, Seat
from host_tools.results.result_line import unpack_sides
from host_tools.table_numbers import board_event, number_in_hall
from tests.desk.board_log import BoardLog
from tests.desk.conftest import Desk
from tests.desk.event_with_faults import Evening, _counted, _digest

DAY_S = 86400


class Witnessed(Evening):
    """One event in which one player in four looks at a phone. `seen` counts what came of it, by kind."""

    most_players, most_rounds = 24, 6
    mix = {"carried": 0.03, "exchanged": 0.03, "friendly": 0.02, "neighbour": 0.02, "round key": 0.02, "clock": 0.05}
    looking = 0.25

    def __init__(self, seed, store):
        super().__init__(seed, store)
        self.seed = seed

    def play(self):
        self.seen = Counter()
        self.wrong_since = {}
        super().play()
        return self

    # -- at the tables ------------------------------------------------------------------------------------------------

    def _board(self, table):
        board = super()._board(table)
        if self.random.random() < self.mix["clock"]:
            board.off = self.random.choice((-DAY_S, DAY_S))
        return board

    def _disturb(self, tables):
        super()._disturb(tables)
        for table in tables:
            for kind, chance in self.mix.items():
                if kind != "clock" and self.random.random() < chance:
                    self.seen[kind] += 1
                    self._mix_up(kind, table, self.random.choice(tables))

    def _mix_up(self, kind, table, other):
        board, neighbour = self.boards[table], self.boards[other]
        if kind == "carried" and other != table:
            self.boards[table], self.boards[other] = neighbour, self._board(other)
            self.aside.append(board)
        elif kind == "exchanged":
            self.boards[table], self.boards[other] = neighbour, board
        elif kind == "friendly":
            began = self.now + 30
            self._write(board, self._round + 1 + board.ahead, 1, self._pegs(121), began, None)
        elif kind == "neighbour":
            self.borrowed.add((table, other))
        elif kind == "round key":
            board.ahead -= 1

    def _play_round(self, number):
        self.borrowed = set()
        super()._play_round(number)

    def _play_table(self, number, table, preset, games, match):
        """A table that has borrowed its neighbour's board plays on that, in the round it shows."""
        own = self.boards[table]
        other = next((other for borrower, other in self.borrowed if borrower == table and other != table), None)
        self.boards[table] = self.boards[other] if other else own
        super()._play_table(number, table, preset, games, match)
        self.boards[table] = own

    # -- at the desk --------------------------------------------------------------------------------------------------

    def _seat(self):
        self._check_found()
        super()._seat()

    def _read_some(self):
        super()._read_some()
        self._look()
        self._answer()
        self._type_paper(0.3)

    def _look(self):
        """Whoever looks at a phone says of a result that counts at their table, and was not theirs, that it is not; and
        if none has come by the next round, what was played."""
        counted = self.desk.ask(_counted)
        for place in [place for place in self.truth if place[0] < self._round and place not in counted]:
            if any(self._looks(player) for player in self._players(place)):
                self._type(place)
        for place, pegs in self.desk.ask(_counted).items():
            waits = place[0] >= self._round and self._is_stale(place, pegs)
            if pegs == self.truth.get(place, [None])[-1] or waits:
                continue
            for player in self._players(place):
                if self._looks(player):
                    try:
                        self.desk.do(dispute, *place, by="phone", player=player)
                    except DeskError as error:
                        assert "the director has decided" in str(error)

    def _is_stale(self, place, pegs):
        """A result that a judge has taken back since: the players know, and wait a round for the board to be read."""
        return pegs in self.truth.get(place, [])

    def _players(self, place):
        return self.desk.ask(_players_at, place[:2])

    def _looks(self, player):
        return random.Random(f"{self.seed} {player}").random() < self.looking

    def _answer(self):
        """The director asks about each dispute whose game it is, and puts it right; and about clocks."""
        for one in self.desk.ask(open_disputes):
            if one.id in {left.id for left in self.desk.ask(open_disputes)}:
                self._settle(one)
        for one in self.desk.ask(likely_exchanges):
            self._exchange_if_so(one)
        for clock in self.desk.ask(doubtful_clocks):
            if clock.offset_s is not None:
                self.desk.do(correct_clock, clock.board, clock.offset_s, by="me")

    def _exchange_if_so(self, one):
        """The director asks at two tables that look exchanged."""
        for table in one.tables:
            for line in self.desk.ask(_lines_of, one.round, table, one.game):
                played = self.game_of.get(line.digest)
                if played and played[0] == one.round and played[1] in set(one.tables) - {table}:
                    self.seen["named"] += 1
                    self._swap_while_so(one.round, one.tables, one.game)
                    return

    def _swap_while_so(self, number, tables, game):
        """The director asks until which round the boards of two tables stood so."""
        until = number
        while until < self.rounds and self._all_swapped(until + 1, tables):
            until += 1
        self.desk.do(swap_tables, number, tables, by="me", game=game, until_round=until)

    def _all_swapped(self, number, tables):
        lines = [line for table in tables for line in self.desk.ask(_lines_of, number, table, None)]
        played = [self.game_of.get(line.digest) for line in lines]
        others = [sum(tables) - line.table for line in lines]
        return bool(lines) and all(
            one and one[:2] == (number, other) for one, other in zip(played, others, strict=True)
        )

    def _settle(self, one):
        self.seen["disputes"] += 1
        place = (one.round, one.table, one.game)
        played = self.game_of.get(self.desk.ask(_digest, one.line)) if one.line else None
        if one.line is None:
            self._type(place)
        elif played and played[0] == one.round and played[1] != one.table and self._swap(place, played):
            self.seen["swapped"] += 1
        elif played and self._is_free(played):
            self.desk.do(decide_lines, [one.line], "accepted", by="me", place=Place(*played))
        else:
            self.desk.do(decide_dispute, one.id, False, by="me")

    def _swap(self, place, played):
        """Where two boards stand on each other's table, swap what they say; whether they do."""
        counted = self.desk.ask(_counted)
        other = (*played[:2], place[2])
        if counted.get(other) != self.truth.get(place, [None])[-1]:
            return False
        self._swap_while_so(place[0], (place[1], played[1]), place[2])
        return True

    def _is_free(self, place):
        return place not in self.desk.ask(_counted)

    def _type_paper(self, share):
        for found in self.desk.ask(find_problems):
            place = (found.round, found.table, found.game)
            if found.kind == "missing" and place in self.truth and self.random.random() < share:
                self._type(place)

    def _type(self, place):
        """What the players of a table have written; nothing if nobody played there."""
        number, table, game = place

        def typed(desk):
            cards = cards_from_scores(load_round_rules(desk, number).preset, self.truth[place][-1])
            enter_result(desk.acting("me", "as on paper"), number, table, cards, game=game)

        if place in self.truth:
            self.desk.do(typed)

    # -- what came of it ----------------------------------------------------------------------------------------------

    def _wrong(self):
        """The places whose result is not of their players, with the places that had to do with it."""
        wrong = {}
        for place, line in self.desk.ask(_counted_lines).items():
            digest, pegs = line
            if pegs != self.truth.get(place, [None])[-1] and not self._is_stale(place, pegs):
                played = self.game_of.get(digest)
                wrong[place] = {place, *([played] if played else [])}
        return wrong

    def _flagged(self):
        """(round, table) of everything that is open."""
        found = self.desk.ask(find_problems)
        flagged = {(one.round, one.table) for one in found if one.open and one.kind not in ("missing", "card-missing")}
        return flagged | {(one.round, table) for one in self.desk.ask(likely_exchanges) for table in one.tables}

    def _check_found(self):
        """A mix-up in which somebody at either table looked is found before the round after next is seated."""
        seated = len({place[0] for place in self.truth}) if self.truth else 0
        for place, places in self._wrong().items():
            since = self.wrong_since.setdefault(place, seated)
            told = self._outcome(places) != "silent though seen"
            assert told or seated < since + 2, f"{place}: nobody has been told of it since round {since}"

    def _outcome(self, places):
        """What the director is told of a wrong result; a player whose own result is right sees nothing wrong."""
        counted = self.desk.ask(_counted)
        looked = [place for place in places if any(self._looks(player) for player in self._players(place))]
        if {place[:2] for place in places} & self._flagged():
            return "flagged"
        if any(counted.get(place) != self.truth.get(place, [None])[-1] for place in looked):
            return "silent though seen"
        return "silent, own result right" if looked else "silent, nobody looked"

    def check(self, final=False):
        if not final:
            return
        for _ in range(4):
            self._type_paper(1.0)
            self._look()
            self._answer()
        self.seen.update(map(self._outcome, self._wrong().values()))
        self.seen["games"] += len(self.truth)
        assert self.desk.ask(compute_standings)


class Small(Witnessed):
    """Few players and rounds, much goes wrong, half of them look."""

    most_players, most_rounds, looking = 10, 4, 0.5
    mix = {kind: 3 * chance for kind, chance in Witnessed.mix.items()}


class HallLog(BoardLog):
    """The log of a board that has been told its hall: it says that, and the number of its table there."""

    def _write(self, number, table, game, fields):
        event = self.event
        self.event = board_event(event, table) if event == "Night" else event
        line = super()._write(number, number_in_hall(table), game, fields)
        self.event = event
        return line


class HallDesk(Desk):
    """A desk whose events are played in two halls, that of more players first."""

    def create(self, format="acc", players=8, **options):
        players = max(players, 8)
        halls = ["North"] * (players - players // 2) + ["South"] * (players // 2)
        entries = [Entry(i + 1, f"P{i}", hall=hall) for i, hall in enumerate(halls, 1)]
        return super().create(format, entries=entries, **options)


class TwoHalls(Witnessed):
    """The same in two halls, whose tables have the same numbers: boards are mixed up between them too."""

    most_players, most_rounds, looking = 16, 4, 0.5
    mix = {kind: 3 * chance for kind, chance in Witnessed.mix.items()}

    def __init__(self, seed, store):
        super().__init__(seed, store)
        self.desk = HallDesk(store)

    def new_log(self, name):
        return HallLog(name, "Night", self.key)


class Harsher(Witnessed):
    """Four times as many mix-ups."""

    mix = {kind: 4 * chance for kind, chance in Witnessed.mix.items()}


def _players_at(desk, key):
    number, table = key[:2]
    query = select(Seat.player).where(Seat.event_id == desk.event.id, Seat.round == number, Seat.table == table)
    return list(desk.session.scalars(query))


def _lines_of(desk, number, table, game):
    place = (Line.event_id == desk.event.id, Line.round == number, Line.table == table, Line.decision != "refused")
    return [
        row
        for row in desk.session.scalars(select(Line).where(*place))
        if game in (None, row.game) and row.end == "played"
    ]


def _counted_lines(desk):
    """(hash of the line that counts, "" for a typed result; front pegs) by game."""
    digests = {}
    for row in desk.session.scalars(select(Line).where(Line.event_id == desk.event.id, Line.end == "played")):
        if row.decision == "accepted" or not (row.decision or row.held):
            pegs = tuple(side.holes for side in unpack_sides(row.sides))
            digests[row.round, row.table, row.game, pegs] = row.digest
    counted = _counted(desk)
    return {place: (digests.get((*place, tuple(pegs)), ""), pegs) for place, pegs in counted.items()}
