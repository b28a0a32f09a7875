"""Typer commands of `cribboard event`: create, correct, export, copy, delete and restore an event."""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated

import typer

from host_tools.command_group import print_error
from host_tools.desk.cli.format_choice import FORMAT_IDS
from host_tools.desk.cli.options import Answer, Because, Fee, Name, NewName, command, command_here, current_user
from host_tools.desk.cli.tables import AnswerTable, column_headings
from host_tools.desk.errors import DeskError
from host_tools.desk.events.archive import export_event
from host_tools.desk.events.event import create_event, new_key, unequal_games
from host_tools.desk.events.hall_copy import write_hall_copy
from host_tools.desk.events.hall_rows import hall_called
from host_tools.desk.events.location import EventLocation, TakenNameError
from host_tools.desk.events.roster_csv import RosterError, plain_text
from host_tools.desk.events.roster_reader import ROLES, Choices, Roster, read_roster_file
from host_tools.desk.events.trash import Deleted, delete_event, empty_trash, restore_deleted, restore_file, trash
from host_tools.desk.formats.event_formats import FORMATS
from host_tools.desk.money.payments import record_roster_payments
from host_tools.desk.money.purse_config import set_purses
from host_tools.desk.rounds.correct import correct_event, correct_player
from host_tools.desk.store.database import SUFFIX, copy_file
from host_tools.desk.store.desk import Desk
from host_tools.i18n import message, plural
from host_tools.printable import print_data
from host_tools.private_files import touch_private
from host_tools.text_files import naming_file, read_text_file
from host_tools.usb.board_schema import SchemaOption


@command
def create(
    location: EventLocation,
    name: NewName,
    roster_file: Annotated[
        Path, typer.Option("--roster", metavar="FILE", help="Players: a name on each line, CSV or .xlsx.")
    ],
    format: Annotated[str, typer.Option(metavar=FORMAT_IDS, help="Kind of event.")] = "acc",
    rounds: Annotated[
        int | None, typer.Option(min=1, help="Number of rounds; left out: the format's usual one.")
    ] = None,
    tables: Annotated[int, typer.Option(min=0, help="Number of tables; 0: as many as needed.")] = 0,
    fee: Fee = None,
    key: Annotated[
        str, typer.Option(metavar="HEX", help="The boards' event key, if there is one already; left out: a new one.")
    ] = "new",
    no_key: Annotated[bool, typer.Option("--no-key", help="Make no key: results of boards are not sealed.")] = False,
    medals: Annotated[
        int | None, typer.Option(min=0, help="Places for which ties are played off; left out: the format's number.")
    ] = None,
    purses: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A TOML file of fees and prizes; left out: the format's.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**31 - 1, help="Seed of the draw; left out: a new one.")
    ] = None,
    columns: Annotated[
        str,
        typer.Option(metavar="ROLES", help="What the roster's columns are, such as name,club,-; left out: as found."),
    ] = "",
    players: Annotated[
        list[int] | None, typer.Option("--plays", metavar="ROW", help="A row that is a player, whatever it looks like.")
    ] = None,
    bye_worth: Annotated[
        int, typer.Option(min=0, metavar="POINTS", help="Game points for each game of a bye, if the club gives any.")
    ] = 0,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether the roster was understood.")] = False,
    across_halls: Annotated[
        bool, typer.Option("--across-halls", help="Players go from hall to hall, where the roster has a column `hall`.")
    ] = False,
) -> Answer:
    pairs = FORMATS[format].pairs
    choices = Choices(_column_roles(columns), frozenset(players or ()))
    roster = read_roster_file(roster_file, pairs, choices)
    understood = _shown_first(roster, pairs, yes)
    rules, event_key = read_text_file(purses).text if purses else "", _event_key(key, no_key)
    with location.creating(name) as session, _telling_if_refused(understood):
        entries = roster.checked()
        event = create_event(
            session,
            name,
            format,
            entries,
            rounds=rounds,
            tables=tables,
            seed=seed,
            fee=fee,
            key=event_key,
            medals=medals,
            across_halls=across_halls,
            bye_worth=bye_worth,
            by=current_user(),
        )
        if rules:
            set_purses(Desk(session, event, current_user()), rules)
        not_recorded = record_roster_payments(Desk(session, event, current_user()), entries)
        data = {"event": name, "format": event.format, "players": len(entries), "rounds": event.rounds}
        planned = event.rounds
        data |= {"tables": event.tables, "seed": event.seed, "id": event.uid, "key": event.key}
        data |= {"roster": roster.described(pairs)}
    sizes = {"": len(entries)} if across_halls else Counter(entry.hall for entry in entries)
    unequal = unequal_games(FORMATS[format], planned, sizes).told
    done = plural("cli.create.done", planned, event=name, players=len(entries), format=format)
    key_notice = [] if data["key"] else [message("cli.create.no_key")]
    return (
        data,
        *understood,
        done,
        *filter(None, [unequal, not_recorded]),
        *key_notice,
        message("cli.create.boards", command=command_here(location, "configure", "--all", "--event", name)),
        *FORMATS.refusals(),
    )


def _column_roles(text: str) -> tuple[str, ...]:
    """Return the roles of columns that are typed as `name,club,-`. Raises RosterError."""
    roles = tuple("" if part.strip() == "-" else part.strip() for part in text.split(",")) if text else ()
    for role in roles:
        if role and role not in ROLES:
            raise RosterError(message("cli.roster.role", role=role, roles=", ".join(ROLES)))
    return roles


def _shown_first(roster: Roster, pairs: bool, yes: bool) -> list[str]:
    """Return what was understood of a roster, to be printed; where somebody sits at the terminal, show and ask them
    first. Raises RosterError if they say no."""
    told = roster.described(pairs)
    if yes or not sys.stdin.isatty() or not sys.stderr.isatty():
        return told
    for text in [*told, *(entry.title for entry in roster.entries)]:
        print_error(text)
    if not roster.errors and not typer.confirm(message("event.roster.confirm"), default=True, err=True):
        raise RosterError(message("event.roster.not_made"))
    return []


@contextmanager
def _telling_if_refused(understood: Sequence[str]) -> Iterator[None]:
    """Within this context an error is preceded by what was understood of the roster."""
    try:
        yield
    except (DeskError, RosterError):
        for text in understood:
            print_error(text)
        raise


def _event_key(text: str, no_key: bool) -> str:
    """Return the event key in hex: `text`, a new key if it is "new", or "" with `no_key`. Raises DeskError."""
    if no_key and text != "new":
        raise DeskError(message("cli.create.two_keys"))
    if text == "new":
        return "" if no_key else new_key()
    key = text.lower()
    if len(key) % 2 or len(key) > 128 or key.strip("0123456789abcdef"):
        raise DeskError(message("cli.create.key"))
    return key


@command
def correct(
    location: EventLocation,
    name: Name,
    player: Annotated[
        str, typer.Argument(metavar="PLAYER", help="Id or name; left out: the event itself.", show_default=False)
    ] = "",
    new_name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="The right name.")] = None,
    partner: Annotated[str | None, typer.Option(metavar="NAME", help="The second player of a pair.")] = None,
    club: Annotated[str | None, typer.Option(metavar="CLUB")] = None,
    code: Annotated[str | None, typer.Option("--id", metavar="ID", help="The right id.")] = None,
    start: Annotated[
        int | None,
        typer.Option(
            "--from-round", min=1, metavar="N", help="With --partner: from this round on; left out: in all rounds."
        ),
    ] = None,
    date: Annotated[str | None, typer.Option(metavar="DATE", help="The event's date, such as 2026-11-27.")] = None,
    format: Annotated[
        str | None, typer.Option(metavar=FORMAT_IDS, help="The event's format, while it has no result.")
    ] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="The event's number of rounds.")] = None,
    bye_worth: Annotated[
        int | None, typer.Option(min=0, metavar="POINTS", help="The event's game points for each game of a bye.")
    ] = None,
    because: Because = "",
) -> Answer:
    of_player = {"name": new_name, "partner": partner, "club": club, "id": code}
    of_event = {"name": new_name, "date": date, "format": format, "rounds": None if rounds is None else str(rounds)}
    of_event["bye_worth"] = None if bye_worth is None else str(bye_worth)
    given, other = (of_player, of_event) if player else (of_event, of_player)
    if start and not player:
        other["from-round"] = str(start)
    if stray := next((option for option, value in other.items() if value is not None and option not in given), ""):
        raise DeskError(
            message("cli.correct.player" if player else "cli.correct.event", option=f"--{stray.replace('_', '-')}")
        )
    wanted = {field: value for field, value in given.items() if value is not None}
    if not player:
        return _correct_event(location, name, wanted, because)
    with location.writing(name, because) as desk:
        corrected = correct_player(desk, plain_text(player), wanted, start)
        data = {"player": corrected.code, "name": corrected.name, "club": corrected.club}
    fields = ", ".join(message(f"event.correct.field.{field}") for field in wanted)
    return data, message("event.correct.player_done", name=data["name"], fields=fields)


def _correct_event(location: EventLocation, name: str, wanted: Mapping[str, str], because: str) -> Answer:
    """Correct the event itself, and rename its file. Raises DeskError."""
    if "name" in wanted:
        location.check_unused(plain_text(wanted["name"]))
    with location.writing(name, because) as desk:
        changed = correct_event(desk, wanted)
        data = {"event": desk.event.name, "date": desk.event.date}
        plan = {"format": desk.event.format, "rounds": desk.event.rounds}
    location.rename_file(name, data["event"])
    fields = ", ".join(message(f"event.correct.field.{field}") for field in changed)
    return data | plan, message("event.correct.event_done", fields=fields)


@command
def export(
    location: EventLocation,
    name: Name,
    output: Annotated[Path | None, typer.Argument(metavar="FILE", help="File to write; left out: print it.")] = None,
    schema: SchemaOption = False,
) -> Answer | None:
    with location.reading(name) as desk:
        text = export_event(desk)
    if output is None:
        print_data(text + "\n")
        return None
    touch_private(output)
    output.write_text(text + "\n", encoding="utf-8")
    return {"event": name, "file": str(output)}, message("cli.export.done", event=name, file=output)


@command
def copy(
    location: EventLocation,
    name: Name,
    output: Annotated[Path, typer.Argument(metavar="FILE")],
    hall: Annotated[
        str, typer.Option(metavar="HALL", help="For the desk in one of several halls: its letter or name.")
    ] = "",
) -> Answer:
    if hall:
        with location.reading(name) as desk:
            write_hall_copy(desk, hall_called(desk, hall), output)
    else:
        with closing(location.open(name)) as opened:
            copy_file(opened.store, output)
    return {"event": name, "file": str(output)}, message("cli.export.done", event=name, file=output)


@command
def delete(location: EventLocation, name: Name, because: Because = "") -> Answer:
    deleted = delete_event(location, name, because)
    return {"event": name, "until": deleted.until}, message("event.trash.deleted", event=name, until=deleted.until)


@command
def restore(
    location: EventLocation,
    source: Annotated[
        str,
        typer.Argument(
            metavar="NAME|FILE",
            help="A deleted event, a copy or an export; left out: list the trash.",
            show_default=False,
        ),
    ] = "",
    new_name: Annotated[str, typer.Option("--name", metavar="NAME", help="Its name from now on.")] = "",
) -> Answer:
    empty_trash(location)
    if not source:
        return _list_trash(trash(location))
    try:
        restored = _restore(location, source, plain_text(new_name))
    except TakenNameError as error:
        raise DeskError(f"{error}; {message('event.trash.other_name')}") from None
    return {"event": restored, "restored": True}, message("event.trash.restored", event=restored)


def _restore(location: EventLocation, source: str, name: str) -> str:
    """Restore an event from the trash or from a file, under the name it had, or `name`; return its name."""
    if source == "-" or Path(source).suffix in (SUFFIX, ".json") or Path(source).is_file():
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
        with naming_file(source):
            return restore_file(location, data, name)
    else:
        deleted = next((one for one in trash(location) if one.name == source), None)
        if deleted is None:
            raise DeskError(message("event.trash.none_of", name=source))
        return restore_deleted(location, deleted.id, name)


def _list_trash(deleted: list[Deleted]) -> Answer:
    rows = [(one.name, one.at.astimezone().date().isoformat(), one.until) for one in deleted]
    table = AnswerTable(message("event.trash.title"), column_headings("event", "deleted", "until"), rows)
    data = [{"event": one.name, "deleted": one.at.isoformat(), "until": one.until} for one in deleted]
    return data, table if rows else message("event.trash.empty")
