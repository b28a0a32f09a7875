"""Typer options for the broker's URL, login and certificate, shared by all commands that connect to it."""

from pathlib import Path
from typing import Annotated

import typer

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
