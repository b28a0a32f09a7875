"""Typer command `cribboard quickcards`: writes the quick-reference cards as PDF."""

from pathlib import Path
from typing import Annotated

import typer

from host_tools.command_group import failed
from host_tools.i18n import LANGUAGES, message
from host_tools.os_errors import os_reason

PRINTED = Path(__file__).parent / "printed"


def quickcards(
    folder: Annotated[
        Path, typer.Argument(help=message("quickcards.folder"), show_default="host_tools/quickcards/printed")
    ] = PRINTED,
) -> None:
    """Write all cards in all languages."""
    from host_tools.quickcards import draw

    try:
        files = [(name, language) for name in draw.CARDS for language in LANGUAGES]
        cards = {f"{name}-{language}.pdf": draw.draw_card(name, language) for name, language in files}
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in cards.items():
            (folder / name).write_bytes(content)
    except draw.QuickCardError as error:
        raise failed(error) from None
    except OSError as error:
        raise failed(message("quickcards.failed", folder=folder, reason=os_reason(error))) from None
    typer.echo(message("quickcards.wrote", count=len(cards), folder=folder))
