"""Flask blueprint, director: a form for what is paid in and out."""

import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from host_tools.desk.events.event import format_of
from host_tools.desk.formats.purse_model import DOLLAR, ENTRY, Purse
from host_tools.desk.money.purse_config import build_purses, purses_of, store_purses
from host_tools.desk.store.database import DeskError
from host_tools.desk.web.authentication import director_name, director_only
from host_tools.desk.web.form_fields import form_text, parse_dollars, small_int
from host_tools.desk.web.served_event import served, stamp
from host_tools.i18n import message

pages = Blueprint("purse_pages", __name__, url_prefix="/director/prizes/purses")
pages.before_request(director_only)

KINDS = ("shares", "field", "sums", "qualifiers", "hands")
"""The ways to divide a purse's prizes, as fields of `Purse`."""
_MOST_PURSES = 20
_FIELDS = ("name", "fee", "draw", "pot", "added", "kind", "rule")

Row = dict[str, str]
"""A purse as the form has it: the text of each of _FIELDS."""


@pages.get("")
def purses() -> str:
    with served().event.reading() as (session, event):
        try:
            stored = purses_of(event)
        except DeskError:
            # A format without a fee.
            stored = [format_of(event).purse]
        return _render_form([_row(purse) for purse in stored], "", stamp(session, event))


def _render_form(rows: list[Row], error: str, change_stamp: str = "") -> str:
    """Render the form with one row more than there are purses."""
    blank = dict.fromkeys(_FIELDS, "") | {"kind": KINDS[0], "pot": "100"}
    return render_template("purses.html", rows=[*rows, blank], kinds=KINDS, wrong=error, stamp=change_stamp)


def _row(purse: Purse) -> Row:
    kind = next(kind for kind in KINDS if getattr(purse, kind))
    rules: dict[str, Any] = {
        "shares": " ".join(map(str, purse.shares)),
        "field": purse.field,
        "sums": " ".join(map(_dollar_text, purse.sums)),
        "qualifiers": "",
        "hands": " ".join(f"{count}={part}" for count, part in purse.hands),
    }
    money = {name: _dollar_text(getattr(purse, name)) for name in ("fee", "draw", "added")}
    name = "" if purse.name == ENTRY else purse.name
    return {"name": name, **money, "pot": str(purse.pot), "kind": kind, "rule": str(rules[kind])}


def _dollar_text(cents: int) -> str:
    """Format cents as the form has them: `7.50`, `5`, "" for none."""
    whole, part = divmod(cents, DOLLAR)
    return f"{whole}.{part:02}" if part else str(whole or "")


@pages.post("")
def set_purses() -> ResponseReturnValue:
    """Store the form's purses: the entry's, and each other that has a name."""
    rows = list(_typed_rows())
    try:
        tables = [_table(row, index) for index, row in enumerate(rows)]
        with served().event.writing() as (session, event):
            store_purses(session, event, build_purses(tables), director_name())
    except DeskError as error:
        return _render_form(rows, str(error)), HTTPStatus.UNPROCESSABLE_ENTITY
    flash(message("event.purses.kept"))
    return redirect(url_for("money_pages.prizes"), HTTPStatus.SEE_OTHER)


def _typed_rows() -> Iterator[Row]:
    for index in range(_MOST_PURSES):
        row = {field: form_text(f"{field}-{index}") for field in _FIELDS}
        if f"kind-{index}" in request.form and (row["name"] or not index):
            yield row


def _table(row: Row, index: int) -> dict[str, Any]:
    """Return a row as the fields of a purse's TOML table. Raises DeskError."""
    money = {name: parse_dollars(row[name] or "0") for name in ("fee", "draw", "added")}
    name = row["name"] or ENTRY
    kind = row["kind"] if row["kind"] in KINDS else KINDS[0]
    return {"name": name, **money, "pot": _whole(row["pot"] or "100"), kind: _rule(kind, row["rule"], name)}


def _rule(kind: str, text: str, name: str) -> Any:
    """Parse who is paid what, as typed behind the kind. Raises DeskError."""
    parts = re.split(r"[\s;]+", text.strip("; "))
    if kind == "qualifiers":
        return True
    if not text:
        raise DeskError(message("event.purses.no_rule", purse=name, example=message(f"event.purses.{kind}")))
    if kind == "field":
        return _whole(text.strip("% "))
    if kind == "sums":
        return [parse_dollars(part) for part in parts]
    if kind == "shares":
        return [_whole(part.strip("%")) for part in parts]
    hands = dict(part.partition("=")[::2] for part in parts)
    return {count: _whole(part) for count, part in hands.items()}


def _whole(text: str) -> int:
    """Parse a whole number. Raises DeskError."""
    try:
        return small_int(text)
    except ValueError:
        raise DeskError(message("event.purses.number", text=text)) from None
