"""`cribboard play`: a whole game with real cards, as a scenario that pegs it."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from firmware.rules.presets import DEFAULT, NAMES
from host_tools.cards.game import CardGame, GameError
from host_tools.cards.scenario import scenario

Preset = StrEnum("Preset", [(name, name) for name in NAMES])  # type: ignore[misc]
_USUAL = Preset(DEFAULT)


def play(
    players: Annotated[int, typer.Option(min=2, max=4, help="Four play as partners.")] = 2,
    preset: Annotated[Preset, typer.Option(help="What the game is played under.")] = _USUAL,
    muggins: Annotated[
        bool, typer.Option("--muggins", help="Players overlook points now and then, and the next one pegs them.")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="The cards fall as the seed says.")] = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the scenario there instead of printing it.")
    ] = None,
) -> None:
    """Play a game with real cards, and write down the keys that peg it.

    What comes out is a scenario with the whole story in its comments: `cribboard scenario FILE` plays it on a board,
    and the virtual board shows it.
    """
    try:
        game = CardGame(seed, players, preset.value, muggins)
        text = scenario(game)
        if out is None:
            typer.echo(text, nl=False)
        else:
            out.write_text(text, encoding="utf-8")
            typer.echo(_ending(game, out))
    except GameError as error:
        raise _stop(str(error)) from None
    except OSError as error:
        raise _stop(f"{error.filename}: {error.strerror}") from None


def _stop(message: str) -> typer.Exit:
    typer.echo(f"cribboard play: {message}", err=True)
    return typer.Exit(1)


def _ending(game: CardGame, out: Path) -> str:
    scores = ", ".join(f"{team} {front}" for team, front in zip("ABC", game.front, strict=False))
    return f"Wrote {out}: {scores} after {game.deals} deals."
