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
from host_tools.usb.select_board import All, Board, PortPath, select_ports
from host_tools.usb.terminal import cell, fail, report_errors, show

HEADER = ("board", "n", "round", "table", "game", "preset", "ended", "scores", "points", "signed", "code", "wrong")


class OutputFormat(StrEnum):
    """How results are printed. `json` is the boards' own lines, one each: what seals and chain are about."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    MD = "md"


@dataclass
class BoardLog:
    """The results of one board.

    `lines`: text as it is on flash, parsed line or None, and what is wrong with it; `faults`: of the log as a whole.
    """

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
    with report_errors():
        ports = select_ports(board, port, everyone)
    logs = read_all(ports, since, key)
    if event:
        _ask_event(logs, event, folder, database)
    wrong = [fault for log in logs for fault in faults(log)]
    if any(log.lines for log in logs) or not wrong:
        _print(logs, output)
    for fault in wrong:
        fail(fault)
    raise typer.Exit(1 if wrong else 0)


def _ask_event(logs: list[BoardLog], event: str, folder: Path, database: str | None) -> None:
    """Put what the event says of each line in the place of what the line shows by itself."""
    texts = [text for log in logs for text, _, _ in log.lines]
    reasons = iter(reasons_to_hold(event, folder, database, texts))
    for log in logs:
        lines = [(text, line, wrong, next(reasons)) for text, line, wrong in log.lines]
        log.lines = [(text, line, why if line else wrong) for text, line, wrong, why in lines]


def read_all(ports: list[Port], since: int, key: bytes) -> list[BoardLog]:
    """Read boards in parallel. An error of one is in its `faults` and stops no other."""
    with ThreadPoolExecutor(len(ports)) as pool:
        return list(pool.map(lambda port: _read_log(port, since, key), ports))


def _read_log(port: Port, since: int, key: bytes) -> BoardLog:
    try:
        with BoardLink(port.path) as line:
            texts = [bare_line(text) for text in line.texts("results", since=since)]
            count = line.ask("status")[0]["results"]
    except BoardLinkError as error:
        return BoardLog(port, faults=[str(error)])
    checked = chain.verify_chain((("", n, text.encode()) for n, text in enumerate(texts, 1)), key)
    log = BoardLog(port, [(text, line, wrong) for text, (_, line, wrong) in zip(texts, checked, strict=True)])
    last = max((line.n for _, line, _ in log.lines if line), default=count)
    if last < count:
        log.faults.append(f"results {last + 1} to {count} are missing: the board has counted {count}")
    return log


def faults(log: BoardLog) -> list[str]:
    """Messages for everything that is wrong with a board's log, each beginning with its name."""
    wrong = [f"result {line.n if line else '?'}: {words}" for _, line, words in log.lines if words]
    return [f"board {log.port.who}: {words}" for words in wrong + log.faults]


def _print(logs: list[BoardLog], output: OutputFormat) -> None:
    rows = [row for log in logs for row in _rows(log)]
    if output is OutputFormat.JSON:
        for text in (text for log in logs for text, _, _ in log.lines):
            show(text)
    elif output is OutputFormat.CSV:
        typer.echo(printable(_csv(rows)), nl=False)
    elif output is OutputFormat.MD:
        typer.echo(printable(_markdown(rows)))
    elif rows:
        Console().print(*[_table(log) for log in logs if log.lines], sep="\n")
    else:
        typer.echo("No results.")


def _rows(log: BoardLog) -> Iterable[tuple[str, ...]]:
    for text, line, wrong in log.lines:
        if line is None:
            yield (log.port.who, *[""] * (len(HEADER) - 2), f"{wrong}: {text[:40]}")
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


def _table(log: BoardLog) -> Table:
    """A board's results. What is wrong with one is told beside the tables, in full."""
    made = Table(title=f"Board {cell(log.port.who)}", title_justify="left", box=None, padding=(0, 1, 0, 0))
    for name in HEADER[1:-1]:
        made.add_column(name.capitalize(), no_wrap=name not in ("scores", "points"))
    made.add_column("Check")
    for row in _rows(log):
        made.add_row(*map(cell, row[1:-1]), "[bold red]wrong[/]" if row[-1] else "sound")
    return made
