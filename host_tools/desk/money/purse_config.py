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
from host_tools.words import word

_KINDS = ("shares", "field", "sums", "qualifiers", "hands")
_MONEY = ("fee", "draw", "added")
_IMPOSSIBLE = (19, 25, 26, 27)
_MOST = 1_000_000
_LONGEST = 40


def purses_of(event: Event) -> list[Purse]:
    """The event's purses. Raises DeskError where there is none."""
    if event.purses:
        return [_from_json(one) for one in json.loads(event.purses)]
    usual = format_of(event).purse
    if event.fee is None:
        if not usual.fee:
            raise DeskError(word("desk.error.no_fee", event=event.name))
        return [usual]
    draw = usual.draw * event.fee // usual.fee if usual.fee else 0
    return [replace(usual, fee=event.fee, draw=draw)]


def purse_of(event: Event, name: str = "") -> Purse:
    """The purse of that name; left out, the first. Raises DeskError."""
    purses = purses_of(event)
    found = [one for one in purses if one.name == (name or purses[0].name)]
    if not found:
        raise DeskError(
            word("event.money.no_purse", event=event.name, purse=name, purses=", ".join(one.name for one in purses))
        )
    return found[0]


def set_purses(session: Session, event: Event, text: str, by: str) -> list[Purse]:
    """Replace the event's purses by those of a TOML text. Raises DeskError."""
    purses = parse_purses(text)
    event.purses = json.dumps([asdict(one) for one in purses])
    log_change(session, event, by, "purses", detail={"purses": [asdict(one) for one in purses]})
    return purses


def _from_json(fields: dict[str, Any]) -> Purse:
    hands = tuple((count, part) for count, part in fields["hands"])
    return Purse(**{**fields, "shares": tuple(fields["shares"]), "sums": tuple(fields["sums"]), "hands": hands})


def parse_purses(text: str) -> list[Purse]:
    """The purses of a TOML text. Raises DeskError, naming what is wrong."""
    try:
        whole = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise DeskError(word("shell.purses.toml", why=error)) from None
    listed = whole.get("purse")
    if set(whole) != {"purse"} or not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise DeskError(word("shell.purses.list"))
    purses = [_parse_purse(one, i) for i, one in enumerate(listed, 1)]
    names = [one.name for one in purses]
    if len(set(names)) < len(names):
        raise DeskError(word("shell.purses.names", names=", ".join(names)))
    return purses


def _parse_purse(fields: dict[str, Any], place: int) -> Purse:
    name = fields.get("name", ENTRY if place == 1 else "")
    if not isinstance(name, str) or not 0 < len(name) <= _LONGEST or not name.isprintable():
        raise DeskError(word("shell.purses.name", purse=place, longest=_LONGEST))
    unknown = fields.keys() - {"name", "pot", *_MONEY, *_KINDS}
    if unknown:
        fields_there = ", ".join(_MONEY + _KINDS)
        raise DeskError(word("shell.purses.unknown", purse=name, field=sorted(unknown)[0], fields=fields_there))
    kinds = [kind for kind in _KINDS if fields.get(kind)]
    if len(kinds) != 1:
        key = "shell.purses.one_kind" if kinds else "shell.purses.no_kind"
        raise DeskError(word(key, purse=name, kinds=", ".join(_KINDS), given=", ".join(kinds)))
    given: dict[str, Any] = {key: _cents(name, key, fields[key]) for key in _MONEY if key in fields}
    given["pot"] = _whole_number(name, "pot", fields.get("pot", 100), 0, 100)
    if given.get("draw", 0) > given.get("fee", 0):
        raise DeskError(word("shell.purses.draw", purse=name))
    return Purse(name, **given, **{kinds[0]: _prize_rules(name, kinds[0], fields[kinds[0]])})


def _prize_rules(name: str, kind: str, value: Any) -> Any:
    if kind == "qualifiers":
        return True
    if kind == "field":
        return _whole_number(name, kind, value, 1, 100)
    if kind == "hands":
        return _hands(name, value)
    if not isinstance(value, list):
        raise DeskError(word("shell.purses.a_list", purse=name, field=kind))
    if kind == "sums":
        return tuple(_cents(name, kind, one) for one in value)
    return tuple(_whole_number(name, kind, one, 1, 1000) for one in value)


def _hands(name: str, value: Any) -> tuple[tuple[int, int], ...]:
    counts = [int(count) for count in value if count.isdecimal()] if isinstance(value, dict) else []
    if not counts or len(counts) != len(value) or any(not 0 <= n <= 29 or n in _IMPOSSIBLE for n in counts):
        raise DeskError(word("shell.purses.hands", purse=name))
    return tuple((int(count), _whole_number(name, "hands", part, 1, 1000)) for count, part in value.items())


def _whole_number(name: str, key: str, value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise DeskError(word("shell.purses.whole", purse=name, field=key, low=low, high=high, value=value))
    return value


def _cents(name: str, key: str, value: Any) -> int:
    cents = value * DOLLAR if type(value) is int or isinstance(value, Decimal) else Decimal("NaN")
    if cents != cents or not 0 <= cents <= _MOST * DOLLAR or int(cents) != cents:
        raise DeskError(word("shell.purses.money", purse=name, field=key, value=value))
    return int(cents)
