"""Typer command `cribboard count`: scores a hand, a crib, or cards played in turn."""

import json
from enum import StrEnum
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Column, Table

from host_tools.cards.deck import CardError, face, parse_card
from host_tools.cards.judge_answer import score_hand, score_pegging
from host_tools.cards.spoken_count import SpokenCount
from host_tools.command_group import failed
from host_tools.i18n import catalogue, environment_language, labelled, message
from host_tools.printable import print_data


class CardGameName(StrEnum):
    """The kind of game, by the number of cards dealt."""

    SIX = "six"
    FIVE = "five"
    SEVEN = "seven"


def count(
    cards: Annotated[list[str], typer.Argument(metavar="CARD…", help=message("count.cards"))],
    starter: Annotated[str | None, typer.Option(metavar="CARD", help=message("count.starter"))] = None,
    crib: Annotated[bool, typer.Option("--crib", help=message("count.crib"))] = False,
    game: Annotated[CardGameName, typer.Option(help=message("count.game"))] = CardGameName.SIX,
    play: Annotated[bool, typer.Option("--play", help=message("count.play"))] = False,
    json_line: Annotated[bool, typer.Option("--json", help=message("count.json"))] = False,
) -> None:
    """Count a hand, a crib, or cards played one after another."""
    try:
        answer = _score_pegging(cards, starter, crib) if play else _score_hand(cards, starter, crib, game)
    except CardError as error:
        raise failed(message(f"wrong.{error.key}", **error.values)) from None
    if json_line:
        print_data(json.dumps(answer, ensure_ascii=False) + "\n")
    elif play:
        _print_pegging(answer)
    else:
        _print_hand(answer)


def _score_hand(cards: list[str], starter: str | None, crib: bool, game: CardGameName) -> dict:
    if starter is None:
        raise CardError("no_starter")
    return score_hand(_spoken_count(), cards, starter, crib, game)


def _score_pegging(cards: list[str], starter: str | None, crib: bool) -> dict:
    if starter is not None or crib:
        raise CardError("not_in_play")
    return score_pegging(_spoken_count(), cards)


def _spoken_count() -> SpokenCount:
    return SpokenCount(catalogue(environment_language()))


def _print_hand(answer: dict) -> None:
    table = Table.grid(padding=(0, 2))
    for combination in answer["combinations"]:
        table.add_row(combination["said"], _faces(combination["cards"]), f"+{combination['points']}")
    hand = message("said.hand", cards=_faces(answer["cards"]), starter=_faces([answer["starter"]]))
    typer.echo(labelled(hand, answer["total"]))
    if answer["combinations"]:
        Console(highlight=False).print(table)
    typer.echo(f"{answer['said'].capitalize()}.")


def _print_pegging(answer: dict) -> None:
    numbers = (Column(message(f"count.{name}"), justify="right") for name in ("count", "points"))
    table = Table(message("count.card"), *numbers, message("count.said"))
    for card in answer["cards"]:
        table.add_row(card["rank"], str(card["count"]), str(card["points"]), card["said"])
    Console(highlight=False).print(table)


def _faces(names: list[str]) -> str:
    return " ".join(face(parse_card(name)) for name in names)
