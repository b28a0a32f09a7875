"""The match's fields in the reply to `status`, which scenarios read too; `read_handlers` adds those of the board."""

from ..config import TEAMS
from ..entry.menus import MENU_NAMES
from ..entry.phases import PHASE_NAMES
from ..rules.match import PLAYING
from ..rules.outcome import NOBODY


def phase_name(console) -> str:
    """Return the name of the open menu, or, if there is none, of the game's phase."""
    return MENU_NAMES[console.menus.showing] or PHASE_NAMES[console.phase]


def board_state(match, console):
    """Yield name and value: preset, phase, game, round, friendly, dealer, winner, refused; by team tracks, won, points,
    spread. `dealer` is the team that deals first, until the game's first peg moves; None if not known.
    """
    tally = match.tally
    winner = match.winner()
    teams = TEAMS[: match.teams]
    yield "preset", match.preset.name
    yield "phase", phase_name(console)
    yield "game", tally.game
    yield "round", tally.round
    yield "friendly", tally.friendly
    yield "dealer", _letter(match.dealer())
    yield "winner", _letter(winner)
    yield "refused", console.refused
    yield "tracks", {team: _track(match, console, index) for index, team in enumerate(teams)}
    for name, values in (("won", tally.won), ("points", tally.points), ("spread", tally.spread)):
        yield name, {team: values[index] for index, team in enumerate(teams)}


def deal_seat(match):
    """Return the seat (from 0) of the player whose deal it is, None if no game is on or the board does not know."""
    seat = match.turn.seat()
    return seat if match.stage == PLAYING and seat >= 0 else None


def _letter(team: int):
    return None if team == NOBODY else TEAMS[team]


def _track(match, console, team: int) -> dict:
    """Return front peg, back peg and pending count of a team."""
    pending = console.count.total if team == console.team else 0
    return {"front": match.game.front[team], "back": match.game.back[team], "pending": pending}
