"""Flask blueprints of disputed results: a player's phone says "not mine"; the director decides, and swaps tables."""

from http import HTTPStatus
from urllib.parse import urlsplit

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask import session as browser
from flask.typing import ResponseReturnValue
from limits import parse
from werkzeug.wrappers import Response

from host_tools.desk.errors import ConflictError
from host_tools.desk.events.entrants import entrant
from host_tools.desk.intake.decisions import decide_dispute
from host_tools.desk.intake.disputes import (
    DISPUTE_RULE,
    change_dispute_rule,
    dispute,
    has_result_code,
    is_code_of_table,
    withdraw_dispute,
)
from host_tools.desk.intake.exchanged_tables import likely_exchanges, swap_tables
from host_tools.desk.scoring.own_results import OwnResult, own_results
from host_tools.desk.scoring.score_card_view import card_view
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.authentication import client_address, director_only, limiter
from host_tools.desk.web.form_fields import form_number, form_text
from host_tools.desk.web.form_views import changes_event, check_seen, director_writing, flash_changes
from host_tools.desk.web.page_cache import OWN_DISPUTES
from host_tools.desk.web.served_event import served
from host_tools.desk.web.visitor import reading_for_visitor
from host_tools.i18n import message
from host_tools.table_numbers import table_text

phone_pages = Blueprint("not_mine", __name__, url_prefix="/player")
pages = Blueprint("disputes", __name__, url_prefix="/director")
pages.before_request(director_only)

_OF_ADDRESS = parse("4 per 10 minutes")
"""Tries of one address with a wrong code, or without one where none is asked."""
_AT_TABLE = parse("12 per 10 minutes")
"""The same for one table, of all addresses together. After that only addresses that have not tried before may try."""


@phone_pages.before_request
def check_origin() -> None:
    """Abort a POST request with 400 unless a page of this desk has sent it: browsers name the page's host."""
    if request.method == "POST" and urlsplit(request.headers.get("Origin", "")).netloc != request.host:
        abort(HTTPStatus.BAD_REQUEST, message("desk.sign.old_form"))


def _own_result(desk: Desk, who: str, round_number: int, game: int) -> OwnResult:
    """Return the player's result of a game; aborts with 404 if the player's page does not show it."""
    results = own_results(desk, card_view(desk, who))
    found = [result for result in results if (result.round, result.game) == (round_number, game)]
    if not found:
        abort(HTTPStatus.NOT_FOUND, message("desk.dispute.gone"))
    return found[0]


def _render_question(who: str, round_number: int, game: int, error: str = "") -> str:
    with reading_for_visitor() as desk:
        result = _own_result(desk, who, round_number, game)
        context = {
            "player": entrant(desk, who),
            "result": result,
            "asks_code": has_result_code(desk, result.round, result.table),
        }
        return render_template("not_mine.html", wrong=error, **context)


@phone_pages.get("/<path:who>/not-mine/<int:round_number>/<int:game>")
def ask(who: str, round_number: int, game: int) -> str:
    return _render_question(who, round_number, game)


def _check_tries(table: str) -> None:
    """Abort with 429 if this address has tried too often, or has tried before and others have about this table.

    The right code of who has not tried before is never refused for what others have tried.
    """
    tries, address = limiter.limiter, client_address()
    left = tries.get_window_stats(_OF_ADDRESS, address).remaining
    if left <= 0 or (left < _OF_ADDRESS.amount and not tries.test(_AT_TABLE, table)):
        abort(HTTPStatus.TOO_MANY_REQUESTS)


def _note_try(table: str) -> None:
    """Count a try with a wrong code, or without one."""
    limiter.limiter.hit(_OF_ADDRESS, client_address())
    limiter.limiter.hit(_AT_TABLE, table)


@phone_pages.post("/<path:who>/not-mine/<int:round_number>/<int:game>")
def not_mine(who: str, round_number: int, game: int) -> ResponseReturnValue:
    """Dispute the player's result of a game. If the table's board has shown a code, that is needed; or the code of a
    board that has been at this table, as it may have been carried to another and shown its code there."""
    with reading_for_visitor() as desk:
        result = _own_result(desk, who, round_number, game)
        table = f"{desk.event.uid}/{result.round}/{result.table}"
        _check_tries(table)
        asks_code = has_result_code(desk, result.round, result.table)
        is_known = asks_code and is_code_of_table(desk, result.round, result.table, form_text("code"))
    if not is_known:
        _note_try(table)
    if asks_code and not is_known:
        return _render_question(who, round_number, game, message("desk.dispute.code")), HTTPStatus.FORBIDDEN
    with served().event.writing() as desk:
        player = entrant(desk, who)
        place = (result.round, result.table, game)
        made = dispute(desk.acting(player.name), *place, player=player.number)
        code = player.code
    browser[OWN_DISPUTES] = [*browser.get(OWN_DISPUTES, []), made]
    return redirect(url_for("players.player", who=code), HTTPStatus.SEE_OTHER)


@phone_pages.post("/<path:who>/mine-after-all/<int:number>")
def mine_after_all(who: str, number: int) -> Response:
    """Withdraw a dispute that this browser has begun; a second press finds it withdrawn."""
    if number not in browser.get(OWN_DISPUTES, []):
        abort(HTTPStatus.FORBIDDEN)
    with served().event.writing() as desk:
        player = entrant(desk, who)
        withdraw_dispute(desk.acting(player.name), number)
        code = player.code
    browser[OWN_DISPUTES] = [one for one in browser[OWN_DISPUTES] if one != number]
    return redirect(url_for("players.player", who=code), HTTPStatus.SEE_OTHER)


def _table_page(round_number: int, table: int) -> Response:
    return redirect(url_for("tables.table_page", round_number=round_number, table=table), HTTPStatus.SEE_OTHER)


@pages.post("/table/<int:round_number>/<int:table>/dispute")
def enter_dispute(round_number: int, table: int) -> Response:
    """Enter that a result is not that of who sat there, as a player or a paper slip (no `who`) says."""
    with director_writing() as desk:
        player = entrant(desk, form_text("who")).number if form_text("who") else None
        reason = form_text("because")
        dispute(desk.because(reason), round_number, table, form_number("game"), player=player)
    flash(message("desk.dispute.entered"))
    return _table_page(round_number, table)


@pages.post("/table/<int:round_number>/<int:table>/dispute/<int:number>")
def decide(round_number: int, table: int, number: int) -> Response:
    """Decide a dispute: with `stands` in the form its result counts, else it does not."""
    stands = "stands" in request.form
    with director_writing() as desk:
        result = decide_dispute(desk, number, stands)
    flash(message("desk.dispute.stands" if stands else "desk.dispute.out"))
    flash_changes(result.moved, result.would)
    return _table_page(round_number, table)


@pages.post("/table/<int:round_number>/<int:table>/swap")
def swap(round_number: int, table: int) -> Response:
    """Swap the boards' results of this table and another, from a game on, if they still look exchanged: a second press
    would swap them back."""
    other, game = form_number("other"), form_number("game")
    offered = (round_number, game, {table, other})
    with director_writing() as desk:
        if offered not in [(one.round, one.game, set(one.tables)) for one in likely_exchanges(desk)]:
            where = message("desk.error.where", table=table, round=round_number)
            raise ConflictError(message("desk.error.looked", where=where))
        result = swap_tables(desk, round_number, (table, other), game=game)
    flash(message("desk.dispute.swapped", one=table_text(min(table, other)), other=table_text(max(table, other))))
    flash_changes(result.moved, result.would)
    return _table_page(round_number, table)


@pages.post("/disputes")
@changes_event("findings.findings")
def set_rule(desk: Desk) -> str:
    """Set whether a disputed result counts until the director decides."""
    hold = request.form.get("rule") == "hold"
    check_seen(desk, DISPUTE_RULE)
    change_dispute_rule(desk, hold)
    return message("desk.dispute.rule_hold" if hold else "desk.dispute.rule_count")
