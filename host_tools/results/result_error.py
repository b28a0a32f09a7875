"""What is wrong with a result line or with scores: a message by its key in the catalogues."""

from firmware.interpreter import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


class ResultError(ValueError):
    """A message under `key` of the catalogues (host_tools/i18n); `values` fill it, and may be errors of this kind.

    `str` gives its text in the reader's language, on CPython alone: the captain's page has catalogues of its own.
    """

    def __init__(self, key: str, **values: "Any") -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def __str__(self) -> str:
        from host_tools.i18n import message

        return message(self.key, **self.values)


def encode_error(error: ResultError) -> list:
    """Return [key, values] for JSON; an error among the values is such a list too."""
    values = {}
    for name, value in error.values.items():
        values[name] = encode_error(value) if isinstance(value, ResultError) else value
    return [error.key, values]
