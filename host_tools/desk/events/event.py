"""Create an event with its entrants, look an event up by name, list its seated rounds."""

import random
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence

from sqlalchemy import bindparam, func, insert, select
from sqlalchemy.orm import Session, object_session

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change, read_audit_log
from host_tools.desk.events.hall_rows import add_halls
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.formats.event_formats import FORMATS, Format, rounds_for
from host_tools.desk.formats.movements import Shares
from host_tools.desk.formats.registry import MissingRowError
from host_tools.desk.store.desk import Desk, asked_once
from host_tools.desk.store.model import LONGEST_NAME, Entrant, Event, Round
from host_tools.i18n import message
from host_tools.table_numbers import MOST_TABLES

CREATED, EVENT_CORRECTED = "created", "event corrected"
"""Kinds of audit entries that say which package the event's format is from, "" for this program."""
MOST_BYE_WORTH = 121
_LONGEST_STEM, _UID_BYTES = 20, 6


class UnknownEventError(DeskError):
    """The store has no event of that name."""


def check_name(name: str) -> None:
    """Raise DeskError unless boards and file names can carry this name of an event."""
    others = dict.fromkeys(c for c in name if not (c.isalnum() or c in " -_.'&"))
    if others:
        raise DeskError(message("cli.event.name_character", name=name, text=" ".join(others)))
    if not name or len(name) > LONGEST_NAME or name != name.strip() or name.startswith("."):
        raise DeskError(message("cli.event.name", name=name, longest=LONGEST_NAME))


def check_name_unused(session: Session, name: str) -> None:
    """Raise DeskError if the store has an event of this name, or none can have it."""
    check_name(name)
    if session.scalar(select(func.count()).where(Event.name == name, Event.deleted == "")):
        raise DeskError(message("cli.event.there", name=name))


def format_of(event: Event) -> Format:
    """Return the event's format. Raises DeskError if it is another package's, and not installed or broken."""
    try:
        return FORMATS[event.format]
    except MissingRowError:
        session = object_session(event)
        told = read_audit_log(Desk(session, event), CREATED, EVENT_CORRECTED) if session else []
        packages = [entry.detail["package"] for entry in told if "package" in entry.detail]
        raise FORMATS.missing(event.format, *packages[-1:]) from None


_NAMED, _BY_ID = (
    select(Event).where(column == bindparam("wanted"), Event.deleted == "") for column in (Event.name, Event.id)
)


def open_event(session: Session, name: str, lock: bool = False, id: int | None = None) -> Desk:
    """Open an event by name, or if it is given, by the store's `id`; with `lock`, lock its row until the transaction
    ends. Raises UnknownEventError."""
    query = _NAMED if id is None else _BY_ID
    event = session.scalar(query.with_for_update() if lock else query, {"wanted": name if id is None else id})
    if event is None:
        names = session.scalars(select(Event.name).where(Event.deleted == "").order_by(Event.name).limit(10)).all()
        raise UnknownEventError(
            message("cli.event.others" if names else "cli.event.none", name=name, names=", ".join(names))
        )
    return Desk(session, event)


def create_event(
    session: Session,
    name: str,
    format_id: str,
    entries: Sequence[Entry],
    *,
    rounds: int | None = None,
    tables: int = 0,
    seed: int | None = None,
    fee: int | None = None,
    key: str | None = None,
    medals: int | None = None,
    across_halls: bool = False,
    bye_worth: int = 0,
    by: str = "",
) -> Event:
    """Create an event with its roster `entries`, in the order drawn by `seed` (None: random). Raises DeskError.

    Halls are those that the entries name, in that order, if any do; `across_halls`: seating moves players from hall to
    hall. `rounds` and `medals`, the number of places for which ties are played off, default to the format's. `tables`:
    number of tables, 0 for any. `fee` is in cents; None: the format's. `bye_worth`: game points of each
    game of a bye. `key`: the boards' event key in hex, "" for
    none, None for a new one.
    """
    check_name_unused(session, name)
    kind = FORMATS[format_id]
    halls = _halls_of_entries(entries)
    rounds = rounds_of_size(kind, rounds, tables, Counter(entry.hall for entry in entries), across_halls)
    seed = secrets.randbelow(2**31) if seed is None else seed
    settings = {"rounds": rounds, "tables": tables, "seed": seed, "fee": fee, "best_of": 0}
    settings |= {"medals": kind.medals if medals is None else medals, "across_halls": across_halls}
    settings["bye_worth"] = check_bye_worth(bye_worth)
    event = Event(name=name, uid=new_uid(name), format=format_id, key=new_key() if key is None else key, **settings)
    session.add(event)
    session.flush()
    if halls:
        add_halls(Desk(session, event), halls)
        session.flush()
    session.execute(insert(Entrant), _entrant_rows(event, entries, halls))
    detail = {"format": format_id, "rounds": rounds, "players": len(entries), "package": FORMATS.package(format_id)}
    log_change(Desk(session, event, by), CREATED, detail=detail)
    return event


def rounds_of_size(
    kind: Format, requested: int | None, tables: int, players: Mapping[str, int], across_halls: bool = False
) -> int:
    """Return the number of rounds of an event, `requested` or the format's usual one. Raises DeskError unless so many
    players (or pairs) of each hall can play them; `players`: by the hall's name, "" where there is one."""
    count = sum(players.values())
    rounds = rounds_for(kind, requested, count if across_halls else max(players.values(), default=0))
    check_size(kind, rounds, count)
    _check_tables(kind, tables, count)
    for hall in players if kind.movement and not across_halls and players.keys() != {""} else ():
        check_hall_size(kind, rounds, players[hall], hall)
    return rounds


def _halls_of_entries(entries: Sequence[Entry]) -> list[str]:
    """Return the names of the halls that entries name, in that order. Raises DeskError if only some name one."""
    names = list(dict.fromkeys(entry.hall for entry in entries))
    if names == [""]:
        return []
    without = next((entry for entry in entries if not entry.hall), None)
    if without:
        raise DeskError(message("event.halls.none_of", name=without.title))
    return names


def check_hall_size(kind: Format, rounds: int, players: int, hall: str, tables: int = 0) -> None:
    """Raise DeskError unless so many players (or pairs) can play the rounds of the format in one hall, at its `tables`,
    0 for as many as boards can tell apart."""
    try:
        check_size(kind, rounds, players)
        _check_tables(kind, tables or MOST_TABLES, players)
    except DeskError as error:
        raise DeskError(message("event.halls.in", hall=hall, why=error)) from None


def _entrant_rows(event: Event, entries: Sequence[Entry], halls: Sequence[str]) -> list[dict]:
    """Build the rows of the table `entrant`; `drawn`, the place in the draw, is shuffled by the event's seed."""
    draw_order = list(range(1, len(entries) + 1))
    random.Random(event.seed).shuffle(draw_order)
    ids = _entry_ids(entries)
    return [
        {
            "event_id": event.id,
            "number": number,
            "code": ids[number - 1],
            "name": entry.title if format_of(event).pairs else entry.name,
            "partner": entry.partner,
            "club": entry.club,
            "member": entry.id,
            "drawn": draw_order[number - 1],
            "hall": halls.index(entry.hall) + 1 if halls else 0,
            "expelled": "",
        }
        for number, entry in enumerate(entries, 1)
    ]


def _entry_ids(entries: Sequence[Entry]) -> list[str]:
    """Return each entry's id: the roster's, or else the lowest number that is no id yet."""
    roster_ids = {entry.id for entry in entries}
    free = (str(number) for number in range(1, 2 * len(entries) + 1) if str(number) not in roster_ids)
    return [entry.id or next(free) for entry in entries]


def check_bye_worth(points: int) -> int:
    """Return what each game of a bye is worth. Raises DeskError for what no game can be."""
    if not 0 <= points <= MOST_BYE_WORTH:
        raise DeskError(message("event.byes.worth", limit=MOST_BYE_WORTH, points=points))
    return points


def unequal_games(kind: Format, rounds: int, players: Mapping[str, int]) -> Shares:
    """Return what so many players (or pairs) of each hall do not share equally in so many rounds of a format.

    Where there is one hall, the numbers of rounds near it in which they would are those that the format can have.
    `players` as of `rounds_of_size`.
    """
    if kind.movement is None:
        return Shares()
    by_hall = {hall: kind.movement.shares(count, rounds) for hall, count in players.items()}
    if "" not in by_hall:
        told = [message("event.halls.in", hall=hall, why=one.told) for hall, one in by_hall.items() if one.told]
        return Shares(" ".join(told))
    shares, (_, fewest, most) = by_hall[""], kind.rounds
    even = {number: games for number, games in shares.even.items() if fewest <= number <= most}
    told = [message("event.byes.equal", rounds=number, games=games) for number, games in even.items()]
    return Shares(" ".join(filter(None, [shares.told, *told])), even)


def check_size(kind: Format, rounds: int, players: int) -> None:
    """Raise DeskError unless this number of players (or pairs) can play this number of rounds of the format."""
    _, fewest, most = kind.rounds
    if not fewest <= rounds <= most:
        raise DeskError(message("cli.event.rounds", format=kind.id, fewest=fewest, largest=most, rounds=rounds))
    if players < 2:
        raise DeskError(message("cli.event.two_pairs" if kind.pairs else "cli.event.two_players"))
    if kind.movement and kind.movement.most_rounds and rounds > (most := kind.movement.most_rounds(players)):
        raise DeskError(message("cli.event.met", players=players, largest=most, rounds=rounds))


def _check_tables(kind: Format, tables: int, players: int) -> None:
    """Raise DeskError if the players (or pairs) need more than `tables` tables; 0 is not checked."""
    if tables and kind.movement and (needed := kind.movement.tables(players)) > tables:
        key = "cli.event.tables_of_pairs" if kind.pairs else "cli.event.tables"
        raise DeskError(message(key, players=players, needed=needed, tables=tables))


_ROUNDS = select(Round).where(Round.event_id == bindparam("event")).order_by(Round.number)
"""Built once: to build a query takes longer than to run it, and every decision runs this one."""


@asked_once
def rounds_seated(desk: Desk) -> Sequence[Round]:
    """Return all rounds that have been seated, in order."""
    return list(desk.session.scalars(_ROUNDS, {"event": desk.event.id}))


def new_uid(name: str) -> str:
    """Generate the event's id on boards: letters and digits of its name, "-" and random hex digits."""
    stem = "".join(c for c in name if c.isascii() and c.isalnum())[:_LONGEST_STEM]
    return f"{stem}-{secrets.token_hex(_UID_BYTES)}".lstrip("-")


def new_key() -> str:
    """Generate an event key for boards: 16 random bytes in hex."""
    return secrets.token_hex(16)
