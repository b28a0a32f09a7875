"""Result lines of boards (DESIGN.md section 5): what a text says, and what is wrong with it."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from firmware.journal import seal
from firmware.rules.outcome import END_NAMES
from firmware.rules.presets import NAMES, load
from firmware.rules.results import cleared
from host_tools.desk.worth import TEAMS, ScoreError, Side, weigh

VERSION = 1
REOPENED = "reopened"
CLEARED = "cleared"
LONGEST = 2000
"""Characters; a line of a board has some 500."""


class LineError(ValueError):
    """A text that is no result line; it says why."""


class ResultLine(NamedTuple):
    """A board's line. `n` counts the board's results; `replaces` is the n a reopened game takes back, else 0.

    `digest` is the name by which the board's next line calls it, `prev` the one it calls. `sides` are A, B, …
    """

    text: str
    digest: str
    prev: str
    mac: str
    board: str
    n: int
    event: str
    round: int
    table: int
    game: int
    preset: str
    end: str
    replaces: int
    signed: bool
    sides: tuple[Side, ...]

    @property
    def code(self) -> str:
        """The four digits the board shows for it; "" where it is not sealed."""
        return seal.code(self.mac)


def unwrapped(text: str) -> str:
    """The bare line, where `text` is one or a reply of the serial line that carries one."""
    text = text.strip()
    at = text.find('"result":{')
    return text[at + 9 : -1] if text.startswith('{"id":') and at >= 0 else text


def parse(text: str) -> ResultLine:
    """Read one line. Raises LineError."""
    fields = _fields(text)
    end = CLEARED if CLEARED in fields else _text(fields, "end", 12)
    line = ResultLine(
        text=text,
        digest=seal.link(text.encode()),
        prev=_hex(fields, "prev", seal.PREV_DIGITS),
        mac=_hex(fields, "mac", seal.MAC_DIGITS),
        board=_text(fields, "board", 40),
        n=_whole(fields, "n", 0 if CLEARED in fields else 1, 2**31 - 1),
        event=_text(fields, "event", 40),
        round=_whole(fields, "round", 0, 9999),
        table=_whole(fields, "table", 0, 2**20),
        game=_whole(fields, "game", 0, 999),
        preset=_text(fields, "preset", 16),
        end=end,
        replaces=_whole(fields, "replaces", 1, 2**31 - 1) if end == REOPENED else 0,
        signed=fields.get("signed") is True,
        sides=() if end in (REOPENED, CLEARED) else _sides(fields, end),
    )
    if line.end in END_NAMES[:1]:
        _check_worth(line)
    return line


def _fields(text: str) -> dict:
    if len(text) > LONGEST:
        raise LineError(f"longer than {LONGEST} characters")
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise LineError("not a whole JSON object") from None
    if not isinstance(fields, dict) or "mac" not in fields or "n" not in fields:
        raise LineError("not a result line")
    version = fields.get("v")
    if version != VERSION:
        raise LineError(f"of format {version}; this program reads format {VERSION}")
    # A mac that is not the last field would leave part of the line unsealed.
    if not text.endswith(f'"mac":"{fields["mac"]}"}}'):
        raise LineError("its mac is not at the end")
    return fields


def _whole(fields: dict, name: str, low: int, high: int) -> int:
    value = fields.get(name, low if CLEARED in fields else None)
    if type(value) is not int or not low <= value <= high:
        raise LineError(f"{name}: a whole number from {low} to {high}")
    return value


def _text(fields: dict, name: str, most: int) -> str:
    value = fields.get(name, "" if CLEARED in fields else None)
    if not isinstance(value, str) or len(value) > most or "\0" in value:
        raise LineError(f"{name}: text of up to {most} characters")
    return value


def _hex(fields: dict, name: str, digits: int) -> str:
    value = fields.get(name)
    if not isinstance(value, str) or len(value) not in (0, digits) or value.strip("0123456789abcdef"):
        raise LineError(f"{name}: {digits} hex digits")
    return value


def _sides(fields: dict, end: str) -> tuple[Side, ...]:
    scores, points, spread = (fields.get(name) for name in ("scores", "points", "spread"))
    if end not in END_NAMES:
        raise LineError(f"end: one of {', '.join(END_NAMES)}")
    teams = sorted(scores) if isinstance(scores, dict) else []
    if not 2 <= len(teams) <= 4 or teams != list(TEAMS[: len(teams)]):
        raise LineError("scores: a number for each of two to four sides")
    spread = dict.fromkeys(teams, 0) if spread is None else spread
    numbers = [_numbers(part, teams) for part in (scores, points, spread)]
    winner = fields.get("winner")
    if winner is not None and winner not in teams:
        raise LineError("winner: a side, or null")
    level = _whole(fields, "level", 0, 3)
    found = []
    for t, holes, worth, margin in zip(teams, *numbers, strict=True):
        won = None if winner is None else t == winner
        found.append(Side(won, worth, margin, level if won else 0, holes))
    return tuple(found)


def _numbers(part: object, teams: list[str]) -> list[int]:
    if isinstance(part, dict) and len(part) == len(teams):
        numbers: list[int] = [part.get(t) for t in teams]  # type: ignore[misc]
        if all(type(n) is int and -999 <= n <= 999 for n in numbers):
            return numbers
    raise LineError("scores, points, spread: a number for each side")


@lru_cache
def _preset(name: str):
    return load(name)


def _check_worth(line: ResultLine) -> None:
    """Whether a built-in preset's worth follows from the scores: a line changed by hand seldom remembers that."""
    if line.preset not in NAMES:
        return
    try:
        true = _weighed(line.preset, tuple(side.holes for side in line.sides))
    except ScoreError as error:
        raise LineError(f"scores: {error}") from None
    if _preset(line.preset).low_game is False and true != line.sides:
        raise LineError("winner, level, points and spread do not follow from its scores")


@lru_cache(maxsize=10_000)
def _weighed(preset: str, scores: Sequence[int]) -> tuple[Side, ...]:
    return tuple(weigh(_preset(preset), scores))


@lru_cache(maxsize=1024)
def packed(sides: tuple[Side, ...]) -> str:
    """Sides as short JSON, to be kept beside their line."""
    return json.dumps([[s.won, s.points, s.spread, s.level, s.holes] for s in sides], separators=(",", ":"))


@lru_cache(maxsize=1024)
def unpacked(text: str) -> tuple[Side, ...]:
    """What `packed` made the text of."""
    return tuple(Side(*parts) for parts in json.loads(text))


def link_after_clearing(n: int, board: str, prev: str, event: str, key: bytes) -> str:
    """What a board's next line names after its log has been cleared behind result `n`, whose link is `prev`."""
    start = f'{{{cleared(n, board, event)},"prev":"{prev}"'
    return seal.link(f'{start},"mac":"{seal.mac(key, start.encode())}"}}'.encode())
