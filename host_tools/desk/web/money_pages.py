"""Flask blueprints, director: prizes, the 50/50 draw, special hands; a form for what is paid in and out."""

from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from host_tools.desk.errors import ConflictError, DeskError
from host_tools.desk.events.entrants import entrant, entrants
from host_tools.desk.events.event import format_of
from host_tools.desk.formats.purse_model import ENTRY, LEAGUE, Purse
from host_tools.desk.money.amounts import dollar_text, parse_dollars, parse_whole
from host_tools.desk.money.prizes import compute_payout
from host_tools.desk.money.purse_config import build_purses, purse_label, purses_of, store_purses
from host_tools.desk.money.purse_kinds import PURSE_KINDS, kind_of
from host_tools.desk.money.special_awards import awards, delete_hand, draw_winner, hands_paid, record_hand
from host_tools.desk.review.readiness import (
    WENT_ON,
    prizes_settled,
    purses_of_next_night,
    reasons_not_final,
    settle_prizes,
)
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.authentication import director_only
from host_tools.desk.web.form_fields import form_text
from host_tools.desk.web.form_views import changes_event, check_seen, director_writing
from host_tools.desk.web.served_event import served, stamp
from host_tools.i18n import message

pages = Blueprint("money_pages", __name__, url_prefix="/director/prizes")
pages.before_request(director_only)


@pages.get("")
def prizes() -> str:
    with served().event.reading() as desk:
        people = entrants(desk)
        try:
            paid, unfinished, why = compute_payout(desk), reasons_not_final(desk), ""
        except DeskError as error:
            paid, unfinished, why = None, [], str(error)
        purses = purses_of(desk.event) if paid else []
        noted = awards(desk)
        context = {
            "draws": [purse.name for purse in purses if purse.draw],
            "drawn": [award.purse for award in noted if award.what == "draw"],
            "hands": hands_paid(desk.event) if paid else [],
            "noted_hands": [(award, people[award.player]) for award in noted if award.what != "draw"],
            "people": people.values(),
            "settled": prizes_settled(desk) if unfinished else None,
            "unfinished": unfinished,
        }
        return render_template("prizes.html", stamp=stamp(desk), paid=paid, why=why, **context)


@pages.post("/settle")
@changes_event("money_pages.prizes")
def settle(desk: Desk) -> str:
    """Note why prizes are paid though something is open."""
    check_seen(desk, WENT_ON)
    settle_prizes(desk)
    return message("event.unfinished.paid")


@pages.post("/draw")
@changes_event("money_pages.prizes")
def draw(desk: Desk) -> str:
    check_seen(desk, "drawn")
    winner = draw_winner(desk, request.form.get("purse", ""))
    return message("event.money.drawn", name=winner.name)


@pages.post("/hand")
@changes_event("money_pages.prizes")
def hand(desk: Desk) -> str:
    """Note a player's special hand; with `undo` in the form, take it back."""
    check_seen(desk, "hand", "hand taken back")
    player, count = entrant(desk, form_text("who")), request.form.get("count", 0, type=int)
    if "undo" in request.form:
        delete_hand(desk, player.number, count)
        return message("event.money.hand_undone", name=player.name, count=count)
    record_hand(desk, player.number, count, request.form.get("round", 0, type=int))
    return message("event.money.hand_noted", name=player.name, count=count)


purse_pages = Blueprint("purse_pages", __name__, url_prefix="/director/prizes/purses")
purse_pages.before_request(director_only)

_MOST_PURSES = 20
_MONEY = ("fee", "draw", "added", "carried")
_FIELDS = ("name", *_MONEY, "pot", "kind", "rule", "play_off", "odd_cents", "rolls_over", "carried_from")

Row = dict[str, str]
"""A purse as the form has it: the text of each of _FIELDS."""


@purse_pages.get("")
def purses() -> str:
    """Serve the form; with the argument `after=NAME` it has the purses of that event, and what rolls over from it."""
    after, error = request.args.get("after", ""), ""
    stored: list[Purse] = []
    if after in _other_nights():
        try:
            others = [name for name in _other_nights() if name != after]
            with served().event.reading_other(after) as other:
                stored = purses_of_next_night(other, served().event.reading_other, others)
        except DeskError as why:
            after, error = "", str(why)
    else:
        after = ""
    with served().event.reading() as desk:
        try:
            stored = stored or purses_of(desk.event)
        except DeskError:
            # A format without a fee.
            stored = [format_of(desk.event).purse]
        return _render_form([_row(purse) for purse in stored], error, stamp(desk), after)


def _other_nights() -> list[str]:
    """List the names of the events in the same folder, but for this one, the newest first."""
    return [one.name for one in served().event.location.dated_events() if one.name != served().event.name]


def _render_form(rows: list[Row], error: str = "", change_stamp: str = "", after: str = "") -> str:
    """Render the form with one row more than there are purses. `after`: the event that they are from."""
    labels = {kind: _label(kind) for kind in PURSE_KINDS}
    blank = dict.fromkeys(_FIELDS, "") | {"kind": next(iter(labels)), "pot": "100"}
    context = {"rows": [*rows, blank], "kinds": labels, "others": _other_nights(), "after": after}
    return render_template("purses.html", wrong=error, stamp=change_stamp, **context)


def _label(kind: str) -> str:
    """Return how a kind of purse divides, with an example; the id of another package's."""
    return kind if PURSE_KINDS.package(kind) else message(f"event.purses.{kind}")


def _row(purse: Purse) -> Row:
    money = {name: dollar_text(getattr(purse, name)) for name in _MONEY}
    name = "" if purse.name == ENTRY else purse.name
    rule = kind_of(purse).write(purse.rule)
    return {
        "name": name,
        **money,
        "pot": str(purse.pot),
        "kind": purse.kind,
        "rule": rule,
        "play_off": "1" if purse.play_off else "",
        "odd_cents": purse.odd_cents,
        "rolls_over": "1" if purse.rolls_over else "",
        "carried_from": purse.carried_from,
    }


@purse_pages.post("")
def set_purses() -> ResponseReturnValue:
    """Store the form's purses: the entry's, and each other of which something is typed."""
    rows = list(_typed_rows())
    try:
        tables = [_table(row, index) for index, row in enumerate(rows)]
        with director_writing() as desk:
            check_seen(desk, "purses")
            store_purses(desk, build_purses(tables))
    except ConflictError:
        raise
    except DeskError as error:
        return _render_form(rows, str(error)), HTTPStatus.UNPROCESSABLE_ENTITY
    flash(message("event.purses.kept"))
    return redirect(url_for("money_pages.prizes"), HTTPStatus.SEE_OTHER)


def _typed_rows() -> Iterator[Row]:
    for index in range(_MOST_PURSES):
        row = {field: form_text(f"{field}-{index}") for field in _FIELDS}
        is_typed = any(row[field] for field in ("name", *_MONEY, "rule"))
        if f"kind-{index}" in request.form and (is_typed or not index):
            yield row


def _table(row: Row, index: int) -> dict[str, Any]:
    """Return a row as the fields of a purse's TOML table. Raises DeskError, which names purse and field."""
    if index and not row["name"]:
        raise DeskError(message("event.purses.no_name"))
    name = row["name"] or ENTRY
    money = {field: _read(name, field, row[field] or "0", parse_dollars) for field in _MONEY}
    pot = _read(name, "pot", row["pot"] or "100", parse_whole)
    choices = {"play_off": bool(row["play_off"]), "rolls_over": bool(row["rolls_over"])}
    texts = {"odd_cents": row["odd_cents"] or LEAGUE, "carried_from": row["carried_from"]}
    return {"name": name, **money, "pot": pot, **choices, **texts, row["kind"]: _rule(row, name)}


def _read(name: str, field: str, text: str, parse: Callable[[str], Any]) -> Any:
    """Parse a field of the purse `name`. Raises DeskError, which names both."""
    try:
        return parse(text)
    except DeskError as error:
        label = message(f"event.purses.{field}")
        raise DeskError(message("event.purses.at", purse=purse_label(name), field=label, why=error)) from None


def _rule(row: Row, name: str) -> Any:
    """Parse who is paid what, as typed behind the kind. Raises DeskError, which names the purse."""
    kind = PURSE_KINDS[row["kind"]]
    if kind.read is None:
        return True
    if not row["rule"]:
        raise DeskError(message("event.purses.no_rule", purse=purse_label(name), example=_label(kind.id)))
    return _read(name, "rule", row["rule"], kind.read)
