"""Typer commands `cribboard journal` and `cribboard replay`, on files copied from a board."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from host_tools.command_group import english_for_programs, failed
from host_tools.i18n import labelled, message
from host_tools.journal import event_history, segment_reader
from host_tools.journal.game_to_scenario import NoGameError, scenario
from host_tools.journal.key_option import Key
from host_tools.os_errors import os_reason
from host_tools.printable import print_data
from host_tools.results.log_verification import verify_log

_Path = Annotated[Path, typer.Argument(help="A copy of a board's flash, one of its folders, a segment or results.log.")]


def journal(
    path: _Path,
    key: Key = b"",
    as_json: Annotated[
        bool, typer.Option("--json", callback=english_for_programs, help="One JSON object instead of tables.")
    ] = False,
) -> None:
    """Print a journal or result log copied from a board, and say exactly where and how it is damaged.

    Exit 1 if anything is: a checksum, a link of the chain, a seal, a missing part.
    """
    copy = _read_journal(path)
    events = [event for event, _ in event_history.replay_segments(copy.segments)]
    results = list(verify_log(copy.results, key))
    damage = copy.damage + [labelled(place, fault) for place, _, fault in results if fault]
    damage += _missing_results(events, results)
    unchecked = not key and any(line and line.mac for _, line, _ in results)
    if as_json:
        _print_json(events, results, damage)
    else:
        _print_tables(events, results, damage, unchecked)
    raise typer.Exit(1 if damage else 0)


def replay(
    path: _Path,
    game: Annotated[int | None, typer.Option(help="Number of the game's result; left out: the last game.")] = None,
) -> None:
    """Turn a game's events back into a scenario that plays it again (`cribboard scenario` runs it)."""
    try:
        print_data(scenario(_read_journal(path).segments, game))
    except NoGameError as error:
        raise failed(error) from None


def _read_journal(path: Path) -> segment_reader.JournalCopy:
    """Read a copy of a journal; exit with status 1 if there is none."""
    try:
        return segment_reader.read_copy(path)
    except OSError as error:
        raise failed(labelled(path, os_reason(error))) from None
    except segment_reader.NoJournalError as error:
        raise failed(error) from None


def _missing_results(events: list[event_history.JournalEvent], results: list) -> Iterator[str]:
    """Yield a message if the journal has counted more finished games than the last result in the log beside it."""
    last_result = max((line.n for _, line, _ in results if line), default=0)
    finished_games = max((event.finished for event in events), default=0)
    if last_result and finished_games > last_result:
        yield message("usb.journal.fewer", last=last_result, count=finished_games)


def _print_json(events: list, results: list, damage: list[str]) -> None:
    """Print events, results and damage as one JSON object."""
    records = [{**asdict(event), "kind": event_history.KINDS[event.kind]} for event in events]
    lines = [json.loads(line.text) for _, line, _ in results if line]
    print_data(json.dumps({"events": records, "results": lines, "damage": damage}) + "\n")


def _print_tables(events: list, results: list, damage: list[str], unchecked: bool) -> None:
    """Print tables of events and results, then the damage. `unchecked`: no key was given to check the HMACs."""
    console = Console()
    if events:
        console.print(_event_table(events))
    if results:
        console.print(_result_table(results))
    for fault in damage:
        console.print(f"[bold red]{escape(message('usb.journal.damaged', fault=fault))}[/]", highlight=False)
    if unchecked:
        console.print(message("usb.journal.unchecked"))
    if not damage:
        console.print(message("usb.journal.rest_sound" if unchecked else "usb.journal.sound"))


def _table(columns: str) -> Table:
    """Return an empty table with columns that are headed by the messages of these keys."""
    return Table(*[message(f"usb.{key}") for key in columns.split()], box=None)


def _event_table(events: list[event_history.JournalEvent]) -> Table:
    """Return a table with a row per journal event."""
    table = _table("journal.event journal.board_time column.round column.game journal.what journal.pegs journal.by")
    for event in events:
        pegs = "  ".join(f"{team} {hole}" for team, hole in event.fronts.items())
        cells = [str(event.sequence), f"{event.clock / 1000:.1f} s", str(event.round), str(event.game)]
        table.add_row(*cells, escape(event.sentence), pegs, event.actor)
    return table


def _result_table(results: list) -> Table:
    """Return a table with a row per line of a results log; a line that cannot be read has a row with its fault."""
    table = _table(
        "journal.result column.round column.table column.game journal.ended column.scores column.code column.check"
    )
    for place, line, fault in results:
        if line is None:
            table.add_row("?", "", "", "", "", "", "", escape(labelled(place, fault)))
            continue
        scores = "  ".join(f"{team} {side.holes}" for team, side in zip("ABCD", line.sides, strict=False))
        ended = "" if line.end == "played" else message(f"desk.end.{line.end}")
        cells = [str(line.n), str(line.round), str(line.table), str(line.game)]
        table.add_row(*cells, ended, scores, line.code, fault or message("usb.results.sound"))
    return table
