"""What the hall is told, and what tables ask: a message, the round's clock, calls; kept in the audit log."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import AuditEntry, log_change, read_audit_log
from host_tools.desk.events.event import rounds_seated
from host_tools.desk.events.hall_rows import newest_rounds
from host_tools.desk.store.desk import Desk
from host_tools.i18n import message
from host_tools.table_numbers import hall_of

LONGEST_MESSAGE = 140
LONGEST_CLOCK = 600
"""Minutes."""
NOTICES = MESSAGE, CLOCK, _CALLED, _ANSWERED = "message", "round clock", "called", "answered"
"""Kinds of audit entries that change nothing else of the event."""


@dataclass(frozen=True)
class RoundClock:
    """The clock of the newest round. `ends`: seconds since 1970, None while it is paused with `left` seconds left."""

    ends: int | None
    left: int

    def remaining(self, now: datetime) -> int:
        """Return the seconds that are left at `now`; 0 after its end."""
        return self.left if self.ends is None else max(0, self.ends - int(now.timestamp()))


@dataclass(frozen=True)
class Call:
    """A table that asks for the director: since when (`at`, ISO 8601 in UTC), and the id of the player who called."""

    id: int
    round: int
    table: int
    player: str
    at: str


@dataclass(frozen=True)
class HallNotices:
    """The message to the hall, "" for none; the round's clock, None if it has none; calls that wait, oldest first."""

    message: str
    clock: RoundClock | None
    calls: tuple[Call, ...]


def hall_notices(desk: Desk, hall: int = 0) -> HallNotices:
    """Return the present notices. A clock belongs to the newest round, and ends when the next is seated.

    Of one `hall` of several: its own message and clock, or those for all halls that are newer, and its tables' calls;
    0: those for all, and all calls.
    """
    entries = read_audit_log(desk, MESSAGE, CLOCK, _CALLED, _ANSWERED)
    newest = {entry.what: entry.detail for entry in entries if entry.detail.get("hall", 0) in (0, hall)}
    answered = {entry.detail["call"] for entry in entries if entry.what == _ANSWERED}
    waiting = (_call(entry) for entry in entries if entry.what == _CALLED and entry.id not in answered)
    calls = tuple(call for call in waiting if not hall or hall_of(call.table) == hall)
    clock = newest.get(CLOCK, {})
    shows_clock = bool(clock.get("left")) and clock["round"] == _newest_round(desk, clock.get("hall", 0))
    return HallNotices(
        newest.get(MESSAGE, {}).get("text", ""),
        RoundClock(clock["ends"], clock["left"]) if shows_clock else None,
        calls,
    )


def _call(entry: AuditEntry) -> Call:
    return Call(entry.id, entry.detail["round"], entry.detail["table"], entry.detail["player"], entry.at)


def _newest_round(desk: Desk, hall: int) -> int:
    return newest_rounds(desk).get(hall) or len(rounds_seated(desk))


def _of_hall(hall: int) -> dict[str, int]:
    """Return the field that tells the hall in the audit log; none for all halls, or the only one."""
    return {"hall": hall} if hall else {}


def post_message(desk: Desk, text: str, hall: int = 0) -> None:
    """Show a message on the wall and on phones, of one `hall` or with 0 of all; "" takes it away.

    Raises DeskError if it is too long.
    """
    if len(text) > LONGEST_MESSAGE:
        raise DeskError(message("event.hall.long", longest=LONGEST_MESSAGE, count=len(text)))
    log_change(desk, MESSAGE, detail={"text": text, **_of_hall(hall)})


def start_clock(desk: Desk, minutes: int, now: datetime | None = None, hall: int = 0) -> None:
    """Start the newest round's clock with so many minutes. Raises DeskError."""
    if not 1 <= minutes <= LONGEST_CLOCK:
        raise DeskError(message("event.hall.minutes", longest=LONGEST_CLOCK, minutes=minutes))
    _log_clock(desk, 60 * minutes, now or datetime.now(UTC), hall)


def pause_clock(desk: Desk, now: datetime | None = None, hall: int = 0) -> None:
    """Pause the clock. Raises DeskError unless it is running."""
    clock, now = hall_notices(desk, hall).clock, now or datetime.now(UTC)
    if clock is None or clock.ends is None or not clock.remaining(now):
        raise DeskError(message("event.hall.not_running"))
    _log_clock(desk, clock.remaining(now), None, hall)


def continue_clock(desk: Desk, now: datetime | None = None, hall: int = 0) -> None:
    """Let a paused clock run on. Raises DeskError unless it is paused."""
    clock = hall_notices(desk, hall).clock
    if clock is None or clock.ends is not None:
        raise DeskError(message("event.hall.not_paused"))
    _log_clock(desk, clock.left, now or datetime.now(UTC), hall)


def remove_clock(desk: Desk, hall: int = 0) -> None:
    """Take the clock away."""
    _log_clock(desk, 0, None, hall)


def _log_clock(desk: Desk, left: int, running_from: datetime | None, hall: int) -> None:
    """Log the clock's state: `left` seconds left, counted from `running_from`, or None if it stands still."""
    ends = int((running_from + timedelta(seconds=left)).timestamp()) if running_from else None
    detail = {"round": _newest_round(desk, hall), "left": left, "ends": ends, **_of_hall(hall)}
    log_change(desk, CLOCK, detail=detail)


def call_director(desk: Desk, player: str, round_number: int, table: int) -> bool:
    """Call the director to a table, for the player with the id `player`; return False if that table waits already."""
    if any(call.table == table for call in hall_notices(desk).calls):
        return False
    detail = {"round": round_number, "table": table, "player": player}
    log_change(desk.acting(player), _CALLED, detail=detail)
    return True


def answer_call(desk: Desk, call: int) -> int:
    """Note that the director has gone to the table of the call `call`; return that table. Raises DeskError if nobody
    waits there any more."""
    waiting = next((one for one in hall_notices(desk).calls if one.id == call), None)
    if waiting is None:
        raise DeskError(message("event.hall.no_call"))
    log_change(desk, _ANSWERED, detail={"call": call, "round": waiting.round, "table": waiting.table})
    return waiting.table
