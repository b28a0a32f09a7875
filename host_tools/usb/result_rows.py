"""Formats results read off boards as rows of text, CSV and Markdown."""

import csv
import io
from collections.abc import Iterable, Iterator

from host_tools.csv_cells import escape_formula
from host_tools.usb.read_results import BoardResults

HEADER = ("board", "n", "round", "table", "game", "preset", "ended", "scores", "points", "signed", "code", "wrong")


def result_rows(results: BoardResults) -> Iterator[tuple[str, ...]]:
    """Yield the columns of HEADER for each line of a board; of an unreadable line only board, fault and beginning."""
    for text, line, fault in results.lines:
        if line is None:
            yield (results.port.label, *[""] * (len(HEADER) - 2), f"{fault}: {text[:40]}")
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
            fault,
        )


def as_csv(rows: Iterable[tuple[str, ...]]) -> str:
    """Format rows as CSV, below HEADER."""
    buffer = io.StringIO()
    cells = (tuple(map(escape_formula, row)) for row in rows)
    csv.writer(buffer, lineterminator="\n").writerows([HEADER, *cells])
    return buffer.getvalue()


def as_markdown(rows: Iterable[tuple[str, ...]]) -> str:
    """Format rows as a table of Markdown, below HEADER."""
    lined = [HEADER, ("---",) * len(HEADER), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in lined)
