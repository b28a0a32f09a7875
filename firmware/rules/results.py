"""The result line of a finished game (DESIGN.md section 5), written in a fixed order on every interpreter."""

from .match import GAME_OVER
from .outcome import END_NAMES, NOBODY

VERSION = 1
_TEAMS = "ABCD"


def body(match, n: int, board: str, event: str, table: int, at) -> str:
    """The line's fields up to `at`, without the braces; `journal.results` chains and signs it.

    `n` counts the board's results from 1; `at` is the time of day in seconds since 1970 that a host has told, or
    None. A reopened game's line names the result it replaces, which is the one before it.
    """
    head = '"v":%d,"n":%d,"board":"%s","event":%s,"round":%d,"table":%d,"game":%d,"preset":"%s"' % (
        VERSION,
        n,
        board,
        _quoted(event),
        match.tally.round,
        table,
        match.tally.game,
        match.preset.name,
    )
    worth = _reopened(match, n) if match.stage < GAME_OVER else _worth(match)
    return '%s,%s,"at":%s' % (head, worth, "null" if at is None else str(at))


def cleared(n: int, board: str, event: str) -> str:
    """The fields of the line that stands for results 1 to `n` in a log that has been cleared."""
    return '"v":%d,"n":%d,"board":"%s","event":%s,"cleared":true' % (VERSION, n, board, _quoted(event))


def _worth(match) -> str:
    outcome = match.outcome
    teams = match.teams
    return '"winner":%s,"scores":%s,"level":%d,"points":%s,"spread":%s,"end":"%s","signed":%s,"moves":%d,"ms":%d' % (
        "null" if outcome.winner == NOBODY else '"%s"' % _TEAMS[outcome.winner],
        _by_team(match.game.front, teams),
        outcome.level,
        _by_team(outcome.points, teams),
        _by_team(outcome.spread, teams) if match.preset.spread else "null",
        END_NAMES[match.end],
        "true" if match.signed else "false",
        match.tally.moves,
        match.duration,
    )


def _reopened(match, n: int) -> str:
    teams = match.teams
    nought = (0, 0, 0, 0)
    return (
        '"winner":null,"scores":%s,"level":0,"points":%s,"spread":null,"end":"reopened","signed":true,'
        '"moves":%d,"ms":0,"replaces":%d'
    ) % (_by_team(match.game.front, teams), _by_team(nought, teams), match.tally.moves, n - 1)


def _by_team(values, teams: int) -> str:
    return "{%s}" % ",".join(['"%s":%d' % (_TEAMS[t], values[t]) for t in range(teams)])


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"%s"' % "".join([c if c >= " " else " " for c in escaped])
