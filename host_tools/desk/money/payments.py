"""Record and list which players have paid into which purse."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.entrants import entrants
from host_tools.desk.formats.purse_model import ENTRY, Purse
from host_tools.desk.money.purse_config import purse_of, purses_of
from host_tools.desk.store.model import Event, Payment, Seat


@dataclass(frozen=True)
class FeeLine:
    """A player, and the purses they have paid into."""

    number: int
    id: str
    name: str
    paid: tuple[str, ...]


def fee_list(session: Session, event: Event) -> list[FeeLine]:
    """List all players with the purses they have paid into, in roster order."""
    paid: dict[int, list[str]] = {}
    for row in session.execute(select(Payment.player, Payment.purse).where(Payment.event_id == event.id)):
        paid.setdefault(row.player, []).append(row.purse)
    people = entrants(session, event).items()
    return [FeeLine(number, player.code, player.name, tuple(sorted(paid.get(number, ())))) for number, player in people]


def payers(session: Session, event: Event, purse: Purse) -> set[int]:
    """Return the numbers of the players who have paid into a purse.

    If no payment has been recorded, and the purse is the entry purse or has no fee, returns all players who have been
    seated, or before round 1 all who have not left.
    """
    conditions = (Payment.event_id == event.id, Payment.purse == purse.name)
    paid = set(session.scalars(select(Payment.player).where(*conditions)))
    if paid or (purse.name != ENTRY and purse.fee):
        return paid
    seated = set(session.scalars(select(Seat.player).where(Seat.event_id == event.id).distinct()))
    return seated or {number for number, player in entrants(session, event).items() if player.left is None}


def payments_recorded(session: Session, event: Event) -> bool:
    """Return whether any payment has been recorded."""
    return session.scalar(select(Payment.player).where(Payment.event_id == event.id).limit(1)) is not None


def record_payments(
    session: Session, event: Event, players: Collection[int], by: str, purse: str = "", paid: bool = True
) -> list[int]:
    """Record that players have paid into a purse (default: the first), or with `paid` False that they have not.

    Returns the numbers of the players for whom that is new. Raises DeskError if there is no such purse.
    """
    name = purse_of(event, purse).name
    conditions = (Payment.event_id == event.id, Payment.purse == name)
    already = set(session.scalars(select(Payment.player).where(*conditions)))
    changed = sorted(set(players) - already if paid else set(players) & already)
    if not changed:
        return []
    if paid:
        session.add_all(Payment(event_id=event.id, purse=name, player=player, by=by) for player in changed)
    else:
        session.execute(delete(Payment).where(*conditions, Payment.player.in_(changed)))
    people = entrants(session, event)
    detail = {"purse": name, "players": [people[player].code for player in changed]}
    log_change(session, event, by, "paid" if paid else "not paid", detail=detail)
    return changed


def purse_names(event: Event) -> list[str]:
    """List the names of the purses with a fee. Raises DeskError if the event has no purse."""
    return [purse.name for purse in purses_of(event) if purse.fee]
