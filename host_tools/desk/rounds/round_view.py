"""Read model of a round, for pages and lists: seating, results so far, byes."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import select

from host_tools.desk.events.entrants import fold, names_in_round, people
from host_tools.desk.events.event import rounds_seated
from host_tools.desk.events.hall_rows import newest_rounds
from host_tools.desk.events.round_rules import MAIN, RoundRules, round_worth, rules_of_round
from host_tools.desk.formats.movements import Table
from host_tools.desk.rounds.movement_input import seating_of
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import BYE_TABLE, Score, Sitting
from host_tools.garbage_collection import without_collection
from host_tools.i18n import message
from host_tools.table_numbers import hall_of


@dataclass(frozen=True)
class SideView:
    """One side's result of a game (`won`: 1, 0, or None if drawn); of cards that differ, as its own card has it."""

    won: int | None
    points: int
    spread: int
    holes: int


@dataclass(frozen=True)
class GameView:
    """A game at a table; `sides`: by letter, sides without a result left out. `disputed`: the two cards differ."""

    game: int
    sides: dict[str, SideView]
    disputed: bool


@dataclass(frozen=True)
class TableView:
    """A table in one round. `sides`: players' names by the side's letter; `ids` likewise; `games`: those with a result.

    `waiting` is the first game that lacks a result of a side, None for none. `version` is to be passed to
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
    """A round, in which each table plays up to `games` games under `preset`, whose game points count `times` times.

    `out`: names of players with a bye; `note`: repeated partners or meetings that the seating could not avoid.
    """

    round: int
    kind: str
    preset: str
    games: int
    tables: list[TableView]
    out: list[str]
    out_ids: list[str]
    note: str
    times: int = 1


@without_collection()
def round_view(desk: Desk, round_number: int | None = None, halls: Collection[int] = ()) -> RoundView | None:
    """Build the read model of a round (default: the newest), all of it or the part of `halls`: their tables, and their
    players who have a bye. None if the round has not been seated."""
    seated = {round_.number: round_ for round_ in rounds_seated(desk)}
    round_number = round_number or max(seated, default=0)
    if round_number not in seated:
        return None
    everybody, names, seating = people(desk), names_in_round(desk, round_number), seating_of(desk, round_number)
    results, versions = _games_by_table(desk, round_number), table_versions(desk, round_number)
    rules = rules_of_round(seated[round_number])

    def table_view(table: Table) -> TableView:
        sides, games = dict(zip("ABCD", table.sides, strict=False)), results.get(table.number, [])
        return TableView(
            round_number,
            table.number,
            {letter: [names[player] for player in side] for letter, side in sides.items()},
            {letter: [everybody[player].code for player in side] for letter, side in sides.items()},
            games,
            _first_open_game(rules, len(sides), games),
            versions[table.number],
        )

    byes = [player for player in seating.out if not halls or everybody[player].hall in halls]
    return RoundView(
        round_number,
        seated[round_number].kind,
        seated[round_number].preset,
        rules.games,
        [table_view(table) for table in seating.tables if not halls or hall_of(table.number) in halls],
        [names[player] for player in byes],
        [everybody[player].code for player in byes],
        seated[round_number].note,
        round_worth(desk.event).get(round_number, 1),
    )


def present_view(desk: Desk, hall: int = 0) -> RoundView | None:
    """Build the read model of what is played now, in one hall or with 0 in all: the newest round, or where each hall is
    seated by itself, the newest round of each. None before the first."""
    seated = rounds_seated(desk)
    newest = newest_rounds(desk) if seated and seated[-1].kind == MAIN else {}
    if not newest:
        return round_view(desk, halls={hall} if hall else ())
    wanted = {number: last for number, last in newest.items() if last and hall in (0, number)}
    parts = [
        view
        for last in sorted(set(wanted.values()))
        if (view := round_view(desk, last, {number for number in wanted if wanted[number] == last}))
    ]
    if not parts:
        return None
    tables = sorted((table for part in parts for table in part.tables), key=lambda table: table.table)
    out = [name for part in parts for name in part.out]
    return replace(parts[-1], tables=tables, out=out, out_ids=[code for part in parts for code in part.out_ids])


def _games_by_table(desk: Desk, round_number: int) -> dict[int, list[GameView]]:
    """Query the games of a round that have scores, in order, by table."""
    scores_by_game: dict[int, dict[int, list[Any]]] = {}
    columns = (Score.table, Score.game, Score.side, Score.won, Score.points, Score.spread, Score.holes, Score.disputed)
    query = select(*columns).where(
        Score.event_id == desk.event.id, Score.round == round_number, Score.table > BYE_TABLE
    )
    for score in desk.session.execute(query.order_by(Score.game, Score.side)).all():
        scores_by_game.setdefault(score.table, {}).setdefault(score.game, []).append(score)
    return {table: [_game_view(*game) for game in games.items()] for table, games in scores_by_game.items()}


def _game_view(game: int, scores: list[Any]) -> GameView:
    sides = {score.side: SideView(score.won, score.points, score.spread, score.holes) for score in scores}
    return GameView(game, sides, any(score.disputed for score in scores))


def _first_open_game(rules: RoundRules, sides: int, games: list[GameView]) -> int | None:
    """Return the first game without results of all `sides` sides; None if there is none or the match is over."""
    winners = {game.game: _winner(game) for game in games if len(game.sides) == sides}
    if rules.is_over([winner for _, winner in sorted(winners.items())]):
        return None
    return next((game for game in range(1, rules.games + 1) if game not in winners), None)


def _winner(game: GameView) -> str:
    """Return the winning side's letter; "" for a drawn game."""
    return next((letter for letter, side in game.sides.items() if side.won), "")


def table_versions(desk: Desk, round_number: int) -> dict[int, int]:
    """Query the version of each table of a round, by table, as `enter_result` takes it."""
    query = select(Sitting.table, Sitting.version).where(
        Sitting.event_id == desk.event.id, Sitting.round == round_number
    )
    return {row.table: row.version for row in desk.session.execute(query).all()}


def game_texts(desk: Desk, games: Iterable[tuple[int, int, int]]) -> list[str]:
    """Return for each (round, table, game), sorted, the place and what counts there: who beats whom, with front pegs
    and spread where they are known, or what is known so far."""
    rounds = groupby(sorted(set(games)), itemgetter(0))
    texts = []
    for round_number, places in rounds:
        view = round_view(desk, round_number)
        tables = {table.table: table for table in view.tables} if view else {}
        for _, number, game in places:
            if not (table := tables.get(number)):
                continue
            where = message("desk.error.where", table=number, round=round_number)
            texts.append(message("event.unfinished.at", where=where, what=_game_text(table, game)))
    return texts


def _game_text(table: TableView, number: int) -> str:
    """Return who beats whom in a game of a table; the names and pegs of the sides that have a result if nobody does."""
    sides = next((game.sides for game in table.games if game.game == number), {})
    winner = next((letter for letter, side in sides.items() if side.won), "")
    names = {letter: " & ".join(who) for letter, who in table.sides.items()}
    if not winner or sides.keys() != names.keys():
        known = [f"{names[letter]} {side.holes or side.points}" for letter, side in sides.items()]
        return ", ".join(known) or message("desk.found.missing")
    order = [winner, *(letter for letter in names if letter != winner)]
    pegs = "–".join(str(sides[letter].holes) for letter in order) if any(one.holes for one in sides.values()) else ""
    spread = f"({sides[winner].spread})" if sides[winner].spread else ""
    others = ", ".join(names[letter] for letter in order[1:])
    beats = message("event.result.beats", winner=names[winner], loser=others)
    return " ".join(filter(None, (beats, pegs, spread)))


class PlayerSeat(NamedTuple):
    """A player's table; 0: a bye."""

    name: str
    id: str
    table: int


def seats_by_name(view: RoundView | None) -> list[PlayerSeat]:
    """List the seats of all players in a round, sorted by name; [] for None."""
    if view is None:
        return []
    seats = [
        (table_view.table, table_view.sides[side], table_view.ids[side])
        for table_view in view.tables
        for side in table_view.sides
    ]
    seats.append((0, view.out, view.out_ids))
    player_seats = [PlayerSeat(*who, table) for table, names, ids in seats for who in zip(names, ids, strict=True)]
    return sorted(player_seats, key=lambda place: (fold(place.name), place.id))
