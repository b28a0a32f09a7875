"""What is paid out, to the cent: the purse, and who gets which part of it."""

import random
from dataclasses import dataclass

from sqlalchemy.orm import Session

from host_tools.desk.events import entrants, format_of
from host_tools.desk.formats import DOLLAR, Fee
from host_tools.desk.money.shares import Purse, award_prizes, purse
from host_tools.desk.scoring import compute_standings
from host_tools.desk.store import DeskError, Event
from host_tools.words import word


@dataclass(frozen=True)
class Prize:
    """A sum in cents, and who gets it. `rank` is None for the draw's."""

    rank: int | None
    id: str
    name: str
    cents: int


@dataclass(frozen=True)
class Payout:
    """A night's money: `purse` as it is divided, `prizes` as they are won, the `draw`'s winner where there is one."""

    purse: Purse
    prizes: list[Prize]
    draw: Prize | None


def fee_of(event: Event) -> Fee:
    """What becomes of the event's fee. Raises DeskError where it has none."""
    fee = format_of(event).fee
    if event.fee is None:
        if fee is None:
            raise DeskError(word("desk.error.no_fee", event=event.name))
        return fee
    if fee is None:
        return Fee(event.fee)
    return Fee(event.fee, fee.draw * event.fee // fee.whole, fee.pot, fee.places)


def payout(session: Session, event: Event) -> Payout:
    """Prizes by the present standings; the draw is the event seed's, the same whenever it is asked for."""
    table = compute_standings(session, event)
    money = purse(fee_of(event), len(table))
    inside = [one for one in table if one.rank <= len(money.prizes)]
    won = award_prizes(money.prizes, [one.rank for one in inside])
    prizes = [Prize(one.rank, one.id, one.name, cents) for one, cents in zip(inside, won, strict=True)]
    return Payout(money, prizes, _draw(session, event, money.draw))


def _draw(session: Session, event: Event, cents: int) -> Prize | None:
    if not cents:
        return None
    lucky = random.Random(f"draw {event.seed}").choice(list(entrants(session, event).values()))
    return Prize(None, lucky.code, lucky.name, cents)


def dollars(cents: int) -> str:
    """An amount of money."""
    return f"${cents // DOLLAR}" if cents % DOLLAR == 0 else f"${cents / DOLLAR:.2f}"


def rest(paid: Payout) -> list[tuple[str, int]]:
    """Where the money goes that is no prize, in cents."""
    left = sum(paid.purse.prizes) - sum(one.cents for one in paid.prizes)
    return [("supplies", paid.purse.supplies), ("league", paid.purse.club), ("prizes not won", left)]
