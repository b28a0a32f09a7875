"""Divide the fees of a purse into prizes, draw, supplies and the club's part."""

from collections.abc import Sequence
from dataclasses import dataclass

from host_tools.desk.formats.purse_model import DOLLAR, Purse
from host_tools.desk.money.prize_shares import share_out
from host_tools.desk.money.purse_kind import Candidates
from host_tools.desk.money.purse_kinds import kind_of
from host_tools.desk.store.database import DeskError
from host_tools.i18n import message


@dataclass(frozen=True)
class Division:
    """A purse's money in cents: `taken` from the players and `added` by the club equal the sum of the other fields.

    `prizes` are in the order of the weights of the purse's kind, such as by place.
    """

    taken: int
    added: int
    draw: int
    supplies: int
    club: int
    prizes: tuple[int, ...]


def divide_fees(purse: Purse, candidates: Candidates) -> Division:
    """Divide the fees of all candidates. Raises DeskError if the purse's kind is not installed, or fails.

    Prizes are whole dollars, or the purse's fixed sums; the club takes what is left over, or pays what is missing.
    """
    kind, players = kind_of(purse), len(candidates.players)
    taken, drawn = purse.fee * players, purse.draw * players
    draw, supplies = share_out(drawn, (1, 1))
    pot, club = share_out(taken - drawn, (purse.pot, 100 - purse.pot))
    pot += purse.added
    weights = kind.weights(purse.rule, candidates)
    if not isinstance(weights, Sequence) or any(type(weight) is not int or weight < 0 for weight in weights):
        raise DeskError(message("event.money.unpayable", purse=purse.name, kind=kind.id))
    if kind.fixed:
        missing = max(sum(weights) - pot, 0)
        return Division(taken, purse.added + missing, draw, supplies, club + max(pot - sum(weights), 0), tuple(weights))
    prizes = share_out(pot // DOLLAR * DOLLAR, weights) if any(weights) else [0] * len(weights)
    return Division(taken, purse.added, draw, supplies, club + pot - sum(prizes), tuple(prizes))
