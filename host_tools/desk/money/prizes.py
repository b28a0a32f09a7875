"""Compute an event's payout: each purse's prizes, their winners, and the rest."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk.events import entrants
from host_tools.desk.formats import DOLLAR, Purse
from host_tools.desk.money.awards import DRAW, awards
from host_tools.desk.money.payments import list_is_kept, payers
from host_tools.desk.money.prize_shares import Division, award_prizes, divide, share_out
from host_tools.desk.money.purse_config import purses_of
from host_tools.desk.review import unfinished
from host_tools.desk.scoring import Standing, bracket_places, compute_standings, contenders, ranking
from host_tools.desk.store import DeskError, Event, Score
from host_tools.words import word


@dataclass(frozen=True)
class Prize:
    """A sum in cents, and who gets it. `what` is place, qualified, draw, or the count of a special hand; `rank` is that
    among those who have paid into the purse, None where it is not won by place."""

    purse: str
    what: str
    rank: int | None
    id: str
    name: str
    cents: int


@dataclass(frozen=True)
class PaidPurse:
    """A purse as it is divided among the `members` who have paid into it, and as it is won. `rest` is what is no prize,
    in cents: all of it and the prizes add up to what was taken and added."""

    name: str
    members: int
    division: Division
    prizes: list[Prize]
    rest: dict[str, int]


@dataclass(frozen=True)
class Payout:
    """An event's money. `unfinished` says why that may still change; there is nothing where it is final. `listed`:
    payments have been noted, else everybody who was seated is taken to have paid."""

    purses: list[PaidPurse]
    unfinished: list[str]
    listed: bool

    @property
    def prizes(self) -> list[Prize]:
        return [one for purse in self.purses for one in purse.prizes]

    @property
    def rest(self) -> dict[str, int]:
        """The money that is no prize, of all purses, in cents by its destination."""
        names = dict.fromkeys(name for purse in self.purses for name in purse.rest)
        return {name: sum(purse.rest.get(name, 0) for purse in self.purses) for name in names}

    @property
    def taken(self) -> int:
        """Cents that were paid in or added."""
        return sum(one.division.taken + one.division.added for one in self.purses)


def payout(session: Session, event: Event) -> Payout:
    """Compute the payout by the present standings. Raises DeskError where there is no fee, or no result."""
    purses = purses_of(event)
    played = select(Score.player).where(Score.event_id == event.id, Score.table > 0).limit(1)
    if session.scalar(played) is None:
        raise DeskError(word("event.money.no_game", event=event.name))
    found = [_divide_purse(session, event, one) for one in purses]
    return Payout(found, unfinished(session, event), list_is_kept(session, event))


def _divide_purse(session: Session, event: Event, rules: Purse) -> PaidPurse:
    """Divide one purse and find the winners of its parts."""
    members = payers(session, event, rules)
    qualified = _qualified(session, event) & members if rules.qualifiers else set()
    money = divide(rules, len(members), len(qualified))
    if rules.hands:
        prizes = _for_hands(session, event, rules, money.prizes, members)
    elif rules.qualifiers:
        prizes = _for_qualifying(session, event, rules, money.prizes, qualified)
    else:
        prizes = _by_place(session, event, rules, money.prizes, members)
    drawn = _for_draw(session, event, rules, money.draw)
    rest = {"supplies": money.supplies, "league": money.club}
    rest["prizes not won"] = sum(money.prizes) - sum(one.cents for one in prizes)
    rest["draw not drawn yet"] = money.draw - sum(one.cents for one in drawn)
    return PaidPurse(rules.name, len(members), money, prizes + drawn, rest)


def _by_place(session: Session, event: Event, rules: Purse, sums: Sequence[int], members: set[int]) -> list[Prize]:
    """Prizes of those who paid into the purse, by place."""
    codes = {one.code for number, one in entrants(session, event).items() if number in members}
    table = [one for one in compute_standings(session, event) if one.ranked and one.id in codes]
    ranks = [1 + sum(other.rank < one.rank for other in table) for one in table]
    inside: list[tuple[int, Standing]] = [
        (rank, one) for rank, one in zip(ranks, table, strict=True) if rank <= len(sums)
    ]
    won = award_prizes(sums, [rank for rank, _ in inside])
    return [
        Prize(rules.name, "place", rank, one.id, one.name, cents)
        for (rank, one), cents in zip(inside, won, strict=True)
    ]


def _qualified(session: Session, event: Event) -> set[int]:
    """Who has qualified, or would by the present standings."""
    if event.best_of:
        return {number for number, one in entrants(session, event).items() if one.seed}
    order = ranking(session, event)
    return {line.number for _, line in contenders(order)[: bracket_places(order)]}


def _for_qualifying(session: Session, event: Event, rules: Purse, sums: Sequence[int], who: set[int]) -> list[Prize]:
    people = entrants(session, event)
    pairs = zip(sorted(who, key=lambda number: people[number].seed or number), sums, strict=True)
    return [Prize(rules.name, "qualified", None, people[n].code, people[n].name, cents) for n, cents in pairs]


def _for_hands(session: Session, event: Event, rules: Purse, sums: Sequence[int], members: set[int]) -> list[Prize]:
    people, noted = entrants(session, event), awards(session, event)
    found = []
    for (count, _), cents in zip(rules.hands, sums, strict=True):
        held = [people[one.player] for one in noted if one.what == str(count) and one.player in members]
        parts = share_out(cents, [1] * len(held), 1) if held else []
        found += [
            Prize(rules.name, str(count), None, one.code, one.name, part) for one, part in zip(held, parts, strict=True)
        ]
    return found


def _for_draw(session: Session, event: Event, rules: Purse, cents: int) -> list[Prize]:
    won = [one for one in awards(session, event) if one.what == DRAW and one.purse == rules.name]
    people = entrants(session, event)
    return [Prize(rules.name, DRAW, None, people[one.player].code, people[one.player].name, cents) for one in won]


def dollars(cents: int) -> str:
    """An amount in cents as text in dollars."""
    return f"${cents // DOLLAR}" if cents % DOLLAR == 0 else f"${cents / DOLLAR:.2f}"
