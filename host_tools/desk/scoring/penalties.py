"""Game points taken off players, and the tables whose games are annulled."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import func, select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.entrants import entrant, entrants
from host_tools.desk.events.event import format_of, rounds_seated
from host_tools.desk.store.desk import Desk, asked_once
from host_tools.desk.store.model import ANNULLED, BYE_TABLE, Entrant, Penalty, Seat
from host_tools.i18n import message

PENALTY, LATE = "penalty", "late"
_MOST = 999


@dataclass(frozen=True)
class PenaltyView:
    """A penalty: `points` as it changes the player's points, with its sign; `round` 0 for none."""

    id: int
    player: str
    name: str
    what: str
    points: int
    round: int
    reason: str
    by: str
    at: str

    @property
    def text(self) -> str:
        """What it is for, where and why."""
        parts = [message(f"event.penalty.{self.what}")]
        parts += [message("desk.player.round", round=self.round)] if self.round else []
        return ", ".join([*parts, *filter(None, [self.reason])])


def penalize(desk: Desk, who: str, points: int, what: str = PENALTY, round_number: int = 0) -> PenaltyView:
    """Take game points off the player with the id or name `who`; where the fewest win, add them. `what`: PENALTY, for
    which a reason is to be given, or LATE. Raises DeskError.
    """
    player = entrant(desk, who)
    if not 1 <= points <= _MOST:
        raise DeskError(message("event.penalty.points", limit=_MOST, points=points))
    if what == PENALTY and not desk.reason:
        raise DeskError(message("event.penalty.because"))
    if not 0 <= round_number <= len(rounds_seated(desk)):
        raise DeskError(message("desk.error.nobody_in_round", round=round_number, event=desk.event.name))
    place = {"event_id": desk.event.id, "player": player.number, "round": round_number}
    desk.session.add(Penalty(**place, points=points, what=what, by=desk.by, reason=desk.reason))
    desk.session.flush()
    given = penalties(desk, player.number)[-1]
    log_change(desk, "penalized", {"player": player.code, "round": round_number, "text": f"{given.points:+}"})
    return given


def take_back_penalty(desk: Desk, penalty_id: int) -> PenaltyView:
    """Take a penalty back. Raises DeskError if there is none of this id."""
    found = next((one for one in penalties(desk) if one.id == penalty_id), None)
    if found is None:
        raise DeskError(message("event.penalty.none", number=penalty_id))
    desk.session.delete(desk.session.get_one(Penalty, penalty_id))
    detail = {"player": found.player, "round": found.round, "penalty": found.what, "text": f"{found.points:+}"}
    log_change(desk.because(desk.reason or found.reason), "penalty taken back", detail)
    return found


def penalties(desk: Desk, player: int | None = None) -> list[PenaltyView]:
    """List the penalties of the event, or of the player with this number, oldest first."""
    sign = 1 if format_of(desk.event).fewest_points_win else -1
    query = select(Penalty).where(Penalty.event_id == desk.event.id).order_by(Penalty.id)
    rows = list(desk.session.scalars(query if player is None else query.where(Penalty.player == player)))
    people = entrants(desk) if rows else {}
    return [
        PenaltyView(
            row.id, people[row.player].code, people[row.player].name, row.what,
            sign * row.points, row.round, row.reason, row.by, row.at,
        )
        for row in rows
    ]  # fmt: skip


def penalty_points(desk: Desk) -> dict[int, int]:
    """Return what penalties change each player's points by, by the player's number, of those who have any."""
    sign = 1 if format_of(desk.event).fewest_points_win else -1
    query = select(Penalty.player, func.sum(Penalty.points)).where(Penalty.event_id == desk.event.id)
    return {player: sign * points for player, points in desk.session.execute(query.group_by(Penalty.player))}


@asked_once
def annulled_tables(desk: Desk) -> Collection[tuple[int, int]]:
    """Return (round, table) of all tables at which a player sat whose games are annulled."""
    of_event = (Entrant.event_id == desk.event.id, Entrant.expelled == ANNULLED)
    players = desk.session.scalars(select(Entrant.number).where(*of_event)).all()
    if not players:
        return []
    query = select(Seat.round, Seat.table).where(Seat.event_id == desk.event.id, Seat.player.in_(players))
    return sorted({(row.round, row.table) for row in desk.session.execute(query.where(Seat.table > BYE_TABLE))})
