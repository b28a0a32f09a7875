"""Build the roster of a consolation event: the players who did not qualify."""

from host_tools.desk.events.entrants import entrants, person_names
from host_tools.desk.events.event import format_of
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.database import DeskError
from host_tools.desk.store.desk import Desk
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
            names = person_names(kind, player)
            entries.append(Entry(0, names[0], player.member or player.code, player.partner, player.club))
    if len(entries) < 2:
        raise DeskError(message("event.bracket.nobody_left", event=desk.event.name))
    return entries
