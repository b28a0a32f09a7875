"""Plays an event in no time: random but legal scores, sealed as boards seal them, read as boards are read."""

import json
import random
import secrets
from collections import defaultdict
from collections.abc import Iterator

from sqlalchemy.orm import Session

from firmware.journal import seal
from firmware.rules.preset import Preset
from host_tools.desk import event as events
from host_tools.desk.model import Event
from host_tools.desk.movement.seating import Seating, Table
from host_tools.desk.reading import Text, take
from host_tools.desk.roster import Entry
from host_tools.desk.seating import seat_next
from host_tools.desk.worth import TEAMS, weigh

_MEAN, _DEVIATION, _LOWEST = 100, 16, 20


class Boards:
    """One board to a table, each with its own numbering and chain. Everything random comes from `seed`."""

    def __init__(self, event: str, preset: Preset, key: bytes, seed: int) -> None:
        self._event = event
        self._preset = preset
        self._key = key
        self._random = random.Random(seed)
        self._last: dict[int, str] = defaultdict(lambda: seal.FIRST)
        self._count: dict[int, int] = defaultdict(int)

    def play(self, number: int, table: Table, game: int = 1) -> str:
        """The result line of one game at one table."""
        board = table.number
        self._count[board] += 1
        fields = {
            **{"v": 1, "n": self._count[board], "board": f"{board:016x}", "event": self._event},
            **{"round": number, "table": table.number, "game": game, "preset": self._preset.name},
            **self._result(len(table.sides)),
            **{"signed": True, "moves": 58, "ms": 742000, "at": None, "prev": self._last[board]},
        }
        start = json.dumps(fields, separators=(",", ":"))[:-1]
        line = f'{start},"mac":"{seal.mac(self._key, start.encode())}"}}'
        self._last[board] = seal.link(line.encode())
        return line

    def _result(self, sides: int) -> dict:
        scores = [self._losing() for _ in range(sides)]
        winner = self._random.randrange(sides)
        scores[winner] = self._preset.target
        worth = weigh(self._preset, scores)
        spread = {TEAMS[i]: side.spread for i, side in enumerate(worth)}
        return {
            "winner": next(TEAMS[i] for i, side in enumerate(worth) if side.won),
            "scores": dict(zip(TEAMS, scores, strict=False)),
            "level": max(side.level for side in worth),
            "points": {TEAMS[i]: side.points for i, side in enumerate(worth)},
            "spread": spread if self._preset.spread else None,
            "end": "played",
        }

    def _losing(self) -> int:
        near = round(self._random.gauss(_MEAN, _DEVIATION))
        return min(max(near, _LOWEST), self._preset.target - 1)

    def play_round(self, number: int, seating: Seating, games: int) -> list[Text]:
        """Lines of every table of a round, as a file of them would give."""
        played = [self.play(number, table, game) for table in seating.tables for game in range(1, games + 1)]
        return [("boards", i, line) for i, line in enumerate(played, 1)]


def roster(players: int, pairs: bool) -> list[Entry]:
    """Made-up players (or pairs)."""
    return [Entry(i + 1, f"Player {i}", partner=f"Partner {i}" if pairs else "") for i in range(1, players + 1)]


def simulate(
    session: Session, name: str, format_id: str, players: int, rounds: int | None, seed: int, by: str
) -> Event:
    """A new event, seated and played to its last round. Raises DeskError."""
    pairs = events.FORMATS[format_id].pairs
    key = random.Random(seed).randbytes(16).hex()
    event = events.create(session, name, format_id, roster(players, pairs), rounds=rounds, seed=seed, key=key, by=by)
    for _ in play(session, event, by):
        pass
    return event


def play(session: Session, event: Event, by: str) -> Iterator[int]:
    """Seat and play what is left of an event's rounds; the number of each when it is in."""
    kind = events.kind_of(event)
    boards = Boards(event.name, kind.worth, bytes.fromhex(event.key), event.seed)
    for number in range(len(events.rounds_seated(session, event)) + 1, event.rounds + 1):
        seated = seat_next(session, event, by)
        take(session, event, boards.play_round(number, seated.seating, kind.games), by)
        yield number


def new_key() -> str:
    """An event key for boards: 16 random bytes in hex."""
    return secrets.token_hex(16)
