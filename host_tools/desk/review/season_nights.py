"""Read an event as a night of a season, with its special hands and prizes."""

from collections import defaultdict
from dataclasses import replace

from host_tools.desk.errors import DeskError
from host_tools.desk.events.entrants import entrants
from host_tools.desk.money.prizes import ROLLS_OVER, Payout, compute_payout
from host_tools.desk.money.special_awards import DRAW, awards
from host_tools.desk.review.readiness import prizes_settled, reasons_not_final
from host_tools.desk.scoring.season import Night, read_night
from host_tools.desk.store.desk import Desk


def read_whole_night(desk: Desk, with_prizes: bool = True) -> Night:
    """Load an event as a night with its special hands and prizes; those that may still change are none."""
    codes = {number: player.code for number, player in entrants(desk).items()}
    hands: dict[str, list[str]] = defaultdict(list)
    for award in awards(desk):
        if award.what != DRAW:
            hands[codes[award.player]].append(award.what)
    night = replace(read_night(desk), hands=dict(hands))
    payout = _final_payout(desk) if with_prizes else None
    if payout is None:
        return night
    won: dict[str, int] = defaultdict(int)
    for prize in payout.prizes:
        won[prize.id] += prize.cents
    return replace(night, prizes=dict(won), rolls_over=payout.rest.get(ROLLS_OVER, 0))


def _final_payout(desk: Desk) -> Payout | None:
    """Return the event's payout, None while that may still change and is not paid all the same, or if there is none."""
    if reasons_not_final(desk) and not prizes_settled(desk):
        return None
    try:
        return compute_payout(desk)
    except DeskError:
        # The event has no fee, or nothing has been played.
        return None
