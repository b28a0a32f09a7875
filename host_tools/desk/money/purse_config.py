"""Load and validate an event's purses: the default purse of the event's format, or the purses of a TOML file.

[[purse]]
name = "entry"             # the entry fee of all players; any other purse is for those who pay into it
fee = 10                   # dollars
draw = 2                   # of each fee, to a 50/50 draw
pot = 80                   # per cent of the rest that are prizes; the remainder goes to the club
shares = [50, 30, 20]      # or: field = 25, sums = [50, 25], qualifiers = true, hands = { 29 = 60, 28 = 30, 24 = 10 }
added = 0                  # dollars that the club adds to the prizes
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
    """Return the event's stored purses, or else its format's default purse. Raises DeskError if that has no fee."""
    if event.purses:
        return [_purse_from_json(fields) for fields in json.loads(event.purses)]
    default = format_of(event).purse
    if event.fee is None:
        if not default.fee:
            raise DeskError(message("desk.error.no_fee", event=event.name))
        return [default]
    draw = default.draw * event.fee // default.fee if default.fee else 0
    return [replace(default, fee=event.fee, draw=draw)]


def purse_of(event: Event, name: str = "") -> Purse:
    """Return the purse named `name` (default: the first). Raises DeskError if there is none."""
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
    return store_purses(session, event, parse_purses(text), by)


def store_purses(session: Session, event: Event, purses: list[Purse], by: str) -> list[Purse]:
    """Replace the event's purses."""
    event.purses = json.dumps([asdict(purse) for purse in purses])
    log_change(session, event, by, "purses", detail={"purses": [asdict(purse) for purse in purses]})
    return purses


def _purse_from_json(fields: dict[str, Any]) -> Purse:
    """Build a purse from its fields as stored in JSON, with tuples for lists."""
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
    return build_purses(tables)


def build_purses(tables: list[dict[str, Any]]) -> list[Purse]:
    """Validate purses with the fields of their TOML tables, and build them. Raises DeskError, naming the field at
    fault."""
    purses = [_parse_purse(table, i) for i, table in enumerate(tables, 1)]
    names = [purse.name for purse in purses]
    if len(set(names)) < len(names):
        raise DeskError(message("cli.purses.names", names=", ".join(names)))
    return purses


def _parse_purse(fields: dict[str, Any], place: int) -> Purse:
    """Validate a TOML table and build its purse; `place`: its place in the file, from 1. Raises DeskError."""
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
    amounts: dict[str, Any] = {key: _cents(name, key, fields[key]) for key in _MONEY if key in fields}
    amounts["pot"] = _whole_number(name, "pot", fields.get("pot", 100), 0, 100)
    if amounts.get("draw", 0) > amounts.get("fee", 0):
        raise DeskError(message("cli.purses.draw", purse=name))
    return Purse(name, **amounts, **{kinds[0]: _prize_rules(name, kinds[0], fields[kinds[0]])})


def _prize_rules(purse_name: str, kind: str, value: Any) -> Any:
    """Validate the value of one of _KINDS and convert it to the field of `Purse`. Raises DeskError."""
    if kind == "qualifiers":
        return True
    if kind == "field":
        return _whole_number(purse_name, kind, value, 1, 100)
    if kind == "hands":
        return _hands(purse_name, value)
    if not isinstance(value, list):
        raise DeskError(message("cli.purses.a_list", purse=purse_name, field=kind))
    if kind == "sums":
        return tuple(_cents(purse_name, kind, part) for part in value)
    return tuple(_whole_number(purse_name, kind, part, 1, 1000) for part in value)


def _hands(purse_name: str, value: Any) -> tuple[tuple[int, int], ...]:
    """Convert a TOML table of special hands to (count, proportion). Raises DeskError for counts no hand can have."""
    counts = [int(count) for count in value if count.isdecimal()] if isinstance(value, dict) else []
    if not counts or len(counts) != len(value) or any(not 0 <= n <= 29 or n in _IMPOSSIBLE for n in counts):
        raise DeskError(message("cli.purses.hands", purse=purse_name))
    return tuple((int(count), _whole_number(purse_name, "hands", part, 1, 1000)) for count, part in value.items())


def _whole_number(purse_name: str, field: str, value: Any, low: int, high: int) -> int:
    """Return `value`, of the field `field`, if it is a whole number from `low` to `high`. Raises DeskError."""
    if type(value) is not int or not low <= value <= high:
        raise DeskError(message("cli.purses.whole", purse=purse_name, field=field, low=low, high=high, value=value))
    return value


def _cents(purse_name: str, field: str, value: Any) -> int:
    """Convert the dollars of a purse's field to cents. Raises DeskError unless it is a whole number of cents."""
    cents = value * DOLLAR if type(value) is int or isinstance(value, Decimal) else Decimal("NaN")
    # Only NaN differs from itself.
    if cents != cents or not 0 <= cents <= _MOST * DOLLAR or int(cents) != cents:
        raise DeskError(message("cli.purses.money", purse=purse_name, field=field, value=value))
    return int(cents)
