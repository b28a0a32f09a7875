"""Typer command `cribboard event whatif`: what games that are still open can change."""

from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from host_tools.desk.cli import standings_tables
from host_tools.desk.cli.options import Answer, Name, command, table_number
from host_tools.desk.cli.tables import build_table, column_headings
from host_tools.desk.events.event import format_of
from host_tools.desk.events.location import EventLocation
from host_tools.desk.events.round_rules import load_round_rules
from host_tools.desk.formats.event_formats import Format
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.intake.parse_cards import cards_from_scores, parse_scores
from host_tools.desk.preview.open_games import OpenGames, open_games
from host_tools.desk.scoring.standings import Standing, compute_standings
from host_tools.desk.store.database import DeskError
from host_tools.i18n import message


@command
def whatif(
    location: EventLocation,
    name: Name,
    round_number: Annotated[int | None, typer.Option("--round", min=1, help="Round of an open game.")] = None,
    table: Annotated[int | None, typer.Option(parser=table_number, metavar="N", help="Its table.")] = None,
    game: Annotated[int, typer.Option(min=1, help="Game of the round.")] = 1,
    scores: Annotated[str, typer.Option(metavar="A,B", help="Front pegs, the other way round too.")] = "121,105",
) -> Answer:
    if (round_number is None) != (table is None):
        raise DeskError(message("cli.whatif.options"))
    if round_number is None or table is None:
        with location.reading(name) as desk:
            games = open_games(desk)
        return asdict(games) | {"text": games.text}, games.text, *_open_places_tables(games)
    pegs = parse_scores(scores.split(","))
    ways = [(way, _standings_if(location, name, (round_number, table, game), way)) for way in (pegs, pegs[::-1])]
    tables = [standings_tables.standings_table(_title(way), *found) for way, found in ways]
    return [{"scores": way, "standings": [one.cells() for one in found[1]]} for way, found in ways], *tables


def _open_places_tables(games: OpenGames) -> list[Table]:
    """Build the table of players whose place open games can change; [] if there is none."""
    rows = [(name, best, worst) for name, (best, worst) in games.places.items() if best < worst]
    headings = column_headings("name", "best", "worst")
    return [build_table(message("cli.whatif.places"), headings, rows)] if rows else []


def _title(pegs: list[int]) -> str:
    return message("cli.whatif.title", scores="–".join(map(str, pegs)))


def _standings_if(
    location: EventLocation, name: str, place: tuple[int, int, int], pegs: list[int]
) -> tuple[Format, list[Standing]]:
    """Return the event's format and its standings if a game at `place` (round, table, game) ended so; nothing is
    stored."""
    round_number, table, game = place
    with location.writing(name) as desk, desk.session.begin_nested() as savepoint:
        cards = cards_from_scores(load_round_rules(desk, round_number).preset, pegs)
        enter_result(desk.acting("", "?"), round_number, table, cards, game=game)
        found = format_of(desk.event), compute_standings(desk)
        savepoint.rollback()
    return found
