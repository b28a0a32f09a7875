"""Typer command `cribboard play`: deals and plays a whole game, and writes it as a scenario."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from firmware.config import TEAMS
from firmware.rules.preset import DEFAULT_PRESET
from firmware.rules.presets import PRESET_NAMES
from host_tools.cards.deck import CardError
from host_tools.cards.game import CardGame
from host_tools.cards.scenario_writer import scenario
from host_tools.cards.spoken_count import SpokenCount
from host_tools.command_group import failed
from host_tools.i18n import catalogue, environment_language, labelled, message
from host_tools.os_errors import os_reason
from host_tools.printable import print_data

Preset = StrEnum("Preset", [(name, name) for name in PRESET_NAMES])  # type: ignore[misc]
_DEFAULT_PRESET = Preset(DEFAULT_PRESET)


def play(
    players: Annotated[int, typer.Option(min=2, max=4, help=message("play.players"))] = 2,
    preset: Annotated[Preset, typer.Option(help=message("play.preset"))] = _DEFAULT_PRESET,
    muggins: Annotated[bool, typer.Option("--muggins", help=message("play.muggins"))] = False,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, help=message("play.seed"))] = 1,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help=message("play.out"))] = None,
) -> None:
    """Play a game with real cards, and write down the keys that peg it."""
    try:
        game = CardGame(seed, players, preset.value, muggins)
        text = scenario(game, SpokenCount(catalogue(environment_language())))
        if out is None:
            print_data(text)
        else:
            out.write_text(text, encoding="utf-8")
            typer.echo(_summary(game, out))
    except CardError as error:
        raise failed(message(f"wrong.{error.key}", **error.values)) from None
    except OSError as error:
        raise failed(labelled(error.filename, os_reason(error))) from None


def _summary(game: CardGame, path: Path) -> str:
    scores = ", ".join(f"{team} {front}" for team, front in zip(TEAMS, game.front, strict=False))
    return message("play.wrote", file=path, scores=scores, deals=game.deals)
