"""`cribboard results`: every result off the boards, chain and seals verified."""

import csv
import io
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from host_tools.desk.lines import ResultLine, unwrapped
from host_tools.journal import chain
from host_tools.journal.key import Key
from host_tools.usb.choice import All, Board, PortPath, every
from host_tools.usb.line import Line, LineError
from host_tools.usb.ports import Port
from host_tools.usb.say import fail, told

HEADER = ("board", "n", "round", "table", "game", "preset", "ended", "scores", "points", "signed", "code", "wrong")


class Format(StrEnum):
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
        Format, typer.Option("--format", help="table, csv, md, or json: the boards' own lines.")
    ] = Format.TABLE,
    since: Annotated[int, typer.Option(min=0, metavar="N", help="Only results after number N.")] = 0,
    key: Key = b"",
) -> None:
    """Read results off a board, or off all, and verify chain and seals. Exit 1 where any fails.

    No game is disturbed. `--format json` is what `cribboard event import` reads and `cribboard clear` asks for.
    """
    with told():
        ports = every(board, port, everyone)
    found = read_all(ports, since, key)
    wrong = [fault for one in found for fault in faults(one)]
    if any(one.lines for one in found) or not wrong:
        _print(found, output)
    for fault in wrong:
        fail(fault)
    raise typer.Exit(1 if wrong else 0)


def read_all(ports: list[Port], since: int, key: bytes) -> list[Read]:
    """Read boards side by side; what fails at one is told with it, and stops no other."""
    with ThreadPoolExecutor(len(ports)) as pool:
        return list(pool.map(lambda port: _read(port, since, key), ports))


def _read(port: Port, since: int, key: bytes) -> Read:
    try:
        with Line(port.path) as line:
            texts = [unwrapped(text) for text in line.texts("results", since=since)]
            count = line.ask("status")[0]["results"]
    except LineError as error:
        return Read(port, faults=[str(error)])
    found = chain.checked((("", n, text.encode()) for n, text in enumerate(texts, 1)), key)
    read = Read(port, [(text, line, wrong) for text, (_, line, wrong) in zip(texts, found, strict=True)])
    last = max((line.n for _, line, _ in read.lines if line), default=count)
    if last < count:
        read.faults.append(f"results {last + 1} to {count} are missing: the board has counted {count}")
    return read


def faults(read: Read) -> list[str]:
    """All that is wrong with what a board gave, in words that name it."""
    who = read.port.serial or read.port.path
    wrong = [f"result {line.n if line else '?'}: {words}" for _, line, words in read.lines if words]
    return [f"board {who}: {words}" for words in wrong + read.faults]


def _print(found: list[Read], output: Format) -> None:
    if output is Format.JSON:
        for one in found:
            for text, _, _ in one.lines:
                typer.echo(text)
        return
    rows = [row for one in found for row in _rows(one)]
    if output is Format.CSV:
        typer.echo(_csv(rows), nl=False)
    elif output is Format.MD:
        typer.echo(_markdown(rows))
    else:
        Console().print(_table(rows) if rows else "No results.")


def _rows(read: Read) -> Iterable[tuple[str, ...]]:
    for text, line, wrong in read.lines:
        if line is None:
            yield (read.port.serial, *[""] * (len(HEADER) - 3), text[:40], wrong)
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


def _table(rows: list[tuple[str, ...]]) -> Table:
    made = Table(*[name.capitalize() for name in HEADER], box=None)
    for row in rows:
        made.add_row(*[escape(cell) for cell in row[:-1]], f"[bold red]{escape(row[-1])}[/]" if row[-1] else "sound")
    return made
