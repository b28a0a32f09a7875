"""Results read off boards as rows of text, CSV, Markdown and JSON, and as files that only grow."""

import csv
import io
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from host_tools.csv_cells import escape_formula
from host_tools.i18n import labelled, message
from host_tools.results.result_line import LineError, ResultLine, bare_line, parse_line
from host_tools.table_numbers import split_id
from host_tools.text_files import TextError, read_text_file
from host_tools.usb.read_results import BoardResults

TEAMS = ("a", "b", "c", "d")
HEADER = (
    "board", "name", "n", "round", "table", "game", "preset", "ended", "winner",
    *(f"score_{team}" for team in TEAMS),
    *(f"points_{team}" for team in TEAMS),
    "signed", "code", "wrong",
)  # fmt: skip
"""Columns of CSV and Markdown; members of a result in JSON."""
SUFFIX = ".jsonl"
_WITHOUT_EVENT = "results"
_ID_END = re.compile("-[0-9a-f]{12}$")
"""What the desk puts behind an event's name to make its id."""


class ResultFileError(Exception):
    """A file that is not one of results, and is therefore left as it is; the message names it."""


def winner(line: ResultLine) -> str:
    """Return the letters of the teams that have won; "" for a line that is no game's, or a drawn game."""
    return "".join(team for team, side in zip("ABCD", line.sides, strict=False) if side.won)


def result_rows(results: BoardResults) -> Iterator[tuple[str, ...]]:
    """Yield the columns of HEADER for each line of a board; of an unreadable line only board, fault and beginning."""
    for text, line, fault in results.lines:
        if line is None:
            blank = [""] * (len(HEADER) - 3)
            yield (results.port.label, results.name, *blank, labelled(fault, text[:40]))
            continue
        blank = [""] * (len(TEAMS) - len(line.sides))
        yield (
            line.board, results.name, str(line.n), str(line.round), str(line.table), str(line.game),
            line.preset, line.end, winner(line),
            *(str(side.holes) for side in line.sides), *blank,
            *(str(side.points) for side in line.sides), *blank,
            "yes" if line.signed else "no", line.code, fault,
        )  # fmt: skip


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


def as_json(results: BoardResults) -> dict[str, Any]:
    """Return a board's results for JSON, as `board_schema` describes them."""
    return {
        "board": results.port.serial,
        "port": results.port.path,
        "name": results.name,
        "faults": results.faults,
        "results": [_line_as_json(*line) for line in results.lines],
    }


def _line_as_json(text: str, line: ResultLine | None, fault: str) -> dict[str, Any]:
    if line is None:
        return {"line": text, "wrong": fault}
    scores, points = (
        {team.upper(): value for team, value in zip(TEAMS, values, strict=False)}
        for values in (
            [side.holes for side in line.sides],
            [side.points for side in line.sides],
        )
    )
    return {
        "line": text, "wrong": fault, "board": line.board, "event": line.event, "n": line.n, "round": line.round,
        "table": line.table, "game": line.game, "preset": line.preset, "ended": line.end, "winner": winner(line),
        "scores": scores, "points": points, "signed": line.signed, "code": line.code,
    }  # fmt: skip


def default_file(text: str) -> Path:
    """Return the file for a result line, in the current folder: called as its event."""
    try:
        name = _ID_END.sub("", split_id(parse_line(text).event)[0])
    except LineError:
        name = ""
    return Path((re.sub(r"[^\w .+-]+", "-", name).strip(" .-") or _WITHOUT_EVENT) + SUFFIX)


def files_for(texts: Sequence[str], file: Path | None) -> dict[Path, list[str]]:
    """Return the lines that belong to each file: all to `file`, or where it is None each to that of its event."""
    lines: dict[Path, list[str]] = {}
    for text in texts:
        lines.setdefault(file or default_file(text), []).append(text)
    return lines


def saved_lines(file: Path) -> list[str]:
    """Return the lines of a file of results, [] if there is none. Raises TextError, OSError, ResultFileError."""
    if not file.exists():
        return []
    lines = [bare_line(line) for line in read_text_file(file).text.splitlines() if line.strip()]
    if lines and not any(_is_result(line) for line in lines):
        raise ResultFileError(message("usb.results.foreign", file=file))
    return lines


def no_file_text(file: Path) -> str:
    """Return the message that there is no such file, with the files of results beside it."""
    files = [str(each) for each in sorted(file.parent.glob(f"*{SUFFIX}")) if _holds_results(each)]
    there = message("usb.results.beside", files=", ".join(files)) if files else ""
    return message("usb.results.no_file", file=file) + there


def _holds_results(file: Path) -> bool:
    try:
        return bool(saved_lines(file))
    except (TextError, OSError, ResultFileError):
        return False


def save_lines(file: Path, texts: Sequence[str]) -> tuple[int, int]:
    """Add result lines to a file that lacks them, in one step; return how many were added, and how many it has.

    Nothing that is in the file goes. Raises TextError, OSError, ResultFileError.
    """
    saved = saved_lines(file)
    known = set(saved)
    added = [text for text in dict.fromkeys(texts) if text not in known]
    if added:
        new = file.with_name(f".{file.name}.{os.getpid()}")
        try:
            with open(new, "w", encoding="utf-8", newline="\n") as stream:
                stream.writelines(f"{line}\n" for line in [*saved, *added])
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(new, file)
        finally:
            new.unlink(missing_ok=True)
    return len(added), len(saved) + len(added)


def contradictions(texts: Iterable[str]) -> list[tuple[str, int]]:
    """Return board and number of results of which there are several, each once."""
    seen: dict[tuple[str, int], set[str]] = {}
    for text in texts:
        if _is_result(text):
            line = parse_line(text)
            seen.setdefault((line.board, line.n), set()).add(text)
    return [(board, number) for (board, number), lines in seen.items() if len(lines) > 1]


def _is_result(text: str) -> bool:
    try:
        parse_line(text)
    except LineError:
        return False
    return True
