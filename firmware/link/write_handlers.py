"""Handlers of serial-protocol requests that change the board; they check the PIN, if one is set."""

from ..board_operations import clear_results, configure, judge, set_time
from ..config import TEAMS
from ..hardware_config import HARDWARE_FIELDS
from ..rules.events import EVENT_AWARD
from ..rules.judge import OPERATIONS, most_holes
from ..settings import SettingsError, is_encodable
from .request_validation import LinkError, check_pin, whole_number

_EARLIEST = 1577836800
"""Seconds since 1970 at the start of 2020, before the first board was made."""
_LATEST = 4102444800
"""Seconds since 1970 at the start of 2100."""


def _configure(board, request: dict):
    """Apply the settings in the request. Yields `at_next_start`: the fields that need a restart. Raises LinkError."""
    check_pin(board, request)
    fields = {}
    for field in request:
        if field not in ("id", "do", "pin"):
            fields["pin" if field == "new_pin" else field] = request[field]
    round = fields.pop("round", None)
    if round is not None and (not isinstance(round, int) or round is True or not 1 <= round <= 999):
        raise LinkError("bad-value", "round: a whole number from 1 to 999")
    try:
        configure(board, fields, round)
    except SettingsError as error:
        raise LinkError("bad-value", str(error)) from None
    except RuntimeError as error:
        raise LinkError("busy", str(error)) from None
    later = [field for field in HARDWARE_FIELDS if field in fields]
    return iter(((("at_next_start", later),),) if later else ())


def _judge(board, request: dict):
    """Apply a judge's decision; yields no data. Raises LinkError for a wrong field, or a decision not allowed."""
    check_pin(board, request)
    op = request.get("op")
    if op not in OPERATIONS:
        raise LinkError("bad-value", "op: one of " + " ".join(OPERATIONS))
    amount = whole_number(request, "true" if op == "false-claim" else "n", 0)
    reason = request.get("reason", "")
    if not isinstance(reason, str) or not is_encodable(reason):
        raise LinkError("bad-value", "reason: text")
    kind = EVENT_AWARD + OPERATIONS.index(op)
    objection_number = judge(board, kind, _team(request, "team"), amount, _team(request, "to"), reason)
    if objection_number:
        raise LinkError("not-allowed", _objection_message(objection_number, board.match, kind))
    return iter(())


def _team(request: dict, field: str) -> int:
    """Return the number of the team whose letter is in a field; -1 if there is none."""
    team = request.get(field)
    return TEAMS.find(team) if isinstance(team, str) and len(team) == 1 else -1


def _objection_message(number: int, match, kind: int) -> str:
    """Return the message for an objection's number (`rules.judge`) to a decision of this kind."""
    teams = " ".join(TEAMS[: match.teams])
    return (
        "",
        "no finished game to reopen, or the next one has begun",
        "the game is over; reopen it first",
        "team: one of " + teams,
        "no false claim where the first to the target loses",
        "true: the team's true front peg, from 0 to %d" % (match.game.target - 1),
        "n: a whole number from 1 to %d" % most_holes(match, kind),
        "to: the other team, of " + teams,
        "no round has begun; OK on the board begins it",
    )[number]


def _clear(board, request: dict):
    """Clear the results if the field `link` is the hash of the last line, proof of their export. Raises LinkError."""
    check_pin(board, request)
    link = request.get("link")
    if not isinstance(link, str):
        raise LinkError("bad-value", "link: the hash of the last line, as its export gives it")
    try:
        if not clear_results(board, link):
            raise LinkError("not-exported", "link: not the hash of the last line; export the results first")
    except OSError as error:
        raise LinkError("flash", "not cleared: %s" % error) from None
    return iter(())


def _time(board, request: dict):
    """Set the board's time of day to the field `at`, seconds since 1970. Raises LinkError."""
    check_pin(board, request)
    seconds = whole_number(request, "at", None)
    if not _EARLIEST <= seconds < _LATEST:
        raise LinkError("bad-value", "at: seconds since 1970, from 2020 to 2099")
    set_time(board, seconds)
    return iter(())


def _network(board, request: dict):
    """Store the Wi-Fi and broker settings, and connect. The module is loaded only here. Raises LinkError."""
    from ..network_settings import store_network

    check_pin(board, request)
    fields = {field: request[field] for field in request if field not in ("id", "do", "pin")}
    try:
        store_network(board, fields)
    except SettingsError as error:
        raise LinkError("bad-value", str(error)) from None
    except RuntimeError as error:
        raise LinkError("busy", str(error)) from None
    return iter(())


WRITE_HANDLERS = {"clear": _clear, "configure": _configure, "judge": _judge, "network": _network, "time": _time}
