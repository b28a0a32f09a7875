"""Typer commands of `cribboard event`: standings, what open games can change, when players see scores."""

import html
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from host_tools.desk.cli.options import Answer, Because, Name, command, table_number
from host_tools.desk.cli.tables import AnswerTable, column_headings
from host_tools.desk.errors import DeskError
from host_tools.desk.events.event import format_of
from host_tools.desk.events.location import EventLocation
from host_tools.desk.events.public_scores import MAX_DELAY, change_score_delay, score_delay_text
from host_tools.desk.events.round_rules import load_round_rules
from host_tools.desk.formats.event_formats import Format
from host_tools.desk.scoring.ranking import columns_of, deciding_fields, yes_or_no
from host_tools.desk.scoring.standings import Standing, compute_standings, standings_csv
from host_tools.i18n import current_language, message
from host_tools.printable import print_data, printable

if TYPE_CHECKING:
    from host_tools.desk.review.open_games import OpenGames


@command
def standings(
    location: EventLocation,
    name: Name,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    as_html: Annotated[bool, typer.Option("--html", help="Print a page.")] = False,
) -> Answer | None:
    with location.reading(name) as desk:
        places, kind = compute_standings(desk), format_of(desk.event)
    if as_csv:
        print_data(standings_csv(places))
    elif as_html:
        print_data(standings_html(name, kind, places))
    else:
        return [standing.cells() for standing in places], standings_table(name, kind, places)
    return None


@command
def whatif(
    location: EventLocation,
    name: Name,
    round_number: Annotated[int | None, typer.Option("--round", min=1, help="Round of an open game.")] = None,
    table: Annotated[int | None, typer.Option(parser=table_number, metavar="N", help="Its table.")] = None,
    game: Annotated[int, typer.Option(min=1, help="Game of the round.")] = 1,
    scores: Annotated[
        str,
        typer.Option(metavar="A,B", help="Front pegs of that game, such as 121,90; the opposite result is shown too."),
    ] = "121,105",
) -> Answer:
    from host_tools.desk.intake.parse_cards import parse_scores  # the standings alone need neither
    from host_tools.desk.review.open_games import open_games

    if (round_number is None) != (table is None):
        raise DeskError(message("cli.whatif.options"))
    if round_number is None or table is None:
        with location.reading(name) as desk:
            games = open_games(desk)
        return asdict(games) | {"text": games.text}, games.text, *_open_places_tables(games)
    pegs = parse_scores(scores.split(","))
    ways = [(way, _standings_if(location, name, (round_number, table, game), way)) for way in (pegs, pegs[::-1])]
    tables = [standings_table(_title(way), *found) for way, found in ways]
    return [{"scores": way, "standings": [one.cells() for one in found[1]]} for way, found in ways], *tables


def _open_places_tables(games: "OpenGames") -> list[AnswerTable]:
    """Build the table of players whose place open games can change; [] if there is none."""
    rows = [(name, best, worst) for name, (best, worst) in games.places.items() if best < worst]
    headings = column_headings("name", "best", "worst")
    return [AnswerTable(message("cli.whatif.places"), headings, rows)] if rows else []


def _title(pegs: list[int]) -> str:
    return message("cli.whatif.title", scores="–".join(map(str, pegs)))


def _standings_if(
    location: EventLocation, name: str, place: tuple[int, int, int], pegs: list[int]
) -> tuple[Format, Sequence[Standing]]:
    """Return the event's format and its standings if a game at `place` (round, table, game) ended so; nothing is
    stored."""
    from host_tools.desk.intake.manual_entry import enter_result
    from host_tools.desk.intake.parse_cards import cards_from_scores

    round_number, table, game = place
    with location.writing(name) as desk, desk.session.begin_nested() as savepoint:
        cards = cards_from_scores(load_round_rules(desk, round_number).preset, pegs)
        enter_result(desk.acting("", "?"), round_number, table, cards, game=game)
        found = format_of(desk.event), compute_standings(desk)
        savepoint.rollback()
    return found


@command
def scores(
    location: EventLocation,
    name: Name,
    delay: Annotated[
        int | None,
        typer.Option(metavar="MINUTES", help=f"Show them so many minutes later, 0 to {MAX_DELAY}; 0: at once."),
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


def standings_table(name: str, kind: Format, places: Sequence[Standing]) -> AnswerTable:
    """Build the table of the standings, with the ranking criteria as caption."""
    all_ranked = all(standing.ranked for standing in places)
    columns = [name for name in _columns(kind) if not (all_ranked and name == "ranked")]
    rows = [[_cell(getattr(standing, column)) for column in columns] for standing in places]
    criteria = ", ".join(message(f"desk.rank.{criterion}") for criterion in kind.ranking)
    caption = [message("cli.standings.by", criteria=criteria)]
    if not all_ranked:
        caption.append(message("cli.standings.apart", least=kind.min_attendance))
    needed = {"rank", "id", "name", "ranked", *deciding_fields(kind)}
    expendable = [index for index, column in enumerate(columns) if column not in needed]
    return AnswerTable(name, column_headings(*columns), rows, "; ".join(caption), expendable[::-1])


def _columns(kind: Format) -> list[str]:
    return ["rank", "id", "name", *(column.field for column in columns_of(kind))]


def _cell(value: object) -> object:
    return yes_or_no(value) if isinstance(value, bool) else value


def standings_html(name: str, kind: Format, places: Sequence[Standing]) -> str:
    """Format the standings as an HTML page."""
    columns = _columns(kind)
    head = "".join(f"<th>{heading}" for heading in column_headings(*columns))
    rows = (
        "".join(f"<td>{html.escape(printable(str(_cell(getattr(standing, column)))))}" for column in columns)
        for standing in places
    )
    body = "\n".join(f"<tr>{row}" for row in rows)
    title = html.escape(name)
    style = "body{font-family:sans-serif}td,th{padding:.2em .8em;text-align:left}tr:nth-child(even){background:#eee}"
    return (
        f'<!doctype html>\n<html lang="{current_language()}"><meta charset="utf-8"><title>{title}</title>\n'
        f"<style>{style}</style>\n<h1>{title}</h1>\n<table>\n<tr>{head}\n{body}\n</table>\n</html>\n"
    )
