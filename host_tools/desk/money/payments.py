"""Record and list which players have paid into which purse."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import delete, select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.entrants import entrants
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.formats.purse_model import ENTRY, Purse
from host_tools.desk.money.purse_config import purse_of
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Payment, Seat
from host_tools.i18n import message


@dataclass(frozen=True)
class FeeLine:
    """A player, and the purses they have paid into."""

    number: int
    id: str
    name: str
    paid: tuple[str, ...]


def fee_list(desk: Desk) -> list[FeeLine]:
    """List all players with the purses they have paid into, in roster order."""
    paid: dict[int, list[str]] = {}
    for row in desk.session.execute(select(Payment.player, Payment.purse).where(Payment.event_id == desk.event.id)):
        paid.setdefault(row.player, []).append(row.purse)
    people = entrants(desk).items()
    return [FeeLine(number, player.code, player.name, tuple(sorted(paid.get(number, ())))) for number, player in people]


def payers(desk: Desk, purse: Purse) -> set[int]:
    """Return the numbers of the players who have paid into a purse.

    If no payment has been recorded, and the purse is the entry purse or has no fee, returns all players who have been
    seated, or before round 1 all who have not left.
    """
    conditions = (Payment.event_id == desk.event.id, Payment.purse == purse.name)
    paid = set(desk.session.scalars(select(Payment.player).where(*conditions)))
    if paid or (purse.name != ENTRY and purse.fee):
        return paid
    return players_taking_part(desk)


def players_taking_part(desk: Desk) -> set[int]:
    """Return the numbers of all players who have been seated, or before round 1 of all who have not left."""
    seated = set(desk.session.scalars(select(Seat.player).where(Seat.event_id == desk.event.id).distinct()))
    return seated or {number for number, player in entrants(desk).items() if player.left is None}


def payments_recorded(desk: Desk) -> bool:
    """Return whether any payment has been recorded."""
    return desk.session.scalar(select(Payment.player).where(Payment.event_id == desk.event.id).limit(1)) is not None


def record_payments(desk: Desk, players: Collection[int], purse: str = "", paid: bool = True) -> list[int]:
    """Record that players have paid into a purse (default: the first), or with `paid` False that they have not.

    Returns the numbers of the players for whom that is new. Raises DeskError if there is no such purse.
    """
    name = purse_of(desk.event, purse).name
    conditions = (Payment.event_id == desk.event.id, Payment.purse == name)
    already = set(desk.session.scalars(select(Payment.player).where(*conditions)))
    changed = sorted(set(players) - already if paid else set(players) & already)
    if not changed:
        return []
    if paid:
        desk.session.add_all(
            Payment(event_id=desk.event.id, purse=name, player=player, by=desk.by) for player in changed
        )
    else:
        desk.session.execute(delete(Payment).where(*conditions, Payment.player.in_(changed)))
    people = entrants(desk)
    detail = {"purse": name, "players": [people[player].code for player in changed]}
    log_change(desk, "paid" if paid else "not paid", detail=detail)
    return changed


def record_roster_payments(desk: Desk, entries: Sequence[Entry]) -> str:
    """Record for a new event that those have paid the entry of whom its roster says so; return why that cannot be, as a
    sentence, such as that the event has no fee, else ""."""
    paid = [number for number, entry in enumerate(entries, 1) if entry.paid]
    try:
        if paid:
            record_payments(desk, paid)
    except DeskError as error:
        return message("event.roster.paid_not_recorded", why=error)
    return ""
