"""Divide an event into halls, change them, move players between them."""

from collections import Counter
from collections.abc import Sequence

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.entrants import entrant, entrants
from host_tools.desk.events.event import check_hall_size, format_of, rounds_seated
from host_tools.desk.events.hall_rows import MOVED, add_halls, check_hall_name, hall_title, halls_of
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Entrant, Hall
from host_tools.i18n import LANGUAGES, message
from host_tools.table_numbers import MOST_TABLES

HALLS = "halls"
"""Kind of audit entries about the halls themselves."""


def make_halls(desk: Desk, names: Sequence[str]) -> list[Hall]:
    """Divide an event of one hall into halls of these names, before its first round is seated.

    Players are dealt out evenly, in the order drawn. Raises DeskError.
    """
    if halls_of(desk):
        raise DeskError(message("event.halls.there", event=desk.event.name))
    if rounds_seated(desk):
        raise DeskError(message("event.halls.late", event=desk.event.name))
    halls = add_halls(desk, names)
    players = sorted(entrants(desk).values(), key=lambda player: player.drawn)
    for place, player in enumerate(players):
        player.hall = place % len(halls) + 1
    desk.session.flush()
    check_halls(desk)
    log_change(desk, HALLS, detail={"halls": list(names)})
    return halls


def check_halls(desk: Desk) -> None:
    """Raise DeskError if a hall has too few players for the event's rounds, or more than its tables take."""
    kind = format_of(desk.event)
    if kind.movement is None or desk.event.across_halls:
        return
    playing = Counter(player.hall for player in entrants(desk).values() if player.left is None)
    for hall in halls_of(desk):
        check_hall_size(kind, desk.event.rounds, playing[hall.number], hall_title(hall), hall.tables)


def change_hall(
    desk: Desk, hall: Hall, *, name: str | None = None, tables: int | None = None, language: str | None = None
) -> None:
    """Change what a hall is called, how many tables it has, and the language of its wall and lists ("": each reader's
    own). None: unchanged. Raises DeskError."""
    before = {"name": hall.name, "tables": hall.tables, "language": hall.language}
    if name is not None:
        check_hall_name(name, [other.name for other in halls_of(desk) if other is not hall])
        hall.name = name
    if tables is not None:
        if not 0 <= tables <= MOST_TABLES:
            raise DeskError(message("event.halls.tables", limit=MOST_TABLES, tables=tables))
        hall.tables = tables
    if language is not None:
        if language not in ("", *LANGUAGES):
            raise DeskError(message("event.halls.language", languages=", ".join(LANGUAGES), language=language))
        hall.language = language
    desk.session.flush()
    check_halls(desk)
    log_change(desk, HALLS, detail={"hall": hall.number, "was": before})


def set_across(desk: Desk, across: bool) -> None:
    """Let the rounds that follow move players from hall to hall, or stay within each. Raises DeskError."""
    if not halls_of(desk):
        raise DeskError(message("event.halls.single", hall="", names=""))
    desk.event.across_halls = across
    check_halls(desk)
    log_change(desk, HALLS, detail={"across": across})


def move_to_hall(desk: Desk, who: str, hall: Hall) -> Entrant:
    """Let a player play in another hall from the next round on. Raises DeskError."""
    player = entrant(desk, who)
    if player.hall == hall.number:
        raise DeskError(message("event.halls.is_there", name=player.name, hall=hall_title(hall)))
    before, player.hall = player.hall, hall.number
    desk.session.flush()
    check_halls(desk)
    log_change(desk, MOVED, {"player": player.code, "was": before, "hall": hall.number})
    return player
