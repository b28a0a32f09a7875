"""Parse result lines of boards (DESIGN.md section 5). Runs on MicroPython too, in the captain's page."""

import json

from firmware.config import TEAMS
from firmware.journal.seal import MAC_DIGITS, PREV_DIGITS, line_hash, result_code
from firmware.rules.outcome import END_FORFEIT, END_NAMES, END_PLAYED, NOBODY
from firmware.rules.presets import PRESET_NAMES, load_preset
from firmware.rules.result_line import cleared_body

from .game_value import ScoreError, Side, game_value
from .interpreter import decode_json, lru_cache, seal_mac
from .result_error import ResultError

VERSIONS = (1, 2)
"""Formats that are read; the second has `began`, `judged` and `muggins` besides."""
REOPENED = "reopened"
CLEARED = "cleared"
LONGEST = 2000
"""Characters; a line of a board has some 500."""
_PRINTABLE_ASCII = {chr(code) for code in range(0x20, 0x7F)}
# fmt: off
_INVISIBLE = (
    (0, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x61C, 0x61C), (0x200B, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F),
    (0xD800, 0xDFFF), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFB), (0xE0000, 0xE007F),
)
# fmt: on
"""First and last of the control characters, of those that are invisible or change the direction, and surrogates."""


class LineError(ResultError):
    """A text that is no valid result line; the message says why."""

    def __init__(self, name: str, **values: object) -> None:
        super().__init__(f"desk.line.{name}", **values)


class ResultLine:
    """A board's parsed line. `n` counts the board's results; `replaces` is the `n` that a reopening cancels, else 0.

    `digest` is the line's hash, `prev` the hash of the board's line before. `sides` are A, B, … `at` and `began` are
    when the line was written and when the game's first peg moved, in seconds since 1970; None if the board had no clock
    (`began` also in version 1). `judged`: number of a judge's decisions in the game; `muggins`: whether muggins was
    agreed; both None in version 1.
    """

    def __init__(self, text: str, fields: dict) -> None:
        """Read the decoded `fields` of a line. Raises LineError."""
        cleared = CLEARED in fields
        self.text = text
        self.version: int = fields["v"]
        self.end = CLEARED if cleared else _text_field(fields, "end", 12)
        self.preset = _text_field(fields, "preset", 16)
        self.digest = line_hash(text.encode())
        self.prev = _hex_field(fields, "prev", PREV_DIGITS)
        self.mac = _hex_field(fields, "mac", MAC_DIGITS)
        self.board = _text_field(fields, "board", 40)
        self.n = _whole_number(fields, "n", 0 if cleared else 1, 2**31 - 1)
        self.event = _text_field(fields, "event", 40)
        self.round = _whole_number(fields, "round", 0, 9999)
        self.table = _whole_number(fields, "table", 0, 2**20)
        self.game = _whole_number(fields, "game", 0, 999)
        self.replaces = _whole_number(fields, "replaces", 1, 2**31 - 1) if self.end == REOPENED else 0
        self.signed = fields.get("signed") is True
        is_game = self.end not in (REOPENED, CLEARED)
        self.sides = _parse_sides(fields, self.end, self.preset, self.version) if is_game else ()
        self.at = _clock_time_field(fields, "at")
        self.began, self.judged, self.muggins = _version_2_fields(fields, self.end)

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
    return ResultLine(text, _decode_fields(text))


def _version_2_fields(fields: dict, end: str) -> tuple[int | None, int | None, bool | None]:
    """Return `began`, `judged` and `muggins`, all None in version 1. Raises LineError if a game's line lacks one.

    A line that reopens a game or clears the log may lack them: None, 0, False.
    """
    if fields["v"] == 1:
        return None, None, None
    if end not in END_NAMES:
        fields = {"began": None, "judged": 0, "muggins": False} | fields
    if type(fields.get("muggins")) is not bool:
        raise LineError("muggins")
    if "began" not in fields:
        raise LineError("began")
    return _clock_time_field(fields, "began"), _whole_number(fields, "judged", 0, 9999), fields["muggins"]


def _clock_time_field(fields: dict, name: str) -> int | None:
    """Return a time in seconds since 1970; None if the board had no clock. Raises LineError."""
    value = fields.get(name)
    if value is not None and (type(value) is not int or not 0 <= value < 2**40):
        raise LineError("clock", field=name)
    return value


def _decode_fields(text: str) -> dict:
    """Decode a line's JSON, and check its version and that `mac` comes last. Raises LineError."""
    if len(text) > LONGEST:
        raise LineError("long", longest=LONGEST)
    try:
        fields = decode_json(text)
    except (ValueError, RuntimeError):  # The second for too many brackets, one in another.
        raise LineError("json") from None
    if not isinstance(fields, dict) or "mac" not in fields or "n" not in fields or type(fields.get("v")) is not int:
        raise LineError("result")
    if fields["v"] not in VERSIONS:
        raise LineError("version", version=fields["v"], newest=VERSIONS[-1])
    # A mac that is not the last field would leave part of the line unsealed.
    if not text.endswith(f'"mac":"{fields["mac"]}"}}'):
        raise LineError("mac")
    return fields


def _whole_number(fields: dict, name: str, low: int, high: int) -> int:
    """Return a whole number from `low` to `high`; a line that clears the log may lack it: `low`. Raises LineError."""
    value = fields.get(name, low if CLEARED in fields else None)
    if type(value) is not int or not low <= value <= high:
        raise LineError("whole", field=name, low=low, high=high)
    return value


def _text_field(fields: dict, name: str, longest: int) -> str:
    """Return a printable text field; a line that clears the log may lack it: "". Raises LineError."""
    value = fields.get(name, "" if CLEARED in fields else None)
    if not isinstance(value, str) or len(value) > longest:
        raise LineError("text", field=name, limit=longest)
    if not _PRINTABLE_ASCII.issuperset(value) and any(_is_invisible(ord(mark)) for mark in value):
        raise LineError("plain", field=name)
    return value


def _is_invisible(code: int) -> bool:
    return any(first <= code <= last for first, last in _INVISIBLE)


def _hex_field(fields: dict, name: str, digits: int) -> str:
    """Return a text of exactly `digits` lower-case hex digits, or "". Raises LineError."""
    value = fields.get(name)
    if not isinstance(value, str) or len(value) not in (0, digits) or value.strip("0123456789abcdef"):
        raise LineError("hex", field=name, digits=digits)
    return value


def _parse_sides(fields: dict, end: str, preset: str, version: int) -> tuple[Side, ...]:
    """Return the sides of a line, validated against its preset. Raises LineError."""
    if end not in END_NAMES:
        raise LineError("end", ends=", ".join(END_NAMES))
    scores, points, spread = (fields.get(name) for name in ("scores", "points", "spread"))
    teams = TEAMS[: len(scores)] if isinstance(scores, dict) else ""
    if len(teams) < 2 or set(teams) != set(scores or ()):
        raise LineError("scores")
    spread = dict.fromkeys(teams, 0) if spread is None else spread
    numbers = (_numbers(scores, teams), _numbers(points, teams), _numbers(spread, teams))
    winner = fields.get("winner")
    if winner is not None and (not isinstance(winner, str) or len(winner) != 1 or winner not in teams):
        raise LineError("winner")
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
    raise LineError("numbers")


@lru_cache(maxsize=10_000)
def _validate_sides(
    holes: tuple, points: tuple, spread: tuple, teams: str, winner: str | None, level: int, preset: str, end: str
) -> tuple[Side, ...]:
    """Build the sides, each tuple being in the order of `teams`. Raises LineError unless winner, points and spread
    follow from the front pegs: a line edited by hand often fails this."""
    results = []
    for team, own_points, own_spread, own_holes in zip(teams, points, spread, holes):
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
        raise LineError("worth_of", why=error) from None
    if tuple(computed) != sides:
        raise LineError("worth")


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
