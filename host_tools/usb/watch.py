"""`cribboard watch`: all boards' scores on one screen, live."""

import time
from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live

from host_tools.usb.boards import look, table
from host_tools.usb.ports import connected
from host_tools.usb.say import fail


def watch(
    every: Annotated[float, typer.Option(min=0.2, metavar="SECONDS", help="How often to look.")] = 1.0,
    once: Annotated[bool, typer.Option("--once", help="Look once and leave.")] = False,
) -> None:
    """Show the scores of all boards that are plugged in, until Ctrl-C. Boards may come and go."""
    if not connected():
        fail("no board is plugged in yet: plug one in, it will show")
    if once:
        Console().print(table(look(connected())))
        return
    with Live(table(look(connected())), auto_refresh=False) as live:
        while True:
            time.sleep(every)
            live.update(table(look(connected())), refresh=True)
