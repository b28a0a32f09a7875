"""Read model of a round, for pages and lists: seating, results that are in, who has a bye."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk.events import RoundRules, entrants, rounds_seated, rules_of
from host_tools.desk.formats import Table
from host_tools.desk.rounds.movement_input import seating_of
from host_tools.desk.store import Entrant, Event, Score, Sitting


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

    `waiting` is the first game whose result is not in for all sides, None when all are. `version` goes back to
    `enter_result`.
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
    """A round: its tables, byes, and what its seating could not avoid. Each table plays up to `games` games
    under `preset`."""

    round: int
    kind: str
    preset: str
    games: int
    tables: list[TableView]
    out: list[str]
    out_ids: list[str]
    note: str


def round_view(session: Session, event: Event, number: int | None = None) -> RoundView | None:
    """The read model of a round (default: the newest); None where it has not been seated."""
    seated = {one.number: one for one in rounds_seated(session, event)}
    number = number or max(seated, default=0)
    if number not in seated:
        return None
    names, seating = entrants(session, event), seating_of(session, event, number)
    results, version = _games(session, event, number), table_versions(session, event, number)
    rules = rules_of(seated[number])
    tables = [
        _table(rules, number, one, names, results.get(one.number, []), version[one.number]) for one in seating.tables
    ]
    out = [names[player] for player in seating.out]
    out_fields = ([one.name for one in out], [one.code for one in out])
    return RoundView(
        number, seated[number].kind, seated[number].preset, rules.games, tables, *out_fields, seated[number].note
    )


def _table(
    rules: RoundRules, number: int, table: Table, names: dict[int, Entrant], games: list[GameView], version: int
) -> TableView:
    sides = dict(zip("ABCD", table.sides, strict=False))
    return TableView(
        number,
        table.number,
        {letter: [names[player].name for player in side] for letter, side in sides.items()},
        {letter: [names[player].code for player in side] for letter, side in sides.items()},
        games,
        _waiting(rules, len(sides), games),
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


def _waiting(rules: RoundRules, sides: int, games: list[GameView]) -> int | None:
    """The first game that is still to be played; None where there is none."""
    whole = {game.game: _winner(game) for game in games if len(game.sides) == sides}
    if rules.is_over([winner for _, winner in sorted(whole.items())]):
        return None
    return next((game for game in range(1, rules.games + 1) if game not in whole), None)


def _winner(game: GameView) -> str:
    return next((letter for letter, side in game.sides.items() if side.won), "")


def table_versions(session: Session, event: Event, number: int) -> dict[int, int]:
    """The version of each table of a round, which `enter_result` compares."""
    query = select(Sitting.table, Sitting.version).where(Sitting.event_id == event.id, Sitting.round == number)
    return {row.table: row.version for row in session.execute(query)}
