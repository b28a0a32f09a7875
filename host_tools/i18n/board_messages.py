"""Messages of a board in the reader's language, by their codes (firmware/DESIGN.md section 5)."""

from collections.abc import Iterator
from itertools import zip_longest

from host_tools.i18n import catalogue, current_language, fill_placeholders, placeholders


def board_message(message: object, sentence: str = "") -> str:
    """Return a message, a dictionary of `code` and values; the board's own `sentence` where they are not known here."""
    template = catalogue(current_language()).get(f"says.{_code(message)}")
    if template is None or not isinstance(message, dict):
        return sentence
    values = {name: board_message(value) if isinstance(value, dict) else value for name, value in message.items()}
    text = fill_placeholders(template, {name: value for name, value in values.items() if value != ""})
    return sentence if placeholders(text) else text


def board_notes(status: dict) -> Iterator[tuple[str, str]]:
    """Yield code ("" if it has none) and text of each note in a board's reply to `status`."""
    notes = status["notes"]
    for sentence, note in zip_longest(notes, status.get("note_codes", [])[: len(notes)]):
        yield _code(note), board_message(note, sentence)


def _code(message: object) -> str:
    return str(message.get("code", "")) if isinstance(message, dict) else ""
