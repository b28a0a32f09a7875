"""Read an event as a night of a season, with its special hands and prizes."""

from collections import Counter, defaultdict
from dataclasses import replace

from host_tools.desk.errors import DeskError
from host_tools.desk.events.entrants import entrants
from host_tools.desk.money.prizes import compute_payout
from host_tools.desk.money.special_awards import DRAW, awards
from host_tools.desk.review.readiness import reasons_not_final
from host_tools.desk.scoring.season import Night, read_night
from host_tools.desk.store.desk import Desk


def read_whole_night(desk: Desk, with_prizes: bool = True) -> Night:
    """Load an event as a night with its special hands and prizes; those that may still change are none."""
    codes = {number: player.code for number, player in entrants(desk).items()}
    hands: dict[str, list[str]] = defaultdict(list)
    for award in awards(desk):
        if award.what != DRAW:
            hands[codes[award.player]].append(award.what)
    return replace(read_night(desk), hands=dict(hands), prizes=_final_prizes(desk) if with_prizes else {})


def _final_prizes(desk: Desk) -> dict[str, int]:
    """Return the cents that each player has won, by the player's id in the event."""
    won: Counter[str] = Counter()
    if reasons_not_final(desk):
        return won
    try:
        payout = compute_payout(desk)
    except DeskError:
        # The event has no fee, or nothing has been played.
        return won
    for prize in payout.prizes:
        won[prize.id] += prize.cents
    return won
