"""Load the nights of a season, each from its own event file or all from one database."""

from collections.abc import Sequence

from host_tools.desk.events.event import format_of
from host_tools.desk.events.location import EventLocation
from host_tools.desk.money.season_nights import read_whole_night
from host_tools.desk.scoring.season import Night
from host_tools.desk.store.database import DeskError
from host_tools.i18n import message


def read_nights(location: EventLocation, names: Sequence[str]) -> list[Night]:
    """Load events as nights, in order. Raises DeskError unless all have one format, and no name is repeated."""
    nights = []
    for name in names:
        if names.count(name) > 1:
            raise DeskError(message("cli.season.twice", event=name))
        with location.reading(name) as desk:
            nights.append((format_of(desk.event), read_whole_night(desk)))
    kinds = sorted({kind.id for kind, _ in nights})
    if len(kinds) > 1:
        raise DeskError(message("cli.season.formats", formats=", ".join(kinds)))
    return [night for _, night in nights]
