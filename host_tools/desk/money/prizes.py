"""Compute an event's payout: each purse's prizes and winners, and the money that is no prize."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.entrants import entrants, shown_names
from host_tools.desk.formats.purse_model import DOLLAR, ENTRY, FIRST, Purse
from host_tools.desk.money.amounts import share_out
from host_tools.desk.money.payments import payers, payments_recorded, players_taking_part
from host_tools.desk.money.purse_config import purse_label, purses_of
from host_tools.desk.money.purse_kinds import Candidate, Candidates, Won, kind_of
from host_tools.desk.money.special_awards import DRAW, awards
from host_tools.desk.rounds.play_off import bracket_seeds, play_off_places
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import BYE_TABLE, Score
from host_tools.i18n import message

ROLLS_OVER = "rolls over"
"""Destination of what nobody has won of a purse that rolls over: the next night."""


@dataclass(frozen=True)
class Division:
    """A purse's money in cents: `taken` from the players, `added` by the club and `carried` from the night before equal
    the sum of the other fields.

    `prizes` are in the order of the weights of the purse's kind, such as by place. `over`: what of the pot is no prize,
    and goes to the next night.
    """

    taken: int
    added: int
    carried: int
    draw: int
    supplies: int
    club: int
    over: int
    prizes: tuple[int, ...]


def divide_fees(purse: Purse, candidates: Candidates) -> Division:
    """Divide the fees of all candidates. Raises DeskError if the purse's kind is not installed, or fails.

    Prizes are whole dollars, to the cent where the purse rolls over, or its fixed sums. What is left over goes to the
    club, or to the next night; the club pays what is missing.
    """
    kind, players = kind_of(purse), len(candidates.players)
    taken, drawn = purse.fee * players, purse.draw * players
    draw, supplies = share_out(drawn, (1, 1))
    unit = 1 if purse.rolls_over else DOLLAR
    pot, club = share_out(taken - drawn, (purse.pot, 100 - purse.pot), unit)
    pot += purse.added + purse.carried
    weights = kind.weights(purse.rule, candidates)
    if not isinstance(weights, Sequence) or any(type(weight) is not int or weight < 0 for weight in weights):
        raise DeskError(message("event.money.unpayable", purse=purse.name, kind=kind.id))
    if kind.fixed:
        prizes = list(weights)
    elif any(weights):
        prizes = share_out(pot // unit * unit, weights, unit)
    else:
        prizes = [0] * len(weights)
    missing, left = max(sum(prizes) - pot, 0), max(pot - sum(prizes), 0)
    club, over = (club, left) if purse.rolls_over else (club + left, 0)
    return Division(taken, purse.added + missing, purse.carried, draw, supplies, club, over, tuple(prizes))


@dataclass(frozen=True)
class Prize:
    """A player's prize. `what` is a code: place, qualified, draw, the count of a special hand. `rank` is the player's
    rank among those who have paid into the purse, None for a prize not won by place: `label` then says in the reader's
    language what it is for."""

    purse: str
    what: str
    rank: int | None
    id: str
    name: str
    cents: int
    label: str = ""


@dataclass(frozen=True)
class PaidPurse:
    """A purse's division and prizes. `members`: number of players who have paid into it. `rest`: cents that are no
    prize, by destination; they and the prizes add up to what `division` has taken, added and carried. `first`: names of
    those who have an odd cent of a shared prize, once for each. `left_out`: names of those who would have won some of
    the entry purse, had everybody who takes part paid."""

    name: str
    members: int
    division: Division
    prizes: list[Prize]
    rest: dict[str, int]
    first: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class Payout:
    """An event's money. `listed`: payments have been recorded; else all players who were seated are assumed to have
    paid. Whether it may still change is said by `review.readiness.reasons_not_final`."""

    purses: list[PaidPurse]
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
        """Cents of all purses that were paid in, added or carried over."""
        divisions = [purse.division for purse in self.purses]
        return sum(one.taken + one.added + one.carried for one in divisions)


def compute_payout(desk: Desk) -> Payout:
    """Compute the payout by the present standings. Raises DeskError if the event has no fee, or no result yet."""
    purses = purses_of(desk.event)
    played = select(Score.player).where(Score.event_id == desk.event.id, Score.table > BYE_TABLE).limit(1)
    if desk.session.scalar(played) is None:
        raise DeskError(message("event.money.no_game", event=desk.event.name))
    divided = [_divide_purse(desk, purse) for purse in purses]
    return Payout(divided, payments_recorded(desk))


def _divide_purse(desk: Desk, purse: Purse) -> PaidPurse:
    """Divide one purse and assign its prizes."""
    members, ended_at = payers(desk, purse), play_off_places(desk) if purse.play_off else {}
    candidates = _candidates(desk, members, ended_at)
    money, won = _award(purse, candidates)
    won, first, odd_cents = _give_odd_cents(desk, purse, money.prizes, won)
    winners = [(one.player.standing, one) for one in won]
    prizes = [Prize(purse.name, one.what, one.rank, who.id, who.shown, one.cents, one.label) for who, one in winners]
    draw_prizes = _draw_prizes(desk, purse, money.draw)
    rest = {"supplies": money.supplies, "league": money.club, "odd cents": odd_cents}
    rest["prizes not won"] = sum(money.prizes) - sum(prize.cents for prize in prizes) - odd_cents
    if purse.rolls_over:
        rest[ROLLS_OVER] = rest.pop("prizes not won") + money.over
    rest["draw not drawn yet"] = money.draw - sum(prize.cents for prize in draw_prizes)
    left_out: tuple[str, ...] = ()
    if purse.name == ENTRY and not members >= (everybody := players_taking_part(desk)):
        # Prizes that could not be given to everybody are no reason to refuse those that can.
        with suppress(DeskError):
            _, would_win = _award(purse, _candidates(desk, everybody, ended_at))
            names = {one.player.standing.number: one.player.standing.shown for one in would_win if one.cents}
            left_out = tuple(name for number, name in names.items() if number not in members)
    return PaidPurse(purse.name, len(candidates.players), money, prizes + draw_prizes, rest, first, left_out)


def _award(purse: Purse, candidates: Candidates) -> tuple[Division, list[Won]]:
    """Divide the fees of all candidates; return that and who wins what. Raises DeskError."""
    money = divide_fees(purse, candidates)
    won = kind_of(purse).award(purse.rule, money.prizes, candidates)
    if not _payable(won, sum(money.prizes)):
        raise DeskError(message("event.money.unpayable", purse=purse_label(purse.name), kind=purse.kind))
    return money, won


def _payable(won: object, cents: int) -> bool:
    """Return whether a kind of purse has awarded whole amounts, together no more than `cents`."""
    if not isinstance(won, list) or not all(isinstance(one, Won) and type(one.cents) is int for one in won):
        return False
    return all(one.cents >= 0 for one in won) and sum(one.cents for one in won) <= cents


def _give_odd_cents(
    desk: Desk, purse: Purse, prizes: Sequence[int], won: Sequence[Won]
) -> tuple[list[Won], tuple[str, ...], int]:
    """Give the cents that players who share a prize cannot divide equally to whom the purse says.

    Returns what is won then, the names of those who have got a cent, and the cents that remain to the league.
    """
    hands = [str(count) for count in kind_of(purse).hands(purse.rule)]
    people = entrants(desk)
    shared: dict[int | str, list[int]] = defaultdict(list)
    for index, one in enumerate(won):
        shared[one.rank or one.what].append(index)

    def seed_and_draw(index: int) -> tuple[int, int]:
        player = people[won[index].player.standing.number]
        return player.seed or len(people) + 1, player.drawn

    given, first, remain = list(won), [], 0
    for what, sharing in shared.items():
        if isinstance(what, int):
            pooled = sum(prizes[what - 1 : what - 1 + len(sharing)])
        else:
            pooled = prizes[hands.index(what)] if what in hands else 0
        odd = pooled - sum(won[index].cents for index in sharing)
        if not 0 < odd < len(sharing):
            continue
        if purse.odd_cents != FIRST:
            remain += odd
            continue
        for index in sorted(sharing, key=seed_and_draw)[:odd]:
            given[index] = given[index]._replace(cents=given[index].cents + 1)
            first.append(given[index].player.standing.shown)
    return given, tuple(first), remain


def _candidates(desk: Desk, members: set[int], ended_at: Mapping[int, int]) -> Candidates:
    """Collect what the prizes of a purse depend on; `members`: the players who have paid into it; `ended_at`: places of
    the play-off, by player, if it decides."""
    standings = [one for one in compute_standings(desk) if one.number in members]
    places = {one.id: (0, ended_at[one.number]) if one.number in ended_at else (1, one.rank) for one in standings}
    # Who has qualified stands before all others; the standings' order stays among equals.
    standings.sort(key=lambda one: (not one.ranked, places[one.id]))
    ranks = [places[one.id] for one in standings if one.ranked]
    expelled = _expelled(desk)
    seeds = {player: seed for seed, player in bracket_seeds(desk).items() if player not in expelled}
    players = {
        one.number: Candidate(
            one, 1 + bisect_left(ranks, places[one.id]) if one.ranked else None, seeds.get(one.number, 0)
        )
        for one in standings
    }
    noted = [award for award in awards(desk) if award.what != DRAW and award.player in members - expelled]
    return Candidates(list(players.values()), [(int(award.what), players[award.player]) for award in noted])


def _expelled(desk: Desk) -> set[int]:
    """Return the numbers of the players who are expelled, and win nothing."""
    return {number for number, player in entrants(desk).items() if player.expelled}


def _draw_prizes(desk: Desk, purse: Purse, cents: int) -> list[Prize]:
    """Return a list of the prize of the 50/50 draw's winner, `cents`; empty before it is drawn."""
    draws = [award for award in awards(desk) if award.what == DRAW and award.purse == purse.name]
    people, expelled, shown = entrants(desk), _expelled(desk), shown_names(desk)
    winners = [people[award.player] for award in draws if award.player not in expelled]
    label = message("desk.prizes.draw")
    return [Prize(purse.name, DRAW, None, winner.code, shown[winner.number], cents, label) for winner in winners]
