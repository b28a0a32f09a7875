"""Make functions commands of `cribboard event`: options, error reports and JSON output that all of them have."""

import functools
import getpass
import os
from collections.abc import Callable
from inspect import Signature, signature
from pathlib import Path
from typing import Annotated, Any
from unicodedata import normalize

import typer
from rich.console import Console

from host_tools.command_group import english_for_programs, failed
from host_tools.desk.errors import DeskError
from host_tools.desk.events.location import EventLocation
from host_tools.desk.events.location_options import DEFAULT_FOLDER, Database, Folder
from host_tools.desk.events.roster_csv import RosterError
from host_tools.desk.formats.purse_model import DOLLAR
from host_tools.i18n import labelled, message
from host_tools.os_errors import os_reason
from host_tools.printable import print_data, printable, printable_json
from host_tools.shell_words import shell_words
from host_tools.table_numbers import parse_table
from host_tools.text_files import TextError

Name = Annotated[str, typer.Argument(metavar="NAME", help="The event's name.", show_default=False)]
"""Of an event that is there."""
NewName = Annotated[str, typer.Argument(metavar="NAME", help="The event's name.", show_default=False)]
Player = Annotated[
    str, typer.Argument(metavar="PLAYER", help="Id or name; of a pair, either name.", show_default=False)
]
Because = Annotated[str, typer.Option(metavar="WHY", help="The reason, for the diary.")]
Json = Annotated[bool, typer.Option("--json", callback=english_for_programs, help="Print JSON.")]


def table_number(text: str) -> int:
    """Return the event's number of a table as people write it, 3 or B3. Raises typer.BadParameter."""
    table = parse_table(text)
    if not table:
        raise typer.BadParameter(message("cli.table", text=printable(text)))
    return table


def fee_cents(text: str) -> int:
    """Return a fee in cents, typed in dollars. Raises typer.BadParameter."""
    from host_tools.desk.money.amounts import parse_dollars  # a command without a fee needs no money

    try:
        return int(parse_dollars(text) * DOLLAR)
    except DeskError as error:
        raise typer.BadParameter(printable(str(error))) from None


Fee = Annotated[
    int | None, typer.Option("--fee", parser=fee_cents, metavar="DOLLARS", help="Each player's fee, in dollars.")
]

Answer = tuple[Any, ...]
"""What a command has to say: what `--json` prints, then texts and tables, which are printed without it.

Where the first, a dictionary, names something under `unread`, the rest is done, and the command leaves with status 1.
"""


def command(function: Callable[..., Answer | None]) -> Callable[..., None]:
    """Make a command of a function: it gets the options --folder, --database and --json, and errors are reported.

    The function has the EventLocation as its parameter `location`. Its `name`, if of type Name, is an event's that is
    there, in whatever case it was typed. It returns the Answer that is printed; None if it has printed everything
    itself. It has no docstring: its help is in the message catalogues, as `cli.command.NAME`.
    """

    def run(folder: Folder = DEFAULT_FOLDER, database: Database = None, as_json: Json = False, **own: Any) -> None:
        own = {name: _composed(value) for name, value in own.items()}
        without_folder = not folder.exists()
        location = EventLocation(folder, database, by=current_user())
        if of_event:
            own["name"] = location.called(own["name"])
        answer = function(location=location, **own)
        if answer is not None:
            if without_folder and folder.exists():
                answer = (*answer, message("cli.place.made", folder=folder))
            print_answer(as_json, *answer)
            if isinstance(answer[0], dict) and answer[0].get("unread"):
                raise typer.Exit(1)

    own_parameters = [one for one in signature(function).parameters.values() if one.name != "location"]
    of_event = any(one.annotation is Name for one in own_parameters)
    shared_parameters = [one for one in signature(run).parameters.values() if one.name != "own"]
    run.__name__ = function.__name__
    run.__signature__ = Signature([*own_parameters, *shared_parameters])  # type: ignore[attr-defined]
    return report_errors(run)


Would = Annotated[bool, typer.Option("--would", help="Change nothing; say what would change.")]


def decision(function: Callable[..., Answer | None]) -> Callable[..., None]:
    """Make a command of a function as `command` does, for a decision of the director: it gets the option --would, with
    which nothing is changed and only what the decision would change is printed."""

    def tried(location: EventLocation, would: Would = False, **own: Any) -> Answer | None:
        # A command that decides nothing needs no rounds and no money.
        from host_tools.desk.review.decision_preview import NotDecidedError, previewing

        if would:
            location.around_writing = previewing
        try:
            return function(location=location, **own)
        except NotDecidedError as tried:
            return {"would": tried.changes}, *tried.changes

    shared = signature(tried).parameters["would"]
    own_parameters = list(signature(function).parameters.values())
    tried.__name__ = function.__name__
    tried.__signature__ = Signature([*own_parameters, shared])  # type: ignore[attr-defined]
    return command(tried)


def _composed(value: Any) -> Any:
    """Return a text of the command line, or each of several, with accented letters as one character (NFC), as names
    are kept: some systems' shells and files have them as two."""
    if isinstance(value, list):
        return [_composed(one) for one in value]
    return normalize("NFC", value) if isinstance(value, str) else value


def report_errors(command: Callable[..., None]) -> Callable[..., None]:
    """Decorate a command so that its errors are printed as messages, with exit status 1."""

    @functools.wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        try:
            command(*args, **kwargs)
        except (DeskError, RosterError, TextError) as error:
            raise failed(error) from None
        except OSError as error:
            raise failed(labelled(error.filename, os_reason(error)) if error.filename else error) from None

    return run


def command_here(location: EventLocation, *words: str) -> str:
    """Return a command line about an event of this location, as a shell of this machine takes it.

    It names the place only where the command would look elsewhere by itself.
    """
    place: list[str] = []
    if location.database:
        place = [] if os.environ.get("CRIBBOARD_DATABASE") == location.database else ["--database", location.database]
    elif location.folder != Path(os.environ.get("CRIBBOARD_FOLDER", DEFAULT_FOLDER)):
        place = ["--folder", str(location.folder)]
    return shell_words("cribboard", *words, *place)


def current_user() -> str:
    """Return the system user's name, for the audit log; "desk" if unknown."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "desk"


def print_answer(as_json: bool, data: Any, *output: Any) -> None:
    """Print `data` as one line of JSON, or else `output`: texts and tables."""
    if as_json:
        print_data(printable_json(data) + "\n")
        return
    console = Console()
    for item in output:
        # A text is left to the terminal to wrap: a command in it is copied whole. So is a table that has no room.
        text = isinstance(item, str)
        item = printable(item) if text else item
        console.print(item, markup=False, highlight=False, soft_wrap=text, crop=False)
