"""Typer options `--folder` and `--database`, shared by all commands that name an event."""

from pathlib import Path
from typing import Annotated

import typer

DEFAULT_FOLDER = Path()
Folder = Annotated[Path, typer.Option(metavar="DIR", envvar="CRIBBOARD_FOLDER", help="Folder of the events' files.")]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL", envvar="CRIBBOARD_DATABASE", help="The database that holds the events, instead of a folder."
    ),
]
