"""Typer commands of `cribboard event`: import boards' result lines, enter results, accept or refuse held lines."""

import sys
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from host_tools.desk.cli import correction_tables
from host_tools.desk.cli.options import Answer, Because, Name, command, decision, table_number
from host_tools.desk.errors import DeskError
from host_tools.desk.events.location import EventLocation
from host_tools.desk.events.round_rules import load_round_rules
from host_tools.desk.events.trash import is_event
from host_tools.desk.intake.decisions import ACCEPTED, REFUSED, Place, decide_lines, held_line_ids
from host_tools.desk.intake.import_lines import ImportReport, SourceLine, import_lines, read_boards
from host_tools.desk.intake.manual_entry import AlreadyEnteredError, enter_no_show, enter_result, table_of
from host_tools.desk.intake.parse_cards import cards_from_scores, parse_card, parse_code, parse_scores
from host_tools.desk.rounds.round_view import game_texts
from host_tools.desk.store.desk import Desk
from host_tools.i18n import message
from host_tools.progress import progress
from host_tools.results.validation import REASONS
from host_tools.text_files import Text, decode_text, naming_file


class Ended(StrEnum):
    """Ends of a game that nobody pegged out."""

    TIMED_OUT = "timed-out"
    FORFEIT = "forfeit"


@command
def import_(
    location: EventLocation,
    name: Name,
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE…", help="Files of result lines; `-` reads what is pasted.")
    ] = None,
    from_usb: Annotated[bool, typer.Option("--usb", help="Read all boards that are connected.")] = False,
) -> Answer:
    if not files and not from_usb:
        raise DeskError(message("cli.import.files"))
    texts = {str(path): _read_file(path) for path in files or []}
    notes = [message("cli.text.file", file=path, what=text.note) for path, text in texts.items() if text.note]
    named_texts = [(path, text.text) for path, text in texts.items()]
    lines = [(path, i, line) for path, text in named_texts for i, line in enumerate(text.splitlines(), 1)]
    of_boards, unread = read_boards() if from_usb else ([], [])
    data, *output = _import_lines(location, name, lines + of_boards, unread)
    return data, *notes, *output


def _read_file(path: Path) -> Text:
    """Read a file of results, or standard input if the path is `-`. Raises TextError, OSError, DeskError for a whole
    event."""
    data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    if is_event(data):
        raise DeskError(message("cli.import.event", file=path))
    with naming_file(path):
        return decode_text(data)


def _import_lines(location: EventLocation, name: str, texts: list[SourceLine], unread: list[str]) -> Answer:
    """Import result lines with a progress bar, and return the report; `unread`: as of ImportReport."""
    with (
        location.writing(name) as desk,
        progress(message("cli.progress.import"), len(texts)) as on_progress,
    ):
        report = import_lines(desk, texts, on_progress=on_progress)
        counted = correction_tables.shortened(game_texts(desk, report.counted))
    held = [correction_tables.held_lines_table(name, report.held)] if report.held else []
    effects = correction_tables.effect_texts(report.would)
    report.unread = unread
    return asdict(report), _summary(report), *counted, *report.refused, *unread, *held, *effects


def _summary(report: ImportReport) -> str:
    """Return the report's counts as a sentence."""
    key = "cli.import.held" if report.held else "cli.import.done"
    return message(key, new=report.new, again=report.again, refused=len(report.refused), held=len(report.held))


@decision
def enter(
    location: EventLocation,
    name: Name,
    round_number: Annotated[int, typer.Option("--round", min=1)],
    table: Annotated[int, typer.Option(parser=table_number, metavar="N")],
    scores: Annotated[str, typer.Option(metavar="A,B", help="Front pegs, such as 121,90.")] = "",
    card: Annotated[str, typer.Option(metavar="CARD", help="One side's card as written: 2+17, 0-16, 2+ (blank).")] = "",
    side: Annotated[
        str, typer.Option(metavar="A|B", help="Whose card it is. With --scores: only this side's; default: both.")
    ] = "",
    game: Annotated[int, typer.Option(min=1, help="Game of the round.")] = 1,
    code: Annotated[str, typer.Option(metavar="DDDD", help="Result code on the card.")] = "",
    ended: Annotated[Ended | None, typer.Option(help="How it ended, if nobody pegged out.")] = None,
    forfeits: Annotated[str, typer.Option(metavar="A|B", help="The side that forfeits.")] = "",
    correct: Annotated[
        str, typer.Option(metavar="WHY", help="Replace what was entered, for this reason; the diary keeps both.")
    ] = "",
) -> Answer:
    if bool(scores) == bool(card) or (card and not side):
        raise DeskError(message("cli.enter.options"))
    with location.writing(name, correct) as desk:
        rules = load_round_rules(desk, round_number)
        if card:
            cards = {side: parse_card(rules.preset, card)}
        else:
            cards = cards_from_scores(rules.preset, parse_scores(scores.split(",")), ended or "played", forfeits)
            cards = {side: cards[side]} if side in cards else {} if side else cards
        code = parse_code(code)
        try:
            entry_result = enter_result(desk, round_number, table, cards, game=game, code=code)
        except AlreadyEnteredError as error:
            raise DeskError(message("cli.enter.correct", why=error)) from None
        (notice,) = game_texts(desk, [(round_number, table, game)])
    notice = notice if entry_result.changed else message("cli.enter.same", what=notice)
    return asdict(entry_result), notice, *correction_tables.change_output(entry_result.moved, entry_result.would)


@decision
def absent(
    location: EventLocation,
    name: Name,
    players: Annotated[
        list[str], typer.Argument(metavar="PLAYER…", help="Who did not come; all of a table: nobody wins.")
    ],
    round_number: Annotated[int | None, typer.Option("--round", min=1, help="The round; left out: the newest.")] = None,
    because: Because = "",
) -> Answer:
    with location.writing(name, because) as desk:
        number, table, sides = table_of(desk, players, round_number)
        result = enter_no_show(desk, number, table, sides)
        games = range(1, load_round_rules(desk, number).games + 1)
        notices = game_texts(desk, [(number, table, game) for game in games])
    return asdict(result), *notices, *correction_tables.change_output(result.moved, result.would)


@decision
def decide(
    location: EventLocation,
    name: Name,
    lines: Annotated[
        list[str],
        typer.Argument(metavar="LINE…", help="A line's number, as `check` lists it; or a reason, such as `foreign`."),
    ],
    because: Annotated[str, typer.Option(metavar="WHY", help="The director's reason, for the diary.")] = "",
    accept: Annotated[bool, typer.Option("--accept/--refuse", " /--reject", help="Whether it counts.")] = True,
    round_number: Annotated[int | None, typer.Option("--round", min=1, help="Round it belongs to.")] = None,
    table: Annotated[int | None, typer.Option(parser=table_number, metavar="N", help="Table it belongs to.")] = None,
    game: Annotated[int | None, typer.Option(min=1, help="Game of the round it is.")] = None,
) -> Answer:
    decision = ACCEPTED if accept else REFUSED
    with location.writing(name, because) as desk:
        ids = {id_ for text in lines for id_ in _parse_line_ids(desk, text)}
        place = Place(round_number, table, game)
        result = decide_lines(desk, ids, decision, place=place)
    notices = [message(f"cli.decide.{decision}", lines=", ".join(map(str, result.lines)))]
    if result.refused:
        notices.append(message("cli.decide.others", lines=", ".join(map(str, result.refused))))
    return asdict(result), "; ".join(notices), *correction_tables.change_output(result.moved, result.would)


def _parse_line_ids(desk: Desk, text: str) -> list[int]:
    """Return the id that `text` is, or the ids of all lines held for the reason `text`. Raises DeskError."""
    if text.isdecimal():
        return [int(text)]
    if text not in REASONS:
        raise DeskError(message("cli.decide.line", text=text, reasons=", ".join(REASONS)))
    return held_line_ids(desk, text)
