"""Handlers of serial-protocol requests that change the board; they check the PIN, if one is set."""

from ..board_operations import clear_results, configure, judge, objection_now
from ..config import TEAMS
from ..hardware_config import HARDWARE_FIELDS
from ..messages import BusyError, CodedError
from ..net.network_settings import store_network
from ..rules.decisions import DECISION_NAMES, DECISIONS, NEEDS_TRUE_PEG
from ..rules.events import EVENT_DEAL
from ..rules.match import PLAYING
from ..seating import SEATING_FILE, check_names
from ..settings import is_encodable
from .request_validation import LinkError, check_pin, whole_number

_EARLIEST = 1577836800
"""Seconds since 1970 at the start of 2020, before the first board was made."""
_LATEST = 4102444800
"""Seconds since 1970 at the start of 2100."""


def _configure(board, request: dict):
    """Apply the settings in the request. Yields `at_next_start`: the fields that need a restart. Raises CodedError."""
    check_pin(board, request)
    fields = {}
    for field in request:
        if field not in ("id", "do", "pin"):
            fields["pin" if field == "new_pin" else field] = request[field]
    round = fields.pop("round", None)
    if round is not None and (not isinstance(round, int) or round is True or not 1 <= round <= 999):
        raise CodedError("not-within", field="round", low=1, high=999)
    anew = fields.pop("anew", False)
    if not isinstance(anew, bool):
        raise CodedError("no-boolean", field="anew")
    names = fields.pop("names", None)
    if names is None:
        yield from board.do(configure(board, fields, round, anew))
    else:
        yield from board.do(_configure_with_names(board, fields, round, names))
    later = [field for field in HARDWARE_FIELDS if field in fields]
    if later:
        yield (("at_next_start", later),)


def _configure_with_names(board, fields: dict, round, names):
    """Apply the settings, store the names of who is to play the board's round at its table, and have displays say them.

    Yields after each piece of work but the last. Raises CodedError.
    """
    check_names(names, fields.get("teams", board.settings.teams))
    yield from configure(board, fields, round)
    yield
    values = board.settings.values
    seating = board.network_loader.seating_record()
    try:
        yield from seating.store(seating.serial, names, [values["event"], board.match.tally.round, values["table"]])
    except OSError as error:
        raise CodedError("not-kept", file=SEATING_FILE, why=str(error)) from None
    board.display_loader.prepare()


def _judge(board, request: dict):
    """Apply a judge's decision, or ask for it: then yields `asked`, as `status` has it.

    Raises CodedError for a wrong field, or a decision not allowed.
    """
    check_pin(board, request)
    op = request.get("op")
    if op not in DECISION_NAMES:
        raise CodedError("not-one-of", field="op", known=" ".join(DECISION_NAMES))
    decision = DECISIONS[DECISION_NAMES.index(op)]
    amount = whole_number(request, "true" if decision.needs & NEEDS_TRUE_PEG else "holes", 0)
    reason = request.get("reason", "")
    if not isinstance(reason, str) or not is_encodable(reason):
        raise CodedError("no-text", field="reason")
    team, other = _team(request, "team"), _team(request, "to")
    objection_number = objection_now(board, decision, team, amount, other)
    if objection_number:
        raise _objection_error(objection_number, board.match, decision)
    return judge(board, decision, team, amount, other, reason)


def _team(request: dict, field: str) -> int:
    """Return the number of the team whose letter is in a field; -1 if there is none."""
    team = request.get(field)
    return TEAMS.find(team) if isinstance(team, str) and len(team) == 1 else -1


def _objection_error(number: int, match, decision) -> LinkError:
    """Return the refusal for an objection's number (`rules.judge`) to a decision of this kind."""
    code = (
        "",
        "nothing-to-reopen",
        "game-over",
        "no-such-team",
        "low-game",
        "no-such-hole",
        "no-such-amount",
        "no-other-team",
    )[number]
    high = decision.most(match) if decision.most else 0
    return LinkError("not-allowed", code, teams=" ".join(TEAMS[: match.teams]), high=high)


def _clear(board, request: dict):
    """Clear the results if the field `link` is the hash of the last line, proof of their export; yields None meanwhile.

    Raises CodedError.
    """
    check_pin(board, request)
    link = request.get("link")
    if not isinstance(link, str):
        raise CodedError("no-hash")
    if link != board.results.prev:
        raise LinkError("not-exported", "not-exported")
    try:
        yield from board.do(clear_results(board))
    except OSError as error:
        raise LinkError("flash", "not-cleared", why=str(error)) from None


def _deal(board, request: dict):
    """Tell the board whose deal it is: of the player in the field `seat`, from 0. Raises CodedError."""
    check_pin(board, request)
    match = board.match
    seat = whole_number(request, "seat", None)
    if not 0 <= seat < match.seats():
        raise CodedError("not-within", field="seat", low=0, high=match.seats() - 1)
    if match.stage != PLAYING or match.dealing():
        raise LinkError("not-allowed", "game-over")
    board.actions.commit(EVENT_DEAL, seat % match.teams, seat + 1)
    return iter(())


def _time(board, request: dict):
    """Set the board's time of day to the field `at`, seconds since 1970. Raises CodedError."""
    check_pin(board, request)
    seconds = whole_number(request, "at", None)
    if not _EARLIEST <= seconds < _LATEST:
        raise CodedError("bad-time")
    board.clock.set_time(seconds)
    return iter(())


def _network(board, request: dict):
    """Store the Wi-Fi and broker settings, and connect; yields None meanwhile. Raises CodedError.

    BusyError if a game has begun: to switch a radio on takes a quarter of a second.
    """
    check_pin(board, request)
    if board.console.playing():
        raise BusyError("playing-network")
    fields = {field: request[field] for field in request if field not in ("id", "do", "pin")}
    yield from board.do(store_network(board.hal.disk, board.network_loader, fields))


WRITE_HANDLERS = {
    "clear": _clear,
    "configure": _configure,
    "deal": _deal,
    "judge": _judge,
    "network": _network,
    "time": _time,
}
