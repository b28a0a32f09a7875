"""Parse numbers in forms and URLs."""

from http import HTTPStatus

from flask import abort, request

from host_tools.i18n import message

LARGEST = 2**31 - 1
"""What the store can hold."""


def small_int(text: str) -> int:
    """Parse a whole number from 0 that the store can hold. Raises ValueError."""
    if not is_small(text):
        raise ValueError(f"{text[:20]!r} is no whole number up to {LARGEST}")
    return int(text)


def is_small(text: str) -> bool:
    """Return whether `small_int` would parse the text."""
    return text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST)) and int(text) <= LARGEST


def form_number(field: str) -> int:
    """Parse a required number of the form; aborts the request where it is missing or invalid."""
    number = request.form.get(field, type=small_int)
    if number is None:
        abort(HTTPStatus.BAD_REQUEST, message("desk.http.missing_field", field=field))
    return number


def form_number_if_any(field: str) -> int | None:
    """Parse an optional number of the form; None where it is empty."""
    return form_number(field) if request.form.get(field, "").strip() else None
