"""What if: which seeds or places can games without a result, and disputed ones, still change?"""

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from itertools import groupby, permutations, product

from sqlalchemy import select

from firmware.rules.preset import Preset
from host_tools.desk.events.entrants import shown_names
from host_tools.desk.events.event import format_of
from host_tools.desk.events.round_rules import load_round_rules, round_worth
from host_tools.desk.intake.disputes import open_disputes
from host_tools.desk.rounds.missing_results import games_to_play
from host_tools.desk.scoring.ranking import Totals, bracket_places, contenders
from host_tools.desk.scoring.recompute_scores import Sides, seats_at
from host_tools.desk.scoring.standings import points_won, rank_totals, sum_totals
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Event, Score
from host_tools.i18n import message, plural
from host_tools.results.game_value import Side, game_value

_MOST_RANKINGS = 1024
_CLOSEST_AND_CLEAREST = 4
"""How many results of a game are tried where all of them would take more than _MOST_RANKINGS rankings: each side's
closest and clearest win."""
Game = tuple[int, int, int]
"""(round, table, game)."""
Result = list[tuple[int, str, Side]]
"""A game's result: each player with their side and what it got."""
PointsWon = dict[tuple[int, int], int]
"""Game points by (player who won them, opponent)."""


@dataclass(frozen=True)
class OpenGames:
    """Games that can still go either way. `places`: the best and the worst place that each player can get by them, by
    name; {} if there is no game, or there are too many to say. `seeds`: places are seeds of a bracket of `qualifiers`,
    0 if there are no `places`."""

    games: list[Game]
    places: dict[str, tuple[int, int]]
    seeds: bool
    qualifiers: int = 0

    @property
    def text(self) -> str:
        """How many games are open, and what they can still change, as one translated sentence."""
        if not self.games:
            return message("event.whatif.none")
        if not self.places:
            return plural("event.whatif.many", len(self.games))
        last = self.qualifiers if self.seeds else len(self.places)
        open_places = {place for low, high in self.places.values() if low < high for place in range(low, high + 1)}
        changing = [place for place in open_places if place <= last]
        kind = "seeds" if self.seeds else "places"
        if not changing:
            return plural(f"event.whatif.no_{kind}", len(self.games))
        return plural(f"event.whatif.{kind}", len(self.games), low=min(changing), high=max(changing))


def open_games(desk: Desk) -> OpenGames:
    """Compute which places the open games of the main rounds can still change."""
    games = _find_open_games(desk)
    seeds = bool(format_of(desk.event).qualify)
    undecided = OpenGames(games, {}, seeds)
    if not games or _CLOSEST_AND_CLEAREST ** len(games) > _MOST_RANKINGS:
        return undecided
    alternatives = [_possible_results(desk, game) for game in games]
    if _count(alternatives) > _MOST_RANKINGS:
        alternatives = [results[:_CLOSEST_AND_CLEAREST] for results in alternatives]
    if _count(alternatives) > _MOST_RANKINGS:
        return undecided
    totals = sum_totals(desk)
    meetings = points_won(desk, totals)
    qualifiers = bracket_places(rank_totals(desk.event, totals, meetings))
    places: dict[int, tuple[int, int]] = {}
    for game in games:
        _add(totals, meetings, _counted_result(desk, game), -1)
    for results in product(*alternatives):
        _widen(places, _places(desk.event, totals, meetings, results, seeds))
    names = shown_names(desk)
    return OpenGames(games, {names[player]: place for player, place in places.items()}, seeds, qualifiers)


def _find_open_games(desk: Desk) -> list[Game]:
    """Return the games of the main rounds that have no result, or a disputed one."""
    games = {(*key, game) for key, numbers in games_to_play(desk).items() for game in numbers}
    games |= {(one.round, one.table, one.game) for one in open_disputes(desk)}
    return sorted(game for game in games if game[0] <= desk.event.rounds)


def _count(alternatives: list[list[Result]]) -> int:
    """Return how many combinations of results there are; more than _MOST_RANKINGS if a game has none that are known."""
    count = 1
    for results in alternatives:
        count *= len(results) or _MOST_RANKINGS + 1
    return count


def _possible_results(desk: Desk, game: Game) -> list[Result]:
    """Return the results between which a game of two sides can end, the _CLOSEST_AND_CLEAREST first; [] for other
    games."""
    round_number, table, _ = game
    sides = seats_at(desk, [(round_number, table)])[round_number, table]
    preset = load_round_rules(desk, round_number).preset
    times = round_worth(desk.event).get(round_number, 1)
    if len(sides) != 2:
        return []
    results: list[Result] = []
    for pegs in _extreme_pegs(preset):
        for scores in ((preset.target, pegs), (pegs, preset.target)):
            worth = [side._replace(points=side.points * times) for side in game_value(preset, scores)]
            results.append(_result(sides, worth))
    return results


def _extreme_pegs(preset: Preset) -> list[int]:
    """Return the loser's front pegs of the closest win and of the clearest, then of those on both sides of the skunk
    line."""
    skunk = preset.lines[0]
    return [preset.target - 1, 0, *([skunk + 1, skunk] if skunk else [])]


def _result(sides: Sides, worth: list[Side]) -> Result:
    return [
        (player, letter, side)
        for (letter, players), side in zip(sides.items(), worth, strict=True)
        for player in players
    ]


def _counted_result(desk: Desk, game: Game) -> Result:
    """Return what counts for a game now."""
    round_number, table, number = game
    place = (Score.round == round_number, Score.table == table, Score.game == number)
    rows = desk.session.scalars(select(Score).where(Score.event_id == desk.event.id, *place))
    times = round_worth(desk.event).get(round_number, 1)
    return [(row.player, row.side, _side(row, times)) for row in rows]


def _side(row: Score, times: int) -> Side:
    return Side(None if row.won is None else bool(row.won), row.points * times, row.spread, row.level, row.holes)


def _add(totals: dict[int, Totals], meetings: PointsWon, result: Result, sign: int) -> None:
    """Add a game's result to totals and meetings, or with `sign` -1 subtract it."""
    for player, _, side in result:
        totals[player] = copy(totals[player])
        totals[player].count(side, sign)
    for (player, letter, side), (other, other_letter, _) in permutations(result, 2):
        if letter != other_letter:
            meetings[player, other] = meetings.get((player, other), 0) + sign * side.points


def _places(
    event: Event,
    totals: dict[int, Totals],
    meetings: PointsWon,
    results: tuple[Result, ...],
    seeds: bool,
) -> Iterator[tuple[int, int, int]]:
    """Yield (player, best, worst) place if open games end so; players whom nothing tells apart share several."""
    own_totals, own_meetings = dict(totals), dict(meetings)
    for result in results:
        _add(own_totals, own_meetings, result, 1)
    ranked = rank_totals(event, own_totals, own_meetings)
    first = 1
    for _, group in groupby(contenders(ranked) if seeds else ranked, key=lambda item: item[0]):
        tied = [one.number for _, one in group]
        for player in tied:
            yield player, first, first + len(tied) - 1
        first += len(tied)


def _widen(places: dict[int, tuple[int, int]], found: Iterator[tuple[int, int, int]]) -> None:
    """Widen the range of each player's places to those found."""
    for player, best, worst in found:
        low, high = places.get(player, (best, worst))
        places[player] = (min(low, best), max(high, worst))
