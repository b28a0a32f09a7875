"""Read an event as a night of a season, with its special hands and prizes."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import groupby, permutations
from operator import itemgetter

from sqlalchemy import Row, select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.entrants import entrants
from host_tools.desk.events.event import format_of
from host_tools.desk.money.prizes import ROLLS_OVER, Payout, compute_payout
from host_tools.desk.money.special_awards import DRAW, awards
from host_tools.desk.review.readiness import prizes_settled, reasons_not_final
from host_tools.desk.scoring.penalties import annulled_tables
from host_tools.desk.scoring.season import Games, Night
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import BYE_TABLE, Score


def read_night(desk: Desk, with_prizes: bool = True) -> Night:
    """Load an event as a night, with its present standings; prizes that may still change are none."""
    players = entrants(desk)
    codes = {number: player.code for number, player in players.items()}
    games = _rows_by_game(desk)
    hands: dict[str, list[str]] = defaultdict(list)
    for award in awards(desk):
        if award.what != DRAW:
            hands[codes[award.player]].append(award.what)
    payout = _final_payout(desk) if with_prizes else None
    prizes: Counter[str] = Counter()
    for prize in payout.prizes if payout else ():
        prizes[prize.id] += prize.cents
    return Night(
        name=desk.event.name,
        standings=compute_standings(desk),
        members={player.code: player.member for player in players.values()},
        against=_games_by_opponent(games, codes),
        skunks_taken=_skunks_taken(games, codes),
        fewest_points_win=format_of(desk.event).fewest_points_win,
        date=desk.event.date,
        hands=hands,
        prizes=prizes,
        rolls_over=payout.rest.get(ROLLS_OVER, 0) if payout else 0,
    )


def _rows_by_game(desk: Desk) -> list[list[Row]]:
    """Query the scores of the event's main rounds: for each game a list with a row for each player."""
    columns = (Score.round, Score.table, Score.game, Score.side, Score.player, Score.won, Score.level)
    conditions = (Score.event_id == desk.event.id, Score.round <= desk.event.rounds, Score.table > BYE_TABLE)
    rows = desk.session.execute(select(*columns).where(*conditions).order_by(*columns[:3]))
    annulled = annulled_tables(desk)
    return [list(game) for place, game in groupby(rows, key=itemgetter(0, 1, 2)) if place[:2] not in annulled]


def _games_by_opponent(games: list[list[Row]], codes: Mapping[int, str]) -> dict[str, dict[str, Games]]:
    """Sum each player's games against each opponent, by the ids of both. `codes`: ids by number."""
    sums: dict[str, dict[str, Games]] = defaultdict(lambda: defaultdict(Games))
    for a, b in (pair for game in games for pair in permutations(game, 2)):
        if a.side != b.side:
            own, other = sums[codes[a.player]], codes[b.player]
            own[other] = own[other].plus(Games(a.won == 1, a.won == 0, a.level > 0, b.level > 0))
    return sums


def _skunks_taken(games: list[list[Row]], codes: Mapping[int, str]) -> Counter[str]:
    """Count the games each player lost by a skunk, by the player's id. `codes`: ids by number."""
    skunked = (game for game in games if any(row.level > 0 for row in game))
    return Counter(codes[row.player] for game in skunked for row in game if row.won == 0)


def _final_payout(desk: Desk) -> Payout | None:
    """Return the event's payout, None while that may still change and is not paid all the same, or if there is none."""
    if reasons_not_final(desk) and not prizes_settled(desk):
        return None
    try:
        return compute_payout(desk)
    except DeskError:
        # The event has no fee, or nothing has been played.
        return None
