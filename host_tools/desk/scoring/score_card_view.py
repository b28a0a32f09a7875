"""Read model of players' score cards: each game from the player's side."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlalchemy import Row, select

from host_tools.desk.events.entrants import entrant, entrants, names_in_round
from host_tools.desk.events.round_rules import round_worth
from host_tools.desk.scoring.penalties import PenaltyView, annulled_tables, penalties
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import SCORES, SEATS, Entrant, Seat


@dataclass(frozen=True)
class CardLine:
    """A game on a player's card, or table 0 for a bye. `result` is W, L, D, bye, or "" before the result is stored;
    `since` when it got its present value (ISO 8601 in UTC, "" if unknown). `annulled`: it counts for nobody. `points`
    are as they count, `times` those of the game."""

    round: int
    table: int
    side: str
    game: int
    partner: str
    opponents: list[str]
    result: str = ""
    points: int = 0
    plus: int = 0
    minus: int = 0
    since: str = ""
    annulled: bool = False
    times: int = 1


@dataclass(frozen=True)
class CardView:
    """A player's card: the table in the newest round (0: a bye; None: no round yet), all games, penalties, and sums of
    what counts."""

    id: str
    name: str
    table: int | None
    lines: list[CardLine]
    points: int
    won: int
    net: int
    penalties: list[PenaltyView]


def card_view(desk: Desk, who: str) -> CardView:
    """Build the score card of the player with the id or name `who`. Raises DeskError if there is none."""
    player = entrant(desk, who)
    annulled, worth = set(annulled_tables(desk)), round_worth(desk.event)
    seats_at_table, scores = _seats_at_tables(desk, player.number), _scores_by_round(desk, player.number)
    rows: list[CardLine] = []
    for (round_number, table), company in sorted(seats_at_table.items()):
        seat = next(one for one in company if one.player == player.number)
        names, times = names_in_round(desk, round_number), worth.get(round_number, 1)
        lines = _card_lines(seat, company if table else [], names, scores[round_number], times)
        rows += [replace(line, annulled=True) for line in lines] if (round_number, table) in annulled else lines
    return _card_view(player, rows, penalties(desk, player.number))


@dataclass(frozen=True)
class CardSeat:
    """Where a player sits in a round: the table, 0 for a bye, with which partner, "" for none, and against whom."""

    table: int
    partner: str
    opponents: list[str]


@dataclass(frozen=True)
class BlankCard:
    """A player's score card to be written on; `seats`: those that are known, by round."""

    id: str
    name: str
    seats: dict[int, CardSeat]


def blank_cards(desk: Desk) -> list[BlankCard]:
    """Build all players' score cards to be written on, in roster order; no score is read."""
    seats: dict[int, dict[int, CardSeat]] = defaultdict(dict)
    for (round_number, table), company in _seats_at_tables(desk, None).items():
        then = names_in_round(desk, round_number)
        sides: dict[str, list[int]] = defaultdict(list)
        for seat in company:
            sides[seat.side].append(seat.player)
        for side, players in sides.items():
            against = [then[other] for letter in sides if letter != side for other in sides[letter]]
            for player in players:
                partner = " ".join(then[other] for other in players if other != player) if table else ""
                seats[player][round_number] = CardSeat(table, partner, against)
    return [BlankCard(player.code, player.name, seats[number]) for number, player in entrants(desk).items()]


def _card_view(player: Entrant, rows: list[CardLine], penalties: list[PenaltyView]) -> CardView:
    counting = [row for row in rows if not row.annulled]
    points, won = sum(row.points for row in counting), sum(row.result == "W" for row in counting)
    points += sum(penalty.points for penalty in penalties)
    net = sum(row.plus - row.minus for row in counting)
    return CardView(player.code, player.name, rows[-1].table if rows else None, rows, points, won, net, penalties)


def _seats_at_tables(desk: Desk, only: int | None) -> dict[tuple[int, int], list[Row]]:
    """Query all seats by (round, table); with a player's number `only`, those of the tables where that player sat."""
    query = select(SEATS.round, SEATS.table, SEATS.side, SEATS.player).where(SEATS.event_id == desk.event.id)
    if only is not None:
        own_seat = Seat.__table__.alias().c
        together = (own_seat.event_id == SEATS.event_id, own_seat.round == SEATS.round, own_seat.table == SEATS.table)
        query = query.where(*together, own_seat.player == only)
    seats_at_table = defaultdict(list)
    for row in desk.session.execute(query.order_by(SEATS.round, SEATS.table, SEATS.side, SEATS.player)).all():
        seats_at_table[row.round, row.table].append(row)
    return seats_at_table


def _scores_by_round(desk: Desk, player: int) -> dict[int, list[Row]]:
    """Query a player's scores by round."""
    columns = (SCORES.round, SCORES.game, SCORES.won, SCORES.points, SCORES.spread, SCORES.source, SCORES.since)
    query = select(*columns).where(SCORES.event_id == desk.event.id, SCORES.player == player).order_by(SCORES.game)
    scores = defaultdict(list)
    for row in desk.session.execute(query).all():
        scores[row.round].append(row)
    return scores


def _card_lines(
    seat: Row, company: list[Row], names: Mapping[int, str], scores: list[Row], times: int
) -> list[CardLine]:
    """Build a round's lines of a player's card: one for each of `scores`, else a blank one; `company`: all seats at the
    table."""
    others = [other for other in company if other.player != seat.player]
    partner = " ".join(names[other.player] for other in others if other.side == seat.side)
    against = [names[other.player] for other in others if other.side != seat.side]
    place = (seat.round, seat.table, seat.side)
    blank = CardLine(*place, 1, partner, against, "" if seat.table else "bye", times=times)
    return [_with_score(blank, score) for score in scores] or [blank]


def _with_score(line: CardLine, score: Row) -> CardLine:
    result = "bye" if score.source == "bye" else {1: "W", 0: "L", None: "D"}[score.won]
    plus, minus = max(score.spread, 0), max(-score.spread, 0)
    score_fields = {"points": score.points * line.times, "plus": plus, "minus": minus, "since": score.since}
    return replace(line, game=score.game, result=result, **score_fields)
