"""Parse and validate a roster: CSV with the columns `name` and optionally `id`, `partner`, `club`."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from host_tools.words import word

COLUMNS = ("name", "id", "partner", "club")
LONGEST = {"name": 200, "id": 40, "partner": 200, "club": 200}
MOST_SHOWN = 20
LARGEST = 64 * 1024 * 1024


class RosterError(ValueError):
    """An invalid roster; the message has one line for each error, with its row."""


@dataclass(frozen=True)
class Entry:
    """One row: `row` is its number in the file, counting the heading as 1. `id` is "" where it has none."""

    row: int
    name: str
    id: str = ""
    partner: str = ""
    club: str = ""

    @property
    def title(self) -> str:
        """The name on lists: of a pair, both names."""
        return f"{self.name} / {self.partner}" if self.partner else self.name


def read_roster(path: Path, pairs: bool) -> list[Entry]:
    """The entries of a file; `pairs` says whether each needs a partner. Raises RosterError; OSError."""
    if path.stat().st_size > LARGEST:
        raise RosterError(word("shell.roster.large", largest=LARGEST))
    return parse_roster(path.read_bytes(), pairs)


def parse_roster(data: bytes, pairs: bool) -> list[Entry]:
    """The entries of a file's bytes. Raises RosterError with everything that is wrong at once."""
    rows = list(_rows(_decode(data)))
    if not rows:
        raise _error(1, word("shell.roster.empty"))
    places = _heading(rows[0][1])
    wrong = _Errors()
    entries = [_entry(row, cells, places, wrong) for row, cells in rows[1:]]
    _check(entries, pairs, wrong)
    wrong.stop()
    return entries


class _Errors:
    """Collects errors."""

    def __init__(self) -> None:
        self._found: list[tuple[int, str]] = []

    def add(self, row: int, what: str) -> None:
        self._found.append((row, word("shell.roster.row", row=row, what=what)))

    def stop(self) -> None:
        if not self._found:
            return
        found = [text for _, text in sorted(self._found)]
        more = [word("shell.roster.more", count=len(found) - MOST_SHOWN)] if len(found) > MOST_SHOWN else []
        raise RosterError("\n".join(found[:MOST_SHOWN] + more))


def _error(row: int, what: str) -> RosterError:
    return RosterError(word("shell.roster.row", row=row, what=what))


def _decode(data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            raise _error(1, word("shell.roster.utf16")) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = data.count(b"\n", 0, error.start) + 1
        raise _error(row, word("shell.roster.utf8", byte=f"{data[error.start]:02x}")) from None
    if "\0" in text:
        raise _error(text[: text.index("\0")].count("\n") + 1, word("shell.roster.binary"))
    return text


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """(row, cells) of all rows that are not blank."""
    heading = text.split("\n", 1)[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=heading.count), strict=True)
    row = 1
    try:
        for cells in reader:
            # A quoted cell may hold line ends: a row is counted where it begins.
            if any(cell.strip() for cell in cells):
                yield row, [" ".join(cell.split()) for cell in cells]
            row = reader.line_num + 1
    except csv.Error as error:
        raise _error(row, word("shell.roster.csv", why=error)) from None


def _heading(cells: list[str]) -> dict[str, int]:
    names = [cell.casefold() for cell in cells]
    if "name" not in names:
        raise _error(1, word("shell.roster.no_name", names=", ".join(filter(None, cells))))
    for column in COLUMNS:
        if names.count(column) > 1:
            raise _error(1, word("shell.roster.columns", column=column, count=names.count(column)))
    return {column: names.index(column) for column in COLUMNS if column in names} | {"": len(names)}


def _entry(row: int, cells: list[str], places: dict[str, int], wrong: _Errors) -> Entry:
    found = {}
    for column in COLUMNS:
        place = places.get(column, len(cells))
        found[column] = cells[place] if place < len(cells) else ""
        if len(found[column]) > LONGEST[column]:
            wrong.add(row, word("shell.roster.long", column=column, longest=LONGEST[column]))
        if not found[column].isprintable():
            wrong.add(row, word("shell.roster.plain", column=column))
    stray = [cell for cell in cells[places[""] :] if cell]
    if stray:
        wrong.add(row, word("shell.roster.stray", cell=stray[0]))
    return Entry(row, **found)


def _check(entries: list[Entry], pairs: bool, wrong: _Errors) -> None:
    if not entries:
        wrong.add(2, word("shell.roster.nobody"))
    for entry in entries:
        if not entry.name:
            wrong.add(entry.row, word("shell.roster.blank"))
        if pairs and entry.name and not entry.partner:
            wrong.add(entry.row, word("shell.roster.no_partner", name=entry.name))
    _check_unique(entries, "id", [entry.id.casefold() for entry in entries], wrong)
    people = [(entry, name) for entry in entries for name in _people(entry, pairs)]
    _check_unique([entry for entry, _ in people], "name", [name for _, name in people], wrong)


def _people(entry: Entry, pairs: bool) -> list[str]:
    """Names that must be unique unless the entries have ids."""
    names = [entry.name, entry.partner] if pairs else [entry.name]
    return [f"{name.casefold()}\n{'' if pairs else entry.id}" for name in names if name]


def _check_unique(entries: list[Entry], what: str, values: list[str], wrong: _Errors) -> None:
    first: dict[str, int] = {}
    for entry, value in zip(entries, values, strict=True):
        if value and value in first:
            shown = value.split("\n")[0].title()
            key = "shell.roster.id_twice" if what == "id" else "shell.roster.name_twice"
            wrong.add(entry.row, word(key, id=entry.id, name=shown, row=first[value]))
        elif value:
            first[value] = entry.row
