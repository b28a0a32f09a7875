"""Build the roster of another event from the players of this one: all, or those who did not qualify."""

from host_tools.desk.events.entrants import entrants, person_names
from host_tools.desk.events.event import format_of
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.formats.event_formats import Format
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.database import DeskError
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Entrant
from host_tools.i18n import message


def consolation_roster(desk: Desk) -> list[Entry]:
    """Build the roster of all players outside the bracket who have not left, best first.

    Raises DeskError before the bracket has been drawn, or if fewer than two players remain.
    """
    if not desk.event.best_of:
        raise DeskError(message("event.bracket.not_drawn", event=desk.event.name))
    people = {player.code: player for player in entrants(desk).values()}
    kind = format_of(desk.event)
    entries = []
    for standing in compute_standings(desk):
        player = people[standing.id]
        if player.seed is None and player.left is None:
            entries.append(_entry(kind, player, player.member or player.code))
    if len(entries) < 2:
        raise DeskError(message("event.bracket.nobody_left", event=desk.event.name))
    return entries


def roster_of(desk: Desk) -> list[Entry]:
    """Build the roster of all players, in roster order. Who was given no id has none: seasons know them by name."""
    kind = format_of(desk.event)
    return [_entry(kind, player, player.member) for player in entrants(desk).values()]


def _entry(kind: Format, player: Entrant, id: str) -> Entry:
    return Entry(0, person_names(kind, player)[0], id, player.partner, player.club)
