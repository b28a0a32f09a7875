"""Typer command `cribboard event simulate`: create an event with random but legal games, to try everything out."""

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Annotated

import typer
from sqlalchemy.orm import Session

from firmware.config import TEAMS
from firmware.journal.seal import FIRST_PREV, line_hash, seal_mac
from firmware.rules.preset import Preset
from firmware.rules.presets import load_preset
from host_tools.desk.cli.format_choice import FORMAT_IDS
from host_tools.desk.cli.options import Answer, NewName, command, command_here, current_user
from host_tools.desk.events.event import create_event, format_of, rounds_seated
from host_tools.desk.events.location import EventLocation
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.formats.event_formats import FORMATS, rounds_for
from host_tools.desk.formats.movements import Seating, Table
from host_tools.desk.intake.import_lines import SourceLine, import_lines
from host_tools.desk.money.special_awards import draw_winner
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Event
from host_tools.i18n import message, plural
from host_tools.progress import progress
from host_tools.results.game_value import Side, game_value
from host_tools.table_numbers import board_event, number_in_hall

_MEAN, _DEVIATION, _LOWEST = 100, 16, 20


@lru_cache(maxsize=10_000)
def _game_value(preset: str, *scores: int) -> list[Side]:
    """Compute each side's result of a game with these scores, cached: a million games have few different scores."""
    return game_value(load_preset(preset), scores)


class SimulatedBoards:
    """Simulated boards, one for each table, each with its own numbering and hash chain; games are random by `seed`."""

    def __init__(self, event: str, preset: Preset, key: bytes, seed: int) -> None:
        self._event = event
        self._preset = preset
        self._key = key
        self._random = random.Random(seed)
        self._last_hash: dict[int, str] = defaultdict(lambda: FIRST_PREV)
        self._result_count: dict[int, int] = defaultdict(int)

    def play(self, round_number: int, table: Table, game: int = 1) -> str:
        """Play game `game` of a round at a table; return its result line."""
        board = table.number
        self._result_count[board] += 1
        fields = {
            "v": 2, "n": self._result_count[board], "board": f"{board:016x}",
            "event": board_event(self._event, board), "round": round_number, "table": number_in_hall(board),
            "game": game, "preset": self._preset.name,
            **self._random_result(len(table.sides)),
            "signed": True, "moves": 58, "ms": 742000, "at": None, "began": None,
            "judged": 0, "muggins": False, "prev": self._last_hash[board],
        }  # fmt: skip
        start = json.dumps(fields, separators=(",", ":"))[:-1]
        line = f'{start},"mac":"{seal_mac(self._key, start.encode())}"}}'
        self._last_hash[board] = line_hash(line.encode())
        return line

    def _random_result(self, sides: int) -> dict:
        """Return the result fields of a line, for a random game of `sides` sides."""
        scores = [self._random_loser_score() for _ in range(sides)]
        winner = self._random.randrange(sides)
        scores[winner] = self._preset.target
        value = _game_value(self._preset.name, *scores)
        spread = {TEAMS[i]: side.spread for i, side in enumerate(value)}
        return {
            "winner": next(TEAMS[i] for i, side in enumerate(value) if side.won),
            "scores": dict(zip(TEAMS, scores, strict=False)),
            "level": max(side.level for side in value),
            "points": {TEAMS[i]: side.points for i, side in enumerate(value)},
            "spread": spread if self._preset.spread else None,
            "end": "played",
        }

    def _random_loser_score(self) -> int:
        near = round(self._random.gauss(_MEAN, _DEVIATION))
        return min(max(near, _LOWEST), self._preset.target - 1)

    def play_round(self, round_number: int, seating: Seating, games: int) -> list[SourceLine]:
        """Play `games` games at each table of a round; return their result lines, as from a file named "boards"."""
        lines = [self.play(round_number, table, game) for table in seating.tables for game in range(1, games + 1)]
        return [("boards", i, line) for i, line in enumerate(lines, 1)]


def made_up_roster(players: int, pairs: bool) -> list[Entry]:
    """Generate a roster of so many players, or pairs if `pairs`."""
    return [Entry(i + 1, f"Player {i}", partner=f"Partner {i}" if pairs else "") for i in range(1, players + 1)]


def simulate(
    session: Session,
    name: str,
    format_id: str,
    players: int,
    rounds: int | None,
    seed: int,
    by: str,
    *,
    played: Callable[[int], None] = lambda round_number: None,
) -> Event:
    """Create an event, seat and play all its rounds; `played` is called with the number of each. Raises DeskError."""
    pairs = FORMATS[format_id].pairs
    key = random.Random(seed).randbytes(16).hex()
    event = create_event(
        session, name, format_id, made_up_roster(players, pairs), rounds=rounds, seed=seed, key=key, by=by
    )
    for round_number in play(Desk(session, event, by)):
        played(round_number)
    if FORMATS[format_id].purse.draw:
        draw_winner(Desk(session, event, by), chance=random.Random(seed))
    return event


def play(desk: Desk) -> Iterator[int]:
    """Seat and play an event's remaining rounds; yield each round's number once its results are imported."""
    kind = format_of(desk.event)
    boards = SimulatedBoards(desk.event.uid, kind.loaded_preset, bytes.fromhex(desk.event.key), desk.event.seed)
    for round_number in range(len(rounds_seated(desk)) + 1, desk.event.rounds + 1):
        seated = seat_next(desk)
        import_lines(desk, boards.play_round(round_number, seated.seating, kind.games))
        yield round_number


@command
def simulate_(
    location: EventLocation,
    name: NewName,
    players: Annotated[int, typer.Option(min=2)] = 40,
    rounds: Annotated[int | None, typer.Option(min=1)] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**31 - 1)] = 1,
    format: Annotated[str, typer.Option(metavar=FORMAT_IDS, help="Kind of event.")] = "acc",
) -> Answer:
    with location.creating(name) as session:
        with progress(message("cli.progress.simulate"), rounds_for(FORMATS[format], rounds, players)) as on_progress:
            event = simulate(session, name, format, players, rounds, seed, current_user(), played=on_progress)
        played = event.rounds
        data = {"event": name, "format": event.format, "players": players, "rounds": played, "seed": seed}
    done = plural("cli.simulate.done", played, event=name, players=players, format=format)
    return data, done, message("cli.simulate.next", command=command_here(location, "desk", name))
