"""Typer command `cribboard results`: reads every result off the boards, and verifies hash chain and HMAC."""

import csv
import io
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from host_tools.desk.events import HERE, Database, Folder
from host_tools.desk.results import ResultLine, bare_line
from host_tools.journal import chain
from host_tools.journal.key_option import Key
from host_tools.printable import printable
from host_tools.usb.board_link import BoardLink, BoardLinkError
from host_tools.usb.event_check import EventName, reasons_to_hold
from host_tools.usb.ports import Port
from host_tools.usb.select_board import All, Board, PortPath, every
from host_tools.usb.terminal import cell, errors_reported, fail, show

HEADER = ("board", "n", "round", "table", "game", "preset", "ended", "scores", "points", "signed", "code", "wrong")


class OutputFormat(StrEnum):
    """How results are printed. `json` is the boards' own lines, one each: what seals and chain are about."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    MD = "md"


@dataclass
class Read:
    """What one board gave: its lines as they stand on flash, each with what is wrong with it; `faults` of the whole."""

    port: Port
    lines: list[tuple[str, ResultLine | None, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def results(
    board: Board = "",
    port: PortPath = "",
    everyone: All = False,
    output: Annotated[
        OutputFormat, typer.Option("--format", help="table, csv, md, or json: the boards' own lines.")
    ] = OutputFormat.TABLE,
    since: Annotated[int, typer.Option(min=0, metavar="N", help="Only results after number N.")] = 0,
    key: Key = b"",
    event: EventName = None,
    folder: Folder = HERE,
    database: Database = None,
) -> None:
    """Read results off a board, or off all, and verify chain and seals. Exit 1 where any fails.

    No game is disturbed. With --event each result is checked as `cribboard event import` would: what is wrong is why it
    would be held. `--format json` is what `cribboard event import` reads and `cribboard clear` asks for.
    """
    with errors_reported():
        ports = every(board, port, everyone)
    found = read_all(ports, since, key)
    if event:
        _ask_event(found, event, folder, database)
    wrong = [fault for one in found for fault in faults(one)]
    if any(one.lines for one in found) or not wrong:
        _print(found, output)
    for fault in wrong:
        fail(fault)
    raise typer.Exit(1 if wrong else 0)


def _ask_event(found: list[Read], event: str, folder: Path, database: str | None) -> None:
    """Put what the event says of each line in the place of what the line shows by itself."""
    texts = [text for one in found for text, _, _ in one.lines]
    reasons = iter(reasons_to_hold(event, folder, database, texts))
    for one in found:
        said = [(text, line, wrong, next(reasons)) for text, line, wrong in one.lines]
        one.lines = [(text, line, why if line else wrong) for text, line, wrong, why in said]


def read_all(ports: list[Port], since: int, key: bytes) -> list[Read]:
    """Read boards side by side; what fails at one is told with it, and stops no other."""
    with ThreadPoolExecutor(len(ports)) as pool:
        return list(pool.map(lambda port: _read(port, since, key), ports))


def _read(port: Port, since: int, key: bytes) -> Read:
    try:
        with BoardLink(port.path) as line:
            texts = [bare_line(text) for text in line.texts("results", since=since)]
            count = line.ask("status")[0]["results"]
    except BoardLinkError as error:
        return Read(port, faults=[str(error)])
    found = chain.checked((("", n, text.encode()) for n, text in enumerate(texts, 1)), key)
    read = Read(port, [(text, line, wrong) for text, (_, line, wrong) in zip(texts, found, strict=True)])
    last = max((line.n for _, line, _ in read.lines if line), default=count)
    if last < count:
        read.faults.append(f"results {last + 1} to {count} are missing: the board has counted {count}")
    return read


def faults(read: Read) -> list[str]:
    """All that is wrong with what a board gave, in words that name it."""
    wrong = [f"result {line.n if line else '?'}: {words}" for _, line, words in read.lines if words]
    return [f"board {read.port.who}: {words}" for words in wrong + read.faults]


def _print(found: list[Read], output: OutputFormat) -> None:
    rows = [row for one in found for row in _rows(one)]
    if output is OutputFormat.JSON:
        for text in (text for one in found for text, _, _ in one.lines):
            show(text)
    elif output is OutputFormat.CSV:
        typer.echo(printable(_csv(rows)), nl=False)
    elif output is OutputFormat.MD:
        typer.echo(printable(_markdown(rows)))
    elif rows:
        Console().print(*[_table(one) for one in found if one.lines], sep="\n")
    else:
        typer.echo("No results.")


def _rows(read: Read) -> Iterable[tuple[str, ...]]:
    for text, line, wrong in read.lines:
        if line is None:
            yield (read.port.who, *[""] * (len(HEADER) - 2), f"{wrong}: {text[:40]}")
            continue
        sides = list(zip("ABCD", line.sides, strict=False))
        yield (
            line.board,
            str(line.n),
            str(line.round),
            str(line.table),
            str(line.game),
            line.preset,
            line.end,
            " ".join(f"{team} {side.holes}" for team, side in sides),
            " ".join(f"{team} {side.points}" for team, side in sides),
            "yes" if line.signed else "no",
            line.code,
            wrong,
        )


def _csv(rows: list[tuple[str, ...]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([HEADER, *rows])
    return out.getvalue()


def _markdown(rows: list[tuple[str, ...]]) -> str:
    lined = [HEADER, ("---",) * len(HEADER), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in lined)


def _table(read: Read) -> Table:
    """A board's results. What is wrong with one is told beside the tables, in full."""
    made = Table(title=f"Board {cell(read.port.who)}", title_justify="left", box=None, padding=(0, 1, 0, 0))
    for name in HEADER[1:-1]:
        made.add_column(name.capitalize(), no_wrap=name not in ("scores", "points"))
    made.add_column("Check")
    for row in _rows(read):
        made.add_row(*map(cell, row[1:-1]), "[bold red]wrong[/]" if row[-1] else "sound")
    return made
