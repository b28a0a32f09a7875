"""Parse and validate a roster: CSV with the columns `name` and optionally `id`, `partner`, `club`, `hall`."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from host_tools.csv_cells import unescape_formula
from host_tools.desk.store.model import LONGEST_NAME
from host_tools.i18n import message
from host_tools.text_files import TextError, decode_text, without_separator_line

COLUMNS = ("name", "id", "partner", "club", "hall")
_FRENCH = {"nom": "name", "numéro": "id", "partenaire": "partner", "salle": "hall"}
"""What headings may be called besides."""
_PASTED = {"name": 0, "partner": 1, "": 2}
"""Positions of columns, as of `_column_positions`, of lines without a heading."""
LONGEST = {"name": 200, "id": 40, "partner": 200, "club": 200, "hall": LONGEST_NAME}
MAX_SHOWN = 20
LARGEST = 64 * 1024 * 1024


class RosterError(ValueError):
    """An invalid roster; the message has one line for each error, with its row."""


@dataclass(frozen=True)
class Entry:
    """A player or pair of the roster; `row`: number of the row in the file, with the heading as 1; `id` may be "".

    `hall` is the name of the hall where they play, "" where there is one.
    """

    row: int
    name: str
    id: str = ""
    partner: str = ""
    club: str = ""
    hall: str = ""

    @property
    def title(self) -> str:
        """The name on lists; of a pair, both names."""
        return f"{self.name} / {self.partner}" if self.partner else self.name


def read_roster(path: Path, pairs: bool) -> list[Entry]:
    """Read a roster file; `pairs`: each entry needs a partner. Raises RosterError, OSError."""
    if path.stat().st_size > LARGEST:
        raise RosterError(message("cli.roster.large", largest=LARGEST))
    return parse_roster(path.read_bytes(), pairs)


def parse_roster(data: bytes, pairs: bool) -> list[Entry]:
    """Parse the bytes of a roster file; `pairs`: each entry needs a partner. Raises RosterError with all errors."""
    try:
        text = decode_text(data).text
    except TextError as error:
        raise RosterError(str(error)) from None
    rows = list(_rows(text))
    if not rows:
        raise _row_error(1, message("cli.roster.empty"))
    return _entries(rows[1:], _column_positions(rows[0][1]), pairs)


def _entries(rows: Iterable[tuple[int, list[str]]], positions: dict[str, int], pairs: bool) -> list[Entry]:
    """Build the entries of numbered rows, with `positions` as of `_column_positions`. Raises RosterError with all
    errors."""
    errors = _Errors()
    entries = [_entry(row, cells, positions, errors) for row, cells in rows]
    _check_entries(entries, pairs, errors)
    errors.raise_if_any()
    return entries


def parse_pasted_roster(text: str, pairs: bool) -> list[Entry]:
    """Parse a roster as somebody types or pastes it: with a heading, as `parse_roster` does, or a name on each line, of
    `pairs` both names with "/" or "&" between them. Raises RosterError with all errors."""
    lines = text.splitlines()
    heading = next((line for line in lines if line.strip()), "")
    if "name" in _column_names(cell.strip() for cell in re.split("[,;\t]", heading)):
        return parse_roster(text.encode(), pairs)
    rows = [
        (row, [" ".join(cell.split()) for cell in (re.split("[/&]", line, maxsplit=1) if pairs else [line])])
        for row, line in enumerate(lines, 1)
        if line.strip()
    ]
    return _entries(rows, _PASTED, pairs)


def format_roster(entries: Sequence[Entry]) -> str:
    """Format a roster as CSV, as `parse_roster` reads it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    columns = [column for column in COLUMNS if column != "hall" or any(entry.hall for entry in entries)]
    writer.writerow(columns)
    writer.writerows([getattr(entry, column) for column in columns] for entry in entries)
    return text.getvalue()


class _Errors:
    """Errors by row, raised together."""

    def __init__(self) -> None:
        self._errors: list[tuple[int, str]] = []

    def add(self, row: int, text: str) -> None:
        self._errors.append((row, message("cli.roster.row", row=row, what=text)))

    def raise_if_any(self) -> None:
        """Raise RosterError with the first MAX_SHOWN errors, by row."""
        if not self._errors:
            return
        messages = [text for _, text in sorted(self._errors)]
        more = [message("cli.roster.more", count=len(messages) - MAX_SHOWN)] if len(messages) > MAX_SHOWN else []
        raise RosterError("\n".join(messages[:MAX_SHOWN] + more))


def _row_error(row: int, text: str) -> RosterError:
    return RosterError(message("cli.roster.row", row=row, what=text))


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield (row, cells) of all rows that are not blank. Raises RosterError."""
    text, named = without_separator_line(text)
    heading = text.lstrip("\n").split("\n", 1)[0]
    separator = named or max(",;\t", key=heading.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    row = 1
    try:
        for cells in reader:
            # A quoted cell may hold line ends: a row is counted where it begins.
            if any(cell.strip() for cell in cells):
                yield row, [" ".join(unescape_formula(cell.strip(" ")).split()) for cell in cells]
            row = reader.line_num + 1
    except csv.Error as error:
        raise _row_error(row, message("cli.roster.csv", why=error)) from None


def _column_names(cells: Iterable[str]) -> list[str]:
    return [_FRENCH.get(cell.casefold(), cell.casefold()) for cell in cells]


def _column_positions(cells: list[str]) -> dict[str, int]:
    """Return the position of each known column, and as "" the number of columns, of a heading. Raises RosterError."""
    names = _column_names(cells)
    if "name" not in names:
        raise _row_error(1, message("cli.roster.no_name", names=", ".join(filter(None, cells))))
    for column in COLUMNS:
        if names.count(column) > 1:
            raise _row_error(1, message("cli.roster.columns", column=column, count=names.count(column)))
    return {column: names.index(column) for column in COLUMNS if column in names} | {"": len(names)}


def _entry(row: int, cells: list[str], positions: dict[str, int], errors: _Errors) -> Entry:
    """Build the entry of a row; cells that are too long, unprintable or outside the columns are added to `errors`."""
    fields = {}
    for column in COLUMNS:
        position = positions.get(column, len(cells))
        fields[column] = cells[position] if position < len(cells) else ""
        if len(fields[column]) > LONGEST[column]:
            errors.add(row, message("cli.roster.long", column=column, longest=LONGEST[column]))
        if not fields[column].isprintable():
            errors.add(row, message("cli.roster.plain", column=column))
    stray = [cell for cell in cells[positions[""] :] if cell]
    if stray:
        errors.add(row, message("cli.roster.stray", cell=stray[0]))
    return Entry(row, **fields)


def _check_entries(entries: list[Entry], pairs: bool, errors: _Errors) -> None:
    """Add an error for each missing name or partner, and each id or name that is used twice."""
    if not entries:
        errors.add(2, message("cli.roster.nobody"))
    for entry in entries:
        if not entry.name:
            errors.add(entry.row, message("cli.roster.blank"))
        if pairs and entry.name and not entry.partner:
            errors.add(entry.row, message("cli.roster.no_partner", name=entry.name))
    _check_unique(entries, "id", [entry.id.casefold() for entry in entries], errors)
    people = [(entry, name) for entry in entries for name in _person_keys(entry, pairs)]
    _check_unique([entry for entry, _ in people], "name", [name for _, name in people], errors)


def _person_keys(entry: Entry, pairs: bool) -> list[str]:
    """Return a key for each of the entry's players that must be unique: the name, of single players with the id."""
    names = [entry.name, entry.partner] if pairs else [entry.name]
    return [f"{name.casefold()}\n{'' if pairs else entry.id}" for name in names if name]


def _check_unique(entries: list[Entry], column: str, values: list[str], errors: _Errors) -> None:
    """Add an error for each entry whose value an earlier entry has; `values` are ids, or the keys of `_person_keys`."""
    first_rows: dict[str, int] = {}
    for entry, value in zip(entries, values, strict=True):
        if value and value in first_rows:
            name, _, _ = value.title().partition("\n")
            key = "cli.roster.id_twice" if column == "id" else "cli.roster.name_twice"
            errors.add(entry.row, message(key, id=entry.id, name=name, row=first_rows[value]))
        elif value:
            first_rows[value] = entry.row
