"""The state of a board in words and numbers, as the link and the scenarios give it (DESIGN.md section 5)."""

from ..config import TEAMS
from ..entry import console as entry
from ..entry import menus
from ..rules.outcome import NOBODY


def phase(console) -> str:
    """Name of the phase: the menu that lies over the game, else the game's own."""
    return menus.NAMES[console.menus.showing] or entry.NAMES[console.phase]


def state(match, console) -> dict:
    """preset, phase, game, round, winner, refused; tracks, won, points and spread by team letter."""
    tally = match.tally
    winner = match.winner()
    teams = TEAMS[: match.teams]
    return {
        "preset": match.preset.name,
        "phase": phase(console),
        "game": tally.game,
        "round": tally.round,
        "winner": None if winner == NOBODY else TEAMS[winner],
        "refused": console.refused,
        "tracks": {team: _track(match, console, t) for t, team in enumerate(teams)},
        "won": {team: tally.won[t] for t, team in enumerate(teams)},
        "points": {team: tally.points[t] for t, team in enumerate(teams)},
        "spread": {team: tally.spread[t] for t, team in enumerate(teams)},
    }


def _track(match, console, t: int) -> dict:
    pending = console.count.total if t == console.team else 0
    return {"front": match.game.front[t], "back": match.game.back[t], "pending": pending}
