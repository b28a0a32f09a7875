"""Validate what a director has typed as a value of a purse, in TOML or a form. The errors say what would be right."""

import re
import tomllib
from decimal import Decimal, InvalidOperation
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


def dollar_text(cents: int) -> str:
    """Format cents as a form has them: `7.50`, `5`, "" for none."""
    whole, part = divmod(cents, DOLLAR)
    return f"{whole}.{part:02}" if part else str(whole or "")


def parse_dollars(text: str) -> Decimal:
    """Parse an amount in dollars, such as "5", "7.50" or "7,50 $". Raises DeskError."""
    try:
        dollars = Decimal(text.replace(",", ".").strip("$ "))
    except InvalidOperation:
        dollars = Decimal(-1)
    # NaN has no order: to compare it raises.
    if not dollars.is_finite() or not 0 <= dollars <= _MOST or dollars != round(dollars, 2):
        raise DeskError(message("event.purses.dollars", text=text))
    return dollars


def parse_whole(text: str) -> int:
    """Parse a whole number of a form, which may have a per cent sign. Raises DeskError."""
    digits = text.strip("% ")
    if not re.fullmatch("[0-9]{1,9}", digits):
        raise DeskError(message("event.purses.number", text=text))
    return int(digits)


def parse_toml_value(text: str) -> Any:
    """Parse a value as TOML has it. Raises DeskError."""
    try:
        return tomllib.loads(f"value = {text}", parse_float=Decimal)["value"]
    except tomllib.TOMLDecodeError as error:
        raise DeskError(message("cli.purses.toml", why=error)) from None


def split_values(text: str) -> list[str]:
    """Split the values that a director has typed in one field of a form. A comma inside a value is a decimal point."""
    return re.split(r"(?:,(?=\s)|[\s;])+", text.strip(",; "))
