"""`cribboard count`: what a hand, a crib or a run of cards in the play scores."""

import json
from enum import StrEnum
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Column, Table

from host_tools.cards.answer import of_hand, of_play
from host_tools.cards.deck import CardError, card_of, face


class CardGameName(StrEnum):
    """How many cards are dealt."""

    SIX = "six"
    FIVE = "five"
    SEVEN = "seven"


def count(
    cards: Annotated[
        list[str],
        typer.Argument(metavar="CARD…", help="Rank and suit, as 5H 10S JD; with --play a rank is enough."),
    ],
    starter: Annotated[str | None, typer.Option(metavar="CARD", help="The card turned up.")] = None,
    crib: Annotated[bool, typer.Option("--crib", help="It is a crib: a flush needs the starter too.")] = False,
    game: Annotated[CardGameName, typer.Option(help="Cards dealt to each player.")] = CardGameName.SIX,
    play: Annotated[bool, typer.Option("--play", help="The cards lie on the table in this order: count each.")] = False,
    json_line: Annotated[bool, typer.Option("--json", help="Print the answer as one line of JSON.")] = False,
) -> None:
    """Count a hand, as it is said at a table.

        cribboard count 5H 5S 5D JC --starter 5C
        cribboard count --play 8 7 7 6

    In the play the count starts again after thirty-one, and where a card would exceed it: the one before it has the go.
    A point for the last card of all is not given, for the cards do not say that it is.
    """
    try:
        told = _of_play(cards, starter, crib) if play else _of_hand(cards, starter, crib, game)
    except CardError as error:
        typer.echo(f"cribboard count: {error}", err=True)
        raise typer.Exit(1) from None
    if json_line:
        typer.echo(json.dumps(told))
    elif play:
        _print_play(told)
    else:
        _print_hand(told)


def _of_hand(cards: list[str], starter: str | None, crib: bool, game: CardGameName) -> dict:
    if starter is None:
        raise CardError("--starter is missing: a hand is counted with the card turned up, such as --starter 5C")
    return of_hand(cards, starter, crib, game)


def _of_play(cards: list[str], starter: str | None, crib: bool) -> dict:
    if starter is not None or crib:
        raise CardError("--play knows neither a starter nor a crib: leave --starter and --crib out")
    return of_play(cards)


def _print_hand(told: dict) -> None:
    table = Table.grid(padding=(0, 2))
    for one in told["combinations"]:
        table.add_row(one["said"], _faces(one["cards"]), f"+{one['points']}")
    typer.echo(f"{_faces(told['cards'])} and {_faces([told['starter']])}: {told['total']}")
    if told["combinations"]:
        Console(highlight=False).print(table)
    typer.echo(f"{told['said'].capitalize()}.")


def _print_play(told: dict) -> None:
    table = Table("card", *(Column(name, justify="right") for name in ("count", "points")), "said")
    for card in told["cards"]:
        table.add_row(card["rank"], str(card["count"]), str(card["points"]), card["said"])
    Console(highlight=False).print(table)


def _faces(names: list[str]) -> str:
    return " ".join(face(card_of(name)) for name in names)
