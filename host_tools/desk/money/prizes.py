"""Compute an event's payout: each purse's prizes and winners, and the money that is no prize."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk.events.entrants import entrants
from host_tools.desk.formats.purse_model import DOLLAR, Purse
from host_tools.desk.money.payments import payers, payments_recorded
from host_tools.desk.money.prize_shares import Division, award_prizes, divide_fees, share_out
from host_tools.desk.money.purse_config import purses_of
from host_tools.desk.money.special_awards import DRAW, awards
from host_tools.desk.review.reasons_not_final import reasons_not_final
from host_tools.desk.scoring.qualifying import bracket_places, contenders
from host_tools.desk.scoring.standings import Standing, compute_standings, ranking
from host_tools.desk.store.database import DeskError
from host_tools.desk.store.model import BYE_TABLE, Event, Score
from host_tools.i18n import message


@dataclass(frozen=True)
class Prize:
    """A player's prize. `what` is place, qualified, draw, or the count of a special hand. `rank` is the player's rank
    among those who have paid into the purse, None for a prize not won by place."""

    purse: str
    what: str
    rank: int | None
    id: str
    name: str
    cents: int


@dataclass(frozen=True)
class PaidPurse:
    """A purse's division and prizes. `members`: number of players who have paid into it. `rest`: cents that are no
    prize, by destination; they and the prizes add up to `division.taken` and `division.added`."""

    name: str
    members: int
    division: Division
    prizes: list[Prize]
    rest: dict[str, int]


@dataclass(frozen=True)
class Payout:
    """An event's money. `unfinished`: reasons why it may still change, empty if it is final. `listed`: payments have
    been recorded; else all players who were seated are assumed to have paid."""

    purses: list[PaidPurse]
    unfinished: list[str]
    listed: bool

    @property
    def prizes(self) -> list[Prize]:
        return [prize for purse in self.purses for prize in purse.prizes]

    @property
    def rest(self) -> dict[str, int]:
        """Cents of all purses that are no prize, by destination."""
        names = dict.fromkeys(name for purse in self.purses for name in purse.rest)
        return {name: sum(purse.rest.get(name, 0) for purse in self.purses) for name in names}

    @property
    def taken(self) -> int:
        """Cents of all purses that were paid in or added."""
        return sum(purse.division.taken + purse.division.added for purse in self.purses)


def compute_payout(session: Session, event: Event) -> Payout:
    """Compute the payout by the present standings. Raises DeskError if the event has no fee, or no result yet."""
    purses = purses_of(event)
    played = select(Score.player).where(Score.event_id == event.id, Score.table > BYE_TABLE).limit(1)
    if session.scalar(played) is None:
        raise DeskError(message("event.money.no_game", event=event.name))
    divided = [_divide_purse(session, event, purse) for purse in purses]
    return Payout(divided, reasons_not_final(session, event), payments_recorded(session, event))


def _divide_purse(session: Session, event: Event, purse: Purse) -> PaidPurse:
    """Divide one purse and assign its prizes."""
    members = payers(session, event, purse)
    qualified = _qualified_players(session, event) & members if purse.qualifiers else set()
    money = divide_fees(purse, len(members), len(qualified))
    if purse.hands:
        prizes = _hand_prizes(session, event, purse, money.prizes, members)
    elif purse.qualifiers:
        prizes = _qualifier_prizes(session, event, purse, money.prizes, qualified)
    else:
        prizes = _place_prizes(session, event, purse, money.prizes, members)
    draw_prizes = _draw_prizes(session, event, purse, money.draw)
    rest = {"supplies": money.supplies, "league": money.club}
    rest["prizes not won"] = sum(money.prizes) - sum(prize.cents for prize in prizes)
    rest["draw not drawn yet"] = money.draw - sum(prize.cents for prize in draw_prizes)
    return PaidPurse(purse.name, len(members), money, prizes + draw_prizes, rest)


def _place_prizes(session: Session, event: Event, purse: Purse, sums: Sequence[int], members: set[int]) -> list[Prize]:
    """Compute the prizes by place among `members`, who have paid into the purse; `sums`: cents by place."""
    codes = {player.code for number, player in entrants(session, event).items() if number in members}
    standings = [standing for standing in compute_standings(session, event) if standing.ranked and standing.id in codes]
    ranks = [1 + sum(other.rank < standing.rank for other in standings) for standing in standings]
    winners: list[tuple[int, Standing]] = [
        (rank, standing) for rank, standing in zip(ranks, standings, strict=True) if rank <= len(sums)
    ]
    amounts = award_prizes(sums, [rank for rank, _ in winners])
    return [
        Prize(purse.name, "place", rank, standing.id, standing.name, cents)
        for (rank, standing), cents in zip(winners, amounts, strict=True)
    ]


def _qualified_players(session: Session, event: Event) -> set[int]:
    """Return the players who have qualified for the bracket, or until it is drawn, would by the present standings."""
    if event.best_of:
        return {number for number, player in entrants(session, event).items() if player.seed}
    ranked = ranking(session, event)
    return {totals.number for _, totals in contenders(ranked)[: bracket_places(ranked)]}


def _qualifier_prizes(
    session: Session, event: Event, purse: Purse, sums: Sequence[int], qualified: set[int]
) -> list[Prize]:
    """Return the prizes of the qualified players, by seed; `sums`: cents for each."""
    people = entrants(session, event)
    pairs = zip(sorted(qualified, key=lambda player: people[player].seed or player), sums, strict=True)
    shares = [(people[player], cents) for player, cents in pairs]
    return [Prize(purse.name, "qualified", None, player.code, player.name, cents) for player, cents in shares]


def _hand_prizes(session: Session, event: Event, purse: Purse, sums: Sequence[int], members: set[int]) -> list[Prize]:
    """Compute the prizes of special hands: all `members` who held a hand share its sum; `sums`: cents by hand."""
    people, noted = entrants(session, event), awards(session, event)
    prizes = []
    for (count, _), cents in zip(purse.hands, sums, strict=True):
        holders = [people[award.player] for award in noted if award.what == str(count) and award.player in members]
        parts = share_out(cents, [1] * len(holders), 1) if holders else []
        prizes += [
            Prize(purse.name, str(count), None, holder.code, holder.name, part)
            for holder, part in zip(holders, parts, strict=True)
        ]
    return prizes


def _draw_prizes(session: Session, event: Event, purse: Purse, cents: int) -> list[Prize]:
    """Return a list of the prize of the 50/50 draw's winner, `cents`; empty before it is drawn."""
    draws = [award for award in awards(session, event) if award.what == DRAW and award.purse == purse.name]
    people = entrants(session, event)
    return [
        Prize(purse.name, DRAW, None, people[award.player].code, people[award.player].name, cents) for award in draws
    ]


def dollars(cents: int) -> str:
    """Format an amount in cents as dollars."""
    return f"${cents // DOLLAR}" if cents % DOLLAR == 0 else f"${cents / DOLLAR:.2f}"
