"""Load and validate an event's purses: the default purse of the event's format, or the purses of a TOML file.

[[purse]]
name = "entry"             # the entry fee of all players; any other purse is for those who pay into it
fee = 10                   # dollars
draw = 2                   # of each fee, to a 50/50 draw
pot = 80                   # per cent of the rest that are prizes; the remainder goes to the club
shares = [50, 30, 20]      # the kind of purse and its rule; or: field = 25, qualifiers = true, another of PURSE_KINDS
added = 0                  # dollars that the club adds to the prizes
odd_cents = "league"       # of a prize that several share: the league's, or "first": one each to the first
rolls_over = false         # what nobody wins is the next night's; without it, the league's
carried = 0                # dollars that nobody won the night before
carried_from = ""          # the id of that night's event, whatever its name: `--after` writes it
play_off = true            # prizes by place go by the play-off, if there is one; the entry's do unless it says false
"""

import json
import tomllib
from collections.abc import Callable
from dataclasses import asdict, replace
from decimal import Decimal
from typing import Any

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.event import format_of
from host_tools.desk.formats.purse_model import ENTRY, FIRST, LEAGUE, Purse
from host_tools.desk.money.amounts import amount, whole_number
from host_tools.desk.money.purse_kinds import PURSE_KINDS
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Event
from host_tools.i18n import message

_MONEY = ("fee", "draw", "added", "carried")
_COMMON = ("name", "pot", *_MONEY, "package", "play_off", "odd_cents", "rolls_over", "carried_from")
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


def purse_label(name: str) -> str:
    """Return what a purse is called in messages and on pages: the entry's in the reader's language."""
    return message("event.money.entry") if name == ENTRY else name


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


def set_purses(desk: Desk, text: str) -> list[Purse]:
    """Replace the event's purses by those of a TOML text. Raises DeskError."""
    return store_purses(desk, parse_purses(text))


def store_purses(desk: Desk, purses: list[Purse]) -> list[Purse]:
    """Replace the event's purses."""
    rows = [purse_fields(purse) for purse in purses]
    desk.event.purses = json.dumps(rows)
    log_change(desk, "purses", detail={"purses": rows})
    return purses


def purse_fields(purse: Purse) -> dict[str, Any]:
    """Return a purse as it is stored in JSON: like its table in TOML, with all fields, and money in cents."""
    fields = asdict(purse)
    kind, rule, package = (fields.pop(name) for name in ("kind", "rule", "package"))
    return fields | {kind: rule} | ({"package": package} if package else {})


def _purse_from_json(fields: dict[str, Any]) -> Purse:
    """Build a purse from its fields as stored in JSON."""
    (kind,) = [name for name in fields if name not in _COMMON]
    return Purse(kind=kind, rule=fields[kind], **{name: fields[name] for name in _COMMON if name in fields})


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
    known = list(PURSE_KINDS)
    unknown = fields.keys() - ({*_COMMON, *known} - {"package"})
    if unknown:
        known_fields = ", ".join((*_MONEY, *known))
        raise DeskError(message("cli.purses.unknown", purse=name, field=sorted(unknown)[0], fields=known_fields))
    kinds = [kind for kind in known if fields.get(kind)]
    if len(kinds) != 1:
        key = "cli.purses.one_kind" if kinds else "cli.purses.no_kind"
        raise DeskError(message(key, purse=purse_label(name), kinds=", ".join(known), given=", ".join(kinds)))
    amounts: dict[str, Any] = {key: _parse(name, key, fields[key], amount) for key in _MONEY if key in fields}
    amounts["pot"] = _parse(name, "pot", fields.get("pot", 100), lambda value: whole_number(value, 0, 100))
    if amounts.get("draw", 0) > amounts.get("fee", 0):
        raise DeskError(message("cli.purses.draw", purse=purse_label(name)))
    choices = {"play_off": fields.get("play_off", name == ENTRY), "rolls_over": fields.get("rolls_over", False)}
    for field, choice in choices.items():
        if not isinstance(choice, bool):
            raise DeskError(message("cli.purses.true_or_false", purse=purse_label(name), field=field))
    odd_cents = fields.get("odd_cents", LEAGUE)
    if odd_cents not in (LEAGUE, FIRST):
        raise DeskError(message("cli.purses.odd_cents", purse=purse_label(name)))
    carried_from = fields.get("carried_from", "")
    if not isinstance(carried_from, str):
        raise DeskError(message("cli.purses.carried_from", purse=purse_label(name)))
    (kind,) = kinds
    rule = _parse(name, kind, fields[kind], lambda value: _as_stored(PURSE_KINDS[kind].parse(value)))
    package = PURSE_KINDS.package(kind)
    named = {"odd_cents": odd_cents, "carried_from": carried_from}
    return Purse(name, **amounts, kind=kind, rule=rule, package=package, **named, **choices)


def _as_stored(rule: Any) -> Any:
    """Return a rule as JSON gives it back. Raises DeskError if it cannot be stored."""
    try:
        return json.loads(json.dumps(rule))
    except (TypeError, ValueError) as error:
        raise DeskError(message("cli.purses.rule", why=error)) from None


def _parse(purse_name: str, field: str, value: Any, parse: Callable[[Any], Any]) -> Any:
    """Parse the value of a purse's field. Raises DeskError that names purse and field."""
    try:
        return parse(value)
    except DeskError as error:
        raise DeskError(message("cli.purses.at", purse=purse_label(purse_name), field=field, why=error)) from None
