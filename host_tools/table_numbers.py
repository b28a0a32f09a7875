"""Numbers of tables in an event of several halls: each hall's begin at 1, on its boards and as people say them.

The store has one number for each table of the event, which tells the hall: HALL_TABLES times the hall's number, plus
the number within it. People see the hall's letter before it, as B3, and boards the event's id with the hall's number
behind a dot. An event of one hall has neither: its tables are numbered from 1, and its boards have the event's id.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

HALL_TABLES = 10_000
"""Table numbers of a hall. Boards can have up to 999."""
MOST_HALLS = 99
MOST_TABLES = 999
"""Highest table number of a board."""
_LETTERS = 26
_HALL_ID = re.compile(r"(.+)\.([1-9][0-9]?)")
_TABLE = re.compile(r"([A-Za-z]{0,2})([0-9]{1,5})")


def event_table(hall: int, number: int) -> int:
    """Return the event's number of a hall's table; 0, no table, stays 0. `hall` 0: the event has one hall."""
    return hall * HALL_TABLES + number if number else 0


def hall_of(table: int) -> int:
    """Return the number of a table's hall, from 1; 0 in an event of one hall, and for no table."""
    return table // HALL_TABLES


def number_in_hall(table: int) -> int:
    """Return a table's number in its hall, which its board has."""
    return table % HALL_TABLES


def hall_letter(hall: int) -> str:
    """Return a hall's letter: A to Z, then AA, AB, …; "" for 0."""
    first, second = divmod(hall - 1, _LETTERS)
    return (chr(ord("A") + first - 1) if first else "") + chr(ord("A") + second) if hall else ""


def hall_of_letter(letter: str) -> int:
    """Return the number of the hall with this letter, 0 if there can be none."""
    return next((hall for hall in range(1, MOST_HALLS + 1) if hall_letter(hall) == letter.upper()), 0)


def table_text(table: int | None) -> str:
    """Return a table as people see it: 3, and in an event of several halls B3; "" for none."""
    return f"{hall_letter(hall_of(table))}{number_in_hall(table)}" if table is not None else ""


def tables_text(tables: Iterable[int]) -> str:
    """Return tables as people see them, separated by commas."""
    return ", ".join(map(table_text, tables))


def parse_table(text: str) -> int | None:
    """Return the event's number of a table as people write it, 3 or B3, or by the event's number; None for no table."""
    found = _TABLE.fullmatch(text.strip())
    hall = hall_of_letter(found[1]) if found else 0
    if found is None or (found[1] and not hall) or (hall and int(found[2]) > MOST_TABLES):
        return None
    return event_table(hall, int(found[2]))


def board_event(uid: str, table: int) -> str:
    """Return the id of the event that the board of a table has; `uid` is the event's own."""
    return hall_id(uid, hall_of(table))


def hall_id(uid: str, hall: int) -> str:
    """Return the event's id on a hall's boards; 0: the event has one hall."""
    return f"{uid}.{hall}" if hall else uid


@lru_cache(maxsize=256)
def split_id(event: str) -> tuple[str, int]:
    """Return the event's own id and the number of the hall, 0 for none, of an id that a board has."""
    found = _HALL_ID.fullmatch(event)
    return (found[1], int(found[2])) if found else (event, 0)
