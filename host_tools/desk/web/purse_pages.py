"""Flask blueprint, director: a form for what is paid in and out."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from host_tools.desk.events.event import format_of
from host_tools.desk.formats.purse_model import ENTRY, Purse
from host_tools.desk.money.purse_config import build_purses, purses_of, store_purses
from host_tools.desk.money.purse_kinds import PURSE_KINDS, kind_of
from host_tools.desk.money.purse_values import dollar_text, parse_dollars, parse_whole
from host_tools.desk.store.database import DeskError
from host_tools.desk.web.authentication import director_name, director_only
from host_tools.desk.web.form_fields import form_text
from host_tools.desk.web.served_event import served, stamp
from host_tools.i18n import message

pages = Blueprint("purse_pages", __name__, url_prefix="/director/prizes/purses")
pages.before_request(director_only)

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
    labels = {kind: _label(kind) for kind in PURSE_KINDS}
    blank = dict.fromkeys(_FIELDS, "") | {"kind": next(iter(labels)), "pot": "100"}
    return render_template("purses.html", rows=[*rows, blank], kinds=labels, wrong=error, stamp=change_stamp)


def _label(kind: str) -> str:
    """Return how a kind of purse divides, with an example; the id of another package's."""
    return kind if PURSE_KINDS.package(kind) else message(f"event.purses.{kind}")


def _row(purse: Purse) -> Row:
    money = {name: dollar_text(getattr(purse, name)) for name in ("fee", "draw", "added")}
    name = "" if purse.name == ENTRY else purse.name
    rule = kind_of(purse).write(purse.rule)
    return {"name": name, **money, "pot": str(purse.pot), "kind": purse.kind, "rule": rule}


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
    return {"name": name, **money, "pot": parse_whole(row["pot"] or "100"), row["kind"]: _rule(row, name)}


def _rule(row: Row, name: str) -> Any:
    """Parse who is paid what, as typed behind the kind. Raises DeskError."""
    kind = PURSE_KINDS[row["kind"]]
    if kind.read is None:
        return True
    if not row["rule"]:
        raise DeskError(message("event.purses.no_rule", purse=name, example=_label(kind.id)))
    return kind.read(row["rule"])
