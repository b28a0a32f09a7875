"""Entries of a roster: what they hold, what is wrong with them, and their CSV."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import normalize

from host_tools.desk.store.model import LONGEST_NAME
from host_tools.i18n import first_few, message

COLUMNS = ("name", "id", "partner", "club", "hall")
LONGEST = {"name": 200, "id": 40, "partner": 200, "club": 200, "hall": LONGEST_NAME}
MAX_SHOWN = 20


def plain_text(text: str) -> str:
    """Normalise typed text: single spaces, and each accented letter as one character (NFC). Keyboards and file names
    differ in both."""
    return normalize("NFC", " ".join(text.split()))


class RosterError(ValueError):
    """An invalid roster; the message has one line for each error, with its row."""


@dataclass(frozen=True)
class Entry:
    """A player or pair of the roster; `row`: number of the row in the file, with the heading as 1; `id` may be "".

    `hall` is the name of the hall where they play, "" where there is one. `paid`: they have paid the entry.
    """

    row: int
    name: str
    id: str = ""
    partner: str = ""
    club: str = ""
    hall: str = ""
    paid: bool = False

    @property
    def title(self) -> str:
        """The name on lists; of a pair, both names."""
        return f"{self.name} / {self.partner}" if self.partner else self.name


def format_roster(entries: Sequence[Entry]) -> str:
    """Format a roster as CSV, as `roster_reader` reads it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    columns = [column for column in COLUMNS if column != "hall" or any(entry.hall for entry in entries)]
    writer.writerow(columns)
    writer.writerows([getattr(entry, column) for column in columns] for entry in entries)
    return text.getvalue()


RowErrors = list[tuple[int, str]]
"""Errors, each with its row."""


def error_texts(errors: RowErrors) -> list[str]:
    """Return the first MAX_SHOWN errors by row as texts, and how many more there are."""
    texts = [message("cli.roster.row", row=row, what=text) for row, text in sorted(errors)]
    return first_few(texts, MAX_SHOWN, "cli.roster.more")


def check_lengths(entry: Entry, errors: RowErrors) -> None:
    """Add an error for each text of an entry that is too long or unprintable."""
    for column in COLUMNS:
        text = getattr(entry, column)
        if len(text) > LONGEST[column]:
            errors.append((entry.row, message("cli.roster.long", column=column, longest=LONGEST[column])))
        if not text.isprintable():
            errors.append((entry.row, message("cli.roster.plain", column=column)))


def check_entries(entries: list[Entry], pairs: bool, errors: RowErrors) -> None:
    """Add an error for each missing name or partner, and each id or name that is used twice."""
    if not entries:
        errors.append((2, message("cli.roster.nobody")))
    for entry in entries:
        if not entry.name:
            errors.append((entry.row, message("cli.roster.blank")))
        if pairs and entry.name and not entry.partner:
            errors.append((entry.row, message("cli.roster.no_partner", name=entry.name)))
    _check_unique(entries, "id", [entry.id.casefold() for entry in entries], errors)
    people = [(entry, name) for entry in entries for name in _person_keys(entry, pairs)]
    _check_unique([entry for entry, _ in people], "name", [name for _, name in people], errors)


def _person_keys(entry: Entry, pairs: bool) -> list[str]:
    """Return a key for each of the entry's players that must be unique: the name, of single players with the id."""
    names = [entry.name, entry.partner] if pairs else [entry.name]
    return [f"{name.casefold()}\n{'' if pairs else entry.id}" for name in names if name]


def _check_unique(entries: list[Entry], column: str, values: list[str], errors: RowErrors) -> None:
    """Add an error for each entry whose value an earlier entry has; `values` are ids, or the keys of `_person_keys`."""
    first_rows: dict[str, int] = {}
    for entry, value in zip(entries, values, strict=True):
        if value and value in first_rows:
            name, _, _ = value.title().partition("\n")
            key = "cli.roster.id_twice" if column == "id" else "cli.roster.name_twice"
            errors.append((entry.row, message(key, id=entry.id, name=name, row=first_rows[value])))
        elif value:
            first_rows[value] = entry.row
