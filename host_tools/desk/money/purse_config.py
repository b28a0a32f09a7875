"""Load and validate an event's purses: its format's, or its own from a TOML file.

[[purse]]
name = "entry"             # everybody's; any other is of those who have paid into it
fee = 10                   # dollars
draw = 2                   # of each fee, to a 50/50 draw
pot = 80                   # per cent of the rest that are prizes; what is not is the club's
shares = [50, 30, 20]      # or: field = 25, sums = [50, 25], qualifiers = true, hands = { 29 = 60, 28 = 30, 24 = 10 }
added = 0                  # dollars put in besides
"""

import json
import tomllib
from dataclasses import asdict, replace
from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session

from host_tools.desk.events import format_of, log_change
from host_tools.desk.formats import DOLLAR, ENTRY, Purse
from host_tools.desk.store import DeskError, Event
from host_tools.i18n import message

_KINDS = ("shares", "field", "sums", "qualifiers", "hands")
_MONEY = ("fee", "draw", "added")
_IMPOSSIBLE = (19, 25, 26, 27)
_MOST = 1_000_000
_LONGEST = 40


def purses_of(event: Event) -> list[Purse]:
    """Return the event's purses, its own or its format's. Raises DeskError where there is none."""
    if event.purses:
        return [_from_json(fields) for fields in json.loads(event.purses)]
    default = format_of(event).purse
    if event.fee is None:
        if not default.fee:
            raise DeskError(message("desk.error.no_fee", event=event.name))
        return [default]
    draw = default.draw * event.fee // default.fee if default.fee else 0
    return [replace(default, fee=event.fee, draw=draw)]


def purse_of(event: Event, name: str = "") -> Purse:
    """Return the purse of that name; left out, the first. Raises DeskError."""
    purses = purses_of(event)
    matches = [purse for purse in purses if purse.name == (name or purses[0].name)]
    if not matches:
        raise DeskError(
            message(
                "event.money.no_purse", event=event.name, purse=name, purses=", ".join(purse.name for purse in purses)
            )
        )
    return matches[0]


def set_purses(session: Session, event: Event, text: str, by: str) -> list[Purse]:
    """Replace the event's purses by those of a TOML text. Raises DeskError."""
    purses = parse_purses(text)
    event.purses = json.dumps([asdict(purse) for purse in purses])
    log_change(session, event, by, "purses", detail={"purses": [asdict(purse) for purse in purses]})
    return purses


def _from_json(fields: dict[str, Any]) -> Purse:
    """Build a purse from its fields as stored, with tuples for lists."""
    hands = tuple((count, part) for count, part in fields["hands"])
    return Purse(**{**fields, "shares": tuple(fields["shares"]), "sums": tuple(fields["sums"]), "hands": hands})


def parse_purses(text: str) -> list[Purse]:
    """Parse and validate the purses of a TOML text. Raises DeskError, naming the field at fault."""
    try:
        document = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise DeskError(message("cli.purses.toml", why=error)) from None
    tables = document.get("purse")
    if (
        set(document) != {"purse"}
        or not isinstance(tables, list)
        or not all(isinstance(table, dict) for table in tables)
    ):
        raise DeskError(message("cli.purses.list"))
    purses = [_parse_purse(table, i) for i, table in enumerate(tables, 1)]
    names = [purse.name for purse in purses]
    if len(set(names)) < len(names):
        raise DeskError(message("cli.purses.names", names=", ".join(names)))
    return purses


def _parse_purse(fields: dict[str, Any], place: int) -> Purse:
    """Build the purse of a TOML table, number `place` from 1. Raises DeskError."""
    name = fields.get("name", ENTRY if place == 1 else "")
    if not isinstance(name, str) or not 0 < len(name) <= _LONGEST or not name.isprintable():
        raise DeskError(message("cli.purses.name", purse=place, longest=_LONGEST))
    unknown = fields.keys() - {"name", "pot", *_MONEY, *_KINDS}
    if unknown:
        known_fields = ", ".join(_MONEY + _KINDS)
        raise DeskError(message("cli.purses.unknown", purse=name, field=sorted(unknown)[0], fields=known_fields))
    kinds = [kind for kind in _KINDS if fields.get(kind)]
    if len(kinds) != 1:
        key = "cli.purses.one_kind" if kinds else "cli.purses.no_kind"
        raise DeskError(message(key, purse=name, kinds=", ".join(_KINDS), given=", ".join(kinds)))
    amounts: dict[str, Any] = {key: _check_cents(name, key, fields[key]) for key in _MONEY if key in fields}
    amounts["pot"] = _check_whole_number(name, "pot", fields.get("pot", 100), 0, 100)
    if amounts.get("draw", 0) > amounts.get("fee", 0):
        raise DeskError(message("cli.purses.draw", purse=name))
    return Purse(name, **amounts, **{kinds[0]: _prize_rules(name, kinds[0], fields[kinds[0]])})


def _prize_rules(name: str, kind: str, value: Any) -> Any:
    """Validate the value of one of _KINDS and convert it to the field of `Purse`. Raises DeskError."""
    if kind == "qualifiers":
        return True
    if kind == "field":
        return _check_whole_number(name, kind, value, 1, 100)
    if kind == "hands":
        return _check_hands(name, value)
    if not isinstance(value, list):
        raise DeskError(message("cli.purses.a_list", purse=name, field=kind))
    if kind == "sums":
        return tuple(_check_cents(name, kind, part) for part in value)
    return tuple(_check_whole_number(name, kind, part, 1, 1000) for part in value)


def _check_hands(name: str, value: Any) -> tuple[tuple[int, int], ...]:
    """Return special hands as (count, part of the pot). Raises DeskError for impossible counts."""
    counts = [int(count) for count in value if count.isdecimal()] if isinstance(value, dict) else []
    if not counts or len(counts) != len(value) or any(not 0 <= n <= 29 or n in _IMPOSSIBLE for n in counts):
        raise DeskError(message("cli.purses.hands", purse=name))
    return tuple((int(count), _check_whole_number(name, "hands", part, 1, 1000)) for count, part in value.items())


def _check_whole_number(name: str, key: str, value: Any, low: int, high: int) -> int:
    """Return the value where it is a whole number in this range. Raises DeskError."""
    if type(value) is not int or not low <= value <= high:
        raise DeskError(message("cli.purses.whole", purse=name, field=key, low=low, high=high, value=value))
    return value


def _check_cents(name: str, key: str, value: Any) -> int:
    """Return an amount in dollars as cents. Raises DeskError."""
    cents = value * DOLLAR if type(value) is int or isinstance(value, Decimal) else Decimal("NaN")
    # Only NaN differs from itself.
    if cents != cents or not 0 <= cents <= _MOST * DOLLAR or int(cents) != cents:
        raise DeskError(message("cli.purses.money", purse=name, field=key, value=value))
    return int(cents)
