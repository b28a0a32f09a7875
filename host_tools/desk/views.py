"""What screens and lists show of an event: read only, ready to be printed or sent."""

from dataclasses import dataclass, replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk import playoff
from host_tools.desk.entering import versions
from host_tools.desk.event import entrant, entrants, kind_of, rounds_seated
from host_tools.desk.model import Event, Score, Seat
from host_tools.desk.seating import seating_of


@dataclass(frozen=True)
class TableView:
    """A table in one round. `sides`: names by letter; `scores`: game points by letter of each game that is in.

    `reported`: every game has a result for all sides. `disputed`: two cards differ. `version` goes back to `enter`.
    """

    round: int
    table: int
    sides: dict[str, list[str]]
    ids: dict[str, list[str]]
    scores: list[dict[str, dict[str, int | None]]]
    reported: bool
    disputed: bool
    version: int


@dataclass(frozen=True)
class RoundView:
    """A round: its tables, who sits out, and what was forced in seating it."""

    round: int
    kind: str
    tables: list[TableView]
    out: list[str]
    note: str


def round_view(session: Session, event: Event, number: int | None = None) -> RoundView | None:
    """A round, the newest where none is named; None where it has not been seated."""
    seated = {one.number: one for one in rounds_seated(session, event)}
    number = number or max(seated, default=0)
    if number not in seated:
        return None
    names, seating = entrants(session, event), seating_of(session, event, number)
    scores = _scores(session, event, number)
    games = kind_of(event).games if seated[number].kind == "main" else 1
    version = versions(session, event, number)
    tables = []
    for table in seating.tables:
        sides = dict(zip("ABCD", table.sides, strict=False))
        came = scores.get(table.number, {})
        tables.append(
            TableView(
                number,
                table.number,
                {letter: [names[player].name for player in side] for letter, side in sides.items()},
                {letter: [names[player].code for player in side] for letter, side in sides.items()},
                [came[game][0] for game in sorted(came)],
                len(came) >= games and all(parts.keys() == sides.keys() for parts, _ in came.values()),
                any(disputed for _, disputed in came.values()),
                version[table.number],
            )
        )
    out = [names[player].name for player in seating.out]
    return RoundView(number, seated[number].kind, tables, out, seated[number].note)


def _scores(session: Session, event: Event, number: int) -> dict[int, dict[int, tuple[dict, bool]]]:
    found: dict[int, dict[int, tuple[dict, bool]]] = {}
    query = select(Score).where(Score.event_id == event.id, Score.round == number, Score.table > 0)
    for score in session.scalars(query.order_by(Score.game, Score.side)):
        parts, disputed = found.setdefault(score.table, {}).setdefault(score.game, ({}, False))
        parts[score.side] = {"won": score.won, "points": score.points, "spread": score.spread, "holes": score.holes}
        found[score.table][score.game] = (parts, disputed or score.disputed)
    return found


@dataclass(frozen=True)
class CardLine:
    """One line of a player's card: `result` is W, L, D, bye, or "" while it is not in."""

    round: int
    table: int
    game: int
    partner: str
    opponents: list[str]
    result: str
    points: int
    plus: int
    minus: int


@dataclass(frozen=True)
class CardView:
    """A player's card: where they sit now (table 0: they sit out; None: no round yet), and all their games."""

    id: str
    name: str
    table: int | None
    lines: list[CardLine]
    points: int
    won: int
    net: int


def card_view(session: Session, event: Event, who: str) -> CardView:
    """The card of the player with this id or name, as their side has it. Raises DeskError for nobody's."""
    player = entrant(session, event, who)
    names = entrants(session, event)
    mine = select(Seat).where(Seat.event_id == event.id, Seat.player == player.number)
    rows: list[CardLine] = []
    table = None
    for seat in session.scalars(mine.order_by(Seat.round)):
        table = seat.table
        rows += _card_lines(session, event, seat, names)
    points, won = sum(row.points for row in rows), sum(row.result == "W" for row in rows)
    return CardView(player.code, player.name, table, rows, points, won, sum(row.plus - row.minus for row in rows))


def _card_lines(session: Session, event: Event, seat: Seat, names) -> list[CardLine]:
    at = (Seat.event_id == event.id, Seat.round == seat.round, Seat.table == seat.table, Seat.table > 0)
    others = [one for one in session.scalars(select(Seat).where(*at)) if one.player != seat.player]
    partner = " ".join(names[one.player].name for one in others if one.side == seat.side)
    against = [names[one.player].name for one in others if one.side != seat.side]
    mine = (Score.event_id == event.id, Score.round == seat.round, Score.player == seat.player)
    scores = list(session.scalars(select(Score).where(*mine).order_by(Score.game)))
    blank = CardLine(seat.round, seat.table, 1, partner, against, "" if seat.table else "bye", 0, 0, 0)
    return [_filled(blank, score) for score in scores] or [blank]


def _filled(line: CardLine, score: Score) -> CardLine:
    result = "bye" if score.source == "bye" else {1: "W", 0: "L", None: "D"}[score.won]
    plus, minus = max(score.spread, 0), max(-score.spread, 0)
    return replace(line, game=score.game, result=result, points=score.points, plus=plus, minus=minus)


@dataclass(frozen=True)
class MeetingView:
    """A meeting of the bracket. `names` of the higher and the lower seed, "" where not known; `won`: games of each."""

    round: int
    table: int
    seeds: tuple[int | None, int | None]
    names: tuple[str, str]
    won: tuple[int, int]
    bye: bool
    winner: str


@dataclass(frozen=True)
class BracketView:
    """A play-off. `drawn`: its qualifiers are fixed; else they are those of the present standings."""

    drawn: bool
    best_of: int
    qualifiers: int
    byes: int
    rounds: list[list[MeetingView]]


def bracket_view(session: Session, event: Event) -> BracketView:
    """The play-off as it stands, or as it would be drawn now."""
    by_seed, names = playoff.seeds(session, event), entrants(session, event)
    won = playoff.games_won(session, event)
    stages = playoff.rounds(session, event)
    shown = [[_meeting(one, by_seed, names, won) for one in stage] for stage in stages]
    byes = sum(one.bye for one in stages[0]) if stages else 0
    return BracketView(bool(event.best_of), event.best_of, len(by_seed), byes, shown)


def _meeting(one, by_seed, names, won) -> MeetingView:
    seeds = (one.high, one.low)
    players = [by_seed.get(seed) for seed in seeds]
    shown = [names[player].name if player else "" for player in players]
    games = [won[one.round, one.table, player] if player else 0 for player in players]
    winner = names[by_seed[one.winner]].name if one.winner else ""
    return MeetingView(one.round, one.table, seeds, (shown[0], shown[1]), (games[0], games[1]), one.bye, winner)
