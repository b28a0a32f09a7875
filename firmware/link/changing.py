"""Verbs that change something: each needs the PIN where one is set."""

from ..config import TEAMS
from ..rules import events, judge
from ..settings import SettingsError
from .request import LinkError, need_pin, whole

_EARLIEST = 1577836800
"""2020: before there was such a board."""
_LATEST = 4102444800
"""2100."""


def _configure(board, request: dict):
    need_pin(board, request)
    fields = {}
    for field in request:
        if field not in ("id", "do", "pin"):
            fields["pin" if field == "new_pin" else field] = request[field]
    round = fields.pop("round", None)
    if round is not None and (not isinstance(round, int) or round is True or not 1 <= round <= 999):
        raise LinkError("bad-value", "round: a whole number from 1 to 999")
    try:
        board.office().configure(fields, round)
    except SettingsError as error:
        raise LinkError("bad-value", str(error)) from None
    except RuntimeError as error:
        raise LinkError("busy", str(error)) from None
    return iter(())


def _judge(board, request: dict):
    need_pin(board, request)
    op = request.get("op")
    if op not in judge.OPERATIONS:
        raise LinkError("bad-value", "op: one of " + " ".join(judge.OPERATIONS))
    team = request.get("team")
    number = TEAMS.find(team) if isinstance(team, str) and len(team) == 1 else -1
    amount = whole(request, "true" if op == "false-claim" else "n", 0)
    reason = request.get("reason", "")
    if not isinstance(reason, str) or any("\ud800" <= c <= "\udfff" for c in reason):
        raise LinkError("bad-value", "reason: text")
    why = board.office().judge(events.AWARD + judge.OPERATIONS.index(op), number, amount, reason)
    if why:
        raise LinkError("not-allowed", _objection(why, board.match))
    return iter(())


def _objection(why: int, match) -> str:
    target = match.game.target
    return (
        "",
        "no finished game to reopen, or the next one has begun",
        "the game is over; reopen it first",
        "team: one of " + " ".join(TEAMS[: match.teams]),
        "no false claim where the first to the target loses",
        "true: the team's true front peg, from 0 to %d" % (target - 1),
        "n: a whole number from 1 to %d" % target,
    )[why]


def _clear(board, request: dict):
    need_pin(board, request)
    link = request.get("link")
    if not isinstance(link, str):
        raise LinkError("bad-value", "link: the name of the last line, as its export gives it")
    try:
        if not board.office().clear_results(link):
            raise LinkError("not-exported", "link: not the name of the last line; export the results first")
    except OSError as error:
        raise LinkError("flash", "not cleared: %s" % error) from None
    return iter(())


def _time(board, request: dict):
    need_pin(board, request)
    at = whole(request, "at", None)
    if not _EARLIEST <= at < _LATEST:
        raise LinkError("bad-value", "at: seconds since 1970, from 2020 to 2099")
    board.office().set_time(at)
    return iter(())


VERBS = {"clear": _clear, "configure": _configure, "judge": _judge, "time": _time}
