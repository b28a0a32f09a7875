"""Read model of players' score cards: each game from the player's side."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sqlalchemy import Row, select

from host_tools.desk.events.entrants import entrant, entrants, former_names, name_in_round
from host_tools.desk.events.round_rules import round_worth
from host_tools.desk.scoring.penalties import PenaltyView, annulled_tables, penalties
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Entrant, Score, Seat

_ENTRANTS = Entrant.__table__.c


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
    return next(_card_views(desk, [entrant(desk, who)]))


def all_cards(desk: Desk) -> list[CardView]:
    """Build all players' score cards, in roster order."""
    return list(_card_views(desk, list(entrants(desk).values())))


def _card_views(desk: Desk, players: list[Entrant]) -> Iterator[CardView]:
    """Yield these players' score cards; for a single player, only the tables where the player sat are queried."""
    query = select(_ENTRANTS.number, _ENTRANTS.name).where(_ENTRANTS.event_id == desk.event.id)
    present, former = {row.number: row.name for row in desk.session.execute(query).all()}, former_names(desk)
    only = players[0].number if len(players) == 1 else None
    annulled = set(annulled_tables(desk))
    penalties_of: dict[str, list[PenaltyView]] = defaultdict(list)
    for penalty in penalties(desk, players[0].number if len(players) == 1 else None):
        penalties_of[penalty.player].append(penalty)
    seats_at_table, scores = _seats_at_tables(desk, only), _scores_by_round(desk, only)
    seats_of_player = defaultdict(list)
    for company in seats_at_table.values():
        for seat in company:
            seats_of_player[seat.player].append(seat)
    worth = round_worth(desk.event)
    for player in players:
        rows: list[CardLine] = []
        for seat in sorted(seats_of_player[player.number], key=lambda seat: seat.round):
            company = seats_at_table[seat.round, seat.table] if seat.table else []
            then = {number: name_in_round(names, seat.round, present[number]) for number, names in former.items()}
            times = worth.get(seat.round, 1)
            lines = _card_lines(seat, company, present | then, scores[player.number, seat.round], times)
            rows += [replace(line, annulled=True) for line in lines] if (seat.round, seat.table) in annulled else lines
        yield _card_view(player, rows, penalties_of[player.code])


def _card_view(player: Entrant, rows: list[CardLine], penalties: list[PenaltyView]) -> CardView:
    counting = [row for row in rows if not row.annulled]
    points, won = sum(row.points for row in counting), sum(row.result == "W" for row in counting)
    points += sum(penalty.points for penalty in penalties)
    net = sum(row.plus - row.minus for row in counting)
    return CardView(player.code, player.name, rows[-1].table if rows else None, rows, points, won, net, penalties)


def _seats_at_tables(desk: Desk, only: int | None) -> dict[tuple[int, int], list[Row]]:
    """Query all seats by (round, table); with a player's number `only`, those of the tables where that player sat."""
    seat = Seat.__table__.c
    query = select(seat.round, seat.table, seat.side, seat.player).where(seat.event_id == desk.event.id)
    if only is not None:
        own_seat = Seat.__table__.alias().c
        together = (own_seat.event_id == seat.event_id, own_seat.round == seat.round, own_seat.table == seat.table)
        query = query.where(*together, own_seat.player == only)
    seats_at_table = defaultdict(list)
    for row in desk.session.execute(query.order_by(seat.round, seat.table, seat.side, seat.player)).all():
        seats_at_table[row.round, row.table].append(row)
    return seats_at_table


def _scores_by_round(desk: Desk, only: int | None) -> dict[tuple[int, int], list[Row]]:
    """Query scores by (player, round); with a player's number `only`, that player's."""
    score = Score.__table__.c
    columns = (score.player, score.round, score.game, score.won, score.points, score.spread, score.source, score.since)
    query = select(*columns).where(score.event_id == desk.event.id)
    scores = defaultdict(list)
    for row in desk.session.execute(
        (query if only is None else query.where(score.player == only)).order_by(score.game)
    ).all():
        scores[row.player, row.round].append(row)
    return scores


def _card_lines(seat: Row, company: list[Row], names: dict[int, str], scores: list[Row], times: int) -> list[CardLine]:
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
