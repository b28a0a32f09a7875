"""What a hall's director may do: read the event's pages but those with its key, and decide about the own hall."""

from collections.abc import Callable, Iterable
from contextlib import suppress

from flask import request
from sqlalchemy import select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.entrants import entrant
from host_tools.desk.events.hall_notices import hall_notices
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Dispute, Line
from host_tools.desk.web.form_fields import small_int
from host_tools.desk.web.served_event import served
from host_tools.results.result_line import LineError, bare_line, parse_line
from host_tools.table_numbers import hall_of, parse_table, split_id
from host_tools.text_files import TextError, decode_text

_CHIEF_ONLY = ("event_pages.", "other_events.", "sheet_pages.", "verify_pages.", "purse_pages.")
"""Pages that give away the event's key and files, or open other events."""

_OF_THE_DESK = ("event_pages.set_boards", "event_pages.go_on_here", "other_events.open_event", "sheet_pages.verify")
"""Forms that decide nothing about the event, allowed where a hall has its own desk."""

Halls = Iterable[int]
"""Numbers of the halls that a decision is about; 0: of no hall."""


def may_ask(hall: int) -> bool:
    """Return whether the director of this hall may make the present request."""
    endpoint = request.endpoint or ""
    if endpoint.startswith(_CHIEF_ONLY) and not served().own_hall:
        return False
    if request.method in ("GET", "HEAD"):
        return True
    if served().own_hall and endpoint in _OF_THE_DESK:
        return True
    concerned = CONCERNED.get(endpoint)
    if concerned is None:
        return False
    with served().event.reading() as desk:
        try:
            return set(concerned(desk)) <= {hall}
        except DeskError:
            return True  # There is nothing to decide about; the page says so itself.


def _nothing(desk: Desk) -> Halls:
    """Return none: the view decides about the director's own hall, whatever the form says."""
    return ()


def _tables_of_address(desk: Desk) -> Halls:
    """Return the halls of the table in the address, of the other one with which it is swapped, and of the dispute."""
    address = request.view_args or {}
    yield hall_of(address["table"])
    if "other" in request.form:
        yield hall_of(request.form.get("other", 0, type=small_int))
    dispute = desk.session.get(Dispute, address["number"]) if "number" in address else None
    if dispute is not None and dispute.event_id == desk.event.id:
        yield hall_of(dispute.table)


def _tables_of_rows(desk: Desk) -> Halls:
    """Return the halls of the tables whose fields, named peg-TABLE-SIDE, are filled in."""
    for name, text in request.form.items():
        field, _, place = name.partition("-")
        if field == "peg" and text.strip():
            yield hall_of(parse_table(place.partition("-")[0]) or 0)


def _table_of_form(desk: Desk) -> Halls:
    """Return the halls of the form's table, and of the players who are to sit there."""
    yield hall_of(parse_table(request.form.get("table", "")) or 0)
    for side in ("A", "B"):
        if side in request.form:
            yield entrant(desk, request.form[side]).hall


def _players_of_form(desk: Desk) -> Halls:
    """Return the halls of the players whom the form names."""
    names = [request.form[field] for field in ("who", "one", "other") if field in request.form]
    return [entrant(desk, " ".join(name.split())).hall for name in names]


def _held_lines(desk: Desk) -> Halls:
    """Return the halls of the lines that are decided about, and of the table where one is to count: that of a board of
    no hall may be decided about by whoever has the table."""
    address = request.view_args or {}
    ids = [address["line"]] if "line" in address else request.form.getlist("line", type=small_int)
    place = parse_table(request.form.get("table", ""))
    tables = desk.session.scalars(select(Line.table).where(Line.event_id == desk.event.id, Line.id.in_(ids)))
    halls = {hall_of(table) for table in tables}
    return ({hall for hall in halls if hall} | {hall_of(place)}) if place else halls


def _lines_of_boards(desk: Desk) -> Halls:
    """Return the halls whose boards' results are read; those on USB are where the director is."""
    texts = request.form.get("lines", "").splitlines()
    for file in request.files.getlist("files"):
        # What is no text is refused where it is read.
        with suppress(TextError):
            texts += decode_text(file.read()).text.splitlines()
        file.seek(0)
    for text in texts:
        try:
            uid, hall = split_id(parse_line(bare_line(text)).event)
        except LineError:
            continue
        if uid == served().uid:
            yield hall


def _call(desk: Desk) -> Halls:
    """Return the hall of the table that calls."""
    number = (request.view_args or {})["call"]
    return [hall_of(call.table) for call in hall_notices(desk).calls if call.id == number]


CONCERNED: dict[str, Callable[[Desk], Halls]] = {
    **dict.fromkeys(("tables.enter_or_correct", "tables.enter_absent", "disputes.enter_dispute"), _tables_of_address),
    **dict.fromkeys(("disputes.decide", "disputes.swap"), _tables_of_address),
    "round_entry.enter_results": _tables_of_rows,
    **dict.fromkeys(("round_entry.seat_one_table", "live_director.assign_board"), _table_of_form),
    **dict.fromkeys(("round_entry.withdraw", "people_pages.withdraw", "people_pages.readmit"), _players_of_form),
    "seat_changes.swap": _players_of_form,
    "findings.decide": _held_lines,
    "round_entry.import_results": _lines_of_boards,
    "hall_pages.go_to_table": _call,
    **dict.fromkeys(("hall_pages.show_message", "hall_pages.change_clock", "people_pages.admit"), _nothing),
    **dict.fromkeys(("round_entry.seat_next_round", "seat_changes.reseat", "seat_changes.unseat"), _nothing),
}
"""The forms of a hall's director, by endpoint; all others are the chief director's."""
