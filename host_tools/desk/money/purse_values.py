"""Validate what a director has typed as a value of a purse's TOML. The errors say what would be right."""

from decimal import Decimal
from typing import Any

from host_tools.desk.formats.purse_model import DOLLAR
from host_tools.desk.store.database import DeskError
from host_tools.i18n import message

_MOST = 1_000_000


def whole_number(value: Any, low: int, high: int) -> int:
    """Return `value` if it is a whole number from `low` to `high`. Raises DeskError."""
    if type(value) is not int or not low <= value <= high:
        raise DeskError(message("cli.purses.whole", low=low, high=high, value=value))
    return value


def amount(value: Any) -> int:
    """Convert dollars to cents. Raises DeskError unless it is a whole number of cents."""
    cents = value * DOLLAR if type(value) is int or isinstance(value, Decimal) else Decimal("NaN")
    # Only NaN differs from itself.
    if cents != cents or not 0 <= cents <= _MOST * DOLLAR or int(cents) != cents:
        raise DeskError(message("cli.purses.money", value=value))
    return int(cents)


def a_list(value: Any) -> list[Any]:
    """Return `value` if it is a list. Raises DeskError."""
    if not isinstance(value, list):
        raise DeskError(message("cli.purses.a_list"))
    return value
