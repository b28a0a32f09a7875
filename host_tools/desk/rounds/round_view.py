"""Read model of a round, for pages and lists: seating, results that are in, who has a bye."""

import unicodedata
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk.events import RoundRules, entrants, rounds_seated, rules_of
from host_tools.desk.formats import Table
from host_tools.desk.rounds.movement_input import seating_of
from host_tools.desk.store import BYE_TABLE, Entrant, Event, Score, Sitting


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
    """Build the read model of a round (default: the newest); None where it has not been seated."""
    seated = {round_.number: round_ for round_ in rounds_seated(session, event)}
    number = number or max(seated, default=0)
    if number not in seated:
        return None
    people, seating = entrants(session, event), seating_of(session, event, number)
    results, version = _games_by_table(session, event, number), table_versions(session, event, number)
    rules = rules_of(seated[number])
    tables = [
        _table(rules, number, table, people, results.get(table.number, []), version[table.number])
        for table in seating.tables
    ]
    byes = [people[player] for player in seating.out]
    bye_fields = ([player.name for player in byes], [player.code for player in byes])
    return RoundView(
        number, seated[number].kind, seated[number].preset, rules.games, tables, *bye_fields, seated[number].note
    )


def _table(
    rules: RoundRules, number: int, table: Table, people: dict[int, Entrant], games: list[GameView], version: int
) -> TableView:
    """Build a table's view with the names and ids of its sides."""
    sides = dict(zip("ABCD", table.sides, strict=False))
    return TableView(
        number,
        table.number,
        {letter: [people[player].name for player in side] for letter, side in sides.items()},
        {letter: [people[player].code for player in side] for letter, side in sides.items()},
        games,
        _first_open_game(rules, len(sides), games),
        version,
    )


def _games_by_table(session: Session, event: Event, number: int) -> dict[int, list[GameView]]:
    """Query the games of a round that have scores, by table."""
    scores_by_game: dict[int, dict[int, list[Score]]] = {}
    query = select(Score).where(Score.event_id == event.id, Score.round == number, Score.table > BYE_TABLE)
    for score in session.scalars(query.order_by(Score.game, Score.side)):
        scores_by_game.setdefault(score.table, {}).setdefault(score.game, []).append(score)
    return {table: [_game(game, scores) for game, scores in games.items()] for table, games in scores_by_game.items()}


def _game(game: int, scores: list[Score]) -> GameView:
    sides = {score.side: SideView(score.won, score.points, score.spread, score.holes) for score in scores}
    return GameView(game, sides, any(score.disputed for score in scores))


def _first_open_game(rules: RoundRules, sides: int, games: list[GameView]) -> int | None:
    """Return the first game that is still to be played; None where there is none."""
    winners = {game.game: _winner(game) for game in games if len(game.sides) == sides}
    if rules.is_over([winner for _, winner in sorted(winners.items())]):
        return None
    return next((game for game in range(1, rules.games + 1) if game not in winners), None)


def _winner(game: GameView) -> str:
    """Return the winning side's letter; "" for a drawn game."""
    return next((letter for letter, side in game.sides.items() if side.won), "")


def table_versions(session: Session, event: Event, number: int) -> dict[int, int]:
    """Query the version of each table of a round, which `enter_result` compares."""
    query = select(Sitting.table, Sitting.version).where(Sitting.event_id == event.id, Sitting.round == number)
    return {row.table: row.version for row in session.execute(query)}


class PlayerSeat(NamedTuple):
    """A player's table; 0: a bye."""

    name: str
    id: str
    table: int


def seats_by_name(view: RoundView | None) -> list[PlayerSeat]:
    """List the seats of all players in a round, by name."""
    if view is None:
        return []
    seats = [
        (table_view.table, table_view.sides[side], table_view.ids[side])
        for table_view in view.tables
        for side in table_view.sides
    ]
    seats.append((0, view.out, view.out_ids))
    player_seats = [PlayerSeat(*who, table) for table, names, ids in seats for who in zip(names, ids, strict=True)]
    return sorted(player_seats, key=lambda place: (_alphabetical_key(place.name), place.id))


def _alphabetical_key(name: str) -> str:
    """Return the sort key of a name: É sorts as E."""
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
