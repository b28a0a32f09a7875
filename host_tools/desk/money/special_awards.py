"""Draw the winner of a 50/50 draw, and record special hands: awards that are not won by place."""

import random
import secrets

from sqlalchemy import delete, select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.entrants import entrants
from host_tools.desk.money.payments import payers
from host_tools.desk.money.purse_config import purse_of, purses_of
from host_tools.desk.money.purse_kinds import kind_of
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Award, Entrant, Event
from host_tools.i18n import message

DRAW = "draw"
_SYSTEM = secrets.SystemRandom()


def awards(desk: Desk) -> list[Award]:
    """Query all awards of the event: winners of draws and special hands, oldest first."""
    return list(desk.session.scalars(select(Award).where(Award.event_id == desk.event.id).order_by(Award.id)))


def draw_winner(desk: Desk, purse: str = "", *, chance: random.Random = _SYSTEM) -> Entrant:
    """Draw the winner of a purse (default: the first with a draw) from the players who have paid into it.

    A second draw is refused without a reason. `chance`: source of randomness, seeded only for simulated events. Raises
    DeskError.
    """
    with_draw = [candidate for candidate in purses_of(desk.event) if candidate.draw]
    rules = purse_of(desk.event, purse) if purse else next(iter(with_draw), None)
    if rules is None or not rules.draw:
        raise DeskError(message("event.money.no_draw", event=desk.event.name))
    people = entrants(desk)
    drawn = [award for award in awards(desk) if award.what == DRAW and award.purse == rules.name]
    if drawn and not desk.reason:
        former = people[drawn[-1].player]
        raise DeskError(message("event.money.drawn_already", name=former.name))
    candidates = sorted(number for number in payers(desk, rules) if not people[number].expelled)
    if not candidates:
        raise DeskError(message("event.money.nobody", purse=rules.name))
    desk.session.execute(
        delete(Award).where(Award.event_id == desk.event.id, Award.what == DRAW, Award.purse == rules.name)
    )
    winner = people[chance.choice(candidates)]
    desk.session.add(Award(event_id=desk.event.id, purse=rules.name, player=winner.number, what=DRAW, by=desk.by))
    source = "the system's randomness" if isinstance(chance, random.SystemRandom) else "a seed"
    detail = {"purse": rules.name, "winner": winner.code, "from": [people[n].code for n in candidates], "by": source}
    log_change(desk, "drawn", detail)
    return winner


def record_hand(desk: Desk, player: int, count: int, round_number: int = 0) -> None:
    """Record a player's special hand of this count; `round_number` 0: unknown. Raises DeskError if no purse pays for
    it."""
    paid = hands_paid(desk.event)
    if count not in paid:
        key = "event.money.hands" if paid else "event.money.no_hands"
        raise DeskError(message(key, hands=", ".join(map(str, reversed(paid))), count=count))
    desk.session.add(Award(event_id=desk.event.id, player=player, what=str(count), round=round_number, by=desk.by))
    code = entrants(desk)[player].code
    log_change(desk, "hand", detail={"player": code, "count": count, "round": round_number})


def delete_hand(desk: Desk, player: int, count: int) -> None:
    """Delete the player's last recorded special hand of this count. Raises DeskError if there is none."""
    hands = [award for award in awards(desk) if (award.player, award.what) == (player, str(count))]
    holder = entrants(desk)[player]
    if not hands:
        raise DeskError(message("event.money.no_hand", name=holder.name, count=count))
    desk.session.delete(hands[-1])
    log_change(desk, "hand taken back", {"player": holder.code, "count": count})


def hands_paid(event: Event) -> list[int]:
    """Return the counts of the special hands for which a purse pays, largest first. Raises DeskError."""
    counts = {count for purse in purses_of(event) for count in kind_of(purse).hands(purse.rule)}
    return sorted(counts, reverse=True)
