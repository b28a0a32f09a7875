"""Messages of a board in the reader's language, by their codes (firmware/DESIGN.md section 5)."""

from collections.abc import Sequence
from typing import Any

from host_tools import i18n
from host_tools.i18n import catalogue, current_language, fill_placeholders, placeholders


def board_message(message: object, sentence: str = "") -> str:
    """Return a message, a dictionary of `code` and values; the board's own `sentence` where they are not known here."""
    template = catalogue(current_language()).get(f"says.{_code(message)}")
    if template is None or not isinstance(message, dict):
        return sentence
    values = {name: board_message(value) if isinstance(value, dict) else value for name, value in message.items()}
    text = fill_placeholders(template, {name: value for name, value in values.items() if value != ""})
    return sentence if placeholders(text) else text


def message_text(message: Sequence[Any]) -> str:
    """Return the text of [key, values], as `usb/sans_io` makes messages: a value may be such a message."""
    key, values = message
    texts = {name: message_text(value) if isinstance(value, list) else value for name, value in values.items()}
    return i18n.message(key, **texts)


def _code(message: object) -> str:
    return str(message.get("code", "")) if isinstance(message, dict) else ""
