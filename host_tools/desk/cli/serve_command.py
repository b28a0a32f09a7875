"""Typer command `cribboard desk`: serve an event's web pages to the director, the players and the hall."""

import functools
import logging
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools.command_group import failed, print_error
from host_tools.desk.cli.options import current_user
from host_tools.desk.errors import DeskError
from host_tools.desk.events.lease import CopyError, Lease
from host_tools.desk.events.location import EventLocation, OpenEvent
from host_tools.desk.events.location_options import DEFAULT_FOLDER, Database, Folder
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.broker_address import Broker, find_brokers, is_overheard
from host_tools.desk.review.hall_merge import RepeatedMerge
from host_tools.garbage_collection import collect_seldom
from host_tools.i18n import message

LiveUrl = Annotated[
    str | None, typer.Option("--live", metavar="URL", envvar="CRIBBOARD_LIVE", help=message("live.option.url"))
]
LiveHome = Annotated[bool, typer.Option("--home-assistant", help=message("live.option.home"))]
LiveLogin = Annotated[
    Path | None,
    typer.Option("--live-login", metavar="FILE", envvar="CRIBBOARD_LIVE_LOGIN", help=message("live.option.login")),
]
LiveAuthority = Annotated[
    Path | None, typer.Option("--live-ca", metavar="FILE", envvar="CRIBBOARD_LIVE_CA", help=message("live.option.ca"))
]


DEFAULT_PORT = 8122
THIS_COMPUTER = "127.0.0.1"
_SAY_AGAIN_S = 60.0
_MOST_TEXTS = 20
"""Lines in the log in that time, however much they differ."""


def desk(
    name: Annotated[
        str | None, typer.Argument(help="The event. Left out: the only one; else the director opens or makes one.")
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to serve on; 0.0.0.0 opens the desk to the network.")
    ] = THIS_COMPUTER,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to serve on; 0: a free one.")] = DEFAULT_PORT,
    director_anywhere: Annotated[
        bool, typer.Option("--director-anywhere", help="Let the director sign in from other computers, unencrypted.")
    ] = False,
    proxy: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="Address of a proxy, which names its clients in the header X-Forwarded-For."
        ),
    ] = "",
    new_password: Annotated[
        bool, typer.Option("--set-password", help="Set the director's password, and leave.")
    ] = False,
    live: LiveUrl = None,
    live_login: LiveLogin = None,
    live_ca: LiveAuthority = None,
    home_assistant: LiveHome = False,
    merge_into: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="CRIBBOARD_MERGE_INTO",
            help="Database of the event whose copy for a hall this is: merge into it what is new, every 30 s.",
        ),
    ] = None,
    folder: Folder = DEFAULT_FOLDER,
    database: Database = None,
) -> None:
    """Serve the event's pages: the director's, the players' and the wall's.

    Only this computer sees them unless --host says otherwise. Even then players only read, call the director and
    dispute a result of theirs, and the director signs in on this computer alone: on the club's Wi-Fi a password could
    be overheard. With --live boards on a
    network bring their results by themselves.
    """
    try:
        if new_password:
            _set_password()
            return
        brokers = find_brokers(live, live_login, live_ca) if live else []
        if home_assistant and not brokers:
            raise DeskError(message("cli.scores.home_assistant"))
        place = EventLocation(folder, database)
        names = [name] if name else place.event_names()
        event = place.open(names[0]) if len(names) == 1 else None
        try:
            if event is not None and (lease := event.copied_from()):
                _ask_about_copy(event, lease)
            works_for: list[Callable[[OpenEvent], Any]] = []
            if merge_into:
                works_for.append(functools.partial(_merge_work, EventLocation(folder, merge_into)))
            tables = LiveTables() if brokers else None
            if tables is not None:
                works_for.append(_live_work(brokers, tables, home_assistant))
            # It is slow to import, and other commands do not need it.
            from host_tools.desk.web import director_credentials, serving

            handler = logging.StreamHandler()
            handler.addFilter(CalmLog())
            logging.basicConfig(format="%(message)s", handlers=[handler])
            director = director_credentials.Director()
            server = serving.listen(event, director, host, port, director_anywhere, place, tables, works_for, proxy)
            title = event.name if event is not None else message("desk.events.none")
            typer.echo(serving.served_addresses(title, host, server.port, director_anywhere))
            collect_seldom()
            server.serve_until_closed()
        finally:
            if event is not None:
                event.close()
    except (DeskError, OSError) as error:
        raise failed(error) from None


def _set_password() -> None:
    """Ask for the director's password, and set it: the first one is chosen on the page, at this computer."""
    from host_tools.desk.web.director_credentials import SHORTEST_PASSWORD, Director

    Director().set_password(_ask_password(SHORTEST_PASSWORD))
    typer.echo(message("cli.password.done"))


def _live_work(brokers: list[Broker], tables: LiveTables, home_assistant: bool) -> Callable[[OpenEvent], Any]:
    """Return the work that keeps `tables` up to date for an event; warn of brokers whose messages can be overheard."""
    # It wants the extra `live`, which a desk without boards on a network does not.
    from host_tools.desk.live.broker_connection import run_live_everywhere

    for broker in filter(is_overheard, brokers):
        print_error(message("live.broker.overheard", broker=broker.url))
    return lambda event: functools.partial(run_live_everywhere, brokers, event, tables, home_assistant=home_assistant)


def _ask_about_copy(event: OpenEvent, lease: Lease) -> None:
    """Say that this is a copy of the event, and at a terminal ask whether to go on with it here."""
    print_error(CopyError(event.name, lease))
    if sys.stdin.isatty() and typer.confirm(message("live.lease.ask", computer=lease.computer), default=False):
        event.go_on_here()


class CalmLog(logging.Filter):
    """Filter of a log: says once a minute what goes wrong again and again, and _MOST_TEXTS texts at most."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._until = 0.0
        self._said: set[str] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record is to be logged."""
        if self._clock() >= self._until:
            self._until = self._clock() + _SAY_AGAIN_S
            self._said.clear()
        text = record.getMessage()
        if text in self._said or len(self._said) >= _MOST_TEXTS:
            return False
        self._said.add(text)
        return True


def _merge_work(main: EventLocation, copy: OpenEvent) -> Any:
    """Return the work that merges a hall's copy into the event at `main`. Raises DeskError if it is no copy."""
    return RepeatedMerge(copy, main, current_user()).run


def _ask_password(shortest: int) -> str:
    """Prompt twice for a new password and return it; without a terminal, read a line of input. Raises DeskError."""
    if sys.stdin.isatty():
        prompt = message("cli.password.ask", shortest=shortest)
        return typer.prompt(prompt, hide_input=True, confirmation_prompt=message("cli.password.again"))
    password = sys.stdin.readline().rstrip("\n")
    if not password:
        raise DeskError(message("cli.password.none"))
    return password
