"""Parse result lines of boards (DESIGN.md section 5)."""

import json
from functools import lru_cache
from typing import NamedTuple

from firmware.journal.seal import MAC_DIGITS, PREV_DIGITS, line_hash, result_code, seal_mac
from firmware.rules.outcome import END_FORFEIT, END_NAMES, END_PLAYED, NOBODY
from firmware.rules.presets import PRESET_NAMES, load_preset
from firmware.rules.result_line import cleared_body
from host_tools.i18n import message
from host_tools.results.game_value import TEAMS, ScoreError, Side, game_value

VERSIONS = (1, 2)
"""Formats that are read; the second has `began`, `judged` and `muggins` besides."""
REOPENED = "reopened"
CLEARED = "cleared"
LONGEST = 2000
"""Characters; a line of a board has some 500."""


class LineError(ValueError):
    """A text that is no valid result line; the message says why."""


class ResultLine(NamedTuple):
    """A board's parsed line. `n` counts the board's results; `replaces` is the `n` that a reopening cancels, else 0.

    `digest` is the line's hash, `prev` the hash of the board's line before. `sides` are A, B, … `at` and `began` are
    when the line was written and when the game's first peg moved, in seconds since 1970; None if the board had no clock
    (`began` also in version 1). `judged`: number of a judge's decisions in the game; `muggins`: whether muggins was
    agreed; both None in version 1.
    """

    text: str
    version: int
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
    at: int | None
    began: int | None
    judged: int | None
    muggins: bool | None

    @property
    def code(self) -> str:
        """The four digits that the board shows for this result; "" if it is not sealed."""
        return result_code(self.mac)


def bare_line(text: str) -> str:
    """Return the result line in `text`: `text` itself, or the field `result` of a board's reply on the serial line."""
    text = text.strip()
    start = text.find('"result":{')
    return text[start + 9 : -1] if text.startswith('{"id":') and start >= 0 else text


def parse_line(text: str) -> ResultLine:
    """Parse and validate one result line. Raises LineError."""
    fields = _decode_fields(text)
    end = CLEARED if CLEARED in fields else _text_field(fields, "end", 12)
    version, preset = fields["v"], _text_field(fields, "preset", 16)
    return ResultLine(
        text,
        version,
        line_hash(text.encode()),
        _hex_field(fields, "prev", PREV_DIGITS),
        _hex_field(fields, "mac", MAC_DIGITS),
        _text_field(fields, "board", 40),
        _whole_number(fields, "n", 0 if CLEARED in fields else 1, 2**31 - 1),
        _text_field(fields, "event", 40),
        _whole_number(fields, "round", 0, 9999),
        _whole_number(fields, "table", 0, 2**20),
        _whole_number(fields, "game", 0, 999),
        preset,
        end,
        _whole_number(fields, "replaces", 1, 2**31 - 1) if end == REOPENED else 0,
        fields.get("signed") is True,
        () if end in (REOPENED, CLEARED) else _parse_sides(fields, end, preset, version),
        _clock_time_field(fields, "at"),
        *_version_2_fields(fields, end),
    )


def _version_2_fields(fields: dict, end: str) -> tuple[int | None, int | None, bool | None]:
    """Return `began`, `judged` and `muggins`, all None in version 1. Raises LineError if a game's line lacks one.

    A line that reopens a game or clears the log may lack them: None, 0, False.
    """
    if fields["v"] == 1:
        return None, None, None
    if end not in END_NAMES:
        fields = {"began": None, "judged": 0, "muggins": False} | fields
    if type(fields.get("muggins")) is not bool:
        raise LineError(message("desk.line.muggins"))
    if "began" not in fields:
        raise LineError(message("desk.line.began"))
    return _clock_time_field(fields, "began"), _whole_number(fields, "judged", 0, 9999), fields["muggins"]


def _clock_time_field(fields: dict, name: str) -> int | None:
    """Return a time in seconds since 1970; None if the board had no clock. Raises LineError."""
    value = fields.get(name)
    if value is not None and (type(value) is not int or not 0 <= value < 2**40):
        raise LineError(message("desk.line.clock", field=name))
    return value


def _decode_fields(text: str) -> dict:
    """Decode a line's JSON, and check its version and that `mac` comes last. Raises LineError."""
    if len(text) > LONGEST:
        raise LineError(message("desk.line.long", longest=LONGEST))
    try:
        fields = _decode(text)
    except (ValueError, RecursionError):
        raise LineError(message("desk.line.json")) from None
    if not isinstance(fields, dict) or "mac" not in fields or "n" not in fields:
        raise LineError(message("desk.line.result"))
    version = fields.get("v")
    if type(version) is not int or version not in VERSIONS:
        versions = message("desk.page.and").join(map(str, VERSIONS))
        raise LineError(message("desk.line.version", version=version, versions=versions))
    # A mac that is not the last field would leave part of the line unsealed.
    if not text.endswith(f'"mac":"{fields["mac"]}"}}'):
        raise LineError(message("desk.line.mac"))
    return fields


def _refuse_constant(name: str) -> None:
    """Refuse NaN and Infinity, which Python's decoder accepts and JSON does not have. Raises ValueError."""
    raise ValueError(name)


_decode = json.JSONDecoder(parse_constant=_refuse_constant).decode


def _whole_number(fields: dict, name: str, low: int, high: int) -> int:
    """Return a whole number from `low` to `high`; a line that clears the log may lack it: `low`. Raises LineError."""
    value = fields.get(name, low if CLEARED in fields else None)
    if type(value) is not int or not low <= value <= high:
        raise LineError(message("desk.line.whole", field=name, low=low, high=high))
    return value


def _text_field(fields: dict, name: str, longest: int) -> str:
    """Return a printable text field; a line that clears the log may lack it: "". Raises LineError."""
    value = fields.get(name, "" if CLEARED in fields else None)
    if not isinstance(value, str) or len(value) > longest:
        raise LineError(message("desk.line.text", field=name, limit=longest))
    if not value.isprintable():
        raise LineError(message("desk.line.plain", field=name))
    return value


def _hex_field(fields: dict, name: str, digits: int) -> str:
    """Return a text of exactly `digits` lower-case hex digits, or "". Raises LineError."""
    value = fields.get(name)
    if not isinstance(value, str) or len(value) not in (0, digits) or value.strip("0123456789abcdef"):
        raise LineError(message("desk.line.hex", field=name, digits=digits))
    return value


def _parse_sides(fields: dict, end: str, preset: str, version: int) -> tuple[Side, ...]:
    """Return the sides of a line, validated against its preset. Raises LineError."""
    if end not in END_NAMES:
        raise LineError(message("desk.line.end", ends=", ".join(END_NAMES)))
    scores, points, spread = (fields.get(name) for name in ("scores", "points", "spread"))
    teams = TEAMS[: len(scores)] if isinstance(scores, dict) else ""
    if len(teams) < 2 or set(teams) != set(scores or ()):
        raise LineError(message("desk.line.scores"))
    spread = dict.fromkeys(teams, 0) if spread is None else spread
    numbers = (_numbers(scores, teams), _numbers(points, teams), _numbers(spread, teams))
    winner = fields.get("winner")
    if winner is not None and (not isinstance(winner, str) or len(winner) != 1 or winner not in teams):
        raise LineError(message("desk.line.winner"))
    has_checks = end == END_NAMES[END_PLAYED] or version > 1
    return _validate_sides(
        *numbers, teams, winner, _whole_number(fields, "level", 0, 3), preset if has_checks else "", end
    )


def _numbers(by_team: object, teams: str) -> tuple[int, ...]:
    """Return the numbers of a JSON object in the order of `teams`, its keys. Raises LineError for anything else."""
    if isinstance(by_team, dict) and len(by_team) == len(teams):
        numbers = tuple([by_team.get(team, "") for team in teams])
        if set(map(type, numbers)) == {int} and min(numbers) >= -999 and max(numbers) <= 999:
            return numbers
    raise LineError(message("desk.line.numbers"))


Numbers = tuple[int, ...]


@lru_cache(maxsize=10_000)
def _validate_sides(
    holes: Numbers, points: Numbers, spread: Numbers, teams: str, winner: str | None, level: int, preset: str, end: str
) -> tuple[Side, ...]:
    """Build the sides, each tuple being in the order of `teams`. Raises LineError unless winner, points and spread
    follow from the front pegs: a line edited by hand often fails this."""
    results = []
    for team, own_points, own_spread, own_holes in zip(teams, points, spread, holes, strict=True):
        won = None if winner is None else team == winner
        results.append(Side(won, own_points, own_spread, level if won else 0, own_holes))
    sides = tuple(results)
    _check_worth(sides, preset, end)
    return sides


def _check_worth(sides: tuple[Side, ...], preset: str, end: str) -> None:
    """Raise LineError unless points and spread follow from the front pegs; unknown presets are not checked."""
    if preset not in PRESET_NAMES or load_preset(preset).low_game:
        return
    forfeiting_side = NOBODY
    if end != END_NAMES[END_PLAYED]:
        if len(sides) > 2 or sides[0].won is None:
            return  # The line does not say which of several sides forfeits.
        if end == END_NAMES[END_FORFEIT]:
            forfeiting_side = sides.index(next(side for side in sides if not side.won))
    holes = [side.holes for side in sides]
    try:
        computed = game_value(load_preset(preset), holes, end, forfeiting_side)
    except ScoreError as error:
        raise LineError(message("desk.line.worth_of", why=error)) from None
    if tuple(computed) != sides:
        raise LineError(message("desk.line.worth"))


@lru_cache(maxsize=10_000)
def pack_sides(sides: tuple[Side, ...]) -> str:
    """Encode sides as short JSON, to be stored beside their line."""
    return json.dumps([[s.won, s.points, s.spread, s.level, s.holes] for s in sides], separators=(",", ":"))


@lru_cache(maxsize=10_000)
def unpack_sides(text: str) -> tuple[Side, ...]:
    """Decode the sides that `pack_sides` encoded."""
    return tuple(Side(*parts) for parts in json.loads(text))


def links_after_clearing(n: int, board: str, prev: str, event: str, key: bytes) -> list[str]:
    """Compute the possible hashes of the line that says the log was cleared after result `n`, whose hash is `prev`: one
    for each format that the board's firmware may write."""
    fields = cleared_body(n, board, event).partition(",")[2]
    bodies = [f'{{"v":{version},{fields},"prev":"{prev}"' for version in VERSIONS]
    return [line_hash(f'{start},"mac":"{seal_mac(key, start.encode())}"}}'.encode()) for start in bodies]
