"""Read the fields of forms: texts, and numbers as in URLs."""

from http import HTTPStatus

from flask import abort, request

from host_tools.desk.events.roster_csv import plain_text
from host_tools.i18n import message
from host_tools.table_numbers import parse_table

LARGEST_INT = 2**31 - 1
"""The largest integer that the store can hold."""


def small_int(text: str) -> int:
    """Parse a whole number from 0 to LARGEST_INT. Raises ValueError."""
    if not is_small_int(text):
        raise ValueError(f"{text[:20]!r} is no whole number up to {LARGEST_INT}")
    return int(text)


def is_small_int(text: str) -> bool:
    """Return whether `small_int` would parse the text."""
    return text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST_INT)) and int(text) <= LARGEST_INT


def form_text(field: str) -> str:
    """Return a text field of the request's form with white space and accents normalised; "" if it is missing."""
    return plain_text(request.form.get(field, ""))


def form_table(field: str) -> int:
    """Return the event's number of a table, which the form has as people write it; aborts with 400 if it is none."""
    table = parse_table(request.form.get(field, ""))
    if table is None:
        abort(HTTPStatus.BAD_REQUEST, message("cli.table", text=form_text(field)))
    return table


def form_number(field: str) -> int:
    """Return a required number of the request's form; aborts with 400 if it is missing or invalid."""
    number = request.form.get(field, type=small_int)
    if number is None:
        abort(HTTPStatus.BAD_REQUEST, message("desk.http.missing_field"))
    return number


def optional_form_number(field: str) -> int | None:
    """Return an optional number of the request's form, None if empty; aborts with 400 if it is invalid."""
    return form_number(field) if form_text(field) else None
