"""What a host may ask, and the answers: data lines, then one that says how it went (DESIGN.md section 5)."""

import json

from ..config import TEAMS
from ..rules import events, judge
from ..settings import SettingsError
from .status import state

VERSION = 1


class LinkError(Exception):
    """A request that cannot be met: an error code for programs, and words for people."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


def answers(board, line: bytes):
    """Yield the reply's lines, str without line ends, to one request line of a host."""
    request = None
    try:
        request = _parse(line)
        for data in _verb(request)(board, request):
            yield _reply(request, data)
    except LinkError as refusal:
        yield _reply(request, {"ok": False, "error": refusal.code, "detail": refusal.detail})
    else:
        yield _reply(request, {"ok": True})


def _reply(request, data) -> str:
    number = request.get("id") if request else None
    if isinstance(data, str):
        return '{"id":%s,"result":%s}' % (json.dumps(number), data)
    reply = {"id": number}
    reply.update(data)
    return json.dumps(reply)


def _parse(line: bytes) -> dict:
    if not line:
        raise LinkError("too-long", "a line has at most 480 bytes")
    try:
        request = json.loads(line)
    except ValueError:
        raise LinkError("bad-json", "one JSON object a line") from None
    if not isinstance(request, dict):
        raise LinkError("bad-json", "one JSON object a line")
    return request


def _verb(request: dict):
    verb = request.get("do")
    if not isinstance(verb, str) or verb not in _VERBS:
        raise LinkError("unknown-verb", "do: one of " + " ".join(sorted(_VERBS)))
    return _VERBS[verb]


def _need_pin(board, request: dict) -> None:
    if not board.pin.digits:
        return
    given = request.get("pin")
    if board.pin.locked(board.clock):
        raise LinkError("locked", "three wrong PINs; wait 30 s")
    if not isinstance(given, str):
        raise LinkError("pin", "pin: the board's PIN is needed")
    given = given.encode()
    if not board.pin.check(given, len(given), board.clock):
        raise LinkError("pin", "pin: the board's PIN is needed")


def _whole(request: dict, field: str, default) -> int:
    value = request.get(field, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise LinkError("bad-value", "%s: a whole number" % field)
    return value


def _hello(board, request: dict):
    values = board.settings.values
    yield {
        "board": board.uid,
        "name": values["name"],
        "table": values["table"],
        "event": values["event"],
        "link": VERSION,
        "tracks": board.settings.tracks,
    }


def _status(board, request: dict):
    status = state(board.match, board.console)
    status["clock"] = board.clock
    status["results"] = board.results.count
    status["code"] = board.results.code
    status["notes"] = board.notes
    status.update(board.measures.told())
    yield status


def _selftest(board, request: dict):
    from .selftest import report

    lights = request.get("lights", False)
    if not isinstance(lights, bool):
        raise LinkError("bad-value", "lights: true or false")
    if lights:
        _need_pin(board, request)
        try:
            board.test_lights()
        except RuntimeError as error:
            raise LinkError("busy", str(error)) from None
    yield report(board)


def _results(board, request: dict):
    limit = _whole(request, "limit", 1000)
    for line in board.results.since(_whole(request, "since", 0)):
        if limit <= 0:
            break
        limit -= 1
        yield line


def _configure(board, request: dict):
    _need_pin(board, request)
    fields = {}
    for field in request:
        if field not in ("id", "do", "pin"):
            fields["pin" if field == "new_pin" else field] = request[field]
    round = fields.pop("round", None)
    if round is not None and (not isinstance(round, int) or round is True or not 1 <= round <= 999):
        raise LinkError("bad-value", "round: a whole number from 1 to 999")
    try:
        board.configure(fields, round)
    except SettingsError as error:
        raise LinkError("bad-value", str(error)) from None
    except RuntimeError as error:
        raise LinkError("busy", str(error)) from None
    return iter(())


def _judge(board, request: dict):
    _need_pin(board, request)
    op = request.get("op")
    if op not in judge.OPERATIONS:
        raise LinkError("bad-value", "op: one of " + " ".join(judge.OPERATIONS))
    team = request.get("team")
    number = TEAMS.find(team) if isinstance(team, str) and len(team) == 1 else -1
    amount = _whole(request, "true" if op == "false-claim" else "n", 0)
    reason = request.get("reason", "")
    if not isinstance(reason, str) or any("\ud800" <= c <= "\udfff" for c in reason):
        raise LinkError("bad-value", "reason: text")
    why = board.judge(events.AWARD + judge.OPERATIONS.index(op), number, amount, reason)
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
    _need_pin(board, request)
    link = request.get("link")
    if not isinstance(link, str):
        raise LinkError("bad-value", "link: the name of the last line, as its export gives it")
    try:
        if not board.clear_results(link):
            raise LinkError("not-exported", "link: not the name of the last line; export the results first")
    except OSError as error:
        raise LinkError("flash", "not cleared: %s" % error) from None
    return iter(())


def _time(board, request: dict):
    _need_pin(board, request)
    board.set_time(_whole(request, "at", None))
    return iter(())


_VERBS = {
    "hello": _hello,
    "status": _status,
    "results": _results,
    "clear": _clear,
    "configure": _configure,
    "judge": _judge,
    "time": _time,
    "selftest": _selftest,
}
