"""What screens and lists show of an event's rounds: read only, ready to be printed or sent."""

from collections import Counter
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk.entering import versions
from host_tools.desk.event import entrants, kind_of, rounds_seated
from host_tools.desk.model import Entrant, Event, Round, Score
from host_tools.desk.movement.seating import Table
from host_tools.desk.seating import BRACKET, MAIN, seating_of


@dataclass(frozen=True)
class SideView:
    """One side's part of a game: game points, signed spread and front peg, as the own card has it."""

    won: int | None
    points: int
    spread: int
    holes: int


@dataclass(frozen=True)
class GameView:
    """A game at a table, by the letters of the sides whose result is in. `disputed`: two cards differ."""

    game: int
    sides: dict[str, SideView]
    disputed: bool


@dataclass(frozen=True)
class TableView:
    """A table in one round. `sides`: names by letter; `ids` likewise; `games`: those of which something is in.

    `waiting` is the first game whose result is not in for all sides, None when all are. `version` goes back to `enter`.
    """

    round: int
    table: int
    sides: dict[str, list[str]]
    ids: dict[str, list[str]]
    games: list[GameView]
    waiting: int | None
    version: int

    @property
    def disputed(self) -> bool:
        return any(game.disputed for game in self.games)


@dataclass(frozen=True)
class RoundView:
    """A round: its tables, who sits out, and what was forced in seating it."""

    round: int
    kind: str
    tables: list[TableView]
    out: list[str]
    out_ids: list[str]
    note: str


def round_view(session: Session, event: Event, number: int | None = None) -> RoundView | None:
    """A round, the newest where none is named; None where it has not been seated."""
    seated = {one.number: one for one in rounds_seated(session, event)}
    number = number or max(seated, default=0)
    if number not in seated:
        return None
    names, seating = entrants(session, event), seating_of(session, event, number)
    came, version = _games(session, event, number), versions(session, event, number)
    tables = [
        _table(event, seated[number], one, names, came.get(one.number, []), version[one.number])
        for one in seating.tables
    ]
    out = [names[player] for player in seating.out]
    told = ([one.name for one in out], [one.code for one in out])
    return RoundView(number, seated[number].kind, tables, *told, seated[number].note)


def _table(
    event: Event, seated: Round, table: Table, names: dict[int, Entrant], games: list[GameView], version: int
) -> TableView:
    sides = dict(zip("ABCD", table.sides, strict=False))
    return TableView(
        seated.number,
        table.number,
        {letter: [names[player].name for player in side] for letter, side in sides.items()},
        {letter: [names[player].code for player in side] for letter, side in sides.items()},
        games,
        _waiting(event, seated.kind, len(sides), games),
        version,
    )


def _games(session: Session, event: Event, number: int) -> dict[int, list[GameView]]:
    found: dict[int, dict[int, list[Score]]] = {}
    query = select(Score).where(Score.event_id == event.id, Score.round == number, Score.table > 0)
    for score in session.scalars(query.order_by(Score.game, Score.side)):
        found.setdefault(score.table, {}).setdefault(score.game, []).append(score)
    return {table: [_game(game, scores) for game, scores in games.items()] for table, games in found.items()}


def _game(game: int, scores: list[Score]) -> GameView:
    sides = {score.side: SideView(score.won, score.points, score.spread, score.holes) for score in scores}
    return GameView(game, sides, any(score.disputed for score in scores))


def _waiting(event: Event, kind: str, sides: int, games: list[GameView]) -> int | None:
    """The first game that is not in: of all there are, or in the bracket until one has won more than half of them."""
    whole = {game.game for game in games if len(game.sides) == sides}
    wins = Counter(letter for game in games for letter, side in game.sides.items() if side.won)
    if kind == BRACKET and 2 * max(wins.values(), default=0) > event.best_of:
        return None
    most = event.best_of if kind == BRACKET else kind_of(event).games if kind == MAIN else 1
    return next((game for game in range(1, most + 1) if game not in whole), None)
