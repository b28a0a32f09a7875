"""Read model of the play-off bracket, for pages and lists."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from host_tools.desk.events import entrants
from host_tools.desk.rounds.play_off import bracket_rounds, bracket_seeds, play_off_wins
from host_tools.desk.store import Event


@dataclass(frozen=True)
class MeetingView:
    """A meeting of the bracket. `names` of the higher and the lower seed, "" where not known; `won`: games of each."""

    round: int
    table: int
    seeds: tuple[int | None, int | None]
    names: tuple[str, str]
    won: tuple[int, int]
    bye: bool
    winner: str


@dataclass(frozen=True)
class BracketView:
    """A play-off. `drawn`: its qualifiers are fixed; else they are those of the present standings."""

    drawn: bool
    best_of: int
    qualifiers: int
    byes: int
    rounds: list[list[MeetingView]]


def bracket_view(session: Session, event: Event) -> BracketView:
    """The play-off as drawn, or as it would be drawn by the present standings."""
    by_seed, names = bracket_seeds(session, event), entrants(session, event)
    won = play_off_wins(session, event)
    stages = bracket_rounds(session, event)
    shown = [[_meeting(one, by_seed, names, won) for one in stage] for stage in stages]
    byes = sum(one.bye for one in stages[0]) if stages else 0
    return BracketView(bool(event.best_of), event.best_of, len(by_seed), byes, shown)


def _meeting(one, by_seed, names, won) -> MeetingView:
    seeds = (one.high, one.low)
    players = [by_seed.get(seed) for seed in seeds]
    shown = [names[player].name if player else "" for player in players]
    games = [won[one.round, one.table, player] if player else 0 for player in players]
    winner = names[by_seed[one.winner]].name if one.winner else ""
    return MeetingView(one.round, one.table, seeds, (shown[0], shown[1]), (games[0], games[1]), one.bye, winner)
