"""Encodes the result line of a finished game as JSON (DESIGN.md section 5), in the same order on every interpreter."""

from ..config import TEAMS
from .outcome import END_NAMES, NOBODY

RESULT_VERSION = 2


def result_body(match, n: int, board: str, values: dict, at, began) -> str:
    """Encode the JSON fields of a result line, without braces and without hash and HMAC, which `journal.results` adds.

    `n` counts the board's results from 1; `board` is its uid, `values` its settings. `at` and `began`, when the game
    ended and when its first peg moved, are seconds since 1970, or None if not known. The line of a reopened game names
    the result it replaces, the one before it.
    """
    head = '"v":%d,"n":%d,"board":"%s","event":%s,"round":%d,"table":%d,"game":%d,"preset":"%s"' % (
        RESULT_VERSION,
        n,
        board,
        json_string(values["event"]),
        match.tally.round,
        values["table"],
        match.tally.game,
        match.preset.name,
    )
    outcome = _outcome_fields(match) if match.over() else _reopen_fields(match, n)
    tail = '"at":%s,"began":%s,"judged":%d,"muggins":%s' % (
        _or_null(at),
        _or_null(began),
        match.tally.decisions,
        _json_bool(values["muggins"]),
    )
    return "%s,%s,%s" % (head, outcome, tail)


def cleared_body(n: int, board: str, event: str) -> str:
    """Encode the fields of the line that stands for results 1 to `n` in a log that has been cleared."""
    return '"v":%d,"n":%d,"board":"%s","event":%s,"cleared":true' % (RESULT_VERSION, n, board, json_string(event))


def _outcome_fields(match) -> str:
    """Encode the fields of a finished game, from `winner` to `ms`."""
    outcome = match.outcome
    teams = match.teams
    return '"winner":%s,"scores":%s,"level":%d,"points":%s,"spread":%s,"end":"%s","signed":%s,"moves":%d,"ms":%d' % (
        "null" if outcome.winner == NOBODY else '"%s"' % TEAMS[outcome.winner],
        _by_team(match.game.front, teams),
        outcome.level,
        _by_team(outcome.points, teams),
        _by_team(outcome.spread, teams) if match.preset.spread else "null",
        END_NAMES[match.end],
        _json_bool(match.signed),
        match.tally.moves,
        match.duration,
    )


def _reopen_fields(match, n: int) -> str:
    """Encode the fields of a reopened game, as for a finished one, and `replaces`: the result replaced."""
    teams = match.teams
    nought = (0, 0, 0, 0)
    return (
        '"winner":null,"scores":%s,"level":0,"points":%s,"spread":null,"end":"reopened","signed":%s,'
        '"moves":%d,"ms":0,"replaces":%d'
    ) % (
        _by_team(match.game.front, teams),
        _by_team(nought, teams),
        _json_bool(match.signed),
        match.tally.moves,
        n - 1,
    )


def _or_null(number) -> str:
    return "null" if number is None else str(number)


def _json_bool(value: bool) -> str:
    return "true" if value else "false"


def _by_team(values, teams: int) -> str:
    """Encode a JSON object that maps the letter of each of the first `teams` teams to its entry in `values`."""
    return "{%s}" % ",".join(['"%s":%d' % (TEAMS[t], values[t]) for t in range(teams)])


def json_string(text: str) -> str:
    """Encode a text as JSON, on every interpreter alike: UTF-8 unescaped, control characters as spaces."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"%s"' % "".join([c if c >= " " else " " for c in escaped])
