"""Typer command `cribboard event scores`: delay or hide scores on the players' pages."""

from typing import Annotated

import typer

from host_tools.desk.cli.options import Answer, Because, Name, command
from host_tools.desk.events.location import EventLocation
from host_tools.desk.events.public_scores import MAX_DELAY, change_score_delay, score_delay_text
from host_tools.desk.store.database import DeskError
from host_tools.i18n import message


@command
def scores(
    location: EventLocation,
    name: Name,
    delay: Annotated[
        int | None, typer.Option(metavar="MINUTES", help=f"Show them so much later, 0 to {MAX_DELAY}; 0: at once.")
    ] = None,
    hide: Annotated[bool, typer.Option("--hide", help="Show them to nobody until --delay is given.")] = False,
    because: Because = "",
) -> Answer:
    if hide and delay is not None:
        raise DeskError(message("cli.scores.both"))
    if hide or delay is not None:
        with location.writing(name, because) as desk:
            change_score_delay(desk, delay)
    with location.reading(name) as desk:
        minutes = desk.event.score_delay
    return {"event": name, "delay": minutes, "hidden": minutes is None}, score_delay_text(minutes)
